"""Names behind a cue: a title, a field head, a relative, a member of staff, what staff did."""

from __future__ import annotations

from spacy_deid.detect.names.chains import read_chain
from spacy_deid.detect.names.headed import HeadedNames
from spacy_deid.detect.names.units import CUED, Unit
from spacy_deid.detect.words.lexicon import (
    BY_VERB,
    COMMON,
    FREQUENT_LAST,
    HALF,
    HEADER,
    NAME,
    PATIENT_WORD,
    PLACE,
    RELATION,
    ROLE,
    TITLE,
)

_OPENERS = frozenset(":(-–—=")
_NO_BEARERS = frozenset(
    "children kids siblings infant newborn baby toddler twin twins parents specialist provider "
    "practitioner therapist director manager coordinator assistant worker physicians nurses "
    "liaison resident clinician prescriber investigator interpreter aide supervisor parent "
    "counselor counsellor technician caregiver guardian".split()
)
"""Roles and relations that unlisted words follow for other reasons: 'resident Memory Unit'."""
_STAFF_VERBS = frozenset(
    "seen examined treated signed reviewed administered given dictated evaluated assessed "
    "performed prescribed ordered referred verified authored admitted transcribed electronically "
    "vaccinated injected countersigned cosigned managed followed attended operated consulted "
    "intubated delivered supervised consented read interpreted cleared documented "
    "collected drawn".split()
)


class CuedNames(HeadedNames):
    """Reads the names that a word before them gives away."""

    def _cue(self, index: int, flags: int) -> bool:
        """Read the name that a token leads to, by the first of its meanings that fits."""
        if flags & TITLE and self._title(index):
            return True
        if flags & BY_VERB and self._by(index):
            return True
        if flags & (HEADER | PATIENT_WORD) and self._header(index, flags):
            return True
        if flags & RELATION and self._role(index, "PATIENT", "relation"):
            return True
        return bool(flags & ROLE) and self._role(index, "DOCTOR", "role")

    def _by(self, index: int) -> bool:
        """Read 'signed by Rebecca Cole', 'reported by: …'."""
        scan = self.scan
        place = index + 1
        if place < len(scan) and scan.low[place] == "signed":
            place += 1
        if place + 1 >= len(scan) or scan.low[place] not in {"by", "per"}:
            return False
        place += 1
        if scan.words[place] == ":":
            place += 1
        if place >= len(scan) or scan.flags[place] & (TITLE | RELATION | ROLE | PATIENT_WORD):
            return False
        units = read_chain(scan, place, CUED)
        if not units or not self._worthy(units, single=True):
            return False
        staff = scan.low[index] in _STAFF_VERBS
        self._emit(units, "DOCTOR" if staff else "PATIENT", 0.85, "by")
        return True

    def _role(self, index: int, label: str, rule: str) -> bool:
        """Read 'her husband Tom', 'wife of John Smith', 'attending Rebecca Cole'."""
        scan = self.scan
        place = index + 1
        comma = False
        if scan.low[index] == "pharm" and place < len(scan) and scan.words[place] == "D":
            place += 1
        if place + 3 < len(scan) and scan.low[place] == "-" and scan.low[place + 1] == "in":
            place += 4
        elif place + 2 < len(scan) and scan.low[place] == "in" and scan.low[place + 1] == "law":
            place += 2
        if place < len(scan) and scan.low[place] in {"named", "is", "was", "of", "called"}:
            if scan.low[place] != "is" or label == "PATIENT":
                place += 1
        elif place < len(scan) and scan.words[place] in _OPENERS:
            comma = scan.words[place] in "(-–—"
            place += 1
        elif place < len(scan) and scan.words[place] == ",":
            comma = True
            place += 1
        if place >= len(scan) or not scan.same_line(place):
            return False
        if scan.flags[place] & (TITLE | RELATION | ROLE | PATIENT_WORD):
            return False
        units = read_chain(scan, place, CUED)
        direct = place == index + 1 or scan.words[place - 1] == ":"
        baby = scan.low[index] == "baby" and scan.words[index] == "Baby" and place == index + 1
        if baby and units and units[0].flags & FREQUENT_LAST:
            pass
        elif not units or not self._worthy(units, single=True, strict=comma):
            if not (units and direct and self._new(index, units)):
                return False
        if all(unit.initial for unit in units):
            return False
        if self._staff_after(units[-1].end):
            label = "DOCTOR"
        self._emit(units, label, 0.85 if not comma else 0.8, rule)
        if not comma:
            self._others(units[-1].end, label, rule)
        return True

    def _new(self, index: int, units: list[Unit]) -> bool:
        """Tell whether a word of no list right behind a role or relation is a name by its form."""
        scan = self.scan
        first = units[0].first
        if len(units) > 2 or scan.low[index] in _NO_BEARERS or units[0].flags & ~(NAME | HALF):
            return False
        if any(unit.flags & (COMMON | PLACE) for unit in units):
            return False
        word = scan.words[first]
        if units[0].flags & HALF and not units[0].flags & NAME and not scan.words[index].islower():
            return False
        if not (word[0].isupper() and word[1:].islower() and len(word) > 2):
            return False
        return not scan.bare_case(first) and not scan.words[index].isupper()
