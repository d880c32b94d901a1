"""Who is meant by a part of a name that another label carries."""

from __future__ import annotations

from collections.abc import Iterable

from spacy_deid.mask.lists import nicknames
from spacy_deid.mask.people import Person, every_initials_of, kin, only


class Bearers:
    """Persons by what can stand for them: initials, a first name or a short one, a surname.

    persons: those with a full name count.
    """

    def __init__(self, persons: Iterable[Person]) -> None:
        self._by_initials: dict[str, list[Person]] = {}
        self._by_first: dict[str, list[Person]] = {}
        self._by_last: dict[str, list[Person]] = {}
        self._named: dict[str, list[Person]] = {}
        for person in persons:
            self._named.setdefault(person.last, []).append(person)
            if len(person.first) > 1 and person.last:
                for letters in every_initials_of(person):
                    self._by_initials.setdefault(letters, []).append(person)
                self._by_first.setdefault(person.first, []).append(person)
                self._by_last.setdefault(person.last, []).append(person)

    def of(self, person: Person) -> Person | None:
        """Give the one whom a person of another label is: by initials, first name or short name.

        A full name counts where its first name is short for the other's, and one that is the same
        is the patient's, as is a surname alone, which a title would give to somebody else.
        RETURNS: None for none and for several.
        """
        if person.initials:
            fit = self._by_initials.get(person.initials, []) if len(person.initials) > 1 else []
        elif person.first:
            same = self._by_last.get(person.last, [])
            short = [p for p in same if person.first in nicknames().get(p.first, ())]
            fit = short or [p for p in same if p.first == person.first and p.label > person.label]
        else:
            firsts = {person.last, *kin(person.last)}
            fit = [p for first in firsts for p in self._by_first.get(first, [])]
            fit = fit or [p for p in self._named.get(person.last, []) if p.label > person.label]
        return only(p for p in fit if p.label != person.label)
