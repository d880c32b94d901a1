"""Drugs that are spelled letter by letter: 'C-O-U-M-A-D-I-N', 'E L I Q U I S'."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy_deid.detect.words.lexicon import NAME, PROTECTED
from spacy_deid.detect.words.scan import Scan

_SPELLED = re.compile(
    r"(?<![\w'’.-])[A-Za-z](?P<joint>-|,\s|\.\s?|\s)[A-Za-z](?:(?P=joint)[A-Za-z](?![A-Za-z])){3,}"
    r"(?![\w'’-])"
)
_LETTER = re.compile(r"[A-Za-z]")


def find_spelled_drugs(scan: Scan) -> Iterator[tuple[int, int]]:
    """Give the [start, end) characters of every such drug; a word before it may end in a letter."""
    for match in _SPELLED.finditer(scan.text):
        places = [letter.start() for letter in _LETTER.finditer(scan.text, *match.span())]
        word = match.group().lower()
        joined = "".join(_LETTER.findall(word))
        for skipped in range(min(3, len(joined) - 4)):
            flags = scan.lookup(joined[skipped:])
            if flags & PROTECTED and not flags & NAME:
                yield places[skipped], match.end()
                break
