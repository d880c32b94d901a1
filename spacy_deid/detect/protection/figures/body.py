"""Weights and heights in fields, vital signs in shorthand, pressures in centimetres of mercury."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy_deid.detect.words.reading import Cues, Reading

_SIZES = Cues(
    "weight|wt|height|ht|bmi|bsa|peso|poids|gewicht|taille|talla|altura|patientweight|patientheight|"
    "weightkg|heightcm"
)
_SIZE = re.compile(
    # <patientweight>81, weight|68, "wt": "71", patient_weight_kg: 58; a line of its own above it
    rf"(?<![^\W_]){_SIZES.pattern}(?:[ _]?(?:kg|kgs|lbs|cm|in))?"
    r"(?:\s?\((?:kg|lbs?|cm|m|in|m2|kg/m2)\))?"
    r"[\"']?(?:\s?[:=>\t]|\s?\|{1,2}|(?<=\n)|[ \t]?\n)\s?[\"']?"
    r"(\d{1,3}(?:[.,]\d{1,2})?)(?![\w/]|[.,-]\d)"
)
_SIGNS = {
    "temperature": (r"t(?:emp)?", (30, 43)),
    "pulse": (r"pulse|p|hr", (20, 250)),
    "breaths": (r"resps?|rr?", (4, 80)),
    "pressure": (r"bp?", (40, 260)),
    "oxygen": (r"sats?|s[ap]o2|o2", (40, 100)),
    "consciousness": (r"gcs", (3, 15)),
}
"""What each letter stands for, and the values that it can have."""
_ONE_SIGN = re.compile(
    "|".join(rf"(?P<{name}>(?:{letters})\s?)" for name, (letters, _) in _SIGNS.items())
)
_VALUE = re.compile(r"(\d{1,3})(?:[.,]\d)?(?P<low>/\d{2,3})?\s?%?(?![\w/-]|[.,]\d)")
_BEGIN = re.compile(r"(?<![\w/.-])(?=[tphrbsog])")
_NEXT = re.compile(r"[ ,;]{1,3}")
_SHORT = Cues("t|temp|p|hr|pulse|r|rr|resp|resps|b|bp")
_TOLD = frozenset({"pressure", "oxygen", "consciousness"})
_LEAST = 3
_TENSIONS = Cues("ta|tas|tension")
_TENSION = re.compile(
    rf"(?<![\w/-]){_TENSIONS.pattern}(?:[ ]artérielle)?[ \t]?[:=]?[ \t]?"
    r"(?P<high>\d{1,2})/(?P<low>\d{1,2})(?![\w/-]|[.,]\d)"
)
_FILM = re.compile(r"\b(?:cxr|x-?rays?|chest|film|radiograph|ct|view|thorax)\b[^.;\n]{0,16}\Z")
_HIGHEST, _LOWEST = (8, 25), (3, 15)
_REACH = 30


def find_body_figures(reading: Reading) -> Iterator[tuple[int, int]]:
    """Give the [start, end) characters of every such figure.

    Signs count in a row of three, or of two one of which is a pressure, a saturation or a score; a
    pressure in centimetres ('TA 12/8') where its numbers can be one, and no film is spoken of.
    """
    if not reading.figures:
        return
    low = reading.low
    if _SIZES.among(reading):
        for size in _SIZE.finditer(low):
            # WT;HT|44;M: the first value of the row below
            if not ("|" in size[0] and low[size.start() - 1 : size.start()] == ";"):
                yield size.span(1)
    if len(reading.figures) > 1 and _SHORT.among(reading):
        yield from _rows(low)
    if _TENSIONS.among(reading):
        for pressure in _TENSION.finditer(low):
            high, least = int(pressure["high"]), int(pressure["low"])
            can_be = _HIGHEST[0] <= high <= _HIGHEST[1] and _LOWEST[0] <= least <= _LOWEST[1]
            before = max(0, pressure.start() - _REACH), pressure.start()
            if can_be and least < high and not _FILM.search(low, *before):
                yield pressure.start("high"), pressure.end("low")


def _sign(low: str, start: int) -> tuple[str, int] | None:
    """Give what a sign at a place tells, and where its value ends; None for none."""
    sign = _ONE_SIGN.match(low, start)
    value = _VALUE.match(low, sign.end()) if sign is not None else None
    if sign is None or value is None:
        return None
    name = str(sign.lastgroup)
    least, most = _SIGNS[name][1]
    if not least <= int(value[1]) <= most or (value["low"] and name != "pressure"):
        return None
    return name, value.end()


def _rows(low: str) -> Iterator[tuple[int, int]]:
    done = 0
    for begin in _BEGIN.finditer(low):
        if begin.start() < done:
            continue
        row: list[tuple[str, tuple[int, int]]] = []
        start = begin.start()
        while (found := _sign(low, start)) is not None:
            row.append((found[0], (start, found[1])))
            gap = _NEXT.match(low, found[1])
            if gap is None:
                break
            start = gap.end()
        names = {name for name, _ in row}
        if len(names) == len(row) and len(row) >= (_LEAST - 1 if names & _TOLD else _LEAST):
            yield from (span for _, span in row)
        done = row[-1][1][1] if row else done
