"""Place days and months beside what was mentioned before, where their year is not written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date, timedelta

from spacy_deid.mask.dates.moments import Expression, Moment, on_day, place_of_day

_DEFAULT_YEARS = range(2001, 2029)
"""Years for a document without any: every place of a leap year with every weekday."""
_RECENT = 550
"""Days before the last one in which what a report tells of lies, but for the patient's history."""
_MARGIN = timedelta(60)
_CYCLE = 146_097
"""Days after which the Gregorian calendar comes back."""


def place(expressions: list[Expression], *, days: int = 0, near: date | None = None) -> None:
    """Place days without year or month beside the date that was mentioned before.

    expressions: in the order of the text, with their moments. A day without a year goes to the year
    that brings it nearest to the last placed day (the first day with a year where none comes
    before; ``near`` where the document has none, the months with a year where nothing else tells),
    a later day before an earlier one and one that fits its weekday before others, and to no day
    far outside what the document tells of if another year brings it inside. Birth dates are
    neighbours of births alone. Months without a year are placed by the same rule.
    days: by which the dates will move: without ``near`` the first day goes to a year from which it
        arrives where it does from most years.
    near: a day of the same case.
    """
    usual = [m for e in expressions if not e.birth for m in e.moments]
    dated = [m.day for m in usual if m.day]
    months = [day for m in usual if (day := _middle(m)) is not None] if not dated else []
    anchor = next(iter([*dated, *([near] if near else months)]), None)
    known = anchor is not None
    told = _told(dated)
    birth = next((m.day for e in expressions if e.birth for m in e.moments if m.day), None)
    years = _DEFAULT_YEARS if known else _years_of(expressions)
    for expression in expressions:
        for moment in expression.moments:
            if moment.resolution == "day" and moment.day is None:
                beside = birth if expression.birth and birth else anchor
                moment.day = (
                    _nearest(moment, beside, told if beside is anchor else None)
                    if beside
                    else _usual(moment, years, days)
                )
            elif moment.resolution in ("month", "season", "quarter") and moment.place is None:
                if anchor is not None and known:
                    moment.place = _nearest_unit(moment, anchor)
            if expression.birth:
                birth = moment.day or birth
            if moment.day and not expression.birth:
                anchor = moment.day
            elif months and not near and not expression.birth:
                anchor = _middle(moment) or anchor


def is_floating(expressions: Sequence[Expression], near: date | None = None) -> bool:
    """Tell whether the days of a document stand in a year that nothing tells.

    near: a day of the case.
    """
    told = (
        m.day is not None or m.resolution in ("month", "season", "quarter")
        for e in expressions
        if not e.birth
        for m in e.moments
        if "year" in m.values
    )
    return near is None and not any(told)


def _middle(moment: Moment) -> date | None:
    """Give the middle of a month, a season or a quarter that has its year; None otherwise."""
    months = {"month": 1, "season": 3, "quarter": 3}.get(moment.resolution)
    if months is None or moment.place is None:
        return None
    first = moment.place * months + (2 if moment.resolution == "season" else 0)
    year, month = divmod(first + months // 2, 12)
    return date(year, month + 1, 15) if 1 <= year <= 9999 else None


def _years_of(expressions: Iterable[Expression]) -> Sequence[int]:
    """Give the years that have all days without a year; the usual ones where none has."""
    waiting = [m for e in expressions for m in e.moments if m.resolution == "day" and not m.day]
    years = [year for year in _DEFAULT_YEARS if all(on_day(one, year, 1) for one in waiting)]
    return years or _DEFAULT_YEARS


def _usual(moment: Moment, years: Iterable[int], days: int) -> date | None:
    """Give the day in a year from which it arrives where it does from most of some years.

    Whether a shift crosses a 29 February hangs on the year; those that fit the weekday go first.
    """
    every = [day for year in years if (day := on_day(moment, year, 1)) is not None]
    fitting = [day for day in every if day.weekday() == moment.values.get("weekday")] or every
    ends = {day: (day + timedelta(days % _CYCLE)).timetuple()[1:3] for day in fitting}
    counts = Counter(ends.values())
    return max(fitting, key=lambda day: counts[ends[day]], default=None)


def _told(days: Sequence[date]) -> tuple[date, date] | None:
    """Give the first and the last day that a document tells of, early history aside, and a margin.

    RETURNS: None for less than two different days.
    """
    latest = max(days, default=None)
    recent = [day for day in days if latest is not None and (latest - day).days <= _RECENT]
    if latest is None or min(recent) == latest:
        return None
    return min(recent) - _MARGIN, latest + _MARGIN


def _nearest(moment: Moment, anchor: date, told: tuple[date, date] | None) -> date | None:
    """Give the day nearest to another one.

    told: what the document tells of; None where it does not say.
    """
    weekday = moment.values.get("weekday")
    found: list[tuple[bool, bool, int, bool, date]] = []
    for months in _steps(moment):
        ordinal = anchor.year * 12 + anchor.month - 1 + months
        if not 12 <= ordinal < 120_000:
            continue
        day = on_day(moment, ordinal // 12, ordinal % 12 + 1)
        if day is not None:
            apart = (day - anchor).days
            misfit = weekday is not None and weekday != day.weekday()
            outside = told is not None and not told[0] <= day <= told[1]
            found.append((misfit, outside, abs(apart), apart < 0, day))
    return min(found)[4] if found else None


def _steps(moment: Moment) -> tuple[int, ...]:
    """Give how many months from the anchor a moment is looked for."""
    if "month" not in moment.values and not moment.holiday:
        return (-2, -1, 0, 1, 2)
    if moment.values.get("month") == 2 and moment.values.get("day") == 29:
        return tuple(range(-96, 97, 12))
    return (-12, 0, 12)


def _nearest_unit(moment: Moment, anchor: date) -> int:
    kind = moment.resolution
    width, first = {"month": (12, 1), "season": (4, 0), "quarter": (4, 1)}[kind]
    here = place_of_day(anchor, kind)
    number = moment.values[kind] - first
    return min(
        (abs(year * width + number - here), year * width + number < here, year * width + number)
        for year in (anchor.year - 1, anchor.year, anchor.year + 1)
    )[2]
