"""The narrative tokenizer: borders wherever identifying expressions begin or end.

Reports glue dates, ages and identifiers to words (``admitted12/03/2019``, ``41yo``,
``MRN:1234567``), so letters, digits and every other character are tokens apart, and a letter run
breaks where a lower-case letter meets an upper-case one (``JaffreyMarital``).

SOURCE: the splits of WI-deId (system 3), taken further so that every punctuation mark is a border.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from spacy.language import Language
from spacy.tokens import Doc
from spacy.util import DummyTokenizer
from spacy.vocab import Vocab

from spacy_deid.annotations import hold_text
from spacy_deid.errors import DeidError

_MARKS = (
    "\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a"
    "\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0900-\u0903"
    "\u093a-\u094f\u0951-\u0957\u0962\u0963\u0e31\u0e34-\u0e3a\u0e47-\u0e4e"
)
_TOKEN = re.compile(rf"[^\W\d_]+(?:[{_MARKS}]+[^\W\d_]*)*|\d+|\s+|[\W_]")


def lone_surrogate(text: str) -> int | None:
    """Give the place of the first lone surrogate, which is no valid Unicode; None for none."""
    if not text.isascii():
        try:
            text.encode("utf-8")
        except UnicodeEncodeError as problem:
            return problem.start
    return None


def check_text(text: str) -> None:
    """Refuse text that is not valid Unicode.

    RAISES: DeidError D201 for a lone surrogate, with its place and without any text.
    """
    place = lone_surrogate(text)
    if place is not None:
        raise DeidError("D201", code=f"{ord(text[place]):04X}", place=place)


def _humps(run: str) -> list[str]:
    """Split a letter run where lower case meets upper case: 'JaffreyMarital' gives two."""
    pieces = []
    start = 0
    for place in range(1, len(run)):
        if run[place].isupper() and run[place - 1].islower():
            pieces.append(run[start:place])
            start = place
    pieces.append(run[start:])
    return pieces


class NarrativeTokenizer(DummyTokenizer):
    """Turn text into a Doc whose text equals the input, character for character."""

    def __init__(self, vocab: Vocab) -> None:
        self.vocab = vocab

    def __call__(self, text: str) -> Doc:
        """Tokenize.

        text: any valid Unicode, also empty.
        RETURNS: a Doc with ``doc.text == text``; no tokens for ''.
        RAISES: DeidError D201 for a lone surrogate.
        """
        check_text(text)
        words: list[str] = []
        spaces: list[bool] = []
        for word in _TOKEN.findall(text):
            if word.isspace():
                if word[0] == " " and spaces and not spaces[-1] and not words[-1].isspace():
                    spaces[-1] = True
                    word = word[1:]
                    if not word:
                        continue
                words.append(word)
                spaces.append(False)
            elif len(word) > 2 and not (word.islower() or word.isupper() or word[1:].islower()):
                pieces = _humps(word)
                words.extend(pieces)
                spaces.extend([False] * len(pieces))
            else:
                words.append(word)
                spaces.append(False)
        return hold_text(Doc(self.vocab, words=words, spaces=spaces), text)

    def __reduce__(self) -> tuple[Any, ...]:
        return NarrativeTokenizer, (self.vocab,)


def create_narrative_tokenizer() -> Callable[[Language], NarrativeTokenizer]:
    """Give the tokenizer of every pipeline, ``spacy_deid.NarrativeTokenizer.v1``; no settings."""

    def create(nlp: Language) -> NarrativeTokenizer:
        return NarrativeTokenizer(nlp.vocab)

    return create
