"""How far the name of a care site reaches to the left and to the right of its head word."""

from __future__ import annotations

from spacy_deid.detect.places import site_words
from spacy_deid.detect.places.organizations import OrganizationReader
from spacy_deid.detect.words.lexicon import (
    CALENDAR,
    COMMON,
    CREDENTIAL,
    FIRST,
    FREQUENT,
    FUNCTION,
    GUARDED,
    HALF,
    NAME,
    PATIENT_WORD,
    PLACE,
    RELATION,
    ROLE,
    SITE_HEAD,
    TITLE,
)

_INNER_MARKS = frozenset({"'", "’", "-", ".", "s"})
_LEFT_LINKS = frozenset({"of", "and", "&", "the", "for", "de", "la"})
_SELDOM_INSIDE = FUNCTION | PATIENT_WORD | RELATION | ROLE
_INSIDE = frozenset({"new", "north", "first", "two", "children"}) | site_words.SAINTS
_FUNCTION_INSIDE = frozenset({"new", "little", "first", "day", "long", "good"})

_ROMANCE_FIRST = frozenset({"general", "civil", "nacional", "central", "regional"})
"""Plain words that the name of a site in a Romance tongue can begin with."""


class SiteExtents(OrganizationReader):
    """Reads the words on both sides of a head such as hospital or school."""

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
            if word in _INNER_MARKS:
                if word == "." and not (place and self._is_shortened(place - 1)):
                    break
                place -= 1
                continue
            if word == "&" or low in _LEFT_LINKS and word.islower():
                if not place or not scan.words[place - 1][0].isupper():
                    break
                if low in {"and", "&", "for"} and not self._joins(place):
                    break
                if scan.begins_sentence(place - 1) and scan.flags[place - 1] & FUNCTION:
                    break
                place -= 1
                continue
            if not self._is_inside(place):
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
                if flags & GUARDED:
                    break
                if scan.begins_sentence(place) and (not specific or low.endswith(("ed", "ing"))):
                    break
                plain = True
            first = place
            place -= 1
        if plain and not specific and first and scan.low[first - 1] in {"at", "to", "from", "in"}:
            specific = True
        return first, specific, partly

    def _is_shortened(self, place: int) -> bool:
        """Tell whether a stop behind a word is that of 'St.' or of an initial."""
        return self.scan.low[place] in site_words.SAINTS or len(self.scan.words[place]) == 1

    def _is_inside(self, place: int) -> bool:
        """Tell whether a word before a head can belong to the name of a site at all."""
        scan = self.scan
        word, low, flags = scan.words[place], scan.low[place], scan.flags[place]
        if not word[0].isupper() or not word.isalpha() or flags & CALENDAR:
            return False
        if not flags & NAME:
            if scan.taken[place] == 1:
                return False
            if flags & (TITLE | CREDENTIAL) and low not in site_words.SAINTS:
                return False
        if flags & _SELDOM_INSIDE and not flags & NAME & ~FIRST and low not in _INSIDE:
            return False
        return not flags & FUNCTION or low in _FUNCTION_INSIDE

    def _is_specific(self, place: int, flags: int) -> bool:
        """Tell whether a word before a head names something: a name, a town, an unknown word."""
        low = self.scan.low[place]
        if low in site_words.GENERIC or flags & GUARDED and not flags & (NAME | PLACE):
            return False
        if flags & COMMON:
            return bool(flags & (FREQUENT | PLACE)) and not self.scan.begins_sentence(place)
        return bool(flags & (NAME | PLACE | HALF) or not flags) and len(low) > 1

    def _joins(self, place: int) -> bool:
        """Tell whether 'and' stands inside one name: 'Guy's and St Thomas' Hospital'."""
        scan = self.scan
        before = scan.flags[place - 1]
        if scan.words[place] == "&":
            return True
        if scan.low[place + 1] in site_words.GENERIC and not before & (COMMON | FUNCTION | TITLE):
            return place < 2 or scan.flags[place - 2] & TITLE == 0
        low = scan.low[place - 1]
        return low in site_words.GENERIC or low == "s" or bool(before & COMMON)

    def _right(self, end: int, romance: bool) -> int:
        """Go on over 'of Wales' or, behind heads of Romance tongues, over the name itself."""
        scan = self.scan
        size = len(scan)
        place = end
        links = 0
        while place < size and scan.same_line(place) and links < 3:
            low = scan.low[place]
            if low not in site_words.RIGHT_LINKS or not (links or romance or low == "of"):
                break
            links += 1
            place += 1
            if place < size and scan.words[place] in {".", "-", "'", "’"}:
                place += 1
        if not (links or romance):
            return end
        direct = romance and not links
        last = end
        while place < size and scan.same_line(place) and place - end < 9:
            word, low, flags = scan.words[place], scan.low[place], scan.flags[place]
            if word in {"-", "'", "’"} and scan.touches(place):
                place += 1
                continue
            if last > end and low in site_words.RIGHT_LINKS:
                place += 1
                continue
            if not (word[0].isupper() and word.isalpha()):
                break
            if flags & (FUNCTION | CALENDAR | GUARDED):
                break
            if last == end and flags & (COMMON | PATIENT_WORD | SITE_HEAD) and not flags & PLACE:
                if not direct or low not in _ROMANCE_FIRST:
                    break
            if last > end and flags & (PATIENT_WORD | ROLE) or direct and flags & COMMON:
                if not flags & (NAME | PLACE) and low != "general":
                    break
            place += 1
            last = place
        return last
