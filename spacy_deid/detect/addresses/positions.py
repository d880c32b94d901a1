"""Positions on the globe: degrees, latitude and longitude, plus codes, three words."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy_deid.annotations import Proposal
from spacy_deid.detect.words.reading import Cues, Reading

_MINUTES = (
    # 51°28'38.2"N, N 51° 28.5', 51.4772° N
    r"(?:[NSEWO]\s?)?[0-9]{1,3}(?:\.[0-9]{1,8})?\s?[°º]\s?"
    r"(?:[0-9]{1,2}(?:[.,][0-9]{1,5})?\s?['′’]\s?(?:[0-9]{1,2}(?:[.,][0-9]{1,4})?\s?(?:[\"″”]|'')\s?)?)?"
)
_DEGREES = re.compile(
    rf"(?<![\w.]){_MINUTES}(?:[NSEWO](?![\w])|(?<=['′’\"″”]))(?:[,;/]?\s{{0,2}}{_MINUTES}[NSEWO]?(?!\w))?"
)
_SIDED = re.compile(r"[NSEWO]|['′’]\s?[0-9]")
_LABELLED = re.compile(
    r"\b(?:lat(?:itude)?|lon(?:g(?:itude)?)?|lng)\.?\s?[:=]?\s?([-+]?[0-9]{1,3}\.[0-9]{4,10})(?!\w|\.\d)",
    re.IGNORECASE,
)
_PAIR = re.compile(
    r"\b(?:gps|coordinates?|co-ordinates|coords?|position|location|geo|lat/lon(?:g)?)\s?[:=(]?\s{0,2}"
    r"([-+]?[0-9]{1,2}\.[0-9]{3,10},\s?[-+]?[0-9]{1,3}\.[0-9]{3,10})(?!\w|\.\d)",
    re.IGNORECASE,
)
_PLUS = re.compile(
    r"[23456789CFGHJMPQRVWX]{8}\+[23456789CFGHJMPQRVWX]{2,3}(?![\w+])|"
    r"(?<=[Cc]ode\s)[23456789CFGHJMPQRVWX]{4,6}\+[23456789CFGHJMPQRVWX]{2,3}(?![\w+])"
)
_WORDS = re.compile(
    r"///[a-z]{2,18}\.[a-z]{2,18}\.[a-z]{2,18}(?!\w|\.\w)|"
    r"(?<=what3words\s)[a-z]{2,18}\.[a-z]{2,18}\.[a-z]{2,18}|(?<=w3w\s)[a-z]{2,18}\.[a-z]{2,18}\.[a-z]{2,18}"
)
_AT_SEA = re.compile(
    # 56-12N 003-24E
    r"(?<![\w-])[0-9]{2}-[0-9]{2}(?:\.[0-9]{1,2})?\s?[NS],?\s[0-9]{3}-[0-9]{2}(?:\.[0-9]{1,2})?\s?[EW](?!\w)"
)
_CUES = Cues(
    "lat|latitude|lon|long|longitude|lng|gps|coordinate|coordinates|co-ordinates|coord|coords|"
    "position|location|geo"
)


def find_positions(reading: Reading) -> Iterator[Proposal]:
    """Give every position, with the label LOCATION_OTHER; a degree alone is none: '38° C'."""
    text = reading.text
    patterns: list[tuple[re.Pattern[str], str]] = []
    if "°" in text or "º" in text:
        patterns.append((_DEGREES, "degrees"))
    if reading.figures:
        if _CUES.among(reading):
            patterns += [(_LABELLED, "labelled"), (_PAIR, "pair")]
        if "+" in text:
            patterns.append((_PLUS, "plus_code"))
        if "-" in text:
            patterns.append((_AT_SEA, "at_sea"))
    if "///" in text or {"what", "words"} <= reading.words or "w" in reading.words:
        patterns.append((_WORDS, "three_words"))
    for pattern, rule in patterns:
        for match in pattern.finditer(text):
            if pattern is _DEGREES and not _SIDED.search(match[0]):
                continue
            start, end = match.span(match.lastindex or 0)
            yield Proposal(start, end, "LOCATION_OTHER", 0.95, f"addresses.{rule}")
