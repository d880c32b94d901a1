"""Places in general, beds, studies, herbs, degrees: what looks like a job, a number or a person."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy_deid.detect.words.reading import Cues, Reading

_PLACES = Cues(
    "shop|shops|store|stores|hotel|hotels|roof|roofs|salon|salons|factory|factories|sawmill|"
    "sawmills|supermarket|supermarkets|market|markets|shed|sheds|warehouse|warehouses|restaurant|"
    "restaurants|cafe|cafes|café|cafés|kitchen|kitchens|garage|garages|studio|studios|gym|gyms|"
    "pool|pools|playground|playgrounds|stables|barn|barns|greenhouse|greenhouses|attic|attics|"
    "cellar|cellars|basement|basements|balcony|balconies|ladder|ladders|scaffold|scaffolds|"
    "scaffolding|motorway|motorways|crossroads|petrol station|petrol stations|gas station|"
    "gas stations|bus stop|bus stops|car park|car parks"
)
_SCHOOLS = Cues("boarding|primary|secondary|high|nursery|grammar|middle|night|law|medical|driving")
_STUDIES = Cues("study|trial")
_EXTENSIONS = Cues("study|trial|extension")
_HERBS = Cues("herb|wort|balm|bark|bitters|liniment|elixir")
_DEGREES = Cues(
    "jd|ll.b|llb|ll.m|llm|bpharm|mpharm|pharmd|mbbs|mbchb|mrcp|frcp|fracp|r.ph|rph|crna|cnm"
)
_BEDS = Cues("bed|bay|room|rm|cot|couch|shelf|locker|drawer|location")

_GENERIC = re.compile(
    # 'a fish shop', 'from a roof', 'hotel'
    rf"(?<![\w-])(?:(?<=\ba\s)|(?<=\ban\s))[^\W\d_]{{2,14}}\s{_PLACES.pattern}(?![\w-])"
    rf"|(?<![\w'’-]){_PLACES.pattern}(?![\w'’-])"
)
_SCHOOL = re.compile(
    # 'boarding school', 'high school': kinds, not names
    rf"(?<![\w-]){_SCHOOLS.pattern}\sschool(?![\w-])"
)
_STUDY = re.compile(
    # study MONALEESA-2, trial PEGASUS-TIMI, the UMOJA-3 study
    rf"\b{_STUDIES.pattern}\s(?:[\"“(]\s?)?(?P<behind>[a-z]{{3,14}}(?:-[a-z]{{2,6}})?-"
    r"(?:\d{1,2}|[a-z]{2,6}))(?![\w/]|-\w)"
    rf"|(?<![\w/-])(?P<before>[a-z]{{3,14}}-\d{{1,2}})(?=\s{_EXTENSIONS.pattern}\b)",
    re.IGNORECASE,
)
_HERB = re.compile(
    rf"(?<![\w-])(?:(?i:saint|st\.?|santa|san)\s)?[^\W\d_a-z][\w'’]{{1,14}}\s"
    rf"(?:{_HERBS.pattern}|{_HERBS.pattern.upper()})\b"
)
_DEGREE = re.compile(
    # Ann Lee, JD: a degree behind a name
    rf"(?<=[^\W\d_],\s){_DEGREES.pattern}\.?(?!\w)",
    re.IGNORECASE,
)
_BED = re.compile(
    # bed 307-2, bay 4, room 12B, location 6N-614
    rf"\b{_BEDS.pattern}\s(?:no\.?\s?|#\s?)?"
    r"(?:\d{1,4}[A-Z]?|[A-Z]\d{1,3})(?:[-/]\d{1,4}[A-Z]?)?(?![\w/]|[.,-]\w)",
    re.IGNORECASE,
)
_SMALL = ((_GENERIC, _PLACES), (_SCHOOL, _SCHOOLS))
_ANY = ((_STUDY, _EXTENSIONS), (_HERB, _HERBS), (_DEGREE, _DEGREES), (_BED, _BEDS))


def find_generics(reading: Reading) -> Iterator[tuple[int, int]]:
    """Give the [start, end) characters of every such expression.

    Places count in small letters, and in a text in capitals as well.
    """
    small = reading.low if reading.text.isupper() else reading.text
    for text, searches in ((small, _SMALL), (reading.text, _ANY)):
        for pattern, cues in searches:
            if cues.among(reading):
                for match in pattern.finditer(text):
                    yield match.span(match.lastgroup or 0)
