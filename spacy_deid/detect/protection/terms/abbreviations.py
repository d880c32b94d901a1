"""Degrees, dosing times, grades and scores in letters: what looks like somebody's initials."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy_deid.detect.words.reading import Cues, Reading

_AFTER_NAMES = Cues(
    "jd|ll.b|llb|ll.m|llm|bpharm|mpharm|pharmd|mbbs|mbchb|mrcp|frcp|fracp|r.ph|rph|crna|cnm"
)
_DEGREES = Cues("b.pharm|bpharm|b. pharm|m.pharm|pharm.d|pharm d|pharmd|ph.d|d.phil|b.sc|m.sc")
_HABILITATED = Cues("hab")
_DOSING = Cues("t.i.d|b.i.d|q.i.d|q.d.s|t.d.s|p.r.n|q.h.s|o.k", whole=True)
_ROUTES = Cues("i.m|i.v|s.c|p.o|s.l|c.c", whole=True)
_COLITIS = Cues("mayo")
_CONTRAST = Cues("gd")
_MACHINES = Cues("virtual|digital|automated|ai|chatbot|bot")
_MACHINE = (
    r"(?:(?:virtual|digital|automated|ai)\s(?:[^\W\d_]+\s){0,2}"
    r"(?:assistants?|agents?|helpers?|nurse|guide|chatbot|bot|system)|chatbot|bot)\b"
)
_BATCHES = Cues("b. no|b.no|b no")
_SEARCHES = (
    # Ann Lee, JD: a degree behind a whole name
    (
        _AFTER_NAMES,
        re.compile(
            r"(?<!\w)[^\W\d_a-z](?:\.|[\w'’-]{1,15})\s[^\W\d_a-z][\w'’-]{1,15},\s"
            rf"((?i:{_AFTER_NAMES.pattern}))\.?(?!\w)"
        ),
    ),
    # B.Pharm, Pharm.D.
    (
        _DEGREES,
        re.compile(rf"(?<![\w.]){_DEGREES.pattern}\.?(?!\w)", re.IGNORECASE),
    ),
    # dr hab. n. med.
    (
        _HABILITATED,
        re.compile(r"(?<=\bdr\s)hab\.(?:\s?n\.(?:\s?med\.)?)?", re.IGNORECASE),
    ),
    # 25 mg t.i.d.
    (_DOSING, re.compile(rf"(?<![\w.]){_DOSING.pattern}\b\.?")),
    # 0.3 mg i.m., c.c. patient
    (_ROUTES, re.compile(rf"(?<=[\dgl]\s){_ROUTES.pattern}\b\.?|(?<![\w.])c\.c\.")),
    # Mayo 7/12, not 7 Mayo
    (_COLITIS, re.compile(rf"(?<!\w)(?i:{_COLITIS.pattern}\s(?:score\s)?)\d{{1,2}}/12(?![\w/])")),
    # Gd is OK
    (_CONTRAST, re.compile(r"(?<![\w.])Gd(?![\w.'’]|\s[A-Z][a-z])")),
    # I'm Ada, your virtual assistant
    (
        _MACHINES,
        re.compile(
            r"\b(?i:i['’]?m|i am|my name is)\s([^\W\d_a-z][^\W\d_]+)"
            rf"(?=,?\s(?i:your|the)\s(?i:{_MACHINE}))"
        ),
    ),
    # B. No. 4711
    (
        _BATCHES,
        re.compile(
            rf"(?<![\w.])(?<!blok\s)(?<!block\s)(?<!unit\s){_BATCHES.pattern}\b\.?", re.IGNORECASE
        ),
    ),
)
_SCORE = re.compile(
    # E4V5M6, G2P1, P1+0; the V24 of a study, a trainee's ST5; the letter first: so it is quick
    r"[EGPVSCF](?<![\w/:.-].)(?:(?<=E)(?<!(?:NB|NS|PE)\sE)[1-4]\s?V[1-5]T?\s?M[1-6]|"
    r"(?<=G)\d\s?P\d(?:\s?A\d)?|(?<=P)\d\+\d|(?<=V)\d\d?|(?<=[SC])T\d|(?<=F)Y\d)(?![\w/]|[.-]\w)"
    # not the V99 BP06 of a postcode, the V77 410 226 of a number
    r"(?!(?<=V\d\d)\s(?=[A-Z]{0,3}\d)[A-Z\d]{3,4}\b)"
)


def find_abbreviations(reading: Reading) -> Iterator[tuple[int, int]]:
    """Give the [start, end) characters of every such abbreviation."""
    for cues, pattern in _SEARCHES:
        if cues.among(reading):
            for match in pattern.finditer(reading.text):
                yield match.span(match.lastindex or 0)
    if reading.figures:
        for match in _SCORE.finditer(reading.text):
            yield match.span()
