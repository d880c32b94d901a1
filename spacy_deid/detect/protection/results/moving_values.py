"""Values that rise and fall, their ranges and lists: 'down from 782', '(147, 229, 243, 267)'."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy_deid.detect.dates.guards import has_identifier_cue
from spacy_deid.detect.words.reading import Cues, Reading

_MOVES = Cues(
    "up|down|increased|decreased|increasing|decreasing|rose|risen|rising|fell|fallen|falling|dropped|"
    "dropping|improved|elevated|peaked|climbed|declined|reduced|raised|trended|jumped|nadir|peak|"
    "baseline|maximum|minimum|max|min"
)
_VALUE = r"\d{1,4}(?:[.,]\d{1,3}|\.\s\d{2,3})?"
_MONTHS = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec"
_ENDS = (
    rf"(?![\w/]|[.,:-]\d|\s?(?:-|–)\s?\d|\s?(?:°|')|\s\d{{3}}|"
    rf"\s(?:and|or|to)\s\d{{1,2}}\s?(?:st|nd|rd|th|{_MONTHS})|"
    r"\s?-?(?:y\b|yo\b|y/o|yrs?|years?|months?|weeks?|days?|st\b|nd\b|rd\b|th\b|am\b|pm\b|a\.m|p\.m|"
    rf"hrs?\b|hours|o['’]clock)|\s(?:{_MONTHS}))"
)
_MOVED = re.compile(
    # went up to 235, elevated at 0.888 and 979, improved to 0. 352, down from 782 to 618
    rf"(?<![\w-]){_MOVES.pattern}\s(?:(?:values?|levels?|count)\s)?(?:to|from|at|of|was|is)\s"
    rf"(?:(?:about|approximately|a|approx\.?)\s)?(?P<value>{_VALUE})"
    rf"(?:\s(?:to|and|from)\s(?P<second>{_VALUE}){_ENDS}|{_ENDS})"
)
_AGED = re.compile(
    r"\b(?:age[ds]?|old(?:er)?|younger|room|floor|bed|ward|ext|year|since)\b[^.\n]{0,20}\Z"
)
_DATED = re.compile(r"(?:19|20)\d\d|(?:0?[1-9]|[12]\d|3[01])\.(?:0[1-9]|1[0-2])|0[1-9]\.\d\d")
"""A year, a day and a month, or a month and a year."""
_YEAR = re.compile(r"(?:19|20)\d\d")
_PEOPLE = re.compile(
    r"\b(?:cases?|patients?|subjects?|participants?|residents?|employees?|reports?|duplicates?|women|men|"
    r"children|cards|contacts?|files?|claims?|students?)\s\Z"
)
"""Whose ages or numbers a list in brackets gives."""
_GONE = re.compile(r"\b(?:moved?|moving|drove|relocated|travell?ed)\s\Z")
_DAYS_ON = re.compile(r",\s\d{1,2}(?:,|\sand)|,\s[fm]\b|\s(?:fe)?male\b")
"""What goes on behind days and ages: 'peaked at 12, 13 and 14 May', '64 male'."""
_LIST = re.compile(r"\((?P<values>(?:\d{1,4}(?:\.\d{1,2})?,\s?){2,12}\d{1,4}(?:\.\d{1,2})?)\)")
_ONE = re.compile(r"\d{1,4}(?:\.\d{1,2})?")
_RANGES = Cues("reference|ref|normal|target|therapeutic")
_RANGE = re.compile(
    rf"(?<![\w-]){_RANGES.pattern}\s(?:levels?|ranges?|values?|intervals?|limits?)\s?(?:is|was|of|:|=)?\s?"
    r"\(?(?P<range>\d{1,4}(?:\.\d{1,2})?\s?[-–]\s?\d{1,4}(?:\.\d{1,2})?)(?![\w/-])"
)
_PRESSURES = re.compile(
    # 134-179/87-102
    r"(?<![\w/.-])(?:[6-9]\d|[12]\d\d)\s?[-–]\s?(?:[6-9]\d|[12]\d\d)/[3-9]\d{1,2}\s?[-–]\s?"
    r"(?:[3-9]\d|1\d\d)(?![\w/]|[.-]\d)"
)
_STREET = re.compile(r"\s[A-ZÀ-Þ][a-zà-þ]")
_LATEST_DAY = 31
_REACH = 30


def find_moving_values(reading: Reading) -> Iterator[tuple[int, int]]:
    """Give the [start, end) characters of every such value, list and range.

    What may be a year, an age, a room, an hour or a house stays out, and so do lists of days.
    """
    low = reading.low
    if reading.figures and _MOVES.among(reading):
        for moved in _MOVED.finditer(low):
            around = max(0, moved.start() - _REACH), moved.start()
            if _AGED.search(low, *around) or _STREET.match(reading.text, moved.end()):
                continue
            if _GONE.search(low, *around) or _DAYS_ON.match(low, moved.end()):
                continue
            for name in ("value", "second"):
                if moved[name] and not _DATED.fullmatch(moved[name]):
                    yield moved.span(name)
    if "(" in low:
        for listed in _LIST.finditer(low):
            values = list(_ONE.finditer(low, *listed.span("values")))
            great = sum(float(value[0]) > _LATEST_DAY for value in values)
            years = any(_YEAR.fullmatch(value[0]) for value in values)
            people = _PEOPLE.search(low, max(0, listed.start() - _REACH), listed.start())
            if great > 1 and not (years or people or has_identifier_cue(low, listed.start())):
                yield from (value.span() for value in values)
    if reading.figures and _RANGES.among(reading):
        for ranged in _RANGE.finditer(low):
            yield ranged.span("range")
    if "/" in low:
        for place in reading.figures:
            if pressure := _PRESSURES.match(low, place):
                yield pressure.span()
