"""The published RegEx model for VigiBase narratives, as the named baseline for dates and ages.

SOURCE: system 1 of the README, section on the RegEx model.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from spacy_deid.annotations import Parse, Proposal
from spacy_deid.detect.ages.contexts import unit_of, value_of

_MONTH = (
    "(?:january|february|march|april|may|june|july|august|september|october|november|december|"
    "jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec)"
)
_M2 = "(?:0[1-9]|1[0-2])"
_M12 = "(?:0?[1-9]|1[0-2])"
_Y24 = r"(?:19|20)?\d{2}"
_Y4 = r"(?:19|20)\d{2}"
_D2 = r"(?:[0-2]\d|3[01])"
_D12 = r"(?:(?:0?|[12])\d|3[01])"
_W = r"\W"

DATE_PATTERNS: dict[str, str] = {
    "day_name_year": rf"{_D12}{_W}?{_MONTH}{_W}?{_Y24}",
    "day_month_year_2": rf"\b{_D2}{_W}?{_M2}{_W}?{_Y24}\b",
    "day_month_year": rf"\b{_D12}{_W}{_M12}{_W}{_Y24}\b",
    "year_month_day": rf"\b{_Y24}{_W}?{_M2}{_W}?{_D2}\b",
    "name_day_year": rf"{_MONTH}{_W}?{_D12}{_W}{_W}?{_Y24}",
    "month_day_year_2": rf"\b{_M2}{_W}?{_D2}{_W}?{_Y24}\b",
    "month_day_year": rf"\b{_M12}{_W}{_D12}{_W}{_Y24}\b",
    "name_year": rf"{_MONTH}{_W}?{_Y24}",
    "year_name": rf"{_Y4}{_W}?{_MONTH}",
    "month_year": rf"\b{_M2}{_W}{_Y24}\b",
    "year": rf"\b{_Y4}\b",
}
"""Date patterns by name."""

_NUMBER_WORDS = (
    "zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|"
    "sixteen|seventeen|eighteen|nineteen|twenty"
)
_VALUE = r"\d{1,2}(?:\d|\W\d)?"

AGE_PATTERNS: dict[str, str] = {
    "value_unit": rf"\b(?P<v>{_VALUE}|{_NUMBER_WORDS}).(?:y\.o\.|(?P<u>year|month|week)s?\W?old)",
    "cue_value": rf"\b(?:aged of|aged|age of|a\.o\.)\W(?P<v>{_VALUE})",
}
"""Age patterns by name."""


def _compiled(patterns: dict[str, str]) -> list[tuple[str, re.Pattern[str]]]:
    return [(name, re.compile(source, re.IGNORECASE)) for name, source in patterns.items()]


_DATES = _compiled(DATE_PATTERNS)
_AGES = _compiled(AGE_PATTERNS)


def _longest(proposals: Sequence[Proposal]) -> list[Proposal]:
    """Keep the longest of overlapping proposals."""
    kept: list[Proposal] = []
    for proposal in sorted(proposals, key=lambda p: (p.start, p.start - p.end)):
        if kept and proposal.start < kept[-1].end:
            if proposal.end - proposal.start > kept[-1].end - kept[-1].start:
                kept[-1] = proposal
            continue
        kept.append(proposal)
    return kept


def find_dates(text: str) -> list[Proposal]:
    """Find dates with the baseline's patterns.

    RETURNS: disjoint proposals in order, source 'sahlstrom.<pattern>', without a parse.
    """
    found = [
        Proposal(*match.span(), "DATE", 0.9, f"sahlstrom.{name}")
        for name, pattern in _DATES
        for match in pattern.finditer(text)
    ]
    return _longest(found)


def find_ages(text: str) -> list[Proposal]:
    """Find ages with the baseline's patterns.

    RETURNS: disjoint proposals in order, source 'sahlstrom.<pattern>'; value and unit where the
        number can be read.
    """
    found = []
    for name, pattern in _AGES:
        for match in pattern.finditer(text):
            groups = match.groupdict()
            digits = re.fullmatch(r"\d+|[a-z]+", match["v"].lower())
            value = value_of(digits[0]) if digits else None
            parse = None
            if value is not None:
                unit = unit_of((groups.get("u") or "y").lower())
                parse = Parse(value=value, unit=unit, number=list(match.span("v")))
            found.append(Proposal(*match.span(), "AGE", 0.9, f"sahlstrom.{name}", parse))
    return _longest(found)
