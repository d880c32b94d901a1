"""Render clinical slots, relative times and traps of one document."""

from __future__ import annotations

from spacy_deid.phi import LABELS
from spacy_deid.synthesize import forms
from spacy_deid.synthesize.ages import in_words
from spacy_deid.synthesize.dating import clock
from spacy_deid.synthesize.dice import Dice
from spacy_deid.synthesize.lists import words
from spacy_deid.synthesize.pieces import PLAIN, TRAP, Piece, Slot
from spacy_deid.synthesize.places import NO_DAY

_KINDS = {"drug": "+DRUG", "vaccine": "+DRUG", "reaction": "+REACTION", "indication": "+INDICATION"}
_KINDS |= {"dose": "+DOSE", "route": "+ROUTE", "freq": "+FREQUENCY", "lab": "+LAB", "temp": "+LAB"}
_LISTS = {"freq": "frequency"}
_LOTS = ("@@####", "@##@##@", "######", "@@@###@@", "#####@", "@@####-##", "@%###", "%#@#####")
_NDC = ("####-####-##", "#####-###-##", "####-###-##")
_UNITS = ((365, "year"), (30, "month"), (7, "week"), (1, "day"))


class Clinic:
    """The drugs, reactions, doses and laboratory values of one document."""

    def __init__(self, dice: Dice) -> None:
        self.dice = dice
        self.known: dict[str, str] = {}

    def render(self, slot: Slot) -> list[Piece]:
        """Render a slot of ``slots.CLINICAL``."""
        key = f"{slot.name}{slot.number}"
        if key not in self.known:
            self.known[key] = self._draw(slot.name)
        value = self.known[key]
        if slot.name == "drug":
            generic, _, brand = value.partition("/")
            usual = self.known.setdefault(f"{key}.usual", self.dice.pick((generic, brand)))
            value = {"generic": generic, "brand": brand}.get(slot.part, usual)
        elif slot.name == "lab":
            name, join, number = value.split("\t")
            value = {"name": name, "value": number}.get(slot.part, f"{name}{join}{number}")
        return [(value, _KINDS[slot.name])]

    def _draw(self, name: str) -> str:
        dice, lists = self.dice, words()
        if name == "dose":
            if dice.chance(0.12):
                return dice.pick(lists["dose_word"])
            number = dice.pick(lists["dose_number"])
            return dice.pick(lists["dose_form"]).replace("#", number)
        if name == "temp":
            celsius = dice.number(361, 409) / 10
            if dice.chance(0.4):
                return f"{celsius * 1.8 + 32:.1f}{dice.pick((' F', 'F', '°F', ' deg F'))}"
            return f"{celsius:.1f}{dice.pick((' °C', 'C', '°C', ' C', ' degrees'))}"
        if name == "lab":
            test, rest = dice.pick(lists["lab"]).split("/", 1)
            unit, _, span = rest.rpartition("/")
            low, high = (float(part) for part in span.split("-"))
            value = dice.between(low, high)
            digits = 0 if high >= 50 else 1 if high >= 8 else 2
            number = f"{value:.{digits}f}"
            join = dice.pick((" ", " ", " of ", ": ", " = "))
            return f"{test}\t{join}\t{number} {unit}".rstrip()
        return dice.pick(lists[_LISTS.get(name, name)])

    def relative_time(self, slot: Slot) -> list[Piece]:
        """Render a slot of ``slots.RELATIVE_TIMES``."""
        dice, name = self.dice, slot.name
        days = abs(slot.offset)
        length = self._length(days)
        if name == "for":
            return [(length, "+DURATION")]
        if name == "within":
            hours = f"{days * 24} hours"
            text = f"within {hours if days and days < 5 and dice.chance(0.6) else length}"
        elif name == "after":
            text = f"after {length}"
        elif name == "ago":
            text = f"{length} ago"
        elif days == 1 and dice.chance(0.7):
            text = dice.pick(("the next day", "the following day", "one day later"))
        else:
            text = dice.pick((f"{length} later", f"{length} later", f"{length} afterwards"))
            if name == "reltime" and dice.chance(0.25):
                text = f"after {length}"
        return [(text, "+RELTIME")]

    def _length(self, days: int) -> str:
        dice = self.dice
        if days == 0:
            number, unit = dice.number(2, 20), dice.pick(("hour", "minute"))
        else:
            fitting = [
                (size, unit)
                for size, unit in _UNITS
                if days >= size
                and abs(days - round(days / size) * size) <= 0.08 * days
                and days / size < 100
            ]
            size, unit = dice.pick(fitting[:2])
            number = round(days / size)
        written = in_words(number) if number < 13 and dice.chance(0.5) else str(number)
        return f"{written} {unit}{'' if number == 1 else 's'}"

    def trap(self, slot: Slot) -> list[Piece]:
        """Render a slot of ``slots.TRAPS``."""
        dice, name = self.dice, slot.name
        if name == "time":
            return [(clock(dice), f"{TRAP}time")]
        key = f"{name}{slot.number}"
        if key not in self.known:
            self.known[key] = self._trap(name)
        return [(self.known[key], TRAP + name)]

    def _trap(self, name: str) -> str:
        dice = self.dice
        if name == "lot":
            return forms.code(dice, dice.pick(_LOTS), NO_DAY)
        if name == "ndc":
            return forms.code(dice, dice.pick(_NDC), NO_DAY)
        if name == "bp":
            upper = dice.number(70, 210)
            pressure = f"{upper}/{int(upper * dice.between(0.45, 0.72))}"
            return pressure + dice.pick(("", "", " mmHg", " mm Hg"))
        if name == "ratio":
            low, high = dice.number(1, 5), dice.number(5, 10)
            acuity = f"20/{dice.pick((20, 25, 40, 100, 200))}"
            titre = f"1:{dice.pick((40, 80, 160, 320, 640))}"
            return dice.pick((acuity, titre, f"{low}/{high}", f"{low}/6", "1/2", "50/50", "24/7"))
        if name == "visit":
            number = dice.number(1, 24)
            return dice.pick(
                (
                    f"Day {number}",
                    f"Visit {number}",
                    f"Week {number}",
                    f"Cycle {min(number, 9)} Day {dice.pick((1, 8, 15))}",
                    f"C{min(number, 9)}D1",
                    f"V{number}",
                )
            )
        return dice.pick(words()[name])


def literal(slot: Slot) -> list[Piece]:
    """Render ``{trap:…}`` and ``{lit:KIND:…}``."""
    if slot.name == "lit":
        return [(slot.literal, slot.part if slot.part in LABELS else f"+{slot.part}")]
    return [(slot.literal, f"{TRAP}wording" if slot.literal else PLAIN)]
