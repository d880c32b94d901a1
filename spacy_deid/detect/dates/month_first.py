"""Dates that begin with a month's name: 'March 3rd, 2021', 'Jan.16', 'Jan 2014', 'DEC96'."""

from __future__ import annotations

import re

from spacy_deid.annotations import DateField, DateReading
from spacy_deid.detect.dates import guards
from spacy_deid.detect.dates.fields import (
    DASH,
    GAP,
    SUFFIX,
    TO_YEAR,
    YEAR,
    day_field,
    finish,
    listed_days,
    month_field,
    read_month,
    year_field,
    year_stands,
)
from spacy_deid.detect.dates.followed import is_followed_value
from spacy_deid.detect.dates.measured import is_value
from spacy_deid.detect.dates.readings import (
    DateMatch,
    is_year,
    number_field,
)

_MONTH_FIRST = re.compile(
    rf"(?P<dot>\.?)(?P<h>{GAP}(?:the\s)?)(?P<d>\d{{1,2}})(?P<o>\s?(?:st|nd|rd|th)\b)?(?![\d])"
    rf"(?:\s?(?:{DASH}|/)\s?(?P<e>\d{{1,2}}){SUFFIX}(?!\d|[/:.]\d))?"
    rf"(?:{TO_YEAR}{YEAR})?"
)
_MONTH_NUMERIC = re.compile(r"\.?\s{1,2}(?=\d{1,2}[/-]\d{1,2}[/-]\d{2,4}(?!\d))")
_MONTH_YEAR = re.compile(rf"(?P<dot>\.?){TO_YEAR}{YEAR}")
_VALUE_BEHIND = re.compile(r"\.?(?:\s?[:=]\s?|\s)(?=\d)")
_CASE_ENDING = re.compile(r"\.?-(?:jén|ján|ig|től|tól|án|én|i|e|a)(?![^\W_])")
_GOES_ON = re.compile(r"[.,/]\d|\d|[a-z]{1,2}\b")
_YEAR_OR_WORD = re.compile(r",(?:\d{4}|\d\d\b)|at\b|pt\b")
_ORDINAL_END = re.compile(r"\s?(?:st|nd|rd|th)\b")


def month_first(low: str, start: int, word: str) -> DateMatch | None:
    """Match what begins at a month's name, a word in lower case.

    RETURNS: for a name before a date of numbers alone ('Jan 01/02/2014') a match of the name with
        the blanks behind it, pattern 'month_numeric'.
    """
    month = read_month(word)
    if month is None:
        return None
    number, kind = month
    after = start + len(word)
    name = month_field(word, start, number)
    numeric = _MONTH_NUMERIC.match(low, after)
    if numeric is not None and kind in ("full", "short"):
        return DateMatch(
            start, numeric.end(), "month_numeric", 0.9, [DateReading(order="", fields=[name])]
        )
    if kind == "risky" or (kind == "foreign" and len(word) < 4):
        return None
    value = _VALUE_BEHIND.match(low, after)
    if value is not None and is_followed_value(low, value.end()):
        return finish(start, after, "month", 0.75, [[name]])
    found = _month_and_day(low, start, after, word, name)
    if found is None:
        found = _month_and_year(low, start, after, word, name)
    return found


def _month_and_day(
    low: str, start: int, after: int, word: str, name: DateField
) -> DateMatch | None:
    match = _MONTH_FIRST.match(low, after)
    if match is None or not 1 <= int(match["d"]) <= 31:
        return None
    ordinal = bool(match["o"])
    has_year = year_stands(low, match, " " in (match["g"] or ""))
    if has_year and match["y2"]:
        has_year = not listed_days(low, match.end("o" if ordinal else "d"), int(match["d"]))
    ranged = match["e"] is not None and int(match["d"]) < int(match["e"]) <= 31
    end = match.end() if has_year else _end_without_year(low, match, ranged)
    if not end:
        return None
    ending = _CASE_ENDING.match(low, end) if not word.isascii() else None
    if ending is not None:
        end = ending.end()
    day = day_field(low, match.span("d"), ordinal)
    shared = -1 if ranged else 0
    fields: list[DateField] = [{**name, "point": shared}, day]
    if ranged:
        fields.append(day_field(low, match.span("e"), False, 1))
    year = year_field(match) if has_year else None
    if year is not None:
        fields.append({**year, "point": shared})
    readings = [fields]
    if year is None and not ranged and not ordinal and len(match["d"]) == 2:
        as_year = number_field("year", match["d"], match.span("d"), False)
        month_year = [name, as_year]
        dashed = "-" in match["h"] or not match["h"]
        readings = [month_year, fields] if dashed else [fields, month_year]
    pattern = "range" if ranged else "month_day_year" if year else "month_day"
    return finish(start, end, pattern, 0.97 if year else 0.93, readings)


def _end_without_year(low: str, match: re.Match[str], ranged: bool) -> int:
    """Give where the day, or the second of two, ends; 0 where the number is no day."""
    ordinal = bool(match["o"])
    end = match.end("o" if ordinal else "d")
    if ranged:
        end = match.end("e")
        if guards.rejects_counting(low, end):
            return 0
        suffix = _ORDINAL_END.match(low, end)
        end = suffix.end() if suffix else end
    if low[end : end + 1] in ("%", ":") and low[end + 1 : end + 2].isdigit():
        return 0
    if ordinal:
        return end
    goes_on = _GOES_ON.match(low, end) and not _YEAR_OR_WORD.match(low, end)
    return 0 if goes_on or guards.rejects_day(low, end) else end


def _month_and_year(
    low: str, start: int, after: int, word: str, name: DateField
) -> DateMatch | None:
    match = _MONTH_YEAR.match(low, after)
    if match is None:
        return None
    if not year_stands(low, match, False):
        short = (match["y2"] or "").lstrip("'’`")
        if not is_year(short) or int(short) <= 31 or guards.rejects_counting(low, match.end()):
            return None
        if low[match.end() : match.end() + 1] in ("/", ":", "%", ".", "-"):
            return None
        if word in ("may", "march", "mar", "dec", "sep"):
            return None
        if is_value(low, *match.span("y2")):
            return finish(start, after, "month", 0.75, [[name]])
    if "," in match["g"] and word == "may":
        return None
    year = year_field(match)
    if year is None:
        return None
    return finish(start, match.end(), "month_year", 0.95, [[name, year]])
