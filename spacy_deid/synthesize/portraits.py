"""What a slot shows of a person: a form of the name, a word, an age, a contact."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from spacy_deid.synthesize import ages, persons
from spacy_deid.synthesize.dice import Dice
from spacy_deid.synthesize.identifiers import draw_identifier
from spacy_deid.synthesize.lists import words
from spacy_deid.synthesize.persons import Person
from spacy_deid.synthesize.pieces import PLAIN, Piece, Slot
from spacy_deid.synthesize.slots import (
    STAFF,
)
from spacy_deid.synthesize.world import World

_PRONOUNS = {
    "F": {"he": "she", "him": "her", "his": "her", "hers": "hers", "himself": "herself"},
    "M": {"he": "he", "him": "him", "his": "his", "hers": "his", "himself": "himself"},
}
_TITLES: dict[tuple[str, str], Sequence[str]] = {
    ("doctor", "F"): ("Dr.", "Dr", "Dr.", "Dr", "Prof.", "Dr."),
    ("doctor", "M"): ("Dr.", "Dr", "Dr.", "Dr", "Prof.", "Dr."),
    ("nurse", "F"): ("Nurse", "Sister", "Nurse", "RN"),
    ("nurse", "M"): ("Nurse", "RN"),
    ("other", "F"): ("Ms", "Mrs", "Mrs.", "Ms."),
    ("other", "M"): ("Mr", "Mr."),
}
_MEN = {
    ("baby", "F"): ("baby girl", "infant girl"),
    ("baby", "M"): ("baby boy", "infant boy"),
    ("child", "F"): ("girl", "girl"),
    ("child", "M"): ("boy", "boy"),
    ("adult", "F"): ("woman", "lady"),
    ("adult", "M"): ("man", "gentleman"),
}
_WORDS = frozenset(("title", "cred", "sex", "man", "Man", "mf", "relation", "Relation"))
_AGES = frozenset(("age", "aged", "at_age", "years", "decade", "age_sex"))


def _initial_first(dice: Dice, who: Person) -> str:
    return f"{who.first[0]}{dice.pick(('. ', '. ', ' ', '.'))}{persons.last(who)}"


def _initial_last(dice: Dice, who: Person) -> str:
    return f"{who.first} {persons.last(who)[0].upper()}{dice.pick(('.', ''))}"


_NAMES: dict[str, Callable[[Dice, Person], str]] = {
    "full": lambda dice, who: persons.full(who),
    "first": lambda dice, who: who.first,
    "last": lambda dice, who: persons.last(who),
    "nick": persons.nick,
    "last_first": persons.last_first,
    "initials": lambda dice, who: persons.initials(who),
    "f_last": _initial_first,
    "first_l": _initial_last,
}
"""The forms of a name, by the part of the slot."""


class Portraits(World):
    """Renders the slots of persons."""

    def _person_slot(self, who: Person, slot: Slot) -> list[Piece]:
        part = slot.part
        name = _NAMES.get(part or "full")
        if name is not None:
            return [(name(self.dice, who), who.label)]
        if part.lower() in _PRONOUNS["F"]:
            word = _PRONOUNS[who.sex][part.lower()]
            return [(word.capitalize() if part[0].isupper() else word, PLAIN)]
        if part in _WORDS:
            return [(self._word(who, part), PLAIN)]
        if part in _AGES:
            return self._age(who, slot)
        if part == "dob":
            return [(who.known.setdefault("dob", self.timeline.written(who.born)), "DATE")]
        return self._contact(who, part)

    def _word(self, who: Person, part: str) -> str:
        """Give what a person is, in a word that identifies nobody."""
        dice = self.dice
        if part == "title":
            if part not in who.known:
                kind = who.role if who.role in ("doctor", "nurse") else "other"
                who.known[part] = dice.pick(_TITLES[kind, who.sex])
            return who.known[part]
        if part == "cred":
            role = who.role if who.role in STAFF else "staff"
            return who.known.setdefault(part, dice.pick(words()[f"cred_{role}"]))
        if part == "sex":
            return "female" if who.sex == "F" else "male"
        if part == "mf":
            return who.sex
        if part in ("relation", "Relation"):
            return who.relation.capitalize() if part == "Relation" else who.relation
        stage = "baby" if who.years < 2 else "child" if who.years < 16 else "adult"
        usual, rarer = _MEN[stage, who.sex]
        text = who.known.setdefault("man", usual if dice.chance(0.8) else rarer)
        return text[0].upper() + text[1:] if part == "Man" else text

    def _age(self, who: Person, slot: Slot) -> list[Piece]:
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

    def _contact(self, who: Person, part: str) -> list[Piece]:
        dice = self.dice
        if part == "email":
            at_work = who.role in STAFF and dice.chance(0.85)
            domain = self.domain(self.facility("hospital", 1)) if at_work else ""
            return [(persons.email(dice, who, domain), "EMAIL")]
        if part == "username":
            return [(persons.username(dice, who), "USERNAME")]
        if part == "profession":
            job = "pupil" if who.years < 18 else dice.pick(words()["profession"])
            return [(who.known.setdefault(part, job), "PROFESSION")]
        if part not in who.known:
            mobile = part == "mobile" or (part == "phone" and dice.chance(0.3))
            kind = "mobile" if mobile else "phone"
            who.known[part] = draw_identifier(dice, kind, self.land, who.born, self.day)
        return [(who.known[part], "FAX" if part == "fax" else "PHONE")]
