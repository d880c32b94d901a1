"""Dates in structured fields, moved with the narrative of their case."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from spacy_deid.annotations import DateField, DateReading, Proposal
from spacy_deid.errors import DeidError
from spacy_deid.mask.dates.rewrite import expressions_of, shifted
from spacy_deid.mask.dates.timeline import UNREAD, coarser
from spacy_deid.mask.entities import NAMES
from spacy_deid.phi import CATEGORY_OF

if TYPE_CHECKING:
    from spacy_deid.mask.masker import Masker

LOCATIONS = frozenset(label for label, own in CATEGORY_OF.items() if own == "LOCATION")
Told = tuple[str, Sequence[Proposal]]
"""A text and its decision."""
_APART = "\n;\n"
_FORM = re.compile(
    r"(?P<year>(?:1[89]|20|21)\d\d)(?:(?P<sign>[-/]?)(?P<month>0[1-9]|1[0-2])"
    r"(?:(?P=sign)(?P<day>0[1-9]|[12]\d|3[01])(?P<rest>[T ]?\d[\d:.]*)?)?)?"
    r"(?P<zone>Z|[+-]\d{2}:?\d{2})?"
)


def date_parse(value: str) -> list[DateReading]:
    """Read a date of E2B or ISO 8601: year, year and month, or a day, with or without a time.

    A time zone may follow any of them.
    RETURNS: [] for other forms.
    """
    match = _FORM.fullmatch(value)
    if match is None:
        return []
    fields = [
        DateField(
            name=name,
            start=match.start(name),
            end=match.end(name),
            value=int(match[name]),
            style="2004" if name == "year" else "02",
            point=0,
        )
        for name in ("year", "month", "day")
        if match[name]
    ]
    return [DateReading(order="YMD"[: len(fields)] if len(fields) > 1 else "", fields=fields)]


def case_day(component: str, written: str) -> date | None:
    """Read ``doc._.deid_day``; None for ''.

    RAISES: DeidError D011 for what is no day.
    """
    try:
        return date.fromisoformat(written) if written else None
    except (TypeError, ValueError):
        expected = "a day as in '2021-01-08' or ''"
        raise DeidError(
            "D011", component=component, name="_.deid_day", value="none", expected=expected
        ) from None


def case_order(component: str, written: str) -> str:
    """Give ``doc._.deid_order``: 'DMY', 'MDY' or ''.

    RAISES: DeidError D011 for anything else.
    """
    if written not in ("", "DMY", "MDY"):
        expected = "'DMY', 'MDY' or ''"
        raise DeidError(
            "D011", component=component, name="_.deid_order", value="none", expected=expected
        )
    return written


def appended(label: str, value: str, beside: Sequence[Told]) -> tuple[str, list[Proposal]]:
    """Write a value behind the texts that tell of its case.

    beside: texts and their decisions, of which the names count for a name, the places for a place.
    RETURNS: the text and its spans, that of the value last.
    """
    alike = next((labels for labels in (NAMES, LOCATIONS) if label in labels), frozenset[str]())
    text = ""
    spans = []
    for told, decision in beside if alike else ():
        here = len(text)
        spans += [
            replace(span, start=here + span.start, end=here + span.end)
            for span in decision
            if span.label in alike
        ]
        text += told + _APART
    return text + value, [*spans, Proposal(len(text), len(text) + len(value), label)]


def masked_date(masker: Masker, value: str, case: str) -> str | None:
    """Mask a date field.

    RETURNS: the moved date in its own form, time and zone kept beside a day; its year under 'year';
        None where the field has to stay empty: nobody can read it, the case is not named, or the
        method's result is no date.
    """
    way = masker.ways["DATE"]
    if way.method == "keep":
        return value
    stripped = value.strip()
    match = _FORM.fullmatch(stripped)
    if match is None or not case or way.method not in ("shift", "season", "year"):
        return None
    body = stripped[: max(match.end(name) for name in ("year", "month", "day"))]
    tail = stripped[len(body) :] if match["day"] else ""
    span = Proposal(0, len(body), "DATE", parse={"readings": date_parse(body)})
    found = expressions_of(body, [(0, span)], {**way.options, "languages": []})
    if way.method == "year":
        new, tail = coarser(found, "year", way.options["oldest"])[0], ""
    else:
        days = masker.offset(case)
        new = shifted(body, found, lambda _: days, {**way.options, "written": "original"})[0]
    return None if new == UNREAD else new + tail
