"""Span-group keys, Doc extensions and the small records that the rooms hand to one another.

The way of a document: ``doc.text`` → ``doc.spans["<detector>"]`` (proposals) →
``doc.spans["deid"]`` and ``doc.ents`` (the decision) → ``doc._.deid_text`` (the masked text).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypedDict
from weakref import WeakKeyDictionary

from spacy.tokens import Doc

from spacy_deid.intervals import PhiSpan

DECISION = "deid"
"""Span group of the resolver's decision."""

SEEN = "seen"
"""Attribute of that group: the span groups that stood on the Doc when it was made."""

GOLD = "gold"
"""Span group of the gold annotation."""

CLEAR = "clear"
"""Attribute of a recognizer's span group: {'labels': those that it can find, 'runs': characters
[[start, end], ...] of the words that it is sure hide nothing, in order}. What only wide rules
propose there can be left out."""

SAFE_WORDS = "deid_safe"
"""Span group, empty of spans, whose attributes tell each run of letters and figures of a document
apart: 'safe', characters [[start, end], ...] of those that dictionaries know as harmless, and
'unsafe', [[start, end, label, never], ...] of all others: the label that it would have, and whether
nothing lets it back, as a month."""

_TEXTS: WeakKeyDictionary[Doc, tuple[int, str]] = WeakKeyDictionary()


class DateField(TypedDict):
    """One written piece of a date.

    name: day, month, year, weekday, season, quarter, decade or holiday.
    start, end: characters of the document (absolute, half-open).
    value: day 1-31; month 1-12; year as understood (a two-digit year keeps 0-99); weekday 0 is
        Monday; season 0-3 from spring; quarter 1-4; decade its first year (two-digit decades keep
        0-90); holiday 0 (its name is the written text).
    style: how it is written: '2' digits without padding, '02' padded, '2004' four-digit year,
        '04' two-digit year, "'04" with apostrophe, 'Jan' / 'January' (month or weekday name, short
        or full), 'VI' (month in Roman figures), '2nd' ordinal, 'words' spelled out, 'name'
        (holiday, season).
    point: 0 for the first or only date, 1 for the end of a range, -1 when both ends share it.
    """

    name: str
    start: int
    end: int
    value: int
    style: str
    point: int


class DateReading(TypedDict):
    """One way to understand a date expression.

    order: the numeric order as letters, such as 'DMY', 'MDY', 'YMD', 'MY', 'MD', 'DM'; '' where the
        reading has no two numeric pieces to confuse.
    fields: the pieces in the order of the text.
    """

    order: str
    fields: list[DateField]


class Parse(TypedDict, total=False):
    """What a detector understood of a span; JSON types only.

    readings: every reading of a DATE that is a real calendar date, the likelier first.
    value, unit: of an AGE; unit is year, month, week, day, hour, decade ('in his 40s') or
        gestation; value may be a fraction.
    number: [start, end] characters of the document that hold an AGE's value.
    """

    readings: list[DateReading]
    value: float
    unit: str
    number: list[int]


@dataclass(slots=True)
class Proposal:
    """A span that a detector proposes or the resolver decided on.

    start, end: half-open characters of the document.
    label: a label of ``phi.LABELS``.
    score: confidence in [0, 1].
    source: what made it: 'dates.numeric', 'gazetteer.name', 'ner' …
    parse: what it understood of it, or None.
    """

    start: int
    end: int
    label: str
    score: float = 1.0
    source: str = ""
    parse: Parse | None = None


@dataclass(slots=True)
class Record:
    """A document of a corpus, on its way between a file and a Doc.

    id: unique within its corpus.
    text: the characters that the offsets count.
    spans: gold or predicted spans, in order of their start.
    meta: JSON types: where it came from (path, element path, patient or case id …).
    known_phi: [label, value] pairs known from structured fields of the same case.
    """

    id: str
    text: str
    spans: list[PhiSpan] = field(default_factory=list)
    meta: dict[str, Any] = field(default_factory=dict)
    known_phi: list[tuple[str, str]] = field(default_factory=list)


def register_extensions() -> None:
    """Declare the Doc extensions; doing it again changes nothing.

    deid_id: the record's id ('' where none is known).
    deid_unnamed: whether the id is but a number or a word for where the text came from ('1' for the
        first row of a table): surrogates and date offsets then hang on the text.
    deid_case: patient or case id that surrogates and date offsets are keyed by ('' for none).
    deid_day: a day of the case, such as '2021-01-08', beside which the dates of a text that names
        no year are placed ('' for none).
    deid_order: 'DMY' or 'MDY', the order that other fields of the case prove for its dates ('' for
        none).
    deid_gold: exact gold spans [[start, end, label], …], also those that no token border meets;
        None where the document has no gold annotation.
    known_phi: [[label, value], …] known from structured fields of the case.
    deid_term: whether the text is one term, such as a reaction in the reporter's own language: only
        what a cue, a pattern or a structured field speaks for is hidden there.
    deid_text: the masked text, None before the masker ran.
    deid_spans: [[start, end, label, method], …] with offsets into ``deid_text``.
    deid_audit: counts and methods of the masking, without text.
    """
    for name, default in (
        ("deid_id", ""),
        ("deid_unnamed", False),
        ("deid_case", ""),
        ("deid_day", ""),
        ("deid_order", ""),
        ("deid_gold", None),
        ("known_phi", None),
        ("deid_term", False),
        ("deid_text", None),
        ("deid_spans", None),
        ("deid_audit", None),
    ):
        if not Doc.has_extension(name):
            Doc.set_extension(name, default=default)


def hold_text(doc: Doc, text: str) -> Doc:
    """Remember the text that a Doc was made from, for ``whole_text``."""
    _TEXTS[doc] = (len(doc), text)
    return doc


def whole_text(doc: Doc) -> str:
    """Give ``doc.text``, put together once for all components and forgotten with the Doc."""
    length = doc[-1].idx + len(doc[-1].text_with_ws) if len(doc) else 0
    held = _TEXTS.get(doc)
    if held is None or held[0] != len(doc) or len(held[1]) != length:
        text = doc.text
        hold_text(doc, text)
        return text
    return held[1]


register_extensions()
