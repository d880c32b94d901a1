"""Names of persons: what the words are on one side, what stands around them on the other."""

from __future__ import annotations

from spacy_deid.annotations import Proposal
from spacy_deid.detect import cues
from spacy_deid.detect.chains import (
    CUED,
    FREE,
    TITLED,
    Unit,
    is_name,
    is_plain,
    is_strong,
    pair_score,
    read_chain,
    suffix_end,
)
from spacy_deid.detect.lexicon import (
    BY_VERB,
    CALENDAR,
    COMMON,
    CREDENTIAL,
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
from spacy_deid.detect.scan import Scan

NAME_TAKEN = 4
"""The mark that names leave in ``Scan.taken``."""

_CUE = TITLE | RELATION | ROLE | HEADER | PATIENT_WORD | BY_VERB
_APOSTROPHES = frozenset("'’`‘")
_OPENERS = frozenset(":(-–—=")
_NOT_INITIALS = frozenset(
    "iv im po sc sq id er ed us uk usa eu pm am ad bid tid qid qd prn dob mrn ct mri ct ie eg vs "
    "no na nos nka hiv tb ms md do rn np pa ph cc ml mg".split()
)
_NOT_TITLES = frozenset({"MS", "MR", "DR", "MISS", "PAN", "PROF", "SIR", "COL", "GEN", "FR", "SR"})
_LOWER_TITLES = frozenset({"dr", "drs", "mr", "mrs", "ms", "prof", "rev", "dra"})
_NAMED_THINGS = frozenset(
    "brand product drug vaccine file test generic medication study trade medicine device project "
    "company manufacturer facility clinic hospital pharmacy trial site common chemical active".split()
)
_STAFF_VERBS = frozenset(
    "seen examined treated signed reviewed administered given dictated evaluated assessed performed "
    "prescribed ordered referred verified authored admitted transcribed electronically vaccinated "
    "injected countersigned cosigned managed followed attended operated consulted intubated "
    "delivered supervised consented read interpreted cleared documented collected drawn".split()
)
_CLAIM_VERBS = frozenset("said says told tells stated states asked asks called calls wrote denies".split())


class NameFinder:
    """Finds the names of one scanned text; made for one text and thrown away."""

    def __init__(self, scan: Scan) -> None:
        self.scan = scan
        self.found: list[Proposal] = []
        self.known: dict[str, str] = {}
        self.done = 0

    def find(self) -> list[Proposal]:
        """Give the proposals in the order of their start; [] for a text without names."""
        scan = self.scan
        wanted = _CUE | NAME
        for index, flags in enumerate(scan.flags):
            if not flags & wanted or index < self.done:
                continue
            if flags & _CUE and self._cue(index, flags):
                continue
            if flags & NAME and not scan.taken[index]:
                self._free(index, flags)
        self._repeat()
        self.found.sort(key=lambda proposal: proposal.start)
        return self.found

    # cues before a name

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
        if word.islower() and (not stop and loose or low not in _LOWER_TITLES and loose):
            return False
        mode = TITLED
        if (loose and not stop) or (word in _NOT_TITLES and not stop):
            mode = CUED
        while scan.flags[place] & TITLE and place + 1 < len(scan) and scan.same_line(place):
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
            self._others(units[-1].end)
        return True

    def _others(self, end: int) -> None:
        """Read 'and Nguyen' behind 'Drs. Patel'."""
        scan = self.scan
        while end + 1 < len(scan) and scan.low[end] in {",", "and", "&", "/"}:
            place = end + 2 if scan.words[end] == "," and scan.low[end + 1] == "and" else end + 1
            units = read_chain(scan, place, CUED)
            if not units or not self._worthy(units, single=True):
                return
            self._emit(units, "DOCTOR", 0.85, "title")
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
        """Read 'her husband Tom', 'wife of John Smith', 'mother, Jane', 'attending Rebecca Cole'."""
        scan = self.scan
        place = index + 1
        comma = False
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
        baby = scan.low[index] == "baby" and scan.words[index] == "Baby" and place == index + 1
        if baby and units and units[0].flags & FREQUENT_LAST:
            pass
        elif not units or not self._worthy(units, single=True, strict=comma):
            return False
        if all(unit.initial for unit in units):
            return False
        if self._staff_after(units[-1].end):
            label = "DOCTOR"
        self._emit(units, label, 0.85 if not comma else 0.8, rule)
        return True

    def _initials(self, index: int) -> bool:
        """Read the letters after 'initials'."""
        scan = self.scan
        place = index + 1
        while place < len(scan) and place < index + 4:
            if scan.words[place] in {":", "=", "(", "-"} or scan.low[place] in {"are", "is", "were"}:
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

    # names by themselves

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
        if index - 2 >= self.done and scan.words[index - 1] in _APOSTROPHES:
            if scan.words[index - 2] in {"O", "D"} and scan.touches(index):
                return index - 2
        for _ in range(2):
            if start >= 2 and scan.words[start - 1] == "." and scan.touches(start - 1):
                letter = scan.words[start - 2]
                if len(letter) == 1 and letter.isupper() and start - 2 >= self.done:
                    start -= 2
                    continue
            break
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
            ok = bool(given.flags & FIRST) and not (given.flags & PLACE and not given.flags & FREQUENT) and len(rest) < 4
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
        if self._staff_after(end) and (score or len(main) > 1 and any(u.flags & NAME for u in main)):
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

    def _age_after(self, end: int) -> bool:
        """Tell whether ', a 45 …' or ', 45 …' follows."""
        scan = self.scan
        if end + 2 >= len(scan) or scan.words[end] != ",":
            return False
        place = end + 2 if scan.low[end + 1] in {"a", "an"} else end + 1
        return scan.words[place].isdigit() and len(scan.words[place]) < 3

    def _possessive(self, end: int) -> bool:
        """Tell whether "'s mother" or the like follows."""
        scan = self.scan
        if end + 2 >= len(scan) or scan.words[end] not in _APOSTROPHES:
            return False
        return scan.low[end + 1] == "s" and bool(scan.flags[end + 2] & RELATION)

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
        if scan.low[place] in {"the", "her", "his", "patient", "pt", "my"} and place + 1 < len(scan):
            place += 1
        return bool(scan.flags[place] & (RELATION | PATIENT_WORD))

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

    # helpers

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

    def _repeat(self) -> None:
        """Take later and earlier mentions of one part of a name that was found in full."""
        if not self.known:
            return
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
