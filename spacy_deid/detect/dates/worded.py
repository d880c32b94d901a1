"""Dates with a month's name behind a day or a year: '12Jan2014', '3rd of May', '16-18APR'."""

from __future__ import annotations

import re

from spacy_deid.annotations import DateField
from spacy_deid.detect.calendar.months import MONTHS
from spacy_deid.detect.dates import guards
from spacy_deid.detect.dates.fields import (
    DASH,
    GAP,
    MON,
    SUFFIX,
    TO_YEAR,
    YEAR,
    day_field,
    finish,
    month_field,
    read_month,
    year_field,
    year_stands,
)
from spacy_deid.detect.dates.followed import is_no_day
from spacy_deid.detect.dates.readings import (
    DateMatch,
    number_field,
)

_OF = r"(?:\s?of\s(?:the\s)?|\sde[l]?\s)"

_DAY_FIRST = re.compile(
    rf"(?P<d>\d{{1,2}})(?P<o>\s?(?:st(?!yc|ud|u\b|y\b)|nd|rd|th|er)(?=[^a-z]|of|[a-z]{{3}})|º|°)?"
    rf"(?P<h>{_OF}|{GAP}(?:day\sof\s)?){MON}(?P<dot>\.?)(?:{TO_YEAR}{YEAR})?"
)
_DAYS_FIRST = re.compile(
    rf"(?P<d>\d{{1,2}}){SUFFIX}\s?(?:{DASH}|/)\s?(?P<e>\d{{1,2}}){SUFFIX}"
    rf"(?P<h>{_OF}|{GAP}){MON}(?P<dot>\.?)(?:{TO_YEAR}{YEAR})?"
)
_YEAR_FIRST = re.compile(
    rf"(?P<y>(?:1[89]|2[01])\d\d)(?P<g>\s?[-\u2010-\u2015./,]?\s?){MON}\.?"
    rf"(?:{GAP}(?P<d>\d{{1,2}}){SUFFIX}(?![\d:]|\s?[ap]m\b))?"
)
_STRAY_YEAR = re.compile(r"-?(?:[02]\d\d|20\d{3})(?!\d)")
_VERB_AFTER = re.compile(
    r"\s+(?:not\s+)?(?:have|be|need|also|not|cause|experience|or|want|take|get|like|still|go|lead|"
    r"require|include|contain|affect|develop|receive|well|never|only|continue|occur|present|just|"
    r"come|feel|consider|increase|use|help|return|possibly|give|appear|show|become|result|now|"
    r"resume|benefit|contribute|call|ask|start|stop|try|see|do|had|has|in fact)\b"
)
_BEFORE_DECIMAL = re.compile(r"(?:[.,]|\d/)\Z")
_DECIMAL_BEFORE = re.compile(r"\d\.\Z")
_NORDIC = frozenset({"mars", "mai", "maj", "mei"})
"""Risky names that a day with a stop before them makes plain: '13. mars'."""
_DATE_AFTER = re.compile(r"\s(?:and|or|to|then|until|till|through)\s\d{1,2}\s[a-z]{3}")
_LOWER_WORD = re.compile(r" [a-z]")
_COLUMN_AHEAD = re.compile(r"(?:[ \t]*\||\t|[ ]{2,6})[ \t]*\d{1,2}\s(?P<m>[^\W\d_]{3,9})\b")
_COLUMN_BEFORE = re.compile(r"\b\d{1,2}\s(?P<m>[^\W\d_]{3,9})(?:[ \t]*\||\t|[ ]{2,6})[ \t]*\Z")
_NAME_AFTER_MONTH = re.compile(r"-(?:thurner|hegglin|gr[uü]nwald|white|ball)")


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
        day_field(low, match.span("d"), False),
        month_field(word[:3], match.start("m"), month[0]),
    ]
    return finish(match.start(), end, "day_month", 0.8, [fields])


