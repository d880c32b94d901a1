"""Values in tables and lists of laboratory tests, vital signs and scores."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from spacy_deid.detect.dates.rows import row_order
from spacy_deid.detect.protection.results.lab_cells import (
    MEASURED,
    NUMBERED,
    OWN,
    holds_values,
    names_measure,
)
from spacy_deid.detect.words.reading import Reading

_MARKS = (
    # what parts the cells of a row: the first that a line has
    re.compile(r"\|"),
    re.compile(r"\t"),
    re.compile(r"→"),
    re.compile(r"[ \t]{2,}"),
    re.compile(r";(?=\S)"),
    re.compile(r",(?=\S)"),
)
_GAPS, _COMMAS = _MARKS[3], _MARKS[4:]
_FEWEST_COMMAS = 3
_FLAG = re.compile(r"h|l|hh|ll|n|high|low|normal|\*{1,2}")
_WITH_VALUE = re.compile(r"(?P<name>[a-z][\w+-]{1,9}) (?P<value>-?\d{1,4}(?:[.,]\d{1,2})?)")
"""A first cell that holds the first value as well: 'gluc 27.3'."""
_SEXES = frozenset("f m male female".split())
_RUNS = frozenset(run[0] for name in MEASURED if (run := re.match(r"[^\W\d_]+", name)))
_LEAST_BESIDE = 2
"""Values of a row that counts for the rows beside it."""
_LEAST_SIDES = 4
"""Values of a row of the right or the left side, of which two make a table."""
_SIDE = re.compile(r"(?:r|l|re|li|right|left|rechts|links|od|os|ad|as)(?: [a-z]{2})?")
_LONG = re.compile(r"\d{4}")
_FORMED = re.compile(r"\d[.,]\d|\d ?(?:[%°<>↑↓*a-zµμ]|[-–/] ?\d)|[<>≤≥~±]")
"""What a number of a result may have and a number of a person has not: a decimal, unit or range."""
_SLACK = 2
"""Characters by which a value may stand beside the head of its column."""
_TIMED = frozenset("day days tag week weeks hour hours hrs min mins minutes cycle".split())
_TIME = re.compile(r"[dwhc]?\d{1,3}(?:h|hrs?|d|min)?")
"""The heads of columns beside 'Day', 'Week' or 'Hour'."""


@dataclass(slots=True)
class _Row:
    """One line of a table: its first character, place and text of each cell, what parts them."""

    origin: int
    starts: list[int]
    cells: list[str]
    parted: re.Pattern[str]


_PAIR = re.compile(r"\d{1,2}(?P<mark>[./])\d{1,2}(?!\d)")


def find_lab_tables(reading: Reading) -> Iterator[tuple[int, int]]:
    """Give the [start, end) characters of every value of a table or a list of results.

    In a table with pipes, tabs, arrows or wide gaps between its cells the values of a row are those
    of what its first cell names, or of what the head of the column does. A row without such a name
    counts where the rows beside it have one and its form is that of results. Under a head that
    names persons, numbers or ages the columns alone decide. A row of days and months that rise
    holds no values: '18.08 6.98 | 19.08 7.21'. In a list with commas the values stand
    behind the name of a test.
    """
    if not _RUNS.isdisjoint(reading.words) or len(reading.figures) >= 2 * _LEAST_SIDES:
        low = reading.low
        for start, end in _tabled(low):
            pair = _PAIR.match(low, start, end)
            if pair is None or not row_order(low, start, pair["mark"]):
                yield start, end


def _tabled(low: str) -> Iterator[tuple[int, int]]:
    """Give the values of all tables of a text in small letters."""
    block: list[_Row] = []
    start = 0
    for line in low.split("\n"):
        row = _row(line, start)
        if row is None or (block and row.parted != block[0].parted):
            yield from _values(block)
            block = []
        if row is not None:
            block.append(row)
        start += len(line) + 1
    yield from _values(block)


def _row(line: str, start: int) -> _Row | None:
    """Part a line into cells; None where it has one alone."""
    for mark in _MARKS:
        gaps = list(mark.finditer(line))
        if len(gaps) < (_FEWEST_COMMAS if mark in _COMMAS else 1):
            continue
        starts, cells, place = [], [], 0
        for gap in [*gaps, None]:
            end = gap.start() if gap else len(line)
            cell = line[place:end]
            lead = len(cell) - len(cell.lstrip())
            if cell.strip() or mark is not _GAPS:
                starts.append(start + place + lead)
                cells.append(cell.strip())
            place = gap.end() if gap else end
        if len(cells) > 1:
            first = _WITH_VALUE.fullmatch(cells[0])
            if first and first["name"] in MEASURED:
                cells[:1] = [first["name"], first["value"]]
                starts[:1] = [starts[0], starts[0] + first.start("value")]
            return _Row(start, starts, cells, mark)
    return None


def _values(block: list[_Row]) -> Iterator[tuple[int, int]]:
    """Give the values of rows that follow one another, and the names that stand at their head."""
    if block and block[0].parted in _COMMAS:
        yield from _listed(block)
        return
    results, sides = _are_results(block), sum(map(_is_side, block)) > 1
    head = _Head(None)
    for row in block:
        first = _first(row)
        if row is block[0] or _is_head(row):
            head = _Head(row)
            yield from head.names()
        follows = (results and _is_formed(row)) or (sides and _is_side(row))
        by_row = names_measure(first) or (follows and not head.personal)
        by_row = by_row and _SEXES.isdisjoint(row.cells[1:])
        if by_row and first in MEASURED and _counted(row) and not head.personal:
            start = row.starts[row.cells.index(first)]
            yield start, start + len(first)
        for number, (start, cell) in enumerate(zip(row.starts, row.cells, strict=True)):
            if not (holds_values(cell) or (number and _FLAG.fullmatch(cell))):
                continue
            told = head.says(row, number)
            if by_row if told is None else told:
                yield start, start + len(cell)


class _Head:
    """The names of the columns of a table.

    personal: whether one of them is of persons or their numbers.
    """

    __slots__ = ("columns", "personal", "row")

    def __init__(self, row: _Row | None) -> None:
        self.row = row
        self.columns = _columns(row) if row else []
        self.personal = False in self.columns

    def names(self) -> Iterator[tuple[int, int]]:
        """Give the names of measures and of days in the head itself."""
        row = self.row
        assert row is not None
        if _first(row) in _TIMED and all(map(_TIME.fullmatch, row.cells[1:])):
            yield row.starts[0], row.starts[-1] + len(row.cells[-1])
        told = [at for at, cell in enumerate(row.cells) if self.columns[at] and cell in MEASURED]
        if len({row.cells[at] for at in told}) > 1:
            # one alone may be the initials of somebody: 'HR'
            for at in told:
                yield row.starts[at], row.starts[at] + len(row.cells[at])

    def says(self, row: _Row, number: int) -> bool | None:
        """Tell whether a cell holds a value by what stands above it; None where nothing says it."""
        head = self.row
        if head is None or head is row or not number:
            return None
        if head.parted is _GAPS:
            start = row.starts[number] - row.origin
            end = start + len(row.cells[number])
            places = [place - head.origin for place in head.starts]
            apart = [
                max(place - end, start - place - len(cell))
                for place, cell in zip(places, head.cells, strict=True)
            ]
            if min(apart) <= _SLACK:
                return self.columns[apart.index(min(apart))]
        elif len(row.cells) == len(head.cells):
            return self.columns[number]
        return False if self.personal else None


def _columns(row: _Row) -> list[bool | None]:
    """Tell of each cell of a head whether its column holds values, no values, or nothing sure."""
    if any(map(holds_values, row.cells)):
        return [None] * len(row.cells)
    indented = row.parted is _GAPS and row.starts[0] > row.origin
    columns: list[bool | None] = []
    for number, cell in enumerate(row.cells):
        if OWN.search(cell) and not any(map(str.isdigit, cell)) and ":" not in cell:
            columns.append(False)
        else:
            columns.append((names_measure(cell) and (number > 0 or indented)) or None)
    return columns


def _is_head(row: _Row) -> bool:
    return len([told for told in _columns(row) if told is not None]) > 1


def _are_results(block: list[_Row]) -> bool:
    """Tell whether two rows or more are of measures and hold several values each."""
    return sum(names_measure(_first(row)) and _counted(row) > 1 for row in block) > 1


def _is_formed(row: _Row) -> bool:
    """Tell whether a row without the name of a measure has the form of results all the same."""
    first = _first(row)
    values = [cell for cell in row.cells if holds_values(cell)]
    return (
        len(values) >= _LEAST_BESIDE
        and first[:1].isalpha()
        and not NUMBERED.search(first)
        and any(map(_FORMED.search, values))
        and not any(map(_LONG.search, values))
    )


def _is_side(row: _Row) -> bool:
    """Tell whether a row holds the values of the right or of the left side."""
    values = [cell for cell in row.cells if holds_values(cell)]
    sided = _SIDE.fullmatch(_first(row)) is not None
    return sided and len(values) >= _LEAST_SIDES and not any(map(_LONG.search, values))


def _listed(block: list[_Row]) -> Iterator[tuple[int, int]]:
    """Give the values behind the name of a test in rows whose cells have commas between them."""
    for row in block:
        measured = [number for number, cell in enumerate(row.cells) if cell in MEASURED]
        first = measured[0] + 1 if measured else len(row.cells)
        own = [number for number in range(first, len(row.cells)) if OWN.search(row.cells[number])]
        values = range(first, own[0] if own else len(row.cells))
        found = [number for number in values if holds_values(row.cells[number])]
        if len(found) >= _LEAST_BESIDE:
            flags = [number for number in values if _FLAG.fullmatch(row.cells[number])]
            for number in (*found, *flags):
                yield row.starts[number], row.starts[number] + len(row.cells[number])


def _first(row: _Row) -> str:
    return next((cell for cell in row.cells if cell), "")


def _counted(row: _Row) -> int:
    return sum(map(holds_values, row.cells))
