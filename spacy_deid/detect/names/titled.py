"""Names behind a title: 'Dr. Cole', 'Sig.ra Rossi', 'Drs. Patel and Nguyen'."""

from __future__ import annotations

from spacy_deid.detect.names.chains import read_chain
from spacy_deid.detect.names.contexts import NameContexts
from spacy_deid.detect.names.units import CUED, TITLED
from spacy_deid.detect.words import cues
from spacy_deid.detect.words.lexicon import (
    COMMON,
    FREQUENT,
    GUARDED,
    HALF,
    NAME,
    PLACE,
    RELATION,
    ROLE,
    TITLE,
)

_NOT_TITLES = frozenset({"MS", "MR", "DR", "MISS", "PAN", "PROF", "SIR", "COL", "GEN", "FR", "SR"})
_LOWER_TITLES = frozenset({"dr", "drs", "mr", "mrs", "ms", "prof", "rev", "dra", "mw"})
_LOWER_LOOSE = _LOWER_TITLES | frozenset(
    "dona pani begum mej ibu pak madam miss tuan haji docent professor nurse sister matron father "
    "pastor surgeon pharmacist doctor".split()
)
_TITLE_ENDS = frozenset({"ra", "na", "ina", "ssa"})


class TitledNames(NameContexts):
    """Reads the names that a title gives away."""

    def _title(self, index: int) -> bool:
        """Read the name behind a title, with or without its stop."""
        scan = self.scan
        if scan.taken[index]:
            return False
        word, low = scan.words[index], scan.low[index]
        if word == "ms" and index and scan.words[index - 1][0].isdigit():
            return False  # 440 ms
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
        if word.islower() and loose:
            if stop and low not in _LOWER_TITLES:
                return False
            if not stop and not self._sure_behind(low, place):
                return False
        mode = CUED if not stop and (loose or word in _NOT_TITLES) else TITLED
        place = self._past_titles(place)
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
        plain = len(units) == 1 and units[0].flags & COMMON and not units[0].flags & NAME
        score = 0.65 if plain else 0.95 if mode == TITLED else 0.85
        self._emit(units, "DOCTOR" if doctor else "PATIENT", score, "title")
        if low == "drs":
            self._others(units[-1].end, "DOCTOR", "title")
        return True

    def _past_titles(self, place: int) -> int:
        """Go on over up to three further titles: 'Prof. Dr. med.'."""
        scan = self.scan
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
        return place

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
