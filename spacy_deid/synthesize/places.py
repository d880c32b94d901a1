"""Invented places, hospitals, shops, employers and their addresses."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date

from spacy_deid.synthesize import forms
from spacy_deid.synthesize.dice import Dice
from spacy_deid.synthesize.lists import ENGLISH, Country, words
from spacy_deid.synthesize.persons import draw_last
from spacy_deid.synthesize.pieces import PLAIN, Piece

KINDS = {
    "hospital": "HOSPITAL",
    "clinic": "HOSPITAL",
    "pharmacy": "HOSPITAL",
    "org": "ORGANIZATION",
    "school": "ORGANIZATION",
    "carehome": "ORGANIZATION",
    "lawfirm": "ORGANIZATION",
    "insurer": "ORGANIZATION",
}
"""Kinds of facilities and the labels of their names."""

ADDRESS_LABELS = {"street": "STREET", "city": "CITY", "state": "STATE", "zip": "ZIP"}
NO_DAY = date(2000, 1, 1)
"""What codes without a birthday in them are filled with."""

_COMPASS = ("North", "West", "Riverside", "Hillside", "Eastgate")


@dataclass(slots=True)
class Place:
    """A spot in a country: street with number, town, state or county, postcode."""

    land: Country
    street: str
    city: str
    state: str
    zip: str

    def part(self, name: str) -> str:
        """Give street, city, state or zip."""
        return str(getattr(self, name))


@dataclass(slots=True)
class Facility:
    """A named house: hospital, pharmacy, employer … with where it lies and what was drawn of it."""

    kind: str
    name: str
    short: str
    place: Place
    known: dict[str, str] = field(default_factory=dict)


def _value(dice: Dice, land: Country, city: str, state: str, name: str) -> str:
    """Give what a ``{name}`` of a pattern stands for."""
    if name == "city":
        return city
    if name == "state":
        return state
    if name == "last":
        return draw_last(dice, land, "M").split()[-1]
    if name == "first":
        return dice.name(land.pools["first.f" if dice.chance(0.5) else "first.m"])
    if name == "word" and land.code not in ENGLISH:
        return dice.pick(land.lists["streets"]).strip("-")
    if name == "s":
        return dice.pick(land.lists["streets"])
    if name == "o":
        return dice.pick(_COMPASS if land.code == "US" else land.lists["streets"])
    if name == "n":
        return _house_number(dice, land)
    return dice.pick(words()[name])


def _house_number(dice: Dice, land: Country) -> str:
    top = 9899 if land.code in ("US", "CA") and dice.chance(0.6) else 240
    number = str(dice.number(1, top))
    return number + dice.pick("abcAB") if top == 240 and dice.chance(0.07) else number


def draw_place(dice: Dice, land: Country) -> Place:
    """Invent an address of a country."""
    city = dice.name(land.pools["cities"])
    state = dice.pick(land.lists.get("states") or land.lists["region"]).removeprefix("the ")
    street = compose(dice, land, dice.pick(land.lists["street"]), city, state)
    postcode = forms.code(dice, dice.pick(land.lists["zip"]), NO_DAY)
    return Place(land, street, city, state, postcode)


def compose(dice: Dice, land: Country, pattern: str, city: str, state: str) -> str:
    """Fill the words of a pattern, then its digits and letters."""
    marked = forms.digits(dice, pattern)
    return forms.fill(marked, lambda name: _value(dice, land, city, state, name))


def draw_facility(dice: Dice, kind: str, land: Country) -> Facility:
    """Invent a facility of a kind of ``KINDS`` in a country."""
    place = draw_place(dice, land)
    patterns = land.lists.get(kind) or words()[kind]
    name = compose(dice, land, dice.pick(patterns), place.city, place.state)
    short = forms.short_name(name)
    return Facility(kind, name, place.city if not short else short, place)


def address(dice: Dice, place: Place, lines: bool) -> list[Piece]:
    """Write a place's address in the order of its country; every part is its own span.

    lines: one part a line rather than all on one.
    """
    facts = place.land
    pattern = facts.facts["lines"] if lines else dice.pick(facts.lists["addresses"])
    pieces: list[Piece] = []
    for index, text in enumerate(pattern.replace("{", "}").split("}")):
        if index % 2:
            pieces.append((place.part(text), ADDRESS_LABELS[text]))
        elif text:
            pieces.append((text.replace(" / ", "\n") if lines else text, PLAIN))
    return pieces
