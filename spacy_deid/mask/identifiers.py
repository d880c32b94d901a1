"""Identifiers of the original's shape that are nobody's and whose check digits are wrong."""

from __future__ import annotations

from collections.abc import Iterator

from spacy_deid.mask.keys import Keyed
from spacy_deid.mask.ways import scrambled

_TRIES = 200
_NEVER_ISSUED = ("000", "666")
"""First three digits that no social security number has (Social Security Administration)."""


def luhn(digits: str) -> bool:
    """Tell whether the last digit is right after Luhn (ISO/IEC 7812-1)."""
    total = 0
    for place, sign in enumerate(reversed(digits)):
        value = int(sign) * (1 + place % 2)
        total += value - 9 * (value > 9)
    return total % 10 == 0


def mod11(digits: str) -> bool:
    """Tell whether the last digit is right modulo 11, as NHS numbers and many others count."""
    weights = range(len(digits), 1, -1)
    rest = 11 - sum(int(d) * w for d, w in zip(digits, weights, strict=False)) % 11
    return rest % 11 == int(digits[-1])


def mod97(digits: str) -> bool:
    """Tell whether the last two digits are right modulo 97 (ISO 7064, IBAN and others)."""
    rest = 0  # digit by digit: int() takes no more than 4300
    for sign in digits[:-2]:
        rest = (rest * 10 + int(sign)) % 97
    last = int(digits[-2:])
    return (rest * 100 + last) % 97 == 1 or 97 - rest == last


def is_checked(digits: str) -> bool:
    """Tell whether a number of five digits or more has a check digit that is right."""
    return len(digits) >= 5 and (luhn(digits) or mod11(digits) or mod97(digits))


def identifier(label: str, text: str, keyed: Keyed, check: str, *words: str) -> Iterator[str]:
    """Give candidates of the shape of an identifier.

    label: SSN, and nine digits alone under any label, get a number range that was never issued.
    check: 'invalid', or 'keep' for a Luhn digit that is right exactly where the original's is.
    words: what the choice hangs on.
    """
    valid = check == "keep" and luhn(_digits(text)) and len(_digits(text)) >= 5
    nine = len(_digits(text)) == 9 == sum(sign.isalnum() for sign in text)
    for step in range(_TRIES):
        made = scrambled(text, keyed, *words, str(step))
        digits = _digits(made)
        if nine or (label == "SSN" and len(digits) == 9):
            area = _NEVER_ISSUED[keyed.number(*words, str(step), "area", below=2)]
            made = _with_digits(made, area + digits[3:])
            digits = _digits(made)
        if luhn(digits) if valid else not is_checked(digits):
            yield made


def _digits(text: str) -> str:
    return "".join(sign for sign in text if sign in "0123456789")


def _with_digits(text: str, digits: str) -> str:
    waiting = iter(digits)
    return "".join(next(waiting) if sign in "0123456789" else sign for sign in text)
