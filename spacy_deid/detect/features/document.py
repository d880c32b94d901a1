"""Features that reach further than a window: form fields, word pairs, other mentions."""

from __future__ import annotations

from spacy_deid.detect.features.context import View
from spacy_deid.detect.features.groups import hashed
from spacy_deid.detect.features.shapes import merged_shape

_FAR = 8
"""Words after a colon that still count as its value."""
_LEAST_LETTERS = 3
_STOP = frozenset(".!?")


def fields(view: View, rows: list[list[str]]) -> None:
    """Add the nearest cue before the word, wherever in the line, and the line before's cue.

    A cue is the one to three words before a colon: several fields may share a line
    ('Age: 16 years Sex: M'). The first word of the line and of the sentence are added too.
    """
    cue = line_cue = above = first = opening = ""
    distance, line = 0, -1
    for place, (word, row) in enumerate(zip(view.words, rows, strict=True)):
        lower = view.lower[place]
        if view.line[place] != line:
            line = view.line[place]
            above = hashed("above", line_cue) if line_cue else ""
            cue = line_cue = ""
            first, opening = hashed("first", lower), hashed("opening", lower)
        elif view.words[place - 1] in _STOP:
            opening = hashed("opening", lower)
        row += (first, opening)
        if above:
            row.append(above)
        if cue:
            distance += 1
            if distance <= _FAR:
                row += (f"field{cue}", f"field{min(distance, 4)}{cue}")
        if word == ":" and view.column[place]:
            start = max(place - 3, place - view.column[place])
            words = " ".join(view.lower[start:place])
            # the hash alone: it goes behind several names
            cue, distance = hashed("", words), 0
            line_cue = line_cue or words


def pairs(view: View, rows: list[list[str]]) -> None:
    """Add pairs of neighbouring words, and the shapes of three and five words in a row."""
    lower = ["", "", *view.lower, "", ""]
    shapes = ["", "", *(merged_shape(word)[:6] for word in view.words), "", ""]
    for place, row in enumerate(rows):
        for offset in range(4):
            row.append(hashed(f"b{offset}", f"{lower[place + offset]} {lower[place + offset + 1]}"))
        row.append(hashed("around", f"{lower[place + 1]} {lower[place + 3]}"))
        row.append("S" + " ".join(shapes[place + 1 : place + 4]))
        row.append("W" + " ".join(shapes[place : place + 5]))


def mentions(view: View, rows: list[list[str]]) -> None:
    """Add what stands around the other mentions of a capitalised word or number in the document.

    Of the first three other mentions: the word before, the word after, and the cue of their field.
    """
    places: dict[str, list[int]] = {}
    for place, word in enumerate(view.words):
        if len(word) >= _LEAST_LETTERS and (word[0].isupper() or word[0].isdigit()):
            places.setdefault(view.lower[place], []).append(place)
    cues = _cues(view)
    lower = ["", *view.lower, ""]
    for found in places.values():
        if len(found) < 2:
            continue
        marks = [
            (
                hashed("m-", lower[place]),
                hashed("m+", lower[place + 2]),
                hashed("m:", cues[place]),
            )
            for place in found[:4]
        ]
        for number, place in enumerate(found):
            others = [mark for other, mark in enumerate(marks) if other != number][:3]
            rows[place].append(f"mentions={min(len(found), 4)}")
            rows[place].extend({feature: None for mark in others for feature in mark})


def _cues(view: View) -> list[str]:
    """Give the words before the nearest colon of the line, '' where there is none."""
    cues: list[str] = []
    cue, line = "", -1
    for place, word in enumerate(view.words):
        if view.line[place] != line:
            line, cue = view.line[place], ""
        cues.append(cue)
        if word == ":" and view.column[place]:
            cue = " ".join(view.lower[max(place - 2, place - view.column[place]) : place])
    return cues
