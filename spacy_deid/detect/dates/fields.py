"""The fields of a date with a month's name: how its month, day and year are read and judged."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from spacy_deid.annotations import DateField, DateReading
from spacy_deid.detect.calendar.months import month_words
from spacy_deid.detect.dates import guards
from spacy_deid.detect.dates.followed import is_followed_value
from spacy_deid.detect.dates.measured import is_value
from spacy_deid.detect.dates.readings import (
    DateMatch,
    is_real,
    make_field,
    number_field,
    one_reading,
)
from spacy_deid.detect.words.numbers import YEAR_WORDS, read_year

SUFFIX = r"(?:\s?(?:st|nd|rd|th)\b)?"
DASH = r"[-\u2010-\u2015]"
JOINT = (
    r"(?:(?:and|to|or|through|until|&|till|til|au|et|ou|à|all?|ao|bis|und|oder|tot(?:\sen\smet)?|"
    r"t/m|en|y|och|og|[aeoi]|do|až)"
    r"(?:\s(?:the|le|il|el|de[mn]?|os?\sdias?|dia|día))?)"
)
"""What stands between the first and the last day of a range, in a dozen languages."""
MON = r"(?P<m>0ct(?:ober)?|n0v(?:ember)?|ju[1|]y?|apri[1|]|[^\W\d_]{3,14})"
GAP = r"(?:\s?[-\u2010-\u2015./,_\\]{0,2}\s{0,2})"
YEAR = (
    r"(?:['’`]?(?P<y>(?:(?:1[89]|2[01])\d|25[4-7])\d)(?:(?!\d)|(?=\d{1,2}:\d\d))|(?P<y2>['’`]?\d\d)(?!\d)"
    rf"|(?P<yw>{YEAR_WORDS}))"
)
TO_YEAR = rf"(?P<g>{GAP}(?:of\s|de[l]?\s|in\s(?=\d{{4}}))?)"
_MISREAD = {"0": "o", "1": "l", "|": "l"}
_HOURS = re.compile(r"\s?hrs?\b")
_NEXT_MONTH = re.compile(
    r"\.?\s(?:of\s)?(?:(?!may|march)([^\W\d_]{3,9})|(may|march)(?=\s?(?:[,.;:)–]|and\b|\d|\Z)))"
)
"""Behind the number of a second date's day: '8 May, 22 May'; 'may' and 'march' are verbs, too."""
_SECOND_DATE = frozenset(",\u2013\u2014")
"""Marks between two dates, of which the second begins with its day."""
_AND_DATE = re.compile(
    r",?\s(?:and|or|&)\s([^\W\d_]{3,9})\.?\s\d{1,2}(?:st|nd|rd|th)?(?![\d:])(?!,\s?['’]?\d\d(?!\d))"
)
"""Behind the last day of one month in a list: 'March 28, 30 and April 2'."""
_DAYS = re.compile(
    rf"(?:,\s(?:the\s)?\d{{1,2}}{SUFFIX}(?![\d.,:/%-]\d)){{1,9}}"
    rf"(?:,?\s(?:and|or|&)\s(?:the\s)?\d{{1,2}}{SUFFIX}(?![\d:/%-]|[.,]\d))?"
)
_DAY = re.compile(r"\d{1,2}(?:\s?(?:st|nd|rd|th)\b)?")
_LAST_OF_LIST = re.compile(r"\s(?:and|or|&)\s")
_LIST_CLOSES = re.compile(r"\s?(?:[;()\n]|\.(?!\d)|\Z)")
_AGED = re.compile(
    r"\s?-?\s?(?:y\.?\s?/?\s?o\b|yrs?\b|years?\b|mos?\b|months?\b|[fm]\b|(?:fe)?male\b)"
)
_DASHED_NUMBER = re.compile(r"\s?-\s?\d")


def read_month(word: str) -> tuple[int, str] | None:
    """Give the month of a lower-case word and how it is written; None for another word."""
    known = month_words().get(word)
    if known is None and not word.isalpha():
        known = month_words().get("".join(_MISREAD.get(c, c) for c in word))
        return (known[0], "typo") if known else None
    return known


def month_field(word: str, start: int, number: int) -> DateField:
    """Make the field of a month's name."""
    style = "Jan" if len(word) <= 4 and word not in {"may", "june", "july"} else "January"
    return make_field("month", (start, start + len(word)), number, style)


def year_field(match: re.Match[str]) -> DateField | None:
    """Make the field of the year that a match holds as digits or words; None without one."""
    if match["y"]:
        return number_field("year", match["y"], match.span("y"), False)
    if match["y2"]:
        return number_field("year", match["y2"], match.span("y2"), False)
    if match["yw"]:
        value = read_year(match["yw"])
        return make_field("year", match.span("yw"), value, "words") if value else None
    return None


