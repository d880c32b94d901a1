"""Best paths and marginals of a linear chain, for many documents at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy
import numpy.typing

from spacy_deid.detect.recognizers.products import one_thread, product

Floats = numpy.typing.NDArray[numpy.float32]
Numbers = numpy.typing.NDArray[numpy.int64]

_MOST_CELLS = 16_384
"""Words, with the padding to the longest document, that are decoded at a time: bounds memory."""


def decode(scores: Sequence[Floats], transitions: Floats) -> list[tuple[Numbers, Floats]]:
    """Find the best path of each document and how probable each of its steps is.

    scores: per document an array (words, classes) of state scores.
    transitions: (classes, classes), score of going from row to column.
    RETURNS: per document the classes of the best path, shape (words,), and their marginals, shape
        (words,); empty arrays for a document without words.
    """
    found: list[tuple[Numbers, Floats]] = [
        (numpy.zeros(0, numpy.int64), numpy.zeros(0, numpy.float32)) for _ in scores
    ]
    for chunk in _chunks(scores):
        packed, lengths, active = _packed([scores[number] for number in chunk])
        paths = _best_paths(packed, transitions, lengths, active)
        marginals = _marginals(packed, transitions, lengths, active)
        for row, number in enumerate(chunk):
            path = paths[: lengths[row], row]
            found[number] = path, marginals[numpy.arange(lengths[row]), row, path]
    return found


def chances(scores: Sequence[Floats], transitions: Floats) -> list[Floats]:
    """Find how probable each class is at each word of each document, over all paths.

    scores, transitions: see ``decode``.
    RETURNS: per document an array (words, classes).
    """
    found: list[Floats] = [numpy.zeros((0, len(transitions)), numpy.float32) for _ in scores]
    for chunk in _chunks(scores):
        packed, lengths, active = _packed([scores[number] for number in chunk])
        marginals = _marginals(packed, transitions, lengths, active)
        for row, number in enumerate(chunk):
            found[number] = marginals[: lengths[row], row]
    return found


def _chunks(scores: Sequence[Floats]) -> Iterator[list[int]]:
    """Give the places of documents that are decoded side by side, of falling length, none empty."""
    order = sorted(range(len(scores)), key=lambda n: -len(scores[n]))
    order = [number for number in order if len(scores[number])]
    first = 0
    while first < len(order):
        count = max(_MOST_CELLS // len(scores[order[first]]), 1)
        yield order[first : first + count]
        first += count


def _packed(scores: Sequence[Floats]) -> tuple[Floats, list[int], list[int]]:
    """Set documents of falling length side by side.

    RETURNS: scores of shape (steps, documents, classes), the length of each document, and how many
        documents, the first ones, still have a word at each step.
    """
    lengths = [len(table) for table in scores]
    packed = numpy.zeros((lengths[0], len(scores), scores[0].shape[1]), dtype=numpy.float32)
    for row, table in enumerate(scores):
        packed[: lengths[row], row] = table
    steps = numpy.arange(lengths[0])
    active = numpy.searchsorted(-numpy.array(lengths), -steps, side="left").tolist()
    return packed, lengths, active


def _best_paths(
    packed: Floats, transitions: Floats, lengths: Sequence[int], active: Sequence[int]
) -> Numbers:
    steps, documents, classes = packed.shape
    back = numpy.zeros((steps, documents, classes), dtype=numpy.int64)
    reached = packed[0].copy()
    to_from = numpy.ascontiguousarray(transitions.T)
    for step in range(1, steps):
        live = active[step]
        ways = reached[:live, None, :] + to_from
        best = ways.argmax(axis=2)
        back[step, :live] = best
        reached[:live] = numpy.take_along_axis(ways, best[:, :, None], axis=2)[:, :, 0]
        reached[:live] += packed[step, :live]
    paths = numpy.zeros((steps, documents), dtype=numpy.int64)
    for row, length in enumerate(lengths):
        if not length:
            continue
        here = int(reached[row].argmax())
        paths[length - 1, row] = here
        for step in range(length - 1, 0, -1):
            here = int(back[step, row, here])
            paths[step - 1, row] = here
    return paths


def _marginals(
    packed: Floats, transitions: Floats, lengths: Sequence[int], active: Sequence[int]
) -> Floats:
    """Run forward and backward with probabilities that are normalised at every step."""
    steps, _, classes = packed.shape
    states = numpy.exp(packed - packed.max(axis=2, keepdims=True))
    moves = numpy.exp(transitions - transitions.max())
    back_moves = numpy.ascontiguousarray(moves.T)
    # sums by a product: a third of the time of ``sum``
    ones = numpy.ones((classes, 1), dtype=numpy.float32)
    forward = numpy.zeros_like(states)
    forward[0] = states[0] / states[0].sum(axis=1, keepdims=True)
    backward = numpy.ones_like(states)
    with one_thread():
        for step in range(1, steps):
            live = active[step]
            here = product(forward[step - 1, :live], moves, forward[step, :live])
            here *= states[step, :live]
            here /= numpy.maximum(product(here, ones), 1e-30)
        for step in range(steps - 1, 0, -1):
            live = active[step]
            ahead = backward[step, :live] * states[step, :live]
            here = product(ahead, back_moves, backward[step - 1, :live])
            here /= numpy.maximum(product(here, ones), 1e-30)
        both: Floats = forward * backward
        both /= numpy.maximum(product(both, ones), 1e-30)
    return both
