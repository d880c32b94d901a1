"""Wordings: a trigger word, a pattern around it, and what the words it catches must be like.

A pattern is tried only where its trigger stands, so that a text without triggers costs one set
operation. The modules named ``wordings`` or ``<what>_wordings`` hold the tables.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable
from typing import NamedTuple

from spacy_deid.annotations import Proposal
from spacy_deid.detect.words.lexicon import (
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
    NAME,
    PARTICLE,
    PATIENT_WORD,
    RELATION,
    ROLE,
    SITE_HEAD,
    TITLE,
)
from spacy_deid.detect.words.scan import Scan

UPPER = "".join(
    chr(code) for code in (*range(0x41, 0x250), *range(0x1E00, 0x1F00)) if chr(code).isupper()
)
"""Capital letters of Latin writing, for character classes."""
CHAIN = r"<W>(?:[ \t]+(?:(?:de|la|van|von|der|del|y|da|dos|bin|binti)[ \t]+){0,2}<W>){0,3}"
"""Pattern of a name of up to four words, for ``compiled``."""
_LONGEST_LEAD = 60
_NO_NAME = FUNCTION | CALENDAR | GUARDED | PATIENT_WORD | SITE_HEAD | HEADER
_STAFF_OR_KIN = TITLE | RELATION | ROLE
_MARKS = frozenset(".,-–'’\"“”‘`()&")
_TRIGGERS: set[str] = set()
"""The triggers of all tables, so that a text is looked through once."""
_FURTHER = frozenset("offices office firm llp".split())
_JOINTS = frozenset({"&", "and", "y", "e", "und", "et", "of", "the", "de", "la", "du", "des", "i"})


class Wording(NamedTuple):
    """One phrase in which a name stands.

    name: of the pattern, as regression cases call it.
    triggers: words in lower case without marks; the pattern is tried where one of them stands.
    pattern: with a group ``x`` that is proposed, perhaps ``y`` and ``z`` too; it begins at the
        trigger, or ends right before it where ``before`` is set;
        then ``headed`` says that the trigger itself belongs to what is proposed.
    """

    name: str
    triggers: frozenset[str]
    pattern: re.Pattern[str]
    label: str
    score: float
    fits: Callable[[Scan, int, int], bool]
    before: bool = False
    headed: bool = False


def compiled(pattern: str) -> re.Pattern[str]:
    """Compile a pattern in which ``<W>`` is a capitalised word, ``<U>`` a capital letter."""
    word = rf"[{UPPER}][^\W\d_]*(?:['’\-‐][^\W\d_]+)*"
    return re.compile(pattern.replace("<W>", word).replace("<U>", f"[{UPPER}]"))


class Wordings:
    """A table of wordings by trigger."""

    def __init__(self, table: Iterable[Wording]) -> None:
        self.by_trigger: dict[str, list[Wording]] = {}
        for wording in table:
            for trigger in wording.triggers:
                self.by_trigger.setdefault(trigger, []).append(wording)
        _TRIGGERS.update(self.by_trigger)

    def find(self, scan: Scan, source: str, mark: int) -> list[Proposal]:
        """Propose what the table catches in a text, and take its tokens.

        source: the rule family, put before the pattern's name; mark: for ``Scan.taken``.
        RETURNS: proposals in the order of their triggers; [] for a text without any.
        """
        if scan.triggers is None:
            there = _TRIGGERS & set(scan.low)
            scan.triggers = (
                [(place, word) for place, word in enumerate(scan.low) if word in there]
                if there
                else []
            )
        found: list[Proposal] = []
        low, by_trigger = scan.low, self.by_trigger
        for index, word in scan.triggers:
            if word not in by_trigger:
                continue
            if index > 1 and low[index] == low[index - 1] == low[index - 2]:
                continue
            for wording in by_trigger[word]:
                for first, end in self._spans(scan, wording, index):
                    if any(taken not in {0, mark} for taken in scan.taken[first:end]):
                        continue
                    fits = wording.fits(scan, first, end)
                    while not fits and wording.before and first + 1 < end - wording.headed:
                        first += 1  # 'Later Piroska': the first word belongs to the sentence
                        fits = scan.words[first][0].isupper() and wording.fits(scan, first, end)
                    if not fits:
                        continue
                    start, stop = scan.starts[first], scan.ends[end - 1]
                    name = f"{source}.{wording.name}"
                    found.append(Proposal(start, stop, wording.label, wording.score, name))
                    scan.take(first, end, mark)
        return found

    def _spans(self, scan: Scan, wording: Wording, index: int) -> list[tuple[int, int]]:
        """Give the token spans of the groups of one wording at one trigger."""
        at = scan.starts[index]
        if wording.before:
            low = max(at - _LONGEST_LEAD, 0)
            match = wording.pattern.search(scan.text, low, at)
        else:
            match = wording.pattern.match(scan.text, at)
        if match is None:
            return []
        spans = []
        for group in wording.pattern.groupindex:
            start, stop = match.span(group)
            if start < stop:
                first = bisect_left(scan.starts, start)
                end = bisect_left(scan.starts, stop)
                if wording.headed:
                    end = index + 1
                    while end < len(scan) and scan.low[end] in _FURTHER and scan.same_line(end):
                        end += 1
                if first < end and scan.starts[first] == start:
                    spans.append((first, end))
        return spans


def _words(scan: Scan, first: int, end: int) -> list[int]:
    """Give the tokens of a span that are words of more than one letter."""
    return [at for at in range(first, end) if len(scan.words[at]) > 1 and scan.words[at].isalpha()]


def is_namelike(scan: Scan, first: int, end: int) -> bool:
    """Tell whether the words of a span can be a person's name: listed, or in no list at all."""
    listed = False
    words = _words(scan, first, end)
    shown = next((at for at in words if scan.words[at][0].isupper()), first)
    if not words or scan.bare_case(shown):
        return is_listed_name(scan, first, end)
    for at in words:
        flags = scan.flags[at]
        if flags & PARTICLE and scan.words[at].islower() or _is_hyphenated(scan, at):
            continue
        if flags & _NO_NAME or flags & _STAFF_OR_KIN and not flags & FREQUENT:
            return False
        if flags & CREDENTIAL and scan.words[at].isupper():
            return False
        if flags & COMMON and not flags & FREQUENT_FIRST:
            if not (listed and flags & FREQUENT_LAST):
                return False
        if flags & HALF and not flags & NAME:
            return False
        listed = listed or bool(flags & NAME)
    return True


