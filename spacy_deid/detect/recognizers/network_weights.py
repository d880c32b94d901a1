"""The trained numbers of ``deid_network`` and the way from a document to scores, in numpy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

import numpy
import numpy.typing
from spacy.strings import hash_string  # type: ignore[attr-defined]
from spacy.tokens import Doc

from spacy_deid.detect.features.context import View
from spacy_deid.detect.features.extractor import FeatureExtractor
from spacy_deid.detect.recognizers.linear import LinearScorer, sums_of_runs
from spacy_deid.detect.recognizers.products import product

Floats = numpy.typing.NDArray[numpy.float32]
Numbers = numpy.typing.NDArray[numpy.int64]

_REACH = 2
_STEPS = 6
_WORDS_AT_ONCE = 8192
"""Words of a long document that go through the layers together; it must fit into memory."""
_WORDS_TOGETHER = 512
"""Words of short documents that do; what each layer needs must fit into a processor's cache."""


class Vectors:
    """One vector per hashed feature: what ``LinearScorer`` sums.

    keys: feature hashes, ascending, shape (features,). table: (features, width).
    """

    def __init__(self, keys: numpy.typing.NDArray[numpy.uint64], table: Floats) -> None:
        self.keys = keys
        self.table = table
        self.classes = [str(number) for number in range(table.shape[1])]

    def totals(self, features: Sequence[str], owners: Numbers, count: int) -> Floats:
        """Sum the vectors of the features of each owner, shape (count, width).

        owners: number below count of the owner of each feature, ascending.
        """
        found = numpy.zeros((count, self.table.shape[1]), dtype=numpy.float32)
        if not len(features) or not len(self.keys):
            return found
        wanted = numpy.fromiter(map(hash_string, features), numpy.uint64, len(features))
        places = numpy.searchsorted(self.keys, wanted)
        places[places == len(self.keys)] = 0
        known = numpy.flatnonzero(self.keys[places] == wanted)
        if len(known):
            holders, counts = numpy.unique(owners[known], return_counts=True)
            found[holders] = sums_of_runs(self.table, places[known], counts)
        return found


def layers_of(feature_width: int, width: int, depth: int) -> list[tuple[str, int, int]]:
    """Give name, inputs and outputs of every layer between features and tags."""
    first = ("layer0", (2 * _REACH + 1) * feature_width, width)
    return [first, *((f"layer{n + 1}", 3 * width, width) for n in range(depth))]


def neighbours(layer: int, dilations: Sequence[int]) -> list[int]:
    """Tell which words a layer joins: their distances, in words, from the one it is about.

    layer: number of the layer; the first, 0, sees the words next to one another.
    dilations: distance to either neighbour in the layers after it, repeated where they are more.
    SOURCE: dilated convolutions: Strubell et al. (2017).
    """
    if layer == 0:
        return list(range(-_REACH, _REACH + 1))
    reach = dilations[(layer - 1) % len(dilations)]
    return [-reach, 0, reach]


def reach_of(depth: int, dilations: Sequence[int]) -> int:
    """Give the greatest of these distances over all layers."""
    return max(max(neighbours(layer, dilations)) for layer in range(depth + 1))


def sight_of(depth: int, dilations: Sequence[int]) -> int:
    """Give how many words on either side have a say in a word's scores."""
    return sum(max(neighbours(layer, dilations)) for layer in range(depth + 1))


def quantised(
    table: Floats,
) -> tuple[numpy.typing.NDArray[numpy.int8], numpy.typing.NDArray[numpy.float16]]:
    """Round a table to few steps: what the vectors of all features take is most of a model.

    table: (features, width).
    RETURNS: whole numbers of -6 to 6, same shape, which a wheel packs into about 3.5 bits each, and
        the factor of each row, (features,).
    """
    scales = (numpy.abs(table).max(axis=1, initial=1e-6) / _STEPS).astype(numpy.float16)
    steps = numpy.maximum(scales.astype(numpy.float32), 1e-7)[:, None]
    return numpy.clip(numpy.rint(table / steps), -_STEPS, _STEPS).astype(numpy.int8), scales


