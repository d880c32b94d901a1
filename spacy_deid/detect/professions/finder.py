"""The job of a patient or relative; not the qualification of who reports."""

from __future__ import annotations

from bisect import bisect_left

from spacy_deid.annotations import Proposal
from spacy_deid.detect.professions.words import (
    AFTER_JOB,
    AGE_WORDS,
    ARTICLES,
    BE,
    BEFORE_BE,
    BRACKETS,
    FIELDS,
    HEADS,
    MODIFIERS,
    NOT_BEFORE,
    OFFICES,
    RANKS,
    REPORTING,
    STAFF_JOBS,
    SUBJECTS,
    WORK,
)
from spacy_deid.detect.words.lexicon import (
    AMBIGUOUS_JOB,
    CALENDAR,
    COMMON,
    FUNCTION,
    JOB,
    NAME,
    PATIENT_WORD,
    PHRASE,
    PLACE,
    RELATION,
    SITE_HEAD,
)
from spacy_deid.detect.words.scan import Scan
from spacy_deid.detect.words.wordings import compiled, is_own_name

PROFESSION_TAKEN = 5
"""The mark that professions leave in ``Scan.taken``."""

_FIRM = compiled(
    r"(?: (?:of|at|for|with) (?:the )?| \()(?P<x><W>(?: (?:<W>|&|of)){0,3} <W>|[A-Z]{3,6}(?= |"
    r"[,.;)]))"
    r"(?![\w'’-])"
)
_NO_MODIFIER = FUNCTION | CALENDAR | RELATION | PATIENT_WORD


