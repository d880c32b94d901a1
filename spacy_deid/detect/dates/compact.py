"""Dates of digits without separators, and the time of ISO 8601 behind a date."""

from __future__ import annotations

import re

from spacy_deid.annotations import DateReading
from spacy_deid.detect.dates import guards
from spacy_deid.detect.dates.readings import DateMatch, numeric_readings

ISO_TIME = re.compile(
    r"t\d{2}(?::?\d{2}(?::?\d{2}(?:[.,]\d+)?)?)?(?:\s?z\b|\s?[+-]\d{2}(?::?\d{2})?(?!\d))?"
)


def compact_numbers(low: str, start: int, end: int) -> DateMatch | None:
    """Match digits without separators: '20140403', with a cue also '03041962' and '030462'.

    start, end: the run of digits.
    """
    digits = low[start:end]
    length = len(digits)
    if length not in (6, 8, 12, 14) or guards.continues_number(low, start):
        return None
    if start and (low[start - 1].isalpha() or low[start - 1] in "-_/#"):
        return None
    if end < len(low) and (
        low[end] in "_/" or (low[end] == "-" and low[end + 1 : end + 2].isalnum())
    ):
        return None
    form = guards.has_form_cue(low, start)
    if guards.has_identifier_cue(low, start) and not form:
        return None
    cuts: list[tuple[str, tuple[int, int, int]]] = []
    if length >= 8 and digits[:2] in ("19", "20"):
        cuts.append(("YMD", (4, 2, 2)))
    if length == 8 and (form or guards.has_strict_cue(low, start)):
        cuts += [("DMY", (2, 2, 4)), ("MDY", (2, 2, 4))]
    if length == 6 and form:
        cuts += [("DMY", (2, 2, 2)), ("MDY", (2, 2, 2)), ("YMD", (2, 2, 2))]
    if length > 8 and not (int(digits[8:10]) < 24 and int(digits[10:12]) < 60):
        return None
    readings: list[DateReading] = []
    for order, widths in cuts:
        numbers, place = [], start
        for width in widths:
            numbers.append((low[place : place + width], place))
            place += width
        readings += [r for r in numeric_readings(numbers, [order]) if _century_fits(r)]
    if not readings:
        return None
    time = ISO_TIME.match(low, end)
    if time is not None and length == 8:
        end = time.end()
    elif guards.UNIT_AFTER.match(low, end) or low[end : end + 1].isalpha():
        return None
    return DateMatch(start, end, "compact", 0.95 if form else 0.8, readings)


def _century_fits(reading: DateReading) -> bool:
    years = [one for one in reading["fields"] if one["name"] == "year" and one["style"] == "2004"]
    return all(1900 <= one["value"] <= 2099 for one in years)
