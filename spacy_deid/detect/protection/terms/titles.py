"""Whether a title makes a name of the word behind it."""

from __future__ import annotations

from spacy_deid.detect.words.lexicon import TITLE
from spacy_deid.detect.words.scan import Scan

_PLAIN_TITLES = frozenset(("mr", "mrs", "ms", "miss", "dr"))
"""Titles that small letters may follow; others are plain words then: 'nurse gave'."""


def is_titled(scan: Scan, index: int) -> bool:
    """Tell whether a title stands right before a word: 'Dr. Foster', 'ms foster'."""
    title = index - 1
    if title > 0 and scan.words[title] == ".":
        title -= 1
    if title < 0 or not scan.flags[title] & TITLE:
        return False
    shown = scan.words[index][0].isupper() or scan.small
    return shown or scan.low[title] in _PLAIN_TITLES
