"""Read all dates of a document, and write them moved."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import date
from typing import Any

from spacy_deid.annotations import DateField, DateReading, Proposal
from spacy_deid.mask.dates import forms, names
from spacy_deid.mask.dates.moments import Expression, Moment, moved
from spacy_deid.mask.dates.reader import read, read_range, read_with_dateparser, read_years
from spacy_deid.mask.dates.readings import choose
from spacy_deid.mask.dates.series import in_full
from spacy_deid.mask.dates.styles import settle_styles
from spacy_deid.mask.dates.timeline import UNREAD, gives_away_age, latest_day

_RANGE = re.compile(
    r"\d\s?[-–—]\s?\d{1,2}(?![\d/.-])|\d\.\s?[-–—]\s?\d|\s(?:to|until|through)\s", re.IGNORECASE
)
"""Two ends, of which dateparser reads one."""
_DECADE = re.compile(r"\d0\s?['’]?s\b")


def expressions_of(
    text: str,
    dates: Sequence[tuple[int, Proposal]],
    options: dict[str, Any],
    *,
    days: int = 0,
    near: date | None = None,
    order: str = "",
) -> list[Expression]:
    """Read the dates of a document, choose among their readings and place them in time.

    dates: index and span, in the order of the text.
    options: of the method; default_order, pivot and languages count here.
    days: by which they will move. near: a day of the case, for a document that names no year.
    order: of the case's dates, '' where nothing proves one.
    RETURNS: one Expression per date; without moments where nobody can read it.
    """
    found = []
    for index, span in dates:
        place = span.start, span.end
        told = read_years(text, *place) or (span.parse or {}).get("readings", [])
        readings = _usable(told, text, *place)
        for reader in (read, read_range):
            readings = readings or _usable(reader(text, *place), text, *place)
        if not span.parse and _DECADE.search(text, *place):
            readings = []  # none of them says that it is ten years
        found.append(Expression(index, span.start, span.end, readings))
    default, pivot = options["default_order"], options["pivot"]
    # before the others, for they can stand beside it
    _read_anyhow(text, [one for one in found if not one.readings], options, order)
    choose(text, found, default_order=default, pivot=pivot, days=days, near=near, order=order)
    _read_anyhow(text, [one for one in found if one.readings and not one.moments], options, order)
    return found


def _read_anyhow(
    text: str, expressions: Sequence[Expression], options: dict[str, Any], order: str
) -> None:
    """Let dateparser read what nobody else can, but no range and no decade."""
    languages, order = tuple(options["languages"]), order or options["default_order"]
    for expression in expressions:
        place = expression.start, expression.end
        if not (_RANGE.search(text, *place) or _DECADE.search(text, *place)):
            found = read_with_dateparser(text[slice(*place)], languages, order)
            if found is not None:
                expression.moments = [_bare(*found)]


def _usable(readings: Sequence[DateReading], text: str, start: int, end: int) -> list[DateReading]:
    """Keep the readings whose pieces lie apart in the span, with nothing strange between them.

    RETURNS: copies, since styles are settled in them, and the Doc keeps its own.
    """
    good = []
    for reading in readings:
        copies = [DateField(**one) for one in reading["fields"]]
        fields = sorted(copies, key=lambda one: one["start"])
        place = start
        for one in fields:
            if one["start"] < place or one["start"] >= one["end"]:
                break
            place = one["end"]
        else:
            if fields and place <= end and forms.glue_is_plain(text, start, end, fields):
                good.append(DateReading(order=reading["order"], fields=fields))
    return good


def _bare(resolution: str, day: date) -> Moment:
    """Make a moment that has no pieces in the text; it is written as ``4 March 2019``."""
    values = {"month": day.month, "year": day.year}
    if resolution == "day":
        return Moment(0, {"day": day.day, **values}, "day", day=day)
    return Moment(0, values, "month", place=day.year * 12 + day.month - 1)


def shifted(
    text: str,
    expressions: Sequence[Expression],
    days_of: Callable[[Expression], int],
    options: dict[str, Any],
    near: date | None = None,
) -> list[str]:
    """Move every date and write it in its own form or, as options say, unambiguously.

    days_of: offset in days of an expression. near: a day of the case.
    RETURNS: one text per expression; ``[DATE]`` where it is not understood.
    """
    latest = latest_day(expressions, near)
    written = []
    settle_styles(text, expressions)

    def own(expression: Expression) -> list[dict[str, int] | None]:
        day, known = expression.year_of, expression.moments
        if day is None or "day" in known[0].values:
            return [moved(moment, days_of(expression)) for moment in known]
        values = moved(day.moments[0], days_of(day))  # a year alone moves with the day before it
        return [values and {"year": values["year"]}]

    for expression in expressions:
        new = own(expression)
        values = [value for value in new if value is not None]
        if not values or len(values) < len(new) or _too_old(expression, latest, options["oldest"]):
            written.append(UNREAD)
        elif options["written"] == "unambiguous":
            pairs = zip(expression.moments, values, strict=True)
            written.append(" - ".join(f"[{forms.unambiguous(m, v)}]" for m, v in pairs))
        else:
            plain = _rewritten(text, expression, values, options["pivot"])
            if plain is not None and (expression.month_of or expression.year_of):
                plain = in_full(text, expression, plain, lambda e: own(e)[0], options["pivot"])
            written.append(plain or UNREAD)
    return written


def _rewritten(
    text: str, expression: Expression, values: list[dict[str, int]], pivot: int
) -> str | None:
    if not expression.fields:
        return _plainly(values[0])
    by_point = {m.point: value for m, value in zip(expression.moments, values, strict=True)}
    if len(values) > 1 and not _agree(expression, values):
        ends = [
            forms.whole(text, moment, expression.fields, value, pivot)
            for moment, value in zip(expression.moments, values, strict=True)
        ]
        if None in ends:
            return None
        return _between(text, expression).join(end for end in ends if end is not None)
    made = ""
    place = expression.start
    for one in expression.fields:
        value = by_point.get(one["point"], values[-1])
        low, high = one["start"], _end(text, one, expression.end)
        glued = text[low - 1 : low].isdigit() or text[high : high + 1].isdigit()
        if one["name"] == "day" and _stands_in_words(text, expression.fields, low, high):
            one = DateField(**{**one, "style": "2"})
        piece = forms.write_field(
            text,
            DateField(**{**one, "end": high}),
            value,
            pivot,
            glued=glued,
        )
        if piece is None:
            return None
        made += text[place:low] + piece
        place = high
    return made + text[place : expression.end]


def _stands_in_words(text: str, fields: Sequence[DateField], low: int, high: int) -> bool:
    """Tell whether a day stands apart beside a month's name: 'December 31' becomes 'May 3'."""
    named = any(one["name"] == "month" and text[one["start"]].isalpha() for one in fields)
    apart = not (text[low - 1 : low] + text[high : high + 1]).strip(" ,.;:")
    return named and apart


