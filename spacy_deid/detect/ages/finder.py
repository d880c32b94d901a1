"""Find ages of persons, with value and unit."""

from __future__ import annotations

import re
from collections.abc import Sequence

from spacy_deid.annotations import Proposal
from spacy_deid.detect.ages import contexts
from spacy_deid.detect.ages.bare import of_sentence
from spacy_deid.detect.ages.cued import bracketed, of_life, with_cue
from spacy_deid.detect.ages.decades import agenarian, decade, decade_word
from spacy_deid.detect.ages.further import further_ages
from spacy_deid.detect.ages.persons import BEFORE, beside_person
from spacy_deid.detect.ages.sex import sex_word, with_sex
from spacy_deid.detect.ages.units import with_unit
from spacy_deid.detect.calendar.anchors import DIGITS, Scan, scan_text

REACH = 48
"""How many characters before a number the contexts look at."""

_FIGURES = frozenset("0123456789")
_UNIT_BEGINNINGS = frozenset("ymwdho0123456789½¼¾n")

_MISREAD = re.compile(r"(?<![\w.,/-])(?:[oil]|\d[oil]|[oil]\d)\Z")
_FIGURES_FOR = str.maketrans("oil", "011")


class AgeFinder:
    """Finds the ages of one scanned text; made for one text and thrown away."""

    def __init__(self, scan: Scan) -> None:
        self.text, self.low, self.anchors = scan.text, scan.low, scan.anchors

    def _before(self, start: int) -> str:
        return self.low[max(0, start - REACH) : start]

    def at_number(self, start: int, end: int, digits: bool) -> Proposal | None:
        """Match the age whose value begins at digits or a number word.

        The cheap looks at what stands around decide which patterns are tried at all.
        """
        low = self.low
        if digits and end - start > 3:
            return None
        last = low[start - 1] if start else ""
        head = self._before(start)
        if last and last in "$#€£+" and not head.endswith(("dol#", "life#", "dol #")):
            return None
        if last and last in ".,/:-" and head[-2:-1].isdigit():
            return None
        following = low[end : end + 4].lstrip("-\u2010\u2011\u2013 ./")[:1]
        found = None
        if not digits or (following and following in _UNIT_BEGINNINGS):
            found = with_unit(self.text, low, start, head)
        field = head[-3:].rstrip()[-1:] in (":", "=")
        if found is None and (field or "age" in head or "a.o." in head or "how old" in head):
            found = with_cue(low, start, head)
        if found is None and digits:
            sexed = following and following in "mfwglb" or last in "/-"
            if sexed or head.endswith("male ") or low[end : end + 1] == "/":
                found = with_sex(self.text, low, start, head)
            elif following in ",;)." and "male" in head[-8:]:
                found = sex_word(low, start, head)
            if found is None and (following == "d" or "life" in head or "dol" in head[-7:]):
                found = of_life(low, start, head)
            if found is None and following and following in "s'’":
                found = decade(low, start, head)
        if found is None and last == "(" and contexts.BORN.search(head):
            found = bracketed(low, start)
        if found is None and digits and (last == "(" or (last == " " and head.endswith(BEFORE))):
            found = beside_person(self.text, low, start)
        if found is None and last and last in " (" and following not in _FIGURES:
            words = head[-30:].rstrip(" (").split()
            if words and words[-1].strip("(,") in contexts.BEFORE_LOOSE:
                found = of_sentence(low, start, head)
        return found

    def at_word(self, start: int, end: int, kinds: tuple[str, ...]) -> Proposal | None:
        """Match 'octogenarian' and 'in her thirties'."""
        if "agenarian" in kinds:
            return agenarian(self.text, self.low, start, end)
        return decade_word(self.low, start, end, self._before(start))

    def run(self, taken: Sequence[Proposal]) -> list[Proposal]:
        """Try every anchor from left to right that stands in nothing taken."""
        found: list[Proposal] = []
        last = 0
        others = iter(taken)
        other = next(others, None)
        for start, end, kinds in self.anchors:
            while other is not None and other.end <= start:
                other = next(others, None)
            if start < last or (other is not None and other.start <= start):
                continue
            if kinds is DIGITS:
                proposal = self.at_number(start, end, True)
            elif "cardinal" in kinds:
                proposal = self.at_number(start, end, False)
            elif kinds[0] in ("agenarian", "tens"):
                proposal = self.at_word(start, end, kinds)
            else:
                continue
            if proposal is not None:
                _take_misread(self.low, proposal, start, end)
                proposal.start = max(proposal.start, last)
                found.append(proposal)
                last = proposal.end
        return found


def _take_misread(low: str, age: Proposal, start: int, end: int) -> None:
    """Take along the letters that a scanner read for figures before an age: 'l02-year-old'.

    start, end: the characters of its figures.
    """
    before = _MISREAD.search(low, max(start - 3, 0), start)
    if age.start != start or age.parse is None or before is None:
        return
    age.start = before.start()
    age.parse["value"] = float(low[age.start : end].translate(_FIGURES_FOR))
    age.parse["number"] = [age.start, end]


def ages_in(scan: Scan, taken: Sequence[Proposal] = ()) -> list[Proposal]:
    """Find the ages of a text that was scanned already; see ``find_ages``.

    taken: disjoint proposals in order, such as the dates; no age begins within them.
    """
    found = AgeFinder(scan).run(taken)
    further = further_ages(scan, sorted([*taken, *found], key=lambda p: p.start))
    return sorted([*found, *further], key=lambda p: p.start) if further else found


def find_ages(text: str) -> list[Proposal]:
    """Find ages of persons.

    text: a narrative; '' gives none.
    RETURNS: disjoint proposals in order of their start, label AGE, source 'ages.<pattern>'; the
        parse holds value, unit (year, month, week, day, hour or decade) and the characters of the
        number. An age over 89 is one with unit year and a value over 89, or decade and 90 or more.
    """
    return ages_in(scan_text(text))
