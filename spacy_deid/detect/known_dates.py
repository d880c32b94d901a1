"""The ways to write a date of which a structured field tells the day."""

from __future__ import annotations

import re
from collections.abc import Iterator

_MONTHS = (
    "january february march april may june july august september october november december".split()
)
_SHORTEST = 5
_STAMP = re.compile(r"\s*(\d{4})(-?)(\d\d)\2(\d\d)(?:[T ]?\d\d[\d:.]*)?(?:Z|[+-]\d\d:?\d\d)?\s*")


def date_forms(value: str) -> Iterator[str]:
    """Give how a date may be written, in small letters and without what parts its fields.

    value: '1958-07-03' and '19580703', with or without a time, '3/7/1958' (day or month first),
        '3 July 1958'.
    RETURNS: nothing for what names no day.
    """
    for year, month, day in _triples(value):
        if 1 <= int(month) <= 12 and 1 <= int(day) <= 31:
            yield from (
                form for form in _forms(year, int(month), int(day)) if len(form) >= _SHORTEST
            )


def _triples(value: str) -> list[tuple[str, str, str]]:
    """Read year, month and day, in two ways where their order is not told."""
    stamp = _STAMP.fullmatch(value)
    if stamp is not None:
        return [(stamp[1], stamp[3], stamp[4])]
    numbers = re.findall(r"\d+", value)
    month = next((at + 1 for at, name in enumerate(_MONTHS) if name[:3] in value.lower()), None)
    if len(numbers) == 3 and len(numbers[0]) == 4:
        return [(numbers[0], numbers[1], numbers[2])]
    if len(numbers) == 3:
        return [(numbers[2], numbers[1], numbers[0]), (numbers[2], numbers[0], numbers[1])]
    if len(numbers) == 2 and month:
        day, year = sorted(numbers, key=len)
        return [(year, str(month), day)]
    return []


def _forms(year: str, month: int, day: int) -> Iterator[str]:
    name = _MONTHS[month - 1]
    for years in {year, year[-2:]}:
        for days in {str(day), f"{day:02d}"}:
            for months in {str(month), f"{month:02d}"}:
                yield from (days + months + years, months + days + years, years + months + days)
            for months in {name, name[:3]}:
                yield from (days + months + years, months + days + years)
                for ordinal in ("st", "nd", "rd", "th"):
                    yield months + days + ordinal + years
                    yield days + ordinal + months + years
