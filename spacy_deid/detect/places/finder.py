"""Cities, states, countries, counties and landmarks: list entries with the evidence they need."""

from __future__ import annotations

import re
from bisect import bisect_left

from spacy_deid.annotations import Proposal
from spacy_deid.detect.places.contexts import LIVING, PLACE_TAKEN
from spacy_deid.detect.places.forms import PlaceForms
from spacy_deid.detect.places.wordings import PLACE_WORDINGS
from spacy_deid.detect.words.lexicon import (
    BIG_CITY,
    CALENDAR,
    CITY,
    COMMON,
    COUNTRY,
    CREDENTIAL,
    FREQUENT,
    FREQUENT_FIRST,
    FUNCTION,
    GUARDED,
    HALF,
    NAME,
    PHRASE,
    PLACE,
    REGION,
    SITE_HEAD,
    STATE,
    STATE_CODE,
    TITLE,
)
from spacy_deid.detect.words.scan import Scan
from spacy_deid.detect.words.wordings import compiled

_COMPASS = frozenset({"north", "south", "east", "west", "new", "port", "lake"})
_LARGE = COUNTRY | STATE | BIG_CITY
"""What needs little evidence."""
_NO_TOWN = FUNCTION | GUARDED | TITLE | CALENDAR | CREDENTIAL
_LABELS = ((COUNTRY, "COUNTRY"), (STATE, "STATE"), (CITY, "CITY"), (REGION, "LOCATION_OTHER"))
_ADJECTIVE_AFTER = frozenset(
    "variant strain flu influenza virus encephalitis fever vaccine pox trial study type method "
    "scale score criteria classification protocol disease syndrome".split()
)
_SURE = ("letterhead", "of.town")
"""Wordings that are asked of listed towns, too."""
_POSTED = compiled(r"(?<![\w'’.-])(?P<x><W>(?: <W>)?),? (?=[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}(?!\w))")
_POSTCODE = re.compile(r"\d[A-Z]? \d[A-Z]{2}(?!\w)")
"""A town before a British postcode."""


