"""Counts into nested figures and intervals: criterion → subset → average → figure."""

from __future__ import annotations

from typing import Any, Protocol

import numpy

from spacy_deid.score.arrays import Ints
from spacy_deid.score.figures import Figures, divided, figures, intervals, rows
from spacy_deid.score.masking import COLUMNS
from spacy_deid.score.significance import (
    LEVEL,
    SAMPLES,
    UNITS,
    Numbers,
    grouped,
    percentiles,
    resampled,
    share_interval,
    spread,
    wilson,
)

LABEL_AWARE = ("strict", "relaxed", "token", "covering", "overlapping")
LABEL_BLIND = ("spans_strict", "spans_merged")
CRITERIA = (*LABEL_AWARE, *LABEL_BLIND, "redaction", "leak_score")


class Counted(Protocol):
    """Counts per document, as ``agreement.Agreement`` gathers them."""

    documents: int

    @property
    def sentences(self) -> Ints:
        """Sentences of every document."""

    def counts(self, criterion: str, subset: str = "all") -> Ints:
        """Give shape (documents, 3)."""

    def masking(self, subset: str = "all") -> Ints:
        """Give the columns of ``masking.COLUMNS``."""

    def split(self, criterion: str, by: str) -> dict[str, Ints]:
        """Give counts by 'label' or 'category'."""

    def covered_by_label(self) -> dict[str, Ints]:
        """Give gold and covered spans by label."""


def results(
    counted: Counted, *, level: float = LEVEL, samples: int = SAMPLES, seed: int = 0
) -> tuple[Figures, Figures]:
    """Give the figures and their bootstrap intervals, nested alike.

    RETURNS: criterion → subset → average → figure, and the same with [low, high]; the subsets are
        all, hipaa, by_label and by_category, the latter two one level deeper. No intervals ({}) for
        ``samples`` = 0 or no documents.
    """
    nest = _Nest(counted, level, samples, seed)
    found: Figures = {}
    bounds: Figures = {}
    for criterion in LABEL_AWARE:
        parts: dict[str, Any] = {s: counted.counts(criterion, s) for s in ("all", "hipaa")}
        parts["by_label"] = counted.split(criterion, "label")
        parts["by_category"] = counted.split(criterion, "category")
        found[criterion], bounds[criterion] = nest.figures(parts)
    for criterion in LABEL_BLIND:
        parts = {s: counted.counts(criterion, s) for s in ("all", "hipaa")}
        found[criterion], bounds[criterion] = nest.figures(parts)
    found["redaction"], bounds["redaction"] = nest.redaction()
    found["leak_score"], bounds["leak_score"] = nest.leak_score()
    return found, bounds if nest.weights is not None else {}


