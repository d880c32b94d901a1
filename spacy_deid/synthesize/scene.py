"""The world of one document: who is in it, where, with which numbers; renders its slots."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from spacy_deid.synthesize import ages, forms, persons, places
from spacy_deid.synthesize.clinical import Clinic, literal
from spacy_deid.synthesize.dating import Timeline
from spacy_deid.synthesize.dice import Dice
from spacy_deid.synthesize.identifiers import draw_identifier
from spacy_deid.synthesize.lists import Country, codes, country, words
from spacy_deid.synthesize.pieces import PLAIN, TRAP, Piece, Slot
from spacy_deid.synthesize.slots import (
    CLINICAL,
    CONTACTS,
    DATES,
    IDENTIFIERS,
    PLACE_SLOTS,
    PRIVATE,
    RELATIVE_TIMES,
    STAFF,
    TRAPS,
)

_FIRST_DAY, _LAST_DAY = date(1994, 1, 10).toordinal(), date(2024, 6, 30).toordinal()
_PRONOUNS = {
    "F": {"he": "she", "him": "her", "his": "her", "hers": "hers", "himself": "herself"},
    "M": {"he": "he", "him": "him", "his": "his", "hers": "his", "himself": "himself"},
}
_CASES = {"upper": str.upper, "lower": str.lower, "title": str.title}


class Scene:
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
        return self._place(f"place{number}", self.land)

    def _place(self, key: str, land: Country) -> places.Place:
        if key not in self.places:
            self.places[key] = places.draw_place(self.dice, land)
        return self.places[key]

    def facility(self, kind: str, number: int) -> places.Facility:
        """Give a facility, invented at the first call."""
        key = f"{kind}{number}"
        if key not in self.facilities:
            self.facilities[key] = places.draw_facility(self.dice, kind, self.land)
        return self.facilities[key]

    def render(self, slot: Slot) -> list[Piece]:
        """Give the text of a slot, with what it is piece by piece."""
        pieces = self._render(slot)
        change = _CASES.get(slot.style)
        if change:
            return [(change(text), kind) for text, kind in pieces]
        if slot.style == "cap":
            text, kind = pieces[0]
            return [(text[:1].upper() + text[1:], kind), *pieces[1:]]
        return pieces

    def _render(self, slot: Slot) -> list[Piece]:
        name = slot.name
        if name in PRIVATE or name in STAFF:
            return self._person_slot(self.person(name, slot.number), slot)
        if name in DATES:
            return self.timeline.render(slot)
        if name in CLINICAL:
            return self.clinic.render(slot)
        if name in RELATIVE_TIMES:
            return self.clinic.relative_time(slot)
        if name in TRAPS:
            return self.clinic.trap(slot)
        if name in ("trap", "lit"):
            return literal(slot)
        if name in places.KINDS:
            return self._facility_slot(self.facility(name, slot.number), slot)
        if name == "address":
            return places.address(self.dice, self.place(slot.number), slot.style == "lines")
        if name in PLACE_SLOTS:
            return [(self.place(slot.number).part(name), places.ADDRESS_LABELS[name])]
        if name in CONTACTS:
            who = self.patient if slot.number == 1 else self.person("friend", 90 + slot.number)
            return self._person_slot(who, slot._replace(part=name))
        if name in IDENTIFIERS:
            return [(self._identifier(name, slot.number), IDENTIFIERS[name])]
        return self._place_alone(slot)

    def _identifier(self, name: str, number: int) -> str:
        key = f"{name}{number}"
        if key not in self.values:
            born = self.patient.born
            self.values[key] = draw_identifier(self.dice, name, self.land, born, self.day)
        return self.values[key]

    def _place_alone(self, slot: Slot) -> list[Piece]:
        dice, name = self.dice, slot.name
        if name.startswith("abroad"):
            key = f"abroad{slot.number}"
            if key not in self.values:
                others = [code for code in codes() if code != self.land.code]
                self.values[key] = dice.pick(others)
            land = country(self.values[key])
            if name == "abroad_city":
                return [(self._place(key, land).city, "CITY")]
            return [(land.lists["name"][0], "COUNTRY")]
        if name == "nationality":
            return [(self.patient.land.facts["nationality"], TRAP)]
        key = f"{name}{slot.number}"
        if key not in self.values:
            self.values[key] = dice.pick(self.land.lists["name" if name == "country" else name])
        value = self.values[key]
        if name == "country":
            return [(value, "COUNTRY")]
        if value.startswith(("the ", "The ")):
            return [("the ", PLAIN), (value[4:], "LOCATION_OTHER")]
        return [(value, "LOCATION_OTHER")]

    def _facility_slot(self, house: places.Facility, slot: Slot) -> list[Piece]:
        dice, part = self.dice, slot.part
        if not part:
            return [(house.name, places.KINDS[house.kind])]
        if part == "short":
            return [(house.short, places.KINDS[house.kind])]
        if part == "country":
            return [(self.land.lists["name"][0], "COUNTRY")]
        if part == "address":
            return places.address(dice, house.place, False)
        if part in places.ADDRESS_LABELS:
            return [(house.place.part(part), places.ADDRESS_LABELS[part])]
        if part in ("phone", "fax"):
            if part not in house.known:
                house.known[part] = draw_identifier(dice, "phone", self.land, self.day, self.day)
            return [(house.known[part], part.upper())]
        domain = self._domain(house)
        if part == "email":
            user = dice.pick(("info", "office", "contact", "reception", "pharmacy", "ward3"))
            return [(house.known.setdefault("email", f"{user}@{domain}"), "EMAIL")]
        head = dice.pick(("www.", "https://www.", "www.", "http://", "https://"))
        return [(house.known.setdefault("url", head + domain), "URL")]

    def _domain(self, house: places.Facility) -> str:
        if "domain" not in house.known:
            parts = house.short.split()
            stem = forms.ascii_letters(parts[0] if len(house.short) > 18 else house.short)
            ending = self.dice.pick(self.land.lists["tld"])
            house.known["domain"] = f"{stem or 'clinic'}.{ending}"
        return house.known["domain"]

    def _person_slot(self, who: persons.Person, slot: Slot) -> list[Piece]:
        part, label, dice = slot.part, who.label, self.dice
        if part == "full" or not part:
            return [(persons.full(who), label)]
        if part == "first":
            return [(who.first, label)]
        if part == "last":
            return [(persons.last(who), label)]
        if part == "nick":
            return [(persons.nick(dice, who), label)]
        if part == "last_first":
            return [(persons.last_first(dice, who), label)]
        if part == "initials":
            return [(persons.initials(who), label)]
        if part == "f_last":
            return [
                (f"{who.first[0]}{dice.pick(('. ', '. ', ' ', '.'))}{persons.last(who)}", label)
            ]
        if part == "first_l":
            return [(f"{who.first} {persons.last(who)[0].upper()}{dice.pick(('.', ''))}", label)]
        if part.lower() in _PRONOUNS["F"]:
            word = _PRONOUNS[who.sex][part.lower()]
            return [(word.capitalize() if part[0].isupper() else word, PLAIN)]
        if part in ("title", "cred", "sex", "man", "Man", "mf", "relation", "Relation"):
            return [(self._word(who, part), PLAIN)]
        if part in ("age", "aged", "at_age", "years", "decade", "age_sex"):
            return self._age(who, slot)
        if part == "dob":
            return [(who.known.setdefault("dob", self.timeline.written(who.born)), "DATE")]
        return self._contact(who, part)

    def _word(self, who: persons.Person, part: str) -> str:
        dice = self.dice
        female = who.sex == "F"
        if part == "title":
            if part not in who.known:
                if who.role == "doctor":
                    titles: Sequence[str] = ("Dr.", "Dr", "Dr.", "Dr", "Prof.", "Dr.")
                elif who.role == "nurse":
                    titles = ("Nurse", "Sister", "Nurse", "RN") if female else ("Nurse", "RN")
                else:
                    titles = ("Ms", "Mrs", "Mrs.", "Ms.") if female else ("Mr", "Mr.")
                who.known[part] = dice.pick(titles)
            return who.known[part]
        if part == "cred":
            role = who.role if who.role in STAFF else "staff"
            return who.known.setdefault(part, dice.pick(words()[f"cred_{role}"]))
        if part == "sex":
            return "female" if female else "male"
        if part == "mf":
            return who.sex
        if part in ("relation", "Relation"):
            return who.relation.capitalize() if part == "Relation" else who.relation
        if who.years < 2:
            word = ("baby girl", "infant girl") if female else ("baby boy", "infant boy")
        elif who.years < 16:
            word = ("girl", "girl") if female else ("boy", "boy")
        else:
            word = ("woman", "lady") if female else ("man", "gentleman")
        text = who.known.setdefault("man", word[0] if dice.chance(0.8) else word[1])
        return text[0].upper() + text[1:] if part == "Man" else text

    def _age(self, who: persons.Person, slot: Slot) -> list[Piece]:
        dice, age, unit, part = self.dice, who.age, who.unit, slot.part
        if unit == "month" and age >= 24:
            age, unit = age // 12, "year"
        if part == "age":
            return ages.before_noun(dice, age, unit)
        if part == "aged":
            return ages.after_verb(dice, age, unit)
        if part == "at_age":
            return ages.at_age(dice, max(age + slot.offset, 1), unit)
        if part == "decade":
            return ages.decade(who.years)
        if part == "age_sex":
            return ages.with_sex(dice, age, unit, who.sex)
        return [(str(age) if unit == "year" else f"{age} {unit}s", "AGE")]

    def _contact(self, who: persons.Person, part: str) -> list[Piece]:
        dice = self.dice
        if part == "email":
            domain = ""
            if who.role in STAFF and dice.chance(0.85):
                domain = self._domain(self.facility("hospital", 1))
            return [(persons.email(dice, who, domain), "EMAIL")]
        if part == "username":
            return [(persons.username(dice, who), "USERNAME")]
        if part == "profession":
            young = who.years < 18
            job = "pupil" if young else dice.pick(words()["profession"])
            return [(who.known.setdefault(part, job), "PROFESSION")]
        if part not in who.known:
            kind = (
                "mobile" if part == "mobile" or (part == "phone" and dice.chance(0.3)) else "phone"
            )
            who.known[part] = draw_identifier(dice, kind, self.land, who.born, self.day)
        return [(who.known[part], "FAX" if part == "fax" else "PHONE")]
