"""What nothing proved safe, beside a decision: the last word of the inverse mode."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace

from spacy_deid.annotations import Proposal
from spacy_deid.intervals import merge, subtract

UNPROVED = "inverse."
"""What the sources of such words begin with: neither terms nor thresholds let them back."""
_RUN = re.compile(r"[^\W_]+")
_LETTERS = re.compile(r"[^\W\d_]+")
_LEFT_IN = frozenset(
    {"AGE", "DATE", "CITY", "STATE", "COUNTRY", "ZIP", "LOCATION_OTHER", "PROFESSION"}
)
"""Labels that some policy leaves in or shows a part of."""
_COUNTED = frozenset({"AGE", "DATE"})
_UNITS = frozenset(
    "age aged old year years y yo yr yrs ys o month months mo mos mth mths m week weeks w wk wks "
    "day days d hour hours h hr hrs f s st nd rd th jan feb mar apr may jun jul aug sep sept oct "
    "nov dec march august mon tue wed thu fri sat sun".split()
)
"""Short words of ages and days, which dictionaries do not know as words."""


def filled(
    text: str, decision: Sequence[Proposal], words: Sequence[Proposal]
) -> tuple[list[Proposal], list[str]]:
    """Hide, beside a decision, every letter and figure of words that nothing proved safe.

    decision: disjoint, in order. words: disjoint, with sources as ``deid_inverse`` writes them.
    RETURNS: the decision with them, disjoint and in order, and what became of each word: 'kept',
        'remainder' beside spans that stood before, or 'covered' by them.
    """
    found = _distrusted(text, decision, words)
    taken = merge((span.start, span.end) for span in decision)
    outcomes = []
    for word in words:
        rest = subtract((word.start, word.end), taken)
        runs = [[match.span() for match in _RUN.finditer(text, *piece)] for piece in rest]
        added = [replace(word, start=run[0][0], end=run[-1][1]) for run in runs if run]
        whole = rest == [(word.start, word.end)]
        outcomes.append("kept" if whole else "remainder" if added else "covered")
        found.extend(added)
    return sorted(found, key=lambda span: span.start), outcomes


def _distrusted(
    text: str, decision: Sequence[Proposal], words: Sequence[Proposal]
) -> list[Proposal]:
    """Relabel spans that a policy may leave in, where a word in them may be something else.

    'Age 45 Mary years' is no age that could stay if 'Mary' is hidden as a name.
    """
    words = sorted(words, key=lambda word: word.start)
    starts = [word.start for word in words]
    found = []
    for span in decision:
        first = bisect_left(starts, span.start)
        inside = words[max(first - 1, 0) : bisect_left(starts, span.end)]
        other = [
            word for word in inside if word.end > span.start and _is_other(text, word, span.label)
        ]
        if other and span.label in _LEFT_IN:
            span = replace(span, label=other[0].label, source=other[0].source, parse=None)
        found.append(span)
    return found


def _is_other(text: str, word: Proposal, label: str) -> bool:
    """Tell whether a hidden word is no part of a span of this label for sure.

    Of an age or a day it is a figure, a unit or a word that the dictionaries know.
    """
    why, _, guess = word.source.removeprefix(UNPROVED).partition(".")
    runs = _LETTERS.findall(text, word.start, word.end)
    if not runs:
        return False
    foreign = why == "unknown" and not all(run.lower() in _UNITS for run in runs)
    return guess != label or (label in _COUNTED and foreign)
