"""Ages that their sentence makes one: 'she is 76,', 'turned 65', 'a woman, 67, who'."""

from __future__ import annotations

import re

from spacy_deid.annotations import Proposal
from spacy_deid.detect.ages import contexts
from spacy_deid.detect.ages.contexts import make_age, unit_of, value_of

_SINCE = re.compile(r"\s+(?:out|post|after|into|from|since)")
_BIRTH = re.compile(r"\b(?:born|delivered|delivery|pregnan\w*|gestation\w*|follow-?up|birth)\b")
_UNITS = (None, "years", "yrs", "year", "months", "y")


def of_sentence(low: str, start: int, head: str) -> Proposal | None:
    """Match a number whose sentence speaks of a person's age.

    low: the text in lower case; start: where the number begins; head: what stands before it.
    """
    if contexts.AT.search(head):
        return _at(low, start, head)
    turned = contexts.TURN.search(head) is not None
    person = turned or contexts.PERSON_IS.search(head) is not None
    if not person and not contexts.APPOSITION.search(head):
        return None
    match = contexts.PLAIN.match(low, start)
    if match is None or match["u"] not in _UNITS:
        return None
    value, unit = value_of(match["v"]), unit_of(match["u"] or "")
    if value is None or not contexts.is_human(value, unit) or value != int(value):
        return None
    if not _is_closed(low, match.end(), turned):
        return None
    written = match["u"] is not None
    if not written and not turned and value < 20 and match["v"][0].isalpha():
        if not person or value < 3 or low[match.end() : match.end() + 1] not in ",.;:)":
            return None
    if person:
        if unit == "month" or (written and not turned and _SINCE.match(low, match.end())):
            return None
    elif not written and (value < 10 or low[match.end() : match.end() + 1] not in ",)"):
        return None
    name = "turned" if turned else "person" if person else "apposition"
    return make_age(match.span(), value, unit, match.span("v"), name, 0.85 if turned else 0.7)


def _is_closed(low: str, end: int, turned: bool) -> bool:
    """Tell whether the sentence stops or goes on behind a number as it does behind an age."""
    if contexts.NOT_AFTER_BARE.match(low, end):
        return False
    if contexts.CLOSE.match(low, end):
        return True
    return turned and contexts.SOON_AFTER.match(low, end) is not None


def _at(low: str, start: int, head: str) -> Proposal | None:
    """Match '5 months' in 'vaccinated at 5 months'."""
    match = contexts.AT_UNIT.match(low, start)
    if match is None or contexts.AT_NOT.match(low, match.end()):
        return None
    value, unit = value_of(match["v"]), unit_of(match["u"])
    if value is None or not contexts.is_human(value, unit) or unit in ("week", "day"):
        return None
    if contexts.GESTATION.match(low, match.end()) or _BIRTH.search(head):
        return None
    return make_age(match.span(), value, unit, match.span("v"), "at", 0.6)
