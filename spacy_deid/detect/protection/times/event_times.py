"""Times of the day that could be years, among other times: 'start 1830, reaction 1915'."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy_deid.detect.words.reading import Reading

_TIME = re.compile(r"(?<![\w/.,:~-])~?(?:19|20)[0-5]\d(?![\w/]|[.,:-]\d|\s?-\s?\d)")
_EVENT = re.compile(
    r"\b(?:start(?:ed)?|beg[au]n|stop(?:ped)?|end(?:ed)?|rxn|reaction|onset|"
    r"given|hung|infusion|called|paged|resolved|restart(?:ed)?|recheck(?:ed)?|repeat|arr(?:ived?)?|"
    r"disp|enr|toc|rosc)(?:\s(?:at|by|around|about|approx\.?))?[ :@~]{1,3}\Z"
)
_CLOCK = re.compile(
    r"(?<![\w/.,:#-])(?<!\bext\s)(?<!\btel\s)(?:0[1-9]|1[0-8]|2[1-3])[0-5]\d(?![\w/]|[.,:-]\d|\s(?:mg|mcg|ml|g|units?|iu|kcal)\b)"
)
_YEAR = re.compile(r"\b(?:in|since|year|from)\s(?:19|20)\d\d\b|\b(?:19|20)\d\d-(?:19|20)\d\d\b")
_ABOUT = re.compile(r"@\s?\Z")
_SENTENCE_END = re.compile(r"\.\s")
_RUN = re.compile(
    # CPR 0821-0826
    r"\b(?:cpr|compressions|seizing|seizure|infused|infusion)\s"
    r"((?:[01]\d|2[0-3])[0-5]\d)\s?[-–]\s?((?:[01]\d|2[0-3])[0-5]\d)(?![\w/]|[.,:-]\d)"
)
_REACH, _FAR = 24, 72
_LONGEST = 180
"""Minutes between two times of one event."""


def find_event_times(reading: Reading) -> Iterator[tuple[int, int]]:
    """Give the [start, end) characters of every such time behind what happened then.

    Up to three hours earlier something else happened in the same sentence, at a time that can be no
    year; or '@ ~' leads it. Also from when to when somebody was resuscitated.
    """
    low = reading.low
    for run in _RUN.finditer(low):
        if 0 <= _minutes(run[2]) - _minutes(run[1]) <= _LONGEST:
            yield run.start(1), run.end(2)
    for start in reading.figures:
        if low[start : start + 2] not in ("19", "20"):
            continue
        begin = start - (start > 0 and low[start - 1] == "~")
        time = _TIME.match(low, begin)
        if time is None:
            continue
        head = max(begin - _REACH, 0)
        about = begin < start and _ABOUT.search(low, head, begin)
        if about or (_EVENT.search(low, head, begin) and _follows_another(low, start)):
            yield time.span()


def _follows_another(low: str, start: int) -> bool:
    """Tell whether a time behind another event stands before one, little earlier than it."""
    left = max(low.rfind("\n", 0, start) + 1, start - _FAR)
    if _YEAR.search(low, left, start + _FAR):
        return False
    left = max((end.end() for end in _SENTENCE_END.finditer(low, left, start)), default=left)
    time = _minutes(low[start : start + 4])
    return any(
        0 <= time - _minutes(clock[0]) <= _LONGEST
        and _EVENT.search(low, max(clock.start() - _REACH, 0), clock.start())
        for clock in _CLOCK.finditer(low, left, start)
    )


def _minutes(clock: str) -> int:
    return int(clock[:2]) * 60 + int(clock[2:])
