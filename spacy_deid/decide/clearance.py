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

    def is_clear(self, word: Interval, label: str) -> bool:
        """Tell whether all recognizers that know a label, at least one, hold a word to be clear."""
        knowing = [(starts, ends) for labels, starts, ends in self._told if label in labels]
        return bool(knowing) and all(
            (place := bisect_right(starts, word[0]) - 1) >= 0 and word[1] <= ends[place]
            for starts, ends in knowing
        )

    def rest(self, text: str, span: Interval, label: str) -> Interval | None:
        """Leave clear words at both ends of a span out, but no part of what stands without a space.

        RETURNS: what is left, from a word to a word where anything was left out; None for nothing.
        """
        units = [
            words
            for unit in _UNIT.finditer(text, *span)
            if (words := [word.span() for word in WORD.finditer(text, *unit.span())])
        ]
        kept = [
            number
            for number, words in enumerate(units)
            if not all(self.is_clear(word, label) for word in words)
        ]
        if not units or len(kept) == len(units):
            return span
        if not kept:
            return None
        first, last = kept[0], kept[-1]
        start = units[first][0][0] if first else span[0]
        end = units[last][-1][1] if last < len(units) - 1 else span[1]
        return start, end
