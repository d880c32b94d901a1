"""One word of a person's name with what is glued to it, and what a token must be to be one."""

from __future__ import annotations

from typing import NamedTuple

from spacy_deid.detect.words import cues
from spacy_deid.detect.words.lexicon import (
    BIG_CITY,
    CALENDAR,
    COMMON,
    COUNTRY,
    CREDENTIAL,
    EPONYM,
    FIRST,
    FREQUENT,
    FREQUENT_FIRST,
    FREQUENT_LAST,
    FUNCTION,
    GUARDED,
    HALF,
    HEADER,
    LAST,
    NAME,
    PATIENT_WORD,
    PLACE,
    REGION,
    RELATION,
    ROLE,
    SITE_HEAD,
    STATE,
    STATE_CODE,
    TITLE,
)
from spacy_deid.detect.words.scan import Scan

FREE, CUED, TITLED = 0, 1, 2
"""How much the words before a run speak for a name: nothing, a role or relation, a title."""
APOSTROPHES = frozenset("'’`‘")
_HYPHENS = frozenset("-‐‑")
_NAMES_TOO = frozenset({"may", "will", "so", "do", "see", "an", "in", "min", "ed", "you", "my"})
_SMALL_NAMES = _NAMES_TOO | frozenset("to no on he can say go be me up long too".split())
_ALWAYS_TITLES = frozenset("dr mr mrs ms mme mlle frau herr dra sra srta prof".split())
"""Titles that are no plain words."""
_NEVER_LAST = frozenset({"mr", "mrs", "ms", "mme", "mlle"})
"""Those of them whose stop ends no sentence."""
_WITHOUT_NAME = frozenset("my your his her our their the a this that any another drive".split())
"""What stands before a title that goes on without a name: 'my Dr'."""
_MARKS = frozenset(",;()[]/")
_NOTED = frozenset("visit office letter appointment note notes advised called signature".split())
_GLUE = frozenset({"o", "d", "l", "n", "m"})
_STOPPERS = TITLE | RELATION | ROLE | PATIENT_WORD | SITE_HEAD | HEADER
_WEAK = COMMON | FUNCTION | CALENDAR | GUARDED


class Unit(NamedTuple):
    """One word of a name with its hyphenated or apostrophised parts, or an initial.

    first, end: tokens, half-open.
    flags: what the lexicon knows of the whole; 0 for an unknown word.
    initial: a single letter, with or without a stop.
    particle: van, de, bin …
    """

    first: int
    end: int
    flags: int
    initial: bool = False
    particle: bool = False


def is_strong(flags: int) -> bool:
    """Tell whether a word is on a name list and nothing else but a small town: 'Anna', 'David'."""
    return bool(flags & NAME) and not flags & (_WEAK | HALF | EPONYM) and not _is_place(flags)


def _is_place(flags: int) -> bool:
    """Tell whether a word is a place, and not rather a usual first name that a town bears too."""
    if not flags & FREQUENT_FIRST:
        return bool(flags & PLACE)
    return bool(flags & (BIG_CITY | STATE | COUNTRY | REGION))


def is_name(flags: int) -> bool:
    """Tell whether a word is on a name list, and no common word; it may be a town or an eponym."""
    return bool(flags & NAME) and not flags & (_WEAK | HALF)


def is_plain(flags: int) -> bool:
    """Tell whether a word is common English, a clinical term or a company as well."""
    return bool(flags & _WEAK)


_LONGEST = 12
"""Tokens of the longest word: names of six parts."""


def _join(scan: Scan, index: int, mode: int, bare: bool) -> Unit:
    """Read one capitalised word with what is glued to it."""
    words, low, flags = scan.words, scan.low, scan.flags
    size = len(words)
    if (
        low[index] in _GLUE
        and index + 2 < size
        and words[index + 1] in APOSTROPHES
        and scan.touches(index + 1)
        and scan.touches(index + 2)
        and (words[index + 2][:1].isupper() or bare)
        and len(words[index + 2]) > 2
    ):
        joined = low[index] + low[index + 2]
        known = scan.lookup(joined) | (flags[index + 2] & NAME) | LAST
        return Unit(index, index + 3, known & ~_WEAK)
    known = flags[index]
    end = index + 1
    size = min(size, index + _LONGEST)
    while (
        end + 1 < size
        and words[end] in _HYPHENS
        and scan.touches(end)
        and scan.touches(end + 1)
        and words[end + 1].isalpha()
        and (
            flags[end + 1] & NAME
            or words[end + 1][0].isupper()
            or (known & FREQUENT and not flags[end + 1] & (COMMON | FUNCTION | GUARDED))
        )
        and len(words[end + 1]) > 1
    ):
        other = flags[end + 1]
        lower = not bare and words[end + 1].islower()
        if lower and other & (COMMON | FUNCTION | GUARDED):
            break
        both = known | other
        weak = 0 if lower and other & FIRST else both & (_WEAK | HALF)
        if mode != TITLED:
            weak |= both & GUARDED
        known = (both & ~(_WEAK | HALF | PLACE)) | weak
        end += 2
    return Unit(index, end, known)


