"""Loss and marginals of a linear chain over tags, for a batch of documents at a time.

The probabilities are normalised at every step, so that the recursions are matrix products; what a
step is scaled by adds up to the partition function.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy
import numpy.typing

Floats = numpy.typing.NDArray[Any]
Numbers = numpy.typing.NDArray[numpy.int64]

FORBIDDEN = -1e4
"""Score of a step that may not be; its exponent is exactly 0."""
UNKNOWN = -1
"""Gold class of a token whose annotation is missing."""
_FLOOR = -200.0
"""Least difference to the best class of a token: keeps every allowed way above underflow."""


def bio_transitions(classes: Sequence[str]) -> tuple[Floats, Floats]:
    """Tell which steps the BIO scheme allows.

    classes: 'O' and tags such as 'B-DATE' and 'I-DATE', each once.
    RETURNS: scores (classes, classes) of going from row to column and scores (classes,) of the
        first tag: 0, or ``FORBIDDEN`` where an I- tag does not go on with its own label.
    """
    count = len(classes)
    steps = numpy.zeros((count, count), dtype=numpy.float32)
    start = numpy.zeros(count, dtype=numpy.float32)
    for column, tag in enumerate(classes):
        if tag.startswith("I-"):
            steps[:, column] = FORBIDDEN
            start[column] = FORBIDDEN
            for row, before in enumerate(classes):
                if before[1:] == tag[1:]:
                    steps[row, column] = 0.0
    return steps, start


def with_start(scores: Sequence[Floats], start: Floats) -> list[Floats]:
    """Add the scores of the first tag to the first token of every document."""
    found = []
    for table in scores:
        table = numpy.array(table, dtype=numpy.float64)
        if len(table):
            table[0] = numpy.where(start > FORBIDDEN, table[0] + start, 2 * FORBIDDEN)
        found.append(table)
    return found


def marginals(
    scores: Sequence[Floats], transitions: Floats
) -> tuple[list[Floats], Floats, list[float]]:
    """Run forward and backward.

    scores: per document an array (tokens, classes); ``FORBIDDEN`` or less is never taken.
    transitions: (classes, classes), from row to column.
    RETURNS: per document the probability of every class at every token; the expected number of
        steps from class to class, (classes, classes), over all documents; and per document the
        logarithm of its partition function (0 for a document without tokens).
    """
    order = sorted(range(len(scores)), key=lambda n: -len(scores[n]))
    lengths = [len(scores[n]) for n in order]
    classes = len(transitions)
    pairs = numpy.zeros((classes, classes))
    if not lengths or not lengths[0]:
        return [numpy.zeros((0, classes)) for _ in scores], pairs, [0.0] * len(scores)
    packed = numpy.zeros((lengths[0], len(order), classes))
    for row, number in enumerate(order):
        packed[: lengths[row], row] = scores[number]
    steps = len(packed)
    active = (numpy.array(lengths)[None, :] > numpy.arange(steps)[:, None]).sum(axis=1).tolist()
    best = packed.max(axis=2, keepdims=True)
    states = numpy.exp(numpy.maximum(packed - best, _FLOOR))
    states[packed <= FORBIDDEN] = 0.0
    highest = float(transitions.max())
    moves = numpy.exp(transitions.astype(numpy.float64) - highest)
    moves[transitions <= FORBIDDEN] = 0.0
    forward = numpy.zeros_like(states)
    scale = numpy.ones((steps, len(order)))
    here = states[0, : active[0]]
    for step in range(steps):
        live = active[step]
        if step:
            here = (forward[step - 1, :live] @ moves) * states[step, :live]
        scale[step, :live] = here.sum(axis=1)
        forward[step, :live] = here / scale[step, :live, None]
    backward = numpy.ones_like(states)
    onward = states / scale[:, :, None]
    for step in range(steps - 1, 0, -1):
        live = active[step]
        backward[step - 1, :live] = (backward[step, :live] * onward[step, :live]) @ moves.T
    onward *= backward
    for step in range(1, steps):
        live = active[step]
        pairs += forward[step - 1, :live].T @ onward[step, :live]
    pairs *= moves
    forward *= backward
    logs = numpy.log(scale) + best[:, :, 0]
    logs[1:] += highest
    gammas: list[Floats] = [numpy.zeros((0, classes)) for _ in scores]
    totals = [0.0] * len(scores)
    for row, number in enumerate(order):
        gammas[number] = forward[: lengths[row], row]
        totals[number] = float(logs[: lengths[row], row].sum())
    return gammas, pairs, totals


def chain_loss(
    scores: Sequence[Floats],
    gold: Sequence[Numbers],
    transitions: Floats,
    start: Floats,
    costs: Floats | None = None,
) -> tuple[float, list[Floats], Floats, Floats]:
    """Give the negative log-likelihood of the gold tags and its gradients.

    scores: per document (tokens, classes).
    gold: per document (tokens,) classes, ``UNKNOWN`` where the annotation is missing: those tokens
        are summed over, so that nothing is learnt from them but what their neighbours imply.
    costs: (classes,) what every wrong class at a token of this gold class adds to its score
        (softmax-margin): the logarithm of a class weight; None for none.
    RETURNS: the loss, the gradients of the scores (as ``scores``), of the transitions and of the
        start scores.
    SOURCE: Gimpel and Smith 2010 for the cost.
    """
    begun = with_start(scores, start)
    against = begun
    if costs is not None and costs.any():
        against = [_with_costs(table, tags, costs) for table, tags in zip(begun, gold, strict=True)]
    held, pairs, totals = marginals(against, transitions)
    wanted, wanted_pairs, wanted_totals = _gold_marginals(begun, gold, transitions)
    gradients = [mine - theirs for mine, theirs in zip(held, wanted, strict=True)]
    d_start = numpy.zeros(len(start))
    for table in gradients:
        if len(table):
            d_start += table[0]
    return sum(totals) - sum(wanted_totals), gradients, pairs - wanted_pairs, d_start


def _with_costs(table: Floats, tags: Numbers, costs: Floats) -> Floats:
    table = table.copy()
    rows = numpy.flatnonzero(tags != UNKNOWN)
    added = costs[tags[rows]]
    table[rows] += added[:, None]
    table[rows, tags[rows]] -= added
    return table


def _gold_marginals(
    scores: Sequence[Floats], gold: Sequence[Numbers], transitions: Floats
) -> tuple[list[Floats], Floats, list[float]]:
    """Give what ``marginals`` gives for the paths that agree with the known gold tags."""
    if any((tags == UNKNOWN).any() for tags in gold):
        return marginals(
            [_only_gold(table, tags) for table, tags in zip(scores, gold, strict=True)],
            transitions,
        )
    pairs = numpy.zeros_like(transitions, dtype=numpy.float64)
    found, totals = [], []
    for table, tags in zip(scores, gold, strict=True):
        rows = numpy.arange(len(tags))
        one = numpy.zeros_like(table)
        one[rows, tags] = 1.0
        found.append(one)
        numpy.add.at(pairs, (tags[:-1], tags[1:]), 1.0)
        path = transitions[tags[:-1], tags[1:]].astype(numpy.float64)
        totals.append(float(table[rows, tags].sum() + path.sum()))
    return found, pairs, totals


def _only_gold(table: Floats, tags: Numbers) -> Floats:
    rows = numpy.flatnonzero(tags != UNKNOWN)
    kept = table[rows, tags[rows]]
    table = table.copy()
    table[rows] = 2 * FORBIDDEN
    table[rows, tags[rows]] = kept
    return table
