"""Streets in the manner of continental Europe, Latin America and India."""

from __future__ import annotations

import re

from spacy_deid.annotations import Proposal
from spacy_deid.detect.addresses.shorthand import is_frequency
from spacy_deid.detect.words.anchors import places

_CAPITAL = (
    "A-Z\u00c0-\u00d6\u00d8-\u00de\u0104\u0106\u010c\u010e\u0118\u0141\u0143\u0158\u015a\u0160"
    "\u0164\u0179\u017b\u017d\u0130"
)
_SUFFIXES = tuple(
    (
        "straße stra\u00dfe strasse str platz gasse allee weg damm ufer chaussee steig graben "
        "zeile gatan v\u00e4gen vagen gata gr\u00e4nd "
        "torget stigen backen gade gaden vej vejen veien vegen plads str\u00e6de straede straat "
        "laan plein gracht kade singel dreef "
        "dijk steeg katu kuja utca caddesi soka\u011f\u0131 sokak bulvar\u0131 mahallesi ulitsa "
        "prospekt körút rakpart sétány"
    ).split()
)
_STRONG_SUFFIXES = frozenset(
    "straße strasse gatan v\u00e4gen straat gracht caddesi soka\u011f\u0131 str\u00e6de".split()
)
_PLAIN_WORDS = frozenset(
    "brigade renegade decade arcade cascade weg platz norweg mandate regata frigata allee".split()
)
_HOUSE = re.compile(
    r"\.?,?\s{1,2}(?:(?:nr|no"
    r"|hausnr)\.?:?\s?)?(?P<number>[0-9]{1,4}(?:\s?[A-Za-z](?![\w'\u2019]))?(?:\s?[\-\u2013/]\s?[0"
    r"-9]{1,4}[A-Za-z]?)?)"
    r"(?![0-9\w%]|[.,:/][0-9])(?!\s?(?:mg|ml|mcg|g\b|tabl|uhr|kl\b|jahre|tage|days|weeks|years"
    r"|hours|times|%))",
    re.IGNORECASE,
)
_WORD_BACK = re.compile(r"[\w.\-\u2019']*")
_PRIOR = re.compile(rf"[{_CAPITAL}][\w\u2019'.\-]+\s$")
_PREPOSITION = re.compile(
    rf"(?:Am|An der|An den|An dem|Auf dem|Auf der|Im|In der|In den|Unter den|Zum|Zur|Beim|Hinter "
    rf"der|Vor dem)\s"
    rf"[{_CAPITAL}][\w\-]+(?:\s[{_CAPITAL}][\w\-]+)?\s[0-9]{{1,4}}\s?[a-z]?(?=\s?[,\n]\s*(?:D-|A-"
    rf"|CH-)?[0-9]{{4,5}}\s[{_CAPITAL}])"
)
_PREPOSITIONS = frozenset("am der den dem im zum zur beim".split())
_GENITIVES = frozenset("gate gt vei veg plass v\u00e4g gata all\u00e9 plads plats".split())
_GENITIVE = re.compile(
    rf"(?:[{_CAPITAL}][\w\-]+\s){{0,2}}[{_CAPITAL}][\w\-]+s\s(?:gate|gt\.|vei|veg|plass|v\u00e4g"
    rf"|gata|all\u00e9|plads|plats)\s"
    r"(?P<number>[0-9]{1,3}\s?[A-Za-z]?)(?!\w|[.,:/][0-9])"
)
_FIRST = {
    **dict.fromkeys(
        "rue calle rua viale piazza piazzale ul. ulica ulitsa avda avda. avenida carrer c/ "
        "travessa pra\u00e7a passeig "
        "rambla vicolo impasse corso leof. leoforos odos bulevardul calea prolongación "
        "privada".split(),
        "strong",
    ),
    **dict.fromkeys(
        "avenue av. av boulevard bd bd. bld blvd chemin all\u00e9e all\u00e9es quai place pl. "
        "cours route square paseo plaza carretera "
        "ctra. camino ronda via strada largo contrada lungomare estrada alameda rodovia al. aleja "
        "aleje os. osiedle jalan jl. ulice "
        "n\u00e1m\u011bst\u00ed t\u0159\u00edda calzada carrera cra. diagonal transversal passage "
        "sentier faubourg lotissement".split(),
        "number",
    ),
}
_LETTERS_OF = {first: first.rstrip("./") for first in _FIRST}
_PARTICLE = (
    r"(?:(?:de la|de los|de las|de l['\u2019]|della|delle|dello|degli|dell['\u2019]|dei|del|des"
    r"|dos|das|du|de|da|do|di|d['\u2019]|la|le|les|l['\u2019]|los|las|el|y|e|et|im\.)\s?)"
)
_NAME = re.compile(
    rf"\s{{1,2}}{_PARTICLE}{{0,2}}(?P<head>[{_CAPITAL}0-9][\w\u2019'.\-]*)"
    rf"(?:\s{_PARTICLE}{{0,2}}[{_CAPITAL}][\w\u2019'\-]*\.?){{0,4}}"
)
_LOW_NAME = re.compile(
    r"\s{1,2}(?P<head>[a-z\u00df-\u00ff]{2}[\w'\u2019]*)"
    r"(?:\s[a-z\u00df-\u00ff][\w'\u2019]*){0,4}(?=,?\s(?:n[\u00ba\u00b0.]\s?)?(?:[0-9]|s/n))"
)
_UNNUMBERED = re.compile(
    rf"(?:[{_CAPITAL}][\w\u2019'\-]+\s(?:(?:de|del|la|los"
    rf"|las)\s){{0,2}}){{0,3}}[{_CAPITAL}][\w\u2019'\-]+,?\ss/n(?![\w:#]"
    rf"|\s?[:#]?\s?[0-9][0-9A-Z]*[A-Z-])"
)
_NUMBER_BEFORE = re.compile(
    r"(?:^|(?<=[\s,;:(]))[0-9]{1,4}(?:\s?(?:bis|ter|quater"
    r"|[a-d]))?(?:[\-/][0-9]{1,4})?\s?,?\s{1,2}$",
    re.IGNORECASE,
)
_NUMBER_AFTER = re.compile(
    r"\s?,?\s{0,2}(?:(?:n[\u00ba\u00b0.o]|n[u\u00fa]m\.?|numero|n\u00famero|no\.|nr\.?|d\.|#|bloco"
    r"|km)\s?)?(?P<number>[0-9]{1,4}(?:[A-Za-z](?!\w))?(?:[\-/][0-9]{1,4}[A-Za-z]?)?|s/n)"
    r"(?![\w%]|[.,:/][0-9])(?!\s(?:mg|ml|mcg|g\b|days|weeks|years|hours|times|jours|horas"
    r"|d\u00edas|dias|ans|a\u00f1os|giorni))",
    re.IGNORECASE,
)
_INNER = re.compile(
    r"(?:\s?[,\-]?\s(?:piso|planta|puerta|esc\.?|escalera|portal|bloque|apto\.?|apt\.?|ap\."
    r"|apartamento|dpto\.?|bloco|casa|b\u00e2t\.?|b\u00e2timent|\u00e9tage|"
    r"interno|int\.|scala|sc\.|m\.|lok\.|kv\.|d\.|bte|bo\u00eete|bus"
    r"|sala)\s?[0-9A-Z][0-9A-Z\-]{0,4}\b|\s?,\s?[0-9]{1,2}(?:\s?,?\s?[A-Z0-9](?![\w]))?(?![\w]"
    r"|[.,/:\-][0-9])|\s?[,.\-]\s?P?[0-9]{1,2}\s?\-?\s?[0-9]?[A-Z](?!\w)"
    r"|\s?,?\s[0-9]{1,2}\s?[\u00ba\u00aa\u00b0]\s?(?:[A-Z]\b|dcha\.?|izda\.?|izq\.?|esq\.?"
    r"|dto\.?)?){1,3}"
)
_QUARTER = re.compile(
    r",?\s(?:Col\.|Colonia|Fracc\.|Fraccionamiento|Urb\.|Urbanización|Barrio|B[º°]|Brgy\.?|"
    r"Barangay|Bairro|"
    r"Sector|Poblado)\s[A-ZÀ-Þ][\w.]+(?:\s[A-ZÀ-Þ][\w.]+){0,3}"
)
_LISTED_BEFORE = re.compile(r"(?:,|\n)\s?\Z")
_SPANISH = frozenset("paseo avenida calle calzada avda avda. carrera jalan jl. via rua".split())
_NOT_NAMES = frozenset(
    "intramuscular intravenous oral subcutaneous iv im po the this that email phone fax telephone "
    "mail e-mail web "
    "of administration patient and injection yellow vaers injection".split()
)
_INDIAN = re.compile(
    r"(?:(?:H\.?\s?No\.?|House No\.?|Flat No\.?|Plot No\.?|Door No\.?|D\.?\s?No\.?|Survey No\.?"
    r"|S\.?\s?No\.?|Shop No\.?)\s?:?\s?[A-Z]?-?[0-9][0-9A-Za-z/\-]{0,12})"
    r"(?:,\s[A-Z0-9][\w.'\- ]{2,30}(?:Road|Rd|Nagar|Colony|Street|Marg|Layout|Enclave|Vihar"
    r"|Apartments|Society|Puram|Main|Cross|Sector|Phase|Block)\b(?:\s?[0-9A-Z]{1,3}\b)?){0,3}"
)


