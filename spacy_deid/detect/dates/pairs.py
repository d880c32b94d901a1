"""Dates of two numbers: month and day, day and month, month and year."""

from __future__ import annotations

import re
from collections.abc import Sequence

from spacy_deid.annotations import DateReading
from spacy_deid.detect.dates import guards
from spacy_deid.detect.dates.fields import JOINT, read_month
from spacy_deid.detect.dates.followed import followed_orders
from spacy_deid.detect.dates.readings import DateMatch, is_real, make_field, numeric_readings
from spacy_deid.detect.dates.rows import row_order

_PAIR = re.compile(r"(?P<a>\d{1,2})(?P<s>\s?[/\\]\s?|[-\u2010-\u2013.])(?P<b>\d{1,2})(?!\d)")
_MONTH_YEAR = re.compile(
    r"(?P<a>\d{1,2})(?P<s>\s?[/.\-\u2010-\u2013\\]\s?)(?P<b>(?:19|20)\d\d)(?!\d)"
)
_YEAR_MONTH = re.compile(r"(?P<a>(?:19|20)\d\d)(?P<s>[/.\-])(?P<b>0[1-9]|1[0-2])(?!\d)")
_PAIR_AHEAD = re.compile(
    r"\s?[-\u2010-\u2015]\s?(?:\d{1,2}/\d{1,2}(?:/\d{2,4})?|\d{1,2})(?![/.\-:]?\d)"
)
_MONTH_YEAR_AHEAD = re.compile(r"\s?[-\u2013]\s?\d{1,2}/\d{4}")
_MORE = re.compile(
    r"[/.\\:]\d|\s?/\s?\d|[\-\u2010-\u2013]\d(?!\d?(?::\d\d|\s?[ap]\.?m\b|st|nd|rd|th))|[_^]|,\d{3}"
)
_DOTTED_CUE = re.compile(
    r"\b(?:on|since|until|till|dated?|dob|am|vom|bis|seit|den|der|kl)\s?:?\s?\Z"
)
_FOREIGN_CUE = re.compile(
    r"\b(?:ab|nach|vor|zum|dne|dnia|od|do|le|du|au|il|dal?|al|el|del|em|fra|siden|op|van|tot|på|d\.)"
    r"\s\Z"
)
"""Words before a day and a month that a stop ends: 'ab 05.04. Fieber'."""
_CLOCK_BEFORE = re.compile(
    r"(?:\b(?:at|um|gegen|uhr|klo?|time|om|ore|alle|a\slas|til)\b|@)[.:]?\s?\Z"
)
_FORM_CUE = re.compile(
    r"\b(?:appt|appointment|visit|control|check-?up|date|born|exp|dos|surgery|scheduled|"
    r"due)\.?\s?[:,]?\s\Z"
)
_DOTTED_RANGE = re.compile(
    r"\b(?:[0-3]?\d\.(?:[01]?\d\.)?)\s?(?:-|–|to|till|until|bis|and|und|og|och|til|i)\s?\Z"
)
_RANGE_AHEAD = re.compile(r"\.\s?[-–]\s?[0-3]?\d\.(?:1[0-2]|0?[1-9])\.(?!\d)")
_CLOCK_AFTER = re.compile(
    r"\.,?\s{1,3}(?:at\s|um\s|kl\.?\s|@\s?)?(?:[01]?\d|2[0-3])[:.][0-5]\d(?![\d.,%])"
)
_NUMBERED = re.compile(r"(?:section|chapter|annex|table|figure|fig|version|ver|v|no|nr|§)\.?\s?\Z")
_DECIMAL = re.compile(
    r"\b(?:inr|ph|hba1c|crp|ca|mg|lactate|creat\w*|score|level|k|na|hb|ratio)\s\(?\Z"
)
_LEADING_DOTTED = re.compile(
    rf"\.(?:,\s\d{{1,2}}\.){{0,9}}(?:\s?{JOINT}\s|\s?[-\u2010-\u2013]\s?)(?P<e>\d{{1,2}})\.\s?"
    r"(?:(?:1[0-2]|0?[1-9])\.|(?P<m>[^\W\d_]{3,14}))"
)
_LETTERS = re.compile(r"[^\W\d_]+")
_RANGED_DAY = re.compile(r"\s?[-\u2010-\u2013]\s?(?P<d>\d{1,2})(?![\d/:.]\d|\d)")
_YEAR_BEHIND = re.compile(r"\s[-\u2010-\u2013]\d\d")


