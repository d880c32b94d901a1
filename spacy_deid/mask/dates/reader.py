"""Read a date expression that came without a parse: from another recognizer, or a clipped span."""

from __future__ import annotations

import re
from datetime import date
from functools import lru_cache

from spacy_deid.annotations import DateField, DateReading
from spacy_deid.mask.dates import forms, names
from spacy_deid.mask.dates.holidays import holiday_date

_TOKEN = re.compile(r"['’]\d{2}(?!\d)|\d+(?:st|nd|rd|th)?(?![^\W_])|\d+|[^\W\d_]+", re.I)
_TIME = re.compile(r"(?<=\d)[T ,]\s?\d{1,2}:\d{2}.*$|\bat\b.*$", re.I | re.S)
_DAYS = re.compile(
    r"(?<!\d)\d{1,2}(?:st|nd|rd|th)?\s?(?:[-–—]|to|until|till)\s?\d{1,2}(?!\d)", re.IGNORECASE
)
"""Two days of one month, with a dash or 'to' between them."""
_TO = re.compile(r"\s?(?:[-–—/]|\bto\b|\buntil\b|\btill\b|\bthrough\b)\s?", re.IGNORECASE)
_DAYS_OF_MONTH = re.compile(
    r"(?P<m>\d{1,2})/(?P<d>\d{1,2})\s?[-–—]\s?(?P<e>\d{1,2})/(?P<y>\d{4}|\d\d)"
)
"""Two days of a month in figures, '12/26-29/2018'."""
_OF_YEARS = re.compile(
    r"\b(?:fy|fiscal|season|winter|school|academic|financial|tax|flu|year|fye)\b", re.IGNORECASE
)
"""Words beside two years with a stroke between them."""
_ROMAN = re.compile(
    rf"\s*\d{{1,2}}(?:[\s./-]\s?|\.\s)(?:{'|'.join(forms.ROMAN_MONTHS)})[\s./-]\s?(?:\d\d){{1,2}}\s*",
    re.IGNORECASE,
)
_PLAIN_DAY = {2: 29, 4: 30, 6: 30, 9: 30, 11: 30}


def read(text: str, start: int, end: int) -> list[DateReading]:
    """Read the characters from ``start`` to ``end`` as one date.

    RETURNS: every reading that is a real calendar date; [] where it is none, or more than one.
    """
    piece = text[start:end]
    if holiday_date(piece.strip(), 2000) is not None:
        return [DateReading(order="", fields=[_field("holiday", start, end, 0, "name")])]
    clock = _TIME.search(piece)
    stop = start + clock.start() if clock else end
    named: list[DateField] = []
    numbers: list[tuple[int, int]] = []
    for match in _TOKEN.finditer(text, start, stop):
        low, high = match.span()
        word = match[0].casefold()
        if match[0][-1].isdigit() or match[0][0].isdigit():
            if not match[0].isascii() and not match[0].startswith("’"):
                return []
            if forms.ORDINAL_OF_UNIT.match(text, low, end) is None:
                numbers.append((low, high))
        elif word in names.month_names():
            _, value, short = names.month_names()[word]
            named.append(_field("month", low, high, value, "Jan" if short else "January"))
        elif word in names.weekday_names():
            _, value, short = names.weekday_names()[word]
            named.append(_field("weekday", low, high, value, "Jan" if short else "January"))
        elif word in names.season_names():
            named.append(_field("season", low, high, names.season_names()[word][1], "name"))
        elif word.upper() in forms.ROMAN_MONTHS and _ROMAN.fullmatch(text, start, stop):
            value = forms.ROMAN_MONTHS.index(word.upper()) + 1
            named.append(_field("month", low, high, value, "VI"))
    kinds = [one["name"] for one in named]
    if len(set(kinds)) < len(kinds):
        return []
    readings = []
    small = [text[low:high] for low, high in numbers if high - low <= 2]
    padded = any(one[0] == "0" for one in small) or all(len(one) == 2 for one in small)
    if kinds == ["month"] and len(numbers) in (2, 3) and _DAYS.search(text, start, stop):
        return _range_of_days(text, named[0], numbers, padded)
    for order in _orders(text, numbers, set(kinds)):
        fields = list(named)
        for sign, (low, high) in zip(order, numbers, strict=True):
            fields.append(_numeric(text, sign, low, high, padded))
        readings.extend(_finished(order, fields, "month" in kinds or "season" in kinds))
    if not numbers and kinds:
        readings.extend(_finished("", named, True))
    if len(numbers) == 1 and not readings:
        readings.extend(_compact(text, *numbers[0]))
    return readings


