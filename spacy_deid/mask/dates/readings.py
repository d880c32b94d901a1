"""Which reading of an ambiguous date holds: the document decides."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from spacy_deid.annotations import DateField, DateReading
from spacy_deid.mask.dates.births import is_birth
from spacy_deid.mask.dates.moments import Expression, Moment, in_year, moments_of, on_day
from spacy_deid.mask.dates.placing import place
from spacy_deid.mask.dates.series import share
from spacy_deid.mask.dates.timeline import latest_day, years_before

_IN = re.compile(r"\b(?:in|during)\s\Z", re.I)
"""Words before a month, not before a day: 'in 03/19'."""
_EVERY_CALENDAR = range(2001, 2029)
"""Years among which each has the weekdays of any other."""
_CLEAR_TIMES, _CLEAR_DAYS = 3, 90
"""How much farther from the other dates those of the losing order have to lie."""


def choose(
    text: str,
    expressions: Sequence[Expression],
    *,
    default_order: str,
    pivot: int,
    days: int = 0,
    near: date | None = None,
    order: str = "",
) -> None:
    """Choose a reading for every expression and place its moments.

    Counted are the orders (DMY, MDY, YMD …) of the document's dates that have one order only, or
    one only that their weekday fits. A date that can be read in several takes, in this sequence:
    the reading that its own weekday fits; behind 'in' a month; the order of the case; the day that
    the document tells elsewhere in one order alone ('3 February 2023'), which counts for its order,
    too, as does the order in which the weekdays of days without a year fit; the order counted most
    among dates with the same separators; the order of day and month counted most in the document;
    the default order where one is named; the order that brings the ambiguous dates much nearer to
    the other dates of the document, births aside, or keeps the narrative's sequence; the reading
    that comes first. Days in a row share their month and year (``series``).

    text: of the document. expressions: in its order; ``fields`` and ``moments`` are written.
    default_order: 'MDY', 'DMY', 'YMD', or 'likelier' for the reading that comes first. pivot: of
        two-digit years. days, near: see ``place``.
    order: 'DMY' or 'MDY' where other fields of the case prove it.

    SOURCE: system 1, table 9, for the frequencies; the tie-breakers are ours.
    """
    votes: Counter[tuple[str, str]] = Counter()
    sure: list[date] = []
    days_told: set[date] = set()
    for expression in expressions:
        expression.birth = is_birth(text, expression.start, expression.end)
    options = [_options(text, expression.readings, pivot) for expression in expressions]
    if default_order != "YMD":
        births = [expression.birth for expression in expressions]
        options = _settle_year_first(options, births, default_order == "likelier")
    for expression, made in zip(expressions, options, strict=True):
        if made and len({option.reading["order"] for option in made}) == 1:
            option = made[0]
            if option.reading["order"]:
                votes[option.signs, option.reading["order"]] += 1
            if option.family:
                votes["*", option.family] += 1
            known = _days(option)
            days_told.update(known)
            sure.extend(known if not expression.birth else ())
    fitting = _by_weekdays(options, {day.year for day in sure})
    for made in options:
        told = {option.family: option for option in made if _is_among(option.moments, days_told)}
        told = told or {option.family: option for option in made if fitting == option.family != ""}
        if len(told) == 1 and len({option.family for option in made}) > 1:
            ((family, option),) = told.items()
            votes[option.signs, option.reading["order"]] += 1
            votes["*", family] += 1
    counted = votes["*", "DM"] or votes["*", "MD"] or default_order != "likelier"
    told_of = [made for e, made in zip(expressions, options, strict=True) if not e.birth]
    hint = "" if counted else _hint(told_of, sure)
    for expression, made in zip(expressions, options, strict=True):
        if not made:
            continue
        month = _IN.search(text, max(0, expression.start - 9), expression.start) is not None

        def rank(option: _Option, month: bool = month) -> tuple[int, ...]:
            own = option.reading["order"]
            days = any(one["name"] == "day" for one in option.reading["fields"])
            return (
                _weekday_fit(option.moments),
                int(month and not days),
                int(bool(option.family) and option.family == order.removesuffix("Y")),
                int(bool(option.family) and _is_among(option.moments, days_told)),
                votes[option.signs, own],
                votes["*", option.family] if option.family else 0,
                int(bool(hint) and option.family == hint),
                int(own == default_order)
                + int(bool(option.family) and option.family == default_order.replace("Y", "")),
            )

        best = max(made, key=rank)
        expression.fields, expression.moments = best.reading["fields"], best.moments
    share(text, expressions)
    _set_births_back(expressions, near)
    place(list(expressions), days=days, near=near)


def _set_births_back(expressions: Sequence[Expression], near: date | None) -> None:
    """Put births whose year has two digits before what the document tells: '02/03/31' is 1931.

    A child may be born up to a year after the last date of its mother's report.
    """
    told = latest_day([e for e in expressions if not e.birth], near) or date.today()
    for expression in expressions:
        years = [one for one in expression.fields if one["name"] == "year"]
        if expression.birth and years and all(one["value"] < 100 for one in years):
            expression.moments = [
                (in_year(one, one.values["year"] - 100) or one)
                if "year" in one.values and years_before(one, told) < -1
                else one
                for one in expression.moments
            ]


def _settle_year_first(
    options: list[list[_Option]], births: Sequence[bool], likelier: bool
) -> list[list[_Option]]:
    """Take the year first out of the readings of '17/05/22', or leave it alone in them.

    It stays alone where none of them can begin with a month, and where it brings them much nearer
    to one another and to those that can be read in one way only; it stays among the others where a
    date of the form can be read in no other way.
    births: whether each is a birth date, which is nobody's neighbour.
    likelier: whether the order is for the document to tell.
    """
    orders = [[option.reading["order"] for option in made] for made in options]
    both = [len(own) > 1 and "YMD" in own for own in orders]
    alone = {made[0].signs for made, own in zip(options, orders, strict=True) if own == ["YMD"]}
    early: list[date] = []
    late: list[date] = []
    sure: list[date] = []
    for made, torn, birth in zip(options, both, births, strict=True):
        if torn and not birth:
            firsts = {one.reading["order"] == "YMD": one for one in reversed(made)}
            early += _days(firsts[True])[:1]
            late += _days(firsts[False])[:1]
        elif len(made) == 1 and not birth:
            sure += _days(made[0])
    nearer = False
    possible = likelier and all(day.year % 100 > 12 for day in early)
    if possible and len(early) + len(sure) > 1 and early and len(early) == len(late):
        nearer = _is_clear(_spread(early, sure), _spread(late, sure))
    settled = []
    for made, torn in zip(options, both, strict=True):
        if torn and (nearer or made[0].signs not in alone):
            made = [one for one in made if (one.reading["order"] == "YMD") == nearer]
        settled.append(made)
    return settled


def _days(option: _Option) -> list[date]:
    return [moment.day for moment in option.moments if moment.day]


def _by_weekdays(options: Sequence[Sequence[_Option]], years: set[int]) -> str:
    """Give the order in which weekdays fit days without a year; '' where both or none do.

    'Wed 03/04' and 'Fri 05/04' are two days apart, or 61, which no Wednesday and Friday are.
    years: that the document tells; where it tells none, any will do that all days share.
    """
    fits = {}
    for family in ("DM", "MD"):
        waiting = [
            moment
            for made in options
            for option in made
            if option.family == family or len(made) == 1
            for moment in option.moments
            if moment.resolution == "day" and moment.day is None and "weekday" in moment.values
        ]
        fits[family] = not waiting or any(
            all(
                (day := on_day(m, year, 1)) and day.weekday() == m.values["weekday"]
                for m in waiting
            )
            for year in years or _EVERY_CALENDAR
        )
    return "" if fits["DM"] == fits["MD"] else "DM" if fits["DM"] else "MD"


def _is_clear(near: int, far: int) -> bool:
    """Tell whether one order brings dates much nearer to others than another one."""
    return far > _CLEAR_TIMES * near and far > near + _CLEAR_DAYS


def _is_among(moments: Sequence[Moment], days: set[date]) -> bool:
    """Tell whether one of the moments is one of some days."""
    return any(moment.day in days for moment in moments if moment.day)


class _Option(NamedTuple):
    """A reading, its moments, its separators, and 'DM' or 'MD' where both are numbers."""

    reading: DateReading
    moments: list[Moment]
    signs: str
    family: str


def _options(text: str, readings: Sequence[DateReading], pivot: int) -> list[_Option]:
    orders = {reading["order"] for reading in readings}
    made = []
    for reading in readings:
        if reading["order"] == "YDM" and "YMD" in orders:
            continue  # nobody writes the year first and the month last
        if len(readings) > 1 and any(_is_apostrophe_day(text, f) for f in reading["fields"]):
            continue
        moments = moments_of(reading["fields"], text, pivot)
        if moments:
            made.append(
                _Option(reading, moments, _separators(text, reading), _family(text, reading))
            )
    fitting = [option for option in made if _weekday_fit(option.moments) == 1]
    return fitting or made


def _is_apostrophe_day(text: str, one: DateField) -> bool:
    """Tell whether a day was read out of an abbreviated year: the 21 of "Jan '21"."""
    return one["name"] == "day" and text[max(0, one["start"] - 1) : one["start"]] in ("'", "’")


def _family(text: str, reading: DateReading) -> str:
    order = reading["order"].removesuffix("Y")
    if order not in ("DM", "MD"):
        return ""
    numbers = [one for one in reading["fields"] if one["name"] in ("day", "month")]
    return order if all(text[one["start"]].isdigit() for one in numbers) else ""


def _separators(text: str, reading: DateReading) -> str:
    """Give the form of a date: a sign for each piece, and what stands between them."""
    fields = reading["fields"]
    made = ""
    for one, after in zip(fields, [*fields[1:], None], strict=True):
        digits = text[one["start"] : one["end"]].isdigit()
        made += ("4" if one["end"] - one["start"] == 4 else "1") if digits else "a"
        if after is not None:
            made += text[one["end"] : after["start"]].strip()[:1] or "_"
    return made


def _weekday_fit(moments: Sequence[Moment]) -> int:
    """Give 1 where every written weekday fits its date, -1 where one does not, 0 for neither."""
    pairs = [
        (m.day.weekday(), m.values["weekday"]) for m in moments if m.day and "weekday" in m.values
    ]
    if not pairs:
        return 0
    return 1 if all(found == written for found, written in pairs) else -1


def _hint(options: Sequence[Sequence[_Option]], sure: Sequence[date]) -> str:
    """Give the order that chronology speaks for; '' where it does not."""
    days: dict[str, list[date]] = {"DM": [], "MD": []}
    for made in options:
        families = {option.family: option for option in reversed(made)}
        if not {"DM", "MD"} <= set(families):
            continue
        for family, found in days.items():
            found.extend(_days(families[family]))
    if not days["DM"] or len(days["DM"]) != len(days["MD"]):
        return ""
    spread = {family: _spread(found, sure) for family, found in days.items()}
    near, far = sorted(spread, key=lambda family: spread[family])
    if _is_clear(spread[near], spread[far]):
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
