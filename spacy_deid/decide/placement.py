"""Where proposals meet: what is joined, what is left of a loser, and what is closed up after."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right, insort
from collections.abc import Callable, Sequence
from dataclasses import replace

from spacy_deid.annotations import Proposal
from spacy_deid.intervals import (
    INVISIBLE,
    covers,
    has_alphanumeric,
    merge,
    overlaps,
    subtract,
    trim,
)
from spacy_deid.phi import CATEGORY_OF

EDGES = ".,;:!?)(]['\"“”‘’*|<>{}=_~"
"""Marks that no span begins or ends with."""
WORD = re.compile(r"[^\W_]+")
_DIGIT = re.compile(r"\d")
_WHOLE_NAME = re.compile(r"(?<!\w)[^\W\d_]{2,}\W(?:.*\W)?[^\W\d_]{3,}\Z", re.DOTALL)
_LONGEST_NAME = 200
_NAME_GAP = re.compile(r"[ \t]?[-.,]?[ \t]?|[ \t]?,[ \t]")
_STREET_GAP = re.compile(r"[ \t]?,?[ \t]?")
_SMALL_WORDS = frozenset(
    "a an and at by for from he her him his i in is it my of on or our she that the their they "
    "this to us was we were who with you your mr mrs ms miss dr prof".split()
)
_PATTERNED = frozenset({"DATE", "AGE"})
"""Labels whose losing remainders are kept only with a digit: the rest is wording around them."""
_CODES = frozenset("MEDICALRECORD HEALTHPLAN ACCOUNT LICENSE VEHICLE DEVICE SSN IDNUM".split())
_CODE_BEFORE = re.compile(r"(?<!\w)(?:[A-Z0-9]{1,10}[-/._\u2010-\u2013\u2212])+\Z")
_GLUED = re.compile(r"(?<!\w)[^\W_]{1,10}\Z")
_CODE_BEHIND = re.compile(
    r"(?:(?:[-/_\u2010-\u2013\u2212]|\.(?=[A-Z]{0,9}\d))[A-Z0-9]{1,10})+(?!\w)"
)
_LONGEST_CODE = 40
_REST_OF_WORD = re.compile(rf"(?:(?<=[^\W\d_])[{INVISIBLE}]+[^\W\d_]+|(?<=\d)[{INVISIBLE}]+\d+)+")
_FRONT_OF_WORD = re.compile(rf"(?:[^\W\d_]{{1,40}}[{INVISIBLE}]{{1,4}}){{1,8}}\Z")
_FRONT_OF_NUMBER = re.compile(rf"(?:\d{{1,40}}[{INVISIBLE}]{{1,4}}){{1,8}}\Z")


class Placement:
    """The spans that are kept so far, disjoint and in order of their start."""

    def __init__(self, text: str, vetoed: Callable[[Proposal], bool]) -> None:
        self.text = text
        self._vetoed = vetoed
        self.kept: list[Proposal] = []
        self._starts: list[int] = []

    def place(
        self, proposal: Proposal, *, before: bool = False
    ) -> tuple[str, tuple[int, int] | None]:
        """Put one proposal beside those already kept.

        What it covers beyond them stays, unless protected terms explain that rest.
        before: only as far as it stands before the first of those kept that overlaps it.
        RETURNS: what became of it, and the span that it gave way to or joined.
        """
        span = (proposal.start, proposal.end)
        low = max(bisect_right(self._starts, span[0]) - 1, 0)
        high = bisect_left(self._starts, span[1])
        rivals = [k for k in self.kept[low:high] if overlaps((k.start, k.end), span)]
        if not rivals:
            self._insert(proposal)
            return "kept", None
        winner = (rivals[0].start, rivals[0].end)
        if before and span[0] < winner[0]:
            rest = self._keep((span[0], winner[0]), proposal)
            return "remainder" if rest else "covered", winner
        if before or len(rivals) == 1 and covers(winner, span):
            return "covered", winner
        if all(_joins(rival, proposal) for rival in rivals):
            for rival in rivals:
                index = bisect_left(self._starts, rival.start)
                del self.kept[index], self._starts[index]
            start = min(span[0], *(r.start for r in rivals))
            end = max(span[1], *(r.end for r in rivals))
            best = max(rivals, key=lambda rival: rival.score)
            parse = proposal.parse if span == (start, end) else None
            self._insert(replace(best, start=start, end=end, parse=parse))
            return "joined", (start, end)
        kept = [self._keep(part, proposal) for part in self._rest(span, rivals)]
        return ("remainder" if any(kept) else "covered"), winner

    def decision(self) -> list[Proposal]:
        """Give what is kept, with identifiers made whole and the gaps of names closed."""
        whole = self.kept if self.text.isascii() else _whole_words(self.text, self.kept)
        return _close_gaps(self.text, _whole_codes(self.text, whole))

    def _rest(self, span: tuple[int, int], rivals: Sequence[Proposal]) -> list[tuple[int, int]]:
        parts = subtract(span, merge((r.start, r.end) for r in rivals))
        return [without_small_words(self.text, trim(self.text, p, EDGES + "-/")) for p in parts]

    def _keep(self, part: tuple[int, int], proposal: Proposal) -> bool:
        """Keep a part of a losing proposal; RETURNS whether it was worth it."""
        if part[0] >= part[1] or not _worth_keeping(self.text, part, proposal.label):
            return False
        source = f"{proposal.source}+remainder"
        rest = replace(proposal, start=part[0], end=part[1], source=source, parse=None)
        if self._vetoed(rest):
            return False
        self._insert(rest)
        return True

    def _insert(self, proposal: Proposal) -> None:
        index = bisect_right(self._starts, proposal.start)
        self.kept.insert(index, proposal)
        insort(self._starts, proposal.start)


def _whole_words(text: str, kept: Sequence[Proposal]) -> list[Proposal]:
    """Widen spans over the rest of a word or number that an invisible mark cuts in two."""
    whole: list[Proposal] = []
    for place, proposal in enumerate(kept):
        first = max(whole[-1].end if whole else 0, proposal.start - _LONGEST_CODE)
        last = kept[place + 1].start if place + 1 < len(kept) else len(text)
        pattern = _FRONT_OF_WORD if text[proposal.start].isalpha() else _FRONT_OF_NUMBER
        front = pattern.search(text, first, proposal.start)
        rest = _REST_OF_WORD.match(text, proposal.end, last)
        if front or rest:
            start = front.start() if front else proposal.start
            end = rest.end() if rest else proposal.end
            proposal = replace(proposal, start=start, end=end, parse=None)
        whole.append(proposal)
    return whole


def _whole_codes(text: str, kept: Sequence[Proposal]) -> list[Proposal]:
    """Widen identifiers over what is glued to their front: 'ID833555' for '833555'.

    Also over the capitals and digits that hyphens, slashes or stops tie to them.
    """
    whole: list[Proposal] = []
    for place, proposal in enumerate(kept):
        if proposal.label in _CODES:
            first = whole[-1].end if whole else 0
            last = kept[place + 1].start if place + 1 < len(kept) else len(text)
            first = max(first, proposal.start - _LONGEST_CODE)
            glued = _GLUED.search(text, first, proposal.start)
            start = glued.start() if glued else proposal.start
            before = _CODE_BEFORE.search(text, first, start)
            start = before.start() if before else start
            behind = _CODE_BEHIND.match(text, proposal.end, last)
            end = behind.end() if behind else proposal.end
            if (start, end) != (proposal.start, proposal.end):
                proposal = replace(proposal, start=start, end=end, parse=None)
        whole.append(proposal)
    return whole


def _close_gaps(text: str, kept: list[Proposal]) -> list[Proposal]:
    """Join neighbours of one name, street or job with nothing but a separator between them."""
    closed: list[Proposal] = []
    for proposal in kept:
        if closed:
            last = closed[-1]
            gap = text[last.end : proposal.start]
            if (
                len(gap) <= 3
                and "\n" not in gap
                and last.label == proposal.label
                and (
                    (CATEGORY_OF.get(last.label) == "NAME" and _NAME_GAP.fullmatch(gap))
                    or (last.label == "STREET" and _STREET_GAP.fullmatch(gap))
                    or (last.label == "PROFESSION" and gap == " ")
                )
                and not (gap.strip() == "," and _counts_as_list(text, last, proposal))
                and not (gap.strip() == "." and is_whole_name(text, last.start, last.end))
            ):
                closed[-1] = replace(
                    last,
                    end=proposal.end,
                    score=max(last.score, proposal.score),
                    parse=None,
                )
                continue
        closed.append(proposal)
    return closed


def is_whole_name(text: str, start: int, end: int) -> bool:
    """Tell whether a name of two words or more ends with one that is no abbreviation.

    Of a long run of initials and names only the last ``_LONGEST_NAME`` characters are looked at.
    """
    return _WHOLE_NAME.search(text, max(start, end - _LONGEST_NAME), end) is not None


def _counts_as_list(text: str, first: Proposal, second: Proposal) -> bool:
    """Tell whether two names around a comma are two persons: both have more than one word."""
    return any(" " in text[p.start : p.end] for p in (first, second))


def _same_kind(a: str, b: str) -> bool:
    """Tell whether two labels hide the same thing, so that their union is one span."""
    return a not in _PATTERNED and (a == b or CATEGORY_OF.get(a) == CATEGORY_OF.get(b) == "NAME")


def _joins(rival: Proposal, proposal: Proposal) -> bool:
    """Tell whether a proposal widens one that is kept, rather than leaving a remainder.

    Of dates and ages only what was parsed does, and takes the kept one in whole: 'Labor Day
    weekend'.
    """
    if _same_kind(rival.label, proposal.label):
        return True
    whole = covers((proposal.start, proposal.end), (rival.start, rival.end))
    return rival.label == proposal.label and whole and proposal.parse is not None


def _worth_keeping(text: str, part: tuple[int, int], label: str) -> bool:
    """Tell whether what is left of a losing span can still identify."""
    if not has_alphanumeric(text, part):
        return False
    if label in _PATTERNED:
        return _DIGIT.search(text, part[0], part[1]) is not None
    return True


def without_small_words(text: str, part: tuple[int, int]) -> tuple[int, int]:
    """Move the borders of a remainder inwards over articles, prepositions and the like."""
    words = [(m.start(), m.end()) for m in WORD.finditer(text, part[0], part[1])]
    while words and text[slice(*words[0])].lower() in _SMALL_WORDS:
        words.pop(0)
    while words and text[slice(*words[-1])].lower() in _SMALL_WORDS:
        words.pop()
    return (words[0][0], words[-1][1]) if words else (part[0], part[0])
