"""Invented persons: names of an origin in all their forms, age, relation, e-mail address."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date

from spacy_deid.synthesize import forms
from spacy_deid.synthesize.dice import Choices, Dice
from spacy_deid.synthesize.lists import Country, nicknames, words

FEMALE_RELATIONS = frozenset(
    "wife mother daughter sister grandmother aunt niece stepmother granddaughter girlfriend "
    "daughter-in-law mother-in-law sister-in-law stepdaughter mom mum grandma".split()
)
MALE_RELATIONS = frozenset(
    "husband father son brother grandfather uncle nephew stepfather grandson boyfriend "
    "son-in-law father-in-law brother-in-law stepson dad grandpa".split()
)
_YOUNGER = frozenset("daughter son niece nephew daughter-in-law son-in-law stepson".split())
_OLDER = frozenset(
    "mother father aunt uncle stepmother stepfather mother-in-law father-in-law mom mum dad".split()
)
_KIN = frozenset(
    "mother father daughter son sister brother wife husband grandmother grandfather spouse "
    "mom mum dad grandson granddaughter".split()
)
_FULL = Choices([("fl", 80), ("fil", 12), ("fml", 8)])
_LAST_FIRST = Choices([("L, F", 8), ("U, F", 3), ("U F", 3), ("L F", 2), ("L, f.", 1), ("L,F", 1)])
_INITIALS = Choices(
    [("{0}.{1}.", 4), ("{0}{1}", 4), ("{0}. {1}.", 2), ("{0}.{1}", 1), ("{0}-{1}", 1)]
)
_MIDDLE_INITIALS = "ABCDEFGHJKLMNOPRSTVWY"


@dataclass(slots=True)
class Person:
    """Somebody in a report.

    role: patient, relative, friend, reporter, doctor, nurse, pharmacist or staff.
    sex: 'F' or 'M'. age: in ``unit`` ('year' or 'month') at day 0.
    land: the origin of the name. style: how the full name is built.
    known: values drawn once (phone, e-mail …).
    """

    role: str
    sex: str
    first: str
    middle: str
    last: str
    land: Country
    age: int
    unit: str
    born: date
    style: str
    initials_form: str
    relation: str = ""
    known: dict[str, str] = field(default_factory=dict)

    @property
    def label(self) -> str:
        """Give the label of this person's names."""
        return "DOCTOR" if self.role in ("doctor", "nurse", "pharmacist", "staff") else "PATIENT"

    @property
    def years(self) -> int:
        """Give the age in whole years."""
        return self.age if self.unit == "year" else self.age // 12


def draw_last(dice: Dice, land: Country, sex: str) -> str:
    """Draw a family name as the origin writes it for this sex."""
    pool = land.pools["last.f" if sex == "F" and "last.f" in land.pools else "last"]
    last = dice.name(pool)
    if dice.chance(land.rate("double_last")):
        last = f"{last} {dice.name(pool)}"
    return last


def draw_person(
    dice: Dice, role: str, land: Country, sex: str, age: int, unit: str, day: date
) -> Person:
    """Invent a person.

    day: day 0, at which the person has the age.
    """
    first = dice.name(land.pools["first.f" if sex == "F" else "first.m"])
    middle = dice.name(land.pools["first.f" if sex == "F" else "first.m"])
    last = draw_last(dice, land, sex)
    if unit == "year":
        year = day.year - age
        anniversary = date(year, day.month, min(day.day, 28))
        born = date.fromordinal(anniversary.toordinal() - dice.number(0, 363))
    else:
        born = date.fromordinal(day.toordinal() - int(age * 30.44) - dice.number(1, 27))
    style = dice.draw(_FULL)
    if dice.chance(land.rate("family_first")):
        style = "lf"
    elif dice.chance(land.rate("mono")):
        style = "f"
    return Person(
        role, sex, first, middle, last, land, age, unit, born, style, dice.draw(_INITIALS)
    )


def relation_age(dice: Dice, relation: str, patient: Person) -> int:
    """Give years that fit a relation to the patient."""
    years = patient.years
    if "grand" in relation:
        older = relation in ("grandmother", "grandfather", "grandma", "grandpa")
        return max(years + 50, 58) if older else max(years - 50, 1)
    if relation in _OLDER:
        return years + dice.number(20, 38)
    if relation in _YOUNGER:
        return max(years - dice.number(20, 38), 1)
    if relation in ("wife", "husband", "spouse", "partner", "boyfriend", "girlfriend"):
        return max(years + dice.number(-8, 8), 18)
    return max(years + dice.number(-12, 12), 4 if years < 16 else 18)


