"""Soft labels of a corpus: every part is labelled by teachers that learnt from the others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy

from spacy_deid.detect.recognizers.soft_labels import Softened
from spacy_deid.learn.encoders import check_encoder
from spacy_deid.learn.teaching.words import COMMAND, LENGTH, UNKNOWN, Array, Words

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
    parts: Sequence[Sequence[int]],
    encoder: str | Path,
    *,
    rounds: int,
    least: float,
    course: Course,
    seed: int,
    tell: Callable[[Marked], None],
) -> Iterator[tuple[str, Softened]]:
    """Give the soft labels of every document, also where that is nothing; of equal texts the first.

    parts: folds of the documents, 2 or more, each of which is labelled by those who learnt the
        others. encoder: folder of a transformer.
    rounds: teachers of every fold, from different beginnings, whose probabilities are averaged.
    least: words whose tag in the gold has this probability or more have no soft label.
    course: how each of them learns. seed: of all that is random; on a graphics card the same seed
        gives nearly the same.
    tell: is told of every fold.
    RAISES: DeidError D614 where there is no encoder, D014 where torch or transformers is missing.
    """
    check_encoder(encoder, COMMAND, LENGTH)
    import torch

    from spacy_deid.learn.teaching.encoder import Lesson, Pieces, Teacher, labelled, teach

    pieces = Pieces(encoder, words.vocabulary)
    chances = _Chances(words)
    for number in range(rounds):
        for fold, held in enumerate(parts):
            own = seed + number * len(parts) + fold
            torch.manual_seed(own)
            teacher = Teacher(encoder, len(words.tags), len(words.proposed))
            others = sorted(n for part in parts if part is not held for n in part)
            lesson = Lesson(words, pieces, course, own)
            teach(teacher, lesson, words.gold, others, course)
            wide = replace(course, pieces=8 * course.pieces)
            found = labelled(teacher, Lesson(words, pieces, wide, own), held, course)
            chances.add(*found, share=1 / rounds)
            tell(_marked(words.gold, *found[:2], number, fold))
    yield from chances.softened(least)


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
        """Give all documents, with the words whose tag in the gold is less likely than this."""
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
        written: set[str] = set()
        for text, begin, end in zip(words.texts, edges[:-1], edges[1:], strict=True):
            if text not in written:
                written.add(text)
                part = slice(begin, end)
                yield text, Softened(words.first[places[part]], choices[part], shares[part])
