"""A text read once for many searches, and cue words that say whether a search is worth while."""

from __future__ import annotations

import re
from collections.abc import Iterable

from spacy_deid.detect.words.anchors import lowered, vocabulary

_FIGURE, _ASCII_FIGURE = re.compile(r"\d+"), re.compile(r"[0-9]+")
_RUN = re.compile(r"[^\W\d_]+")


class Reading:
    """A text, its small letters place by place, its letter runs, and where its figures begin.

    text: as it stands. low: as long as the text, in small letters. words: the different runs of
    letters in ``low``. figures: the first characters of all runs of digits, in order.
    """

    __slots__ = ("figures", "low", "text", "words")

    def __init__(self, text: str) -> None:
        self.text = text
        self.low = lowered(text)
        self.words = vocabulary(self.low)
        figure = _ASCII_FIGURE if text.isascii() else _FIGURE
        self.figures = [match.start() for match in figure.finditer(text)]


class Cues:
    """Words, one of which a text needs to hold what a pattern with ``pattern`` in it finds.

    source: the words in small letters, '|' between them; a space stands for any white space.
    whole: the pattern finds them with nothing behind their last letter; then a text needs
        all letter runs of one of them, and not the first alone.
    """

    __slots__ = ("pattern", "phrases", "runs")

    def __init__(self, source: str, *, whole: bool = False) -> None:
        words = source.split("|")
        spaced = (re.escape(word).replace(r"\ ", r"\s") for word in words)
        self.pattern = f"(?:{'|'.join(spaced)})"
        runs = [found for word in words if (found := _RUN.findall(word))]
        kept = [found for found in runs if whole and len(found) > 1]
        self.phrases = [frozenset(found) for found in kept]
        self.runs = frozenset(found[0] for found in runs if found not in kept)

    @classmethod
    def of_all(cls, cues: Iterable[Cues]) -> Cues:
        """Join those of several patterns, to ask for all of them at once; without a pattern."""
        joined, parts = cls(""), list(cues)
        joined.runs = frozenset().union(*(part.runs for part in parts))
        joined.phrases = [phrase for part in parts for phrase in part.phrases]
        return joined

    def among(self, reading: Reading) -> bool:
        """Tell whether a text has the letter runs that one of the words needs."""
        if not self.runs.isdisjoint(reading.words):
            return True
        for phrase in self.phrases:  # a loop is quicker than any() over so few
            if phrase <= reading.words:
                return True
        return False
