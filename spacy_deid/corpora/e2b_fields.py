"""The elements of an ICSR message (ICH E2B), and those of a report that matter: its fields."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from xml.etree.ElementTree import Element

from spacy_deid.corpora.markup import local

FREE, PHI, DATE, ATTACHMENT = "free", "phi", "date", "attachment"
TERMS = frozenset(
    {
        *("B.1.7.1a.2", "B.1.8f.2", "B.1.8g.2", "B.1.9.2", "B.1.9.4"),
        *("B.1.10.7.1a.2", "B.1.10.8f.2", "B.1.10.8g.2", "B.2.i.0", "B.3.1c", "B.4.k.11"),
        *("B.4.k.17.2b", "B.4.k.18.1b", "B.5.3b"),
        *("D.9.2.r.2", "D.9.4.r.2", "E.i.1.1a", "F.r.2.1", "G.k.7.r.1"),
    }
)
"""Elements that hold a reaction, an indication, a cause of death or the like, coded or not."""
LONG_PRODUCT = 5
"""Words from which on the name of a product may hold a remark."""
PUBLIC = frozenset({"1", "2", "5"})
"""Kinds of sender and receiver: company, authority and the WHO's centre."""
_LONGEST_TERM = 100
"""Characters; what is longer in such an element is a narrative."""
_CAUSES = frozenset({"B.1.9.2", "B.1.9.4", "D.9.2.r.2", "D.9.4.r.2"})
_PLACEHOLDER = re.compile(r"\[[A-Z_]{3,}")
_REMARK = re.compile(r"[;:.]\s")
_CODE = re.compile(r"\s*1\d{7}\s*")
OLDEST = 89
"""Years; greater ages, and the dates that tell of them, are masked as the policy has it."""
_AGE = re.compile(r"\d*[.,]?\d+")
_A_YEAR = {
    "decade": 0.1,
    "year": 1.0,
    "month": 12.0,
    "week": 52.1775,
    "day": 365.2425,
    "hour": 8766.0,
}


@dataclass(slots=True)
class Node:
    """An element with what is above it.

    above: from the report's element down to the parent.
    path: local names with their number among equal ones, from the report down.
    """

    element: Element
    above: tuple[Element, ...]
    path: str

    @property
    def name(self) -> str:
        """The local name."""
        return local(self.element.tag)

    def parents(self) -> list[str]:
        """Local names of what is above, the nearest first."""
        return [local(element.tag) for element in reversed(self.above)]


@dataclass(slots=True)
class Field:
    """A place of a report that matters.

    kind: FREE text; PHI, a value that identifies; DATE, a date of the case; ATTACHMENT.
    element: its number in ICH E2B ('H.1'), or its name.
    label: a label of ``phi.LABELS`` for PHI and DATE.
    attribute: that holds the value, None where the element's text does.
    known: the value also helps to find it in the free text.
    prefix: that stands before the value, such as 'tel:'.
    wording: what a mask is asked about in place of the value; '' for the value itself.
    young: it is an age of up to 89 years, which stays where there is no mask to ask.
    """

    node: Node
    kind: str
    element: str
    label: str = ""
    attribute: str | None = None
    known: bool = True
    prefix: str = ""
    wording: str = ""
    young: bool = False

    @property
    def value(self) -> str:
        """The text as it stands but for the prefix, '' for none."""
        if self.attribute is not None:
            return self.node.element.get(self.attribute, "").removeprefix(self.prefix)
        return "".join(self.node.element.itertext())

    def put(self, text: str) -> None:
        """Replace the text, and with it anything below the element."""
        element = self.node.element
        if self.attribute is not None:
            element.set(self.attribute, self.prefix + text)
            return
        for child in list(element):
            element.remove(child)
        element.text = text


def is_term(place: Field) -> bool:
    """Tell whether a field holds a term: in few words, a cause of death without a remark."""
    if place.element not in TERMS or len(place.value) > _LONGEST_TERM:
        return False
    return place.element not in _CAUSES or _REMARK.search(place.value) is None


def is_code(place: Field) -> bool:
    """Tell whether a field of ``TERMS`` holds a code of MedDRA and no text."""
    return place.element in TERMS and _CODE.fullmatch(place.value) is not None


def speaks(node: Node, *, words: int = 2) -> bool:
    """Tell whether an element without others below it holds so many words with letters or more.

    What a message has beside its standard is text then, as are remarks in a field for a name.
    """
    text = node.element.text or ""
    if len(node.element):
        return False
    if _PLACEHOLDER.search(text):  # masked before, and perhaps to be restored
        return True
    return sum(any(map(str.isalpha, word)) for word in text.split()) >= words


def is_number(text: str) -> bool:
    """Tell whether a field for an age can hold a text."""
    return _AGE.fullmatch(text.strip()) is not None


def age_field(place: Field, unit: str) -> Field | None:
    """Give the field of an age, and what a mask is asked about it.

    place: holds a number alone. unit: 'decade', 'year', 'month', 'week', 'day' or 'hour'.
    RETURNS: None for an empty field; what is no number identifies.
    """
    value = place.value.strip()
    if not value:
        return None
    if not _AGE.fullmatch(value):
        return replace(place, known=False, wording="unknown")
    age = float(value.replace(",", "."))
    young = age / _A_YEAR[unit] <= OLDEST
    if unit == "year":
        return replace(place, known=place.known and not young, young=young)
    wording = f"{age * 10:.0f} years" if unit == "decade" else f"{value} {unit}s"
    return replace(place, known=False, wording=wording, young=young)


def walk(root: Element) -> Iterator[Node]:
    """Give every element below and with ``root``, in the order of the message."""
    stack = [Node(root, (), local(root.tag))]
    while stack:
        node = stack.pop()
        yield node
        numbers: dict[str, int] = {}
        below = []
        for child in node.element:
            name = local(child.tag)
            numbers[name] = numbers.get(name, 0) + 1
            path = f"{node.path}/{name}[{numbers[name]}]"
            below.append(Node(child, (*node.above, node.element), path))
        stack.extend(reversed(below))


def child(element: Element | None, *names: str) -> Element | None:
    """Go down by local names; None where one is missing."""
    for name in names:
        if element is None:
            return None
        element = next((item for item in element if local(item.tag) == name), None)
    return element
