"""Find every calendar date, or part of one, with all the ways to read it.

One pass over the text gives the places where a date can begin (digits, names of months, weekdays,
holidays and seasons, ordinal words); at each of them the patterns are tried locally, the longest
first, and context decides about what could also be a dose, a ratio, a score or a clock time.
"""

from __future__ import annotations

import re
from collections import deque
from dataclasses import replace

from spacy_deid.annotations import Parse, Proposal
from spacy_deid.detect import dates_calendars as calendars
from spacy_deid.detect import dates_days as days
from spacy_deid.detect import dates_guards as guards
from spacy_deid.detect import dates_names as names
from spacy_deid.detect import dates_numeric as numeric
from spacy_deid.detect import dates_partial as partial
from spacy_deid.detect import dates_spelled as spelled
from spacy_deid.detect import dates_worded as worded
from spacy_deid.detect import dates_years as years
from spacy_deid.detect.dates_anchors import DIGITS, Anchor, Scan, scan_text
from spacy_deid.detect.dates_fields import month_field, read_month
from spacy_deid.detect.dates_foreign import short_foreign_weekdays
from spacy_deid.detect.dates_misread import misread_dates
from spacy_deid.detect.dates_month_first import month_first
from spacy_deid.detect.dates_months import month_beginnings, weekday_words
from spacy_deid.detect.dates_pairs import leading_dotted_day
from spacy_deid.detect.dates_plain import plain_date
from spacy_deid.detect.dates_readings import DateMatch, join_range, make_field, prepend

_JOINING = frozenset("/-.\\_\u2010\u2011\u2012\u2013\u2014\u2015")
_LEAD = re.compile(
    r"(?:\s?(?:st|nd|rd|th|er)(?![a-z]))?[^\w]{0,4}(?:of\s(?:the\s)?|del?\s|day\sof\s)?"
    r"([^\W\d_]{3}|(?:st|nd|rd|th)\s?[-–/]|0ct|n0v|ju1|ju\||apr)"
)
_DASH = re.compile(r"\s{0,2}[-\u2010-\u2015]\s{0,2}(?:the\s)?|\s?/\s?")
_AFTER_WEEKDAY = re.compile(
    r"\.?(?:\s+(?:late\s)?(?:morning|afternoon|evening|night|nite|noon|am|pm))?"
    r"(?:\s*,\s*|\s+-\s+|\s+|/|-)?(?:the\s|on\s(?:the\s)?|in\s)?"
)
_BEFORE_WEEKDAY = re.compile(r"\s*,\s*|\s+(?:-\s+)?|/|-")
_HYPHEN_DATE = re.compile(r"(?<!\d)\d{1,2}-\d{1,2}-(?:\d{4}|\d{2})(?!\d|-)")
_DOTTED_DATE = re.compile(
    r"(?<![\d.])(?:[0-3]?\d\.\s?[01]?\d\.\s?(?:(?:19|20)\d\d|\d\d)|(?:19|"
    r"20)\d\d\.\s?[01]?\d\.\s?[0-3]?\d)"
    r"(?!\d|\.\d)"
)
_FOREIGN_DAY = re.compile(
    r"(?<![^\W_])(?P<w>[^\W\d_]{2,7})(?P<m>\.,|[.,])\s(?:den\s|le\s|el\s|il\s)?\Z"
)
_MID = re.compile(r"\bmid[-\s]{0,2}(?:to[-\s]late[-\s])?\Z")
_CONTINUED = re.compile(
    r"\s+(?:and|to|or|through|thru|until|&)\s+(?:the\s)?(?P<d>\d{1,2})(?:st|nd|rd|th)?\b"
)
_MONTH_AHEAD = re.compile(
    r"\.?(?:\s?[-/\u2013]\s?|\s(?:to|through|thru|until|and|or|&)\s)([^\W\d_]{3,9})(?![^\W\d_])"
)
_LEADING_DAY = re.compile(
    r"(?P<d>\d{1,2})(?:st|nd|rd|th)?\s+(?:and|to|or|through|until|&)\s+(?:the\s)?"
    r"(?=\d{1,2}(?:st|nd|rd|th)?\s+(?:of\s)?[a-z])"
)
_PARTIAL = frozenset({"month", "weekday", "season", "holiday", "year"})
_WITH_WEEKDAY = frozenset("numeric month_day day_month day_month_year month_day_year".split())
_SLASHED = frozenset("month month_year weekday day_month month_day day_month_year".split())
_NEAR = 60
_DIGITS = re.compile(r"\d+")
_RUN = re.compile(r"\d{1,15}|[^\W\d_]{1,15}")
_SHORT_WORD = re.compile(r"[a-z]{3,9}")


