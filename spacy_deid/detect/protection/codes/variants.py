"""Names of variants, sequences, bands and karyotypes: codes of the genome, not of a person."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy_deid.detect.dates.guards import has_identifier_cue
from spacy_deid.detect.words.reading import Cues, Reading

_AMINO = (
    r"(?:Ala|Arg|Asn|Asp|Cys|Gln|Glu|Gly|His|Ile|Leu|Lys|Met|Phe|Pro|Ser|Thr|Trp|Tyr|Val|Ter|Sec)"
)
_CHANGE = r"(?:del|dup|ins|inv|con|fs)"
_CHROMOSOME = r"(?:[1-9]|1\d|2[0-2]|[XY])"
_BAND = rf"(?<!\d\d\d\s){_CHROMOSOME}[pq][1-4]\d?(?:\.\d{{1,3}})?(?!-\d+[a-z])"
_SHAPES = tuple(
    (re.compile(mark), re.compile(rf"(?<![\w/-]){shape}(?!\w)"))
    for mark, shape in (
        # NM_007294.4, LRG_292
        ("_", r"(?:N[CGMPRTW]|X[MPR])_\d{4,9}(?:\.\d{1,2})?|LRG_\d{1,4}"),
        ("CV0", r"[VRS]CV0\d{8}(?:\.\d{1,2})?"),
        ("ENS", r"ENS[GTPE]\d{11}(?:\.\d{1,2})?"),
        # c.1905+1G>A, g.43057062_43057063insG, m.1555A>G, also with the chromosome before it
        (
            r"\.(?<=[cgmnr]\.)\(?[\d*]",
            rf"(?:chr(?:{_CHROMOSOME}|M):)?[cgmnr]\.\(?[\d*][\d_+*?-]{{0,24}}"
            rf"(?:[ACGTacgu]{{1,9}}>[ACGTacgu]{{1,9}}|{_CHANGE}[ACGT\d]{{0,24}}|=)\)?",
        ),
        ("chr", rf"chr(?:{_CHROMOSOME}|M):\d[\d,]{{2,12}}(?:[-_]\d[\d,]{{2,12}})?"),
        # p.(Gln1756Profs*74), p.R175H
        (
            r"p\.\(?[A-Z]",
            rf"p\.\(?{_AMINO}\d{{1,5}}(?:_{_AMINO}\d{{1,5}})?(?:{_AMINO}|{_CHANGE}|[=*?X])?"
            rf"(?:{_CHANGE})?(?:{_AMINO}){{0,6}}(?:[*X]\d{{0,4}})?\)?",
        ),
        (
            r"p\.\(?[A-Z]\d",
            rf"p\.\(?[A-Z]\d{{1,5}}(?:_[A-Z]\d{{1,5}})?(?:[A-Z*]|{_CHANGE})(?:fs)?(?:\*\d{{0,4}})?\)?",
        ),
        # 22q11.21(18912231_21465672)x1, (11q23), 5q31
        (
            r"[pq](?<=[\dXY].)[1-4]",
            rf"{_BAND}(?:[pq]\d{{1,2}}(?:\.\d{{1,3}})?)?(?:\(\d{{5,9}}_\d{{5,9}}\)(?:x\d)?)?",
        ),
        # t(9;22)(q34;q11.2)
        (
            r"\((?<=[a-z]\()[\dXY]",
            rf"(?:t|inv|del|dup|ins|der|add|idic|i|r)\({_CHROMOSOME}(?:;{_CHROMOSOME}){{0,3}}\)"
            r"(?:\([pq][\d.pq;]{0,24}\))?",
        ),
        # 47,XX,+8[14]/46,XX[6]
        (
            ",X",
            rf"(?:4[3-9]|69|92),X[XY]{{0,3}}(?:,[+-](?:{_CHROMOSOME}|mar)){{0,8}}(?:\[(?:cp)?\d{{1,2}}\])?"
            rf"(?:/(?:4[3-9]|69|92),X[XY]{{0,3}}(?:,[+-](?:{_CHROMOSOME}|mar)){{0,8}}(?:\[\d{{1,2}}\])?)?",
        ),
    )
)
"""Each with what a text has to hold: a search for that is quick."""
_GENES = Cues(
    "egfr|kras|nras|braf|kit|pik|akt|esr|tp|jak|flt|idh|npm|alk|ros|erbb|her2|pten|brca|atm|"
    "palb|chek|fgfr|pdgfra|gnas|gnaq|smo|abl|bcr|btk|myd|cxcr|calr|mpl|csf|dnmt|mek|map|hras|ctdna|"
    "vaf|mutation|mutations|mutant|variant|variants"
)
_POINT = re.compile(
    # C797S, E746_A750del
    r"(?<![\w./-])[ACDEFGHIKLMNPQRSTVWY]\d{2,4}(?:[ACDEFGHIKLMNPQRSTVWY*]|fs|"
    r"_[ACDEFGHIKLMNPQRSTVWY]\d{2,4}(?:del|ins[A-Z]{0,6}|dup)?)(?![\w-]|\s\d)"
)
_GENE_BEFORE = re.compile(
    rf"(?:(?<![\w-]){_GENES.pattern}[a-z0-9]{{0,4}}|\bex(?:on)?\s?\d{{1,2}}\w{{0,4}}|"
    r"\b[a-z]\d{2,4}[a-z])\b[^\n;:]{0,24}\n?\Z"
)
_APART = re.compile(r"(?:\)|\bfish\b[^\n.;]{0,24})\s(sep)(?=\s(?:neg|pos|\d{1,3}/\d00))")
"""The signals of a probe that stand apart: 'KMT2A (11q23) sep neg'."""
_OWNED = re.compile(
    r"\b(?:subject|patient|participant|pt|policy|member\w*|passport|licen[cs]e|plate|user\w*|login|"
    r"post\s?code|mrn|card|permit|flat|apt|apartment|unit|suite|locker|room|ward|bed|house|plot|seat)\b\W{0,3}(?:(?:no|number|id|name)\W{1,3})?\Z"
)
_REACH = 40


def find_variants(reading: Reading) -> Iterator[tuple[int, int]]:
    """Give the [start, end) characters of every such name; none behind the field of a number."""
    text, low = reading.text, reading.low
    if not reading.figures:
        return
    for mark, shape in _SHAPES:
        if mark.search(text):
            for match in shape.finditer(text):
                if not _is_owned(low, match.start()):
                    yield match.span()
    if _GENES.among(reading):
        for match in _POINT.finditer(text):
            start = match.start()
            if _GENE_BEFORE.search(low, max(start - _REACH, 0), start) and not _is_owned(
                low, start
            ):
                yield match.span()
    if "sep" in reading.words and "fish" in reading.words:
        for match in _APART.finditer(low):
            yield match.span(1)


def _is_owned(low: str, start: int) -> bool:
    """Tell whether a field of somebody's number stands before a place."""
    return has_identifier_cue(low, start) or bool(_OWNED.search(low, max(start - _REACH, 0), start))
