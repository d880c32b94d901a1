"""How sure a figure is: intervals, tests between two systems, and how many cases are needed."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

from spacy_deid.errors import DeidError

Numbers = NDArray[Any]

LEVEL = 0.95
SAMPLES = 1000
UNITS = 2000
"""Most units of a bootstrap; above it, documents are put together in groups of equal size."""
_SAME = 1e-12


class Interval(NamedTuple):
    """Lower and upper bound."""

    low: float
    high: float


def quantile(probability: float) -> float:
    """Give the place of the standard normal distribution that has this probability below it.

    RAISES: DeidError D508 outside (0, 1).
    """
    from statistics import NormalDist

    _check("probability", probability, 0 < probability < 1, "between 0 and 1")
    return NormalDist().inv_cdf(probability)


def check_level(level: float) -> None:
    """Refuse what is no confidence level.

    RAISES: DeidError D508 outside (0, 1).
    """
    _check("level", level, 0 < level < 1, "between 0 and 1")


def wilson(successes: float, trials: float, level: float = LEVEL) -> Interval:
    """Give the Wilson score interval of a proportion; honest also where nothing happened.

    RETURNS: (0, 1) for no trials.
    RAISES: DeidError D508 for impossible counts or a level outside (0, 1).
    SOURCE: Wilson 1927.
    """
    check_level(level)
    _check("successes", successes, 0 <= successes <= trials, f"between 0 and {trials}")
    if not trials:
        return Interval(0.0, 1.0)
    z = quantile(0.5 + level / 2)
    share = successes / trials
    centre = share + z * z / (2 * trials)
    spread = z * math.sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    scale = 1 + z * z / trials
    low = 0.0 if successes == 0 else max((centre - spread) / scale, 0.0)
    high = 1.0 if successes == trials else min((centre + spread) / scale, 1.0)
    return Interval(low, high)


def resampled(units: int, *, samples: int = SAMPLES, seed: int = 0) -> Numbers:
    """Draw bootstrap weights: how often each unit is in each sample.

    RETURNS: shape (samples, units); every row sums to ``units``; the same for the same seed.
    """
    _check("samples", samples, samples > 0, "at least 1")
    draw = numpy.random.Generator(numpy.random.PCG64(seed))
    weights = numpy.zeros((samples, units))
    for row in range(samples if units else 0):
        weights[row] = numpy.bincount(draw.integers(units, size=units), minlength=units)
    return weights


def grouped(rows: Numbers, units: int = UNITS) -> Numbers:
    """Add up the rows of documents within groups of (almost) equal size, by turns.

    rows: shape (documents, columns); what has at most ``units`` documents stays as it is.
    The sums of a resampled group vary as those of as many resampled documents do.
    """
    if len(rows) <= units:
        return rows.astype(numpy.float64)
    groups = numpy.arange(len(rows)) % units
    out = numpy.zeros((units, rows.shape[1]))
    for column in range(rows.shape[1]):
        out[:, column] = numpy.bincount(groups, weights=rows[:, column], minlength=units)
    return out


def percentiles(values: Numbers, level: float = LEVEL) -> Interval:
    """Give the middle part of bootstrap values."""
    low, high = numpy.quantile(values, [0.5 - level / 2, 0.5 + level / 2])
    return Interval(float(low), float(high))


def spread(values: Numbers) -> bool:
    """Tell whether bootstrap values differ; where none does, that is not certainty."""
    return bool(numpy.ptp(values) > _SAME) if len(values) else False


def share_interval(
    above: Numbers, below: Numbers, hits: float, trials: float, level: float = LEVEL
) -> Interval:
    """Give the interval of a share: the bootstrap's, or Wilson's where no sample can differ.

    above, below: hits and trials of each sample; those without a trial say nothing.
    hits, trials: of all documents together.
    RETURNS: Wilson's interval where all or nothing was hit, and where all samples are alike.
    """
    told = below > 0
    values = above[told] / below[told]
    if 0 < hits < trials and spread(values):
        return percentiles(values, level)
    return wilson(hits, trials, level)


class ZTest(NamedTuple):
    """Statistic z, two-sided p, and whether z is beyond 1.96 on either side."""

    z: float
    p: float
    significant: bool


def two_proportions(hits_a: int, trials_a: int, hits_b: int, trials_b: int) -> ZTest:
    """Compare two proportions of independent samples with pooled variance.

    RETURNS: z = 0 and p = 1 where both proportions are 0 or both 1, or a side has no trials.
    RAISES: DeidError D508 for impossible counts.
    SOURCE: system 5, section 3.5.4, equations 3.4 and 3.5.
    """
    _check("hits_a", hits_a, 0 <= hits_a <= trials_a, f"between 0 and {trials_a}")
    _check("hits_b", hits_b, 0 <= hits_b <= trials_b, f"between 0 and {trials_b}")
    if not trials_a or not trials_b:
        return ZTest(0.0, 1.0, False)
    pooled = (hits_a + hits_b) / (trials_a + trials_b)
    variance = pooled * (1 - pooled) * (1 / trials_a + 1 / trials_b)
    if variance == 0:
        return ZTest(0.0, 1.0, False)
    z = (hits_a / trials_a - hits_b / trials_b) / math.sqrt(variance)
    return ZTest(z, math.erfc(abs(z) / math.sqrt(2)), abs(z) > 1.96)


def approximate_randomisation(
    a: Numbers,
    b: Numbers,
    figure: Callable[[Numbers], Numbers],
    *,
    rounds: int = 9999,
    seed: int = 0,
) -> float:
    """Ask how often swapping the two systems' documents gives so large a difference by chance.

    a, b: shape (documents, columns), the same documents in the same order.
    figure: turns sums of shape (…, columns) into one value each.
    RETURNS: two-sided p, at least 1 / (rounds + 1).
    RAISES: DeidError D508 where the shapes differ or there are no rounds.
    SOURCE: Noreen 1989; Yeh 2000.
    """
    _check("rounds", rounds, rounds > 0, "at least 1")
    _check("shape", b.shape, a.shape == b.shape, f"{a.shape}")
    ours, theirs = grouped(a), grouped(b)
    draw = numpy.random.Generator(numpy.random.PCG64(seed))
    total, gap = ours.sum(axis=0) + theirs.sum(axis=0), ours - theirs
    observed = abs(float(figure(ours.sum(axis=0)) - figure(theirs.sum(axis=0))))
    reached = 0
    left = rounds
    while left:
        size = min(left, 1000)
        signs = draw.integers(2, size=(size, len(gap))) * 2 - 1
        first = (total + signs @ gap) / 2
        difference = numpy.abs(figure(first) - figure(total - first))
        reached += int((difference >= observed - 1e-12).sum())
        left -= size
    return (reached + 1) / (rounds + 1)


def mcnemar(only_a: int, only_b: int) -> float:
    """Compare two systems on the same cases by those that just one of them got right; exact.

    RETURNS: two-sided p of the binomial test; 1.0 where they never differ.
    RAISES: DeidError D508 for negative counts.
    SOURCE: McNemar 1947, in its exact form.
    """
    _check("only_a", min(only_a, only_b), min(only_a, only_b) >= 0, "at least 0")
    cases, fewer = only_a + only_b, min(only_a, only_b)
    if not cases:
        return 1.0
    tail = sum(
        math.exp(
            math.lgamma(cases + 1)
            - math.lgamma(k + 1)
            - math.lgamma(cases - k + 1)
            - cases * math.log(2)
        )
        for k in range(fewer + 1)
    )
    return min(1.0, 2 * tail)


def sample_size(bound: float, *, expected: float = 0.0, level: float = LEVEL) -> int:
    """Tell how many cases are needed before the upper Wilson bound of a leak rate is low enough.

    bound: the highest leak rate that may be left open; expected: the leak rate that is expected.
    RETURNS: the least number of cases whose upper bound is at most ``bound``.
    RAISES: DeidError D508 where the expected rate is not under the bound.
    """
    _check("bound", bound, 0 < bound < 1, "between 0 and 1")
    _check("expected", expected, 0 <= expected < bound, f"at least 0 and under {bound}")

    def enough(cases: int) -> bool:
        return wilson(math.ceil(expected * cases), cases, level).high <= bound

    high = 1
    while not enough(high):
        high *= 2
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


def _check(name: str, value: object, good: bool, expected: str) -> None:
    if not good:
        raise DeidError("D508", name=name, value=value, expected=expected)
