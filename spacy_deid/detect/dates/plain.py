"""The two commonest forms of a date, '12Jan2014' and '03/04/2014', matched without detours.

Whatever is not plainly one of them is left to the other modules, which give the same result.
"""

from __future__ import annotations

import re

from spacy_deid.annotations import DateField, DateReading
from spacy_deid.detect.calendar.months import month_words
from spacy_deid.detect.dates.guards import UNIT_AFTER
from spacy_deid.detect.dates.readings import DateMatch, is_calendar_date

_NAMED = re.compile(r"(\d{1,2})([ \-/.]?)([a-z]{3,9})\2((?:19|20)\d\d)(?![\d:])")
_SLASHED = re.compile(r"(\d{1,2})([/-])(\d{1,2})\2((?:19|20)\d\d)(?![\d/.\\]|[:-]\d)")
_JOINTS = frozenset("./-_,:\\\u2013+$€£^\u2010\u2011\u2012\u2014\u2015")


def plain_date(low: str, start: int, end: int) -> DateMatch | None:
    """Match a plain date of day, month and four-digit year.

    low: the text in lower case.
    start, end: its first run of digits.
    RETURNS: None for everything else, also for dates that other modules match.
    """
    if low[end + 1 : end + 2].isdecimal():
        if start and low[start - 1] in _JOINTS:
            return None
        match = _SLASHED.match(low, start)
        return _slashed(match) if match is not None else None
    match = _NAMED.match(low, start)
    if match is None:
        return None
    known = month_words().get(match[3])
    if known is None or known[1] not in ("full", "short"):
        return None
    day, year = int(match[1]), int(match[4])
    if not is_calendar_date(day, known[0], year):
        return None
    end = match.end()
    if match[2] == " " and UNIT_AFTER.match(low, end):
        return None
    word = match[3]
    name = "Jan" if len(word) <= 4 and word not in ("may", "june", "july") else "January"
    fields: list[DateField] = [
        _field("day", match.span(1), day, "02" if len(match[1]) == 2 else "2"),
        _field("month", match.span(3), known[0], name),
        _field("year", match.span(4), year, "2004"),
    ]
    return DateMatch(start, end, "day_month_year", 0.98, [{"order": "", "fields": fields}])


def _field(name: str, span: tuple[int, int], value: int, style: str) -> DateField:
    return {
        "name": name,
        "start": span[0],
        "end": span[1],
        "value": value,
        "style": style,
        "point": 0,
    }


def _slashed(match: re.Match[str]) -> DateMatch | None:
    first, mark, second, _ = match.groups()
    year, one, two = int(match[4]), int(first), int(second)
    padded = first[0] == "0" or second[0] == "0" or len(first) == len(second) == 2
    style = "02" if padded else "2"
    spans = match.span(1), match.span(3)
    last = _field("year", match.span(4), year, "2004")
    readings: list[DateReading] = []
    orders = ("DMY", "MDY") if mark == "-" and len(first) == len(second) == 2 else ("MDY", "DMY")
    for order in orders:
        day, month = (one, two) if order == "DMY" else (two, one)
        if is_calendar_date(day, month, year):
            names = ("day", "month") if order == "DMY" else ("month", "day")
            fields = [
                _field(names[0], spans[0], one, style),
                _field(names[1], spans[1], two, style),
                dict(last) if readings else last,
            ]
            readings.append({"order": order, "fields": fields})  # type: ignore[typeddict-item]
    return DateMatch(match.start(), match.end(), "numeric", 0.98, readings) if readings else None
