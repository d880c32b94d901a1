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
    r"\b(?:makers?|manufacturers?|sponsors?|company|holder|mah|licensee|firm)(?:[ ]is)?[ ,:]{1,2}"
    r"(?:the[ ])?\Z",
    re.IGNORECASE,
)
"""What laboratories need before them: a hospital has them, too."""
_WORKS = re.compile(
    r"\b(?:works?|worked|working|employed|employer|job|chemist|technician|assistant|operator|driver|guard|"
    r"cleaner|packer|retired|rep|engineer|plant|factory|canteen|shift)\b[^.;\n]{0,28}\Z|"
    r"\b(?:dr|mr|mrs|ms|prof|nurse|sister)\.?\s\Z",
    re.IGNORECASE,
)
"""Somebody works there, so that it is an employer, or a title makes a person of it."""
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
    """Give names that say themselves what they are, as far as nobody works there."""
    for match in _HOUSE.finditer(scan.text):
        start, end = match.span("house")
        before = max(start - _REACH, 0), start
        if _WORKS.search(scan.text, *before):
            continue
        if match["head"] in ("Labs", "Laboratories") and not _MADE.search(scan.text, *before):
            continue
        first = match["house"].split()[0].lower()
        if not scan.lookup(first) & (TITLE | ROLE | RELATION) and first not in _NO_MAKER:
            yield start, end
