"""What a study writes down of a model: counts and figures of three criteria, and its speed."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterable, Mapping, Sequence

from spacy.language import Language
from spacy.tokens import Doc

from spacy_deid.annotations import DECISION, Record
from spacy_deid.corpora.docs import record_to_doc
from spacy_deid.errors import DeidError
from spacy_deid.learn.documents import without_gold
from spacy_deid.proposals import read_proposals
from spacy_deid.score.agreement import agreement
from spacy_deid.score.arrays import Pair

CRITERIA = ("strict", "covering", "spans_merged")
COUNTS = ("tp", "fp", "fn")
FIGURES = ("p", "r", "f")
COLUMNS = (
    *(f"{criterion}_{name}" for criterion in CRITERIA for name in (*COUNTS, *FIGURES)),
    "documents",
    "words_per_second",
)
"""Columns of ``measured``: of each criterion the micro counts, then precision, recall and F1."""

Row = Mapping[str, str]
Figures = dict[str, float]


def check_criterion(name: str) -> None:
    """Make sure that a criterion is one of ``CRITERIA``.

    RAISES: DeidError D508.
    """
    if name not in CRITERIA:
        known = f"one of {', '.join(CRITERIA)}"
        raise DeidError("D508", name="criterion", value=name, expected=known)


def answer_of(nlp: Language, doc: Doc) -> str | None:
    """Name the span group that holds a pipeline's answer.

    RETURNS: the resolver's decision, else the group of the last component that wrote one under its
        own name, else None for the entities.
    """
    if DECISION in doc.spans:
        return DECISION
    return next((name for name in reversed(nlp.pipe_names) if name in doc.spans), None)


def spans_of(nlp: Language, doc: Doc) -> list[tuple[int, int, str]]:
    """Give the spans of a pipeline's answer."""
    key = answer_of(nlp, doc)
    if key is None:
        return [(ent.start_char, ent.end_char, ent.label_) for ent in doc.ents]
    return [(p.start, p.end, p.label) for p in read_proposals(doc, key)]


def measured(nlp: Language, records: Sequence[Record]) -> Figures:
    """Run a pipeline over documents with gold spans and compare.

    RETURNS: the columns ``COLUMNS``; all figures 0 for no documents. Words are tokens.
    RAISES: DeidError of the components and of the scorers.
    """
    docs = [record_to_doc(without_gold(record), nlp) for record in records]
    start = time.perf_counter()
    done = list(nlp.pipe(docs))
    seconds = time.perf_counter() - start
    pairs = (
        Pair(record.text, record.spans, spans_of(nlp, doc), record.id)
        for record, doc in zip(records, done, strict=True)
    )
    found, _ = agreement(pairs, scheme_name="any", samples=0)
    row: Figures = {}
    for criterion in CRITERIA:
        micro = found[criterion]["all"]["micro"]
        row.update({f"{criterion}_{name}": micro[name] for name in COUNTS})
        row.update(_named(criterion, micro["precision"], micro["recall"], micro["f1"]))
    row["documents"] = len(records)
    words = sum(map(len, done))
    row["words_per_second"] = round(words / seconds) if words else 0
    return row


def _named(criterion: str, *values: float) -> Figures:
    named = zip(FIGURES, values, strict=True)
    return {f"{criterion}_{name}": round(value, 5) for name, value in named}


def pooled(rows: Iterable[Row]) -> Figures:
    """Add the counts of several runs up, as if their documents had been scored together.

    rows: as a ledger holds them.
    RETURNS: precision, recall and F1 of every criterion; 0 for no runs.
    """
    rows = list(rows)
    found: Figures = {}
    for criterion in CRITERIA:
        tp, fp, fn = (sum(int(row[f"{criterion}_{name}"]) for row in rows) for name in COUNTS)
        precision, recall = tp / max(tp + fp, 1), tp / max(tp + fn, 1)
        f1 = 2 * precision * recall / (precision + recall) if tp else 0.0
        found.update(_named(criterion, precision, recall, f1))
    return found


def spread(rows: Iterable[Row]) -> Figures:
    """Give mean and standard deviation of every figure over several runs.

    RETURNS: '<criterion>_<p, r or f>_mean' and '…_sd'; the deviation is that of the sample, 0 for
        one run.
    """
    rows = list(rows)
    found: Figures = {}
    for name in (f"{criterion}_{figure}" for criterion in CRITERIA for figure in FIGURES):
        values = [float(row[name]) for row in rows]
        found[f"{name}_mean"] = round(statistics.fmean(values), 5) if values else 0.0
        found[f"{name}_sd"] = round(statistics.stdev(values), 5) if len(values) > 1 else 0.0
    return found
