"""Phone numbers by their form: North American, international, with a trunk zero, in brackets."""

from __future__ import annotations

import re
from itertools import pairwise

from spacy_deid.annotations import Proposal
from spacy_deid.detect.contacts.dialling import CALLING_CODES, calling_code
from spacy_deid.detect.contacts.phone_spans import (
    DATE,
    OTHER,
    TAIL,
    UNIT,
    groups,
    groups_within,
    opening,
    propose,
)

_NANP = re.compile(
    r"(?:(?:00)?1[ .\-\u2013]?\(?)?"
    r"(?:[0-9]{3}\) ?[.\-]? ?|[0-9]{3} ?[.\-/\u2010-\u2013] ?|[0-9]{3} (?=[0-9]{3}[.\-]))"
    r"[0-9]{3}(?: ?[.\-\u2010-\u2013] ?| (?<=\) [0-9]{3} )|(?<=\)[0-9]{3}) )[0-9]{4}"
    r"(?![0-9]|[.\-/][0-9])"
)
_SPACED_NANP = re.compile(r"(?:1 )?[2-9][0-9]{2} [2-9][0-9]{2} [0-9]{4}(?![0-9]|[.\-/,][0-9])")
_BRACKETED = re.compile(r"[0-9]{1,5}\) ?[0-9]{2,5}(?:[ \-][0-9]{2,5}){0,3}(?![0-9]|[.\-/][0-9])")
_RUSSIAN = re.compile(r"8[ \-]?\(?[0-9]{3}\)?[ \-]?[0-9]{3}[ \-][0-9]{2}[ \-][0-9]{2}(?![0-9])")
_CHINESE = re.compile(r"1[3-9][0-9]-[0-9]{4}-[0-9]{4}(?![0-9\-])")
_SEVEN = re.compile(r"[2-9][0-9]{2}[\-.][0-9]{4}(?![0-9]|[.\-/,][0-9])")
_SWEDISH = re.compile(r"0[0-9]{1,3}-[0-9]{2,3} [0-9]{2,3}(?: [0-9]{2})?(?![0-9]|[.\-/ ][0-9])")


def by_form(text: str, low: str, place: int, kind: str) -> Proposal | None:
    """Try every form of a number at its first digit.

    text, low: as written and in lower case. place: the digit. kind: of the cue before it or ''.
    """
    start = opening(text, place)
    if not _free(text, start):
        return None
    opened = text[start:place]
    name, end, score = _form(text, place, opened, kind)
    if not end:
        return None
    plus = "+" in opened
    if not plus and kind in ("", "weak", "person"):
        if OTHER.search(low, max(0, start - 32), start):
            return None
    if score < 0.7 and not kind and UNIT.match(text, end):
        return None
    if end < len(text) and text[end].isalpha() and TAIL.match(text, end) is None:
        if text[end].islower() or name in ("phone_spaced", "phone_trunk"):
            return None
    if "(" in opened and ")" not in text[place:end]:
        start = text.index("+", start) if plus else place
    return propose(text, low, start, end, score, name, kind)


def _form(text: str, place: int, opened: str, kind: str) -> tuple[str, int, float]:
    """Give the form at a number's first digit: its name, end (0 for none) and score.

    opened: the marks right before the digit.
    """
    plus = "+" in opened
    if plus or text.startswith(("00", "011"), place):
        end = _international(text, place, plus)
        if end:
            return "phone_international", end, 0.9 if plus else 0.7
    if match := _NANP.match(text, place):
        if "(" not in opened or match.group().count(")") == opened.count("("):
            return "phone_nanp", match.end(), 0.85
    if match := _RUSSIAN.match(text, place):
        return "phone_russian", match.end(), 0.8
    if match := _CHINESE.match(text, place):
        return "phone_chinese", match.end(), 0.8
    if "(" in opened and (match := _BRACKETED.match(text, place)):
        if 8 <= sum(map(str.isdigit, match.group())) <= 12:
            return "phone_bracketed", match.end(), 0.75
    if match := _SWEDISH.match(text, place):
        return "phone_trunk", match.end(), 0.7
    if text[place] == "0":
        end = _trunk(text, place)
        if end:
            return "phone_trunk", end, 0.75
    if not opened and (match := _SPACED_NANP.match(text, place)):
        return "phone_spaced", match.end(), 0.6
    if kind and (match := _SEVEN.match(text, place)):
        return "phone_local", match.end(), 0.75
    return "", 0, 0.0


def _free(text: str, start: int) -> bool:
    """Tell whether a number may begin here: no letter, digit or mark of a longer one before."""
    if start == 0:
        return True
    before = text[start - 1]
    if before.isalnum() or before in "_$\u20ac\u00a3<>=\u2264\u2265~":
        return False
    if before in "-./,:" and start > 1 and text[start - 2].isalnum():
        return before == ":" and not text[start - 2].isdigit() or text[start - 2].isalpha()
    return True


def _international(text: str, place: int, plus: bool) -> int:
    """Give the end of an international number whose first digit is at ``place``; 0 for none."""
    found = groups(text, place)
    digits = "".join(text[low:high] for low, high in found)
    skip = 0 if plus else 3 if digits.startswith("011") else 2
    if plus and digits.startswith("00"):
        skip = 2
    code = calling_code(digits[skip:])
    if not code or (not plus and len(found) < 2 and not 11 <= len(digits) <= 15):
        return 0
    least, most = CALLING_CODES[code]
    lead = skip + len(code)
    # The trunk prefix is often written in brackets or by mistake: +49 (0)30 ...
    if digits[lead : lead + 1] == "0" and code not in ("39", "225"):
        lead += 1
    total = end = 0
    for low, high in found:
        total += high - low
        if total - lead > most:
            break
        if total - lead >= least:
            end = high
    return end


def _trunk(text: str, place: int) -> int:
    """Give the end of a national number with a trunk zero, written in groups; 0 for none."""
    if DATE.match(text, place):
        return 0
    found = groups_within(text, place, 13)
    sizes = [high - low for low, high in found]
    if len(found) < 2 or sum(sizes) < 9 or not 2 <= sizes[0] <= 6:
        return 0
    if min(sizes) < 2 or len(found) > 6 or (max(sizes) < 3 and len(found) != 5):
        return 0
    pieces = [text[low:high] for low, high in found]
    if all(len(p) == 4 and p[:2] < "24" and p[2:] < "60" for p in pieces):
        return 0
    between = [text[left[1] : right[0]] for left, right in pairwise(found)]
    if any("/" in mark for mark in between[1:]) or any("(" in mark for mark in between):
        return 0
    if sizes[0] == 2 and any("." in mark for mark in between) and len(found) < 4:
        return 0
    return found[-1][1]
