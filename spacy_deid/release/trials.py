"""Combinations of recognizers with the rules, each at the thresholds that reach a precision."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy

from spacy_deid.annotations import Proposal, Record
from spacy_deid.intervals import PhiSpan
from spacy_deid.proposals import read_proposals
from spacy_deid.release.detections import COHERENCE, Bench, Detected
from spacy_deid.release.tally import Tally, bounds, genre_of, table_of
from spacy_deid.score.agreement import Agreement
from spacy_deid.score.arrays import batches
from spacy_deid.score.pairing import Prediction, paired
from spacy_deid.score.schemes import scheme

THRESHOLDS = (0.0, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98)
"""Least scores of a candidate's proposals that are tried."""
RULES = "rules"


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


def covering_precision(
    records: Sequence[Record], proposals: Sequence[Sequence[Proposal]]
) -> tuple[float, dict[str, float]]:
    """Tell how often a detector's proposals lie over gold spans of their label.

    records: with gold spans in the labels of any scheme, to which those of the proposals are
        mapped where it knows others.
    RETURNS: the covering precision over all labels, and by label; 0 for a detector that is silent.
    RAISES: DeidError D503 for a gold label that no scheme knows.
    SOURCE: system 1: overlaps go to the recognizer with the highest covering precision.
    """
    guesses = (
        Prediction(record.id, [PhiSpan(p.start, p.end, p.label) for p in group])
        for record, group in zip(records, proposals, strict=True)
    )
    matched = paired(records, guesses)
    found = Agreement(scheme(matched.scheme))
    for batch in batches(matched.pairs, found.codes):
        found.add(batch)

    def precision(counts: Any) -> float:
        right, wrong = counts[:, 0].sum(), counts[:, 1].sum()
        return float(right / (right + wrong)) if right + wrong else 0.0

    if not found.documents:
        return 0.0, {}
    by_label = found.split("covering", "label")
    return precision(found.counts("covering")), {n: precision(c) for n, c in by_label.items()}


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
            name=f"{label} alone" if alone else label,
            candidates=tuple(names),
            detectors=tuple(self.detector(name) for name in names),
            components=tuple(part for name in names for part in self.found[name].components),
            alone=alone,
            thresholds=given,
            tally=Tally.of(table),
            met=met,
            speed=words / spent if spent else 0.0,
            curve=curve,
            intervals=bounds(table),
            by_genre=self._by_genre(table),
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
        start = time.thread_time()
        for place, doc in enumerate(self.bench.docs):
            groups = {
                self.detector(n): [p for p in self.found[n].proposals[place] if p.score >= least[n]]
                for n in names
            }
            predicted.append(decide(doc, groups, silent))
        seconds = time.thread_time() - start
        return table_of(self.bench.records, predicted), seconds

    def _by_genre(self, table: Any) -> dict[str, float]:
        genres = numpy.array([genre_of(record) for record in self.bench.records])
        return {
            str(genre): round(Tally.of(table[genres == genre]).recall, 6)
            for genre in sorted(set(genres.tolist()))
        }
