"""Two studies over shares of documents: the learning curve, and the mixture of two corpora."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from spacy_deid.annotations import Record
from spacy_deid.learn.folds import drawn, held_back
from spacy_deid.learn.ledger import Ledger, study_of, write_table
from spacy_deid.learn.measures import (
    COLUMNS,
    CRITERIA,
    FIGURES,
    Figures,
    check_criterion,
    spread,
)
from spacy_deid.learn.recipe import Recipe
from spacy_deid.learn.workers import SECONDS, TEST, Progress, Run, finish, silent

_KEYS = ("share", "draw", TEST)
_SPREAD = tuple(f"{c}_{f}_{part}" for c in CRITERIA for f in FIGURES for part in ("mean", "sd"))
_SUMMARY = (TEST, "share", "trained_on", "draws", *_SPREAD)


class Point:
    """What the draws of one share gave.

    test: the part it was measured on; share: of the documents.
    trained_on: mean number of training documents; draws: how many runs.
    figures: mean and standard deviation over the draws, see ``measures.spread``.
    """

    def __init__(self, test: str, share: float, rows: Sequence[dict[str, str]]) -> None:
        self.test = test
        self.share = share
        self.draws = len(rows)
        self.trained_on = sum(int(row["trained_on"]) for row in rows) / max(len(rows), 1)
        self.figures: Figures = spread(rows)


def learning_curve(
    recipe: Recipe,
    train: list[Record],
    test: list[Record],
    groups: Sequence[str],
    out: Path,
    *,
    shares: Sequence[float],
    draws: int = 10,
    seed: int = 0,
    criterion: str = "strict",
    jobs: int = 0,
    progress: Progress = silent,
) -> list[Point]:
    """Train on random shares of a corpus and measure each model on the same other documents.

    groups: the patient of every training document.
    out: directory for 'runs.csv' (rows that stand there are not done again), 'summary.csv' and
        'learning-curve.png'.
    shares: in (0, 1]; draws: runs per share, one where the share is 1 and the model is not made by
        updates: nothing is left to chance then.
    RETURNS: the points in the order of the shares.
    RAISES: DeidError D508 (criterion), D601, D602, D604 and those of ``workers.finish``.
    SOURCE: system 1, section 5.7 and algorithm 2 (shares of a tenth, 100 draws).
    """
    check_criterion(criterion)
    in_steps = recipe.checked().trains_in_steps()
    places = list(range(len(train), len(train) + len(test)))
    runs = []
    for share in shares:
        for draw in range(draws if share < 1 or in_steps else 1):
            taken = drawn(groups, share, seed=f"{seed}/{share}/{draw}")
            runs.append(_run(share, draw, taken, groups, {"test": places}, seed + draw, in_steps))
    study = study_of(recipe.digest(), train, test, list(groups), seed)
    points = _finished(runs, recipe, [*train, *test], study, out, jobs=jobs, progress=progress)
    from spacy_deid.learn.plots import draw_curve

    draw_curve(points, criterion, out / "learning-curve.png")
    return points


def mixture(
    recipe: Recipe,
    trains: tuple[list[Record], list[Record]],
    tests: tuple[list[Record], list[Record]],
    groups: tuple[Sequence[str], Sequence[str]],
    out: Path,
    *,
    shares: Sequence[float],
    draws: int = 5,
    seed: int = 0,
    criterion: str = "strict",
    jobs: int = 0,
    progress: Progress = silent,
) -> list[Point]:
    """Train on a first corpus and a growing share of a second one, measure on both's test parts.

    trains, tests: the first and the second corpus.
    groups: the patients of their training documents.
    out: directory for 'runs.csv', 'summary.csv' and 'mixture.png'; the test parts are called
        'first' and 'second'.
    shares: of the second corpus, in [0, 1]; draws: runs per share strictly between.
    RETURNS: the points, those of the first test part before those of the second.
    RAISES: as ``learning_curve``.
    SOURCE: system 1, the share of i2b2 documents in VigiBase training.
    """
    check_criterion(criterion)
    in_steps = recipe.checked().trains_in_steps()
    records = [*trains[0], *trains[1], *tests[0], *tests[1]]
    start = len(trains[0]) + len(trains[1])
    places = {
        "first": list(range(start, start + len(tests[0]))),
        "second": list(range(start + len(tests[0]), len(records))),
    }
    together = [f"first {g}" for g in groups[0]] + [f"second {g}" for g in groups[1]]
    first = list(range(len(trains[0])))
    runs = []
    for share in shares:
        for draw in range(draws if 0 < share < 1 or in_steps else 1):
            second = drawn(groups[1], share, seed=f"{seed}/{share}/{draw}")
            taken = first + [len(first) + place for place in second]
            runs.append(_run(share, draw, taken, together, places, seed + draw, in_steps))
    study = study_of(recipe.digest(), *trains, *tests, together, seed)
    points = _finished(runs, recipe, records, study, out, jobs=jobs, progress=progress)
    from spacy_deid.learn.plots import draw_mixture

    draw_mixture(points, criterion, out / "mixture.png")
    return points


def _finished(
    runs: Sequence[Run],
    recipe: Recipe,
    records: list[Record],
    study: str,
    out: Path,
    *,
    jobs: int,
    progress: Progress,
) -> list[Point]:
    """Do the runs of a study that are missing and write its tables."""
    columns = ("trained_on", SECONDS, *COLUMNS)
    ledger = Ledger(out / "runs.csv", keys=_KEYS, columns=columns, study=study)
    finish(runs, recipe, records, ledger, jobs=jobs, progress=progress)
    points = _points(runs, ledger)
    _write(points, out)
    return points


def _run(
    share: float,
    draw: int,
    taken: list[int],
    groups: Sequence[str],
    tests: dict[str, list[int]],
    seed: int,
    in_steps: bool,
) -> Run:
    dev: list[int] = []
    if in_steps:
        taken, dev = held_back(taken, groups, seed=f"{seed}/{share}/{draw}")
    return Run({"share": share, "draw": draw}, taken, tests, dev, seed=seed)


def _points(runs: Sequence[Run], ledger: Ledger) -> list[Point]:
    """Gather the runs that were asked for, not those that a ledger holds besides."""
    asked: dict[tuple[str, float], list[dict[str, str]]] = {}
    for test in runs[0].tests if runs else ():
        for run in runs:
            rows = ledger.find(**{**run.key, TEST: test})
            asked.setdefault((test, run.key["share"]), []).extend(rows)
    return [Point(test, share, rows) for (test, share), rows in asked.items()]


def _write(points: Sequence[Point], out: Path) -> None:
    rows = (
        [
            *(point.test, point.share, round(point.trained_on, 1), point.draws),
            *(point.figures[name] for name in _SPREAD),
        ]
        for point in points
    )
    write_table(out / "summary.csv", _SUMMARY, rows)
