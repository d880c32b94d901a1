"""Values in a list of dates or months with a value each: '15/12/22: 98, 16/12/22: 95'."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy_deid.detect.dates.followed import followed_values
from spacy_deid.detect.dates.measured import MEASURES, dated_values
from spacy_deid.detect.words.reading import Cues, Reading

_PAIR = (
    r"\d{1,4}[./-]\d{1,2}[./-]\d{2,4}:?[ \t]{1,3}(?P<%s>\d{1,4}(?:[.,]\d{1,2})?)(?![\w/:-]|\.\d)"
)
_BETWEEN = r"[ \t]?[;,\n][ \t]?"
_FIRST = re.compile(rf"(?<![\d/.-]){_PAIR % 'value'}(?={_BETWEEN}{_PAIR % 'next'})")
_NEXT = re.compile(rf"{_BETWEEN}{_PAIR % 'value'}")
_LISTED = re.compile(
    r"\b(?:cases?|mrns?|ids?|numbers?|nos|calls?|called|phones?|ext|births?|records?|claims?)\b"
    r"[^.;\n]{0,16}\n?\Z"
)
"""What makes of the numbers behind dates those of cases or telephones."""
_MONTHS = Cues(
    "jan|january|feb|february|mar|march|apr|april|may|jun|june|jul|july|aug|august|sep|sept|"
    "september|oct|october|nov|november|dec|december"
)
_REACH = 30
_FIGURES_OF_TWO, _FIGURES_OF_ROW = 8, 6


def find_dated_values(reading: Reading) -> Iterator[tuple[int, int]]:
    """Give the [start, end) characters of every such value; there are two of them at least.

    Behind months ``measured.is_value`` judges.
    """
    found: set[tuple[int, int]] = set()
    months = len(reading.figures) > 1 and _MONTHS.among(reading)
    if months:
        found.update(dated_values(reading.low))
    if (months or len(reading.figures) >= _FIGURES_OF_ROW) and MEASURES.among(reading):
        found.update(followed_values(reading.low))
    yield from sorted(found)
    if len(reading.figures) < _FIGURES_OF_TWO:
        return
    done = 0
    for first in _FIRST.finditer(reading.text):
        if first.start() < done:
            continue
        if _LISTED.search(reading.low, max(first.start() - _REACH, 0), first.start()):
            continue
        pair: re.Match[str] | None = first
        while pair:
            if pair.span("value") not in found:
                yield pair.span("value")
            done = pair.end()
            pair = _NEXT.match(reading.text, done)
