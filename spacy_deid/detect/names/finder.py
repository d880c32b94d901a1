"""Names of persons: what the words are on one side, what stands around them on the other."""

from __future__ import annotations

from spacy_deid.annotations import Proposal
from spacy_deid.detect.names.chains import read_chain
from spacy_deid.detect.names.linked import LinkedNames
from spacy_deid.detect.names.scores import pair_score
from spacy_deid.detect.names.units import APOSTROPHES, FREE, Unit, is_name, is_plain, is_strong
from spacy_deid.detect.words import cues
from spacy_deid.detect.words.lexicon import (
    BY_VERB,
    CALENDAR,
    COMMON,
    FIRST,
    FREQUENT,
    FREQUENT_FIRST,
    FREQUENT_LAST,
    FUNCTION,
    GUARDED,
    HALF,
    HEADER,
    LAST,
    NAME,
    PATIENT_WORD,
    PLACE,
    RELATION,
    ROLE,
    STREET,
    TITLE,
)
from spacy_deid.detect.words.scan import Scan

_CUE = TITLE | RELATION | ROLE | HEADER | PATIENT_WORD | BY_VERB

_CLAIM_VERBS = frozenset(
    "said says told tells stated states asked asks called calls wrote denies".split()
)
_SPOKE = frozenset({"spoke", "spoken", "speak", "speaking", "talked", "talking", "talk"})


