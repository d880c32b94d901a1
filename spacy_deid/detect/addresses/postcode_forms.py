"""Postcodes by their form: lettered, behind a state or a country's sign, with a dash."""

from __future__ import annotations

import re

from spacy_deid.annotations import Proposal

_STATE_DIGITS = {
    "0": "CT MA ME NH NJ RI VT PR VI",
    "1": "DE NY PA",
    "2": "DC MD NC SC VA WV",
    "3": "AL FL GA MS TN",
    "4": "IN KY MI OH",
    "5": "IA MN MT ND SD WI",
    "6": "IL KS MO NE",
    "7": "AR LA OK TX",
    "8": "AZ CO ID NM NV UT WY",
    "9": "AK CA HI OR WA GU AS MP",
}
_FIRST_DIGIT = {state: digit for digit, row in _STATE_DIGITS.items() for state in row.split()}
_STATE_NAMES = (
    "Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia"
    "|Hawaii|Idaho|Illinois|Indiana|Iowa|Kansas|"
    "Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri"
    "|Montana|Nebraska|Nevada|New Hampshire|New Jersey|"
    "New Mexico|New York|North Carolina|North Dakota|Ohio|Oklahoma|Oregon|Pennsylvania|Rhode "
    "Island|South Carolina|South Dakota|Tennessee|"
    "Texas|Utah|Vermont|Virginia|Washington|West Virginia|Wisconsin|Wyoming|D\\.C\\.|Puerto Rico"
)
_US = re.compile(
    r"(?P<comma>,\s{0,2}|\s)(?:(?P<state>[A-Z]{2}|[A-Z]\.[A-Z]\.)|(?P<name>(?i:"
    + _STATE_NAMES
    + r")))[,.]?\s{1,2}"
    r"(?P<zip>[0-9]{5}(?:-[0-9]{4})?)(?![\w]|[\-./,][0-9])"
)
_ZIP9 = re.compile(r"[0-9]{5}-[0-9]{4}(?![\w]|[\-./][0-9])")
_UK_AREAS = frozenset(
    "AB AL B BA BB BD BF BH BL BN BR BS BT BX CA CB CF CH CM CO CR CT CV CW DA DD DE DG DH DL DN "
    "DT DY E EC EH EN EX FK FY G GL GU GY "
    "HA HD HG HP HR HS HU HX IG IM IP IV JE KA KT KW KY L LA LD LE LL LN LS LU M ME MK ML N NE NG "
    "NN NP NR NW OL OX PA PE PH PL PO PR "
    "RG RH RM S SA SE SG SK SL SM SN SO SP SR SS ST SW SY TA TD TF TN TQ TR TS TW UB W WA WC WD "
    "WF WN WR WS WV YO ZE GIR".split()
)
_UK = re.compile(r"(?P<area>[A-Z]{1,2})[0-9][0-9A-Z]? ?[0-9][ABD-HJLNP-UW-Z]{2}(?![A-Za-z0-9])")
_GIRO = re.compile(r"\bGIR ?0AA(?!\w)")
_CANADA = re.compile(
    r"[ABCEGHJ-NPRSTVXY][0-9][ABCEGHJ-NPRSTV-Z][ \-]?[0-9][ABCEGHJ-NPRSTV-Z][0-9](?![\w])"
)
_EIRCODE = re.compile(
    r"(?:[AC-FHKNPRTV-Y][0-9]{2}|D6W) (?=[0-9]{0,3}[A-Z])(?=[A-Z]{0,3}[0-9])[0-9A-Z]{4}(?!\w)"
)
_AUSTRALIA = re.compile(
    r"(?P<state>NSW|VIC|QLD|SA|WA|TAS|ACT|NT|Vic|Qld|Tas),?\s{1,2}(?P<zip>[0-9]{4})(?![\w]"
    r"|[\-./][0-9])"
)
_AUSTRALIAN_DIGITS = {
    "NSW": "12",
    "ACT": "02",
    "VIC": "38",
    "QLD": "49",
    "SA": "5",
    "WA": "6",
    "TAS": "7",
    "NT": "0",
}
_DUTCH = re.compile(
    r"[1-9][0-9]{3} ?(?!SA|SD|SS|MG|ML|AM|PM|HR|CC|KG|IU|IN|ON|AT|OF|TO|MM|CM|UG|NG|PG|DL|PO|IV|IM"
    r"|OR|IS|BY|NO|RN|MD|PT|ER|ED|HS|WT|HT|EN|DE)[A-Z]{2}(?=\s{1,2}[A-Z][a-z\u00e0-\u00ff'\-]"
    r"|\s?[,.;)\n]|\s?$)"
)
_PREFIXED = re.compile(
    r"(?:D|F|I|E|A|B|L|P|S|N|CH|DK|FIN|FI|SE|NL|BE|LU|AT|DE|FR|IT|ES|NO|PL|PT|CZ|SK|HU|HR|SI|RO|BG"
    r"|GR|EE|LT|LV|TR|LI|RUS|UA|MX|MD|AZ)-"
    r"(?P<zip>[0-9]{3} [0-9]{2}|[0-9]{4,5}|[0-9]{2}-[0-9]{3}"
    r"|[0-9]{4}-[0-9]{3})(?=[ ]{1,2}[A-Z\u00c0-\u00de][a-z\u00e0-\u00ff])"
)
_DASHED = re.compile(
    r"(?:[0-9]{2}-[0-9]{3}|[0-9]{4}-[0-9]{3}"
    r"|[0-9]{5}-[0-9]{3})(?=\s{1,2}[A-Z\u00c0-\u00de\u0141\u015a\u0141\u017b][a-z\u00e0-\u00ff"
    r"\u0105\u0107\u0119\u0142\u0144\u00f3\u015b\u017a\u017c]{2})"
)
_DASHED_NUMBER = re.compile(r"[0-9]{2,5}-[0-9]{3}")
_GLUED_STATE = re.compile(r",\s?(?P<state>[A-Z]{2})(?P<zip>[0-9]{5})(?:-[0-9]{4})?(?![0-9])")
_CEDEX = re.compile(
    r"(?P<zip>[0-9]{5})\s{1,2}[A-Z][\w'\-]+(?:[ \-][A-Z][\w'\-]+){0,3}\s(?:CEDEX|Cedex)"
)
_LOT = re.compile(
    r"(?:\b(?:lot|batch|ndc|lots|serial|number|no|nos|case|id|subject)\b|#)[^a-z0-9]{0,3}(?:(?:no"
    r"|number|numbers|#)\W{0,3})?(?:[a-z0-9]{2,9}(?:,| and|/) ?){0,3}$"
)
_STAGE = re.compile(r"T[0-4XISC]{1,2}N[0-3X]M[01X]|G[0-9]P[0-9]A[0-9]")
_VACCINE = re.compile(r"\b(?:lots?|batch|dose|vial|vaccine|pfizer|moderna|expir)")
_LETTERED = re.compile(r"[A-Z]{1,2}[0-9]")
_FIVE = re.compile(r"[0-9]{4,6}")


