"""Dates with a month's name: '12Jan2014', 'March 3rd, 2021', '16-18APR', 'third of May'."""

from __future__ import annotations

import re

from spacy_deid.annotations import DateField, DateReading
from spacy_deid.detect import dates_guards as guards
from spacy_deid.detect.dates_months import MONTHS, month_words
from spacy_deid.detect.dates_readings import (
    DateMatch,
    is_real,
    is_year,
    make_field,
    number_field,
)
from spacy_deid.detect.numbers import YEAR_WORDS, read_year

_DASH = r"[-\u2010-\u2015]"
_SUFFIX = r"(?:\s?(?:st|nd|rd|th)\b)?"
MON = r"(?P<m>0ct(?:ober)?|n0v(?:ember)?|ju[1|]y?|apri[1|]|[^\W\d_]{3,14})"
_GAP = r"(?:\s?[-\u2010-\u2015./,_\\]{0,2}\s{0,2})"
_OF = r"(?:\s?of\s(?:the\s)?|\sde[l]?\s)"
YEAR = (
    r"(?:['’`]?(?P<y>(?:(?:1[89]|2[01])\d|25[4-7])\d)(?:(?!\d)|(?=\d{1,2}:\d\d))|(?P<y2>['’`]?\d\d)(?!\d)"
    rf"|(?P<yw>{YEAR_WORDS}))"
)
TO_YEAR = rf"(?P<g>{_GAP}(?:of\s|de[l]?\s|in\s(?=\d{{4}}))?)"

_DAY_FIRST = re.compile(
    rf"(?P<d>\d{{1,2}})(?P<o>\s?(?:st|nd|rd|th|er)(?=[^a-z]|of|[a-z]{{3}})|º|°)?"
    rf"(?P<h>{_OF}|{_GAP}(?:day\sof\s)?){MON}(?P<dot>\.?)(?:{TO_YEAR}{YEAR})?"
)
_DAYS_FIRST = re.compile(
    rf"(?P<d>\d{{1,2}}){_SUFFIX}\s?(?:{_DASH}|/)\s?(?P<e>\d{{1,2}}){_SUFFIX}"
    rf"(?P<h>{_OF}|{_GAP}){MON}(?P<dot>\.?)(?:{TO_YEAR}{YEAR})?"
)
_YEAR_FIRST = re.compile(
    rf"(?P<y>(?:1[89]|2[01])\d\d)(?P<g>\s?[-\u2010-\u2015./,]?\s?){MON}\.?"
    rf"(?:{_GAP}(?P<d>\d{{1,2}}){_SUFFIX}(?![\d:]|\s?[ap]m\b))?"
)
_MONTH_FIRST = re.compile(
    rf"(?P<dot>\.?)(?P<h>{_GAP}(?:the\s)?)(?P<d>\d{{1,2}})(?P<o>\s?(?:st|nd|rd|th)\b)?(?![\d])"
    rf"(?:\s?(?:{_DASH}|/)\s?(?P<e>\d{{1,2}}){_SUFFIX}(?!\d|[/:.]\d))?"
    rf"(?:{TO_YEAR}{YEAR})?"
)
_MONTH_NUMERIC = re.compile(r"\.?\s{1,2}(?=\d{1,2}[/-]\d{1,2}[/-]\d{2,4}(?!\d))")
_MONTH_YEAR = re.compile(rf"(?P<dot>\.?){TO_YEAR}{YEAR}")
_STRAY_YEAR = re.compile(r"-?(?:[02]\d\d|20\d{3})(?!\d)")
_VERB_AFTER = re.compile(
    r"\s+(?:not\s+)?(?:have|be|need|also|not|cause|experience|or|want|take|get|like|still|go|lead|"
    r"require|include|contain|affect|develop|receive|well|never|only|continue|occur|present|just|"
    r"come|feel|consider|increase|use|help|return|possibly|give|appear|show|become|result|now|"
    r"resume|benefit|contribute|call|ask|start|stop|try|see|do|had|has|in fact)\b"
)
_NORDIC = frozenset({"mars", "mai", "maj", "mei"})
"""Risky names that a day with a stop before them makes plain: '13. mars'."""
_MISREAD = {"0": "o", "1": "l", "|": "l"}
_HOURS = re.compile(r"\s?hrs?\b")
_DASHED_NUMBER = re.compile(r"\s?-\s?\d")
_LOWER_WORD = re.compile(r"\s[a-z]")
_NAME_AFTER_MONTH = re.compile(r"-(?:thurner|hegglin|gr[uü]nwald|white|ball)")
_CASE_ENDING = re.compile(r"\.?-(?:jén|ján|ig|től|tól|án|én|i|e|a)(?![^\W_])")
_GOES_ON = re.compile(r"[.,/]\d|\d|[a-z]{1,2}\b")
_YEAR_OR_WORD = re.compile(r",(?:\d{4}|\d\d\b)|at\b|pt\b")
_ORDINAL_END = re.compile(r"\s?(?:st|nd|rd|th)\b")


