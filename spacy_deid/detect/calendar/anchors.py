"""One pass over a text for the places where a date or an age can begin."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from spacy_deid.detect.calendar.foreign import CALENDAR_MONTHS, ERAS
from spacy_deid.detect.calendar.holidays import holiday_words
from spacy_deid.detect.calendar.months import month_words, weekday_words
from spacy_deid.detect.words.anchors import lowered
from spacy_deid.detect.words.lives import lives
from spacy_deid.detect.words.numbers import DECADES, ORDINALS, TENS, UNITS

DIGITS = ("digits",)
"""The kinds of a run of digits."""

_WORD = re.compile(r"\d+|[^\W\d_]+")
_SEASONS = {"spring": 0, "summer": 1, "autumn": 2, "fall": 2, "winter": 3}
WEEK_WORDS = ("week", "wk", "kw", "cw", "uke", "vecka", "semaine", "semana", "settimana", "viikko")
"""Words of calendar weeks."""

Anchor = tuple[int, int, tuple[str, ...]]
"""Start and end of a word or run of digits, and what it can be: 'digits', 'month', 'weekday',
'season', 'holiday', 'calendar', 'era', 'week', 'ordinal', 'cardinal', 'tens' (plural) or
'agenarian'; a word can be several.
"""


class Scan(NamedTuple):
    """What the pass found.

    text: as given.
    low: the text in lower case, character for character.
    anchors: in order.
    """

    text: str
    low: str
    anchors: list[Anchor]


@cache
def lexicon() -> dict[str, tuple[str, ...]]:
    """Map every lower-case anchor word to the kinds it can be."""
    kinds: dict[str, list[str]] = {}
    for kind, words in (
        ("month", month_words()),
        ("weekday", weekday_words()),
        ("season", _SEASONS),
        ("holiday", dict.fromkeys(holiday_words() | {"feast"}, 0)),
        ("calendar", dict.fromkeys(CALENDAR_MONTHS, 0)),
        ("era", dict.fromkeys(ERAS, 0)),
        ("week", dict.fromkeys(WEEK_WORDS, 0)),
        ("ordinal", ORDINALS | TENS),
        ("cardinal", UNITS | TENS),
        ("tens", DECADES),
        ("agenarian", lives()),
    ):
        for word in words:
            kinds.setdefault(word, []).append(kind)
    return {word: tuple(found) for word, found in kinds.items()}


def season_number(word: str) -> int:
    """Give 0 for spring to 3 for winter, in lower case."""
    return _SEASONS[word]


def scan_text(text: str) -> Scan:
    """Find all anchors in one pass.

    text: any string; '' gives no anchors.
    """
    low = lowered(text)
    known = lexicon()
    anchors: list[Anchor] = []
    add = anchors.append
    for match in _WORD.finditer(low):
        word = match[0]
        kinds = known.get(word)
        if kinds is not None:
            add((*match.span(), kinds))
        elif word.isdecimal():
            add((*match.span(), DIGITS))
    return Scan(text, low, anchors)
