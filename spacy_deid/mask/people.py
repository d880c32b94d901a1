"""Which mentions of a document are one person."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TypeVar

from spacy_deid.mask.lists import genders, is_family, is_surname, nicknames
from spacy_deid.mask.persons import NameForm

Mention = TypeVar("Mention", bound=Hashable)


@dataclass(slots=True)
class Person:
    """One person of a document.

    first, last: in lower case; '' where no mention tells. A first name of one letter is an initial.
    middle: other given names and initials, of the mention that tells most of them.
    label: that the person's mentions carry, or those of whom they are a part of.
    gender: 'f', 'm', or '' where neither a title nor the first name tells.
    """

    first: str = ""
    last: str = ""
    initials: str = ""
    middle: tuple[str, ...] = ()
    label: str = ""
    gender: str = ""

    def surnames(self) -> tuple[str, ...]:
        """Give the surname, and both where a middle name is one too: 'García Hernández'."""
        return _surnames(self.middle, self.last)

    @property
    def key(self) -> str:
        """Give the person's normal form."""
        return " ".join(part for part in (self.first, self.last) if part) or self.initials


class _Persons:
    """The persons found so far, by what their mentions say; the earliest first."""

    def __init__(self) -> None:
        self._all: list[Person] = []
        self._places: dict[tuple[str, str], set[int]] = {}

    def add(self, person: Person) -> Person:
        """Take a person in."""
        self._note(len(self._all), person)
        self._all.append(person)
        return person

    def learn(self, person: Person, *, first: str = "", middle: tuple[str, ...] = ()) -> Person:
        """Take in a longer first name or more middle names of somebody who is here."""
        known = next(n for n in self._places["last", person.last] if self._all[n] is person)
        person.first, person.middle = first or person.first, middle or person.middle
        self._note(known, person)
        return person

    def _note(self, place: int, person: Person) -> None:
        said = [("last", person.last), ("first", person.first)]
        if " " in person.last:
            said.append(("half", person.last.split(" ")[0]))
        said += [("surname", name) for name in person.surnames()]
        said += [("middle", name) for name in person.middle]
        said += [("initials", letters) for letters in every_initials_of(person)]
        for key in said:
            self._places.setdefault(key, set()).add(place)

    def by(self, kind: str, *words: str) -> Iterator[Person]:
        """Give those of whom one of some words is, or was, said.

        kind: 'last', 'first', 'middle', 'surname', 'half' (first of two surnames) or 'initials'.
        """
        places = {place for word in words for place in self._places.get((kind, word), ())}
        return (self._all[place] for place in sorted(places))


