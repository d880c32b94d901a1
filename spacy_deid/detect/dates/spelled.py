"""Dates spelled out: 'third of May twenty nineteen', 'May third'."""

from __future__ import annotations

import re

from spacy_deid.detect.dates.fields import (
    MON,
    TO_YEAR,
    YEAR,
    finish,
    month_field,
    read_month,
    year_field,
    year_stands,
)
from spacy_deid.detect.dates.readings import DateMatch, make_field
from spacy_deid.detect.words.numbers import ORDINAL_DAY, read_ordinal

_MONTH_ORDINAL = re.compile(rf"\.?\s(?:the\s)?(?P<dw>{ORDINAL_DAY})(?:{TO_YEAR}{YEAR})?")
_ORDINAL_MONTH = re.compile(
    rf"(?P<dw>{ORDINAL_DAY})\s(?P<of>(?:day\s)?of\s(?:the\smonth\sof\s)?)?{MON}(?P<dot>\.?)"
    rf"(?:{TO_YEAR}{YEAR})?"
)
_DAY_AFTER = re.compile(r"\.?\s\d{1,2}(?!\d)")
_COUNTED = re.compile(r"\s+(?:dose|shot|time|vaccine|day|week|trimester|visit|degree|episode)")


def month_ordinal(low: str, start: int, after: int, word: str) -> DateMatch | None:
    """Match 'May third' and 'June twenty-first, 2019' at a month's name.

    start, after: where the month's name begins and ends.
    word: the month's name in lower case.
    """
    month = read_month(word)
    if month is None or month[1] == "risky":
        return None
    name = month_field(word, start, month[0])
    match = _MONTH_ORDINAL.match(low, after)
    if match is None:
        return None
    day = read_ordinal(match["dw"])
    if day is None or not 1 <= day <= 31:
        return None
    if _COUNTED.match(low, match.end("dw")):
        return None
    fields = [name, make_field("day", match.span("dw"), day, "words")]
    has_year = year_stands(low, match, False)
    year = year_field(match) if has_year else None
    end = match.end() if year else match.end("dw")
    return finish(start, end, "spelled_out", 0.9, [fields + ([year] if year else [])])


def ordinal_month(low: str, start: int) -> DateMatch | None:
    """Match 'third of May twenty nineteen', 'twenty-first June 2019' at an ordinal word."""
    match = _ORDINAL_MONTH.match(low, start)
    if match is None:
        return None
    month, day = read_month(match["m"]), read_ordinal(match["dw"])
    if month is None or day is None or month[1] not in ("full", "short"):
        return None
    if not match["of"] and _DAY_AFTER.match(low, match.end("m")):
        return None
    year = year_field(match) if year_stands(low, match, False) else None
    if not match["of"] and (match["m"] in ("may", "march") and year is None):
        return None
    fields = [
        make_field("day", match.span("dw"), day, "words"),
        month_field(match["m"], match.start("m"), month[0]),
    ]
    end = match.end() if year else match.end("m")
    return finish(start, end, "spelled_out", 0.92, [fields + ([year] if year else [])])
