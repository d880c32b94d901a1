"""Features that need the document around a word: layout, position, neighbours, other detectors."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy
from spacy.attrs import IDX, IS_SPACE, ORTH
from spacy.tokens import Doc

from spacy_deid.detect.features.groups import hashed
from spacy_deid.proposals import read_proposals

_STOPS = frozenset(".!?")
_BINS = 10
_IN, _DOC, _SENT, _AT = (
    [f"{name}={part}" for part in range(_BINS)] for name in ("in", "doc", "sent", "at")
)


@dataclass(slots=True)
class View:
    """A document as the linear recognizers see it: its tokens without white space.

    words: token texts; starts: their first characters in the document; tokens: their places in it.
    line: number of the line of each word; column: its place in that line.
    lower: the words in lower case.
    """

    doc: Doc
    words: list[str]
    lower: list[str]
    starts: list[int]
    tokens: list[int]
    line: list[int]
    column: list[int]


def view_of(doc: Doc) -> View:
    """Lay a document out in words and lines; white space tokens only break lines."""
    if not len(doc):
        return View(doc, [], [], [], [], [], [])
    table = doc.to_array([ORTH, IDX, IS_SPACE])
    strings = doc.vocab.strings
    space = table[:, 2].astype(bool)
    places = numpy.flatnonzero(~space)
    breaks = numpy.zeros(len(table), dtype=numpy.int64)
    for place in numpy.flatnonzero(space).tolist():
        text = strings[int(table[place, 0])]
        breaks[place] = "\n" in text or "\r" in text
    lines = numpy.cumsum(breaks)[places]
    # the first word of the line of each word
    firsts = numpy.searchsorted(lines, lines)
    words = [strings[orth] for orth in table[places, 0].tolist()]
    return View(
        doc,
        words,
        [word.lower() for word in words],
        table[places, 1].tolist(),
        places.tolist(),
        lines.tolist(),
        (numpy.arange(len(places)) - firsts).tolist(),
    )


Contextual = Callable[[View, list[list[str]]], None]


def layout(view: View, rows: list[list[str]]) -> None:
    """Add place in the line, the header cue that rules the line, and the part of the document.

    A cue is what stands before the first colon of a line, at most four words; 'Date of birth:' is
    one. A short line counts its words.
    """
    total = max(len(view.words), 1)
    lines = (view.line[-1] if view.line else 0) + 1
    for first, end in _lines_of(view):
        line, last = view.line[first], end - 1
        cue_place, cue = _cue_of(view, first, end)
        short = last - first < 6 and f"short={last - first}"
        numbers = [f"line={line}"] if line < 20 else []
        if lines - line <= 6:
            numbers.append(f"up={lines - line}")
        for place in range(first, end):
            row = rows[place]
            if place - first < 3:
                row.append(f"col={place - first}")
            if last - place < 3:
                row.append(f"left={last - place}")
            if short:
                row.append(short)
            row.append(_AT[_BINS * place // total])
            row += numbers
            if cue and place > cue_place:
                row += (cue, f"{cue}+{min(place - cue_place, 4)}")


def _lines_of(view: View) -> list[tuple[int, int]]:
    """Give the words [first, end) of each line that has any."""
    firsts = [place for place, column in enumerate(view.column) if not column]
    return list(pairwise([*firsts, len(view.words)]))


def _cue_of(view: View, first: int, end: int) -> tuple[int, str]:
    """Give the place of the first colon among the second to fifth word, and what it stands behind.

    RETURNS: the place and a feature, '' where there is none.
    """
    for place in range(first + 1, min(first + 5, end)):
        if view.words[place] == ":":
            return place, hashed("cue", " ".join(view.lower[first:place]))
    return end, ""


def position(view: View, rows: list[list[str]]) -> None:
    """Add the place of the word in sentence and document and of the sentence, in tenths.

    SOURCE: system 1; sentences end at a full stop, question or exclamation mark, or a line end.
    """
    words, lines = view.words, view.line
    total = len(words)
    borders = [
        place
        for place in range(1, total)
        if words[place - 1] in _STOPS or lines[place] != lines[place - 1]
    ]
    first = 0
    for number, end in enumerate([*borders, total]):
        sentence = _SENT[_BINS * number // (len(borders) + 1)]
        length = end - first
        for place in range(first, end):
            rows[place] += (
                _IN[_BINS * (place - first) // length],
                _DOC[_BINS * place // total],
                sentence,
            )
        first = end


def bigrams(view: View, rows: list[list[str]]) -> None:
    """Add the pairs of neighbouring words within two tokens (Stat-De-id)."""
    padded = ["", "", *view.lower, "", ""]
    for place, row in enumerate(rows):
        for offset in range(4):
            pair = f"{padded[place + offset]} {padded[place + offset + 1]}"
            row.append(hashed(f"b{offset}", pair))


def presence(view: View, rows: list[list[str]]) -> None:
    """Add the presence of each word within four to the left and four to the right (Stanford)."""
    marks = [hashed("w", word) for word in view.lower]
    for place, row in enumerate(rows):
        row.extend(f"L{mark}" for mark in marks[max(place - 4, 0) : place])
        row.extend(f"R{mark}" for mark in marks[place + 1 : place + 5])


_TITLES = frozenset("mr mrs ms miss dr prof sr sra don doña dra mme m".split())
_AGE_BEFORE = ("age", "he is", "she is", "patient is")
_AGE_AFTER = ("years old", "year - old", "years of age", "yrs of age", "y . o", "yo")
_PLACE_BEFORE = frozenset("cape fort lake mount los".split())
_PLACE_AFTER = frozenset("street parkway town ville harbor".split())
_SITE_AFTER = frozenset("hospital rehab center clinic".split())


def mimic(view: View, rows: list[list[str]]) -> None:
    """Add the context triggers of the MIMIC rules, one of system 5's five."""
    lower = view.lower
    for place, row in enumerate(rows):
        before = " ".join(lower[max(place - 2, 0) : place])
        after = " ".join(lower[place + 1 : place + 4])
        if lower[max(place - 1, 0)] in _TITLES or (
            place > 1 and lower[place - 1] == "." and lower[place - 2] in _TITLES
        ):
            row.append("after_title")
        if before.endswith(_AGE_BEFORE):
            row.append("age_before")
        if after.startswith(_AGE_AFTER):
            row.append("age_after")
        if place and lower[place - 1] in _PLACE_BEFORE:
            row.append("place_before")
        following = lower[place + 1 : place + 2]
        if following and following[0] in _PLACE_AFTER:
            row.append("place_after")
        if any(word in _SITE_AFTER for word in lower[place + 1 : place + 4]):
            row.append("site_after")


