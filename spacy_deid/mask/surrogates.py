"""Surrogates for a document: names, places, contacts and identifiers that belong to nobody."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from spacy_deid.annotations import Proposal
from spacy_deid.errors import DeidError
from spacy_deid.mask.contacts import contact
from spacy_deid.mask.entities import NAMES, Entities, kind_of, normal_form
from spacy_deid.mask.identifiers import identifier
from spacy_deid.mask.keys import Keyed
from spacy_deid.mask.names import PersonNames
from spacy_deid.mask.places import Places
from spacy_deid.mask.policies import Way
from spacy_deid.mask.ways import normalised, scrambled, shares
from spacy_deid.phi import CATEGORY_OF

if TYPE_CHECKING:
    from spacy_deid.mask.rewrite import Scope

_WORD = re.compile(r"[^\W\d_]+")


class Surrogates:
    """Draws surrogates for one document and keeps them apart."""

    def __init__(
        self,
        text: str,
        spans: Sequence[tuple[int, Proposal]],
        ways: Mapping[str, Way],
        scope: Scope,
        entities: Entities,
    ) -> None:
        """Prepare.

        text: of the document. spans: index and span of everything but dates and ages.
        """
        assert scope.keyed is not None
        self.keyed: Keyed = scope.keyed
        self._text = text
        self._scope = scope
        self._ways = ways
        self._entities = entities
        self._spans = dict(spans)
        self._taken: dict[str, str] = {}
        self.words = frozenset(_WORD.findall(unicodedata.normalize("NFKC", text).casefold()))
        self.originals = frozenset(
            form
            for _, span in spans
            for piece in (text[span.start : span.end],)
            for form in (normalised(piece), normal_form(span.label, piece))
        )
        self.known = self.words | self.originals
        self._flat = f" {normalised(text)} "
        self._names = PersonNames(self, text, self._spans, entities)
        self._places = Places(self, text, self._spans, ways)

    def where(self, label: str) -> str:
        """Give the scope id that a label's surrogates hang on."""
        scope: str = self._ways[label].options.get("scope", "case")
        return self._scope.name(scope, self._text)

    def made(self, index: int) -> str:
        """Give the surrogate of a span; '' where none fits."""
        span = self._spans[index]
        piece = self._text[span.start : span.end]
        label = span.label
        if label in NAMES:
            return self._names.made(index)
        if CATEGORY_OF[label] in ("LOCATION", "PROFESSION"):
            return self._places.made(index, piece)
        options: dict[str, Any] = self._ways[label].options
        key = self._entities.key(index)
        words = (self.where(label), kind_of(label), key)
        candidates = (
            contact(label, piece, self.keyed, *words)
            if CATEGORY_OF[label] == "CONTACT"
            else identifier(label, piece, self.keyed, options["check_digits"], *words)
        )
        return self.first_free(label, key, piece, candidates)

    def first_free(self, label: str, key: str, piece: str, candidates: Iterable[str]) -> str:
        """Give the first candidate that stands for nobody else.

        It is no original of the document and stands nowhere else in it, shares no four characters
        with the piece that it stands for (country codes aside), and is not the surrogate of another
        entity of the document.
        RETURNS: '' where no candidate is left.
        """
        numbers = CATEGORY_OF[label] in ("ID", "CONTACT")
        hidden = normal_form(label, piece) if numbers else piece
        for candidate in candidates:
            plain = normal_form(label, candidate) if numbers else normalised(candidate)
            if plain in self.originals or not plain:
                continue
            if not numbers and f" {plain} " in self._flat:
                continue
            if shares(hidden, plain if numbers else candidate):
                continue
            owner = self._taken.setdefault(f"{kind_of(label)}\0{plain}", key)
            if owner == key:
                return candidate
        return ""

    def shuffled(self, index: int) -> str:
        """Give the value of somebody else in the corpus.

        RAISES: DeidError D402 where the corpus was not collected.
        """
        span = self._spans[index]
        piece = self._text[span.start : span.end]
        values = self._scope.pool.get(span.label, ())
        if not values:
            raise DeidError("D402", label=span.label, doc=self._scope.document or "?")
        key = self._entities.key(index)
        draws = self.keyed.draws(values, "shuffle", self.where(span.label), span.label, key)
        return self.first_free(span.label, key, piece, draws)

    def scrambled(self, piece: str, label: str, key: str) -> str:
        """Give other letters and digits in the same shape."""
        return scrambled(piece, self.keyed, "surrogate", self.where(label), label, key)
