"""Training of ``deid_network`` with torch. Nothing else imports this module at its top."""

from __future__ import annotations

import math
import os
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Any

import numpy
import torch

from spacy_deid.detect.neural.chain import marginals
from spacy_deid.detect.recognizers.linear import feature_key
from spacy_deid.detect.recognizers.network_weights import layers_of, neighbours, quantised, reach_of
from spacy_deid.detect.recognizers.processes import process_pool
from spacy_deid.detect.recognizers.tagging import MISSING, OUTSIDE, unbroken

_CLIP = 5.0
_SPREAD = 0.1
_CLEAR = 0
"""Number of the class 'nothing to hide'."""
_WORTH_PROCESSES = 50_000
"""Words from which on further processes pay for their start."""


class Sample:
    """A corpus as feature hashes and tags, document by document."""

    def __init__(self) -> None:
        self.features: list[numpy.ndarray[Any, Any]] = []
        self.sizes: list[numpy.ndarray[Any, Any]] = []
        self.tags: list[list[str]] = []
        self._known: dict[str, int] = {}

    def add(
        self, words: Sequence[Sequence[str]], context: Sequence[Sequence[str]], tags: Sequence[str]
    ) -> None:
        """Take a document: its words' features, their features of the context, their tags."""
        if not words:
            return
        known = self._known
        numbers: list[int] = []
        sizes = []
        for own, around in zip(words, context, strict=True):
            sizes.append(len(own) + len(around))
            for feature in (*own, *around):
                numbers.append(known.setdefault(feature, len(known)))
        self.features.append(numpy.array(numbers, dtype=numpy.int32))
        self.sizes.append(numpy.array(sizes, dtype=numpy.int64))
        self.tags.append(list(tags))

    def close(self, min_frequency: int) -> numpy.ndarray[Any, Any]:
        """Give frequent features their numbers, by rising hash; the others become -1.

        RETURNS: the hashes, shape (features,).
        """
        counts = numpy.zeros(len(self._known), dtype=numpy.int64)
        for numbers in self.features:
            counts += numpy.bincount(numbers, minlength=len(counts))
        hashes = numpy.fromiter(map(feature_key, self._known), numpy.uint64, len(self._known))
        kept = numpy.flatnonzero(counts >= min_frequency)
        keys, firsts = numpy.unique(hashes[kept], return_index=True)
        place = numpy.full(len(counts), -1, dtype=numpy.int32)
        place[kept[firsts]] = numpy.arange(len(keys))
        self.features = [place[numbers] for numbers in self.features]
        self._known = {}
        return keys


class _Chance:
    """Draws by the byte, many times faster than torch does: shares are multiples of 1/256."""

    def __init__(self, seed: int) -> None:
        self._draw = numpy.random.default_rng(seed).bytes

    def left_out(self, count: int, share: float) -> numpy.ndarray[Any, Any]:
        """Tell of each of some things whether it is left out, shape (count,), bool."""
        return numpy.frombuffer(self._draw(count), numpy.uint8) < round(share * 256)

    def dropout(self, values: torch.Tensor, share: float) -> torch.Tensor:
        """Put 0 in place of a share of the values and scale the others up to it."""
        kept = torch.from_numpy(~self.left_out(values.numel(), share)).view(values.shape)
        return values * kept.to(values.dtype).mul_(256 / max(256 - round(share * 256), 1))


class _Network(torch.nn.Module):
    def __init__(
        self,
        features: int,
        tags: int,
        feature_width: int,
        width: int,
        depth: int,
        dilations: Sequence[int],
        dropout: float,
        chance: _Chance,
    ) -> None:
        super().__init__()
        self.features = torch.nn.Parameter(torch.randn(features, feature_width) * _SPREAD)
        self.bias = torch.nn.Parameter(torch.zeros(feature_width))
        self.layers = torch.nn.ModuleList(
            torch.nn.Linear(inputs, outputs)
            for _, inputs, outputs in layers_of(feature_width, width, depth)
        )
        self.output = torch.nn.Linear(width, tags)
        self.transitions = torch.nn.Parameter(torch.zeros(tags, tags))
        self.gap = reach_of(depth, dilations)
        """Empty rows between two documents of a batch: no window reaches across."""
        self._dilations = list(dilations)
        self._chance, self._share = chance, dropout

    def dropout(self, values: torch.Tensor) -> torch.Tensor:
        return self._chance.dropout(values, self._share) if self.training else values

    def forward(self, table: Any, numbers: Any, starts: Any, rows: Any, mask: Any) -> Any:
        """Score the words of a batch.

        table: the features that occur in it, as ``numbers`` count them. rows: where each word
            stands among the empty rows.
        """
        sums = torch.nn.functional.embedding_bag(numbers, table, starts, mode="sum")
        sums = torch.relu(sums + self.bias)
        hidden = torch.zeros(len(mask), sums.shape[1]).index_copy(0, rows, self.dropout(sums))
        for number, layer in enumerate(self.layers):
            distances = neighbours(number, self._dilations)
            reach, count = distances[-1], len(hidden)
            padded = torch.nn.functional.pad(hidden, (0, 0, reach, reach))
            seen = torch.cat([padded[reach + n : reach + n + count] for n in distances], dim=1)
            new = self.dropout(torch.relu(layer(seen))) * mask
            hidden = new if number == 0 else hidden + new
        return self.output(hidden[rows])

    def arrays(self) -> dict[str, bytes]:
        """Give all numbers as ``NetworkWeights`` reads them."""
        found: dict[str, Any] = {
            "bias": self.bias,
            "output": self.output.weight.T,
            "output_bias": self.output.bias,
            "transitions": self.transitions,
        }
        for number, layer in enumerate(self.layers):
            found[f"layer{number}"] = layer.weight.T
            found[f"layer{number}_bias"] = layer.bias
        arrays = {
            name: numpy.ascontiguousarray(values.detach().numpy().astype(numpy.float16)).tobytes()
            for name, values in found.items()
        }
        table, scales = quantised(self.features.detach().numpy())
        return {**arrays, "features": table.tobytes(), "scales": scales.tobytes()}


