"""Find every calendar date, or part of one, with all the ways to read it.

One pass over the text gives the places where a date can begin (digits, names of months, weekdays,
holidays and seasons, ordinal words); at each of them the patterns are tried locally, the longest
first, and context decides about what could also be a dose, a ratio, a score or a clock time.
"""

from __future__ import annotations

from collections import deque
from dataclasses import replace

from spacy_deid.annotations import Parse, Proposal
from spacy_deid.detect.calendar.anchors import DIGITS, Scan, scan_text
from spacy_deid.detect.dates.boxes import boxed_dates
from spacy_deid.detect.dates.extents import DateExtents
from spacy_deid.detect.dates.misread import misread_dates
from spacy_deid.detect.dates.readings import DateMatch

_CONTINUED = ("month_day", "day_month", "weekday_date")
"""Patterns of dates that further days may follow: 'April 3 and 4'."""


class DateFinder(DateExtents):
    """Finds the dates of one scanned text; made for one text and thrown away."""

    def run(self) -> list[DateMatch]:
        """Try every anchor from left to right; a match hides the anchors within it."""
        found: list[DateMatch] = []
        misread = deque(
            sorted([*misread_dates(self.low), *boxed_dates(self.low)], key=lambda one: one.start)
        )
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
            found.extend(self.leading(match))
            found.append(match)
            self.last_end = match.end
            if match.pattern in _CONTINUED and match.end < len(self.low):
                for further in self.continued(match):
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
        for match in DateFinder(scan).run()
    ]


def find_dates(text: str) -> list[Proposal]:
    """Find dates.

    text: a narrative; '' gives none.
    RETURNS: disjoint proposals in order of their start, label DATE, source 'dates.<pattern>'; the
        parse holds every reading that is a real calendar date, the likelier first, with absolute
        offsets.
    """
    return dates_in(scan_text(text))
