"""Postcodes: by their form where it is telling, else by the street, place or cue beside them."""

from __future__ import annotations

import re

from spacy_deid.annotations import Proposal
from spacy_deid.detect.anchors import places

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
    r"|GR|EE|LT|LV|TR|LI|RUS|UA|MX)-"
    r"(?P<zip>[0-9]{3} [0-9]{2}|[0-9]{4,5}|[0-9]{2}-[0-9]{3}"
    r"|[0-9]{4}-[0-9]{3})(?=[ ]{1,2}[A-Z\u00c0-\u00de][a-z\u00e0-\u00ff])"
)
_DASHED = re.compile(
    r"(?:[0-9]{2}-[0-9]{3}|[0-9]{4}-[0-9]{3}"
    r"|[0-9]{5}-[0-9]{3})(?=\s{1,2}[A-Z\u00c0-\u00de\u0141\u015a\u0141\u017b][a-z\u00e0-\u00ff"
    r"\u0105\u0107\u0119\u0142\u0144\u00f3\u015b\u017a\u017c]{2})"
)
_POLISH_CITY = re.compile(r"[0-9]{2}-[0-9]{3}")
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
_GLUED_STATE = re.compile(r",\s?(?P<state>[A-Z]{2})(?P<zip>[0-9]{5})(?:-[0-9]{4})?(?![0-9])")
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
_CITIES = (
    "Berlin Hamburg M\u00fcnchen Munich K\u00f6ln Cologne Frankfurt Stuttgart D\u00fcsseldorf "
    "Leipzig Dresden Hannover Bremen N\u00fcrnberg Essen Dortmund Bonn Mannheim Heidelberg "
    "Freiburg T\u00fcbingen Mainz Kiel L\u00fcbeck Rostock Magdeburg Erfurt Jena Ulm Augsburg "
    "Regensburg W\u00fcrzburg Aachen M\u00fcnster Bielefeld Wien Vienna Graz Linz Salzburg "
    "Innsbruck "
    "Z\u00fcrich Zurich Genf Gen\u00e8ve Geneva Basel Bern Lausanne Luzern Paris Marseille Lyon "
    "Toulouse Nice Nantes Strasbourg Montpellier Bordeaux Lille Rennes Reims Grenoble Dijon "
    "Angers Nancy Metz "
    "Stockholm G\u00f6teborg Gothenburg Malm\u00f6 Uppsala Lund Link\u00f6ping \u00d6rebro "
    "V\u00e4ster\u00e5s Ume\u00e5 Solna Huddinge Oslo Bergen Trondheim Stavanger Troms\u00f8 "
    "K\u00f8benhavn Copenhagen Aarhus \u00c5rhus Odense Aalborg "
    "Helsinki Espoo Tampere Turku Oulu Amsterdam Rotterdam Utrecht Eindhoven Groningen Leiden "
    "Nijmegen Maastricht Haag Haarlem Bruxelles Brussel Brussels Antwerpen Gent Leuven Li\u00e8ge "
    "Brugge "
    "Madrid Barcelona Valencia Sevilla Zaragoza M\u00e1laga Malaga Murcia Bilbao Alicante "
    "C\u00f3rdoba Valladolid Vigo Gij\u00f3n Granada Pamplona Lisboa Lisbon Porto Coimbra Braga "
    "Roma Rome Milano Milan Napoli Torino "
    "Palermo Genova Bologna Firenze Bari Catania Venezia Verona Padova Trieste Warszawa Warsaw "
    "Krak\u00f3w \u0141\u00f3d\u017a Wroc\u0142aw Pozna\u0144 Gda\u0144sk Praha Prague Brno "
    "Bratislava Budapest Athens Dublin Luxembourg "
    "Mumbai Delhi Bangalore Bengaluru Hyderabad Chennai Kolkata Pune Ahmedabad Jaipur Lucknow "
    "Kanpur Nagpur Indore Bhopal Patna Vadodara Ludhiana Agra Nashik Surat Kochi Coimbatore "
    "Chandigarh Mysore Mysuru "
    "Gurgaon Gurugram Noida Thiruvananthapuram Visakhapatnam Vellore Sydney Melbourne Brisbane "
    "Perth Adelaide Canberra Hobart Darwin Singapore Moscow Moskva Istanbul Ankara Izmir "
    "Maharashtra Karnataka Kerala Gujarat Punjab Tamilnadu"
).split()
_CITY = "|".join(sorted(map(re.escape, _CITIES), key=len, reverse=True))
_BEFORE_CITY = re.compile(
    rf"(?P<zip>[0-9]{{5}}|[1-9][0-9]{{3}}|[0-9]{{3}} [0-9]{{2}})\s{{1,2}}(?:{_CITY}|Den Haag|New "
    rf"Delhi)\b"
)
_AFTER_CITY = re.compile(
    rf"\b(?:{_CITY})(?:,\s[A-Z][a-z]+)?(?:\s?[\-\u2013,]\s?|\s)(?P<zip>[1-9][0-9]{{2}} ?[0-9]{{3}}"
    rf"|[0-9]{{5}})(?![\w]|[\-./,:][0-9])"
)
_CEDEX = re.compile(
    r"(?P<zip>[0-9]{5})\s{1,2}[A-Z][\w'\-]+(?:[ \-][A-Z][\w'\-]+){0,3}\s(?:CEDEX|Cedex)"
)
_CITY_WORDS = frozenset(city.lower() for city in (*_CITIES, "Haag"))
_LOT = re.compile(
    r"(?:\b(?:lot|batch|ndc|lots|serial|number|no|nos|case|id|subject)\b|#)[^a-z0-9]{0,3}(?:(?:no"
    r"|number|numbers|#)\W{0,3})?(?:[a-z0-9]{2,9}(?:,| and|/) ?){0,3}$"
)
_STAGE = re.compile(r"T[0-4XISC]{1,2}N[0-3X]M[01X]|G[0-9]P[0-9]A[0-9]")
_VACCINE = re.compile(r"\b(?:lots?|batch|dose|vial|vaccine|pfizer|moderna|expir)")
_LETTERED = re.compile(r"[A-Z]{1,2}[0-9]")
_FIVE = re.compile(r"[0-9]{4,6}")


