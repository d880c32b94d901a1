"""Dates of three numbers in every order and with every separator, also broken or misread."""

from __future__ import annotations

import re
from collections.abc import Sequence

from spacy_deid.annotations import DateReading
from spacy_deid.detect.dates import guards
from spacy_deid.detect.dates.compact import ISO_TIME, compact_numbers
from spacy_deid.detect.dates.pairs import pair_readings, ranged_day, two_numbers
from spacy_deid.detect.dates.readings import (
    DateMatch,
    is_real,
    is_year,
    make_field,
    number_field,
    numeric_readings,
)

_SEP = r"\s?(?P<{}>[/.\-\u2010-\u2015_\\])\s{{0,2}}"
_THREE = re.compile(
    rf"(?P<a>\d{{4}}|\d{{1,2}}){_SEP.format('s')}(?P<b>\d{{1,2}})"
    rf"{_SEP.replace('_', '_,:').format('t')}(?P<c>\d{{4}}|\d{{2}})"
    r"(?:(?!\d)|(?=\d{1,2}:\d\d))"
)
_YEAR_FIRST = re.compile(
    rf"(?P<a>\d{{4}}){_SEP.format('s')}(?P<b>\d{{1,2}}){_SEP.format('t')}(?P<c>\d{{1,2}})"
    r"(?:(?!\d)|(?=\d{1,2}:\d\d))"
)
_SPACED = re.compile(
    r"(?:(?P<a>[0-3]?\d) +(?P<b>[0-3]?\d) +(?P<c>(?:19|20)\d\d)"
    r"|(?P<d>(?:19|20)\d\d) +(?P<e>[01]\d) +(?P<f>[0-3]\d))(?!\d)"
)
_BROKEN = re.compile(
    r"(?P<a>\d ?\d)(?P<g> ?)(?P<s>[/.\-]) ?(?P<b>\d ?\d) ?(?P=s) ?(?P<c>\d ?\d ?\d ?\d)(?!\d)"
)
_DATE_AHEAD = re.compile(
    r"\s?[-\u2010-\u2015]\s?\d{1,4}[/.\-]\d{1,2}(?:[/.\-]\d{2,4})?(?![/.\-]?\d)"
)
_MORE_AFTER_YEAR = re.compile(r"[/.\\]\d|:\d(?!\d?:\d)|\s?/\s?\d|[-\u2010-\u2013]\d{3}|[_^]|,\d{3}")
_WRONG_YEAR = re.compile(
    r"(?P<a>\d{1,2})(?P<s>[/-])(?P<b>\d{1,2})(?P=s)(?P<c>[02]\d{2}|2\d{4})(?!\d|[/.:-]\d)"
)
_YEAR_BROKEN = re.compile(r"(?:(?<=20)\s[0-3]|(?<=19)\s[3-9])\d(?![\d:/.%-])")
_DAYS = re.compile(
    r"(?P<d>\d{1,2})\.?\s?[-/\u2013]\s?(?P<e>\d{1,2})(?P<s>[/.])(?P<m>\d{1,2})(?P=s)"
    r"(?P<y>\d{4}|\d{2})(?!\d|[/.]\d)"
)
_STOP = re.compile(r"\.(?!\w)")
_STOP_WITHIN = re.compile(r"\.(?=[,;)]|\s?[-–]\s?\d)")
_DAYS_SHORT = re.compile(
    r"(?P<d>\d{1,2})\.\s?[-/\u2013]\s?(?P<e>\d{1,2})\.\s?(?P<m>1[0-2]|0?[1-9])\.(?!\d)"
)
_SLASH_LIST = re.compile(r"(?<![\d/])\d{5,}/\Z")
_UNKNOWN_DAY = re.compile(
    r"00?(?P<s>[/.-])(?P<a>0?[1-9]|1[0-2])(?P=s)(?P<b>(?:19|20)\d\d)(?![\d/.-])"
)
_PLACEHOLDER = re.compile(
    r"(?:(?<![^\W_])(?<!:)(?:unk|uk|un|nk|xx|dd|mm|nn|00|\?\?|--|__)[-/. ]?){1,2}\Z"
)


def placeholder_start(low: str, start: int) -> int:
    """Give where 'UNK-', '??/' or 'XX/XX/' before a date begins; ``start`` where there is none."""
    if start < 3 or low[start - 1] not in "-/. ":
        return start
    found = _PLACEHOLDER.search(low, max(0, start - 8), start)
    return start if found is None or low[start - 1] == " " else found.start()


