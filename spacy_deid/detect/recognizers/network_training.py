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
from spacy_deid.detect.recognizers.network_module import Chance, Network
from spacy_deid.detect.recognizers.processes import process_pool
from spacy_deid.detect.recognizers.tagging import MISSING, OUTSIDE, unbroken

_CLIP = 5.0
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
            chance = Chance(seed)
            network = Network(*self.shape, chance)
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


def _fit(network: Network, lesson: _Lesson, generator: torch.Generator, chance: Chance) -> None:
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
    network: Network,
    lesson: _Lesson,
    batch: Sequence[int],
    chance: Chance,
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
