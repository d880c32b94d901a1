"""The sparse matrix that a linear machine learns from: one row per word, one column per feature.

A word's features depend on the word alone, so their column numbers are looked up once per distinct
word; rows are then put together by array operations.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy
import numpy.typing

from spacy_deid.detect.features.context import View
from spacy_deid.detect.recognizers.linear import Reader, feature_key

Numbers = numpy.typing.NDArray[numpy.int64]
Columns = numpy.typing.NDArray[numpy.int32]


class _Ragged:
    """Rows of column numbers of different lengths, one after the other."""

    def __init__(self) -> None:
        self._values: list[int] = []
        self._lengths: list[int] = []

    def add(self, row: Sequence[int]) -> None:
        self._values.extend(row)
        self._lengths.append(len(row))

    def close(self) -> tuple[Columns, Numbers, Numbers]:
        """Give all values, the first place of each row, and the length of each row."""
        lengths = numpy.array(self._lengths, dtype=numpy.int64)
        starts = numpy.cumsum(lengths) - lengths
        return numpy.array(self._values, dtype=numpy.int32), starts, lengths


class Vocabulary:
    """Feature strings and their columns; only hashes of them go into a model."""

    def __init__(self) -> None:
        self._columns: dict[str, int] = {}
        self._frozen = False

    def __len__(self) -> int:
        return len(self._columns)

    def freeze(self) -> None:
        """Give no new columns from now on; features without one are left out."""
        self._frozen = True

    def numbers(self, features: Sequence[str]) -> list[int]:
        """Give the columns of some features."""
        columns = self._columns
        if self._frozen:
            return [columns[f] for f in features if f in columns]
        return [columns.setdefault(f, len(columns)) for f in features]

    def keys(self) -> numpy.typing.NDArray[numpy.uint64]:
        """Give the hash of the feature of each column."""
        return numpy.fromiter(map(feature_key, self._columns), numpy.uint64, len(self._columns))


@dataclass(slots=True)
class Part:
    """Some documents, laid out for training.

    matrix: scipy CSR matrix, shape (words, columns), float64.
    tags: gold tag of each word.
    folds: fold of each word's document.
    documents: the lower-case words of each document.
    """

    matrix: Any
    tags: numpy.typing.NDArray[numpy.str_]
    folds: Numbers
    documents: list[list[str]]

    def rows(self) -> Iterator[tuple[int, int]]:
        """Give the [first, end) rows of each document."""
        first = 0
        for words in self.documents:
            yield first, first + len(words)
            first += len(words)


class Layout:
    """Collects documents and lays them out as a ``Part``."""

    def __init__(self, reader: Reader, vocabulary: Vocabulary) -> None:
        self._reader = reader
        self._vocabulary = vocabulary
        self._types: dict[str, int] = {}
        self._by_offset = [_Ragged() for _ in range(2 * reader.reach + 1)]
        for ragged in self._by_offset:
            ragged.add(())  # number 0 stands for no word at all
        self._forget()

    def _forget(self) -> None:
        self._words: list[int] = []
        self._context = _Ragged()
        self._tags: list[str] = []
        self._folds: list[int] = []
        self._documents: list[list[str]] = []

    def __len__(self) -> int:
        return len(self._tags)

    def add(self, view: View, tags: Sequence[str], fold: int) -> None:
        """Take a document.

        tags: one per word of the view.
        """
        edge = [0] * self._reader.reach
        self._words += edge
        for word in view.words:
            number = self._types.get(word)
            if number is None:
                number = self._types[word] = len(self._types) + 1
                for ragged, features in zip(self._by_offset, self._reader.word(word), strict=True):
                    ragged.add(self._vocabulary.numbers(features))
            self._words.append(number)
        self._words += edge
        for row in self._reader.context(view):
            self._context.add(self._vocabulary.numbers(row))
        self._tags.extend(tags)
        self._folds += [fold] * len(tags)
        self._documents.append(view.lower)

    def take(self) -> Part:
        """Give what was collected and begin anew; columns are those known until now."""
        from scipy.sparse import csr_matrix

        reach = self._reader.reach
        words = numpy.array(self._words, dtype=numpy.int64)
        lengths = [len(document) for document in self._documents]
        places = numpy.concatenate(
            [numpy.zeros(0, numpy.int64)]
            + [
                numpy.arange(length) + reach + before
                for length, before in zip(
                    lengths,
                    numpy.cumsum([0, *(n + 2 * reach for n in lengths)])[:-1].tolist(),
                    strict=True,
                )
            ]
        )
        pieces = [(numpy.arange(len(places)), *self._context.close())]
        for offset, ragged in enumerate(self._by_offset):
            pieces.append((words[places + offset - reach], *ragged.close()))
        ends = numpy.cumsum(sum(lengths_of[which] for which, _, _, lengths_of in pieces))
        borders = numpy.concatenate([numpy.zeros(1, numpy.int64), ends])
        indices = numpy.empty(borders[-1], dtype=numpy.int32)
        free = borders[:-1].copy()
        for which, values, starts, lengths_of in pieces:
            counts = lengths_of[which]
            inside = numpy.arange(counts.sum()) - numpy.repeat(
                numpy.cumsum(counts) - counts, counts
            )
            indices[numpy.repeat(free, counts) + inside] = values[
                numpy.repeat(starts[which], counts) + inside
            ]
            free += counts
        matrix = csr_matrix(
            (numpy.ones(len(indices)), indices, borders),
            shape=(len(places), len(self._vocabulary)),
        )
        # a feature can stand twice in a row; the solvers expect one entry with the sum
        matrix.sum_duplicates()
        part = Part(
            matrix,
            numpy.array(self._tags, dtype=numpy.str_),
            numpy.array(self._folds, dtype=numpy.int64),
            self._documents,
        )
        self._forget()
        return part
