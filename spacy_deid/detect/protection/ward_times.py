"""Parts of a week, a day, a year or an hour as wards of the Commonwealth write them: 3/7, 8/24."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy_deid.detect.dates.guards import has_strict_cue
from spacy_deid.detect.words.reading import Reading

_PART = re.compile(
    r"(?<![\w/#£$])(?<!\d[.,:-])(?P<count>[1-9]\d?)/(?P<whole>7|12|24|52|60)(?![\d/]|[.,:-]\d)"
)
_WARD = re.compile(
    r"(?<![\w/])(?:tds|qds|nocte|mane|bno|atsp|ttos?|nbm|ivabs?|rmo|o/e|r/v|b/g|d/w)(?![\w/])"
)
_SURE = re.compile(
    r"(?<![\d/.,:-])\d{1,2}/(?:52|60)(?![\d/])|(?<![\d/.,:-])(?:1[3-9]|[2-7]\d)/24(?![\d/])"
)
"""Parts that no date can be, whatever the order of day and month."""
_MONTH_FIRST = re.compile(
    r"(?<![\d/])(?:0?[1-9]|1[0-2])/(?:1[3-9]|2[0-35-9]|3[01])(?:/(?:19|20)?\d\d)?(?![\d/])"
)
_DAY = re.compile(r"(?<![\w/.,:-])(?:0?[1-9]|[12]\d|3[01])/(?:0?[1-9]|1[0-2])(?![\d/]|[.,:-]\d)")
_EVENT_BEHIND = re.compile(r"\s?(?:appt|appointment|visit|clinic|at\s\d|@\s?\d|[-–]\s)|:\s")
_DAY_BEFORE = re.compile(
    r"\b(?:on|since|from|until|till|by|dated?|seen|started|stopped|admitted|discharged|review|given|"
    r"commenced|ceased|cease|booked|due|due:|date:|last|dose|echo|ct|mri|x-?ray|cxr|ecg|scan|bloods|"
    r"labs|op|surgery|opened|closed|signed|died|born|transferred|moved)\s\Z"
)
_MONTH_BEFORE = re.compile(r"\b(?:in|of|dx|exp|expiry|expires|diagnosed|until|thru|by)\W{1,2}\Z")
"""What leads a month and its year: 'dx 4/24'."""
_HOURS_BEFORE = re.compile(r"\b(?:within|over|every|x)\s?\Z")
_HOURS_BEHIND = re.compile(r"\s(?:prn|prior|hourly|post|earlier|of\sobs)\b")
_BEGINNING = re.compile(r"(?:\A|\n|[.;]\s)[ \t•*(-]*\Z")
_REACH = 24
_MOST = {7: 28, 12: 48, 24: 96, 52: 104, 60: 90}


def find_ward_times(reading: Reading) -> Iterator[tuple[int, int]]:
    """Give the [start, end) characters of every such part.

    Only in a text that says otherwise, too, that it comes from there, and that writes no date with
    the month first. What can be a day stays one behind a cue, and where any day of the text
    stands behind one or begins a sentence.
    """
    low = reading.low
    if "/" not in low:
        return
    parts = list(_PART.finditer(low))
    if not parts or _MONTH_FIRST.search(low):
        return
    if not (_WARD.search(low) or _SURE.search(low)):
        yield from (part.span() for part in parts if _says_hours(low, part))
        return
    dated = any(
        _is_cued(low, day.start()) or _begins(low, day.start()) for day in _DAY.finditer(low)
    )
    for part in parts:
        count, whole = int(part["count"]), int(part["whole"])
        if count > _MOST[whole]:
            continue
        if whole in (7, 12) and (dated or _is_day(low, part)):
            continue
        if whole == 24 and count <= 12 and _is_month(low, part):
            continue
        yield part.span()


def _is_cued(low: str, start: int) -> bool:
    return has_strict_cue(low, start) or bool(
        _DAY_BEFORE.search(low, max(start - _REACH, 0), start)
    )


def _says_hours(low: str, part: re.Match[str]) -> bool:
    """Tell whether hours are meant wherever the text comes from: 'within 6/24', '4/24 PRN'."""
    if part["whole"] != "24":
        return False
    before = _HOURS_BEFORE.search(low, max(part.start() - _REACH, 0), part.start())
    return before is not None or _HOURS_BEHIND.match(low, part.end()) is not None


def _is_month(low: str, part: re.Match[str]) -> bool:
    """Tell whether a part of a day is rather a month of 2024."""
    if _is_cued(low, part.start()):
        return True
    return bool(_MONTH_BEFORE.search(low, max(part.start() - _REACH, 0), part.start()))


def _is_day(low: str, part: re.Match[str]) -> bool:
    """Tell whether a part of a week or a year is rather a day of July or December."""
    return _is_cued(low, part.start()) or _EVENT_BEHIND.match(low, part.end()) is not None


def _begins(low: str, start: int) -> bool:
    """Tell whether a line or a sentence begins, as the entries of a diary do."""
    return _BEGINNING.search(low, max(start - _REACH, 0), start) is not None