def zip_in(match: re.Match[str], score: float, name: str) -> Proposal:
    """Propose the group ``zip`` of a match."""
    return Proposal(match.start("zip"), match.end("zip"), "ZIP", score, f"addresses.zip_{name}")


def _whole(match: re.Match[str], score: float, name: str) -> Proposal:
    return Proposal(match.start(), match.end(), "ZIP", score, f"addresses.zip_{name}")


def _is_lot(low: str, start: int) -> bool:
    """Tell whether a word for a lot, a case or a number stands before a place."""
    return _LOT.search(low, max(0, start - 40), start) is not None


def lettered_codes(text: str, low: str, words: set[str]) -> list[Proposal]:
    """Find codes that begin with letters: British, Canadian, Irish.

    text: a text; low: the same in lower case, character for character; words: its vocabulary.
    """
    found = []
    for match in _LETTERED.finditer(text):
        hit = _lettered(text, low, match.start())
        if hit is not None:
            found.append(hit)
    if "gir" in words:
        found.extend(_whole(match, 0.95, "giro") for match in _GIRO.finditer(text))
    return found


def _lettered(text: str, low: str, start: int) -> Proposal | None:
    if start and (text[start - 1].isalnum() or text[start - 1] in "-_/#."):
        return None
    for pattern, name in ((_UK, "uk"), (_CANADA, "canada"), (_EIRCODE, "ireland")):
        match = pattern.match(text, start)
        if match is None:
            continue
        spaced = " " in match.group()
        if name == "uk" and match.group("area") not in _UK_AREAS:
            continue
        if name == "ireland" and not spaced:
            continue
        if name == "canada" and not spaced and _STAGE.match(text, start):
            continue
        if not spaced and _VACCINE.search(low, max(0, start - 90), start):
            continue
        return None if _is_lot(low, start) else _whole(match, 0.9 if spaced else 0.7, name)
    return None


