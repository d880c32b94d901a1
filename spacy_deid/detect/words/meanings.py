"""What frequent words mean, as codes: features of words that a training corpus never showed.

The table beside this package (``detect/meanings``) is English; ``spacy-deid meanings`` builds such
a table. A trained model counts on the codes of the table that it was trained with: one that is
built anew gets a new name, and the old one stays as long as models that use it.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy
import numpy.typing
from spacy.strings import hash_string  # type: ignore[attr-defined]

EMBEDDED = Path(__file__).parent.parent / "meanings" / "english-1.npz"
"""The table of the package itself."""


class Meanings:
    """Gives the codes of words.

    keys: hashes of lower-case words, ascending, shape (words,). codes: numbers of clusters, shape
        (words, codes); each column is a clustering of its own.
    """

    def __init__(
        self, keys: numpy.typing.NDArray[numpy.uint64], codes: numpy.typing.NDArray[Any]
    ) -> None:
        self._keys = keys
        self._codes = codes

    def of(self, word: str) -> list[int]:
        """Give the codes of a word in any case; none where the table does not know it."""
        key = hash_string(word.lower())
        place = int(numpy.searchsorted(self._keys, numpy.uint64(key)))
        if place == len(self._keys) or int(self._keys[place]) != key:
            return []
        found: list[int] = self._codes[place].tolist()
        return found


def read_meanings(path: Path) -> Meanings:
    """Read a table that ``spacy-deid meanings`` wrote."""
    with numpy.load(path, allow_pickle=False) as table:
        return Meanings(table["keys"], table["codes"])


@lru_cache(maxsize=1)
def embedded_meanings() -> Meanings:
    """Give the table of the package."""
    return read_meanings(EMBEDDED)
