"""Phone, fax and pager numbers, by their form or by the words before them."""

from __future__ import annotations

import re
from itertools import chain

from spacy_deid.annotations import Proposal
from spacy_deid.detect.contacts.phone_cues import find_cues
from spacy_deid.detect.contacts.phone_forms import by_form
from spacy_deid.detect.contacts.phone_spans import (
    DATE,
    DIGITS,
    OTHER,
    UNIT,
    groups_within,
    opening,
    propose,
)
from spacy_deid.detect.words.anchors import lowered

_CHUNK = re.compile(r"[0-9][0-9 ().\-/\u00a0\u2010-\u2013]{5,60}")
_VANITY = re.compile(r"(?:1[ .\-])?\(?0?8(?:00|33|44|55|66|77|88)\)?[ .\-][A-Z0-9\-]{7,12}\b")
_SOLID_DATE = re.compile(
    r"(?:(?:19|20)[0-9]{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])"
    r"|(?:0[1-9]|[12][0-9]|3[01]){2}(?:19|20)[0-9]{2})$"
)
_MASKED = re.compile(r"(?<![\w*.])\+?[0-9]{2,5}[ \-]?\*{2,6}[ \-]?[0-9]{2,4}(?![\w*])")
_GLUED = re.compile(
    r"(?P<cue>PH|TEL|FAX|PHONE|MOB|[Tt]el|[Ff]ax|[Pp]h)\.?(?P<n>[0-9]{10,11}|"
    r"\(?[0-9]{3}\)?[\-.][0-9]{3}[\-.][0-9]{4})(?![0-9])"
)
_MISREAD_HINT = re.compile(r"[0-9][ \-]?[OoIl][0-9]")
_MISREAD = re.compile(r"(?<=[0-9][0-9 \-])[OoIl](?=[0-9]{2})|(?<=[0-9])[Oo](?=[0-9])")
"""Letters that a scanner reads for a nought or a one within a long number."""
_JOIN = re.compile(
    r"\s?(?:,|/|;|\band\b|\bor\b|\by\b|\bo\b|\be\b|\bund\b|\boder\b|\bet\b|\bou\b|\boch\b|\ben\b"
    r"|\bof\b)\s?"
)
_SHORT = re.compile(r"#?\s?([0-9]{3,6}(?:-[0-9]{1,4})?)(?![0-9A-Za-z]|[.,:/\-%][0-9])")


def find_phones(text: str, low: str, words: set[str]) -> list[Proposal]:
    """Find phone, fax and pager numbers.

    text: a text; low: the same in lower case, character for character; words: its vocabulary.
    RETURNS: PHONE and FAX proposals in no special order; they may overlap.
    """
    found = _written(text, low, words)
    if _MISREAD_HINT.search(text) and _MISREAD.search(text):
        clear = _MISREAD.sub(_as_digit, text)
        found += _written(clear, lowered(clear), words) + _vanities(clear)
    return found + _vanities(text)


def _written(text: str, low: str, words: set[str]) -> list[Proposal]:
    """Find numbers by their form, by a cue, behind another number, masked, or glued to a cue."""
    cues = find_cues(low, words)
    found = _in_chunks(text, low, cues)
    taken = {hit.start for hit in found}
    for place, kind in cues.items():
        hit = _by_cue(text, low, place, kind)
        if hit is not None and hit.start not in taken:
            found.append(hit)
    found += _twins(text, found)
    if "**" in text:
        found += [
            Proposal(m.start(), m.end(), "PHONE", 0.8, "contacts.phone_masked")
            for m in _MASKED.finditer(text)
        ]
    ends = " ".join(words) + " "
    if "ph " in ends or "tel " in ends or "fax " in ends or "mob " in ends or "phone " in ends:
        for m in _GLUED.finditer(text):
            label = "FAX" if m["cue"].lower() == "fax" else "PHONE"
            found.append(Proposal(*m.span("n"), label, 0.85, "contacts.phone_glued"))
    return found


