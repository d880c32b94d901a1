"""Phrases in which a place stands that no list holds: addresses, homes, states in brackets."""

from __future__ import annotations

from spacy_deid.detect.words.cues import word_set
from spacy_deid.detect.words.lexicon import (
    CALENDAR,
    COMMON,
    FREQUENT_FIRST,
    FUNCTION,
    GUARDED,
    HEADER,
    RELATION,
    ROLE,
    SITE_HEAD,
    TITLE,
)
from spacy_deid.detect.words.scan import Scan
from spacy_deid.detect.words.wordings import Wording, Wordings, anything, compiled

_NOT = FUNCTION | CALENDAR | GUARDED | TITLE | ROLE | RELATION | SITE_HEAD


def _is_town(scan: Scan, first: int, end: int) -> bool:
    """Judge a capitalised word behind 'lives in': anything but plain words and titles."""
    if scan.bare_case(first) and not scan.words[first].islower():
        return False
    for at in range(first, end):
        flags = scan.flags[at]
        if not scan.words[at].isalpha() or scan.words[at].islower() and at > first:
            continue
        if flags & _NOT or flags & COMMON and not (end - first > 1 and at > first):
            return False
    return True


def _is_dated(scan: Scan, first: int, end: int) -> bool:
    """Judge the town of 'Witzenhausen, den 9. Oktober'."""
    return end + 2 < len(scan) and scan.words[end + 2].isdigit() and _is_town(scan, first, end)


def _is_quiet_town(scan: Scan, first: int, end: int) -> bool:
    """Judge a word behind 'from': a town, not a person."""
    if any(scan.flags[at] & (FREQUENT_FIRST | HEADER) for at in range(first, end)):
        return False
    word = scan.words[first]
    return _is_town(scan, first, end) and len(word) > 3 and not word.isupper()


def _is_australian(scan: Scan, first: int, end: int) -> bool:
    """Judge the words before 'NSW 2663'."""
    place = end + 1 if end < len(scan) and scan.words[end] == "," else end
    if place + 1 >= len(scan) or not scan.words[place].isupper():
        return False
    code = scan.words[place + 1]
    return (
        code.isdigit()
        and len(code) == 4
        and not any(scan.flags[at] & (_NOT | COMMON) for at in range(first, end))
    )


_WORD_TOWNS = word_set(
    "ash bath battle barking barrow beer buffalo bury crook deal diss eye flint hook hull lancing "
    "mobile mold nice normal orange over peel phoenix poole reading rugby rye sale salem sandwich "
    "settle stone street tring wells worms ware"
)
"""Towns whose names are words, so that the lists alone don't make them places."""
_ARTICLES = frozenset({"a", "an", "the"})


def _is_word_town(scan: Scan, first: int, end: int) -> bool:
    """Judge the word of 'a Bath pensioner'."""
    led = first > 0 and scan.low[first - 1] in _ARTICLES and scan.same_line(first)
    return led and end == first + 1 and not scan.words[first].isupper()


_AUSTRALIA = word_set("nsw vic qld tas wa sa act nt")
_NAME = r"<W>(?: (?:<W>|de|del|la|el|do|da|di|am|an der|upon|sur|sous|i)(?=[ ,.;)\n]|$)){0,3}"
_END = (
    r"(?=[,.;:)\n]|$| (?:and|with|where|who|since|for|when|in|near|on|to|but|by|via|\(|[A-Z]{2}\b))"
)

