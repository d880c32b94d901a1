"""What there is in one document: persons, places, facilities, numbers, each invented once."""

from __future__ import annotations

from datetime import date

from spacy_deid.synthesize import forms, persons, places
from spacy_deid.synthesize.clinical import Clinic
from spacy_deid.synthesize.dating import Timeline
from spacy_deid.synthesize.dice import Dice
from spacy_deid.synthesize.identifiers import draw_identifier
from spacy_deid.synthesize.lists import Country, codes, country
from spacy_deid.synthesize.slots import STAFF

_FIRST_DAY, _LAST_DAY = date(1994, 1, 10).toordinal(), date(2024, 6, 30).toordinal()


class World:
    """One document's persons, places, numbers and dates; the same slot gives the same thing.

    dice: the document's randomness. land: where it plays.
    sex: 'F', 'M' or '' for either. ages: lowest, highest, 'year' or 'month'.
    relations: relation by number of the relative.
    """

    def __init__(
        self,
        dice: Dice,
        land: Country,
        genre: str,
        *,
        sex: str = "",
        ages: tuple[int, int, str] = (18, 90, "year"),
        relations: dict[int, str] | None = None,
        day: date | None = None,
    ) -> None:
        self.dice = dice
        self.land = land
        self.genre = genre
        self.day = day or self._day()
        self.relations = relations or {}
        self.timeline = Timeline(dice, land, genre, self.day)
        self.clinic = Clinic(dice)
        self.places: dict[str, places.Place] = {}
        self.facilities: dict[str, places.Facility] = {}
        self.values: dict[str, str] = {}
        low, high, unit = ages
        self.patient = persons.draw_person(
            dice,
            "patient",
            self._name_land(0.08, 0.04),
            sex or dice.pick("FM"),
            dice.number(low, high),
            unit,
            self.day,
        )
        self.people: dict[str, persons.Person] = {"patient1": self.patient}

    def _day(self) -> date:
        """Draw day 0; recent years are likelier."""
        dice = self.dice
        low = _FIRST_DAY if dice.chance(0.25) else _LAST_DAY - 4400
        return date.fromordinal(dice.number(low, _LAST_DAY))

    def _name_land(self, minority: float, anywhere: float) -> Country:
        """Draw where a name comes from: mostly the land, sometimes a minority or anywhere."""
        if self.land.minorities and self.dice.chance(minority):
            return country(self.dice.draw(self.land.minorities))
        if self.dice.chance(anywhere):
            return country(self.dice.pick(codes()))
        return self.land

    def person(self, role: str, number: int) -> persons.Person:
        """Give a person, invented at the first call."""
        key = f"{role}{number}"
        if key not in self.people:
            self.people[key] = self._invent(role, number)
        return self.people[key]

    def _invent(self, role: str, number: int) -> persons.Person:
        dice, patient = self.dice, self.patient
        if role in STAFF:
            land = self._name_land(0.14, 0.12)
            sex = "F" if dice.chance(0.8 if role == "nurse" else 0.45) else "M"
            return persons.draw_person(dice, role, land, sex, dice.number(26, 64), "year", self.day)
        if role == "relative":
            relation = self.relations.get(number) or persons.draw_relation(dice, patient)
            sex = persons.sex_of_relation(dice, relation, patient)
            years = persons.relation_age(dice, relation, patient)
            land = patient.land if dice.chance(0.93) else self._name_land(0.5, 0.2)
            other = persons.draw_person(dice, role, land, sex, years, "year", self.day)
            other.relation = relation
            if persons.shares_name(dice, relation) and "last.f" not in land.pools:
                other.last = patient.last
            return other
        land = self._name_land(0.1, 0.06)
        sex, years = dice.pick("FM"), dice.number(19, 80)
        if role == "friend" and patient.years < 18:
            years = max(patient.years + dice.number(-1, 1), 1)
        return persons.draw_person(dice, role, land, sex, years, "year", self.day)

    def place(self, number: int) -> places.Place:
        """Give a place; 1 is the patient's home."""
        return self.place_in(f"place{number}", self.land)

    def place_in(self, key: str, land: Country) -> places.Place:
        """Give the place of a key, invented in a country at the first call."""
        if key not in self.places:
            self.places[key] = places.draw_place(self.dice, land)
        return self.places[key]

    def facility(self, kind: str, number: int) -> places.Facility:
        """Give a facility, invented at the first call."""
        key = f"{kind}{number}"
        if key not in self.facilities:
            self.facilities[key] = places.draw_facility(self.dice, kind, self.land)
        return self.facilities[key]

    def domain(self, house: places.Facility) -> str:
        """Give the domain of a facility's mail and web addresses."""
        if "domain" not in house.known:
            parts = house.short.split()
            stem = forms.ascii_letters(parts[0] if len(house.short) > 18 else house.short)
            ending = self.dice.pick(self.land.lists["tld"])
            house.known["domain"] = f"{stem or 'clinic'}.{ending}"
        return house.known["domain"]

    def identifier(self, name: str, number: int) -> str:
        """Give a number of a kind of ``slots.IDENTIFIERS``."""
        key = f"{name}{number}"
        if key not in self.values:
            born = self.patient.born
            self.values[key] = draw_identifier(self.dice, name, self.land, born, self.day)
        return self.values[key]