class NetworkWeights:
    """Gives every word of a document a score per tag.

    state: ``classes``, ``transitions``, ``keys``, ``width``, ``feature_width`` (that of the layers
        where missing), ``depth``, ``dilations`` (all 1 where missing) and ``members``, a list with
        the arrays of each network as bytes: 'bias', for each layer 'layerN' and 'layerN_bias',
        'output', 'output_bias' and 'transitions' as float16; 'features' and 'scales' as
        ``quantised`` gives them.
    """

    def __init__(self, extractor: FeatureExtractor, state: Mapping[str, Any]) -> None:
        self.state = dict(state)
        self.classes: list[str] = list(state["classes"])
        width, depth = state["width"], state["depth"]
        self.feature_width: int = state.get("feature_width", width)
        keys = numpy.frombuffer(state["keys"], dtype=numpy.uint64)
        tags = len(self.classes)
        shapes = {
            "bias": (self.feature_width,),
            "output": (width, tags),
            "output_bias": (tags,),
            "transitions": (tags, tags),
        }
        for name, inputs, outputs in layers_of(self.feature_width, width, depth):
            shapes[name], shapes[f"{name}_bias"] = (inputs, outputs), (outputs,)
        self.members: list[dict[str, Floats]] = [
            {
                name: numpy.frombuffer(member[name], dtype=numpy.float16)
                .astype(numpy.float32)
                .reshape(shape)
                for name, shape in shapes.items()
            }
            for member in state["members"]
        ]
        layers = layers_of(self.feature_width, width, depth)
        self._layers = [name for name, _, _ in layers]
        self._widths = self.feature_width, width, max(inputs for _, inputs, _ in layers)
        self.dilations: list[int] = list(state.get("dilations", [1]))
        self._sight = sight_of(depth, self.dilations)
        self.transitions: Floats = numpy.mean([m["transitions"] for m in self.members], axis=0)
        tables = [
            numpy.frombuffer(member["features"], dtype=numpy.int8).reshape(
                len(keys), self.feature_width
            )
            * numpy.frombuffer(member["scales"], dtype=numpy.float16).astype(numpy.float32)[:, None]
            for member in state["members"]
        ]
        joined = numpy.concatenate(tables, axis=1)
        self._scorer = LinearScorer(extractor, Vectors(keys, joined))

    def score(self, docs: Sequence[Doc]) -> list[tuple[View, Floats]]:
        """Score documents, short ones side by side.

        RETURNS: of each its view and the members' mean, shape (words of the view, tags).
        """
        extractor = self._scorer.extractor
        views = [extractor.view(doc) for doc in docs]
        found: list[tuple[View, Floats]] = []
        for group in _groups([len(view.words) for view in views]):
            together = views[group]
            words = list(chain.from_iterable(view.words for view in together))
            rows = chain.from_iterable(extractor.context(view) for view in together)
            joined = self._scorer.score(words, list(rows))
            borders = numpy.cumsum([len(view.words) for view in together])
            total = self._total(joined, borders[:-1])
            pieces = numpy.split(total, borders[:-1])
            found.extend(zip(together, pieces, strict=True))
        return found

    def _total(self, joined: Floats, borders: Numbers) -> Floats:
        """Score words, those of a long document in pieces, shape (words, tags)."""
        if len(joined) <= _WORDS_AT_ONCE:
            return self._mean(joined, borders)
        total = numpy.zeros((len(joined), len(self.classes)), dtype=numpy.float32)
        for first in range(0, len(joined), _WORDS_AT_ONCE):
            last = first + _WORDS_AT_ONCE
            before = max(0, first - self._sight)
            seen = self._mean(joined[before : last + self._sight], borders[:0])
            total[first:last] = seen[first - before : last - before]
        return total

    def _mean(self, joined: Floats, borders: Numbers) -> Floats:
        """Score words by all members, shape (words, tags).

        borders: where a document begins, the first one left out.
        """
        total = numpy.zeros((len(joined), len(self.classes)), dtype=numpy.float32)
        room = _Room(len(joined), self._widths, borders)
        for number, member in enumerate(self.members):
            first = number * self.feature_width
            total += self._forward(member, joined[:, first : first + self.feature_width], room)
        total /= len(self.members)
        return total

    def _forward(self, member: Mapping[str, Floats], sums: Floats, room: _Room) -> Floats:
        into = numpy.add(sums, member["bias"], out=room.first)
        numpy.maximum(into, 0, out=into)
        for layer, name in enumerate(self._layers):
            seen = room.beside(into, neighbours(layer, self.dilations))
            new = product(seen, member[name], room.new if layer else room.hidden)
            new += member[f"{name}_bias"]
            numpy.maximum(new, 0, out=new)
            if layer:
                room.hidden += new
            into = room.hidden
        scores = product(into, member["output"])
        scores += member["output_bias"]
        return scores


class _Room:
    """Where the layers of all members put their numbers: getting memory anew takes them longer.

    words: how many go through the layers. widths: numbers of a word behind the features, behind
        each layer, and at most before one. borders: where a document begins, the first left out.
    """

    def __init__(self, words: int, widths: tuple[int, int, int], borders: Numbers) -> None:
        first, width, widest = widths
        self.first: Floats = numpy.empty((words, first), dtype=numpy.float32)
        self.hidden: Floats = numpy.empty((words, width), dtype=numpy.float32)
        self.new: Floats = numpy.empty((words, width), dtype=numpy.float32)
        self._seen: Floats = numpy.empty(words * widest, dtype=numpy.float32)
        self._borders = borders
        self._across: dict[int, Numbers] = {}

    def beside(self, rows: Floats, distances: Sequence[int]) -> Floats:
        """Set every row between others, (words, width) to (words, distances times width).

        distances: from a row to each that stands in its place; zeros where that is no row of the
            same document.
        """
        count, width = rows.shape
        seen = self._seen[: count * len(distances) * width].reshape(count, len(distances), width)
        for place, distance in enumerate(distances):
            low, high = min(max(-distance, 0), count), max(count - max(distance, 0), 0)
            seen[:low, place] = 0
            seen[high:, place] = 0
            if low < high:
                seen[low:high, place] = rows[low + distance : high + distance]
            if distance and len(self._borders):
                seen[self._rows_across(distance), place] = 0
        return seen.reshape(count, len(distances) * width)

    def _rows_across(self, distance: int) -> Numbers:
        """Give the rows between which and the one so far away a document begins."""
        found = self._across.get(distance)
        if found is None:
            first, last = (-distance, 0) if distance > 0 else (0, -distance)
            rows = (self._borders[:, None] + numpy.arange(first, last)).ravel()
            found = self._across[distance] = rows[(rows >= 0) & (rows < len(self.hidden))]
        return found


def _groups(lengths: Sequence[int]) -> Iterator[slice]:
    """Give runs of documents that go through the layers side by side.

    lengths: words of each document.
    """
    first = words = 0
    for place, length in enumerate(lengths):
        if words and words + length > _WORDS_TOGETHER:
            yield slice(first, place)
            first, words = place, 0
        words += length
    yield slice(first, len(lengths))