def find_foreign_streets(text: str, low: str, words: set[str]) -> list[Proposal]:
    """Find streets whose street word ends a compound (Hauptstraße 5) or stands first (Rue X 12).

    text: a text; low: the same in lower case, character for character; words: its vocabulary.
    RETURNS: STREET proposals in no special order; they may overlap.
    """
    found: list[Proposal] = []
    endings = " ".join(words) + " "
    for suffix in _SUFFIXES:
        if suffix + " " not in endings:
            continue
        place = low.find(suffix)
        while place >= 0:
            hit = _compound(text, low, place, suffix)
            if hit is not None:
                found.append(hit)
            place = low.find(suffix, place + len(suffix))
    for first, strength in _FIRST.items():
        if _LETTERS_OF[first] not in words or first not in low:
            continue
        for place in places(low, first):
            hit = _type_first(text, low, place, place + len(first), strength)
            if hit is not None:
                found.append(hit)
    found.extend(
        Proposal(m.start(), m.end(), "STREET", 0.75, "addresses.german_preposition")
        for m in (_PREPOSITION.finditer(text) if words & _PREPOSITIONS else ())
    )
    found.extend(
        Proposal(m.start(), m.end("number"), "STREET", 0.8, "addresses.nordic_street")
        for m in (_GENITIVE.finditer(text) if words & _GENITIVES else ())
    )
    if "s/n" in low:
        found.extend(
            Proposal(m.start(), m.end(), "STREET", 0.7, "addresses.without_number")
            for m in _UNNUMBERED.finditer(text)
        )
    if "no" in words:
        for match in _INDIAN.finditer(text):
            if not match.start() or not text[match.start() - 1].isalnum():
                if "," in match.group() or match.group()[:1] in "HPFD":
                    score = 0.85 if "," in match.group() else 0.6
                    found.append(
                        Proposal(match.start(), match.end(), "STREET", score, "addresses.indian")
                    )
    return found