def read_range(text: str, start: int, end: int) -> list[DateReading]:
    """Read two dates with a dash, a stroke or 'to' between them: '2018-12-26/2018-12-29'.

    The last one tells the month and the year of both where the first has none.
    RETURNS: readings of both in the same order of their numbers; [] where they are not two dates.
    """
    days = _DAYS_OF_MONTH.fullmatch(text, start, end)
    if days is not None and int(days["d"]) < int(days["e"]):
        order = (("M", "m", -1), ("D", "d", 0), ("D", "e", 1), ("Y", "y", -1))
        padded = any(days[name].startswith("0") for name in "mde")
        fields = [
            DateField(**{**_numeric(text, sign, *days.span(name), padded), "point": point})
            for sign, name, point in order
        ]
        ends = [[one for one in fields if one["point"] in (-1, point)] for point in (0, 1)]
        if all(_finished("MDY", own, False) for own in ends):
            return [DateReading(order="MDY", fields=fields)]
    for sign in _TO.finditer(text, start, end):
        firsts = read(text, start, sign.start())
        lasts = read(text, sign.end(), end)
        found = [
            made
            for first in firsts
            for last in lasts
            if first["order"] in ("", last["order"]) and (made := _joined(first, last)) is not None
        ]
        if found:
            return found
    return []


def _joined(first: DateReading, last: DateReading) -> DateReading | None:
    """Make one reading of a first and a last day, or of two months."""
    names = {one["name"] for one in first["fields"]}
    others = {one["name"] for one in last["fields"]}
    if not (names & others & {"day", "month"} and names <= others):
        return None
    fields = list(first["fields"])
    for one in last["fields"]:
        shared = one["name"] in ("month", "year") and one["name"] not in names
        fields.append(DateField(**{**one, "point": -1 if shared else 1}))
    return DateReading(order=last["order"], fields=fields)


def read_years(text: str, start: int, end: int) -> list[DateReading]:
    """Read a span of two years, the later with two digits: '2021/22', '2019-21'.

    '2010/11' is a year and a month where no word beside it speaks of years.
    RETURNS: [] for anything else.
    """
    numbers = [match.span() for match in re.finditer(r"\d+", text[start:end])]
    if [high - low for low, high in numbers] != [4, 2]:
        return []
    (low, high), (begin, stop) = [(start + low, start + high) for low, high in numbers]
    first, last = text[low:high], text[begin:stop]
    if not (first + last).isdecimal() or text[high:begin].strip() not in ("/", "-", "–"):
        return []
    next_one = int(last) == (int(first) + 1) % 100
    beside = _OF_YEARS.search(text[max(0, low - 14) : low] + "|" + text[stop : stop + 10])
    if not (next_one and beside or int(last) > max(12, int(first) % 100)):
        return []
    fields = [
        _field("year", low, high, int(first), "2004"),
        DateField(**{**_field("year", begin, stop, int(last), "04"), "point": 1}),
    ]
    return [DateReading(order="", fields=fields)]


def _range_of_days(
    text: str, month: DateField, numbers: list[tuple[int, int]], padded: bool
) -> list[DateReading]:
    """Read two days of a month, before its name or behind it, and the year at the end."""
    first, last, *year = numbers
    if not (last[1] <= month["start"] or month["end"] <= first[0]):
        return []
    if year and not (year[0][0] > month["end"] and year[0][1] - year[0][0] in (2, 4)):
        return []
    days = [_numeric(text, "D", *place, padded) for place in (first, last)]
    shared = [DateField(**{**month, "point": -1})]
    shared += [DateField(**{**_numeric(text, "Y", *place, padded), "point": -1}) for place in year]
    if not days[0]["value"] < days[1]["value"]:
        return []
    if not all(_finished("", [day, *shared], True) for day in days):
        return []
    fields = [days[0], DateField(**{**days[1], "point": 1}), *shared]
    return [DateReading(order="", fields=sorted(fields, key=lambda one: one["start"]))]


def _field(name: str, start: int, end: int, value: int, style: str) -> DateField:
    return DateField(name=name, start=start, end=end, value=value, style=style, point=0)