def linguistic(view: View, rows: list[list[str]]) -> None:
    """Add part of speech, lemma and the heads within two arcs, where the Doc has them."""
    doc = view.doc
    tagged, lemmas, parsed = (doc.has_annotation(name) for name in ("POS", "LEMMA", "DEP"))
    if not (tagged or lemmas or parsed):
        return
    for index, row in zip(view.tokens, rows, strict=True):
        token = doc[index]
        if tagged:
            row.append(f"pos={token.pos_}")
        if lemmas:
            row.append(hashed("lemma", token.lemma_))
        if parsed:
            row.append(f"{token.dep_}>{hashed('head', token.head.lower_)}")
            row.append(f"{token.dep_}>{token.head.dep_}>{hashed('top', token.head.head.lower_)}")


def rules(view: View, rows: list[list[str]], sources: Sequence[str]) -> None:
    """Add what other detectors proposed: label, place in the span, and the rule that found it."""
    if not rows:
        return
    for source in sources:
        for proposal in read_proposals(view.doc, source):
            mark = "B"
            for place in span_places(view.starts, proposal.start, proposal.end):
                rows[place].append(f"{source}={mark}-{proposal.label}")
                rows[place].append(f"{source}:{proposal.source}")
                mark = "I"


def span_places(starts: Sequence[int], start: int, end: int) -> range:
    """Give the places of the words that begin inside of [start, end)."""
    return range(bisect_left(starts, start), bisect_left(starts, end))
