"""Which gold and predicted spans count as the same, one function per criterion.

Every function takes the spans of a batch and gives counts of true positives, false positives and
false negatives, shape (documents, labels, 3). The label-aware criteria match one to one, so that
precision and recall share their numerator, as in the tables of systems 1 and 3.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy

from spacy_deid.score.arrays import Batch, Flags, Ints, Spans, tidy

RELAXED_CHARACTERS = 2
"""How far the end of a span may be off in the relaxed criterion of i2b2 2014."""

Places = Sequence[tuple[int, int]]


def tally(tp: Spans, gold: Spans, pred: Spans, shape: tuple[int, int]) -> Ints:
    """Count per document and label where a match is one gold and one predicted span.

    tp: the matched gold spans; shape: documents and labels.
    """
    hit, wanted, given = (_count(spans, shape) for spans in (tp, gold, pred))
    return numpy.stack((hit, given - hit, wanted - hit), axis=-1)


def _count(spans: Spans, shape: tuple[int, int]) -> Ints:
    cells = numpy.bincount(spans.doc * shape[1] + spans.label, minlength=shape[0] * shape[1])
    counts: Ints = cells.reshape(shape)
    return counts


def same(one: Spans, other: Spans, *, labels: bool = True) -> Flags:
    """Flag the spans of ``one`` that stand in ``other`` with the same borders (and label)."""
    if not len(one.doc) or not len(other.doc):
        return numpy.zeros(len(one.doc), dtype=numpy.bool_)
    width = int(max((one.end - one.start).max(), (other.end - other.start).max())) + 1
    kinds = int(max(one.label.max(), other.label.max())) + 1 if labels else 1

    def keys(spans: Spans) -> Ints:
        key: Ints = (spans.start * width + (spans.end - spans.start)) * kinds
        return key + spans.label if labels else key

    # Spans are in order of start, end and label, so their keys are in order as well.
    ours, theirs = keys(one), keys(other)
    place = numpy.minimum(numpy.searchsorted(theirs, ours), len(theirs) - 1)
    flags: Flags = theirs[place] == ours
    return flags


def strict(gold: Spans, pred: Spans, shape: tuple[int, int]) -> Ints:
    """Compare by borders and label.

    SOURCE: i2b2 2014 'strict'; MEDDOCAN subtrack 1; system 1 'strict'.
    """
    return tally(gold.only(same(gold, pred)), gold, pred, shape)


def token(batch: Batch, gold: Spans, pred: Spans, shape: tuple[int, int]) -> Ints:
    """Compare the runs of [a-zA-Z0-9] within the spans by borders and label.

    SOURCE: i2b2 2014 'token'; system 3's 'Newton Hospital'.
    """
    return strict(batch.tokens(gold, empty=True), batch.tokens(pred, empty=True), shape)


def relaxed(gold: Spans, pred: Spans, shape: tuple[int, int]) -> Ints:
    """Compare by label and start; the end may be off by up to two characters.

    Several annotations of one label with one start are matched one to one, as many as possible;
    the official script answers there by the order of its sets.

    SOURCE: i2b2 2014 'relaxed'.
    """
    kinds = shape[1] or 1
    keys = numpy.concatenate((gold.start * kinds + gold.label, pred.start * kinds + pred.label))
    _, group = numpy.unique(keys, return_inverse=True)
    hits = numpy.zeros(len(gold.doc), dtype=numpy.bool_)
    ones, others = _single(group, len(gold.doc))
    hits[ones] = numpy.abs(gold.end[ones] - pred.end[others]) <= RELAXED_CHARACTERS
    for golds, preds in _several(group, len(gold.doc)):
        hits[[golds[g] for g in _near_ends(gold.end[golds], pred.end[preds])]] = True
    return tally(gold.only(hits), gold, pred, shape)


def _near_ends(gold: Ints, pred: Ints) -> Iterator[int]:
    """Match sorted ends that differ by no more than allowed; the earliest ones first."""
    order, ends = numpy.argsort(gold, kind="stable"), numpy.sort(pred).tolist()
    place = 0
    for index in order.tolist():
        while place < len(ends) and ends[place] < gold[index] - RELAXED_CHARACTERS:
            place += 1
        if place < len(ends) and ends[place] <= gold[index] + RELAXED_CHARACTERS:
            place += 1
            yield index


def covering_and_overlapping(gold: Spans, pred: Spans, shape: tuple[int, int]) -> tuple[Ints, Ints]:
    """Compare by label: the gold span inside the predicted one, or sharing a character with it.

    SOURCE: system 1, section 5.3 and example 5.2.
    """
    count = len(gold.doc)
    start = numpy.concatenate((gold.start, pred.start))
    end = numpy.concatenate((gold.end, pred.end))
    width = int(end.max()) + 1 if len(end) else 1
    shift = numpy.concatenate((gold.label, pred.label)) * width
    group = _clusters(start + shift, end + shift)
    covered = numpy.zeros(count, dtype=numpy.bool_)
    touched = numpy.zeros(count, dtype=numpy.bool_)
    ones, others = _single(group, count)
    touched[ones] = True
    covered[ones] = (pred.start[others] <= gold.start[ones]) & (gold.end[ones] <= pred.end[others])
    for golds, preds in _several(group, count):
        ours = list(zip(gold.start[golds].tolist(), gold.end[golds].tolist(), strict=True))
        theirs = list(zip(pred.start[preds].tolist(), pred.end[preds].tolist(), strict=True))
        touched[[golds[i] for i in matched(ours, theirs, _overlap)]] = True
        covered[[golds[i] for i in matched(ours, theirs, _inside)]] = True
    return tally(gold.only(covered), gold, pred, shape), tally(
        gold.only(touched), gold, pred, shape
    )


def _clusters(start: Ints, end: Ints) -> Ints:
    """Give each interval the number of its group: those that hang together by characters."""
    order = numpy.lexsort((end, start))
    reach = numpy.maximum.accumulate(end[order]) if len(order) else end
    fresh = numpy.ones(len(order), dtype=numpy.bool_)
    fresh[1:] = start[order][1:] >= reach[:-1]
    group = numpy.empty(len(order), dtype=numpy.int64)
    group[order] = numpy.cumsum(fresh) - 1
    return group


def _sizes(group: Ints, count: int) -> tuple[Ints, Ints]:
    groups = int(group.max()) + 1 if len(group) else 0
    golds = numpy.bincount(group[:count], minlength=groups)
    return golds, numpy.bincount(group[count:], minlength=groups)


def _single(group: Ints, count: int) -> tuple[Ints, Ints]:
    """Give gold and predicted indices of the groups that hold just one of each."""
    golds, preds = _sizes(group, count)
    wanted = (golds == 1) & (preds == 1)
    ours = numpy.flatnonzero(wanted[group[:count]])
    theirs = numpy.flatnonzero(wanted[group[count:]])
    ours = ours[numpy.argsort(group[:count][ours], kind="stable")]
    return ours, theirs[numpy.argsort(group[count:][theirs], kind="stable")]


def _several(group: Ints, count: int) -> Iterator[tuple[list[int], list[int]]]:
    """Give gold and predicted indices of each group with both and more than one of either."""
    golds, preds = _sizes(group, count)
    wanted = (golds > 0) & (preds > 0) & (golds + preds > 2)
    found: dict[int, tuple[list[int], list[int]]] = {}
    for side, part in enumerate((group[:count], group[count:])):
        for index in numpy.flatnonzero(wanted[part]).tolist():
            found.setdefault(int(part[index]), ([], []))[side].append(index)
    yield from found.values()


def _overlap(a: tuple[int, int], b: tuple[int, int]) -> bool:
    return a[0] < b[1] and b[0] < a[1]


def _inside(a: tuple[int, int], b: tuple[int, int]) -> bool:
    return b[0] <= a[0] and a[1] <= b[1]


def matched(
    ours: Places, theirs: Places, fits: Callable[[tuple[int, int], tuple[int, int]], bool]
) -> list[int]:
    """Match one to one, as many as possible.

    RETURNS: the indices of ``ours`` that found a partner.
    """
    edges = [[t for t, their in enumerate(theirs) if fits(our, their)] for our in ours]
    partner: dict[int, int] = {}
    for our in range(len(ours)):
        _augment(our, edges, partner)
    return sorted(partner.values())


def _augment(our: int, edges: list[list[int]], partner: dict[int, int]) -> bool:
    """Find a chain of changes of partner that leaves ``our`` with one; no recursion."""
    came_from: dict[int, int] = {}
    waiting = [our]
    while waiting:
        current = waiting.pop()
        for their in edges[current]:
            if their in came_from:
                continue
            came_from[their] = current
            holder = partner.get(their)
            if holder is None:
                _hand_over(their, our, came_from, partner)
                return True
            waiting.append(holder)
    return False


def _hand_over(their: int, our: int, came_from: dict[int, int], partner: dict[int, int]) -> None:
    held = {holder: place for place, holder in partner.items()}
    while True:
        taker = came_from[their]
        before = held.get(taker)
        partner[their] = taker
        if taker == our or before is None:
            return
        their = before


def spans_strict(gold: Spans, pred: Spans, shape: tuple[int, int]) -> Ints:
    """Compare by borders whatever the label; shape (documents, 1, 3).

    SOURCE: MEDDOCAN subtrack 2, strict.
    """
    ours, theirs = without_labels(gold), without_labels(pred)
    return strict(ours, theirs, (shape[0], 1))


def without_labels(spans: Spans) -> Spans:
    """Give the borders alone, each once."""
    return tidy(spans.doc, spans.start, spans.end, numpy.zeros_like(spans.label))


def spans_merged(batch: Batch, gold: Spans, pred: Spans, shape: tuple[int, int]) -> Ints:
    """Compare by borders, as they are or after closing gaps without a letter or digit.

    Shape (documents, 1, 3). A true positive is a span or merged span of both sides; a span inside
    one of those is neither false nor missed.

    SOURCE: MEDDOCAN subtrack 2, merged.
    """
    ours, theirs = without_labels(gold), without_labels(pred)
    ours_merged, theirs_merged = _merge(batch, ours), _merge(batch, theirs)
    both = [
        ours.only(same(ours, theirs)),
        ours_merged.only(same(ours_merged, theirs_merged)),
    ]
    hit = tidy(*(numpy.concatenate(parts) for parts in zip(*both, strict=True)))
    wrong = theirs.only(~same(theirs, ours) & ~contained(theirs, hit))
    missed = ours.only(~same(ours, theirs) & ~contained(ours, hit))
    counts = [_count(spans, (shape[0], 1)) for spans in (hit, wrong, missed)]
    return numpy.stack(counts, axis=-1)


def _merge(batch: Batch, spans: Spans) -> Spans:
    """Close gaps without letters or digits, from the first span's start to the furthest end."""
    if not len(spans.doc):
        return spans
    letters = batch.letter_sums
    reach = numpy.maximum.accumulate(spans.end)  # documents stand one behind the other
    between = letters[spans.start[1:]] - letters[reach[:-1]]
    apart = (between > 0) | (spans.doc[1:] != spans.doc[:-1])
    first = numpy.concatenate(([True], apart))
    last = numpy.concatenate((apart, [True]))
    return tidy(spans.doc[first], spans.start[first], reach[last], spans.label[first])


def contained(inner: Spans, outer: Spans) -> Flags:
    """Flag the spans that lie inside one of the others."""
    if not len(outer.doc):
        return numpy.zeros(len(inner.doc), dtype=numpy.bool_)
    order = numpy.argsort(outer.start, kind="stable")
    starts, reach = outer.start[order], numpy.maximum.accumulate(outer.end[order])
    place = numpy.searchsorted(starts, inner.start, side="right") - 1
    flags: Flags = (place >= 0) & (reach[numpy.maximum(place, 0)] >= inner.end)
    return flags
