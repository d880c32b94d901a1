"""How linear machines are fitted: one against the rest, in memory or streaming.

Nothing here is imported before training; scikit-learn comes in only then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy
import numpy.typing

from spacy_deid.detect.machines.calibration import Calibration
from spacy_deid.detect.machines.matrix import Numbers, Part
from spacy_deid.detect.machines.solver import Column, Solver, fit_one

_WORTH_PROCESSES = 2_000_000
"""Entries of a matrix from which on further processes pay for their start."""


Parts = Callable[[], Iterable[Part]]


@dataclass(slots=True)
class Fitted:
    """A fitted machine.

    weights: scipy CSR matrix, shape (columns, classes).
    held_out: fold to the weights fitted without it; empty without folds.
    """

    weights: Any
    held_out: dict[int, Any]

    def margins(self, part: Part) -> numpy.typing.NDArray[numpy.float32]:
        """Give each word's margins by weights that were fitted without its document."""
        result = numpy.zeros((len(part.tags), self.weights.shape[1]), dtype=numpy.float32)
        for fold in numpy.unique(part.folds).tolist():
            rows = part.folds == fold
            weights = self.held_out.get(fold, self.weights)
            result[rows] = (part.matrix[rows] @ weights).toarray()
        return result


def fit(
    parts: Parts, classes: Sequence[str], solver: Solver, bias: int, sizes: Mapping[int, int]
) -> Fitted:
    """Fit on all documents, and once without each fold.

    parts: gives the corpus anew at every call; 'liblinear' takes it in one part.
    classes: tags; words with another tag are left out.
    bias: column of the feature that every word has; carries a class that a fold has no word of.
    sizes: words of each fold that holds any; nothing is held out where there is one such fold.
    """
    folds = sorted(sizes) if solver.folds and len(sizes) > 1 else []
    if solver.algorithm == "sgd":
        left = {fold: sum(sizes.values()) - sizes[fold] for fold in folds}
        return _fit_streaming(parts, classes, solver, sum(sizes.values()), left)
    (part,) = parts()
    codes = codes_of(part.tags, classes)
    known = codes >= 0
    workers = _workers(part.matrix.nnz, solver)
    models = [
        _fit_in_memory(part.matrix[rows], codes[rows], classes, solver, bias, workers)
        for rows in (known, *(known & (part.folds != fold) for fold in folds))
    ]
    if workers > 1:
        _end_processes()
    return Fitted(models[0], dict(zip(folds, models[1:], strict=True)))


def calibrate(parts: Parts, classes: Sequence[str], fitted: Fitted) -> Calibration:
    """Fit the sigmoids on held-out margins; plain ones where nothing was held out."""
    calibration = Calibration(len(classes))
    if fitted.held_out:
        for part in parts():
            codes = codes_of(part.tags, classes)
            known = codes >= 0
            calibration.count(fitted.margins(part)[known], codes[known])
        calibration.fit()
    return calibration


def codes_of(tags: numpy.typing.NDArray[numpy.str_], classes: Sequence[str]) -> Numbers:
    """Give the number of each tag, -1 for one that is no class. The classes are in order."""
    names = numpy.array(classes)
    codes = numpy.searchsorted(names, tags).clip(0, len(names) - 1)
    return numpy.where(names[codes] == tags, codes, -1).astype(numpy.int64)


def _workers(entries: int, solver: Solver) -> int:
    from joblib import cpu_count

    return 1 if entries < _WORTH_PROCESSES else solver.workers or int(cpu_count())


def _end_processes() -> None:
    """End the processes that joblib would keep waiting with all their memory."""
    from joblib.externals.loky import get_reusable_executor

    get_reusable_executor().shutdown()


def _fit_in_memory(
    matrix: Any,
    codes: Numbers,
    classes: Sequence[str],
    solver: Solver,
    bias: int,
    workers: int,
) -> Any:
    from joblib import Parallel, delayed
    from scipy.sparse import csc_matrix

    # the frequent classes first: the last to finish should be a short one
    sizes = numpy.bincount(codes, minlength=len(classes))
    order = numpy.argsort(-sizes, kind="stable").tolist()
    # processes, not threads: LIBLINEAR draws from one generator per process
    found = Parallel(n_jobs=workers)(
        delayed(fit_one)(matrix, codes == n, solver, solver.weight_of(classes[n]), bias)
        for n in order
    )
    columns: list[Column]
    columns = [(numpy.zeros(0, numpy.int32), numpy.zeros(0, numpy.float32))] * len(classes)
    for number, column in zip(order, found, strict=True):
        columns[number] = column
    borders = numpy.cumsum([0, *(len(indices) for indices, _ in columns)])
    indices = numpy.concatenate([indices for indices, _ in columns])
    values = numpy.concatenate([values for _, values in columns])
    return csc_matrix((values, indices, borders), shape=(matrix.shape[1], len(classes))).tocsr()


def _fit_streaming(
    parts: Parts, classes: Sequence[str], solver: Solver, total: int, left: Mapping[int, int]
) -> Fitted:
    """Fit in passes; left: the words that stay when a fold is held out."""
    machines = {fold: _online(classes, solver, count) for fold, count in left.items()}
    everything = _online(classes, solver, total)
    chance = numpy.random.default_rng(solver.seed)
    for _ in range(solver.passes):
        for part in parts():
            codes = codes_of(part.tags, classes)
            mixed = chance.permutation(numpy.flatnonzero(codes >= 0))
            matrix, codes, of = part.matrix[mixed], codes[mixed], part.folds[mixed]
            _learn(everything, matrix, codes, len(classes))
            for fold, machine in machines.items():
                rows = of != fold
                _learn(machine, matrix[rows], codes[rows], len(classes))
    held_out = {fold: _weights_of(machine) for fold, machine in machines.items()}
    return Fitted(_weights_of(everything), held_out)


def _online(classes: Sequence[str], solver: Solver, rows: int) -> Any:
    from sklearn.linear_model import SGDClassifier

    return SGDClassifier(
        loss="hinge",
        penalty=solver.penalty,
        alpha=1 / (solver.c * max(rows, 1)),
        l1_ratio=solver.l1_ratio if solver.penalty == "elasticnet" else 0.15,
        fit_intercept=False,
        # the first pass is far off; its weights would weigh on the mean for long
        average=rows if solver.passes > 1 else True,
        class_weight={n: solver.weight_of(name) for n, name in enumerate(classes)},
        random_state=solver.seed,
        n_jobs=solver.workers or -1,
    )


def _learn(machine: Any, matrix: Any, codes: Numbers, classes: int) -> None:
    if len(codes):
        machine.partial_fit(matrix, codes, classes=numpy.arange(classes))


def _weights_of(machine: Any) -> Any:
    from scipy.sparse import csr_matrix

    weights = machine.coef_.astype(numpy.float32)
    if len(weights) == 1:  # of two classes scikit-learn keeps the second only
        weights = numpy.concatenate([-weights, weights])
    weights[numpy.abs(weights) < 1e-6] = 0
    return csr_matrix(weights.T)