class NameFinder(LinkedNames):
    """Finds the names of one scanned text; made for one text and thrown away."""

    def find(self) -> list[Proposal]:
        """Give the proposals in the order of their start; [] for a text without names."""
        scan = self.scan
        wanted = _CUE | NAME
        self._authors()
        self.done = 0
        for index, flags in enumerate(scan.flags):
            if not flags & wanted or index < self.done or self._stutters(index):
                continue
            if flags & _CUE and self._cue(index, flags):
                continue
            if flags & NAME and not scan.taken[index]:
                self._free(index, flags)
        self._coded()
        self._wordings()
        self._initialled()
        self._aliases()
        self._line_heads()
        self._last_line()
        if self.known:
            self._spelled()
            self._repeat()
        self.found.sort(key=lambda proposal: proposal.start)
        return self.found

    def _stutters(self, index: int) -> bool:
        """Tell whether one word stands here for the third time in a row: rubbish, and slow."""
        low = self.scan.low
        word = low[index]
        if index > 1 and word == low[index - 1] == low[index - 2]:
            return True
        return index > 3 and word == low[index - 2] == low[index - 4]

    def _free(self, index: int, flags: int) -> None:
        scan = self.scan
        word = scan.words[index]
        capital = word[0].isupper()
        if not capital and not is_strong(flags):
            return
        if flags & FUNCTION and not (capital and flags & FREQUENT_FIRST):
            return
        bare = scan.bare_case(index)
        start = index if bare else self._back(index)
        units = self._will(index) if flags & FUNCTION else read_chain(scan, start, FREE)
        if not units and start < index:
            start = index
            units = read_chain(scan, start, FREE)
        if not units:
            return
        if bare:
            score = self._bare_score(units)
            rule = "bare"
        else:
            score = pair_score(units, begins_sentence=scan.begins_sentence(start))
            rule = "pair" if len(units) > 1 else "single"
            if self._listed_reverse(units):
                return
            if score and len(units) > 1 and all(scan.words[u.first].isupper() for u in units):
                if not all(u.initial or u.particle or is_strong(u.flags) for u in units):
                    score = 0.0
            if score and start < index and not units[0].initial:
                score = min(score, 0.55)
            score, rule = self._around(units, score, rule)
        if score < 0.5 or self._is_street(units):
            return
        label = "DOCTOR" if self._staff_after(units[-1].end) else "PATIENT"
        self._emit(units, label, score, rule)

    def _will(self, index: int) -> list[Unit]:
        """Take 'Will Smith' and 'May Chen', but not 'Will call'."""
        scan = self.scan
        if index + 1 >= len(scan) or not scan.same_line(index + 1):
            return []
        rest = read_chain(scan, index + 1, FREE)
        if not rest or rest[0].initial or not is_name(rest[0].flags):
            return []
        if not rest[0].flags & FREQUENT_LAST or rest[0].flags & FREQUENT_FIRST:
            return []
        return [Unit(index, index + 1, FIRST | COMMON), *rest]

    def _back(self, index: int) -> int:
        """Step back over initials, and over one capitalised unknown word."""
        scan = self.scan
        start = index
        if index - 2 >= self.done and scan.words[index - 1] in APOSTROPHES:
            if scan.words[index - 2] in {"O", "D"} and scan.touches(index):
                return index - 2
        for _ in range(2):
            if start >= 2 and scan.words[start - 1] == "." and scan.touches(start - 1):
                letter = scan.words[start - 2]
                if len(letter) == 1 and letter.isupper() and start - 2 >= self.done:
                    start -= 2
                    continue
            break
        if index - start == 4 and scan.low[start] == "c" and scan.low[start + 2] == "o":
            return index  # C.O., a clinical officer
        if start == index and index > self.done and scan.same_line(index):
            before = scan.words[index - 1]
            if not scan.flags[index - 1] and before[0].isupper() and before[1:].islower():
                if len(before) > 2 and not scan.taken[index - 1]:
                    return index - 1
        return start

    def _bare_score(self, units: list[Unit]) -> float:
        main = [unit for unit in units if not unit.initial and not unit.particle]
        if len(main) < 2 or not all(is_strong(u.flags) and u.flags & FREQUENT for u in main):
            return 0.0
        return 0.75 if main[0].flags & FREQUENT_FIRST and main[-1].flags & LAST else 0.0

    def _listed_reverse(self, units: list[Unit]) -> bool:
        """Read 'SMITH, John A' and 'Okafor, C.'."""
        scan = self.scan
        end = units[-1].end
        main = [unit for unit in units if not unit.particle]
        if len(main) > 2 or any(unit.initial for unit in main) or end + 1 >= len(scan):
            return False
        if scan.words[end] != "," or not scan.same_line(end + 1):
            return False
        known = main[-1].flags
        if not known & LAST or known & GUARDED or is_strong(known) and len(main) > 1:
            return False
        shout = scan.words[main[-1].first].isupper()
        rest = read_chain(scan, end + 1, FREE)
        if not rest or any(scan.flags[unit.first] & TITLE for unit in rest):
            return False
        given = rest[0]
        if given.initial:
            ok = given.end - given.first == 2 and known & FREQUENT and not is_plain(known)
            ok = ok and len(rest) < 3
        else:
            town = given.flags & PLACE and not given.flags & FREQUENT
            ok = bool(given.flags & FIRST) and not town and len(rest) < 4
            usual = given.flags & FREQUENT and not given.flags & COMMON and is_strong(known)
            ok = ok and bool(is_name(given.flags) or shout or usual)
            ok = ok and (shout or not (is_plain(known) or known & PLACE))
            follow = rest[-1].end
            if ok and not shout and follow < len(scan) and scan.low[follow] in {",", "and", "&"}:
                ok = not (known & FIRST and known & FREQUENT_FIRST)
        if not ok:
            return False
        label = "DOCTOR" if self._staff_after(rest[-1].end) else "PATIENT"
        self._emit([*units, *rest], label, 0.85, "reversed")
        return True

    def _around(self, units: list[Unit], score: float, rule: str) -> tuple[float, str]:
        """Let the words before and behind a run raise or lower what it is worth."""
        scan = self.scan
        first, end = units[0].first, units[-1].end
        before = scan.low[first - 1] if first else ""
        after = scan.low[end] if end < len(scan) else ""
        main = [unit for unit in units if not unit.initial and not unit.particle]
        if not main:
            return 0.0, rule
        known = main[0].flags
        if end < len(scan) and scan.flags[end] & STREET and scan.words[end][0].isupper():
            return 0.0, rule
        if len(main) == 1:
            mid = not scan.begins_sentence(first)
            word = scan.words[main[0].first]
            if word.isupper() and len(word) < 5 and len(units) == 1:
                return 0.0, rule
            if scan.touches(end) and scan.words[end].isdigit():
                return 0.0, rule
            spoke = first > 1 and before in {"to", "with"} and scan.low[first - 2] in _SPOKE
            if spoke and known & FREQUENT_FIRST and not is_plain(known):
                return max(score, 0.65), "verb"
            if is_strong(known) and known & NAME:
                if after in _CLAIM_VERBS or (before in cues.BEFORE_NAMES and mid):
                    if known & (FREQUENT | FIRST) and before not in {"from", "to", "for"}:
                        return max(score, 0.6), "verb"
                if after in cues.SPEECH_VERBS and known & FREQUENT:
                    return max(score, 0.55), "verb"
            elif known & FREQUENT_FIRST and known & (HALF | COMMON) and after in _CLAIM_VERBS:
                return (0.6 if mid else 0.5), "verb"
            if self._possessive(end) and known & FIRST and not is_plain(known):
                return max(score, 0.75), "possessive"
        listed = len(main) > 1 and any(unit.flags & NAME for unit in main)
        if (score or listed) and self._staff_after(end):
            return 0.95, "credential"
        if score and self._relation_after(end):
            return max(score, 0.9), rule
        if len(main) == 1 and known & FREQUENT_FIRST and not known & (CALENDAR | FUNCTION):
            if self._relation_after(end) and known & (HALF | COMMON | PLACE):
                return max(score, 0.6), "around"
        if len(main) == 1 and known & LAST and is_strong(known) and self._age_after(end):
            return max(score, 0.6), "age"
        if not score and len(main) > 1 and all(u.flags & NAME for u in main):
            if self._relation_after(end) or before in {"named", "contact", "dear", "signed"}:
                return 0.7, "around"
        return score, rule

    def _is_street(self, units: list[Unit]) -> bool:
        """Tell whether a house number stands before and a street word at the end or behind."""
        scan = self.scan
        first, end = units[0].first, units[-1].end
        if not first or not scan.words[first - 1].isdigit():
            return False
        if not 1 < len(scan.words[first - 1]) < 6:
            return False
        if scan.flags[end - 1] & STREET:
            return True
        return end < len(scan) and bool(scan.flags[end] & STREET)

    def _repeat(self) -> None:
        """Take later and earlier mentions of one part of a name that was found in full."""
        scan = self.scan
        for index, word in enumerate(scan.low):
            label = self.known.get(word)
            if label is None or scan.taken[index] or not scan.words[index][0].isupper():
                continue
            flags = scan.flags[index]
            if flags & COMMON and (scan.begins_sentence(index) or scan.bare_case(index)):
                if not self._possessive(index + 1):
                    continue
            self._add(index, index + 1, label, 0.7, "repeat")


def find_names(scan: Scan) -> list[Proposal]:
    """Propose the names of a scanned text.

    scan: tokens that other rules have taken stay out, except behind a title.
    RETURNS: PATIENT and DOCTOR proposals in the order of their start.
    """
    return NameFinder(scan).find()