class ProfessionFinder:
    """Finds the jobs of one scanned text."""

    def __init__(self, scan: Scan) -> None:
        self.scan = scan
        self.found: list[Proposal] = []

    def find(self) -> list[Proposal]:
        """Give the proposals in the order of their start."""
        scan = self.scan
        done = 0
        wanted = JOB | AMBIGUOUS_JOB | PHRASE
        for index, flags in enumerate(scan.flags):
            if index < done or not flags & wanted or scan.taken[index]:
                continue
            end, sure = self._job(index, flags)
            if end == index:
                continue
            first = self._left(self._modified(index, end))
            score = self._evidence(index, end, sure)
            if not score and first < index:
                score = self._evidence(first, end, sure)
            score = score or self._beside(first, end, sure)
            done = end
            if score:
                start, stop = scan.starts[first], scan.ends[end - 1]
                self.found.append(
                    Proposal(start, stop, "PROFESSION", score, "gazetteer.profession")
                )
                scan.take(first, end, PROFESSION_TAKEN)
                self._employer(end)
        return self.found

    def _job(self, index: int, flags: int) -> tuple[int, bool]:
        """Give the end of the job's name, and whether it can mean nothing else."""
        end, sure = index, False
        if flags & PHRASE:
            further, value = self.scan.phrases.get(index, (index, 0))
            if value & (JOB | AMBIGUOUS_JOB):
                end, sure = further, bool(value & JOB)
        if end == index and flags & (JOB | AMBIGUOUS_JOB):
            end, sure = index + 1, bool(flags & JOB)
        return end, sure

    def _left(self, index: int) -> int:
        """Take words such as 'school' in 'school bus driver' or 'active-duty' into the span."""
        scan = self.scan
        first = index
        while first:
            before = scan.low[first - 1]
            if before in RANKS:
                first -= 1
            elif before in {"registered", "licensed", "certified", "student"} and first > 1:
                first -= 1
            else:
                break
        return first

    def _modified(self, index: int, end: int) -> int:
        """Step back over 'long-haul' before trucker, 'reindeer' before herder, 'high-speed'."""
        scan = self.scan
        first = index
        if scan.low[end - 1] not in HEADS:
            return first
        for _ in range(2):
            if not first or not scan.same_line(first):
                break
            word, flags = scan.words[first - 1], scan.flags[first - 1]
            if first > 2 and scan.words[first - 2] == "-" and scan.touches(first - 1):
                if word.islower() and scan.words[first - 3].islower():
                    first -= 3
                    continue
            if not word.isalpha() or len(word) < 3 or not word.islower() or flags & _NO_MODIFIER:
                break
            if scan.low[first - 1] in MODIFIERS or scan.low[first - 1] in NOT_BEFORE:
                break
            first -= 1
        return first

    def _beside(self, first: int, end: int, sure: bool) -> float:
        """Judge a job in brackets or between commas beside a person."""
        scan = self.scan
        size = len(scan)
        after = scan.words[end] if end < size else "."
        place = first - 1
        if place < 1 or not scan.same_line(first):
            return 0.0
        if scan.low[place] in {"a", "an", "retired", "former"}:
            place -= 1
        if scan.words[place] == "(":
            if after not in {")", ",", ";"}:
                return 0.0
            kin = scan.flags[place - 1] & (RELATION | NAME) or scan.words[place - 1] == "."
            if scan.low[end - 1] in STAFF_JOBS:
                return 0.0
            return 0.65 if sure and kin and not scan.flags[place - 1] & COMMON else 0.0
        if scan.words[place] != "," or not sure or after not in AFTER_JOB:
            return 0.0
        if scan.low[end - 1] in STAFF_JOBS:
            return 0.0
        before = scan.low[max(place - 5, 0) : place]
        if any(word in AGE_WORDS or word.isdigit() for word in before):
            return 0.6
        kin = any(flags & RELATION for flags in scan.flags[max(place - 4, 0) : place])
        return 0.6 if kin else 0.0

    def _employer(self, end: int) -> None:
        """Read the firm in 'line worker of Samhwa Electronics', 'operator for South Bell'."""
        scan = self.scan
        match = _FIRM.match(scan.text, scan.ends[end - 1])
        if match is None:
            return
        start = bisect_left(scan.starts, match.start("x"))
        stop = bisect_left(scan.starts, match.end("x"))
        if (
            any(scan.taken[start:stop])
            or scan.bare_case(start)
            or not is_own_name(scan, start, stop)
        ):
            return
        if all(scan.flags[at] & (PLACE | PHRASE | SITE_HEAD) for at in range(start, stop)):
            return
        last = scan.ends[stop - 1]
        source = "gazetteer.organization.employer"
        self.found.append(Proposal(scan.starts[start], last, "ORGANIZATION", 0.6, source))
        scan.take(start, stop, 2)

    def _evidence(self, index: int, end: int, sure: bool) -> float:
        """Judge by the words around: 0 where the job is nobody's, or the reporter's."""
        scan = self.scan
        low, size = scan.low, len(scan)
        after = low[end] if end < size else ""
        if sure and after == "(" and end + 1 < size and low[end + 1] in BRACKETS:
            return 0.8
        if low[index] in {"active", "military"} and index and low[index - 1] in SUBJECTS:
            return 0.7
        if after == "by" and end + 1 < size and low[end + 1] in {"trade", "profession", "training"}:
            return 0.85
        place = index - 1
        skipped = 0
        article = False
        retired = aged = False
        while place >= 0 and skipped < 10:
            word = low[place]
            if word in FIELDS and scan.words[place + 1] in {":", "is", "as", "-", "of"}:
                return 0.9
            if word in WORK and word != "retired":
                break
            if word in {"retired", "former", "ex"}:
                retired = True
            aged = aged or word in {"old", "yo"}
            if word in ARTICLES:
                article = True
            elif not (word in MODIFIERS or word.isdigit() or word in {"-", "'", ":", "/"}):
                break
            if word == ":" and place and low[place - 1] in FIELDS:
                return 0.9
            place -= 1
            skipped += 1
        word = low[place] if place >= 0 else ""
        if word in WORK:
            return 0.9 if self._own(place) else 0.0
        if retired and (article or index and low[index - 1] in {"retired", "former"}):
            return 0.8 if self._own(place) else 0.0
        staff = low[end - 1] in STAFF_JOBS
        if aged and sure:
            return 0.7
        if article and sure and after in {",", "("} and end + 1 < size:
            if low[end + 1] in {"male", "female", "aged"} and not staff:
                return 0.7
        if (
            word in BE
            and word not in {"s", "m"}
            and not article
            and sure
            and not staff
            and place == index - 1
        ):
            return self._predicate(place, sure)
        office = sure and low[end - 1] in OFFICES
        if word in BE and article and (low[place + 1] != "the" or office):
            return self._predicate(place, sure)
        if office and low[index - 1 : index] == ["the"] and self._kin_of(index, end):
            return 0.7
        if word == "," and article and sure:
            following = scan.words[end] if end < size else ""
            if following in {",", "."} and self._person_before(place):
                return 0.6
        return 0.0

    def _kin_of(self, index: int, end: int) -> bool:
        """Tell 'the wife of the ambassador' and 'the vicar's wife'."""
        scan = self.scan
        if index > 2 and scan.low[index - 2] == "of" and scan.flags[index - 3] & RELATION:
            return True
        if end + 2 >= len(scan) or scan.words[end] not in ("'", "’") or scan.low[end + 1] != "s":
            return False
        return bool(scan.flags[end + 2] & RELATION)

    def _own(self, place: int) -> bool:
        """Tell whether the work is not the reporter's."""
        scan = self.scan
        low = max(place - 4, 0)
        return not any(word in REPORTING - {"who"} for word in scan.low[low : place + 1])

    def _predicate(self, place: int, sure: bool) -> float:
        """Judge 'she is a nurse' by its subject."""
        scan = self.scan
        low = scan.low
        at = place - 1
        while at >= 0 and low[at] in BEFORE_BE:
            at -= 1
        if at < 0:
            return 0.0
        subject = low[at]
        if subject in SUBJECTS:
            if subject == "who" and at and low[at - 1] in REPORTING:
                return 0.0
            if subject == "patient" or subject != "who":
                return 0.8 if sure else 0.55
            return 0.6 if sure else 0.0
        named = scan.flags[at] & NAME and not scan.flags[at] & COMMON or subject == ","
        if named and sure and (subject == "," or scan.words[at][0].isupper()):
            return 0.0 if low[place + 1] in STAFF_JOBS or low[place + 2] in STAFF_JOBS else 0.55
        if scan.flags[at] & RELATION:
            return 0.8 if sure else 0.55
        return 0.0

    def _person_before(self, place: int) -> bool:
        """Tell whether a person stands before the comma of ', a school teacher,'."""
        scan = self.scan
        words = scan.low[max(place - 4, 0) : place]
        return any(word in SUBJECTS | {"old", "yo", "wife", "husband", "mother"} for word in words)


def find_professions(scan: Scan) -> list[Proposal]:
    """Propose the jobs of a scanned text and take their tokens.

    RETURNS: PROFESSION proposals in the order of their start.
    """
    return ProfessionFinder(scan).find()
