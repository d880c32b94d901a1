"""Fill patterns: numbers, plates and codes; names of hospitals, shops and streets."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from datetime import date

from spacy_deid.synthesize.dice import Dice

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_CODE = re.compile(r"[#%@~?]|yyyy|yy|mm|dd|CC")
_DIGIT = re.compile(r"[#%@]")
_FIELD = re.compile(r"\{(\w+)\}")
_FOLDED = str.maketrans(
    {"ł": "l", "Ł": "L", "ø": "o", "Ø": "O", "ß": "ss", "æ": "ae", "Æ": "Ae", "đ": "d", "ð": "d"}
    | {"Đ": "D", "ı": "i", "þ": "th", "Þ": "Th", "ə": "e", "œ": "oe", "'": "", "’": ""}
)
_GENERIC = frozenset(
    "hospital hospitals medical center centre clinic health healthcare general regional memorial "
    "community university infirmary royal district county klinik klinikum krankenhaus hôpital "
    "ospedale szpital sjukhus sykehus hospitalet pharmacy drugs chemist chemists apteka farmacia "
    "farmácia pharmacie apotheke surgery practice system nursing home ltd llp group school the "
    "ziekenhuis gasthuis sairaala nemocnice spitalul kórház rumah sakit polyclinic foundation "
    "trust nhs".split()
)


def code(dice: Dice, pattern: str, born: date, land: str = "XX") -> str:
    """Fill a pattern.

    pattern: '#' digit, '%' digit but zero, '@' capital letter, '~' small letter, '?' capital letter
        or digit; yyyy yy mm dd of ``born``; CC the country. Everything else stands for itself.
    """

    def fill(found: re.Match[str]) -> str:
        mark = found.group()
        if mark == "#":
            return "0123456789"[dice.number(0, 9)]
        if mark == "%":
            return "123456789"[dice.number(0, 8)]
        if mark == "@":
            return _LETTERS[dice.number(0, 25)]
        if mark == "~":
            return _LETTERS[dice.number(0, 25)].lower()
        if mark == "?":
            return (_LETTERS + "0123456789")[dice.number(0, 35)]
        if mark == "CC":
            return land
        if mark == "yyyy":
            return f"{born.year:04}"
        if mark == "yy":
            return f"{born.year % 100:02}"
        return f"{born.month if mark == 'mm' else born.day:02}"

    return _CODE.sub(fill, pattern).strip()


def digits(dice: Dice, pattern: str) -> str:
    """Fill '#', '%' and '@' alone, as they stand in names of houses and streets."""

    def fill(found: re.Match[str]) -> str:
        if found.group() == "@":
            return _LETTERS[dice.number(0, 25)]
        return str(dice.number(1 if found.group() == "%" else 0, 9))

    return _DIGIT.sub(fill, pattern)


def fill(pattern: str, value: Callable[[str], str]) -> str:
    """Put ``value(name)`` in the place of every ``{name}``."""
    return _FIELD.sub(lambda found: value(found.group(1)), pattern)


def ascii_letters(text: str) -> str:
    """Write a name in small ASCII letters and digits: 'Åsa Öz' is 'asaoz'."""
    folded = unicodedata.normalize("NFKD", text.translate(_FOLDED))
    return "".join(c for c in folded.lower() if c.isascii() and c.isalnum())


def short_name(name: str) -> str:
    """Give the form that people use of a long name.

    'St. Luke's Medical Center' is 'St. Luke's'; where only generic words would go, the capitals
    ('City General Hospital' is 'CGH'); a single word stays.
    """
    parts = name.split()
    kept = list(parts)
    while len(kept) > 1 and kept[-1].strip(",.").lower() in _GENERIC:
        kept.pop()
    if len(kept) < len(parts) and kept[0].lower() not in _GENERIC:
        return " ".join(kept).rstrip(",")
    capitals = "".join(part[0] for part in parts if part[0].isupper())
    if len(parts) > 2 and 3 <= len(capitals) <= 5:
        return capitals
    return name
