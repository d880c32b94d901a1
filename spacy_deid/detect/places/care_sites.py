"""Named care sites and the organizations a person belongs to."""

from __future__ import annotations

from spacy_deid.annotations import Proposal
from spacy_deid.detect.places import site_words
from spacy_deid.detect.places.site_extents import SiteExtents
from spacy_deid.detect.words.lexicon import (
    CALENDAR,
    CHAIN,
    CITY,
    COMMON,
    COMPANY,
    COUNTRY,
    FUNCTION,
    GUARDED,
    HALF,
    NAME,
    ORGANIZATION,
    ORGANIZATION_HEAD,
    PATIENT_WORD,
    PHRASE,
    PLACE,
    RELATION,
    ROLE,
    SITE_HEAD,
    STATE,
    TITLE,
    WEAK_SITE,
)
from spacy_deid.detect.words.scan import Scan

_SHOPS = frozenset({"pharmacy", "pharmacies", "clinic", "drugs"})
_NO_NAME = FUNCTION | CALENDAR | GUARDED | TITLE | RELATION | ROLE | PATIENT_WORD


class SiteFinder(SiteExtents):
    """Finds the care sites and organizations of one scanned text."""

    def find(self) -> list[Proposal]:
        """Give the proposals in the order of their head words."""
        scan = self.scan
        wanted = SITE_HEAD | ORGANIZATION_HEAD | WEAK_SITE | CHAIN | PHRASE | ORGANIZATION
        taken, low = scan.taken, scan.low
        for index, flags in enumerate(scan.flags):
            if flags & wanted and not taken[index]:
                if flags & (CHAIN | PHRASE | ORGANIZATION) and self._listed(index):
                    continue
                if flags & (SITE_HEAD | WEAK_SITE) and self._headed(index, "HOSPITAL"):
                    continue
                if flags & ORGANIZATION_HEAD and self._headed(index, "ORGANIZATION"):
                    continue
            elif not flags and len(low[index]) > 8 and low[index].endswith(site_words.HEAD_ENDINGS):
                self._headed(index, "HOSPITAL")
            if low[index] in site_words.WORK:
                self._employer(index)
            elif low[index] in site_words.FORTS:
                self._fort(index)
            elif low[index] in {"st", "saint"}:
                self._saint(index)
        return self.found

    def _listed(self, index: int) -> bool:
        """Read a pharmacy chain or a listed organization, with the number of its shop."""
        scan = self.scan
        flags = scan.flags[index]
        end, value = index + 1, flags & (CHAIN | ORGANIZATION)
        if flags & PHRASE:
            further, found = scan.phrases.get(index, (index, 0))
            if found & (CHAIN | ORGANIZATION):
                end, value = further, found
        if not value:
            return False
        capital = scan.words[index][0].isupper()
        label = "HOSPITAL" if value & CHAIN else "ORGANIZATION"
        pharmacy = end < len(scan) and scan.low[end] in _SHOPS
        if end == index + 1 and scan.low[index] in site_words.AMBIGUOUS_CHAINS:
            before = scan.low[index - 1] if index else ""
            if not pharmacy and not (capital and before in {"at", "from"}):
                return False
        if not capital and end == index + 1 and flags & (COMMON | HALF) and not pharmacy:
            return False
        if pharmacy:
            end += 1
        while end < len(scan) and scan.flags[end] & SITE_HEAD and scan.words[end][0].isupper():
            end += 1
        end = self._shop_number(end)
        self._put(index, end, label, 0.85 if capital else 0.7, "chain")
        return True

    def _shop_number(self, end: int) -> int:
        """Move the end of a chain's name over the number of the shop: '#1234', 'Store 12'."""
        scan = self.scan
        size = len(scan)
        if end + 1 < size and scan.low[end] in {"#", "store", "no"}:
            place = end + 1
            while place < size and scan.words[place] in {"#", "."}:
                place += 1
            if place < size and scan.words[place].isdigit():
                return place + 1
        elif end < size and scan.words[end].isdigit() and 3 < len(scan.words[end]) < 7:
            if scan.same_line(end) and not _is_year(scan.words[end]):
                return end + 1
        return end

    def _headed(self, index: int, label: str) -> bool:
        """Read the name that ends, or begins, with a head word such as hospital or school."""
        scan = self.scan
        word = scan.words[index]
        if scan.flags[index] & WEAK_SITE and not self._weak(index):
            return False
        if word.islower() or scan.bare_case(index):
            return self._lower(index, label)
        first, specific, partly = self._left(index)
        end = index + 1
        last = min(index + 6, len(scan))
        while end < last and scan.same_line(end) and scan.words[end][0].isupper():
            if not scan.flags[end] & (SITE_HEAD | WEAK_SITE | ORGANIZATION_HEAD):
                break
            if scan.flags[end] & SITE_HEAD:
                label = "HOSPITAL"
            end += 1
        further = self._right(end, scan.low[index] in site_words.ROMANCE_HEADS and not specific)
        if further > end:
            end, specific = further, True
        if not specific and not (partly and label == "HOSPITAL"):
            return False
        if not specific and (scan.begins_sentence(first) or index - first > 1):
            return False
        if label == "ORGANIZATION" and self._is_maker(first, end):
            return False
        self._put(first, end, label, 0.85 if specific else 0.6, "headed")
        return True

    def _weak(self, index: int) -> bool:
        """Tell whether a weak head such as 'center' stands behind 'medical', 'cancer', 'health'."""
        scan = self.scan
        place = index - 1
        if scan.low[index] == "care":
            return place > 0 and scan.low[place] in {"urgent", "primary"}
        steps = 0
        while place >= 0 and steps < 3 and scan.same_line(place + 1):
            if scan.low[place] in site_words.BEFORE_WEAK:
                return True
            if not scan.words[place][0].isalnum():
                break
            place -= 1
            steps += 1
        return False

    def _lower(self, index: int, label: str) -> bool:
        """Read a site in lower case or among capitals: only before a name or town of one's own."""
        scan = self.scan
        if label != "HOSPITAL" or not index or not scan.same_line(index):
            return False
        first = index - 1
        if scan.low[first] == "s" and first > 1 and scan.words[first - 1] in {"'", "’"}:
            first -= 2
        while scan.low[first] in {"memorial", "general", "community", "regional", "medical"}:
            if not first or not scan.same_line(first):
                return False
            first -= 1
        flags = scan.flags[first]
        if scan.low[first] in site_words.SITE_WORDS:
            self._put(first, index + 1, label, 0.7, "lower")
            return True
        saint = first and scan.low[first - 1] in site_words.SAINTS and flags & NAME
        saint = saint or first > 1 and scan.words[first - 1] == "." and scan.low[first - 2] == "st"
        if saint:
            first -= 2 if scan.words[first - 1] == "." else 1
            self._put(first, index + 1, label, 0.75, "lower")
            return True
        if scan.words[first][0].isupper() and not scan.bare_case(first):
            return self._mixed(first, index)
        if flags & (CITY | STATE | NAME) and not flags & (_NO_NAME | COMMON | HALF | COUNTRY):
            self._put(first, index + 1, label, 0.6, "lower")
            return True
        return False

    def _mixed(self, first: int, index: int) -> bool:
        """Read a site whose name has a capital and whose head has none: 'Millbrook hospital'."""
        scan = self.scan
        word, flags = scan.words[first], scan.flags[first]
        if flags & _NO_NAME or scan.low[first] in site_words.GENERIC or not word.isalpha():
            return False
        if flags & COMMON and (scan.begins_sentence(first) or not flags & (NAME | PLACE)):
            return False
        while first and scan.flags[first - 1] & NAME and scan.words[first - 1][0].isupper():
            if scan.flags[first - 1] & (FUNCTION | TITLE) or not scan.same_line(first):
                break
            first -= 1
        self._put(first, index + 1, "HOSPITAL", 0.7, "mixed")
        return True

    def _is_maker(self, first: int, end: int) -> bool:
        if any(flags & COMPANY for flags in self.scan.flags[first:end]):
            return True
        low = self.scan.low
        firm = any(low[at] in site_words.FIRMS for at in range(first, end))
        return firm and any(low[at].startswith(site_words.PHARMA) for at in range(first, end))


def _is_year(word: str) -> bool:
    return len(word) == 4 and word[:2] in {"19", "20"}


def find_care_sites(scan: Scan) -> list[Proposal]:
    """Propose care sites and organizations of a scanned text and take their tokens.

    RETURNS: HOSPITAL and ORGANIZATION proposals.
    """
    return SiteFinder(scan).find()