def train(
    sample: Sample,
    *,
    feature_width: int,
    width: int,
    depth: int,
    dilations: Sequence[int],
    members: int,
    passes: int,
    least_steps: int,
    batch_words: int,
    learn_rate: float,
    dropout: float,
    feature_dropout: float,
    miss_cost: float,
    min_frequency: int,
    seed: int,
) -> dict[str, Any]:
    """Train the members, side by side; see ``create_network`` for the settings.

    RETURNS: the state of ``NetworkWeights``.
    """
    keys = sample.close(min_frequency)
    seen = Counter(tag for tags in sample.tags for tag in tags if tag != MISSING)
    classes = [OUTSIDE, *sorted(seen.keys() - {OUTSIDE})]
    number = {tag: place for place, tag in enumerate(classes)}
    gold = [
        numpy.array([number.get(tag, -1) for tag in tags], dtype=numpy.int64)
        for tags in sample.tags
    ]
    steps = max(sum(map(len, gold)) / batch_words, 1.0)
    passes = max(passes, math.ceil(least_steps / steps))
    lesson = _Lesson(
        sample.features,
        sample.sizes,
        gold,
        (len(keys), len(classes), feature_width, width, depth, list(dilations), dropout),
        _Course(passes, batch_words, learn_rate, feature_dropout, miss_cost),
    )
    seeds = [seed * 1000 + member for member in range(members)]
    return {
        "classes": classes,
        "keys": keys.tobytes(),
        "feature_width": feature_width,
        "width": width,
        "depth": depth,
        "dilations": list(dilations),
        "members": _taught(lesson, seeds),
    }


@dataclass(slots=True)
class _Course:
    """How a member is trained; see ``create_network``."""

    passes: int
    batch_words: int
    learn_rate: float
    feature_dropout: float
    miss_cost: float


@dataclass(slots=True)
class _Lesson:
    """What a member is trained on: feature numbers, features per word and classes by document."""

    features: list[numpy.ndarray[Any, Any]]
    sizes: list[numpy.ndarray[Any, Any]]
    gold: list[numpy.ndarray[Any, Any]]
    shape: tuple[int, int, int, int, int, list[int], float]
    course: _Course

    def teach(self, seed: int) -> dict[str, bytes]:
        """Train one member, on one core: the same seed gives the same bytes."""
        threads = torch.get_num_threads()
        torch.set_num_threads(1)
        try:
            torch.manual_seed(seed)
            chance = _Chance(seed)
            network = _Network(*self.shape, chance)
            _fit(network, self, torch.Generator().manual_seed(seed), chance)
            return network.arrays()
        finally:
            torch.set_num_threads(threads)


def _taught(lesson: _Lesson, seeds: Sequence[int]) -> list[dict[str, bytes]]:
    """Train the members, side by side where there are cores and the corpus is worth the start."""
    cores = min(len(seeds), os.cpu_count() or 1)
    if cores == 1 or sum(map(len, lesson.gold)) < _WORTH_PROCESSES:
        return [lesson.teach(seed) for seed in seeds]
    # not forked: a fork of a process that has used torch's threads can hang
    with process_pool(cores, get_context("spawn")) as pool:
        return list(pool.map(lesson.teach, seeds))


