"""Places that no list holds: a town before a code or by its form, landmarks, states beside."""

from __future__ import annotations

import re
from bisect import bisect_left

from spacy_deid.detect.places.contexts import BEFORE, LIKE_CREDENTIALS, PLACE_TAKEN, PlaceContexts
from spacy_deid.detect.words.lexicon import (
    CALENDAR,
    CITY,
    COMMON,
    CREDENTIAL,
    FUNCTION,
    GUARDED,
    SITE_HEAD,
    TITLE,
)

_SUFFIXES = (
    "ville", "burgh", "burg", "borough", "bury", "shire", "stead", "haven", "wick", "mouth", "ford",
    "chester", "stadt", "hausen", "furt", "grad", "pur", "abad", "nagar", "berg", "field", "port",
    "town", "ton", "land", "shore", "fort", "side", "view",
)  # fmt: skip
_PREFIXES = frozenset(
    "north south east west new port lake fort saint st mount el los las la san santa cape old "
    "upper lower great bad sankt".split()
)
_TAILS = frozenset(
    "county parish province prefecture region district island islands peninsula valley beach bay "
    "river lake mountains mountain canyon falls creek desert coast borough municipality shire "
    "township oblast canton governorate voivodeship".split()
)
_PARK_WORDS = frozenset("park forest monument seashore bridge tower airport stadium".split())
_NOT_CODES = frozenset(
    {"OR", "IN", "ME", "HI", "OK", "ID", "OH", "AM", "PM", "CT", "PT", "MS", "PA"}
)
_BEFORE_TOWN = BEFORE - {"to"}
_NO_TOWN = CREDENTIAL | GUARDED | FUNCTION | CALENDAR
_STATE_BESIDE = re.compile(r"(?: ?\((?:prov\. ?)?(?P<x>[A-Z]{2})\)|/(?P<y>[A-Z]{2})(?![\w./]))")


class PlaceForms(PlaceContexts):
    """Reads the places that their form or a code beside them gives away."""

    def _code(self, index: int) -> bool:
        """Read the code of 'Tulsa, OK', 'TX 75001' and the city before it."""
        scan = self.scan
        word = scan.words[index]
        comma = index > 1 and scan.words[index - 1] == ","
        last = index - 2 if comma else index - 1
        if last < 0 or not scan.same_line(index):
            return False
        if scan.touches(index + 1) and scan.words[index + 1][0].isalnum():
            return False
        has_zip = self._zip(index + 1)
        city_known = scan.taken[last] == PLACE_TAKEN
        before = scan.flags[last]
        capital = scan.words[last][0].isupper() and scan.words[last].isalpha()
        if not has_zip:
            if not capital or scan.bare_case(index) and not (comma and city_known):
                return False
            if not city_known:
                if not comma or word in LIKE_CREDENTIALS or before & _NO_TOWN:
                    return False
                if before & COMMON and not before & CITY:
                    return False
        if capital and not city_known:
            city_known = self._town_before(last)
        if not has_zip and (not city_known or not comma and word in _NOT_CODES):
            return False
        self._put(index, index + 1, "STATE", 0.85, "code")
        return True

    def _town_before(self, last: int) -> bool:
        """Take the word before a code, with 'San' or 'Fort' before it, if it can be a town."""
        scan = self.scan
        word, flags = scan.words[last], scan.flags[last]
        if flags & COMMON and not flags & CITY or len(word) < 3 or scan.taken[last]:
            return False
        if word.isupper() and len(word) < 5:
            return False
        prefixed = last and scan.low[last - 1] in _PREFIXES and scan.words[last - 1][0].isupper()
        self._put(last - 1 if prefixed else last, last + 1, "CITY", 0.8, "code")
        return True

    def _unknown(self, index: int) -> None:
        """Take an unlisted name of a town where preposition and form speak for one."""
        scan = self.scan
        word, low = scan.words[index], scan.low[index]
        if len(word) < 4 or word.isupper() or not low.isalpha() or not index:
            return
        first = index
        prefixed = scan.low[index - 1] in _PREFIXES and scan.words[index - 1][0].isupper()
        if prefixed:
            first = index - 1
        if not first or scan.low[first - 1] not in _BEFORE_TOWN or not scan.same_line(first):
            if not (first and self._followed(index + 1)):
                return
        if scan.low[first - 1] == "at" and not low.endswith(_SUFFIXES):
            return
        if low.endswith(_SUFFIXES) or prefixed:
            self._put(first, index + 1, "CITY", 0.6, "form")

    def _prefixed(self, index: int) -> None:
        """Take 'West Amanda' behind a preposition: a town named after a person."""
        scan = self.scan
        first = index - 1
        if not (scan.words[first][0].isupper() and scan.words[index][0].isupper()):
            return
        if scan.flags[index] & COMMON or not scan.same_line(index) or scan.bare_case(index):
            return
        before = scan.low[first - 1] if first else ""
        if (before in BEFORE or self._followed(index + 1)) and not scan.taken[first]:
            self._put(first, index + 1, "CITY", 0.6, "form")

    def _landmarks(self) -> None:
        """Read 'Kent County', 'Isle of Wight', 'Yosemite National Park', 'Lake Tahoe'."""
        scan = self.scan
        marks: list[tuple[int, int]] = []
        inside: set[int] = set()
        for index, low in enumerate(scan.low):
            if low not in _TAILS and low not in _PARK_WORDS:
                continue
            if not index or not scan.words[index][0].isupper() or scan.bare_case(index):
                continue
            first = index
            while first and index - first < 4 and scan.same_line(first):
                before = scan.words[first - 1]
                if not before.isalpha() or not before[0].isupper() or len(before) < 2:
                    break
                if scan.flags[first - 1] & (TITLE | GUARDED | CALENDAR | FUNCTION):
                    break
                first -= 1
            if first == index or scan.begins_sentence(first) and scan.flags[first] & COMMON:
                continue
            if all(scan.flags[at] & COMMON for at in range(first, index)):
                if low not in {"county", "island", "islands"} or index - first < 2:
                    continue
            if index + 1 < len(scan) and scan.flags[index + 1] & SITE_HEAD:
                continue
            if any(scan.taken[at] not in {0, PLACE_TAKEN} for at in range(first, index + 1)):
                continue
            inside.update(scan.starts[first : index + 1])
            marks.append((first, index + 1))
        self.found = [place for place in self.found if place.start not in inside]
        for first, end in marks:
            self._put(first, end, "LOCATION_OTHER", 0.75, "landmark")

    def _states_beside(self) -> None:
        """Read the state of 'Einsiedeln (SZ)', 'Alghero (prov. SS)', 'Porto Alegre/RS'."""
        scan = self.scan
        for place in list(self.found):
            if place.label != "CITY":
                continue
            match = _STATE_BESIDE.match(scan.text, place.end)
            if match is None:
                continue
            first = bisect_left(scan.starts, match.start("x" if match["x"] else "y"))
            if not scan.taken[first]:
                self._put(first, first + 1, "STATE", 0.75, "beside")
