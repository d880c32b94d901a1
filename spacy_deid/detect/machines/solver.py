"""One class against the rest: all that a training process has to load, so spaCy stays out."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy
import numpy.typing

Column = tuple[numpy.typing.NDArray[numpy.int32], numpy.typing.NDArray[numpy.float32]]

_TOLERANCE = 0.1
_MOST_STEPS = 10_000


@dataclass(frozen=True, slots=True)
class Solver:
    """How to fit.

    algorithm: 'liblinear' or 'sgd'. penalty: 'l1', 'l2', and for 'sgd' 'elasticnet'.
    c: weight of the errors against the penalty, above 0. l1_ratio: of 'elasticnet', 0 to 1.
    label_weights: label (or 'O', or '*' for all others) to the weight of its words' errors.
    passes: over the corpus, for 'sgd'. folds: for held-out margins, 0 for none.
    seed: of shuffling. workers: processes (threads of 'sgd'); 0 for one per core.
    """

    algorithm: str = "liblinear"
    penalty: str = "l2"
    c: float = 0.1
    l1_ratio: float = 0.15
    label_weights: Mapping[str, float] | None = None
    passes: int = 5
    folds: int = 3
    seed: int = 0
    workers: int = 0

    def weight_of(self, name: str) -> float:
        """Give the weight of the class of a tag."""
        weights = self.label_weights or {}
        return weights.get(name.partition("-")[2] or name, weights.get("*", 1.0))


def fit_one(
    matrix: Any,
    target: numpy.typing.NDArray[numpy.bool_],
    solver: Solver,
    weight: float,
    bias: int,
) -> Column:
    """Fit one class against the rest with LIBLINEAR.

    target: which rows are of the class. weight: of the errors on them.
    bias: column that every row has; holds all where every row is of the class or none.
    RETURNS: the columns that matter, ascending, and their weights.
    """
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.svm import LinearSVC

    if target.all() or not target.any():
        sure = 1.0 if target.any() else -1.0
        return numpy.array([bias], numpy.int32), numpy.array([sure], numpy.float32)
    machine = LinearSVC(
        penalty=solver.penalty,
        loss="squared_hinge",
        dual=solver.penalty == "l2",
        C=solver.c,
        tol=_TOLERANCE if solver.penalty == "l2" else _TOLERANCE / 10,
        fit_intercept=False,
        class_weight={True: weight, False: 1.0},
        random_state=solver.seed,
        max_iter=_MOST_STEPS,
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        machine.fit(matrix, target)
    values = machine.coef_[0].astype(numpy.float32)
    kept = numpy.flatnonzero(numpy.abs(values) > 1e-6)
    return kept.astype(numpy.int32), values[kept]
