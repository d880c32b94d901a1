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
    ordered = sorted(proposals, key=lambda p: p.start)
    kept: list[Proposal] = []
    cluster: list[Proposal] = []
    end = -1
    for proposal in ordered:
        if proposal.start >= end and cluster:
            kept.extend(cluster if len(cluster) == 1 else _best(cluster))
            cluster = []
        cluster.append(proposal)
        end = max(end, proposal.end)
    kept.extend(cluster if len(cluster) < 2 else _best(cluster))
    return kept


def _best(cluster: list[Proposal]) -> list[Proposal]:
    """Choose among proposals each of which overlaps another."""
    kept: list[Proposal] = []
    borders: list[tuple[int, int]] = []
    for proposal in sorted(cluster, key=lambda p: (-p.score, p.start - p.end, p.start)):
        index = bisect_right(borders, (proposal.start, proposal.start))
        if index and borders[index - 1][1] > proposal.start:
            continue
        if index < len(borders) and borders[index][0] < proposal.end:
            continue
        insort(borders, (proposal.start, proposal.end))
        kept.append(proposal)
    return sorted(kept, key=lambda p: p.start)
