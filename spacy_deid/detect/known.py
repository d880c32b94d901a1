"""What the structured part of a case already says: a matcher for one document alone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from spacy_deid.annotations import Proposal
from spacy_deid.detect.known_contexts import (
    is_abbreviation,
    is_auxiliary,
    is_clinical,
    is_dated,
    is_spoken_of,
    means_person,
    stands_for_value,
)
from spacy_deid.detect.known_dates import date_forms
from spacy_deid.detect.words.edits import deletions, one_edit_apart
from spacy_deid.detect.words.letters import fold
from spacy_deid.detect.words.lexicon import (
    CLINICAL,
    COMMON,
    FREQUENT,
    FUNCTION,
    HALF,
    NAME,
    PROTECTED,
)
from spacy_deid.detect.words.scan import Scan
from spacy_deid.errors import DeidError
from spacy_deid.phi import CATEGORY_OF

_RUN = re.compile(r"[^\W_]+")
_PARTS = re.compile(r"[^\W\d_]+")
_TITLES = frozenset("mr mrs ms miss dr prof md jr sr ii iii".split())
_PARTICLES = frozenset("van von der den de del la le di da dos bin al el of the".split())
_APOSTROPHES = frozenset("'’`‘")
_SHORTEST_TYPO = 5
_SHORTEST_CODE = 4
_LONGEST_INITIALS = 3
_SHIELDING = tuple(
    f"gazetteer.protect.{rule}"
    for rule in "quantity value fraction dose result measure ward_time lot".split()
)


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
        self.short: set[str] = set()
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
        spelt = [fold(part) for part in _PARTS.findall(value)]
        parts = [part for part in spelt if part not in _TITLES]
        if len(spelt) == 1 and value.isupper():
            parts = spelt  # the initials of Mary Smith are 'MS'
        if not parts:
            return
        if len(parts) == 1 and len(parts[0]) <= _LONGEST_INITIALS and value.isupper():
            self.short.add(parts[0])
        if given_last:
            head = len(_PARTS.findall(value.split(",")[0]))
            parts = parts[head:] + parts[:head]
        full = [part for part in parts if len(part) > 1 and part not in _PARTICLES]
        for part in full:
            self.parts[part] = (label, 0.98)
            if len(part) >= _SHORTEST_TYPO:
                for form in deletions(part):
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
        for form in date_forms(value):
            self.codes.setdefault(form[:1], []).append((form, "DATE", 0.95))
        self._add_code("DATE", value)

    def find(self, scan: Scan, protected: Iterable[Proposal] = ()) -> list[Proposal]:
        """Give every place where a value, or a variant of it, stands and is meant.

        protected: what identifies no one: a short number is not looked for in a dose or a result.
        """
        found: list[Proposal] = []
        self.shielded = bytearray(len(scan.text))
        for term in protected:
            if term.source.startswith(_SHIELDING):
                self.shielded[term.start : term.end] = b"\x01" * (term.end - term.start)
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
                if stands_for_value(scan, index, place, form, label, self.shielded):
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
            if word == "." and scan.low[place - 1] in self.short:
                break  # the end of a sentence: 'phoned AB. AB had taken it'
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
            if not self._names_person(scan, index):
                return None
            if not beside and len(low) > 2 and is_spoken_of(scan, index):
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
        if flags & (CLINICAL | PROTECTED) and not flags & NAME:
            return None
        for form in deletions(low):
            for part in self.near.get(form, ()):
                if one_edit_apart(low, part):
                    return self.parts[part][0], 0.85, "typo"
        return None

    def _names_person(self, scan: Scan, index: int) -> bool:
        """Tell whether a token that spells a part of a name is one, not a test, a drug, a month."""
        low, flags = scan.low[index], scan.flags[index]
        if low in self.short and not flags & FREQUENT:
            if not scan.words[index].isupper():
                return False
            return not is_abbreviation(scan, index) or means_person(scan, index, index + 1)
        if is_clinical(scan, index):
            return self._beside_other(scan, index) or means_person(scan, index, index + 1)
        return not is_dated(scan, index) and not is_auxiliary(scan, index)

    def _beside_other(self, scan: Scan, index: int) -> bool:
        """Tell whether another part of a name stands next to a token, both with a capital."""
        for other, border in ((index - 1, index), (index + 1, index + 1)):
            if 0 <= other < len(scan) and scan.same_line(border) and scan.low[other] in self.parts:
                if scan.words[other][0].isupper() and scan.words[index][0].isupper():
                    return True
        return False

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
            if not is_abbreviation(scan, index) or means_person(scan, index, index + 1):
                return index + 1, self.initials[scan.low[index]], 0.6, "initials"
        if letters in self.initials and dotted:
            return end, self.initials[letters], 0.8, "initials"
        return None


def find_known(
    scan: Scan,
    pairs: Iterable[Sequence[str]],
    nicknames: Mapping[str, frozenset[str]],
    protected: Iterable[Proposal] = (),
) -> list[Proposal]:
    """Propose what a case's structured fields give away.

    pairs: [label, value] as in ``doc._.known_phi``. protected: what the text holds that identifies
        no one.
    RETURNS: proposals in the order of their start.
    RAISES: DeidError D222 for a pair that cannot be read.
    """
    return KnownMatcher(pairs, nicknames).find(scan, protected)
