"""Runs of words that may be one person's name: 'Maria de la Cruz', 'J. O'Brien', 'Kim Min-jun'."""

from __future__ import annotations

from typing import NamedTuple

from spacy_deid.detect import cues
from spacy_deid.detect.lexicon import (
    CALENDAR,
    COMMON,
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
    PARTICLE,
    PATIENT_WORD,
    PLACE,
    RELATION,
    ROLE,
    SITE_HEAD,
    STATE_CODE,
    TITLE,
)
from spacy_deid.detect.scan import Scan

FREE, CUED, TITLED = 0, 1, 2
"""How much the words before a run speak for a name: nothing, a role or relation, a title."""

_LONGEST = 6
_APOSTROPHES = frozenset("'’`‘")
_HYPHENS = frozenset("-‐‑")
_NAMES_TOO = frozenset({"may", "will", "so", "do", "see", "an", "in", "min", "ed", "you", "my"})
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
    """Tell whether a word is on a name list and nothing else."""
    return bool(flags & NAME) and not flags & (_WEAK | HALF | PLACE | EPONYM)


def is_name(flags: int) -> bool:
    """Tell whether a word is on a name list, and no common word; it may be a town or an eponym."""
    return bool(flags & NAME) and not flags & (_WEAK | HALF)


def is_plain(flags: int) -> bool:
    """Tell whether a word is common English, a clinical term or a company as well."""
    return bool(flags & _WEAK)


def _join(scan: Scan, index: int, mode: int, bare: bool) -> Unit | None:
    """Read one capitalised word with what is glued to it."""
    words, flags = scan.words, scan.flags
    first = index
    size = len(words)
    low = scan.low
    if (
        low[index] in _GLUE
        and index + 2 < size
        and words[index + 1] in _APOSTROPHES
        and scan.touches(index + 1)
        and scan.touches(index + 2)
        and (words[index + 2][:1].isupper() or bare)
        and len(words[index + 2]) > 2
    ):
        joined = low[index] + low[index + 2]
        known = scan.lookup(joined) | (flags[index + 2] & NAME) | LAST
        return Unit(first, index + 3, known & ~_WEAK)
    known = flags[index]
    end = index + 1
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
        if not bare and words[end + 1].islower() and other & (COMMON | FUNCTION | GUARDED):
            break
        weak = (known | other) & (_WEAK | HALF)
        if words[end + 1].islower() and not bare and other & FIRST:
            weak &= ~(_WEAK | HALF) if not other & COMMON else -1
        if (known | other) & GUARDED and mode != TITLED:
            weak |= (known | other) & GUARDED
        known = ((known | other) & ~(_WEAK | HALF | PLACE)) | weak
        end += 2
    return Unit(first, end, known)


def _accept(scan: Scan, index: int, mode: int, bare: bool, begun: bool) -> Unit | None:
    """Take one token as a word of a name, or say that it is none."""
    word, known = scan.words[index], scan.flags[index]
    if scan.taken[index] and mode != TITLED:
        return None
    if not word[0].isalpha():
        return None
    if len(word) == 1:
        joined = _join(scan, index, mode, bare)
        if joined is not None and joined.end - index > 2:
            return joined
        return _initial(scan, index, mode, begun, bare)
    if scan.low[index] in cues.SUFFIXES:
        return None
    if word[0].islower() and not bare:
        if scan.low[index] == "al" and index + 2 < len(scan) and scan.words[index + 1] in _HYPHENS:
            return _join(scan, index, mode, bare)
        return None
    unit = _join(scan, index, mode, bare)
    if known & FUNCTION and unit is not None and unit.end - index < 3:
        if mode != TITLED or bare or not known & NAME or begun:
            return None
        if scan.low[index] not in _NAMES_TOO:
            return None
        following = scan.words[index + 1] if index + 1 < len(scan) else "."
        plain = following.islower() and scan.low[index] not in {"may", "will"}
        return None if plain else Unit(index, index + 1, known)
    if unit is None:
        return None
    known = unit.flags
    if unit.end - unit.first > 1 and known & NAME and not known & (_WEAK | _STOPPERS):
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
    if mode == FREE and known & PLACE:
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


