"""Turn a skeleton and a scene into text whose every labelled character is known."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from spacy_deid.intervals import PhiSpan
from spacy_deid.synthesize.pieces import Piece, Slot, mark_of
from spacy_deid.synthesize.scene import Scene
from spacy_deid.synthesize.skeletons import Node

_VOWEL = re.compile(r"(?i)(?:8|1[18](?!\d)|[aeio]|u(?!ni|se|ti|k|\.?s\b|ro)|hour|heir)")
_ONE = re.compile(r"(?i)(?:one\b|once|eu|ewe)")
_UNIT = re.compile(r"(?i)[ -]?(?:years?|yrs?\.?|y/?o|y)\b(?:[ -](?:old|of age)\b)?")
_SPELLED = re.compile(r"[AEFHILMNORSX](?:[A-Z0-9.-]|\b)")


@dataclass(slots=True)
class Mark:
    """A labelled stretch of a draft: start, end and the kind of its piece."""

    start: int
    end: int
    kind: str


@dataclass(slots=True)
class Draft:
    """Text on its way, with its marks in order; no two overlap."""

    text: str
    marks: list[Mark] = field(default_factory=list)

    def spans(self) -> list[PhiSpan]:
        """Give the gold spans."""
        return [PhiSpan(m.start, m.end, m.kind) for m in self.marks if mark_of(m.kind) == "phi"]

    def utility(self) -> list[list[int | str]]:
        """Give the clinical stretches as [start, end, kind]."""
        return [[m.start, m.end, m.kind[1:]] for m in self.marks if mark_of(m.kind) == "utility"]

    def traps(self) -> list[list[int | str]]:
        """Give the traps as [start, end, kind]; a skeleton's own are of the kind 'wording'."""
        return [[m.start, m.end, m.kind[1:]] for m in self.marks if mark_of(m.kind) == "trap"]


def article(word: str) -> str:
    """Give 'a' or 'an' for what follows: 'an' for '84-year-old', 'a' for 'university'."""
    if _ONE.match(word):
        return "a"
    return "an" if _VOWEL.match(word) or _SPELLED.match(word) else "a"


def _flatten(nodes: Sequence[Node], scene: Scene) -> list[Piece]:
    pieces: list[Piece] = []
    for node in nodes:
        if isinstance(node, str):
            pieces.append((node, ""))
        elif isinstance(node, Slot):
            pieces.extend(scene.render(node))
        else:
            pieces.extend(_flatten(scene.dice.pick(node), scene))
    return pieces


def _whole_ages(pieces: Sequence[Piece]) -> list[Piece]:
    """Let a bare age take the unit that the prose has behind it: '57' and ' years' are one span."""
    out = list(pieces)
    for index, (text, kind) in enumerate(out[:-1]):
        following, plain = out[index + 1]
        if kind == "AGE" and text.isdigit() and not plain and (unit := _UNIT.match(following)):
            out[index] = (text + unit.group(), kind)
            out[index + 1] = (following[unit.end() :], "")
    return out


def assemble(pieces: Sequence[Piece]) -> Draft:
    """Join pieces.

    'a(n)' becomes the article of what follows, and a stop that an abbreviation brings is not
    doubled by the sentence's own ('K.O.' and '.').
    """
    out: list[str] = []
    marks: list[Mark] = []
    length = 0
    before = ""
    for index, (text, kind) in enumerate(pieces):
        if not text:
            continue
        if not kind and text[0] == "." and before == "." and not text.startswith(".."):
            text = text[1:]
        if "a(n)" in text or "A(n)" in text:
            text = _articles(text, "".join(piece[0] for piece in pieces[index + 1 : index + 4]))
        if not text:
            continue
        start, end = length, length + len(text)
        if kind:
            while start < end and text[start - length].isspace():
                start += 1
            while end > start and text[end - length - 1].isspace():
                end -= 1
            if start < end:
                marks.append(Mark(start, end, kind))
        out.append(text)
        length += len(text)
        before = text[-1]
    return Draft("".join(out), marks)


def _articles(text: str, following: str) -> str:
    parts = re.split(r"([aA])\(n\)", text)
    out = parts[0]
    for letter, rest in zip(parts[1::2], parts[2::2], strict=True):
        chosen = article((rest + following).lstrip())
        out += (chosen if letter == "a" else chosen.capitalize()) + rest
    return out


def render(nodes: Sequence[Node], scene: Scene) -> Draft:
    """Fill a skeleton's nodes with what the scene holds.

    RETURNS: the draft; every mark covers exactly the text that its slot was rendered to.
    """
    return assemble(_whole_ages(_flatten(nodes, scene)))
