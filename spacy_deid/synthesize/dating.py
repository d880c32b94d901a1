"""Render the date slots of one document, in its custom and on its timeline."""

from __future__ import annotations

from datetime import date, timedelta

from spacy_deid.synthesize import calendar_forms as calendar
from spacy_deid.synthesize.dice import Dice, read_choices
from spacy_deid.synthesize.lists import Country, words
from spacy_deid.synthesize.pieces import PLAIN, TRAP, Piece, Slot

_FAMILIES = {
    "company_e2b": "dmon*70, num*10, iso*8, text*12",
    "trial_sae": "dmon*60, iso*15, num*15, text*10",
    "consumer_letter": "num*40, text*55, iso*5",
    "lawyer_letter": "text*80, num*20",
    "physician_letter": "num*50, text*45, iso*5",
    "literature_case": "text*90, num*10",
    "poison_centre": "num*50, iso*20, text*30",
    "translated": "num*50, text*30, iso*20",
}
_FAMILY = {genre: read_choices(line) for genre, line in _FAMILIES.items()}
_OTHERS = read_choices("num*45, text*35, dmon*12, iso*8")
_MONTHS = read_choices(
    "MMMM yyyy*8, MMM yyyy*3, MM/yyyy*2, MMM-yyyy*1, MMMM*3, MMMyyyy*1, MMMM of yyyy*1, MMM/yyyy*1"
)
_MONTH_NAMES = read_choices("MMMM*9, MMM*1")
_MID = read_choices("'mid-'MMMM*5, 'mid'-MMM*1, 'mid 'MMMM*1, 'mid-'MMMM yyyy*2")
_EXPIRY = read_choices("MM/yyyy*5, MMM yyyy*2, UUU yyyy*2, yyyy-MM*2, MM/yy*2, dd MMM yyyy*1")
_SAME_MONTH = read_choices("{0}-{1} {m} {y}*3, {m} {0}-{1}, {y}*4, {m} {0}-{1}*2, {0}-{1} {m}*1")
_UNTIL = (" to ", " until ", " through ", " till ")


