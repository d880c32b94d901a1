"""Lot numbers told of a package from further off, and those that look like one found before."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from spacy_deid.detect.protection.codes.holders import is_other_thing
from spacy_deid.detect.words.reading import Cues, Reading

_PACKAGES = Cues(
    "vial|vials|ampoule|ampoules|ampule|ampules|carton|cartons|cartridge|cartridges|blister|blisters|"
    "pack|packs|package|packet|packets|box|boxes|tray|trays|flap|flaps|foil|fold|sachet|sachets|pouch|"
    "pen|pens|strip|strips|bottle|bottles|syringe|syringes|tube|tubes|lid|tin|crimp|stamped|embossed|"
    "imprint|imprinted"
)
_BETWEEN = (
    "of|on|the|a|her|his|my|our|their|this|that|it|its|first|second|third|last|other|next|same|old|new|one|"
    "flap|fold|end|side|back|bottom|top|label|sticker|carton|box|pen|foil|has|had|have|is|was|are|were|says|"
    "said|reads?|showed|shows?|bears|carries|carried|open|opened|stamped|marked|printed|embossed|labelled|"
    "labeled|numbered|imprint|number|no|nr|code|figures|letters|and|in|at|with|from|only"
)
"""Words that may stand between a package and its code: none of them has a number of its own."""
_GAP = rf"(?:[\s,:=('\"“’]{{1,3}}(?:(?:no|nr)\.|{_BETWEEN})(?![\w-])){{0,8}}[\s,:=('\"“]{{1,3}}"
_MIXED = r"(?=[A-Z\d-]*[A-Z])(?=(?:[A-Z-]{0,4}\d){3})[A-Z\d]{1,5}-?[A-Z\d]{2,8}"
_SAYS = (
    r"(?:\s?(?:[a-z]{1,10}\s)?(?:it\s|which\s|that\s)?(?:has|had|says|said|reads?|shows?|carries|is|was|"
    r"with|bears)(?:\s(?:the\s)?(?:numbers?|no\.?|code|figures|letters))?|\s(?:no\.?|number|nr\.?|code))"
    r"?\s?[:=]?\s"
)
_END = r"(?![\w/]|[.-]\w|\s\d{3})"
_OTHER_BOXES = (
    r"(?<!\bpo\s)(?<!p\.o\.\s)(?<!post\s)(?<!police\s)(?<!edta\s)(?<!sst\s)(?<!culture\s)(?<!blood\s)"
    r"(?<!feeding\s)(?<!chest\s)(?<!sharps\s)(?<!care\s)(?<!top\s)(?<!battery\s)(?<!specimen\s)(?<!sample\s)"
)
_TOLD = re.compile(
    # the flap of the first has LF24011A; on the fold of her pack, LF24019C; bottle LK 2071
    rf"\b{_OTHER_BOXES}{_PACKAGES.pattern}\b(?:{_GAP}(?P<mixed>(?-i:{_MIXED}){_END})|"
    rf"(?<!box)(?<!boxes)\s(?P<spaced>(?-i:[A-Z]{{2}}\s\d{{4,5}}){_END})|"
    # the other box says 6049977
    rf"{_SAYS}(?P<figures>\d{{6,8}}){_END}(?!,?\s(?:which|written|is|the\s)))",
    re.IGNORECASE,
)
_MONTHS = (
    r"(?:JAN|FEB|FEV|MAR|APR|AVR|ABR|MAY|MAI|MAG|JUN|JUI|GIU|JUL|LUG|AUG|AGO|AOU|SEP|SET|OCT|OKT|OTT|OUT|"
    r"NOV|DEC|DEZ|DIC|ENE|GEN)[A-Z]{0,6}"
)
_DATE_LIKE = re.compile(
    rf"\d{{0,4}}-?{_MONTHS}-?\d{{2,4}}|"
    r"\d{1,4}(?:MG|MCG|ML|UG|IU|G|KG|MM|CM|FR|CH|X|YO|Y|H|HRS?)|(?:19|20)\d\d-?(?:0\d|1[0-2])(?:-?\d\d)?|"
    r"INC\d+"
)
_DAY = re.compile(
    # 230502 and 20230502, 020523 and 02052023
    r"(?:(?:19|20)?\d\d(?:0\d|1[0-2])(?:[0-2]\d|3[01]))|(?:(?:[0-2]\d|3[01])(?:0\d|1[0-2])(?:(?:19|20)?\d\d))"
)
_CANDIDATE = re.compile(
    r"(?<![\w/.-])(?=[A-Z-]{0,5}\d|\d{2,4}[A-Z])[A-Z\d]{2,10}(?:-[A-Z\d]{1,8})?(?![\w/]|[.-]\w)"
)
_LED = re.compile(
    r"\b(?:serial|sn|s/n|datix|incident|claim|ticket|rand\w*|accession|histology|file|mr|mrs|ms|miss|dr|"
    r"patient|pt|subject|seen|reached|phone|tel|mobile|ref|reporter|participant|enrolled|lab|no)\b[^.;\n]{0,20}\Z",
    re.IGNORECASE,
)
_NEAR_LOT = re.compile(
    rf"\b(?:lots?|batch(?:es)?|bn|charge|exp|{_PACKAGES.pattern})\b[^\n]{{0,60}}\Z", re.IGNORECASE
)
_LETTER, _FIGURE = re.compile(r"[A-Z]"), re.compile(r"\d")
_LEAST_FIGURES = 3
_LEAST_NUMBER = 7
_SHARED = 4
"""How many first figures the numbers of two lots have in common."""
_KEPT = 2
"""How many first signs two codes have in common."""
_REACH = 80


def find_packages(reading: Reading) -> Iterator[tuple[int, int]]:
    """Give the [start, end) characters of every code that is told of a vial, a box or a flap.

    Nothing else with a number stands between, and it belongs to no specimen, person or document.
    """
    if not reading.figures or not _PACKAGES.among(reading):
        return
    text = reading.text
    for match in _TOLD.finditer(text):
        start, end = match.span(match.lastgroup or 0)
        code = text[start:end]
        if _DATE_LIKE.fullmatch(code) or _DAY.fullmatch(code) or is_other_thing(text, start, end):
            continue
        yield start, end


def find_alike(reading: Reading, found: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Give codes that are built as lots in the same text are: their form and how they begin.

    found: [start, end) characters of the lots.
    """
    text = reading.text
    spans = set(found)
    forms = {form for start, end in spans if (form := _form(text[start:end]))}
    if not forms or not _begin_again(text, spans):
        return
    for match in _CANDIDATE.finditer(text):
        if match.span() in spans or _form(match[0]) not in forms or _DAY.fullmatch(match[0]):
            continue
        before = max(match.start() - _REACH, 0), match.start()
        if _LED.search(text, *before) or not _NEAR_LOT.search(text, *before):
            continue
        if not is_other_thing(text, *match.span()):
            yield match.span()


def _begin_again(text: str, spans: Iterable[tuple[int, int]]) -> bool:
    """Tell whether the first signs of a lot stand somewhere else, too."""
    heads = Counter(text[start : min(start + _KEPT, end)] for start, end in spans)
    return any(text.count(head) > count for head, count in heads.items())


def _form(code: str) -> str:
    """Write a code with 'A' for letters and '0' for figures behind its beginning.

    RETURNS: '' for a code that is too short to tell.
    """
    figures = len(_FIGURE.findall(code))
    if figures < _LEAST_FIGURES:
        return ""
    letters = len(code) - len(code.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
    if not _LETTER.search(code):
        if not code.isdigit() or figures < _LEAST_NUMBER:
            return ""
        letters = _SHARED
    kept = max(letters, _KEPT)
    return code[:kept] + _LETTER.sub("A", _FIGURE.sub("0", code[kept:]))
