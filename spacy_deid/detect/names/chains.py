"""Runs of words that may be one person's name: 'Maria de la Cruz', 'J. O'Brien', 'Kim Min-jun'."""

from __future__ import annotations

from spacy_deid.detect.names.units import (
    CUED,
    FREE,
    TITLED,
    Unit,
    accept_unit,
    is_plain,
    is_strong,
)
from spacy_deid.detect.words import cues
from spacy_deid.detect.words.lexicon import (
    CALENDAR,
    COMMON,
    FREQUENT,
    FUNCTION,
    HALF,
    LAST,
    NAME,
    PARTICLE,
    PLACE,
)
from spacy_deid.detect.words.scan import Scan

_LONGEST = 6
_CLAUSE_ENDS = frozenset(",;)")


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
        unit = accept_unit(scan, index, mode, bare, begun)
        if unit is None:
            break
        units.append(unit)
        index = unit.end
    while units and units[-1].particle:
        units.pop()
    return _without_tail(scan, units, mode)


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
    unit = accept_unit(scan, place, CUED if begun else mode, bare, True)
    if unit is None or unit.initial:
        return []
    if not unit.flags & NAME and is_plain(unit.flags):
        return []
    found.append(unit._replace(flags=(unit.flags | LAST) & ~(COMMON | HALF | PLACE)))
    return found


def _ends_line(scan: Scan, last: Unit) -> bool:
    """Tell whether a capitalised word ends its line, its column or its clause: 'Dr. Anna Held,'."""
    if not scan.words[last.first].istitle():
        return False
    end = last.end
    if end >= len(scan) or not scan.same_line(end) or scan.words[end] in _CLAUSE_ENDS:
        return True
    return scan.starts[end] - scan.ends[end - 1] > 2


def _without_tail(scan: Scan, units: list[Unit], mode: int) -> list[Unit]:
    """Drop common words from the end of a run that is a name without them."""
    least = 2 if mode == FREE else 1
    while len(units) > least and not units[-1].initial:
        known = units[-1].flags
        if mode == TITLED and not known & (FUNCTION | CALENDAR) and _ends_line(scan, units[-1]):
            break
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
