"""Values beside the hours, weekdays or days at which they were taken."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy_deid.detect.dates.measured import MEASURE
from spacy_deid.detect.words.reading import Cues, Reading

_HOUR = r"(?:[01]\d|2[0-3]):?[0-5]\d"
_FIGURE = r"(?:\d{2,3}/(?:\d{2,3}|\?)|\d{1,3}(?:[.,]\d{1,2})?)"
_LINE = re.compile(
    # 0900 72 118 64 99 and a line or a piece like it below
    rf"(?:(?<=\n)|(?<=[;:] )|\A)[ \t]*(?P<hour>{_HOUR})h?[ \t]+"
    rf"(?P<values>(?:{_FIGURE}|-|nr|ra)(?:[ \t]+(?:{_FIGURE}|-|nr|ra))+)[ \t]*(?=[\n;.]|\Z)"
)
_PAIRS = re.compile(
    # UO 0800 40 0900 35, HR 0600 88, 0800 92
    rf"(?<![\w/+-])(?:{_HOUR}h?[ \t]{_FIGURE}(?:,|;)?[ \t]?){{2,}}(?![\w/]|[.,-]\d)"
)
_HOURLY = re.compile(r"[012](?=\d:?[0-5]\dh?[ \t]+(?:\d|-|nr|ra))")
"""An hour and a value behind it, of which a row or a pair of each series has one."""
_ONE_PAIR = re.compile(rf"(?P<hour>{_HOUR})h?[ \t](?P<value>{_FIGURE})")
_EVENING, _MORNING = 20 * 60, 6 * 60
_DAYS = Cues(
    "mon|monday|tue|tues|tuesday|wed|weds|wednesday|thu|thur|thurs|thursday|fri|friday|sat|saturday|"
    "sun|sunday|mo|di|mi|do|fr|sa|so"
)
_WEEK = (
    ("mon", "mo"), ("tue", "di"), ("wed", "mi"), ("thu", "do"), ("fri", "fr"), ("sat", "sa"),
    ("sun", "so"),
)  # fmt: skip
_VALUED = re.compile(
    rf"(?<![\w-])(?P<day>{_DAYS.pattern})\.?[ \t]?[:=]?[ \t]?"
    r"(?P<value>\d{1,4}(?:[.,]\d{1,2}|/\d)?)(?!\w|[/:-]\d|[.,]\d)"
    r"(?![ \t]?(?:st|nd|rd|th|am|pm|h|uhr|of|/)\b)"
    r"(?!\.?[ \t]?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))"
)
_BETWEEN = re.compile(r"[ \t]?[,;]?(?:[ \t](?:and|then|to|->|→))?[ \t]?")
_MEASURED = re.compile(rf"\b{MEASURE}\b[^.;\n]{{0,24}}\Z")
_CHECKED = re.compile(
    # INR checked Fri 3 and Mon 6
    r"\b(?:check(?:ed|s)?|due|booked|seen|review\w*|taken|done|repeat\w*|clinic|visits?|bloods)\b[^.;\n]{0,16}\Z"
)
_OBSERVED = re.compile(r"\b(?:obs|observations|vitals?|bp|hr|pulse|spo2|sats|rr|gcs|temp|bm)\b")
_CALLED = re.compile(
    r"\b(?:tel|phones?|mobiles?|call|calls|fax|numbers?|nos|contacts?|bleeps?|ext)\b"
)
_REACHED = re.compile(
    r"\b(?:tel|phones?|mobiles?|call|calls|fax|numbers?|contacts?|helpline|hotline|centre|center|line|"
    r"bleeps?|ext|reach\w*)\b[^\n]{0,16}\Z"
)
_LEAST_ROWS, _LEAST_COLUMNS = 2, 4
_LATEST_DAY = 31
_REACH = 40


def find_time_series(reading: Reading) -> Iterator[tuple[int, int]]:
    """Give the [start, end) characters of every value of a row of hours or weekdays.

    Hours have to rise from row to row or from pair to pair. Numbers behind weekdays are values
    where a measure leads them, or where they cannot be the days of one week.
    """
    low = reading.low
    hourly = reading.figures and len(_HOURLY.findall(low)) > 1
    if hourly:
        yield from _rows(low)
    for run in _PAIRS.finditer(low) if hourly else ():
        if _REACHED.search(low, max(0, run.start() - _REACH), run.start()):
            continue
        pairs = list(_ONE_PAIR.finditer(low, *run.span()))
        if _rise([pair["hour"] for pair in pairs]):
            for pair in pairs:
                yield pair.span()
    if reading.figures and _DAYS.among(reading):
        yield from _weekdays(low)


def _rows(low: str) -> Iterator[tuple[int, int]]:
    """Give the rows of a grid whose first column is the hour."""
    run: list[re.Match[str]] = []
    for row in _LINE.finditer(low):
        below = run and low[run[-1].end() : row.start()].strip(" \t;.\n") == ""
        if not below or not _rise([run[-1]["hour"], row["hour"]]):
            yield from _grid(low, run)
            run = []
        run.append(row)
    yield from _grid(low, run)


def _grid(low: str, run: list[re.Match[str]]) -> Iterator[tuple[int, int]]:
    """Give rows below one another, unless they may be telephone numbers.

    Whole numbers count where the hours are round and a measure leads them, or where their rows are
    three or long; never where all of them have three figures, as those of '0412 345 678' have.
    """
    if len(run) < _LEAST_ROWS:
        return
    values = [row["values"].split() for row in run]
    every = [value for row in values for value in row]
    sure = any(not value.isdecimal() for value in every)
    if not sure and not all(len(value) == 3 for value in every):
        lead = low[max(0, run[0].start() - _REACH) : run[0].start()]
        long = len(run) > _LEAST_ROWS or min(map(len, values)) >= _LEAST_COLUMNS
        cued = _OBSERVED.search(lead) or (long and not _CALLED.search(lead))
        sure = bool(cued) and all(row["hour"][-1] in "05" for row in run)
    if sure:
        for row in run:
            yield row.start("hour"), row.end("values")


def _rise(hours: list[str]) -> bool:
    """Tell whether hours go on from one to the next, over midnight from the evening alone."""
    minutes = [int(hour[:2]) * 60 + int(hour[-2:]) for hour in hours]
    return len(minutes) > 1 and all(
        earlier < later or (earlier >= _EVENING and later < _MORNING)
        for earlier, later in zip(minutes, minutes[1:], strict=False)
    )


def _weekdays(low: str) -> Iterator[tuple[int, int]]:
    """Give the values behind weekdays: 'INR Mon 2.1 Wed 4.8'."""
    run: list[re.Match[str]] = []
    for found in _VALUED.finditer(low):
        if run and not _BETWEEN.fullmatch(low, run[-1].end(), found.start()):
            yield from _judged(low, run)
            run = []
        run.append(found)
    yield from _judged(low, run)


def _judged(low: str, run: list[re.Match[str]]) -> Iterator[tuple[int, int]]:
    """Give the values of a run of weekdays, unless they may be days of a month."""
    if not run:
        return
    start = run[0].start()
    measured = _MEASURED.search(low, max(0, start - _REACH), start) is not None
    if _CHECKED.search(low, max(0, start - _REACH), start) and _are_days(run):
        return
    if len(run) > 1 and _are_days(run):
        if all(len(found["value"]) > 1 and found["value"].isdecimal() for found in run):
            return
    if measured or (len(run) > 1 and not _are_days(run)):
        sure = [found for found in run if len(run) > 1 or not _is_day(found["value"])]
        for found in sure:
            yield found.span("value")


def _is_day(value: str) -> bool:
    """Tell whether a number can be a day, or a day and a month."""
    day, _, month = value.replace(",", ".").replace("/", ".").partition(".")
    return 1 <= int(day) <= _LATEST_DAY and (not month or 1 <= int(month) <= 12)


def _are_days(run: list[re.Match[str]]) -> bool:
    """Tell whether numbers behind weekdays can be the days on which they fall."""
    if not all(_is_day(found["value"]) for found in run):
        return False
    days = [int(re.split(r"[.,/]", found["value"])[0]) for found in run]
    week = [
        next(
            place
            for place, names in enumerate(_WEEK)
            if found["day"][:3] in names or found["day"] in names
        )
        for found in run
    ]
    months = {re.split(r"[.,/]", found["value"])[1:2] == [] for found in run}
    if len(months) > 1:
        return False
    steps = zip(days, days[1:], week, week[1:], strict=False)
    return all(
        (later - day - next_ + now) % 7 == 0 or later < day for day, later, now, next_ in steps
    )
