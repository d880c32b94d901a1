"""Lot numbers told of a package from further off, and those that look like one found before."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from spacy_deid.detect.protection.codes.holders import is_other_thing
from spacy_deid.detect.words.reading import Cues, Reading

_PACKAGES = Cues(
    "vial|vials|ampoule|ampoules|ampule|ampules|carton|cartons|cartridge|cartridges|blister|blisters|pack|"
    "packs|package|packet|packets|box|boxes|tray|trays|flap|flaps|foil|fold|sachet|sachets|pouch|pen|pens|"
    "strip|strips|bottle|bottles|syringe|syringes|tube|tubes|lid|crimp|stamped|embossed|imprint|imprinted"
)
_WORD = (
    r"(?:patients?|subjects?|records?|cases?|charts?|files?|mrn|hospital|phone|tel|calls?|mobile|id|members?|"
    r"nurse|interviews?|letters?|claims?|results?|insurance|passport|ref|references?|reports?|samples?|"
    r"policy|licen[cs]e|serial|devices?|tickets?|pager|bleep|ext|account|order|prescriptions?|rx|room|bed|"
    r"ward|plates?|car|police|post|po|cod|kit|sn|s/n|nhs|ssn|badge|form|page|fax|cell|complaints?|tracking|parcel|courier|"
    r"datix|query|queries|appointment|locker|employee|staff|student|visitor)\b"
)
"""What has a number of its own."""
_GAP = rf"(?:(?!{_WORD})[^.;\n\d]){{1,48}}?(?<![\w/.#-])"
_MIXED = r"[A-Z]{2}\s\d{4,5}|(?=[A-Z\d-]*[A-Z])(?=(?:[A-Z-]{0,4}\d){3})[A-Z\d]{1,5}-?[A-Z\d]{2,8}"
_SAYS = (
    r"(?:\s?(?:[a-z]{1,10}\s)?(?:it\s|which\s|that\s)?(?:has|had|says|said|reads?|shows?|carries|is|was|with|bears)"
    r"(?:\s(?:the\s)?(?:numbers?|no\.?|code|figures|letters))?|\s(?:no\.?|number|nr\.?|code))?\s?[:=]?\s"
)
_END = r"(?![\w/]|[.-]\w|\s\d{3})"
_TOLD = re.compile(
    # the flap of the first has LF24011A; on the fold of her pack, LF24019C
    rf"(?i:\b(?:{_PACKAGES.pattern})\b)(?:(?i:{_GAP})(?P<mixed>{_MIXED}{_END})|"
    # the other box says 6049977
    rf"(?i:{_SAYS})(?P<figures>\d{{6,8}})){_END}"
)
_DATE_LIKE = re.compile(
    r"(?:[0-3]?\d-?)?(?:JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)-?\d{2,4}|"
    r"\d{1,4}(?:MG|MCG|ML|UG|IU|G|KG|MM|CM|FR|CH|X|YO|Y|H|HRS?)|(?:19|20)\d\d-?(?:0\d|1[0-2])(?:-?\d\d)?"
)
_CANDIDATE = re.compile(
    r"(?<![\w/.-])(?=[A-Z-]{0,5}\d|\d{2,4}[A-Z])[A-Z\d]{2,10}(?:-[A-Z\d]{1,8})?(?![\w/]|[.-]\w)"
)
_LETTER, _FIGURE = re.compile(r"[A-Z]"), re.compile(r"\d")
_LEAST_FIGURES = 3
_LEAST_NUMBER = 6
_SHARED = 3
"""How many first figures the numbers of two lots have in common."""


def find_packages(reading: Reading) -> Iterator[tuple[int, int]]:
    """Give the [start, end) characters of every code that is told of a vial, a box or a flap.

    Nothing else with a number stands between, and it belongs to no specimen, person or document.
    """
    if not reading.figures or not _PACKAGES.among(reading):
        return
    text = reading.text
    for match in _TOLD.finditer(text):
        group = "mixed" if match["mixed"] else "figures"
        start, end = match.span(group)
        if _DATE_LIKE.fullmatch(match[group]) or is_other_thing(text, start, end):
            continue
        yield start, end


def find_alike(reading: Reading, found: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Give codes that are built as lots in the same text are: their form and how they begin.

    found: [start, end) characters of the lots.
    """
    text = reading.text
    spans = set(found)
    forms = {form for start, end in spans if (form := _form(text[start:end]))}
    if not forms:
        return
    for match in _CANDIDATE.finditer(text):
        if match.span() not in spans and _form(match[0]) in forms:
            if not is_other_thing(text, *match.span()):
                yield match.span()


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
    kept = max(letters, 1)
    return code[:kept] + _LETTER.sub("A", _FIGURE.sub("0", code[kept:]))