class Timeline:
    """The dates of one document: day 0, the custom in which it writes them, and the usual form.

    Most full dates of a document are written alike, as its writer would.
    """

    def __init__(self, dice: Dice, land: Country, genre: str, zero: date) -> None:
        self.dice = dice
        self.land = land
        self.zero = zero
        self.months = tuple(land.facts.get("months", "").split())
        self.family = dice.draw(_FAMILY.get(genre, _OTHERS))
        self.form = dice.draw(land.dates[self.family])
        foreign = bool(self.months) and genre in ("consumer_letter", "translated")
        self.own_months = self.months if foreign and dice.chance(0.12) else ()
        self.holidays: dict[int, str] = {}
        self.known: dict[str, str] = {}

    def day(self, offset: int) -> date:
        """Give the date that lies ``offset`` days from day 0."""
        return self.zero + timedelta(days=offset)

    def written(self, day: date, family: str = "") -> str:
        """Write a full date: in the document's form, or in one of a family."""
        return self._write(day, self._full_form(family))

    def _full_form(self, family: str = "") -> str:
        if family:
            return self.dice.draw(self.land.dates[family])
        if self.dice.chance(0.88):
            return self.form
        return self.dice.draw(self.land.dates[self.dice.draw(_OTHERS)])

    def _write(self, day: date, form: str) -> str:
        if self.own_months:
            form = form.replace("MMMM", "LLLL")
        return calendar.write(day, form, self.own_months or self.months)

    def short(self, day: date) -> str:
        """Write day and month, with digits where the document does so."""
        return self._write(day, self._short_form())

    def _short_form(self) -> str:
        numeric = self.family in ("num", "iso")
        for _ in range(4):
            form = self.dice.draw(self.land.dates["short"])
            if ("MMM" in form or "UUU" in form or "LLLL" in form) != numeric:
                break
        return form

    def render(self, slot: Slot) -> list[Piece]:
        """Render a slot of ``slots.DATES``."""
        dice = self.dice
        name, style = slot.name, slot.style
        if name == "date":
            day = self.day(slot.offset)
            if style == "short":
                return [(self.short(day), "DATE")]
            if style == "full":
                return [(self.written(day, dice.draw(_OTHERS)), "DATE")]
            return [(self.written(day, style if style in self.land.dates else ""), "DATE")]
        if name == "day":
            return [(calendar.ordinal(self.day(slot.offset).day), "DATE")]
        if name == "weekday":
            day = self.day(slot.offset)
            return [(calendar.write(day, "EEE" if dice.chance(0.1) else "EEEE"), "DATE")]
        if name == "month":
            day = calendar.add_months(self.zero, slot.offset)
            table = {"name": _MONTH_NAMES, "mid": _MID}.get(style, _MONTHS)
            return [(calendar.write(day, dice.draw(table)), "DATE")]
        if name == "year":
            return [(str(self.zero.year + slot.offset), "DATE")]
        if name == "decade":
            start = (self.zero.year + slot.offset) // 10 * 10
            text = f"{start}s" if dice.chance(0.8) else f"{start % 100:02}s"
            return [(text, "DATE")]
        if name == "season":
            day = calendar.add_months(self.zero, slot.offset)
            text = calendar.season(day, self.land.code)
            if text == "autumn" and self.land.code in ("US", "CA", "PH"):
                text = "fall"
            if dice.chance(0.65):
                text += f"{' of' if dice.chance(0.25) else ''} {day.year}"
            return [(text, "DATE")]
        if name == "holiday":
            return [(self._holiday(slot.number), "DATE")]
        if name == "range":
            return self._range(self.day(slot.offset), self.day(slot.offset2))
        if name == "datetime":
            return self._datetime(self.day(slot.offset))
        return [(self._expiry(slot.number), "DATE")]

    def _holiday(self, number: int) -> str:
        if number not in self.holidays:
            named: list[tuple[int, str]] = []
            lines = self.land.lists.get("holidays", ()) + words()["holidays"]
            for line in lines:
                text, _, monthday = line.partition("=")
                gap = abs((calendar.nearest(self.zero, monthday) - self.zero).days)
                named.append((gap, text))
            named.sort()
            self.holidays[number] = self.dice.pick(named[:4])[1]
        return self.holidays[number]

    def _expiry(self, number: int) -> str:
        key = f"expiry{number}"
        if key not in self.known:
            day = calendar.add_months(self.zero, self.dice.number(3, 30))
            self.known[key] = calendar.write(day, self.dice.draw(_EXPIRY))
        return self.known[key]

    def _range(self, first: date, second: date) -> list[Piece]:
        dice = self.dice
        roll = dice.number(1, 10)
        if roll > 6 and roll < 9 and first.month == second.month and first.day < second.day:
            form = dice.draw(_SAME_MONTH)
            month = calendar.MONTHS[first.month - 1]
            return [(form.format(first.day, second.day, m=month, y=first.year), "DATE")]
        short = roll in (5, 6, 7)
        form = self._short_form() if short else self._full_form()
        ends = self._write(first, form), self._write(second, form)
        if roll <= 6:
            return [(ends[0], "DATE"), (dice.pick(_UNTIL), PLAIN), (ends[1], "DATE")]
        return [(dice.pick(("-", "-", " - ", " – ")).join(ends), "DATE")]

    def _datetime(self, day: date) -> list[Piece]:
        if self.family == "iso" and self.dice.chance(0.4):
            hour, minute = self.dice.number(0, 23), self.dice.number(0, 59)
            return [(f"{day.isoformat()}T{hour:02}:{minute:02}", "DATE")]
        join = self.dice.pick((" at ", " ", ", ", " @ ", " - "))
        return [(self.written(day), "DATE"), (join, PLAIN), (clock(self.dice), f"{TRAP}time")]


def clock(dice: Dice) -> str:
    """Give a time of the day in one of its forms."""
    hour, minute = dice.number(0, 23), dice.number(0, 11) * 5
    half = "AM" if hour < 12 else "PM"
    twelve = (hour - 1) % 12 + 1
    return dice.pick(
        (
            f"{hour:02}:{minute:02}",
            f"{twelve}:{minute:02} {half}",
            f"{twelve}:{minute:02}{half.lower()}",
            f"{hour:02}{minute:02}",
            f"{hour:02}{minute:02} hrs",
            f"{twelve} {half.lower()[0]}.m.",
            f"{hour}.{minute:02} h",
            f"{twelve}{half.lower()}",
            f"{hour:02}h{minute:02}",
        )
    )