def _compound(text: str, low: str, place: int, suffix: str) -> Proposal | None:
    end = place + len(suffix)
    following = low[end : end + 1]
    if following.isalnum() or (suffix == "str" and following not in (".", " ")):
        return None
    back = _WORD_BACK.match(text[max(0, place - 40) : place][::-1])
    start = place - (back.end() if back else 0)
    while start < place and text[start] in ".-'\u2019":
        start += 1
    if not text[start].isupper() or low[start:end] in _PLAIN_WORDS - {suffix}:
        return None
    alone = start == place
    if not alone and place - start < 2:
        return None
    prior = _PRIOR.search(text, max(0, start - 24), start)
    if alone:
        if prior is None:
            return None
        start = prior.start()
    elif prior is not None and low[prior.start() : start].strip().endswith(
        ("er", "e", "en", "s", "st", "ra", "ta", "re")
    ):
        word = low[prior.start() : start].strip()
        if word in (
            "gro\u00dfe",
            "kleine",
            "alte",
            "neue",
            "obere",
            "untere",
            "lange",
            "\u00f6stra",
            "v\u00e4stra",
            "norra",
            "s\u00f6dra",
            "stora",
            "lilla",
            "gamla",
            "gamle",
            "nieuwe",
            "oude",
            "korte",
        ):
            start = prior.start()
    house = _HOUSE.match(text, end)
    if house is not None:
        score = 0.9 if suffix in _STRONG_SUFFIXES else 0.8
        return Proposal(start, house.end("number"), "STREET", score, "addresses.compound_street")
    if suffix in _STRONG_SUFFIXES and end - start > 7 and not alone:
        return Proposal(start, end, "STREET", 0.65, "addresses.compound_unnumbered")
    return None


