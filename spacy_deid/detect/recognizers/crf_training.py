"""Training of ``deid_crf`` by CRFsuite, alone or as a pool of experts that see parts of it all."""

from __future__ import annotations

import ctypes
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy
from murmurhash import mrmr

from spacy_deid.detect.recognizers.linear import Weights, feature_key
from spacy_deid.detect.recognizers.tagging import Floats, unbroken
from spacy_deid.errors import required

Rows = Sequence[Sequence[str]]
Documents = Callable[[], Iterable[tuple[Rows, Sequence[str]]]]
"""Gives the features and the tag of every word, document by document, anew at every call."""

_ALWAYS = "bias"
_PARTS = 1 << 16


def train(
    component: str,
    documents: Documents,
    *,
    algorithm: str,
    settings: Mapping[str, Any],
    experts: int,
    expert_share: float,
) -> tuple[Weights, Floats]:
    """Train fields and pool them.

    settings: of CRFsuite. experts: fields, each on a share of the features drawn by their hashes.
    RETURNS: the mean of the experts' weights (a field itself, as the product of their
        distributions is one) and of their transitions, shape (classes, classes).
    RAISES: DeidError D014 without python-crfsuite.
    SOURCE: feature bags and their pool: Sutton, Sindelar, McCallum (2006), Smith, Cohn, Osborne
        (2005).
    """
    pycrfsuite = required("pycrfsuite", component=component, package="python-crfsuite", extra="crf")
    names: set[str] = set()
    states: dict[tuple[int, str], float] = defaultdict(float)
    steps: dict[tuple[str, str], float] = defaultdict(float)
    for expert in range(experts):
        trainer = pycrfsuite.Trainer(algorithm=algorithm, verbose=False)
        trainer.set_params(dict(settings))
        bag = _Bag(expert, expert_share)
        for rows, tags in documents():
            for start, end in unbroken(tags):
                trainer.append([bag.of(row) for row in rows[start:end]], tags[start:end])
        classes, learnt = _run(pycrfsuite, trainer)
        names.update(classes)
        for (feature, tag), weight in learnt.state_features.items():
            states[feature_key(feature), tag] += weight / experts
        for pair, weight in learnt.transitions.items():
            steps[pair] += weight / experts
    number = {name: place for place, name in enumerate(sorted(names))}
    transitions = numpy.zeros((len(number), len(number)), dtype=numpy.float32)
    for (before, after), weight in steps.items():
        transitions[number[before], number[after]] = weight
    entries = ((key, number[tag], weight) for (key, tag), weight in states.items())
    return Weights.of(list(number), entries), transitions


class _Bag:
    """The features that an expert sees: the same at every word and in every run."""

    def __init__(self, expert: int, share: float) -> None:
        self._seed = expert
        self._below = round(share * _PARTS)
        self._known: dict[str, bool] = {}

    def of(self, row: Sequence[str]) -> Sequence[str]:
        """Give the features of a row that are in the bag."""
        if self._below >= _PARTS:
            return row
        return list(self._seen(row))

    def _seen(self, row: Sequence[str]) -> Iterator[str]:
        known = self._known
        for feature in row:
            kept = known.get(feature)
            if kept is None:
                drawn = mrmr.hash_unicode(feature, self._seed) % _PARTS < self._below
                kept = known[feature] = drawn or feature == _ALWAYS
            if kept:
                yield feature


def _run(pycrfsuite: Any, trainer: Any) -> tuple[list[str], Any]:
    """Train; what comes of it is read off CRFsuite's file, which spells the features out."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model.crfsuite"
        _seed_shuffling()
        trainer.train(str(path))
        tagger = pycrfsuite.Tagger()
        tagger.open(str(path))
        return tagger.labels(), tagger.info()


def _seed_shuffling() -> None:
    """Start the C library's ``rand`` anew: the averaged perceptron shuffles its corpus with it."""
    library = ctypes.CDLL("msvcrt" if sys.platform == "win32" else None)
    library.srand(1)
