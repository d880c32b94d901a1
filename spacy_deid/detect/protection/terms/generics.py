"""Places, schools, offices, beds, herbs, eponyms and roles in general: nobody's job or name."""

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
_HERBS = Cues("herb|wort|balm|bark|bitters|liniment|elixir")
_BEDS = Cues("bed|bay|room|rm|cot|couch|shelf|locker|drawer|location")
_OFFICES = Cues("directorate|pharmacovigilance center|pharmacovigilance centre|regional centre")
_ROLES = Cues(
    "virtual assistant|virtual agent|company doctor|health insurer|assistance agent|an agent|"
    "the agent|home teaching",
    whole=True,
)
_NODES = Cues("ln|lns")
_SIGNS = Cues("sign|triad|phenomenon|manoeuvre|maneuver")
_SMALL = (
    # 'a fish shop', 'from a roof', 'hotel'
    (
        _PLACES,
        re.compile(
            rf"(?<![\w-])(?:(?<=\ba\s)|(?<=\ban\s))[a-zà-ÿ]{{2,14}}\s{_PLACES.pattern}(?![\w-])"
            rf"|(?<![\w'’-])(?<!\bdr\s)(?<!\bmr\s)(?<!\bms\s)(?<!\bmrs\s){_PLACES.pattern}(?![\w'’-])"
        ),
    ),
    # 'boarding school', 'high school': kinds, not names
    (_SCHOOLS, re.compile(rf"(?<![\w-]){_SCHOOLS.pattern}\sschool(?![\w-])")),
)
_ANY = (
    (
        _HERBS,
        re.compile(
            r"(?<![\w-])(?:(?:(?i:saint|st\.?|santa|san)\s)?[^\W\d_a-z][\w'’]{1,14}\s"
            rf"{_HERBS.pattern}|(?:SAINT|ST\.?|SANTA|SAN)\s[^\W\d_a-z][\w'’]{{1,14}}\s"
            rf"{_HERBS.pattern.upper()})\b"
        ),
    ),
    # bed 307-2, bay 4, room 12B, location 6N-614
    (
        _BEDS,
        re.compile(
            # not the room of an address, nor the RM of a file, nor initials over an hour
            rf"\b(?!(?-i:RM)\s\d+-\d{{2}}|(?-i:RM)[ ]\d+[ ]\d|bay\s\d{{4}})"
            r"(?<!line\s\d,\s(?=r))(?<!unit\s\d,\s(?=r))(?<!block\s[a-z]\s(?=r))"
            rf"{_BEDS.pattern}(?:[ \t]|(?<=b[ae][yd])\n|(?<=room)\n)"
            r"(?:no\.?\s?|#\s?)?(?:\d{1,4}[A-Z]?|[A-Z]\d{1,3})(?:[-/]\d{1,4}[A-Z]?)?"
            r"(?![\w/]|[.,-]\w|[ ]{1,2}\d{3}|"
            r"[ ](?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)(?:r?uary|ch|il|ust|"
            r"t?e?m?ber|ober)?\b|"
            r",\s(?:\d{1,4}[a-z]?\s(?-i:[A-Z])|line\b|bl(?:oc)?k\b|bldg\b|building|hostel|house|plot|"
            r"lane|gate\b|floor\b|(?-i:The\s[A-Z])|(?:[^\W\d_]+\s){1,2}(?:court|house|mansions?|lodge|"
            r"hall|gardens?|hostel|building|block|road|rd|street|st|lane|tower)\b))",
            re.IGNORECASE,
        ),
    ),
    (
        _OFFICES,
        re.compile(
            rf"\b(?:(?:high|national|regional)\s)?{_OFFICES.pattern}(?:\sof\shealth)?\b",
            re.IGNORECASE,
        ),
    ),
    # 2 axillary LN, hilar LNs
    (
        _NODES,
        re.compile(
            r"(?<![\w-])(?:\d{1,2}\s)?(?:axillary|hilar|cervical|inguinal|mediastinal|mesenteric|pelvic|neck|"
            r"supraclavicular|subcarinal|iliac|enlarged|palpable|positive|reactive|sentinel|portal|"
            rf"para-?aortic|retroperitoneal)\s{_NODES.pattern}(?![\w'’-]|,\s[A-Z][a-z])",
            re.IGNORECASE,
        ),
    ),
    (_ROLES, re.compile(rf"(?<![\w-]){_ROLES.pattern}(?![\w-])", re.IGNORECASE)),
)
_CAPITALS = (
    # Myerson's sign
    (
        _SIGNS,
        re.compile(
            r"(?<![\w-])(?<!by\s)(?<!dr\s)(?<!dr\.\s)([^\W\d_a-z][^\W\d_]{2,14}['’]s\s"
            rf"{_SIGNS.pattern})(?![\w-])"
        ),
    ),
)


def find_generics(reading: Reading) -> Iterator[tuple[int, int]]:
    """Give the [start, end) characters of every such expression.

    Places and schools count in small letters, and in a text in capitals as well.
    """
    upper = reading.text.isupper()
    small = reading.low if upper else reading.text
    capitals = () if upper else _CAPITALS
    for text, searches in ((small, _SMALL), (reading.text, _ANY), (reading.text, capitals)):
        for cues, pattern in searches:
            if cues.among(reading):
                for match in pattern.finditer(text):
                    yield match.span(match.lastindex or 0)