def draw_relation(dice: Dice, patient: Person) -> str:
    """Draw a relation that fits the patient's age and sex."""
    years = patient.years
    if years < 18:
        return dice.pick(("mother", "mother", "father", "mother", "grandmother", "father", "aunt"))
    partner = "husband" if patient.sex == "F" else "wife"
    if years < 30:
        return dice.pick((partner, "mother", "father", "sister", "brother", "partner", "friend"))
    if years < 55:
        return dice.pick((partner, partner, partner, "sister", "brother", "mother", "partner"))
    return dice.pick(
        (partner, partner, "daughter", "son", "daughter", "sister", "niece", "neighbour")
    )


def sex_of_relation(dice: Dice, relation: str, patient: Person) -> str:
    """Give 'F' or 'M'; either for relations that tell nothing."""
    if relation in FEMALE_RELATIONS:
        return "F"
    if relation in MALE_RELATIONS:
        return "M"
    if relation in ("spouse", "partner"):
        return "M" if patient.sex == "F" else "F"
    return dice.pick("FM")


def shares_name(dice: Dice, relation: str) -> bool:
    """Tell whether a relative has the patient's family name."""
    return relation in _KIN and dice.chance(0.65)


def full(person: Person) -> str:
    """Give the whole name in the person's own way, always the same."""
    if person.style == "f":
        return person.first
    if person.style == "lf":
        return f"{person.last} {person.first}"
    if person.style == "fil":
        return f"{person.first} {_MIDDLE_INITIALS[len(person.middle) * 7 % 21]}. {person.last}"
    if person.style == "fml" and " " not in person.first and " " not in person.last:
        return f"{person.first} {person.middle} {person.last}"
    return f"{person.first} {person.last}"


def last(person: Person) -> str:
    """Give the family name; of a person with one name, that one."""
    return person.first if person.style == "f" else person.last


def last_first(dice: Dice, person: Person) -> str:
    """Give 'Osei, Kwame' in one of its ways."""
    if person.style == "f":
        return person.first.upper()
    form = dice.draw(_LAST_FIRST)
    values = {
        "L": person.last,
        "U": person.last.upper(),
        "F": person.first,
        "f": person.first[0],
    }
    return "".join(values.get(mark, mark) for mark in form)


def initials(person: Person) -> str:
    """Give the initials, always in the same way."""
    particles = [part for part in person.last.replace("-", " ").split() if part[0].isupper()]
    family = particles[0][0] if particles else person.last[0].upper()
    if person.style == "f":
        return f"{person.first[0]}."
    return person.initials_form.format(person.first[0], family)


def nick(dice: Dice, person: Person) -> str:
    """Give a short form of the first name, always the same, or the first name."""
    if "nick" not in person.known:
        name = person.first.split()[0].split("-")[0]
        shorts = nicknames().get(name)
        person.known["nick"] = dice.pick(shorts) if shorts else name
    return person.known["nick"]


def email(dice: Dice, person: Person, domain: str) -> str:
    """Give the person's address at a work place's domain or, where that is '', a private one."""
    if "email" not in person.known:
        first = forms.ascii_letters(person.first.split()[0]) or "info"
        family = forms.ascii_letters(last(person)) or "post"
        user = dice.pick(
            (
                f"{first}.{family}",
                f"{first}.{family}",
                f"{first[0]}.{family}",
                f"{first[0]}{family}",
                f"{family}{first[0]}",
                f"{first}{family}",
                f"{first}_{family}",
                f"{family}.{first}",
            )
        )
        if not domain:
            domain = dice.pick(words()["emaildomain"])
            if dice.chance(0.5):
                user += dice.pick(
                    (
                        str(person.born.year),
                        f"{person.born.year % 100:02}",
                        str(dice.number(1, 999)),
                    )
                )
        person.known["email"] = f"{user}@{domain}"
    return person.known["email"]


def username(dice: Dice, person: Person) -> str:
    """Give a login or forum name."""
    if "username" not in person.known:
        first = forms.ascii_letters(person.first) or "user"
        family = forms.ascii_letters(last(person)) or "x"
        number = dice.number(1, 99)
        person.known["username"] = dice.pick(
            (
                f"{first[0]}{family}",
                f"{first}{number}",
                f"{family}{first[0]}{number:02}",
                f"{first}_{family}{number}",
                f"{first[:3]}{family[:3]}",
                f"{first}-{dice.pick(words()['word']).lower()}{number}",
            )
        )
    return person.known["username"]
