"""How far a date reaches: over a range, a weekday beside it, a placeholder, a second day."""

from __future__ import annotations

import re
from dataclasses import replace

from spacy_deid.annotations import DateField, DateReading
from spacy_deid.detect.calendar.foreign import short_foreign_weekdays
from spacy_deid.detect.calendar.months import weekday_words
from spacy_deid.detect.dates import guards, names, numeric
from spacy_deid.detect.dates.digits import JOINING
from spacy_deid.detect.dates.fields import JOINT, finish, further_day, listed_days
from spacy_deid.detect.dates.keywords import KeywordDates
from spacy_deid.detect.dates.readings import (
    DateMatch,
    join_range,
    make_field,
    number_field,
    one_reading,
    prepend,
)

_DASH = re.compile(r"\s{0,2}[-\u2010-\u2015]\s{0,2}(?:the\s)?|\s?/\s?")
_BEFORE_WEEKDAY = re.compile(r"\s*,\s*|\s+(?:-\s+)?|/|-")
_FOREIGN_DAY = re.compile(
    r"(?<![^\W_])(?P<w>[^\W\d_]{2,7})(?P<m>\.,|[.,]?)\s(?:den\s|le\s|el\s|il\s)?\Z"
)
_CONTINUED = re.compile(
    r",?\s+(?:and|to|or|through|thru|until|&)\s+(?:the\s)?(?P<d>\d{1,2})(?:st|nd|rd|th)?\b"
)
_LIST_BEFORE = re.compile(
    r"(?<![\w.,])\d{1,2}\.(?:(?:\d{1,2}\.?)?\s?[/+]\s?(?:\d{1,2}\.|\Z)){1,12}\Z"
)
_FIRST_DAY = re.compile(
    r"(?<![^\W_])(?:from|between|du|entre|dal|tra|del|vom|von|zwischen|van|tussen|fra|mellem|mellom|"
    rf"från|mellan|od)\s(?:the\s)?(?P<d>\d{{1,2}}(?:st|nd|rd|th)?)[.º]?\s{JOINT}\s\Z"
)
"""The day that leads a range in words: 'du 3 au 8/01/2021'."""
_LISTED = re.compile(r"(?P<d>\d{1,2})\.(?:(?P<m>\d{1,2})\.?)?")
_LIST_YEAR = re.compile(r"(?:,|\sof)?\s(?P<y>(?:19|20)\d\d)(?![\d.,]\d|\d)")
_WITH_WEEKDAY = frozenset("numeric month_day day_month day_month_year month_day_year".split())
_SLASHED = frozenset("month month_year weekday day_month month_day day_month_year".split())
_ENGLISH = frozenset(
    "ct do fri fr la lu ma man mar me mi mo pa per po qui sex so st sun to ter".split()
)
"""Abbreviations of weekdays that need a mark behind them: they are words or titles as well."""
_SHORT_WORD = re.compile(r"[a-z]{3,9}")


