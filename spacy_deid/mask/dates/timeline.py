"""The timeline without the calendar: distances from a reference, years and quarters."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from spacy_deid.mask.dates.moments import Expression, Moment, place_of_day
from spacy_deid.mask.dates.placing import is_floating

UNREAD = "[DATE]"
"""What becomes of a date that nobody can read or place."""

_DAYS_A_YEAR = 365.2425
_CUES = {
    "drug_start": re.compile(
        r"\b(?:vaccinated|vaccination|vaccine|immuni[sz]ed|received|administered|given|injected|"
        r"dose|started|initiated|commenced|began taking|therapy|treatment)\b",
        re.I,
    ),
    "event_onset": re.compile(
        r"\b(?:onset|developed|experienced|symptoms?|began|reaction|event|complained|presented)\b",
        re.I,
    ),
}


def latest_day(expressions: Sequence[Expression], near: date | None = None) -> date | None:
    """Give the latest day that a document's dates can mean; None where no date has a year.

    Of a month, a season, a quarter or a year that is its last day; decades do not count.
    near: a day of the case, which counts too.
    """
    days = [_last_day(m) for e in expressions for m in e.moments if "year" in m.values]
    return max((day for day in (*days, near) if day is not None), default=None)


def _last_day(moment: Moment) -> date | None:
    if moment.day is not None or moment.place is None:
        return moment.day
    months = {"month": 1, "season": 3, "quarter": 3, "year": 12}[moment.resolution]
    first = moment.place * months + (2 if moment.resolution == "season" else 0)
    year, month = divmod(first + months, 12)
    return date(year, month + 1, 1) - timedelta(1) if 1 <= year <= 9999 else None


def years_before(moment: Moment, latest: date) -> float:
    """Give the years from a moment to a day; 0 for a moment that is not placed."""
    if moment.day is not None:
        return (latest - moment.day).days / _DAYS_A_YEAR
    if moment.place is None:
        return 0
    here = place_of_day(latest, moment.resolution)
    scale = {"month": 12, "season": 4, "quarter": 4, "year": 1, "decade": 0.1}
    return (here - moment.place) / scale[moment.resolution]


def relative(
    text: str,
    expressions: Sequence[Expression],
    options: dict[str, Any],
    near: date | None = None,
) -> list[str]:
    """Write every date as its distance from the reference: ``[Day 0]``, ``[Month +3]``.

    The reference is, after options: the first date in the text that is a day with a year and no
    birth (without one, the first day; without one, the first date at all), the earliest such day,
    the first after words about a drug's start or an event's onset, or a given day. Months, seasons,
    quarters, years and decades count in their own unit.
    near: a day of the case.
    RETURNS: one text per expression; ``[DATE]`` for what cannot be placed, for a year where no
        year of the days is told, and for what lies more years away than the age limit, because it
        could give away a great age.
    """
    latest = latest_day(expressions, near)
    recent = [
        e
        for e in expressions
        if not any(gives_away_age(e, moment, latest, options["oldest"]) for moment in e.moments)
    ]
    reference = _reference(text, recent, options["reference"])
    written = []
    floating = isinstance(reference, date) and is_floating(expressions, near)
    in_years = floating and options["reference"][:1].isdigit()
    for expression in expressions:
        parts = [_distance(moment, reference, options["oldest"]) for moment in expression.moments]
        apart = floating and any(_has_year(one) != in_years for one in expression.moments)
        if not parts or "" in parts or apart:
            written.append(UNREAD)
        else:
            written.append("-".join(parts))
    return written


def _has_year(moment: Moment) -> bool:
    return bool({"year", "decade"} & moment.values.keys())


def _reference(text: str, expressions: Sequence[Expression], wish: str) -> date | Moment | None:
    if wish[:1].isdigit():
        return date.fromisoformat(wish)
    usual = [e for e in expressions if not e.birth]
    full = [m.day for e in usual for m in e.moments if m.day and "year" in m.values]
    if wish == "earliest" and full:
        return min(full)
    if wish in _CUES:
        for expression in usual:
            before = text[max(0, expression.start - 60) : expression.start]
            sentence = re.split(r"[.!?]\s", before)[-1]
            days = [moment.day for moment in expression.moments if moment.day]
            if days and _CUES[wish].search(sentence):
                return days[0]
    days = full or [m.day for e in usual for m in e.moments if m.day]
    if days:
        return days[0]
    return next((m for e in usual for m in e.moments if m.place is not None), None)


def _distance(moment: Moment, reference: date | Moment | None, oldest: int) -> str:
    if reference is None:
        return ""
    if isinstance(reference, Moment):
        if reference.resolution != moment.resolution or moment.place is None:
            return ""
        apart = moment.place - (reference.place or 0)
        unit = moment.resolution
    elif moment.day is not None:
        apart, unit = (moment.day - reference).days, "day"
    elif moment.place is not None:
        apart = moment.place - place_of_day(reference, moment.resolution)
        unit = moment.resolution
    else:
        return ""
    scale = {"day": _DAYS_A_YEAR, "month": 12, "season": 4, "quarter": 4, "year": 1, "decade": 0.1}
    if abs(apart) / scale[unit] > oldest:
        return ""
    return f"[{unit.capitalize()} {apart:+d}]" if apart else f"[{unit.capitalize()} 0]"


def gives_away_age(
    expression: Expression, moment: Moment, latest: date | None, oldest: int
) -> bool:
    """Tell whether a date gives away an age above the limit.

    What lies further before the latest day than the limit, somebody of that age remembers.
    latest: the last day that the document tells of. Where it tells of none but births the report
        may be of any day up to this one.
    """
    if latest is not None and years_before(moment, latest) > oldest:
        return True
    if not expression.birth:
        return False
    told = latest is not None and any(
        years_before(other, latest) == 0 for other in expression.moments
    )
    return (latest is None or told) and years_before(moment, date.today()) > oldest


def coarser(
    expressions: Sequence[Expression], unit: str, oldest: int, near: date | None = None
) -> list[str]:
    """Write every date as its year, or its quarter and year.

    unit: 'year' or 'quarter'. near: a day of the case.
    RETURNS: one text per expression; ``[DATE]`` where no year is written, and for years that are
        further before the latest date than the age limit.
    """
    latest = latest_day(expressions, near)
    written = []
    for expression in expressions:
        parts: list[str] = []
        for moment in expression.moments:
            part = _coarse(moment, unit)
            if gives_away_age(expression, moment, latest, oldest):
                part = ""
            if part not in parts:
                parts.append(part)
        written.append(UNREAD if not parts or "" in parts else "-".join(parts))
    return written


def _coarse(moment: Moment, unit: str) -> str:
    values = moment.values
    if moment.resolution == "decade":
        return f"{values['decade']}s"
    if "year" not in values:
        return ""
    year = f"{values['year']:04d}"
    if unit == "quarter":
        if moment.day is not None:
            return f"Q{(moment.day.month + 2) // 3} {year}"
        if moment.resolution == "month":
            return f"Q{(values['month'] + 2) // 3} {year}"
        if moment.resolution == "quarter":
            return f"Q{values['quarter']} {year}"
    return year
