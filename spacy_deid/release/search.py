"""The greedy search of ``tuning``: one setting at a time, on proposals that were found once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy

from spacy_deid.annotations import Record
from spacy_deid.decide.resolver import Resolver
from spacy_deid.decide.verdicts import Settings
from spacy_deid.release.proposals import RECALL_BIAS, Proposed, Searched
from spacy_deid.release.tally import Table, Tally, table_of

GRID = (0.0, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95)
MARGINS = (-0.4, -0.3, -0.2, -0.1)
"""How much weaker than a proposal a protected term may be. If it had to be as strong, recognizers
that are sure of everything would mask drugs, scores and brands."""
GENERAL = (0.3, 0.5, 0.7)
"""Thresholds of all labels without their own that are tried together with a bias."""
LEAST_GAIN = 2
"""Spans that a change has to gain."""
LEAST_SAVED = 5
"""False tokens that a change has to save where it gains no span and loses none."""

WORTH_SILENCE = 50
"""False tokens that have to be saved where a detector is no longer heard on a label: on text unlike
the documents that are tuned on it may be the only one to find something."""


@dataclass(frozen=True, slots=True)
class Change:
    """One change that was kept.

    setting: 'thresholds.DATE', 'label_order.AGE', 'veto_margin', 'deid_crf.recall_bias'.
    spans, false_tokens: how many more are covered, and masked by mistake, on the half it was tuned
        on.
    """

    setting: str
    before: Any
    after: Any
    spans: int
    false_tokens: int


@dataclass(slots=True)
class Half:
    """Documents to score a state on; only those that a change can touch are decided anew."""

    records: list[Record]
    proposed: list[Proposed]
    resolver: Resolver
    settings: Settings
    table: Table = field(init=False)

    def __post_init__(self) -> None:
        self.table = self._decided(range(len(self.records)), self.settings)

    @property
    def tally(self) -> Tally:
        """Sums over its documents."""
        return Tally.of(self.table)

    def tried(self, settings: Settings, label: str | None = None) -> Table:
        """Give the table under other settings.

        label: the only label whose proposals they treat otherwise; None for any.
        """
        places = [n for n, p in enumerate(self.proposed) if label is None or label in p.labels]
        table: Table = self.table.copy()
        if places:
            table[places] = self._decided(places, settings)
        return table

    def _decided(self, places: Sequence[int], settings: Settings) -> Table:
        predicted = (self.proposed[place].decided(self.resolver, settings) for place in places)
        return table_of([self.records[place] for place in places], predicted)


def half_of(
    searched: Searched, places: Sequence[int], settings: Settings, biases: Mapping[str, float]
) -> Half:
    """Give some documents under a state."""
    proposed = searched.proposed(biases)
    records = [searched.records[place] for place in places]
    return Half(records, [proposed[place] for place in places], searched.resolver, settings)


class Search:
    """The state of the search on one half."""

    def __init__(self, searched: Searched, places: Sequence[int], target: float) -> None:
        self.searched = searched
        self.places = places
        self.target = target
        self.settings = searched.settings
        self.biases = dict(searched.biases)
        self.half = half_of(searched, places, self.settings, self.biases)
        self.changes: list[Change] = []

    def round(self, biases: Sequence[float]) -> bool:
        """Go through all settings once; RETURNS whether anything was changed."""
        known = len(self.changes)
        for name in list(self.biases):
            self._bias(name, biases)
        labels = {label for p in self.half.proposed for label in p.labels}
        for label in sorted(labels):
            self._best(f"label_order.{label}", self._orders(label), label)
            self._best(f"thresholds.{label}", self._thresholds(label), label)
        self._best("veto_margin", self._margins(), None)
        return len(self.changes) > known

    def _bias(self, name: str, values: Sequence[float]) -> None:
        """Try a bias as it is and with a threshold for all labels that have none of their own."""
        before = self.biases[name]
        best: tuple[tuple[float, ...], float, Half] | None = None
        for value in values:
            if value == before:
                continue
            half = half_of(self.searched, self.places, self.settings, {**self.biases, name: value})
            gain = self._gain(half.table)
            if gain is not None and (best is None or gain > best[0]):
                best = gain, value, half
            for settings in self._general():
                table = half.tried(settings)
                gain = self._gain(table)
                if gain is not None and (best is None or gain > best[0]):
                    best = gain, value, replace(half, settings=settings)
        if best is not None:
            _, value, half = best
            general = half.settings.thresholds.get("*", 0.0)
            after: Any = value if half.settings == self.settings else [value, {"*": general}]
            self._note(f"{name}.{RECALL_BIAS}", before, after, half.table)
            self.biases[name], self.half, self.settings = value, half, half.settings

    def _general(self) -> Iterator[Settings]:
        known = dict(self.settings.thresholds)
        for value in GENERAL:
            if value > known.get("*", 0.0):
                yield replace(self.settings, thresholds={**known, "*": value})

    def _best(
        self, setting: str, options: Iterator[tuple[Any, Any, Settings]], label: str | None
    ) -> None:
        """Take the best of some values of one setting, if any is better than what is there."""
        best: tuple[tuple[float, ...], Any, Any, Settings, Table] | None = None
        for before, after, settings in options:
            table = self.half.tried(settings, label)
            gain = self._gain(table)
            if isinstance(after, list) and len(after) < len(before) and not self._silences(table):
                continue
            if gain is not None and (best is None or gain > best[0]):
                best = gain, before, after, settings, table
        if best is not None:
            _, before, after, settings, table = best
            self._note(setting, before, after, table)
            self.settings = self.half.settings = settings
            self.half.table = table

    def _gain(self, table: Table) -> tuple[float, ...] | None:
        """Rank a change; None where it is not worth it."""
        now, then = self.half.tally, Tally.of(table)
        spans = then.covered - now.covered
        saved = now.tokens_false - then.tokens_false
        if now.precision < self.target:
            if then.precision <= now.precision or (spans < 0 and saved < LEAST_SAVED):
                return (1.0, spans, saved) if spans >= LEAST_GAIN and saved >= 0 else None
            price = saved / (1 + max(-spans, 0))
            return (0.0, price, spans) if price > 1 else None
        if then.precision < self.target:
            return None
        if spans >= LEAST_GAIN:
            return (1.0, spans, then.safe - now.safe, saved)
        if spans >= 0 and then.safe >= now.safe and saved >= LEAST_SAVED:
            return (0.0, spans, then.safe - now.safe, saved)
        return None

    def _silences(self, table: Table) -> bool:
        """Tell whether a detector may be left out for what that saves."""
        return self.half.tally.tokens_false - Tally.of(table).tokens_false >= WORTH_SILENCE

    def _note(self, setting: str, before: Any, after: Any, table: Table) -> None:
        now, then = self.half.tally, Tally.of(table)
        spans, more = then.covered - now.covered, then.tokens_false - now.tokens_false
        self.changes.append(Change(setting, before, after, spans, more))

    def _thresholds(self, label: str) -> Iterator[tuple[Any, Any, Settings]]:
        known = dict(self.settings.thresholds)
        before = known.get(label, known.get("*", 0.0))
        scores = {s for p in self.half.proposed for s in p.scores.get(label, ())}
        for value in GRID:
            differs = any((s < value) != (s < before) for s in scores)
            if value != before and differs:
                yield before, value, replace(self.settings, thresholds={**known, label: value})

    def _orders(self, label: str) -> Iterator[tuple[Any, Any, Settings]]:
        """Move each detector of a label to the front, to the end, or leave it out."""
        known = dict(self.settings.label_order)
        before = list(known.get(label) or self.settings.order)
        present = {d for p in self.half.proposed for d in p.labels.get(label, ())}
        tried = {tuple(n for n in before if n in present)}
        for name in [n for n in before if n in present]:
            rest = [other for other in before if other != name]
            for order in ([name, *rest], [*rest, name], rest):
                heard = tuple(n for n in order if n in present)
                if order and heard not in tried:
                    tried.add(heard)
                    changed = {**known, label: order}
                    yield before, order, replace(self.settings, label_order=changed)
        covering = self.searched.order_by_precision(label, before, self.places, self.biases)
        if tuple(n for n in covering if n in present) not in tried:
            yield before, covering, replace(self.settings, label_order={**known, label: covering})

    def _margins(self) -> Iterator[tuple[Any, Any, Settings]]:
        before = self.settings.veto_margin
        for value in MARGINS:
            if not numpy.isclose(value, before):
                yield before, value, replace(self.settings, veto_margin=value)