def _orders(parts: tuple[str, str, str], mark: str) -> Sequence[str]:
    """List the orders of three numbers, the likeliest first, by separator and padding."""
    a, b, c = parts
    if len(a) == 4:
        return ("YMD", "YDM")
    day_first = mark == "." or (mark not in "/\\" and len(a) == len(b) == 2 and len(c) == 4)
    orders = ["DMY", "MDY"] if day_first else ["MDY", "DMY"]
    if len(a) == len(b) == len(c) == 2:
        orders.append("YMD")
    return orders


def three_numbers(low: str, start: int) -> DateMatch | None:
    """Match day, month and year in digits, in any order, with any separator.

    low: the text in lower case.
    start: where the first digit stands.
    RETURNS: the match, with an ISO time glued to it; None where no real date stands here.
    """
    match = _THREE.match(low, start) or _YEAR_FIRST.match(low, start)
    if match is not None and match["c"] in ("19", "20"):
        broken = _YEAR_BROKEN.match(low, match.end())
        if broken is not None and not guards.rejects_counting(low, broken.end()):
            # '12/03/20 19', unless no such date is there: then '3/10/19 45' is one and a value
            found = _three_loose(low, start)
            if found is not None:
                return found
    if match is None:
        return _three_loose(low, start)
    end = match.end()
    marks = match["s"], match["t"]
    parts = match["a"], match["b"], match["c"]
    if _MORE_AFTER_YEAR.match(low, end) and not _is_range_ahead(low, end):
        return _three_loose(low, start)
    spaced = " " in low[start:end] or "\n" in low[start:end]
    stop = marks == (".", ".") and _STOP.match(low, end) is not None
    if spaced and len(parts[0]) == 4 and marks == (".", ".") and "\n" not in low[start:end]:
        # '2022. 03. 17.' is how Hungarians and Koreans write a date.
        spaced = not (stop or len(parts[1]) == len(parts[2]) == 2)
    if ("." in marks or "," in marks or ":" in marks) and spaced and len(parts[2]) < 4:
        return None
    if spaced and marks[0] != marks[1] == ".":
        return None  # 'score 7/10. 2024-03-02'
    if marks[0] != marks[1] and len(parts[2]) < 4 and len(parts[0]) < 4:
        if spaced or marks[1] in ",:" or "." in marks:
            return None
    if marks[1] in ",:" and (len(parts[2]) < 4 or marks[0] == "."):
        return None
    readings = numeric_readings(
        [(match[g], match.start(g)) for g in "abc"], _orders(parts, marks[0])
    )
    if not readings:
        return _three_loose(low, start)
    short = len(parts[0]) < 4 and len(parts[2]) < 4
    if guards.UNIT_AFTER.match(low, end) and (short or "." in marks):
        return None
    score = 0.98
    if short:
        if (
            marks != ("/", "/")
            and guards.has_identifier_cue(low, start)
            and not guards.has_date_cue(low, start)
        ):
            return None
        score = 0.93 if marks[0] in "/-" else 0.88
        if marks == ("/", "-") and int(parts[2]) > int(parts[1]):
            readings = _day_range(match) + readings
    if len(parts[0]) == 4:
        time = ISO_TIME.match(low, end)
        if time is not None:
            end = time.end()
        elif stop:
            end += 1
    elif stop and _STOP_WITHIN.match(low, end):
        end += 1
    return DateMatch(start, end, "numeric", score, readings)


def _is_range_ahead(low: str, end: int) -> bool:
    """Tell whether a dash and another date with separators follow, as in '1/2/20-1/5/20'."""
    return _DATE_AHEAD.match(low, end) is not None


def _day_range(match: re.Match[str]) -> list[DateReading]:
    """Read '4/10-17' as the 10th to the 17th of April."""
    fields = [
        make_field("month", match.span("a"), int(match["a"]), "2", -1),
        make_field("day", match.span("b"), int(match["b"]), "2", 0),
        make_field("day", match.span("c"), int(match["c"]), "2", 1),
    ]
    return [DateReading(order="MD", fields=fields)] if is_real(fields) else []


