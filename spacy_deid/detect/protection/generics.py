"""Places in general, beds, studies, herbs, degrees: what looks like a job, a number or a person."""

from __future__ import annotations

import re
from collections.abc import Iterator, Set

from spacy_deid.detect.protection.figures import has_any

_PLACE = (
    r"(?:shops?|stores?|hotels?|roofs?|salons?|factor(?:y|ies)|sawmills?|supermarkets?|markets?|"
    r"sheds?|warehouses?|restaurants?|caf[eé]s?|kitchens?|garages?|studios?|gyms?|pools?|playgrounds?|"
    r"stables|barns?|greenhouses?|attics?|cellars?|basements?|balcon(?:y|ies)|ladders?|scaffolds?|"
    r"scaffolding|motorways?|crossroads|petrol\sstations?|gas\sstations?|bus\sstops?|car\sparks?)"
)
_GENERIC = re.compile(
    # 'a fish shop', 'from a roof', 'hotel'
    rf"(?<![\w-])(?:(?<=\ba\s)|(?<=\ban\s))[^\W\d_]{{2,14}}\s{_PLACE}(?![\w-])"
    rf"|(?<![\w'’-]){_PLACE}(?![\w'’-])"
    # 'boarding school', 'high school', 'nursing home': kinds, not names
    r"|(?<![\w-])(?:boarding|primary|secondary|high|nursery|grammar|middle|night|law|medical|driving)\s"
    r"school(?![\w-])"
)
_STUDY = re.compile(
    # study MONALEESA-2, trial PEGASUS-TIMI, the UMOJA-3 study
    r"\b(?:study|trial)\s(?:[\"“(]\s?)?(?P<behind>[a-z]{3,14}(?:-[a-z]{2,6})?-(?:\d{1,2}|[a-z]{2,6}))"
    r"(?![\w/]|-\w)|(?<![\w/-])(?P<before>[a-z]{3,14}-\d{1,2})(?=\s(?:study|trial|extension)\b)",
    re.IGNORECASE,
)
_HERB = re.compile(
    r"(?<![\w-])(?:(?i:saint|st\.?|santa|san)\s)?[^\W\d_a-z][\w'’]{1,14}\s"
    r"(?:herb|wort|balm|bark|bitters|liniment|elixir|HERB|WORT|BALM|BARK|BITTERS|LINIMENT|ELIXIR)\b"
)

_DEGREE = re.compile(
    # Ann Lee, JD: a degree behind a name
    r"(?<=[^\W\d_],\s)(?:JD|LL\.?[BM]\.?|[BM]Pharm|PharmD|MBBS|MBChB|MRCP|FRCP|FRACP|R\.?Ph\.?|CRNA|CNM)"
    r"(?!\w)",
    re.IGNORECASE,
)
_BED = re.compile(
    # bed 307-2, bay 4, room 12B, location 6N-614
    r"\b(?:bed|bay|room|rm|cot|couch|shelf|locker|drawer|location)\s(?:no\.?\s?|#\s?)?"
    r"(?:\d{1,4}[A-Z]?|[A-Z]\d{1,3})(?:[-/]\d{1,4}[A-Z]?)?(?![\w/]|[.,-]\w)",
    re.IGNORECASE,
)


_PLACE_WORDS = frozenset(
    word + end
    for word in (
        "shop store hotel roof salon factor sawmill supermarket market shed warehouse "
        "restaurant cafe café kitchen garage studio gym pool playground stable barn "
        "greenhouse attic cellar basement balcon ladder scaffold scaffolding motorway "
        "crossroad station stop park school"
    ).split()
    for end in ("", "s", "y", "ies")
)
_STUDIES = frozenset(("study", "trial", "extension"))
_HERBS = frozenset("herb wort balm bark bitters liniment elixir".split())
_DEGREES = frozenset(
    "jd ll llb llm bpharm mpharm pharm pharmd mbbs mbchb mrcp frcp fracp rph r crna cnm".split()
)
_BEDS = frozenset("bed bay room rm cot couch shelf locker drawer location".split())


def find_generics(text: str, words: Set[str] | None = None) -> Iterator[tuple[int, int]]:
    """Give the [start, end) characters of every such expression.

    Places count in small letters, and in a text in capitals as well.
    words: of the text in small letters; without them nothing is left out for their sake.
    """
    if has_any(words, _PLACE_WORDS):
        places = text.lower() if text.isupper() else text
        if len(places) == len(text):
            for match in _GENERIC.finditer(places):
                yield match.span()
    if has_any(words, _STUDIES):
        for match in _STUDY.finditer(text):
            yield match.span(match.lastgroup or 0)
    for found, wanted in ((_HERB, _HERBS), (_DEGREE, _DEGREES), (_BED, _BEDS)):
        if has_any(words, wanted):
            for match in found.finditer(text):
                yield match.span()
