"""Times to onset and durations behind their names: 'latency: 8 years 9 months', 'TTO 1 yr 2 mo'."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy_deid.detect.words.reading import Cues, Reading

_CUES = Cues(
    "time to onset|onset latency|latency|tto|latent|duration|exposure|interval|time since|"
    "time from|follow-up time|treatment time"
)
_UNIT = r"(?:y(?:ea)?rs?|y|mo(?:nth)?s?|mths|m|w(?:ee)?ks?|w|days?|d|h(?:ou)?rs?|h|min(?:ute)?s?)"
_TIME = re.compile(
    rf"(?<![\w-]){_CUES.pattern}(?:\s(?:of|from|to|since|was|is|until|the|first|last|dose|event|onset|"
    r"reaction|treatment|therapy|start|exposure|approx\.?|about)){0,6}\s?[:=(]?\s?"
    rf"(?P<time>\d{{1,3}}(?:[.,]\d)?\s?{_UNIT}(?:(?:,?\s(?:and\s)?|\s?/\s?)\d{{1,3}}\s?{_UNIT})"
    r"{0,3})(?![\w/-])(?!\s?(?:old|of\sage)\b)"
)


def find_latencies(reading: Reading) -> Iterator[tuple[int, int]]:
    """Give the [start, end) characters of every such time, without the word that names it."""
    if reading.figures and _CUES.among(reading):
        for match in _TIME.finditer(reading.low):
            yield match.span("time")
