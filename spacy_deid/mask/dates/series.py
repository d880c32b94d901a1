"""Days in a row that share month and year: 'March 7, 10 and 14, 2023', '3, 10 and 17 October'."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import date

from spacy_deid.annotations import DateField
from spacy_deid.mask.dates import forms
from spacy_deid.mask.dates.moments import Expression, Moment

_JOINT = (
    r"(?:(?:and|or|to|through|thru|until|&|till|til|au|et|ou|à|al|ao|bis|und|oder|tot(?:\sen\smet)?|"
    r"t/m|en|y|och|og|[aeoi]|do|až)\s|all['’]|e\sl['’])"
)
_ARTICLE = r"(?:(?:the|le|il|el|de[mn]?|os?\sdias?|dia|día)\s)"
_BETWEEN = re.compile(
    rf"(?:,\s?(?:{_JOINT})?|\s{_JOINT}|\s?[-–—]\s?|\sof\s){_ARTICLE}?", re.IGNORECASE
)
_BARE = re.compile(
    r"(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}\.?,?\s(?:the\s)?)?(?P<d>\d{1,2})(?:\.|er|º)?\s?(?P<o>st|nd|rd|th)?"
    r"(?:(?:,|\sof)?\s(?P<y>(?:19|20)\d\d))?,?",
    re.I,
)

Values = dict[str, int]


def share(text: str, expressions: Sequence[Expression]) -> None:
    """Give days without a month that of the list they stand in, and the last year to all of it.

    A day that has a month of its own is placed in the year of the next one, or in the year before
    where its month comes later: '28 Dec and 3 Jan 2022'. One birth date makes a list one of births.

    text: of the document. expressions: in its order, with their readings chosen but not placed;
        those of a list get ``fields``, ``moments``, ``month_of``, ``year_of`` and ``birth`` anew.
    """
    for run in _runs(text, expressions):
        days = [_BARE.fullmatch(text, e.start, e.end) for e in run]
        for place in reversed(range(len(run) - 1)):  # '3, 10 and 17 October'
            if _month_first(text, run[place + 1]) is False:
                _follow(run[place], days[place], run[place + 1], before=True)
        for place in range(1, len(run)):  # 'March 7, 10 and 14'
            if run[place].month_of is None and _month_first(text, run[place - 1]):
                _follow(run[place], days[place], run[place - 1], before=False)
        for last, year in zip(run, run[1:], strict=False):
            if _values(year).keys() == {"year"} and _month_first(text, last):
                if _give_year(last, _values(year)["year"], last):
                    year.year_of = last
        for expression in run:
            if expression.month_of is not None and expression.fields[-1]["name"] == "year":
                _give_year(expression.month_of, _values(expression)["year"], expression)
        linked = _place_before(run)
        linked += [(e, other) for e in run for other in (e.month_of, e.year_of) if other]
        for one, other in (*linked, *reversed(linked), *linked):
            one.birth = other.birth = one.birth or other.birth


def _place_before(run: Sequence[Expression]) -> list[tuple[Expression, Expression]]:
    """Place the days without a year of a list by the year of the next one.

    RETURNS: each with the next one.
    """
    linked = []
    later: Moment | None = None
    following = run[-1]
    for expression in reversed(run):
        moment = expression.moments[0] if len(expression.moments) == 1 else None
        if moment is None or moment.resolution != "day":
            later = None
            continue
        if later and later.day and moment.day is None and "month" in moment.values:
            year = later.day.year - (moment.values["month"] > later.day.month)
            placed = _moment({**moment.values, "year": year})
            if placed is not None and _weekday_fits(placed):
                moment.day = placed.day
                linked.append((expression, following))
        if moment.day is not None:
            later, following = moment, expression
    return linked


def _weekday_fits(moment: Moment) -> bool:
    return moment.day is not None and moment.values.get("weekday") in (None, moment.day.weekday())


def in_full(
    text: str,
    expression: Expression,
    written: str,
    moved: Callable[[Expression], Values | None],
    pivot: int,
) -> str:
    """Add what a day of a list no longer shares with it: the month, the year.

    written: the day in its own form. moved: the new values of any of the expressions.
    """
    own = moved(expression)
    if own is None:
        return written
    lead, month, first = expression.month_of, _month(text, expression), True
    if lead is not None and month is not None:
        first = bool(_month_first(text, expression))
        beside = moved(lead)
        if beside is None or beside["month"] != own["month"]:
            name = forms.write_field(text, month, own, pivot, glued=False)
            if not first and name is not None and name.isdecimal():
                return f"{written.rstrip('.')}.{name}."
            written = f"{name} {written}" if first else f"{written} {name}"
    last = moved(expression.year_of) if expression.year_of is not None else None
    if last is not None and "day" in own and last.get("year") != own["year"]:
        written += f", {own['year']}" if first else f" {own['year']}"
    return written


def _runs(text: str, expressions: Sequence[Expression]) -> Iterator[list[Expression]]:
    """Give the stretches of expressions with nothing but commas, 'and' or 'to' between them."""
    run: list[Expression] = []
    for expression in expressions:
        if run:
            end = run[-1].end - (text[run[-1].end - 1] == ",")
            if _BETWEEN.fullmatch(text, end, expression.start) is None:
                if len(run) > 1:
                    yield run
                run = []
        run.append(expression)
    if len(run) > 1:
        yield run


def _values(expression: Expression) -> Values:
    """Give the values of an expression's only moment; {} for a range or none."""
    return expression.moments[0].values if len(expression.moments) == 1 else {}


