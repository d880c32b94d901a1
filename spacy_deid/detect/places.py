"""Cities, states, countries, counties and landmarks: list entries with the evidence they need."""

from __future__ import annotations

import re
from bisect import bisect_left

from spacy_deid.annotations import Proposal
from spacy_deid.detect.lexicon import (
    BIG_CITY,
    CALENDAR,
    CITY,
    COMMON,
    COUNTRY,
    CREDENTIAL,
    FIRST,
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
    Lexicon,
)
from spacy_deid.detect.place_wordings import PLACE_WORDINGS
from spacy_deid.detect.scan import Scan
from spacy_deid.detect.wordings import compiled

PLACE_TAKEN = 3
"""The mark that places leave in ``Scan.taken``."""

_BEFORE = frozenset(
    "in from near outside inside around toward towards within leaving visiting visited through via "
    "northern southern eastern western central downtown greater rural en em nach aus till fran uit "
    "to at".split()
)
_LIVING = frozenset(
    "lives live lived living resides resided residing resident residence born travel traveled "
    "travelled traveling travelling trip moved relocated hospitalized hospitalised flew flying "
    "vacation vacationing holiday returned arrived stayed native city town village state province "
    "emigrated immigrated came country located based visiting visit driving drove".split()
)
_SUFFIXES = (
    "ville", "burgh", "burg", "borough", "bury", "shire", "stead", "haven", "wick", "mouth", "ford",
    "chester", "stadt", "hausen", "furt", "grad", "pur", "abad", "nagar", "berg", "field", "port",
    "town", "ton", "land", "shore", "fort", "side", "view", "view", "side", "chester", "furt",
)  # fmt: skip
_PREFIXES = frozenset(
    "north south east west new port lake fort saint st mount el los las la san santa cape old "
    "upper lower great bad sankt".split()
)
_COMPASS = frozenset({"north", "south", "east", "west", "new", "port", "lake"})
_TAILS = frozenset(
    "county parish province prefecture region district island islands peninsula valley beach bay "
    "river lake mountains mountain canyon falls creek desert coast borough municipality shire "
    "township oblast canton governorate voivodeship".split()
)
_PARK_WORDS = frozenset("park forest monument seashore bridge tower airport stadium".split())
_LABELS = ((COUNTRY, "COUNTRY"), (STATE, "STATE"), (CITY, "CITY"), (REGION, "LOCATION_OTHER"))
_ADJECTIVE_AFTER = frozenset(
    "variant strain flu influenza virus encephalitis fever vaccine pox trial study type method "
    "scale score criteria classification protocol disease syndrome".split()
)
_LIKE_CREDENTIALS = frozenset(
    {"MD", "PA", "MS", "DO", "MA", "DE", "AL", "LA", "OR", "IN", "ME", "HI"}
)
_NOT_CODES = frozenset(
    {"OR", "IN", "ME", "HI", "OK", "ID", "OH", "AM", "PM", "CT", "PT", "MS", "PA"}
)


_STATE_BESIDE = re.compile(r"(?: ?\((?:prov\. ?)?(?P<x>[A-Z]{2})\)|/(?P<y>[A-Z]{2})(?![\w./]))")
_POSTED = compiled(r"(?<![\w'’.-])(?P<x><W>(?: <W>)?),? (?=[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}(?!\w))")
_POSTCODE = re.compile(r"\d[A-Z]? \d[A-Z]{2}(?!\w)")
"""A town before a British postcode."""


