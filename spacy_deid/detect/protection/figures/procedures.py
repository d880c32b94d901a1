"""What procedures leave in figures and capitals: stains, grafts, models, devices, teeth."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy_deid.detect.dates.guards import has_identifier_cue
from spacy_deid.detect.words.reading import Cues, Reading

_STAINS = Cues(
    "eber|tia|smmhc|cadherin|gata|ttf|napsin|hmb|melan|desmin|sox|pax|cdx|satb|mlh|pms|msh|granzyme|"
    "synaptophysin|chromogranin|calretinin|vimentin|ck|cd|ki|pd|inhibin|insm|dog|stat|nkx|sall"
)
_VESSEL = r"(?:LAD|LCx|LCX|Cx|CX|D\d?|OM\d?|PDA|PLV?|RCA|RI|IM|diag)"
_GRAFTS = Cues("lima|rima|bima|svg|rad")
_FORMULAS = tuple(
    (
        Cues(names),
        # nothing but figures and units between what is computed and by whose formula
        re.compile(
            rf"\b(?i:{computed})(?:[\s\d.,:=<>/%~²^-]|(?:m[sgl]|msec|min|m2|kg|g|l|mmol|dl|u?mol|ng|mcg|of|"
            r"was|is|by|using|target|model|infusion|effect|site|C[ep]t?|est\w*|calc\w*)\b){1,24}"
            rf"\(((?i:{names})(?:[ -](?:Gault|Tozer))?)\)"
        ),
    )
    for computed, names in (
        (
            "tci|propofol|remi\\w*|sufent\\w*|model",
            "schnider|minto|marsh|eleveld|kataria|paedfusor",
        ),
        ("bsa|m2|m²", "dubois|du bois|mosteller|haycock"),
        ("crcl|e?gfr|ml/min", "cockcroft|schwartz"),
        ("qtc?|qtc\\w|corr\\w*", "bazett|fridericia|hodges|sheiner"),
        ("ldl|lvef|ef|efw|co|ci", "friedewald|teichholz|hadlock|fick"),
    )
)
"""Whose formula computed a value."""
_BLADES = Cues("mac|miller")
_SCANS = Cues("oct")
_LENSES = Cues("iol|iols|acrysof|tecnis")
_LEADS = Cues("lead|leads|medtronic|jude|biotronik|durata|tendril|sprint|capsurefix|optisure")
_ENDOGRAFTS = Cues("endurant|zenith|excluder|evar|tevar|valiant|incraft")
_INTERVALS = Cues("snrt|csnrt|r|p|avwbcl|vawbcl|sact|aerp|verp|avnerp|tcl")
_SIDES = Cues("cct|asr|i")
_TEETH = Cues("mod|rct|pfm|amalgam|crown|composite|xla|caries|gic|veneer|periodontitis|pulpitis")
_MODELS = Cues(
    "logiq|voluson|carescape|lightspeed|epiq|affiniti|intellivue|lumify|acuson|magnetom|"
    "somatom|atellica|aplio|aquilion|mylab|savina|babylog|cobas|alinity|"
    "advia|vitek|bactec|accu-chek"
)
_ISOTOPES = Cues("lu|tc|i|ra|sr|ga|f|in|y|sm|tl|xe|rb|zr|cu|ac")
_NUMBERED = re.compile(r"[1-9](?<=[a-zA-Z-].)\d")
"""What an isotope holds: a figure right behind a letter or a dash."""
_LED = (
    # up to the model, unless somebody is called or lives there
    r"(?:(?!\b(?i:calls?|called|contact|phone|tel|mobile|cell|fax|ext|pager|bleep|rep|nurse|consultant|"
    r"investigator|room|ward|bed|dob|born|date|on|hospital|clinic)\b)[^\n\d]){0,30}?"
)
_DAY = r"(?!(?:0[1-9]|[12]\d|3[01])-(?:0[1-9]|1[0-2])-\d\d(?!\d))"
_SEARCHES = (
    # EBER, TIA-1, SMMHC, E-cadherin, GATA3, p63
    (
        _STAINS,
        re.compile(
            r"(?<![\w-])(?:EBER(?:-ISH)?|TIA-?1|SMMHC|[EP]-cadherin|GATA-?3|TTF-?1|Napsin\sA|HMB-?45|"
            r"Melan-?A|SOX-?(?:10|11)|PAX-?[58]|CDX-?2|SATB-?2|MLH-?1|PMS-?2|MSH-?[26]|[Gg]ranzyme\sB|"
            r"INSM-?1|DOG-?1|STAT-?6|NKX3\.1|SALL-?4|CK(?:[1-9]|1\d|20)(?:/\d{1,2})?|CD\d{1,3}[a-z]?|"
            r"D2-40|p(?:16|40|53|63)|Ki-?67|PD-L1|BCL-?[26]|MUM-?1|MOC-?31|Ber-EP4|WT-?1)(?![\w-]|\s{1,2}\d[A-Z]{2}\b)"
        ),
    ),
    # LIMA-LAD, SVG-OM1
    (
        _GRAFTS,
        re.compile(
            rf"(?<![\w-])(?:LIMA|RIMA|BIMA|SVG|RAD)(?:\s?(?:-|–|to|→|->)\s?{_VESSEL}){{1,3}}(?![\w-])"
        ),
    ),
    *_FORMULAS,
    # MAC 0.9; grade 2 view with Mac 4
    (_BLADES, re.compile(r"(?<![\w-])(MAC)\s(?:of\s)?[0-2]\.\d")),
    (
        _BLADES,
        re.compile(
            r"(?i:\b(?:grade|view|laryngoscop\w+|intubat\w+|blade|ett|c-l|cormack|dl)\b)[^.\n]{0,30}?"
            r"\b((?:Mac|MAC|Miller)\s(?:[Bb]lade\s)?[0-4])(?![\w.-]\d|\d)"
        ),
    ),
    (_BLADES, re.compile(r"(?<![\w-])((?:Mac|MAC|Miller)\s(?:[Bb]lade\s[0-4]|[0-4]\s[Bb]lade))\b")),
    # OCT CMT 412
    (
        _SCANS,
        re.compile(
            r"(?<![\w-])OCT(?=[-\s:]{1,2}(?:CMT|CST|CRT|RNFL|GCL|ONH|GCIPL|[Mm]acula\w*|angiogra\w+|"
            r"disc|[Oo]ptic|scans?|[Ii]maging)\b)"
        ),
    ),
    (
        _LENSES,
        re.compile(
            rf"\b(?i:{_LENSES.pattern})\b[\s:]{{1,2}}((?:[A-Z]{{2,5}}\d{{2,3}}[A-Z\d]{{0,4}}))(?!\w)"
        ),
    ),
    # Medtronic 6935M-62
    (
        _LEADS,
        re.compile(
            rf"\b(?i:{_LEADS.pattern})\b{_LED}(?<![\w-])(\d{{4}}[A-Z]{{0,2}}-\d\d)(?![\w-])"
        ),
    ),
    (
        _ENDOGRAFTS,
        re.compile(
            rf"\b(?i:{_ENDOGRAFTS.pattern})\b{_LED}(?<![\w-]){_DAY}(\d\d-\d{{2,3}}-\d{{2,3}})(?![\w-])"
        ),
    ),
    # SNRT 1820 cSNRT 710, P-P 620 R-R 1580
    (
        _INTERVALS,
        re.compile(
            r"(?<![\w-])(?:c?SNRT|R-R|P-P|AVWBCL|VAWBCL|c?SACT|AERP|VERP|AVNERP|TCL)[\s:=]\d{2,4}"
            r"(?:\s?ms)?(?!\w|[./-]\d)"
        ),
    ),
    # CCT 552/561, ASR 85/90/95, I/O 24h: 2350/1875, net +475
    (
        _SIDES,
        re.compile(
            r"(?<![\w-])(?:CCT\s\d{3}/\d{3}|ASR\s\d{1,3}(?:/\d{1,3}){1,2}|I/O(?:\s\d{1,2}\s?h(?:rs?)?)?"
            r"[\s:]{1,2}\d{2,5}/\d{2,5}(?:,?\s?(?:net|bal(?:ance)?)\s?[+-]?\d{1,5})?)(?![\w/])"
        ),
    ),
    # 26 MOD amalgam, 36 RCT, 46 PFM crown
    (
        _TEETH,
        re.compile(
            r"(?<![\w/.-])[1-4][1-8]\s(?:(?:MOD|MO|DO|RCT(?!\s(?:arm|partic|patient|subject|trial|site))|PFM|XLA|GIC|amalgam|crown|composite|caries|veneer|"
            r"post|bridge|extracted)(?![\w-])\s?){1,3}(?<!\s)"
        ),
    ),
    # GE Logiq P9, Philips Epiq 7, Siemens Acuson S2000
    (
        _MODELS,
        re.compile(
            r"(?<![\w-])((?:(?:GE|Philips|PHILIPS|Siemens|SIEMENS|Samsung|Toshiba|Canon|Mindray|Hitachi|Aloka|"
            r"Esaote|Dr[aä]ger|Medtronic|Zoll|Nihon\sKohden|Hamilton|Sysmex|Beckman)\s)?"
            rf"(?i:{_MODELS.pattern})"
            r"(?:[ -][A-Z]{0,2}\d{1,4}[A-Za-z]{0,2}|\s(?:e|i|Pro|Expert))?)(?![\w-])"
        ),
    ),
    # Lu-177 7.4 GBq, Tc-99m
    (
        _ISOTOPES,
        re.compile(
            r"(?<![\w-])(?:Lu-?177|Tc-?99m|I-?(?:12[345]|131)|Ra-?223|Sr-?89|Ga-?6[78]|F-?18|In-?111|Y-?90|"
            r"Sm-?153|Tl-?201|Xe-?133|Rb-?82|Zr-?89|Cu-?64|Ac-?225)(?![\w-])"
            r"(?:\s\d{1,4}(?:[.,]\d{1,2})?(?:\s?[kMG]Bq(?:/kg)?(?!\w)|(?=[.;,]\s)))?"
        ),
    ),
)
_CUES = Cues.of_all(cues for cues, _ in _SEARCHES)
_OWNED = re.compile(
    r"\b(?:initials|patient|pt|pat|subject|participant|name|post\s?code|flat|apt|apartment|unit|suite|"
    r"locker|room|rm|ward|bed|bay|house|plot|block|plate|seat|age|aged|lady|gentleman|woman|man|female|"
    r"male|girl|boy|by)\b[\s:.#(]{0,3}(?:(?:no|number|id|initials)\b[\s:.#]{0,3})?\Z"
)
"""Before the initials, the age or the number of somebody, or where they stay."""
_REACH = 30


def find_procedures(reading: Reading) -> Iterator[tuple[int, int]]:
    """Give the [start, end) characters of every such word or figure.

    None stands behind 'serial no', 'Pt' or 'room'.
    """
    for cues, pattern in _SEARCHES if _CUES.among(reading) else ():
        if cues.among(reading) and (cues is not _ISOTOPES or _NUMBERED.search(reading.text)):
            for match in pattern.finditer(reading.text):
                span = match.span(match.lastindex or 0)
                if not _is_owned(reading.low, span[0]):
                    yield span


def _is_owned(low: str, start: int) -> bool:
    return has_identifier_cue(low, start) or bool(_OWNED.search(low, max(start - _REACH, 0), start))
