"""Weights of a linear recognizer by hashed feature, and the fast way from a document to scores.

A word's features depend on the word alone, so what they add to the scores of its neighbours is
computed once per word and kept; a document is then a sum over a few table rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy
import numpy.typing
from spacy.strings import hash_string  # type: ignore[attr-defined]
from spacy.tokens import Doc

from spacy_deid.detect.features.context import View
from spacy_deid.detect.features.extractor import FeatureExtractor

Floats = numpy.typing.NDArray[numpy.float32]
Keys = numpy.typing.NDArray[numpy.uint64]

_MOST_WORDS = 20_000
"""Words whose scores are kept; the table of a long run must not grow without end."""
_MOST_MARKS = 50_000
"""The same for features of the context."""


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
    columns: numpy.typing.NDArray[numpy.uint8]
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
            numpy.array([entry[1] for entry in taken], dtype=numpy.uint8),
            numpy.array([entry[2] for entry in taken], dtype=numpy.float16),
        )

    def total(self, features: Sequence[str]) -> Floats:
        """Sum the rows of some features, shape (classes,); unknown ones add nothing."""
        total = numpy.zeros(len(self.classes), dtype=numpy.float32)
        if not features or not len(self.keys):
            return total
        wanted = numpy.fromiter((hash_string(f) for f in features), numpy.uint64, len(features))
        places = numpy.searchsorted(self.keys, wanted)
        places[places == len(self.keys)] = 0
        for row in places[self.keys[places] == wanted].tolist():
            first, end = self.starts[row], self.starts[row + 1]
            total[self.columns[first:end]] += self.values[first:end]
        return total

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
        return cls(
            list(state["classes"]),
            numpy.frombuffer(state["keys"], dtype=numpy.uint64),
            numpy.frombuffer(state["starts"], dtype=numpy.uint32),
            numpy.frombuffer(state["columns"], dtype=numpy.uint8),
            numpy.frombuffer(state["values"], dtype=numpy.float16),
        )


class LinearScorer:
    """Gives every word of a document a score per class."""

    def __init__(self, extractor: FeatureExtractor, weights: Weights) -> None:
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
        count, reach = len(view.words), self.extractor.reach
        if not count:
            return view, numpy.zeros((0, len(self.weights.classes)), dtype=numpy.float32)
        padded = numpy.zeros(count + 2 * reach, dtype=numpy.int64)
        padded[reach : reach + count] = self._numbers(view.words)
        table = self._table
        scores = numpy.zeros((count, table.shape[2]), dtype=numpy.float32)
        for number in range(2 * reach + 1):
            scores += table[padded[number : number + count], number]
        self._add_context(scores, self.extractor.context(view))
        return view, scores

    def _numbers(self, words: Sequence[str]) -> list[int]:
        if len(self._places) > _MOST_WORDS:
            self._forget_words()
        places = self._places
        numbers = []
        for word in words:
            place = places.get(word)
            if place is None:
                place = places[word] = len(places) + 1
                if place == len(self._table):
                    self._table = numpy.concatenate([self._table, numpy.zeros_like(self._table)])
                for number, features in enumerate(self.extractor.word(word)):
                    self._table[place, number] = self.weights.total(features)
            numbers.append(place)
        return numbers

    def _add_context(self, scores: Floats, rows: Sequence[Sequence[str]]) -> None:
        if len(self._marks) > _MOST_MARKS:
            self._forget_marks()
        marks = self._marks
        numbers: list[int] = []
        starts: list[int] = []
        for row in rows:
            starts.append(len(numbers))
            for feature in row:
                number = marks.get(feature)
                if number is None:
                    number = self._new_mark(feature)
                numbers.append(number)
        # every row has the bias, so none is empty and reduceat is a sum
        scores += numpy.add.reduceat(self._mark_table[numbers], starts, axis=0)

    def _new_mark(self, feature: str) -> int:
        number = self._marks[feature] = len(self._marks)
        if number == len(self._mark_table):
            self._mark_table = numpy.concatenate(
                [self._mark_table, numpy.zeros_like(self._mark_table)]
            )
        self._mark_table[number] = self.weights.total((feature,))
        return number
