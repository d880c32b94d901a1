"""Surrogates of numbers, contacts and ages in the pattern of the original."""

from __future__ import annotations

import re

from spacy_deid.synthesize.augmenter_names import Cast
from spacy_deid.synthesize.augmenter_words import cased, kept, key_of, letters_like, plain, single
from spacy_deid.synthesize.dice import Dice
from spacy_deid.synthesize.edits import Edit
from spacy_deid.synthesize.lists import words

_RUN = re.compile(r"[^\W_]+")
_LETTERS = re.compile(r"[^\W\d_]+")
_NUMBER = re.compile(r"\d+")
_PREFIX = re.compile(r"\s*(?:\+|00)\s?\d{1,3}(?=[\s().-])")
_ADDRESS = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}")
_NETWORK = frozenset("http https www ftp co com org net edu gov info eu".split())
_ENDING = re.compile(r"[.](?P<ending>[^\W\d_]{2,6})(?=[/:?#]|$)")

_ROWS = (
    "two three four five six seven eight nine",
    "eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen",
    "twenty thirty forty fifty sixty seventy eighty ninety",
    "dos tres cuatro cinco seis siete ocho nueve",
    "once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve",
    "veintiún veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintinueve",
    "diez veinte",
    "treinta cuarenta cincuenta sesenta setenta ochenta noventa",
)
_NUMBER_WORDS = {word: row.split() for row in _ROWS for word in row.split()}
"""Number words of an age to those that can take their place."""


class Values:
    """The surrogates of numbers and contacts of one document: one value, one surrogate."""

    def __init__(self, dice: Dice, cast: Cast) -> None:
        self._dice = dice
        self._cast = cast
        self._made: dict[str, str] = {}
        self._step = dice.number(1, 6)

    def number(self, piece: str) -> list[Edit]:
        """Give the edits of an identifier: digits for digits, letters for letters of their case.

        Words that say what number it is ('MRN', 'No') stay.
        """
        stays = kept("kept_number_words")
        runs = [r for r in _RUN.finditer(piece) if key_of(r.group()) not in stays]
        return self._poured(piece, [run.span() for run in runs])

    def phone(self, piece: str) -> list[Edit]:
        """Give the edits of a telephone number: a country's prefix and words in it stay."""
        prefix = _PREFIX.match(piece)
        start = prefix.end() if prefix else 0
        return self._poured(piece, [n.span() for n in _NUMBER.finditer(piece, start)])

    def _poured(self, piece: str, runs: list[tuple[int, int]]) -> list[Edit]:
        """Fill runs of a piece with the value that the document's number of the same signs has."""
        signs = "".join(piece[start:end] for start, end in runs)
        if not signs:
            return []
        key = signs.casefold()
        if key not in self._made:
            new = letters_like(self._dice, signs)
            for _ in range(5):
                if new.casefold() != key or len(key) < 2:
                    break
                new = letters_like(self._dice, signs)
            self._made[key] = new
        new = self._made[key]
        edits: list[Edit] = []
        done = 0
        for start, end in runs:
            edits.append((start, end, new[done : done + end - start]))
            done += end - start
        return edits

    def contact(self, piece: str) -> list[Edit]:
        """Give the edits of any contact by its form: e-mail, web or network address, telephone."""
        if "@" in piece:
            return self._mail(piece)
        if _ADDRESS.fullmatch(piece.strip()):
            return [(*n.span(), str(self._dice.number(1, 254))) for n in _NUMBER.finditer(piece)]
        letters = sum(sign.isalpha() for sign in piece)
        if letters > 4 and ("." in piece or "/" in piece):
            ending = _ENDING.search(piece)
            return self._web(piece, 0, ending.start() if ending else -1)
        if ":" in piece and letters and piece.count(":") > 3:
            return self.number(piece)
        return self.phone(piece)

    def user(self, piece: str) -> list[Edit]:
        """Give the edits of a login: names for runs of letters, digits for digits."""
        return self._web(piece, 0, -1)

    def _mail(self, piece: str) -> list[Edit]:
        at = piece.index("@")
        provider = piece[at + 1 :].strip().casefold()
        if provider in words()["emaildomain"]:
            return self._web(piece[:at], 0, -1)
        return self._web(piece, 0, piece.rfind("."))

    def _web(self, piece: str, start: int, ending: int) -> list[Edit]:
        """Give words for words and digits for digits; the ending of a host stays.

        ending: where the dot before the last part of the host stands; -1 for none.
        """
        edits: list[Edit] = []
        for run in _LETTERS.finditer(piece, start):
            text = run.group()
            if run.start() == ending + 1 > 0 or text.casefold() in _NETWORK:
                continue
            edits.append((*run.span(), cased(self._word(text), text)))
        for digits in _NUMBER.finditer(piece, start):
            edits.append((*digits.span(), letters_like(self._dice, digits.group())))
        return edits

    def _word(self, text: str) -> str:
        if len(text) < 3:
            return letters_like(self._dice, text)
        known = self._cast.known(text)
        key = f"word {key_of(text)}"
        if known is None and key not in self._made:
            pool = self._dice.pick(("last", "last", "first.f", "first.m"))
            names = single(self._cast.land(), pool)
            drawn = self._dice.pick(names)
            for _ in range(12):
                if self._cast.free(drawn):
                    break
                drawn = self._dice.pick(names)
            self._made[key] = drawn
        new = known or self._made[key]
        return "".join(sign for sign in plain(new) if sign.isalpha()).lower() or "ana"

    def age(self, piece: str) -> list[Edit]:
        """Give the edits of an age: numbers of as many digits, number words; the rest stays."""
        edits: list[Edit] = []
        for found in _NUMBER.finditer(piece):
            text = found.group()
            inner = found.start() > 0 and piece[found.start() - 1] in "/.,"
            if inner or len(text) > 3 or text.startswith("0"):
                continue
            key = f"age {text}"
            if key not in self._made:
                low, high = {1: (1, 9), 2: (18, 99), 3: (100, 106)}[len(text)]
                if 10 <= int(text) < 18:
                    low, high = 10, 17
                drawn = self._dice.number(low, high)
                self._made[key] = str(drawn if drawn != int(text) else low + (drawn == low))
            edits.append((*found.span(), self._made[key]))
        for word in _LETTERS.finditer(piece):
            row = _NUMBER_WORDS.get(word.group().casefold())
            if row:
                place = row.index(word.group().casefold()) + self._step
                edits.append((*word.span(), cased(row[place % len(row)], word.group())))
        return edits
