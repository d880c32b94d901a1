"""Postcodes: by their form where it is telling, else by the street, place or cue beside them."""

from __future__ import annotations

import re

from spacy_deid.annotations import Proposal
from spacy_deid.detect.addresses.postcode_cities import codes_beside_cities
from spacy_deid.detect.addresses.postcode_forms import (
    dashed_codes,
    glued_codes,
    lettered_codes,
    numbered_codes,
    zip_in,
)
from spacy_deid.detect.words.anchors import places

_CODE = (
    r"(?:[0-9]{5}(?:-[0-9]{3,4})?|[0-9]{3} [0-9]{2}|[0-9]{4}(?: ?[A-Z]{2})?|[0-9]{2}-[0-9]{3}"
    r"|[0-9]{4}-[0-9]{3}|[0-9]{6}|[0-9]{3} [0-9]{3})(?![\w]|[\-./:][0-9])"
)
_BEHIND_STREET = re.compile(
    r"(?:\s?,\s{0,2}|\s{1,3}|\s?-\s|\s?\n\s?)(?:[A-Z]{1,3}-)?"
    rf"(?P<zip>{_CODE})(?=\s{{1,2}}[A-Z\u00c0-\u00de\u0141\u0141\u015a]|[,.;)\n]|\s?$)"
)
_BEHIND_CITY = re.compile(
    r"(?:\s?,\s{0,2}|\s{1,3}|\s?\n\s?)(?:[A-Z\u00c0-\u00de][\w'\u2019.\-]+(?:[ "
    r"][A-Z][\w'.\-]+){0,2}(?:\s\((?:prov\.?\s)?[A-Z]{2}\))?,?(?:\s?-\s?|\s)){1,2}"
    r"(?P<zip>[0-9]{5,6}(?:-[0-9]{3,4})?|[0-9]{3} [0-9]{2,3}|[0-9]{4})(?![\w]|[\-./:][0-9])"
)
_BEFORE_STREET = re.compile(
    r"(?<![\w.,/:-])(?P<zip>[1-9][0-9]{3,4}|[0-9]{3} "
    r"[0-9]{2})\s(?:[A-Z\u00c0-\u00de][\w'\u2019\-]+\s?){1,3},\s\Z"
)
_NAMED_CITY = re.compile(r"[A-Z][a-z]+ City,? (?P<zip>[1-9][0-9]{3})(?=\s*\n|\s*\Z|[,;)])")
_CUE = re.compile(
    r"(?:zip(?: ?code)?|post ?-?codes?|postal codes?|postleitzahl|plz|code postal|c\.?p\.?"
    r"|c\.?a\.?p\.?|c\u00f3digo postal|codigo postal|postnummer|postnr|pin ?code|pin|cep|"
    r"eircode|kod pocztowy|postinumero)(?:\b|(?<=\.))\s{0,2}(?:is|was|no\.?|number|:|=|#|-|"
    r"of)?\s{0,2}[:#]?\s?"
    r"(?P<zip>[0-9]{5}-[0-9]{3,4}|[0-9]{3} [0-9]{3}|[0-9]{3} ?[0-9]{2}|[0-9]{4} ?[A-Z]{2}"
    r"|[0-9]{2}-[0-9]{3}|[0-9]{4}-[0-9]{3}|[0-9]{4,6}"
    r"|[A-Z]{1,2}[0-9][0-9A-Z]? ?[0-9][A-Z]{2}|[A-Z][0-9][A-Z] ?[0-9][A-Z][0-9]|[A-Z][0-9W]{2} "
    r"?[0-9A-Z]{4})(?![\w]|[.:][0-9])",
    re.IGNORECASE,
)
_CUES = {
    **{
        word: word for word in "zip zipcode post postcode postcodes postal postleitzahl plz".split()
    },
    **{
        word: word
        for word in "postnummer postnr pin pincode cp cap cep eircode postinumero".split()
    },
    "code": "code postal",
    "kod": "kod poczt",
    "c\u00f3digo": "c\u00f3digo postal",
    "codigo": "codigo postal",
    "p": "c.p",
}
_WEAK_CUES = frozenset(("cp", "p", "cap", "pin", "cep", "post"))


def find_postcodes(text: str, low: str, words: set[str], streets: list[Proposal]) -> list[Proposal]:
    """Find postcodes.

    text: a text; low: the same in lower case, character for character; words: its vocabulary.
    streets: the streets and boxes found in it; they make a bare number behind them a postcode.
    RETURNS: ZIP proposals in no special order; they may overlap.
    """
    found = _beside_streets(text, streets)
    found += lettered_codes(text, low, words)
    found += numbered_codes(text, low)
    found += dashed_codes(text, low)
    if "city" in words:
        found += [zip_in(match, 0.7, "named_city") for match in _NAMED_CITY.finditer(text)]
    found += glued_codes(text)
    found += codes_beside_cities(text, words)
    for word in words & _CUES.keys():
        for place in places(low, _CUES[word]):
            match = _CUE.match(text, place)
            if match and (word not in _WEAK_CUES or _marked(match)):
                found.append(zip_in(match, 0.92, "cued"))
    return found


def _beside_streets(text: str, streets: list[Proposal]) -> list[Proposal]:
    """Find the numbers that a street before or behind them makes postcodes."""
    found = []
    previous = 0
    for street in streets:
        ahead = _BEFORE_STREET.search(text, max(previous, street.start - 48), street.start)
        previous = street.end
        if ahead is not None:
            found.append(zip_in(ahead, 0.85, "before_street"))
        behind = _BEHIND_STREET.match(text, street.end) or _BEHIND_CITY.match(text, street.end)
        if behind is not None:
            found.append(zip_in(behind, 0.85, "behind_street"))
    return found


def _marked(match: re.Match[str]) -> bool:
    """Tell whether a short cue is meant: 'PIN: 110001', 'CP 28013' in capitals."""
    head = match.group()[: match.start("zip") - match.start()]
    return ":" in head or "code" in head.lower() or "nummer" in head or head.strip().isupper()
