"""Names of persons as they are written, and their parts."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from spacy_deid.mask.lists import folded, is_known, is_surname

_MARKS = "".join(c for c in map(chr, range(0x300, 0x2100)) if unicodedata.category(c)[0] == "M")
"""Accents and vowel signs that stand behind their letter as characters of their own."""
_LETTERS = rf"(?:[^\W\d_][{_MARKS}]*)+"
_WORD = re.compile(rf"{_LETTERS}(?:['’‘`´′‐‑-]{_LETTERS})*")
_HALF = re.compile(r"[^‐‑-]+")
_POSSESSIVE = re.compile(r"['’‘`´ʼ′]s$|(?<=s)['’‘`´ʼ′]$", re.I)
_SIGNS = str.maketrans("’‘`´ʼ′‐‑", "''''''--")
TITLES = frozenset(
    "mr mrs ms miss mx dr drs prof professor sir dame rev fr sister nurse doctor frau herr señor "
    "senor señora senora sra sr srta mme mlle don doña signor signora".split()
)
"""Titles, those with an accent also without."""
_DEGREES = frozenset("med rer nat dent vet habil hab ing dipl mag".split())
"""What follows a title and names nobody: 'Dr. med.'."""
_SUFFIXES = frozenset(
    "jr sr ii iii iv md do phd rn np pa pharmd dds dvm mph facp esq bsn msn dnp crnp lpn".split()
)
_BABIES = frozenset("baby newborn infant twin".split())
_PARTICLES = frozenset(
    "van von der den de del della di da dos das du la le el al bin ibn ben ter ten zu y st".split()
)
NEWBORNS = frozenset("baby newborn infant twin girl boy male female".split())
"""Words before a mother's name that tell of a newborn: 'Baby girl Thornton'."""
_TITLED_PARTICLES = frozenset("van von de den der del della di du dos das st ter ten".split())
"""Those that are none of a first name behind a title: 'Mrs Van Dijk', 'Mr De Souza'."""
_CONNECTIVES = frozenset("and und et nee geb aka".split())
"""Small words between names: 'Mr. and Mrs. Smith', 'Smith née Brown'."""
_PAIRS = frozenset(
    tuple(pair.split())
    for pair in (
        "de la/de las/de los/de el/de le/van der/van den/van de/van het/von der/von den/von und/"
        "und zu/in der/in den/in de/op de/op den/bin al/ibn al/bin abdul/y de/di san/uit den"
    ).split("/")
)
"""Particles that stand together; 'Le Van' are two names of Vietnam."""

_DEGREE = re.compile(
    r"(?<=[^\W\d_]{2})(?:,\s*|\s+)(?:(?:M\.\s?D|D\.\s?O|R\.\s?N|N\.\s?P|Ph\.\s?D|Pharm\.\s?D|M\.\s?Sc|"
    r"B\.\s?Sc|M\.\s?P\.\s?H|M\.\s?B\.\s?B\.\s?S|Dr\.\s?med)\b\.?(?:,\s*|\s+|$))+$"
)
"""Degrees with stops behind a name: ', M.D.', ' Ph.D.'."""
_OFTEN_NAMES = frozenset("al ben don".split())
"""Titles and particles that are first names too."""
_NAME_OR_DEGREE = frozenset(("do", "pa"))
"""Degrees that are surnames too."""