def find_postcodes(text: str, low: str, words: set[str], streets: list[Proposal]) -> list[Proposal]:
    """Find postcodes.

    text: a text; low: the same in lower case, character for character; words: its vocabulary.
    streets: the streets and boxes found in it; they make a bare number behind them a postcode.
    RETURNS: ZIP proposals in no special order; they may overlap.
    """
    found: list[Proposal] = []
    previous = 0
    for street in streets:
        ahead = _BEFORE_STREET.search(text, max(previous, street.start - 48), street.start)
        previous = street.end
        if ahead is not None:
            found.append(_zip(ahead, 0.85, "before_street"))
        for pattern in (_BEHIND_STREET, _BEHIND_CITY):
            match = pattern.match(text, street.end)
            if match is not None:
                found.append(_zip(match, 0.85, "behind_street"))
                break
    for match in _LETTERED.finditer(text):
        hit = _lettered(text, low, match.start())
        if hit is not None:
            found.append(hit)
    if "gir" in words:
        found.extend(_whole(match, 0.95, "giro") for match in _GIRO.finditer(text))
    for match in _FIVE.finditer(text):
        start, end = match.span()
        if start and (text[start - 1].isalnum() or text[start - 1] in "./:"):
            continue
        hit = _numeric(text, low, start, end)
        if hit is not None:
            found.append(hit)
    for match in re.finditer(r"[0-9]{2,5}-[0-9]{3}", text) if "-" in text else ():
        code = _DASHED.match(text, match.start())
        if code and not _LOT.search(low, max(0, match.start() - 40), match.start()):
            if match.start() == 0 or text[match.start() - 1] in " ,\n(":
                if _telling_dash(text, code):
                    found.append(_whole(code, 0.7, "dashed"))
    if "city" in words:
        found.extend(_zip(match, 0.7, "named_city") for match in _NAMED_CITY.finditer(text))
    if "," in text:
        for match in _GLUED_STATE.finditer(text):
            if _FIRST_DIGIT.get(match["state"]) == match["zip"][0]:
                found.append(_zip(match, 0.8, "glued_state"))
    if words & _CITY_WORDS:
        found.extend(_beside_city(text))
    for word in words & _CUES.keys():
        for place in places(low, _CUES[word]):
            match = _CUE.match(text, place)
            if match and (word not in _WEAK_CUES or _marked(match)):
                found.append(_zip(match, 0.92, "cued"))
    return found


