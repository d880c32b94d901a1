"""The tokens of one text with what the lexicon knows of them; made once, read by every rule."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import accumulate, chain, compress, repeat

from spacy_deid.detect.words.letters import fold

_TOKEN = re.compile(r"[^\W\d_]+(?:[\u0300-\u036f]+[^\W\d_]*)*|\d+|\s+|[\W_]")
_HUMP = re.compile(r"[a-zß-öø-ÿ][A-ZÀ-ÖØ-Þ]")
_PREFIXES = frozenset(
    "mc mac de di du la le van von fitz st el al ben bin ver ter den des del".split()
)
_WRAPPED = 60
"""Characters of a line that is long enough to have been wrapped."""
_CLOSERS = frozenset(".!?:;\n")


class Scan:
    """The words, digits and marks of one text, without its white space.

    text: the text itself.
    words: tokens as written; letter runs break where lower case meets upper case, but a name such
        as McDonald or DeShawn stays whole.
    low: the same in lower case, letters without marks.
    starts, ends: their characters in the text.
    flags: what the lexicon knows of each, 0 for nothing.
    small: whether all letters are small.
    taken: one byte for each token, set by the first rule that explains it.
    triggers: the tokens at which a wording is tried, noted when the first table asks for them.
    phrases: token to the end and the value of the longest list entry that begins there.
    """

    __slots__ = (
        "text", "words", "low", "starts", "ends", "flags", "taken", "phrases", "lookup_table",
        "triggers", "small",
    )  # fmt: skip

    def __init__(self, text: str, known: Mapping[str, int]) -> None:
        self.text = text
        self.small = text.islower()
        pieces = _TOKEN.findall(text)
        borders = list(accumulate(map(len, pieces)))
        if _HUMP.search(text):
            pieces = [part for piece in pieces for part in split_humps(piece)]
            borders = list(accumulate(map(len, pieces)))
        kept = [not piece.isspace() for piece in pieces]
        self.words: list[str] = list(compress(pieces, kept))
        self.ends: list[int] = list(compress(borders, kept))
        self.starts: list[int] = list(compress(chain((0,), borders), kept))
        self.low: list[str] = list(map(str.lower, self.words))
        if not text.isascii():
            self.low = [word if word.isascii() else fold(word) for word in self.low]
        self.flags: list[int] = list(map(known.get, self.low, repeat(0)))
        self.taken = bytearray(len(self.words))
        self.phrases: dict[int, tuple[int, int]] = {}
        self.lookup_table = known
        self.triggers: list[tuple[int, str]] | None = None

    def __len__(self) -> int:
        return len(self.words)

    def lookup(self, word: str) -> int:
        """Give what the lexicon knows of a lower-case word, 0 for nothing."""
        return self.lookup_table.get(word, 0)

    def touches(self, index: int) -> bool:
        """Tell whether a token begins where the one before it ends."""
        return 0 < index < len(self.starts) and self.starts[index] == self.ends[index - 1]

    def same_line(self, index: int) -> bool:
        """Tell whether a token follows the one before it without a line break between them.

        The break after a line of sixty characters or more is taken for one that wraps a sentence.
        """
        if not 0 < index < len(self.starts):
            return False
        low, high = self.ends[index - 1], self.starts[index]
        if high - low < 2:
            if low == high or self.text[low] != "\n":
                return True
            return low > _WRAPPED and "\n" not in self.text[low - _WRAPPED : low]
        return "\n" not in self.text[low:high]

    def begins_sentence(self, index: int) -> bool:
        """Tell whether a token stands first in the text, in a line or after a closing mark."""
        if index == 0 or self.words[index - 1] in _CLOSERS:
            return True
        return not self.same_line(index)

    def bare_case(self, index: int) -> bool:
        """Tell whether capitals mean nothing around a token: its neighbours are all in one case.

        Looks at up to six words of three letters on each side, not further than twenty tokens. A
        word in lower case says nothing by its case; one in capitals says something only where a
        word near it is not in capitals.
        """
        words = self.words
        if not words[index].isupper():
            return words[index].islower()
        seen = 0
        for step in (1, -1):
            place, left = index + step, 6
            while left and 0 <= place < len(words) and abs(place - index) < 20:
                word = words[place]
                if len(word) > 2 and word.isalpha():
                    if not word.isupper():
                        return False
                    seen += 1
                    left -= 1
                place += step
        return seen > 2

    def take(self, first: int, end: int, mark: int = 1) -> None:
        """Note that a rule has explained the tokens from ``first`` up to ``end``."""
        self.taken[first:end] = bytes([mark]) * (end - first)


def _has_hump(word: str) -> bool:
    return len(word) > 2 and not (word.islower() or word.isupper() or word[1:].islower())


def split_humps(run: str) -> list[str]:
    """Split a letter run where lower case meets upper case, but not behind a name's prefix."""
    if not _has_hump(run):
        return [run]
    pieces: list[str] = []
    start = 0
    for place in range(1, len(run)):
        if run[place].isupper() and run[place - 1].islower():
            if run[start:place].lower() in _PREFIXES:
                continue
            pieces.append(run[start:place])
            start = place
    pieces.append(run[start:])
    return pieces
