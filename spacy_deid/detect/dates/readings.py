"""Fields and readings of dates: what a date expression holds, and every way to understand it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import product

from spacy_deid.annotations import DateField, DateReading

_DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_NUMERIC = ("day", "month", "year")
MAX_READINGS = 8


@dataclass(slots=True)
class DateMatch:
    """A date expression as a finder understood it.

    start, end: characters of the text.
    pattern: name of the pattern, without the finder's name before it.
    score: confidence in [0, 1].
    readings: the likelier first; none for a date of another calendar.
    """

    start: int
    end: int
    pattern: str
    score: float
    readings: list[DateReading] = field(default_factory=list)


def make_field(
    name: str, span: tuple[int, int], value: int, style: str, point: int = 0
) -> DateField:
    """Put a DateField together."""
    start, end = span
    return {
        "name": name,
        "start": start,
        "end": end,
        "value": value,
        "style": style,
        "point": point,
    }


def number_field(name: str, digits: str, span: tuple[int, int], padded: bool) -> DateField:
    """Make the field of a written number.

    digits: the number as written; an apostrophe before a year counts.
    padded: whether small numbers of this date are written with a zero.
    """
    value = int(digits.lstrip("'’`"))
    if name == "year":
        style = "2004" if len(digits) == 4 else ("04" if digits[0].isdecimal() else "'04")
    else:
        style = "02" if padded else "2"
    return make_field(name, span, value, style)


def one_reading(*fields: DateField) -> list[DateReading]:
    """Give the readings of fields that can be understood in one way only."""
    return [DateReading(order="", fields=[*fields])]


def is_year(digits: str) -> bool:
    """Tell whether digits can be a year: two, or four from 1800 to 2199, or of the Buddhist era."""
    return len(digits) == 2 or (
        len(digits) == 4 and ("1800" <= digits <= "2199" or "2540" <= digits <= "2579")
    )


def is_calendar_date(day: int | None, month: int | None, year: int | None) -> bool:
    """Tell whether the known parts make a real date; a year below 100 can be of any century."""
    if month is not None and not 1 <= month <= 12:
        return False
    if day is None:
        return True
    if day < 1 or day > (_DAYS[month - 1] if month is not None else 31):
        return False
    if month == 2 and day == 29 and year is not None:
        return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0 or year == 0)
    return True


def is_real(fields: Iterable[DateField]) -> bool:
    """Tell whether the fields of each end of an expression make a real date."""
    points: dict[int, dict[str, int]] = {0: {}, 1: {}}
    for one in fields:
        if one["name"] in _NUMERIC:
            for point in (0, 1) if one["point"] == -1 else (one["point"],):
                points[point][one["name"]] = one["value"]
    return all(
        is_calendar_date(known.get("day"), known.get("month"), known.get("year"))
        for known in points.values()
    )


def numeric_readings(
    numbers: Sequence[tuple[str, int]], orders: Iterable[str]
) -> list[DateReading]:
    """Read numbers in every order that makes a real date.

    numbers: digits and where they begin.
    orders: such as 'DMY', the likeliest first; letters fit the numbers one to one.
    RETURNS: readings in the order of ``orders``; [] where no order fits.
    """
    small = [digits for digits, _ in numbers if len(digits) <= 2]
    padded = any(digits[0] == "0" for digits in small) or all(len(d) == 2 for d in small)
    readings = []
    for order in orders:
        known: dict[str, int | None] = {"D": None, "M": None, "Y": None}
        for letter, (digits, _) in zip(order, numbers, strict=True):
            if letter == "Y":
                if not is_year(digits):
                    break
            elif len(digits) > 2:
                break
            known[letter] = int(digits)
        else:
            if not is_calendar_date(known["D"], known["M"], known["Y"]):
                continue
            names = {"D": "day", "M": "month", "Y": "year"}
            fields = [
                number_field(names[letter], digits, (start, start + len(digits)), padded)
                for letter, (digits, start) in zip(order, numbers, strict=True)
            ]
            readings.append(DateReading(order=order, fields=fields))
    return readings


def _ends(first: DateReading, second: DateReading) -> list[DateField]:
    """Mark the fields of two dates as the ends of a range; what only one has is shared."""
    left = {one["name"] for one in first["fields"]}
    right = {one["name"] for one in second["fields"]}
    fields = []
    for one in first["fields"]:
        shared = one["name"] in ("month", "year") and one["name"] not in right
        fields.append(DateField(**{**one, "point": -1 if shared else 0}))
    for one in second["fields"]:
        shared = one["name"] in ("month", "year") and one["name"] not in left
        fields.append(DateField(**{**one, "point": -1 if shared else 1}))
    return fields


def join_range(first: DateMatch, second: DateMatch) -> DateMatch:
    """Join two dates that stand side by side as the ends of a range.

    RETURNS: one match over both; its readings keep to one numeric order where they can.
    """
    joined = []
    for left, right in product(first.readings, second.readings):
        orders = left["order"].replace("Y", ""), right["order"].replace("Y", "")
        if orders[0] and orders[1] and orders[0] != orders[1] and len(orders[0]) == len(orders[1]):
            continue
        fields = _ends(left, right)
        order = max(left["order"], right["order"], key=len)
        if is_real(fields):
            joined.append(DateReading(order=order, fields=fields))
    if not joined:
        for left, right in product(first.readings[:1], second.readings[:1]):
            joined.append(DateReading(order="", fields=_ends(left, right)))
    return DateMatch(
        first.start,
        second.end,
        "range",
        max(first.score, second.score),
        joined[:MAX_READINGS],
    )


def prepend(fields: Sequence[DateField], match: DateMatch, pattern: str) -> DateMatch:
    """Put fields (a weekday) before a date, or after it, in the order of the text."""
    start = min(match.start, fields[0]["start"])
    end = max(match.end, fields[-1]["end"])
    readings = [
        DateReading(
            order=one["order"],
            fields=sorted([*fields, *one["fields"]], key=lambda f: f["start"]),
        )
        for one in match.readings
    ]
    return replace(match, start=start, end=end, pattern=pattern, readings=readings)
