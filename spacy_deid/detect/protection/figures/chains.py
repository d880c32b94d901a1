"""Figures with hyphens between them: doses over the day, '200-200-400', and trends, '88-92-110'."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy_deid.detect.dates.measured import MEASURE
from spacy_deid.detect.words.lexicon import NAME, PROTECTED
from spacy_deid.detect.words.reading import Cues, Reading
from spacy_deid.detect.words.scan import Scan

_INSULINS = Cues(
    "insulin|novorapid|humalog|actrapid|apidra|fiasp|aspart|lispro|glulisine|mixtard|novomix|humulin|"
    "insulatard|lyumjev|ryzodeg"
)
_END = r"(?![\w/@-]|[.,]\d)"
_DOSES = re.compile(
    rf"(?::|,)?\s(?:\d{{1,4}}\s?(?:mg|mcg|units?|iu)\s)?(\d{{1,4}}(?:-\d{{1,4}}){{2,3}}){_END}"
)
_UNITED = re.compile(
    r"\d{1,4}(?<![\w/.-]\d)(?<![\w/.-]\d\d)(?<![\w/.-]\d{3})(?<![\w/.-]\d{4})(?:-\d{1,4}){2,3}\s?"
    r"(?:mg|mcg|units?|iu|ml)(?![\w/])"
)
"""With the unit that all have: '10-20-30 mg'."""
_NEXT = re.compile(rf"(?:,|\s(?:and|or|to|then|->|→))\s(\d{{1,4}}(?:-\d{{1,4}}){{2,3}}){_END}")
_TREND = re.compile(
    rf"(?<![\w-]){MEASURE}(?:\s(?:was|were|trend|now|readings?))?:?\s(\d{{1,3}}(?:-\d{{1,3}}){{2,5}}){_END}"
)
_DAY, _MONTH, _DATED = 31, 12, 3


def _may_be_date(chain: str) -> bool:
    """Tell whether three numbers can be a day, a month and a year in some order."""
    parts = chain.split("-")
    if len(parts) != _DATED:
        return False
    first, second, last = map(int, parts)
    if len(parts[0]) == 4:
        first, last = last, first
    days = 0 < first <= _DAY and 0 < second <= _DAY and min(first, second) <= _MONTH
    return days and len(str(last)) != 3


def find_chains(scan: Scan, reading: Reading) -> Iterator[tuple[int, int]]:
    """Give the [start, end) characters of every such chain behind a drug, a test or a sign.

    What may be a date is one, except behind an insulin, which has a dose for every meal.
    """
    if len(reading.figures) < _DATED or "-" not in reading.low:
        return
    for index, flags in enumerate(scan.flags):
        insulin = scan.low[index] in _INSULINS.runs
        if not insulin and (not flags & PROTECTED or flags & NAME):
            continue
        doses = _DOSES.match(reading.low, scan.ends[index])
        while doses and (insulin or not _may_be_date(doses[1])):
            yield doses.span(1)
            doses = _NEXT.match(reading.low, doses.end())
    for united in _UNITED.finditer(reading.low):
        yield united.span()
    for trend in _TREND.finditer(reading.low):
        if not _may_be_date(trend[1]):
            yield trend.span(1)
