"""The way from a corpus to the weights of a linear machine of one stage or two."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy
import numpy.typing
from murmurhash import mrmr
from spacy.tokens import Doc

from spacy_deid.detect.machines.calibration import Calibration
from spacy_deid.detect.machines.matrix import Layout, Part, Vocabulary
from spacy_deid.detect.machines.solver import Solver
from spacy_deid.detect.machines.stages import SecondLook
from spacy_deid.detect.machines.training import Parts, calibrate, fit
from spacy_deid.detect.recognizers.linear import Keys, Reader, Weights
from spacy_deid.detect.recognizers.tagging import MISSING, OUTSIDE, gold_tags
from spacy_deid.errors import DeidError, required

Documents = Callable[[], Iterable[tuple[Doc, Doc]]]

_ROWS = 50_000
"""Words that are laid out at a time where the corpus streams."""
_EITHER = "PHI"
"""The one label of the two-way task inside of a model."""


class Fitting:
    """One training run.

    component: its name, for messages. settings: of the factory.
    majority: after ``run``, the most frequent label of the corpus.
    """

    def __init__(
        self, component: str, reader: Reader, settings: Mapping[str, Any], solver: Solver
    ) -> None:
        self._component = component
        self._reader = reader
        self._settings = settings
        self._solver = solver
        self._streaming = solver.algorithm == "sgd"
        self._sizes: Counter[int] = Counter()
        self.majority = ""

    def run(self, documents: Documents) -> tuple[list[Weights], Calibration]:
        """Fit.

        documents: gives pairs of an annotated document and its gold, anew at every call.
        RETURNS: the weights of each stage and the calibration of the last.
        RAISES: DeidError D014 without scikit-learn, D205 where the corpus holds no entity.
        """
        _require_sklearn(self._component)
        vocabulary = Vocabulary()
        (bias,) = vocabulary.numbers(["bias"])
        parts, classes, counts = self._survey(documents, vocabulary)
        kept = counts >= self._settings["min_frequency"]
        kept[bias] = True
        keys = vocabulary.keys()[kept]
        first = parts if kept.all() else self._kept(_narrowed(parts, kept))
        bias = int(kept[:bias].sum())
        fitted = fit(first, classes, self._solver, bias, self._sizes)
        stages = [Weights.of_matrix(classes, keys, fitted.weights)]
        if self._settings["stages"] == 1:
            return stages, calibrate(first, classes, fitted)
        look = SecondLook(classes)
        second = self._kept(lambda: (look.widen(part, fitted) for part in first()))
        again = fit(second, classes, self._solver, bias, self._sizes)
        both: Keys = numpy.concatenate([keys, look.keys()])
        stages.append(Weights.of_matrix(classes, both, again.weights))
        return stages, calibrate(second, classes, again)

    def _kept(self, parts: Parts) -> Parts:
        """Hold the parts in memory unless the corpus streams."""
        if self._streaming:
            return parts
        held = list(parts())
        return lambda: held

    def _survey(
        self, documents: Documents, vocabulary: Vocabulary
    ) -> tuple[Parts, list[str], numpy.typing.NDArray[numpy.int64]]:
        """Read the corpus once: its features and how often each stands there, and its tags."""
        streaming = self._streaming
        labels: Counter[str] = Counter()
        tags: set[str] = {OUTSIDE}
        counts = numpy.zeros(0, dtype=numpy.int64)
        held: list[Part] = []
        for part in self._laid_out(documents, vocabulary, labels, _ROWS if streaming else 0):
            tags.update(numpy.unique(part.tags).tolist())
            self._sizes.update(part.folds[part.tags != MISSING].tolist())
            columns = numpy.bincount(part.matrix.indices, minlength=len(vocabulary))
            columns[: len(counts)] += counts
            counts = columns
            if not streaming:
                held.append(part)
        if not labels:
            raise DeidError("D205", component=self._component)
        self.majority = min(labels, key=lambda label: (-labels[label], label))
        vocabulary.freeze()
        classes = sorted(tags - {MISSING})
        if streaming:
            return (
                lambda: self._laid_out(documents, vocabulary, Counter(), _ROWS),
                classes,
                counts,
            )
        return (lambda: held), classes, counts

    def _laid_out(
        self, documents: Documents, vocabulary: Vocabulary, labels: Counter[str], rows: int
    ) -> Iterator[Part]:
        """Give the corpus in parts of at least so many rows, 0 for one part."""
        layout = Layout(self._reader, vocabulary)
        two = self._settings["task"] == "two"
        for doc, reference in documents():
            labels.update(ent.label_ for ent in reference.ents)
            view = self._reader.view(doc)
            tags = gold_tags(reference, view, self._settings["scheme"])
            if two:
                tags = [f"{t[0]}-{_EITHER}" if t[1:2] == "-" else t for t in tags]
            # by the text, so that a document keeps its fold whatever order the corpus comes in
            fold = mrmr.hash_unicode(doc.text, self._solver.seed) % max(self._solver.folds, 1)
            layout.add(view, tags, fold)
            if rows and len(layout) >= rows:
                yield layout.take()
                layout = Layout(self._reader, vocabulary)
        if len(layout):
            yield layout.take()


def _narrowed(parts: Parts, kept: numpy.typing.NDArray[numpy.bool_]) -> Parts:
    columns = numpy.flatnonzero(kept)
    return lambda: (replace(part, matrix=part.matrix[:, columns]) for part in parts())


def _require_sklearn(component: str) -> None:
    required("sklearn", component=component, package="scikit-learn", extra="svm")
