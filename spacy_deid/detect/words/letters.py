"""Letters without their marks, so that 'Núñez' is found under 'nunez'."""

from __future__ import annotations

import unicodedata

_LATIN = str.maketrans(
    {
        "ß": "ss",
        "ø": "o",
        "æ": "ae",
        "œ": "oe",
        "ł": "l",
        "đ": "d",
        "ð": "d",
        "þ": "th",
        "ı": "i",
        "ə": "a",
        "ħ": "h",
        "ŋ": "ng",
        "ŧ": "t",
        "ĸ": "k",
    }
)


def fold(text: str) -> str:
    """Lower-case a text and take the marks off its Latin letters.

    text: any; other scripts keep their letters.
    RETURNS: '' for ''.
    """
    lowered = text.lower()
    if lowered.isascii():
        return lowered
    parts = unicodedata.normalize("NFKD", lowered.translate(_LATIN))
    return "".join(letter for letter in parts if not unicodedata.combining(letter))