def two_numbers(low: str, start: int, hyphens: bool) -> DateMatch | None:
    """Match two numbers: month and day, day and month, or month and year.

    low: the text in lower case.
    start: where the first digit stands.
    hyphens: whether the text writes dates with this mark, so that '9-29' or '9.3.' can be one.
    """
    if start and low[start - 1].isalpha():
        run = re.search(r"[^\W\d_]*\Z", low[max(0, start - 20) : start])
        if run is None or len(run[0]) < 2 or (len(run[0]) < 3 and run[0] not in ("on", "by", "to")):
            return None
    match = _MONTH_YEAR.match(low, start) or _YEAR_MONTH.match(low, start)
    if match is not None:
        return _month_and_year(low, match)
    match = _PAIR.match(low, start)
    if match is None:
        return None
    end = match.end()
    if _MORE.match(low, end) and not _range_follows(low, end):
        return None
    if end < len(low) and low[end].isalpha():
        letters = _LETTERS.match(low, end)
        if (
            letters is None
            or len(letters[0]) < 3
            or low[letters.end() : letters.end() + 1].isdigit()
        ):
            return None
    first, second = int(match["a"]), int(match["b"])
    if not (first and (second or match["b"] == "00")):
        return None
    mark = match["s"].strip()
    if mark in "/\\":
        return _slashed_pair(low, match, first, second)
    if first > 31 or second > 31:
        return None
    if mark == ".":
        return _dotted_pair(low, match, hyphens)
    return _hyphened_pair(low, match, hyphens)


def _range_follows(low: str, end: int) -> bool:
    """Tell whether a dash and another short date follow, as in '4/8-4/11' and '4/8-11'."""
    return _PAIR_AHEAD.match(low, end) is not None


def pair_readings(match: re.Match[str], orders: Sequence[str]) -> list[DateReading]:
    """Read groups a and b in the given orders; a one-digit number is no year."""
    numbers = [(match["a"], match.start("a")), (match["b"], match.start("b"))]
    readings = numeric_readings(numbers, orders)
    return [r for r in readings if not (r["order"] == "MY" and len(match["b"]) < 2)]


def _month_and_year(low: str, match: re.Match[str]) -> DateMatch | None:
    """Judge '03/2021', '3-2021', '03.2021' and '2021-03'."""
    start, end = match.span()
    if _MORE.match(low, end) and not _MONTH_YEAR_AHEAD.match(low, end):
        return None
    if guards.rejects_day(low, end) or low[end : end + 1].isalpha():
        return None
    cue = guards.has_date_cue(low, start)
    if guards.has_identifier_cue(low, start) and not cue:
        return None
    orders = ("YM",) if len(match["a"]) == 4 else ("MY",)
    readings = pair_readings(match, orders)
    if not readings:
        return None
    if match["s"] == "." and not (cue or len(match["a"]) == 2):
        return None
    return DateMatch(start, end, "month_year", 0.92 if cue or "/" in match["s"] else 0.8, readings)


def _slashed_pair(low: str, match: re.Match[str], first: int, second: int) -> DateMatch | None:
    start, end = match.span()
    order = row_order(low, start, "/") if match["s"] == "/" else ""
    row = (order,) if order else followed_orders(low, start)
    if row:
        return DateMatch(start, end, "month_day", 0.95, pair_readings(match, row))
    if first > 31:
        return None
    orders = ["MD", "DM", "MY"]
    if len(match["a"]) == 1 and match["b"][0] == "0":
        orders = ["MY", "MD", "DM"]
    if guards.has_form_cue(low, start) and re.search(r"\bexp", low[max(0, start - 20) : start]):
        orders = ["MY", "MD", "DM"]
    readings = pair_readings(match, orders)
    if not readings:
        return None
    if readings[0]["order"] == "MY" and len(readings) == 1:
        score = guards.month_year_score(low, start, end, first, second)
        pattern = "month_year"
    else:
        score = guards.slash_score(low, start, end, first, second)
        pattern = "month_day"
    return DateMatch(start, end, pattern, score, readings) if score else None


_ROW_AHEAD = re.compile(r"\.[ \t|;]{1,20}\d{1,2}\.[01]?\d\.(?!\w)")
_ROW_BEFORE = re.compile(r"(?<![\d.,])\d{1,2}\.[01]?\d\.[ \t|;]{1,10}\Z")
"""Days of a table's head: '3.4.   10.4.'."""


