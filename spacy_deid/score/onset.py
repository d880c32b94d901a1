"""Time to onset: the days between one date of a report and the next, before and after masking."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from itertools import pairwise
from typing import NamedTuple

from spacy_deid.intervals import Interval, overlaps

_MONTHS = {
    name: number
    for number, name in enumerate(
        "jan feb mar apr may jun jul aug sep oct nov dec".split(), start=1
    )
}
_NAMED = re.compile(
    r"(?:(?P<d1>\d{1,2})(?:st|nd|rd|th)?(?:\s+of)?[\s./-]*)?"
    r"(?P<m>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[\s.,/-]*"
    r"(?:(?P<d2>\d{1,2})(?:st|nd|rd|th)?[\s,./-]+)?(?P<y>\d{4}|\d{2})(?!\d)",
    re.IGNORECASE,
)
_YEAR_FIRST = re.compile(r"(?<!\d)((?:19|20)\d\d)[-/.]?(\d\d?)[-/.]?(\d\d?)(?!\d)")
_NUMERIC = re.compile(r"(?<!\d)(\d\d?)[-/.](\d\d?)[-/.](\d{4}|\d\d)(?!\d)")


def read_date(text: str, *, order: str = "MDY") -> date | None:
    """Read a full calendar date.

    text: the expression; order: 'MDY' or 'DMY', for what can be both.
    RETURNS: None for partial dates and what is no date of the calendar; two-digit years up to 68
        are of this century.
    """
    found = _YEAR_FIRST.search(text)
    if found:
        return _made(*(int(g) for g in found.groups()))
    found = _NAMED.search(text)
    if found and (found["d1"] or found["d2"]):
        month = _MONTHS[found["m"].lower()]
        return _made(_year(found["y"]), month, int(found["d1"] or found["d2"]))
    found = _NUMERIC.search(text)
    if not found:
        return None
    first, second, year = int(found[1]), int(found[2]), _year(found[3])
    day_first = first > 12 or (order == "DMY" and second <= 12)
    return _made(year, second, first) if day_first else _made(year, first, second)


def _year(written: str) -> int:
    year = int(written)
    if len(written) > 2:
        return year
    return year + (2000 if year <= 68 else 1900)


def _made(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


class Onsets(NamedTuple):
    """Pairs of neighbouring full dates of a document, and how many kept their distance in days.

    kept: None where the masked text is not at hand.
    """

    pairs: int
    kept: int | None


def onsets(
    text: str,
    dates: Sequence[Interval],
    pred: Sequence[Interval],
    masked_text: str | None = None,
    masked: Sequence[Interval] | None = None,
    *,
    order: str = "MDY",
) -> Onsets:
    """Compare the days between neighbouring dates before and after masking.

    dates: gold date spans of ``text``; pred: predicted spans of it in order.
    masked: the place in ``masked_text`` of each predicted span, in the same order.
    A date that no predicted span touches stands as it was; a masked one is read off the masked
    text, where a tag or a shifted year alone gives nothing.
    RETURNS: kept is None without masked text, or where its spans are not as many as predicted.
    """
    read = [(span, read_date(text[span[0] : span[1]], order=order)) for span in sorted(dates)]
    known = [(span, day) for span, day in read if day is not None]
    pairs = len(known) - 1 if len(known) > 1 else 0
    if masked_text is None or masked is None or len(masked) != len(pred):
        return Onsets(pairs, None)
    after = [_after(span, day, pred, masked_text, masked, order) for span, day in known]
    kept = 0
    for (one, other), (_, then), (_, now) in zip(pairwise(after), known, known[1:], strict=False):
        if one is not None and other is not None and other - one == now - then:
            kept += 1
    return Onsets(pairs, kept)


def _after(
    span: Interval,
    day: date,
    pred: Sequence[Interval],
    masked_text: str,
    masked: Sequence[Interval],
    order: str,
) -> date | None:
    touching = [place for place, other in enumerate(pred) if overlaps(span, other)]
    if not touching:
        return day
    if len(touching) > 1:
        return None
    start, end = masked[touching[0]]
    return read_date(masked_text[start:end], order=order)
