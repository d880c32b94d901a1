"""Moments: the one or two points in time that a date expression names, placed on a calendar."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta

from spacy_deid.annotations import DateField, DateReading
from spacy_deid.mask.dates.holidays import holiday_date

DAYS_OF = {
    "month": 30.436875,
    "season": 91.310625,
    "quarter": 91.310625,
    "year": 365.2425,
    "decade": 3652.425,
}
"""Mean length of each resolution in days of the Gregorian calendar."""

_ALLOWED = {
    "day": {"day", "month", "year", "weekday", "holiday"},
    "month": {"month", "year", "weekday"},
    "season": {"season", "year"},
    "quarter": {"quarter", "year"},
    "year": {"year", "weekday"},
    "decade": {"decade"},
    "weekday": {"weekday"},
}
_DEFAULT_YEARS = range(2001, 2029)
"""Years for a document without any: every place of a leap year with every weekday."""
_CYCLE = 146_097
"""Days after which the Gregorian calendar comes back."""


@dataclass(slots=True)
class Moment:
    """A point in time at the resolution of its expression.

    point: 0 for the first, 1 for the end of a range.
    values: field name to value; years and decades with their century.
    resolution: 'day', 'month', 'season', 'quarter', 'year', 'decade' or 'weekday'.
    holiday: the holiday's name as written, '' for none.
    day: the calendar day of resolution 'day' once it is placed; None before, and where it cannot.
    place: number of the unit on a common scale (months since year 0 and so on); None without year.
    """

    point: int
    values: dict[str, int]
    resolution: str
    holiday: str = ""
    day: date | None = None
    place: int | None = None


@dataclass(slots=True)
class Expression:
    """A date expression of a document.

    index: of its span. start, end: its characters.
    readings: every way to understand it; [] for none.
    fields: of the reading that was chosen.
    moments: one, or two for a range; [] where it is not understood.
    birth: it stands after 'born', 'DOB' and the like.
    month_of: in a list of days, the one beside it that it shares its month with.
    year_of: in such a list, the one whose year it shares; of a year alone, the day before it.
    """

    index: int
    start: int
    end: int
    readings: list[DateReading]
    fields: list[DateField] = field(default_factory=list)
    moments: list[Moment] = field(default_factory=list)
    birth: bool = False
    month_of: Expression | None = None
    year_of: Expression | None = None


def full_year(value: int, style: str, pivot: int) -> int:
    """Give a year its century.

    pivot: two-digit years up to it belong to the 2000s, the others to the 1900s.
    """
    if value > 99 or style not in ("04", "'04", "words", "name"):
        return value
    return value + (2000 if value <= pivot else 1900)


def moments_of(fields: Iterable[DateField], text: str, pivot: int) -> list[Moment]:
    """Gather the fields of a reading into its points.

    RETURNS: [] where the fields do not make a point in time.
    """
    fields = list(fields)
    points = sorted({one["point"] for one in fields if one["point"] >= 0}) or [0]
    moments = []
    for point in points:
        values: dict[str, int] = {}
        holiday = ""
        for one in fields:
            if one["point"] not in (point, -1):
                continue
            name, value = one["name"], one["value"]
            if name in values:
                return []
            if name in ("year", "decade"):
                value = full_year(value, one["style"] if name == "year" else "04", pivot)
            if name == "holiday":
                holiday = text[one["start"] : one["end"]]
            values[name] = value
        moment = _moment(point, values, holiday)
        if moment is None:
            return []
        moments.append(moment)
    return moments


def _moment(point: int, values: dict[str, int], holiday: str) -> Moment | None:
    names = set(values)
    for resolution in ("day", "holiday", "month", "season", "quarter", "decade", "year", "weekday"):
        if resolution in names:
            break
    else:
        return None
    kind = "day" if resolution == "holiday" else resolution
    if not names <= _ALLOWED[kind] or ("holiday" in names and {"day", "month"} & names):
        return None
    if kind == "day" and "year" in names and not {"month", "holiday"} & names:
        return None
    moment = Moment(point, values, kind, holiday)
    year = values.get("year")
    if kind == "day" and year is not None:
        moment.day = _on(moment, year, values.get("month", 1))
        return moment if moment.day else None
    if kind == "year":
        moment.place = year
    elif kind == "decade":
        moment.place = values["decade"] // 10
    elif kind in ("month", "season", "quarter") and year is not None:
        width, first = {"month": (12, 1), "season": (4, 0), "quarter": (4, 1)}[kind]
        moment.place = year * width + values[kind] - first
    return moment


def _on(moment: Moment, year: int, month: int) -> date | None:
    """Give the day of a moment in a year; None where there is no such day."""
    try:
        if moment.holiday:
            return holiday_date(moment.holiday, year)
        return date(year, moment.values.get("month", month), moment.values["day"])
    except ValueError:
        return None


def place(expressions: list[Expression], *, days: int = 0, near: date | None = None) -> None:
    """Place days without year or month beside the date that was mentioned before.

    expressions: in the order of the text, with their moments. A day without a year goes to the year
    that brings it nearest to the last placed day (the first day with a year where none comes
    before; ``near`` where the document has none), a later day before an earlier one and one that
    fits its weekday before others. Birth dates are nobody's neighbours. Months without a year are
    placed by the same rule.
    days: by which the dates will move: without ``near`` the first day goes to a year from which it
        arrives where it does from most years.
    near: a day of the same case.
    """
    dated = [m.day for e in expressions if not e.birth for m in e.moments if m.day]
    anchor = dated[0] if dated else near
    known = anchor is not None
    years = _DEFAULT_YEARS if known else _years_of(expressions)
    for expression in expressions:
        for moment in expression.moments:
            if moment.resolution == "day" and moment.day is None:
                moment.day = _nearest(moment, anchor) if anchor else _usual(moment, years, days)
            elif moment.resolution in ("month", "season", "quarter") and moment.place is None:
                if anchor is not None and known:
                    moment.place = _nearest_unit(moment, anchor)
            if moment.day and not expression.birth:
                anchor = moment.day


def _years_of(expressions: Iterable[Expression]) -> Sequence[int]:
    """Give the years that have all days without a year; the usual ones where none has."""
    waiting = [m for e in expressions for m in e.moments if m.resolution == "day" and not m.day]
    years = [year for year in _DEFAULT_YEARS if all(_on(one, year, 1) for one in waiting)]
    return years or _DEFAULT_YEARS


def _usual(moment: Moment, years: Iterable[int], days: int) -> date | None:
    """Give the day in a year from which it arrives where it does from most of some years.

    Whether a shift crosses a 29 February hangs on the year; those that fit the weekday go first.
    """
    every = [day for year in years if (day := _on(moment, year, 1)) is not None]
    fitting = [day for day in every if day.weekday() == moment.values.get("weekday")] or every
    ends = {day: (day + timedelta(days % _CYCLE)).timetuple()[1:3] for day in fitting}
    counts = Counter(ends.values())
    return max(fitting, key=lambda day: counts[ends[day]], default=None)


def _nearest(moment: Moment, anchor: date) -> date | None:
    weekday = moment.values.get("weekday")
    found: list[tuple[bool, int, bool, date]] = []
    for months in _steps(moment):
        ordinal = anchor.year * 12 + anchor.month - 1 + months
        if not 12 <= ordinal < 120_000:
            continue
        day = _on(moment, ordinal // 12, ordinal % 12 + 1)
        if day is not None:
            apart = (day - anchor).days
            misfit = weekday is not None and weekday != day.weekday()
            found.append((misfit, abs(apart), apart < 0, day))
    return min(found)[3] if found else None


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


def place_of_day(day: date, resolution: str) -> int:
    """Give the month, season, quarter, year or decade of a day, on the scale of ``Moment.place``.

    Seasons are those of the northern meteorologists; January belongs to the winter before it.
    """
    if resolution == "month":
        return day.year * 12 + day.month - 1
    if resolution == "season":
        return (day.year * 12 + day.month - 3) // 3
    if resolution == "quarter":
        return day.year * 4 + (day.month - 1) // 3
    return day.year if resolution == "year" else day.year // 10


def units(days: int, resolution: str) -> int:
    """Give the whole number of months, seasons, quarters, years or decades nearest to an offset.

    Decades move by at least one where the offset is longer than a year.
    """
    nearest = round(days / DAYS_OF[resolution])
    if resolution == "decade" and nearest == 0 and abs(days) >= 366:
        return 1 if days > 0 else -1
    return nearest


def moved(moment: Moment, days: int) -> dict[str, int] | None:
    """Move a moment and give the new values of its fields; a holiday gives day and month.

    Days move by the offset. Months, seasons, quarters and years move by the whole number of their
    unit that is nearest to the offset (``units``), so a month never gains a day, two months keep
    their distance, and a day that lay before a month or a year never comes to lie after it: the
    rounding is at most half a unit. A day that lay inside a month can come to lie just outside.

    RETURNS: None outside the years 1 to 9999 or where the moment is not placed.
    """
    values = dict(moment.values)
    if "weekday" in values:
        values["weekday"] = (values["weekday"] + days) % 7
    kind = moment.resolution
    if kind == "weekday":
        return values
    if kind == "day":
        if moment.day is None:
            return None
        try:
            day = moment.day + timedelta(days)
        except OverflowError:
            return None
        values.update(day=day.day, month=day.month)
        if "year" in values:
            values["year"] = day.year
        return values
    step = units(days, kind)
    if kind in ("year", "decade"):
        values[kind] += step * (10 if kind == "decade" else 1)
    else:
        width, first = {"month": (12, 1), "season": (4, 0), "quarter": (4, 1)}[kind]
        year, number = divmod(values.get("year", 0) * width + values[kind] - first + step, width)
        values[kind] = number + first
        if "year" in values:
            values["year"] = year
    years = [values[name] for name in ("year", "decade") if name in values]
    return values if all(1 <= year <= 9999 for year in years) else None
