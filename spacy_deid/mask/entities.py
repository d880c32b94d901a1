"""Which mentions of a document are one person, one place, one number."""

from __future__ import annotations

from collections.abc import Sequence

from spacy_deid.annotations import Proposal
from spacy_deid.mask.bearers import Bearers
from spacy_deid.mask.contacts import national
from spacy_deid.mask.mentions import (
    is_called,
    is_staff,
    is_titled,
    relatives,
    told_gender,
    writings,
)
from spacy_deid.mask.people import Person, gather
from spacy_deid.mask.persons import NameForm, read_name
from spacy_deid.mask.ways import normalised, placed
from spacy_deid.phi import CATEGORY_OF

NAMES = frozenset({"PATIENT", "DOCTOR"})


def kind_of(label: str) -> str:
    """Give the label that stands for all of its kind: one number is one whatever it is called."""
    if CATEGORY_OF[label] == "ID":
        return "MEDICALRECORD"
    return "PHONE" if label == "FAX" else label


def normal_form(label: str, text: str) -> str:
    """Give the form in which one entity is always written.

    Of numbers that is without separators, of telephone numbers without the country's code too.
    """
    if label in ("PHONE", "FAX"):
        return national(text) or normalised(text).replace(" ", "")
    plain = placed(text) if CATEGORY_OF[label] == "LOCATION" else normalised(text)
    joined = label == "ZIP" or CATEGORY_OF[label] in ("ID", "CONTACT")
    return plain.replace(" ", "") if joined else plain


class Entities:
    """The entities behind the spans of one document."""

    def __init__(self, text: str, spans: Sequence[tuple[int, Proposal]]) -> None:
        """Link the spans.

        spans: index and span, in the order of the text.
        writings: by index of a name's span, start and end of each name in it; forms and persons
            are by index and number of the writing.
        """
        self.writings: dict[int, list[tuple[int, int]]] = {}
        self.forms: dict[tuple[int, int], NameForm] = {}
        self.persons: dict[tuple[int, int], Person] = {}
        self._keys: dict[int, str] = {}
        self._numbers: dict[int, int] = {}
        at = dict(spans)
        for label in sorted(NAMES):
            forms = {}
            for index, span in spans:
                if span.label == label:
                    piece = text[span.start : span.end]
                    self.writings[index] = writings(piece)
                    for number, (start, end) in enumerate(self.writings[index]):
                        forms[index, number] = read_name(piece[start:end])
            self.forms.update(forms)
            places = []
            for (index, number), form in forms.items():
                start, end = (at[index].start + edge for edge in self.writings[index][number])
                form.gender = told_gender(text, start, form)
                form.called = is_called(text, start, form)
                if is_titled(text, start):
                    form.behind_title()
                places.append(((index, number), start, end))
            found = gather(forms, relatives(text, places))
            for person in found.values():
                person.label = label
            self.persons.update(found)
        self._join(text, at)
        counts: dict[str, dict[str, int]] = {}
        for index, span in spans:
            if index in self.writings:
                count = len(self.writings[index])
                keys = [self.persons[index, number].key for number in range(count)]
                key = " / ".join(dict.fromkeys(keys))
            else:
                key = normal_form(span.label, text[span.start : span.end])
            numbers = counts.setdefault(span.label, {})
            self._keys[index] = key
            self._numbers[index] = numbers.setdefault(key, len(numbers) + 1)

    def _join(self, text: str, spans: dict[int, Proposal]) -> None:
        """Link parts of a name to the one person of the other label who bears it.

        A mention with a title of its own, or one of staff, stays who it is.
        """
        everyone = {id(person): person for person in self.persons.values()}
        titled = {
            id(person)
            for (index, number), person in self.persons.items()
            if self.forms[index, number].parts("affix")
            or is_titled(text, spans[index].start + self.writings[index][number][0])
            or spans[index].label == "DOCTOR"
            and is_staff(text, *(spans[index].start + at for at in self.writings[index][number]))
        }
        bearers = Bearers(everyone.values())
        joined = {
            name: bearers.of(person) or person
            for name, person in everyone.items()
            if name not in titled
        }
        for mention, person in self.persons.items():
            self.persons[mention] = joined.get(id(person), person)

    def key(self, index: int) -> str:
        """Give the entity's normal form: one person, one key, however the name is written."""
        return self._keys[index]

    def number(self, index: int) -> int:
        """Give the entity's number among those of its label, from 1, in order of first mention."""
        return self._numbers[index]
