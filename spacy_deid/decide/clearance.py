"""Words that recognizers are sure hide nothing: what only rules propose there is left out."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from spacy_deid.decide.placement import WORD
from spacy_deid.intervals import Interval


class Clearance:
    """Clear runs of a document, of one or more recognizers, in order of their start."""

    def __init__(self, runs: Sequence[Sequence[Sequence[int]]]) -> None:
        self._runs = [([run[0] for run in own], [run[1] for run in own]) for own in runs]

    def is_clear(self, word: Interval) -> bool:
        """Tell whether a word stands in a clear run of every recognizer that tells any."""
        return bool(self._runs) and all(
            (place := bisect_right(starts, word[0]) - 1) >= 0 and word[1] <= ends[place]
            for starts, ends in self._runs
        )

    def rest(self, text: str, span: Interval) -> Interval | None:
        """Leave clear words at both ends of a span out.

        RETURNS: what is left, from a word to a word where anything was left out; None for nothing.
        """
        words = [m.span() for m in WORD.finditer(text, *span)]
        open_words = [n for n, word in enumerate(words) if not self.is_clear(word)]
        if not words or len(open_words) == len(words):
            return span
        if not open_words:
            return None
        first, last = open_words[0], open_words[-1]
        start = words[first][0] if first else span[0]
        end = words[last][1] if last < len(words) - 1 else span[1]
        return start, end
