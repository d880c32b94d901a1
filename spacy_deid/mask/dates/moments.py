"""Moments: the one or two points in time that a date expression names, placed on a calendar."""

from __future__ import annotations

from collections.abc import Iterable
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
    shared = any(one["name"] == "year" and one["point"] == -1 for one in fields)
    if shared and len(moments) == 2 and _is_backwards(*moments):
        first = in_year(moments[0], moments[0].values["year"] - 1)
        return [first, moments[1]] if first is not None else []
    return moments


def _is_backwards(first: Moment, last: Moment) -> bool:
    """Tell whether a range ends before it begins, as '28 Dec - 3 Jan 2023' within one year."""
    if first.day is not None and last.day is not None:
        return first.day > last.day
    if first.place is None or last.place is None or first.resolution != last.resolution:
        return False
    return first.place > last.place


def in_year(moment: Moment, year: int) -> Moment | None:
    """Give a moment as it is in another year; None where there is no such day."""
    return _moment(moment.point, {**moment.values, "year": year}, moment.holiday)


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
        moment.day = on_day(moment, year, values.get("month", 1))
        return moment if moment.day else None
    if kind == "year":
        moment.place = year
    elif kind == "decade":
        moment.place = values["decade"] // 10
    elif kind in ("month", "season", "quarter") and year is not None:
        width, first = {"month": (12, 1), "season": (4, 0), "quarter": (4, 1)}[kind]
        moment.place = year * width + values[kind] - first
    return moment


def on_day(moment: Moment, year: int, month: int) -> date | None:
    """Give the day of a moment in a year; None where there is no such day."""
    try:
        if moment.holiday:
            return holiday_date(moment.holiday, year)
        return date(year, moment.values.get("month", month), moment.values["day"])
    except ValueError:
        return None


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
