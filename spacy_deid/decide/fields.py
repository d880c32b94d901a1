"""What begins behind a name or a number: the next field of a form, a word such as 'e-mailed'."""

from __future__ import annotations

import re

_MEASURES = "Ht|Wt|Hb|Hgb|BP|HR|RR|SpO2|INR|BMI|Temp|Plt|WBC|eGFR|HT|WT|HB"
_FIELD = re.compile(
    # behind a name, a site or a number: 'Ann Lee  CHI 1204631234', 'Ann Lee Ht 181', 'Ward: ICU'
    rf"(?<=\w)\s+(?:(?P<measure>{_MEASURES}|ASA(?=\sI))|"
    r"(?P<scheme>(?<=\s\s)(?:Ward|Room|Bay|Unit)|CHI|NHI|NHS|MRN|UR|URN|UMRN|HCN|AMKA|GMC|NMC|HPCSA|"
    r"AHPRA|DOB|SSN|BSN|CPR|kt|File|Rm|Bed|Acct|Tel|Ph|Fax|Ref|Ord|S/N))(?![\w'’-])"
)
_FIGURES = re.compile(
    # what is measured, to the end of the span: ' 181 cm Wt: 80'
    rf"(?:[\s:.#=]{{0,4}}(?:\d{{1,3}}(?!\d)[.,/]?|(?:{_MEASURES})\b|%|"
    r"(?:[cmk]?m|k?g|lbs?|in|ft|bpm|mmHg|g/[dm]?[lL]|°?[CF]|[IV]{1,3})\b)){1,12}\s?"
)
_FIGURE_NEXT = re.compile(r"[\s:.#=]{0,4}\d|\s[IV]{1,3}\b")
_NUMBERED = re.compile(r"\s?:|[\s.#=]{0,4}(?:[A-Z]{0,4}[- ]?\d)|\.?\s\d")
_TAIL = 40
_COMPOUND = re.compile(
    r"[\s,;(]{1,3}[a-z][-‐‑](?:mail|sign|prescri|ray|boned|cell|wave|section|consult|scan|line|tube|"
    r"test|reactive|dimer|spine|cig|health|visit|refer|script|form|peptide|score|type|record|fax)",
    re.IGNORECASE,
)
"""A word whose first letter is no initial of the name before it: 'Wojcik e-mailed'."""
_NEXT_FIELD = re.compile(
    r"(?<=\w)[\s,;|]+(?:(?:suspect(?:ed)?|other|start|stop|onset|reporter|patient|full|home)\s)?"
    r"(?:drugs?|medicines?|medications?|dose|dosage|doctor|reactions?|outcome|sex|gender|age|dob|"
    r"address|phone|tel|telephone|occupation|job|profession|social|reporter|patient|batch|route|"
    r"indication|weight|allerg(?:y|ies)|gp|rx|dx|hx|e-?mail|postcode|zip|signed|nok|mrn|remédio|"
    r"medicamento)(?:\s(?:name|no\.?|number|date))?\Z",
    re.IGNORECASE,
)
"""The name of the next field of a form in one line: 'Lusaka Drug' before ': TDF'."""
_SIGN_OF_FIELD = re.compile(r"\s?[:=]")
_TESTS = (
    "FBS RBS PPBS LDL HDL HbA1c TSH LFT LFTs RFT RFTs KFT KFTs CBC FBC ABG CXR ECG EKG ESR CRP PCR "
    "MRI USG USS NVD LSCS LMP EDD PTB TLC DLC DDx Dx Rx Hx Tx PMHx Adv Imp TEN FSBG FSBS BIBA GCS "
    "RDT AST ALT ALP GGT LDH CPK BUN SCr eGFR AED AEDs HIV HBV HCV ART VL"
)
_DISEASES = (
    "SJS TEN AGEP DRESS AIHA AKI CKD ESRD COPD ILD IPF CHF CCF CAD STEMI NSTEMI SVT DVT VTE HTN "
    "GERD IBD IBS UTI URTI LRTI MRSA SARS TIA CVA SAH SDH PRES GBS ADEM CIDP ITP TTP HLH MDS CLL "
    "CML AML GVHD NAFLD PBC PSC RTA ATN AIN GDM PROM PPH IUGR IUFD HELLP NSVD ROSC ECMO IVIG TPN "
    "NKDA PMH"
)
_FINDINGS = "|".join(sorted({*_TESTS.split(), *_DISEASES.split()}))
_ROLES = (
    "SHO|SpR|StR|FY1|FY2|RMO|HMO|RN|LPN|GP|MD|DO|NP|PA|EMT|HCA|CNA|ODP|ANP|PharmD|RPh|CRA|PI|BP|PE|"
    "DM|MI|CK|AF"
)
_FINDING = re.compile(
    # Silva FBS, Fonseka - TEN, Emma Mayo - SHO, JONES - PE
    rf"(?<=[a-zß-ÿ])[ \t]+(?:{'|'.join(_TESTS.split())})(?![\w'’])|"
    rf"(?<=[a-zß-ÿ])[ \t]+[-–—][ \t]+(?:{_FINDINGS})(?![\w'’])|"
    rf"(?<=[a-zß-ÿ])[ \t]+[-–—][ \t]+(?:{_ROLES})(?![\w'’])|"
    rf"(?<=[A-Z])[ \t]+[-–—][ \t]+(?:{_FINDINGS}|PE|BP|DM|MI|CK|AF)(?![\w'’])"
)
"""What was found behind the name of the patient, or what somebody is behind a dash. Diseases stand
behind one, since sites have such abbreviations too: 'Smith SAH'."""


def before_field(text: str, start: int, end: int, *, numbered: bool) -> int:
    """Give where a span ends without the next field's name and what is in it.

    A number that the span holds behind such a name stays in it, unless it is a measure: nobody else
    may have found it.

    start, end: characters of the span.
    numbered: whether the span has to keep a figure.
    RETURNS: ``end`` where no field begins in the span.
    """
    for field in _FIELD.finditer(text, start, end):
        if numbered and not any(map(str.isdigit, text[start : field.start()])):
            continue
        if _cuts(text, field, end):
            return field.start()
    return end


def _cuts(text: str, field: re.Match[str], end: int) -> bool:
    """Tell whether a field ends the span in which its name stands."""
    if field["measure"]:
        measured = field.end() == end or _FIGURES.fullmatch(text, field.end(), end) is not None
        return measured and _FIGURE_NEXT.match(text, field.end()) is not None
    inside = any(map(str.isdigit, text[field.end() : end]))
    return not inside and _NUMBERED.match(text, field.end()) is not None


def before_compound(text: str, start: int, end: int) -> int:
    """Give the end of a name without the first letter of a word such as 'e-mailed' behind it."""
    compound = _COMPOUND.search(text, max(start + 1, end - _TAIL), end + _TAIL)
    return min(end, compound.start()) if compound else end


def before_finding(text: str, start: int, end: int) -> int:
    """Give the end of a name without the abbreviation of a test or disease behind it."""
    finding = _FINDING.search(text, start + 2, end)
    return finding.start() if finding else end


def before_next(text: str, start: int, end: int) -> int:
    """Give the end of a span without the name of the next field, whose colon follows."""
    if _SIGN_OF_FIELD.match(text, end):
        field = _NEXT_FIELD.search(text, max(start + 1, end - _TAIL), end)
        return field.start() if field else end
    return end