def _is_hyphenated(scan: Scan, at: int) -> bool:
    """Tell whether a word is half of a name such as 'Ji-hwan', 'Do-yun' or 'O-young'."""
    words, flags = scan.words, scan.flags
    if at + 2 < len(scan) and words[at + 1] == "-" and words[at][0].isupper():
        return words[at + 2].islower() and not flags[at + 2] & (COMMON | FUNCTION | GUARDED)
    if at > 1 and words[at - 1] == "-" and words[at].islower() and words[at - 2][0].isupper():
        return not flags[at] & (COMMON | FUNCTION | GUARDED)
    return False


def is_called(scan: Scan, first: int, end: int) -> bool:
    """Judge words that the text itself calls a name: a plain word will do if it is a name too."""
    listed = False
    for at in _words(scan, first, end):
        flags = scan.flags[at]
        if flags & PARTICLE or _is_hyphenated(scan, at):
            listed = True
            continue
        if flags & (_NO_NAME | _STAFF_OR_KIN) and not flags & FREQUENT:
            return False
        if flags & COMMON and not flags & NAME or flags & FUNCTION:
            return False
        listed = listed or bool(flags & NAME) or not flags & (COMMON | HALF)
    return listed and not (end > first and scan.bare_case(first))


def is_listed_name(scan: Scan, first: int, end: int) -> bool:
    """Tell whether a span is made of words of the name lists, most of them nothing else."""
    words = _words(scan, first, end)
    sure = 0
    for at in words:
        flags = scan.flags[at]
        if flags & PARTICLE:
            continue
        if not flags & NAME or flags & _NO_NAME or flags & _STAFF_OR_KIN and not flags & FREQUENT:
            return False
        sure += not flags & COMMON or bool(len(words) == 1 and flags & FREQUENT_FIRST)
    return sure > 0


def is_given_name(scan: Scan, first: int, end: int) -> bool:
    """Tell whether a span is a listed first name that is no common word."""
    flags = scan.flags[first]
    return end == first + 1 and bool(flags & FIRST) and not flags & (_NO_NAME | COMMON)


def is_own_name(scan: Scan, first: int, end: int) -> bool:
    """Tell whether a site or company has a name of its own: a word that is not just a common one.

    A clinical term, a drug or a drug maker in it says no.
    """
    own = False
    for at in _words(scan, first, end):
        flags = scan.flags[at]
        if flags & GUARDED:
            return False
        if flags & (CALENDAR | TITLE | CREDENTIAL) and not flags & NAME:
            return False
        if scan.low[at] not in _JOINTS and not flags & (FUNCTION | COMMON):
            own = True
        elif flags & FREQUENT and not flags & FUNCTION:
            own = True
    return own


def anything(scan: Scan, first: int, end: int) -> bool:
    """Take what the pattern caught as it is."""
    del scan, first, end
    return True
