"""Employers and bases that a person belongs to, and hospitals without their head word."""

from __future__ import annotations

from spacy_deid.annotations import Proposal
from spacy_deid.detect.places import site_words
from spacy_deid.detect.words.lexicon import (
    AMBIGUOUS_JOB,
    BIG_CITY,
    CALENDAR,
    COMMON,
    FUNCTION,
    GUARDED,
    JOB,
    NAME,
    ORGANIZATION_HEAD,
    PHRASE,
    PLACE,
    RELATION,
    SITE_HEAD,
    TITLE,
)
from spacy_deid.detect.words.scan import Scan

SITE_TAKEN = 2
"""The mark that care sites and organizations leave in ``Scan.taken``."""


class OrganizationReader:
    """The findings on one scanned text, and organizations that a word before gives away."""

    def __init__(self, scan: Scan) -> None:
        self.scan = scan
        self.found: list[Proposal] = []

    def _put(self, first: int, end: int, label: str, score: float, rule: str) -> None:
        scan = self.scan
        while end > first and scan.words[end - 1] in {",", ".", "-", "&", "'"}:
            end -= 1
        start, stop = scan.starts[first], scan.ends[end - 1]
        while self.found and self.found[-1].start >= start:
            self.found.pop()
        self.found.append(Proposal(start, stop, label, score, f"gazetteer.site.{rule}"))
        scan.take(first, end, SITE_TAKEN)

    def _employer(self, index: int) -> None:
        """Read 'works at Boeing', 'employed by Acme Steel', 'student at Eton'."""
        scan = self.scan
        place = index + 1
        while place < len(scan) and place < index + 7 and scan.same_line(place):
            low = scan.low[place]
            if low in {"at", "for", "by"} and place + 1 < len(scan):
                break
            if low not in site_words.WORK_BETWEEN and not scan.flags[place] & (
                JOB | AMBIGUOUS_JOB | PHRASE
            ):
                return
            place += 1
        else:
            return
        if place + 1 >= len(scan):
            return
        place += 1
        if scan.low[place] in {"the", "a", "an"}:
            place += 1
        first = place
        while place < len(scan) and place - first < 6 and scan.same_line(place):
            word, flags = scan.words[place], scan.flags[place]
            if word in {"&", "'", "-"} and place > first:
                place += 1
                continue
            if not word[0].isupper() or not word.isalpha() or scan.taken[place]:
                break
            if flags & (TITLE | RELATION | CALENDAR | FUNCTION | GUARDED):
                break
            place += 1
        if place == first or scan.bare_case(first) or scan.flags[place - 1] & (SITE_HEAD):
            return
        if place < len(scan) and scan.flags[place] & (SITE_HEAD | ORGANIZATION_HEAD):
            return
        if all(scan.flags[at] & PLACE for at in range(first, place)):
            return
        if place - first < 2 and (
            len(scan.words[first]) < 3 or scan.low[first] in site_words.GENERIC
        ):
            return
        if all(
            scan.low[at] in site_words.GENERIC or scan.flags[at] & COMMON
            for at in range(first, place)
        ):
            return
        self._put(first, place, "ORGANIZATION", 0.6, "employer")

    def _saint(self, index: int) -> None:
        """Read "at St. Joseph's": a hospital without its head word."""
        scan = self.scan
        place = index + 1
        if place < len(scan) and scan.words[place] == "." and scan.touches(place):
            place += 1
        if place + 2 >= len(scan) or not index or scan.taken[index]:
            return
        if scan.low[index - 1] not in {"at", "to", "from", "in"} or not scan.flags[place] & NAME:
            return
        if scan.words[place][0].isupper() and scan.words[place + 1] in {"'", "’"}:
            if scan.low[place + 2] == "s" and scan.words[index][0].isupper():
                self._put(index, place + 3, "HOSPITAL", 0.6, "saint")

    def _fort(self, index: int) -> None:
        """Read 'Fort Bragg', 'Camp Lejeune': a base."""
        scan = self.scan
        place = index + 1
        if place < len(scan) and scan.words[place] == "." and scan.touches(place):
            place += 1
        if place >= len(scan) or not scan.words[index][0].isupper() or scan.bare_case(index):
            return
        flags = scan.flags[place]
        if scan.low[index] not in {"fort", "ft", "camp"} or not scan.words[place][0].isupper():
            return
        if not flags & NAME or flags & (FUNCTION | CALENDAR | GUARDED) or scan.taken[place]:
            return
        value = scan.phrases.get(index, (index, 0))[1]
        at = index and scan.low[index - 1] == "at"
        if value & BIG_CITY or value & PLACE and not at:
            return
        self._put(index, place + 1, "ORGANIZATION", 0.6, "base")