def year_stands(low: str, match: re.Match[str], loose: bool) -> bool:
    """Tell whether the year of a match is one, and no time, dose or count after the date.

    loose: whether a space alone may stand before a two-digit year.
    """
    if match["y"]:
        end = match.end("y")
        if guards.UNIT_AFTER.match(low, end) or _HOURS.match(low, end):
            return False
        return low[end : end + 1] != "%"
    if match["yw"]:
        return read_year(match["yw"]) is not None
    if not match["y2"]:
        return False
    end = match.end("y2")
    if not match["g"]:
        return low[end : end + 1] not in (":", "%") and not guards.UNIT_AFTER.match(low, end)
    if guards.rejects_counting(low, end) or low[end : end + 1] in (":", "%", "/"):
        return False
    if low[end : end + 1] in (".", ",") and low[end + 1 : end + 2].isdigit():
        return False
    if low[end : end + 2].isalpha():
        return False
    if match["y2"].isdigit() and match["g"][-1] == " " and is_value(low, *match.span("y2")):
        return False
    if match["y2"].isdigit() and is_followed_value(low, match.start("y2")):
        return False
    if _DASHED_NUMBER.match(low, end) and " " in match["g"]:
        return False
    apart = "  " in match["g"] or not _SECOND_DATE.isdisjoint(match["g"])
    if apart and match["y2"].isdigit() and int(match["y2"]) <= 31:
        if _begins_date(low, end, any_month="  " in match["g"]):
            return False
    if apart and _ends_list(low, end) and rising([int(match["d"]), int(match["y2"])]):
        return False
    gap = match["g"].strip(" \n")
    return bool(gap.strip("of ") or loose or match["y2"][0] in "'’`")


def _begins_date(low: str, end: int, *, any_month: bool) -> bool:
    """Tell whether a month's name makes the number that ends here the day of a second date.

    any_month: also a risky or foreign one.
    """
    found = _NEXT_MONTH.match(low, end)
    known = read_month(found[1] or found[2]) if found is not None else None
    return known is not None and (any_month or known[1] in ("full", "short"))


def _ends_list(low: str, end: int) -> bool:
    """Tell whether 'and' and the date of another month follow, which has no short year either."""
    found = _AND_DATE.match(low, end)
    known = read_month(found[1]) if found is not None else None
    return known is not None and known[1] in ("full", "short")


def listed_days(low: str, end: int, first: int) -> list[tuple[int, int]]:
    """Give the further days of 'March 7, 10, 14 and 21', that rise.

    Three at least, two with 'and' or where the clause ends, one before another month: 'March 28, 30
    and April 2'.

    end, first: where the first day ends, and its number.
    RETURNS: [start, end) of each with its 'th'; [] where something else is counted.
    """
    found = _DAYS.match(low, end)
    if found is None or guards.rejects_counting(low, found.end()):
        return []
    if _AGED.match(low, found.end()):
        return []
    days = [day.span() for day in _DAY.finditer(low, *found.span())]
    end = found.end()
    closed = _LAST_OF_LIST.search(found[0]) or _LIST_CLOSES.match(low, end)
    least = 1 if _ends_list(low, end) else 2 if closed else 3
    numbers = [first, *(int(_digits(low, day)) for day in days)]
    return days if len(days) >= least and rising(numbers) else []


def _digits(low: str, span: tuple[int, int]) -> str:
    """Give a day's digits without 'th'."""
    return low[slice(*span)].rstrip(" stndrh")


def rising(numbers: Sequence[int]) -> bool:
    """Tell whether numbers can be the days of a list: each greater than the last, to 31."""
    return all(0 < a < b <= 31 for a, b in pairwise(numbers))


def further_day(low: str, span: tuple[int, int], score: float = 0.8) -> DateMatch:
    """Make a match of a day in a list, with or without 'th', that takes its month from another."""
    digits = _digits(low, span)
    end = span[0] + len(digits)
    field = make_field("day", (span[0], end), int(digits), "2" if end == span[1] else "2nd")
    return DateMatch(*span, "continued", score, one_reading(field))


def finish(
    start: int, end: int, pattern: str, score: float, readings: list[list[DateField]]
) -> DateMatch | None:
    """Make a match of the readings that are real dates."""
    real = [fields for fields in readings if is_real(fields)]
    if not real:
        return None
    made = []
    for fields in real:
        numeric = [f for f in fields if f["name"] in ("day", "year") and f["style"] != "words"]
        order = ""
        if len(real) > 1 and numeric:
            order = "".join(
                f["name"][0].upper() for f in fields if f["name"] in ("day", "month", "year")
            )
        made.append(DateReading(order=order, fields=fields))
    return DateMatch(start, end, pattern, score, made)


def day_field(low: str, span: tuple[int, int], ordinal: bool, point: int = 0) -> DateField:
    """Make the field of a day's digits, with or without 'th'."""
    digits = low[span[0] : span[1]]
    style = "2nd" if ordinal else ("02" if len(digits) == 2 else "2")
    return make_field("day", span, int(digits), style, point)
