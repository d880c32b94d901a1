"""Names behind a cue: a title, a field head, a relative, a member of staff, initials."""

from __future__ import annotations

from spacy_deid.detect import cues
from spacy_deid.detect.chains import read_chain
from spacy_deid.detect.lexicon import (
    BY_VERB,
    COMMON,
    FIRST,
    FREQUENT,
    FREQUENT_LAST,
    GUARDED,
    HALF,
    HEADER,
    LAST,
    NAME,
    PATIENT_WORD,
    PLACE,
    RELATION,
    ROLE,
    TITLE,
)
from spacy_deid.detect.name_contexts import NameContexts
from spacy_deid.detect.name_units import CUED, TITLED, Unit

_OPENERS = frozenset(":(-–—=")

_NOT_INITIALS = frozenset(
    "iv im po sc sq id er ed us uk usa eu pm am ad bid tid qid qd prn dob mrn ct mri ie eg vs no "
    "na nos nka hiv tb ms md do rn np pa ph cc ml mg".split()
)

_NOT_TITLES = frozenset({"MS", "MR", "DR", "MISS", "PAN", "PROF", "SIR", "COL", "GEN", "FR", "SR"})

_LOWER_TITLES = frozenset({"dr", "drs", "mr", "mrs", "ms", "prof", "rev", "dra", "mw"})
_LOWER_LOOSE = _LOWER_TITLES | frozenset(
    "dona pani begum mej ibu pak madam miss tuan haji docent professor nurse sister matron father "
    "pastor surgeon pharmacist doctor".split()
)
_TITLE_ENDS = frozenset({"ra", "na", "ina", "ssa"})

_NAMED_THINGS = frozenset(
    "brand product drug vaccine file test generic medication study trade medicine device project "
    "company manufacturer facility clinic hospital pharmacy trial site common chemical "
    "active".split()
)

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


