"""Features of a figure from all of its document: how that writes its dates and times."""

from __future__ import annotations

import re
from collections import Counter

from spacy_deid.annotations import whole_text
from spacy_deid.detect.calendar.months import MONTHS, SHORT_MONTHS
from spacy_deid.detect.features.context import View, span_places

_WHOLE = re.compile(r"(\d(?<![\d./:-].)\d{0,3})([./-])(\d{1,2})\2(\d{2,4})(?![\d/]|[.-]\d)")
_PAIR = re.compile(r"(\d(?<![\d./:-].)\d?)(?:([.-])|( ?)(/) ?)(\d{1,2})(?![\d/:]|[.-]\d)")
_CLOCK = re.compile(r"\d(?<![\d:].)\d?:\d{2}(?![\d:])")
_FOUR = re.compile(r"\d(?<![\d.,/:-].)\d{3}(?![\d/:]|[.,-]\d)")
_MONTH_WORDS = frozenset((*MONTHS, *SHORT_MONTHS)) - {"may", "march", "mar"}
_YEARS = range(1900, 2036)
_DAYS, _MONTHS = range(1, 32), range(1, 13)
_MANY = 3
# each pattern begins with the figure itself: so the search is quick


def figures(view: View, rows: list[list[str]]) -> None:
    """Add to numbers what the rest of the document says of their form.

    To '3/4', '3.4' and '3-4': how often the document writes whole dates with that mark and with
    another, the order of day and month there, months in words and clock times with a colon, pairs
    of that mark in all and over the same second number, and which number is the greater. To four
    digits: how many others are years and how many can only be clock times.
    """
    text = whole_text(view.doc)
    whole: Counter[str] = Counter()
    orders = set()
    for match in _WHOLE.finditer(text):
        whole[match[2]] += 1
        orders.add(_order(int(match[1]), int(match[3])))
    pairs = list(_PAIR.finditer(text))
    fours = list(_FOUR.finditer(text))
    if not pairs and not fours:
        return
    months = sum(word in _MONTH_WORDS for word in view.lower)
    clocks = sum(1 for _ in _CLOCK.finditer(text))
    marks = Counter(_mark(pair) for pair in pairs)
    unders = Counter((_mark(pair), pair[5]) for pair in pairs)
    plain = orders - {"", "both"}
    custom = plain.pop() if len(plain) == 1 else "both" if orders - {""} == {"both"} else ""
    around = [f"months={min(months, _MANY)}", f"clocks={min(clocks, _MANY)}", f"custom={custom}"]
    for pair in pairs:
        one, other = int(pair[1]), int(pair[5])
        mark = _mark(pair)
        order = _order(one, other)
        own = min(whole[mark], _MANY)
        others = min(whole.total() - whole[mark], _MANY)
        found = [
            f"whole{mark}={own}",
            f"whole{mark}={own},{others}",
            f"pairs{mark}={min(marks[mark], 5)}",
            f"under{mark}={min(unders[mark, pair[5]], _MANY)}",
            f"order{mark}={order}{custom}",
            f"size{mark}={(one > other) - (one < other)}{len(pair[1])}{len(pair[5])}",
            *(f"{feature}{mark}" for feature in around),
        ]
        if pair[3]:
            found.append("apart" + mark)
        for place in span_places(view.starts, *pair.span()):
            rows[place] += found
    if not fours:
        return
    years = sum(int(match[0]) in _YEARS for match in fours)
    times = sum(_is_time(match[0]) and int(match[0]) not in _YEARS for match in fours)
    for match in fours:
        is_year = int(match[0]) in _YEARS
        if not is_year and not _is_time(match[0]):
            continue
        found = [
            f"four={is_year},{min(years - is_year, _MANY)}",
            f"four={is_year},{min(times, _MANY)}t",
            f"four={is_year},{min(clocks, _MANY)}c",
            f"four={is_year},{min(whole.total() + months, _MANY)}d",
        ]
        for place in span_places(view.starts, *match.span()):
            rows[place] += found


def _mark(pair: re.Match[str]) -> str:
    return pair[2] or pair[4]


def _order(one: int, other: int) -> str:
    """Give 'dm', 'md', 'both' or '' for what two numbers can be."""
    first = one in _DAYS and other in _MONTHS
    second = one in _MONTHS and other in _DAYS
    return "both" if first and second else "dm" if first else "md" if second else ""


def _is_time(four: str) -> bool:
    return four[:2] < "24" and four[2:] < "60"
