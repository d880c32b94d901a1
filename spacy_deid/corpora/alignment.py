"""Whether gold spans meet the borders of tokens, so that a tagger can learn and predict them."""

from __future__ import annotations

import re

from spacy.vocab import Vocab

from spacy_deid.annotations import Record
from spacy_deid.intervals import PhiSpan, trim
from spacy_deid.tokens import NarrativeTokenizer

LIMIT = 0.005
"""Share of misaligned spans above which a conversion fails."""

_SPACE = re.compile(r"\s")


class Alignment:
    """Finds spans that do not begin and end on token borders; white space at their edges is free.

    Only the words around a span's borders are tokenized, which is all that borders depend on.
    """

    _EVERY = 10_000

    def __init__(self) -> None:
        self._tokenize = NarrativeTokenizer(Vocab())
        self._used = 0

    def misaligned(self, record: Record) -> list[PhiSpan]:
        """Give the spans of a document that do not align, in their order."""
        return [span for span in record.spans if not self._fits(record.text, span)]

    def _fits(self, text: str, span: PhiSpan) -> bool:
        start, end = trim(text, (span.start, span.end))
        return start < end and self._is_border(text, start) and self._is_border(text, end)

    def _is_border(self, text: str, place: int) -> bool:
        if place in (0, len(text)) or text[place].isspace() or text[place - 1].isspace():
            return True
        low = place
        while low and not text[low - 1].isspace():
            low -= 1
        space = _SPACE.search(text, place)
        word = text[low : space.start() if space else len(text)]
        self._used += 1
        if self._used % self._EVERY == 0:
            self._tokenize = NarrativeTokenizer(Vocab())  # or its string store would grow
        return any(token.idx == place - low for token in self._tokenize(word))
