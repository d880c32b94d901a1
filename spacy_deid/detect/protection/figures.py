"""Where the figures of a text begin, and which words it has: what searches start from."""

from __future__ import annotations

import re
from collections.abc import Set

_FIGURE = re.compile(r"\d+")


def figure_starts(text: str) -> list[int]:
    """Give the first characters of all runs of digits."""
    return [match.start() for match in _FIGURE.finditer(text)]


def has_any(words: Set[str] | None, wanted: frozenset[str]) -> bool:
    """Tell whether one of some words may be in a text; None stands for words nobody looked at."""
    return words is None or not wanted.isdisjoint(words)
