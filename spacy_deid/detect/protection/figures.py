"""Where the figures of a text begin, and which words it has: what searches start from."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable

_FIGURE = re.compile(r"\d+")


class _Every:
    """The words of a text that nobody looked at: any may be there."""

    def __contains__(self, word: object) -> bool:
        return True


EVERY: Container[str] = _Every()


def figure_starts(text: str) -> list[int]:
    """Give the first characters of all runs of digits."""
    return [match.start() for match in _FIGURE.finditer(text)]


def has_any(words: Container[str], wanted: Iterable[str]) -> bool:
    """Tell whether one of some words may be in a text."""
    return any(word in words for word in wanted)