def _head(expression: Expression) -> Expression:
    """Give the day of a list that has a month of its own."""
    while expression.month_of is not None:
        expression = expression.month_of
    return expression


def _month(text: str, expression: Expression) -> DateField | None:
    """Give the month of a day in letters or behind a stop, its own or that of its list."""
    for field in _head(expression).fields:
        start = field["start"]
        if field["name"] == "month" and (text[start].isalpha() or text[start - 1 : start] == "."):
            return field
    return None


def _month_first(text: str, expression: Expression) -> bool | None:
    """Tell whether the month stands before the days of a list; None for what is no such day."""
    month = _month(text, expression)
    day = next((f for f in _head(expression).fields if f["name"] == "day"), None)
    if month is None or day is None or not {"day", "month"} <= _values(expression).keys():
        return None
    return month["start"] < day["start"]


def _follow(
    expression: Expression, day: re.Match[str] | None, lead: Expression, *, before: bool
) -> None:
    """Make a day of the list of another, if it lies on the right side of it in the same month."""
    if day is None:
        return
    known, number = _values(lead), int(day["d"])
    values = {"day": number, "month": known["month"]}
    if day["y"] or "year" in known:
        values["year"] = int(day["y"] or known["year"])
    named = [f for f in expression.fields if f["name"] == "weekday" and f["end"] <= day.start("d")]
    if named:
        values["weekday"] = named[0]["value"]
    moment = _moment(values)
    if moment is None or (known["day"] <= number if before else number <= known["day"]):
        return
    end = day.end("o") if day["o"] else day.end("d")
    fields = [*named, _field("day", day.start("d"), end, number, "2nd" if day["o"] else "2")]
    if day["y"]:
        fields.append(_field("year", *day.span("y"), int(day["y"]), "2004"))
    elif "year" in known:
        expression.year_of = lead
    expression.fields, expression.moments, expression.month_of = fields, [moment], lead


def _field(name: str, start: int, end: int, value: int, style: str) -> DateField:
    return DateField(name=name, start=start, end=end, value=value, style=style, point=0)


def _moment(values: Values) -> Moment | None:
    """Make the moment of a day; None where its month has no such day."""
    try:
        day = date(values.get("year", 2000), values["month"], values["day"])
    except ValueError:
        return None
    return Moment(0, values, "day", day=day if "year" in values else None)


def _give_year(expression: Expression | None, year: int, last: Expression) -> bool:
    """Give the days of a list that have no year the one that stands behind its last day.

    RETURNS: whether the first of them has it now; not where it has another, or lacks such a day.
    """
    taken = False
    while expression is not None:
        values = _values(expression)
        moment = _moment({**values, "year": year})
        if moment is None or values.get("year", year) != year:
            break
        expression.moments[0], taken = moment, True
        if expression is not last:
            expression.year_of = last
        expression = expression.month_of
    return taken
