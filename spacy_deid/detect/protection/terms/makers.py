"""Makers that no list has, in the field that says so: 'Manufacturer: Shenwei Pharm.'."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy_deid.detect.words.lexicon import FIRST, LAST, RELATION, ROLE, TITLE
from spacy_deid.detect.words.reading import Cues
from spacy_deid.detect.words.scan import Scan

_FIELDS = Cues("manufacturer|mfd|manufactured|produced|marketed")
_MAKER = re.compile(
    r"(?<![\w-])(?i:(?:vaccine\s)?manufacturer(?:\sname)?\s?:|"
    r"(?:manufactured|mfd|produced|marketed)\.?\sby:?)[ \t]{1,4}"
    r"(?P<maker>(?:Lab\.?\s|Labs\.?\s)?[A-Z][a-z]{2,15}(?:[ -][A-Z][a-z]{1,15}){0,2})"
    r"(?=\s?(?:[;,|)/]|\.\s|\.?\s?(?:\n|\Z)|\((?i:lot|batch)|(?i:batch|lot|exp)\b))"
)
_NO_MAKER = frozenset(
    "report control number narrative case contact person reporter unknown hospital clinic pharmacy "
    "street road city nurse doctor pharmacist patient consumer date phone tel".split()
)
_HOUSES = frozenset("pharm pharma".split())
_WORD = re.compile(r"[^\W\d_]+")
_PERSON = FIRST | TITLE | ROLE | RELATION


def find_makers(scan: Scan, words: frozenset[str] | set[str]) -> Iterator[tuple[int, int]]:
    """Give the [start, end) characters of every such name.

    None has a first name or a role in it, and none is a lone surname.

    words: the different runs of letters of the text in small letters.
    """
    if _FIELDS.runs.isdisjoint(words):
        return
    for match in _MAKER.finditer(scan.text):
        low = [word.lower() for word in _WORD.findall(match["maker"])]
        low = low[:-1] if low[-1] in _HOUSES else low
        person = _PERSON | LAST if len(low) == 1 else _PERSON
        if not any(word in _NO_MAKER or scan.lookup(word) & person for word in low):
            yield match.span("maker")
