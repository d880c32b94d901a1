"""Where a phone number begins and ends: its groups of digits, opening marks and extension."""

from __future__ import annotations

import re

from spacy_deid.annotations import Proposal

DIGITS = re.compile(r"[0-9]+")
_STRETCH = re.compile(r"[0-9](?:[ \u00a0]?[().\-/\u2010-\u2013]?[ \u00a0]?[(]?[0-9]){4,17}")
DATE = re.compile(
    r"(?:[0-3]?[0-9]([.\-/ ])[0-3]?[0-9]\1 ?(?:19|20)?[0-9]{2}|(?:19|20)[0-9]{2}([.\-/ "
    r"])[01]?[0-9]\2"
    r"[0-3]?[0-9])(?![0-9]|[.\-/][0-9])(?!(?<=[0-9]{2} [0-9]{2} [0-9]{2}) [0-9]{2})"
)
TAIL = re.compile(
    r"[ \u00a0]?[,;(]?[ \u00a0]?(?:\b|(?<=[0-9]))(?:ext(?:ension|n)?s?|x|dw|durchwahl|poste|interno"
    r"|int|tst|vid|linka|klapka|kl|dahili|lok(?:al)?|mell[eé]k|nst|rml"
    r"|anknytning|ankn|anexo|ramal|wew|toestel|#)[.:]?[ \u00a0]?(?:no\.?|#)?[ \u00a0]?[0-9]{1,6}"
    r"(?![0-9A-Za-z])",
    re.IGNORECASE,
)
_SIBLING = re.compile(r" ?/ ?[0-9]{2,4}(?![0-9/.\-])")
UNIT = re.compile(
    r" ?(?:%|\u00b0|\u00b5|x ?10|/[a-z]|(?:mg|mcg|ug|g|gm|grams?|ml|cc|dl|l|kg|lbs?|iu|units?|u"
    r"|mm|cm|bpm|cells?|copies|days?|hours?|hrs?|mins?|minutes?|years?|yrs?|mmol|meq|ng|pg|k|puffs?"
    r"|tablets?|times|am|pm|degrees?|f|c)\b)",
    re.IGNORECASE,
)
_FAX_AFTER = re.compile(r"\s?[(\[,]?\s?(?:tele)?fax\b", re.IGNORECASE)
_FAX_BEFORE = re.compile(r"(?:fax|\bf)\W*(?:number|no|nr|#)?\W*$")
OTHER = re.compile(
    r"\b(?:lot|batch|batch/lot|ndc|mrn|record|chart|ssn|social security|nhs|npi|dea|sin|account"
    r"|acct|a/c"
    r"|policy|member|case|claim|isbn|issn|pmid|doi|serial|s/n|passport|licen[sc]e|file|invoice|upc"
    r"|gtin|eudract|iban|patient id|id|medicare|(?:ref|reference|report|protocol|study|card"
    r"|version)"
    r"(?=\W{0,3}(?:no|nr|num|number|id|#)\b))"
    r"s?\W{0,3}(?:(?:no|nos|nr|num|number|numbers|id|is|was|#)\b\W{0,3}){0,3}$"
)


def opening(text: str, place: int) -> int:
    """Step back from the first digit over '(' and '+'."""
    while place and text[place - 1] in "+(":
        place -= 1
    return place


def groups(text: str, place: int) -> list[tuple[int, int]]:
    """Give the groups of digits of the stretch that begins at ``place``."""
    stretch = _STRETCH.match(text, place)
    if stretch is None:
        return []
    end = stretch.end()
    while end < len(text) and text[end].isdigit():
        end += 1
    return [match.span() for match in DIGITS.finditer(text, place, end)]


def groups_within(text: str, place: int, most: int) -> list[tuple[int, int]]:
    """Give the groups from ``place`` on that have ``most`` digits or fewer together."""
    found = []
    for low, high in groups(text, place):
        most -= high - low
        if most < 0:
            break
        found.append((low, high))
    return found


def propose(
    text: str, low: str, start: int, end: int, score: float, name: str, kind: str
) -> Proposal:
    """Propose a number with its extension, as PHONE or FAX by the kind of its cue.

    name: of the pattern. kind: of the cue, '' for none; a telling one raises the score.
    """
    tail = TAIL.match(text, end) or (_SIBLING.match(text, end) if score > 0.8 else None)
    if tail is not None:
        end = tail.end()
    while text[end - 1] in " \u00a0-./(":
        end -= 1
    while text[start] == "(" and text.count("(", start, end) > text.count(")", start, end):
        start += 1
    fax = kind == "fax" or (
        kind not in ("strong", "pager")
        and (_FAX_BEFORE.search(low, max(0, start - 16), start) or _FAX_AFTER.match(text, end))
    )
    score = min(0.99, score + 0.15) if kind in ("strong", "fax", "pager", "extension") else score
    return Proposal(start, end, "FAX" if fax else "PHONE", score, f"contacts.{name}")