def gather(
    forms: Mapping[Mention, NameForm], related: Iterable[tuple[Mention, Mention]] = ()
) -> dict[Mention, Person]:
    """Link the mentions of one label to persons.

    forms: index to name. Full names first; then surnames and first names alone go to the person
        who bears them, initials to the person whose they are. A comma and an initial tell which
        name is the surname; else of two full names that differ in nothing but their order the
        later is turned. A surname is of somebody whose gender its title fits.
    related: pairs of mentions that are relatives; a surname alone is not the other one's.
    RETURNS: index to Person; mentions of one person share the object.
    """
    _turn_by_titles(forms.values())
    persons = _Persons()
    linked: dict[Mention, Person] = {}
    _read_double_names(forms.values())
    for index, form in sorted(forms.items(), key=lambda item: _doubt(item[1])):
        first, last = form.parts("first"), form.parts("last")
        given = form.parts("given")
        if not last or not (first or given):
            continue
        name, surname = (first or given)[0], " ".join(last)
        if first and any(_is_turned(p, name, surname) for p in persons.by("last", name)):
            form.turn()
            name, surname = surname, name
        if not first:
            given = given[1:]
        if first and not form.parts("middle") and any(persons.by("last", f"{name} {surname}")):
            form.words = [
                (start, end, "last" if role == "first" else role) for start, end, role in form.words
            ]
            continue  # 'Dr Smith Jones' of Anna Smith-Jones
        middle = tuple(
            w
            for w, (_, _, role) in zip(form.lower, form.words, strict=True)
            if role == "middle" or role == "given" and w in given
        )
        gender = form.gender or genders().get(name, "").replace("x", "")
        linked[index] = person = _find(persons, name, _surnames(middle, surname), gender)
        person.gender = person.gender or gender
        more = max(person.middle, middle, key=lambda words: len("".join(words)))
        if more != person.middle:
            persons.learn(person, middle=more)
    apart = _apart(forms, related)
    for index, form in forms.items():
        if index in linked:
            continue
        if form.loud and _spells(form, persons):
            form.spell()
        words = form.parts("single", "last", "first")
        if not words:
            continue
        word = " ".join(words)
        others = [linked[one] for one in apart.get(_spelled(form), ()) if one in linked]
        known = _bearer(persons.by("last", word), form.gender, others)
        if known is None and is_family(word):
            known = only(p for p in persons.by("middle", word) if word in p.middle)
        if known is None:
            known = only(persons.by("half", word))
        if known is None:
            either = (word, *form.parts("single")[:1])
            known = next((p for p in persons.by("first", *either) if p.first in either), None)
        if known is None:
            alone = {name for word in form.parts("single", "first")[:1] for name in kin(word)}
            known = only(p for p in persons.by("first", *alone) if p.last and p.first in alone)
        linked[index] = known or persons.add(Person(last=word, gender=form.gender))
    for index, form in forms.items():
        if index in linked:
            continue
        initials = "".join(form.parts("given"))
        known = next(_called(persons, initials), None)
        linked[index] = known or persons.add(Person(initials=initials))
    return linked


def _turn_by_titles(forms: Iterable[NameForm]) -> None:
    """Read the first of two names as the surname where 'Ms' stands before it alone elsewhere.

    'Mr. John' of John Miller stays a first name before a surname.
    """
    forms = list(forms)
    alone = {
        form.parts("single", "last")[0]
        for form in forms
        if form.gender and not form.called and len(form.parts("single", "last")) == 1
        if not form.parts("first", "given")
    }
    for form in forms:
        first, last = form.parts("first"), form.parts("last")
        if first and last and first[0] in alone and alone.isdisjoint(last):
            if not (first[0] in genders() and is_surname(last[-1])):
                form.turn()


def _spelled(form: NameForm) -> tuple[str, ...]:
    """Give how a name without its title is written, and the gender that the title tells."""
    return form.gender, *form.parts("single", "last", "first", "middle", "given")


def _apart(
    forms: Mapping[Mention, NameForm], related: Iterable[tuple[Mention, Mention]]
) -> dict[tuple[str, ...], set[Mention]]:
    """Map writings of names to mentions of their relatives: 'Mr. Hill' stays who he is."""
    found: dict[tuple[str, ...], set[Mention]] = {}
    for pair in related:
        for one, other in (pair, pair[::-1]):
            if one in forms and other in forms:
                found.setdefault(_spelled(forms[one]), set()).add(other)
    return found


def _bearer(named: Iterable[Person], gender: str, others: Sequence[Person]) -> Person | None:
    """Give the first of those with a surname who can be meant.

    gender: that a title tells. others: those who are not meant.
    """
    for person in named:
        fits = not gender or person.gender in ("", gender)
        if fits and not any(person is other for other in others):
            return person
    return None


def _read_double_names(forms: Iterable[NameForm]) -> None:
    """Read 'Mary Ann' of somebody who is 'Mary Ann Evans' elsewhere as first names alone."""
    forms = list(forms)
    doubles = {
        (form.parts("first")[0], form.parts("middle")[0])
        for form in forms
        if form.parts("first") and form.parts("middle") and form.parts("last")
    }
    for form in forms:
        first, last = form.parts("first"), form.parts("last")
        if len(first) == len(last) == 1 and (first[0], last[0]) in doubles:
            if not form.parts("middle"):
                form.words = [
                    (start, end, "middle" if role == "last" else role)
                    for start, end, role in form.words
                ]