def _of_day_first(
    low: str, match: re.Match[str], month: tuple[int, str], ranged: bool
) -> DateMatch | None:
    number, kind = month
    word, month_end = match["m"], match.end("m")
    has_year = year_stands(low, match, True)
    ordinal = not ranged and bool(match["o"])
    firm = ordinal or "of" in match["h"] or "de" in match["h"].split()
    if match["h"].startswith(".") and _BEFORE_DECIMAL.search(
        low, max(0, match.start() - 2), match.start()
    ):
        return None  # the second half of a decimal or a score: 'RV/LV 1.3. May-Thurner'
    if match["h"].startswith(",") and _DECIMAL_BEFORE.search(
        low, max(0, match.start() - 2), match.start()
    ):
        return None  # 'TSH Apr 4.1, Jul 9.8'
    if match["h"].isspace() and is_no_day(low, match.start()):
        return None
    if not (_is_month_meant(match, kind, has_year, firm) or _heads_columns(low, match)):
        return None
    if not has_year:
        if _NAME_AFTER_MONTH.match(low, month_end):
            return None
        if word in ("may", "march") and _VERB_AFTER.match(low, month_end):
            return None
        apart = match["h"].isspace() and not firm
        odd = apart and word in ("dec", "mar") and _LOWER_WORD.match(low, month_end)
        if odd and not _DATE_AFTER.match(low, month_end):
            cued = guards.has_strict_cue(low, match.start())
            return _short(low, match, number, ranged, ordinal) if cued else None
    fields = [day_field(low, match.span("d"), ordinal)]
    if ranged:
        if int(match["d"]) >= int(match["e"]):
            return None
        if "/" in low[match.start() : match.start("e")] and match["h"].startswith("."):
            return None  # 'grade 3/4. March 4'
        fields.append(day_field(low, match.span("e"), False, 1))
    shared = -1 if ranged else 0
    fields.append({**month_field(word, match.start("m"), number), "point": shared})
    year = year_field(match) if has_year else None
    if year is not None:
        fields.append({**year, "point": shared})
    name = "range" if ranged else "day_month_year" if year else "day_month"
    plain = kind in ("short", "full")
    score = 0.98 if year else 0.93 if plain else 0.8
    end = match.end() if has_year else _end_without_year(low, match)
    return finish(match.start(), end, name, score, _swapped(fields) if plain else [fields])


def _heads_columns(low: str, match: re.Match[str]) -> bool:
    """Tell whether another day of the month stands in a column beside: '3 mai   6 mai'."""
    end = match.end("m")
    ahead = _COLUMN_AHEAD.match(low, end)
    if ahead is not None and ahead["m"] == match["m"]:
        return True
    before = _COLUMN_BEFORE.search(low, max(match.start() - 24, 0), match.start())
    return before is not None and before["m"] == match["m"]


def _is_month_meant(match: re.Match[str], kind: str, has_year: bool, firm: bool) -> bool:
    """Judge a month's name that is risky, misspelt or foreign by what stands around it.

    firm: whether 'th', 'of' or 'de' stands between day and month.
    """
    word, gap = match["m"], match["h"]
    dotted = gap.startswith(".")
    if kind == "risky":
        if has_year and match["y2"] and not gap.strip():
            return False  # '3 out of 10'
        return has_year or "de" in gap.split() or (dotted and word in _NORDIC)
    if kind == "typo":
        return has_year or firm or dotted or len(word) > 4
    if kind == "foreign":
        return has_year or firm or len(word) > 4 or bool(gap.strip())
    return True


def _end_without_year(low: str, match: re.Match[str]) -> int:
    """Give where a day and a month end: a stop belongs to an abbreviation, a stray year to both."""
    stray = _STRAY_YEAR.match(low, match.end("m"))
    if stray is not None:
        return stray.end()
    return match.end("dot" if match["dot"] and match["h"] and match["m"] not in MONTHS else "m")


def _short(
    low: str, match: re.Match[str], number: int, ranged: bool, ordinal: bool
) -> DateMatch | None:
    """Make '12 dec' with a cue before it a date without a year."""
    if ranged:
        return None
    fields = [
        day_field(low, match.span("d"), ordinal),
        month_field(match["m"], match.start("m"), number),
    ]
    return finish(match.start(), match.end("m"), "day_month", 0.75, [fields])


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
        fields = [year, name, day_field(low, match.span("d"), False)]
        found = finish(start, match.end(), "year_month_day", 0.95, [fields])
        if found is not None:
            return found
    if match["m"] in ("may", "march", "mar", "dec", "sep", "jan") and match["g"] not in ("-", ""):
        return None
    if "." in match["g"] or "," in match["g"]:
        return None
    return finish(start, match.end("m"), "year_month", 0.9, [[year, name]])
