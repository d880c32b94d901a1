"""From the margins of a linear machine to probabilities: one sigmoid per class, on held-out words.

SOURCE: Platt (1999), with his smoothed targets; the margins are counted in bins, so that a corpus
of any size is calibrated in little memory.
"""

from __future__ import annotations

import numpy
import numpy.typing

Floats = numpy.typing.NDArray[numpy.float32]

_REACH = 8.0
_BINS = 800
_STEPS = 100
_UNCALIBRATED = (2.0, 0.0)


class Calibration:
    """Counts margins of held-out words per class and fits their sigmoids.

    slopes, offsets: P(class | margin) = 1 / (1 + exp(-(slope * margin + offset))).
    """

    def __init__(self, classes: int) -> None:
        self._hits = numpy.zeros((classes, _BINS), dtype=numpy.float64)
        self._misses = numpy.zeros((classes, _BINS), dtype=numpy.float64)
        self.slopes = numpy.full(classes, _UNCALIBRATED[0], dtype=numpy.float32)
        self.offsets = numpy.full(classes, _UNCALIBRATED[1], dtype=numpy.float32)

    def count(self, margins: Floats, codes: numpy.typing.NDArray[numpy.int64]) -> None:
        """Take held-out words.

        margins: shape (words, classes). codes: class of each word.
        """
        bins = ((margins + _REACH) * (_BINS / (2 * _REACH))).astype(numpy.int64)
        bins = bins.clip(0, _BINS - 1)
        for number in range(margins.shape[1]):
            hit = codes == number
            self._hits[number] += numpy.bincount(bins[hit, number], minlength=_BINS)
            self._misses[number] += numpy.bincount(bins[~hit, number], minlength=_BINS)

    def fit(self) -> None:
        """Fit the sigmoids; a class without a hit or a miss keeps a plain one."""
        centres = (numpy.arange(_BINS) + 0.5) * (2 * _REACH / _BINS) - _REACH
        for number, (hits, misses) in enumerate(zip(self._hits, self._misses, strict=True)):
            if hits.any() and misses.any():
                slope, offset = fit_sigmoid(centres, hits, misses)
                self.slopes[number], self.offsets[number] = slope, offset

    def probabilities(self, margins: Floats) -> Floats:
        """Give the probability of each class, normalised over the classes."""
        odds = margins * self.slopes + self.offsets
        chances = 1 / (1 + numpy.exp(-odds.clip(-30, 30)))
        result: Floats = chances / chances.sum(axis=1, keepdims=True)
        return result


def fit_sigmoid(
    values: numpy.typing.ArrayLike, hits: numpy.typing.ArrayLike, misses: numpy.typing.ArrayLike
) -> tuple[float, float]:
    """Fit P(hit | value) = 1 / (1 + exp(-(slope * value + offset))) by Newton's method.

    hits, misses: how many of each stand at a value; both have to hold at least one.
    RETURNS: slope and offset. A slope below 0 (margins that say nothing) is given as 0.
    """
    at = numpy.asarray(values, dtype=numpy.float64)
    up = numpy.asarray(hits, dtype=numpy.float64)
    down = numpy.asarray(misses, dtype=numpy.float64)
    # nobody is quite sure: targets a little inside of 0 and 1 keep separable classes finite
    high = (up.sum() + 1) / (up.sum() + 2)
    low = 1 / (down.sum() + 2)
    total = up + down
    wanted = up * high + down * low

    def loss(pair: numpy.typing.NDArray[numpy.float64]) -> float:
        odds = pair[0] * at + pair[1]
        return float((total * numpy.logaddexp(0, odds) - wanted * odds).sum())

    best = numpy.array([0.0, float(numpy.log((up.sum() + 1) / (down.sum() + 1)))])
    now = loss(best)
    for _ in range(_STEPS):
        chance = 1 / (1 + numpy.exp(-(best[0] * at + best[1]).clip(-30, 30)))
        off = total * chance - wanted
        weight = total * chance * (1 - chance)
        cross = (weight * at).sum()
        bend = numpy.array([[(weight * at * at).sum(), cross], [cross, weight.sum()]])
        step = numpy.linalg.solve(bend + 1e-9 * numpy.eye(2), [(off * at).sum(), off.sum()])
        share = 1.0
        while share > 1e-6 and loss(best - share * step) > now:
            share /= 2
        best = best - share * step
        before, now = now, loss(best)
        if before - now < 1e-9 * max(before, 1.0):
            break
    return max(float(best[0]), 0.0), float(best[1])