@dataclass(slots=True)
class NameForm:
    """A name as it is written.

    words: (start, end, role) with offsets into the span; role is 'first', 'middle', 'last', 'given'
        (an initial), 'single' (one word, or the halves of one, that can be either), 'affix' (title,
        suffix, particle) or 'unsure' (a suffix that may be a name and is not to be shown).
    lower: the words in lower case, in the same order, without accents; how apostrophes and hyphens
        are encoded does not count.
    loud: it is one word of two or three capitals, which can be initials: 'MO', 'KBW'.
    gender: 'f' or 'm' where a title or the word before tells (``mentions.told_gender``), else ''.
    called: it is a first name alone, as the word before tells (``mentions.is_called``).
    """

    words: list[tuple[int, int, str]] = field(default_factory=list)
    lower: list[str] = field(default_factory=list)
    loud: bool = False
    gender: str = ""
    called: bool = False

    def parts(self, *roles: str) -> list[str]:
        """Give the lower-case words of some roles."""
        return [w for w, (_, _, role) in zip(self.lower, self.words, strict=True) if role in roles]

    def turn(self) -> None:
        """Read the family name as standing first."""
        other = {"first": "last", "last": "first"}
        self.words = [(start, end, other.get(role, role)) for start, end, role in self.words]

    def behind_title(self) -> None:
        """Read a particle in capitals as one, where a title stands before: 'Mrs' 'Van Dijk'."""
        if len(self.words) == 2 and self.lower[0] in _TITLED_PARTICLES:
            start, end, role = self.words[0]
            self.words[0] = (start, end, "affix" if role == "first" else role)

    def spell(self) -> None:
        """Read the one word of the name as initials."""
        (start, _, _), word = self.words[0], self.lower[0]
        self.words = [(start + place, start + place + 1, "given") for place in range(len(word))]
        self.lower = list(word)


def read_name(text: str) -> NameForm:
    """Tell the parts of a name.

    text: 'John Q. Smith', 'SMITH, JOHN', 'J. Smith', 'Smith', 'JS', 'J.S.', 'Dr. van der Berg'.
        A hyphen divides a word: 'Jean-Luc' is read as 'Jean Luc'.
    RETURNS: no words where there is no letter.
    """
    body = _POSSESSIVE.sub("", text)
    found = list(_WORD.finditer(body))
    roles = _affixes(found, body)
    degree = _DEGREE.search(body)
    if degree is not None:
        roles.update({m.start(): "affix" for m in found if m.start() >= degree.start()})
    bodies = [match for match in found if match.start() not in roles]
    letters = len(bodies) == 1 and _are_initials(bodies[0][0])
    comma = body.find(",")
    if comma > 0 and any(m.start() > comma for m in bodies):
        after = [m for m in bodies if m.start() > comma]
        roles.update({m.start(): "last" for m in bodies if m.start() < comma})
        roles.update({m.start(): "middle" for m in after[1:]})
        alone = len(after) == 1 and _is_loud(after[0][0]) and not is_known(_plain(after[0][0]))
        roles[after[0].start()] = "spelled" if alone else "first"
    elif len(bodies) == 1:
        titled = bodies[0] is not found[0]
        roles[bodies[0].start()] = "last" if titled else "single"
    elif bodies:
        roles.update({m.start(): "middle" for m in bodies[1:-1]})
        roles[bodies[0].start()] = "spelled" if _leads(bodies) else "first"
        roles[bodies[-1].start()] = "spelled" if _is_cited(bodies) else "last"
    form = NameForm()
    for match in found:
        role = roles[match.start()]
        if role in ("affix", "unsure"):
            parts = [(*match.span(), role)]
        elif letters or role == "spelled":
            parts = [(place, place + 1, "given") for place in range(*match.span())]
        else:
            parts = _halves(match, role)
        form.words += parts
        form.lower += [_plain(body[start:end]) for start, end, _ in parts]
    form.loud = len(form.words) == 1 and _is_loud(body.strip())
    return form


def _is_cited(words: Sequence[re.Match[str]]) -> bool:
    """Tell whether initials stand behind a surname, as in references: 'Smith JA', 'SMITH JL'."""
    last = words[-1][0]
    before = [match[0] for match in words[:-1]]
    if not _is_loud(last) or is_surname(_plain(last)) or any(len(word) < 2 for word in before):
        return False
    if any(word.isupper() for word in before):
        return _are_initials(last)
    return not any(word.islower() for word in before)


def _leads(words: Sequence[re.Match[str]]) -> bool:
    """Tell whether initials stand before a surname: 'JL Smith'."""
    first, after = words[0][0], words[1][0]
    if not _is_loud(first) or is_known(_plain(first)) or len(after) < 2:
        return False
    return _are_initials(first) if after.isupper() else not after.islower()