def read_month(word: str) -> tuple[int, str] | None:
    """Give the month of a lower-case word and how it is written; None for another word."""
    known = month_words().get(word)
    if known is None and not word.isalpha():
        known = month_words().get("".join(_MISREAD.get(c, c) for c in word))
        return (known[0], "typo") if known else None
    return known


def month_field(word: str, start: int, number: int) -> DateField:
    """Make the field of a month's name."""
    style = "Jan" if len(word) <= 4 and word not in {"may", "june", "july"} else "January"
    return make_field("month", (start, start + len(word)), number, style)


def year_field(match: re.Match[str]) -> DateField | None:
    """Make the field of the year that a match holds as digits or words; None without one."""
    if match["y"]:
        return number_field("year", match["y"], match.span("y"), False)
    if match["y2"]:
        return number_field("year", match["y2"], match.span("y2"), False)
    if match["yw"]:
        value = read_year(match["yw"])
        return make_field("year", match.span("yw"), value, "words") if value else None
    return None


def year_stands(low: str, match: re.Match[str], loose: bool) -> bool:
    """Tell whether the year of a match is one, and no time, dose or count after the date.

    loose: whether a space alone may stand before a two-digit year.
    """
    if match["y"]:
        end = match.end("y")
        if guards.UNIT_AFTER.match(low, end) or _HOURS.match(low, end):
            return False
        return low[end : end + 1] not in ("%",)
    if match["yw"]:
        return read_year(match["yw"]) is not None
    if not match["y2"]:
        return False
    end = match.end("y2")
    if not match["g"]:
        return low[end : end + 1] not in (":", "%") and not guards.UNIT_AFTER.match(low, end)
    if guards.rejects_counting(low, end) or low[end : end + 1] in (":", "%", "/"):
        return False
    if low[end : end + 1] in (".", ",") and low[end + 1 : end + 2].isdigit():
        return False
    if low[end : end + 2].isalpha() and not low[end : end + 2].isspace():
        return False
    if _DASHED_NUMBER.match(low, end) and " " in match["g"]:
        return False
    gap = match["g"].strip(" \n")
    return bool(gap.strip("of ") or not match["g"] or loose or match["y2"][0] in "'’`")


def finish(
    low: str, start: int, end: int, pattern: str, score: float, readings: list[list[DateField]]
) -> DateMatch | None:
    """Make a match of the readings that are real dates."""
    real = [fields for fields in readings if is_real(fields)]
    if not real:
        return None
    made = []
    for fields in real:
        numeric = [f for f in fields if f["name"] in ("day", "year") and f["style"] != "words"]
        order = ""
        if len(real) > 1 and numeric:
            order = "".join(
                f["name"][0].upper() for f in fields if f["name"] in ("day", "month", "year")
            )
        made.append(DateReading(order=order, fields=fields))
    return DateMatch(start, end, pattern, score, made)


def _swapped(fields: list[DateField]) -> list[list[DateField]]:
    """Add the reading of '12-Jan-14' as year, month, day."""
    readings = [fields]
    days = [f for f in fields if f["name"] == "day"]
    years = [f for f in fields if f["name"] == "year"]
    if len(days) == len(years) == 1 and years[0]["style"] == "04" and days[0]["style"] == "02":
        if years[0]["start"] > days[0]["start"] and 1 <= years[0]["value"] <= 31:
            swapped = [f for f in fields if f["name"] == "month"]
            swapped.append(DateField(**{**days[0], "name": "year", "style": "04"}))
            swapped.append(DateField(**{**years[0], "name": "day", "style": "02"}))
            readings.append(sorted(swapped, key=lambda f: f["start"]))
    return readings


def _day_field(low: str, span: tuple[int, int], ordinal: bool, point: int = 0) -> DateField:
    digits = low[span[0] : span[1]]
    style = "2nd" if ordinal else ("02" if len(digits) == 2 else "2")
    return make_field("day", span, int(digits), style, point)


def _month_before_verb(low: str, word: str, end: int) -> bool:
    return word in ("may", "march") and _VERB_AFTER.match(low, end) is not None


