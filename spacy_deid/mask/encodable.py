"""Surrogates in the letters of an encoding: 'Łukasz' in cp1252 is 'Lukasz'."""

from __future__ import annotations

import codecs
import unicodedata

_PLAIN = str.maketrans(
    {
        "Ł": "L",
        "ł": "l",
        "Đ": "D",
        "đ": "d",
        "Ħ": "H",
        "ħ": "h",
        "ı": "i",
        "Ø": "O",
        "ø": "o",
        "Œ": "Oe",
        "œ": "oe",
        "Æ": "Ae",
        "æ": "ae",
        "ß": "ss",
        "Þ": "Th",
        "þ": "th",
        "Ð": "D",
        "ð": "d",
        "Ə": "E",
        "ə": "e",
        "’": "'",
        "‘": "'",
        "–": "-",
        "‑": "-",
    }
)
"""Letters that Unicode does not take apart."""


def holds_all(encoding: str) -> bool:
    """Tell whether an encoding has every character.

    RAISES: LookupError for an unknown encoding.
    """
    return codecs.lookup(encoding).name.startswith(("utf", "gb18030"))


def encodable(text: str, encoding: str) -> str:
    """Write a text with the characters of an encoding alone.

    RETURNS: the text; letters that the encoding lacks lose their marks, what is left becomes '?'.
    """
    if _fits(text, encoding):
        return text
    return "".join(
        letter if _fits(letter, encoding) else _plain(letter, encoding) for letter in text
    )


def _fits(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def _plain(letter: str, encoding: str) -> str:
    parts = unicodedata.normalize("NFKD", letter.translate(_PLAIN))
    bare = "".join(part for part in parts if not unicodedata.combining(part))
    return bare if bare and _fits(bare, encoding) else "?"
