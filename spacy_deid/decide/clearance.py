"""Words that recognizers are sure hide nothing: what only wide rules propose there is left out."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import Any

from spacy_deid.decide.placement import WORD
from spacy_deid.intervals import Interval

_UNIT = re.compile(r"\S+")
"""What is cleared as a whole: 'O'Neil', 'SW1A-1AA', 'maria_1985'."""

_PAIR = re.compile(r"(\d{1,2})\D{1,3}(\d{1,2})")
_DATED_BEHIND = re.compile(
    # 12/4 120; 3/7 rash, 4/8 she fainted
    r"[ \t]+(?:\d{1,4}(?:[.,]\d+)?[ \t]?(?=[;,.\n]|\Z|[ \t]\d)|"
    r"(?:and[ \t])?(?:she|he|pt|patient|began|felt|fell|went|came|seen|rash|had|got|given|rang|"
    r"called|developed|started|stopped|admitted|discharged|vomited|fainted|collapsed|noted|noticed|"
    r"vaccinated|received|returned)\b)",
    re.IGNORECASE,
)


def can_be_share(text: str, start: int, end: int) -> bool:
    """Tell whether two numbers around a slash can be a share or a score, and no day for sure.

    The first of a share is no greater than the second, and neither a value nor what happened on a
    day follows it.
    """
    pair = _PAIR.fullmatch(text, start, end)
    if pair is None:
        return True
    return int(pair[1]) <= int(pair[2]) and _DATED_BEHIND.match(text, end) is None


class Clearance:
    """Clear runs of a document, as one or more recognizers told them.

    told: per recognizer its 'labels', which it knows to find, and its 'runs', characters
        [start, end), disjoint and in order.
    """

    def __init__(self, told: Sequence[Mapping[str, Any]]) -> None:
        self._told = [
            (
                frozenset(own["labels"]),
                [run[0] for run in own["runs"]],
                [run[1] for run in own["runs"]],
            )
            for own in told
        ]

    def rest(self, text: str, span: Interval, label: str) -> Interval | None:
        """Leave clear words at both ends of a span out, but no part of what stands without a space.

        A word is clear where all recognizers that know the label, at least one, hold it to be.
        RETURNS: what is left, from a word to a word where anything was left out; None for nothing.
        """
        knowing = [(starts, ends) for labels, starts, ends in self._told if label in labels]
        if not knowing:
            return span
        units = [
            words
            for unit in _UNIT.finditer(text, *span)
            if (words := [word.span() for word in WORD.finditer(text, *unit.span())])
        ]
        kept = [
            number
            for number, words in enumerate(units)
            if not all(_stands_in(word, *runs) for word in words for runs in knowing)
        ]
        if not units or len(kept) == len(units):
            return span
        if not kept:
            return None
        first, last = kept[0], kept[-1]
        start = units[first][0][0] if first else span[0]
        end = units[last][-1][1] if last < len(units) - 1 else span[1]
        return start, end


def _stands_in(word: Interval, starts: Sequence[int], ends: Sequence[int]) -> bool:
    """Tell whether a word stands in one of the runs that begin and end at these characters."""
    place = bisect_right(starts, word[0]) - 1
    return place >= 0 and word[1] <= ends[place]
