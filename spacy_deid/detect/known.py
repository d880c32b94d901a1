"""What the structured part of a case already says: a matcher for one document alone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from spacy_deid.annotations import Proposal
from spacy_deid.detect.words.letters import fold
from spacy_deid.detect.words.lexicon import COMMON, FUNCTION, HALF
from spacy_deid.detect.words.scan import Scan
from spacy_deid.errors import DeidError
from spacy_deid.phi import CATEGORY_OF

_RUN = re.compile(r"[^\W_]+")
_PARTS = re.compile(r"[^\W\d_]+")
_MONTHS = (
    "january february march april may june july august september october november december".split()
)
_TITLES = frozenset("mr mrs ms miss dr prof md jr sr ii iii".split())
_PARTICLES = frozenset("van von der den de del la le di da dos bin al el of the".split())
_APOSTROPHES = frozenset("'’`‘")
_STOPS = frozenset(".!?;:")
_DOES = frozenset(
    "was is has had told said says rang called phoned wrote agreed asked reported reports stated "
    "states denied denies feels felt took takes thinks thought came went wants wanted".split()
)
"""What persons do behind their name at the beginning of a sentence."""
_SPEAKING = frozenset("spoke speaking talked talking".split())
_ADDRESSED = frozenset("mr mrs ms miss dr nurse sister".split())
_SHORTEST_TYPO = 5
_SHORTEST_CODE = 4


def one_edit_apart(a: str, b: str) -> bool:
    """Tell whether one letter added, lost, changed or swapped with its neighbour divides two words.

    a, b: any; equal words are not one edit apart.
    """
    if a == b or abs(len(a) - len(b)) > 1:
        return False
    if len(a) > len(b):
        a, b = b, a
    place = 0
    while place < len(a) and a[place] == b[place]:
        place += 1
    if len(a) < len(b):
        return a[place:] == b[place + 1 :]
    if a[place + 1 :] == b[place + 1 :]:
        return True
    swapped = a[place : place + 2] == b[place : place + 2][::-1] and place + 1 < len(a)
    return swapped and a[place + 2 :] == b[place + 2 :]


def _deletions(word: str) -> set[str]:
    return {word, *(word[:at] + word[at + 1 :] for at in range(len(word)))}


class KnownMatcher:
    """Finds the values of one case in one scanned text.

    pairs: [label, value] of the case's structured fields; empty values are left out.
    nicknames: first name to names that mean the same person.
    RAISES: DeidError D222 for an unknown label or a pair that is none.
    """

    def __init__(
        self, pairs: Iterable[Sequence[str]], nicknames: Mapping[str, frozenset[str]]
    ) -> None:
        self.parts: dict[str, tuple[str, float]] = {}
        self.codes: dict[str, list[tuple[str, str, float]]] = {}
        self.initials: dict[str, str] = {}
        self.near: dict[str, set[str]] = {}
        for place, pair in enumerate(pairs):
            if len(pair) != 2 or not all(isinstance(item, str) for item in pair):
                raise DeidError("D222", place=place, reason="it is not a label and a value")
            label, value = pair
            if label not in CATEGORY_OF:
                raise DeidError("D222", place=place, reason="its first part is no label")
            if label in {"PATIENT", "DOCTOR"}:
                self._add_name(label, value, nicknames)
            elif label == "DATE":
                self._add_date(value)
            else:
                self._add_code(label, value)

    def _add_name(self, label: str, value: str, nicknames: Mapping[str, frozenset[str]]) -> None:
        given_last = "," in value
        parts = [fold(part) for part in _PARTS.findall(value)]
        parts = [part for part in parts if part not in _TITLES]
        if not parts:
            return
        if given_last:
            head = len(_PARTS.findall(value.split(",")[0]))
            parts = parts[head:] + parts[:head]
        full = [part for part in parts if len(part) > 1 and part not in _PARTICLES]
        for part in full:
            self.parts[part] = (label, 0.98)
            if len(part) >= _SHORTEST_TYPO:
                for form in _deletions(part):
                    self.near.setdefault(form, set()).add(part)
        if len(full) > 1:
            for nickname in nicknames.get(full[0], ()):
                self.parts.setdefault(nickname, (label, 0.85))
            joined = "".join(full)
            self.codes.setdefault(joined[: len(full[0])], []).append((joined, label, 0.98))
        if len(parts) > 1:
            letters = [part[0] for part in parts if part not in _PARTICLES]
            for form in ("".join(letters), letters[0] + letters[-1], letters[-1] + letters[0]):
                self.initials[form] = label

    def _add_code(self, label: str, value: str) -> None:
        runs = [fold(run) for run in _RUN.findall(value)]
        joined = "".join(runs)
        if len(joined) < _SHORTEST_CODE and not (label == "AGE" and joined):
            if CATEGORY_OF[label] != "LOCATION" or len(joined) < 3:
                return
        self.codes.setdefault(joined[:1], []).append((joined, label, 0.98))

    def _add_date(self, value: str) -> None:
        numbers = re.findall(r"\d+", value)
        month = next((at + 1 for at, name in enumerate(_MONTHS) if name[:3] in value.lower()), None)
        triples = []
        if len(numbers) == 1 and len(numbers[0]) == 8:
            year, middle, last = numbers[0][:4], numbers[0][4:6], numbers[0][6:]
            triples = [(year, middle, last)]
        elif len(numbers) == 3 and len(numbers[0]) == 4:
            triples = [(numbers[0], numbers[1], numbers[2])]
        elif len(numbers) == 3:
            triples = [(numbers[2], numbers[1], numbers[0]), (numbers[2], numbers[0], numbers[1])]
        elif len(numbers) == 2 and month:
            day, year = sorted(numbers, key=len)
            triples = [(year, str(month), day)]
        for year, month_digits, day in triples:
            if 1 <= int(month_digits) <= 12 and 1 <= int(day) <= 31:
                self._add_calendar(year, int(month_digits), int(day))
        self._add_code("DATE", value)

    def _add_calendar(self, year: str, month: int, day: int) -> None:
        name = _MONTHS[month - 1]
        for years in {year, year[-2:]}:
            for days in {str(day), f"{day:02d}"}:
                for months in {str(month), f"{month:02d}"}:
                    for form in (days + months + years, months + days + years):
                        self._put_date(form)
                    self._put_date(years + months + days)
                for months in {name, name[:3]}:
                    for form in (days + months + years, months + days + years):
                        self._put_date(form)
                    for ordinal in ("st", "nd", "rd", "th"):
                        self._put_date(months + days + ordinal + years)
                        self._put_date(days + ordinal + months + years)

    def _put_date(self, form: str) -> None:
        if len(form) > 4:
            self.codes.setdefault(form[:1], []).append((form, "DATE", 0.95))

    def find(self, scan: Scan) -> list[Proposal]:
        """Give every place where a value, or a variant of it, stands."""
        found: list[Proposal] = []
        done = 0
        for index in range(len(scan)):
            if index < done:
                continue
            match = self._code(scan, index) or self._name(scan, index)
            if match is None:
                continue
            end, label, score, rule = match
            start, stop = scan.starts[index], scan.ends[end - 1]
            found.append(Proposal(start, stop, label, score, f"gazetteer.known.{rule}"))
            done = end
        return found

    def _code(self, scan: Scan, index: int) -> tuple[int, str, float, str] | None:
        low = scan.low[index]
        best: tuple[int, str, float, str] | None = None
        options = self.codes.get(low[:1], []) + (self.codes.get(low, []) if len(low) > 1 else [])
        for form, label, score in options:
            if not form.startswith(low) or low == "":
                continue
            place, left = index, form
            while place < len(scan) and left and left.startswith(scan.low[place]):
                left = left[len(scan.low[place]) :]
                place += 1
                while (
                    left
                    and place + 1 < len(scan)
                    and not scan.words[place][0].isalnum()
                    and scan.words[place] not in ";!?"
                ):
                    place += 1
            if not left and (best is None or place > best[0]):
                best = (place, label, score, "value")
        return best

    def _name(self, scan: Scan, index: int) -> tuple[int, str, float, str] | None:
        """Read a run of the name's parts in any order, with initials and particles between."""
        first = self._part(scan, index) or self._before_part(scan, index)
        if first is None:
            return self._initials(scan, index)
        label, score, rule = first
        end = index + 1
        place = end
        while place < len(scan) and place - index < 12 and scan.same_line(place):
            word = scan.words[place]
            if word in {",", "-", "."} or word in _APOSTROPHES or scan.low[place] in _PARTICLES:
                place += 1
                continue
            if len(word) == 1 and word.isupper():
                if place + 1 < len(scan) and scan.words[place + 1] == ".":
                    place += 1
                place += 1
                continue
            more = self._part(scan, place, beside=True)
            if more is None or more[0] != label:
                break
            place += 1
            end = place
            score, rule = max(score, more[1]), rule
        return end, label, score, rule

    def _before_part(self, scan: Scan, index: int) -> tuple[str, float, str] | None:
        """Take a common word in lower case where another part of the name follows."""
        if scan.low[index] not in self.parts:
            return None
        place = index + 2 if index + 1 < len(scan) and scan.words[index + 1] == "," else index + 1
        if place >= len(scan) or not scan.same_line(place) or self._part(scan, place) is None:
            return None
        return self._part(scan, index, beside=True)

    def _part(
        self, scan: Scan, index: int, *, beside: bool = False
    ) -> tuple[str, float, str] | None:
        """Tell whether a token is a part of a name, or one typing error away from one.

        beside: another part stands next to it, so that its case need not speak for a name.
        """
        low, flags = scan.low[index], scan.flags[index]
        known = self.parts.get(low)
        if known is not None:
            if not beside and len(low) > 2 and _is_spoken_of(scan, index):
                beside = True
            if not beside and (flags & (COMMON | FUNCTION) or len(low) < 3):
                if not scan.words[index][0].isupper():
                    return None
                if scan.bare_case(index) and flags & FUNCTION:
                    return None
            plain = scan.words[index].islower() and not scan.small
            if not beside and plain and flags & HALF:
                return None
            return known[0], known[1], "name"
        if len(low) < _SHORTEST_TYPO - 1 or flags & (COMMON | FUNCTION):
            return None
        for form in _deletions(low):
            for part in self.near.get(form, ()):
                if one_edit_apart(low, part):
                    return self.parts[part][0], 0.85, "typo"
        return None

    def _initials(self, scan: Scan, index: int) -> tuple[int, str, float, str] | None:
        if not self.initials or not scan.words[index].isupper():
            return None
        letters = ""
        end = place = index
        dotted = False
        while place < len(scan) and len(letters) < 4 and scan.same_line(place) | (place == index):
            word = scan.words[place]
            if len(word) == 1 and word.isalpha() and word.isupper():
                letters += word.lower()
                place += 1
                end = place
                if place < len(scan) and scan.words[place] in {".", "-"}:
                    dotted = True
                    place += 1
                    end = place if scan.words[place - 1] == "." else end
                continue
            break
        if not letters and scan.low[index] in self.initials and len(scan.low[index]) > 2:
            return index + 1, self.initials[scan.low[index]], 0.6, "initials"
        if letters in self.initials and dotted:
            return end, self.initials[letters], 0.8, "initials"
        return None


def _is_spoken_of(scan: Scan, index: int) -> bool:
    """Tell whether a person is meant by what stands around: 'fallow was well. spoke to rose'."""
    before = scan.low[index - 1] if index else ""
    if before in _ADDRESSED:
        return True
    if before in {"to", "with"} and index > 1:
        return scan.low[index - 2] in _SPEAKING
    begins = index == 0 or before in _STOPS or not scan.same_line(index)
    return begins and index + 1 < len(scan) and scan.low[index + 1] in _DOES


def find_known(
    scan: Scan, pairs: Iterable[Sequence[str]], nicknames: Mapping[str, frozenset[str]]
) -> list[Proposal]:
    """Propose what a case's structured fields give away.

    pairs: [label, value] as in ``doc._.known_phi``.
    RETURNS: proposals in the order of their start.
    RAISES: DeidError D222 for a pair that cannot be read.
    """
    return KnownMatcher(pairs, nicknames).find(scan)
