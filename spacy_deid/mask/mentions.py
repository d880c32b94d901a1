"""Mentions of persons in a text: several in one span, and those with a title of their own."""

from __future__ import annotations

import re

from spacy_deid.mask.persons import TITLES, read_name

_CUT = re.compile(
    r"\s*/\s*(?=\w)|(?<=[^\W\d_]{3})\.\s+(?=\w)|\s+(?:and|und|et|&)\s+(?=\w)", re.IGNORECASE
)
_TITLED = re.compile(rf"\b(?:{'|'.join(sorted(TITLES))})\b\.?\s*$", re.I)
_LONGEST_NAME = 100
"""Characters that are looked at on either side of a border."""


def writings(text: str) -> list[tuple[int, int]]:
    """Divide a span that holds several writings of a name: 'P. Hill / Paul Hill', 'A. Hill. Hill'.

    A stroke and 'and' divide names; so does a full stop behind a full name, not one behind 'Dr' or
    'J'.
    RETURNS: start and end of each in the span; the whole span where it is one name.
    """
    borders = [0]
    places = []
    for cut in _CUT.finditer(text):
        low = max(borders[-1], cut.start() - _LONGEST_NAME)
        left = _names(text[low : cut.start()])
        right = _names(text[cut.end() : cut.end() + _LONGEST_NAME])
        if "." not in cut[0]:
            apart = bool(left and right)
        else:
            apart = len(left) > 1 and (len(right) > 1 or not {*left}.isdisjoint(right))
        if apart:
            places.append((borders[-1], cut.start()))
            borders.append(cut.end())
    return [*places, (borders[-1], len(text))]


def _names(part: str) -> list[str]:
    """Give the words of a part that can be names; initials only beside one."""
    words = read_name(part).parts("first", "middle", "last", "single", "given")
    return words if any(len(word) > 1 and word not in TITLES for word in words) else []


def is_titled(text: str, start: int) -> bool:
    """Tell whether a title stands before a place of a text."""
    return _TITLED.search(text[max(0, start - 12) : start]) is not None
