"""Ages behind a cue: 'aged 32', 'age: 45', 'born in 1945 (75 years)', 'day of life 3'."""

from __future__ import annotations

import re

from spacy_deid.annotations import Proposal
from spacy_deid.detect.ages import contexts
from spacy_deid.detect.ages.contexts import make_age, unit_of, value_of

_AGE_WORD = re.compile(r"\bage")
_DAYS_OLD = re.compile(r"(?P<v>\d{1,3})(?![\d/])")
_OTHER_AGE = re.compile(
    r"\b(?:under|over|below|above|than|gestational|bone|mental|between|group|ages)\s+"
    r"(?:the\s+)?\Z"
)
"""What stands before the cue of a limit, a group or an age that is none of a person's life."""
_TOLD = re.compile(r"(?<![^\W_])age\s?(?:\(\w{1,8}\)\s?)?[:=|]{1,2}\s{0,2}\Z")
"""Before an age with decimals: 'Age: 45.5'."""
_SEX_BEHIND = re.compile(r",?\s(?:(?:fe)?male|[mf])\b")
_IN_COLUMNS = re.compile(r"[|\t][^\n]*\Z")
"""What stands before the name of a column, under which the first of the next row is no age."""
_NO_UNITS = frozenset({"m", "d", "w", "h", "minutes", "minute"})


def kept_from(head: str, cue: re.Match[str]) -> int:
    """Give where the cue words that belong to the age begin: 'age of', 'aged', 'age'."""
    words = _AGE_WORD.search(head, cue.start("keep"))
    return words.start() if words else cue.start("keep")


def with_cue(low: str, start: int, head: str) -> Proposal | None:
    """Match 'aged 32', 'age: 45', 'age of 4 years', 'ages 3 and 5'.

    low: the text in lower case; start: where the number begins; head: what stands before it.
    """
    cue = contexts.CUE.search(head) or contexts.AGE_LIST.search(head)
    match = contexts.PLAIN.match(low, start) if cue is not None else None
    if cue is None or match is None:
        return None
    unit, end = unit_of(match["u"] or ""), match.end()
    if match["u"] in _NO_UNITS or (match["u"] == "y" and low[end : end + 1] == "/"):
        unit, end = "year", match.end("v")
    value = value_of(match["v"])
    if value is None or not contexts.is_human(value, unit) or low[end : end + 1] in ("%", ":"):
        return None
    if contexts.POPULATION.match(low, end) or contexts.RANGE_AFTER.match(low, end):
        return None
    told = _TOLD.search(head) is not None or _SEX_BEHIND.match(low, end) is not None
    whole = value == int(value) or told
    if not match["u"] and (contexts.NOT_AFTER_BARE.match(low, end) or not whole):
        return None
    before = head[: cue.start()]
    if cue[0].endswith(">"):
        before = before.rstrip("<")  # of a tag
    if "\n" in head[cue.start() :] and _IN_COLUMNS.search(before):
        return None
    if contexts.RANGE_BEFORE.search(before or " ") or _OTHER_AGE.search(before):
        return None
    if contexts.GESTATION_BEFORE.search(before) or contexts.GESTATION.match(low, end):
        return None
    begin, score = start, 0.95
    groups = cue.groupdict()
    if groups.get("keep"):
        begin = start - len(head) + kept_from(head, cue)
    elif groups.get("bare"):
        score = 0.85
        if head[cue.start("bare") :].strip() not in ("ages", ""):
            begin = start - len(head) + cue.start("bare")
    return make_age((begin, end), value, unit, match.span("v"), "cue", score)


def bracketed(low: str, start: int) -> Proposal | None:
    """Match '75 years' in 'born in 1945 (75 years)'."""
    match = contexts.BRACKETED.match(low, start)
    if match is None or not 1 <= int(match["v"]) <= contexts.OLDEST:
        return None
    unit = unit_of(match["u"] or "")
    return make_age(match.span(), float(match["v"]), unit, match.span("v"), "bracketed", 0.85)


def of_life(low: str, start: int, head: str) -> Proposal | None:
    """Match 'DOL 3', 'day of life 3', '3 days of life'."""
    match = contexts.OF_LIFE.match(low, start)
    if match is not None:
        unit = unit_of(match["u"])
        return make_age(match.span(), float(match["v"]), unit, match.span("v"), "life", 0.8)
    cue = contexts.LIFE.search(head)
    match = _DAYS_OLD.match(low, start) if cue is not None else None
    if cue is None or match is None or int(match["v"]) > 365:
        return None
    span = (start - len(head) + cue.start(), match.end())
    return make_age(span, float(match["v"]), "day", match.span("v"), "life", 0.85)
