"""Random choices that come out the same on every machine and Python version."""

from __future__ import annotations

import hashlib
import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from random import Random
from typing import TypeVar
from zlib import crc32

Item = TypeVar("Item")

_WEIGHTED = re.compile(r"(.+?)\*(\d+)(?:,\s*|$)")
RESERVED = 10
"""One name in this many is kept for the development and test parts."""


class Pool:
    """A list of names, a tenth of which (by checksum) no training report shows.

    names: in the order of their file; the reserved ones are those whose CRC-32 is divisible by
        ``RESERVED``.
    """

    __slots__ = ("names", "reserved", "shown")

    def __init__(self, names: Iterable[str]) -> None:
        self.names = tuple(names)
        held = [crc32(name.encode()) % RESERVED == 0 for name in self.names]
        self.shown = tuple(n for n, h in zip(self.names, held, strict=True) if not h) or self.names
        self.reserved = tuple(n for n, h in zip(self.names, held, strict=True) if h) or self.names


class Choices:
    """Strings with weights."""

    __slots__ = ("cumulated", "items")

    def __init__(self, weighted: Sequence[tuple[str, int]]) -> None:
        self.items = tuple(item for item, weight in weighted if weight)
        total = 0
        self.cumulated: list[int] = []
        for _, weight in weighted:
            if weight:
                total += weight
                self.cumulated.append(total)


def read_choices(line: str) -> Choices:
    """Read ``'one*3, another*1'``; an item may hold commas, every item has its weight."""
    return Choices([(item.strip(), int(weight)) for item, weight in _WEIGHTED.findall(line)])


class Dice:
    """The only source of randomness of one report.

    It uses nothing of ``random.Random`` but ``random()``, whose sequence Python guarantees.

    key: what tells this report's sequence from others; any text.
    split: 'train' never draws reserved names, 'dev' and 'test' draw them half of the time, None
        draws from all.
    """

    __slots__ = ("_next", "split")

    def __init__(self, key: str, split: str | None = None) -> None:
        digest = hashlib.sha256(key.encode("utf-8", "surrogatepass")).digest()
        self._next = Random(int.from_bytes(digest[:8], "big")).random
        self.split = split

    def chance(self, probability: float) -> bool:
        """Come out true with this probability."""
        return self._next() < probability

    def number(self, low: int, high: int) -> int:
        """Draw a whole number from ``low`` to ``high``, both included."""
        return low + int(self._next() * (high - low + 1))

    def between(self, low: float, high: float) -> float:
        """Draw a number between the two."""
        return low + self._next() * (high - low)

    def pick(self, items: Sequence[Item]) -> Item:
        """Draw one item; all are equally likely. ``items`` must not be empty."""
        return items[int(self._next() * len(items))]

    def draw(self, choices: Choices) -> str:
        """Draw one item by the weights."""
        place = self._next() * choices.cumulated[-1]
        return choices.items[bisect_right(choices.cumulated, place)]

    def name(self, pool: Pool) -> str:
        """Draw a name, as far as the split may see it."""
        if self.split is None:
            return self.pick(pool.names)
        if self.split == "train" or self.chance(0.5):
            return self.pick(pool.shown)
        return self.pick(pool.reserved)
