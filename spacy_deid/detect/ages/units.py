"""Ages with their unit: '41-year-old', '41 y/o', '41yoM', '65 years, female'."""

from __future__ import annotations

import re
from collections.abc import Callable

from spacy_deid.annotations import Proposal
from spacy_deid.detect.ages import contexts
from spacy_deid.detect.ages.contexts import make_age, unit_of, value_of
from spacy_deid.detect.ages.cued import kept_from

Check = Callable[[str, str, re.Match[str]], bool]


def _is_old(text: str, low: str, match: re.Match[str]) -> bool:
    """Judge '3 m old': of a single letter only the word 'old' makes a unit."""
    return match["u"] not in ("m", "w", "d") or "old" in match[0]


def _is_yo(text: str, low: str, match: re.Match[str]) -> bool:
    """Judge '3 m/o' and '41yoM': other letters than 'y' need a mark and bear no sex."""
    unit = match["u"]
    if match["s"] and unit[0] != "y":
        return False
    marked = "/" in match["o"] or "." in match["o"]
    if unit == "mo":
        return marked or match[0].endswith("old")
    return marked or unit not in ("m", "w", "d")


def _is_sexed(text: str, low: str, match: re.Match[str]) -> bool:
    """Judge '65 years, female': a single letter is a capital, days and weeks are a child's."""
    sex, unit = match["sex"], match["u"]
    if sex in ("m", "f") and not text[match.start("sex")].isupper():
        joint = low[match.end("gap") : match.start("sex")]
        if "/" not in joint and "," not in joint:
            return False
    if unit in ("days", "day", "weeks", "week") and sex not in ("boy", "girl", "infant", "baby"):
        if not contexts.YOUNG_AFTER.match(low, match.end()):
            return False
    return sex != "patient" or unit.startswith("year")


_FORMS: tuple[tuple[str, re.Pattern[str], Check], ...] = (
    ("old", contexts.FULL, _is_old),
    ("yo", contexts.YO, _is_yo),
    ("sexed", contexts.SEXED, _is_sexed),
)


def with_unit(text: str, low: str, start: int, head: str) -> Proposal | None:
    """Match an age with its unit where the number begins.

    text, low: as written and in lower case.
    head: what stands before, in lower case.
    """
    for name, pattern, fits in _FORMS:
        match = pattern.match(low, start)
        if match is None:
            continue
        value, unit = value_of(match["v"]), unit_of(match["u"])
        if value is None or not contexts.is_human(value, unit) or not fits(text, low, match):
            continue
        end = match.end("gap") if name == "sexed" else match.end()
        if contexts.RANGE_BEFORE.search(head) or contexts.POPULATION.match(low, end):
            return None
        if name == "old" and contexts.THINGS.match(low, end):
            return None
        begin = start
        cue = contexts.CUE.search(head)
        if cue is not None and cue["keep"]:
            if contexts.GESTATION_BEFORE.search(head[: cue.start()]):
                return None
            begin = start - len(head) + kept_from(head, cue)
        if name == "yo" and match["o"][0] == "." and low[end : end + 1] == ".":
            end += 1
        return make_age((begin, end), value, unit, match.span("v"), name, 0.97)
    return None
