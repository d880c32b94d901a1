"""Features of one word by itself, group by group; they are cached per word and windowed.

Everything that holds a piece of the word is hashed: a saved model must not spell out the names it
was trained on. The hash is Murmur of 32 bits, the same on every machine.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from murmurhash import mrmr

from spacy_deid.detect.features.shapes import (
    capital_type,
    has_vowel,
    letter_shape,
    merged_pattern,
    merged_shape,
    numeric_type,
    unicode_pattern,
)

Lexical = Callable[[str], list[str]]
_HASH = (1 << 32) - 1
_PUNCTUATION = re.compile(r"[^\w\s]|_")


def hashed(kind: str, piece: str) -> str:
    """Give a feature that stands for a piece of text without spelling it."""
    return f"{kind}#{mrmr.hash_unicode(piece, 1) & _HASH:x}"


def sahlstrom(word: str) -> list[str]:
    """Give the word features of system 1 (RegEx, SVM and CRF for VigiBase)."""
    found = [
        hashed("t", word),
        hashed("l", word.lower()),
        hashed("s2", word[-2:]),
        hashed("s3", word[-3:]),
        f"u={unicode_pattern(word)[:24]}",
        f"m={merged_pattern(word)}",
        f"n={min(len(word), 20)}",
    ]
    if kind := capital_type(word):
        found.append(f"c={kind}")
    if kind := numeric_type(word):
        found.append(f"d={kind}")
    if "-" in word:
        found.append("hyphen")
    found.extend(f"has{letter}" for letter in "XYZ" if letter in word.upper())
    return found


def wi_deid(word: str) -> list[str]:
    """Give the word features of system 3 (WI-deId)."""
    letters = any(c.isalpha() for c in word)
    digits = any(c.isdigit() for c in word)
    marks = _PUNCTUATION.search(word) is not None
    found = [
        hashed("l", word.lower()),
        hashed("p4", word[:4].lower()),
        hashed("s4", word[-4:].lower()),
        f"sh={letter_shape(word)[:24]}",
        f"n={min(len(word), 20)}",
    ]
    for name, holds in (
        ("letter", letters),
        ("capital", any(c.isupper() for c in word)),
        ("Capital", word[:1].isupper()),
        ("CAPITAL", word.isupper()),
        ("digit", digits),
        ("digits", word.isdigit()),
        ("mark", marks),
        ("letter+digit", letters and digits),
        ("digit+mark", digits and marks),
    ):
        if holds:
            found.append(name)
    return found


def bootstrap(word: str) -> list[str]:
    """Give the word features of system 4: capitals, digits, prefixes and suffixes of 3 and 4."""
    lower = word.lower()
    found = [hashed("t", word)]
    for size in (3, 4):
        found += [hashed(f"p{size}", lower[:size]), hashed(f"s{size}", lower[-size:])]
    if word[:1].isupper():
        found.append("Capital")
    if any(c.isdigit() for c in word):
        found.append("digit")
    return found


def statdeid(word: str) -> list[str]:
    """Give the word features of Stat-De-id, one of system 5's five."""
    found = [hashed("t", word), f"n={min(len(word), 20)}"]
    if word[:1].isupper():
        found.append("Capital")
    if "-" in word or "/" in word:
        found.append("dash")
    return found


def stanford(word: str) -> list[str]:
    """Give the word features of Stanford NER: token, shape and character n-grams to length 6."""
    lower = f"<{word.lower()}>"
    found = [hashed("t", word), f"sh={merged_shape(word)}"]
    for size in range(2, 7):
        found.extend(
            hashed("g", lower[start : start + size]) for start in range(len(lower) - size + 1)
        )
    return found


_MIST: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(pattern))
    for name, pattern in (
        ("capital_first", r"[A-Z].*"),
        ("all_capital", r"[A-Z]+"),
        ("mixed", r"(?=.*[a-z])(?=.*[A-Z]).+"),
        ("has_digit", r".*\d.*"),
        ("one_digit", r"\d"),
        ("two_digits", r"\d\d"),
        ("four_digits", r"\d{4}"),
        ("five_digits", r"\d{5}"),
        ("natural", r"\d+"),
        ("real", r"[-+]?\d+[.,]\d+"),
        ("alphanumeric", r"(?=.*\d)(?=.*[A-Za-z])[A-Za-z\d]+"),
        ("dash", r".*-.*"),
        ("punctuation", r"\W+"),
        ("phone7", r"\d{3}-\d{4}"),
        ("phone10", r"\d{3}-\d{3}-\d{4}"),
        ("joined", r"\w+(-\w+)+"),
        ("separator", r"[/.-]"),
    )
)


def mist(word: str) -> list[str]:
    """Give the regular-expression features of MIST, one of system 5's five."""
    found = [name for name, pattern in _MIST if pattern.fullmatch(word)]
    if word.isalpha() and not has_vowel(word):
        found.append("no_vowel")
    found.append(hashed("l", word.lower()))
    return found


def lbj(word: str) -> list[str]:
    """Give the word features of Illinois LBJ: token, word type, prefixes and suffixes."""
    found = [hashed("t", word), f"ty={capital_type(word)}{numeric_type(word)}"]
    found.extend(hashed(f"p{size}", word[:size]) for size in (3, 4) if len(word) > size)
    found.extend(hashed(f"s{size}", word[-size:]) for size in (1, 2, 3, 4) if len(word) > size)
    return found


def forms(word: str) -> list[str]:
    """Give the features of ours that no source has: merged shape, affixes of 1 to 5, length."""
    lower = word.lower()
    found = [hashed("l", lower), f"sh={merged_shape(word)}", f"full={letter_shape(word)[:12]}"]
    found.extend(hashed(f"p{size}", lower[:size]) for size in (1, 2, 3, 4, 5))
    found.extend(hashed(f"s{size}", lower[-size:]) for size in (1, 2, 3, 4, 5))
    if kind := numeric_type(word):
        found.append(f"d={kind}")
    return found


LEXICAL: dict[str, Lexical] = {
    "sahlstrom": sahlstrom,
    "wi_deid": wi_deid,
    "bootstrap": bootstrap,
    "statdeid": statdeid,
    "stanford": stanford,
    "mist": mist,
    "lbj": lbj,
    "forms": forms,
}
"""Group name to the features of a word by itself."""

WINDOWS: dict[str, int] = {
    "sahlstrom": 3,
    "wi_deid": 2,
    "bootstrap": 2,
    "statdeid": 2,
    "stanford": 1,
    "mist": 0,
    "lbj": 2,
    "forms": 2,
}
"""Tokens to each side whose word features a group takes, as published."""
