"""What the dates of a report tell: its days, how old something is, the order of day and month."""

from __future__ import annotations

import re
from calendar import monthrange
from collections import Counter
from collections.abc import Iterable
from datetime import date

from spacy_deid.corpora.e2b_fields import DATE, Field
from spacy_deid.corpora.orders import orders_in, written_days

_FORM = re.compile(r"\s*(\d{4})(?:-?(\d\d)(?:-?(\d\d))?)?")
_DAYS_A_YEAR = 365.2425


def _read(value: str) -> tuple[date, date] | None:
    """Give the first and the last day that a date can mean; None for what is none."""
    match = _FORM.match(value)
    if match is None:
        return None
    year, month, day = (int(part) if part else 0 for part in match.groups())
    try:
        last = day or monthrange(year, month or 12)[1]
        return date(year, month or 1, day or 1), date(year, month or 12, last)
    except ValueError:
        return None


def order_of(texts: Iterable[str], places: Iterable[Field]) -> str:
    """Tell whether the free text of a report writes the day or the month first.

    What tells is dates that are a structured date of the report in one order only (birth dates
    too); without any, days above 12 that all stand in the same place.
    RETURNS: 'DMY', 'MDY', or '' where nothing tells.
    """
    read = (_read(place.value) for place in places if place.label == "DATE")
    days = {days[0] for days in read if days is not None and days[0] == days[1]}
    ends = {(day.year % 100, day.month, day.day) for day in days}
    written = written_days(texts)
    known = Counter(
        "MDY" if (year, first, second) in ends else "DMY"
        for year, first, second in written
        if ((year, first, second) in ends) != ((year, second, first) in ends)
    )
    if known["DMY"] != known["MDY"]:
        return max(known, key=lambda order: known[order])
    clear = orders_in(written)
    return clear.pop() if len(clear) == 1 and not known else ""


def days_of(places: Iterable[Field]) -> list[date]:
    """Give the exact days among the dates of a case, in order."""
    read = (_read(place.value) for place in places if place.kind == DATE)
    return sorted(days[0] for days in read if days is not None and days[0] == days[1])


def latest_day(places: Iterable[Field]) -> date | None:
    """Give the latest day that the dates of a case can mean; None where there is none."""
    read = (_read(place.value) for place in places if place.kind == DATE)
    return max((days[1] for days in read if days is not None), default=None)


def years_before(value: str, day: date) -> float:
    """Give the years from a date, at the earliest that it can mean, to a day; 0 for no date."""
    days = _read(value)
    return 0.0 if days is None else (day - days[0]).days / _DAYS_A_YEAR
