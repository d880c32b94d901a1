"""What the form of a single word tells: capitals, digits, patterns. Plain functions of strings."""

from __future__ import annotations

import re
import unicodedata

_ROMAN = re.compile(r"[IVXLCDM]+")
_YEAR = re.compile(r"(?:1\d{3}|2[01]\d{2})")
_VOWEL = re.compile(r"[aeiouyàáâãäåæèéêëìíîïòóôõöøùúûüý]", re.IGNORECASE)


def capital_type(word: str) -> str:
    """Give ALL_UPPERCASE, ALL_LOWERCASE, INITIAL_UPPERCASE, MIXED_CASE, or '' without letters.

    SOURCE: system 1, features of CRF and SVM.
    """
    if word.isupper():
        return "ALL_UPPERCASE"
    if word.islower():
        return "ALL_LOWERCASE"
    if word[:1].isupper() and word[1:].islower():
        return "INITIAL_UPPERCASE"
    return "MIXED_CASE" if any(c.isalpha() for c in word) else ""


def numeric_type(word: str) -> str:
    """Give YEAR_DIGIT, ALL_DIGITS, ALPHANUMERIC, SOME_DIGITS, ROMAN_NUMERAL, or '' for none.

    SOURCE: system 1, features of CRF and SVM.
    """
    if word.isdigit():
        return "YEAR_DIGIT" if _YEAR.fullmatch(word) else "ALL_DIGITS"
    if any(c.isdigit() for c in word):
        return "ALPHANUMERIC" if word.isalnum() else "SOME_DIGITS"
    return "ROMAN_NUMERAL" if _ROMAN.fullmatch(word) else ""


def unicode_pattern(word: str) -> str:
    """Give the Unicode category of every character: 'Ab01' is 'LuLlNdNd'."""
    return "".join(unicodedata.category(c) for c in word)


def merged_pattern(word: str) -> str:
    """Give the Unicode categories with runs merged: 'Ab01' is 'LuLlNd'."""
    pattern: list[str] = []
    for character in word:
        category = unicodedata.category(character)
        if not pattern or pattern[-1] != category:
            pattern.append(category)
    return "".join(pattern)


def letter_shape(word: str) -> str:
    """Give the shape in A, a and 0, other characters as they are: 'Ab-01' is 'Aa-00'.

    SOURCE: system 3 (WI-deId).
    """
    shape = []
    for character in word:
        if character.isdigit():
            shape.append("0")
        elif character.isupper():
            shape.append("A")
        elif character.isalpha():
            shape.append("a")
        else:
            shape.append(character)
    return "".join(shape)


def merged_shape(word: str) -> str:
    """Give the shape with runs merged: 'Smith-01' is 'Aa-0'."""
    return re.sub(r"(.)\1+", r"\1", letter_shape(word))


def has_vowel(word: str) -> bool:
    """Tell whether the word holds a vowel of a Latin alphabet."""
    return _VOWEL.search(word) is not None
