"""Decades of life: 'in his 40s', 'mid-40s', '40-something', 'her thirties', 'octogenarian'."""

from __future__ import annotations

import re

from spacy_deid.annotations import Proposal
from spacy_deid.detect.ages import contexts
from spacy_deid.detect.ages.contexts import make_age
from spacy_deid.detect.words.lives import GERMAN, lives
from spacy_deid.detect.words.numbers import DECADES

_IN = re.compile(r"\b(?:in|late|early)\b")
_PERSON = re.compile(
    r"\s(?:patient|frau|mann|männlich|weiblich|mädchen|jungen?\b|kind|säugling|tochter|sohn|"
    r"student|rentner|schüler|woman|man|girl|boy|female|male)"
)


def decade(low: str, start: int, head: str) -> Proposal | None:
    """Match '40s' in 'in his 40s', 'mid-40s', '40-something'.

    low: the text in lower case; start: where the number begins; head: what stands before it.
    """
    match = contexts.SOMETHING.match(low, start)
    if match is not None:
        span = match.span()
        return make_age(span, float(match["v"]), "decade", match.span("v"), "decade", 0.8)
    match = contexts.DECADE.match(low, start)
    before = contexts.DECADE_BEFORE.search(head) if match is not None else None
    if match is None or before is None or contexts.VITALS.search(head[-30:]):
        return None
    span = (start - _middle(before), match.end())
    return make_age(span, float(match["v"]), "decade", match.span("v"), "decade", 0.9)


def decade_word(low: str, start: int, end: int, head: str) -> Proposal | None:
    """Match 'thirties' in 'in her thirties'."""
    before = contexts.DECADE_BEFORE.search(head)
    if before is None or not (before["mid"] or _IN.search(head[-16:])):
        return None
    span = (start - _middle(before), end)
    return make_age(span, DECADES[low[start:end]], "decade", (start, end), "decade", 0.85)


def agenarian(text: str, low: str, start: int, end: int) -> Proposal | None:
    """Read 'octogenarian' and its like.

    A German adjective in small letters ('dreijährige Therapie') is an age before a person alone,
    and the word of a decade before 'jaren' is none of a life.
    """
    span = (start, end)
    value, unit = lives()[low[start:end]]
    if GERMAN in low[start:end] and text[start].islower() and not _PERSON.match(low, end):
        return None
    if low.startswith((" jaren", " jahre"), end):
        return None
    return make_age(span, value, unit, span, "agenarian", 0.9)


def _middle(before: re.Match[str]) -> int:
    """Give the length of the 'mid' right before a decade; 0 for 'early' or nothing."""
    mid = before["mid"] or before["mid2"] or ""
    return len(mid) if mid.startswith("mid") else 0
