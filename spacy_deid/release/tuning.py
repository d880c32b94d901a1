"""Tune a pipeline's decision on dev documents: thresholds and order by label, veto, recall bias.

A greedy search, one setting at a time, on proposals that are found once. It tunes on one half of
the documents and reports on the other; the halves never share a skeleton or a narrative.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy

from spacy_deid.annotations import Record
from spacy_deid.decide.resolver import Resolver
from spacy_deid.decide.verdicts import Settings
from spacy_deid.errors import DeidError
from spacy_deid.release.proposals import RECALL_BIAS, Proposed, Searched
from spacy_deid.release.tally import Table, Tally, source_of, table_of

GRID = (0.0, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95)
MARGINS = (-0.4, -0.3, -0.2, -0.1, 0.0, 0.1)
BIASES = (0.0, 0.5, 1.0, 1.5, 2.0)
GENERAL = (0.3, 0.5, 0.7)
ROUNDS = 3
LEAST_GAIN = 2
"""Spans that a change has to gain."""
LEAST_SAVED = 5
"""False tokens that a change has to save where it gains no span and loses none."""


@dataclass(frozen=True, slots=True)
class Change:
    """One change that was kept.

    setting: 'thresholds.DATE', 'label_order.AGE', 'veto_margin', 'deid_crf.recall_bias'.
    spans, false_tokens: what it gained on the half it was tuned on.
    """

    setting: str
    before: Any
    after: Any
    spans: int
    false_tokens: int


@dataclass(slots=True)
class Tuned:
    """What came of it.

    settings, biases: to write into the config. before, after: half ('tuned', 'other') to tally.
    kept: the other half is not worse; otherwise settings and biases are those of the start.
    """

    settings: Settings
    biases: dict[str, float]
    changes: list[Change]
    before: dict[str, Tally]
    after: dict[str, Tally]
    kept: bool
    target: float

    def to_dict(self) -> dict[str, Any]:
        """Give it as JSON types, without any text of a document."""
        return {
            "target": self.target,
            "kept": self.kept,
            "changes": [
                {
                    "setting": c.setting,
                    "before": c.before,
                    "after": c.after,
                    "spans": c.spans,
                    "false_tokens": c.false_tokens,
                }
                for c in self.changes
            ],
            "before": {half: tally.figures() for half, tally in self.before.items()},
            "after": {half: tally.figures() for half, tally in self.after.items()},
            "thresholds": dict(self.settings.thresholds),
            "label_order": {k: list(v) for k, v in self.settings.label_order.items()},
            "veto_margin": self.settings.veto_margin,
            "recall_bias": self.biases,
        }


def halves(records: Sequence[Record], *, seed: int = 0) -> tuple[list[int], list[int]]:
    """Part documents in two by what they were made from.

    RETURNS: places of each half; documents of one skeleton or narrative are in the same.
    """

    def lot(source: str) -> bytes:
        return hashlib.sha256(f"{seed}/{source}".encode()).digest()

    sources = [source_of(record) for record in records]
    ranked = sorted(set(sources), key=lot)
    first = set(ranked[: (len(ranked) + 1) // 2])
    places = range(len(records))
    return (
        [p for p in places if sources[p] in first],
        [p for p in places if sources[p] not in first],
    )


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


def tune(
    searched: Searched,
    *,
    target: float = 0.95,
    seed: int = 0,
    rounds: int = ROUNDS,
    biases: Sequence[float] = BIASES,
) -> Tuned:
    """Search settings that mask more spans while the token precision reaches the target.

    searched: the pipeline's proposals on gold documents.
    target: least token precision; as long as it is missed, precision is bought where it costs the
        fewest spans.
    biases: values of ``recall_bias`` to try on every recognizer that has one.
    RETURNS: the settings and what they bring on both halves.
    RAISES: DeidError D508 for a target outside (0, 1]; D507 for fewer than two sources.
    """
    if not 0 < target <= 1:
        raise DeidError("D508", name="target", value=target, expected="above 0, at most 1")
    first, second = halves(searched.records, seed=seed)
    if not second:
        raise DeidError("D507", path="one half of the development part")
    search = _Search(searched, first, target)
    start = search.settings, dict(search.biases)
    before = {"tuned": search.half.tally, "other": _other(searched, second, *start)}
    for _ in range(rounds):
        if not search.round(biases):
            break
    after = {
        "tuned": search.half.tally,
        "other": _other(searched, second, search.settings, search.biases),
    }
    kept = _rank(after["other"], target) >= _rank(before["other"], target)
    settings, found = (search.settings, search.biases) if kept else start
    return Tuned(settings, found, search.changes, before, after, kept, target)


def _rank(tally: Tally, target: float) -> tuple[bool, float]:
    met = tally.precision >= target
    return met, float(tally.covered) if met else tally.precision


def _other(
    searched: Searched, places: Sequence[int], settings: Settings, biases: Mapping[str, float]
) -> Tally:
    return _half(searched, places, settings, biases).tally


def _half(
    searched: Searched, places: Sequence[int], settings: Settings, biases: Mapping[str, float]
) -> Half:
    proposed = searched.proposed(biases)
    records = [searched.records[place] for place in places]
    return Half(records, [proposed[place] for place in places], searched.resolver, settings)


class _Search:
    """The state of the search on one half."""

    def __init__(self, searched: Searched, places: Sequence[int], target: float) -> None:
        self.searched = searched
        self.places = places
        self.target = target
        self.settings = searched.settings
        self.biases = dict(searched.biases)
        self.half = _half(searched, places, self.settings, self.biases)
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
            half = _half(self.searched, self.places, self.settings, {**self.biases, name: value})
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

    def _note(self, setting: str, before: Any, after: Any, table: Table) -> None:
        now, then = self.half.tally, Tally.of(table)
        spans, saved = then.covered - now.covered, then.tokens_false - now.tokens_false
        self.changes.append(Change(setting, before, after, spans, saved))

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


def changed_settings(searched: Searched, found: Tuned) -> dict[str, dict[str, Any]]:
    """Give what is to be written into the config: component to setting to value."""
    if not found.kept:
        return {}
    resolver = {
        "thresholds": dict(found.settings.thresholds),
        "label_order": {k: list(v) for k, v in found.settings.label_order.items()},
        "veto_margin": found.settings.veto_margin,
    }
    biases = {name: {RECALL_BIAS: value} for name, value in found.biases.items()}
    return {**biases, searched.resolver_name: resolver}