class _Nest:
    """Turns counts into figures with one set of bootstrap weights."""

    def __init__(self, counted: Counted, level: float, samples: int, seed: int) -> None:
        self.counted = counted
        self.level = level
        self.weights: Numbers | None = None
        if samples and counted.documents:
            units = min(counted.documents, UNITS)
            self.weights = resampled(units, samples=samples, seed=seed)

    def figures(self, parts: dict[str, Any]) -> tuple[Figures, Figures]:
        """Give the figures of each subset, or of each label of a subset of labels."""
        found: Figures = {}
        bounds: Figures = {}
        for name, counts in parts.items():
            if isinstance(counts, dict):
                found[name], bounds[name] = self.figures(counts)
                continue
            table = rows(counts)
            found[name] = figures(table)
            if self.weights is not None:
                bounds[name] = intervals(table, self.weights, self.level)
        return found, bounds

    def redaction(self) -> tuple[Figures, Figures]:
        """Give the figures of the mask whatever the labels.

        Precision, recall and F1 are of letters and digits; a false alarm is outside of all gold in
        either subset. The precision of tokens is over all types in either subset, as in system 2.
        """
        found: Figures = {}
        bounds: Figures = {}
        everything = self.counted.masking("all")
        for subset in ("all", "hipaa"):
            table = self.counted.masking(subset)
            characters = rows(table[:, :3])
            table = numpy.column_stack((table, everything[:, COLUMNS.index("tokens_found")]))
            found[subset] = figures(characters)
            sums = table.sum(axis=0)
            found[subset]["micro"].update(_whole(sums))
            found[subset]["micro"].update(
                (name, float(divided(*parts)))
                for name, parts in _shares(sums, self.counted.documents).items()
            )
            if self.weights is not None:
                bounds[subset] = intervals(characters, self.weights, self.level)
                bounds[subset]["micro"].update(masking_intervals(table, self.weights, self.level))
        found["by_label"], bounds["by_label"] = {}, {}
        for name, cells in self.counted.covered_by_label().items():
            spans, covered = cells.sum(axis=0).tolist()
            if not spans:
                continue
            share = float(divided(covered, spans))
            found["by_label"][name] = {
                "micro": {"spans": spans, "covered": covered, "spans_covered": share}
            }
            if self.weights is not None:
                drawn = self.weights @ grouped(cells)
                bound = share_interval(drawn[:, 1], drawn[:, 0], covered, spans, self.level)
                bounds["by_label"][name] = {"micro": {"spans_covered": list(bound)}}
        return found, bounds

    def leak_score(self) -> tuple[Figures, Figures]:
        """Give the missed spans per sentence.

        SOURCE: MEDDOCAN subtrack 1.
        """
        found: Figures = {}
        bounds: Figures = {}
        sentences = self.counted.sentences
        for subset in ("all", "hipaa"):
            counts = self.counted.counts("strict", subset)
            missed, spans = counts[:, 2], counts[:, 0] + counts[:, 2]
            each = divided(missed, sentences)
            found[subset] = {
                "micro": {
                    "leak": float(divided(missed.sum(), sentences.sum())),
                    "fn": int(missed.sum()),
                    "sentences": int(sentences.sum()),
                },
                "macro": {"leak": float(each.mean()) if len(each) else 0.0},
            }
            if self.weights is not None:
                columns = numpy.column_stack((missed, sentences, each, numpy.ones(len(each))))
                drawn = self.weights @ grouped(columns)
                share = wilson(int(missed.sum()), int(spans.sum()), self.level)
                most = {
                    "micro": divided(spans.sum(), sentences.sum()),
                    "macro": divided(spans, sentences).mean(),
                }
                bounds[subset] = {}
                for place, average in ((0, "micro"), (2, "macro")):
                    values = divided(drawn[:, place], drawn[:, place + 1])
                    sure = spread(values)
                    limits = percentiles(values, self.level) if sure else share
                    scale = 1.0 if sure else float(most[average])
                    bounds[subset][average] = {"leak": [limit * scale for limit in limits]}
        return found, bounds


def _whole(sums: Ints) -> dict[str, int]:
    named = dict(zip(COLUMNS, sums.tolist(), strict=False))
    return {
        **{name: named[name] for name in ("spans", "covered", "tokens", "tokens_found")},
        "tokens_harmless": named["tokens_harmless"],
        "tokens_false": named["tokens_false"],
        "documents_with_phi": named["has_spans"],
        "documents_leaking": named["leaking"],
    }


def masking_intervals(table: Ints, weights: Numbers, level: float) -> dict[str, list[float]]:
    """Give the intervals of the shares of a mask.

    table: the columns ``masking.COLUMNS`` and the gold tokens of any type that were found.
    weights: as ``significance.resampled`` draws them for the grouped documents.
    RETURNS: figure → [low, high]; bootstrapped over documents (``share_interval``), but Wilson's of
        documents without a leak.
    """
    drawn = weights @ grouped(numpy.column_stack((table, numpy.ones(len(table)))))
    samples = _shares(drawn[..., :-1], drawn[..., -1])
    whole = _shares(table.sum(axis=0), len(table))
    found = {
        name: list(share_interval(*samples[name], int(hits), int(trials), level))
        for name, (hits, trials) in whole.items()
    }
    safe, documents = map(int, whole["documents_without_leak"])
    found["documents_without_leak"] = list(wilson(safe, documents, level))
    return found


def _shares(sums: Numbers, documents: Any) -> dict[str, tuple[Numbers, Numbers]]:
    """Give what is divided by what."""
    named = {name: sums[..., place] for place, name in enumerate(COLUMNS)}
    found = named["tokens_found"]
    found_anywhere = sums[..., len(COLUMNS)]
    return {
        "spans_covered": (named["covered"], named["spans"]),
        "token_precision": (found_anywhere, found_anywhere + named["tokens_false"]),
        "token_recall": (found, named["tokens"]),
        "token_recall_corrected": (found + named["tokens_harmless"], named["tokens"]),
        "documents_without_leak": (documents - named["leaking"], documents),
    }
