"""Streets without a street word, told by the number, the flat or the postcode beside them."""

from __future__ import annotations

import re

from spacy_deid.annotations import Proposal

_CAPITAL = "A-ZÀ-ÖØ-ÞĄĆČĎĘŁŃŘŚŠŤŹŻŽİ"
_WORD = rf"[{_CAPITAL}][\w'\u2019.\-]+"
_BEFORE_POSTCODE = re.compile(
    rf"(?:(?<=, )|(?<=\n)|(?<=: ))(?P<street>{_WORD}(?:\s(?:{_WORD}|de|del|da|di|van|der|"
    rf"of)){{0,3}}\s[0-9]{{1,3}}"
    rf"(?:[a-zA-Z]|[/-][0-9]{{1,3}})?),?[ \n](?=(?:[A-Z]{{1,3}}-)?(?:[0-9]{{3}}\s[0-9]{{2}}|"
    rf"[0-9]{{4,5}})(?:,|\s)\s?{_WORD})"
)
_NUMBERS = re.compile(r"[0-9][a-zA-Z]?,?[ \n](?:[A-Z]{1,3}-)?[0-9]{3}")
_KIND = (
    r"(?:Towers?|Building|Bldg\.?|House|Court|Mansions?|Apartments?|Condominiums?|Condo|"
    r"Residences?|"
    r"Heights|Plaza|Centre|Center|Arcade|Chambers|Complex|Block|Estate|Villas?|Enclave|Manor)"
)
_UNIT = re.compile(
    r"(?<![\w-])(?:Unit|Flat|Apt\.?|Suite|Room|Rm\.?|Blk\.?|Block|Bldg\.?|Tower|Level|Lot|#)\s?#?"
    rf"[0-9]{{1,5}}[A-Z]?(?:-[0-9A-Z]{{1,4}})?,?\s(?:(?:{_WORD}|"
    rf"[0-9]{{1,4}})\s){{1,3}}{_KIND}(?![\w])"
)
_BLOCK_LOT = re.compile(
    r"(?<![\w-])(?:B(?:lk|lock)\.?\s?[0-9]{1,4},?\s(?:Lot|Lt\.?|L)\s?[0-9]{1,4}|"
    r"Lot\s?[0-9]{1,4},?\s"
    r"B(?:lk|lock)\.?\s?[0-9]{1,4}|Mz\.?\s?[A-Z0-9]{1,3},?\sLt\.?\s?[0-9]{1,3}|"
    r"[Ss]m\.?\s?[0-9]{1,3}\s[Mm]z\.?\s?[0-9]{1,3})"
    rf",?(?:\s{_WORD}){{0,3}}(?:\s(?:St\.?|Street|Ave\.?|Avenue|Road|Rd\.?|Subdivision|"
    rf"Subd\.?|Village))?"
)
_HOUSE_NUMBER = re.compile(
    r"\b(?:house (?:number|no\.?|nr\.?)|huisnummer|hausnummer|hausnr\.?|husnummer|número exterior|"
    r"numero civico)\s?[:#]?\s?(?P<street>[0-9]{1,4}(?:\s?-?\s?[a-z](?![\w]))?)(?![\w%/]|"
    r"[.,:][0-9])"
)
_LETTER_HEAD = re.compile(
    rf"(?P<name>(?:\A|"
    rf"\n)[ \t]*(?:{_WORD}[ \t]?){{2,4}})\n(?P<street>[1-9][0-9]{{0,3}}[a-zA-Z]?"
    rf"\s{_WORD}(?:\s{_WORD}){{0,2}})"
    rf",\s(?={_WORD}(?:\s{_WORD}){{0,2}}(?:\n|\s?[0-9]{{3,6}}|\Z|,))"
)
_SIGN_OFF = re.compile(
    r"\b(?:regards|sincerely|yours|thanks|thank you|cheers|greetings|best|respectfully|faithfully|"
    r"address|sender|from|atentamente|cordialement|mvh|grüßen|saluti)\b"
)
_HUNGARIAN = re.compile(
    rf"(?P<street>(?:{_WORD}\s){{1,3}}(?:tér|út|utca|u\.|útja|köz|sor|krt\.|körút|sétány|"
    rf"rkp\.|ulice|"
    rf"street|"
    rf"utja)\s[0-9]{{1,4}}(?:[/-][0-9A-Za-z]{{1,4}})?\.?(?:\s?[IVX]{{1,4}}\.)?)(?![\w%]|[:,][0-9])"
)
_ROAD = re.compile(
    r"\b(?:on|at|along|off|near|"
    r"in)\s(?P<street>(?P<name>[a-z]{3,14})(?:\s[a-z]{4,12})?\s(?:road|street|avenue|"
    r"lane))(?![\w-])"
)
_COMMON = frozenset(
    "the this that same next main side high long country rural private public paved back city "
    "service access wrong right walk street toll icy wet busy slippery quiet dark narrow mountain "
    "forest ring local other home dirt gravel open a an my our his her their your which any each "
    "every across down up off of and middle center one two another cross fast slow left bus bike "
    "memory recovery long bumpy rocky no all some into onto from with through rough entire village "
    "nearby".split()
)