def _dotted_pair(low: str, match: re.Match[str], habit: bool) -> DateMatch | None:
    """Judge '3.14' and '24.12.', which decimals look like.

    With a stop behind it ('21.9.') a cue, a clock time, brackets or a list are enough, or a zero
    before the day, which no decimal has; without one only a date cue and nothing that is counted
    after it.
    """
    start, end = match.span()
    stop = low[end : end + 1] == "." and not low[end + 1 : end + 2].isalnum()
    if row_order(low, start, ".") or (stop and followed_orders(low, start)):
        readings = pair_readings(match, ("DM",))
        return DateMatch(start, end + stop, "dotted_pair", 0.95, readings)
    head = low[max(0, start - 16) : start]
    cued = _DOTTED_CUE.search(head) is not None
    readings = pair_readings(match, ("DM", "MD"))
    if not readings:
        return None
    if stop and readings[0]["order"] == "DM" and _NUMBERED.search(head) is None:
        form = _FORM_CUE.search(head) is not None
        ranged = _DOTTED_RANGE.search(head) is not None
        timed = _CLOCK_AFTER.match(low, end) is not None
        ranged = ranged or _RANGE_AHEAD.match(low, end) is not None
        bracket = head.endswith("(") and low[end + 1 : end + 2] == ")"
        weak = habit and (
            guards.has_strict_cue(low, start)
            or guards.is_line_start(low, start)
            or (int(match["a"]) > 12 and guards.has_date_cue(low, start))
        )
        padded = len(match["a"]) == len(match["b"]) == 2 and "0" in (match["a"][0], match["b"][0])
        if padded and not _CLOCK_BEFORE.search(head):
            weak = weak or match["a"][0] == "0" or _FOREIGN_CUE.search(head) is not None
        row = _ROW_AHEAD.match(low, end) or _ROW_BEFORE.search(head)
        if cued or form or ranged or timed or bracket or weak or row:
            if not guards.UNIT_AFTER.match(low, end + 1) and not _DECIMAL.search(head):
                return DateMatch(start, end + 1, "dotted_pair", 0.8, readings)
    if guards.rejects_counting(low, end) or not guards.FUNCTION_AFTER.match(low, end):
        return None
    if not cued or (len(match["b"]) < 2 and not stop):
        return None
    return DateMatch(start, end, "dotted_pair", 0.65, readings)


def leading_dotted_day(low: str, start: int, end: int) -> DateMatch | None:
    """Match the '22.' of 'from 22. to 26.9.', at its digits."""
    match = _LEADING_DOTTED.match(low, end)
    day = int(low[start:end])
    if match is None or not 1 <= day <= 31 or int(match["e"]) <= day:
        return None
    if guards.continues_number(low, start) or match["m"] and read_month(match["m"]) is None:
        return None
    field = make_field("day", (start, end), day, "2")
    return DateMatch(start, end + 1, "continued", 0.8, [DateReading(order="", fields=[field])])


def _hyphened_pair(low: str, match: re.Match[str], hyphens: bool) -> DateMatch | None:
    """Judge '4-5': only with a date cue or where the text writes whole dates with hyphens."""
    start, end = match.span()
    if guards.rejects_counting(low, end) or guards.has_identifier_cue(low, start):
        return None
    if low[end : end + 1] in ("-", "\u2013") and low[end + 1 : end + 2].isdecimal():
        return None
    cue = guards.has_form_cue(low, start) or re.search(
        r"\b(?:on|since|dated|onset|as of|morning of|evening of|night of|afternoon of)\s\Z",
        low[max(0, start - 14) : start],
    )
    timed = guards.is_line_start(low, start) and re.match(r"\s\d{1,2}:\d\d", low[end : end + 6])
    listed = hyphens and (guards.is_line_start(low, start) or guards.has_date_cue(low, start))
    padded = hyphens and len(match["a"]) == len(match["b"]) == 2
    if not ((cue and guards.FUNCTION_AFTER.match(low, end)) or listed or padded or timed):
        return None
    readings = pair_readings(match, ("MD", "DM"))
    return DateMatch(start, end, "hyphened_pair", 0.7, readings) if readings else None


def ranged_day(low: str, match: DateMatch) -> DateMatch | None:
    """Widen '4/12' to '4/12-13' where a later day follows, to '25/5 -21' where a year does."""
    found = _RANGED_DAY.match(low, match.end)
    if found is None or guards.rejects_counting(low, found.end()):
        return None
    plain = [r for r in match.readings if {one["name"] for one in r["fields"]} == {"day", "month"}]
    widened = [made for reading in plain if (made := _to_a_day(reading, found)) is not None]
    if _YEAR_BEHIND.match(low, match.end) and "/" in low[match.start : match.end]:
        widened.extend(made for r in plain if (made := _with_year(r, found)) is not None)
    if not widened:
        return None
    return DateMatch(match.start, found.end(), "range", match.score, widened)


def _to_a_day(reading: DateReading, found: re.Match[str]) -> DateReading | None:
    """Read the number behind the dash as the last day of a range in the same month."""
    day = next(one for one in reading["fields"] if one["name"] == "day")
    if not day["value"] < int(found["d"]):
        return None
    fields = [
        make_field(
            one["name"],
            (one["start"], one["end"]),
            one["value"],
            one["style"],
            -1 if one["name"] == "month" else 0,
        )
        for one in reading["fields"]
    ]
    fields.append(make_field("day", found.span("d"), int(found["d"]), day["style"], 1))
    return DateReading(order=reading["order"], fields=fields) if is_real(fields) else None


def _with_year(reading: DateReading, found: re.Match[str]) -> DateReading | None:
    """Read the number behind the dash as the year, as in the north of Europe: '25/5 -21'."""
    if reading["order"] != "DM":
        return None
    fields = [*reading["fields"], make_field("year", found.span("d"), int(found["d"]), "04", 0)]
    return DateReading(order="DMY", fields=fields) if is_real(fields) else None
