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
_HEADS = Cues(
    "pharma|pharmaceuticals|pharmaceutical|biopharma|biotech|biotherapeutics|therapeutics|biosciences|"
    "biologics|biologicals|lifesciences|bio|vaccines|farma|farmaceutica|farmaceutici|seiyaku|yakuhin|"
    "arzneimittel|laboratories|labs|drug"
)
_HOUSE = re.compile(
    # Haldene Pharma, Otterburn Labs, Vantoray Drug Safety
    r"(?<![\w'’&-])(?!(?:Sponsor|Manufacturer|Company|Maker|Holder|The|From|By|For)\s)"
    r"(?P<house>[A-Z][\w'’-]{2,17}(?:[ ](?:&[ ])?[A-Z][\w'’-]{2,15})?[ ]"
    r"(?P<head>Pharma|Pharmaceuticals?|Bio[Pp]harma|Biotech|Biotherapeutics|Therapeutics|"
    r"Biosciences|Biologics|Biologicals|Life[ ]?[Ss]ciences|Bio|Vaccines|Farma|Farmac[eê]utica|"
    r"Farmaceutici|Seiyaku|"
    r"Yakuhin|Arzneimittel|Drug[ ]Safety|Laboratories|Labs))(?![\w'’-]|[ ][A-Z][a-z])"
)
_MADE = re.compile(
    r"\b(?:received|obtained|forwarded|reported|sent|sponsored|made|manufactured|marketed|supplied|"
    r"distributed|developed|product|brand)\s(?:\w+\s)?(?:by|from|to|of)\s(?:the\s)?\Z|"
    r"(?<!his\s)(?<!her\s)(?<!my\s)(?<!our\s)(?<!their\s)(?<!'s\s)(?<!’s\s)"
    r"\b(?:makers?|manufacturers?|sponsors?|company|holder|mah|licensee|applicant|firm)"
    r"(?:\sis|\swas)?\s?[,:=–(-]?\s?(?:the\s)?\Z|\b(?:to|from|cc)\s?:\s?\Z",
    re.IGNORECASE,
)
"""What says that a maker follows: somebody may work there, and a hospital has a laboratory."""
_REACH = 44
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
    if not _HEADS.runs.isdisjoint(words):
        yield from _houses(scan)
    if _FIELDS.runs.isdisjoint(words):
        return
    for match in _MAKER.finditer(scan.text):
        low = [word.lower() for word in _WORD.findall(match["maker"])]
        low = low[:-1] if low[-1] in _HOUSES else low
        person = _PERSON | LAST if len(low) == 1 else _PERSON
        if not any(word in _NO_MAKER or scan.lookup(word) & person for word in low):
            yield match.span("maker")


def _houses(scan: Scan) -> Iterator[tuple[int, int]]:
    """Give names that say themselves what they are, where something leads to a maker."""
    for match in _HOUSE.finditer(scan.text):
        start, end = match.span("house")
        if not _MADE.search(scan.text, max(start - _REACH, 0), start):
            continue
        first = match["house"].split()[0].lower()
        if not scan.lookup(first) & _PERSON and first not in _NO_MAKER:
            yield start, end
