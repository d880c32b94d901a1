"""Ages: kept up to a limit, in bands, in decades or shifted; their unit counts."""

from __future__ import annotations

import re
from typing import Any

from spacy_deid.annotations import Proposal
from spacy_deid.mask.dates.names import DECADE_WORDS, number_words
from spacy_deid.mask.keys import Keyed

OLDEST = 89
"""The age limit of methods that are given none, in years.

SOURCE: HIPAA, 45 CFR 164.514(b)(2)(i)(C).
"""
_A_YEAR = {
    "year": 1.0,
    "decade": 1.0,
    "month": 12.0,
    "week": 52.1775,
    "day": 365.2425,
    "hour": 8766.0,
}
_CARDINALS = {
    word.replace(" ", ""): value
    for word, (value, is_ordinal) in number_words().items()
    if not is_ordinal
}
_JOINT = r"[-‐‑–\s]*"
_CARDINAL = "|".join(
    word.replace(" ", _JOINT)
    for word, (_, is_ordinal) in sorted(number_words().items(), key=lambda one: -len(one[0]))
    if not is_ordinal
)
_NUMBER = re.compile(
    r"(?P<twelfths>(?<![\d/])(?:1[01]|[1-9]))/12(?![\d/])|(?P<digits>\d{1,3}(?:,\d{3})+(?!\d)|\d+(?:[.,]\d+)?)"
    rf"|\b(?:(?P<times>{_CARDINAL}){_JOINT})?hundred(?:{_JOINT}(?:and{_JOINT})?(?P<rest>{_CARDINAL}))?\b"
    rf"|\b(?P<word>{_CARDINAL})\b",
    re.I,
)
_THOUSANDS = re.compile(r"\d{1,3}(?:,\d{3})+")
_MISREAD = re.compile(r"\d[oOlI|](?![^\W\d_])|(?<![^\W\d_])[oOlI|]\d|\d[oOlI|]\d")
"""A letter that a scanner read for a figure: '9O', '1O2'."""
_UNITS = (
    ("gestation", re.compile(r"gestation", re.I)),
    ("hour", re.compile(r"hours?|hrs?\b", re.I)),
    ("day", re.compile(r"(?<!birth)days?\b|\bd/?o\b", re.I)),
    ("week", re.compile(r"weeks?|wks?\b|\bw/?o\b", re.I)),
    ("month", re.compile(r"months?|mos?\b|mths?\b|\bm/o\b", re.I)),
    ("year", re.compile(r"years?|yrs?\b|y/?o?\b|ans?\b", re.I)),
)
_GAP = re.compile(r"[-‐‑–\s]{0,2}(?:completed\s|full\s)?")
_LETTERS = {"y": "year", "m": "month", "w": "week", "d": "day"}
_LETTER = re.compile(r"(?<=\d)\s?([ymwd])(?![^\W\d_]|/o)", re.I)
_BEHIND_UNIT = re.compile(
    r"\d\s?(?:y(?:(?:ea)?rs?)?|m(?:os?|on?ths?|ths?)?|w(?:(?:ee)?ks?)?)[\s,]{0,2}(?:and\s)?$", re.I
)
_BEFORE_UNIT = re.compile(r"[\s-]?old\b|\s?\d+\s?[wd](?![^\W\d_])", re.I)
_DECADE = re.compile(r"(?<=\d0)(?<!\d{3})['’]?s\b", re.I)
_WORD = re.compile(r"[^\W\d_]+")
_AGENARIANS = {
    "quadragenarian": 40,
    "quinquagenarian": 50,
    "sexagenarian": 60,
    "septuagenarian": 70,
    "octogenarian": 80,
    "nonagenarian": 90,
    "centenarian": 100,
    "supercentenarian": 110,
}


def read_age(text: str, span: Proposal) -> tuple[float, str, tuple[int, int] | None] | None:
    """Read an age.

    RETURNS: value, unit ('year', 'month', 'week', 'day', 'hour', 'decade', 'gestation') and the
        characters of its number, None where it is spelled; None where there is no number.
    """
    parse = span.parse or {}
    if "value" in parse and "unit" in parse:
        number = parse.get("number")
        place = None
        if number and span.start <= number[0] < number[1] <= span.end:
            place = number[0], number[1]
        return parse["value"], parse["unit"], place
    piece = text[span.start : span.end]
    numbers = _numbers(piece)
    if not numbers:
        return None
    value, unit, place = max(numbers, key=lambda number: in_years(*number[:2]))
    alone = sum(other == unit for _, other, _ in numbers) == 1
    if place is None or not alone:
        return value, unit, None
    return value, unit, (span.start + place[0], span.start + place[1])


