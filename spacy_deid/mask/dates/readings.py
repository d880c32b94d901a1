"""Which reading of an ambiguous date holds: the document decides."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from datetime import date

from spacy_deid.annotations import DateReading
from spacy_deid.mask.dates.moments import Expression, Moment, moments_of, place

_BIRTH = re.compile(
    r"\b(?:born|birth|birthday|d\.?o\.?b\.?|birthdate)\W{0,3}(?:\w+\W{1,3}){0,2}$", re.I
)
_CLEAR = 1.5
"""How many times farther apart the dates of the losing order have to lie."""


def choose(text: str, expressions: Sequence[Expression], *, default_order: str, pivot: int) -> None:
    """Choose a reading for every expression and place its moments.

    Counted are the orders (DMY, MDY, YMD …) of the document's dates that have one order only. A
    date that can be read in several takes, in this sequence: the reading that its own weekday fits;
    the order counted most among dates with the same separators; the order of day and month counted
    most in the document; where nothing was counted, the order that brings the ambiguous dates
    clearly nearer to the other dates of the document, or keeps the narrative's sequence; the
    default order; the likelier reading.

    text: of the document. expressions: in its order; ``fields`` and ``moments`` are written.
    default_order: 'MDY', 'DMY' or 'YMD'. pivot: of two-digit years.

    SOURCE: system 1, table 9, for the frequencies; the tie-breakers are ours.
    """
    votes: Counter[tuple[str, str]] = Counter()
    sure: list[date] = []
    options: list[list[tuple[DateReading, list[Moment]]]] = []
    for expression in expressions:
        made = [(r, moments_of(r["fields"], text, pivot)) for r in expression.readings]
        made = [pair for pair in made if pair[1]]
        options.append(made)
        window = text[max(0, expression.start - 40) : expression.start]
        expression.birth = _BIRTH.search(window) is not None
        orders = {day_month(reading["order"]) for reading, _ in made}
        if len(orders) == 1 and made:
            order = made[0][0]["order"]
            if order:
                votes[(_separators(text, made[0][0]), order)] += 1
                votes[("*", day_month(order))] += 1
            sure.extend(m.day for m in made[0][1] if m.day and not expression.birth)
    hint = (
        _hint(options, sure)
        if not any(count for (s, _), count in votes.items() if s == "*")
        else ""
    )
    for expression, made in zip(expressions, options, strict=True):
        if not made:
            continue

        def rank(pair: tuple[DateReading, list[Moment]]) -> tuple[int, int, int, int, int]:
            reading, moments = pair
            order = reading["order"]
            family = day_month(order)
            return (
                _weekday_fit(moments),
                votes[(_separators(text, reading), order)],
                votes[("*", family)],
                int(bool(hint) and family == hint),
                int(order == default_order) + int(family == day_month(default_order)),
            )

        reading, moments = max(made, key=rank)
        expression.fields, expression.moments = reading["fields"], moments
    place(list(expressions))


def day_month(order: str) -> str:
    """Give 'DM' or 'MD', whichever comes first in an order; '' where one of both is missing."""
    return "".join(sign for sign in order if sign in "DM") if {"D", "M"} <= set(order) else ""


def _separators(text: str, reading: DateReading) -> str:
    fields = reading["fields"]
    pairs = zip(fields, fields[1:], strict=False)
    return "".join(text[a["end"] : b["start"]].strip()[:1] or "_" for a, b in pairs)


def _weekday_fit(moments: Sequence[Moment]) -> int:
    """Give 1 where every written weekday fits its date, -1 where one does not, 0 for neither."""
    pairs = [
        (m.day.weekday(), m.values["weekday"]) for m in moments if m.day and "weekday" in m.values
    ]
    if not pairs:
        return 0
    return 1 if all(found == written for found, written in pairs) else -1


def _hint(
    options: Sequence[Sequence[tuple[DateReading, list[Moment]]]], sure: Sequence[date]
) -> str:
    """Give the order that chronology speaks for; '' where it does not."""
    days: dict[str, list[date]] = {"DM": [], "MD": []}
    for made in options:
        families = {day_month(reading["order"]) for reading, _ in made}
        if not {"DM", "MD"} <= families:
            continue
        for family, found in days.items():
            moments = next(m for r, m in made if day_month(r["order"]) == family)
            found.extend(moment.day for moment in moments if moment.day)
    if not days["DM"] or len(days["DM"]) != len(days["MD"]):
        return ""
    spread = {family: _spread(found, sure) for family, found in days.items()}
    near, far = sorted(spread, key=lambda family: spread[family])
    if spread[far] > _CLEAR * spread[near] + 1:
        return near
    backwards = {
        family: sum(later < earlier for earlier, later in zip(found, found[1:], strict=False))
        for family, found in days.items()
    }
    if backwards["DM"] != backwards["MD"]:
        return min(backwards, key=lambda family: backwards[family])
    return ""


def _spread(days: Sequence[date], sure: Sequence[date]) -> int:
    """Give the days between dates and the sure ones nearest to them, or among themselves."""
    if sure:
        return sum(min(abs((day - other).days) for other in sure) for day in days)
    return (max(days) - min(days)).days
