"""What a mask hides and what it takes too much, document by document, whatever the labels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy

from spacy_deid.annotations import Record
from spacy_deid.score.arrays import Ints, LabelCodes, Pair, SpanLike, batches
from spacy_deid.score.masking import COLUMNS, masking
from spacy_deid.score.results import masking_intervals
from spacy_deid.score.significance import LEVEL, UNITS, resampled

Table = Ints
"""Shape (documents, columns): the counts ``score.masking.COLUMNS`` of every document."""

_PLACE = {name: place for place, name in enumerate(COLUMNS)}
OTHER = "other"
"""Genre of documents whose meta names none."""


def genre_of(record: Record) -> str:
    """Give the genre that a document's meta names, or ``OTHER``."""
    return str(record.meta.get("genre") or OTHER)


def source_of(record: Record) -> str:
    """Name what a document was made from: its skeleton or narrative, otherwise its own id."""
    return str(record.meta.get("skeleton") or record.meta.get("narrative") or record.id)


def table_of(records: Sequence[Record], predicted: Iterable[Sequence[SpanLike]]) -> Table:
    """Count what is hidden of each document.

    records: with gold spans. predicted: the spans that are masked, in the same order.
    RETURNS: one row per document; shape (0, columns) for none.
    """
    codes = LabelCodes()
    pairs = (
        Pair(record.text, record.spans, spans, record.id)
        for record, spans in zip(records, predicted, strict=True)
    )
    found: list[Table] = []
    for batch in batches(pairs, codes):
        count = max(len(codes), 1)
        found.append(masking(batch, numpy.ones(count, dtype=bool), count).counts)
    return numpy.concatenate(found) if found else numpy.zeros((0, len(COLUMNS)), dtype=numpy.int64)


@dataclass(frozen=True, slots=True)
class Tally:
    """Sums over documents.

    documents; safe: of those without a leak; spans: gold; covered: wholly masked; tokens_found:
    gold tokens that are masked; tokens_false: masked tokens that are none.
    """

    documents: int
    safe: int
    spans: int
    covered: int
    tokens_found: int
    tokens_false: int

    @classmethod
    def of(cls, table: Table) -> Tally:
        """Add a table up."""
        sums = table.sum(axis=0)
        return cls(
            len(table),
            len(table) - int(sums[_PLACE["leaking"]]),
            *(int(sums[_PLACE[n]]) for n in ("spans", "covered", "tokens_found", "tokens_false")),
        )

    @property
    def recall(self) -> float:
        """Share of gold spans wholly masked; 0 for none."""
        return self.covered / self.spans if self.spans else 0.0

    @property
    def precision(self) -> float:
        """Share of masked tokens that are gold ones; 1 where nothing is masked."""
        masked = self.tokens_found + self.tokens_false
        return self.tokens_found / masked if masked else 1.0

    @property
    def safe_share(self) -> float:
        """Share of documents without a leak; 0 for none."""
        return self.safe / self.documents if self.documents else 0.0

    def figures(self) -> dict[str, Any]:
        """Give counts and shares as JSON types."""
        return {
            "documents": self.documents,
            "spans": self.spans,
            "spans_covered": round(self.recall, 6),
            "covered": self.covered,
            "token_precision": round(self.precision, 6),
            "tokens_false": self.tokens_false,
            "documents_without_leak": round(self.safe_share, 6),
        }


def bounds(
    table: Table, *, samples: int = 1000, seed: int = 0, level: float = LEVEL
) -> dict[str, list[float]]:
    """Give the intervals that an evaluation gives of the same documents.

    RETURNS: [low, high] of spans_covered, token_precision and documents_without_leak; {} for no
        documents or no samples.
    """
    if not len(table) or not samples:
        return {}
    weights = resampled(min(len(table), UNITS), samples=samples, seed=seed)
    columns = numpy.column_stack((table, table[:, _PLACE["tokens_found"]]))
    found = masking_intervals(columns, weights, level)
    names = ("spans_covered", "token_precision", "documents_without_leak")
    return {name: [round(bound, 6) for bound in found[name]] for name in names}
