"""What surrogates are made of: names and places of some origins, words that stay, letter case."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache

from spacy_deid.synthesize.dice import Choices, Dice, read_choices
from spacy_deid.synthesize.lists import codes, country, words

WORD = re.compile(r"(?:[^\W\d_][\u0300-\u036f]*)+(?:['’](?:[^\W\d_][\u0300-\u036f]*)+)*")
"""A run of letters with their marks; an apostrophe between letters belongs to it."""

_ENGLISH = (
    "US*16, GB*7, DE*3, FR*3, CA*4, IN*4, SE*2, AU*3, IT*3, ES*3, MX*3, NG*2, PL*2, CN*2, VN*1, "
    "PH*1, KR*1, JP*1, EG*1, IE*2, NL*2, PK*1, BR*2"
)
_ORIGINS = {
    "en": _ENGLISH, "es": "ES*14, MX*3, AR*3, CO*3", "ca": "ES*1", "de": "DE*8, AT*2, CH*1",
    "fr": "FR*8, BE*2, CH*1, CA*1", "it": "IT*9, CH*1", "pt": "PT*1, BR*1", "nl": "NL*4, BE*1",
    "sv": "SE*1", "da": "DK*1", "nb": "NO*1", "fi": "FI*1", "pl": "PL*1", "cs": "CZ*1",
    "ro": "RO*1", "hu": "HU*1", "hr": "HR*1", "tr": "TR*1", "id": "ID*1", "vi": "VN*1",
}  # fmt: skip
"""Language of a pipeline to countries whose names and places it meets, with weights."""

_FOLDED = str.maketrans(
    {"ł": "l", "Ł": "L", "ø": "o", "Ø": "O", "ß": "ss", "æ": "ae", "Æ": "Ae", "đ": "d", "Đ": "D"}
    | {"ð": "d", "þ": "th", "ı": "i", "œ": "oe", "Œ": "Oe", "ə": "e", "’": "'"}
)
_VOWELS = re.compile(r"[aeiouyàáâãäåèéêëìíîïòóôõöøùúûü]+", re.IGNORECASE)


def plain(text: str) -> str:
    """Write letters without their marks."""
    if text.isascii():
        return text
    parts = unicodedata.normalize("NFKD", text.translate(_FOLDED))
    return "".join(letter for letter in parts if not unicodedata.combining(letter))


@lru_cache(maxsize=20_000)
def key_of(text: str) -> str:
    """Give what two spellings of one thing share: small letters without marks, and digits."""
    return "".join(sign for sign in plain(text).casefold() if sign.isalnum())


def cased(new: str, like: str) -> str:
    """Write a word in the case of another: all capital, all small, or as it stands."""
    if like.isupper() and len(like) > 1:
        return new.upper()
    if like.islower():
        return new.lower()
    return new if new[:1].isupper() or not like[:1].isupper() else new[:1].upper() + new[1:]


@lru_cache(maxsize=64)
def kept(section: str) -> frozenset[str]:
    """Give a section of words in the form of ``key_of``."""
    return frozenset(key_of(word) for word in words()[section])


@lru_cache(maxsize=16)
def origins_of(language: str, wanted: tuple[str, ...]) -> Choices:
    """Give the countries of a language with weights, or those that are wanted, all alike.

    RAISES: DeidError D704 for a country that is not known.
    """
    for code in wanted:
        country(code)
    if wanted:
        return Choices([(code, 1) for code in wanted])
    return read_choices(_ORIGINS.get(language, _ENGLISH))


@lru_cache(maxsize=64)
def single(code: str, pool: str) -> tuple[str, ...]:
    """Give the names of a country's pool that are one word: 'first.f', 'first.m', 'last'."""
    names = country(code).pools[pool].names
    return tuple(n for n in names if len(n) > 2 and WORD.fullmatch(n)) or names


@lru_cache(maxsize=4)
def given_names(countries: tuple[str, ...]) -> tuple[frozenset[str], frozenset[str]]:
    """Give the women's and the men's names of countries in the form of ``key_of``."""

    def known(pool: str) -> frozenset[str]:
        return frozenset(key_of(name) for code in countries for name in single(code, pool))

    return known("first.f"), known("first.m")


@lru_cache(maxsize=4)
def family_names(countries: tuple[str, ...]) -> frozenset[str]:
    """Give the family names of countries in the form of ``key_of``."""
    return frozenset(key_of(name) for code in countries for name in single(code, "last"))


def every_country(origins: Choices) -> tuple[str, ...]:
    """Give the countries whose names tell first names from family names: the origins', in order."""
    return tuple(sorted(set(origins.items) & set(codes())))


def spliced(dice: Dice, first: str, second: str) -> str:
    """Invent a name from the head of one and the tail of another: 'Fern' and 'illo'.

    RETURNS: the first name where they have no vowels to be joined at.
    """
    heads = [found.start() for found in _VOWELS.finditer(first) if 0 < found.start()]
    tails = [found.start() for found in _VOWELS.finditer(second) if 0 < found.start()]
    if not heads or not tails:
        return first
    head = first[: heads[min(len(heads) - 1, dice.number(0, 1))]]
    tail = second[tails[0 if len(tails) < 3 else dice.number(0, 1)] :]
    made = head + tail.lower()
    return made if 3 <= len(made) <= 14 else first


def letters_like(dice: Dice, text: str) -> str:
    """Give random letters and digits in the pattern of a text; a leading zero stays."""
    out = []
    for place, sign in enumerate(text):
        if sign.isdecimal():
            first = not place or not text[place - 1].isdecimal()
            low = 1 if first and sign != "0" else 0
            out.append(sign if first and sign == "0" else str(dice.number(low, 9)))
        elif sign.isalpha():
            letter = "ABCDEFGHIJKLMNOPRSTUVWXYZ"[dice.number(0, 24)]
            out.append(letter.lower() if sign.islower() else letter)
        else:
            out.append(sign)
    return "".join(out)


def other(dice: Dice, items: Sequence[str], than: Iterable[str]) -> str:
    """Draw an item no word of which has one of some keys; any item where a dozen draws have."""
    taken = set(than)
    drawn = dice.pick(items)
    for _ in range(12):
        if key_of(drawn) not in taken and not any(
            key_of(word) in taken for word in WORD.findall(drawn)
        ):
            break
        drawn = dice.pick(items)
    return drawn
