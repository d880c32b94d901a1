"""Write dates, ranges, months, seasons and clock times the way a country does."""

from __future__ import annotations

import re
from calendar import monthrange
from datetime import date
from functools import lru_cache

MONTHS = (
    "January February March April May June July August September October November December"
).split()
DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
SEASONS = ("winter", "spring", "summer", "autumn")
SOUTHERN = ("AU", "NZ", "ZA", "AR", "BR")

_MARK = re.compile(r"'[^']*'|yyyy|yy|MMMM|MMM|MM|M|UUU|LLLL|dd|do|d|EEEE|EEE|[^'yMULdE]+|.")


@lru_cache(maxsize=1024)
def _marks(form: str) -> tuple[str, ...]:
    return tuple(_MARK.findall(form))


def ordinal(day: int) -> str:
    """Give '1st', '2nd', '13th'."""
    ending = "th" if 10 < day < 14 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")
    return f"{day}{ending}"


def write(day: date, form: str, months: tuple[str, ...] = ()) -> str:
    """Write a date.

    form: yyyy yy, MMMM (January) MMM (Jan) UUU (JAN) LLLL (the country's own month name) MM M,
        dd d do (1st), EEEE (Monday) EEE (Mon); text between apostrophes and all else as it is.
    months: twelve own month names, or none, when LLLL is the English one.
    """
    out = []
    for mark in _marks(form):
        if mark == "yyyy":
            out.append(str(day.year))
        elif mark == "yy":
            out.append(f"{day.year % 100:02}")
        elif mark == "MMMM":
            out.append(MONTHS[day.month - 1])
        elif mark == "MMM":
            out.append(MONTHS[day.month - 1][:3])
        elif mark == "UUU":
            out.append(MONTHS[day.month - 1][:3].upper())
        elif mark == "LLLL":
            out.append((months or MONTHS)[day.month - 1])
        elif mark == "MM":
            out.append(f"{day.month:02}")
        elif mark == "M":
            out.append(str(day.month))
        elif mark == "dd":
            out.append(f"{day.day:02}")
        elif mark == "do":
            out.append(ordinal(day.day))
        elif mark == "d":
            out.append(str(day.day))
        elif mark == "EEEE":
            out.append(DAYS[day.weekday()])
        elif mark == "EEE":
            out.append(DAYS[day.weekday()][:3])
        else:
            out.append(mark.strip("'"))
    return "".join(out)


def add_months(day: date, count: int) -> date:
    """Move by months; the day stays, or becomes the last one of a shorter month."""
    index = day.year * 12 + day.month - 1 + count
    year, month = divmod(index, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def season(day: date, land: str) -> str:
    """Give the season of a date: 'winter' for January in the north, 'summer' in the south."""
    place = (day.month % 12) // 3
    return SEASONS[(place + 2) % 4 if land in SOUTHERN else place]


def nearest(day: date, monthday: str) -> date:
    """Give the day '12-25' of the year in which it lies nearest to ``day``."""
    month, number = (int(part) for part in monthday.split("-"))
    days = [date(year, month, number) for year in (day.year - 1, day.year, day.year + 1)]
    return min(days, key=lambda other: abs((other - day).days))
