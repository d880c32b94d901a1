"""Dates of digits alone, in every order and with every separator."""

from __future__ import annotations

import re
from collections.abc import Sequence

from spacy_deid.annotations import DateField, DateReading
from spacy_deid.detect import dates_guards as guards
from spacy_deid.detect.dates_readings import (
    DateMatch,
    is_real,
    make_field,
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
_ISO_TIME = re.compile(
    r"t\d{2}(?::?\d{2}(?::?\d{2}(?:[.,]\d+)?)?)?(?:\s?z\b|\s?[+-]\d{2}(?::?\d{2})?(?!\d))?"
)
_PAIR = re.compile(r"(?P<a>\d{1,2})(?P<s>\s?[/\\]\s?|[-\u2010-\u2013.])(?P<b>\d{1,2})(?!\d)")
_MONTH_YEAR = re.compile(
    r"(?P<a>\d{1,2})(?P<s>\s?[/.\-\u2010-\u2013\\]\s?)(?P<b>(?:19|20)\d\d)(?!\d)"
)
_YEAR_MONTH = re.compile(r"(?P<a>(?:19|20)\d\d)(?P<s>[/.\-])(?P<b>0[1-9]|1[0-2])(?!\d)")
_DATE_AHEAD = re.compile(
    r"\s?[-\u2010-\u2015]\s?\d{1,4}[/.\-]\d{1,2}(?:[/.\-]\d{2,4})?(?![/.\-]?\d)"
)
_PAIR_AHEAD = re.compile(
    r"\s?[-\u2010-\u2015]\s?(?:\d{1,2}/\d{1,2}(?:/\d{2,4})?|\d{1,2})(?![/.\-:]?\d)"
)
_MONTH_YEAR_AHEAD = re.compile(r"\s?[-\u2013]\s?\d{1,2}/\d{4}")
_MORE = re.compile(
    r"[/.\\:]\d|\s?/\s?\d|[\-\u2010-\u2013]\d(?!\d?(?::\d\d|\s?[ap]\.?m\b|st|nd|rd|th))|[_^]|,\d{3}"
)
_MORE_AFTER_YEAR = re.compile(r"[/.\\]\d|:\d(?!\d?:\d)|\s?/\s?\d|[-\u2010-\u2013]\d{3}|[_^]|,\d{3}")
_GROUPED = re.compile(r"(?<![/\d.-])\d{1,3},\Z")
_WRONG_YEAR = re.compile(
    r"(?P<a>\d{1,2})(?P<s>[/-])(?P<b>\d{1,2})(?P=s)(?P<c>[02]\d{2}|2\d{4})(?!\d|[/.:-]\d)"
)
_YEAR_BROKEN = re.compile(r"\s\d\d(?![\d:/.%-])")
_UNKNOWN_DAY = re.compile(
    r"00?(?P<s>[/.-])(?P<a>0?[1-9]|1[0-2])(?P=s)(?P<b>(?:19|20)\d\d)(?![\d/.-])"
)
_LETTERS = re.compile(r"[^\W\d_]+")
_OCR = re.compile(
    r"(?P<a>[\dolis|]{1,2})(?P<s>[/.\-])(?P<b>[\dolis|]{1,2})(?P=s)(?P<c>[\dolis|]{4})"
)
_OCR_DIGITS = str.maketrans("olis|", "01151")
_RANGED_DAY = re.compile(r"\s?[-\u2010-\u2013]\s?(?P<d>\d{1,2})(?![\d/:.]\d|\d)")
_PLACEHOLDER = re.compile(
    r"(?:(?<![^\W_])(?<!:)(?:unk|uk|un|nk|xx|dd|mm|nn|00|\?\?|--|__)[-/. ]?){1,2}\Z"
)


def placeholder_start(low: str, start: int) -> int:
    """Give where 'UNK-', '??/' or 'XX/XX/' before a date begins; ``start`` where there is none."""
    if start < 3 or low[start - 1] not in "-/. ":
        return start
    found = _PLACEHOLDER.search(low, max(0, start - 8), start)
    return start if found is None or low[start - 1] == " " else found.start()


def _continues_number(low: str, start: int) -> bool:
    """Tell whether a place lies within a longer number, code or amount."""
    if start == 0:
        return False
    last = low[start - 1]
    if last in "$€£^=<>":
        return last in "$€£^"
    if last == ",":
        return _GROUPED.search(low, max(0, start - 5), start) is not None
    if last in "./-_:\\\u2013+" and start > 1:
        further = low[start - 2]
        if further.isdigit():
            return True
        return last in "_+" and further.isalnum()
    return False


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
            match = None
    if match is None:
        return _three_loose(low, start)
    end = match.end()
    marks = match["s"], match["t"]
    parts = match["a"], match["b"], match["c"]
    if _MORE_AFTER_YEAR.match(low, end) and not _is_range_ahead(low, end):
        return None
    spaced = " " in low[start:end] or "\n" in low[start:end]
    if ("." in marks or "," in marks or ":" in marks) and spaced and len(parts[2]) < 4:
        return None
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
        time = _ISO_TIME.match(low, end)
        if time is not None:
            end = time.end()
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
    unknown = _UNKNOWN_DAY.match(low, start)
    if unknown is not None:
        readings = _pair_readings(unknown, ("MY",))
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


def misread_numbers(low: str, start: int) -> DateMatch | None:
    """Match three numbers in which letters stand for digits: 'O1/l2/2O21'.

    start: where a digit stands; the date may begin up to five characters earlier.
    """
    for first in range(max(0, start - 3), start + 1):
        match = _OCR.match(low, first)
        if match is None or (first and low[first - 1].isalnum()):
            continue
        if match.end() < len(low) and low[match.end()].isalnum():
            continue
        if sum(c.isdigit() for c in match[0]) < 4:
            continue
        digits = {key: match[key].translate(_OCR_DIGITS) for key in "abc"}
        return _from_groups(low, match, digits, match["s"], "misread", 0.8)
    return None


def two_numbers(low: str, start: int, hyphens: bool) -> DateMatch | None:
    """Match two numbers: month and day, day and month, or month and year.

    low: the text in lower case.
    start: where the first digit stands.
    hyphens: whether the text writes dates with hyphens, so that '9-29' can be one.
    """
    if start and low[start - 1].isalpha():
        run = re.search(r"[^\W\d_]*\Z", low[max(0, start - 20) : start])
        if run is None or len(run[0]) < 2 or (len(run[0]) < 3 and run[0] not in ("on", "by", "to")):
            return None
    match = _MONTH_YEAR.match(low, start) or _YEAR_MONTH.match(low, start)
    if match is not None:
        return _month_and_year(low, match)
    match = _PAIR.match(low, start)
    if match is None:
        return None
    end = match.end()
    if _MORE.match(low, end) and not _range_follows(low, end):
        return None
    if end < len(low) and low[end].isalpha():
        letters = _LETTERS.match(low, end)
        if (
            letters is None
            or len(letters[0]) < 3
            or low[letters.end() : letters.end() + 1].isdigit()
        ):
            return None
    first, second = int(match["a"]), int(match["b"])
    if not (first and (second or match["b"] == "00")):
        return None
    mark = match["s"].strip()
    if mark in "/\\":
        return _slashed_pair(low, match, first, second)
    if first > 31 or second > 31:
        return None
    if mark == ".":
        return _dotted_pair(low, match)
    return _hyphened_pair(low, match, hyphens)


def _range_follows(low: str, end: int) -> bool:
    """Tell whether a dash and another short date follow, as in '4/8-4/11' and '4/8-11'."""
    return _PAIR_AHEAD.match(low, end) is not None


def _pair_readings(match: re.Match[str], orders: Sequence[str]) -> list[DateReading]:
    numbers = [(match["a"], match.start("a")), (match["b"], match.start("b"))]
    readings = numeric_readings(numbers, orders)
    return [r for r in readings if not (r["order"] == "MY" and len(match["b"]) < 2)]


def _month_and_year(low: str, match: re.Match[str]) -> DateMatch | None:
    """Judge '03/2021', '3-2021', '03.2021' and '2021-03'."""
    start, end = match.span()
    if _MORE.match(low, end) and not _MONTH_YEAR_AHEAD.match(low, end):
        return None
    if guards.rejects_day(low, end) or low[end : end + 1].isalpha():
        return None
    cue = guards.has_date_cue(low, start)
    if guards.has_identifier_cue(low, start) and not cue:
        return None
    orders = ("YM",) if len(match["a"]) == 4 else ("MY",)
    readings = _pair_readings(match, orders)
    if not readings:
        return None
    if match["s"] == "." and not (cue or len(match["a"]) == 2):
        return None
    return DateMatch(start, end, "month_year", 0.92 if cue or "/" in match["s"] else 0.8, readings)


def _slashed_pair(low: str, match: re.Match[str], first: int, second: int) -> DateMatch | None:
    start, end = match.span()
    if first > 31:
        return None
    orders = ["MD", "DM", "MY"]
    if guards.has_form_cue(low, start) and re.search(r"\bexp", low[max(0, start - 20) : start]):
        orders = ["MY", "MD", "DM"]
    readings = _pair_readings(match, orders)
    if not readings:
        return None
    if readings[0]["order"] == "MY" and len(readings) == 1:
        score = guards.month_year_score(low, start, end, first, second)
        pattern = "month_year"
    else:
        score = guards.slash_score(low, start, end, first, second)
        pattern = "month_day"
    return DateMatch(start, end, pattern, score, readings) if score else None


def _dotted_pair(low: str, match: re.Match[str]) -> DateMatch | None:
    """Judge '3.14' and '24.12.': only with a date cue, and nothing that is counted after it."""
    start, end = match.span()
    stop = low[end : end + 1] == "." and low[end + 1 : end + 2].strip() in ("", ",", ")", "-")
    if guards.rejects_counting(low, end) or not guards.FUNCTION_AFTER.match(low, end):
        return None
    if not re.search(
        r"\b(?:on|since|until|till|dated?|dob|am|vom|bis)\s?:?\s?\Z", low[max(0, start - 9) : start]
    ):
        return None
    if len(match["b"]) < 2 and not stop:
        return None
    readings = _pair_readings(match, ("DM", "MD"))
    return DateMatch(start, end, "dotted_pair", 0.65, readings) if readings else None


def _hyphened_pair(low: str, match: re.Match[str], hyphens: bool) -> DateMatch | None:
    """Judge '4-5': only with a date cue or where the text writes whole dates with hyphens."""
    start, end = match.span()
    if guards.rejects_counting(low, end) or guards.has_identifier_cue(low, start):
        return None
    if low[end : end + 1] in ("-", "\u2013") and low[end + 1 : end + 2].isdecimal():
        return None
    cue = guards.has_form_cue(low, start) or re.search(
        r"\b(?:on|since|dated|onset|as of|morning of|evening of|night of|afternoon of|day)\s\Z",
        low[max(0, start - 14) : start],
    )
    timed = guards.is_line_start(low, start) and re.match(r"\s\d{1,2}:\d\d", low[end : end + 6])
    listed = hyphens and (guards.is_line_start(low, start) or guards.has_date_cue(low, start))
    padded = hyphens and len(match["a"]) == len(match["b"]) == 2
    if not ((cue and guards.FUNCTION_AFTER.match(low, end)) or listed or padded or timed):
        return None
    readings = _pair_readings(match, ("MD", "DM"))
    return DateMatch(start, end, "hyphened_pair", 0.7, readings) if readings else None


def ranged_day(low: str, match: DateMatch) -> DateMatch | None:
    """Widen '4/12' to '4/12-13' where a later day follows a dash."""
    found = _RANGED_DAY.match(low, match.end)
    if found is None or guards.rejects_counting(low, found.end()):
        return None
    widened = []
    for reading in match.readings:
        days = [one for one in reading["fields"] if one["name"] == "day"]
        if not days or any(one["name"] == "year" for one in reading["fields"]):
            continue
        if not days[0]["value"] < int(found["d"]):
            continue
        fields: list[DateField] = []
        for one in reading["fields"]:
            shared = -1 if one["name"] == "month" else 0
            fields.append(
                make_field(
                    one["name"], (one["start"], one["end"]), one["value"], one["style"], shared
                )
            )
        fields.append(make_field("day", found.span("d"), int(found["d"]), days[0]["style"], 1))
        if is_real(fields):
            widened.append(DateReading(order=reading["order"], fields=fields))
    if not widened:
        return None
    return DateMatch(match.start, found.end(), "range", match.score, widened)


def compact_numbers(low: str, start: int, end: int) -> DateMatch | None:
    """Match digits without separators: '20140403', with a cue also '03041962' and '030462'.

    start, end: the run of digits.
    """
    digits = low[start:end]
    length = len(digits)
    if length not in (6, 8, 12, 14) or _continues_number(low, start):
        return None
    if start and (low[start - 1].isalpha() or low[start - 1] in "-_/#"):
        return None
    if end < len(low) and (
        low[end] in "_/" or (low[end] == "-" and low[end + 1 : end + 2].isalnum())
    ):
        return None
    form = guards.has_form_cue(low, start)
    if guards.has_identifier_cue(low, start) and not form:
        return None
    cuts: list[tuple[str, tuple[int, int, int]]] = []
    if length >= 8 and digits[:2] in ("19", "20"):
        cuts.append(("YMD", (4, 2, 2)))
    if length == 8 and (form or guards.has_strict_cue(low, start)):
        cuts += [("DMY", (2, 2, 4)), ("MDY", (2, 2, 4))]
    if length == 6 and form:
        cuts += [("DMY", (2, 2, 2)), ("MDY", (2, 2, 2)), ("YMD", (2, 2, 2))]
    if length > 8 and not (int(digits[8:10]) < 24 and int(digits[10:12]) < 60):
        return None
    readings: list[DateReading] = []
    for order, widths in cuts:
        numbers, place = [], start
        for width in widths:
            numbers.append((low[place : place + width], place))
            place += width
        readings += [r for r in numeric_readings(numbers, [order]) if _century_fits(r)]
    if not readings:
        return None
    time = _ISO_TIME.match(low, end)
    if time is not None and length == 8:
        end = time.end()
    elif guards.UNIT_AFTER.match(low, end) or low[end : end + 1].isalpha():
        return None
    return DateMatch(start, end, "compact", 0.95 if form else 0.8, readings)


def _century_fits(reading: DateReading) -> bool:
    years = [one for one in reading["fields"] if one["name"] == "year" and one["style"] == "2004"]
    return all(1900 <= one["value"] <= 2099 for one in years)


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
    if not joined and _continues_number(low, start):
        return None
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