class DateExtents(KeywordDates):
    """Widens a match over what belongs to it."""

    def extend(self, match: DateMatch) -> DateMatch:
        """Widen a match over a range, a weekday behind it and a placeholder before it."""
        low = self.low
        end = match.end
        if not match.readings:
            return match
        further = low[end : end + 1]
        if further.isspace():
            further = low[end + 1 : end + 2]
        if further and (further in JOINING or further in ", mtwfs"):
            match = self._widen(match)
        if match.start:
            match = self._lead(match)
        return match

    def _lead(self, match: DateMatch) -> DateMatch:
        """Widen a match over a placeholder or an apostrophe before it."""
        low = self.low
        last = low[match.start - 1]
        if last == " " and match.pattern in _WITH_WEEKDAY:
            if self._first_day(match):
                readings = [r for r in match.readings if _leading_day(r, match.start)]
                return replace(match, readings=readings)
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
        if found.start("w") < self.last_end:
            return match
        word = found["w"]
        if not found["m"] and (word in _ENGLISH or not self.text[found.start("w")].isupper()):
            return match
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
        """Join a match with the date behind a dash or a slash, where both name the same parts."""
        slash = "/" in dash[0]
        if slash and match.pattern not in _SLASHED:
            return match
        if slash and not any(c.isalpha() for c in self.low[match.start : match.end]):
            return match
        further = self.date_at(dash.end(), joined=True)
        if further is None or not further.readings or further.end <= match.end:
            return match
        named = {f["name"] for f in match.readings[0]["fields"]}
        other = {f["name"] for f in further.readings[0]["fields"]}
        if further.pattern == "ordinal_day" and "year" in named:
            return match
        if not named & other or ("weekday" in named) != ("weekday" in other):
            return match
        if further.pattern == "year" and match.pattern != "year":
            return match
        if " " in dash[0] and named - {"year"} != other - {"year"}:
            return match
        return join_range(match, further)

    def _trailing_weekday(self, match: DateMatch) -> DateMatch:
        """Widen a date over the weekday behind it, unless that begins a date of its own."""
        gap = _BEFORE_WEEKDAY.match(self.low, match.end)
        if gap is None:
            return match
        word = _SHORT_WORD.match(self.low, gap.end())
        if word is None or word[0] not in weekday_words():
            return match
        _, kind = weekday_words()[word[0]]
        if kind in ("foreign", "typo"):
            return match
        if kind == "short" and word[0] in ("sat", "sun", "wed", "mon"):
            if not self.text[word.start()].isupper():
                return match
        if kind == "full" and word[0].endswith("ays"):
            return match
        further = self._weekday(word.start(), word.end())
        if further is not None and further.pattern == "weekday_date":
            return match
        alone = names.short_weekday(self.low, word.start(), word.end())
        return prepend(alone.readings[0]["fields"], match, "date_weekday")

    def continued(self, match: DateMatch) -> list[DateMatch]:
        """Match the further days of 'April 3 and 4' and of 'April 3, 10, 17 and 24'."""
        if not match.readings:
            return []
        low = self.low
        fields = {f["name"]: f for f in match.readings[0]["fields"]}
        if "day" not in fields or "month" not in fields or "year" in fields:
            return []
        month_first = fields["month"]["start"] < fields["day"]["start"]
        if month_first:
            days = listed_days(low, match.end, fields["day"]["value"])
            if days:
                return [*(further_day(low, span) for span in days), *self._list_year(days[-1][1])]
        found = _CONTINUED.match(low, match.end)
        if found is None or not 1 <= int(found["d"]) <= 31:
            return []
        end = found.end()
        if low[end : end + 1] in (".", ",") and low[end + 1 : end + 2].isdecimal():
            return []  # '7.1 on 8 March and 9.4 on 11 March'
        if guards.rejects_counting(low, end) or not guards.FUNCTION_AFTER.match(low, end):
            return []
        if low.startswith(" of ", end):
            return []  # '1st of April', with a month of its own
        year = self._list_year(end) if month_first else []
        return [further_day(low, (found.start("d"), end)), *year]

    def leading(self, match: DateMatch) -> list[DateMatch]:
        """Match the dates without a year in '12.03./15.03./20.03.2023' and '12.+13.4.2023'.

        The day alone of 'du 3 au 8/01/2021' counts, too.
        """
        low = self.low
        if match.start and low[match.start - 1] == " ":
            return self._first_day(match)
        if match.start < 3 or low[match.start - 1] not in "/+":
            return []
        before = _LIST_BEFORE.search(low, max(self.last_end, match.start - 60), match.start)
        if before is None:
            return []
        found = []
        for one in _LISTED.finditer(low, *before.span()):
            if not one["m"]:
                found.append(further_day(low, one.span("d")))
                continue
            padded = one["d"][0] == "0" or one["m"][0] == "0"
            fields = [number_field(n, one[n[0]], one.span(n[0]), padded) for n in ("day", "month")]
            date = finish(one.start(), one.end("m"), "dotted_pair", 0.8, [fields])
            if date is not None:
                found.append(date)
        return found

    def _first_day(self, match: DateMatch) -> list[DateMatch]:
        """Match the day that leads a range in words, where it comes before the day at its end."""
        if match.pattern != "numeric":
            return []
        found = _FIRST_DAY.search(self.low, max(self.last_end, match.start - 36), match.start)
        if found is None:
            return []
        first = int(found["d"].rstrip("stndrh"))
        ends = [_leading_day(reading, match.start) for reading in match.readings]
        follows = any(day is not None and 0 < first < day["value"] for day in ends)
        return [further_day(self.low, found.span("d"))] if follows else []

    def _list_year(self, end: int) -> list[DateMatch]:
        """Match the year behind the days of 'April 3 and 4, 2021'."""
        year = _LIST_YEAR.match(self.low, end)
        if year is None or guards.rejects_counting(self.low, year.end()):
            return []
        field = number_field("year", year["y"], year.span("y"), False)
        return [DateMatch(*year.span("y"), "year", 0.9, one_reading(field))]


def _leading_day(reading: DateReading, start: int) -> DateField | None:
    """Give the day that a date begins with in one of its readings."""
    days = (f for f in reading["fields"] if f["name"] == "day" and f["start"] == start)
    return next(days, None)
