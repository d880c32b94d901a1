"""Arithmetic of half-open character intervals ``[start, end)``; no spaCy needed."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import NamedTuple

Interval = tuple[int, int]

INVISIBLE = (
    "\u00ad\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e"
    "\u2060\u2061\u2062\u2063\u2064\u2066\u2067\u2068\u2069\ufeff"
)
"""Format marks that no reader sees: soft hyphens, blanks without width, directions."""

MARKS = "".join(
    chr(code)
    for code in range(0x300, 0xFE30)
    if unicodedata.category(chr(code)) in ("Mn", "Mc", "Me")
)
"""Signs that belong to the letter before them: accents, vowels of Indian scripts."""

_ALPHANUMERIC_RUN = re.compile(r"[^\W_]+")


class PhiSpan(NamedTuple):
    """A labelled half-open interval of characters of one text."""

    start: int
    end: int
    label: str


def overlaps(a: Interval, b: Interval) -> bool:
    """Tell whether two intervals share at least one character."""
    return a[0] < b[1] and b[0] < a[1]


def covers(outer: Interval, inner: Interval) -> bool:
    """Tell whether every character of ``inner`` lies in ``outer``."""
    return outer[0] <= inner[0] and inner[1] <= outer[1]


def merge(intervals: Iterable[Interval]) -> list[Interval]:
    """Join intervals that overlap or touch.

    intervals: any order; empty ones (start >= end) are left out.
    RETURNS: disjoint intervals in order of their start; [] for none.
    """
    merged: list[Interval] = []
    for start, end in sorted((i[0], i[1]) for i in intervals if i[0] < i[1]):
        if merged and start <= merged[-1][1]:
            if end > merged[-1][1]:
                merged[-1] = (merged[-1][0], end)
        else:
            merged.append((start, end))
    return merged


def subtract(interval: Interval, taken: Sequence[Interval]) -> list[Interval]:
    """Give the parts of ``interval`` that lie in none of ``taken``.

    taken: disjoint intervals in order, as ``merge`` gives them.
    RETURNS: disjoint intervals in order; [] where everything is taken.
    """
    rest: list[Interval] = []
    start, end = interval
    first = max(bisect_right(taken, (start, start)) - 1, 0)
    for index in range(first, len(taken)):
        low, high = taken[index]
        if low >= end:
            break
        if high <= start:
            continue
        if low > start:
            rest.append((start, low))
        start = max(start, high)
    if start < end:
        rest.append((start, end))
    return rest


def trim(text: str, interval: Interval, extra: str = "") -> Interval:
    """Move both borders inwards over white space, invisible marks and the characters in ``extra``.

    RETURNS: the trimmed interval; an empty one (start == end) where nothing is left.
    """
    start, end = interval
    extra += INVISIBLE
    while start < end and (text[start].isspace() or text[start] in extra):
        start += 1
    while end > start and (text[end - 1].isspace() or text[end - 1] in extra):
        end -= 1
    return start, end


def has_alphanumeric(text: str, interval: Interval) -> bool:
    """Tell whether the interval holds at least one letter or digit."""
    return _ALPHANUMERIC_RUN.search(text, interval[0], interval[1]) is not None


def alphanumeric_runs(text: str) -> list[Interval]:
    """Give the runs of letters and digits (any script) of a text, in order."""
    return [match.span() for match in _ALPHANUMERIC_RUN.finditer(text)]
