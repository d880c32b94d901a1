"""The figures of a model card: by genre and label with intervals, misses as counts, the data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy

from spacy_deid.annotations import Record
from spacy_deid.errors import DeidError
from spacy_deid.release.tally import Tally, bounds, genre_of, table_of
from spacy_deid.score.arrays import Pair
from spacy_deid.score.pairing import Prediction, known_of, paired
from spacy_deid.score.report import evaluation

SAMPLES = 1000


def figures_of(
    gold: Sequence[Record],
    predictions: Iterable[Prediction],
    *,
    samples: int = SAMPLES,
    seed: int = 0,
) -> dict[str, Any]:
    """Score predictions for a card.

    gold: with spans; meta may name the genre. predictions: of the same documents, by id.
        Documents without annotation are left out.
    RETURNS: JSON types without any text: 'all' and 'by_genre' (spans covered, token precision and
        documents without leak, with bootstrap intervals over documents), 'by_label' (spans covered,
        strict precision, recall and F1), 'misses' (leaked spans by kind and by label, both as
        counts), 'alarms' (spurious spans by label), 'traps' and 'documents'.
    RAISES: DeidError D507 for no documents, and those of pairing and scoring.
    """
    if not gold:
        raise DeidError("D507", path="the development part")
    found = paired(gold, predictions, scheme="i2b2-2014")
    gold = known_of(gold)
    pairs: list[Pair] = found.pairs
    table = table_of(gold, (pair.pred for pair in pairs))
    genres = numpy.array([genre_of(record) for record in gold])

    def part(flags: Any) -> dict[str, Any]:
        chosen = table[flags]
        intervals = bounds(chosen, samples=samples, seed=seed)
        return {**Tally.of(chosen).figures(), "intervals": intervals}

    report = evaluation(pairs, samples=samples, seed=seed).report
    traps = report["utility"]["traps"]
    return {
        "documents": len(gold),
        "all": part(numpy.ones(len(gold), dtype=bool)),
        "by_genre": {str(g): part(genres == g) for g in sorted(set(genres.tolist()))},
        "by_label": _by_label(report),
        "misses": _misses(report),
        "alarms": _alarms(pairs),
        "traps": {"total": traps["total"], "untouched": traps["kept"]},
        "useful": report["harms"]["loss"],
    }


def _by_label(report: Mapping[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    bound = report["intervals"]
    for label, averages in report["redaction"]["by_label"].items():
        micro = averages["micro"]
        found[label] = {"spans": micro["spans"], "spans_covered": round(micro["spans_covered"], 6)}
        limits = bound.get("redaction", {}).get("by_label", {}).get(label)
        if limits:
            found[label]["interval"] = [round(x, 6) for x in limits["micro"]["spans_covered"]]
        strict = report["strict"]["by_label"].get(label)
        if strict:
            found[label]["strict"] = {
                name: round(strict["micro"][name], 6) for name in ("precision", "recall", "f1")
            }
            limits = bound.get("strict", {}).get("by_label", {}).get(label)
            if limits:
                interval = limits["micro"]["f1"]
                found[label]["strict"]["f1_interval"] = [round(x, 6) for x in interval]
    return found


def _misses(report: Mapping[str, Any]) -> dict[str, Any]:
    leaks = report["leaks"]
    return {
        "spans": leaks["spans"]["leaked"],
        "of": leaks["spans"]["total"],
        "harmless": leaks["spans"]["harmless"],
        "by_kind": {k: v["leaked"] for k, v in leaks["by_grade"].items() if v["leaked"]},
        "by_label": {k: v["leaked"] for k, v in leaks["by_label"].items() if v["leaked"]},
    }


def _alarms(pairs: Iterable[Pair]) -> dict[str, int]:
    """Count predicted spans that touch no gold span, by label."""
    found: Counter[str] = Counter()
    for pair in pairs:
        for start, end, label in pair.pred:
            if not any(s < end and start < e for s, e, _ in pair.gold):
                found[label] += 1
    return dict(sorted(found.items()))


def data_of(records: Iterable[Record]) -> dict[str, dict[str, int]]:
    """Count a training corpus: genre to documents and spans."""
    documents: Counter[str] = Counter()
    spans: Counter[str] = Counter()
    for record in records:
        genre = genre_of(record)
        documents[genre] += 1
        spans[genre] += len(record.spans)
    return {g: {"documents": documents[g], "spans": spans[g]} for g in sorted(documents)}
