"""Ways to hide a span that need no lists: placeholder, hash, scrambled or starred characters."""

from __future__ import annotations

import re
import unicodedata

from spacy_deid.mask.keys import Keyed
from spacy_deid.phi import CATEGORY_OF, LABELS

_POSSESSIVE = re.compile(r"['’`]s$", re.I)
_LOWER = "abcdefghijklmnopqrstuvwxyz"
_IN_WORDS = tuple(
    label
    for label, category in CATEGORY_OF.items()
    if category in ("NAME", "PROFESSION", "LOCATION") and label not in ("USERNAME", "STREET", "ZIP")
)
"""Labels of what is written in words: a number or a hash behind another may be the original."""
_OWN = re.compile(
    rf"\[(?:{'|'.join(LABELS)}"
    r"|(?:Day|Month|Season|Quarter|Year|Decade) (?:0|[+-]\d{1,5})"
    rf"|(?:{'|'.join(_IN_WORDS)}) (?:[1-9]\d?|(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{{8,64}})"
    r"|AGE (?:> [1-8]?\d|< 10?|[1-8]0s|(?P<low>[1-8]?\d)-(?P<high>[1-8]?\d)))\]"
)


def placeholders(text: str) -> list[tuple[int, int]]:
    """Find what this library itself writes in brackets, so that it is not masked again.

    What may as well be an original is none: ``[AGE 93]``, ``[IDNUM 1234567]``, ``[PATIENT 12345]``,
    hashes of fewer than 8 digits, bands of ages that do not start at a multiple of their width.
    """
    return [match.span() for match in _OWN.finditer(text) if _is_band(match["low"], match["high"])]


def _is_band(low: str | None, high: str | None) -> bool:
    """Tell whether two ages are a band as it is written here; true where there are none."""
    if low is None or high is None:
        return True
    width = int(high) - int(low) + 1
    return width > 1 and int(low) % width == 0


def normalised(text: str) -> str:
    """Give the form in which one entity always has one hash and one surrogate.

    Case, accents' encoding, possessive, punctuation and the number of blanks do not count.
    """
    plain = _POSSESSIVE.sub("", unicodedata.normalize("NFKC", text).strip()).casefold()
    return " ".join(re.findall(r"[^\W_]+", plain)) or plain


_SHORT = {
    long: short
    for pair in (
        "saint st/street st/sainte ste/road rd/avenue ave/av ave/drive dr/lane ln/boulevard blvd/"
        "court ct/place pl/mount mt/fort ft/hosp hospital/hosptl hospital/ctr center/centre center/"
        "med medical/univ university/clin clinic"
    ).split("/")
    for long, short in [pair.split()]
}
"""Words of places as they are abbreviated, or spelled out where that is usual."""


def placed(text: str) -> str:
    """Give the form in which one place, site or street always has one surrogate.

    'the Saint Mary's Hosp.' is 'St. Mary's Hospital'.
    """
    words = normalised(text).split()
    if len(words) > 1 and words[0] == "the":
        words = words[1:]
    return " ".join(_SHORT.get(word, word) for word in words)


def scrambled(text: str, keyed: Keyed, *words: str) -> str:
    """Replace every letter by another of its case and every digit by another digit.

    words: what the choice hangs on, with the place among letters and digits: one number is
        scrambled alike whatever separates its parts.
    RETURNS: as long as the text, but that an accent behind its letter joins it; a letter without
        case or outside the Latin alphabet becomes a Latin one. No letter or digit stays what it
        was.
    """
    made = []
    place = 0
    for sign in unicodedata.normalize("NFC", text):
        if sign.isalnum() and not sign.isalpha():  # also '²' and '½'
            old = int(sign) if sign.isdecimal() and sign.isascii() else 0
            step = 1 + keyed.number("scramble", *words, str(place), below=9)
            made.append(str((old + step) % 10))
        elif sign.isalpha():
            low = sign.casefold()
            old = _LOWER.find(low) if len(low) == 1 else -1
            step = keyed.number("scramble", *words, str(place), below=25 if old >= 0 else 26)
            new = _LOWER[(old + 1 + step) % 26]
            made.append(new.upper() if sign.isupper() else new)
        else:
            made.append(sign)
            continue
        place += 1
    return "".join(made)


def starred(text: str, shown: int, sign: str) -> str:
    """Show the first characters of a text and three signs for the rest: ``J***``.

    shown: letters or digits, 0 to 3; a text of that many or fewer shows none.
    """
    letters = [letter for letter in text if letter.isalnum()]
    return ("".join(letters[:shown]) if len(letters) > shown else "") + sign * 3


def shares(text: str, other: str, length: int = 4) -> bool:
    """Tell whether two texts share a run of letters and digits, whatever their case and accents.

    length: of the run, without what stands between letters and digits.
    """
    left, right = (
        "".join(sign for sign in unicodedata.normalize("NFKD", one).casefold() if sign.isalnum())
        for one in (text, other)
    )
    runs = {right[i : i + length] for i in range(len(right) - length + 1)}
    return any(left[i : i + length] in runs for i in range(len(left) - length + 1))
