"""Animals, storms and germs with a name of people or places: 'my dog Rosie', 'Hurricane Ida'."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy_deid.detect.words.reading import Cues, Reading

_ANIMALS = Cues(
    "dog|puppy|cat|kitten|tomcat|horse|mare|stallion|pony|parrot|budgie|canary|rabbit|bunny|hamster|"
    "goldfish|labrador|poodle|terrier|spaniel|collie|retriever|greyhound|dachshund|beagle|chihuahua|"
    "pug|tortoise|donkey|goat|cow|hen|rooster|guinea pig|ferret"
)
_STORMS = Cues("hurricane|cyclone|typhoon|storm")
_NAME = r"(?P<name>[A-Z][a-zà-ÿ]{2,11})"
_CLOSED = (
    r"(?=[.,;!?)]|\s(?:ate|is|was|has|had|and|got|bit|licked|barked|who|which|also|did|does|just|"
    r"slept|sleeps|jumped|ran|needs|takes|took|gets)\b|\s*\Z)"
)
"""What follows where nobody else's doing does: not 'a horse Maria was riding'."""
_GERMS = Cues(
    "candida|lomentospora|scedosporium|leclercia|hafnia|salmonella|klebsiella|enterobacter|serratia|"
    "citrobacter|proteus|morganella|providencia|raoultella|pantoea|kluyvera|acinetobacter|"
    "stenotrophomonas|burkholderia|elizabethkingia|chryseobacterium|aspergillus|fusarium|rhizopus|"
    "mucor|nocardia|listeria|legionella|brucella|bartonella|rothia|gemella|granulicatella|"
    "abiotrophia|aerococcus|kocuria|micrococcus|corynebacterium|propionibacterium|cutibacterium|"
    "bacteroides|prevotella|fusobacterium|veillonella|finegoldia|parvimonas|eggerthella|"
    "trichosporon|saccharomyces|malassezia|rhodotorula|cryptococcus|talaromyces|exophiala"
)
_SPECIES = Cues(
    "krusei|auris|glabrata|parapsilosis|tropicalis|albicans|dubliniensis|lusitaniae|guilliermondii|"
    "prolificans|alvei|aureus|epidermidis|hominis|haemolyticus|lugdunensis|capitis|pneumoniae|oxytoca|"
    "aerogenes|cloacae|marcescens|freundii|koseri|mirabilis|vulgaris|morganii|stuartii|rettgeri|"
    "baumannii|maltophilia|cepacia|fumigatus|flavus|terreus|niger|faecalis|faecium|gallinarum|coli|"
    "difficile|perfringens|fragilis|acnes|striatum|jeikeium|influenzae|meningitidis|catarrhalis|"
    "pyogenes|agalactiae|mitis|oralis|anginosus|typhi|paratyphi|sonnei|flexneri|jejuni|pylori|henselae"
)
_PATTERNS = (
    # Salmonella Montevideo, Candida auris, Leclercia sp.
    (
        _GERMS,
        re.compile(
            rf"(?<![\w-])(?=[A-Z])(?P<name>(?i:{_GERMS.pattern})(?:\s(?:{_SPECIES.pattern}|spp?\.|"
            r"complex))?)(?!\w)"
        ),
    ),
    (_GERMS, re.compile(r"(?<![\w-])(?P<name>Salmonella\s[A-Z][a-z]{3,14})(?!\w|\s[A-Z])")),
    # C. krusei
    (_SPECIES, re.compile(rf"(?<![\w.-])(?P<name>[A-Z][a-z]{{0,4}}\.?\s{_SPECIES.pattern})(?!\w)")),
    (
        _ANIMALS,
        # not 'bitten by the dog, Anna': a comma may part two
        re.compile(
            r"\b(?:[Mm]y|[Oo]ur|[Hh]er|[Hh]is|[Tt]heir|[Yy]our)\s(?:[a-z-]{2,12}\s){0,2}"
            rf"{_ANIMALS.pattern}\s{_NAME}{_CLOSED}"
        ),
    ),
    (
        _ANIMALS,
        re.compile(rf"\b{_ANIMALS.pattern}\s(?:(?:named|called)\s|\(){_NAME}{_CLOSED}"),
    ),
    (_ANIMALS, re.compile(rf"(?<![\w'’-]){_NAME}\sthe\s{_ANIMALS.pattern}{_CLOSED}")),
    (
        _STORMS,
        re.compile(
            r"\b(?P<name>(?:Hurricane|Cyclone|Typhoon|Tropical\s[Ss]torm)\s[A-Z][a-zà-ÿ]{2,11}|"
            r"(?:HURRICANE|CYCLONE|TYPHOON|TROPICAL\sSTORM)\s[A-Z]{3,12})(?!\w)"
        ),
    ),
)
_NO_NAMES = frozenset(
    "she her they the this that these those then there when where while what who why how but and "
    "for after before during since until with from not now was were has had did one two some all "
    "dr mr mrs ms miss prof nurse doctor".split()
)

_GERMS_NAMED = frozenset("candida serratia providencia hafnia rothia leclercia".split())
_SOMEBODY = re.compile(
    r"\b(?i:nurse|sister|midwife|patient|pt|mr|mrs|ms|miss|dr|dear|daughter|mother|wife|aunt|"
    r"spoke\s(?:to|with)|signed|regards)[.,:]?\s\Z"
)
_NAMED_BEHIND = re.compile(
    r"\s[A-Z][a-z]+(?:['’.,;)-]|\s(?:was|is|has|had|called|reported|said|told|who|and)\b|\s*\Z)|"
    r",\s\d{1,3},|\swas\s(?:admitted|vaccinated|hospitali)|"
    r",\s[A-Z][a-z]+(?:[.;)]|\Z)|\sis\s(?:her|his|my|the)\s|"
    r"\s\((?:mother|daughter|wife|sister|aunt|nurse|patient|pt|neighbou?r|mum|mom|carer)\b|\s(?:called|phoned|rang|said|says|told|wrote|lives|works|signed)\b"
)
_PLACED = re.compile(r"(?:\b(?i:in|at|from|de|near)|[^.:\n]\s[A-Z][a-z]+|\A[A-Z][a-z]+)\s\Z")
"""What leads the district of Providencia: a preposition, the name of a shop."""
_REACH = 20


def find_creatures(reading: Reading) -> Iterator[tuple[int, int]]:
    """Give the [start, end) characters of every such name, of storms with their kind.

    A name with a comma between it and the animal can be that of somebody else, and so can one
    behind an animal of nobody: 'bitten by a dog Peter owns'.
    """
    for cues, pattern in _PATTERNS:
        if not cues.among(reading):
            continue
        for match in pattern.finditer(reading.text):
            if match["name"].lower() not in _NO_NAMES and not _is_somebody(reading.text, match):
                yield match.span("name")


def _is_somebody(text: str, match: re.Match[str]) -> bool:
    """Tell whether one word is the name of somebody or a town: 'nurse Candida', 'Candida Lopez'."""
    start, end = match.span("name")
    name = match["name"].lower()
    if name not in _GERMS_NAMED:
        return False
    if name == "providencia" and _PLACED.search(text, max(start - _REACH, 0), start):
        return True
    led = _SOMEBODY.search(text, max(start - _REACH, 0), start) is not None
    return led or _NAMED_BEHIND.match(text, end) is not None
