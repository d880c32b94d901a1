"""Ages written beside the sex: '47/F', 'F/45', '45M', 'a 35 female patient'."""

from __future__ import annotations

import re

from spacy_deid.annotations import Proposal
from spacy_deid.detect.ages import contexts
from spacy_deid.detect.ages.contexts import make_age


def with_sex(text: str, low: str, start: int, head: str) -> Proposal | None:
    """Match '47/F', 'F/45', '45M' and '45 F' where a person is introduced."""
    if contexts.ROOM_BEFORE.search(head):
        return None
    before = contexts.SEX_BEFORE.search(head)
    if before is not None:
        match = re.compile(
            r"(?P<v>\d{1,3})(?:\s?(?:y(?:rs?|ears?)?(?:/?o)?)(?![^\W_]))?(?![\w/]|[.,-]\d|\s?%)"
        ).match(low, start)
        if match is not None and 0 < int(match["v"]) <= contexts.OLDEST:
            return make_age(match.span(), float(match["v"]), "year", match.span("v"), "sex", 0.85)
    match = contexts.SLASH_SEX.match(low, start)
    if match is not None and 0 < int(match["v"]) <= contexts.OLDEST:
        mark = text[match.end() - 1]
        if mark.isupper() or low[start : match.end()].endswith("male"):
            if low[match.end() - 1] != "w" or not head.strip():
                span = match.span("v")
                return make_age(span, float(match["v"]), "year", span, "sex", 0.85)
    listed = contexts.LISTED_SEX.match(low, start)
    if listed is not None and 0 < int(listed["v"]) <= contexts.OLDEST:
        span = listed.span("v")
        return make_age(span, float(listed["v"]), "year", span, "sex", 0.85)
    found = sex_word(low, start, head)
    if found is not None:
        return found
    named = contexts.NAMED_SEX.match(text, start)
    if named is not None and contexts.PERSON_NAMED.search(text, max(0, start - 48), start):
        span = named.span("v")
        return make_age(span, float(named["v"]), "year", span, "sex", 0.75)
    bare = contexts.BARE_SEX.match(text, start)
    if bare is None or not 1 <= int(bare["v"]) <= contexts.OLDEST or "-" in bare["gap"]:
        return None
    introduced = contexts.INTRODUCED.search(head)
    follows = contexts.AFTER_PERSON.match(low, bare.end())
    if introduced is None or follows is None:
        return None
    if int(bare["v"]) < 10 and " " in bare["gap"]:
        return None
    span = bare.span("v")
    return make_age(span, float(bare["v"]), "year", span, "sex", 0.8)


def sex_word(low: str, start: int, head: str) -> Proposal | None:
    """Match '35' in 'a 35 female patient' and 'Female 45,'."""
    match = contexts.SEX_WORD.match(low, start)
    if match is None:
        match = contexts.SEX_WORD_BEFORE.search(head) and contexts.CLOSED_NUMBER.match(low, start)
    elif not contexts.INTRODUCED.search(head):
        return None
    if not match or not 1 <= int(match["v"]) <= contexts.OLDEST:
        return None
    span = match.span("v")
    return make_age(span, float(match["v"]), "year", span, "sex", 0.75)
