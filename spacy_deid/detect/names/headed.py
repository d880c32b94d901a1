"""Names and initials behind the head of a field: 'Patient: John Smith', 'Initials: J.K.'."""

from __future__ import annotations

from spacy_deid.detect.names.chains import read_chain
from spacy_deid.detect.names.titled import TitledNames
from spacy_deid.detect.names.units import CUED, Unit
from spacy_deid.detect.words import cues
from spacy_deid.detect.words.lexicon import (
    COMMON,
    FIRST,
    LAST,
    NAME,
    PATIENT_WORD,
    RELATION,
    ROLE,
    TITLE,
)

_NOT_INITIALS = frozenset(
    "iv im po sc sq id er ed us uk usa eu pm am ad bid tid qid qd prn dob mrn ct mri ie eg vs no "
    "na nos nka hiv tb ms md do rn np pa ph cc ml mg".split()
)
_BEFORE_INITIALS = frozenset({":", "=", "(", "-", "are", "is", "were"})
_NAMED_THINGS = frozenset(
    "brand product drug vaccine file test generic medication study trade medicine device project "
    "company manufacturer facility clinic hospital pharmacy trial site common chemical "
    "active".split()
)


class HeadedNames(TitledNames):
    """Reads the names and initials that the head of a field or a word for the patient announces."""

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
            elif word in {":", "=", "#"} or (low == "is" and name_word):
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
        single = len(full) == 1
        if colon:
            if not (listed or not single or (name_word and full[0].flags & NAME)):
                return False
        elif not self._worthy(units, single=True):
            return False
        elif single and (not listed or scan.words[full[0].first].islower()):
            return False
        label = "PATIENT"
        if scan.low[index] in cues.STAFF_HEADERS or self._staff_after(units[-1].end):
            label = "DOCTOR"
        self._emit(units, label, 0.95 if colon else 0.8, "header")
        return True

    def _initials(self, index: int) -> bool:
        """Read the letters after 'initials'."""
        scan = self.scan
        place = index + 1
        size = len(scan)
        while place < min(index + 4, size) and scan.low[place] in _BEFORE_INITIALS:
            place += 1
        end = place
        letters = 0
        while end < size and letters < 4 and scan.same_line(end):
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
        stop = scan.words[end - 1] == "." and end - place < 4 and letters > 1
        if stop and scan.words[end - 3 : end - 2] != ["."]:
            end -= 1  # 'JK.' at the end of a sentence, no 'J.K.'
        self._add(place, end, "PATIENT", 0.95, "initials")
        return True

    def _bare_initials(self, units: list[Unit]) -> bool:
        """Take 'J.K.' right after a word for the patient."""
        letters = "".join(self.scan.low[unit.first] for unit in units)
        stops = all(unit.end - unit.first == 2 for unit in units[:-1])
        if not 1 < len(letters) < 4 or letters in _NOT_INITIALS or not stops:
            return False
        self._emit(units, "PATIENT", 0.8, "initials")
        return True