def is_title(text: str, label: str) -> bool:
    """Tell whether a span holds a title alone: 'Mrs', 'Dr. med.'.

    'MS' are initials, and so is 'DR' of a PATIENT; 'Don' is a name.
    """
    raw = [match[0] for match in _WORD.finditer(text)]
    words = [_plain(word) for word in raw]
    if not raw or not _is_title_word(raw[0]) or words[0] in _OFTEN_NAMES:
        return False
    if text.isupper() and (label == "PATIENT" or text != "DR" and _are_initials(text)):
        return False
    return all(word in TITLES | _DEGREES for word in words[1:])


def _is_title_word(word: str) -> bool:
    """Tell whether a word is a title; 'Doña' is one, 'Dona' is a name."""
    return word.casefold() in TITLES or _plain(word) in TITLES


def _plain(word: str) -> str:
    return folded(word.translate(_SIGNS))


def _is_loud(word: str) -> bool:
    return re.fullmatch(r"[^\W\d_]{2,3}", word) is not None and word.isupper()


def _are_initials(word: str) -> bool:
    return _is_loud(word) and not re.search(r"[AEIOUY]", word[1:])


def _halves(match: re.Match[str], role: str) -> list[tuple[int, int, str]]:
    """Divide a word at its hyphens; what follows the first half of a first name is a middle one."""
    halves = [
        (match.start() + h.start(), match.start() + h.end()) for h in _HALF.finditer(match[0])
    ]
    parts = []
    for number, (start, end) in enumerate(halves):
        plain = _plain(match.string[start:end])
        own = "middle" if role == "first" and number else role
        if len(plain) == 1:
            own = "given"
        elif plain in ("al", "el") and number < len(halves) - 1:
            own = "affix"
        parts.append((start, end, own))
    return parts


def _affixes(found: Sequence[re.Match[str]], body: str) -> dict[int, str]:
    """Give the role of titles, suffixes and particles by their place; one word at least is none."""
    roles: dict[int, str] = {}
    names: list[str] = []
    mixed = not body.islower()
    words = [_plain(match[0]) for match in found[:-1]]
    chains = {n for n, pair in enumerate(pairwise(words)) if pair in _PAIRS}
    """Where two particles follow one another, 'VAN DER' or 'De La', before another word."""
    for number, match in enumerate(found):
        role, word = "", _plain(match[0])
        told = mixed and match[0].islower()
        more = number < len(found) - 1
        if more and not names and word in NEWBORNS and (word in _BABIES or roles):
            role = "affix"
        elif more and not names and roles and word == "of":
            role = "affix"
        elif more and not names and _is_title_word(match[0]):
            role = "affix" if number or told or word not in _OFTEN_NAMES else ""
        elif more and not names and roles and word in _DEGREES:
            role = "affix"
        elif names and word in _SUFFIXES and match[0][:1].isupper():
            comma = "," in body[found[number - 1].end() : match.start()]
            role = _suffix(match[0], names, comma)
        elif word in _CONNECTIVES and number and more and match[0] != match[0].title():
            role = "affix"
        elif word in _PARTICLES and match[0].islower() and more:
            role = "affix" if told or (names and word not in _OFTEN_NAMES) else ""
        elif roles and not names and word in _TITLED_PARTICLES and number == len(found) - 2:
            role = "affix"
        elif any(pair in chains for pair in (number - 1, number)):
            role = "affix"
        if role:
            roles[match.start()] = role
        else:
            names.append(match[0])
    return roles


def _suffix(word: str, names: Sequence[str], comma: bool) -> str:
    """Tell whether a word is a degree or the like: 'affix', 'unsure', '' for a name.

    names: the words before it that are the name's; in capitals no degree can be told from a name.
    comma: whether one stands before it.
    """
    loud = len(names) == 1 and names[0].isupper()
    if word.casefold() in _NAME_OR_DEGREE:
        if not word.isupper() or (len(names) == 1 and (loud or not comma)):
            return ""
        return "affix" if comma else "unsure"
    return "unsure" if loud and word.isupper() and not comma else "affix"