def day_first(low: str, start: int) -> DateMatch | None:
    """Match '12Jan2014', '3rd of May', '30-Mar', '16-18APR', '5 März 2019' at a day's digits."""
    match = _DAYS_FIRST.match(low, start)
    second = match is not None and read_month(match["m"]) is not None
    if not second:
        match = _DAY_FIRST.match(low, start)
    if match is None:
        return None
    month = read_month(match["m"])
    if month is None:
        return _glued_after(low, match)
    return _of_day_first(low, match, month, bool(second))


def _glued_after(low: str, match: re.Match[str]) -> DateMatch | None:
    """Match a month with a word glued behind it: '12Jan2014' is plain, '12 janand' is not."""
    word = match["m"]
    if match["h"] or len(word) < 6:
        return None
    month = read_month(word[:3])
    if month is None or match["y"] or match["y2"] or month[1] != "short":
        return None
    if word[3:] not in ("and", "the", "she", "patient", "pt", "with", "was", "had", "started"):
        return None
    end = match.start("m") + 3
    fields = [
        _day_field(low, match.span("d"), False),
        month_field(word[:3], match.start("m"), month[0]),
    ]
    return finish(low, match.start(), end, "day_month", 0.8, [fields])


def _of_day_first(
    low: str, match: re.Match[str], month: tuple[int, str], ranged: bool
) -> DateMatch | None:
    number, kind = month
    word = match["m"]
    has_year = (match["y"] or match["y2"] or match["yw"]) and year_stands(low, match, True)
    ordinal = bool(match["o"]) if not ranged else False
    strong = ordinal or "of" in match["h"] or "de" in match["h"].split()
    if match["h"].startswith(".") and match.start() and low[match.start() - 1] in ".,":
        return None  # the second half of a decimal: 'RV/LV 1.3. May-Thurner'
    dotted = match["h"].startswith(".")
    glued = not match["h"] or match["h"].strip()
    if kind == "risky":
        of = "de" in match["h"].split()
        if not (has_year or of or (dotted and word in _NORDIC)):
            return None
        if has_year and match["y2"] and not match["h"].strip():
            return None  # '3 out of 10'
    if kind in ("typo", "foreign") and not (has_year or strong or dotted or len(word) > 4):
        if kind == "typo" or not match["h"].strip() or len(word) < 3:
            return None
    end = match.end() if has_year else match.end("m")
    if not has_year and match["dot"] and match["h"] and word not in MONTHS:
        end = match.end("dot")  # the stop belongs to the abbreviation
    if not has_year and _NAME_AFTER_MONTH.match(low, match.end("m")):
        return None
    if not has_year:
        if _month_before_verb(low, word, match.end("m")):
            return None
        if word in ("mar", "dec", "sep", "jan", "may", "march") and not (strong or glued):
            if word in ("dec", "mar") and _LOWER_WORD.match(low, match.end("m")):
                return (
                    None
                    if not guards.has_strict_cue(low, match.start())
                    else _short(low, match, number, ranged, ordinal)
                )
        stray = _STRAY_YEAR.match(low, match.end("m"))
        if stray is not None:
            end = stray.end()
    points = (0, 1) if ranged else (0, 0)
    fields = [_day_field(low, match.span("d"), ordinal, points[0])]
    if ranged:
        if int(match["d"]) >= int(match["e"]):
            return None
        fields.append(_day_field(low, match.span("e"), False, 1))
    shared = -1 if ranged else 0
    fields.append({**month_field(word, match.start("m"), number), "point": shared})
    year = year_field(match) if has_year else None
    if year is not None:
        fields.append({**year, "point": shared})
    name = ("day_month_year" if year else "day_month") if not ranged else "range"
    readings = _swapped(fields) if kind in ("short", "full") else [fields]
    score = 0.98 if year else (0.93 if kind in ("short", "full") else 0.8)
    return finish(low, match.start(), end, name, score, readings)


def _short(
    low: str, match: re.Match[str], number: int, ranged: bool, ordinal: bool
) -> DateMatch | None:
    """Make '12 dec' with a cue before it a date without a year."""
    if ranged:
        return None
    fields = [
        _day_field(low, match.span("d"), ordinal),
        month_field(match["m"], match.start("m"), number),
    ]
    return finish(low, match.start(), match.end("m"), "day_month", 0.75, [fields])


