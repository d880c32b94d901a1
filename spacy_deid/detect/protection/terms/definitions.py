"""Abbreviations that a text explains itself, and reported terms beside their coded ones.

'left upper extremity (LUE)' makes of every LUE in the text what it says there; 'experienced
SLUGGISHNESS (Sluggish)' gives a term of MedDRA and the reporter's own words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy_deid.detect.words.lexicon import (
    CLINICAL,
    COMMON,
    EPONYM,
    FUNCTION,
    HALF,
    NAME,
    PROTECTED,
)
from spacy_deid.detect.words.reading import Cues
from spacy_deid.detect.words.scan import Scan

_SHORT = re.compile(r"(?<=[\w.]\s)[(\[]([A-Z]{2,7}s?)(?=[)\]])")
_BEFORE = re.compile(r"[^\W\d_]+(?:['’]s)?")
_REACH = 120
_TERMS = CLINICAL | PROTECTED
_KNOWN = _TERMS | EPONYM | COMMON | HALF | FUNCTION
_LINKS = frozenset("a an and by de for from in la of on or the to with".split())
_NAMING = Cues(
    "hospital|hospitals|clinic|clinics|center|centre|university|college|school|institute|ward|unit|"
    "church|company|agency|department|ministry|foundation|society|street|road|city|county|state|"
    "district|village|lane|avenue|mr|mrs|ms|miss|dr"
)
"""Words of sites and persons: their abbreviations identify."""
_CODED = re.compile(
    r"\b(?:occurrences?\sof|experienced|developed|outcome\sof|history\s(?:of|included)|treatment\sof)\s"
    r"[^.\n]{0,600}"
)
_TERM = re.compile(
    r"(?<![\w'’-])([A-Z][A-Z'’/-]{2,}(?:\s[A-Z'’/-]{2,}){0,9})\s\(([A-Z][a-z]{2,20})?"
)


def find_definitions(scan: Scan) -> Iterator[tuple[int, int]]:
    """Give the [start, end) characters of every such abbreviation and term."""
    text = scan.text
    if "(" not in text and "[" not in text:
        return
    explained = {match[1] for match in _SHORT.finditer(text) if _is_explained(scan, match)}
    if explained:
        for index, word in enumerate(scan.words):
            if word in explained:
                yield scan.starts[index], scan.ends[index]
    if text.isupper():
        return
    for coded in _CODED.finditer(text):
        for term in _TERM.finditer(text, *coded.span()):
            if any(_is_name(scan, one[0]) for one in _BEFORE.finditer(term[1])):
                continue
            yield term.span(1)
            if term[2]:
                yield term.span(2)


def _is_explained(scan: Scan, short: re.Match[str]) -> bool:
    """Tell whether the words before an abbreviation begin with its letters and name no one.

    Two letters need words in small letters; of more, half of the words and the last are, or all are
    known words and one is a clinical term.
    """
    letters = short[1].rstrip("s").lower()
    start = max(short.start() - _REACH, 0)
    words = [m[0] for m in _BEFORE.finditer(scan.text, start, short.start())]
    taken: list[str] = []
    rest = list(letters)
    while rest and words and len(taken) < 2 * len(letters) + 2:
        word = words.pop()
        taken.append(word)
        if word[0].lower() == rest[-1]:
            rest.pop()
        elif word.lower() not in _LINKS and not (len(taken) == 1 and len(word) < 3):
            return False
    if rest or any(word.lower() in _NAMING.runs for word in taken):
        return False
    if any(_is_name(scan, word) for word in taken):
        return False
    small = [word.islower() for word in taken]
    if len(letters) == 2:
        return all(small)
    flags = [scan.lookup_table.get(word.lower(), 0) for word in taken]
    terms = (word for word, known in zip(taken, flags, strict=True) if known & _TERMS)
    clinical = all(known & _KNOWN for known in flags) and any(len(word) > 3 for word in terms)
    return clinical or (small[0] and 2 * sum(small) >= len(small))


def _is_name(scan: Scan, word: str) -> bool:
    """Tell whether a word is a name and nothing else: of 'lena marlow (LM)'."""
    known = scan.lookup_table.get(word.lower(), 0)
    return bool(known & NAME) and not known & _KNOWN