def read_chain(scan: Scan, start: int, mode: int) -> list[Unit]:
    """Read the longest run of words from ``start`` that may be one name.

    mode: FREE, CUED or TITLED.
    RETURNS: its units, [] where the first word can be none. A run ends at a line break, at any mark
        but the stop of an initial, and before words that no name holds.
    """
    units: list[Unit] = []
    index = start
    size = len(scan)
    shown = index
    while shown + 1 < size and shown < index + 3 and scan.words[shown].islower():
        if not scan.flags[shown] & PARTICLE:
            break
        shown += 1
    bare = shown < size and scan.words[shown].isalpha() and scan.bare_case(shown)
    if index < size and len(scan.words[index]) == 1 and index + 2 < size:
        bare = False
    while index < size and len(units) < _LONGEST:
        if units and (not scan.same_line(index) or scan.starts[index] - scan.ends[index - 1] > 2):
            break  # a new line, or a new column of a form
        known = scan.flags[index]
        begun = any(not unit.initial for unit in units)
        if known & PARTICLE and not (units and scan.words[index].isupper() and not bare):
            found = _particles(scan, index, mode, bare, bool(units))
            if found:
                units.extend(found)
                index = found[-1].end
                continue
        unit = _accept(scan, index, mode, bare, begun)
        if unit is None:
            break
        units.append(unit)
        index = unit.end
    while units and units[-1].particle:
        units.pop()
    return _without_tail(units, mode, bare)


def _particles(scan: Scan, index: int, mode: int, bare: bool, begun: bool) -> list[Unit]:
    """Read particles and the name word that has to follow them."""
    found: list[Unit] = []
    place = index
    while place < len(scan) and scan.flags[place] & PARTICLE and len(found) < 3:
        if found and not scan.same_line(place):
            return []
        word = scan.words[place]
        if len(word) == 1 and not begun:
            return []
        found.append(Unit(place, place + 1, 0, particle=True))
        place += 1
        if place < len(scan) and scan.words[place] in {"-", ".", "'", "’"}:
            if scan.touches(place):
                place += 1
                found[-1] = Unit(found[-1].first, place, 0, particle=True)
    if place >= len(scan) or not scan.same_line(place):
        return []
    if not begun and mode == FREE and not scan.words[index][0].isupper():
        return []
    if not begun and scan.flags[index] & (COMMON | FUNCTION) and mode == FREE:
        if scan.low[index] not in {"van", "von", "de", "del", "la", "le", "el", "al", "st"}:
            return []
    unit = _accept(scan, place, CUED if begun else mode, bare, True)
    if unit is None or unit.initial:
        return []
    if not unit.flags & NAME and is_plain(unit.flags):
        return []
    found.append(unit._replace(flags=(unit.flags | LAST) & ~(COMMON | HALF | PLACE)))
    return found


def _without_tail(units: list[Unit], mode: int, bare: bool) -> list[Unit]:
    """Drop common words from the end of a run that is a name without them."""
    least = 2 if mode == FREE else 1
    while len(units) > least and not units[-1].initial:
        known = units[-1].flags
        if known & (FUNCTION | CALENDAR) or (known & COMMON and not known & FREQUENT):
            units = units[:-1]
            continue
        names = sum(1 for unit in units[:-1] if is_strong(unit.flags))
        if known & COMMON and names > 1:
            units = units[:-1]
            continue
        break
    while len(units) > 1 and units[-1].particle:
        units = units[:-1]
    return units


