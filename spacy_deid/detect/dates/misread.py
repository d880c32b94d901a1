"""Dates in which letters stand for digits: 'O1/l2/2O21', 'l4-Sep-2O17', as scanners read them."""

from __future__ import annotations

import re

from spacy_deid.annotations import DateField, DateReading
from spacy_deid.detect.dates import guards
from spacy_deid.detect.dates.fields import month_field, read_month
from spacy_deid.detect.dates.readings import (
    DateMatch,
    is_real,
    is_year,
    make_field,
    numeric_readings,
)

_HINT = re.compile(r"\d(?:(?=[olis|])|(?<=[oli|]\d))")
_START = re.compile(r"(?<![\w/.\-])[\dolisb|]{1,4}[/.\-]")
_SIGN = r"[\dolisb|]"
_DATE = re.compile(
    rf"(?<![\w/.\-])(?P<a>{_SIGN}{{1,2}})(?P<s>[/.\-])"
    rf"(?:(?P<b>{_SIGN}{{1,2}})|(?P<m>[^\W_]{{3,9}}))(?P=s)(?P<c>{_SIGN}{{4}}|"
    rf"{_SIGN}{{2}})(?![\w/]|[.\-]\w)"
)
_YEAR_FIRST = re.compile(
    rf"(?<![\w/.\-])(?P<a>{_SIGN}{{4}})(?P<s>[/.\-])(?P<b>{_SIGN}{{1,2}})(?P=s)(?P<c>{_SIGN}{{1,2}})"
    r"(?![\w/]|[.\-]\w)"
)
_PAIR = re.compile(
    rf"(?<![\w/.\-])(?P<a>{_SIGN}{{1,2}})/(?P<c>{_SIGN}{{4}}|{_SIGN}{{2}})(?![\w/]|[.\-]\w)"
)
_DIGITS = str.maketrans({"o": "0", "l": "1", "i": "1", "s": "5", "|": "1", "b": "8"})
_PAIR_CUE = re.compile(
    r"\b(?:exp|expiry|expires|vence|venc|cad|caducidad|val|validade|date|since|on|dob|from|"
    r"verf|verfall|scad|until)\.?\s?[:=]?\s{0,2}\Z"
)


def misread_dates(low: str) -> list[DateMatch]:
    """Find the dates of a text in which at least one digit is a letter.

    low: the text in lower case.
    RETURNS: in order of their start, disjoint; nothing where fewer than half of the signs of the
        numbers are digits.
    """
    if _HINT.search(low) is None:
        return []
    found = []
    last = 0
    for begin in _START.finditer(low):
        match = _match(low, begin.start()) if begin.start() >= last else None
        if match is not None:
            found.append(match)
            last = match.end
    return found


def _match(low: str, start: int) -> DateMatch | None:
    match = _DATE.match(low, start) or _YEAR_FIRST.match(low, start)
    if match is not None:
        named = match.groupdict().get("m")
        if named:
            return _named(match, named)
        return _numbers(low, match)
    pair = _PAIR.match(low, start)
    return _pair(low, pair) if pair is not None else None


def _is_misread(*numbers: str) -> bool:
    """Tell whether letters stand among digits, and digits for at least half of the signs."""
    signs = "".join(numbers)
    digits = sum(map(str.isdigit, signs))
    return digits < len(signs) <= 2 * digits


def _number(match: re.Match[str], key: str) -> tuple[str, int]:
    return match[key].translate(_DIGITS), match.start(key)


def _numbers(low: str, match: re.Match[str]) -> DateMatch | None:
    if not _is_misread(match["a"], match["b"], match["c"]):
        return None
    orders = ("YMD",) if len(match["a"]) == 4 else ("MDY", "DMY")
    if match["s"] == "." and len(match["c"]) < 3 and len(match["a"]) < 3:
        return None
    readings = numeric_readings([_number(match, key) for key in "abc"], orders)
    if not readings or guards.has_identifier_cue(low, match.start()):
        return None
    return DateMatch(match.start(), match.end(), "misread", 0.8, readings)


def _named(match: re.Match[str], word: str) -> DateMatch | None:
    month = read_month(word)
    if month is None or not _is_misread(match["a"], match["c"]):
        return None
    day, year = match["a"].translate(_DIGITS), match["c"].translate(_DIGITS)
    if not is_year(year):
        return None
    fields: list[DateField] = [
        make_field("day", match.span("a"), int(day), "02"),
        month_field(word, match.start("m"), month[0]),
        make_field("year", match.span("c"), int(year), "2004" if len(year) == 4 else "04"),
    ]
    if not is_real(fields):
        return None
    return DateMatch(
        match.start(), match.end(), "misread", 0.85, [DateReading(order="", fields=fields)]
    )


def _pair(low: str, match: re.Match[str]) -> DateMatch | None:
    """Judge 'O3/O9' and 'll/20l8': a short pair needs two letters 'o' for noughts or a cue."""
    first, last = match["a"], match["c"]
    if not _is_misread(first, last):
        return None
    if len(last) == 4:
        orders: tuple[str, ...] = ("MY",)
        numbers = last.translate(_DIGITS)
        if not "1990" <= numbers <= "2040":
            return None
    else:
        padded = first[0] == "o" and last[0] == "o" and len(first) == 2
        cue = _PAIR_CUE.search(low, max(0, match.start() - 14), match.start())
        if not (padded or (cue and len(first) == 2)):
            return None
        orders = ("MD", "DM")
    readings = numeric_readings([_number(match, "a"), _number(match, "c")], orders)
    if not readings or guards.UNIT_AFTER.match(low, match.end()):
        return None
    return DateMatch(match.start(), match.end(), "misread", 0.7, readings)
