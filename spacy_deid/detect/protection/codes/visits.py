"""Visits of studies, numbers of reports: 'Visit: W24', 'Cycle 3, Week 9', 'Report 2 - 9 May'."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy_deid.detect.words.reading import Cues, Reading

_CUES = Cues("visit|visits|cycle")
_VISIT = re.compile(
    r"\bvisits?(?:\s(?:code|name|label))?(?:\s?[:=|]\s?|\s)(?P<visit>"
    r"(?:[WDVMC]|Wk|FU)-?\d{1,3}(?:D-?\d{1,3})?|EOT|EOS|SCR|BL)(?![\w/-])|"
    r"\bcycle\s\d{1,2},?\s(?P<week>(?:week|day)\s\d{1,2})(?![\w/-]|\.\d)",
    re.IGNORECASE,
)


_REPORTS = Cues(
    "follow-up|follow up|followup|fu|report|version|update|amendment|letter|call|entry|part|"
    "addendum"
)
_NUMBER = re.compile(
    rf"^[^\S\n]*{_REPORTS.pattern}\s(?:no\.?\s?|#\s?)?(?P<number>\d{{1,2}})"
    r"(?=\s[-–—]\s\d{1,2}(?:[./-]\d|\s?[a-z]{3}))",
    re.IGNORECASE | re.MULTILINE,
)
"""The number of a report, in the heading of its lines, before the day on which it came."""


def find_visits(reading: Reading) -> Iterator[tuple[int, int]]:
    """Give the [start, end) characters of every such visit or number without the word before it."""
    if reading.figures and _REPORTS.among(reading):
        for match in _NUMBER.finditer(reading.text):
            yield match.span("number")
    if not _CUES.among(reading):
        return
    for match in _VISIT.finditer(reading.text):
        yield match.span(match.lastgroup or 0)
