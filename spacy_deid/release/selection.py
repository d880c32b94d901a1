"""Choose the recognizers of a release: recall at fixed precision, with the rules, on dev parts."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

import numpy

from spacy_deid.annotations import Proposal, read_proposals
from spacy_deid.errors import DeidError
from spacy_deid.phi import LABELS
from spacy_deid.release.detections import COHERENCE, Bench, Detected
from spacy_deid.release.tally import Tally, bounds, genre_of, table_of
from spacy_deid.score.agreement import Agreement
from spacy_deid.score.arrays import Pair, batches
from spacy_deid.score.schemes import scheme

THRESHOLDS = (0.0, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98)
"""Least scores of a candidate's proposals that are tried."""
RULES = "rules"
MOST = 3
"""Most candidates beside the rules."""
_CHANCE = 1
"""Spans that are no reason to prefer a combination of more or slower detectors."""

Progress = Callable[..., Iterator[Any]]


@dataclass(slots=True)
class Row:
    """One combination at its best threshold.

    name: 'rules', 'crf alone' or 'rules + crf + svm'. thresholds: candidate to least score.
    met: the token precision reaches the target. speed: words per second of processor time, of all
        but the masker.
    curve: what each threshold that was tried gave: [threshold, token precision, spans covered].
    """

    name: str
    candidates: tuple[str, ...]
    detectors: tuple[str, ...]
    components: tuple[str, ...]
    alone: bool
    thresholds: dict[str, float]
    tally: Tally
    met: bool
    speed: float
    curve: list[list[float]] = field(default_factory=list)
    intervals: dict[str, list[float]] = field(default_factory=dict)
    by_genre: dict[str, float] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """Give it as JSON types."""
        return {
            "name": self.name,
            "candidates": list(self.candidates),
            "detectors": list(self.detectors),
            "components": list(self.components),
            "alone": self.alone,
            "thresholds": self.thresholds,
            "met": self.met,
            "words_per_second": round(self.speed),
            **self.tally.figures(),
            "intervals": self.intervals,
            "by_genre": self.by_genre,
            "curve": self.curve,
        }


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


def covering_precision(
    records: Sequence[Any], proposals: Sequence[Sequence[Proposal]]
) -> tuple[float, dict[str, float]]:
    """Tell how often a detector's proposals lie over gold spans of their label.

    RETURNS: the covering precision over all labels, and by label; 0 for a detector that is silent.
    SOURCE: system 1: overlaps go to the recognizer with the highest covering precision.
    """
    found = Agreement(scheme("i2b2-2014"))
    pairs = (
        Pair(record.text, record.spans, [(p.start, p.end, p.label) for p in group], record.id)
        for record, group in zip(records, proposals, strict=True)
    )
    for batch in batches(pairs, found.codes):
        found.add(batch)

    def precision(counts: Any) -> float:
        right, wrong = counts[:, 0].sum(), counts[:, 1].sum()
        return float(right / (right + wrong)) if right + wrong else 0.0

    if not found.documents:
        return 0.0, {}
    by_label = found.split("covering", "label")
    labels = {name: precision(counts) for name, counts in by_label.items() if name in LABELS}
    return precision(found.counts("covering")), labels


class Trial:
    """Scores combinations of candidates with the rules on documents that were searched before."""

    def __init__(self, bench: Bench, found: Sequence[Detected], *, target: float) -> None:
        self.bench = bench
        self.found = {each.candidate.name: each for each in found}
        self.target = target
        self.own_best: dict[str, float] = {}
        self.precision: dict[str, float] = {}
        for name in bench.rules:
            groups = [read_proposals(doc, name) for doc in bench.docs]
            self.precision[name], _ = covering_precision(bench.records, groups)
        self.covering = {
            name: covering_precision(bench.records, each.proposals)[0]
            for name, each in self.found.items()
        }

    def order(self, names: Sequence[str]) -> list[str]:
        """Give rules and candidates by covering precision, and coherence at the end."""
        known = {**self.precision, **{self.detector(n): self.covering[n] for n in names}}
        ranked = sorted(known, key=lambda name: -known[name])
        coherence = self.bench.decision.get(COHERENCE)
        return [*ranked, coherence[0]] if coherence else ranked

    def detector(self, name: str) -> str:
        """Give the span group that a candidate writes."""
        return self.found[name].candidate.detector

    def fits(self, names: Sequence[str]) -> bool:
        """Tell whether candidates can stand in one pipeline: none has a component of another."""
        components = [part for name in names for part in self.found[name].components]
        return len(components) == len(set(components))

    def row(self, names: Sequence[str], *, alone: bool = False, full: bool = False) -> Row:
        """Score one combination at the lowest thresholds that reach the target.

        alone: without the rules. full: try every threshold, for the curve.
        """
        curve: list[list[float]] = []
        best: tuple[tuple[bool, float], dict[str, float], Any, float] | None = None
        for least in self._steps(names):
            given = {name: max(least, self.own_best.get(name, 0.0)) for name in names}
            table, seconds = self._decided(names, given, alone)
            tally = Tally.of(table)
            curve.append([least, round(tally.precision, 6), round(tally.recall, 6)])
            met = tally.precision >= self.target
            rank = (met, tally.recall if met else tally.precision)
            if best is None or rank > best[0]:
                best = rank, given, table, seconds
            if met and not full:
                break
        assert best is not None
        (met, _), given, table, seconds = best
        words = max(self.bench.words, 1)
        spent = self.bench.seconds + seconds + sum(self.found[n].seconds for n in names)
        label = " + ".join(([] if alone else [RULES]) + list(names))
        return Row(
            f"{label} alone" if alone else label,
            tuple(names),
            tuple(self.detector(name) for name in names),
            tuple(part for name in names for part in self.found[name].components),
            alone,
            given,
            Tally.of(table),
            met,
            words / spent if spent else 0.0,
            curve,
            bounds(table),
            self._by_genre(table),
        )

    def _steps(self, names: Sequence[str]) -> list[float]:
        """Give the thresholds worth trying: those that part the candidates' scores."""
        scores = [
            [p.score for group in self.found[name].proposals for p in group] for name in names
        ]
        if not scores or not all(scores):
            return [0.0]
        low, high = min(map(min, scores)), min(map(max, scores))  # above, one would fall silent
        return [0.0, *(t for t in THRESHOLDS if low < t <= high)]

    def _decided(
        self, names: Sequence[str], least: dict[str, float], alone: bool
    ) -> tuple[Any, float]:
        detectors = [self.detector(name) for name in names]
        silent = self.bench.rules if alone else ()
        decide = self.bench.decider(detectors, self.order(names))
        predicted = []
        start = time.process_time()
        for place, doc in enumerate(self.bench.docs):
            groups = {
                self.detector(n): [p for p in self.found[n].proposals[place] if p.score >= least[n]]
                for n in names
            }
            predicted.append(decide(doc, groups, silent))
        seconds = time.process_time() - start
        return table_of(self.bench.records, predicted), seconds

    def _by_genre(self, table: Any) -> dict[str, float]:
        genres = numpy.array([genre_of(record) for record in self.bench.records])
        return {
            str(genre): round(Tally.of(table[genres == genre]).recall, 6)
            for genre in sorted(set(genres.tolist()))
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
    rows = [trial.row(())]
    for name in names:
        rows.append(trial.row((name,), alone=True))
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
