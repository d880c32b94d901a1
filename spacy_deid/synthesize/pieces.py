"""The pieces that a slot is rendered to, and the slot itself."""

from __future__ import annotations

from typing import NamedTuple

from spacy_deid.phi import LABELS

PLAIN = ""
TRAP = "!"
UTILITY = ("DRUG", "REACTION", "INDICATION", "DOSE", "ROUTE", "FREQUENCY", "LAB") + (
    "RELTIME",
    "DURATION",
)
"""Kinds of clinical content that has to survive."""

Piece = tuple[str, str]
"""Text and its kind: '' plain, a label of ``phi.LABELS``, '+DRUG' … clinical, '!lot' … trap."""

_MARKS = dict.fromkeys(LABELS, "phi") | {f"+{kind}": "utility" for kind in UTILITY}


class Slot(NamedTuple):
    """A parsed slot.

    name, number, part: ``{doctor2.last}`` is 'doctor', 2, 'last'; the number is 1 if none stands.
    offset, offset2: signed numbers of days, months or years, 0 where none stands.
    style: what stands behind the bar, '' for none.
    literal: text of ``{trap:…}`` and ``{lit:KIND:…}``.
    source: the slot as written, for messages.
    """

    name: str
    number: int
    part: str
    offset: int
    offset2: int
    style: str
    literal: str
    source: str


def mark_of(kind: str) -> str:
    """Give 'phi', 'utility' or 'trap' for the kind of a piece, '' for plain text."""
    return "trap" if kind.startswith(TRAP) else _MARKS.get(kind, "")
