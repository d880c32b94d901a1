"""The job of a patient or relative; not the qualification of who reports."""

from __future__ import annotations

from spacy_deid.annotations import Proposal
from spacy_deid.detect.lexicon import AMBIGUOUS_JOB, JOB, PHRASE, RELATION, Lexicon
from spacy_deid.detect.scan import Scan

PROFESSION_TAKEN = 5
"""The mark that professions leave in ``Scan.taken``."""

_ARTICLES = frozenset({"a", "an", "the", "as"})
_BE = frozenset(
    {"is", "was", "am", "are", "were", "be", "been", "being", "m", "s", "became", "become"}
)
_WORK = frozenset(
    "work works worked working employed employment job career trained training serves served "
    "serving retired occupation profession trade".split()
)
_FIELDS = frozenset({"occupation", "profession", "job", "employment", "trade", "beruf", "yrke"})
_REPORTING = frozenset(
    "reporter reporters caller sender source informant reported reporting author who contact "
    "prescriber vaccinator administrator".split()
)
_SUBJECTS = frozenset(
    "he she i patient pt subject who male female man woman boy girl gentleman lady they vaccinee "
    "consumer recipient m".split()
)
_MODIFIERS = frozenset(
    "retired former registered licensed practicing certified full part time self employed local "
    "professional senior junior assistant chief head lead veteran frontline front line essential "
    "active duty old year yo y o male female man woman lady gentleman caucasian white black "
    "african american hispanic asian healthy previously married single right left handed patient "
    "semi freelance trainee apprentice qualified experienced high school elementary primary "
    "secondary college university hospital icu er night shift 's home long term care young busy "
    "new current currently working".split()
)
_BRACKETS = frozenset({"patient", "pt", "husband", "wife", "mother", "father", "consumer"})


class ProfessionFinder:
    """Finds the jobs of one scanned text."""

    def __init__(self, scan: Scan, lexicon: Lexicon) -> None:
        self.scan = scan
        self.lexicon = lexicon
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
            score = self._evidence(index, end, sure)
            done = end
            if score:
                first = self._left(index)
                start, stop = scan.starts[first], scan.ends[end - 1]
                self.found.append(
                    Proposal(start, stop, "PROFESSION", score, "gazetteer.profession")
                )
                scan.take(first, end, PROFESSION_TAKEN)
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
            if before in {
                "assistant",
                "chief",
                "head",
                "senior",
                "school",
                "trainee",
                "apprentice",
            }:
                first -= 1
            elif before in {"registered", "licensed", "certified", "student"} and first > 1:
                first -= 1
            else:
                break
        return first

    def _evidence(self, index: int, end: int, sure: bool) -> float:
        """Judge by the words around: 0 where the job is nobody's, or the reporter's."""
        scan = self.scan
        low, size = scan.low, len(scan)
        after = low[end] if end < size else ""
        if sure and after == "(" and end + 1 < size and low[end + 1] in _BRACKETS:
            return 0.8
        if low[index] in {"active", "military"} and index and low[index - 1] in _SUBJECTS:
            return 0.7
        if after == "by" and end + 1 < size and low[end + 1] in {"trade", "profession", "training"}:
            return 0.85
        place = index - 1
        skipped = 0
        article = False
        retired = False
        while place >= 0 and skipped < 10:
            word = low[place]
            if word in _FIELDS and scan.words[place + 1] in {":", "is", "as", "-", "of"}:
                return 0.9
            if word in _WORK and word != "retired":
                break
            if word in {"retired", "former", "ex"}:
                retired = True
            if word in _ARTICLES:
                article = True
            elif not (word in _MODIFIERS or word.isdigit() or word in {"-", "'", ":", "/"}):
                break
            if word == ":" and place and low[place - 1] in _FIELDS:
                return 0.9
            place -= 1
            skipped += 1
        word = low[place] if place >= 0 else ""
        if word in _WORK:
            return 0.9 if self._own(place) else 0.0
        if retired and (article or index and low[index - 1] in {"retired", "former"}):
            return 0.8 if self._own(place) else 0.0
        if word in _BE and article and low[place + 1] != "the":
            return self._predicate(place, sure)
        if word == "," and article and sure:
            following = scan.words[end] if end < size else ""
            if following in {",", "."} and self._person_before(place):
                return 0.6
        return 0.0

    def _own(self, place: int) -> bool:
        """Tell whether the work is not the reporter's."""
        scan = self.scan
        low = max(place - 4, 0)
        return not any(word in _REPORTING - {"who"} for word in scan.low[low : place + 1])

    def _predicate(self, place: int, sure: bool) -> float:
        """Judge 'she is a nurse' by its subject."""
        scan = self.scan
        low = scan.low
        at = place - 1
        while at >= 0 and low[at] in {
            "'",
            "’",
            "also",
            "currently",
            "then",
            "not",
            "now",
            "has",
            "had",
        }:
            at -= 1
        if at < 0:
            return 0.0
        subject = low[at]
        if subject in _SUBJECTS:
            if subject == "who" and at and low[at - 1] in _REPORTING:
                return 0.0
            if subject == "patient" or subject != "who":
                return 0.8 if sure else 0.55
            return 0.6 if sure else 0.0
        if scan.flags[at] & RELATION:
            return 0.8 if sure else 0.55
        return 0.0

    def _person_before(self, place: int) -> bool:
        """Tell whether a person stands before the comma of ', a school teacher,'."""
        scan = self.scan
        words = scan.low[max(place - 4, 0) : place]
        return any(word in _SUBJECTS | {"old", "yo", "wife", "husband", "mother"} for word in words)


def find_professions(scan: Scan, lexicon: Lexicon) -> list[Proposal]:
    """Propose the jobs of a scanned text and take their tokens.

    RETURNS: PROFESSION proposals in the order of their start.
    """
    return ProfessionFinder(scan, lexicon).find()
