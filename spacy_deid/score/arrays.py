"""Documents with gold and predicted spans as arrays, many documents at a time.

The texts of a batch are joined with one character between them and offsets count that joined text,
so that spans of different documents never touch and every criterion is one pass over arrays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import chain
from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

from spacy_deid.errors import DeidError
from spacy_deid.phi import shown
from spacy_deid.score.schemes import is_outside

Ints = NDArray[Any]
Flags = NDArray[numpy.bool_]
SpanLike = tuple[int, int, str]

BATCH_DOCUMENTS = 1000
BATCH_CHARACTERS = 2_000_000


class Pair(NamedTuple):
    """One document as the scorers take it.

    text: the characters that the offsets count.
    gold, pred: (start, end, label) each, half-open, in any order; labels of one scheme, or as
        ``schemes.outside`` names what it has no label for.
    id: how errors name the document.
    meta: JSON types; the keys 'patient', 'sentences', 'utility' and 'traps' are read where they are
        present.
    """

    text: str
    gold: Sequence[SpanLike]
    pred: Sequence[SpanLike]
    id: str = ""
    meta: dict[str, Any] = {}


class Spans(NamedTuple):
    """Spans of a batch, without duplicates, in order of start, end and label.

    doc: index within the batch; start, end: characters of the joined text; label: code.
    """

    doc: Ints
    start: Ints
    end: Ints
    label: Ints

    def only(self, flags: Flags) -> Spans:
        """Keep the flagged spans."""
        return Spans(self.doc[flags], self.start[flags], self.end[flags], self.label[flags])


class LabelCodes:
    """Numbers for labels, in the order in which they are first met.

    known: the labels that may occur beside those outside of the scheme; None admits any.
    """

    def __init__(self, known: Iterable[str] | None = None) -> None:
        self.known = None if known is None else frozenset(known)
        self.names: list[str] = []
        self._codes: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self.names)

    def code(self, label: str, document: str = "") -> int:
        """Give the number of a label.

        RAISES: DeidError D503 where the label is not among the known ones.
        """
        found = self._codes.get(label)
        if found is None:
            if not (self.known is None or label in self.known or is_outside(label)):
                known = ", ".join(sorted(self.known))
                raise DeidError(
                    "D503", side="Scoring", label=shown(label), doc=document, known=known
                )
            found = self._codes[label] = len(self.names)
            self.names.append(label)
        return found


def tidy(doc: Ints, start: Ints, end: Ints, label: Ints) -> Spans:
    """Sort spans and drop duplicates."""
    order = numpy.lexsort((label, end, start))
    spans = Spans(doc[order], start[order], end[order], label[order])
    if len(order) < 2:
        return spans
    differs = (
        (spans.start[1:] != spans.start[:-1])
        | (spans.end[1:] != spans.end[:-1])
        | (spans.label[1:] != spans.label[:-1])
    )
    return spans.only(numpy.concatenate(([True], differs)))


@lru_cache(maxsize=1)
def _alphanumeric_table() -> Flags:
    """Tell of every code point whether it is a letter or a digit, in any script."""
    return numpy.fromiter(
        (chr(point).isalnum() for point in range(0x110000)), dtype=numpy.bool_, count=0x110000
    )


_ASCII_TABLE: Flags = numpy.fromiter(
    (chr(point).isalnum() for point in range(128)), dtype=numpy.bool_, count=128
)


class Batch:
    """Some documents with their spans as arrays."""

    def __init__(self, pairs: Sequence[Pair], codes: LabelCodes) -> None:
        self.pairs = pairs
        lengths = numpy.fromiter((len(p.text) for p in pairs), numpy.int64, len(pairs))
        self.offsets: Ints = numpy.concatenate(([0], numpy.cumsum(lengths + 1)))
        self.lengths: Ints = lengths
        self.gold = self._spans([p.gold for p in pairs], codes)
        self.pred = self._spans([p.pred for p in pairs], codes)

    def __len__(self) -> int:
        return len(self.pairs)

    def _spans(self, groups: list[Sequence[SpanLike]], codes: LabelCodes) -> Spans:
        counts = numpy.fromiter((len(g) for g in groups), numpy.int64, len(groups))
        doc = numpy.repeat(numpy.arange(len(groups)), counts)
        if not len(doc):
            return Spans(doc, doc, doc, doc)
        starts, ends, labels = zip(*chain.from_iterable(groups), strict=True)
        start = numpy.array(starts, dtype=numpy.int64)
        end = numpy.array(ends, dtype=numpy.int64)
        wrong = (start < 0) | (end <= start) | (end > self.lengths[doc])
        if wrong.any():
            first = int(numpy.argmax(wrong))
            pair = self.pairs[int(doc[first])]
            raise DeidError(
                "D504",
                side="Scoring",
                doc=pair.id,
                start=int(start[first]),
                end=int(end[first]),
                length=len(pair.text),
            )
        table: dict[str, int] = {}
        for label in dict.fromkeys(labels):
            where = self.pairs[int(doc[labels.index(label)])].id if label not in table else ""
            table[label] = codes.code(label, where)
        label_codes = numpy.array([table[label] for label in labels], dtype=numpy.int64)
        base = self.offsets[doc]
        return tidy(doc, start + base, end + base, label_codes)

    @cached_property
    def text(self) -> str:
        """The joined text; every document ends with one line break more."""
        return "\n".join([p.text for p in self.pairs] + [""])

    @cached_property
    def _points(self) -> NDArray[Any]:
        data = self.text.encode("utf-32-le", "surrogatepass")
        return numpy.frombuffer(data, dtype="<u4")

    @cached_property
    def letters(self) -> Flags:
        """Flag of each character: letter or digit of any script."""
        table = _ASCII_TABLE if self.text.isascii() else _alphanumeric_table()
        flags: Flags = table[self._points]
        return flags

    @cached_property
    def plain_letters(self) -> Flags:
        """Flag of each character: one of [a-zA-Z0-9]."""
        points = self._points
        flags = numpy.zeros(len(points), dtype=numpy.bool_)
        ascii_only = points < 128
        flags[ascii_only] = _ASCII_TABLE[points[ascii_only]]
        return flags

    @cached_property
    def letter_sums(self) -> Ints:
        """How many letters and digits stand before each place; one longer than the text."""
        return sums(self.letters)

    @cached_property
    def runs(self) -> tuple[Ints, Ints]:
        """Starts and ends of the runs of [a-zA-Z0-9] of the joined text."""
        flags = numpy.concatenate(([False], self.plain_letters, [False]))
        edges = numpy.flatnonzero(flags[1:] != flags[:-1])
        return edges[0::2], edges[1::2]

    def tokens(self, spans: Spans, *, empty: bool) -> Spans:
        """Cut spans into their runs of [a-zA-Z0-9].

        empty: give a span without such a character one token of no length at its end, as the
            2014 scoring script does.
        RETURNS: tokens with the span's document and label, without duplicates.
        SOURCE: i2b2 2014 scoring script (its tokenizer sees the tag's own text only).
        """
        starts, ends = self.runs
        first = numpy.searchsorted(ends, spans.start, side="right")
        last = numpy.searchsorted(starts, spans.end, side="left")
        counts = numpy.maximum(last - first, 0)
        owner = numpy.repeat(numpy.arange(len(counts)), counts)
        before = numpy.cumsum(counts) - counts
        run = numpy.arange(len(owner)) - before[owner] + first[owner]
        doc, label = spans.doc[owner], spans.label[owner]
        start = numpy.maximum(starts[run], spans.start[owner])
        end = numpy.minimum(ends[run], spans.end[owner])
        if empty and (counts == 0).any():
            bare = spans.only(counts == 0)
            doc = numpy.concatenate((doc, bare.doc))
            start = numpy.concatenate((start, bare.end))
            end = numpy.concatenate((end, bare.end))
            label = numpy.concatenate((label, bare.label))
        return tidy(doc, start, end, label)

    def mask(self, spans: Spans) -> Flags:
        """Flag of each character of the joined text: in one of the spans."""
        size = len(self._points)
        if not len(spans.doc):
            return numpy.zeros(size, dtype=numpy.bool_)
        reach = numpy.maximum.accumulate(spans.end)
        apart = spans.start[1:] > reach[:-1]
        starts = spans.start[numpy.concatenate(([True], apart))]
        ends = reach[numpy.concatenate((apart, [True]))]
        borders = numpy.empty(2 * len(starts) + 2, dtype=numpy.int64)
        borders[0], borders[-1] = 0, size
        borders[1:-1:2], borders[2:-1:2] = starts, ends
        inside = numpy.arange(len(borders) - 1) % 2 == 1
        return numpy.repeat(inside, numpy.diff(borders))

    def per_document(self, flags: Flags) -> Ints:
        """Count flagged characters of each document."""
        counts: Ints = numpy.add.reduceat(flags, self.offsets[:-1], dtype=numpy.int64)
        return counts

    def sentences(self) -> Ints:
        """Estimate the sentences of each document.

        RETURNS: how many pieces hold a letter or digit, cut at line breaks and where white space
            follows a full stop, question mark or exclamation mark.
        """
        points = self._points
        cuts = (points == 10) | (points == 13)
        stops = (points == 46) | (points == 33) | (points == 63)
        cuts[1:] |= stops[:-1] & ((points[1:] == 32) | (points[1:] == 9) | (points[1:] == 160))
        letters = sums(self.letters)
        ends = numpy.flatnonzero(cuts)
        full = numpy.diff(letters[ends], prepend=0) > 0
        doc = numpy.searchsorted(self.offsets, ends[full], side="right") - 1
        return numpy.bincount(doc, minlength=len(self))


def sums(flags: Flags) -> Ints:
    """Count the flags before each place; one longer than the input."""
    total = numpy.zeros(len(flags) + 1, dtype=numpy.int32)
    numpy.cumsum(flags, dtype=numpy.int32, out=total[1:])
    return total


def batches(
    pairs: Iterable[Pair],
    codes: LabelCodes,
    *,
    documents: int = BATCH_DOCUMENTS,
    characters: int = BATCH_CHARACTERS,
    check: Callable[[Pair], None] | None = None,
) -> Iterator[Batch]:
    """Gather documents into batches.

    documents, characters: the most of a batch; one document alone may be longer.
    RAISES: DeidError D503 (unknown label) or D504 (span outside its text), naming the document.
    """
    waiting: list[Pair] = []
    size = 0
    for given in pairs:
        pair = given if isinstance(given, Pair) else Pair(*given)
        if check is not None:
            check(pair)
        if waiting and (len(waiting) >= documents or size + len(pair.text) > characters):
            yield Batch(waiting, codes)
            waiting, size = [], 0
        waiting.append(pair)
        size += len(pair.text)
    if waiting:
        yield Batch(waiting, codes)
