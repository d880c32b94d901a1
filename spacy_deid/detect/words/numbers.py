"""Numbers spelled out in English: cardinals to 199, ordinals to 31st, years in words."""

from __future__ import annotations

import re

UNITS = {
    word: value
    for value, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
        "fifteen sixteen seventeen eighteen nineteen".split()
    )
}
"""Cardinals below twenty."""

TENS = {
    word: 10 * value
    for value, word in enumerate(
        "twenty thirty forty fifty sixty seventy eighty ninety".split(), start=2
    )
}
TENS["fourty"] = 40  # the commonest misspelling in reports
"""The tens."""

DECADES = {
    "teens": 10,
    **{word[:-1] + "ies": value for word, value in TENS.items()},
}
"""Plural tens, as in 'in her thirties'."""

ORDINALS = {
    word: value
    for value, word in enumerate(
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth "
        "thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth "
        "twentieth".split(),
        start=1,
    )
}
ORDINALS |= {"thirtieth": 30, "nineth": 9, "twelveth": 12, "twentyth": 20}
"""Ordinals of one word that a day of the month can have."""

_ONES = "|".join(word for word, value in UNITS.items() if 1 <= value <= 9)
_BELOW_20 = "|".join(sorted(UNITS, key=len, reverse=True))
_BELOW_100 = rf"(?:(?:{'|'.join(TENS)})(?:[-\s]{{1,2}}(?:{_ONES})\b)?|(?:{_BELOW_20}))"
_ORDINAL_ONES = "|".join(word for word, value in ORDINALS.items() if value <= 9)

CARDINAL = rf"(?:(?:one|a)\s+hundred(?:\s+(?:and\s+)?{_BELOW_100})?|{_BELOW_100})\b"
"""Pattern of a cardinal from zero to 199, lower case."""

ORDINAL_DAY = (
    rf"(?:(?:twenty|thirty)[-\s]{{1,2}}(?:{_ORDINAL_ONES})|"
    rf"{'|'.join(sorted(ORDINALS, key=len, reverse=True))})\b"
)
"""Pattern of an ordinal that can be a day of the month, lower case."""

YEAR_WORDS = (
    rf"(?:(?:nineteen|eighteen)(?:[-\s]+hundred)?(?:\s+and)?[-\s]+(?:oh?[-\s]+)?{_BELOW_100}"
    rf"|two[-\s]+thousand(?:[-\s]+(?:and[-\s]+)?{_BELOW_100})?"
    rf"|twenty[-\s]+(?:oh?[-\s]+(?:{_ONES})|ten|eleven|twelve|\w+teen|"
    rf"(?:twenty|thirty|forty)(?:[-\s](?:{_ONES}))?))\b"
)
"""Pattern of a year in words, lower case: 'twenty nineteen', 'two thousand and three'."""

_SPLIT = re.compile(r"[-\s]+")


def read_cardinal(words: str) -> int | None:
    """Give the value of a cardinal in lower-case words, such as 'forty-one'.

    RETURNS: 0 to 199; None where the words are no such number.
    """
    value = 0
    known = False
    for word in _SPLIT.split(words.strip()):
        if word == "hundred":
            value = max(value, 1) * 100
        elif word in UNITS:
            value += UNITS[word]
        elif word in TENS:
            value += TENS[word]
        elif word not in {"and", "a"}:
            return None
        known = known or word not in {"and", "a"}
    return value if known else None


def read_ordinal(words: str) -> int | None:
    """Give the value of an ordinal in lower-case words, such as 'twenty-first'.

    RETURNS: 1 to 39; None where the words are no such number.
    """
    *tens, last = _SPLIT.split(words.strip())
    if last not in ORDINALS:
        return None
    value = ORDINALS[last]
    for word in tens:
        if word not in TENS:
            return None
        value += TENS[word]
    return value


def read_year(words: str) -> int | None:
    """Give the value of a year in lower-case words, such as 'nineteen ninety-nine'.

    RETURNS: a year from 1801 to 2199; None where the words are no year.
    """
    parts = [word for word in _SPLIT.split(words.strip()) if word not in {"and", "o", "oh"}]
    if parts[:2] == ["two", "thousand"]:
        century, rest = 2000, parts[2:]
    elif parts[:1] in (["nineteen"], ["eighteen"], ["twenty"]):
        century, rest = 100 * (UNITS | TENS)[parts[0]], parts[1:]
        rest = rest[1:] if rest[:1] == ["hundred"] else rest
    else:
        return None
    if not rest:
        return century if century == 2000 else None
    value = read_cardinal(" ".join(rest))
    return century + value if value is not None and value < 100 else None