class PlaceFinder:
    """Finds the places of one scanned text; made for one text and thrown away."""

    def __init__(self, scan: Scan, lexicon: Lexicon) -> None:
        self.scan = scan
        self.lexicon = lexicon
        self.found: list[Proposal] = []

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
        found = PLACE_WORDINGS.find(self.scan, "gazetteer.place", 0)
        if _POSTCODE.search(self.scan.text):
            for match in _POSTED.finditer(self.scan.text):
                start, stop = match.span("x")
                found.append(Proposal(start, stop, "CITY", 0.7, "gazetteer.place.posted"))
        scan = self.scan
        for proposal in found:
            first = bisect_left(scan.starts, proposal.start)
            end = bisect_left(scan.starts, proposal.end)
            known = [at for at in range(first, end) if scan.flags[at] & (PLACE | PHRASE)]
            dated = proposal.source.endswith(("letterhead", "posted"))
            listed = bool(proposal.label == "CITY" and not dated and known)
            listed = listed and self._covered(first, end)
            plain = proposal.source.endswith("posted") and any(
                scan.flags[at] & (FUNCTION | GUARDED | TITLE | CALENDAR | CREDENTIAL)
                for at in range(first, end)
            )
            if listed or plain or any(scan.taken[first:end]):
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

    def _put(self, first: int, end: int, label: str, score: float, rule: str) -> None:
        scan = self.scan
        start, stop = scan.starts[first], scan.ends[end - 1]
        self.found.append(Proposal(start, stop, label, score, f"gazetteer.place.{rule}"))
        scan.take(first, end, PLACE_TAKEN)

    def _after_title(self, index: int) -> bool:
        scan = self.scan
        place = index - 1
        if place > 0 and scan.words[place] == ".":
            place -= 1
        return place >= 0 and bool(scan.flags[place] & TITLE) and scan.words[place][0].isupper()

    def _located(self, index: int) -> bool:
        """Tell whether a preposition or a word of living or travelling stands before."""
        scan = self.scan
        if not index:
            return False
        before = scan.low[index - 1]
        if before in _BEFORE:
            return True
        if before in {"of", "the"} and index > 1:
            return scan.low[index - 2] in _LIVING or scan.low[index - 2] in _BEFORE
        return before in {"visiting", "visited", "leaving"}

    def _followed(self, end: int) -> bool:
        """Tell whether a comma and a state, a code or a country follow."""
        scan = self.scan
        place = end
        if place < len(scan) and scan.words[place] == ",":
            place += 1
        if place >= len(scan) or not scan.same_line(place):
            return False
        flags = scan.flags[place]
        if flags & STATE_CODE and scan.words[place].isupper():
            if scan.words[place] not in _LIKE_CREDENTIALS:
                return True
            return self._zip(place + 1)
        if place == end or not scan.words[place][0].isupper():
            return False
        if flags & (STATE | COUNTRY):
            return True
        return bool(flags & PHRASE and self._value(place)[1] & (STATE | COUNTRY))

    def _value(self, index: int) -> tuple[int, int]:
        return self.scan.phrases.get(index, (index, 0))

    def _zip(self, index: int) -> bool:
        scan = self.scan
        return index < len(scan) and len(scan.words[index]) == 5 and scan.words[index].isdigit()

    def _phrase(self, index: int) -> bool:
        scan = self.scan
        end, value = self._value(index)
        if not value & PLACE or self._after_title(index):
            return False
        if scan.low[index] in {"st", "saint"} and end + 1 < len(scan) and scan.low[end + 1] == "s":
            if scan.words[end] in {"'", "’"}:
                return False
        capital = scan.words[index][0].isupper() and scan.words[end - 1][0].isupper()
        if not capital:
            if not scan.words[index].islower() or not value & (STATE | COUNTRY | BIG_CITY):
                return False
            if not self._located(index):
                return False
        elif scan.bare_case(index) and not value & (STATE | COUNTRY | BIG_CITY):
            if not self._located(index) and not self._followed(end):
                return False
        if end < len(scan) and (scan.low[end] in _ADJECTIVE_AFTER or scan.flags[end] & SITE_HEAD):
            return False
        plain = all(flags & (COMMON | HALF | FUNCTION) for flags in scan.flags[index:end])
        if plain and not value & (STATE | COUNTRY | BIG_CITY | REGION):
            if not self._located(index) and not self._followed(end):
                return False
        score = 0.9 if value & (STATE | COUNTRY | BIG_CITY) else 0.75
        self._put(index, end, self._label(index, value), score, "phrase")
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
        scan = self.scan
        word = scan.words[index]
        if flags & (GUARDED | CALENDAR | FUNCTION) or self._after_title(index):
            return
        if len(word) < 3 and word != "UK":
            return
        if word.isupper() and len(word) < 5 and not flags & (COUNTRY | STATE):
            return
        end = index + 1
        following = scan.low[end] if end < len(scan) else ""
        if following in _ADJECTIVE_AFTER:
            return
        located = self._located(index)
        followed = self._followed(end)
        listed = index > 1 and scan.words[index - 1] == "," and scan.taken[index - 2] in {2, 3}
        evidence = located or followed or listed
        bare = scan.bare_case(index)
        if word.islower():
            if flags & STATE and index and scan.taken[index - 1] == PLACE_TAKEN:
                self._put(index, end, "STATE", 0.7, "lower")
                return
            if not (located and flags & (COUNTRY | STATE | BIG_CITY)):
                return
            if flags & (COMMON | HALF | FREQUENT_FIRST) or scan.low[index - 1] in {"to", "at"}:
                return
            self._put(index, end, self._label(index, flags), 0.6, "lower")
            return
        name_around = self._name_around(index)
        if name_around and not (followed or listed):
            return
        if flags & COMMON or (bare and flags & HALF):
            if bare or not (followed or listed or (located and self._mid_sentence(index))):
                return
            if located and not followed and scan.low[index - 1] in {"to", "at", "through", "via"}:
                return
            self._put(index, end, self._label(index, flags), 0.6, "common")
            return
        firm = flags & (COUNTRY | STATE | BIG_CITY) and not flags & (HALF | FREQUENT)
        if firm:
            self._put(index, end, self._label(index, flags), 0.9 if evidence else 0.75, "list")
        elif evidence:
            score = 0.75 if flags & (COUNTRY | STATE | BIG_CITY) or followed else 0.6
            if flags & FREQUENT_FIRST and scan.low[index - 1] in {"from", "to"} and not followed:
                if not any(word in _LIVING for word in scan.low[max(index - 4, 0) : index]):
                    return
            if bare and not flags & (COUNTRY | STATE | BIG_CITY) and not followed:
                return
            self._put(index, end, self._label(index, flags), score, "evidence")
        elif not flags & (NAME | HALF) and not bare and not word.isupper():
            if not scan.begins_sentence(index):
                self._put(index, end, self._label(index, flags), 0.5, "alone")

    def _mid_sentence(self, index: int) -> bool:
        """Tell whether a common word's capital means something here."""
        scan = self.scan
        if scan.words[index].isupper() or scan.begins_sentence(index):
            return False
        end = index + 1
        if end >= len(scan):
            return True
        after = scan.words[end]
        return not (after[0].isupper() and scan.same_line(end)) and after not in {"-", "/"}

    def _name_around(self, index: int) -> bool:
        """Tell whether the word is rather a surname or first name of a person."""
        scan = self.scan
        flags = scan.flags
        if index and scan.same_line(index):
            before = flags[index - 1]
            if before & FIRST and not before & (PLACE | COMMON | FUNCTION | CALENDAR):
                if scan.words[index - 1][0].isupper() and flags[index] & NAME:
                    return True
            if scan.words[index - 1] == "." and index > 1 and len(scan.words[index - 2]) == 1:
                return bool(flags[index] & NAME)
        end = index + 1
        if end < len(scan) and flags[index] & FIRST and scan.same_line(end):
            after = flags[end]
            if after & NAME and after & FREQUENT and not after & (COMMON | FUNCTION | PLACE):
                return scan.words[end][0].isupper()
        return False

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
        if not capital or scan.bare_case(index) and not (comma and city_known):
            if not has_zip:
                return False
        if not city_known and capital:
            if not has_zip and (word in _LIKE_CREDENTIALS or before & CREDENTIAL):
                return False
            if not comma and not has_zip:
                return False
            if before & (GUARDED | FUNCTION | CALENDAR) and not has_zip:
                return False
            plain = before & COMMON and not before & CITY
            if plain and not has_zip:
                return False
            first = last
            if last and scan.low[last - 1] in _PREFIXES and scan.words[last - 1][0].isupper():
                first = last - 1
            if not before & COMMON or before & CITY:
                shout = scan.words[last].isupper() and len(scan.words[last]) < 5
                if len(scan.words[last]) > 2 and not scan.taken[last] and not shout:
                    self._put(first, last + 1, "CITY", 0.8, "code")
                    city_known = True
        if not city_known and not has_zip:
            return False
        if not comma and not has_zip and word in _NOT_CODES:
            return False
        self._put(index, index + 1, "STATE", 0.85, "code")
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
        if not first or scan.low[first - 1] not in _BEFORE - {"to"} or not scan.same_line(first):
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
        if (before in _BEFORE or self._followed(index + 1)) and not scan.taken[first]:
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
                if scan.flags[first - 1] & (TITLE | GUARDED | CALENDAR):
                    break
                if scan.flags[first - 1] & FUNCTION:
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


def find_places(scan: Scan, lexicon: Lexicon) -> list[Proposal]:
    """Propose the places of a scanned text and take their tokens.

    RETURNS: CITY, STATE, COUNTRY and LOCATION_OTHER proposals in the order they were found.
    """
    return PlaceFinder(scan, lexicon).find()
