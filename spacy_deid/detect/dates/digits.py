"""Dates that begin at digits: numbers, a day before a month's name, years, decades, quarters."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cached_property

from spacy_deid.detect.calendar.anchors import Scan
from spacy_deid.detect.calendar.months import month_beginnings
from spacy_deid.detect.dates import calendars, days, guards, numeric, partial, worded, years
from spacy_deid.detect.dates.fields import JOINT, further_day, read_month, rising
from spacy_deid.detect.dates.pairs import leading_dotted_day
from spacy_deid.detect.dates.plain import plain_date
from spacy_deid.detect.dates.readings import DateMatch

JOINING = frozenset("/-.\\_\u2010\u2011\u2012\u2013\u2014\u2015")
"""Marks that can stand between the numbers of a date or the ends of a range."""
_ROMAN_JOINTS = frozenset("./- \u2010\u2011\u2012\u2013")
"""Marks before a month in Roman numerals."""
_LEAD = re.compile(
    r"(?:\s?(?:st|nd|rd|th|er)(?![a-z]))?[^\w]{0,4}(?:of\s(?:the\s)?|del?\s|day\sof\s)?"
    r"([^\W\d_]{3}|(?:st|nd|rd|th)\s?[-–/]|0ct|n0v|ju1|ju\||apr)"
)
_SPACED_RANGE = re.compile(
    r"(?:st|nd|rd|th)?\s[-\u2010-\u2015]\s?\d{1,2}(?:st|nd|rd|th)?\s(?:of\s)?[^\W\d_]{3}"
)
"""What follows the first day of '12 - 14 March'."""
_HYPHEN_DATE = re.compile(r"(?<!\d)\d{1,2}-\d{1,2}-(?:\d{4}|\d{2})(?!\d|-)")
_DOTTED_DATE = re.compile(
    r"(?<![\d.])(?:[0-3]?\d\.\s?[01]?\d\.\s?(?:(?:19|20)\d\d|\d\d)|(?:19|"
    r"20)\d\d\.\s?[01]?\d\.\s?[0-3]?\d)"
    r"(?!\d|\.\d)"
)
_LEADING_DAY = re.compile(
    r"(?P<d>\d{1,2})(?:(?P<er>er(?=\s)|º)|(?P<o>st|nd|rd|th))?"
    r"(?P<more>(?:,\s?(?:the\s)?\d{1,2}(?:st|nd|rd|th)?){0,9})"
    rf"(?:,?\s+(?P<to>{JOINT})(?:\s+|(?=l['’]))(?:l['’])?|,\s?)"
    r"(?=\d{1,2}(?:st|nd|rd|th)?\.?\s+(?:of\s)?[^\W\d_])"
)
_NEXT_OF_LIST = re.compile(r",\s?")
_WEAK_JOINTS = frozenset("a e o i do".split())
"""Joints that only a month in their own language makes ones: '3 a 8 de janeiro'."""
_FOLLOWING = frozenset("snrtqao&u'’,bdeiyàº")
"""What can follow a short number that is a day, a decade, a quarter or the first day of a range."""
_NAME_TAIL = re.compile(r"[^\W\d_][123]th(?![^\W\d_])")
"""The end of a name with a digit in place of a letter: 'Ke1th', 'Sm1th', where no day is '1th'."""
_NUMBER = re.compile(r"\d+")
_HEADED = re.compile(r"\s[-\u2010-\u2015]\s")
_NEAR = 60


class DigitDates:
    """The state of one pass: where the last date ended and what the text's dates look like."""

    def __init__(self, scan: Scan) -> None:
        self.text, self.low, self.anchors = scan.text, scan.low, scan.anchors
        self.last_end = -1000
        self.weekdays = sum("weekday" in kinds for _, _, kinds in self.anchors)

    @cached_property
    def hyphens(self) -> bool:
        """Whether the text writes a whole date with hyphens."""
        return _HYPHEN_DATE.search(self.low) is not None

    @cached_property
    def dots(self) -> bool:
        """Whether the text writes a whole date with dots."""
        return _DOTTED_DATE.search(self.low) is not None

    def at_digits(self, start: int, end: int, joined: bool = False) -> DateMatch | None:
        """Match what begins at a run of digits."""
        low = self.low
        length = end - start
        following = low[end : end + 1]
        if following in ("年", "년"):
            return calendars.han_date(low, start)
        if following == "t" and _NAME_TAIL.match(low, start - 1 if start else 0):
            return None
        if length <= 2:
            if start and low[start - 1] in "rhs" and following == ".":
                found = calendars.era_letter(self.text, low, start)
                if found is not None:
                    return found
            if following in _ROMAN_JOINTS and low[end + 1 : end + 3].lstrip()[:1] in (
                "i",
                "v",
                "x",
            ):
                found = calendars.roman_date(self.text, low, start)
                if found is not None:
                    return found
            found = plain_date(low, start, end)
            if found is None and (
                following in JOINING or self._month_follows(end) or self._day_follows(start, end)
            ):
                found = worded.day_first(low, start)
            if found is not None:
                return found
        elif length == 4:
            found = worded.year_first(low, start) if self._month_follows(end) else None
            if found is None and low[end + 1 : end + 2] in ("s", "a", "w", "f", "e", "l", "m"):
                found = years.year_season(low, start)
            if found is not None:
                return found
        elif length == 3:
            return partial.decade(low, start, end) if following in "s'’" else None
        found = self._numeric(start, end, following, joined)
        if found is None and length == 4:
            if following in "s'’ ":
                found = partial.decade(low, start, end) or partial.quarter(low, start, end)
            found = found or years.year_alone(low, start, start - self.last_end < 4)
        if found is None and length <= 2:
            found = self._small(start, end)
        return found

    def _numeric(self, start: int, end: int, following: str, joined: bool) -> DateMatch | None:
        """Match digits alone, if what follows the run can go on with a date."""
        low = self.low
        if following.isspace():
            further = low[end + 1 : end + 2]
            if not (further in JOINING or further.isdecimal()) and end - start < 6:
                return None
        elif end - start < 5 and following not in JOINING:
            return None
        if following == ".":
            habit = self.dots
        else:
            habit = following in "-\u2010\u2013" and self.hyphens
        found = numeric.numeric_date(low, start, end, habit, joined)
        if found is not None and found.pattern == "range" and _HEADED.match(low, end):
            head = guards.NUMBERED.search(low, max(0, start - 12), start)
            if head is not None and guards.is_line_start(low, head.start()):
                return None  # 'Follow-up 1 - 05.12.2022'
        return found

    def _month_follows(self, end: int) -> bool:
        """Tell whether letters that a month can begin with follow, after marks, 'th' or 'of'."""
        found = _LEAD.match(self.low, end)
        return found is not None and (found[1] in month_beginnings() or found[1][-1] in "-–/")

    def _day_follows(self, start: int, end: int) -> bool:
        """Tell whether the last day of a range follows behind a dash between blanks."""
        if _SPACED_RANGE.match(self.low, end) is None:
            return False
        if guards.NUMBERED.search(self.low, max(0, start - 12), start):
            return False
        return end - start > 1 or not guards.is_line_start(self.low, start)

    def _small(self, start: int, end: int) -> DateMatch | None:
        """Match quarters, ordinal days, short decades and '3 and 5 March' at one or two digits."""
        low = self.low
        following = low[end : end + 2].lstrip()[:1]
        found = years.short_year(low, start) if start and low[start - 1] in "'’`" else None
        if found is None and low[end : end + 1] == ".":
            found = leading_dotted_day(low, start, end)
        elif found is None and low[end : end + 1] == ":":
            found = days.swedish_day(low, start)
        if found is not None:
            return found
        if not following or following not in _FOLLOWING and low[start - 1 : start] != "q":
            return None
        if following in ("s", "n", "r", "t"):
            found = days.day_ordinal(low, start, start - self.last_end < _NEAR)
        if found is None and following in ("s", "'", "’"):
            found = partial.decade(low, start, end)
        if found is None and (following in "qsnrt" or low[start - 1 : start] == "q"):
            found = partial.quarter(low, start, end)
        if found is None and following not in "q'’":
            found = self._leading_day(start)
        return found

    def _leading_day(self, start: int) -> DateMatch | None:
        """Match the first day of '3 and 5 March' and of '3, 10 and 17 October'."""
        low = self.low
        match = _LEADING_DAY.match(low, start)
        if match is None or not 1 <= int(match["d"]) <= 31:
            return None
        further = worded.day_first(low, match.end())
        fields = further.readings[0]["fields"] if further is not None else []
        month = next((f for f in fields if f["name"] == "month"), None)
        if month is None:
            return None
        known = read_month(low[month["start"] : month["end"]])
        if match["to"] in _WEAK_JOINTS and known and known[1] in ("full", "short"):
            return None
        if (
            not match["to"]
            and not match["more"]
            and not _NEXT_OF_LIST.fullmatch(low, max(self.last_end, 0), start)
        ):
            return None
        if match["more"]:
            last = next((f["value"] for f in fields if f["name"] == "day"), 0)
            days = [int(day) for day in _NUMBER.findall(match[0])]
            if not rising([*days, last]) or guards.has_identifier_cue(low, start):
                return None
        end = match.end("o" if match["o"] else "d")
        found = further_day(low, (start, end), 0.85)
        return replace(found, end=match.end("er")) if match["er"] else found
