"""Named care sites and the organizations a person belongs to."""

from __future__ import annotations

from spacy_deid.annotations import Proposal
from spacy_deid.detect import site_words
from spacy_deid.detect.lexicon import (
    CALENDAR,
    CHAIN,
    CITY,
    COMMON,
    COMPANY,
    COUNTRY,
    CREDENTIAL,
    FIRST,
    FREQUENT,
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
from spacy_deid.detect.organizations import OrganizationReader
from spacy_deid.detect.scan import Scan


class SiteFinder(OrganizationReader):
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
        pharmacy = end < len(scan) and scan.low[end] in {
            "pharmacy",
            "pharmacies",
            "clinic",
            "drugs",
        }
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
        if end + 1 < len(scan) and scan.low[end] in {"#", "store", "no"}:
            place = end + 1
            while place < len(scan) and scan.words[place] in {"#", "."}:
                place += 1
            if place < len(scan) and scan.words[place].isdigit():
                end = place + 1
        elif end < len(scan) and scan.words[end].isdigit() and 3 < len(scan.words[end]) < 7:
            if scan.same_line(end) and not _is_year(scan.words[end]):
                end += 1
        self._put(index, end, label, 0.85 if capital else 0.7, "chain")
        return True

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
            if scan.low[place] in {
                "medical", "health", "healthcare", "cancer", "heart", "surgery", "surgical", "care",
                "rehabilitation", "rehab", "eye", "dental", "trauma", "diagnostic", "imaging",
                "wellness", "hospital", "nursing", "oncology", "birth", "dialysis", "clinic",
                "hospice", "family", "pediatric", "pediatrics", "physicians", "orthopedic",
                "women", "vaccination", "recovery", "convention", "senior", "community", "surgeons",
            }:  # fmt: skip
                return True
            if not scan.words[place][0].isalnum():
                break
            place -= 1
            steps += 1
        return False

    def _left(self, index: int) -> tuple[int, bool, bool]:
        """Go back over the capitalised words before a head.

        RETURNS: the first token, whether a word of it names something, and whether the name is only
        one such as 'Memorial' or 'University'.
        """
        scan = self.scan
        first = index
        place = index - 1
        specific = partly = plain = False
        while place >= 0 and index - place < 9 and scan.same_line(place + 1):
            word, low, flags = scan.words[place], scan.low[place], scan.flags[place]
            if word in {"'", "’", "-", "."} or low == "s" and word == "s":
                if word == "." and not (place and scan.low[place - 1] in site_words.SAINTS):
                    if not (place and len(scan.words[place - 1]) == 1):
                        break
                place -= 1
                continue
            if (
                low in {"of", "and", "&", "the", "for", "de", "la"}
                and word.islower()
                or word == "&"
            ):
                if place and scan.words[place - 1][0].isupper() and first < index + 1:
                    if low in {"and", "&", "for"} and not self._joins(place):
                        break
                    if scan.begins_sentence(place - 1) and scan.flags[place - 1] & FUNCTION:
                        break
                    place -= 1
                    continue
                break
            if not word[0].isupper() or not word.isalpha():
                break
            if flags & CALENDAR or scan.taken[place] == 1 and not flags & NAME:
                break
            if flags & (TITLE | CREDENTIAL) and low not in site_words.SAINTS and not flags & NAME:
                break
            if flags & (FUNCTION | PATIENT_WORD | RELATION | ROLE) and not flags & NAME & ~FIRST:
                if low not in {"new", "north", "first", "two", "children"} | site_words.SAINTS:
                    break
            if flags & FUNCTION and low not in {"new", "little", "first", "day", "long", "good"}:
                break
            if (
                low in site_words.SAINTS
                or low in site_words.SITE_WORDS
                or self._is_specific(place, flags)
            ):
                specific = True
            elif low in site_words.PARTLY:
                partly = True
            elif low not in site_words.GENERIC:
                if flags & GUARDED or scan.begins_sentence(place) and low.endswith(("ed", "ing")):
                    break
                if scan.begins_sentence(place) and not specific:
                    break
                plain = True
            first = place
            place -= 1
        if plain and not specific and first and scan.low[first - 1] in {"at", "to", "from", "in"}:
            specific = True
        return first, specific, partly

    def _is_specific(self, place: int, flags: int) -> bool:
        """Tell whether a word before a head names something: a name, a town, an unknown word."""
        if (
            self.scan.low[place] in site_words.GENERIC
            or flags & GUARDED
            and not flags & (NAME | PLACE)
        ):
            return False
        if flags & COMMON:
            return bool(flags & (FREQUENT | PLACE)) and not self.scan.begins_sentence(place)
        return bool(flags & (NAME | PLACE | HALF) or not flags) and len(self.scan.low[place]) > 1

    def _joins(self, place: int) -> bool:
        """Tell whether 'and' stands inside one name: 'Guy's and St Thomas' Hospital'."""
        scan = self.scan
        before = scan.flags[place - 1]
        if scan.words[place] == "&":
            return True
        if scan.low[place + 1] in site_words.GENERIC and not before & (COMMON | FUNCTION | TITLE):
            return place < 2 or scan.flags[place - 2] & TITLE == 0
        return (
            scan.low[place - 1] in site_words.GENERIC
            or scan.low[place - 1] == "s"
            or bool(before & COMMON)
        )

    def _right(self, end: int, romance: bool) -> int:
        """Go on over 'of Wales' or, behind heads of Romance tongues, over the name itself."""
        scan = self.scan
        place = end
        links = 0
        while place < len(scan) and scan.same_line(place) and links < 3:
            if scan.low[place] not in site_words.RIGHT_LINKS or not (
                links or romance or scan.low[place] == "of"
            ):
                break
            links += 1
            place += 1
            if place < len(scan) and scan.words[place] in {".", "-", "'", "’"}:
                place += 1
        if not (links or romance):
            return end
        last = end
        while place < len(scan) and scan.same_line(place) and place - end < 9:
            word, flags = scan.words[place], scan.flags[place]
            if word in {"-", "'", "’"} and scan.touches(place):
                place += 1
                continue
            if scan.low[place] in site_words.RIGHT_LINKS and last > end:
                place += 1
                continue
            if (
                not word[0].isupper()
                or not word.isalpha()
                or flags & (FUNCTION | CALENDAR | GUARDED)
            ):
                break
            if flags & (COMMON | PATIENT_WORD | SITE_HEAD) and not flags & PLACE and not last > end:
                if scan.low[place] not in {"general", "civil", "nacional", "central", "regional"}:
                    break
                if not romance or links:
                    break
            if (
                last > end
                and flags & (PATIENT_WORD | ROLE)
                or flags & COMMON
                and romance
                and not links
            ):
                if not flags & (NAME | PLACE) and scan.low[place] != "general":
                    break
            place += 1
            last = place
        return last

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
            if flags & (FUNCTION | CALENDAR | GUARDED | TITLE | RELATION | ROLE | PATIENT_WORD):
                return False
            if (
                scan.low[first] in site_words.GENERIC
                or scan.begins_sentence(first)
                and flags & COMMON
            ):
                return False
            if flags & COMMON and not flags & (NAME | PLACE) or not scan.words[first].isalpha():
                return False
            while first and scan.flags[first - 1] & NAME and scan.words[first - 1][0].isupper():
                if scan.flags[first - 1] & (FUNCTION | TITLE) or not scan.same_line(first):
                    break
                first -= 1
            self._put(first, index + 1, label, 0.7, "mixed")
            return True
        if flags & (CITY | STATE | NAME) and not flags & (
            COMMON | HALF | FUNCTION | GUARDED | TITLE
        ):
            if not flags & (RELATION | PATIENT_WORD | ROLE | CALENDAR | COUNTRY):
                self._put(first, index + 1, label, 0.6, "lower")
                return True
        return False

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
