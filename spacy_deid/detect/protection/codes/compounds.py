"""Codes of compounds that have no name yet: 'BX-2041 200 mg', 'study drug HLD-4402'."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy_deid.detect.protection.codes.holders import is_held
from spacy_deid.detect.words.reading import Cues, Reading

_CUES = Cues(
    "sponsor|mg|mcg|µg|g|ml|iu|kg|placebo|compound|investigational|imp|infusion|infusions|monotherapy|tablets|"
    "capsules|injection|injections|medication|drug|blinded|agent"
)
_CODE = r"[A-Z]{2,4}-?\d{3,5}[A-Z]?|[A-Z]{2,4}-\d{2,5}[A-Z]?"
_DOSE = (
    r"\s?(?:\([a-z]{6,}\)\s?)?(?:(?:at\s)?\d{1,4}(?:[.,]\d{1,3})?\s?(?:mg|mcg|µg|g|ml|IU)(?![a-z])|"
    r"(?:arm|infusions?|tablets?|capsules?|injections?|monotherapy)\b|"
    r"(?:or|vs\.?|versus|and|plus|/)\s?placebo\b|/\s?placebo\b|\([a-z]{5,}(?:mab|nib|ib|ase|ane|ide|ine|one|ant|tide|stat|cept|gene\s[a-z]+)\))"
)
_BEHIND = re.compile(rf"(?<![\w/-])(?P<code>{_CODE})(?={_DOSE})")
_AHEAD = re.compile(
    r"\b(?:[Cc]ompound|[Ss]ponsor\s(?:code|compound)|[Ss]tudy\s(?:drug|medication|treatment)|[Ii]nvestigational\s(?:medicinal\s)?(?:product|drug|agent)"
    rf"|IMP|[Ii]nvestigational\scompound|[Pp]lacebo\s(?:or|vs\.?|versus|for))(?:\s(?:was|is))?\s?:?\s\(?(?P<code>{_CODE})(?![\w/]|[.-]\w)"
)
_NO_COMPOUND = re.compile(
    # patient KL-204 300 mg; the number of a case, a room or a ward stands before the dose
    r"\b(?:patients?|pt|subjects?|participants?|case|no\.?|nr|number|id|report|ref|mrn|chart|record|kit|bottle|"
    r"room|rm|bed|ward|site|lot|batch|ticket|claim|hosp|inpatient|opd|ip|twin|baby|donor|enrolled|"
    r"randomi[sz]ed|rand|specimen|sample|order|incident|complaint|device|ambulance|unblinding|mr|mrs|ms|dr|"
    r"name|initials|serial)\b[^;\n]{0,24}\Z",
    re.IGNORECASE,
)
_REACH = 36
_DIGITS = "0123456789"
_TAIL = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_PADDED = re.compile(r"-0")
_NUMBERED = re.compile(r"(?<![\w/-])(?P<letters>[A-Z]+-?)\d{2,5}[A-Z]?(?![\w-])")
_WRITTEN = re.compile(rf"(?<![\w/-])(?:{_CODE})(?![\w/]|[.-]\w)")
_MEDICAL = re.compile(r"(?:COVID|SARS|CA|IL|CD|HLA|ICD|INR|NYHA|HHV|HPV)-?\d")


def find_compounds(reading: Reading) -> Iterator[tuple[int, int]]:
    """Give the [start, end) characters of every such code, everywhere in the text.

    A dose, a form of drugs or a placebo stands behind it, or its kind before it.
    """
    if not reading.figures or not _CUES.among(reading):
        return
    text = reading.text
    matches = [(match, p is _AHEAD) for p in (_BEHIND, _AHEAD) for match in p.finditer(text)]
    if not matches:
        return
    found: set[str] = set()
    listed = _listed(text)
    for match, ahead in matches:
        code = match["code"]
        start, end = match.span("code")
        if _MEDICAL.match(text, start) or is_held(text, start, end):
            continue
        if _NO_COMPOUND.search(text, max(start - _REACH, 0), start):
            continue
        if ahead or not (_PADDED.search(code) or code.rstrip(_TAIL).rstrip(_DIGITS) in listed):
            found.add(code)
    if found:
        for written in _WRITTEN.finditer(text):
            if written[0] in found:
                yield written.span()


def _listed(text: str) -> frozenset[str]:
    """Give the letters that stand before several numbers: those of subjects, one below another."""
    codes: dict[str, set[str]] = {}
    for match in _NUMBERED.finditer(text):
        codes.setdefault(match["letters"], set()).add(match[0])
    return frozenset(letters for letters, numbers in codes.items() if len(numbers) > 1)
