"""Soft labels of a corpus: every part is labelled by teachers that learnt from the others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy

from spacy_deid.detect.recognizers.soft_labels import Softened
from spacy_deid.errors import DeidError, required
from spacy_deid.learn.folds import folds
from spacy_deid.learn.teaching.words import UNKNOWN, Array, Words

if TYPE_CHECKING:
    from spacy_deid.learn.teaching.encoder import Course

_CHOICES = 3
"""Tags that a soft label shares a word out between."""
_SURE = 0.995
"""Probability from which on a teacher that agrees with the gold has no doubt."""


@dataclass(frozen=True, slots=True)
class Marked:
    """What a fold was labelled like, by the likeliest tag.

    identifying, leaked: words of the gold, and those of them that were left.
    clear, lost: other words, and those of them that were masked.
    """

    round: int
    fold: int
    identifying: int
    leaked: int
    clear: int
    lost: int


def soft_labels(
    words: Words,
    groups: Sequence[str],
    encoder: str | Path,
    *,
    count: int,
    rounds: int,
    least: float,
    course: Course,
    seed: int,
    tell: Callable[[Marked], None],
) -> Iterator[tuple[str, Softened]]:
    """Give the soft labels of every document that has some.

    groups: of the documents, those of one stay together. encoder: folder of a transformer.
    count: of the folds, 2 or more. rounds: teachers of every fold, from different beginnings,
        whose probabilities are averaged.
    least: words whose tag in the gold has this probability or more have no soft label.
    tell: is told of every fold.
    RAISES: DeidError D001 where there is no encoder, D014 where torch or transformers is missing,
        D606 for fewer groups than folds.
    """
    check_encoder(encoder)
    import torch

    from spacy_deid.learn.teaching.encoder import Lesson, Pieces, Teacher, labelled, teach

    parts = folds(groups, count, seed=str(seed))
    pieces = Pieces(encoder, words.vocabulary)
    chances = _Chances(words)
    for number in range(rounds):
        for fold, held in enumerate(parts):
            own = seed + number * count + fold
            torch.manual_seed(own)
            teacher = Teacher(encoder, len(words.tags), len(words.proposed))
            others = sorted(set(range(len(groups))) - set(held))
            lesson = Lesson(words, pieces, course, own)
            teach(teacher, lesson, words.gold, others, course)
            wide = replace(course, pieces=8 * course.pieces)
            found = labelled(teacher, Lesson(words, pieces, wide, own), held, course)
            chances.add(*found, share=1 / rounds)
            tell(_marked(words.gold, *found[:2], number, fold))
    yield from chances.softened(least)


def check_encoder(encoder: str | Path) -> None:
    """Refuse to begin without the packages and the folder.

    RAISES: DeidError D014, D001.
    """
    for module, extra in (("torch", "neural"), ("transformers", "transformers")):
        required(module, component="soft-labels", package=module, extra=extra)
    if not Path(encoder).is_dir():
        raise DeidError("D001", model=str(encoder))


def _marked(gold: Array, places: Array, tags: Array, number: int, fold: int) -> Marked:
    known = gold[places] != UNKNOWN
    hides, masked = gold[places][known] > 0, tags[known, 0] > 0
    return Marked(
        number,
        fold,
        int(hides.sum()),
        int((hides & ~masked).sum()),
        int((~hides).sum()),
        int((~hides & masked).sum()),
    )


class _Chances:
    """Probabilities of the tags of words where they are not the gold's alone."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self._kept: list[tuple[Array, Array, Array, float]] = []

    def add(self, places: Array, tags: Array, shares: Array, *, share: float) -> None:
        """Take what a teacher says; a word that it is sure of as the gold is not kept."""
        doubted = (tags[:, 0] != self._words.gold[places]) | (shares[:, 0] < _SURE)
        doubted &= self._words.gold[places] != UNKNOWN
        self._kept.append((places[doubted], tags[doubted], shares[doubted], share))

    def softened(self, least: float) -> Iterator[tuple[str, Softened]]:
        words = self._words
        places = numpy.unique(numpy.concatenate([own[0] for own in self._kept]))
        row_of = numpy.arange(len(places))
        chances = numpy.zeros((len(places), len(words.tags)), dtype=numpy.float32)
        chances[row_of, words.gold[places]] = 1
        for own, tags, shares, share in self._kept:
            rows = numpy.searchsorted(places, own)
            chances[rows, words.gold[own]] -= share
            parts = share * shares / shares.sum(axis=1, keepdims=True)
            numpy.add.at(chances, (rows[:, None], tags), parts)
        doubted = chances[row_of, words.gold[places]] < least
        places, chances = places[doubted], chances[doubted]
        choices = numpy.argsort(-chances, axis=1, kind="stable")[:, :_CHOICES]
        shares = numpy.maximum(numpy.take_along_axis(chances, choices, axis=1), 0)
        shares /= shares.sum(axis=1, keepdims=True)
        edges = numpy.searchsorted(places, words.bounds)
        for text, begin, end in zip(words.texts, edges[:-1], edges[1:], strict=True):
            if begin < end:
                part = slice(begin, end)
                yield text, Softened(words.first[places[part]], choices[part], shares[part])
