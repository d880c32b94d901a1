"""Find ages of persons, with value and unit."""

from __future__ import annotations

import re
from collections.abc import Sequence

from spacy_deid.annotations import Proposal
from spacy_deid.detect import ages_contexts as contexts
from spacy_deid.detect.ages_contexts import make_age, unit_of, value_of
from spacy_deid.detect.ages_further import further_ages
from spacy_deid.detect.ages_persons import BEFORE, beside_person
from spacy_deid.detect.ages_sex import sex_word, with_sex
from spacy_deid.detect.dates_anchors import DIGITS, Anchor, Scan, agenarian_decade, scan_text
from spacy_deid.detect.numbers import DECADES

REACH = 48
"""How many characters before a number the contexts look at."""

_FIGURES = frozenset("0123456789")
_UNIT_BEGINNINGS = frozenset("ymwdho0123456789½¼¾n")
_AGE_WORD = re.compile(r"\bage")
_DAYS_OLD = re.compile(r"(?P<v>\d{1,3})(?![\d/])")
_SINCE = re.compile(r"\s+(?:out|post|after|into|from|since)")


class _Finder:
    """One text: the patterns that are tried at each number."""

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
        if last and last in ".,/-" and head[-2:-1].isdigit():
            return None
        following = low[end : end + 4].lstrip("-\u2010\u2011\u2013 ./")[:1]
        found = None
        if not digits or (following and following in _UNIT_BEGINNINGS):
            found = self._with_unit(start, head)
        if found is None and ("age" in head or "a.o." in head):
            found = self._with_cue(start, head)
        if found is None and digits:
            if (
                (following and following in "mfwglb")
                or (last in "/-" or head.endswith("male "))
                or low[end : end + 1] == "/"
            ):
                found = with_sex(self.text, low, start, head)
            elif following in ",;)." and "male" in head[-8:]:
                found = sex_word(low, start, head)
            if found is None and (following == "d" or "life" in head or "dol" in head[-7:]):
                found = self._of_life(start, head)
            if found is None and following and following in "s'’":
                found = self._decade(start, head)
        if found is None and last == "(" and contexts.BORN.search(head):
            found = self._bracketed(start)
        if found is None and digits and (last == "(" or (last == " " and head.endswith(BEFORE))):
            found = beside_person(self.text, low, start)
        if found is None and last and last in " (" and following not in _FIGURES:
            words = head[-30:].rstrip(" (").split()
            if words and words[-1].strip("(,") in contexts.BEFORE_LOOSE:
                found = self._loose(start, head)
        return found

    def _with_unit(self, start: int, head: str) -> Proposal | None:
        """Match '41-year-old', '41 y/o', '41yoM', '65 years, female'."""
        low = self.low
        for pattern, name in (
            (contexts.FULL, "old"),
            (contexts.YO, "yo"),
            (contexts.SEXED, "sexed"),
        ):
            match = pattern.match(low, start)
            if match is None:
                continue
            value, unit = value_of(match["v"]), unit_of(match["u"])
            if not contexts.is_human(value, unit) or value is None:
                continue
            end = match.end() if name != "sexed" else match.end("gap")
            if name == "sexed":
                if match["sex"] in ("m", "f") and not self.text[match.start("sex")].isupper():
                    joint = low[match.end("gap") : match.start("sex")]
                    if "/" not in joint and "," not in joint:
                        continue
                if match["u"] in ("days", "day", "weeks", "week"):
                    young = match["sex"] in ("boy", "girl", "infant", "baby")
                    if not young and not contexts.YOUNG_AFTER.match(low, match.end()):
                        continue
                if match["sex"] == "patient" and not match["u"].startswith("year"):
                    continue
            if (
                name == "yo"
                and match["u"] in ("m", "w", "d", "mo")
                and not re.search(r"[/.]", match["o"])
            ):
                if match["u"] != "mo" or not match[0].endswith("old"):
                    continue
            if name == "yo" and match["s"] and unit != "year":
                continue
            if name == "old" and match["u"] in ("m", "w", "d") and "old" not in match[0]:
                continue
            if contexts.RANGE_BEFORE.search(head) or contexts.POPULATION.match(low, end):
                return None
            if name == "old" and contexts.THINGS.match(low, end):
                return None
            begin = start
            cue = contexts.CUE.search(head)
            if cue is not None and cue["keep"]:
                if contexts.GESTATION_BEFORE.search(head[: cue.start()]):
                    return None
                begin = start - len(head) + self._kept(head, cue)
            stop = (
                end + 1
                if low[end : end + 1] == "." and name == "yo" and match["o"][0] == "."
                else end
            )
            return make_age((begin, stop), value, unit, match.span("v"), name, 0.97)
        return None

    @staticmethod
    def _kept(head: str, cue: re.Match[str]) -> int:
        """Give where the cue words that belong to the age begin: 'age of', 'aged', 'age'."""
        words = _AGE_WORD.search(head, cue.start("keep"))
        return words.start() if words else cue.start("keep")

    def _with_cue(self, start: int, head: str) -> Proposal | None:
        """Match 'aged 32', 'age: 45', 'age of 4 years', 'ages 3 and 5'."""
        cue = contexts.CUE.search(head) or contexts.AGE_LIST.search(head)
        if cue is None:
            return None
        match = contexts.PLAIN.match(self.low, start)
        if match is None:
            return None
        groups = cue.groupdict()
        unit, end = unit_of(match["u"] or ""), match.end()
        if match["u"] in ("m", "d", "w", "h", "minutes", "minute") or (
            match["u"] == "y" and self.low[end : end + 1] == "/"
        ):
            unit, end = "year", match.end("v")
        value = value_of(match["v"])
        if (
            value is None
            or not contexts.is_human(value, unit)
            or self.low[end : end + 1] in ("%", ":")
        ):
            return None
        if contexts.POPULATION.match(self.low, end) or contexts.RANGE_BEFORE.search(
            head[: cue.start()] or " "
        ):
            return None
        if contexts.RANGE_AFTER.match(self.low, end):
            return None
        if not match["u"] and (contexts.NOT_AFTER_BARE.match(self.low, end) or value != int(value)):
            return None
        before_cue = head[: cue.start()]
        if contexts.GESTATION_BEFORE.search(before_cue) or contexts.GESTATION.match(self.low, end):
            return None
        if re.search(
            r"\b(?:under|over|below|above|than|gestational|bone|mental|between|group|ages)\s+"
            r"(?:the\s+)?\Z",
            before_cue,
        ):
            return None
        begin, score = start, 0.95
        if groups.get("keep"):
            begin = start - len(head) + self._kept(head, cue)
        elif groups.get("bare"):
            begin = start - len(head) + cue.start("bare")
            score = 0.85
            if self.low[begin:start].strip() == "ages" or not self.low[begin:start].strip():
                begin = start
        return make_age((begin, end), value, unit, match.span("v"), "cue", score)

    def _bracketed(self, start: int) -> Proposal | None:
        """Match '75 years' in 'born in 1945 (75 years)'."""
        match = contexts.BRACKETED.match(self.low, start)
        if match is None or not 1 <= int(match["v"]) <= contexts.OLDEST:
            return None
        unit = unit_of(match["u"] or "")
        span = match.span("v")
        return make_age(match.span(), float(match["v"]), unit, span, "bracketed", 0.85)

    def _of_life(self, start: int, head: str) -> Proposal | None:
        """Match 'DOL 3', 'day of life 3', '3 days of life'."""
        match = contexts.OF_LIFE.match(self.low, start)
        if match is not None:
            return make_age(
                match.span(), float(match["v"]), unit_of(match["u"]), match.span("v"), "life", 0.8
            )
        cue = contexts.LIFE.search(head)
        if cue is None:
            return None
        match = _DAYS_OLD.match(self.low, start)
        if match is None or int(match["v"]) > 365:
            return None
        begin = start - len(head) + cue.start()
        return make_age(
            (begin, match.end()), float(match["v"]), "day", match.span("v"), "life", 0.85
        )

    def _decade(self, start: int, head: str) -> Proposal | None:
        """Match '40s' in 'in his 40s', 'mid-40s', '40-something'."""
        match = contexts.SOMETHING.match(self.low, start)
        if match is not None:
            return make_age(
                match.span(), float(match["v"]), "decade", match.span("v"), "decade", 0.8
            )
        match = contexts.DECADE.match(self.low, start)
        before = contexts.DECADE_BEFORE.search(head) if match is not None else None
        if match is None or before is None or contexts.VITALS.search(head[-30:]):
            return None
        begin = start
        mid = before["mid"] or before["mid2"]
        if mid and mid.startswith("mid"):
            begin = start - len(mid)
        return make_age(
            (begin, match.end()), float(match["v"]), "decade", match.span("v"), "decade", 0.9
        )

    def _loose(self, start: int, head: str) -> Proposal | None:
        """Match 'she is 76,', 'turned 65', 'a woman, 67, who', 'vaccinated at 5 months'."""
        low = self.low
        at = contexts.AT.search(head)
        if at is not None:
            match = contexts.AT_UNIT.match(low, start)
            if match is None or contexts.AT_NOT.match(low, match.end()):
                return None
            value, unit = value_of(match["v"]), unit_of(match["u"])
            if (
                value is None
                or not contexts.is_human(value, unit)
                or contexts.GESTATION.match(low, match.end())
            ):
                return None
            born = re.search(
                r"\b(?:born|delivered|delivery|pregnan\w*|gestation\w*|follow-?up|birth)\b", head
            )
            if unit in ("week", "day") or born:
                return None
            return make_age(match.span(), value, unit, match.span("v"), "at", 0.6)
        turned = contexts.TURN.search(head)
        person = turned or contexts.PERSON_IS.search(head)
        apposed = None if person else contexts.APPOSITION.search(head)
        if not person and not apposed:
            return None
        match = contexts.PLAIN.match(low, start)
        if match is None or (
            match["u"] and match["u"] not in ("years", "yrs", "year", "months", "y")
        ):
            return None
        if match["u"] is None and match["v"][0].isalpha() and not turned:
            if (value_of(match["v"]) or 0) < 20:
                return None
        value, unit = value_of(match["v"]), unit_of(match["u"] or "")
        if value is None or not contexts.is_human(value, unit) or value != int(value):
            return None
        closed = contexts.CLOSE.match(low, match.end()) or (
            turned and contexts.SOON_AFTER.match(low, match.end())
        )
        if contexts.NOT_AFTER_BARE.match(low, match.end()) or not closed:
            return None
        if unit == "month" and not apposed:
            return None
        if (
            apposed
            and not match["u"]
            and (value < 10 or low[match.end() : match.end() + 1] not in ",)")
        ):
            return None
        if match["u"] and not turned and not apposed and _SINCE.match(low, match.end()):
            return None
        name = "turned" if turned else ("person" if person else "apposition")
        score = 0.85 if turned else 0.7
        return make_age(match.span(), value, unit, match.span("v"), name, score)

    def at_word(self, anchor: Anchor) -> Proposal | None:
        """Match 'octogenarian' and 'in her thirties'."""
        low = self.low
        start, end, kinds = anchor
        if "agenarian" in kinds:
            decade = agenarian_decade(low[start:end])
            return make_age((start, end), decade, "decade", (start, end), "agenarian", 0.9)
        if "tens" in kinds:
            head = self._before(start)
            before = contexts.DECADE_BEFORE.search(head)
            if before is None or not (
                before["mid"] or re.search(r"\b(?:in|late|early)\b", head[-16:])
            ):
                return None
            mid = before["mid"] or before["mid2"]
            begin = start - len(mid) if mid and mid.startswith("mid") else start
            return make_age(
                (begin, end), DECADES[low[start:end]], "decade", (start, end), "decade", 0.85
            )
        return None

    def run(self, taken: Sequence[Proposal]) -> list[Proposal]:
        """Try every anchor from left to right that stands in nothing taken."""
        found: list[Proposal] = []
        last = 0
        others = iter(taken)
        other = next(others, None)
        for anchor in self.anchors:
            start, end, kinds = anchor
            while other is not None and other.end <= start:
                other = next(others, None)
            if start < last or (other is not None and other.start <= start):
                continue
            if kinds is DIGITS:
                proposal = self.at_number(start, end, True)
            elif "cardinal" in kinds:
                proposal = self.at_number(start, end, False)
            elif kinds[0] in ("agenarian", "tens"):
                proposal = self.at_word(anchor)
            else:
                continue
            if proposal is not None:
                proposal.start = max(proposal.start, last)
                found.append(proposal)
                last = proposal.end
        return found


def ages_in(scan: Scan, taken: Sequence[Proposal] = ()) -> list[Proposal]:
    """Find the ages of a text that was scanned already; see ``find_ages``.

    taken: disjoint proposals in order, such as the dates; no age begins within them.
    """
    found = _Finder(scan).run(taken)
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