def accept_unit(scan: Scan, index: int, mode: int, bare: bool, begun: bool) -> Unit | None:
    """Take one token as a word of a name, or say that it is none.

    mode: FREE, CUED or TITLED. bare: capitals mean nothing here. begun: a full word of the name
        stands before it.
    """
    word, low, known = scan.words[index], scan.low[index], scan.flags[index]
    if not word[0].isalpha() or scan.taken[index] and mode != TITLED:
        return None
    if len(word) == 1:
        joined = _join(scan, index, mode, bare)
        if joined.end - index > 2:
            return joined
        return _initial(scan, index, mode, begun, bare)
    if low in cues.SUFFIXES:
        return None
    if word[0].islower() and not bare:
        if low == "al" and index + 2 < len(scan) and scan.words[index + 1] in _HYPHENS:
            return _join(scan, index, mode, bare)
        return None
    unit = _join(scan, index, mode, bare)
    parts = unit.end - index
    if mode == TITLED and not (bare or begun) and parts == 1 and _sure(scan, index):
        return unit
    if known & FUNCTION and parts < 3:
        if mode != TITLED or bare or begun or not known & NAME or low not in _NAMES_TOO:
            return None
        following = scan.words[index + 1] if index + 1 < len(scan) else "."
        plain = following.islower() and low not in {"may", "will"}
        return None if plain else Unit(index, index + 1, known)
    known = unit.flags
    if parts > 1 and known & NAME and not known & (_WEAK | _STOPPERS):
        return unit
    if known & _STOPPERS and not (mode == TITLED and known & FREQUENT):
        if not (known & FREQUENT and not known & (RELATION | PATIENT_WORD) and begun):
            return None
    if known & GUARDED and not (known & NAME and (mode == TITLED or known & FREQUENT_LAST)):
        return None
    if known & CREDENTIAL and word.isupper() and not bare:
        return None
    if known & COMMON and not known & NAME:
        return None
    if bare:
        return _accept_bare(unit, mode, begun)
    if not known & NAME:
        if word.isupper() and mode == FREE:
            return None
        if known & (PLACE | CALENDAR | STATE_CODE):
            return unit if mode == TITLED else None
    return unit


def _sure(scan: Scan, index: int) -> bool:
    """Tell whether a word of the language is a name by its title: 'Dr To was', 'Mrs. Wrong, 61'.

    A small word has to go on in lower case, any other has to be followed by a mark, the end of
    the line or a name.
    """
    word, low, known = scan.words[index], scan.low[index], scan.flags[index]
    small = bool(known & FUNCTION)
    if small and low not in _SMALL_NAMES or not small and known & _STOPPERS:
        return False
    if not known & (FUNCTION | COMMON) or not word[1:].islower() or not _has_title(scan, index):
        return False
    following = index + 1
    if following >= len(scan) or not scan.same_line(following):
        return True
    after = scan.words[following]
    if small:
        return not after.isalpha() or after.islower() or after == "I"
    if after[0].isupper() and len(after) > 1:
        return bool(scan.flags[following] & NAME) and not scan.flags[following] & (
            HEADER | FUNCTION
        )
    return after in _MARKS or after == "." and scan.low[index] not in _NOTED


def _has_title(scan: Scan, index: int) -> bool:
    """Tell whether a title stands before a word that cannot stand without a name."""
    title = index - 1
    if title >= 0 and scan.words[title] == ".":
        title -= 1
        if title < 0 or scan.low[title] not in _NEVER_LAST:
            return False
    if title < 0 or scan.low[title] not in _ALWAYS_TITLES or not scan.words[title].istitle():
        return False
    if not title or not scan.same_line(title):
        return True
    before = scan.low[title - 1]
    street = scan.low[title] == "dr" and title > 1 and scan.words[title - 2][0].isdigit()
    return before not in _WITHOUT_NAME and not street and not before[0].isdigit()


def _accept_bare(unit: Unit, mode: int, begun: bool) -> Unit | None:
    """Judge a word where capitals mean nothing."""
    known = unit.flags
    if mode == TITLED:
        if known & COMMON and not known & FREQUENT_LAST:
            return None
        if begun and known & (COMMON | HALF):
            return None
        return unit
    if not known & NAME or known & (COMMON | CALENDAR):
        return None
    if mode == FREE and _is_place(known):
        return None
    return unit


def _initial(scan: Scan, index: int, mode: int, begun: bool, bare: bool) -> Unit | None:
    word = scan.words[index]
    if not word.isupper():
        return None
    stop = index + 1 < len(scan) and scan.words[index + 1] == "." and scan.touches(index + 1)
    if scan.touches(index) and scan.words[index - 1][0].isdigit():
        return None
    if index + 1 < len(scan) and scan.words[index + 1] == "/" and scan.touches(index + 1):
        return None
    if word in "AI" and not stop and not begun:
        return None
    if not stop and not begun and mode == FREE:
        return None
    return Unit(index, index + 2 if stop else index + 1, 0, initial=True)
