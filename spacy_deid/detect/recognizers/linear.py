"""Weights of a linear recognizer by hashed feature, and the fast way from a document to scores.

A word's features depend on the word alone, so what they add to the scores of its neighbours is
computed once per word and kept; a document is then a sum over a few table rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from threading import Lock
from typing import Any, Generic, Protocol, TypeVar

import numpy
import numpy.typing
from spacy.strings import hash_string  # type: ignore[attr-defined]
from spacy.tokens import Doc

from spacy_deid.detect.features.context import View

Floats = numpy.typing.NDArray[numpy.float32]
Keys = numpy.typing.NDArray[numpy.uint64]
Numbers = numpy.typing.NDArray[numpy.int64]

_LEARNING = Lock()
"""Held while a scorer learns the rows of words that it meets for the first time."""
_MOST_WORDS = 40_000
"""Words whose scores are kept; the table of a long run must not grow without end."""
_MOST_MARKS = 50_000
"""The same for features of the context."""


class Reader(Protocol):
    """What turns documents into features: ``FeatureExtractor``, and whatever has its verbs.

    reach: words on each side that a word's own features reach.
    rule_sources: the span groups that it reads.
    """

    reach: int

    @property
    def rule_sources(self) -> list[str]:
        """Name the span groups that it reads."""
        ...

    def view(self, doc: Doc) -> View:
        """Lay a document out in the words that get features."""
        ...

    def word(self, word: str) -> list[tuple[str, ...]]:
        """Give what a word adds to its neighbours, by offset; depends on nothing but the word."""
        ...

    def context(self, view: View) -> list[list[str]]:
        """Give what each word has from the document around it; at least one feature each."""
        ...

    def to_dict(self) -> dict[str, Any]:
        """Give the tables that travel in a model."""
        ...

    def load_dict(self, tables: Mapping[str, Any]) -> None:
        """Take back what ``to_dict`` gave."""
        ...


def feature_key(feature: str) -> int:
    """Give the 64-bit hash that stands for a feature in a model."""
    return int(hash_string(feature))


@dataclass(slots=True)
class Weights:
    """A sparse matrix of weights: one row per feature, one column per class.

    classes: names of the columns.
    keys: feature hashes, ascending, shape (features,).
    starts: first entry of each row and the end, shape (features + 1,).
    columns, values: class number and weight of each entry. Weights are rounded to 16 bits, so that
        a model gives the same scores before and after it was saved.
    """

    classes: list[str]
    keys: Keys
    starts: numpy.typing.NDArray[numpy.uint32]
    columns: numpy.typing.NDArray[Any]
    values: numpy.typing.NDArray[numpy.float16]

    @classmethod
    def of(cls, classes: Sequence[str], entries: Iterable[tuple[int, int, float]]) -> Weights:
        """Build from (feature hash, class number, weight); zero weights are left out."""
        taken = sorted((key, column, value) for key, column, value in entries if value)
        keys = numpy.array([entry[0] for entry in taken], dtype=numpy.uint64)
        distinct, starts = numpy.unique(keys, return_index=True)
        return cls(
            list(classes),
            distinct,
            numpy.append(starts, len(taken)).astype(numpy.uint32),
            numpy.array([entry[1] for entry in taken], dtype=_column_type(len(classes))),
            numpy.array([entry[2] for entry in taken], dtype=numpy.float16),
        )

    @classmethod
    def of_matrix(cls, classes: Sequence[str], keys: Keys, matrix: Any) -> Weights:
        """Build from a scipy matrix of shape (features, classes) and the hash of each feature.

        Weights too small for 16 bits are left out.
        """
        entries = matrix.tocoo()
        values = entries.data.astype(numpy.float16)
        kept = numpy.flatnonzero(values)
        rows, columns = keys[entries.row[kept]], entries.col[kept]
        order = numpy.lexsort((columns, rows))
        distinct, starts = numpy.unique(rows[order], return_index=True)
        return cls(
            list(classes),
            distinct,
            numpy.append(starts, len(order)).astype(numpy.uint32),
            columns[order].astype(_column_type(len(classes))),
            values[kept][order],
        )

    def totals(self, features: Sequence[str], owners: Numbers, count: int) -> Floats:
        """Sum the rows of the features of each owner, shape (count, classes).

        owners: number below count of the owner of each feature; features without a row add nothing.
        """
        width = len(self.classes)
        if not len(features) or not len(self.keys):
            return numpy.zeros((count, width), dtype=numpy.float32)
        wanted = numpy.fromiter(map(hash_string, features), numpy.uint64, len(features))
        places = numpy.searchsorted(self.keys, wanted)
        places[places == len(self.keys)] = 0
        known = numpy.flatnonzero(self.keys[places] == wanted)
        rows = places[known]
        firsts = self.starts[rows].astype(numpy.int64)
        sizes = self.starts[rows + 1].astype(numpy.int64) - firsts
        entries = numpy.repeat(firsts - (numpy.cumsum(sizes) - sizes), sizes)
        entries += numpy.arange(len(entries))
        cells = numpy.repeat(owners[known], sizes) * width + self.columns[entries]
        sums = numpy.bincount(cells, weights=self.values[entries], minlength=count * width)
        return sums.astype(numpy.float32).reshape(count, width)

    def by_class(self) -> dict[str, dict[int, float]]:
        """Give class to feature hash to weight, for looking at."""
        found: dict[str, dict[int, float]] = {name: {} for name in self.classes}
        owners = numpy.repeat(self.keys, numpy.diff(self.starts))
        for key, column, value in zip(
            owners.tolist(), self.columns.tolist(), self.values.tolist(), strict=True
        ):
            found[self.classes[column]][key] = value
        return found

    def to_dict(self) -> dict[str, Any]:
        """Give plain bytes, the same for the same weights."""
        arrays = {n: getattr(self, n).tobytes() for n in ("keys", "starts", "columns", "values")}
        return {"classes": self.classes, **arrays}

    @classmethod
    def from_dict(cls, state: Mapping[str, Any]) -> Weights:
        """Take back what ``to_dict`` gave."""
        classes = list(state["classes"])
        return cls(
            classes,
            numpy.frombuffer(state["keys"], dtype=numpy.uint64),
            numpy.frombuffer(state["starts"], dtype=numpy.uint32),
            numpy.frombuffer(state["columns"], dtype=_column_type(len(classes))),
            numpy.frombuffer(state["values"], dtype=numpy.float16),
        )


def _column_type(classes: int) -> type[numpy.uint8] | type[numpy.uint16]:
    return numpy.uint8 if classes <= 1 << 8 else numpy.uint16


class Table(Protocol):
    """What a scorer sums: ``Weights``, or vectors whose columns have numbers for names."""

    classes: list[str]

    def totals(self, features: Sequence[str], owners: Numbers, count: int) -> Floats:
        """Sum the rows of the features of each owner, shape (count, classes)."""
        ...


T = TypeVar("T", bound=Table)


class LinearScorer(Generic[T]):
    """Gives every word of a document a score per class."""

    def __init__(self, extractor: Reader, weights: T) -> None:
        self.extractor = extractor
        self.weights = weights
        self._forget_words()
        self._forget_marks()

    def _forget_words(self) -> None:
        # row 0 stands for no word at all
        self._places: dict[str, int] = {}
        shape = (1024, 2 * self.extractor.reach + 1, len(self.weights.classes))
        self._table = numpy.zeros(shape, dtype=numpy.float32)

    def _forget_marks(self) -> None:
        self._marks: dict[str, int] = {}
        self._mark_table = numpy.zeros((1024, len(self.weights.classes)), dtype=numpy.float32)

    def __call__(self, doc: Doc) -> tuple[View, Floats]:
        """Score a document.

        RETURNS: its view and an array of shape (words of the view, classes).
        """
        view = self.extractor.view(doc)
        return view, self.score(view.words, self.extractor.context(view))

    def score(self, words: Sequence[str], rows: Sequence[Sequence[str]]) -> Floats:
        """Score words that have these features of the context.

        words: those of a document; of several where the extractor has no ``reach``.
        RETURNS: an array of shape (words, classes).
        """
        count, reach = len(words), self.extractor.reach
        if not count:
            return numpy.zeros((0, len(self.weights.classes)), dtype=numpy.float32)
        padded = numpy.zeros(count + 2 * reach, dtype=numpy.int64)
        padded[reach : reach + count], table = self._numbers(words)
        scores = self._context_scores(rows)
        for number in range(2 * reach + 1):
            scores += table[padded[number : number + count], number]
        return scores

    def _numbers(self, words: Sequence[str]) -> tuple[Numbers, Floats]:
        """Give the rows of words, and the table that holds them.

        New words are known only once their rows are there, so that neither an interrupted call nor
        another thread leaves a word with a row that is none.
        """
        with _LEARNING:
            if len(self._places) > _MOST_WORDS:
                self._forget_words()
            places = self._places
            numbers = list(map(places.get, words))
            if None in numbers:
                new = [word for word in dict.fromkeys(words) if word not in places]
                # row 0 is taken, so the first word has number 1
                first, last = len(places) + 1, len(places) + 1 + len(new)
                table = _grown(self._table, last)
                table[first:last] = self._totals_of(new)
                self._table = table
                places.update(zip(new, range(first, last), strict=True))
                numbers = list(map(places.get, words))
            return numpy.array(numbers, dtype=numpy.int64), self._table

    def _totals_of(self, words: Sequence[str]) -> Floats:
        offsets = self._table.shape[1]
        features: list[str] = []
        counts: list[int] = []
        for word in words:
            for found in self.extractor.word(word):
                features.extend(found)
                counts.append(len(found))
        owners = numpy.repeat(numpy.arange(len(counts)), counts)
        totals = self.weights.totals(features, owners, len(counts))
        return totals.reshape(len(words), offsets, -1)

    def _context_scores(self, rows: Sequence[Sequence[str]]) -> Floats:
        features = list(chain.from_iterable(rows))
        with _LEARNING:
            if len(self._marks) > _MOST_MARKS:
                self._forget_marks()
            marks = self._marks
            numbers = list(map(marks.get, features))
            if None in numbers:
                new = [mark for mark in dict.fromkeys(features) if mark not in marks]
                first, last = len(marks), len(marks) + len(new)
                table = _grown(self._mark_table, last)
                table[first:last] = self.weights.totals(new, numpy.arange(len(new)), len(new))
                self._mark_table = table
                marks.update(zip(new, range(first, last), strict=True))
                numbers = list(map(marks.get, features))
            table = self._mark_table
        lengths = numpy.fromiter(map(len, rows), numpy.int64, len(rows))
        return sums_of_runs(table, numpy.array(numbers, dtype=numpy.int64), lengths)


def sums_of_runs(table: Floats, places: Numbers, lengths: Numbers) -> Floats:
    """Sum rows of a table run by run, in their order; much faster than ``numpy.add.reduceat``.

    places: of the rows, all runs behind one another. lengths: rows of each run, 1 or more.
    RETURNS: shape (runs, columns).
    """
    order = numpy.argsort(-lengths, kind="stable")
    starts, falling = (numpy.cumsum(lengths) - lengths)[order], lengths[order]
    sums = table.take(places[starts], axis=0)
    # how many runs, the first ones, have a row of each number
    live = numpy.searchsorted(-falling, -numpy.arange(falling[0]), side="left").tolist()
    for number in range(1, len(live)):
        count = live[number]
        sums[:count] += table.take(places[starts[:count] + number], axis=0)
    found: Floats = numpy.empty_like(sums)
    found[order] = sums
    return found


def _grown(table: Floats, size: int) -> Floats:
    """Give a table with room for so many rows, at least doubled where it has to grow."""
    if size <= len(table):
        return table
    larger = numpy.zeros((max(size, 2 * len(table)), *table.shape[1:]), dtype=numpy.float32)
    larger[: len(table)] = table
    return larger
