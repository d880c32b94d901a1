"""What was lost: doses, drugs, lab values and times that a mask took away for nothing."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Any

import numpy

from spacy_deid.intervals import Interval, PhiSpan, has_alphanumeric, merge, subtract
from spacy_deid.score.arrays import Batch, Pair
from spacy_deid.score.expressions import ITEMS, KINDS, expressions
from spacy_deid.score.figures import Figures, divided
from spacy_deid.score.onset import onsets
from spacy_deid.score.schemes import Scheme
from spacy_deid.score.significance import (
    LEVEL,
    SAMPLES,
    UNITS,
    Numbers,
    grouped,
    resampled,
    share_interval,
    wilson,
)

MOST_DOCUMENTS = 5_000
"""Most documents whose expressions are searched; of more, an even sample is taken."""

_WIDTH = 2 * len(ITEMS)


def survivors(
    text: str, found: Sequence[Sequence[Any]], gold: Sequence[Interval], pred: Sequence[Interval]
) -> list[bool]:
    """Tell of each expression whether it survives the mask.

    found: (start, end, …) of the expressions; gold, pred: spans, in any order.
    An expression is lost when a letter or digit of it is masked that no gold span holds: what
    identifies has to go.
    """
    rightly = merge((g[0], g[1]) for g in gold)
    wrongly = [
        piece
        for interval in merge((p[0], p[1]) for p in pred)
        for piece in subtract(interval, rightly)
        if has_alphanumeric(text, piece)
    ]
    if not wrongly:
        return [True] * len(found)
    return [not _masked_in(text, span[0], span[1], wrongly) for span in found]


def _masked_in(text: str, start: int, end: int, wrongly: Sequence[Interval]) -> bool:
    place = max(bisect_right(wrongly, (start, start)) - 1, 0)
    for low, high in wrongly[place:]:
        if low >= end:
            return False
        both = (max(low, start), min(high, end))
        if both[0] < both[1] and has_alphanumeric(text, both):
            return True
    return False


def useful(pair: Pair) -> list[PhiSpan]:
    """Give the expressions of a document that should survive.

    RETURNS: for the kinds that its meta has gold for ('utility': [[start, end, label], …]) that
        gold, for all others what the protect lists find outside of gold PHI; in order.
    """
    given = pair.meta.get("utility")
    rightly = merge((g[0], g[1]) for g in pair.gold)
    found = [s for s in expressions(pair.text) if subtract(s[:2], rightly) == [s[:2]]]
    if given is None:
        return found
    gold = [PhiSpan(*span[:3]) for span in given]
    return sorted(gold + [s for s in found if s.label not in KINDS])


class Utility:
    """Gathers what survives, batch by batch.

    most: documents to search; where there are more, every second, fourth … of them is kept.
    """

    def __init__(self, scheme: Scheme, *, most: int = MOST_DOCUMENTS) -> None:
        self.scheme = scheme
        self.most = most
        self.documents = 0
        self.pairs = 0
        self.traps: dict[str, list[int]] = {}
        self.kept: int | None = None
        self._rows: list[tuple[int, ...]] = []
        self._with_gold: list[bool] = []
        self._step = 1

    def add(self, batch: Batch) -> None:
        """Search a batch; each document's row is its total and surviving expressions per item."""
        for pair in batch.pairs:
            number, self.documents = self.documents, self.documents + 1
            self._onsets(pair)
            self._spring(pair)
            if number % self._step:
                continue
            self._with_gold.append(pair.meta.get("utility") is not None)
            found = useful(pair)
            row = [0] * _WIDTH
            kept = survivors(
                pair.text, found, [g[:2] for g in pair.gold], [p[:2] for p in pair.pred]
            )
            for span, safe in zip(found, kept, strict=True):
                if span.label in ITEMS:
                    place = 2 * ITEMS.index(span.label)
                    row[place] += 1
                    row[place + 1] += safe
            self._rows.append(tuple(row))
            if len(self._rows) > self.most:
                self._rows, self._step = self._rows[::2], self._step * 2
                self._with_gold = self._with_gold[::2]

    def _spring(self, pair: Pair) -> None:
        """Count the traps of a document and what is untouched, by kind.

        'traps' is [[start, end], …] or [[start, end, kind], …]; what has no kind is of ''.
        """
        traps = pair.meta.get("traps") or ()
        kept = survivors(pair.text, traps, [g[:2] for g in pair.gold], [p[:2] for p in pair.pred])
        for trap, safe in zip(traps, kept, strict=True):
            counts = self.traps.setdefault(str(trap[2]) if len(trap) > 2 else "", [0, 0])
            counts[0] += 1
            counts[1] += safe

    def _onsets(self, pair: Pair) -> None:
        dates = [g[:2] for g in pair.gold if self.scheme.category(g[2]) == "DATE"]
        if len(dates) < 2:
            return
        masked = pair.meta.get("masked") or {}
        spans = masked.get("spans")
        found = onsets(
            pair.text,
            dates,
            sorted(p[:2] for p in pair.pred),
            masked.get("text"),
            None if spans is None else sorted((s[0], s[1]) for s in spans),
        )
        if found.kept is not None:
            self.kept = (self.kept or 0) + found.kept
            self.pairs += found.pairs

    @property
    def rows(self) -> Numbers:
        """Total and surviving expressions per document and item, shape (documents, 2 · items)."""
        return numpy.array(self._rows, dtype=numpy.int64).reshape(-1, _WIDTH)

    def result(self, *, level: float = LEVEL, samples: int = SAMPLES, seed: int = 0) -> Figures:
        """Give what survived and what was lost.

        RETURNS: expressions (of the six kinds together), by_kind, documents that lost nothing,
            items of causality assessment kept per document, onset pairs (kept None where no masked
            text was given), traps (what only looks like an identifier) untouched, all and by kind,
            and where the expressions come from. Intervals of the shares of expressions are
            bootstrapped over documents (Wilson's where nothing or everything survives: none lost
            in 40 is not zero), the others Wilson's.
        """
        table = self.rows
        weights = (
            resampled(min(len(table), UNITS), samples=samples, seed=seed)
            if samples and len(table)
            else None
        )
        places = [2 * ITEMS.index(kind) for kind in KINDS]
        total, safe = table[:, places], table[:, [p + 1 for p in places]]
        nothing_lost = int((total.sum(axis=1) == safe.sum(axis=1)).sum())
        kinds = {
            kind: _share(table[:, p], table[:, p + 1], weights, level)
            for kind, p in zip(KINDS, places, strict=True)
        }
        return {
            "expressions": _share(total.sum(axis=1), safe.sum(axis=1), weights, level),
            "by_kind": kinds,
            "documents_that_lost_nothing": _wilson(nothing_lost, len(table), level),
            "causality": self._causality(table, level),
            "onset_pairs": {"pairs": self.pairs, "kept": self.kept},
            "traps": self._untouched(level),
            "documents": len(table),
            "documents_with_gold": sum(self._with_gold),
        }

    def _untouched(self, level: float) -> Figures:
        counts = list(self.traps.values())
        found = _wilson(sum(c[1] for c in counts), sum(c[0] for c in counts), level)
        found["by_kind"] = {
            kind: _wilson(kept, total, level)
            for kind, (total, kept) in sorted(self.traps.items())
            if kind
        }
        return found

    @staticmethod
    def _causality(table: Numbers, level: float) -> Figures:
        had, has = table[:, 0::2] > 0, table[:, 1::2] > 0
        items = {
            item: _wilson(int(has[:, place].sum()), int(had[:, place].sum()), level)
            for place, item in enumerate(ITEMS)
        }
        useful_before = int(had.any(axis=1).sum())
        complete = int((had == has).all(axis=1).sum())
        return {
            "items": items,
            "documents_still_useful": _wilson(int(has.any(axis=1).sum()), useful_before, level),
            "documents_with_every_item": _wilson(complete, len(table), level),
        }


def _share(total: Numbers, safe: Numbers, weights: Numbers | None, level: float) -> Figures:
    found: Figures = {
        "total": int(total.sum()),
        "kept": int(safe.sum()),
        "survival": float(divided(safe.sum(), total.sum())),
        "loss": float(divided((total - safe).sum(), total.sum())),
    }
    if found["kept"] in (0, found["total"]):
        found["interval"] = list(wilson(found["kept"], found["total"], level))
    elif weights is not None:
        drawn = weights @ grouped(numpy.column_stack((total, safe)))
        kept, every = found["kept"], found["total"]
        found["interval"] = list(share_interval(drawn[:, 1], drawn[:, 0], kept, every, level))
    return found


def _wilson(kept: int, total: int, level: float) -> Figures:
    return {
        "total": total,
        "kept": kept,
        "share": kept / total if total else 0.0,
        "interval": list(wilson(kept, total, level)),
    }
