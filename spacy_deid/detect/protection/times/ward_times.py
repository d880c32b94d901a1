"""Parts of a week, a day, a year or an hour as wards of the Commonwealth write them: 3/7, 8/24."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy_deid.detect.dates.guards import has_strict_cue
from spacy_deid.detect.words.reading import Reading

_PART = re.compile(
    r"(?<![\w/#£$])(?<!\d[.,:-])(?P<count>[1-9]\d?)/(?P<whole>7|12|24|52|60)(?![\d/]|[.,:-]\d)"
)
_MONTH_FIRST = re.compile(
    r"(?<![\d/])(?:0?[1-9]|1[0-2])/(?:1[3-9]|2[0-35-9]|3[01])(?:/(?:19|20)?\d\d)?(?![\d/])"
)
_WARD = re.compile(
    r"(?<![\w/])(?:tds|qds|nocte|mane|bno|atsp|ttos?|nbm|ivabs?|rmo|o/e|r/v|b/g|d/w)(?![\w/])"
)
_HOURS = re.compile(r"(?<![\d/.,:-])(?:1[3-9]|[2-6]\d|7[0-2])/24(?![\d/])")
"""Hours that are no month of 2024."""
_LASTING = re.compile(
    # prednisolone tds 5/7; ``fractions`` has those behind "for"
    r"(?:\b(?:over|within|every|bno|bo|for\sthe\s(?:last|past|next)|tds|qds|qid|tid|bd|bid|od|daily|"
    r"nocte|mane|prn)\s|\bx\s?)\Z"
)
_PASSING = re.compile(
    # within 6/24, 1L 8/24: behind a dose or its frequency a day of December or a month could stand
    r"(?:\b(?:over|within|every|\d\s?(?:l|ml)|n/s|saline|hartmann['’]?s|dextrose|ivf|nebs?)\s|\bx\s?)\Z"
)
_COMPLAINT = re.compile(
    r"\b(?:[ch]/o|complain\w+\sof|history\sof|hx\sof)\s(?:[a-z+]{2,14}\s){1,4}\Z"
)
_LASTED = re.compile(r"\s(?:h/o|hx|history|ago|hourly|prn|running|of\sobs)\b")
_DAY_BEFORE = re.compile(
    r"(?:\b(?:on|since|from|until|till|by|between|to|in|dated?|seen|born|birth|exp\w*|dx|died|vaccin\w+|"
    r"admi\w+|readmi\w+|discharg\w+|appoint\w+|period)|:)\W{1,2}\Z"
)
_AHEAD = re.compile(
    # next ECG in 3/12, see again in 6/52
    r"\b(?:next|review|r/?v|re-?check|repeat|again|return|back|follow[- ]?up|f/?u|tca|rtc|recall|"
    r"re-?assess)\b[^.;:\n\d]{0,24}\sin\s\Z"
)
_EVENT_BEHIND = re.compile(r"\s?(?:appt|appointment|visit|clinic|at\s\d|@\s?\d|[-–]\s)|:\s")
_REACH = 36
_LATEST_MONTH = 12
_MOST = {7: 28, 12: 48, 24: 96, 52: 104, 60: 90}


def find_ward_times(reading: Reading) -> Iterator[tuple[int, int]]:
    """Give the [start, end) characters of every such part.

    What stands before or behind has to say that it lasts: a dose ('tds 5/7'), 'within', 'c/o'. In
    a text in the shorthand of wards that counts hours to more than twelve, all parts of a day do.
    A text that writes the month first has none, and what a cue makes a date stays one.
    """
    low = reading.low
    if "/" not in low:
        return
    parts = list(_PART.finditer(low))
    if not parts or _MONTH_FIRST.search(low):
        return
    hourly = _WARD.search(low) is not None and _HOURS.search(low) is not None
    for part in parts:
        count, whole = int(part["count"]), int(part["whole"])
        if count > _MOST[whole]:
            continue
        if _AHEAD.search(low, max(part.start() - _REACH, 0), part.start()):
            yield part.span()
            continue
        if _is_dated(low, part):
            continue
        sure = whole == 24 and (count > _LATEST_MONTH or hourly)
        if sure or _lasts(low, part):
            yield part.span()


def _is_dated(low: str, part: re.Match[str]) -> bool:
    """Tell whether a cue makes a day or a month of a part."""
    if has_strict_cue(low, part.start()) or _EVENT_BEHIND.match(low, part.end()):
        return True
    return _DAY_BEFORE.search(low, max(part.start() - _REACH, 0), part.start()) is not None


def _lasts(low: str, part: re.Match[str]) -> bool:
    around = max(part.start() - _REACH, 0), part.start()
    lasting = _LASTING if part["whole"] == "7" else _PASSING
    if _LASTED.match(low, part.end()) or lasting.search(low, *around):
        return True
    return part["whole"] == "7" and _COMPLAINT.search(low, *around) is not None
