"""Write the pieces of a date back in the form of the original."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import chain

from spacy_deid.annotations import DateField
from spacy_deid.mask.dates import names
from spacy_deid.mask.dates.moments import Moment, full_year

_DIGITS = re.compile(r"\d+")
_GLUE = frozenset(
    "of the in on at and to through until thru till by from between or mid early late beginning "
    "end start morning afternoon evening night noon midday midnight overnight day month year "
    "week quarter qtr half season weekend fy fiscal del de el la los en a al y du le et im am "
    "der die den und bis unk un uk uu nk xx do da e ou om op van tot och og st nd rd th s q "
    "years eve dd mm mmm yyyy yy".split()
)
_CLOCK = re.compile(
    r"(?:\bT|(?<=\d)T)?\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,6})?)?\s?(?:Z\b|[ap]\.?m\.?|[+-]\d{2}:?\d{2})?"
    r"|(?<=\d)T\d{4}(?:\d{2})?Z?",
    re.I,
)
ORDINAL_OF_UNIT = re.compile(
    r"(?<!\w)\d{1,2}(?:st|nd|rd|th)(?=\s(?:week|weekend|half|quarter|month)\b)", re.IGNORECASE
)
"""The number of a week or a half within what follows: no day of it, and it stays as it is."""
ROMAN_MONTHS = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")
_RUN = re.compile(r"[^\W_]+")
_ORDINAL = re.compile(r"\W*\d+\s?(?:st|nd|rd|th|er|e|ª|º|[’']?s)?\W*", re.I)


def glue_is_plain(text: str, start: int, end: int, fields: Sequence[DateField]) -> bool:
    """Tell whether a date expression holds nothing but its pieces, small words and clock times.

    The number of a week is no such piece either, and may stand there.
    """
    rest = list(text[start:end])
    for one in fields:
        rest[one["start"] - start : one["end"] - start] = [" "] * (one["end"] - one["start"])
    # A clock time may follow a piece directly (2021-01-08T10:00): its neighbour digit has to stay.
    others = chain(_CLOCK.finditer(text, start, end), ORDINAL_OF_UNIT.finditer(text, start, end))
    for match in others:
        low, high = match.start() - start, match.end() - start
        if "".join(rest[low:high]) == match[0]:
            rest[low:high] = [" "] * (high - low)
    return all(run.casefold() in _GLUE for run in _RUN.findall("".join(rest)))


def write_field(
    text: str, one: DateField, values: Mapping[str, int], pivot: int, *, glued: bool
) -> str | None:
    """Write one piece anew.

    values: the new values of the moment that the piece belongs to.
    glued: digits stand directly beside it, so that it keeps its width.
    RETURNS: None where the piece is written in a way that is not known here.
    """
    piece = text[one["start"] : one["end"]]
    name = one["name"]
    if name == "holiday":
        month = names.in_case_of(names.MONTHS[values["month"] - 1], piece)
        return f"{month} {values['day']}"
    value = values[name]
    if name == "season":
        language = names.season_names().get(piece.casefold(), ("en", 0))[0]
        written = names.season_name(value, language)
        if piece.casefold() == "fall" and written == "autumn":
            written = "fall"
        return names.in_case_of(written, piece)
    if name == "weekday":
        return _weekday(piece, value, one["style"])
    digits = _DIGITS.search(piece)
    if name == "month" and one["style"] == "VI":
        roman = ROMAN_MONTHS[value - 1]
        return roman if piece.isupper() else roman.lower()
    if name == "month" and one["style"].startswith("Jan"):
        return _month(piece, value, one["style"])
    if digits is not None and _is_misread(piece, digits):
        width = sum(sign.isalnum() for sign in piece)  # an invisible mark counts for nothing
        return f"{value % 10**width:0{width}d}" if name == "year" else f"{value:02d}"
    if digits is not None:
        return _number(piece, digits, name, value, one["style"], pivot, glued)
    if name == "month":
        return _month(piece, value, one["style"])
    if name == "decade":
        return f"{value}s"
    return _words(piece, name, value)


def _is_misread(piece: str, digits: re.Match[str]) -> bool:
    """Tell whether a scanner's letters stand for digits of a number: 'l2', '2O21'."""
    beside = piece[: digits.start()] + piece[digits.end() :]
    return any(sign.isalnum() for sign in beside) and _ORDINAL.fullmatch(piece) is None


