"""Names in which a scanner read a letter as a figure: 'J0hn Sm1th', 'Dr. Gonza1ez'."""

from __future__ import annotations

import re
from bisect import bisect_left
from itertools import product

from spacy_deid.annotations import Proposal
from spacy_deid.detect.words.lexicon import COMMON, FIRST, FREQUENT, GUARDED, LAST, NAME
from spacy_deid.detect.words.scan import Scan

_LETTERS = {"0": "o", "1": "li", "5": "s", "8": "b", "3": "e", "6": "b"}
_FIGURE = re.compile(r"[013568](?<=[^\W\d_].)")
_WORD = re.compile(r"(?<![^\W_])[^\W\d_]+[013568][^\W_]*[^\W\d_](?![^\W_]|-\d)")
_BESIDE = re.compile(r" {1,2}|, ?|-")
_MOST_FIGURES = 2
_FEWEST_LETTERS = 3


def find_misread_names(scan: Scan) -> list[Proposal]:
    """Propose words that are names of the lists once a figure or two are read as letters.

    Such words that stand beside one another, or beside a name of the lists, are one proposal.
    RETURNS: PATIENT proposals in the order of their start; [] for a text without such a word.
    """
    text = scan.text
    found: list[Proposal] = []
    if not _FIGURE.search(text):
        return found
    for match in _WORD.finditer(text):
        known = _reading(scan, match[0])
        if not known:
            continue
        start, end = match.span()
        joins = found and _BESIDE.fullmatch(text, found[-1].end, start)
        if not joins and not known & FREQUENT:
            continue
        start = found.pop().start if joins else _before(scan, start)
        found.append(Proposal(start, _behind(scan, end), "PATIENT", 0.8, "gazetteer.name.misread"))
    return found


def _reading(scan: Scan, word: str) -> int:
    """Give what the lexicon knows of the name that a word stands for, 0 where it is none."""
    figures = [sign for sign in word if sign.isdigit()]
    letters = len(word) - len(figures)
    shape = word[0].isupper() and (word.upper() == word or word[1:].lower() == word[1:])
    if len(figures) > _MOST_FIGURES or letters < _FEWEST_LETTERS or not shape:
        return 0
    if any(sign not in _LETTERS for sign in figures):
        return 0
    known = 0
    for signs in product(*(_LETTERS.get(sign, sign) for sign in word.lower())):
        flags = scan.lookup("".join(signs))
        if flags & NAME and not flags & (COMMON | GUARDED):
            known |= flags
    # codes are written in capitals, too
    return known if known & FREQUENT or not word.isupper() else 0


def _place(scan: Scan, start: int) -> int:
    """Give the token that begins at a character or behind it."""
    return bisect_left(scan.starts, start)


def _is_part(scan: Scan, index: int) -> bool:
    flags = scan.flags[index]
    word = scan.words[index]
    return bool(flags & (FIRST | LAST)) and not flags & (COMMON | GUARDED) and word[0].isupper()


def _before(scan: Scan, start: int) -> int:
    """Step back over one name of the lists."""
    index = _place(scan, start) - 1
    if index < 0 or not _BESIDE.fullmatch(scan.text, scan.ends[index], start):
        return start
    return scan.starts[index] if _is_part(scan, index) else start


def _behind(scan: Scan, end: int) -> int:
    """Step over one name of the lists."""
    index = _place(scan, end)
    if index == len(scan) or not _BESIDE.fullmatch(scan.text, end, scan.starts[index]):
        return end
    return scan.ends[index] if _is_part(scan, index) else end