def find_bare_streets(text: str, low: str, words: set[str]) -> list[Proposal]:
    """Find streets that only their surroundings tell: 'Ilica 104, 10000 Zagreb'.

    text: a text; low: the same in lower case, character for character; words: its vocabulary.
    RETURNS: STREET proposals in no special order; they may overlap.
    """
    found = [
        _street(match, 0.75, "before_postcode")
        for match in (_BEFORE_POSTCODE.finditer(text) if _NUMBERS.search(text) else ())
        if match["street"].split()[0].lower() not in _NO_STREET
    ]
    if not words.isdisjoint(_UNIT_WORDS):
        found.extend(_whole(match, 0.8, "unit") for match in _UNIT.finditer(text))
        found.extend(_whole(match, 0.9, "block_lot") for match in _BLOCK_LOT.finditer(text))
    if not words.isdisjoint(_HOUSE_WORDS):
        found.extend(_street(match, 0.75, "house_number") for match in _HOUSE_NUMBER.finditer(low))
    if "\n" in text:
        found.extend(
            _street(match, 0.6, "letter_head")
            for match in _LETTER_HEAD.finditer(text)
            if match["street"].split()[1].lower() not in _NO_STREET
            and _SIGN_OFF.search(low, max(0, match.start() - 120), match.start("street"))
        )
    if not words.isdisjoint(_HUNGARIAN_WORDS):
        found.extend(_street(match, 0.8, "hungarian") for match in _HUNGARIAN.finditer(text))
    if not words.isdisjoint(("road", "street", "avenue", "lane")):
        for match in _ROAD.finditer(text):
            named = match["street"].split()[:-1]
            if _COMMON.isdisjoint(named):
                found.append(_street(match, 0.55, "lower_road"))
    return found


_UNIT_WORDS = frozenset("unit flat apt suite room rm blk block bldg tower level lot mz sm".split())
_HOUSE_WORDS = frozenset("house huisnummer hausnummer hausnr husnummer exterior civico".split())
_HUNGARIAN_WORDS = frozenset("tér út utca útja köz sor krt körút sétány rkp utja u ulice".split())
_NO_STREET = frozenset(
    "visit day week dose case page lot batch month cycle room bed ward grade table figure study "
    "group arm patient subject version line section january february march april may june july "
    "august september october november december jan feb mar apr jun jul aug sep sept oct nov dec "
    "tablets tablet capsules mg ml report unit no number phase stage year years days weeks".split()
)


def _street(match: re.Match[str], score: float, name: str) -> Proposal:
    start, end = match.span("street")
    return Proposal(start, end, "STREET", score, f"addresses.{name}")


def _whole(match: re.Match[str], score: float, name: str) -> Proposal:
    end = match.end()
    while match.string[end - 1] in " ,":
        end -= 1
    return Proposal(match.start(), end, "STREET", score, f"addresses.{name}")
