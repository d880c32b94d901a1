"""Names that are verbs where they stand: 'May I ask', 'Will follow up', 'Mark the arm'."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy_deid.detect.words import cues
from spacy_deid.detect.words.reading import Cues, Reading

_BASE = (
    "be|do|follow|call|send|try|ask|need|return|continue|monitor|keep|let|update|forward|report|"
    "not|also|have|get|give|see|check|repeat|start|stop|hold|discuss|contact|reassess|review|"
    "recheck|arrange|provide|request|await|phone|ring|write"
)
_VERB = re.compile(
    r"\b(?:may(?=\s(?:i|we|you|they|it|not|be|have|he|she)\b)"
    rf"|will(?=\s(?:{_BASE}|i|we|you|they|it|this|that|there|the)\b)"
    r"|hope(?=\s(?:you|this|that|to|all|it|everything|for|we|i|they|the)\b)"
    r"|mark(?=\s(?:the|as|with|up|out|all|each|one|if|only)\b)"
    r"|grant(?=\s(?:us|me|access|permission|the|him|her|them|an?)\b)"
    r"|bill(?=\s(?:to(?!\sbe\b)|for|me|us|the|insurance|directly|separately)\b)"
    r"|(?<=\bto\s)march\b(?!\s(?:\d|of|this|last|next))"
    r"|rob(?=\s(?:the|him|her|them|us|me)\b)"
    r")\b",
    re.IGNORECASE,
)
_VERBS = Cues("may|will|hope|mark|grant|bill|rob|march")
_LEADS = re.compile(
    r"\b(?:"
    + "|".join(sorted(cues.PERSON_TITLES | cues.DOCTOR_TITLES | cues.RELATIONS))
    + r"|to|with|by|contact|from|name|named|called)\.?\s\Z",
    re.IGNORECASE,
)
_PERSON = re.compile(
    r"\b(?:"
    + "|".join(sorted(cues.PERSON_TITLES | cues.DOCTOR_TITLES | cues.RELATIONS))
    + r"|patient|pt|by|with|from|named|called)\.?\s\Z",
    re.IGNORECASE,
)
"""What leads a name even in small letters, unless the word is 'will' or 'may'."""
_DATED = re.compile(
    r"(?:\d(?:st|nd|rd|th)?(?:\sof)?|\b(?:in|since|from|until|till|last|early|late|mid|of|next|on|by|"
    r"before|after|during))[ -]\Z",
    re.IGNORECASE,
)
"""What leads the month of May."""
_BEING = re.compile(r"\s(?:be|have|not)\b", re.IGNORECASE)
_REACH = 20
_MUST_START = frozenset("bill rob grant mark".split())
_GIVEN = _MUST_START | {"hope"}
_CALLING = re.compile(
    r"\s(?:the|an?)\s(?:[a-z]+\s){0,2}(?:pharmacist|nurse|doctor|physician|paramedic|husband|father|mother|"
    r"wife|son|daughter|driver|patient|reporter|caller|agent|carer|caregiver|brother|sister|partner)\b",
    re.IGNORECASE,
)
"""What makes a name of the verb before it: 'Grant the pharmacist'."""
_MARCHING = re.compile(
    r"\b(?:told|ordered|made|forced|asked|allowed|able|unable|fit|began|started|continued|had|tried|"
    r"refused|managed|failed|wants?|wanted|going|soldiers?|unwell|ill)\s(?:(?:him|her|them|us|me|the|men|"
    r"recruits?)\s){0,2}to\s\Z",
    re.IGNORECASE,
)
"""What leads the verb, not the month that something is put off to."""


def find_verbs(reading: Reading) -> Iterator[tuple[int, int]]:
    """Give the [start, end) characters of every word that is a name elsewhere and a verb here."""
    if not _VERBS.among(reading):
        return
    text = reading.text
    for match in _VERB.finditer(text):
        start = match.start()
        if match[0].lower() == "may" and not _BEING.match(text, match.end()):
            if _DATED.search(text, max(start - _REACH, 0), start):
                continue
        if match[0].lower() == "march" and not _MARCHING.search(text, max(start - 40, 0), start):
            continue
        if match[0].lower() in _GIVEN and _CALLING.match(text, match.end()):
            continue
        sure = match[0].islower() and match[0] not in _MUST_START
        sure = sure or (match[0].isupper() and text[match.end() :][1:2].isupper())
        if (sure or _starts_sentence(text, start)) and not _named(text, start):
            yield match.span()


def _named(text: str, start: int) -> bool:
    """Tell whether a title, a relative, a person in general or 'with' leads a capitalised word."""
    low = max(start - _REACH, 0)
    if not text[start].islower():
        return _LEADS.search(text, low, start) is not None
    word = text[start : start + 3]
    if word in ("may", "wil"):
        return False
    return _PERSON.search(text, low, start) is not None


def _starts_sentence(text: str, start: int) -> bool:
    before = text[max(start - 3, 0) : start].rstrip(" ")
    return not before or before[-1] in ".!?:;\n-–•)" or text[start].islower()
