"""What leaked: every gold span that still shows a letter or digit, graded by what it gives away."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from spacy_deid.intervals import Interval, merge, subtract
from spacy_deid.score.arrays import Batch, LabelCodes, Pair
from spacy_deid.score.figures import Figures
from spacy_deid.score.masking import HARMLESS_TOKENS, Masking
from spacy_deid.score.risk import Disclosures
from spacy_deid.score.schemes import Scheme
from spacy_deid.score.significance import LEVEL, wilson

GRADES = (
    "whole_name",
    "part_of_name",
    "initial",
    "identifier",
    "part_of_identifier",
    "date",
    "part_of_date",
    "quasi_identifier",
)
"""What a leaked span gives away; identifiers are contacts and numbers."""

SHORT = 3
"""Longest token that counts as short: a leak of such tokens alone is told apart."""

_RUN = re.compile(r"[^\W_]+")


class Leak(NamedTuple):
    """One gold span that shows.

    grade: of ``GRADES``.
    short: all that shows are tokens of up to three characters.
    harmless: all that shows are words that identify nobody alone.
    shown: the tokens that show; text of the document, never to be written anywhere.
    """

    start: int
    end: int
    label: str
    grade: str
    short: bool
    harmless: bool
    shown: tuple[str, ...]


def grade(
    text: str, span: tuple[int, int, str], masked: list[Interval], category: str
) -> Leak | None:
    """Grade one gold span.

    masked: disjoint intervals in order.
    category: of the span's label, as i2b2 2014 has them.
    RETURNS: None where no letter or digit shows, or nothing at all where it has none.
    """
    start, end, label = span
    rest = subtract((start, end), masked)
    shown = tuple(m.group() for low, high in rest for m in _RUN.finditer(text, low, high))
    if not shown:
        bare = _RUN.search(text, start, end) is None
        if not bare or not rest:
            return None
        shown = tuple(text[low:high] for low, high in rest)
    letters = sum(len(token) for token in shown)
    whole = letters >= sum(len(m.group()) for m in _RUN.finditer(text, start, end))
    if category == "NAME":
        initials = all(len(token) == 1 for token in shown)
        kind = "initial" if initials else "whole_name" if whole else "part_of_name"
    elif category in ("ID", "CONTACT"):
        kind = "identifier" if whole else "part_of_identifier"
    elif category == "DATE":
        kind = "date" if whole else "part_of_date"
    else:
        kind = "quasi_identifier"
    short = all(len(token) <= SHORT for token in shown)
    harmless = all(token.lower() in HARMLESS_TOKENS for token in shown)
    return Leak(start, end, label, kind, short, harmless, shown)


class Leaks:
    """Gathers leaks batch by batch: per grade, label, document and patient."""

    def __init__(self, scheme: Scheme) -> None:
        self.scheme = scheme
        self.spans = 0
        self.documents = 0
        self.gold: Counter[str] = Counter()
        self.by_label: Counter[str] = Counter()
        self.by_grade: Counter[str] = Counter()
        self.short: Counter[str] = Counter()
        self.harmless = 0
        self.per_document: dict[str, dict[str, int]] = {}
        self.counts: list[int] = []
        self.per_patient: dict[str, int] = {}
        self.patients: set[str] = set()
        self.disclosures = Disclosures(scheme)

    def add(self, batch: Batch, codes: LabelCodes, hidden: Masking) -> None:
        """Grade what a batch leaks; spans that the mask covers are only counted."""
        gold = batch.gold
        before = self.documents
        self.documents += len(batch)
        self.spans += len(gold.doc)
        for code, count in Counter(gold.label.tolist()).items():
            self.gold[codes.names[code]] += count
        open_spans: dict[int, list[tuple[int, int, str]]] = {}
        left = gold.only(~hidden.covered)
        base = batch.offsets[left.doc]
        for doc, start, end, code in zip(
            left.doc.tolist(),
            (left.start - base).tolist(),
            (left.end - base).tolist(),
            left.label.tolist(),
            strict=True,
        ):
            open_spans.setdefault(doc, []).append((start, end, codes.names[code]))
        for place, pair in enumerate(batch.pairs):
            patient = str(pair.meta.get("patient", ""))
            if patient:
                self.patients.add(patient)
            found = list(self._graded(pair, open_spans.get(place, [])))
            self.disclosures.add(pair, found)
            if found:
                self._note(pair.id or str(before + place + 1), patient, found)

    def _graded(self, pair: Pair, spans: list[tuple[int, int, str]]) -> Iterator[Leak]:
        if not spans:
            return
        masked = merge((p[0], p[1]) for p in pair.pred)
        for span in spans:
            leak = grade(pair.text, span, masked, self.scheme.category(span[2]))
            if leak is not None:
                yield leak

    def _note(self, document: str, patient: str, found: list[Leak]) -> None:
        grades = Counter(leak.grade for leak in found)
        self.by_grade.update(grades)
        self.by_label.update(leak.label for leak in found)
        self.short.update(leak.grade for leak in found if leak.short)
        self.harmless += sum(leak.harmless for leak in found)
        self.counts.append(len(found))
        self.per_document[document] = dict(grades + Counter(self.per_document.get(document)))
        if patient:
            self.per_patient[patient] = self.per_patient.get(patient, 0) + len(found)

    def result(self, *, level: float = LEVEL) -> Figures:
        """Give counts, rates with Wilson intervals, and what could be done with them.

        RETURNS: spans, rate, by_grade, by_label, documents, patients (None where no document names
            one), per_document (ids, or places from 1 where there are none, and counts of those that
            leak), k_anonymity and risk.
        """
        leaked = sum(self.by_grade.values())
        patients: Any = None
        if self.patients:
            patients = {
                **rate(len(self.per_patient), len(self.patients), level),
                "most": max(self.per_patient.values(), default=0),
            }
        return {
            "spans": {**rate(leaked, self.spans, level), "harmless": self.harmless},
            "by_grade": {
                name: {**rate(self.by_grade[name], self.spans, level), "short": self.short[name]}
                for name in GRADES
            },
            "by_label": {
                name: rate(self.by_label[name], total, level)
                for name, total in sorted(self.gold.items())
            },
            "documents": {
                **rate(len(self.counts), self.documents, level),
                "mean": leaked / self.documents if self.documents else 0.0,
                "most": max(self.counts, default=0),
            },
            "patients": patients,
            "per_document": self.per_document,
            "k_anonymity": self.disclosures.k_anonymity(),
            "risk": self.disclosures.risk(level=level),
        }


def rate(leaked: int, total: int, level: float = LEVEL) -> Figures:
    """Give a share with its Wilson interval; 0 of 0 has the interval [0, 1]."""
    low, high = wilson(leaked, total, level)
    return {
        "leaked": leaked,
        "total": total,
        "rate": leaked / total if total else 0.0,
        "interval": [low, high],
    }
