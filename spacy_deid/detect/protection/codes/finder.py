"""Codes of products, rules, studies, genes and papers: numbers that belong to no person."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy_deid.detect.dates.guards import has_identifier_cue, has_strict_cue
from spacy_deid.detect.words.reading import Cues, Reading

_END = r"(?![\w/]|[.-]\w)"
_NUMBERED = r"(?:\s?(?:no\.?|code|number|[:#]))*\s?"
_WHOLE_DATE = (
    r"(?!(?:(?:19|20)\d\d-\d\d-\d\d|\d{1,2}[.-](?:\d{1,2}|[a-z]{3})[.-](?:\d\d){1,2})(?!\w))"
)
_CODED = (
    r"\b(?:\s?(?:code|codes|version|v\.?|vers\.?|no\.?|class|group|term|grade|[:=#(]))*\s?"
    rf"{_WHOLE_DATE}"
    r"([A-Z]{0,3}\d[\dA-Z]{0,7}(?:[.-][\dA-Z]{1,4}){0,2})"
)
_PLACED = r"\s(?:no\.?\s)?((?:v\.?)?\d{1,4}(?:\.\d{1,3}){0,3}(?:\(\w{1,3}\)){0,3}[a-z]?)"
_SHORT_DATE = r"(?:0?[1-9]|[12]\d|3[01])\.(?:0?[1-9]|1[0-2])\.\d\d(?!\d)"
_PERSON_BEFORE = re.compile(
    r"\b(?:subj(?:ect)?|patient|participant|pt|initials|volunteer|screening|randomi[sz](?:ed|ation)|"
    r"unblinding|file|dossier|user|plate|car|vehicle|by)\W{1,3}(?:(?:code|id|no|number)\W{1,3})?\Z"
)
_PERSON_REACH = 32
_CUED = (
    # ICD-10 code K71.6 (an ICD alone is a defibrillator), DSM-5 296.33
    ("icd", rf"(?:-?(?:9|10|11)(?:-?(?:cm|gm|am|ca|o))?|(?=\scodes?)){_CODED}"),
    ("dsm", rf"(?:-?(?:iv|v|5))?(?:-tr)?{_CODED}"),
    # MedDRA version 26.1, CTCAE v5.0
    (
        "cpt|hcpcs|snomed|snomed ct|loinc|rxnorm|atc|meddra|ctcae|whodrug|costart|recist",
        _CODED,
    ),
    # 21 CFR 312.32, ISO 14155, Regulation (EU) 536/2014
    (
        "cfr|usc|iso|iso/iec|iso/tr|astm|usp|gvp module|regulation",
        r"\s(?:no\.?\s|\(e[uc]\)\s)?(\d[\d./-]{0,12}(?:\(\w{1,3}\)){0,3})",
    ),
    ("directive", r"\s(?:no\.?\s|\(e[uc]\)\s)?((?:20\d\d|9\d)/\d{1,3}(?:/\w{2,3})?)"),
    # section 4.8, Annex II 3.1, art. 9(2), version 4.2, model 5076
    (
        "sect.|chapter|chapters|appendix|art.|"
        "paragraph|paragraphs|para|para.|clause|table|figure|fig.|pp.|slide|"
        "version|ver.|edition|module|ref no|ref. no|ref no.|ref. no.|catalogue|cat no|"
        "cat. no|cat no.|cat. no.|model|firmware",
        _PLACED,
    ),
    # not the extension 'annex 4120'
    ("annex|annexes", rf"(?!\s\d{{3}}){_PLACED}"),
    # no year of an operation: 'C section 2004'
    (
        "section|sections|article|articles",
        rf"(?!\s(?:no\.?\s)?(?:{_SHORT_DATE}|(?:19|20)\d\d(?![\d.]))){_PLACED}",
    ),
    # those that a date may follow
    ("schedule|item|step|amendment|software", rf"(?!\s{_SHORT_DATE}){_PLACED}"),
    # NDC 0069-4200-30, authorisation number PL 00057/1234
    ("ndc", r"\b[\s:#]{0,3}(?:no\.?\s)?(\d{4,5}-\d{3,4}(?:-\d{1,2})?)"),
    (
        "ma|authorisation|authorization|product licence|product license",
        r"\s(?:no\.?|number)\s?:?\s?((?:pl|eu|pa|ma|rvg)[\s/]?\d{1,6}/\d[/\d]{0,12})",
    ),
    # EudraCT 2019-002345-17, IND 123456
    (
        "eudract|eu ct|ctis|ind|nda|bla|anda|isrctn|utn|umin|jrct|ctri|actrn",
        rf"\b{_NUMBERED}(\d[\d/-]{{4,16}}\d)",
    ),
    # PMID 31234567, ISBN, CAS 50-78-2; barcodes
    ("pmid|pmcid|isbn|issn", rf"\b{_NUMBERED}((?:pmc)?\d[\d-]{{3,16}}[\dx])"),
    ("cas", rf"\b{_NUMBERED}(\d{{2,7}}-\d\d-\d)"),
    # pp. 88-91, band 5, q12_free_text
    ("pp.|pages", r"\s?(\d{1,4}(?:\s?[-–]\s?[1-9]\d{0,3})?)"),
    ("band|grade|gr|gr.", r"\s?(\d{1,2}(?:\s?[-–]\s?\d{1,2})?)(?!\d)"),
    ("q", r"(\d{1,2}_\w{1,30})"),
    ("gtin|ean|upc|udi|udi-di|pzn|cnk", rf"\b{_NUMBERED}-?(\d{{5,14}})"),
    ("cip", rf"\b{_NUMBERED}(34009\d{{8}}|\d{{7}}(?!\d))"),
    ("barcode", rf"\b{_NUMBERED}(\d{{12,14}})"),
)
_SHAPED = (
    # the letters first and what may not stand before them after: so the search is quick
    r"EU/(?<![\w/-]EU/)\d/\d{2}/\d{3,4}(?:/\d{3}(?:-\d{3})?)?",
    r"PL(?<![\w/-]PL)\s?\d{5}/\d{4}",
    # ATC, dbSNP, HLA, variants
    r"[ABCDGHJLMNPRSV](?<![\w/-].)\d{2}[A-Z]{2}\d{2}",
    r"rs(?<![\w/-]rs)\d{4,11}",
    r"HLA-(?<![\w/-]HLA-)[A-Z]{1,3}\d{0,2}(?:\*\d{2}(?::\d{2})?)?",
    r"c\.(?<![\w/-]c\.)[\d_*+-]{1,12}(?:[ACGT]>[ACGT]|(?:del|dup|ins|inv)[ACGT]{0,8})",
    r"p\.(?<![\w/-]p\.)[A-Z][a-z]{2}\d{1,5}\w{0,6}",
    # a long ICD-10-CM code without a cue: T45.515A
    r"[A-TV-Z](?<![\w/.-].)\d[\dAB]\.\d[\dA-Z]{2,3}",
    # a p-value
    r"p\s?[=<>](?<![\w/-]p.)(?<![\w/-]p\s.)\s?0?[.,]\d{1,5}",
    # 45(3):112-8 behind the year of a citation
    r";(?<=(?:19|20)\d\d;)\s?(\d{1,4}(?:\s?\(\d{1,3}(?:\s?Suppl\.?\s?\d?)?\))?"
    r"\s?:\s?e?\d{1,6}(?:\s?[-–]\s?\d{1,6})?)",
)
_INFLUENZA = Cues(
    "influenza|flu|fluzone|fluarix|fluad|flucelvax|flulaval|afluria|vaxigrip|influvac|quadrivalent|"
    "trivalent|strain|strains|haemagglutinin|hemagglutinin"
)
_STRAIN = re.compile(
    # A/Victoria/2570/2019, B/Hong Kong/330/2001
    r"(?<![\w/-])[AB]/(?:[A-Za-z][a-z]{1,12}/)?[A-Z][A-Za-z]{2,16}(?:[ -][A-Z][A-Za-z]{1,12}){0,2}/"
    rf"(?:[A-Z]{{1,4}}-?)?\d{{1,8}}/(?:19|20)?\d\d(?:\s?\(H\dN\d\)(?:\s?pdm\s?09)?)?{_END}"
)
_FILED = re.compile(r"\b(?:file|letter|ref\w*|complaint|case|claim|no|number)\W{1,3}\Z")
_WORN = re.compile(
    r"\b(?:id|wrist|iban|name|hospital|patient|wristband|sample|specimen|blood|label|bag)\s\Z"
)
"""Before a band that a patient wears and an account: 'ID band 5224', 'IBAN GR 96'."""
_GENES = Cues(
    "brca|jak|kras|nras|braf|egfr|dpyd|tpmt|nudt|vkorc|slco|flt|npm|idh|pik|pten|mthfr|apoe|cftr|"
    "lrrk|smn|bcr|abl|tp"
)
_GENE = re.compile(
    # BRCA2, JAK2 V617F, EGFR exon 19 deletion, DPYD negative: without a number it needs a finding
    rf"(?<![\w/-])(?i:{_GENES.pattern})"
    r"(?:[1-9]\d?[A-Z]{0,2}\d?(?!\w)(?:[ -](?:[A-Z]\d{1,4}[A-Z]\b|exon\s\d{1,2}|ITD\b))?|"
    r"[ -](?:[A-Z]\d{1,4}[A-Z]\b|(?i:exon\s\d{1,2}|genes?|mutations?|mutant|mutated|positive|"
    r"negative|neg|pos|variants?|wild|status|genotype|null)\b))"
    r"(?:\s(?:deletion|insertion|skipping))?"
)
_MARKED = (
    (r"NCT\d{8}", "NCT"),
    (r"ISRCTN\d{8}", "ISRCTN"),
    (r"ACTRN\d{14}", "ACTRN"),
    (r"UMIN\d{9}", "UMIN"),
    (r"DRKS\d{8}", "DRKS"),
    (r"jRCT[\ds]\d{9}", "jRCT"),
    (r"ChiCTR[\w-]{4,14}", "ChiCTR"),
    # A*02:01, CYP2C19*2/*17
    (r"[A-Z]{1,3}\d?\*\d{2}(?::\d{2})?", "*"),
    (
        r"(?:CYP|UGT|NAT|TPMT|DPYD|SLCO|VKORC|ABCB|NUDT)\w{1,5}\s?\*\d{1,2}[A-Z]?(?:/\*?\d{1,2})?",
        "*",
    ),
)
"""Each with a piece that a text has to have."""
_BY_CUE = tuple(
    (cues, re.compile(rf"(?<!-)\b{cues.pattern}{code}{_END}", re.IGNORECASE))
    for cues, code in ((Cues(words), code) for words, code in _CUED)
)
_CUES = Cues.of_all(cues for cues, _ in _BY_CUE)
_BY_SHAPE = tuple(re.compile(shaped + _END) for shaped in _SHAPED)
_BY_MARK = tuple((re.compile(rf"(?<![\w/-]){marked}{_END}"), mark) for marked, mark in _MARKED)

_DISEASES = re.compile(
    # J45.9 and what follows it in a list
    rf"[A-TV-Z](?<![\w/-].)\d\d\.\d{{1,2}}{_END}"
    rf"(?:(?:[,;/]\s?|\s(?:and|or|&)\s)[A-TV-Z]\d\d(?:\.\d{{1,2}})?{_END})*"
)
_DISEASES_BEFORE = re.compile(r"\b(?:icd|codes?|coded|dx|diagnos\w+)\b[^\n]{0,24}\Z")
_DISEASE_BEHIND = re.compile(
    r"\s?[-–:(]?\s?(?!(?:is|was|were|the|and|with|for|room|ward)\b)[a-z]{4,}"
)


def find_codes(reading: Reading) -> Iterator[tuple[int, int]]:
    """Give the [start, end) characters of every such code."""
    text = reading.text
    for cues, pattern in _BY_CUE if reading.figures and _CUES.among(reading) else ():
        if cues.among(reading):
            for match in pattern.finditer(text):
                if not _WORN.search(reading.low, max(match.start() - 16, 0), match.start()):
                    yield match.span(match.lastindex or 0)
    if _GENES.among(reading):
        for match in _GENE.finditer(text):
            start = match.start()
            person = _PERSON_BEFORE.search(reading.low, max(start - _PERSON_REACH, 0), start)
            if not person and not has_identifier_cue(reading.low, start):
                yield match.span()
    if _INFLUENZA.among(reading):
        for match in _STRAIN.finditer(text):
            start = match.start()
            if not _FILED.search(reading.low, max(start - 16, 0), start):
                yield match.span()
    for match in _DISEASES.finditer(text):
        if _are_diseases(reading.low, match):
            yield match.span()
    for shape in _BY_SHAPE:
        for match in shape.finditer(text):
            start = match.start()
            person = _PERSON_BEFORE.search(reading.low, max(start - _PERSON_REACH, 0), start)
            if not person and not has_identifier_cue(reading.low, start):
                yield match.span(match.lastindex or 0)
    for shape, mark in _BY_MARK:
        if mark in text:
            for match in shape.finditer(text):
                yield match.span()


def _are_diseases(low: str, match: re.Match[str]) -> bool:
    """Tell whether codes of the ICD stand in a list, behind a cue or before a disease."""
    start, end = match.span()
    if has_strict_cue(low, start) or _PERSON_BEFORE.search(
        low, max(start - _PERSON_REACH, 0), start
    ):
        return False
    if match[0].count(".") > 1 or _DISEASES_BEFORE.search(low, max(start - 32, 0), start):
        return True
    return _DISEASE_BEHIND.match(low, end) is not None and not has_identifier_cue(low, start)