def _zip(match: re.Match[str], score: float, name: str) -> Proposal:
    return Proposal(match.start("zip"), match.end("zip"), "ZIP", score, f"addresses.zip_{name}")


def _whole(match: re.Match[str], score: float, name: str) -> Proposal:
    return Proposal(match.start(), match.end(), "ZIP", score, f"addresses.zip_{name}")


def _marked(match: re.Match[str]) -> bool:
    """Tell whether a short cue is meant: 'PIN: 110001', 'CP 28013' in capitals."""
    head = match.group()[: match.start("zip") - match.start()]
    return ":" in head or "code" in head.lower() or "nummer" in head or head.strip().isupper()


def _telling_dash(text: str, code: re.Match[str]) -> bool:
    """Tell a Polish, Portuguese or Brazilian code from a range of numbers before a capital word."""
    size = len(code.group())
    if size == 6:
        before = text[max(0, code.start() - 2) : code.start()]
        return before in (", ", "\n", "") or before.endswith("\n") or code.group()[0] == "0"
    if size == 8:
        return (
            text[max(0, code.start() - 2) : code.start()] in (", ", "")
            or int(code.group()[:4]) > 999
        )
    return True


def _lettered(text: str, low: str, start: int) -> Proposal | None:
    """Judge a code that begins with letters: British, Canadian, Irish, or with a country's sign."""
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
        if _LOT.search(low, max(0, start - 40), start):
            return None
        return _whole(match, 0.9 if spaced else 0.7, name)
    return None


def _numeric(text: str, low: str, start: int, end: int) -> Proposal | None:
    """Judge a number of four to six digits by what stands beside it."""
    size = end - start
    if size == 5:
        before = _US.search(text, max(0, start - 18), min(len(text), end + 5))
        if before is not None and before.start("zip") == start:
            state = (before.group("state") or "").replace(".", "")
            right = _FIRST_DIGIT.get(state) == text[start] or bool(before.group("name"))
            if right or (state in _FIRST_DIGIT and "," in before.group("comma")):
                return _zip(before, 0.93 if right else 0.8, "us")
        nine = _ZIP9.match(text, start) if text[max(0, start - 2) : start] != ") " else None
        if nine and not _LOT.search(low, max(0, start - 40), start):
            return _whole(nine, 0.8, "us9")
        if text[end : end + 1] == " " and (cedex := _CEDEX.match(text, start)):
            return _zip(cedex, 0.9, "cedex")
    if size == 4:
        before = _AUSTRALIA.search(text, max(0, start - 6), end + 1)
        if before and before.start("zip") == start:
            if text[start] in _AUSTRALIAN_DIGITS[before.group("state").upper()]:
                return _zip(before, 0.9, "australia")
        dutch = _DUTCH.match(text, start)
        if dutch and not _LOT.search(low, max(0, start - 40), start):
            spaced = " " in dutch.group()
            if (
                text[dutch.end() : dutch.end() + 1] == " "
                or spaced
                and text[start - 2 : start] == ", "
            ):
                return _whole(dutch, 0.75, "dutch")
    if start > 1 and text[start - 1] == "-" and text[start - 2].isupper():
        back = start - 1
        while back and text[back - 1].isupper() and start - back < 5:
            back -= 1
        prefixed = _PREFIXED.match(text, back)
        if prefixed is not None and (back == 0 or not text[back - 1].isalnum()):
            return _zip(prefixed, 0.8, "prefixed")
    return None


def _beside_city(text: str) -> list[Proposal]:
    """Find numbers in front of a large city, or behind one where its country writes them so."""
    found = []
    for match in _BEFORE_CITY.finditer(text):
        start = match.start()
        if start and (
            text[start - 1].isalnum() or text[start - 1] in "./:,-" and text[start - 2].isdigit()
        ):
            continue
        code = match.group("zip")
        if not (len(code) == 4 and code[:2] in ("19", "20")):
            found.append(_zip(match, 0.85, "before_city"))
    found.extend(_zip(match, 0.85, "after_city") for match in _AFTER_CITY.finditer(text))
    return found
