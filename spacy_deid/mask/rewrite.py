"""One document's text and decision in, masked text and its spans out; no spaCy objects."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from spacy_deid.annotations import Proposal
from spacy_deid.errors import DeidError
from spacy_deid.intervals import trim
from spacy_deid.mask.ages import OLDEST, age_shift, greatest_age, mask_age, shifted_age
from spacy_deid.mask.dates import rewrite as dates
from spacy_deid.mask.dates import timeline
from spacy_deid.mask.dates.births import is_of_the_aged
from spacy_deid.mask.dates.moments import DAYS_OF, Expression
from spacy_deid.mask.dates.offsets import season_offset, shift_offset
from spacy_deid.mask.entities import Entities, kind_of, normal_form
from spacy_deid.mask.generalise import generalised, is_placed
from spacy_deid.mask.keys import Keyed
from spacy_deid.mask.policies import Way
from spacy_deid.mask.surrogates import Surrogates
from spacy_deid.mask.ways import normalised, placeholders, scrambled, starred

_SENTENCE_ENDS = re.compile(r"\s*(?:\Z|\n)|\s+[^\W\d_a-z]")


@dataclass(slots=True)
class Scope:
    """Whose text is masked.

    document, case: ids; '' where none is known: the keyed hash of the text then stands for both.
    keyed: None without a key.
    offset: days that were given from outside for this case, None to draw them.
    near: a day of the case, for documents that name no year; None where none is known.
    order: 'DMY' or 'MDY' where other fields of the case prove it; '' where none does.
    pool: label to values of the corpus, for 'shuffle'.
    """

    document: str = ""
    case: str = ""
    keyed: Keyed | None = None
    offset: int | None = None
    near: date | None = None
    order: str = ""
    pool: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def name(self, kind: str, text: str) -> str:
        """Give the id that choices hang on, for the scopes 'document', 'case' and 'corpus'."""
        if kind == "corpus":
            return "corpus"
        known = self.document if kind == "document" else self.case or self.document
        if known:
            return f"{kind}:{known}"
        return f"text:{self.keyed.fingerprint('scope', text)}" if self.keyed else "text"


@dataclass(slots=True)
class Piece:
    """A span of the original and what stands for it.

    start, end: characters of the original. new: what is written. method: how it came about.
    """

    start: int
    end: int
    label: str
    new: str
    method: str


def pieces_of(
    text: str, decision: Sequence[Proposal], ways: Mapping[str, Way], scope: Scope
) -> list[Piece]:
    """Work out what stands for every span of the decision.

    decision: spans in any order; what overlaps an earlier span is cut, white space at the ends is
        left outside, and spans inside the library's own placeholders are left as they are.
    RETURNS: pieces in the order of the text, disjoint.
    RAISES: DeidError D401 where a method needs a key and there is none, D402 where 'shuffle' has no
        values to draw from.
    """
    spans = disjoint(text, decision)
    for span in spans:
        way = ways[span.label]
        if scope.keyed is None and way.needs_key(span.label):
            given = span.label == "DATE" and way.method == "shift" and scope.offset is not None
            if not given:
                raise DeidError(
                    "D401", method=way.method, label=span.label, doc=scope.document or "?"
                )
    own = placeholders(text)
    groups: dict[str, list[tuple[int, Proposal]]] = defaultdict(list)
    new: dict[int, tuple[str, str]] = {}
    for index, span in enumerate(spans):
        place = bisect_right(own, (span.start, len(text))) - 1
        if place >= 0 and span.end <= own[place][1]:
            new[index] = text[span.start : span.end], "masked"
        else:
            groups[span.label if span.label in ("DATE", "AGE") else "*"].append((index, span))
    if groups["DATE"]:
        aged = _is_aged(text, [span for _, span in groups["AGE"]], ways["AGE"])
        new.update(_dates(text, groups["DATE"], ways, scope, aged=aged))
    if groups["AGE"]:
        new.update(_ages(text, groups["AGE"], ways["AGE"], scope))
    if groups["*"]:
        new.update(_others(text, groups["*"], ways, scope))
    return [
        Piece(span.start, span.end, span.label, *new[index]) for index, span in enumerate(spans)
    ]


def masked_text(text: str, pieces: Sequence[Piece]) -> tuple[str, list[list[Any]]]:
    """Put the pieces into the text.

    RETURNS: masked text, and [start, end, label, method] per piece with its new offsets.
    """
    parts: list[str] = []
    spans: list[list[Any]] = []
    place = length = 0
    for piece in pieces:
        kept = text[place : piece.start]
        length += len(kept)
        spans.append([length, length + len(piece.new), piece.label, piece.method])
        parts += (kept, piece.new)
        length += len(piece.new)
        place = piece.end
    parts.append(text[place:])
    return "".join(parts), spans


def disjoint(text: str, decision: Sequence[Proposal]) -> list[Proposal]:
    """Give the spans that are masked: in order, without overlap and white space at their ends."""
    spans: list[Proposal] = []
    taken = 0
    for span in sorted(decision, key=lambda one: (one.start, -one.end)):
        start, end = trim(text, (max(span.start, taken), span.end))
        if start < end:
            whole = (start, end) == (span.start, span.end)
            spans.append(span if whole else replace(span, start=start, end=end))
            taken = end
    return spans


def _common(text: str, span: Proposal, way: Way, scope: Scope, number: int) -> tuple[str, str]:
    """Mask by a method that every label knows; ``number`` is the entity's in the document."""
    piece = text[span.start : span.end]
    method, options = way.method, way.options
    if method == "keep":
        return piece, method
    if method == "suppress":
        return "", method
    if method == "characters":
        return starred(piece, options["shown"], options["sign"]), method
    if method == "numbered":
        return f"[{span.label} {number}]", method
    if method in ("hash", "scramble") and scope.keyed is not None:
        where = scope.name(options["scope"], text)
        plain = normal_form(span.label, piece)
        if method == "scramble":
            return scrambled(piece, scope.keyed, where, kind_of(span.label), plain), method
        mark = scope.keyed.fingerprint("hash", where, span.label, plain, digits=options["digits"])
        return f"[{span.label} {mark}]", method
    return f"[{span.label}]", "placeholder"


