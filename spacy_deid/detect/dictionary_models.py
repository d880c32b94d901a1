"""Three models of the literature over the same lists, as named configurations of the gazetteer.

``binary_dictionary`` and ``frequency_divergence`` need no labels (system 4); ``mimic`` is the set
of list and context rules known from MIMIC (system 5).
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping

from spacy_deid.annotations import Proposal
from spacy_deid.detect.words.letters import fold
from spacy_deid.detect.words.lexicon import (
    BIG_CITY,
    CALENDAR,
    CITY,
    COMMON,
    COUNTRY,
    FIRST,
    FREQUENT,
    FUNCTION,
    GUARDED,
    HALF,
    LAST,
    NAME,
    PHRASE,
    PLACE,
    STATE,
    Lexicon,
)
from spacy_deid.detect.words.lists import entries
from spacy_deid.detect.words.scan import Scan

_WORD = re.compile(r"[^\W\d_]+")
_NEGATIVE = COMMON | HALF | FUNCTION | CALENDAR | GUARDED
_LEAST_DOCUMENTS = 5
_UNLISTED_SHARE = 20
_TITLES = frozenset({"mr", "mrs", "ms", "dr", "miss"})
_PLACE_BEFORE = frozenset({"cape", "fort", "lake", "mount", "los"})
_PLACE_AFTER = frozenset({"street", "parkway", "town", "ville", "harbor"})


class Background:
    """How often name words are borne by people, and how often running text uses them.

    lists: of the gazetteer.
    counts: ten times the log of a word's share per billion in a corpus; empty before ``count``.
    """

    def __init__(self, lists: Mapping[str, str]) -> None:
        self._lists = lists
        self._shares: dict[str, int] | None = None
        self._usual: dict[str, int] = {}
        self.counts: dict[str, int] = {}

    def count(self, texts: Iterable[str]) -> None:
        """Count the words of a corpus.

        texts: read once. Words of fewer than five documents are not kept: a model must not hold
        the rare names of the texts it was made from.
        """
        words: Counter[str] = Counter()
        documents: Counter[str] = Counter()
        for text in texts:
            found = [fold(word) for word in _WORD.findall(text)]
            words.update(found)
            documents.update(set(found))
        total = sum(words.values()) or 1
        self._load()
        assert self._shares is not None
        self.counts = {
            word: round(10 * math.log10(words[word] / total * 1e9))
            for word, count in documents.items()
            if count >= _LEAST_DOCUMENTS and word in self._shares
        }

    def _load(self) -> None:
        if self._shares is not None:
            return
        shares: dict[str, float] = {}
        for name in ("first_names", "surnames"):
            for word, share in entries(self._lists.get(name, "")):
                level = 10 ** ((share or _UNLISTED_SHARE) / 10)
                shares[word] = shares.get(word, 0.0) + level
        self._shares = {word: round(10 * math.log10(level)) for word, level in shares.items()}
        self._usual = {
            word: height or 0 for word, height in entries(self._lists.get("backgrounds", ""))
        }

    def divergence(self, word: str) -> float | None:
        """Give by how many powers of ten a word's share in text is off its share among people.

        People's names make up about a hundredth of all words, so a share among people counts for
        that much in text.
        RETURNS: None for a word that is no name.
        """
        self._load()
        assert self._shares is not None
        share = self._shares.get(word)
        if share is None:
            return None
        text = self.counts.get(word, self._usual.get(word, 10))
        return abs(text - (share - 20)) / 10


def _places(scan: Scan, lexicon: Lexicon, index: int) -> tuple[int, int]:
    """Give the end and value of a place that begins at a token; the same index for none."""
    flags = scan.flags[index]
    if flags & PHRASE:
        end, value = lexicon.phrases.longest(scan.low, index)
        if value & PLACE:
            return end, value
    return (index + 1, flags & (PLACE | BIG_CITY)) if flags & PLACE else (index, 0)


def _place_label(value: int) -> str:
    for flag, label in ((CITY, "CITY"), (STATE, "STATE"), (COUNTRY, "COUNTRY")):
        if value & flag:
            return label
    return "LOCATION_OTHER"


def _join(scan: Scan, found: list[tuple[int, int, float]], rule: str) -> list[Proposal]:
    """Join name tokens that stand beside one another; the least score holds."""
    proposals: list[Proposal] = []
    last = -2
    for first, end, score in found:
        if proposals and last == first and scan.same_line(first):
            before = proposals[-1]
            before.end = scan.ends[end - 1]
            before.score = min(before.score, score)
        else:
            start, stop = scan.starts[first], scan.ends[end - 1]
            proposals.append(Proposal(start, stop, "PATIENT", score, f"gazetteer.{rule}"))
        last = end
    return proposals


def find_by_binary_dictionary(scan: Scan, lexicon: Lexicon) -> list[Proposal]:
    """Propose every capitalised token of a positive list that is in no negative one.

    SOURCE: system 4, the binary dictionary model.
    """
    people: list[tuple[int, int, float]] = []
    places: list[Proposal] = []
    done = 0
    for index, flags in enumerate(scan.flags):
        if index < done or not flags & (NAME | PLACE | PHRASE):
            continue
        if not scan.words[index][0].isupper():
            continue
        end, value = _places(scan, lexicon, index)
        if end > index and (end > index + 1 or not flags & (NAME | _NEGATIVE)):
            start, stop = scan.starts[index], scan.ends[end - 1]
            label = _place_label(value)
            places.append(Proposal(start, stop, label, 1.0, "gazetteer.binary_dictionary"))
            done = end
        elif flags & NAME and not flags & _NEGATIVE:
            people.append((index, index + 1, 1.0))
    return _join(scan, people, "binary_dictionary") + places


def find_by_frequency(
    scan: Scan, lexicon: Lexicon, background: Background, threshold: float
) -> list[Proposal]:
    """Propose names whose share in text is near their share among people.

    threshold: greatest divergence, in powers of ten; confidence is one minus its part of that.
    SOURCE: system 4, the frequency divergence model.
    """
    del lexicon
    people: list[tuple[int, int, float]] = []
    for index, flags in enumerate(scan.flags):
        if not flags & NAME or not scan.words[index][0].isupper():
            continue
        divergence = background.divergence(scan.low[index])
        if divergence is None:
            continue
        confidence = 1 - min(divergence / threshold, 1.0)
        if confidence > 0:
            people.append((index, index + 1, round(confidence, 4)))
    return _join(scan, people, "frequency_divergence")


def find_by_mimic_lists(scan: Scan, lexicon: Lexicon) -> list[Proposal]:
    """Propose listed names behind titles, unambiguous cities, and hospitals by their head word.

    SOURCE: system 5, the rules known from MIMIC.
    """
    found: list[Proposal] = []
    done = 0

    def put(first: int, end: int, label: str, rule: str) -> None:
        start, stop = scan.starts[first], scan.ends[end - 1]
        found.append(Proposal(start, stop, label, 1.0, f"gazetteer.mimic.{rule}"))

    for index, low in enumerate(scan.low):
        if index < done:
            continue
        if low in _TITLES:
            place = index + 1
            if place < len(scan) and scan.words[place] == ".":
                place += 1
            end = place
            while end < len(scan) and scan.flags[end] & (FIRST | LAST) and end - place < 3:
                if scan.flags[end] & FUNCTION or not scan.same_line(end):
                    break
                end += 1
            if end > place:
                put(place, end, "DOCTOR" if low == "dr" else "PATIENT", "title")
                done = end
            continue
        if low == "hospital" or (low == "center" and index and scan.low[index - 1] == "rehab"):
            first = index if low == "hospital" else index - 1
            while first and index - first < 4 and scan.words[first - 1][0].isupper():
                if scan.flags[first - 1] & FUNCTION or not scan.same_line(first):
                    break
                first -= 1
            if first < index:
                put(first, index + 1, "HOSPITAL", "head")
            continue
        if not scan.words[index][0].isupper():
            continue
        end, value = _places(scan, lexicon, index)
        if end == index:
            continue
        before = scan.low[index - 1] if index else ""
        after = scan.low[end] if end < len(scan) else ""
        plain = scan.flags[index] & (_NEGATIVE | FREQUENT) and end == index + 1
        if (
            not plain
            and value & (BIG_CITY | STATE | COUNTRY)
            or (before in _PLACE_BEFORE or after in _PLACE_AFTER)
        ):
            put(index, end, _place_label(value), "place")
            done = end
    found.sort(key=lambda proposal: proposal.start)
    return found