def _type_first(text: str, low: str, start: int, end: int, strength: str) -> Proposal | None:
    if low[end - 1].isalpha() and low[end : end + 1].isalpha():
        return None
    if low.startswith("al.", start) and low.endswith("et ", 0, start):
        return None  # 'Smith et al. Lancet 2012'
    if text[start:end] == "uL." or low.startswith("/ul.", start - 1):
        return None  # 'WBC 2000/uL. On 2 May'
    name = _NAME.match(text, end)
    if (
        name is None
        and strength == "strong"
        or low[start:end] in ("avda", "avenida", "plaza", "paseo")
    ):
        name = name or _LOW_NAME.match(text, end)
    if name is None or name.group("head").lower().strip(".") in _NOT_NAMES:
        return None
    if name.group("head")[0].isdigit():
        return None
    begin, stop = start, name.end()
    while text[stop - 1] in ".,-":
        stop -= 1
    before = _NUMBER_BEFORE.search(text, max(0, start - 14), start)
    after = _NUMBER_AFTER.match(text, name.end())
    if before is not None and after is not None and before.group().rstrip().endswith(","):
        before = None  # 'Szpital nr 3, ul. Ogrodowa 27'
    if low[start:end] == "c/":
        before = None  # '500 c/ Desayuno'
    if before is not None:
        begin = before.start()
    elif after is not None:
        stop = after.end("number")
        inner = _INNER.match(text, stop)
        if inner is not None:
            stop = inner.end()
    place = text[start:end]
    if place.isupper() and len(place) < 4 and place in ("BD", "AV", "BLD", "VIA", "PL"):
        if before is None and name.group("head").isupper():
            return None  # 'MMF 1 G BD ADDED 23/3'
    if is_frequency(text, (start, end), begin, stop):
        return None
    quarter = _QUARTER.match(text, stop) if after is not None else None
    if quarter is not None:
        stop = quarter.end()
    capital = text[start].isupper()
    numbered = before is not None or after is not None
    if not numbered and (text[start:end].isupper() or name.group("head")[0].islower()):
        return None
    closed = _LISTED_BEFORE.search(text, max(0, start - 3), start) and text[stop : stop + 1] == ","
    if not numbered and (strength != "strong" or not capital):
        if not (closed and capital and low[start:end] in _SPANISH and " " in name.group().strip()):
            return None
    if strength == "number" and after is not None and before is None and not capital:
        if not text[start:end].endswith("."):
            return None
    particle = " de" in low[end:stop] or " du " in low[end:stop]
    score = 0.88 if numbered and strength == "strong" else 0.8 if numbered else 0.55
    if (
        low[start:end] in ("via", "place", "square", "plaza", "av", "pl.", "passage", "route")
        and not particle
    ):
        score -= 0.1
        if before is not None and low[start:end] in ("place", "square", "route", "passage"):
            return None
    return Proposal(begin, stop, "STREET", score, "addresses.type_first")
