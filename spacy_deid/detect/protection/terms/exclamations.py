"""Exclamations and shorthand of chats, which name nobody: 'ah!', 'Yeah', 'omg', 'haha'."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy_deid.detect.words.reading import Cues, Reading

_SMALL = Cues(
    "yeah|yep|yup|nope|duh|argh|aargh|ugh|ouch|oops|wow|phew|hmm|hmmm|umm|omg|lol|lmao|rofl|idk|imho|"
    "fyi|btw|ttyl|wtf|afaik|iirc|haha|hahaha|yikes|geez|aah|ooh|huh|okay|haan|wah|aiyo|aiya|alamak"
)
_CRIED = Cues("ah|oh|eh")
_CAPITALS = frozenset("Yeah Nope Duh Argh Ugh Ouch Oops Wow Phew Hmm".split())
_WORD = re.compile(
    rf"(?<![\w'’@#./-])(?:{_SMALL.pattern}|{_CRIED.pattern}(?=[!,]\s))(?![\w'’@-]|\.\w)"
)
_CLOSED = re.compile(r"[,.!?…]")


def find_exclamations(reading: Reading) -> Iterator[tuple[int, int]]:
    """Give the [start, end) characters of every such word in small letters.

    With a capital some count that are no names, where a mark closes them.
    """
    if _SMALL.among(reading) or _CRIED.among(reading):
        for match in _WORD.finditer(reading.low):
            word = reading.text[slice(*match.span())]
            closed = word in _CAPITALS and _CLOSED.match(reading.text, match.end())
            if word.islower() or closed:
                yield match.span()