def _three_loose(low: str, start: int) -> DateMatch | None:
    """Match three numbers with broken digits ('1 2 / 03/2019') or spaces alone ('12 03 2019')."""
    broken = _BROKEN.match(low, start)
    if broken is not None and " " in broken[0]:
        if " " not in broken["a"] or broken["g"] or broken["a"][0] == "0":
            return _from_groups(low, broken, _digits_only(broken), broken["s"], "broken", 0.8)
    days = _DAYS.match(low, start)
    if days is not None:
        return _shared_month(days)
    days = _DAYS_SHORT.match(low, start)
    if days is not None:
        return _shared_month(days)
    unknown = _UNKNOWN_DAY.match(low, start)
    if unknown is not None:
        readings = pair_readings(unknown, ("MY",))
        return DateMatch(start, unknown.end(), "month_year", 0.85, readings)
    wrong = _WRONG_YEAR.match(low, start)
    if wrong is not None:
        numbers = [(wrong["a"], wrong.start("a")), (wrong["b"], wrong.start("b"))]
        readings = numeric_readings(numbers, ("MD", "DM"))
        if readings and not guards.has_identifier_cue(low, start):
            return DateMatch(start, wrong.end(), "wrong_year", 0.85, readings)
    spaced = _SPACED.match(low, start)
    if spaced is not None and not guards.rejects_counting(low, spaced.end()):
        keys = "abc" if spaced["a"] else "def"
        padded = all(len(spaced[key]) > 1 for key in keys) and spaced[keys[0]][0] in "0123"
        cue = guards.has_strict_cue(low, start) or guards.has_form_cue(low, start)
        if cue or (padded and spaced[keys[1]][0] == "0"):
            if not re.search(r"\d[\s\-]\Z", low[max(0, start - 2) : start]):
                numbers = [(spaced[key], spaced.start(key)) for key in keys]
                orders = ("DMY", "MDY") if keys == "abc" else ("YMD",)
                readings = numeric_readings(numbers, orders)
                if readings:
                    return DateMatch(start, spaced.end(), "spaced", 0.8, readings)
    return None


def _shared_month(match: re.Match[str]) -> DateMatch | None:
    """Read '12-14/03/2021' as the 12th to the 14th of March, '22.-26.9.' without a year."""
    year = match.groupdict().get("y")
    if int(match["d"]) >= int(match["e"]) or (year is not None and not is_year(year)):
        return None
    fields = [
        make_field("day", match.span("d"), int(match["d"]), "2", 0),
        make_field("day", match.span("e"), int(match["e"]), "2", 1),
        make_field("month", match.span("m"), int(match["m"]), "2", -1),
    ]
    if year is not None:
        fields.append({**number_field("year", year, match.span("y"), False), "point": -1})
    if not is_real(fields):
        return None
    reading = DateReading(order="DMY" if year else "DM", fields=fields)
    return DateMatch(match.start(), match.end(), "range", 0.93, [reading])


def _digits_only(match: re.Match[str]) -> dict[str, str]:
    return {key: match[key].replace(" ", "") for key in "abc"}


def _from_groups(
    low: str, match: re.Match[str], digits: dict[str, str], mark: str, pattern: str, score: float
) -> DateMatch | None:
    """Make a match of groups a, b and c whose clean digits are given."""
    numbers = [(digits[key], match.start(key)) for key in "abc"]
    readings = numeric_readings(numbers, _orders((digits["a"], digits["b"], digits["c"]), mark))
    ends = {match.start(key): match.end(key) for key in "abc"}
    for reading in readings:
        for one in reading["fields"]:
            one["end"] = ends[one["start"]]
    if not readings:
        return None
    return DateMatch(match.start(), match.end(), pattern, score, readings)


def numeric_date(low: str, start: int, end: int, hyphens: bool, joined: bool) -> DateMatch | None:
    """Match the longest date of digits at a run of digits.

    low: the text in lower case.
    start, end: the run.
    hyphens: whether the text writes dates with hyphens.
    joined: whether a date and a dash stand right before, so that a range goes on.
    """
    length = end - start
    if length > 4:
        return compact_numbers(low, start, end)
    if not joined and guards.continues_number(low, start):
        if _SLASH_LIST.search(low, max(0, start - 16), start) is None:
            return None
        found = three_numbers(low, start)
        return found if found is not None and low[found.end : found.end + 1] == "/" else None
    found = three_numbers(low, start)
    if found is None and low[end : end + 3].strip()[:1] in (
        "/",
        "-",
        ".",
        "\u2013",
        "\u2010",
        "\\",
    ):
        found = two_numbers(low, start, hyphens)
        if found is not None and not joined:
            found = ranged_day(low, found) or found
    return found
