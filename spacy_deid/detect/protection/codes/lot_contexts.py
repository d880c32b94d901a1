"""Lot numbers that no cue stands right at: 'the batch quoted, U9365', 'Fluzone (V87T69O)'."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy_deid.detect.protection.codes.holders import is_held, is_other_thing
from spacy_deid.detect.words.lexicon import NAME, PROTECTED
from spacy_deid.detect.words.reading import Cues
from spacy_deid.detect.words.scan import Scan

_MIXED = r"(?=(?:[a-z-]{0,8}\d){3})(?=[\d-]{0,12}[a-z])(?!rx)[a-z\d][a-z\d-]{3,17}(?![\w/-])"
"""A code of letters and three figures or more."""
_OTHERS = (
    r"patients?|subjects?|records?|cases?|charts?|files?|mrn|hospital|phone|tel|calls?|mobile|id|"
    r"members?|by|she|he|my|nurse|interviews?|letters?|trouble|claims?|results?|insurance|passport|"
    r"ref|references?|reports?|samples?|policy|licen[cs]e|serial|devices?"
)
"""Words of a sentence about something else that has a number."""
_WORD = rf"(?:\s(?!(?:{_OTHERS})\b)[a-z'’]+)"
_LOT = Cues("lot|lots|batch|batches|erä|charge")
_CONTAINERS = Cues(
    "vial|vials|ampoule|ampoules|ampule|carton|cartridge|reservoir|blister|pack|package|box|tray"
)
_MAKERS = Cues("pfizer|biontech|moderna|janssen|novavax|astrazeneca|comirnaty|spikevax|covishield")
_PATTERNS = (
    (
        _MAKERS,
        (
            # Pfizer-BioNTech FC3182 IM
            rf"(?<![\w-])(?:pfizer-)?{_MAKERS.pattern}\s(?P<code>[a-z]{{2}}\d{{4}})"
            r"(?=\s(?:im|i\.m\.|(?:left|right)\s(?:arm|delt\w*|thigh))\b)",
        ),
    ),
    (
        _LOT,
        (
            # the batch quoted, U9365; same lot, JO1411-35; the lot number in the paper, 95P30721
            rf"\b(?:lots?|batch)(?:\s(?:number|no\.?|nr))?{_WORD}{{0,4}},\s(?P<code>{_MIXED})",
            # Batch, since you asked: 66W57074; the lot number as 15217v
            rf"\b(?:lot|batch)\b(?:,?(?:\s(?!(?:{_OTHERS})\b)[a-z'’]+){{1,9}}:\s{{0,2}}|\snumber\sas\s)"
            rf"(?P<code>{_MIXED}|\d{{5,8}}(?![\d/-]|\s\d))",
            # LOT/EXP ....: 22339X / 2017-07
            r"\b(?:lot|batch)\s?/\s?exp\w{0,8}[ .]{0,8}[:|]\s{0,3}"
            r"(?P<code>[a-z\d][a-z\d-]{3,17})(?=\s?/)",
            # Lot number: EP 7534
            r"\b(?:lot|batch)\s?(?:number|no\.?|#)\s?[:;#]?\s?(?P<code>[a-z]{2}\s\d{4})(?![\w-])",
            # Lot?  A.  KE1081-06
            rf"\b(?:lot|batch)\?\s{{1,3}}a\.\s{{1,3}}(?P<code>{_MIXED})",
            # lots TUM861CV / 580678; lots C45P21W (1, 2, 4) and A35H71Q (3)
            rf"\b(?:lots|batches)\s(?:{_MIXED})(?:\s\([\d, ]{{1,12}}\))?(?:\s?[/,]\s?|\sand\s)"
            rf"(?P<code>{_MIXED}|\d{{5,8}}(?![\d/-]))",
        ),
    ),
    (
        _CONTAINERS,
        (
            # vial BR6372, ampoule tray no. R7110, pack photographed: 34050B
            r"(?<![\w.-])(?<!po\s)(?<!p\.o\.\s)(?<!post\s)(?<!office\s)(?:vials?|ampoules?|ampules?|cartons?|"
            r"cartridges?|reservoir|blister|(?:ampoule|vial)\stray|box|package|pack)"
            rf"(?:(?<!box)\s(?:no\.?|number|nr\.?)|{_WORD}{{1,2}}(?=:))?"
            rf"[ :(#]{{1,3}}(?P<code>{_MIXED})",
        ),
    ),
)
_COMPILED = tuple(
    (cues, tuple(re.compile(source, re.IGNORECASE) for source in sources))
    for cues, sources in _PATTERNS
)
_OTHER_THING = re.compile(
    r"\b(?:forms?|filed|reports?|cases?|prescri\w{2,8}|dispensed|icd|pacemakers?|pumps?|devices?|"
    r"valves?|stents?|leads?|implants?|serial|s/?n|monitors?|sensors?|meters?|prosthes[ie]s|markers?)\b[^\n]{0,30}\Z",
    re.IGNORECASE,
)
_REACH = 40
_STRENGTH = r"(?:\s\d{1,4}(?:[.,]\d{1,3})?\s?(?:mg|mcg|µg|g|ml|iu|%)?(?![a-z\d]))?"
_PRODUCT_CODE = re.compile(
    # Fluzone (V87T69O), tizanidine SH441, isoniazid 300 – EIN9304, Stamaril, U1234, left arm
    rf"{_STRENGTH}\s?[(–:-]\s?(?P<code>{_MIXED})|{_STRENGTH}\s(?P<bare>{_MIXED})|"
    rf",\s(?P<last>{_MIXED})(?=,\s(?:exp|first|second|third|dose|l(?:eft)?|r(?:ight)?)\b"
    r"(?!\s(?:ama|the|for|from|without|hospital|home)\b))",
    re.IGNORECASE,
)

_SYSTEMS = frozenset(
    "datix riskman ulysses argus arisg epic cerner emis systmone meditech jira zendesk salesforce "
    "redcap servicenow medwatch vaers eudravigilance rave medidata ivrs iwrs pyxis omnicell".split()
)
"""Software whose tickets have numbers."""
_AMOUNT = re.compile(
    r"\d+(?:[.-]\d+)*(?:mg|mcg|ug|g|kg|ml|iu|units?|mm|cm|fr|ch|x|yo|y|d|h|hrs?|wks?|days?|st|nd|rd|th|mo|"
    r"am|pm|bid|tid|meq|mmol|k|bpm)|(?:[0-3]?\d-?)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}"
    r"-?\d{2,4}|q\d.*",
    re.IGNORECASE,
)
"""What may stand behind a product and is no code: amounts, times, days."""


def _is_capital(text: str, start: int, end: int) -> bool:
    """Tell whether the letters of a code are capitals, or no letter of the text is."""
    return text[start:end].isupper() or text.islower()


def find_lot_contexts(scan: Scan, words: frozenset[str] | set[str]) -> Iterator[tuple[int, int]]:
    """Give the [start, end) characters of every such code.

    words: the different runs of letters of the text in small letters.
    A sentence about the lot or a container leads it, or it stands in brackets behind a product.
    """
    for cues, patterns in _COMPILED:
        if cues.runs.isdisjoint(words):
            continue
        for pattern in patterns:
            for match in pattern.finditer(scan.text):
                span = match.span("code")
                held = is_other_thing if cues is _CONTAINERS else is_held
                if not held(scan.text, *span):
                    yield span
    for index, flags in enumerate(scan.flags):
        if flags & PROTECTED and not flags & NAME and scan.low[index] not in _SYSTEMS:
            product = _PRODUCT_CODE.match(scan.text, scan.ends[index])
            if product and not _OTHER_THING.search(
                scan.text, max(0, scan.starts[index] - _REACH), scan.ends[index]
            ):
                span = product.span(product.lastgroup or 0)
                if _AMOUNT.fullmatch(scan.text, *span) or not _is_capital(scan.text, *span):
                    continue
                if not is_held(scan.text, *span):
                    yield span
