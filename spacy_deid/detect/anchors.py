"""Cheap ways into a text: literal cues, and proposals that do not overlap one another."""

from __future__ import annotations

import re
from bisect import bisect_right, insort
from collections.abc import Iterable, Iterator

from spacy_deid.annotations import Proposal

_WORD = re.compile(r"[^\W\d_]+")
_ASCII_WORD = re.compile(r"[a-z]+")


def lowered(text: str) -> str:
    """Give the text in lower case with every character at its old place.

    text: anything; a capital whose small form is longer than one character stays as it is.
    """
    low = text.lower()
    if len(low) == len(text):
        return low
    return "".join(small if len(small := char.lower()) == 1 else char for char in text)


def vocabulary(low: str) -> set[str]:
    """Give the different letter runs of a text in lower case: what rules may look for."""
    return set((_ASCII_WORD if low.isascii() else _WORD).findall(low))


def places(low: str, literal: str) -> Iterator[int]:
    """Give the places where a literal begins and no letter or digit stands right before it."""
    place = low.find(literal)
    while place >= 0:
        if place == 0 or not low[place - 1].isalnum():
            yield place
        place = low.find(literal, place + 1)


def whole_words(low: str, word: str) -> Iterator[int]:
    """Give the places where a word stands with no letter or digit on either side."""
    size = len(word)
    for place in places(low, word):
        if not low[place + size : place + size + 1].isalnum():
            yield place


def disjoint(proposals: Iterable[Proposal]) -> list[Proposal]:
    """Keep the best of proposals that overlap: the higher score, then the longer, then the first.

    RETURNS: proposals in order of their start, none of which shares a character with another.
    """
    ranked = sorted(proposals, key=lambda p: (-p.score, p.start - p.end, p.start))
    if len(ranked) < 2:
        return ranked
    kept: list[Proposal] = []
    borders: list[tuple[int, int]] = []
    for proposal in ranked:
        index = bisect_right(borders, (proposal.start, proposal.start))
        if index and borders[index - 1][1] > proposal.start:
            continue
        if index < len(borders) and borders[index][0] < proposal.end:
            continue
        insort(borders, (proposal.start, proposal.end))
        kept.append(proposal)
    kept.sort(key=lambda p: p.start)
    return kept
