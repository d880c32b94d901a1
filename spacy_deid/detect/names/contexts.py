"""What stands around a name, and how a found name is noted."""

from __future__ import annotations

from spacy_deid.annotations import Proposal
from spacy_deid.detect.names.chains import suffix_end
from spacy_deid.detect.names.units import APOSTROPHES, Unit
from spacy_deid.detect.words.lexicon import (
    CALENDAR,
    COMMON,
    CREDENTIAL,
    FREQUENT,
    FREQUENT_FIRST,
    FUNCTION,
    GUARDED,
    NAME,
    PATIENT_WORD,
    PLACE,
    RELATION,
    ROLE,
)
from spacy_deid.detect.words.scan import Scan

NAME_TAKEN = 4
"""The mark that names leave in ``Scan.taken``."""


class NameContexts:
    """The findings on one scanned text, and the words around them."""

    def __init__(self, scan: Scan) -> None:
        self.scan = scan
        self.found: list[Proposal] = []
        self.known: dict[str, str] = {}
        self.done = 0

    def _possessive(self, end: int) -> bool:
        """Tell whether "'s mother" or the like follows."""
        scan = self.scan
        if end + 2 >= len(scan) or scan.words[end] not in APOSTROPHES:
            return False
        return scan.low[end + 1] == "s" and bool(scan.flags[end + 2] & RELATION)

    def _age_after(self, end: int) -> bool:
        """Tell whether ', a 45 …' or ', 45 …' follows."""
        scan = self.scan
        if end + 2 >= len(scan) or scan.words[end] != ",":
            return False
        place = end + 2 if scan.low[end + 1] in {"a", "an"} else end + 1
        return scan.words[place].isdigit() and len(scan.words[place]) < 3

    def _staff_after(self, end: int) -> bool:
        """Tell whether a credential or a staff role follows: ', MD', '(attending)', ' RN'."""
        scan = self.scan
        place = suffix_end(scan, end)
        bracket = False
        if place < len(scan) and scan.words[place] in {",", "(", "-", "–"}:
            bracket = scan.words[place] != "-"
            place += 1
        if place >= len(scan) or not scan.same_line(place):
            return False
        flags, word = scan.flags[place], scan.words[place]
        if flags & CREDENTIAL and len(word) > 1 and (word.isupper() or word in {"PharmD", "PhD"}):
            return bracket or word not in {"MS", "OT", "PA", "OD", "DO", "MB", "ID", "CC", "MA"}
        if word in {"Pharm", "Ph"}:
            return True
        if word in {"M", "D", "R", "P"} and place + 2 < len(scan) and scan.words[place + 1] == ".":
            return scan.words[place + 2] in {"D", "N", "O", "A"}
        if bracket and scan.low[place] in {"the", "a", "an", "our", "her", "his"}:
            place += 1
            flags = scan.flags[place] if place < len(scan) else 0
        return bool(bracket and flags & ROLE and scan.low[min(place, len(scan) - 1)] != "patient")

    def _relation_after(self, end: int) -> bool:
        scan = self.scan
        if end + 1 >= len(scan) or scan.words[end] not in {",", "(", "-", "–"}:
            return False
        place = end + 1
        article = scan.low[place] in {"the", "her", "his", "patient", "pt", "my"}
        if article and place + 1 < len(scan):
            place += 1
        return bool(scan.flags[place] & (RELATION | PATIENT_WORD))

    def _worthy(self, units: list[Unit], *, single: bool, strict: bool = False) -> bool:
        """Tell whether a run behind a weak cue is made of name words."""
        main = [unit for unit in units if not unit.initial and not unit.particle]
        if not main:
            return True
        if len(main) == 1:
            known = main[0].flags
            if not single or not known & NAME or known & (FUNCTION | GUARDED | CALENDAR):
                return False
            word = self.scan.words[main[0].first]
            if word.isupper() and len(word) < 4 and not known & FREQUENT:
                return False
            if word.islower() and not known & FREQUENT:
                return False
            if known & COMMON:
                return not strict and bool(known & FREQUENT_FIRST)
            return not strict or not known & PLACE or bool(known & FREQUENT)
        listed = sum(1 for unit in main if unit.flags & NAME and not unit.flags & COMMON)
        return listed > 0

    def _emit(self, units: list[Unit], label: str, score: float, rule: str) -> None:
        scan = self.scan
        end = suffix_end(scan, units[-1].end)
        last = end
        tail = units[-1]
        if end == tail.end and tail.initial and tail.end - tail.first == 2:
            dotted = len(units) > 1 and units[-2].initial
            following = scan.words[end] if end < len(scan) else "The"
            if not dotted and following[0].isupper():
                last = end - 1
        self._add(units[0].first, last, label, score, rule)
        self.done = end
        if score < 0.7:
            return
        for unit in units:
            if unit.initial or unit.particle or unit.end - unit.first > 1:
                continue
            word = scan.low[unit.first]
            if len(word) > 2 and not unit.flags & (FUNCTION | GUARDED):
                self.known.setdefault(word, label)

    def _add(self, first: int, end: int, label: str, score: float, rule: str) -> None:
        scan = self.scan
        start, stop = scan.starts[first], scan.ends[end - 1]
        self.found.append(Proposal(start, stop, label, score, f"gazetteer.name.{rule}"))
        scan.take(first, end, NAME_TAKEN)
        self.done = max(self.done, end)
