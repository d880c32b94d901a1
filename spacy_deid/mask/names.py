"""Surrogate names of persons, part by part, so that full name, surname and first name agree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from spacy_deid.annotations import Proposal
from spacy_deid.mask.lists import (
    first_name_cultures,
    first_names,
    folded,
    gender_in,
    genders,
    is_family,
    last_names,
    surname_cultures,
)
from spacy_deid.mask.mentions import GENDERS
from spacy_deid.mask.people import akin
from spacy_deid.mask.persons import NEWBORNS, TITLES, is_title
from spacy_deid.mask.ways import shares

if TYPE_CHECKING:
    from spacy_deid.mask.entities import Entities
    from spacy_deid.mask.people import Person
    from spacy_deid.mask.surrogates import Surrogates

_ENDINGS = (
    ("polish", ("ski", "ska", "wicz", "czyk")),
    ("russian", ("ov", "ova", "eva", "enko", "vich")),
    ("spanish", ("ez", "illo", "uela")),
    ("italian", ("ini", "etti", "ucci", "elli", "azzo")),
    ("nordic", ("sson", "ssen", "dsen", "lund", "strom")),
    ("german", ("mann", "bauer", "stein", "berger")),
    ("greek", ("poulos", "idis", "akis", "iou")),
    ("portuguese", ("eira", "oes", "inho")),
    ("indian", ("swamy", "kumar", "preet")),
    ("irish", ("ghan",)),
)
_KEPT = TITLES | NEWBORNS | GENDERS.keys()
_LETTERS = "ABCDEFGHJKLMNPRSTVW"


class PersonNames:
    """Surrogates for the names of one document."""

    def __init__(
        self,
        surrogates: Surrogates,
        text: str,
        spans: Mapping[int, Proposal],
        entities: Entities,
    ) -> None:
        """Take the document's names in."""
        self._all = surrogates
        self._text = text
        self._spans = spans
        self._entities = entities
        self._parts: dict[tuple[str, str, str, str, str], str] = {}
        self._owners: dict[tuple[str, str], str] = {}
        self._gender: dict[int, str] = {}
        self._called = {
            id(person)
            for mention, person in entities.persons.items()
            if entities.forms[mention].called and not person.first
        }
        for (index, number), person in entities.persons.items():
            # a person of whom only one word is known may be named by the first name
            first = person.first or person.last.split(" ")[0]
            gender = entities.forms[index, number].gender
            gender = gender or gender_in(first, _culture(person.last, first))
            if gender in ("f", "m"):
                self._gender.setdefault(id(person), gender)

    def made(self, index: int) -> str:
        """Write a span of one name, or of several, with other ones; '' where one does not fit."""
        span = self._spans[index]
        if is_title(piece := self._text[span.start : span.end], span.label):
            return piece
        made, place = "", span.start
        for number, (start, end) in enumerate(self._entities.writings[index]):
            low, high = span.start + start, span.start + end
            new = self._written(self._text[low:high], (index, number))
            if not new:
                return ""
            made += self._text[place:low] + new
            place = high
        return made

    def _written(self, piece: str, mention: tuple[int, int]) -> str:
        """Write a name in the form of the original with other parts.

        Where these together share letters with the original by chance, as 'Bashir' and 'Rashid' do,
        other ones are taken for this document.
        RETURNS: '' where none will do.
        """
        hidden = made = shown = ""
        for _ in range(2):
            made, hidden, shown = self._composed(piece, mention, hidden)
            if not made or not shares(hidden, shown):
                return made
        return ""

    def _composed(self, piece: str, mention: tuple[int, int], avoid: str) -> tuple[str, str, str]:
        """Put other parts into the form of a name.

        avoid: what the parts are to share no letters with; '' to take those that are known.
        RETURNS: the name, '' for none; what it hides and what stands in its place.
        """
        form, person = self._entities.forms[mention], self._entities.persons[mention]
        label = person.label
        gender = self._gender.get(id(person), "")
        culture = _culture(person.last, person.first)
        letters = 0 if form.parts("first", "middle", "last", "single") else len(form.words)
        given = _is_given(form.parts("single"), person) or id(person) in self._called
        # 'Mr. Tanaka' of somebody who was 'Tanaka Hiroshi' at first
        turned = person.first != person.last and not form.parts("first", "middle", "given")
        # what is left visible on purpose counts for no run of letters that stays
        made, hidden, shown, place = "", "", "", 0
        initials = 0
        for (start, end, role), low in zip(form.words, form.lower, strict=True):
            word = piece[start:end]
            kept = role == "affix" and (len(word) < 4 or low in _KEPT)
            if role == "given":
                initials += 1
                last = letters > 1 and initials == len(form.parts("given"))
                # 'Maggie T.'
                last = last or not (letters or form.parts("last")) and low == person.last[:1]
                stands = person.last if last else person.first
                if not last and initials > 1:
                    stands = next((name for name in person.middle if name[0] == low), "")
                new = self._initial(label, low, stands, last, gender, culture)
            elif role in ("affix", "unsure"):
                new = word if kept else ""
            else:
                kind = "last" if role == "last" or (role == "single" and not given) else "first"
                if turned and low == person.first:
                    kind = "first"
                if role == "middle" and is_family(low):
                    kind = "last"
                if role == "first" and low == person.last and low != person.first:
                    kind = "last" if person.first or not _is_first(low) else "first"
                if kind == "first" and akin(low, person.first):
                    low = person.first
                new = self._part(label, kind, low, gender, culture, (avoid, shown))
            made += piece[place:start] + _in_shape(new, word)
            hidden += "" if kept else word
            shown += "" if kept else new
            place = end
        made += piece[place:]
        made = " ".join(made.split()) if "  " in made else made.strip()
        return made if form.words else "", hidden, shown

    def _initial(
        self, label: str, low: str, full: str, last: bool, gender: str, culture: str
    ) -> str:
        """Give the first letter of the surrogate of the name that an initial stands for."""
        if full and full[0] == low and len(full) > 1:
            letter = self._part(label, "last" if last else "first", full, gender, culture)[:1]
            if letter.casefold() != low:
                return letter
        words = (self._all.where(label), label, "initial", low)
        draws = self._all.keyed.draws(_LETTERS, *words)
        return next(letter for letter in draws if letter.casefold() != low)

    def _part(
        self,
        label: str,
        kind: str,
        low: str,
        gender: str,
        culture: str,
        beside: tuple[str, str] = ("", ""),
    ) -> str:
        """Give the surrogate of a first name or surname; the same for each mention.

        The culture of a surname and of a known first name is its own, so that the other name beside
        it does not count: it has one surrogate in all documents of a case.
        beside: what it is to share no letters with, and what stands before it.
        """
        where = self._all.where(label)
        if kind == "first":
            culture = first_name_cultures().get(low, (culture,))[0]
        else:
            culture = _culture(low, "")
        known = (where, label, kind, low, gender if kind == "first" else "")
        avoid, shown = beside
        if known in self._parts and not avoid:
            return self._parts[known]
        chosen = ""
        for name in self._candidates(where, label, kind, low, gender, culture):
            if name.casefold() in self._all.known or shares(avoid or low, shown + name):
                continue
            plain = folded(name)
            if plain[0] == low[0] or akin(plain, low):
                continue  # the initials would stay what they were
            if self._owners.setdefault((kind, plain), low) == low:
                chosen = name
                break
        self._parts[known] = chosen
        return chosen

    def _candidates(
        self, where: str, label: str, kind: str, low: str, gender: str, culture: str
    ) -> Iterator[str]:
        """Give names of the same culture, gender and length class first, then wider."""
        words = (where, label, kind, low)
        for tongue in dict.fromkeys((culture, "english")):
            for close in (True, False):
                pool = _pool(kind, tongue, gender, len(low) if close else 0)
                yield from self._all.keyed.draws(pool, *words, tongue, str(close))