class _Finder:
    """The state of one pass: where the last date ended and what the text's dates look like."""

    def __init__(self, scan: Scan) -> None:
        self.text, self.low, self.anchors = scan.text, scan.low, scan.anchors
        self.hyphens: bool | None = None
        self.dots: bool | None = None
        self.last_end = -1000
        self.weekdays = sum("weekday" in kinds for _, _, kinds in self.anchors)

    def writes_hyphens(self) -> bool:
        if self.hyphens is None:
            self.hyphens = _HYPHEN_DATE.search(self.low) is not None
        return self.hyphens

    def writes_dots(self) -> bool:
        if self.dots is None:
            self.dots = _DOTTED_DATE.search(self.low) is not None
        return self.dots

    def at_digits(self, start: int, end: int, joined: bool = False) -> DateMatch | None:
        """Match what begins at a run of digits."""
        low = self.low
        length = end - start
        following = low[end : end + 1]
        if following == "年":
            return calendars.han_date(low, start)
        if length <= 2:
            if start and low[start - 1] in "rhs" and following == ".":
                found = calendars.era_letter(self.text, low, start)
                if found is not None:
                    return found
            found = plain_date(low, start, end)
            if found is None and (following in _JOINING or self._month_follows(end)):
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
            if not (further in _JOINING or further.isdecimal()) and end - start < 6:
                return None
        elif end - start < 5 and following not in _JOINING:
            return None
        if following == ".":
            habit = self.writes_dots()
        else:
            habit = following in "-\u2010\u2013" and self.writes_hyphens()
        return numeric.numeric_date(low, start, end, habit, joined)

    def _month_follows(self, end: int) -> bool:
        """Tell whether letters that a month can begin with follow, after marks, 'th' or 'of'."""
        found = _LEAD.match(self.low, end)
        return found is not None and (found[1] in month_beginnings() or found[1][-1] in "-–/")

    def _small(self, start: int, end: int) -> DateMatch | None:
        """Match quarters, ordinal days, short decades and '3 and 5 March' at one or two digits."""
        low = self.low
        following = low[end : end + 2].lstrip()[:1]
        found = years.short_year(low, start) if start and low[start - 1] in "'’`" else None
        if found is None and low[end : end + 1] == ".":
            found = leading_dotted_day(low, start, end)
        if found is not None:
            return found
        if not following or following not in "snrtqao&u'’" and low[start - 1 : start] != "q":
            return None
        if following in ("s", "n", "r", "t"):
            found = days.day_ordinal(low, start, start - self.last_end < _NEAR)
        if found is None and (following in ("s", "'", "’")):
            found = partial.decade(low, start, end)
        if found is None and (
            following in ("q", "s", "n", "r", "t") or low[start - 1 : start] == "q"
        ):
            found = partial.quarter(low, start, end)
        if found is None and following in ("a", "t", "o", "&", "u"):
            found = self._leading_day(start)
        return found

    def _leading_day(self, start: int) -> DateMatch | None:
        match = _LEADING_DAY.match(self.low, start)
        if match is None or not 1 <= int(match["d"]) <= 31:
            return None
        further = worded.day_first(self.low, match.end())
        if further is None:
            return None
        month = [f for f in further.readings[0]["fields"] if f["name"] == "month"]
        if not month:
            return None
        field = make_field("day", match.span("d"), int(match["d"]), "2")
        reading = {"order": "", "fields": [field]}
        return DateMatch(start, match.end("d"), "continued", 0.85, [reading])  # type: ignore[list-item]

    def at_word(self, anchor: Anchor) -> DateMatch | None:
        """Match what begins at a word."""
        low, text = self.low, self.text
        start, end, kinds = anchor
        if start and (low[start - 1] in "@_" or low[start - 1].isalpha()):
            return None
        word = low[start:end]
        best: DateMatch | None = None
        if "holiday" in kinds:
            best = names.holiday(text, low, start, end)
        for kind in kinds:
            found = None
            if kind == "month":
                found = self._month(start, end, word)
            elif kind == "weekday":
                found = self._weekday(start, end)
            elif kind == "season":
                found = names.season(text, low, start, end)
            elif kind == "ordinal":
                found = spelled.ordinal_month(low, start) or partial.quarter(low, start, end)
                found = found or days.worded_day(low, start, end)
            elif kind == "tens":
                found = partial.decade_words(low, start, end)
            elif kind == "week":
                found = calendars.calendar_week(low, start, end)
            elif kind == "calendar":
                found = calendars.calendar_date(text, low, start, end)
            elif kind == "era":
                found = calendars.era_year(low, start, end)
            if found is None and kind in ("cardinal", "ordinal"):
                found = years.year_words(low, start)
            if found is not None and (best is None or found.end > best.end):
                best = found
        return best

    def _month(self, start: int, end: int, word: str) -> DateMatch | None:
        found = month_first(self.low, start, word)
        if found is not None and found.pattern == "month_numeric":
            digits = _DIGITS.match(self.low, found.end)
            further = digits and numeric.numeric_date(
                self.low, found.end, digits.end(), False, False
            )
            if further:
                return prepend(found.readings[0]["fields"], further, "month_numeric")
            found = None
        if found is None:
            found = spelled.month_ordinal(self.low, start, end, word)
        if found is None:
            found = partial.month_alone(self.text, self.low, start, word, self.last_end > 0)
        if found is None:
            found = self._month_before_month(start, end, word)
        if found is not None:
            mid = _MID.search(self.low, max(0, start - 12), start)
            if mid is not None:
                found = replace(found, start=mid.start(), score=max(found.score, 0.9))
        return found

    def _month_before_month(self, start: int, end: int, word: str) -> DateMatch | None:
        """Match the first month of 'March/April 2020', 'Oct-Nov 2013' and 'May to June'."""
        match = _MONTH_AHEAD.match(self.low, end)
        month = read_month(word)
        if match is None or month is None or month[1] not in ("full", "short"):
            return None
        further = read_month(match[1])
        if further is None or further[1] not in ("full", "short") or further[0] == month[0]:
            return None
        if word in ("may", "march", "mar", "dec", "sep", "jan") and not self.text[start].isupper():
            return None
        field = month_field(word, start, month[0])
        return DateMatch(start, end, "month", 0.8, [{"order": "", "fields": [field]}])

    def _weekday(self, start: int, end: int) -> DateMatch | None:
        """Match a weekday, with the date behind it where one follows."""
        gap = _AFTER_WEEKDAY.match(self.low, end)
        if gap is not None and gap.end() > end:
            further = self.date_at(gap.end())
            if further is not None and further.pattern not in _PARTIAL:
                if gap.group().strip() in ("", ",", ".", "-", "/") or further.score >= 0.75:
                    alone = names.short_weekday(self.low, start, end)
                    return prepend(alone.readings[0]["fields"], further, "weekday_date")
        return names.weekday(self.text, self.low, start, end, self.weekdays > 1)

    def date_at(self, place: int, joined: bool = False) -> DateMatch | None:
        """Match a date, without ranges, that begins exactly at a place."""
        low = self.low
        if place >= len(low):
            return None
        run = _RUN.match(low, place)
        if run is None:
            return None
        if low[place].isdecimal():
            return self.at_digits(place, run.end(), joined)
        word = run[0]
        month = read_month(word)
        if month is not None:
            return self._month(place, run.end(), word)
        if word in weekday_words():
            return names.weekday(self.text, low, place, run.end(), self.weekdays > 1)
        return None

    def extend(self, match: DateMatch) -> DateMatch:
        """Widen a match over a range, a weekday behind it and a placeholder before it."""
        low = self.low
        end = match.end
        if not match.readings:
            return match
        further = low[end : end + 1]
        if further.isspace():
            further = low[end + 1 : end + 2]
        if further and (further in _JOINING or further in ", mtwfs"):
            match = self._widen(match)
        if match.start:
            match = self._lead(match)
        return match

    def _lead(self, match: DateMatch) -> DateMatch:
        """Widen a match over a placeholder or an apostrophe before it."""
        low = self.low
        last = low[match.start - 1]
        if last == " " and low[match.start - 2 : match.start - 1] in (".", ","):
            if match.pattern in _WITH_WEEKDAY:
                return self._foreign_weekday(match)
        elif last in "-/.":
            if low[match.start].isdecimal() or match.pattern in ("month_year", "month"):
                start = numeric.placeholder_start(low, match.start)
                if start < match.start:
                    return replace(match, start=start)
        elif last in "'’`" and match.pattern == "year":
            return replace(match, start=match.start - 1)
        return match

    def _foreign_weekday(self, match: DateMatch) -> DateMatch:
        """Widen a date over 'qui., ' or 'Do., ' before it."""
        found = _FOREIGN_DAY.search(self.low, max(0, match.start - 14), match.start)
        if found is None or found["w"] not in short_foreign_weekdays():
            return match
        word = found["w"]
        if found["m"] == "." and not (match.readings and len(word) < 4):
            return match
        field = make_field("weekday", found.span("w"), short_foreign_weekdays()[word], "Jan")
        return prepend([field], match, "weekday_date")

    def _widen(self, match: DateMatch) -> DateMatch:
        """Widen a match over the other end of a range and a weekday behind it."""
        dash = _DASH.match(self.low, match.end)
        if dash is not None and match.pattern not in ("holiday", "year_range", "decade", "season"):
            match = self._range(match, dash)
        if match.pattern in _WITH_WEEKDAY:
            match = self._trailing_weekday(match)
        return match

    def _range(self, match: DateMatch, dash: re.Match[str]) -> DateMatch:
        slash = "/" in dash[0]
        if slash and match.pattern not in _SLASHED:
            return match
        if slash and not any(c.isalpha() for c in self.low[match.start : match.end]):
            return match
        further = self.date_at(dash.end(), joined=True)
        if further is not None and not further.readings:
            return match
        if further is not None and further.pattern == "ordinal_day":
            full = any(f["name"] == "year" for f in match.readings[0]["fields"])
            further = None if full else further
        if further is None or further.end <= match.end:
            return match
        named = {f["name"] for f in match.readings[0]["fields"]}
        other = {f["name"] for f in further.readings[0]["fields"]}
        if not named & other or ("weekday" in named) != ("weekday" in other):
            return match
        if further.pattern == "year" and match.pattern != "year":
            return match
        spaced = " " in dash[0]
        if spaced and named - {"year"} != other - {"year"}:
            return match
        return join_range(match, further)

    def _trailing_weekday(self, match: DateMatch) -> DateMatch:
        gap = _BEFORE_WEEKDAY.match(self.low, match.end)
        if gap is None:
            return match
        word = _SHORT_WORD.match(self.low, gap.end())
        if word is None or word[0] not in weekday_words():
            return match
        number, kind = weekday_words()[word[0]]
        if kind == "foreign":
            return match
        if kind == "typo" or (kind == "short" and word[0] in ("sat", "sun", "wed", "mon")):
            if kind == "typo" or not self.text[word.start()].isupper():
                return match
        if kind == "full" and word[0].endswith("ays"):
            return match
        further = self._weekday(word.start(), word.end())
        if further is not None and further.pattern == "weekday_date":
            return match
        alone = names.short_weekday(self.low, word.start(), word.end())
        return prepend(alone.readings[0]["fields"], match, "date_weekday")

    def continued(self, match: DateMatch) -> DateMatch | None:
        """Match the second day of 'April 3 and 4'."""
        found = _CONTINUED.match(self.low, match.end)
        if found is None or not 1 <= int(found["d"]) <= 31:
            return None
        if guards.rejects_counting(self.low, found.end()):
            return None
        if not guards.FUNCTION_AFTER.match(self.low, found.end()):
            return None
        end = found.end()
        style = "2" if end == found.end("d") else "2nd"
        field = make_field("day", found.span("d"), int(found["d"]), style)
        reading = {"order": "", "fields": [field]}
        return DateMatch(found.start("d"), end, "continued", 0.8, [reading])  # type: ignore[list-item]

    def run(self) -> list[DateMatch]:
        """Try every anchor from left to right; a match hides the anchors within it."""
        found: list[DateMatch] = []
        misread = deque(misread_dates(self.low))
        for anchor in self.anchors:
            start, end, kinds = anchor
            while misread and misread[0].start <= start:
                if misread[0].start >= self.last_end:
                    found.append(misread[0])
                    self.last_end = misread[0].end
                misread.popleft()
            if start < self.last_end:
                continue
            match = self.at_digits(start, end) if kinds is DIGITS else self.at_word(anchor)
            if match is None:
                continue
            match = self.extend(match)
            if match.start < self.last_end:
                match = replace(match, start=self.last_end)
            found.append(match)
            self.last_end = match.end
            if match.pattern in ("month_day", "day_month") and match.end < len(self.low):
                further = self.continued(match)
                if further is not None:
                    found.append(further)
                    self.last_end = further.end
        return found


def dates_in(scan: Scan) -> list[Proposal]:
    """Find the dates of a text that was scanned already; see ``find_dates``."""
    return [
        Proposal(
            match.start,
            match.end,
            "DATE",
            match.score,
            f"dates.{match.pattern}",
            Parse(readings=match.readings),
        )
        for match in _Finder(scan).run()
    ]


def find_dates(text: str) -> list[Proposal]:
    """Find dates.

    text: a narrative; '' gives none.
    RETURNS: disjoint proposals in order of their start, label DATE, source 'dates.<pattern>'; the
        parse holds every reading that is a real calendar date, the likelier first, with absolute
        offsets.
    """
    return dates_in(scan_text(text))
