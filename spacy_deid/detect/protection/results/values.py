"""Laboratory values from 1900 to 2099, which look like years."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy_deid.detect.words.reading import Reading

_VALUE = re.compile(
    r"(?<![\w/.,])(?<!\d-)(?:19|20)\d\d(?:\s?(?:[-–]|->|→)\s?\d{3,4})?(?![\d/_-]|[.,]\d)"
)
_RATIO = re.compile(
    # ng/mL, IU/L, x10^9/L, copies/mL, mg per day, ng.h/mL
    r"\s?(?:[x×*]?\s?10\s?(?:\^|\*\*|e)?\s?\d{1,2}\s?/\s?(?:l|[mµuμ]l|mm3)|"
    r"(?:[npfmµμukc]?(?:g|mol|iu|u|kat|eq|osm|units?|l)|mcg|ng\.h|ng·h|mosmol|cells|copies|iu|units)"
    r"\s?/\s?(?:24\s?h|m?l|dl|[µμu]l|mm3|kg|g|mg|mmol|min|h|hr|hour|day|d|week|m2|l)|/\s?(?:[µμu]l|mm3|hpf))"
    r"(?![^\W_])",
    re.IGNORECASE,
)
_AMOUNT = re.compile(
    r"(?:\s[Uu]nits(?![\w'’/])|\s?(?:mg|mcg|µg|μg|ug|ng|pg|kg|m[lL]|IU|mmol|mOsm|[µμ]mol|cc|kcal|mm|cm|bpm|kPa)"
    r"(?![\w'’/]))"
)
_YEAR_BEFORE = re.compile(
    r"\b(?:in|since|during|until|till|from|of|by|year|early|late|mid|before|after|"
    r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?|\d{1,2}(?:st|nd|rd|th)?),?\s\Z"
)
_ANALYTE = (
    r"(?<![\w-])(?:alt|alat|sgpt|ast|asat|sgot|alp|ggt|gamma-?gt|c?pk|ck(?:-?mb)?|creatine\skinase|ldh?|"
    r"lactate\sdehydrogenase|transaminases?|(?:nt-?)?(?:pro-?)?bnp|ferritin|d-?dimers?|"
    r"(?:hs-?)?troponin(?:\s?[it])?|myoglobin|amylase|lipase|(?:b-?)?hcg|wbc|wcc|anc|alc|cd4|"
    r"neutrophils?|lymphocytes?|eosinophils?|leu[ck]ocytes?|platelets?|triglycerides?|trigs?|ige|igg|il-?6|afp|"
    r"fcp|f-cal|(?:fa?ecal\s)?calpro(?:tectin)?|kl-?6|s?il-?2r|pth|tn[it]|"
    r"ca\s?-?125|ca\s?19-?9|cea)(?![\w-])"
)
_CLASSED = r"(?:\s(?:levels?|values?|counts?|titre|titer|cell\scount|activity))?"
_CHANGED = (
    r"(?:rose|risen|rising|fell|fallen|increased|decreased|raised|elevated|peaked|climbed|dropped|went|"
    r"measured|reached|reaching|found|recorded|reported|came\sback)"
)
_TOLD = re.compile(
    # ALT: 1987, BNP rose to 1987, ferritin was 2020
    rf"{_ANALYTE}{_CLASSED}(?:\s?[:=~><]\s?|"
    r"\s(?:(?:is|was|were|now|again|today|has|had|have|up|down|high|markedly|also|only|still)\s){0,3}"
    r"(?:(?:at|was|is|were|now)"
    rf"|(?:{_CHANGED}\s(?:(?:again|now|up|down|further|markedly)\s)?"
    r"(?:to|at|of|as)|reached)(?:\s(?:over|about|around|approximately))?)\s{1,2})\Z"
)
_BARE = re.compile(rf"{_ANALYTE}\s{{1,2}}\Z")
_OTHER_AHEAD = re.compile(
    rf"[,;]\s(?:and\s)?(?!{_ANALYTE})[a-z-]+(?:\s[a-z-]+){{0,2}}\s(?:19|20)\d\d(?!\d)"
)
_OTHER_BEFORE = re.compile(
    rf"(?<![\w-])(?!{_ANALYTE})[a-z-]+\s(?:19|20)\d\d[,;]\s(?:and\s)?{_ANALYTE}\s{{1,2}}\Z"
)
"""Something else with its year beside a test: 'ferritin 2019, colonoscopy 2020'."""
_BARE_END = re.compile(
    r"\s?(?:[,;)\]\n]|\.(?!\d)|\Z|to\s(?!(?:19|20)\d\d(?!\d))\d{3,5}(?![\d/-]|\.\d))"
)
_JUDGED = re.compile(
    r"\s?[,;]?\s?(?:(?:and|was|were|is|are|which|all|still|slightly|mildly|within)\s){0,3}"
    r"(?:normal|negative|positive|elevated|raised|high|low|neg\b|pos\b|abnormal|unremarkable|fine|ok\b|started|stopped|done|checked|taken|measured|repeated)"
)
"""Behind a year in which something was measured: 'ALT 2015, normal'."""
_EARLIER = re.compile(r"\b(?:last|previous|prior|past|latest|recent)\s(?:[\w-]+\s){1,2}(?:of\s)?\Z")
_REACH = 60


def find_values(reading: Reading) -> Iterator[tuple[int, int]]:
    """Give the [start, end) characters of every such value, without its unit.

    A unit makes one of any number, an amount where no year is spoken of before it; without a unit a
    test of the laboratory that is counted in thousands has to stand right before it.
    """
    text, low = reading.text, reading.low
    for start in reading.figures:
        if low[start : start + 2] not in ("19", "20"):
            continue
        value = _VALUE.match(low, start)
        if value is None:
            continue
        end = value.end()
        around = max(start - _REACH, 0), start
        if (
            _RATIO.match(low, end)
            or (_AMOUNT.match(text, end) and not _YEAR_BEFORE.search(low, *around))
            or (
                not low[end : end + 1].isalpha()
                and _TOLD.search(low, *around)
                and not _JUDGED.match(low, end)
                and not _EARLIER.search(low, *around)
            )
            or _is_listed(low, start, end)
        ):
            yield value.span()


def _is_listed(low: str, start: int, end: int) -> bool:
    """Tell whether a test and its value stand side by side: 'LDH 2004, CK 1996'."""
    around = max(start - _REACH, 0), start
    if not _BARE_END.match(low, end) or _JUDGED.match(low, end):
        return False
    if _OTHER_AHEAD.match(low, end) or _OTHER_BEFORE.search(low, *around):
        return False
    return bool(_BARE.search(low, *around)) and not _EARLIER.search(low, *around)