def _is_given(single: Sequence[str], person: Person) -> bool:
    """Tell whether a name of one word is its person's first name."""
    if person.first:
        given = single[:1] == [person.first] or any(akin(low, person.first) for low in single)
        return given and person.first != person.last
    return all(_is_first(low) for low in single)


def _is_first(low: str) -> bool:
    return low in genders() and low not in _surnames()


@lru_cache(maxsize=1)
def _surnames() -> frozenset[str]:
    return frozenset(surname_cultures())


@lru_cache(maxsize=512)
def _pool(kind: str, culture: str, gender: str, length: int) -> tuple[str, ...]:
    """Give the names of a culture whose length is within two letters; 0 for any length."""
    if kind == "last":
        names: list[str] = last_names().get(culture, [])
    else:
        wanted = ("f", "m", "x") if not gender else (gender, "x")
        names = [name for name, own in first_names().get(culture, []) if own in wanted]
    return tuple(name for name in names if not length or abs(len(name) - length) <= 2)


def _culture(last: str, first: str) -> str:
    """Guess the culture of a name by the lists, then by the surname's ending, then by first names.

    A surname that several cultures know goes to one that knows the first name too.
    """
    given = first_name_cultures().get(first, ())
    for word in reversed(last.split()):
        known = surname_cultures().get(word, ())
        both = [culture for culture in known if culture in given]
        if known:
            return (both or known)[0]
    for culture, endings in _ENDINGS:
        if last.endswith(endings) or (culture == "irish" and last.startswith("o'")):
            return culture
    return given[0] if given else "english"


def _in_shape(new: str, word: str) -> str:
    """Write a name in capitals, small letters or with a capital, as the original is."""
    if len(word) > 1 and word.isupper():
        return new.upper()
    if word.islower():
        return new.lower()
    return new
