"""Fresh surrogates for all gold spans of one document."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from spacy_deid.intervals import PhiSpan
from spacy_deid.phi import CATEGORY_OF, kind_of
from spacy_deid.synthesize.augmenter_dates import Calendar
from spacy_deid.synthesize.augmenter_names import Cast
from spacy_deid.synthesize.augmenter_values import Values
from spacy_deid.synthesize.augmenter_words import (
    WORD,
    cased,
    key_of,
    letters_like,
    origins_of,
    other,
)
from spacy_deid.synthesize.dice import Dice
from spacy_deid.synthesize.edits import Edit
from spacy_deid.synthesize.lists import country, words

_PLACE = re.compile(r"[^\W\d_]+(?:[ '’.-]{1,2}[^\W\d_]+)*")
_NUMBER = re.compile(r"\d[\d-]*")
_US_STATES = (
    "AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM "
    "NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY"
).split()


class Surrogates:
    """Draws the surrogates of one document.

    dice: of this document. language: of the pipeline. origins, invented: see ``create_surrogates``.
    text, spans: the document and its gold spans, in any order, also overlapping.
    labels: labels of no known scheme to what they stand for in i2b2 2014.
    """

    def __init__(
        self,
        dice: Dice,
        text: str,
        spans: Iterable[PhiSpan],
        *,
        language: str,
        origins: tuple[str, ...],
        invented: float,
        labels: Mapping[str, str],
    ) -> None:
        self._dice = dice
        self._language = language
        self._labels = labels
        self._made: dict[str, str] = {}
        self._spans: list[tuple[int, str, str]] = []
        done = 0
        for start, end, label in sorted(spans, key=lambda s: (s[0], -s[1])):
            kind = kind_of(labels.get(label, label))
            start = max(start, done)
            if start < end:
                self._spans.append((start, text[start:end], kind))
                done = end
        people = [p for _, p, kind in self._spans if kind in ("PATIENT", "DOCTOR")]
        originals = {
            key_of(word)
            for _, piece, kind in self._spans
            if kind in ("PATIENT", "DOCTOR") or CATEGORY_OF.get(kind) == "LOCATION"
            for word in WORD.findall(piece)
        }
        chosen = origins_of(language, origins)
        marked = not text.isascii()
        self._cast = Cast(dice, chosen, invented, originals, marked)
        self._originals = originals
        for piece in people:
            self._cast.learn(piece)
        self._values = Values(dice, self._cast)
        dates = [piece for _, piece, kind in self._spans if kind == "DATE"]
        self._calendar = Calendar(dice, self._cast.home, language != "en", dates)

    def edits(self) -> list[Edit]:
        """Give the edits of the text that put a surrogate in the place of every span."""
        made: list[Edit] = []
        for start, piece, kind in self._spans:
            for low, high, new in self.piece(piece, kind):
                made.append((start + low, start + high, new))
        return made

    def value(self, label: str, text: str) -> str:
        """Give the surrogate of a value that is known besides the text."""
        kind = kind_of(self._labels.get(label, label))
        out: list[str] = []
        done = 0
        for low, high, new in sorted(self.piece(text, kind)):
            out.extend((text[done:low], new))
            done = high
        return "".join(out) + text[done:]

    def piece(self, piece: str, kind: str) -> Sequence[Edit]:
        """Give the edits of one span, its characters counted from its start."""
        if not kind:
            return self._cast.mentioned(piece)
        category = CATEGORY_OF[kind]
        if kind in ("PATIENT", "DOCTOR"):
            return self._cast.person(piece)
        if kind == "USERNAME":
            return self._values.user(piece)
        if category == "DATE":
            return self._calendar.date(piece)
        if category == "AGE":
            return self._values.age(piece)
        if category == "CONTACT":
            return self._values.contact(piece)
        if category == "ID" or kind == "ZIP":
            return self._values.number(piece)
        if kind == "STREET":
            return self._cast.site(piece, "kept_street_words")
        if kind in ("CITY", "STATE", "COUNTRY"):
            return self._place(piece, kind)
        if kind == "PROFESSION":
            return [(0, len(piece), self._whole(piece, kind))]
        return self._cast.site(piece, "kept_site_words")

    def _place(self, piece: str, kind: str) -> list[Edit]:
        edits: list[Edit] = [
            (*f.span(), self._whole(f.group(), kind)) for f in _PLACE.finditer(piece)
        ]
        edits.extend(
            (*number.span(), letters_like(self._dice, number.group()))
            for number in _NUMBER.finditer(piece)
        )
        return edits

    def _whole(self, piece: str, kind: str) -> str:
        key = f"{kind} {key_of(piece)}"
        if key not in self._made:
            self._made[key] = other(
                self._dice, self._choices(piece, kind), {key_of(piece), *self._originals}
            )
        new = self._cast.written(self._made[key])
        if " " in new and piece[:1].isupper() and not piece.isupper():
            return new
        return cased(new, piece)

    def _choices(self, piece: str, kind: str) -> Sequence[str]:
        spanish = self._language in ("es", "ca", "gl", "eu")
        if kind == "COUNTRY":
            return words()["country_es" if spanish else "country_en"]
        if kind == "PROFESSION":
            return words()["profession_es" if spanish else "profession"]
        land = country(self._cast.land())
        if kind == "STATE":
            if len(piece) == 2 and piece.isupper():
                return _US_STATES
            return land.lists.get("states") or land.lists["region"]
        return land.pools["cities"].names
