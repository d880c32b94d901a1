"""Names of studies, which are often those of persons and gods."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from spacy_deid.detect.words.lexicon import (
    BIG_CITY,
    CITY,
    COMMON,
    COUNTRY,
    FIRST,
    FREQUENT_FIRST,
    FREQUENT_LAST,
    LAST,
    REGION,
    STATE,
)
from spacy_deid.detect.words.reading import Cues, Reading

_BEFORE = Cues("study|trial")
_BEHIND = Cues("study|trial|extension")
_PLANS = Cues("study|trial|protocol")
_SOURCES = Cues("seen|reported|observed")
_SHARES = Cues("of")
_SHARE = re.compile(r"of\s\d\d")
_CITED = Cues("n|nct|lancet|nejm|jama|bmj")
_NAMED = Cues(
    "cf|see|compare|comparator|comparators|reference|look|reviewed|discussed|cites|cite|arm|"
    "randomised|randomized|enrolled"
)
_JOINED = Cues("per|joining|joined|entered|following|under")
_ROLES = Cues("subject|stratum|diary|excluded|investigators")
_PARTS = Cues("sub|subanalysis|substudy|subgroup|subject|data|results|arm|cohort|population")
_NO_PERSON = r"(?<!(?i:patient)\s)(?<!(?i:subject)\s)(?<!(?i:participant)\s)(?<!(?i:no\.)\s)"
_NUMBERED = r"[A-Z]{4,12}-(?!0)\d{1,2}"
_NAME = r"[A-Z]{4,12}(?:[ -](?:\d|I{1,3}))?"
_OTHERS = FREQUENT_LAST | BIG_CITY | STATE | COUNTRY | REGION
"""What words in capitals may be that stand where a study does."""
_ANY_CASE = (
    # study MONALEESA-2, trial PEGASUS-TIMI, the UMOJA-3 study
    (
        _BEFORE,
        re.compile(
            rf"\b(?i:{_BEFORE.pattern})\s(?:[\"“(]\s?)?((?i:[a-z]{{3,14}}(?:-[a-z]{{2,6}})?-\d{{1,2}})|"
            r"[A-Z]{3,14}-[A-Z]{2,6}|[a-z]{3,14}-[a-z]{2,6})(?![\w/]|-\w)",
        ),
    ),
    (
        _BEHIND,
        re.compile(
            rf"(?<![\w/-]){_NO_PERSON}([a-z]{{3,14}}-(?!0)\d{{1,2}})(?=\s{_BEHIND.pattern}\b)",
            re.IGNORECASE,
        ),
    ),
)
_CAPITALS = (
    # Protocol: OSCAR
    (
        _PLANS,
        re.compile(
            rf"\b(?i:{_PLANS.pattern})(?:\s?:\s([A-Z]{{4,12}})(?![\w-])|"
            r"\s([A-Z]{4,12})(?=[ \t]?(?:[\n,;:.)/]|\Z)))"
        ),
    ),
    # DIANA-1 sub-analysis, PALOMA-3 / subject
    (
        _PARTS,
        re.compile(rf"(?<![\w/-]){_NO_PERSON}({_NUMBERED})(?=(?:\s/|,)?\s(?i:{_PARTS.pattern})\b)"),
    ),
    # (cf. ALICE), Compare EVEREST II, discussed in CAROLINA, Arm B of GALILEO
    (
        _NAMED,
        re.compile(
            # the first letter first: so it is quick
            r"(?:cf(?<!\wcf)\.?|\([Ss]ee(?:\salso)?|[Ss]ee\salso|[Cc]ompare|[Cc]omparators?:|"
            r"[Rr]eference:|[Ll]ook\sat|reviewed\sagainst|discussed\sin|cites?(?<!\wcite)(?<!\wcites),?"
            r"(?:\sthe)?|[Aa]rm(?<!\w[Aa]rm)\s[A-Z\d]{1,2}\sof|randomi[sz]ed[^.;\n]{0,24}\sin|enrolled\sin)"
            rf"\s({_NAME})(?![\w/]|-\w|\s[A-Z][a-z])"
        ),
    ),
    # protocol HX-204 (OLYMPIA), Study  ANCHOR  | subject
    (
        _PLANS,
        re.compile(
            rf"\b(?i:{_PLANS.pattern})(?:\s[A-Z]{{1,4}}-?\d[\w-]{{0,10}}\s\(|[ \t:]{{1,8}})"
            rf"({_NAME})"
            r"(?=\)|[ \t]{0,3}[|/,;·]|[ \t]{2,}|[ \t]*\n)"
        ),
    ),
    # per OLIVIA protocol, joining GALILEO trial
    (
        _JOINED,
        re.compile(
            rf"\b(?i:{_JOINED.pattern})\s(?:the\s)?({_NAME})"
            r"(?=\s(?:protocol|regimen|trial|study|criteria|extension)\b)"
        ),
    ),
    # CLEOPATRA / subject S-135, ODYSSEY excluded such patients
    (
        _ROLES,
        re.compile(
            rf"(?<![\w/-])({_NAME})(?=\s{{0,3}}[/|·]\s{{1,3}}(?:(?i:subject)\s|[A-Z]?[a-z]+\sstratum|"
            r"diary\scard)|,?\sexcluded\s(?:such|these|all)\b|\sinvestigators\b)"
        ),
    ),
    # In KATHERINE, 2 of 133 died; GALILEO (n = 133), ALICE (NCT0123
    (
        _SHARES,
        re.compile(
            r"\b[Ii]n\s(?:the\s)?([A-Z]{4,12}(?:-\d{1,2})?),?\s\d{1,5}\s(?:out\s)?of\s\d{2,5}\b"
        ),
    ),
    (
        _CITED,
        re.compile(
            r"(?<![\w/-])([A-Z]{4,12}(?:-\d{1,2})?)\s\((?:[nN]\s?=\s?\d|NCT\d|Lancet|NEJM|N\sEngl|JAMA|BMJ)"
        ),
    ),
    # seen in DIANA-1
    (
        _SOURCES,
        re.compile(
            rf"\b(?i:{_SOURCES.pattern})\s(?:in|from)\s(?:the\s)?({_NUMBERED})(?![\w/]|-\w)"
        ),
    ),
)


_LOOSE = (_JOINED, _NAMED, _PLANS, _ROLES, _SHARES, _CITED)
_FIGURE = re.compile(r"\d|[ -]I")
_FIRST_WORD = re.compile(r"[a-z]+")


def find_studies(reading: Reading, known: Mapping[str, int]) -> Iterator[tuple[int, int]]:
    """Give the [start, end) characters of every such name.

    known: what the lexicon knows of each word in small letters.

    A text in capitals does not tell by them.
    """
    capitals = () if reading.text.isupper() else _CAPITALS
    for cues, pattern in (*_ANY_CASE, *capitals):
        if cues.among(reading) and (cues is not _SHARES or _SHARE.search(reading.text)):
            for match in pattern.finditer(reading.text):
                start, end = match.span(match.lastindex or 0)
                word = _FIRST_WORD.match(reading.low, start)
                flags = known.get(word[0], 0) if word else 0
                figure = _FIGURE.search(reading.text, start, end)
                loose = cues in _LOOSE and not figure
                plain = cues not in _LOOSE and (flags & COMMON or cues is _BEFORE and figure)
                if not (flags & _OTHERS and not plain or loose and _is_other(flags)):
                    yield start, end


def _is_other(flags: int) -> bool:
    """Tell whether a word alone is a surname or a town rather than a first name of a study."""
    surname = flags & LAST and not flags & (FREQUENT_FIRST | COMMON)
    return bool(surname or (flags & CITY and not flags & FIRST))