_TABLE = (
    Wording(
        "home",
        word_set(
            "lives live lived living resides resided residing resident residence born native "
            "moved relocated residente wohnhaft domiciled grew hails settled stationed farm "
            "farmer farmers works worked player home town village city vive woont woonachtig "
            "bosatt"
        ),
        compiled(
            r"\w+(?: (?:now|currently|alone|still|up|here|just|mostly|back|out))?(?: with "
            r"[a-z]+(?: [a-z]+)?)? "
            r"(?:in|of|at|near|from|to|outside|em|en|te|i|à|a) (?:the (?:village|town|city|hamlet|"
            r"district|suburb|"
            r"municipality) (?:of|called) )?(?P<x>" + _NAME + r")" + _END
        ),
        "CITY",
        0.65,
        _is_town,
    ),
    Wording(
        "of.town",
        _WORD_TOWNS,
        compiled(
            r"(?P<x><W>)(?= (?:pensioner|man|woman|mother|father|grandmother|grandfather|gran|"
            r"teenager|schoolboy|schoolgirl|couple|family|resident|mum|mom|gp|GP|surgery|solicitor|"
            r"nurse|pharmacist|widow|widower|housewife)(?!\w))"
        ),
        "CITY",
        0.65,
        _is_word_town,
    ),
    Wording(
        "from.there",
        word_set("from"),
        compiled(
            r"from (?P<x><W>(?: <W>)?)(?=, (?:that|<W>,|a |who|he |she |aged|born|diagn)| (?:with|"
            r"who|aged|presented|came|to) )"
        ),
        "CITY",
        0.6,
        _is_quiet_town,
    ),
    Wording(
        "village.tail",
        word_set(
            "village township hamlet municipality subdistrict kelurahan taluk tehsil mandal "
            "barangay commune"
        ),
        compiled(r"(?<![\w'’-])(?P<x><W>(?:[ -]<W>)?) $"),
        "LOCATION_OTHER",
        0.65,
        _is_town,
        True,
        True,
    ),
    Wording(
        "letterhead",
        word_set("den le li il"),
        compiled(r"(?:^|\n)(?P<x><W>(?: <W>)?), $"),
        "CITY",
        0.75,
        _is_dated,
        True,
    ),
    Wording(
        "zone",
        word_set("zone estate park"),
        compiled(r"(?<![\w'’-])(?P<x><W>(?: <W>){0,2}) [Ii]ndustrial $"),
        "LOCATION_OTHER",
        0.7,
        _is_town,
        True,
        True,
    ),
    Wording(
        "county",
        word_set("co"),
        compiled(
            r"(?P<x>(?:Co|CO|co)\. (?:Antrim|Armagh|Carlow|Cavan|Clare|Cork|Donegal|Down|Dublin|"
            r"Durham|Fermanagh|"
            r"Galway|Kerry|Kildare|Kilkenny|Laois|Leitrim|Limerick|Longford|Louth|Mayo|Meath|"
            r"Monaghan|Offaly|"
            r"Roscommon|Sligo|Tipperary|Tyrone|Waterford|Westmeath|Wexford|Wicklow|KERRY|CORK|"
            r"CLARE|GALWAY|MAYO|"
            r"DONEGAL|DUBLIN|LIMERICK|TIPPERARY|WATERFORD|WEXFORD|KILDARE|KILKENNY|MEATH|LOUTH|"
            r"SLIGO|DOWN|ANTRIM))(?!\w)"
        ),
        "LOCATION_OTHER",
        0.9,
        anything,
    ),
    Wording(
        "australian",
        _AUSTRALIA,
        compiled(r"(?<![\w'’-])(?P<x><W>(?: <W>){0,2}),? $"),
        "CITY",
        0.8,
        _is_australian,
        True,
    ),
    Wording(
        "australian.state",
        _AUSTRALIA,
        compiled(r"(?P<x>NSW|VIC|QLD|TAS|WA|SA|ACT|NT)(?=,? \d{4}(?!\d))"),
        "STATE",
        0.85,
        anything,
    ),
    Wording(
        "province",
        word_set("prov provincia provinz"),
        compiled(r"[Pp]rov(?:incia|inz)?\.?(?: of| de| di)? (?P<x>[A-Z]{2}(?!\w)|<W>)"),
        "STATE",
        0.8,
        _is_town,
    ),
)
PLACE_WORDINGS = Wordings(_TABLE)
"""The table that ``places`` reads."""
