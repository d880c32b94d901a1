"""Visits of studies: 'Visit: W24', 'visit code C2D15', 'Cycle 3, Week 9'."""

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


def find_visits(reading: Reading) -> Iterator[tuple[int, int]]:
    """Give the [start, end) characters of every such visit, without the word that leads it."""
    if not _CUES.among(reading):
        return
    for match in _VISIT.finditer(reading.text):
        yield match.span(match.lastgroup or 0)
