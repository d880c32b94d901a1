"""A text read once for many searches, and cue words that say whether a search is worth while."""

from __future__ import annotations

import re

from spacy_deid.detect.words.anchors import lowered, vocabulary

_FIGURE = re.compile(r"\d+")
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
        self.figures = [match.start() for match in _FIGURE.finditer(text)]


class Cues:
    """Words, one of which a text needs to hold what a pattern with ``pattern`` in it finds.

    source: the words in small letters, '|' between them; a space stands for any white space.
    """

    __slots__ = ("pattern", "runs")

    def __init__(self, source: str) -> None:
        words = source.split("|")
        spaced = (re.escape(word).replace(r"\ ", r"\s") for word in words)
        self.pattern = f"(?:{'|'.join(spaced)})"
        runs = (_RUN.search(word) for word in words)
        self.runs = frozenset(run[0] for run in runs if run)

    def among(self, reading: Reading) -> bool:
        """Tell whether the first letter run of one of the words is in a text."""
        return not self.runs.isdisjoint(reading.words)