def suffix_end(scan: Scan, end: int) -> int:
    """Move the end of a name over 'Jr.', 'III' and the like, with the comma before them."""
    place = end
    if place < len(scan) and scan.words[place] == ",":
        place += 1
    if place < len(scan) and scan.low[place] in cues.SUFFIXES and scan.same_line(place):
        if scan.words[place][0].isupper():
            place += 1
            if place < len(scan) and scan.words[place] == "." and scan.touches(place):
                if scan.words[place - 1] in {"Jr", "Sr", "JR", "SR", "Esq"}:
                    return place + 1
            return place
    return end


def pair_score(units: list[Unit], *, begins_sentence: bool) -> float:
    """Judge a run without any cue before it by what its words are.

    units: of one run; particles do not count.
    RETURNS: 0 where it is no name by itself.
    """
    main = [unit for unit in units if not unit.particle]
    full = [unit for unit in main if not unit.initial]
    if len(full) < 2:
        return _single_score(main, full)
    head, tail = full[0].flags, full[-1].flags
    if head & FIRST and not is_plain(head):
        score = _after_first(head, tail)
    elif head & FIRST and not head & (FUNCTION | CALENDAR) and is_name(tail) and tail & LAST:
        score = 0.75 if tail & FREQUENT or not begins_sentence else 0.6
    elif full[-1].end - full[-1].first == 3 and head & FREQUENT_LAST and tail & FIRST:
        score = 0.7 if not tail & (COMMON | GUARDED) else 0.0
    elif head & FREQUENT_FIRST and not head & FUNCTION and tail & FREQUENT_LAST and tail & LAST:
        usable = not tail & (FUNCTION | CALENDAR | GUARDED) and not head & (CALENDAR | GUARDED)
        plain = tail & COMMON and head & COMMON
        score = 0.6 if usable and not (begins_sentence and plain) else 0.0
        if head & CALENDAR and is_name(tail) and not begins_sentence:
            score = 0.6
    elif is_name(head) and tail & FIRST and is_name(tail):
        score = 0.75
    elif is_name(head) and is_name(tail) and head & FREQUENT and tail & FREQUENT:
        score = 0.65
    elif not head and is_name(tail) and tail & FREQUENT_LAST and not begins_sentence:
        score = 0.55
    else:
        score = 0.0
    if not score and len(full) > 2 and is_name(head) and head & FREQUENT_LAST:
        rest = [unit.flags for unit in full[1:]]
        if all(flags & FREQUENT_FIRST and not flags & COMMON for flags in rest):
            score = 0.65
    if not score and len(full) > 2 and sum(is_name(unit.flags) for unit in full) * 2 >= len(full):
        score = 0.6
    if score and any(unit.initial for unit in main):
        score = min(score + 0.05, 0.97)
    return score


def _after_first(head: int, tail: int) -> float:
    strong = is_name(head)
    if is_name(tail):
        return 0.95 if strong and tail & FREQUENT else 0.9 if strong else 0.85
    if tail & NAME and not tail & FUNCTION:
        if tail & (CALENDAR | GUARDED):
            return 0.55 if strong and head & FREQUENT and tail & FREQUENT_LAST else 0.0
        if strong:
            return 0.9 if tail & FREQUENT_LAST else 0.6 if not tail & COMMON else 0.0
        return 0.7 if tail & FREQUENT_LAST else 0.0
    if not tail:
        return 0.85 if strong and head & FREQUENT else 0.7 if strong else 0.55
    if tail & HALF and strong and head & FREQUENT:
        return 0.5
    return 0.0


def _single_score(main: list[Unit], full: list[Unit]) -> float:
    """Judge a single word, or a single word with initials."""
    if not full:
        return 0.0
    known = full[0].flags
    if len(main) > 1:
        if main[0].initial and known & LAST and not is_plain(known):
            return 0.8 if known & FREQUENT else 0.6
        if main[0].initial and not known and len(main) == 2:
            return 0.0
        if is_strong(known) and known & FIRST and known & FREQUENT:
            return 0.6
        return 0.0
    if full[0].end - full[0].first > 1 and is_strong(known):
        return 0.6
    if is_strong(known) and known & FREQUENT and known & FIRST:
        return 0.6
    return 0.0
