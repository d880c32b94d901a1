"""Whether texts write the day or the month first, and what those of one case tell each other."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from spacy_deid.annotations import Record

_NUMBERS = re.compile(
    r"(?<![\d./-])(\d{1,2})([./-])(\d{1,2})\2((?:1[89]|20|21)?\d\d)(?![\d]|[./-]\d)"
)


def written_days(texts: Iterable[str]) -> set[tuple[int, int, int]]:
    """Give year without its century, first and second number of dates in three numbers."""
    return {
        (int(found[4]) % 100, int(found[1]), int(found[3]))
        for text in texts
        for found in _NUMBERS.finditer(text)
    }


def orders_in(days: Iterable[tuple[int, int, int]]) -> set[str]:
    """Give 'DMY' and 'MDY' as days above 12 prove them."""
    return {
        "DMY" if first > 12 else "MDY"
        for _, first, second in days
        if min(first, second) <= 12 < max(first, second)
    }


class CaseOrders:
    """The order of day and month that the texts of each case prove.

    records: of the whole input; they are read through once, and no text is kept.
    """

    def __init__(self, records: Iterable[Record]) -> None:
        self._proved: dict[str, set[str]] = {}
        for record in records:
            case = record.meta.get("case")
            if case and (found := orders_in(written_days([record.text]))):
                self._proved.setdefault(case, set()).update(found)

    def told(self, records: Iterable[Record]) -> Iterator[Record]:
        """Tell records that prove no order themselves what the other texts of their case do.

        RETURNS: the same records, some with ``meta["case_order"]``: 'DMY' or 'MDY'. One that has it
            keeps it; where the case proves both nothing is told.
        """
        for record in records:
            proved = self._proved.get(record.meta.get("case") or "", set())
            silent = not record.meta.get("case_order") and len(proved) == 1
            if silent and not orders_in(written_days([record.text])):
                record = replace(record, meta={**record.meta, "case_order": next(iter(proved))})
            yield record