def _doubt(form: NameForm) -> int:
    """Tell how little a full name says of which part is the surname."""
    roles = [role for _, _, role in form.words if role in ("first", "last")]
    if roles[:1] == ["last"] and "first" in roles:
        return 0  # 'Kovács, László'
    return 1 if "first" not in roles else 2


def _is_turned(person: Person, first: str, last: str) -> bool:
    """Tell whether a person is known by the same name with its parts the other way round."""
    same = person.first == last or len(person.first) == 1 and last.startswith(person.first)
    return same and person.last == first != last


def akin(one: str, other: str) -> bool:
    """Tell whether one of two different first names is short for the other."""
    return other in kin(one)


def kin(name: str) -> frozenset[str]:
    """Give the first names that are short for a name, and those that it is short for."""
    return _kin().get(name, frozenset())


@cache
def _kin() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for name, shorts in nicknames().items():
        for short in shorts:
            found.setdefault(name, set()).add(short)
            found.setdefault(short, set()).add(name)
    return {name: frozenset(others) for name, others in found.items()}


def only(found: Iterable[Person]) -> Person | None:
    """Give the one of several mentions' persons; None for none or more."""
    persons = {id(person): person for person in found}
    return next(iter(persons.values())) if len(persons) == 1 else None


def initials_of(person: Person) -> str:
    """Give first and last initial; '' where a part of the name is not known."""
    if person.initials:
        return person.initials
    return person.first[:1] + person.last[:1] if person.first and person.last else ""


def every_initials_of(person: Person) -> tuple[str, ...]:
    """Give the initials that can stand for a person, with those of middle names and without."""
    short = initials_of(person)
    middle = "".join(name[0] for name in person.middle)
    if len(short) != 2 or not middle:
        return (short,)
    return (short, short[0] + middle + short[1], short[0] + middle)


def _called(persons: _Persons, initials: str) -> Iterator[Person]:
    """Give those whose initials some letters are."""
    return (p for p in persons.by("initials", initials) if initials in every_initials_of(p))


def _spells(form: NameForm, persons: _Persons) -> bool:
    """Tell whether two or three capitals are initials and not a short name.

    They are the name of a person who is called so, else the initials of one who has these; of the
    others two letters are initials that are no known surname.
    """
    word = form.lower[0]
    if any(persons.by("last", word)) or any(p.first == word for p in persons.by("first", word)):
        return False
    if any(_called(persons, word)):
        return True
    return len(word) == 2 and not is_surname(word)


def _surnames(middle: Iterable[str], last: str) -> tuple[str, ...]:
    """Give a surname, and with it the one before where a middle name is one."""
    families = [name for name in middle if is_family(name)]
    return (last, " ".join([*families, last])) if families else (last,)


def _find(persons: _Persons, first: str, surnames: Sequence[str], gender: str) -> Person:
    """Give the person of a full name; 'J. Smith' is John Smith where there is one.

    gender: that a title or the first name tells: 'Mr. M. Smith' is Mark and not Mary.
    """
    same = [p for p in persons.by("surname", *surnames) if not {*surnames}.isdisjoint(p.surnames())]
    for person in same:
        if person.first == first:
            return person
    for person in same:
        if akin(person.first, first):
            longer = first if person.first in nicknames().get(first, ()) else person.first
            return persons.learn(person, first=longer)
    for person in same:
        short, long = sorted((person.first, first), key=len)
        fits = not gender or person.gender in ("", gender)
        if len(short) == 1 and long.startswith(short) and fits:
            return persons.learn(person, first=long)
    return persons.add(Person(first=first, last=surnames[0]))
