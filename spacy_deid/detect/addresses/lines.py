"""Addresses in forms: what stands behind 'Address:' or 'Domicilio:' on the same line."""

from __future__ import annotations

import re

from spacy_deid.annotations import Proposal
from spacy_deid.detect.words.anchors import whole_words

_CUES = frozenset(
    "address addr domicilio direcci\u00f3n direccion adresse anschrift wohnhaft indirizzo "
    "endere\u00e7o morada "
    "adress adres osoite residence".split()
)
_OTHER = re.compile(r"(?:e-?mail|mail|ip|mac|web|hardware|physical|url|internet|http|protocol)\s?$")
_LINK = re.compile(r"\s?(?:of (?:the )?(?:patient|reporter))?\s?[:=][ \t]{0,3}")
_LINE = re.compile(r"[^\n;]{4,70}")
_END = re.compile(
    r"(?<=[0-9A-Za-z])(?:,\s{1,2}|\s[\-\u2013]\s|\.\s|\.$"
    r"|\.\.)(?=[A-Z\u00c0-\u00de][a-z\u00e0-\u00ff]|$|\s|[A-Z]{2}\b|[0-9]{4,5}\b)"
    r"|,\s(?=(?:pt|patient|took|she|he|who|has|had|was|tel|phone|mob|dob|age[ds]?|mrn)\b)"
)
_SENTENCE = re.compile(
    "(?<=[a-z\u00e0-\u00ff]{4})\\.\\s+(?=[A-Z\u00c0-\u00de][a-z\u00e0-\u00ff])|\\|"
)
"""Where a sentence or a cell ends before any number: what follows is no address."""
_NONE = re.compile(
    r"(?:unknown|unk\b|not\s|n/?a\b|none\b|nil\b|no\s|refused|withheld|same\b|see\s|redacted|missing|"
    r"illegible|on\sfile|as\s)",
    re.IGNORECASE,
)
_DIGIT = re.compile(r"[0-9]|s/n")


def find_lines(text: str, low: str, words: set[str]) -> list[Proposal]:
    """Find street lines of forms.

    text: a text; low: the same in lower case, character for character; words: its vocabulary.
    RETURNS: STREET proposals, each up to the first town, stop or line break behind its number; only
        lines with a number in them.
    """
    found: list[Proposal] = []
    for cue in words & _CUES:
        for place in whole_words(low, cue):
            if _OTHER.search(low, max(0, place - 10), place):
                continue
            link = _LINK.match(low, place + len(cue))
            line = _LINE.match(text, link.end()) if link else None
            if line is None:
                continue
            start = line.start()
            first = _DIGIT.search(text, start, line.end())
            ends = _SENTENCE.search(text, start, line.end())
            if (
                first is None
                or (ends and ends.start() < first.start())
                or _NONE.match(text, start)
                or "@" in line.group()
                or "://" in line.group()
                or "www." in line.group()
            ):
                continue
            stop = _END.search(text, first.end() - (first.group() == "s/n"), line.end())
            end = stop.start() if stop else line.end()
            while end > start and text[end - 1] in " .,\t":
                end -= 1
            if (
                any(map(str.isalpha, text[start:end]))
                and text[start].isalnum()
                and first.start() < end
            ):
                found.append(Proposal(start, end, "STREET", 0.72, "addresses.form_line"))
    return found
