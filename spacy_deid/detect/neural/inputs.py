"""What the recurrent encoder sees of documents, as arrays: characters, hashed words, flags.

Nothing here learns or stores a word: characters go in by their code points, words by their hashes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy
import numpy.typing
from murmurhash import mrmr
from spacy.strings import get_string_id
from spacy.tokens import Doc
from thinc.api import NumpyOps

from spacy_deid.detect.features.extractor import FeatureExtractor

Array = numpy.typing.NDArray[Any]

FLAGS = ("IS_LOWER", "IS_UPPER", "IS_TITLE", "IS_DIGIT", "IS_SPACE")
FLAG_COUNT = len(FLAGS) + 1
"""Capitalisation, digits, white space and whether the word is a salutation."""
HASHES = 4
"""Rows of a table that a word has; their sum is its embedding."""
_ROWS = 512
_PLAIN = 384
MOST_CHARACTERS = 32
"""Characters of a token, the following ones included; the middle of a longer one is left out."""
_SALUTATIONS = (
    "mr mrs ms miss dr prof sir madam sr sra srta don doña dr dra d dña señor señora "
    "mme mlle monsieur madame herr frau hr signor signora sig"
).split()
_MOST_CACHED = 200_000


@dataclass(slots=True)
class Inputs:
    """One batch of documents.

    characters: (words, longest) rows of the character table, 0 beyond ``lengths``; a word is a
        distinct pair of token and following characters.
    attributes: per attribute (words, HASHES) rows of its table.
    flags: (words, FLAG_COUNT).
    word_of: (tokens,) the word of every token of the batch.
    vectors: (words, width) pre-trained vectors, or None.
    bag, bag_starts: hashed features of the tokens, one after the other, and where a token's begin.
    onward, back: (longest, segments) the tokens of each segment in their order and in the opposite
        one; the number of tokens beyond a segment's end.
    onward_at, back_at: (tokens,) where a token stands in these, row by row.
    """

    characters: Array
    lengths: Array
    attributes: list[Array]
    flags: Array
    word_of: Array
    vectors: Array | None
    bag: Array | None
    bag_starts: Array | None
    onward: Array
    back: Array
    onward_at: Array
    back_at: Array


def character_rows(post_space: int) -> int:
    """Give the rows of the character table; following characters have their own half."""
    return _ROWS * 2 if post_space else _ROWS


class InputEncoder:
    """Turns documents into ``Inputs``.

    attributes, rows: lexical attributes (LOWER, PREFIX …) and the rows of their tables.
    post_space: how many characters between a token and the next letter or digit join its own.
    lower: characters in lower case.
    vectors: take the vectors of the vocabulary.
    extractor, feature_rows: feature groups and the rows of their table; None for none.
    segment: documents are cut after so many tokens at most, at a line or sentence end if possible.
    """

    def __init__(
        self,
        *,
        attributes: Sequence[str],
        rows: Sequence[int],
        post_space: int,
        lower: bool,
        vectors: bool,
        extractor: FeatureExtractor | None,
        feature_rows: int,
        segment: int,
    ) -> None:
        self.attributes = list(attributes)
        self.rows = list(rows)
        self.post_space = post_space
        self.lower = lower
        self.vectors = vectors
        self.extractor = extractor
        self.feature_rows = feature_rows
        self.segment = segment
        self._ops = NumpyOps()
        self._feature_ids: dict[str, int] = {}

    def __call__(self, docs: Sequence[Doc]) -> Inputs:
        """Encode documents with at least one token between them."""
        columns: list[int | str] = ["ORTH", "IDX", "LENGTH", *self.attributes, "LOWER", *FLAGS]
        tables = [doc.to_array(columns) for doc in docs]
        table = numpy.concatenate(tables)
        sizes = [len(part) for part in tables]
        text, offsets = _text(docs)
        first = table[:, 1].astype(numpy.int64) + numpy.repeat(offsets, sizes)
        last = first + table[:, 2].astype(numpy.int64)
        after = _following(text, last, self.post_space)
        total = last - first + after
        keys = _keys(table[:, 0], text, last, after, self.post_space)
        _, chosen, word_of = numpy.unique(keys, return_index=True, return_inverse=True)
        words = table[chosen]
        characters, lengths = self._characters(
            text, first[chosen], total[chosen], (last - first)[chosen]
        )
        known = 3 + len(self.attributes)
        lowered = numpy.isin(words[:, known], _salutations())
        flags = numpy.concatenate((words[:, known + 1 :], lowered[:, None]), axis=1)
        segments = _segments(text, first, last, table[:, -1] != 0, sizes, self.segment)
        onward, back, onward_at, back_at = _laid_out(segments)
        bag, bag_starts = self._features(docs, sizes)
        return Inputs(
            characters=characters,
            lengths=lengths,
            attributes=[
                self._ops.hash(numpy.ascontiguousarray(words[:, 3 + n]), 17 + n) % rows
                for n, rows in enumerate(self.rows)
            ],
            flags=flags.astype(numpy.float32),
            word_of=word_of.reshape(-1),
            vectors=_vectors(docs[0], words[:, 0]) if self.vectors else None,
            bag=bag,
            bag_starts=bag_starts,
            onward=onward,
            back=back,
            onward_at=onward_at,
            back_at=back_at,
        )

    def _characters(
        self, text: Array, first: Array, total: Array, own: Array
    ) -> tuple[Array, Array]:
        lengths = numpy.minimum(total, MOST_CHARACTERS)
        places = numpy.arange(int(lengths.max()))[None, :]
        # a long word keeps its first half and its end, which holds the following characters
        late = (total - lengths)[:, None] * (places >= MOST_CHARACTERS // 2)
        inside = places + late
        read = numpy.minimum(first[:, None] + inside, len(text) - 1)
        codes = text[read]
        if self.lower:
            codes = _lower_table()[numpy.minimum(codes, 0xFFFF)]
        rows = numpy.where(codes < _PLAIN, codes, _PLAIN + codes % (_ROWS - _PLAIN))
        if self.post_space:
            rows = rows + _ROWS * (inside >= own[:, None])
        return numpy.where(places < lengths[:, None], rows, 0).astype(numpy.int64), lengths

    def _features(
        self, docs: Sequence[Doc], sizes: Sequence[int]
    ) -> tuple[Array | None, Array | None]:
        if self.extractor is None:
            return None, None
        if len(self._feature_ids) > _MOST_CACHED:
            self._feature_ids.clear()
        known, most = self._feature_ids, self.feature_rows
        bag: list[int] = []
        starts = numpy.zeros(sum(sizes), dtype=numpy.int64)
        base = 0
        for doc, size in zip(docs, sizes, strict=True):
            view, rows = self.extractor(doc)
            counts = numpy.zeros(size, dtype=numpy.int64)
            for place, row in zip(view.tokens, rows, strict=True):
                counts[place] = len(row)
                for feature in row:
                    number = known.get(feature)
                    if number is None:
                        number = known[feature] = (
                            mrmr.hash_unicode(feature, 7) & 0x7FFFFFFF
                        ) % most
                    bag.append(number)
            starts[base : base + size] = numpy.cumsum(counts) - counts
            starts[base : base + size] += len(bag) - int(counts.sum())
            base += size
        return numpy.array(bag, dtype=numpy.int64), starts


def _text(docs: Sequence[Doc]) -> tuple[Array, Array]:
    """Give the code points of all documents, one after the other, and where each begins.

    A letter stands after each document, so that nothing follows its last token.
    """
    texts = [doc.text + "x" for doc in docs]
    codes = numpy.frombuffer("".join(texts).encode("utf-32-le"), dtype="<u4")
    lengths = [len(text) for text in texts]
    return codes.astype(numpy.int64), numpy.cumsum(lengths) - lengths


def _following(text: Array, last: Array, most: int) -> Array:
    """Count the characters, ``most`` at most, between a token and the next letter or digit."""
    letters = _letter_table()
    count = numpy.zeros(len(last), dtype=numpy.int64)
    going = numpy.ones(len(last), dtype=bool)
    for step in range(most):
        here = text[numpy.minimum(last + step, len(text) - 1)]
        going = going & ~letters[numpy.minimum(here, 0xFFFF)]
        count += going
    return count


def _keys(orth: Array, text: Array, last: Array, after: Array, most: int) -> Array:
    keys: Array = orth.astype(numpy.uint64)
    for step in range(most):
        code = text[numpy.minimum(last + step, len(text) - 1)]
        code = numpy.where(step < after, code + 1, 0).astype(numpy.uint64)
        keys = keys * numpy.uint64(0x100000001B3) + code
    return keys


def _segments(
    text: Array, first: Array, last: Array, space: Array, sizes: Sequence[int], most: int
) -> list[tuple[int, int]]:
    """Cut the tokens of a batch, document by document, into [start, end) of ``most`` at most."""
    lines = numpy.concatenate(([0], numpy.cumsum((text == 10) | (text == 13))))
    line_ends = numpy.flatnonzero(space & (lines[last] > lines[first])) + 1
    single = (last - first == 1) & numpy.isin(text[first], (ord("."), ord("?"), ord("!")))
    sentence_ends = numpy.flatnonzero(single) + 1
    found: list[tuple[int, int]] = []
    start = 0
    for size in sizes:
        end = start + size
        while end - start > most:
            cut = start + most
            for cuts in (line_ends, sentence_ends):
                place = int(numpy.searchsorted(cuts, start + most, side="right")) - 1
                if place >= 0 and cuts[place] > start + most // 3:
                    cut = int(cuts[place])
                    break
            found.append((start, cut))
            start = cut
        if end > start:
            found.append((start, end))
        start = end
    return found


def _laid_out(segments: Sequence[tuple[int, int]]) -> tuple[Array, Array, Array, Array]:
    """Lay segments out side by side, to be read from their first and from their last token."""
    lengths = numpy.array([end - start for start, end in segments])
    starts = numpy.array([start for start, _ in segments])
    count = int(lengths.sum())
    step = numpy.arange(int(lengths.max()))[:, None]
    inside = step < lengths
    onward = numpy.where(inside, starts + step, count)
    back = numpy.where(inside, starts + lengths - 1 - step, count)
    places = []
    for table in (onward, back):
        place = numpy.empty(count + 1, dtype=numpy.int64)
        place[table.reshape(-1)] = numpy.arange(table.size)
        places.append(place[:count])
    return onward, back, places[0], places[1]


def _vectors(doc: Doc, orths: Array) -> Array:
    vectors = doc.vocab.vectors
    if vectors.mode == "floret":
        return numpy.asarray(vectors.get_batch([doc.vocab.strings[int(orth)] for orth in orths]))
    rows = numpy.asarray(vectors.find(keys=[int(orth) for orth in orths]))
    table = numpy.array(vectors.data[rows], dtype=numpy.float32)
    table[rows < 0] = 0.0
    return table


@lru_cache(maxsize=1)
def _letter_table() -> Array:
    return numpy.array([chr(code).isalnum() for code in range(0x10000)])


@lru_cache(maxsize=1)
def _lower_table() -> Array:
    lowered = (chr(code).lower() for code in range(0x10000))
    return numpy.array(
        [ord(text) if len(text) == 1 else code for code, text in enumerate(lowered)],
        dtype=numpy.int64,
    )


@lru_cache(maxsize=1)
def _salutations() -> Array:
    return numpy.array([get_string_id(word) for word in _SALUTATIONS], dtype=numpy.uint64)
