"""Days and months in one row of a table: '| 1/2 | 1/3 | 29/3 |', 'pH | 18.08 6.9 | 19.08 7.2'."""

from __future__ import annotations

import re
from itertools import pairwise

_CELL = re.compile(
    r"(?:(?<=[|;\t])|(?<=\s\s)|^)[ \t]{0,12}(?P<a>\d{1,2})(?P<s>[/.])(?P<b>\d{1,2})\.?"
    r"(?=(?P<value>\s\d{1,4}(?:[.,]\d{1,3})?)?[ \t]{0,12}(?:[|;\t\n]|\s\s|\Z))",
    re.MULTILINE,
)
_REACH = 100
_LEAST, _LEAST_WITH_VALUES = 3, 2
_MONTHS, _DAYS = 12, 31
_SIGHT = frozenset((6, line) for line in (5, 6, 9, 12, 18, 24))
"""What an eye sees: '6/9 | 6/12 | 6/18'."""


def row_order(low: str, start: int, mark: str) -> str:
    """Tell in which order the pairs of numbers around a place are days and months of a table's row.

    They rise from cell to cell, and are no scores: not all out of one greater number. Three cells
    are needed, or two of them with a value each.
    start: of a pair with ``mark`` between its numbers, '/' or '.'.
    RETURNS: 'DM', 'MD', or '' for anything else.
    """
    first = max(low.rfind("\n", 0, start) + 1, start - _REACH)
    end = low.find("\n", start, start + _REACH)
    cells = list(_CELL.finditer(low, first, end if end >= 0 else min(len(low), start + _REACH)))
    if not any(cell.start("a") == start for cell in cells):
        return ""
    cells = [cell for cell in cells if cell["s"] == mark]
    valued = all(cell["value"] for cell in cells)
    if len(cells) < (_LEAST_WITH_VALUES if valued else _LEAST):
        return ""
    pairs = [(int(cell["a"]), int(cell["b"])) for cell in cells]
    if (
        _SIGHT.issuperset(pairs)
        or len({b for _, b in pairs}) == 1
        and all(a <= b for a, b in pairs)
    ):
        return ""
    if mark == "." and not all(len(cell["b"]) == 2 for cell in cells):
        return ""
    if max(max(pair) for pair in pairs) <= _MONTHS:
        return ""
    for order, dates in (("DM", [(b, a) for a, b in pairs]), ("MD", pairs)):
        real = all(0 < m <= _MONTHS and 0 < d <= _DAYS for m, d in dates)
        if real and all(before < behind for before, behind in pairwise(dates)):
            if order == "DM" or mark == "/":
                return order
    return ""