def _end(text: str, one: DateField, limit: int) -> int:
    """Take in an ordinal's ending where the piece stops before it."""
    end = one["end"]
    if one["name"] in ("day", "quarter") and text[end - 1].isdigit():
        after = text[end : end + 2].casefold()
        if after in ("st", "nd", "rd", "th") and not text[end + 2 : end + 3].isalpha():
            return min(end + 2, limit)
    return end


def _agree(expression: Expression, values: Sequence[dict[str, int]]) -> bool:
    """Tell whether the ends of a range agree on the pieces that they share.

    So they do where a range over New Year, '28 Dec - 3 Jan 2023', is one again.
    """
    shared = [one["name"] for one in expression.fields if one["point"] == -1]
    if "year" in shared and _is_over_new_year([moment.values for moment in expression.moments]):
        if _is_over_new_year(values):
            shared.remove("year")
    return all(value.get(name) == values[0].get(name) for name in shared for value in values)


def _is_over_new_year(values: Sequence[dict[str, int]]) -> bool:
    """Tell whether two ends lie in two years, the first in the later part of its own."""
    first, last = values
    if "month" not in first or "year" not in first or first["year"] != last["year"] - 1:
        return False
    return (first["month"], first.get("day", 0)) > (last["month"], last.get("day", 0))


def _between(text: str, expression: Expression) -> str:
    """Give what stands between the ends of a range: a dash with its blanks, or ' to '."""
    fields = expression.fields
    last = max((one["end"] for one in fields if one["point"] == 0), default=expression.start)
    first = min((one["start"] for one in fields if one["point"] == 1), default=expression.end)
    between = text[last:first]
    dash = re.search(r"\s*[-–—]\s*", between)
    return dash[0] if dash else " to "


def _plainly(values: dict[str, int]) -> str:
    month = names.in_case_of(names.MONTHS[values["month"] - 1], "Xx")
    day = f"{values['day']} " if "day" in values else ""
    return f"{day}{month} {values['year']:04d}"


def _too_old(expression: Expression, latest: date | None, oldest: int) -> bool:
    """Tell whether a date would give away an age above the limit."""
    return any(gives_away_age(expression, one, latest, oldest) for one in expression.moments)
