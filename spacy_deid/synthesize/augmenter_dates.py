"""Surrogates of dates: every field turns by the document's own steps, its form stays.

The steps are one for years, one for months, one for days and one for weekdays, so that one date has
one surrogate in whatever form it is written; the order of a document's dates is not kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from spacy_deid.synthesize.augmenter_words import cased, key_of, letters_like
from spacy_deid.synthesize.calendar_forms import DAYS, MONTHS, SEASONS, ordinal
from spacy_deid.synthesize.dice import Dice
from spacy_deid.synthesize.edits import Edit
from spacy_deid.synthesize.lists import codes, country, words

_FIELD = re.compile(r"\d+|[^\W\d_]+")
_CLOCK = re.compile(
    r"\d{1,2}\s?:\s?\d{2}(?:\s?:\s?\d{2})?|\d{1,2}\s?[ap]\.?m\b|\d{1,2}\s?h\b", re.I
)
_NUMERIC = re.compile(r"(?<![\d/.-])(\d{1,2})\s?[/.-]\s?(\d{1,2})(?!\d)")
_ORDINAL = re.compile(r"(?:st|nd|rd|th)\b", re.IGNORECASE)
_WEEKDAYS = (
    DAYS,
    "lunes martes miércoles jueves viernes sábado domingo".split(),
    "Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag".split(),
    "lundi mardi mercredi jeudi vendredi samedi dimanche".split(),
)
_SEASONS = (SEASONS, ("invierno", "primavera", "verano", "otoño"))


@lru_cache(maxsize=1)
def _words() -> dict[str, tuple[str, int, tuple[str, ...]]]:
    """Give the calendar's words: key to (kind, number, all words of its row)."""
    months = [tuple(MONTHS)]
    for code in codes():
        own = tuple(country(code).facts.get("months", "").split())
        if len(own) == 12 and own not in months:
            months.append(own)
    rows: list[tuple[str, tuple[str, ...]]] = [("month", names) for names in months]
    rows.extend(("month", tuple(name[:3] for name in names)) for names in months)
    rows.extend(("weekday", tuple(days)) for days in _WEEKDAYS)
    rows.append(("weekday", tuple(day[:3] for day in DAYS)))
    rows.extend(("season", tuple(seasons)) for seasons in _SEASONS)
    table: dict[str, tuple[str, int, tuple[str, ...]]] = {"sept": ("month", 8, tuple(MONTHS))}
    for kind, names in rows:
        for number, name in enumerate(names):
            table.setdefault(key_of(name), (kind, number, names))
    table["fall"] = ("season", 3, tuple(SEASONS))
    return table


@lru_cache(maxsize=1)
def _known_holidays() -> frozenset[str]:
    """Give the holidays of all countries in the form of ``key_of``."""
    return frozenset(key_of(name) for code in codes() for name in _holidays(code))


@lru_cache(maxsize=64)
def _holidays(home: str) -> tuple[str, ...]:
    lines = country(home).lists.get("holidays", ()) + words()["holidays"]
    return tuple(line.partition("=")[0] for line in lines)


