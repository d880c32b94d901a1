"""Streets and post office boxes of many countries, by their street words."""

from __future__ import annotations

import re

from spacy_deid.annotations import Proposal
from spacy_deid.detect.addresses.shorthand import is_dosed, sentence_start
from spacy_deid.detect.words.anchors import places, whole_words

_STRONG = frozenset(
    "street avenue road lane boulevard parkway highway crescent freeway turnpike expressway rd ave "
    "blvd hwy pkwy cres drive terrace st ln dr av".split()
)
_NEEDS_NUMBER = frozenset(
    "court place way circle trail close square row walk path plaza loop point ridge hill grove "
    "gardens "
    "mews rise bend cove crossing green heights landing parade esplanade alley pike marg ct pl "
    "cir trl "
    "sq ter tce terrace gdns pde st dr ln av ave drive rd causeway cct lane quay wharf nagar salai "
    "bypass broadway".split()
)
_TYPES = _STRONG | _NEEDS_NUMBER
_DIRECTION = (
    r"(?:N|S|E|W|NE|NW|SE|SW|North|South|East|West|Northeast|Northwest|Southeast|Southwest)"
)
_LEAD = re.compile(
    r"(?:^|(?<=[\s,;:(\"]))"
    r"(?P<number>#?[0-9]{1,6}(?:[A-Za-z]|[\-\u2013/][0-9]{1,5}[A-Za-z]?| 1/2)?,?\s{1,2})?"
    rf"(?P<direction>{_DIRECTION}\.?\s)?"
    r"(?P<name>(?:(?:[A-Z\u00c0-\u00de][\w'\u2019.&\-]*|(?i:[0-9]{1,3}(?:st|nd|rd|th))|of|the|de"
    r"|la)\s{1,2}){1,5})$"
)
_LOW_LEAD = re.compile(
    r"(?:^|(?<=[\s,;:(\"]))(?P<number>[0-9]{1,5}[a-z]?,?\s)"
    r"(?P<name>(?:(?:[a-z][a-z'.\-]*|[0-9]{1,3}(?:st|nd|rd|th))\s){1,3})$",
    re.IGNORECASE,
)
_UNIT_BEFORE = re.compile(
    r"(?:(?:flat|unit|apt|apartment|suite|shop|level|house|plot|door|villa|block|h)\.?\s?(?:no\.?"
    r"|#)?\s?"
    r"(?:[a-z]?[0-9][0-9a-z/\-]{0,6},?\s{1,2})?){1,2}$"
)
_AFTER = re.compile(
    rf"\.?(?:\s{_DIRECTION}\b(?!\s[a-z]))?"
    r"(?:\.?,?\s{1,2}(?:(?i:apt|apartment|suite|ste|unit|flat|bldg|building|room|rm|lot|no|floor"
    r"|fl)\.?\s?#?\s?"
    r"(?:[0-9]{1,5}[A-Za-z]?|[A-Z](?:-?[0-9]{1,4})?)(?![\w])|#\s?[0-9]{1,5}[A-Za-z]?\b"
    r"|[0-9]{1,2}(?:st|nd|rd|th)\s(?i:floor|fl)\b))?"
)
_STOP = frozenset(
    "the a an and or of to in on at for from with by was were is are be been this that these "
    "those her "
    "his she he it they we i my our your their no not one two three four five six seven eight "
    "nine ten "
    "after before down up off into over under along across near via per each every other same "
    "next last "
    "day days week weeks month months year years hour hours hr hrs min mins minute minutes second "
    "seconds "
    "mg ml mcg kg lb lbs cm mm mile miles km meters feet ft tablet tablets dose doses pill pills "
    "people "
    "patients cases car bike walked walk walking ran run running driving drove drive lived lives "
    "living "
    "resides residing located when while during then since until all any some many wrong long "
    "hard rough "
    "private public main-road country middle side time times pm am pt patient mother father saw "
    "see seen "
    "called told said per iv im po bid tid qid tds qds nocte old male female street road "
    "avenue lane highway "
    "address home office clinic about approximately only more less than wall another both ".split()
)
_NOT_NAMES = frozenset(
    "the a an of and at on in to from near by her his their our my this that".split()
)
_NODES = re.compile(
    r"(?:axill|hilar|cervic|inguin|mediast|paraaort|para-aort|retroperit|mesent|supraclav|subcarin|"
    r"iliac|enlarged|palpable|positive|reactive|sentinel|pelvic|nodal|portal|coeliac|celiac|neck)"
)
"""What lymph nodes are called by, which are written as lanes are: 'LN'."""
_DIGIT = re.compile(r"[0-9]")
_WEAK_WORDS = _STOP | _TYPES
_AMBIGUOUS = frozenset(
    "st dr ct pl av ter sq way place court close point run green path row hill".split()
)
_NUMBERED = re.compile(
    r"(?P<number>[0-9]{1,6}[A-Za-z]?,?\s)?(?:(?:US|U\.S\.|State|County|Old|N|S|E|W|North|South"
    r"|East|West|Forest|Ranch)\.?\s){0,2}"
    r"(?P<kind>Highway|Hwy|Interstate|Route|Rte|Road|Rd|FM|CR|SR|County "
    r"Road)\.?\s#?[0-9]{1,4}[A-Z]?(?![\w%/.:])(?:\s[NSEW]\b)?"
)
_BROADWAY = re.compile(r"[0-9]{1,5}\s(?:[NSEW]\.?\s)?Broadway\b")
_BOX = re.compile(
    r"(?:p\.?\s?o\.?\s?|g\.?p\.?o\.?\s|post(?:al)? ?(?:office)? )box\s?(?:no\.?|number|#"
    r"|:)?\s?[0-9]{1,6}[a-z]?(?![\w])"
    r"|(?:locked|private|p) ?bag\s?(?:no\.?)?\s?[a-z]{0,2}[0-9]{1,6}(?!\w)"
    r"|(?:postfach|postbus|postboks|boks|bo[i\u00ee]te postale|casella postale|apartado(?: de "
    r"correos)?(?: postal)?|caixa postal|skr(?:ytka|\.) poczt(?:owa|\.)"
    r"|postiluokero)\.?\s?(?:nr\.?|n[\u00ba\u00b0.])?\s?[0-9][0-9 ]{0,7}[0-9]?(?![\w])"
    r"|(?:rural route|r\.r\.|rr|hc|star route)\s?#?[0-9]{1,3},?\s(?:box"
    r"|bx)\s?#?[0-9]{1,5}[a-z]?(?!\w)"
    r"|rural route\s?#?[0-9]{1,3}(?!\w)"
)
_BOX_ANCHORS = {
    "box": (
        "p.o",
        "po b",
        "pob",
        "p o",
        "p. o",
        "gpo",
        "g.p.o",
        "post",
        "rr",
        "r.r.",
        "hc",
        "star",
    ),
    "pobox": ("pobox",),
    "bag": ("locked bag", "private bag", "p bag"),
    **{word: (word,) for word in "postfach postbus postboks boks casella apartado".split()},
    "bo\u00eete": ("bo\u00eete postale",),
    "boite": ("boite postale",),
    "caixa": ("caixa postal",),
    "skrytka": ("skrytka",),
    "skr": ("skr.",),
    "rural": ("rural route",),
}
_COUNTY_ROADS = frozenset(("CR", "SR", "FM"))
_VALUE_BEFORE = re.compile(
    r"(?:\d[.,]|\b(?:na|k|cl|bun|urea|ur|hb|hgb|wbc|wcc|plt|plts|glu|glucose|hco3|crp|egfr)\s?[:=]?\s?)\Z"
)
"""A laboratory value before 'CR 98', which is creatinine."""
_ROADS = {
    "highway": "highway",
    "hwy": "hwy",
    "route": "route",
    "rte": "rte",
    "road": "road",
    "rd": "rd",
    "fm": "fm ",
    "cr": "cr ",
    "sr": "sr ",
    "interstate": "interstate",
}


