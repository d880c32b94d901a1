"""Tests that are followed over days: 'INR 1/3 1.8 1/4 2.2', 'eGFR Jan 62 Feb 58'."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from spacy_deid.detect.dates.measured import MEASURE

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = rf"(?P<m>(?:{'|'.join(_MONTHS)})[a-z]{{0,6}}\.?)"
_YEAR = r"(?:\d\d){1,2}"
_STYLES = {
    "/": rf"(?P<a>\d{{1,2}})/(?P<b>\d{{1,2}})(?:/{_YEAR})?",
    ".": rf"(?P<a>\d{{1,2}})\.(?P<b>\d{{1,2}})\.(?:{_YEAR})?",
    "DM": rf"(?P<a>\d{{1,2}})[ -]?{_MONTH}",
    "MD": rf"{_MONTH}[ -]?(?P<a>\d{{1,2}})",
    "M": _MONTH,
}
"""How all the dates of a row are written."""
_UNIT = r"(?:%|(?:[mnpu]g|[muµ]?mol|g|m?i?u|k)(?:/[a-z]{1,2})?(?![a-z]))"
_VALUE = (
    r"[<>]?(?P<value>\d{2,3}/\d{2,3}|\d{1,5}(?:[.,]\d{1,2})?)"
    rf"(?:\s?{_UNIT})?(?![\w/]|[.,:-]?\d)"
)
_TIE = r"(?:\s?[:=]\s?|\s[–-]\s|\s(?:(?:was|at|of)\s)?)"
_NEXT = re.compile(
    r"(?:\s?(?:[,;|\n]|-?->|→)\s?|\s(?:then|and|to)\s|[ \t]{1,4})(?:(?:and|then)\s)?"
)
_ITEMS = {
    style: re.compile(rf"(?<![\w/.-])(?P<date>{date}){_TIE}{_VALUE}")
    for style, date in _STYLES.items()
}
_LEAD = re.compile(
    rf"(?<![\w-]){MEASURE}(?:\+|\b)(?:\s\([^()\n]{{1,16}}\))?(?:\s(?:levels?|trend|values?|results?|counts?|"
    r"was|were|on))*\s?[:=|–-]?\s{0,2}(?=[\djfmasond])"
)
_NO_DAY = re.compile(rf"(?P<number>3[2-9]|[4-9]\d)\s(?:{'|'.join(_MONTHS)})[a-z]{{0,6}}\.?\s?\d")
_TEST_BEFORE = re.compile(rf"(?<![\w-]){MEASURE}\s\Z")
_TIED = re.compile(rf"(?:(?:{'|'.join(_MONTHS)})[a-z]{{0,6}}\.?|\d|[.:=<>–-]|\b(?:was|at|of))\s?\Z")
"""What stands right before a value: its date, and what ties the two."""
_TIE_REACH = 14
_SCORED = re.compile(r"\b(?:score|count)\b")
_SIGHT_AND_SCORES = frozenset((5, 6, 10))
_YEAR_ALONE = re.compile(r"(?:1[89]|20|21)\d\d")
_MOST = 40
"""Dates that one row has; what follows belongs to the next."""
_REACH = 120
_LATEST_DAY = 31
_YEARS_APART = 3

Item = tuple[tuple[int, int], tuple[int, int]]
"""The characters of a date and those of the value behind it."""


def _rows(low: str, start: int) -> Iterator[tuple[str, list[re.Match[str]]]]:
    """Give the rows of dates and values that begin at a place, by the style of their dates."""
    for style, item in _ITEMS.items():
        found: list[re.Match[str]] = []
        match = item.match(low, start)
        while match is not None and len(found) < _MOST:
            found.append(match)
            sign = _NEXT.match(low, match.end())
            match = item.match(low, sign.end()) if sign is not None else None
        if len(found) > 1:
            yield style, found


def _orders(row: Sequence[re.Match[str]]) -> tuple[str, ...]:
    """Give the orders of day and month in which numeric dates rise."""
    pairs = [(int(item["a"]), int(item["b"])) for item in row]
    seconds = {second for _, second in pairs}
    if len(seconds) == 1 and seconds <= _SIGHT_AND_SCORES:
        return ()
    orders = (("MD", pairs), ("DM", [(second, first) for first, second in pairs]))
    return tuple(
        order
        for order, days in orders
        if all(0 < month <= len(_MONTHS) and 0 < day <= _LATEST_DAY for month, day in days)
        and all(one < other for one, other in pairwise(days))
    )


def _are_values(style: str, row: Sequence[re.Match[str]]) -> bool:
    """Tell whether what follows dates with a month's name are values, and no days or years.

    The months go on, over the end of one year at the most.
    """
    days = [(_MONTHS.index(item["m"][:3]), int(item["a"]) if style != "M" else 0) for item in row]
    if any(day > _LATEST_DAY for _, day in days) or sum(a >= b for a, b in pairwise(days)) > 1:
        return False
    values = [item["value"] for item in row]
    if len({*values}) == 1 or any(map(_YEAR_ALONE.fullmatch, values)):
        return False
    if not all(value.isdecimal() and len(value) < 3 for value in values):
        return True
    numbers = [int(value) for value in values]
    if style == "M":
        return max(numbers) > _LATEST_DAY
    return numbers != sorted(numbers) or numbers[-1] - numbers[0] > _YEARS_APART


def _found(low: str, start: int) -> tuple[tuple[str, ...], list[Item]]:
    """Give the row that begins at a place: the orders of its numeric dates, dates and values."""
    for style, row in _rows(low, start):
        orders = _orders(row) if style in "/." else ()
        if orders or (style not in "/." and _are_values(style, row)):
            return orders, [(item.span("date"), item.span("value")) for item in row]
    return (), []


def _around(low: str, start: int) -> Iterator[tuple[tuple[str, ...], list[Item]]]:
    """Give the rows behind tests that may hold a place."""
    for lead in _LEAD.finditer(low, max(0, start - _REACH), start + 1):
        if not _SCORED.search(lead[0]):
            yield _found(low, lead.end())


def followed_orders(low: str, start: int) -> tuple[str, ...]:
    """Give the orders of day and month of the numeric date that begins at a place of such a row.

    low: the text in lower case.
    RETURNS: 'MD', 'DM' or both; () where it is none.
    """
    for orders, row in _around(low, start):
        if any(date[0] == start for date, _ in row):
            return orders
    return ()


def is_followed_value(low: str, start: int) -> bool:
    """Tell whether the number that begins at a place is a value of such a row."""
    if _TIED.search(low, max(0, start - _TIE_REACH), start) is None:
        return False
    return any(value[0] == start for _, row in _around(low, start) for _, value in row)


def is_no_day(low: str, start: int) -> bool:
    """Tell whether the number before a month is a value: of such a row, or too great for a day."""
    if start and _NO_DAY.match(low, start) and _TEST_BEFORE.search(low, max(0, start - 16), start):
        return True
    return is_followed_value(low, start)


def followed_values(low: str) -> Iterator[tuple[int, int]]:
    """Give the [start, end) characters of every value of every such row.

    Those before the date of the next test count too: 'Jan 3 ALT 40 Jan 10 ALT 98'.
    """
    done = 0
    for lead in _LEAD.finditer(low):
        if lead.start() >= done and not _SCORED.search(lead[0]):
            row = _found(low, lead.end())[1]
            yield from (value for _, value in row)
            done = row[-1][1][1] if row else done
            number = _NO_DAY.match(low, lead.end())
            if number is not None:
                yield number.span("number")
