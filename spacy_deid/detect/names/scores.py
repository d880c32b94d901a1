"""What a run of words is worth as a name by its words alone."""

from __future__ import annotations

from spacy_deid.detect.names.units import Unit, is_name, is_plain, is_strong
from spacy_deid.detect.words.lexicon import (
    CALENDAR,
    COMMON,
    FIRST,
    FREQUENT,
    FREQUENT_FIRST,
    FREQUENT_LAST,
    FUNCTION,
    GUARDED,
    HALF,
    LAST,
    NAME,
)


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