def find_streets(text: str, low: str, words: set[str]) -> list[Proposal]:
    """Find streets in the English manner and post office boxes.

    text: a text; low: the same in lower case, character for character; words: its vocabulary.
    RETURNS: STREET proposals in no special order; they may overlap.
    """
    found: list[Proposal] = []
    for kind in words & _TYPES:
        for place in whole_words(low, kind):
            hit = _street(text, low, place, place + len(kind), kind)
            if hit is not None:
                found.append(hit)
    if "broadway" in words:
        found.extend(
            Proposal(m.start(), m.end(), "STREET", 0.8, "addresses.broadway")
            for m in _BROADWAY.finditer(text)
        )
    for word in words & _ROADS.keys():
        found.extend(_numbered(text, low, _ROADS[word]))
    for word in words & _BOX_ANCHORS.keys():
        for anchor in _BOX_ANCHORS[word]:
            for place in places(low, anchor):
                box = _BOX.match(low, place)
                if box is not None:
                    end = box.end()
                    while text[end - 1] == " ":
                        end -= 1
                    found.append(Proposal(place, end, "STREET", 0.93, "addresses.box"))
    return found


def _street(text: str, low: str, place: int, end: int, kind: str) -> Proposal | None:
    """Judge the words before a street word."""
    floor = max(text.rfind("\n", max(0, place - 70), place) + 1, place - 70, 0)
    if text[place].isupper():
        floor = sentence_start(text, floor, place)
    if not text[floor:place].strip() or not text[place - 1].isspace():
        return None
    window = text[floor:place]
    previous = window.rsplit(None, 1)[-1].lower()
    if previous in _WEAK_WORDS and not _DIGIT.search(window):
        return None
    if text[place].isupper():
        lead = _LEAD.search(window)
        if lead is not None:
            hit = _named(text, low, floor, lead, end, kind)
            if hit is not None:
                return hit
    if kind not in _STRONG or kind in ("dr", "st", "av", "drive") and not _closed(text, end):
        return None
    if kind == "ln" and (text[place:end] == "LN" or not _closed(text, end)):
        return None  # '2 axillary LN on USS'
    lead = _LOW_LEAD.search(window)
    if lead is None:
        return None
    words = lead.group("name").lower().split()
    if any(word.strip(".") in _STOP for word in words) or is_dosed(
        lead.group("name").split(), len(kind) < 4
    ):
        return None
    return _extended(text, low, floor + lead.start(), end, 0.8, "street_plain")


