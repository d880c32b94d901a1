"""Ages that the person beside them makes one: 'Smt. Lakshmi (29 yrs)', 'my son Noam, 16.5'."""

from __future__ import annotations

import re

from spacy_deid.annotations import Proposal
from spacy_deid.detect.ages import contexts
from spacy_deid.detect.ages.contexts import make_age, unit_of

_REACH = 60
BEFORE = (", ", " of ", "was ", "masc. ", "fem. ", "only ", "then ", "just ", "already ")
"""What stands before a number that a person's mention can make an age."""
_ONE_NAME = re.compile(r"(?:\A|[.:;]\s|\s)[A-ZÀ-Þ][^\W\d_]{2,},\s\Z")
_LIFE_AFTER = re.compile(
    r",\s(?:a|an|who|retired|works?|working|lives?|living|from|married|single|divorced|"
    r"widowed|self-employed|"
    r"unemployed|former|mother|father|\w+(?:er|ist|or|ian|man|woman|nurse|clerk|student|"
    r"teacher|wife))(?![^\W_])"
)
_NO_NAMES = frozenset(
    "score scale coma table figure criteria index test grade level dose visit week day study "
    "vaccine phase part total class stage type group trial section line page cycle".split()
)
_FOREIGN_UNITS = frozenset(
    "ans años anos anni lat let år jahre jaar éves ani godina yaş vuotta tahun tuổi".split()
)


def beside_person(text: str, low: str, start: int) -> Proposal | None:
    """Match an age that stands behind a comma, a bracket or a word of a person.

    text, low: as written and in lower case.
    start: where the number begins; a space or an opening bracket stands before it.
    """
    floor = max(0, start - _REACH)
    cut = max(text.rfind("\n", floor, start), text.rfind("; ", floor, start))
    head = text[max(floor, cut + 1) : start]
    was = contexts.WAS.search(low, floor, start)
    if was is not None:
        return _was(low, start)
    ages = contexts.JAHRE_MONATE.match(low, start)
    if ages is not None and head.endswith((", ", "(")):
        return make_age(ages.span(), float(ages["v"]), "year", ages.span("v"), "person", 0.85)
    united = contexts.CLOSED_YEARS.match(low, start)
    if united is not None:
        return _with_unit(low, head, united)
    if head.endswith((", ", "(")):
        return _bare(low, head, start)
    return None


def _with_unit(low: str, head: str, match: re.Match[str]) -> Proposal | None:
    """Judge '29 yrs' and '54 years' by what stands before them."""
    written = match["u"].rstrip(".")
    unit = "year" if written in _FOREIGN_UNITS else unit_of(written)
    value = float(match["v"])
    if not contexts.is_human(value, unit) or contexts.DURATION_BEFORE.search(head.lower()):
        return None
    apart = head.endswith((", ", "("))
    person = apart and (contexts.PERSON_NAMED.search(head) or contexts.PERSON_WORD.search(head))
    named = apart and unit == "year" and contexts.FULL_NAME.search(head) and value > 14
    known = apart and unit == "year" and contexts.IDENTIFIED.search(head)
    of_person = unit != "week" and contexts.OF_PERSON.search(head.lower())
    if not (person or named or known or of_person):
        return None
    score = 0.8 if person or of_person else 0.65
    span = match.start(), match.end()
    return make_age(span, value, unit, match.span("v"), "person", score)


def _bare(low: str, head: str, start: int) -> Proposal | None:
    """Judge a number alone: 'my son Noam, 16.5,', 'Hemi P (52, NHI', 'cod fisherman, 62.'."""
    listed = contexts.BRACKETED_LIST.match(low, start) if head.endswith("(") else None
    match = listed or contexts.CLOSED_BARE.match(low, start)
    if match is None or not 0 < float(match["v"]) <= contexts.OLDEST:
        return None
    value, closing = float(match["v"]), low[match.end() : match.end() + 1]
    adult = value >= 14 and value.is_integer()
    if head.endswith("(") and closing not in (")", ","):
        return None
    if contexts.PERSON_NAMED.search(head):
        if closing in (",", ")") or adult:
            return make_age(match.span(), value, "year", match.span("v"), "person", 0.75)
        return None
    if not adult:
        return None
    if head.endswith(", ") and _LIFE_AFTER.match(low, match.end()) and value < 100:
        if contexts.FULL_NAME.search(head) or (value > 17 and _ONE_NAME.search(head)):
            return make_age(match.span(), value, "year", match.span("v"), "person", 0.65)
    initial = head.endswith("(") and (listed or closing == ")") and _opens_line(head)
    if initial or (head.endswith(", ") and contexts.IDENTIFIED.search(head)):
        return make_age(match.span(), value, "year", match.span("v"), "person", 0.65)
    return None


def _opens_line(head: str) -> bool:
    """Tell whether a line holds nothing but a name before a bracket: 'Hemi P ('."""
    words = head[:-1].split()
    if not _NO_NAMES.isdisjoint(word.lower() for word in words):
        return False
    return 2 <= len(words) <= 4 and all(
        word[0].isupper() and word[-1] not in ":.," for word in words
    )


def _was(low: str, start: int) -> Proposal | None:
    """Match 'I was 71, now I am 72'; temperatures, saturations and scores are none."""
    match = contexts.WAS_NUMBER.match(low, start)
    if match is None or int(match["v"]) < 5 or int(match["v"]) > 96:
        return None
    if contexts.DEGREES.search(low, max(0, start - 60), min(len(low), start + 60)):
        return None
    return make_age(match.span(), float(match["v"]), "year", match.span("v"), "person", 0.75)
