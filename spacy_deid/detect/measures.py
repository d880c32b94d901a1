"""Figures that look like dates, ages or numbers of persons and are none of them.

Clock times, study days, blood pressures, shares, visual acuity, scores, courses of days, lots beside
their expiry date.
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
    # Day 15, Week 12, Cycle 3, Visit 19; 'week 32 of 2021' and 'week 5, 2020' are dates
    r"\b(?:(?:study|post-?op(?:erative)?|hospital|treatment|protocol)\s)?"
    r"(?:days?|weeks?|wks?|months?|cycles?|visits?|courses?|hours?)\s?[+-]?\d{1,3}"
    r"(?:\s?[-–/]\s?\d{1,3})?(?!\w|[/.:-]\d|,?\s(?:of\s)?(?:19|20)\d\d)",
    # 3-day course, 10-2 field, 4-point restraint
    r"\b\d{1,3}-(?:day|week|month|hour|minute|point|fold|step|dose|way|lead|drug|item|hit)\b",
    # x 5/7, for 2/52, × 3/12: days, weeks and months of a course
    rf"(?:(?<!\w)[x×]|\bfor)\s?\d{{1,2}}/(?:7|52|12){_NUMBER_END}",
)
_RATIOS = (
    # 82/58, 194/91: more than a day or a month holds; checked further in _is_pressure
    rf"{_NUMBER_START}(?P<high>\d{{2,3}})/(?P<low>\d{{2,3}}){_NUMBER_END}",
    # visual acuity
    rf"\b(?:va|bcva|vision|acuity|snellen|visus|sees|eyes?|o[dsu]|[lr]e)\b[^\d\n]{{0,18}}"
    rf"(?:6/(?:4|5|6|7\.5|9|12|15|18|24|30|36|48|60)|20/\d{{2,3}}|10?/10){_NUMBER_END}",
    # what a score is out of
    rf"\b(?:nrs|vas|epworth|phq-?9|gad-?7|power|strength|pain|itch|pruritus|nausea|fatigue|anxiety|"
    rf"intensity|severity|ecog|mmse|moca|gcs|apgars?|glasgow|reflexes|stools?|murmur|tone|tenderness)"
    rf"\b[^\d\n]{{0,12}}\d{{1,3}}(?:\.\d)?(?:/|\sof\s)(?:4|5|6|9|10|15|20|21|24|27|30|100){_NUMBER_END}",
    # bottles of blood culture, positive wells, doses out of all
    rf"\b(?:cultures?|bottles|sets|nodes|cores|quadrants|doses?|tubes|wells|swabs)\b[^\d\n]{{0,12}}"
    rf"(?P<part>\d{{1,3}})/(?P<whole>\d{{1,3}}){_NUMBER_END}",
)
_LOTS = (
    # 81X65294, exp 02/12
    r"(?<![\w/.-])(?=[A-Z0-9-]{0,11}\d)[A-Z0-9][A-Z0-9-]{3,11}(?=\s?[,;(/]?\s?\(?exp(?:\b|[.:]|iry|ires))",
    # Ampoule 81X65294; Batch? - 85M76166
    r"\b(?:ampoules?|ampules?|vials?|syringes?|pens?|cartridges?|blisters?|sachets?|cartons?|"
    r"(?:lot|batch)\s?(?:no\.?|number)?\s?\?[^\w\n]{0,3}(?:\n?[^\W\d_]{1,9}\s?:\s?)?)\s?"
    r"(?=[A-Z0-9-]{0,11}\d[A-Z0-9-]{0,6}\d)[A-Z0-9][A-Z0-9-]{4,11}(?![\w/@]|[.-]\w)",
)
_ALL = re.compile(
    "|".join((*_CLOCKS, *_STUDY_TIMES, *_RATIOS, *_LOTS)),
    re.IGNORECASE,
)
_NUMBERED_BEFORE = re.compile(
    r"(?:\b(?:no|nos|nr|number|case|ref|reference|id|file|chart|flat|apt|house|unit|room)\b\.?"
    r"[\s:#]{0,3}|#\s?)\Z",
    re.IGNORECASE,
)
_CUE_REACH = 16
_DIASTOLIC = (20, 160)
_SYSTOLIC = (50, 300)
_LATEST_DAY = 31
_MONTHS = 12
_WHOLE = 100


def find_measures(text: str) -> Iterator[tuple[int, int]]:
    """Give the [start, end) characters of every such figure with the words that show what it is."""
    for match in _ALL.finditer(text):
        if match["high"] and not _is_ratio(text, match):
            continue
        if match["part"] and int(match["part"]) > int(match["whole"]):
            continue
        yield match.span()


def _is_ratio(text: str, match: re.Match[str]) -> bool:
    """Tell whether a pair of numbers is a pressure, a share of 100, an acuity, or all out of all."""
    high, low = int(match["high"]), int(match["low"])
    if _NUMBERED_BEFORE.search(text, max(match.start() - _CUE_REACH, 0), match.start()):
        return False
    pressure = (
        high > _LATEST_DAY
        and _SYSTOLIC[0] <= high <= _SYSTOLIC[1]
        and _DIASTOLIC[0] <= low <= _DIASTOLIC[1]
        and low < high
    )
    shares = high + low == _WHOLE and max(high, low) > _LATEST_DAY
    whole = high == low and high > _MONTHS
    return pressure or shares or whole