def _closed(text: str, end: int) -> bool:
    """Tell whether an address may end here: nothing, a comma or a line break follows."""
    rest = text[end : end + 3].lstrip(".")
    return not rest.strip() or rest[0] in ",\n;)" or rest.lstrip()[:1] == "#"


def _named(
    text: str, low: str, floor: int, lead: re.Match[str], end: int, kind: str
) -> Proposal | None:
    number = lead.group("number")
    words = lead.group("name").split()
    start = floor + lead.start()
    if number is None:
        if kind not in _STRONG or kind in _AMBIGUOUS:
            return None
        # Without a house number only the last two words are the street's name.
        names = [m for m in re.finditer(r"\S+", lead.group("name"))][-2:]
        while names and names[0].group().lower().strip(".") in _STOP:
            names.pop(0)
        if not names or text[end : end + 8] == " Journal":
            return None
        if text[floor:end].isupper():
            first = floor + lead.start("name") + names[0].start()
            if text[max(0, first - 2) : first] != ", " or text[end : end + 2] not in (", ", ",\n"):
                return None
        if kind in ("drive", "terrace", "lane") and len(names[-1].group()) < 3:
            return None
        start = floor + lead.start("name") + names[0].start()
        return _extended(text, low, start, end, 0.6, "street_unnumbered")
    plain = [word.lower().strip(".,") for word in words]
    if plain[0] in ("mg", "cm", "mm", "kg") and number.rstrip().endswith(","):
        plain[0] = "initials"
    if words == ["The"] and kind in _STRONG | {"close", "green", "grove", "square", "mews"}:
        plain = ["named"]
    if (
        plain[0] in _STOP - {"the", "long", "old", "main", "wall", "country"}
        or plain[-1] in _NOT_NAMES
    ):
        return None
    if is_dosed(words, kind in _AMBIGUOUS):
        return None
    if kind in _AMBIGUOUS and (set(plain) & _STOP or len(words) > 3):
        return None
    if (
        kind == "dr"
        and re.match(r"\.?\s[A-Z][a-z]+", text[end : end + 20])
        and "." in text[end : end + 1]
    ):
        return None
    if kind in _AMBIGUOUS and words[-1].strip(".").lower() == "l":
        return None  # 'O2 4 L. Dr aware'
    if kind == "ln" and any(_NODES.match(word) for word in plain):
        return None
    if kind == "ct" and low.startswith((" scan", " of", " with", " head", " chest"), end):
        return None
    return _extended(text, low, start, end, 0.88, "street")


def _extended(text: str, low: str, start: int, end: int, score: float, name: str) -> Proposal:
    """Take the flat before and the unit behind a street into it."""
    before = _UNIT_BEFORE.search(low, max(0, start - 30), start)
    if before is not None and (before.start() == 0 or not low[before.start() - 1].isalnum()):
        start = before.start()
    after = _AFTER.match(text, end)
    if after is not None:
        end = after.end()
    while text[end - 1] in " .,":
        end -= 1
    return Proposal(start, end, "STREET", score, f"addresses.{name}")


def _numbered(text: str, low: str, anchor: str) -> list[Proposal]:
    """Find highways and rural roads that have a number for a name."""
    found = []
    for place in places(low, anchor):
        floor = max(0, place - 24, text.rfind("\n", max(0, place - 24), place) + 1)
        for match in _NUMBERED.finditer(text, floor, min(len(text), place + 24)):
            kind = match.group("kind")
            whole = match.group()
            if not match.start() <= place < match.end():
                continue
            if match.start() and text[match.start() - 1].isalnum():
                break
            if kind in _COUNTY_ROADS and _VALUE_BEFORE.search(low, floor, match.start()):
                break
            bare = kind in ("Highway", "Hwy", "Interstate") or re.match(
                r"(?:US|U\.S\.|State|County) ", whole
            )
            if match.group("number") or bare:
                score = 0.9 if match.group("number") else 0.55
                found.append(_extended(text, low, match.start(), match.end(), score, "highway"))
            break
    return found
