"""Values in tables whose columns or rows are days: '| 10/02 | 15/02 |' over '| 61 | 64 |'."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy_deid.detect.protection.results.lab_cells import OWN, holds_values
from spacy_deid.detect.words.reading import Reading

_GAPS = re.compile(r"[ ]*\|[ ]*|[ ]*\t[ ]*| {3,}")
_MONTH = "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)"
_DAY = re.compile(
    # 3/4, 3.4., 3.04, 3.4.2021; no decimal number
    rf"(?:\d{{1,2}}/\d{{1,2}}(?:/(?:\d\d){{1,2}})?|\d{{1,2}}\.(?:\d{{1,2}}\.(?:(?:\d\d){{1,2}})?|"
    rf"0[1-9]|1[0-2])|\d{{4}}-\d\d-\d\d|"
    rf"\d{{1,2}}[ -]?{_MONTH}[a-z]{{0,6}}\.?(?:[ -]?(?:\d\d){{1,2}})?|"
    rf"{_MONTH}[a-z]{{0,6}}\.? \d{{1,2}}(?:,? \d{{4}})?)"
)
_FIGURE = re.compile(r"[<>]?\d{1,4}(?:[.,]\d{1,2})?")
_MOST_ROWS = 20
_LEAST = 2


def find_dated_tables(reading: Reading) -> Iterator[tuple[int, int]]:
    """Give the [start, end) characters of every value below or behind such a day.

    The days head two columns or more, or they lead two rows or more in which only figures follow. A
    table that names persons, ages, numbers or places has none.
    """
    if len(reading.figures) < 2 * _LEAST or not ("|" in reading.text or "   " in reading.text):
        if "\t" not in reading.text:
            return
    block: list[list[tuple[int, str]]] = []
    start = 0
    for line in [*reading.low.split("\n"), ""]:
        cells = _cells(line, start)
        if len(cells) > 1 and len(block) < _MOST_ROWS:
            block.append(cells)
        else:
            yield from _values(block)
            block = [cells] if len(cells) > 1 else []
        start += len(line) + 1


def _cells(line: str, start: int) -> list[tuple[int, str]]:
    """Part a line into cells that hold something, each with its place."""
    found, place = [], 0
    ends = [gap.span() for gap in _GAPS.finditer(line)]
    for low, high in [*ends, (len(line), len(line))]:
        cell = line[place:low]
        if cell.strip():
            lead = len(cell) - len(cell.lstrip())
            found.append((start + place + lead, cell.strip()))
        place = high
    return found


def _is_day(cell: str) -> bool:
    return _DAY.fullmatch(cell) is not None


def _values(block: list[list[tuple[int, str]]]) -> Iterator[tuple[int, int]]:
    if len(block) < _LEAST or any(OWN.search(cell) for row in block for _, cell in row):
        return
    head, *rows = block
    if sum(_is_day(cell) for _, cell in head) >= _LEAST:
        cells = [cell for row in rows for cell in row]
    else:
        led = [row for row in block if _is_day(row[0][1])]
        cells = [cell for row in led for cell in row[1:]]
        if len(led) < _LEAST or not all(_FIGURE.fullmatch(cell) for _, cell in cells):
            return
    for start, cell in cells:
        if holds_values(cell) and not _is_day(cell):
            yield start, start + len(cell)
