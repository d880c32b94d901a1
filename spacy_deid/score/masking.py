"""What a mask hides whatever its label: whole spans, characters, tokens, documents."""

from __future__ import annotations

from typing import NamedTuple

import numpy

from spacy_deid.score.arrays import Batch, Flags, Ints, Spans, sums
from spacy_deid.score.criteria import contained, without_labels

HARMLESS_TOKENS = frozenset(
    "a about age aged ages an and at by day days during early for from in late mid month months nd "
    "o of old on or rd s since st th the through till to until week weeks y year years yo yr "
    "yrs".split()
)
"""Tokens that identify nobody when they stay behind alone.

SOURCE: system 2, sections 5.1.4 and 5.2.2 ('of', 's', 'years', 'old', 'y o'), with the other small
words that stand in dates and ages.
"""

COLUMNS = (
    "char_tp",
    "char_fp",
    "char_fn",
    "spans",
    "covered",
    "tokens",
    "tokens_found",
    "tokens_harmless",
    "tokens_false",
    "has_spans",
    "leaking",
)
"""Counts of each document, in the order of the last axis."""


class Masking(NamedTuple):
    """What the mask did to a batch.

    counts: shape (documents, columns) for all types; hipaa: the same for the gold spans of the
        subset, beside the false alarms over all types.
    labels: shape (documents, labels, 2): gold spans and covered ones.
    covered: flag of each gold span of the batch.
    masked: flag of each character of the joined text.
    """

    counts: Ints
    hipaa: Ints
    labels: Ints
    covered: Flags
    masked: Flags


def masking(batch: Batch, hipaa: Flags, labels: int) -> Masking:
    """Measure the masking of a batch.

    hipaa: flag of each label code; labels: how many codes there are.
    A gold span is covered when all its letters and digits are masked (all its characters where it
    has none). A gold token is found when all of it is masked; a masked token that is no gold token
    and no part of one is one false alarm, also where it is larger than a gold token that it finds.

    SOURCE: system 2, section 4.4.1, for the tokens.
    """
    gold, pred = batch.gold, batch.pred
    masked = batch.mask(pred)
    shown = sums(batch.letters & ~masked)
    covered = _hidden(gold, batch, masked, shown)
    tokens = batch.tokens(without_labels(pred), empty=False)
    all_gold = batch.tokens(without_labels(gold), empty=False)
    false_tokens = tokens.only(~contained(tokens, all_gold))
    in_gold = batch.mask(gold)
    false_characters = batch.per_document(batch.letters & masked & ~in_gold)
    alarms = (false_characters, _documents(false_tokens, len(batch)))
    counts = _counts(batch, gold, covered, (masked, shown), alarms)
    wanted = hipaa[gold.label] if len(gold.doc) else numpy.zeros(0, dtype=numpy.bool_)
    subset = (
        counts
        if wanted.all()
        else _counts(batch, gold.only(wanted), covered[wanted], (masked, shown), alarms)
    )
    cells = gold.doc * labels + gold.label
    size = len(batch) * labels
    by_label = numpy.stack(
        (
            numpy.bincount(cells, minlength=size).reshape(len(batch), labels),
            numpy.bincount(cells[covered], minlength=size).reshape(len(batch), labels),
        ),
        axis=-1,
    )
    return Masking(counts, subset, by_label, covered, masked)


def _hidden(spans: Spans, batch: Batch, masked: Flags, shown: Ints) -> Flags:
    """Flag the spans of which no letter or digit shows.

    shown: how many unmasked letters and digits stand before each place.
    """
    flags: Flags = shown[spans.end] == shown[spans.start]
    letters = batch.letter_sums
    bare = numpy.flatnonzero(letters[spans.end] == letters[spans.start])
    for index in bare.tolist():
        flags[index] = masked[spans.start[index] : spans.end[index]].all()
    return flags


def _documents(spans: Spans, documents: int) -> Ints:
    return numpy.bincount(spans.doc, minlength=documents)


def _counts(
    batch: Batch,
    gold: Spans,
    covered: Flags,
    mask: tuple[Flags, Ints],
    alarms: tuple[Ints, Ints],
) -> Ints:
    documents = len(batch)
    masked, shown = mask
    wanted = batch.letters & batch.mask(gold)
    tokens = batch.tokens(without_labels(gold), empty=False)
    found = _hidden(tokens, batch, masked, shown)
    left = tokens.only(~found)
    text = batch.text
    harmless = numpy.fromiter(
        (
            text[start:end].lower() in HARMLESS_TOKENS
            for start, end in zip(left.start.tolist(), left.end.tolist(), strict=True)
        ),
        numpy.bool_,
        len(left.doc),
    )
    spans = _documents(gold, documents)
    hidden = _documents(gold.only(covered), documents)
    return numpy.stack(
        (
            batch.per_document(wanted & masked),
            alarms[0],
            batch.per_document(wanted & ~masked),
            spans,
            hidden,
            _documents(tokens, documents),
            _documents(tokens.only(found), documents),
            _documents(left.only(harmless), documents),
            alarms[1],
            (spans > 0).astype(numpy.int64),
            (hidden < spans).astype(numpy.int64),
        ),
        axis=-1,
    )