def _orders(text: str, numbers: list[tuple[int, int]], kinds: set[str]) -> list[str]:
    """Give the orders that numbers can stand in, by their count and their width."""
    widths = [len(re.sub(r"\D", "", text[low:high])) for low, high in numbers]
    if any(width not in (1, 2, 4) for width in widths):
        return []
    if "season" in kinds:
        return ["Y"] if len(numbers) == 1 else []
    if "month" in kinds:
        if len(numbers) == 1:
            low = numbers[0][0]
            year = widths[0] == 4 or text[low] in "'’"
            dashed = low >= 2 and text[low - 1] == "-" and text[low - 2].isalpha()
            return ["Y"] if year else ["Y", "D"] if dashed and widths[0] == 2 else ["D", "Y"]
        if len(numbers) == 2:
            return ["YD"] if widths[0] == 4 else ["DY"]
        return []
    slash = text[numbers[0][1] : numbers[0][1] + 1] == "/" if numbers else False
    if len(numbers) == 3:
        if widths[0] == 4:
            return ["YMD"]
        return ["MDY", "DMY", "YMD"] if slash else ["DMY", "MDY", "YMD"]
    if len(numbers) == 2:
        if widths[0] == 4:
            return ["YM"]
        if widths[1] == 4:
            return ["MY"]
        return ["MD", "DM"] if slash else ["DM", "MD"]
    if len(numbers) == 1:
        if widths[0] == 4:
            return ["Y"]
        return ["D"] if text[numbers[0][1] - 1].isalpha() or kinds else []
    return []


def _numeric(text: str, sign: str, low: int, high: int, padded: bool) -> DateField:
    digits = re.sub(r"\D", "", text[low:high])
    name = {"D": "day", "M": "month", "Y": "year"}[sign]
    if name == "year":
        style = "2004" if len(digits) == 4 else ("04" if text[low].isdigit() else "'04")
    elif text[high - 1].isalpha():
        style = "2nd"
    else:
        style = "02" if padded else "2"
    return _field(name, low, high, int(digits), style)


def _finished(order: str, fields: list[DateField], named: bool) -> list[DateReading]:
    """Keep a reading that is a real date, its pieces in the order of the text."""
    fields = sorted(fields, key=lambda one: one["start"])
    values = {one["name"]: one["value"] for one in fields}
    month, day, year = values.get("month"), values.get("day"), values.get("year")
    if month is not None and not 1 <= month <= 12:
        return []
    if day is not None and not 1 <= day <= _PLAIN_DAY.get(month or 0, 31):
        return []
    if day == 29 and month == 2 and year is not None and year > 99 and not _leap(year):
        return []
    if year is not None and year > 99 and not 1800 <= year <= 2199:
        return []
    return [DateReading(order="" if named or len(order) < 2 else order, fields=fields)]


def _leap(year: int) -> bool:
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def _compact(text: str, low: int, high: int) -> list[DateReading]:
    """Read eight or six digits without separators."""
    width = high - low if text[low:high].isdecimal() else 0  # '202031st' is no such number
    plans = {
        8: (("YMD", (4, 2, 2)), ("MDY", (2, 2, 4)), ("DMY", (2, 2, 4))),
        6: (("MDY", (2, 2, 2)), ("DMY", (2, 2, 2)), ("YMD", (2, 2, 2))),
    }.get(width, ())
    readings = []
    for order, widths in plans:
        place = low
        fields = []
        for sign, step in zip(order, widths, strict=True):
            fields.append(_numeric(text, sign, place, place + step, True))
            place += step
        readings.extend(_finished(order, fields, False))
    return readings


_LONGEST = 120
"""Characters of a date with all its words; dateparser takes minutes for a page of figures."""


@lru_cache(maxsize=4096)
def read_with_dateparser(
    piece: str, languages: tuple[str, ...], order: str
) -> tuple[str, date] | None:
    """Read a date that no rule here reads, with dateparser.

    piece: the expression. languages: codes that dateparser may try. order: of numeric dates.
    RETURNS: resolution ('day' or 'month') and date; None where dateparser cannot read it or would
        have to fill in a year or a month from today, and for what is longer than any date.
    """
    if len(piece) > _LONGEST:
        return None
    import dateparser

    settings = {
        "DATE_ORDER": order if order != "likelier" else "MDY",
        "STRICT_PARSING": False,
        "PARSERS": ["absolute-time"],
        "RETURN_AS_TIMEZONE_AWARE": False,
    }
    for resolution, parts in (("day", ["day", "month", "year"]), ("month", ["month", "year"])):
        try:
            found = dateparser.parse(
                piece, languages=list(languages), settings={**settings, "REQUIRE_PARTS": parts}
            )
        except (ValueError, OverflowError, TypeError, IndexError):
            return None
        if found is not None:
            return resolution, found.date()
    return None