def _counted(
    text: str, spans: Sequence[tuple[int, Proposal]], way: Way, scope: Scope
) -> dict[int, tuple[str, str]]:
    """Mask the dates or the ages by a method that every label knows."""
    numbers: dict[str, int] = {}
    return {
        index: _common(
            text,
            span,
            way,
            scope,
            numbers.setdefault(normalised(text[span.start : span.end]), len(numbers) + 1),
        )
        for index, span in spans
    }


def _dates(
    text: str,
    spans: Sequence[tuple[int, Proposal]],
    ways: Mapping[str, Way],
    scope: Scope,
    *,
    aged: bool,
) -> dict[int, tuple[str, str]]:
    """Mask dates; ``aged`` says that the document tells an age above the limit."""
    way = ways["DATE"]
    if way.method not in ("shift", "season", "relative", "year", "quarter"):
        return _counted(text, spans, way, scope)
    options = way.options
    days = case_offset(text, way, scope) if way.method in ("shift", "season") else 0
    expressions = dates.expressions_of(
        text, spans, options, days=days, near=scope.near, order=scope.order
    )
    if way.method == "relative":
        written = timeline.relative(text, expressions, options, scope.near)
    elif way.method in ("year", "quarter"):
        written = timeline.coarser(expressions, way.method, options["oldest"], scope.near)
    else:
        latest = timeline.latest_day([e for e in expressions if not e.birth], scope.near)

        def days_of(expression: Expression) -> int:
            aged = _years_added(text, ways["AGE"], scope, expression, latest)
            return days - round(aged * DAYS_OF["year"])

        written = dates.shifted(text, expressions, days_of, options, scope.near)
    if aged:
        written = [
            timeline.UNREAD if is_of_the_aged(expression, options["oldest"]) else new
            for expression, new in zip(expressions, written, strict=True)
        ]
    return {
        expression.index: (
            new + _full_stop(text, expression, new),
            "placeholder" if new == timeline.UNREAD else way.method,
        )
        for expression, new in zip(expressions, written, strict=True)
    }


