"""Exclamations and shorthand of chats, which name nobody: 'ah!', 'Yeah', 'omg', 'haha'."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy_deid.detect.words.reading import Cues, Reading

_ANYWHERE = Cues(
    "yeah|yep|yup|nope|duh|argh|aargh|ugh|ouch|oops|wow|phew|hmm|hmmm|umm|omg|lol|lmao|rofl|"
    "idk|imho|fyi|btw|ttyl|wtf|afaik|iirc|haha|hahaha|yikes|geez|gosh"
)
_SMALL = Cues("aah|ooh|huh|okay|haan|wah|aiyo|aiya|alamak")
_CRIED = Cues("ah|oh|eh")
_WORD = re.compile(
    rf"(?<![\w'’@#./-])(?:{_ANYWHERE.pattern}|{_SMALL.pattern}|{_CRIED.pattern}(?=[!,]\s))"
    r"(?![\w'’@-]|\.\w)"
)


def find_exclamations(reading: Reading) -> Iterator[tuple[int, int]]:
    """Give the [start, end) characters of every such word, of those that are names if small."""
    if any(cues.among(reading) for cues in (_ANYWHERE, _SMALL, _CRIED)):
        for match in _WORD.finditer(reading.low):
            word = match.group()
            if word in _ANYWHERE.runs or reading.text[slice(*match.span())].islower():
                yield match.span()
