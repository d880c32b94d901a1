"""Choose the recognizers of a release: recall at fixed precision, with the rules, on dev parts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from spacy_deid.errors import DeidError
from spacy_deid.release.detections import Bench, Detected
from spacy_deid.release.trials import Row, Trial

MOST = 3
"""Most candidates beside the rules."""
_CHANCE = 1
"""Spans that are no reason to prefer a combination of more or slower detectors."""

Progress = Callable[..., Iterator[Any]]


@dataclass(slots=True)
class Selection:
    """All rows, and the one chosen.

    target: least token precision; floor: least words/s.
    order: detectors of the chosen row, by covering precision; precision: of each, alone.
    """

    rows: list[Row]
    chosen: Row
    target: float
    floor: float
    order: list[str]
    precision: dict[str, float]
    left_out: dict[str, str]

    def to_dict(self) -> dict[str, Any]:
        """Give it as JSON types, without any text of a document."""
        return {
            "target": self.target,
            "floor": self.floor,
            "chosen": {
                **self.chosen.to_dict(),
                "order": self.order,
                "covering_precision": {
                    name: round(self.precision[name], 6)
                    for name in self.order
                    if name in self.precision
                },
            },
            "left_out": self.left_out,
            "rows": [row.to_dict() for row in self.rows],
        }


def select(
    bench: Bench,
    found: Sequence[Detected],
    *,
    target: float = 0.95,
    floor: float = 0.0,
    most: int = MOST,
    left_out: dict[str, str] | None = None,
    progress: Progress | None = None,
) -> Selection:
    """Score the rules, every candidate and every combination, and choose.

    target: least token precision. floor: least words/s. most: candidates in one combination.
    RETURNS: rows in order of size; the choice masks most spans among those that meet target and
        floor. One span more is no reason for more detectors or a slower one. Where nothing meets
        both, the choice is the most precise row that is fast enough (or the fastest), 'met' False.
    RAISES: DeidError D508 for a target outside (0, 1]; D507 for no documents.
    """
    if not 0 < target <= 1:
        raise DeidError("D508", name="target", value=target, expected="above 0, at most 1")
    if not bench.records:
        raise DeidError("D507", path="the development part")
    trial = Trial(bench, found, target=target)
    names = list(trial.found)
    rows = [trial.row(()), *(trial.row((name,), alone=True) for name in names)]
    for name in names:
        row = trial.row((name,), full=True)
        trial.own_best[name] = row.thresholds[name]
        rows.append(row)
    wider = [
        group
        for size in range(2, most + 1)
        for group in combinations(names, size)
        if trial.fits(group)
    ]
    for group in progress(wider, "combinations", total=len(wider)) if progress else wider:
        rows.append(trial.row(group))
    chosen = choose(rows, floor)
    order = trial.order(chosen.candidates)
    precision = {
        **trial.precision,
        **{trial.detector(n): trial.covering[n] for n in chosen.candidates},
    }
    return Selection(rows, chosen, target, floor, order, precision, dict(left_out or {}))


def choose(rows: Sequence[Row], floor: float) -> Row:
    """Choose among combinations with the rules; see ``select``."""
    whole = [row for row in rows if not row.alone]
    good = [row for row in whole if row.met and row.speed >= floor]
    if not good:
        fast = [row for row in whole if row.speed >= floor]
        if fast:
            return max(fast, key=lambda row: (row.tally.precision, row.tally.covered))
        return max(whole, key=lambda row: row.speed)
    covered = max(row.tally.covered for row in good)
    near = [row for row in good if row.tally.covered >= covered - _CHANCE]
    return min(near, key=lambda row: (len(row.candidates), -row.tally.safe, -row.speed))