class Calendar:
    """The steps by which the dates of one document turn.

    home: the country whose holidays are drawn. day_first: custom where no date tells.
    pieces: all dates of the document, which vote on the custom.
    """

    def __init__(self, dice: Dice, home: str, day_first: bool, pieces: Iterable[str]) -> None:
        self._dice = dice
        self._home = home
        self._years = dice.number(1, 9) * dice.pick((1, -1))
        self._months = dice.number(1, 11)
        self._days = dice.number(1, 27)
        votes = 0
        for piece in pieces:
            for found in _NUMERIC.finditer(piece):
                first, second = int(found[1]), int(found[2])
                votes += (12 < first <= 31) - (12 < second <= 31)
        self._day_first = votes > 0 if votes else day_first
        self._made: dict[str, str] = {}

    def date(self, piece: str) -> list[Edit]:
        """Give the edits that turn a date; [] where nothing in it is understood."""
        if not any(sign.isdecimal() for sign in piece):
            holiday = self._holiday(piece)
            if holiday:
                return [(0, len(piece), holiday)]
        clocks = [found.span() for found in _CLOCK.finditer(piece)]
        edits: list[Edit] = []
        numbers: list[tuple[int, str]] = []
        months = years = 0
        first_month = -1
        for found in _FIELD.finditer(piece):
            start, text = found.start(), found.group()
            if any(low <= start < high for low, high in clocks):
                continue
            if not text.isdecimal():
                known = _words().get(key_of(text))
                if known is None:
                    continue
                kind, number, row = known
                if kind == "month":
                    months += 1
                    first_month = start if first_month < 0 else first_month
                step = {"month": self._months, "weekday": 1 + self._days % 6}.get(kind, 1)
                new = row[(number + step) % len(row)]
                edits.append((start, found.end(), cased(new, text)))
            elif len(text) == 4 and text[0] in "12":
                years += 1
                new = self._year(int(text))
                if piece[found.end() : found.end() + 1] in ("s", "'", "’"):
                    new = self._year(int(text) // 10 * 10, 10)
                edits.append((start, found.end(), new))
            elif len(text) in (6, 8):
                edits.append((start, found.end(), self._compact(text)))
            elif len(text) <= 2:
                numbers.append((start, text))
        kinds = self._kinds(numbers, months, years, first_month, piece)
        padded = not months and all(len(text) == 2 for _, text in numbers)
        for (start, text), kind in zip(numbers, kinds, strict=True):
            ending = _ORDINAL.match(piece, start + len(text))
            if ending:
                new = ordinal(int(self._number(text.lstrip("0") or "0", kind, False)))
                edits.append((start, ending.end(), cased(new, piece[start : ending.end()])))
            else:
                new = self._number(text, kind, padded)
                edits.append((start, start + len(text), new))
        if not edits and any(sign.isdecimal() for sign in piece) and not clocks:
            return [(0, len(piece), letters_like(self._dice, piece))]
        return edits

    def _kinds(
        self, numbers: list[tuple[int, str]], months: int, years: int, month: int, piece: str
    ) -> list[str]:
        """Tell day, month and year ('d', 'm', 'y') of the short numbers of a date apart."""
        values = [int(text) for _, text in numbers]
        marked = [start > 0 and piece[start - 1] in "'’" for start, _ in numbers]
        if months:
            kinds = ["d"] * len(values)
            for place, (start, _) in enumerate(numbers):
                behind = place > 0 and start > month and numbers[place - 1][0] < month
                if marked[place] or values[place] > 31 or (behind and not years):
                    kinds[place] = "y"
            return kinds
        order = "dm" if self._day_first else "md"
        if len(values) < 2:
            if not values:
                return []
            return ["m" if years and 0 < values[0] <= 12 else "d" if values[0] <= 31 else "y"]
        kinds = []
        cycle = 3 if not years and len(values) % 3 == 0 else 2
        year_first = years > 0 and piece[:4].isdecimal() or cycle == 3 and values[0] > 31
        for base in range(0, len(values), cycle):
            group = values[base : base + cycle]
            if cycle == 3:
                core = group[1:] if year_first else group[:2]
            else:
                core = group
            two = "md" if year_first else order
            if len(core) == 2:
                if core[0] > 12 and core[1] <= 12:
                    two = "dm"
                elif core[1] > 12 and core[0] <= 12:
                    two = "md" if core[1] <= 31 else "my"
            chosen = two[: len(core)]
            if cycle == 3:
                chosen = "y" + chosen if year_first else chosen + "y"
            kinds.extend(chosen[: len(group)])
        return kinds

    def _number(self, text: str, kind: str, padded: bool) -> str:
        value = int(text)
        if kind == "y":
            return f"{(value + self._years) % 100:02}"
        if kind == "m" and 1 <= value <= 12:
            new = (value - 1 + self._months) % 12 + 1
        else:
            new = (value - 1 + self._days) % 28 + 1
        return f"{new:02}" if padded or text[0] == "0" else str(new)

    def _year(self, year: int, unit: int = 1) -> str:
        return str(min(max(year + self._years * unit, 1000), 2099))

    def _compact(self, text: str) -> str:
        if len(text) == 8 and text[:2] in ("19", "20"):
            parts = ((0, 4, "Y"), (4, 6, "m"), (6, 8, "d"))
        elif len(text) == 8:
            two = "dm" if self._day_first else "md"
            parts = ((0, 2, two[0]), (2, 4, two[1]), (4, 8, "Y"))
        else:
            two = "dm" if self._day_first else "md"
            parts = ((0, 2, two[0]), (2, 4, two[1]), (4, 6, "y"))
        pieces = []
        for start, end, kind in parts:
            field = text[start:end]
            pieces.append(
                self._year(int(field)) if kind == "Y" else self._number(field, kind, True)
            )
        return "".join(pieces)

    def _holiday(self, piece: str) -> str:
        key = key_of(piece)
        if key not in _known_holidays():
            return ""
        if key not in self._made:
            others = [name for name in _holidays(self._home) if key_of(name) != key]
            self._made[key] = self._dice.pick(others)
        return cased(self._made[key], piece)
