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
    r"\s(?:patient(?:in|en)?|frau|mann|mädchen|jungen?|kind|säugling|tochter|sohn|student(?:in)?|"
    r"rentner(?:in)?|schüler(?:in)?|woman|man|girl|boy|female|male)\b"
)
_NOUN = re.compile(r"\s[A-ZÄÖÜ]")
_ARTICLE = re.compile(
    r"\b(?:d(?:er|ie|em|en|es)|eine?[rmns]?|diese[rmns]?|jene[rmns]?|the|an?|this|that)\s\Z"
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

    A German adjective ('dreijährige Therapie') is an age before a person, and as a noun behind an
    article; the word of a decade before 'jaren' is none of a life.
    """
    span = (start, end)
    value, unit = lives()[low[start:end]]
    if GERMAN in low[start:end] and not _PERSON.match(low, end):
        noun = text[start].isupper() and text[start + 1].islower()
        if not noun or not _ARTICLE.search(low, max(0, start - 8), start):
            return None
        if _NOUN.match(text, end):
            return None
    if low.startswith((" jaren", " jahre"), end):
        return None
    return make_age(span, value, unit, span, "agenarian", 0.9)


def _middle(before: re.Match[str]) -> int:
    """Give the length of the 'mid' right before a decade; 0 for 'early' or nothing."""
    mid = before["mid"] or before["mid2"] or ""
    return len(mid) if mid.startswith("mid") else 0
