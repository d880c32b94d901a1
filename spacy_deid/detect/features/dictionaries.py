"""The reader ``spacy_deid.Dictionaries.v1``: word lists for the feature group 'dictionaries'."""

# No postponed annotations here: spaCy reads those of registered functions.

import re
from collections.abc import Sequence
from pathlib import Path

from spacy_deid.detect.words.letters import fold
from spacy_deid.detect.words.lists import EMBEDDED, read_folder, read_lists, words
from spacy_deid.errors import DeidError

_WORD = re.compile(r"[^\W\d_]+")
_LEAST_PART = 3
"""Shorter words inside an entry of several words ('de', 'la') say nothing by themselves."""


def create_dictionaries(
    path: str | Path | None = None,
    lists: Sequence[str] = (),
    parts: bool = True,
    folded: bool = True,
) -> dict[str, list[str]]:
    """Give ``spacy_deid.Dictionaries.v1``: the words of each list of a folder.

    path: a folder of list folders, as ``spacy-deid gazetteers`` writes them; the package's own
        lists for None.
    lists: names of those that are wanted, where the folder lacks one that of the package; all of
        the folder where empty.
    parts: the words of entries of several words ('Palma de Mallorca') make a dictionary of their
        own, named '<list>_part'. Without it such entries are left out: the features look at one
        word at a time.
    folded: words with marks are also known without them.
    RETURNS: name to lower-case words in order, for ``[initialize.components.<name>.dictionaries]``;
        the component keeps them as hashes.
    RAISES: DeidError D220 where the folder cannot be read, D011 for a list that neither has.
    """
    folder = EMBEDDED if path is None else Path(path)
    found = read_lists(folder) if lists else read_folder(folder)
    missing = sorted(set(lists) - set(found))
    if missing:
        raise DeidError(
            "D011",
            name="lists",
            component="spacy_deid.Dictionaries.v1",
            value=missing,
            expected=f"some of {sorted(found)}",
        )
    dictionaries: dict[str, set[str]] = {}
    for name in sorted(lists or found):
        for entry in words(found[name]):
            pieces = _WORD.findall(entry.lower())
            if len(pieces) == 1:
                dictionaries.setdefault(name, set()).update(pieces)
            elif parts:
                long = {piece for piece in pieces if len(piece) >= _LEAST_PART}
                dictionaries.setdefault(f"{name}_part", set()).update(long)
    if folded:
        for held in dictionaries.values():
            held.update([fold(word) for word in held])
    return {name: sorted(held) for name, held in dictionaries.items() if held}