def _full_stop(text: str, expression: Expression, new: str) -> str:
    """Give the stop of a month's abbreviation that ends the sentence too: 'on 5 Jan. He'."""
    stopped = text[expression.end - 1] == "." and not new.endswith(".")
    return "." if stopped and _SENTENCE_ENDS.match(text, expression.end) else ""


def _is_aged(text: str, spans: Sequence[Proposal], way: Way) -> bool:
    """Tell whether one of the ages of a document is above the limit."""
    return any(greatest_age(text, span) > way.options.get("oldest", OLDEST) for span in spans)


def case_offset(text: str, way: Way, scope: Scope) -> int:
    """Give the days by which a case's dates move under 'shift' or 'season'."""
    if scope.offset is not None and way.method == "shift":
        return scope.offset
    options = {"written": "original", **way.options}
    where = scope.name(options["scope"], text)
    if way.method == "season" and scope.keyed is not None:
        return season_offset(scope.keyed, where, options)
    return shift_offset(scope.keyed, where, options)


def _years_added(
    text: str, way: Way, scope: Scope, expression: Expression, latest: date | None
) -> int:
    """Give the years by which somebody's age is made greater; 0 for what is no birth date.

    latest: the last day that the document tells of, on which the age counts.
    """
    if way.method != "shift" or scope.keyed is None or not expression.birth:
        return 0
    where = scope.name(way.options["scope"], text)
    years = age_shift(scope.keyed, where, way.options["most_years"])
    if latest is None or not expression.moments:
        return years
    whole = int(timeline.years_before(expression.moments[0], latest))
    return shifted_age(whole, years, way.options["oldest"]) - whole


def _ages(
    text: str, spans: Sequence[tuple[int, Proposal]], way: Way, scope: Scope
) -> dict[int, tuple[str, str]]:
    if way.method not in ("limit", "bands", "decade", "shift"):
        return _counted(text, spans, way, scope)
    years = 0
    if way.method == "shift" and scope.keyed is not None:
        where = scope.name(way.options["scope"], text)
        years = age_shift(scope.keyed, where, way.options["most_years"])
    written = {index: mask_age(text, span, way.method, way.options, years) for index, span in spans}
    return {
        index: (new, "placeholder" if new == "[AGE]" else way.method)
        for index, new in written.items()
    }


def _others(
    text: str, spans: Sequence[tuple[int, Proposal]], ways: Mapping[str, Way], scope: Scope
) -> dict[int, tuple[str, str]]:
    entities = Entities(text, spans)
    surrogates: Surrogates | None = None
    new: dict[int, tuple[str, str]] = {}
    for place, (index, span) in enumerate(spans):
        way = ways[span.label]
        piece = text[span.start : span.end]
        if way.method == "hash" and scope.keyed is not None:
            where = scope.name(way.options["scope"], text)
            mark = scope.keyed.fingerprint(
                "hash", where, span.label, entities.key(index), digits=way.options["digits"]
            )
            new[index] = f"[{span.label} {mark}]", "hash"
        elif way.method == "generalise":
            behind = spans[place + 1][1] if place + 1 < len(spans) else None
            wide = "" if is_placed(text, span, behind) else generalised(span.label, piece)
            new[index] = (wide, "generalise") if wide else (f"[{span.label}]", "placeholder")
        elif way.method in ("surrogate", "shuffle"):
            if surrogates is None:
                surrogates = Surrogates(text, spans, ways, scope, entities)
            made = surrogates.shuffled(index) if way.method == "shuffle" else surrogates.made(index)
            new[index] = (made, way.method) if made else (f"[{span.label}]", "placeholder")
        else:
            new[index] = _common(text, span, way, scope, entities.number(index))
    return new