def _in_chunks(text: str, low: str, cues: dict[int, str]) -> list[Proposal]:
    """Find numbers by their form in the runs of digits and marks."""
    found: list[Proposal] = []
    for chunk in _CHUNK.finditer(text):
        place, end = chunk.span()
        while (digits := DIGITS.search(text, place, end)) is not None:
            begin, place = digits.span()
            kind = cues.get(begin, "")
            if place - begin < 3 and not kind and _hopeless(text, begin, place):
                continue
            hit = by_form(text, low, begin, kind)
            if hit is not None:
                found.append(hit)
                place = hit.end
    return found


def _as_digit(match: re.Match[str]) -> str:
    return "0" if match[0] in "oO" else "1"


def _hopeless(text: str, begin: int, stop: int) -> bool:
    """Tell that one or two digits cannot open a number: no sign, no trunk zero, no long group."""
    if text[begin] == "0" or text[begin - 1 : begin] in ("+", "("):
        return False
    if stop - begin == 2 or text[begin] not in "18":
        return True
    return not ("(" in text[stop : stop + 2] or text[stop + 1 : stop + 4].isdigit())


def _by_cue(text: str, low: str, place: int, kind: str) -> Proposal | None:
    """Take a number for its cue's sake, whatever its form."""
    start = opening(text, place)
    if kind in ("pager", "extension"):
        short = _SHORT.match(text, place)
        if short and not UNIT.match(text, short.end()):
            return Proposal(place, short.end(1), "PHONE", 0.8, f"contacts.{kind}")
        if kind == "extension":
            return None
    groups = groups_within(text, place, 15)
    sizes = [high - low for low, high in groups]
    least = 7 if kind in ("weak", "person") else 6
    if sum(sizes) < least or DATE.match(text, place):
        return None
    end = groups[-1][1]
    if text[place - 1 : place].isalnum() or text[end : end + 1].isalpha() or UNIT.match(text, end):
        return None
    solid = text[place:end]
    if len(groups) == 1 and _SOLID_DATE.match(solid) and kind != "fax":
        return None
    if kind == "weak" and len(sizes) > 4 and {2, 3} == set(sizes) and text[start] not in "+(0":
        return None  # readings in a row: 'home glucose 88 104 131 97'
    if kind == "person":
        solo = len(groups) == 1 and not (len(solid) == 10 and solid[0] in "23456789")
        if solo or not 8 <= sum(sizes) <= 11 or min(sizes) < 2 or "/" in solid:
            return None
    if "/" in solid and min(sizes[:2]) < 3:
        return None
    if kind in ("weak", "person"):
        if min(sizes[1:], default=2) < 2 or OTHER.search(low, max(0, place - 32), place):
            return None
    if "." in solid and sizes[0] < 2:
        return None
    if "(" in text[start:place] and ")" not in solid:
        start = place
    score = 0.58 if kind == "person" else 0.7
    return propose(text, low, start, end, score, "phone_cued", kind)


def _twins(text: str, found: list[Proposal]) -> list[Proposal]:
    """Take the further numbers said in one breath: 'tel. 956 203 145 and 956 203 146'."""
    more: list[Proposal] = []
    starts = {hit.start for hit in found}
    for hit in chain(found, more):
        joined = _JOIN.match(text, hit.end)
        if joined is None or joined.end() in starts:
            continue
        written = text[hit.start : hit.end]
        if len(written) > 20 or not written[0].isdigit():
            continue
        shape = DIGITS.sub(lambda run: f"[0-9]{{{len(run.group())}}}", re.escape(written))
        twin = re.compile(shape + r"(?![0-9])").match(text, joined.end())
        if twin is not None:
            score = hit.score - 0.05
            more.append(Proposal(*twin.span(), hit.label, score, "contacts.phone_twin"))
    return more


def _vanities(text: str) -> list[Proposal]:
    """Find toll-free numbers spelled with letters, such as 1-800-GET-HELP."""
    if "1-8" not in text and "800" not in text and "888" not in text:
        return []
    return [
        Proposal(m.start(), m.end(), "PHONE", 0.85, "contacts.phone_vanity")
        for m in _VANITY.finditer(text)
        if any(map(str.isalpha, m.group())) and 10 <= sum(map(str.isalnum, m.group())) <= 13
    ]
