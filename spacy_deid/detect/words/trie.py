"""A trie over tokens: the longest list entry that begins at a token."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any


class TokenTrie:
    """Entries of several tokens, each with a whole number as its value.

    Every node is a dict from token to node; the value of an entry stands under the key ''.
    """

    __slots__ = ("root", "size")

    def __init__(self, entries: Iterable[tuple[Sequence[str], int]] = ()) -> None:
        self.root: dict[str, Any] = {}
        self.size = 0
        for tokens, value in entries:
            self.add(tokens, value)

    def __len__(self) -> int:
        return self.size

    def add(self, tokens: Sequence[str], value: int) -> None:
        """Add an entry; the same tokens again join both values by bitwise or.

        tokens: at least one; no entry is made for none.
        """
        if not tokens:
            return
        node = self.root
        for token in tokens:
            node = node.setdefault(token, {})
        if "" not in node:
            self.size += 1
        node[""] = node.get("", 0) | value

    def longest(self, tokens: Sequence[str], start: int) -> tuple[int, int]:
        """Find the longest entry that begins at ``start``.

        RETURNS: the index after its last token, and its value; (start, 0) where there is none.
        """
        node: Any = self.root
        best = (start, 0)
        for place in range(start, len(tokens)):
            node = node.get(tokens[place])
            if node is None:
                break
            value = node.get("")
            if value is not None:
                best = (place + 1, value)
        return best

    def firsts(self) -> Iterable[str]:
        """Give the tokens that entries begin with."""
        return self.root.keys()
