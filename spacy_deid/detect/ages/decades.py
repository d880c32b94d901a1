"""Decades of life: 'in his 40s', 'mid-40s', '40-something', 'her thirties', 'octogenarian'."""

from __future__ import annotations

import re

from spacy_deid.annotations import Proposal
from spacy_deid.detect.ages import contexts
from spacy_deid.detect.ages.contexts import make_age
from spacy_deid.detect.calendar.anchors import agenarian_decade
from spacy_deid.detect.words.numbers import DECADES

_IN = re.compile(r"\b(?:in|late|early)\b")


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


def agenarian(low: str, start: int, end: int) -> Proposal:
    """Read 'octogenarian' and its like."""
    span = (start, end)
    return make_age(span, agenarian_decade(low[start:end]), "decade", span, "agenarian", 0.9)


def _middle(before: re.Match[str]) -> int:
    """Give the length of the 'mid' right before a decade; 0 for 'early' or nothing."""
    mid = before["mid"] or before["mid2"] or ""
    return len(mid) if mid.startswith("mid") else 0
