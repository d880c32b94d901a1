"""Span-group keys, Doc extensions and the small records that the rooms hand to one another.

The way of a document: ``doc.text`` → ``doc.spans["<detector>"]`` (proposals) →
``doc.spans["deid"]`` and ``doc.ents`` (the decision) → ``doc._.deid_text`` (the masked text).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias, TypedDict
from weakref import WeakKeyDictionary

import numpy
from spacy.attrs import IDX, LENGTH
from spacy.tokens import Doc, Span, SpanGroup

from spacy_deid.errors import DeidError
from spacy_deid.intervals import INVISIBLE, MARKS, PhiSpan

FloatArray: TypeAlias = numpy.ndarray[Any, numpy.dtype[Any]]

DECISION = "deid"
"""Span group of the resolver's decision."""

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

PROBABILITIES = "deid_probabilities"
"""Key of ``doc.user_data`` under which detectors leave the class probabilities of every token.

The value maps the name of a detector to {'classes': names, 'shape': [tokens, classes], 'values':
bytes}; write it with ``write_probabilities`` and read it with ``read_probabilities``. Plain types,
so that it survives ``Doc.to_bytes``, worker processes and a DocBin with ``store_user_data``.
"""

_TEXTS: WeakKeyDictionary[Doc, tuple[int, str]] = WeakKeyDictionary()

SAFE = "O"
"""Name of the class of a token that belongs to no identifying span."""