class PlaceFinder(PlaceForms):
    """Finds the places of one scanned text; made for one text and thrown away."""

    def find(self) -> list[Proposal]:
        """Give the proposals in the order of their start."""
        scan = self.scan
        self._wordings()
        wanted = PLACE | PHRASE | STATE_CODE
        taken, words, low = scan.taken, scan.words, scan.low
        for index, flags in enumerate(scan.flags):
            if taken[index]:
                continue
            if not flags & wanted:
                if not flags and words[index][0].isupper():
                    self._unknown(index)
                elif flags & NAME and index and low[index - 1] in _COMPASS:
                    self._prefixed(index)
                continue
            if flags & STATE_CODE and words[index].isupper() and self._code(index):
                continue
            if flags & PHRASE and self._phrase(index):
                continue
            if flags & PLACE:
                self._single(index, flags)
        self._landmarks()
        self._states_beside()
        return self.found

    def _wordings(self) -> None:
        """Take what phrases of living and addresses say is a place, unless a list knows better."""
        scan = self.scan
        found = PLACE_WORDINGS.find(scan, "gazetteer.place", 0)
        if _POSTCODE.search(scan.text):
            for match in _POSTED.finditer(scan.text):
                start, stop = match.span("x")
                found.append(Proposal(start, stop, "CITY", 0.7, "gazetteer.place.posted"))
        for proposal in found:
            first = bisect_left(scan.starts, proposal.start)
            end = bisect_left(scan.starts, proposal.end)
            if any(scan.taken[first:end]):
                continue
            if proposal.source.endswith("posted"):
                if any(flags & _NO_TOWN for flags in scan.flags[first:end]):
                    continue
            elif proposal.label == "CITY" and not proposal.source.endswith(_SURE):
                if self._covered(first, end):
                    continue
            self.found.append(proposal)
            scan.take(first, end, PLACE_TAKEN)

    def _covered(self, first: int, end: int) -> bool:
        """Tell whether list entries cover a span whole."""
        scan = self.scan
        at = first
        while at < end:
            further, value = self._value(at)
            if not value & PLACE:
                if not scan.flags[at] & PLACE:
                    return False
                further = at + 1
            at = further
        return True

    def _phrase(self, index: int) -> bool:
        """Take a place of several words."""
        scan = self.scan
        end, value = self._value(index)
        if not value & PLACE or self._after_title(index):
            return False
        if scan.low[index] in {"st", "saint"} and end + 1 < len(scan) and scan.low[end + 1] == "s":
            if scan.words[end] in {"'", "’"}:
                return False
        large = value & _LARGE
        if not (scan.words[index][0].isupper() and scan.words[end - 1][0].isupper()):
            if not (large and scan.words[index].islower() and self._located(index)):
                return False
        elif not large and scan.bare_case(index):
            if not self._located(index) and not self._followed(end):
                return False
        if end < len(scan) and (scan.low[end] in _ADJECTIVE_AFTER or scan.flags[end] & SITE_HEAD):
            return False
        plain = all(flags & (COMMON | HALF | FUNCTION) for flags in scan.flags[index:end])
        if plain and not large and not value & REGION:
            if not self._located(index) and not self._followed(end):
                return False
        self._put(index, end, self._label(index, value), 0.9 if large else 0.75, "phrase")
        return True

    def _label(self, index: int, value: int) -> str:
        """Choose among several readings; 'Seattle, Washington' is a state, 'New York' a city."""
        if value & CITY and value & STATE:
            before = self.scan.words[index - 1] if index else ""
            if before == "," and index > 1 and self.scan.taken[index - 2]:
                return "STATE"
            return "CITY" if value & BIG_CITY else "STATE"
        return next(label for flag, label in _LABELS if value & flag)

    def _single(self, index: int, flags: int) -> None:
        """Take a place of one word with the evidence that its other meanings ask for."""
        scan = self.scan
        word = scan.words[index]
        if flags & (GUARDED | CALENDAR | FUNCTION) or self._after_title(index):
            return
        if len(word) < 3 and word != "UK":
            return
        if word.isupper() and len(word) < 5 and not flags & (COUNTRY | STATE):
            return
        end = index + 1
        if end < len(scan) and scan.low[end] in _ADJECTIVE_AFTER:
            return
        located = self._located(index)
        if word.islower():
            self._in_lower_case(index, flags, located)
            return
        followed = self._followed(end)
        listed = index > 1 and scan.words[index - 1] == "," and scan.taken[index - 2] in {2, 3}
        if not (followed or listed) and self._name_around(index):
            return
        before = scan.low[index - 1] if index else ""
        bare = scan.bare_case(index)
        large = flags & _LARGE
        if flags & COMMON or (bare and flags & HALF):
            if bare or not (followed or listed or (located and self._mid_sentence(index))):
                return
            if located and not followed and before in {"to", "at", "through", "via"}:
                return
            self._put(index, end, self._label(index, flags), 0.6, "common")
        elif large and not flags & (HALF | FREQUENT):
            score = 0.9 if located or followed or listed else 0.75
            self._put(index, end, self._label(index, flags), score, "list")
        elif located or followed or listed:
            if flags & FREQUENT_FIRST and before in {"from", "to"} and not followed:
                if LIVING.isdisjoint(scan.low[max(index - 4, 0) : index]):
                    return
            if bare and not large and not followed:
                return
            score = 0.75 if large or followed else 0.6
            self._put(index, end, self._label(index, flags), score, "evidence")
        elif not flags & (NAME | HALF) and not bare and not word.isupper():
            if not scan.begins_sentence(index):
                self._put(index, end, self._label(index, flags), 0.5, "alone")

    def _in_lower_case(self, index: int, flags: int, located: bool) -> None:
        """Take a large place in lower case behind a preposition, or a state behind a town."""
        scan = self.scan
        if flags & STATE and index and scan.taken[index - 1] == PLACE_TAKEN:
            self._put(index, index + 1, "STATE", 0.7, "lower")
        elif located and flags & _LARGE and not flags & (COMMON | HALF | FREQUENT_FIRST):
            if scan.low[index - 1] not in {"to", "at"}:
                self._put(index, index + 1, self._label(index, flags), 0.6, "lower")


def find_places(scan: Scan) -> list[Proposal]:
    """Propose the places of a scanned text and take their tokens.

    RETURNS: CITY, STATE, COUNTRY and LOCATION_OTHER proposals in the order they were found.
    """
    return PlaceFinder(scan).find()
