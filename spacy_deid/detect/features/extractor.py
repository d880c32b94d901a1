"""One pass over a document that gives every token its features."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from spacy.tokens import Doc

from spacy_deid.detect.features.context import (
    Contextual,
    View,
    bigrams,
    layout,
    linguistic,
    mimic,
    position,
    presence,
    rules,
    view_of,
)
from spacy_deid.detect.features.document import fields, mentions, pairs
from spacy_deid.detect.features.figures import figures
from spacy_deid.detect.features.groups import LEXICAL, WINDOWS, hashed
from spacy_deid.detect.features.initials import initials
from spacy_deid.detect.words.lexicon import embedded_lexicon
from spacy_deid.errors import DeidError, check_names

_MOST_CACHED = 20_000
"""Words whose features are kept; a cache of names must not grow without end."""

CONTEXTUAL: dict[str, tuple[Contextual, ...]] = {
    "sahlstrom": (position, linguistic),
    "wi_deid": (linguistic,),
    "bootstrap": (linguistic,),
    "statdeid": (bigrams, linguistic),
    "stanford": (presence, linguistic),
    "mimic": (mimic,),
    "layout": (layout,),
    "fields": (fields,),
    "pairs": (pairs,),
    "mentions": (mentions,),
    "figures": (figures,),
    "initials": (initials,),
}
"""Group name to what it takes from the document around a word."""
_WORD_TABLES = ("lexicon", "dictionaries", "clusters")
GROUPS = frozenset(LEXICAL) | frozenset(CONTEXTUAL) | {"rules", *_WORD_TABLES}


def _hidden(word: str) -> str:
    """Give the key of a word in a table of a saved model: its hash, and of a hash itself."""
    return word if word.startswith("w#") else hashed("w", word)


def _wrong(name: str, value: object, expected: str) -> DeidError:
    return DeidError("D011", name=name, component="features", value=value, expected=expected)


class FeatureExtractor:
    """Turns documents into rows of feature strings.

    groups: names of ``GROUPS``.
    windows: group to tokens on each side whose word features count; as published where missing.
    rule_sources: span groups that the group 'rules' reads.
    dictionaries: name to lower-case words, for the group 'dictionaries'. (The group 'lexicon' takes
        what the package's own name, place and word lists say of a word.)
    clusters: lower-case word to its cluster's bit string or number, for the group 'clusters'.
    RAISES: DeidError D011 for a group that is not known, here or among the windows, or a negative
        window.
    """

    def __init__(
        self,
        groups: Sequence[str],
        *,
        windows: Mapping[str, int] | None = None,
        rule_sources: Sequence[str] = (),
        dictionaries: Mapping[str, frozenset[str]] | None = None,
        clusters: Mapping[str, str] | None = None,
    ) -> None:
        own = dict(windows or {})
        known = f"some of {sorted(GROUPS)}"
        if not groups or not GROUPS.issuperset(groups):
            raise _wrong("groups", list(groups), known)
        if not GROUPS.issuperset(own) or min(own.values(), default=0) < 0:
            raise _wrong("windows", own, f"{known}, each with 0 or more")
        sizes = {**WINDOWS, **dict.fromkeys(_WORD_TABLES, 2), **own}
        self.groups = list(groups)
        check_names("features", "rule_sources", rule_sources)
        self.rule_sources = list(rule_sources)
        self._sizes = sizes
        wide = [sizes[g] for g in groups if g in LEXICAL or g in _WORD_TABLES]
        self.reach = max(wide, default=0)
        self._cache: dict[str, list[tuple[str, ...]]] = {}
        self.load_dict({"dictionaries": dictionaries or {}, "clusters": clusters or {}})

    def __call__(self, doc: Doc) -> tuple[View, list[list[str]]]:
        """Extract.

        RETURNS: the view of the document and one list of feature strings per word of it.
        """
        view = self.view(doc)
        rows = self.context(view)
        count, reach = len(rows), self.reach
        known = [self.word(word) for word in view.words]
        for place, row in enumerate(rows):
            for other in range(max(place - reach, 0), min(place + reach + 1, count)):
                row.extend(known[other][other - place + reach])
        return view, rows

    def view(self, doc: Doc) -> View:
        """Lay a document out in the words that get features."""
        return view_of(doc)

    def context(self, view: View) -> list[list[str]]:
        """Give what each word has from the document around it: one list of strings per word."""
        count, reach = len(view.words), self.reach
        rows = [["bias"] for _ in range(count)]
        for place in range(min(reach, count)):
            rows[place].append(f"edge{-1 - place}")
            rows[count - 1 - place].append(f"edge{place + 1}")
        seen = []
        for group in self.groups:
            for add in CONTEXTUAL.get(group, ()):
                if add not in seen:
                    seen.append(add)
                    add(view, rows)
        if "rules" in self.groups:
            rules(view, rows, self.rule_sources)
        return rows

    def word(self, word: str) -> list[tuple[str, ...]]:
        """Give what a word adds to the words around it: entry ``reach + n`` to the one n before."""
        found = self._cache.get(word)
        if found is None:
            if len(self._cache) > _MOST_CACHED:
                self._cache.clear()
            found = self._cache[word] = self._word(word)
        return found

    def _word(self, word: str) -> list[tuple[str, ...]]:
        by_offset: list[list[str]] = [[] for _ in range(2 * self.reach + 1)]
        for group in self.groups:
            if group in LEXICAL:
                plain = LEXICAL[group](word)
            elif group == "lexicon":
                flags = embedded_lexicon().flags.get(word.lower(), 0)
                plain = [f"x{bit}" for bit in range(flags.bit_length()) if flags >> bit & 1]
            elif group == "dictionaries":
                key = _hidden(word.lower())
                plain = [f"in_{name}" for name, held in self.dictionaries.items() if key in held]
            elif group == "clusters":
                bits = self.clusters.get(_hidden(word.lower()), "")
                plain = [f"k{size}={bits[:size]}" for size in (4, 8, 12, 20)] if bits else []
            else:
                continue
            size = self._sizes[group]
            for offset in range(-size, size + 1):
                by_offset[offset + self.reach].extend(f"{offset}|{feature}" for feature in plain)
        return [tuple(dict.fromkeys(features)) for features in by_offset]

    def to_dict(self) -> dict[str, Any]:
        """Give the tables that travel in a model; the settings stand in its config."""
        return {
            "dictionaries": {name: sorted(held) for name, held in self.dictionaries.items()},
            "clusters": self.clusters,
        }

    def load_dict(self, tables: Mapping[str, Any]) -> None:
        """Take tables of plain words, or take back what ``to_dict`` gave; only hashes are kept."""
        self.dictionaries = {
            name: frozenset(map(_hidden, held)) for name, held in tables["dictionaries"].items()
        }
        self.clusters = {_hidden(word): bits for word, bits in tables["clusters"].items()}
        self._cache.clear()

    def share_tables(self, other: FeatureExtractor) -> None:
        """Use the tables of another extractor, without a copy."""
        self.dictionaries, self.clusters = other.dictionaries, other.clusters
        self._cache.clear()