def numbered_codes(text: str, low: str) -> list[Proposal]:
    """Find numbers of four to six digits that a state, a sign or a word beside them makes a code.

    text: a text; low: the same in lower case, character for character.
    """
    found = []
    for match in _FIVE.finditer(text):
        start, end = match.span()
        if start and (text[start - 1].isalnum() or text[start - 1] in "./:"):
            continue
        hit = None
        if end - start == 5:
            hit = _of_five(text, low, start, end)
        elif end - start == 4:
            hit = _of_four(text, low, start, end)
        hit = hit or _prefixed(text, start)
        if hit is not None:
            found.append(hit)
    return found


def _of_five(text: str, low: str, start: int, end: int) -> Proposal | None:
    """Judge five digits: American behind a state or with four more, French before 'Cedex'."""
    behind = _US.search(text, max(0, start - 18), min(len(text), end + 5))
    if behind is not None and behind.start("zip") == start:
        state = (behind.group("state") or "").replace(".", "")
        right = _FIRST_DIGIT.get(state) == text[start] or bool(behind.group("name"))
        if right or (state in _FIRST_DIGIT and "," in behind.group("comma")):
            return zip_in(behind, 0.93 if right else 0.8, "us")
    nine = _ZIP9.match(text, start) if text[max(0, start - 2) : start] != ") " else None
    if nine and not _is_lot(low, start):
        return _whole(nine, 0.8, "us9")
    cedex = _CEDEX.match(text, start) if text[end : end + 1] == " " else None
    return zip_in(cedex, 0.9, "cedex") if cedex else None


def _of_four(text: str, low: str, start: int, end: int) -> Proposal | None:
    """Judge four digits: Australian behind a state, Dutch before two letters."""
    behind = _AUSTRALIA.search(text, max(0, start - 6), end + 1)
    if behind and behind.start("zip") == start:
        if text[start] in _AUSTRALIAN_DIGITS[behind.group("state").upper()]:
            return zip_in(behind, 0.9, "australia")
    dutch = _DUTCH.match(text, start)
    if dutch is None or _is_lot(low, start):
        return None
    behind_comma = " " in dutch.group() and text[start - 2 : start] == ", "
    if behind_comma or text[dutch.end() : dutch.end() + 1] == " ":
        return _whole(dutch, 0.75, "dutch")
    return None


def _prefixed(text: str, start: int) -> Proposal | None:
    """Judge digits behind the sign of a country and a dash: 'D-80331 München'."""
    if start < 2 or text[start - 1] != "-" or not text[start - 2].isupper():
        return None
    back = start - 1
    while back and text[back - 1].isupper() and start - back < 5:
        back -= 1
    match = _PREFIXED.match(text, back)
    if match is None or (back and text[back - 1].isalnum()):
        return None
    return zip_in(match, 0.8, "prefixed")


def dashed_codes(text: str, low: str) -> list[Proposal]:
    """Find Polish, Portuguese and Brazilian codes before a word with a capital.

    text: a text; low: the same in lower case, character for character.
    """
    found: list[Proposal] = []
    if "-" not in text:
        return found
    for match in _DASHED_NUMBER.finditer(text):
        start = match.start()
        code = _DASHED.match(text, start)
        if code is None or start and text[start - 1] not in " ,\n(":
            continue
        if _is_code(text, code) and not _is_lot(low, start):
            found.append(_whole(code, 0.7, "dashed"))
    return found


def _is_code(text: str, match: re.Match[str]) -> bool:
    """Tell a Polish or Portuguese code from a range of numbers."""
    code, start = match.group(), match.start()
    before = text[max(0, start - 2) : start]
    if len(code) == 6:
        return before in (", ", "") or before.endswith("\n") or code[0] == "0"
    return len(code) != 8 or before in (", ", "") or code[0] != "0"


def glued_codes(text: str) -> list[Proposal]:
    """Find American codes right behind the letters of their state: ', TX75001'."""
    if "," not in text:
        return []
    return [
        zip_in(match, 0.8, "glued_state")
        for match in _GLUED_STATE.finditer(text)
        if _FIRST_DIGIT.get(match["state"]) == match["zip"][0]
    ]