def _numbers(piece: str) -> list[tuple[float, str, tuple[int, int] | None]]:
    """Give value, unit and characters of every number of an age, spelled ones without characters.

    A number without a unit of its own has the next one's ('65-95 years'), else the one that the
    piece names ('months: 7'), years where it names none. Twelfths are months ('5 7/12 years').
    """
    found: list[tuple[float, str, tuple[int, int] | None]] = []
    named = next((name for name, pattern in _UNITS if pattern.search(piece)), "year")
    unit = "gestation" if named == "gestation" else ""
    for match in reversed(list(_NUMBER.finditer(piece))):
        own = _unit_behind(piece, match)
        unit = unit if unit == "gestation" else own or unit or named
        if match["twelfths"]:
            found.append((float(match["twelfths"]), "month", None))
        elif match["digits"]:
            found.append((_value(match["digits"]), unit, match.span()))
        elif match["word"]:
            found.append((_cardinal(match["word"]), unit, None))
        else:
            hundreds = 100 * _cardinal(match["times"] or "one")
            found.append((hundreds + _cardinal(match["rest"] or "zero"), unit, None))
    for word in _WORD.findall(piece.casefold()):
        value = DECADE_WORDS.get(word) or _AGENARIANS.get(word.removesuffix("s"))
        if value is not None:
            found.append((float(value), "decade", None))
    return found


def _value(digits: str) -> float:
    """Read '1.5', '1,5' and '1,140'."""
    thousands = _THOUSANDS.fullmatch(digits) is not None
    return float(digits.replace(",", "" if thousands else "."))


def _unit_behind(piece: str, match: re.Match[str]) -> str:
    """Give the unit right behind a number; '' for none.

    A single letter beside a number is one where it cannot be a sex: 'y', and 'm', 'w' and 'd' in
    '6y11m', '3w2d' and '5m old'.
    """
    end = match.end()
    letter = _LETTER.match(piece, end)
    if letter is not None and (
        letter[1] in "yY"
        or _BEHIND_UNIT.search(piece, max(0, match.start() - 16), match.start())
        or _BEFORE_UNIT.match(piece, letter.end())
    ):
        return _LETTERS[letter[1].casefold()]
    if _DECADE.match(piece, end):
        return "decade"
    gap = _GAP.match(piece, end)
    place = gap.end() if gap is not None else end
    return next((name for name, pattern in _UNITS if pattern.match(piece, place)), "")


def _cardinal(word: str) -> float:
    return float(_CARDINALS[re.sub(_JOINT, "", word.casefold())])


def in_years(value: float, unit: str) -> float:
    """Give an age in years; 0 for a gestational age."""
    return 0.0 if unit == "gestation" else value / _A_YEAR.get(unit, 1.0)


def age_shift(keyed: Keyed, scope: str, most_years: int) -> int:
    """Give the years by which the ages of a case move, never 0."""
    years = 1 + keyed.number("age-shift", scope, below=most_years)
    return -years if keyed.number("age-shift-sign", scope, below=2) else years


def shifted_age(whole: int, years: int, oldest: int) -> int:
    """Move an age of whole years, never by 0, within 1 and the limit; below a year it stays."""
    if whole < 1:
        return whole
    new = min(max(whole + years, 1), oldest)
    if new == whole:
        new = whole + 1 if whole < oldest else whole - 1
    return new


def greatest_age(text: str, span: Proposal) -> float:
    """Give the greatest age in years that a span tells; 0 where none can be read.

    A number of years beside the one that was understood (65-95 years) must not slip through.
    """
    found = read_age(text, span)
    if found is None:
        return 0.0
    value, unit, _ = found
    parsed = "value" in (span.parse or {}) and unit != "gestation"
    others = _numbers(text[span.start : span.end]) if parsed else []
    return max([in_years(value, unit), *(in_years(*other[:2]) for other in others)])


def mask_age(
    text: str, span: Proposal, method: str, options: dict[str, Any], years: int = 0
) -> str:
    """Mask an age.

    method: 'limit', 'bands', 'decade' or 'shift'. years: of the shift; it moves ages of a year and
        more, within the limit and not below one year.
    RETURNS: the original where the method keeps it; ``[AGE > 89]`` above the limit; ``[AGE]`` where
        there is no number to be read.
    SOURCE: the limit is system 1's masker.
    """
    piece = text[span.start : span.end]
    found = read_age(text, span)
    if found is None or _MISREAD.search(piece):
        return "[AGE]"
    value, unit, number = found
    oldest = options["oldest"]
    if greatest_age(text, span) > oldest:
        return f"[AGE > {oldest}]"
    if method == "limit" or unit == "gestation":
        return piece
    whole = int(in_years(value, unit))
    if method == "shift":
        if whole < 1 or number is None:
            return piece if whole < 1 else "[AGE]"
        new = shifted_age(whole, years, oldest)
        if unit == "decade":
            new = new // 10 * 10
        elif unit != "year":
            new = round(value + (new - whole) * _A_YEAR[unit])
        return piece[: number[0] - span.start] + str(new) + piece[number[1] - span.start :]
    if whole < 1:
        return "[AGE < 1]"
    if method == "decade":
        return f"[AGE {whole // 10 * 10}s]" if whole >= 10 else "[AGE < 10]"
    width = options["width"]
    low = whole // width * width
    return f"[AGE {low}-{min(low + width - 1, oldest)}]"