class DateField(TypedDict):
    """One written piece of a date.

    name: day, month, year, weekday, season, quarter, decade or holiday.
    start, end: characters of the document (absolute, half-open).
    value: day 1-31; month 1-12; year as understood (a two-digit year keeps 0-99); weekday 0 is
        Monday; season 0-3 from spring; quarter 1-4; decade its first year (two-digit decades keep
        0-90); holiday 0 (its name is the written text).
    style: how it is written: '2' digits without padding, '02' padded, '2004' four-digit year,
        '04' two-digit year, "'04" with apostrophe, 'Jan' / 'January' (month or weekday name, short
        or full), '2nd' ordinal, 'words' spelled out, 'name' (holiday, season).
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


def write_proposals(
    doc: Doc,
    key: str,
    proposals: Iterable[Proposal],
    *,
    heard: Iterable[str] = (),
    whole_words: bool = False,
) -> None:
    """Put proposals into ``doc.spans[key]``, widened to whole tokens, replacing the group.

    Scores, sources, parses and exact places go into the group's attributes ('scores', 'sources',
    'parses', 'places'), lists parallel to the spans, so that they survive DocBin and copies.
    Proposals without a character are left out.
    heard: the span groups that were weighed for these, noted in the attribute 'heard'.
    whole_words: a place that begins or ends among letters and figures of one token takes all of
        them.
    """
    length = doc[-1].idx + len(doc[-1].text_with_ws) if len(doc) else 0
    kept = [p for p in proposals if 0 <= p.start < p.end <= length]
    spans: list[Span] = []
    places: list[list[int]] = []
    placed = _placed(doc, kept, whole_words=whole_words)
    for proposal, (first, last, *place) in zip(kept, placed, strict=True):
        spans.append(Span(doc, first, last, label=proposal.label))
        places.append(place)
    attrs = {
        "places": places,
        "scores": [float(p.score) for p in kept],
        "sources": [p.source for p in kept],
        "parses": [p.parse for p in kept],
        **({"heard": list(heard)} if heard else {}),
    }
    doc.spans[key] = SpanGroup(doc, name=key, spans=spans, attrs=attrs)


def _placed(
    doc: Doc, proposals: Sequence[Proposal], *, whole_words: bool
) -> list[tuple[int, int, int, int]]:
    """Give the tokens [first, last) that proposals touch, and the exact place of each."""
    if not proposals:
        return []
    table = doc.to_array([IDX, LENGTH]).astype(numpy.int64)
    borders = table[:, 0]
    firsts = numpy.searchsorted(borders, [p.start for p in proposals], side="right") - 1
    lasts = numpy.searchsorted(borders, [p.end for p in proposals], side="left")
    starts, ends = borders[firsts], table[lasts - 1].sum(axis=1)
    found = []
    tokens = (firsts.tolist(), lasts.tolist(), starts.tolist(), ends.tolist())
    for proposal, first, last, start, end in zip(proposals, *tokens, strict=True):
        if proposal.start != start or proposal.end != end:
            if whole_words:
                start, end = _place(whole_text(doc), proposal, start, end)
            else:
                start, end = proposal.start, min(proposal.end, end)
        found.append((first, last, start, end))
    return found


_SIGNS = frozenset(MARKS + INVISIBLE)


def _is_inside(character: str) -> bool:
    """Tell a letter or figure, and a sign that cuts no word: an accent, a soft hyphen."""
    return character.isalnum() or character in _SIGNS


def _place(text: str, proposal: Proposal, first: int, last: int) -> tuple[int, int]:
    """Widen a proposal to the letters and figures about its ends, within its tokens [first, last).

    A tokenizer that leaves '12Jan2014,aspirin' whole takes nothing along that stands behind a mark.
    """
    start, end = proposal.start, min(proposal.end, last)
    if start <= first:
        start = first
    else:
        while start > first and _is_inside(text[start]) and _is_inside(text[start - 1]):
            start -= 1
    while end < last and _is_inside(text[end - 1]) and _is_inside(text[end]):
        end += 1
    return start, max(end, start)


def widened(doc: Doc, proposals: Sequence[Proposal]) -> list[Proposal]:
    """Put proposals where ``write_proposals`` notes that they stand as whole words."""
    places = _placed(doc, proposals, whole_words=True)
    return [
        replace(proposal, start=start, end=end)
        for proposal, (_, _, start, end) in zip(proposals, places, strict=True)
    ]


def is_proposed(doc: Doc, key: str) -> bool:
    """Tell whether a component of ours wrote ``doc.spans[key]``, and no reader or other library."""
    return key != GOLD and "sources" in doc.spans[key].attrs


def read_proposals(doc: Doc, key: str) -> list[Proposal]:
    """Read ``doc.spans[key]`` back.

    RETURNS: one Proposal per span in the order of the group, at its exact place; [] where the group
        is missing. A group that another library wrote, and a span that was put behind ours, has
        score 1.0 and the key as source. A span that somebody put in the place of ours has neither
        our parse nor our place.
    RAISES: DeidError D208 where the tokens were merged or split, or spans taken out, after the
        group was written.
    """
    if key not in doc.spans:
        return []
    group = doc.spans[key]
    attrs = group.attrs
    count = len(group)
    columns: list[list[Any]] = []
    for name, missing in (("scores", 1.0), ("sources", key), ("parses", None), ("places", None)):
        held = list(attrs.get(name) or ())
        if len(held) > count:
            raise DeidError("D208", group=key, doc=doc._.deid_id or "?")
        columns.append(held + [missing] * (count - len(held)))
    found = []
    try:
        for span, score, source, parse, place in zip(group, *columns, strict=True):
            start, end = span.start_char, span.end_char
            if place is not None and (place[0] != start or place[1] != end):
                start, end, is_own = _read_place(span, start, end, place)
                parse = parse if is_own else None
            found.append(Proposal(start, end, span.label_, score, source, parse))
    except IndexError:
        raise DeidError("D208", group=key, doc=doc._.deid_id or "?") from None
    return found


def _read_place(span: Span, start: int, end: int, place: Sequence[int]) -> tuple[int, int, bool]:
    """Give the exact place of a span, and whether it is its own.

    It is another's where somebody exchanged or widened spans: the whole span counts then.
    """
    if place[0] >= place[1]:
        return start, end, True
    in_first = start <= place[0] < (span[1].idx if len(span) > 1 else end)
    is_own = in_first and span[-1].idx < place[1] <= end
    return (place[0], place[1], True) if is_own else (start, end, False)


def write_probabilities(doc: Doc, key: str, classes: Sequence[str], values: FloatArray) -> None:
    """Leave the class probabilities of every token in ``doc.user_data[PROBABILITIES][key]``.

    key: name of the detector.
    classes: ``SAFE`` and labels, one per column.
    values: tokens x classes (white space tokens too), each row sums to 1.
    """
    table = numpy.ascontiguousarray(values, dtype="<f4")
    held = dict(doc.user_data.get(PROBABILITIES) or {})
    held[key] = {
        "classes": list(classes),
        "shape": list(table.shape),
        "values": table.tobytes(),
    }
    doc.user_data[PROBABILITIES] = held


def read_probabilities(doc: Doc, key: str) -> tuple[list[str], FloatArray] | None:
    """Read what ``write_probabilities`` left.

    RETURNS: the classes and an array of 32-bit floats, tokens x classes; None where the detector
        left none, or where it does not fit the tokens (of a Doc cut out of another one).
    """
    found = (doc.user_data.get(PROBABILITIES) or {}).get(key)
    if found is None or found["shape"][0] != len(doc):
        return None
    table = numpy.frombuffer(found["values"], dtype="<f4").reshape(tuple(found["shape"]))
    return list(found["classes"]), table


register_extensions()