class CuedNames(NameContexts):
    """Reads the names that a word before them gives away."""

    def _cue(self, index: int, flags: int) -> bool:
        if flags & TITLE and self._title(index):
            return True
        if flags & BY_VERB and self._by(index):
            return True
        if flags & (HEADER | PATIENT_WORD) and self._header(index, flags):
            return True
        if flags & RELATION and self._role(index, "PATIENT", "relation"):
            return True
        return bool(flags & ROLE) and self._role(index, "DOCTOR", "role")

    def _title(self, index: int) -> bool:
        scan = self.scan
        if scan.taken[index]:
            return False
        word, low = scan.words[index], scan.low[index]
        place = index + 1
        stop = place < len(scan) and scan.words[place] == "." and scan.touches(place)
        loose = low in cues.LOOSE_TITLES
        if stop and low not in cues.ABBREVIATED_TITLES:
            return False
        if stop:
            place += 1
        if place >= len(scan) or not scan.same_line(place):
            return False
        if stop and scan.low[place] in _TITLE_ENDS and scan.touches(place):
            place += 1  # Sig.ra, Dott.ssa
            if place >= len(scan):
                return False
        if word.islower() and (not stop and loose or low not in _LOWER_TITLES and loose):
            if stop or not self._sure_behind(low, place):
                return False
        mode = TITLED
        if (loose and not stop) or (word in _NOT_TITLES and not stop):
            mode = CUED
        for _ in range(3):
            if scan.low[place] == "med" and place + 2 < len(scan) and scan.words[place + 1] == ".":
                place += 2
            if not scan.flags[place] & TITLE or place + 1 >= len(scan):
                break
            if not scan.same_line(place):
                break
            if scan.low[place] in cues.LOOSE_TITLES and scan.flags[place] & FREQUENT:
                break
            place += 1
            if scan.words[place] == "." and place + 1 < len(scan):
                place += 1
        units = read_chain(scan, place, mode)
        if not units:
            return False
        unknown = len(units) == 1 and not units[0].flags and not units[0].initial
        if mode == CUED and not self._worthy(units, single=True):
            if not (unknown and scan.words[place][1:].islower() and word[0].isupper()):
                return False
        if all(unit.initial for unit in units) and not (
            stop or low in cues.ABBREVIATED_TITLES and scan.words[index][0].isupper()
        ):
            return False
        doctor = low in cues.DOCTOR_TITLES or self._staff_after(units[-1].end)
        score = 0.95 if mode == TITLED else 0.85
        self._emit(units, "DOCTOR" if doctor else "PATIENT", score, "title")
        if low == "drs":
            self._others(units[-1].end, "DOCTOR", "title")
        return True

    def _sure_behind(self, low: str, place: int) -> bool:
        """Tell whether a name stands behind a title that is a plain word in lower case."""
        scan = self.scan
        flags = scan.flags[place]
        if low not in _LOWER_LOOSE or not flags & NAME or flags & (COMMON | PLACE | GUARDED):
            return False
        if scan.words[place].islower():
            return bool(flags & FREQUENT) and low in _LOWER_TITLES and not flags & HALF
        return scan.words[place][1:].islower() and not flags & (ROLE | TITLE | RELATION)

    def _others(self, end: int, label: str, rule: str) -> None:
        """Read 'and Nguyen' behind 'Drs. Patel', 'and Mai' behind 'her friends Thuy'."""
        scan = self.scan
        while end + 1 < len(scan) and scan.low[end] in {",", "and", "&", "/"}:
            place = end + 2 if scan.words[end] == "," and scan.low[end + 1] == "and" else end + 1
            units = read_chain(scan, place, CUED)
            if not units or not self._worthy(units, single=True):
                return
            if scan.words[end] == "," and rule != "title":
                return
            if scan.flags[units[0].first] & (ROLE | RELATION | TITLE):
                return
            self._emit(units, label, 0.85, rule)
            end = units[-1].end

    def _by(self, index: int) -> bool:
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

    def _header(self, index: int, flags: int) -> bool:
        """Read 'Patient: John Smith', 'Patient name: …', 'patient J.K.', 'Patient John Smith'."""
        scan = self.scan
        place = index + 1
        colon = False
        name_word = scan.low[index] in {"name", "names"}
        while place < len(scan) and place < index + 5 and scan.same_line(place):
            word, low = scan.words[place], scan.low[place]
            if low in {"name", "names", "initials", "full", "first", "last", "s", "named"}:
                name_word = True
                if low == "initials":
                    return self._initials(place)
            elif word in {":", "=", "#"}:
                colon = True
                place += 1
                break
            elif low == "is" and name_word and not colon:
                colon = True
                place += 1
                break
            elif word not in {"'", "’", "/"}:
                break
            place += 1
        if scan.low[index] == "initials":
            return self._initials(index)
        if name_word and index and scan.low[index - 1] in _NAMED_THINGS:
            return False
        if place >= len(scan) or not (colon or flags & PATIENT_WORD):
            return False
        if not colon and place > index + 1 and not name_word:
            return False
        if scan.words[place] == "(":
            place += 1
        if place >= len(scan) or (not scan.same_line(place) and not colon):
            return False
        if scan.flags[place] & (TITLE | RELATION | ROLE | PATIENT_WORD):
            return False
        units = read_chain(scan, place, CUED)
        if not units:
            return False
        if all(unit.initial for unit in units):
            return self._bare_initials(units)
        full = [unit for unit in units if not unit.initial and not unit.particle]
        listed = any(unit.flags & NAME and not unit.flags & COMMON for unit in full)
        comma = units[-1].end < len(scan) and scan.words[units[-1].end] == ","
        if comma and len(full) == 1 and (colon or full[0].flags & LAST):
            more = read_chain(scan, units[-1].end + 1, CUED)
            if more and (more[0].flags & FIRST or more[0].initial):
                units, listed = units + more, True
        if colon:
            if not (listed or len(full) > 1 or (name_word and full[0].flags & NAME)):
                return False
        elif not self._worthy(units, single=True) or (len(full) == 1 and not listed):
            return False
        elif len(full) == 1 and scan.words[full[0].first].islower():
            return False
        label = "PATIENT"
        if scan.low[index] in cues.STAFF_HEADERS or self._staff_after(units[-1].end):
            label = "DOCTOR"
        self._emit(units, label, 0.95 if colon else 0.8, "header")
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

    def _initials(self, index: int) -> bool:
        """Read the letters after 'initials'."""
        scan = self.scan
        place = index + 1
        while place < len(scan) and place < index + 4:
            if scan.low[place] in {":", "=", "(", "-", "are", "is", "were"}:
                place += 1
                continue
            break
        end = place
        letters = 0
        while end < len(scan) and letters < 4 and scan.same_line(end):
            word = scan.words[end]
            if word.isalpha() and word.isupper() and len(word) <= 3 and letters + len(word) <= 4:
                letters += len(word)
            elif not (word in {".", "-"} and scan.touches(end) and letters):
                break
            end += 1
        while end > place and scan.words[end - 1] == "-":
            end -= 1
        if not letters or "".join(scan.low[place:end]).replace(".", "") in {"unk", "na", "nk"}:
            return False
        last = end - 1 if scan.words[end - 1] == "." and end - place < 4 and letters > 1 else end
        self._add(place, end if last < end and scan.words[end - 3 : end - 2] == ["."] else last,
                  "PATIENT", 0.95, "initials")  # fmt: skip
        return True

    def _bare_initials(self, units: list[Unit]) -> bool:
        """Take 'J.K.' right after a word for the patient."""
        letters = "".join(self.scan.low[unit.first] for unit in units)
        stops = all(unit.end - unit.first == 2 for unit in units[:-1])
        if not 1 < len(letters) < 4 or letters in _NOT_INITIALS or not stops:
            return False
        self._emit(units, "PATIENT", 0.8, "initials")
        return True
