"""Offsets: by how many days everything of a case moves."""

from __future__ import annotations

from typing import Any

from spacy_deid.mask.dates.moments import DAYS_OF
from spacy_deid.mask.keys import Keyed

_SEEN = 3
"""Days that an offset of whole years has to miss so that 12 May never stays 12 May."""
_FEW = 24
"""Fewer candidates than this are not worth being choosy about."""


def candidates(low: int, high: int, *, keep_weekdays: bool) -> list[int]:
    """Give the offsets that an interval allows.

    RETURNS: never 0. Where the interval has room for at least 24 of them, only those that change
        every piece of a date: the year (more than a year away), the month's name (47 days or more
        from a whole number of years) and, unless weekdays are to be kept, the weekday.
    """
    step = 7 if keep_weekdays else 1
    every = [days for days in range(low, high + 1) if days and days % step == 0]
    if not every:
        return [7 if high > 0 else -7]
    year = DAYS_OF["year"]
    choosy = [
        days
        for days in every
        if abs(days) > 366 and 47 <= abs(days) % year <= year - 47 and (keep_weekdays or days % 7)
    ]
    return choosy if len(choosy) >= _FEW else every


def shift_offset(keyed: Keyed | None, scope: str, options: dict[str, Any]) -> int:
    """Give the offset of a case in days.

    keyed: None only where the offset is given.
    scope: patient, case or document id. options: of the method 'shift'.
    """
    if options["days"] is not None:
        return int(options["days"])
    assert keyed is not None
    low, high = options["interval"]
    found = candidates(low, high, keep_weekdays=options["keep_weekdays"])
    return found[keyed.number("offset", scope, below=len(found))]


def season_offset(keyed: Keyed, scope: str, options: dict[str, Any]) -> int:
    """Give an offset of whole years, few months and few days, so that the season survives.

    The three are drawn apart and added up to one number of days, so that intervals stay exact.
    RETURNS: days; never 0, and no whole number of years, which day and month would outlive.
    """
    years: int = 1 + keyed.number("season-year", scope, below=options["most_years"])
    if keyed.number("season-sign", scope, below=2):
        years = -years
    months = keyed.number("season-month", scope, below=2 * options["most_months"] + 1)
    days = keyed.number("season-day", scope, below=2 * options["most_days"] + 1)
    beside: int = round((months - options["most_months"]) * DAYS_OF["month"]) + days
    beside -= options["most_days"]
    if abs(beside) < _SEEN:
        # as far as the options let it go: to the side that it is on
        most: int = options["most_days"] or round(options["most_months"] * DAYS_OF["month"])
        beside = most if beside >= 0 else -most
    return round(years * DAYS_OF["year"]) + beside
