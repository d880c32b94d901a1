"""Lot numbers that no cue stands right at: 'the batch quoted, U9365', 'Fluzone (V87T69O)'."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy_deid.detect.protection.codes.holders import is_held, is_other_thing
from spacy_deid.detect.words.lexicon import NAME, PROTECTED
from spacy_deid.detect.words.reading import Cues, Reading
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
    (cues, tuple(re.compile(source) for source in sources)) for cues, sources in _PATTERNS
)
_OTHER_THING = re.compile(
    r"\b(?:forms?|filed|reports?|cases?|prescri\w{2,8}|dispensed|icd|pacemakers?|pumps?|devices?|"
    r"valves?|stents?|leads?|implants?|serial|s/?n|monitors?|sensors?|meters?|prosthes[ie]s|markers?)\b[^\n]{0,30}\Z",
    re.IGNORECASE,
)
_REACH = 40
_STRENGTH = r"(?:\s\d{1,4}(?:[.,]\d{1,3})?\s?(?:mg|mcg|µg|g|ml|iu|%)?(?![a-z\d]))?"
_PRODUCT_CODE = re.compile(
    # Fluzone (V87T69O), isoniazid 300 – EIN9304, tizanidine SH441, Stamaril, U1234, left arm
    rf"{_STRENGTH}\s?\((?P<code>{_MIXED})\)|{_STRENGTH}(?:\s?[–:-])?\s(?P<bare>{_MIXED})|"
    rf",\s(?P<last>{_MIXED})(?=,\s(?:exp|first|second|third|dose|l(?:eft)?|r(?:ight)?)\b"
    r"(?!\s(?:ama|the|for|from|without|hospital|home)\b))",
    re.IGNORECASE,
)

_SUBSTANCES = tuple(
    "mab nib statin pril sartan olol azole cillin mycin micin floxacin cycline vir vudine "
    "gliptin gliflozin prazole tidine setron triptan azepam profen oxicam coxib sone olone "
    "xaban gatran parin dipine afil platin taxel tecan trexate cept penem bactam oxetine "
    "aline ipramine tyline apine azine thiazide semide relin parib niazid picin midine "
    "zolidine anidine rotide fusine kinra".split()
)
_VACCINES = frozenset(
    "fluzone fluarix fluad flucelvax proquad vaqta hiberix infanrix pediarix pentacel kinrix "
    "quadracel boostrix adacel daptacel gardasil cervarix shingrix zostavax prevnar prevenar "
    "pneumovax menveo menactra bexsero trumenba rotateq rotarix varivax priorix havrix "
    "engerix twinrix recombivax heplisav imovax rabavert stamaril typhim ixiaro hexyon "
    "vaxelis infanrix-hexa mmr mmrv hpv dtap tdap ipv hexavalent comirnaty spikevax arexvy "
    "abrysvo beyfortus".split()
)
_REGISTERED = frozenset(
    "clozapine isotretinoin thalidomide lenalidomide pomalidomide natalizumab bosentan "
    "ambrisentan macitentan mycophenolate dofetilide".split()
)
"""Substances whose patients have numbers in a register of their own."""
_OTHER_NUMBERS = re.compile(
    # the code of a person, a claim or an implant: 'KX20441, Robert Hale', 'TY204418 authorised'
    r"[ ,–:-]{1,4}(?:Dr|Mrs?|Ms|[A-Z][a-z]+|[A-Z]\.)|[ ,]{1,2}(?:registered|enrolled|authori[sz]ed|"
    r"pending|claim|implanted|initials|clinic|leadless|denied|approved)\b"
)
_LISTED = re.compile(
    r"\b(?:mrn|hosp(?:ital)?|patients?|subjects?|records?|charts?|members?|claims?|re)\b"
)
"""What a line is about whose codes are no lots."""
_AMOUNT = re.compile(
    r"\d+(?:[.-]\d+)*(?:mg|mcg|ug|g|kg|ml|iu|units?|mm|cm|fr|ch|x|yo|y|d|h|hrs?|wks?|days?|st|nd|rd|th|mo|"
    r"am|pm|bid|tid|meq|mmol|k|bpm)|\d{0,4}-?(?:jan|feb|f[eé]v|mar|m[aä]r|apr|avr|abr|may|mai|mag|jun|jui|giu|jul|lug|"
    r"aug|ago|ao[uû]|sep|set|oct|okt|ott|out|nov|dec|dez|dic|d[eé]c|ene|gen)[a-zé]{0,6}-?\d{2,4}|q\d.*",
    re.IGNORECASE,
)
"""What may stand behind a product and is no code: amounts, times, days."""


def _is_of_drug(scan: Scan, index: int, start: int, end: int) -> bool:
    """Tell whether a code in capitals right behind a substance or a vaccine can be its lot only."""
    text, low = scan.text, scan.low[index]
    if not text[start:end].isupper() or not (low.endswith(_SUBSTANCES) or low in _VACCINES):
        return False
    other = _OTHER_NUMBERS.match(text, end)
    if (
        low in _REGISTERED
        or other
        and not scan.lookup(other[0].lstrip(" ,–:-").lower()) & PROTECTED
    ):
        return False
    line = text.rfind("\n", 0, start) + 1
    return _LISTED.search(text[line:start].lower()) is None


def find_lot_contexts(scan: Scan, reading: Reading) -> Iterator[tuple[int, int]]:
    """Give the [start, end) characters of every such code.

    A sentence about the lot or a container leads it, or it stands in brackets behind a product.
    """
    for cues, patterns in _COMPILED:
        if not reading.figures or not cues.among(reading):
            continue
        for pattern in patterns:
            for match in pattern.finditer(reading.low):
                span = match.span("code")
                held = is_other_thing if cues is _CONTAINERS else is_held
                if not held(scan.text, *span):
                    yield span
    for index, flags in enumerate(scan.flags):
        if flags & PROTECTED and not flags & NAME:
            product = _PRODUCT_CODE.match(scan.text, scan.ends[index])
            if product and not _OTHER_THING.search(
                scan.text, max(0, scan.starts[index] - _REACH), scan.ends[index]
            ):
                span = product.span(product.lastgroup or 0)
                if _AMOUNT.fullmatch(scan.text, *span):
                    continue
                if product["bare"] and not _is_of_drug(scan, index, *span):
                    continue
                if not is_held(scan.text, *span):
                    yield span
