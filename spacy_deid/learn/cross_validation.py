"""Choose settings by cross-validation: first the strength of the penalty, then its L1 ratio.

SOURCE: system 1, section 5.6: 5 folds of the training documents for C, 5 more with that C for the
L1 ratio.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import srsly

from spacy_deid.annotations import Record
from spacy_deid.corpora.targets import new_file
from spacy_deid.errors import DeidError
from spacy_deid.learn.folds import folds, held_back
from spacy_deid.learn.grids import Axis, Overrides, arguments, settings_of, written
from spacy_deid.learn.ledger import Ledger, study_of, write_table
from spacy_deid.learn.measures import (
    COLUMNS,
    CRITERIA,
    FIGURES,
    Figures,
    check_criterion,
    pooled,
    spread,
)
from spacy_deid.learn.recipe import Recipe
from spacy_deid.learn.workers import SECONDS, TEST, Progress, Run, finish, silent

STRENGTH, RATIO = "strength", "ratio"
"""The two stages: best F1 decides the first, best recall among nearly best F1 the second."""
TOLERANCE = 0.01

_KEYS = ("setting", "repeat", "fold", TEST)
_SUMMARY = (
    *("stage", "setting", "chosen", "runs", "seconds"),
    *(f"{criterion}_{figure}" for criterion in CRITERIA for figure in FIGURES),
    *(f"{c}_{f}_{part}" for c in CRITERIA for f in FIGURES for part in ("mean", "sd")),
)


@dataclass(frozen=True, slots=True)
class Tried:
    """One setting of a stage and what the folds said of it.

    overrides: of this setting, with those that an earlier stage chose.
    figures: pooled over all folds, with mean and deviation over the folds.
    """

    stage: str
    overrides: Overrides
    chosen: bool
    runs: int
    seconds: float
    figures: Figures


@dataclass(frozen=True, slots=True)
class Plan:
    """How documents are parted and settings judged.

    count: folds; repeats: times that all documents are dealt out anew.
    criterion: of ``measures.CRITERIA``.
    tolerance: how far below the best F1 a setting may lie that is chosen for its recall.
    """

    count: int = 5
    repeats: int = 1
    seed: int = 0
    criterion: str = "strict"
    tolerance: float = TOLERANCE


def cross_validate(
    recipe: Recipe,
    records: list[Record],
    groups: Sequence[str],
    out: Path,
    *,
    grid: Sequence[Axis] = (),
    then: Sequence[Axis] = (),
    plan: Plan | None = None,
    jobs: int = 0,
    progress: Progress = silent,
) -> list[Tried]:
    """Try settings on folds of a corpus and choose.

    groups: the patient of every document, see ``folds.patients``.
    out: directory for 'runs.csv' (a row for each fold of each setting; runs that stand there are
        not done again), 'summary.csv', 'choice.json' and, for a stage with more than one setting,
        '<stage>.png'.
    grid: settings of the first stage, all combinations; the best F1 is chosen.
    then: settings of the second stage, on top of that choice; the best recall is chosen among those
        whose F1 is at most ``plan.tolerance`` below the best.
    RETURNS: every setting tried; the choice of the last stage is the result. Without a grid and a
        second stage that is the config as it stands.
    RAISES: DeidError D601, D602, D604, D606, D508 (criterion) and those of ``workers.finish``.
    """
    plan = plan or Plan()
    check_criterion(plan.criterion)
    study = study_of(recipe.checked().digest(), records, list(groups), plan.count, plan.seed)
    columns = ("trained_on", SECONDS, *COLUMNS)
    ledger = Ledger(out / "runs.csv", keys=_KEYS, columns=columns, study=study)
    tried: list[Tried] = []
    chosen: Overrides = {}
    stages = [(STRENGTH, grid), (RATIO, then)] if then else [(STRENGTH, grid)]
    for stage, axes in stages:
        settings = [{**chosen, **more} for more in settings_of(axes, _known(recipe, chosen, axes))]
        runs = [run for setting in settings for run in _runs(recipe, setting, groups, plan)]
        finish(runs, recipe, records, ledger, jobs=jobs, progress=progress)
        found = _judged(stage, settings, ledger, plan)
        chosen = next(t.overrides for t in found if t.chosen)
        tried += found
        if len(found) > 1:
            from spacy_deid.learn.plots import draw_settings

            draw_settings(found, axes, plan.criterion, out / f"{stage}.png")
    _write(tried, recipe, plan, out)
    return tried


def _known(recipe: Recipe, chosen: Overrides, axes: Sequence[Axis]) -> dict[str, Any]:
    """Read the settings whose sum a share divides, where the config or an earlier choice has them.

    RAISES: DeidError D602 where one has no value.
    """
    if not any(axis.other for axis in axes):
        return {}
    config = recipe.config(chosen).interpolate()
    known: dict[str, Any] = {}
    for path in (path for axis in axes if axis.other for path in (axis.path, axis.other)):
        value: Any = config
        for part in path.split("."):
            value = value.get(part) if isinstance(value, dict) else None
        if not isinstance(value, (int, float)):
            raise DeidError("D602", path=recipe.path, reason=f"{path} is not set to a number")
        known[path] = value
    return known


def _runs(recipe: Recipe, setting: Overrides, groups: Sequence[str], plan: Plan) -> list[Run]:
    recipe.config(setting)  # a wrong setting is told before the first run
    in_steps = recipe.trains_in_steps()
    runs = []
    for repeat in range(plan.repeats):
        parts = folds(groups, plan.count, seed=f"{plan.seed}/{repeat}")
        for number, test in enumerate(parts):
            rest = sorted(set(range(len(groups))) - set(test))
            train, dev = rest, list[int]()
            if in_steps:
                train, dev = held_back(rest, groups, seed=f"{plan.seed}/{repeat}/{number}")
            key = {"setting": written(setting), "repeat": repeat, "fold": number}
            runs.append(Run(key, train, {"fold": test}, dev, setting, plan.seed + repeat))
    return runs


def _judged(stage: str, settings: Sequence[Overrides], ledger: Ledger, plan: Plan) -> list[Tried]:
    """Sum the folds of every setting up and mark the choice."""
    figures, counts = [], []
    for setting in settings:
        rows = [
            row
            for row in ledger.find(setting=written(setting))
            if int(row["repeat"]) < plan.repeats
        ]
        figures.append({**pooled(rows), **spread(rows)})
        counts.append((len(rows), sum(float(row[SECONDS]) for row in rows) / max(len(rows), 1)))
    best = chosen_of(figures, plan.criterion, plan.tolerance if stage == RATIO else None)
    return [
        Tried(stage, setting, place == best, count, round(seconds, 2), found)
        for place, (setting, found, (count, seconds)) in enumerate(
            zip(settings, figures, counts, strict=True)
        )
    ]


def chosen_of(figures: Sequence[Figures], criterion: str, tolerance: float | None) -> int:
    """Choose a setting.

    tolerance: None takes the best F1; otherwise the best recall among those whose F1 is at most
        this far below the best.
    RETURNS: its place; of equal ones the first.
    """
    f1 = [found[f"{criterion}_f"] for found in figures]
    if tolerance is None:
        return f1.index(max(f1))
    near = [place for place, value in enumerate(f1) if value >= max(f1) - tolerance - 1e-9]
    return max(near, key=lambda place: (figures[place][f"{criterion}_r"], f1[place]))


def choice_of(tried: Sequence[Tried], recipe: Recipe) -> dict[str, Any]:
    """Give all that the chosen run changed in the config: what was kept and what was chosen."""
    return {**recipe.overrides, **[t for t in tried if t.chosen][-1].overrides}


def _write(tried: Sequence[Tried], recipe: Recipe, plan: Plan, out: Path) -> None:
    rows = []
    for t in tried:
        row = {
            "stage": t.stage,
            "setting": written(t.overrides),
            "chosen": int(t.chosen),
            "runs": t.runs,
            "seconds": t.seconds,
            **t.figures,
        }
        rows.append([row[name] for name in _SUMMARY])
    write_table(out / "summary.csv", _SUMMARY, rows)
    overrides = choice_of(tried, recipe)
    last = [t for t in tried if t.chosen][-1]
    choice = {
        "overrides": overrides,
        "arguments": arguments(overrides),
        "criterion": plan.criterion,
        "folds": plan.count,
        "repeats": plan.repeats,
        "seed": plan.seed,
        "figures": {
            name: value for name, value in last.figures.items() if name.startswith(plan.criterion)
        },
    }
    with new_file(str(out / "choice.json")) as stream:
        stream.write((srsly.json_dumps(choice, indent=2) + "\n").encode())
