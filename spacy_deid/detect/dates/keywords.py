"""Dates that begin at a keyword: a month, a weekday, a season, a holiday, an ordinal, an era."""

from __future__ import annotations

import re
from dataclasses import replace

from spacy_deid.detect.calendar.anchors import Anchor
from spacy_deid.detect.calendar.months import weekday_words
from spacy_deid.detect.dates import calendars, days, names, numeric, partial, spelled, years
from spacy_deid.detect.dates.digits import DigitDates
from spacy_deid.detect.dates.fields import month_field, read_month
from spacy_deid.detect.dates.month_first import month_first
from spacy_deid.detect.dates.readings import DateMatch, one_reading, prepend

_AFTER_WEEKDAY = re.compile(
    r"\.?(?:\s+(?:late\s)?(?:morning|afternoon|evening|night|nite|noon|am|pm))?"
    r"(?:\s*,\s*|\s+-\s+|\s+|/|-)?(?:the\s|on\s(?:the\s)?|in\s)?"
)
_MID = re.compile(r"\bmid[-\s]{0,2}(?:to[-\s]late[-\s])?\Z")
_MONTH_AHEAD = re.compile(
    r"\.?(?:\s?[-/\u2013]\s?|\s(?:to|through|thru|until|and|or|&)\s)([^\W\d_]{3,9})(?![^\W\d_])"
)
_PARTIAL = frozenset({"month", "weekday", "season", "holiday", "year"})
_DIGITS = re.compile(r"\d+")
_RUN = re.compile(r"\d{1,15}|[^\W\d_]{1,15}")


class KeywordDates(DigitDates):
    """Matches what begins at a word, or exactly at a given place."""

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
        """Match what begins at a month's name, with 'mid' before it."""
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
        return DateMatch(start, end, "month", 0.8, one_reading(field))

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