def year_first(low: str, start: int) -> DateMatch | None:
    """Match '2014 Jan 12', '2014-JAN-12', '2014 January' at a year's digits."""
    match = _YEAR_FIRST.match(low, start)
    if match is None:
        return None
    month = read_month(match["m"])
    if month is None or month[1] not in ("full", "short", "foreign"):
        return None
    year = number_field("year", match["y"], match.span("y"), False)
    name = month_field(match["m"], match.start("m"), month[0])
    if match["d"] and not guards.rejects_counting(low, match.end("d")) and "," not in match["g"]:
        fields = [year, name, _day_field(low, match.span("d"), False)]
        found = finish(low, start, match.end(), "year_month_day", 0.95, [fields])
        if found is not None:
            return found
    if match["m"] in ("may", "march", "mar", "dec", "sep", "jan") and match["g"] not in ("-", ""):
        return None
    if "." in match["g"] or "," in match["g"]:
        return None
    return finish(low, start, match.end("m"), "year_month", 0.9, [[year, name]])


def month_first(text: str, low: str, start: int, word: str) -> DateMatch | None:
    """Match 'March 3rd, 2021', 'Jan.16', 'Jan 2014', 'DEC96', 'May third' at a month's name."""
    month = read_month(word)
    if month is None:
        return None
    number, kind = month
    after = start + len(word)
    name = month_field(word, start, number)
    numeric = _MONTH_NUMERIC.match(low, after)
    if numeric is not None and kind in ("full", "short"):
        return DateMatch(
            start, numeric.end(), "month_numeric", 0.9, [DateReading(order="", fields=[name])]
        )
    if kind == "risky" or (kind == "foreign" and len(word) < 4):
        return None
    found = _month_and_day(low, start, after, word, name)
    if found is None:
        found = _month_and_year(low, start, after, word, name)
    return found


def _month_and_day(
    low: str, start: int, after: int, word: str, name: DateField
) -> DateMatch | None:
    match = _MONTH_FIRST.match(low, after)
    if match is None or not 1 <= int(match["d"]) <= 31:
        return None
    ordinal = bool(match["o"])
    has_year = (match["y"] or match["y2"] or match["yw"]) and year_stands(
        low, match, " " in match["g"] if match["g"] else False
    )
    ranged = match["e"] is not None and int(match["d"]) < int(match["e"]) <= 31
    day_end = match.end("o") if ordinal else match.end("d")
    end = match.end() if has_year else (match.end("e") if ranged else day_end)
    if ranged and not has_year:
        ranged = not guards.rejects_counting(low, match.end("e"))
        if not ranged:
            return None
        end = _with_suffix(low, match.end("e"))
    if not has_year:
        if not ordinal and guards.rejects_day(low, end):
            return None
        if low[end : end + 1] in ("%", ":") and low[end + 1 : end + 2].isdigit():
            return None
        if not ordinal and _GOES_ON.match(low, end):
            if not _YEAR_OR_WORD.match(low, end):
                return None
    ending = _CASE_ENDING.match(low, end) if not word.isascii() else None
    if ending is not None:
        end = ending.end()
    day = _day_field(low, match.span("d"), ordinal)
    shared = -1 if ranged else 0
    fields: list[DateField] = [{**name, "point": shared}, day]
    if ranged:
        fields.append(_day_field(low, match.span("e"), False, 1))
    year = year_field(match) if has_year else None
    if year is not None:
        fields.append({**year, "point": shared})
    readings = [fields]
    if year is None and not ranged and not ordinal and len(match["d"]) == 2:
        as_year = number_field("year", match["d"], match.span("d"), False)
        glued = not match["h"].strip(" ") and " " not in match["h"]
        month_year = [name, as_year]
        dashed = "-" in match["h"] or glued
        readings = [month_year, fields] if dashed else [fields, month_year]
    pattern = "range" if ranged else ("month_day_year" if year else "month_day")
    return finish(low, start, end, pattern, 0.97 if year else 0.93, readings)


def _with_suffix(low: str, end: int) -> int:
    found = _ORDINAL_END.match(low, end)
    return found.end() if found else end


def _month_and_year(
    low: str, start: int, after: int, word: str, name: DateField
) -> DateMatch | None:
    match = _MONTH_YEAR.match(low, after)
    if match is None or not year_stands(low, match, False):
        if match is None or not match["y2"] or not is_year(match["y2"].lstrip("'’`")):
            return None
        if int(match["y2"].lstrip("'’`")) <= 31 or guards.rejects_counting(low, match.end()):
            return None
        if low[match.end() : match.end() + 1] in ("/", ":", "%", ".", "-"):
            return None
        if word in ("may", "march", "mar", "dec", "sep"):
            return None
    if "," in match["g"] and word == "may":
        return None
    year = year_field(match)
    if year is None:
        return None
    return finish(low, start, match.end(), "month_year", 0.95, [[name, year]])
