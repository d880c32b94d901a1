"""Surrogates of persons' names, word by word, and of named sites and streets."""

from __future__ import annotations

import re

from spacy_deid.synthesize.augmenter_words import (
    WORD,
    cased,
    every_country,
    family_names,
    given_names,
    kept,
    key_of,
    letters_like,
    other,
    plain,
    single,
    spliced,
)
from spacy_deid.synthesize.dice import Choices, Dice
from spacy_deid.synthesize.edits import Edit
from spacy_deid.synthesize.lists import country, words

_NUMBER = re.compile(r"\d+")
_MOST_INITIALS = 3
_LETTERS = "ABCDEFGHIJKLMNOPRSTUVW"
_VOWEL = re.compile(r"[AEIOUYÁÉÍÓÚ]")


class Cast:
    """The surrogates of the words of names in one document: one word, one surrogate.

    origins: countries with weights; most names of a document come from one of them.
    invented: share of names that are put together from halves of two names.
    originals: keys of all words that stand for somebody; none of them is drawn.
    marked: letters may carry marks; a text without any gets surrogates without any.
    """

    def __init__(
        self, dice: Dice, origins: Choices, invented: float, originals: set[str], marked: bool
    ) -> None:
        self.dice = dice
        self.origins = origins
        self.home = dice.draw(origins)
        self.sex = dice.pick("fm")
        self._invented = invented
        self._originals = originals
        self._marked = marked
        self._made: dict[str, str] = {}
        self._initials: dict[str, str] = {}
        self._taken: set[str] = set()
        countries = every_country(origins)
        self._women, self._men = given_names(countries)
        self._families = family_names(countries)

    def land(self) -> str:
        """Draw the country of a name: mostly the document's."""
        return self.home if self.dice.chance(0.85) else self.dice.draw(self.origins)

    def written(self, text: str) -> str:
        """Write a surrogate with or without marks, as the document does."""
        return text if self._marked else plain(text)

    def person(self, piece: str) -> list[Edit]:
        """Give the edits that turn a name into that of nobody."""
        found = list(WORD.finditer(piece))
        stays = kept("kept_titles") | kept("kept_particles")
        names = [w for w in found if len(w.group()) > 1 and key_of(w.group()) not in stays]
        if not names:
            names = [w for w in found if len(w.group()) > 1]
        comma = piece.find(",")
        edits: list[Edit] = []
        for place, word in enumerate(names):
            text = word.group()
            if self._is_initials(text, piece):
                new = "".join(self._initial(letter) for letter in text)
            else:
                before_comma = 0 <= word.start() < comma
                lead = place == 0 and len(names) > 1 and not before_comma
                new = cased(self.name(text, lead or 0 <= comma < word.start()), text)
            edits.append((*word.span(), new))
        for word in found:
            text = word.group()
            if len(text) == 1 and not (text in "ye" and len(names) > 1):
                edits.append((*word.span(), cased(self._initial(text), text)))
        for digits in _NUMBER.finditer(piece):
            edits.append((*digits.span(), letters_like(self.dice, digits.group())))
        return edits

    def _is_initials(self, text: str, piece: str) -> bool:
        if not text.isupper() or len(text) > _MOST_INITIALS or len(piece.strip()) > len(text) + 2:
            return False
        key = key_of(text)
        known = key in self._families or key in self._women or key in self._men
        return not known and (len(text) == 2 or not _VOWEL.search(text))

    def _initial(self, letter: str) -> str:
        key = letter.casefold()
        if key not in self._initials:
            new = other(self.dice, _LETTERS, key)
            for name, made in self._made.items():
                if name.startswith(plain(key)):
                    new = self.written(made[:1])
                    break
            self._initials[key] = new.upper()
        return self._initials[key]

    def learn(self, piece: str) -> None:
        """Draw the surrogates of a name's words before initials are met."""
        self.person(piece)
        self._initials.clear()

    def name(self, word: str, leads: bool) -> str:
        """Give the surrogate of one word of a name, in the letters of a list.

        leads: it stands where a first name does.
        """
        key = key_of(word)
        if key not in self._made:
            if key in self._women and key not in self._men:
                pool = "first.f"
            elif key in self._men and key not in self._women:
                pool = "first.m"
            elif key in self._families and key not in self._men:
                pool = "last"
            elif leads or (key in self._men and key not in self._families):
                pool = f"first.{self.sex}"
            else:
                pool = "last"
            self._made[key] = self._drawn(key, pool)
        return self._made[key]

    def known(self, word: str) -> str | None:
        """Give the surrogate of a word that some name of the document holds."""
        return self._made.get(key_of(word))

    def _drawn(self, key: str, pool: str) -> str:
        drawn = ""
        for step in range(20):
            names = single(self.land(), pool)
            drawn = self.dice.pick(names)
            if step > 10 or self.dice.chance(self._invented):
                drawn = spliced(self.dice, drawn, self.dice.pick(names))
            new = key_of(drawn)
            apart = new not in key and key not in new
            if apart and new not in self._originals and new not in self._taken:
                break
        self._taken.add(key_of(drawn))
        return self.written(drawn)

    def mentioned(self, piece: str) -> list[Edit]:
        """Give the edits of the names in a span that may hold one, such as 'mother, María'."""
        edits: list[Edit] = []
        for word in WORD.finditer(piece):
            text, key = word.group(), key_of(word.group())
            if key in kept("kept_titles") or not text.istitle():
                continue
            if key in self._made or key in self._women or key in self._men:
                edits.append((*word.span(), cased(self.name(text, True), text)))
        return edits

    def free(self, drawn: str) -> bool:
        """Tell whether a word is none of those that stand for somebody in the document."""
        return key_of(drawn) not in self._originals

    def site(self, piece: str, section: str) -> list[Edit]:
        """Give the edits of a named house or street: its kind stays, its own words change.

        section: words that stay beside titles and particles.
        """
        stays = kept(section) | kept("kept_particles") | kept("kept_titles")
        found = list(WORD.finditer(piece))
        own = [w for w in found if key_of(w.group()) not in stays]
        small = all(w.group().islower() for w in own)
        edits: list[Edit] = []
        for word in own:
            text = word.group()
            if text.islower() and not (small and len(text) > 3):
                continue
            if len(text) == 1:
                new = letters_like(self.dice, text)
            elif text.isupper() and len(text) <= 5 and (len(found) == 1 or not piece.isupper()):
                new = self._capitals(text)
            else:
                new = cased(self._site_word(text), text)
            edits.append((*word.span(), new))
        if own and not edits and len(piece) <= 5:
            edits = [(*word.span(), self._capitals(word.group())) for word in own]
        for digits in _NUMBER.finditer(piece):
            edits.append((*digits.span(), letters_like(self.dice, digits.group())))
        return edits

    def _capitals(self, text: str) -> str:
        key = f"capitals {text}"
        if key not in self._made:
            self._made[key] = letters_like(self.dice, text)
        return self._made[key]

    def _site_word(self, text: str) -> str:
        key = key_of(text)
        if key not in self._made:
            roll = self.dice.number(1, 10)
            land = country(self.home)
            if roll <= 3:
                drawn = self.dice.pick(single(self.home, "cities"))
            elif roll <= 5:
                drawn = WORD.findall(self.dice.pick(land.lists["streets"]) + " Alba")[0]
            elif roll <= 6 and self.home in ("US", "GB", "CA", "AU", "IE", "NZ"):
                drawn = self.dice.pick(words()["word"])
            else:
                drawn = ""
            if drawn and key_of(drawn) not in self._originals and WORD.fullmatch(drawn):
                self._made[key] = self.written(drawn)
            else:
                self._made[key] = self._drawn(key, "last")
        return self._made[key]
