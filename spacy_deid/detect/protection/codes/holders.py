"""Documents, persons and things that a code belongs to: it is no lot then, whatever stands by."""

from __future__ import annotations

import re

_BEFORE = re.compile(
    # her passport, OHIP 1234-567-890 XK4471; up to a word of lots
    r"(?:\b(?:passport|licen[cs]e\w*|lic|dl|cdl|driver\w*|card|id|visa|permit|policy|member\w*|reg|"
    r"regist\w*|cert\w*|dea|npi|badge|insur\w*|medicare|medicaid|ohip|ehic|nhs|nhi|nino|mrn|health|"
    r"blue\s(?:cross|shield)|carte|vitale|plan|(?<!drug\s)acc(?:oun)?t|contract|pass|(?:access|door|gate)\scode|plates?|"
    r"vehicle|concession|pension|prescriber|chart|records?|case|phone|tel|mobile|hospital\s(?:no|number))"
    r"\b(?:(?!\b(?:lots?|batch|vaccine)\b)[^\n]){0,24}"
    # pt JD4412, room 12B4, RN 448812
    r"|\b(?:pt|patient|subject|participant|initials|she|he|room|rm|ward|bed|bay|apt|flat|unit|"
    r"rn|lpn|lvn|np|md|do|pa|dvm|pharmd|r\.?ph)[.,:#]?\s?(?:no\.?\s|number\s|id\s|#)?)\Z",
    re.IGNORECASE,
)
_BEHIND = re.compile(
    # A4471123 is my passport, 448812 (her MRN), K4471200 belongs to the patient, with her name
    r"[\s);]{0,3}(?:[(=,–-]\s?)?(?:(?:is|was|being|which|as|the|my|his|her|their|our|a|an|patient|"
    r"patient['’]s|hospital)\s){0,4}(?:(?:mrn|nhs|nhi|passports?|id|chart|licen[cs]e|badge|policy|"
    r"insurance|social\ssecurity|birth\scert\w*|member\w*|national|(?:record|card|case|file|patient|"
    r"pt|phone|hospital)\s(?:no|num|number|nr))\b|"
    r"belong\w*\sto\b|drawn\b|of\s(?:his|her|my|their)\sblood\b|with\s(?:his|her|my|the)\sname\b)",
    re.IGNORECASE,
)
_TELLING = re.compile(
    # MRN448812, RN4471A; the number of a case: US-2021-44812
    r"(?:mrn|lic|inv|clm|nhs|ref|case|chart|tel|rn|lpn|sn)-?\d{3,}[a-z]?|"
    r"[a-z]{2}-?(?:19|20)\d\d-?\d{3,}|[a-z]{4,}-(?:19|20)\d\d",
    re.IGNORECASE,
)
_SHAPES = re.compile(
    # initials and a year of birth, numbers of patients and passports, British insurance
    r"[A-Z]{2}(?:19[2-9]\d|20[012]\d)|[A-Z]\d{7,}|[A-Z]{2}\d{6}[A-D]"
)
_THING = re.compile(
    # blood sample vial, safe deposit box, chart box
    r"\b(?:specimens?|samples?|blood|serum|plasma|urine|stool|biops\w+|patholog\w+|tissue|deposit|"
    r"mail\w*|letters?|charts?|archiv\w+|bank|dispens\w+|label\w*|pharmacy|cremat\w*|urn|badge|"
    r"locker|belongings|property|patients?['’]?s?)\b[^.;\n]{0,24}\Z",
    re.IGNORECASE,
)
_REACH = 44


def is_held(text: str, start: int, end: int, *, cued: bool = False) -> bool:
    """Tell whether a code in [start, end) belongs to somebody, a document or a case.

    Words before or behind say so, or the code does: 'MRN448812', 'K1234567', 'JD1944'.
    cued: a word of lots stands right at it, so that neither what leads it nor its shape tells.
    """
    if _BEHIND.match(text, end) or _TELLING.fullmatch(text, start, end):
        return True
    if cued:
        return False
    shaped = _SHAPES.fullmatch(text, start, end) is not None
    return shaped or _BEFORE.search(text, max(0, start - _REACH), start) is not None


def is_other_thing(text: str, start: int, end: int) -> bool:
    """Tell whether the code of a vial or a box is that of a specimen, a locker or somebody's."""
    other = _THING.search(text, max(0, start - _REACH), start)
    return other is not None or is_held(text, start, end)
