"""Codes of studies: of cooperative groups ('RTOG 0617'), of sponsors ('study LTS11717')."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy_deid.detect.words.reading import Cues, Reading

_GROUPS = Cues(
    "actg|swog|nsabp|rtog|calgb|eortc|gog|hovon|ukall|cog|ecog|ncic|trog|mrc|nrg|anzgog|ibcsg|agitg|"
    "lysa|ghsg|ncctg|impaact|pactg|hptn|hvtn|anrs|cpcra|siop|jcog|wjog|kgog|abcsg|geicam|ncri|ielsg|"
    "alliance|big|aieop"
)
_GROUP = re.compile(
    # ACTG A5257, NSABP B-40, ECOG-ACRIN EA5142, NCIC CTG MA.17, COG AALL0932, BIG 1-98
    rf"(?<![\w-])(?:{_GROUPS.pattern.upper()}(?:-ACRIN|-BFM|\sCTG)?"
    r"(?:\s(?:study|trial|protocol))?[ -](?:[A-Z]{1,5}[-.]?\d{2,5}|(?<=EORTC\s)\d{5}|"
    r"(?<=CALGB\s)\d{5}|\d{2}\.\d{2}|\d{2}-\d{2}|\d{2,4}|(?<=BIG\s)1-\d\d))[A-Z]?(?![\w/]|[.-]\w)"
)
_LEADING = Cues("study|protocol|trial|extension")
_CODE = re.compile(
    rf"(?<![\w-])(?<!his\s)(?<!her\s)(?<!my\s)(?<!your\s)(?i:{_LEADING.pattern}(?:\s(?:study|trial|protocol|code))?)"
    r"(?:\s?[:#]\s?|\s)[(\"“]?(?P<code>"
    # MK-3475-048, GS-US-380-1489, AC-055-302, CC-5013-MM-020
    r"[A-Z]{2,5}(?:-[A-Z]{2,3})?-\d{2,5}(?:-(?:[A-Z]{2,4}-)?\d{2,3})?|"
    # TP-16/3, RVX-3302-B, BB-0417-FR, LB-ET/02
    r"[A-Z]{2,5}-\d{2}/\d{1,3}|[A-Z]{2,5}-\d{3,5}-[A-Z]{1,2}|[A-Z]{2,3}-[A-Z]{2,3}/\d{2,3}|"
    # NN1250-3582, RPC1063-201, ALXN1210-PNH-301, TV48125-CNS-30049, R668-AD-1225, M14-675
    r"[A-Z]{1,5}\d{2,5}(?:-[A-Z]{2,4})?-[A-Z]?\d{2,5}|"
    # CAIN457A2302, D5160C00048, BO25126, A3921044
    r"[A-Z]{1,4}\d{3,4}[A-Z]\d{4,5}|[A-Z]{2,5}\d{4,5}|(?<!(?i:protocol)\s)(?:[A-Z]\d{4,5}|[AB]\d{7})|"
    # I1F-MC-RHAZ, 1245.25, BAY 59-7939/14883
    r"[A-Z]\d[A-Z]-[A-Z]{2}-[A-Z]{4}|\d{3,4}\.\d{1,3}(?=[\s,;)])|BAY\s\d\d-\d{4}/\d{4,5})"
    r"(?![\w/]|[.-]\w)"
)
_AUDITS = Cues("iras|rec")
_AUDIT = re.compile(
    # IRAS 234567, REC reference 14/LO/1234
    r"(?<![\w-])(?:IRAS(?:\s(?:ID|no\.?|number|project\sID))?:?\s\d{5,6}|"
    r"REC(?:\s(?:ref(?:erence)?|no\.?|number))?:?\s\d\d/[A-Z]{2}/\d{4})(?![\w/]|[.-]\w)"
)
_OWNED = re.compile(
    # policy of the trial KGFB-442-70, subject of the COG 12345
    r"\b(?:policy|card|insurance|grant|member)\b[^\n]{0,20}\Z|"
    r"\b(?:ct|mri?|pet|echo|imaging|ultrasound|sleep|nuclear|prior|x-ray|compared\s(?:with|to))\s\Z|"
    r"\b(?:number|code|id|no)\sin\s(?:the\s)?\Z|"
    r"\b(?:subject|patient|participant|pt|pid|id|initials)(?:['’]s)?\W{0,3}(?:(?:no|id|number|of|the)\b\W{1,3}){0,2}\Z",
    re.IGNORECASE,
)
_LEAST_AGAIN = 6
_REACH = 24


def find_protocols(reading: Reading) -> Iterator[tuple[int, int]]:
    """Give the [start, end) characters of every such code.

    A sponsor's code stands right behind 'study', 'trial' or 'protocol' without 'no.', since under
    those words hospitals number patients, too; found once, it is one everywhere in the text.
    """
    text = reading.text
    if not reading.figures:
        return
    for match in _GROUP.finditer(text) if _GROUPS.among(reading) else ():
        if not _is_owned(text, match.start()):
            yield match.span()
    if _AUDITS.among(reading):
        for match in _AUDIT.finditer(text):
            yield match.span()
    if not _LEADING.among(reading):
        return
    found: set[str] = set()
    for match in _CODE.finditer(text):
        if not _is_owned(text, match.start()):
            yield match.span("code")
            found.add(match["code"])
    for code in found:
        if len(code) >= _LEAST_AGAIN:
            for again in re.finditer(rf"(?<![\w/-]){re.escape(code)}(?![\w/]|[.-]\w)", text):
                yield again.span()


def _is_owned(text: str, start: int) -> bool:
    return _OWNED.search(text, max(start - _REACH, 0), start) is not None
