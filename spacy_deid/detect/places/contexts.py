"""What stands around a place, and how a found place is noted."""

from __future__ import annotations

from spacy_deid.annotations import Proposal
from spacy_deid.detect.words.lexicon import (
    CALENDAR,
    COMMON,
    COUNTRY,
    FIRST,
    FREQUENT,
    FUNCTION,
    NAME,
    PHRASE,
    PLACE,
    STATE,
    STATE_CODE,
    TITLE,
)
from spacy_deid.detect.words.scan import Scan

PLACE_TAKEN = 3
"""The mark that places leave in ``Scan.taken``."""

BEFORE = frozenset(
    "in from near outside inside around toward towards within leaving visiting visited through via "
    "northern southern eastern western central downtown greater rural en em nach aus till fran uit "
    "to at".split()
)
LIVING = frozenset(
    "lives live lived living resides resided residing resident residence born travel traveled "
    "travelled traveling travelling trip moved relocated hospitalized hospitalised flew flying "
    "vacation vacationing holiday returned arrived stayed native city town village state province "
    "emigrated immigrated came country located based visiting visit driving drove".split()
)
LIKE_CREDENTIALS = frozenset(
    {"MD", "PA", "MS", "DO", "MA", "DE", "AL", "LA", "OR", "IN", "ME", "HI"}
)


class PlaceContexts:
    """The findings on one scanned text, and the words around them."""

    def __init__(self, scan: Scan) -> None:
        self.scan = scan
        self.found: list[Proposal] = []

    def _put(self, first: int, end: int, label: str, score: float, rule: str) -> None:
        scan = self.scan
        start, stop = scan.starts[first], scan.ends[end - 1]
        self.found.append(Proposal(start, stop, label, score, f"gazetteer.place.{rule}"))
        scan.take(first, end, PLACE_TAKEN)

    def _value(self, index: int) -> tuple[int, int]:
        return self.scan.phrases.get(index, (index, 0))

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
        if before in {"of", "the"} and index > 1:
            return scan.low[index - 2] in LIVING or scan.low[index - 2] in BEFORE
        return before in BEFORE

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
            if scan.words[place] not in LIKE_CREDENTIALS:
                return True
            return self._zip(place + 1)
        if place == end or not scan.words[place][0].isupper():
            return False
        if flags & (STATE | COUNTRY):
            return True
        return bool(flags & PHRASE and self._value(place)[1] & (STATE | COUNTRY))

    def _zip(self, index: int) -> bool:
        scan = self.scan
        return index < len(scan) and len(scan.words[index]) == 5 and scan.words[index].isdigit()

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
