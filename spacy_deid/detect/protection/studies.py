"""Names of studies, which are often those of persons and gods."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy_deid.detect.words.reading import Cues, Reading

_BEFORE = Cues("study|trial")
_BEHIND = Cues("study|trial|extension")
_PLANS = Cues("study|trial|protocol")
_SOURCES = Cues("seen|reported|observed")
_PARTS = Cues("sub|subanalysis|substudy|subgroup|subject|data|results|arm|cohort|population")
_NO_PERSON = r"(?<!(?i:patient)\s)(?<!(?i:subject)\s)(?<!(?i:participant)\s)(?<!(?i:no\.)\s)"
_NUMBERED = r"[A-Z]{4,12}-(?!0)\d{1,2}"
_ANY_CASE = (
    # study MONALEESA-2, trial PEGASUS-TIMI, the UMOJA-3 study
    (
        _BEFORE,
        re.compile(
            rf"\b(?i:{_BEFORE.pattern})\s(?:[\"“(]\s?)?((?i:[a-z]{{3,14}}(?:-[a-z]{{2,6}})?-\d{{1,2}})|"
            r"[A-Z]{3,14}-[A-Z]{2,6}|[a-z]{3,14}-[a-z]{2,6})(?![\w/]|-\w)",
        ),
    ),
    (
        _BEHIND,
        re.compile(
            rf"(?<![\w/-]){_NO_PERSON}([a-z]{{3,14}}-(?!0)\d{{1,2}})(?=\s{_BEHIND.pattern}\b)",
            re.IGNORECASE,
        ),
    ),
)
_CAPITALS = (
    # Protocol: OSCAR
    (
        _PLANS,
        re.compile(
            rf"\b(?i:{_PLANS.pattern})(?:\s?:\s([A-Z]{{4,12}})(?![\w-])|"
            r"\s([A-Z]{4,12})(?=[ \t]?(?:[\n,;:.)/]|\Z)))"
        ),
    ),
    # DIANA-1 sub-analysis, PALOMA-3 / subject
    (
        _PARTS,
        re.compile(rf"(?<![\w/-]){_NO_PERSON}({_NUMBERED})(?=(?:\s/|,)?\s(?i:{_PARTS.pattern})\b)"),
    ),
    # seen in DIANA-1
    (
        _SOURCES,
        re.compile(
            rf"\b(?i:{_SOURCES.pattern})\s(?:in|from)\s(?:the\s)?({_NUMBERED})(?![\w/]|-\w)"
        ),
    ),
)


def find_studies(reading: Reading) -> Iterator[tuple[int, int]]:
    """Give the [start, end) characters of every such name.

    A text in capitals does not tell by them.
    """
    capitals = () if reading.text.isupper() else _CAPITALS
    for cues, pattern in (*_ANY_CASE, *capitals):
        if cues.among(reading):
            for match in pattern.finditer(reading.text):
                yield match.span(match.lastindex or 0)
