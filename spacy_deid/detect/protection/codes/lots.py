"""Lot, batch, NDC and MedDRA numbers: codes of products and terms, which identify no one."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy_deid.detect.protection.codes.holders import is_held
from spacy_deid.detect.words.reading import Cues, Reading
from spacy_deid.detect.words.scan import Scan

_FOREIGN = "lota lotas sarja sarze šarže šarža erä"
_SERIES = frozenset("series serie série lote lotto charge chargen".split())
"""Cues that only a code of letters and digits follows, or one before its expiry: 'lote 15'."""
CUES = _SERIES | frozenset(f"lot lots batch batches ndc {_FOREIGN}".split())
_CODE = r"(?=[a-z0-9-]{0,17}\d)[a-z0-9][a-z0-9-]{2,17}(?![a-z0-9/])"
_THING = "(?!patient|subject|record|case|chart|file)[a-z][a-z-]{0,15}"
_CODES = re.compile(
    r"(?:[ /]?(?:batch|no|nos|nr|number|numbers|num|code|id|sticker|label)\b|\(s\)|['’]s){0,4}"
    r"(?:[ .:;#=(-]{0,4}|(?P<below>\n|[ ]?\?[\"”]?[ \t]*\n[^\n?]{0,24}?[:>][ \t]))"
    # the lot of the blue one is, lot from the register: 74633J
    rf"(?:(?:of|on|for|from) (?:{_THING} ){{0,3}}(?:{_THING} (?=is|was)|{_THING} ?(?=[:=])))?"
    r"(?:(?:is|was|were|are|of)\b ?)?[#: ]{0,2}"
    rf"(?P<codes>{_CODE}(?:(?: ?[,/&;] ?|,? (?:and|or) ){_CODE})*)",
    re.IGNORECASE,
)
_SITES = frozenset({"delt", "deltoid", "arm", "thigh"})
_SIDES = frozenset({"l", "r", "left", "right"})
_AT_SITE = re.compile(rf" ?[/|,;] ?(?P<code>(?=[a-z0-9-]*[a-z]){_CODE})", re.IGNORECASE)
"""Behind the side that was injected: 'L delt / EGJ672YY'."""
_TERM = re.compile(r"\b(?:meddra|llt)\b[^\n\d]{0,24}(10\d{6})(?!\d)", re.IGNORECASE)
"""A MedDRA code has eight digits and begins with 10."""
_TERMS, _PARTS, _NUMBERS = (
    Cues("meddra|llt"),
    Cues("lot|batch|ch|lotno|lotnr|lotnumber|batchno|batchnr|batchnumber"),
    Cues("bn|b|bno"),
)
"""Words that ``_TERM``, ``_PARTED`` and ``_NUMBER`` need."""
_PARTED = re.compile(
    # lot no. AP 336, Ch.-B. 77GK
    r"(?:\b(?:[Ll]ot|LOT|[Bb]atch|BATCH)\s?(?:[Nn][or]\.?|NO\.?|[Nn]umber|#)[ :.]{0,3}"
    r"(?=[A-Z]{1,3} \d{2,6}(?![\w/.-]\w|\w))|\b[Cc][Hh]\.-[Bb]\.[ :]{0,3}(?=[A-Z\d-]*\d))"
    r"(?P<code>[A-Z\d-]{1,14}(?: \d{2,6})?)(?![\w/-])"
)
_NUMBER = re.compile(
    # BN 210388, B.No. 3142870, B/N: TG-55-014
    r"(?<![\w.])(?:BN|B/N|B\.?\s?[Nn]o\.?)[ :.]{1,3}"
    r"(?P<code>[A-Z]{1,3}-?\d[\dA-Z-]{3,10}|\d{5,8}|\d[\d-]{4,10}(?=[A-Z])[A-Z\d-]{1,4})(?![\w/-])"
)
_NO_PRODUCT = re.compile(
    r"\b(?:patients?|pt|initials|nurse|sister|reporter|dr|mr|mrs|ms|bed|bill|ward|hse|born|tel|phone)\b"
    r"[^\n]{0,16}\Z",
    re.IGNORECASE,
)
_PRODUCT = re.compile(
    r"\b(?:vials?|ampoules?|tablets?|tabs?|capsules?|exp|expiry|batch|lots?|mg|mcg|ml|brand|box|pack|tins?|"
    r"pots?|strips?|bottles?|mfg|mfd|mrp|syrup|syringes?|blister|vaccine|doses?|drug)\b",
    re.IGNORECASE,
)
_DAY = re.compile(r"(?:19|20)\d\d[01]\d[0-3]\d|[0-3]\d[01]\d(?:19|20)\d\d")
_LETTER = re.compile(r"[a-z]", re.IGNORECASE)
_PERSONAL = re.compile(
    # a date, an age, a telephone number
    r"(?:19|20)\d\d-?(?:0?[1-9]|1[0-2])-?[0-3]?\d|\d{1,2}-\d{1,2}-(?:\d\d){1,2}|"
    r"(?:19|20)\d\d-(?:0?[1-9]|1[0-2])|(?:0?[1-9]|1[0-2])-(?:19|20)\d\d|exp\d{1,2}|"
    r"\d{1,2}-?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}-?(?:\d\d){0,2}|"
    r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}-?(?:\d\d){1,2}|"
    r"(?:19|20)\d\d-?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}-?\d{1,2}|"
    r"\d{1,3}-?(?:yo|y|yrs?|years?|mo|months?)(?:-?old)?|\d{3}-\d{3}-\d{4}|0\d{9,10}",
    re.IGNORECASE,
)
_EXPIRIES = frozenset(
    "exp expiry expires expiring expiration usable use bud scad scadenza val validade venc "
    "vencimento vence vto cad caduca caducidad verw verwendbar verfall péremption perime".split()
)
_EXPIRY = re.compile(
    r"[ ,;:)/|]{0,3}\(?(?:exp(?:iry|ires|iring|iration)?|usable (?:to|until)|use (?:by|before)|bud|"
    r"best before|scad(?:enza)?|val(?:idade)?|venc(?:imento|e)?|vto|cad(?:uca|ucidad)?|verw|"
    r"verwendbar|verfall|péremption|perime)\b",
    re.IGNORECASE,
)
_DATED = re.compile(
    # date: 12/24, … Nov 2015; not the 'nausea' of 'exp nausea'
    r"[^\w\n]{0,4}(?:(?:date|dt|in|on|by|to|until|of|is|was)\b[^\w\n]{0,3}){0,2}\n?(?:[Ool]?\d|unknown\b|"
    r"(?:jan|gen|ene|feb|fev|fév|mar|mär|apr|avr|abr|may|mai|mag|maj|jun|jui|giu|jul|lug|aug|ago|aoû|sep|set|"
    r"oct|okt|ott|out|nov|dec|dez|dic|dés|déc)(?:[a-z]{0,2}|r?uary|e?mber|t?ember|ober|llet|[a-zé]{0,4}(?:ier|io|o|bre))"
    r"(?:[^\w\n]{0,3}\d|\.?(?=[\s,;)]|\Z)))",
    re.IGNORECASE,
)
"""What stands behind a word of expiry that has a date."""
_BEFORE_EXPIRY = re.compile(rf"(?<![\w/.-])(?P<code>{_CODE})[ ,;:)/|]{{0,3}}\(?\Z", re.IGNORECASE)
_NUMBERED = re.compile(
    r"\b(?:pumps?|devices?|meters?|monitors?|syringes?|sensors?|implants?|valves?|leads?|markers?|"
    r"marcapas\w+|pompe|bomba|microinfusore|stimulateur|d[eé]fibrillat\w+|gluc[oó]met\w+|pasaporte|"
    r"passaporto|identit\w+|buletin|seria|aid|libre|"
    r"sick\sleave|ci|card|passport|certificate|plate|policy|form|id)\b[^\n]{0,36}\Z",
    re.IGNORECASE,
)
"""What a series is of that names one thing or person."""
_NO_LOT = re.compile(
    # Lot 221, Jalan Pantai; lot 44B, Sunset Trailer Park; Batch: 4613 Index No. of a dictation
    r",?\s(?:jalan|jln|mukim|batu|desa|bandar|kampung|kg|lorong|taman|persiaran)\b|\s{0,6}(?:index\sno\b|d:)|"
    r",?\s(?:[a-z][\w'’-]{1,14}\s){1,3}(?:road|rd|street|st|avenue|ave|drive|lane|ln|park|court|"
    r"village|estates?|crescent|boulevard|blvd|highway|hwy)\b",
    re.IGNORECASE,
)
_NO_BATCH = {
    "lot": re.compile(
        r"\b(?:parking|car|trailer|rv|vacant|home|lives\s(?:at|on))\s\Z", re.IGNORECASE
    ),
    "charge": re.compile(
        r"\b(?:court|criminal|felony|police|hospital|service|under|case|dui|dwi|cited\sfor|bill)\W{1,3}\Z",
        re.IGNORECASE,
    ),
}
"""What makes land, a duty, a bill or a crime of a cue."""
_SERIAL = re.compile(r"(?:\bn[.º°or]{0,3}|\bn[uú]m\w*\.?)\s(?:d[eia]\s)?\Z", re.IGNORECASE)
"""Before a number that belongs to one device: 'n.º de serie'."""
_REACH = 36
_LEAST_AGAIN = 5
_OFTEN = re.compile(r"(?=[\d-]*[a-z])(?:[a-z-]*\d){3}", re.IGNORECASE)
"""Letters and three figures or more."""
_ONE = re.compile(r"[a-z0-9-]*\d[a-z0-9-]*", re.IGNORECASE)


def find_lots(scan: Scan, reading: Reading) -> Iterator[tuple[int, int]]:
    """Give the [start, end) characters of every code of a lot or batch, an NDC or of MedDRA.

    A cue or the injected side stands before it, or an expiry date behind it. A code of letters and
    digits that was found once is one everywhere in the text.
    """
    if not reading.figures:
        return
    found = list(dict.fromkeys(_cued(scan, reading)))
    yield from found
    written = {scan.text[start:end] for start, end in found}
    again = [w for w in written if len(w) >= _LEAST_AGAIN and _OFTEN.match(w)]
    for code in again:
        start = scan.text.find(code)
        while start >= 0:
            end = start + len(code)
            if (start, end) not in found and _stands_alone(scan.text, start, end):
                yield start, end
            start = scan.text.find(code, end)


def has_date(text: str, end: int) -> bool:
    """Tell whether a date follows a word of expiry that ends at ``end``."""
    return _DATED.match(text, end) is not None


def _cued(scan: Scan, reading: Reading) -> Iterator[tuple[int, int]]:
    done = 0
    for index, word in enumerate(scan.low):
        if word in CUES and scan.starts[index] >= done:
            match = _CODES.match(scan.text, scan.ends[index])
            if match and not _is_other(scan, index, match):
                done = match.end()
                loose = word in _SERIES and not _EXPIRY.match(scan.text, done)
                yield from _codes(scan.text, match.span("codes"), loose or bool(match["below"]))
        elif word in _SITES and index and scan.low[index - 1] in _SIDES:
            match = _AT_SITE.match(scan.text, scan.ends[index])
            if match and not _PERSONAL.fullmatch(match["code"]):
                if not is_held(scan.text, *match.span("code")):
                    yield match.span("code")
        elif word in _EXPIRIES and index:
            expiry = _EXPIRY.match(scan.text, scan.starts[index])
            if expiry:
                yield from _expiring(scan.text, expiry)
    if _TERMS.among(reading):
        for term in _TERM.finditer(scan.text):
            yield term.span(1)
    if _PARTS.among(reading):
        for parted in _PARTED.finditer(scan.text):
            yield parted.span("code")
    if _NUMBERS.among(reading):
        for numbered in _NUMBER.finditer(scan.text):
            if _is_batch(scan.text, numbered):
                yield numbered.span("code")


def _is_batch(text: str, match: re.Match[str]) -> bool:
    """Tell whether 'BN' leads the number of a batch: a product stands in its line, no person."""
    start, end = match.span("code")
    if _PERSONAL.fullmatch(match["code"]) or _DAY.fullmatch(match["code"]):
        return False
    before = max(0, match.start() - 2 * _REACH), match.start()
    if _NO_PRODUCT.search(text, *before) or is_held(text, start, end, cued=True):
        return False
    return bool(_PRODUCT.search(text, *before) or _PRODUCT.search(text, end, end + 2 * _REACH))


def _is_other(scan: Scan, index: int, match: re.Match[str]) -> bool:
    """Tell whether a cue is another word: 'a lot', 'in charge', land, a numbered thing."""
    before = scan.low[index - 1] if index else ""
    word = scan.low[index]
    if before == ("in" if word == "charge" else "a") or _NO_LOT.match(scan.text, match.end()):
        return True
    start = scan.starts[index]
    other = _NO_BATCH.get(word)
    if other and other.search(scan.text, max(0, start - _REACH), start):
        return True
    if word in _SERIES and _SERIAL.search(scan.text, max(0, start - _REACH), start):
        return True
    serial = word in ("series", "serie", "série")
    return serial and _NUMBERED.search(scan.text, max(0, start - 2 * _REACH), start) is not None


def _stands_alone(text: str, start: int, end: int) -> bool:
    around = text[max(0, start - 1) : start] + text[end : end + 1]
    return not any(mark.isalnum() or mark in "-/_" for mark in around)


def _expiring(text: str, expiry: re.Match[str]) -> Iterator[tuple[int, int]]:
    """Give the code of letters and digits before the word of an expiry and its date."""
    start = expiry.start()
    match = _BEFORE_EXPIRY.search(text, max(0, start - _REACH), start)
    if match is None or not has_date(text, expiry.end()):
        return
    code = match["code"]
    if _LETTER.search(code) and not _PERSONAL.fullmatch(code):
        if not is_held(text, *match.span("code")):
            yield match.span("code")


def _codes(text: str, span: tuple[int, int], loose: bool) -> Iterator[tuple[int, int]]:
    """Give the codes of a list; one that no cue stands at holds letters or is as long as the first.

    loose: the first one holds letters, too.
    """
    size = 0
    for code in _ONE.finditer(text, *span):
        written = code[0]
        cued = bool(size) and len(written) == size or not (size or loose)
        if (cued or _LETTER.search(written)) and not _PERSONAL.fullmatch(written):
            if not is_held(text, *code.span(), cued=True):
                yield code.span()
        size = size or len(written)
