"""Soft labels as the targets of a network: in its classes, for its words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy

from spacy_deid.detect.recognizers.soft_labels import Softened

Array = numpy.ndarray[Any, Any]


@dataclass(slots=True)
class Targets:
    """What another model makes of some words of a document.

    rows: their numbers, shape (words,). classes, shares: see ``Softened``, same shapes.
    """

    rows: Array
    classes: Array
    shares: Array


def targets_of(soft: Softened, starts: Sequence[int]) -> Targets:
    """Find the words of a document that have soft labels.

    starts: first characters of the words. RETURNS: 'classes' are still numbers of tags.
    """
    own = numpy.asarray(starts, dtype=numpy.int64)
    rows = numpy.minimum(numpy.searchsorted(own, soft.starts), len(own) - 1)
    there = own[rows] == soft.starts
    return Targets(rows[there], soft.choices[there].astype(numpy.int64), soft.shares[there])


def in_classes(
    targets: Targets, tags: Sequence[str], number: Mapping[str, int], gold: Array
) -> Targets:
    """Put the network's classes in the place of the tags.

    tags: of the soft labels, by number. number: of each class. gold: classes of the document's
        words, below 0 where the annotation is missing.
    RETURNS: without words whose annotation is missing. What goes to a tag that is no class goes to
        the annotation: else a label that the corpus lacks would speak for nothing to hide.
    """
    table = numpy.array([number.get(tag, -1) for tag in tags], dtype=numpy.int64)
    known = gold[targets.rows] >= 0
    rows, classes = targets.rows[known], table[targets.classes[known]]
    classes = numpy.where(classes < 0, gold[rows][:, None], classes)
    return Targets(rows, classes, targets.shares[known])


def soften(
    gradient: Array,
    targets: Sequence[Targets | None],
    gold: Sequence[Array],
    share: float,
) -> None:
    """Let soft labels have their share in a gradient of scores that knows the annotation alone.

    gradient: of all words of a batch, shape (words, classes); it is changed.
    targets, gold: by document of the batch. share: of the soft labels, from 0 to 1.
    """
    before = 0
    for own, tags in zip(targets, gold, strict=True):
        if own is not None:
            rows = before + own.rows
            gradient[rows, tags[own.rows]] += share
            numpy.subtract.at(gradient, (rows[:, None], own.classes), share * own.shares)
        before += len(tags)
