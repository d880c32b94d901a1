"""Dates in the boxes of forms: 'Day 07 Month SEP Year 1958', 'DD 14 MM 02 YYYY 1983'."""

from __future__ import annotations

import re

from spacy_deid.annotations import DateReading
from spacy_deid.detect.dates.fields import month_field, read_month
from spacy_deid.detect.dates.readings import DateMatch, is_real, make_field

_GAP = r"[\s|:=.,;]{1,4}"
_BOXES = re.compile(
    rf"(?<![^\W_])(?:day|dd){_GAP}(?P<d>\d{{1,2}}){_GAP}(?:month|mm|mmm|mon){_GAP}"
    rf"(?:(?P<n>\d{{1,2}})|(?P<m>[a-z]{{3,9}})){_GAP}(?:year|yyyy|yy){_GAP}(?P<y>(?:\d\d){{1,2}})(?!\w)"
)


def boxed_dates(low: str) -> list[DateMatch]:
    """Find the dates whose day, month and year stand behind their names.

    low: the text in lower case.
    RETURNS: in order of their start, disjoint, from the first number to the last.
    """
    if "month" not in low and "mm" not in low:
        return []
    found = []
    for match in _BOXES.finditer(low):
        year = make_field("year", match.span("y"), int(match["y"]), "2004")
        if len(match["y"]) == 2:
            year["style"] = "04"
        if match["n"]:
            month = make_field("month", match.span("n"), int(match["n"]), "02")
        else:
            known = read_month(match["m"])
            if known is None:
                continue
            month = month_field(match["m"], match.start("m"), known[0])
        fields = [make_field("day", match.span("d"), int(match["d"]), "02"), month, year]
        if is_real(fields):
            reading = DateReading(order="DMY" if match["n"] else "", fields=fields)
            found.append(DateMatch(match.start("d"), match.end(), "boxes", 0.97, [reading]))
    return found