def _weekday(piece: str, value: int, style: str) -> str:
    plain = piece.casefold().rstrip(".")
    usual, _, short = names.weekday_names().get(plain, ("en", 0, len(plain) <= 5))
    language = style.partition("/")[2] or usual
    written = names.weekday_name(value, language, short)
    if plain.endswith("days"):
        written += "s"
    return names.in_case_of(written, piece) + ("." if piece.endswith(".") else "")


def _month(piece: str, value: int, style: str) -> str:
    plain = piece.casefold().rstrip(".")
    usual, _, short = names.month_names().get(plain, ("en", 0, len(plain) <= 4))
    style, _, language = style.partition("/")
    if plain == "may":  # short and full at once
        short = style == "Jan"
    language = language or usual
    written = names.month_name(value, language, short)
    return names.in_case_of(written, piece) + ("." if piece.endswith(".") else "")


def _number(
    piece: str,
    digits: re.Match[str],
    name: str,
    value: int,
    style: str,
    pivot: int,
    glued: bool,
) -> str | None:
    before, after = piece[: digits.start()], piece[digits.end() :]
    width = len(digits[0])
    if name == "year":
        if width >= 4:
            return f"{before}{value:04d}{after}"
        if full_year(value % 100, "04", pivot) == value:
            return f"{before}{value % 100:02d}{after}"
        return f"{before.rstrip(chr(39) + '’`')}{value:04d}{after}"
    if name == "decade":
        if width >= 4:
            return f"{before}{value:04d}{after}"
        if full_year(value % 100, "04", pivot) == value:
            return f"{before}{value % 100:02d}{after}"
        return f"{before.rstrip(chr(39) + '’`')}{value:04d}{after}"
    suffix = _RUN.match(after)
    if suffix is not None and suffix[0].casefold() in ("st", "nd", "rd", "th"):
        new = names.ordinal_suffix(value)
        after = (new.upper() if suffix[0].isupper() else new) + after[suffix.end() :]
    padded = digits[0].startswith("0") or (width == 2 and (glued or style == "02"))
    return f"{before}{value:02d}{after}" if padded else f"{before}{value}{after}"


def _words(piece: str, name: str, value: int) -> str | None:
    plain = " ".join(piece.casefold().replace("-", " ").split())
    if name == "year":
        return f"{value:04d}"
    known = names.number_words().get(plain)
    if known is None:
        return None
    written = names.ordinal(value) if known[1] else names.cardinal(value)
    return names.in_case_of(written, piece)


def unambiguous(moment: Moment, values: Mapping[str, int]) -> str:
    """Write a moment as system 1 does: ``13 AUGUST 2005``, ``FEBRUARY 2005``, ``2005``.

    values: the moment's new values. A piece that the original lacks is lacking here too.
    """
    parts: list[str] = []
    if "weekday" in values:
        parts.append(names.WEEKDAYS[values["weekday"]])
    if "day" in values:
        parts.append(str(values["day"]))
    if "month" in values and (moment.holiday or "month" in moment.values):
        parts.append(names.MONTHS[values["month"] - 1])
    if "season" in values:
        parts.append(names.SEASONS[values["season"]])
    if "quarter" in values:
        parts.append(f"Q{values['quarter']}")
    if "year" in values:
        parts.append(f"{values['year']:04d}")
    if "decade" in values:
        parts.append(f"{values['decade']}s")
    return " ".join(parts).upper()


def whole(
    text: str, moment: Moment, fields: Sequence[DateField], values: Mapping[str, int], pivot: int
) -> str | None:
    """Write one end of a range as a date of its own, in the order and signs of the original."""
    own = [one for one in fields if one["point"] in (moment.point, -1)]
    pieces = [write_field(text, one, values, pivot, glued=False) for one in own]
    made = ""
    previous: DateField | None = None
    numeric = all(_DIGITS.match(piece or "") for piece in pieces)
    signs = [text[a["end"] : b["start"]] for a, b in zip(fields, fields[1:], strict=False)]
    sign = next((s for s in signs if s in ("/", ".")), "-") if numeric else " "
    for one, piece in zip(own, pieces, strict=True):
        if piece is None:
            return None
        if one["name"] == "day" and sign == " ":
            piece = piece.removeprefix("0")
        if previous is not None:
            comma = not numeric and previous["name"] == "day" and one["name"] == "year"
            comma = comma and own[0]["name"] in ("month", "weekday")
            made += ", " if comma or previous["name"] == "weekday" else sign
        made += piece
        previous = one
    return made
