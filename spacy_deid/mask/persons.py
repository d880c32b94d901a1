"""Names of persons: their parts, and which mentions are one person."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

_WORD = re.compile(r"[^\W\d_]+(?:['’`-][^\W\d_]+)*")
_POSSESSIVE = re.compile(r"['’`]s$|(?<=s)['’`]$", re.I)
_TITLES = frozenset(
    "mr mrs ms miss mx dr prof professor sir dame rev fr sister nurse doctor frau herr señor "
    "señora sr sra srta mme mlle don doña".split()
)
_SUFFIXES = frozenset(
    "jr sr ii iii iv md do phd rn np pa pharmd dds dvm mph facp esq bsn msn dnp crnp lpn".split()
)
_PARTICLES = frozenset(
    "van von der den de del della di da dos das du la le el al bin ibn ben ter ten zu y st".split()
)


@dataclass(slots=True)
class NameForm:
    """A name as it is written.

    words: (start, end, role) with offsets into the span; role is 'first', 'middle', 'last', 'given'
        (an initial), 'single' (one word that can be either) or 'affix' (title, suffix, particle).
    lower: the words in lower case, in the same order.
    """

    words: list[tuple[int, int, str]] = field(default_factory=list)
    lower: list[str] = field(default_factory=list)

    def parts(self, *roles: str) -> list[str]:
        """Give the lower-case words of some roles."""
        return [w for w, (_, _, role) in zip(self.lower, self.words, strict=True) if role in roles]


@dataclass(slots=True)
class Person:
    """One person of a document.

    first, last: in lower case; '' where no mention tells. A first name of one letter is an initial.
    """

    first: str = ""
    last: str = ""
    initials: str = ""

    @property
    def key(self) -> str:
        """Give the person's normal form."""
        return " ".join(part for part in (self.first, self.last) if part) or self.initials


def read_name(text: str) -> NameForm:
    """Tell the parts of a name.

    text: 'John Q. Smith', 'SMITH, JOHN', 'J. Smith', 'Smith', 'JS', 'J.S.', 'Dr. van der Berg'.
    RETURNS: no words where there is no letter.
    """
    body = _POSSESSIVE.sub("", text)
    form = NameForm()
    found = [m for m in _WORD.finditer(body)]
    bodies = [m for m in found if not _is_affix(m, body, len(found))]
    if len(bodies) == 1 and re.fullmatch(r"[^\W\d_]{2,3}", bodies[0][0]) and bodies[0][0].isupper():
        if not re.search(r"[AEIOUY]", bodies[0][0][1:]):
            for place in range(*bodies[0].span()):
                form.words.append((place, place + 1, "given"))
                form.lower.append(body[place].casefold())
            return form
    comma = body.find(",")
    turned = comma > 0 and any(m.start() > comma for m in bodies)
    roles: dict[int, str] = {}
    if turned:
        before = [m for m in bodies if m.start() < comma]
        after = [m for m in bodies if m.start() > comma]
        roles.update({m.start(): "last" for m in before})
        roles.update({m.start(): "middle" for m in after[1:]})
        roles[after[0].start()] = "first"
    elif len(bodies) == 1:
        titled = any(m.start() < bodies[0].start() for m in found)
        roles[bodies[0].start()] = "last" if titled else "single"
    elif bodies:
        roles.update({m.start(): "middle" for m in bodies[1:-1]})
        roles[bodies[0].start()] = "first"
        roles[bodies[-1].start()] = "last"
    for match in found:
        role = roles.get(match.start(), "affix")
        if role != "affix" and len(match[0]) == 1:
            role = "given"
        form.words.append((match.start(), match.end(), role))
        form.lower.append(match[0].casefold())
    return form


def _is_affix(match: re.Match[str], body: str, count: int) -> bool:
    """Tell whether a word is a title, suffix or particle; a name of one word never is."""
    word = match[0].casefold()
    if count == 1:
        return False
    first = not _WORD.search(body, 0, match.start())
    if first and word in _TITLES:
        return True
    if not first and word in _SUFFIXES and (match[0].isupper() or match[0][:1].isupper()):
        return match[0] not in ("Do", "Pa")
    return word in _PARTICLES and match[0].islower()


def gather(forms: Mapping[int, NameForm]) -> dict[int, Person]:
    """Link the mentions of one label to persons.

    forms: index to name. Full names first; then surnames and first names alone go to the person
        who bears them, initials to the person whose they are.
    RETURNS: index to Person; mentions of one person share the object.
    """
    persons: list[Person] = []
    linked: dict[int, Person] = {}
    for index, form in forms.items():
        first, last = form.parts("first"), form.parts("last")
        given = form.parts("given")
        if not last or not (first or given):
            continue
        name, surname = (first or given)[0], " ".join(last)
        linked[index] = _find(persons, name, surname)
    for index, form in forms.items():
        if index in linked:
            continue
        words = form.parts("single", "last", "first")
        if not words:
            continue
        word = " ".join(words)
        known = next((p for p in persons if p.last == word), None)
        known = known or next((p for p in persons if p.first == word), None)
        if known is None:
            known = Person(last=word)
            persons.append(known)
        linked[index] = known
    for index, form in forms.items():
        if index in linked:
            continue
        initials = "".join(part[:1] for part in form.lower)
        known = next((p for p in persons if _initials(p) == initials), None)
        if known is None:
            known = Person(initials=initials)
            persons.append(known)
        linked[index] = known
    return linked


def _initials(person: Person) -> str:
    if person.initials:
        return person.initials
    return person.first[:1] + person.last[:1] if person.first and person.last else ""


def _find(persons: list[Person], first: str, last: str) -> Person:
    """Give the person of a full name; 'J. Smith' is John Smith where there is one."""
    same = [person for person in persons if person.last == last]
    for person in same:
        if person.first == first:
            return person
    for person in same:
        short, long = sorted((person.first, first), key=len)
        if len(short) == 1 and long.startswith(short):
            person.first = long
            return person
    made = Person(first=first, last=last)
    persons.append(made)
    return made