def _fit(network: _Network, lesson: _Lesson, generator: torch.Generator, chance: _Chance) -> None:
    course, gold = lesson.course, lesson.gold
    table = network.features
    others = [values for values in network.parameters() if values is not table]
    optimizers = (
        torch.optim.SparseAdam([table], lr=course.learn_rate),
        torch.optim.Adam(others, lr=course.learn_rate),
    )
    words = sum(len(tags) for tags in gold)
    total = course.passes * max(words / course.batch_words, 1.0)
    schedules = [
        torch.optim.lr_scheduler.LambdaLR(
            optimizer, lambda step: max(1.0 - step / (total * 1.05), 0.02)
        )
        for optimizer in optimizers
    ]
    network.train()
    for _ in range(course.passes):
        order = torch.randperm(len(gold), generator=generator).tolist()
        batch: list[int] = []
        size = 0
        for place, document in enumerate(order):
            batch.append(document)
            size += len(gold[document])
            if size >= course.batch_words or place == len(order) - 1:
                network.zero_grad()
                _step(network, lesson, batch, chance)
                _clip(table, others)
                for optimizer, schedule in zip(optimizers, schedules, strict=True):
                    optimizer.step()
                    schedule.step()
                batch, size = [], 0


def _clip(table: torch.Tensor, others: Sequence[torch.nn.Parameter]) -> None:
    """Keep the norm of all gradients together at ``_CLIP`` or less."""
    if table.grad is None:
        return
    gradients = [table.grad.values(), *(own.grad for own in others if own.grad is not None)]
    norm = float(sum(gradient.square().sum() for gradient in gradients)) ** 0.5
    if norm > _CLIP:
        for gradient in gradients:
            gradient.mul_(_CLIP / norm)


def _renumbered(
    numbers: numpy.ndarray[Any, Any], count: int
) -> tuple[torch.Tensor, numpy.ndarray[Any, Any]]:
    """Give the different ones of numbers below ``count``, rising, and the place of each there."""
    marked = numpy.zeros(count, dtype=bool)
    marked[numbers] = True
    found = numpy.flatnonzero(marked)
    places = numpy.empty(count, dtype=numpy.int64)
    places[found] = numpy.arange(len(found))
    return torch.from_numpy(found), places[numbers]


def _step(
    network: _Network,
    lesson: _Lesson,
    batch: Sequence[int],
    chance: _Chance,
) -> None:
    course, gold = lesson.course, lesson.gold
    numbers = numpy.concatenate([lesson.features[n] for n in batch])
    sizes = numpy.concatenate([lesson.sizes[n] for n in batch])
    kept = (numbers >= 0) & ~chance.left_out(len(numbers), course.feature_dropout)
    starts = numpy.concatenate([[0], numpy.cumsum(kept)])[numpy.cumsum(sizes) - sizes]
    numbers = numbers[kept]
    # only the features of the batch take part: their table is by far the greatest
    used, numbers = _renumbered(numbers, len(network.features))
    table = network.features.detach()[used].requires_grad_()
    lengths = [len(gold[n]) for n in batch]
    rows = numpy.concatenate(
        [
            numpy.arange(length) + before
            for length, before in zip(
                lengths, numpy.cumsum([0, *(n + network.gap for n in lengths[:-1])]), strict=True
            )
        ]
    )
    mask = torch.zeros(int(rows[-1]) + 1, 1)
    mask[rows] = 1
    logits = network(
        table,
        torch.from_numpy(numbers),
        torch.from_numpy(starts),
        torch.from_numpy(rows),
        mask,
    )
    scores = logits.detach().numpy()
    if course.miss_cost:
        hiding = numpy.concatenate([gold[n] for n in batch]) > _CLEAR
        scores = scores.copy()
        scores[hiding, _CLEAR] += course.miss_cost
    steps = network.transitions.detach().numpy()
    pieces, tags, places = [], [], []
    before = 0
    for document, length in zip(batch, lengths, strict=True):
        own = gold[document]
        known = [MISSING if tag < 0 else "" for tag in own.tolist()]
        for first, end in unbroken(known):
            pieces.append(scores[before + first : before + end])
            tags.append(own[first:end])
            places.append(before + first)
        before += length
    if not pieces:
        return
    expected, pairs, _ = marginals(pieces, steps)
    gradient = numpy.zeros_like(scores)
    for piece, own, place in zip(expected, tags, places, strict=True):
        gradient[place : place + len(own)] = piece
        gradient[place + numpy.arange(len(own)), own] -= 1
        numpy.subtract.at(pairs, (own[:-1], own[1:]), 1)
    share = 1.0 / len(gradient)
    logits.backward(torch.from_numpy(gradient * share).to(logits.dtype))
    assert table.grad is not None
    network.features.grad = torch.sparse_coo_tensor(
        used[None], table.grad, network.features.shape, check_invariants=False, is_coalesced=True
    )
    network.transitions.grad = torch.from_numpy(pairs * share).to(torch.float32)
