"""Figures that look like dates, ages or numbers of persons and are none of them.

Clock times, study days, blood pressures, shares, visual acuity, scores, courses of days, lots
beside their expiry date.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_NUMBER_END = r"(?![\d/]|[.,:-]\d)"
_NUMBER_START = r"(?<![\w/#])(?<!\d[.,:-])"
_CLOCKS = (
    # 12.35 h, 06h50, 7:15 Uhr, 9 p.m., 21.30 uur
    rf"{_NUMBER_START}(?:[01]?\d|2[0-4])(?:\s?h\s?[0-5]\d|[.:][0-5]\d\s?(?:h|hrs?|hours|uhr|uur)\b"
    rf"|(?:[.:][0-5]\d)?\s?[ap](?:\.\s?m\b\.?|m\b))(?!\w)",
    # kl. 03.10, Ore 14.05, um 7.20, klo 9.15: the stop in place of the colon
    rf"\b(?:kl|klo|klokken|ore|uhr|alle|om|time)\b[.:]?\s?(?:[01]?\d|2[0-4])[.:][0-5]\d{_NUMBER_END}",
)
_STUDY_TIMES = (
    # Day 15, Cycle 3, Visit 19; a week's number can be a date
    r"\b(?:(?:study|post-?op(?:erative)?|hospital|treatment|protocol)\s)?"
    r"(?:days?|cycles?|visits?|courses?|hours?)\s?[+-]?\d{1,3}"
    r"(?:\s?[-–]\s?\d{1,3})?(?!\w|[/.:-]\d|,?\s(?:of\s)?(?:19|20)\d\d)",
    # 3-day course, 10-2 field, 4-point restraint
    r"\b\d{1,3}-(?:day|week|month|hour|minute|point|fold|step|dose|way|lead|drug|item|hit)\b",
    # x 5/7, for 2/52, × 3/12: days, weeks and months of a course
    rf"(?:(?<!\w)[x×]|\bfor)\s?\d{{1,2}}/(?:7|52|12){_NUMBER_END}",
)
_CODES = (
    # Ampoule 81X65294; Batch? - 85M76166
    r"\b(?:ampoules?|ampules?|vials?|syringes?|pens?|cartridges?|blisters?|sachets?|cartons?|"
    r"(?:lot|batch)\s?(?:no\.?|number)?\s?\?[^\w\n]{0,3}(?:\n?[^\W\d_]{1,9}\s?:\s?)?)\s?"
    r"(?=[A-Z0-9-]{0,11}\d[A-Z0-9-]{0,6}\d)[A-Z0-9][A-Z0-9-]{4,11}(?![\w/@]|[.-]\w)",
)
_CUED = re.compile("|".join((*_CLOCKS, *_STUDY_TIMES, *_CODES)), re.IGNORECASE)
_PAIR = re.compile(r"(?<![\w/#])(?<!\d[.,:-])(\d{1,3})/(\d{1,3})" + _NUMBER_END)
_ACUITY_BEFORE = re.compile(
    r"\b(?:va|bcva|vision|acuity|snellen|visus|sees|eyes?|o[dsu]|[lr]e)\b[^\d\n]{0,18}\Z",
    re.IGNORECASE,
)
_SCORE_BEFORE = re.compile(
    r"\b(?:nrs|vas|epworth|phq-?9|gad-?7|power|strength|pain|itch|pruritus|nausea|fatigue|anxiety|"
    r"intensity|severity|ecog|mmse|moca|gcs|apgars?|glasgow|reflexes|murmur|tone|tenderness)"
    r"\b[^\d\n]{0,12}\Z",
    re.IGNORECASE,
)
_PART_BEFORE = re.compile(
    r"\b(?:cultures?|bottles|sets|nodes|cores|quadrants|tubes|wells|swabs)"
    r"\b[^\d\n]{0,12}\Z",
    re.IGNORECASE,
)
_NUMBERED_BEFORE = re.compile(
    r"(?:\b(?:no|nos|nr|number|case|ref|reference|id|file|chart|flat|apt|house|unit|room)\b\.?"
    r"[\s:#]{0,3}|#\s?)\Z",
    re.IGNORECASE,
)
_EXPIRY = re.compile(r"[ ,;(/]{1,3}exp(?:\b|[.:]|iry|ires)", re.IGNORECASE)
_CODE_BEFORE = re.compile(
    r"(?<![\w/.-])(?!(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))(?=[A-Z0-9-]{0,11}\d)[A-Z0-9][A-Z0-9-]{3,11}\Z",
    re.IGNORECASE,
)
_CUE_REACH = 30
_SNELLEN = {6: frozenset((4, 5, 6, 9, 12, 15, 18, 24, 30, 36, 48, 60)), 10: frozenset((10,))}
_FEET = 20
_SCORES = frozenset((4, 5, 6, 9, 10, 15, 20, 21, 24, 27, 30, 100))
_DIASTOLIC = (20, 160)
_SYSTOLIC = (50, 300)
_LATEST_DAY = 31
_MONTHS = 12
_WHOLE = 100


def find_measures(text: str) -> Iterator[tuple[int, int]]:
    """Give the [start, end) characters of every such figure, some with the words before it."""
    for match in _CUED.finditer(text):
        yield match.span()
    for pair in _PAIR.finditer(text):
        if _is_ratio(text, pair):
            yield pair.span()
    for expiry in _EXPIRY.finditer(text):
        code = _CODE_BEFORE.search(text, max(expiry.start() - _CUE_REACH, 0), expiry.start())
        if code:
            yield code.span()


def _is_ratio(text: str, pair: re.Match[str]) -> bool:
    """Tell whether two numbers are a pressure, shares of 100, an acuity, a score or a part."""
    high, low = int(pair[1]), int(pair[2])
    around = max(pair.start() - _CUE_REACH, 0), pair.start()
    if _NUMBERED_BEFORE.search(text, *around):
        return False
    pressure = (
        high > _LATEST_DAY
        and _SYSTOLIC[0] <= high <= _SYSTOLIC[1]
        and _DIASTOLIC[0] <= low <= _DIASTOLIC[1]
        and low < high
    )
    shares = high + low == _WHOLE and max(high, low) > _LATEST_DAY
    whole = high == low and high > _MONTHS
    if pressure or shares or whole:
        return True
    if (high == _FEET and low >= 10) or low in _SNELLEN.get(high, ()):
        return bool(_ACUITY_BEFORE.search(text, *around))
    if high > low:
        return False
    scored = low in _SCORES and _SCORE_BEFORE.search(text, *around)
    return bool(scored or _PART_BEFORE.search(text, *around))
