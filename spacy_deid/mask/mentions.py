"""Mentions of persons in a text: several in one span, those with a title, and relatives."""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence
from itertools import pairwise
from typing import TypeVar

from spacy_deid.mask.persons import TITLES, NameForm, read_name

Mention = TypeVar("Mention", bound=Hashable)

_CUT = re.compile(
    r"\s*/\s*(?=\w)|(?<=[^\W\d_]{3})\.\s+(?=\w)|\s+(?:and|und|et|&)\s+(?=\w)", re.IGNORECASE
)
_TITLED = re.compile(rf"\b(?:{'|'.join(sorted(TITLES))})\b\.?\s*$", re.I)
GENDERS = {
    **dict.fromkeys("mr sir herr senor sr monsieur don signor father boy male".split(), "m"),
    **dict.fromkeys("girl female mrs ms miss madam frau senora sra srta mme mlle".split(), "f"),
    **dict.fromkeys("dame sister dona signora".split(), "f"),
}
"""Titles that tell a gender, folded."""
_KINSMEN = (
    r"(?:(?:step|grand|god)?(?:father|son)|brother|husband|uncle|nephew|dad|grandpa|boyfriend|boy|"
    r"man)"
)
_KINSWOMEN = (
    r"(?:(?:step|grand|god)?(?:mother|daughter)|sister|wife|aunt|niece|mum|mom|grandma|girlfriend|"
    r"girl|woman|lady)"
)
_GENDER_BEFORE = re.compile(
    rf"\b(?:(mr|sir|herr|señor|sr|monsieur|{_KINSMEN})|"
    rf"(mrs|ms|miss|madam|frau|señora|sra|mme|{_KINSWOMEN}))[.,]?\s*$",
    re.I,
)
_CALLED = re.compile(
    rf"\b(?:{_KINSMEN}|{_KINSWOMEN}|baby|child|twin|cousin|friend|partner),?\s$", re.I
)
_OTHERS = (
    r"(?:spouse|partner|fianc[eé]e?|sibling|cousin|twin|child(?:ren)?|kid|baby|infant|newborn|toddler|"
    r"parents?|guardian|carer|caregiver|caretaker|friend|neighbou?r|colleague|flatmate|roommate|"
    r"granny|gran|nan|mama|papa|widow(?:er)?)"
)
_KIN = rf"(?:[a-z-]+\s+){{0,2}}?(?:{_KINSMEN}|{_KINSWOMEN}|{_OTHERS})s?(?:-in-law)?"
_RELATED = re.compile(
    rf"(?:['’]s?|(?<=['’]s)|(?<=s['’]))\s+{_KIN}\b[\s,:(]*|"
    rf"[\s,(]*(?:and|with)\s+(?:his|her|their)\s+{_KIN}\b[\s,:(]*|"
    rf"[\s,(]*(?:(?:the|a|his|her|whose)\s+)?{_KIN}\s+of\s+",
    re.I,
)
_STAFF_BEFORE = re.compile(
    r"\b(?:reporters?|physicians?|doctors?|attending|consultant|nurse|pharmacist|investigator|"
    r"signed|prescriber|surgeon|registrar|provider|gp|by|per|with|via)\b\W{1,4}$",
    re.I,
)
_STAFF_BEHIND = re.compile(
    r",?\s(?:(?-i:RN|LPN|MD|DO|NP|PA|RPh|PharmD|GP|SHO|MBBS|FRCP|FACP)\b|M\.D|nurse|"
    r"pharmacist|physician|consultant|registrar|surgeon|attending|investigator)",
    re.I,
)
_HEADER = 24
_WORD = 16
_FARTHEST = 60
"""Characters between two relatives."""
_LONGEST_NAME = 100
"""Characters that are looked at on either side of a border."""


def writings(text: str) -> list[tuple[int, int]]:
    """Divide a span that holds several writings of a name: 'P. Hill / Paul Hill', 'A. Hill. Hill'.

    A stroke and 'and' divide names; so does a full stop behind a full name, not one behind 'Dr' or
    'J'.
    RETURNS: start and end of each in the span; the whole span where it is one name.
    """
    borders = [0]
    places = []
    for cut in _CUT.finditer(text):
        low = max(borders[-1], cut.start() - _LONGEST_NAME)
        left = _names(text[low : cut.start()])
        right = _names(text[cut.end() : cut.end() + _LONGEST_NAME])
        if "." not in cut[0]:
            apart = bool(left and right)
        else:
            apart = len(left) > 1 and (len(right) > 1 or not {*left}.isdisjoint(right))
        if apart:
            places.append((borders[-1], cut.start()))
            borders.append(cut.end())
    return [*places, (borders[-1], len(text))]


def _names(part: str) -> list[str]:
    """Give the words of a part that can be names; initials only beside one."""
    words = read_name(part).parts("first", "middle", "last", "single", "given")
    return words if any(len(word) > 1 and word not in TITLES for word in words) else []


def is_titled(text: str, start: int) -> bool:
    """Tell whether a title stands before a place of a text."""
    return _TITLED.search(text[max(0, start - 12) : start]) is not None


def is_staff(text: str, start: int, end: int) -> bool:
    """Tell whether a header before a name, a degree or a job behind it makes it one of staff."""
    before = text[max(0, start - _HEADER) : start]
    return _STAFF_BEFORE.search(before) is not None or _STAFF_BEHIND.match(text, end) is not None


def told_gender(text: str, start: int, form: NameForm) -> str:
    """Give 'f' or 'm' as the title in a name or the word before it tells, '' else."""
    own = next((GENDERS[title] for title in form.parts("affix") if title in GENDERS), "")
    title = None if own else _GENDER_BEFORE.search(text[max(0, start - _WORD) : start])
    return own if title is None else "m" if title[1] else "f"


def is_called(text: str, start: int, form: NameForm) -> bool:
    """Tell whether one word behind a relative's is a first name: 'her son Peter'."""
    alone = len(form.lower) == 1
    return alone and _CALLED.search(text[max(0, start - _WORD) : start]) is not None


def relatives(
    text: str, places: Sequence[tuple[Mention, int, int]]
) -> list[tuple[Mention, Mention]]:
    """Give neighbouring mentions that are two persons: 'Mr. Hill's wife Ann Hill'.

    places: mentions with start and end, in the order of the text.
    """
    found = []
    for (one, _, end), (other, start, _) in pairwise(places):
        if 0 < start - end <= _FARTHEST:
            title = _TITLED.search(text[end:start])
            if _RELATED.fullmatch(text, end, start if title is None else end + title.start()):
                found.append((one, other))
    return found
