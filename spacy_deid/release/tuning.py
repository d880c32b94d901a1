"""Tune a pipeline's decision on dev documents: thresholds and order by label, veto, recall bias.

A greedy search, one setting at a time, on proposals that are found once. It tunes on one half of
the documents and reports on the other; the halves never share a skeleton or a narrative.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from spacy_deid.annotations import Record
from spacy_deid.decide.verdicts import Settings
from spacy_deid.errors import DeidError
from spacy_deid.release.proposals import RECALL_BIAS, Searched
from spacy_deid.release.search import Change, Search, half_of
from spacy_deid.release.tally import Tally, source_of

BIASES = (0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0)
ROUNDS = 3
SLACK = 0.005
"""How far the other half may be under the target by chance, beside what it was harder before."""


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
    search = Search(searched, first, target)
    start = search.settings, dict(search.biases)
    before = {"tuned": search.half.tally, "other": _other(searched, second, *start)}
    for _ in range(rounds):
        if not search.round(biases):
            break
    after = {
        "tuned": search.half.tally,
        "other": _other(searched, second, search.settings, search.biases),
    }
    # a half that was harder from the start cannot be asked for as much
    harder = max(before["tuned"].precision - before["other"].precision, 0.0)
    least = target - harder - SLACK
    kept = _rank(after["other"], least) >= _rank(before["other"], least)
    settings, found = (search.settings, search.biases) if kept else start
    return Tuned(settings, found, search.changes, before, after, kept, target)


def _rank(tally: Tally, least: float) -> tuple[bool, float]:
    met = tally.precision >= least
    return met, float(tally.covered) if met else tally.precision


def _other(
    searched: Searched, places: Sequence[int], settings: Settings, biases: Mapping[str, float]
) -> Tally:
    return half_of(searched, places, settings, biases).tally


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
