"""Which words of a text dictionaries know as harmless: the rule side of the inverse mode."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import cache

from spacy_deid.detect.calendar.holidays import SAFE
from spacy_deid.detect.calendar.months import MONTHS, SHORT_MONTHS, WEEKDAYS
from spacy_deid.detect.words import lexicon as flag
from spacy_deid.intervals import INVISIBLE, MARKS

_SIGNS = MARKS + INVISIBLE
_RUN = re.compile(rf"[^\W\d_](?:[^\W\d_]|[{_SIGNS}]+(?=[^\W\d_]))*|\d(?:\d|[{_SIGNS}]+(?=\d))*")
"""A word or a figure, whatever accents, soft hyphens and blanks without width stand in it."""
_UNSEEN = re.compile(f"[{INVISIBLE}]+")
_YEAR = re.compile(r"(?:19|20)\d\d")
_WORDS_TOO = frozenset("may march mar august jan dec".split())
"""Names of months that are words, names or short for something else as well."""
_WITH_A_CAPITAL = _WORDS_TOO | frozenset("sun sat mon wed".split())
"""Those and short weekdays, which are a day or a name where only a capital in a sentence tells."""
_SENTENCE_BEGINS = re.compile(r"(?:\A|[.!?:;|•*/\n\r\t(\[\"“”«»–—-])[ ]*\Z")
_LONGEST_GAP = 8
_SHORT = ("fri", "tue", "tues", "thu", "thur", "thurs", "xmas", "eid")
_LEAST = 5
"""Letters of a holiday that is told by one word alone."""
_KNOWN = (
    flag.COMMON
    | flag.FUNCTION
    | flag.PROTECTED
    | flag.CLINICAL
    | flag.SCALE
    | flag.TITLE
    | flag.RELATION
    | flag.ROLE
    | flag.HEADER
    | flag.PATIENT_WORD
    | flag.BY_VERB
)
"""Words of the safe dictionaries: the language, drugs, devices, reactions, roles."""
_LABELS = (
    (flag.CALENDAR, "DATE"),
    (flag.COUNTRY, "COUNTRY"),
    (flag.STATE | flag.STATE_CODE, "STATE"),
    (flag.CITY | flag.REGION, "CITY"),
    (flag.STREET, "STREET"),
    (flag.JOB, "PROFESSION"),
    (flag.ORGANIZATION | flag.CHAIN, "ORGANIZATION"),
)
_IDENTIFYING = (
    flag.NAME
    | flag.PLACE
    | flag.STATE_CODE
    | flag.CALENDAR
    | flag.STREET
    | flag.ORGANIZATION
    | flag.CHAIN
    | flag.JOB
)
"""Words of the unsafe dictionaries, which go before the others."""


@cache
def _never() -> frozenset[str]:
    """Give the words that are part of a date wherever they stand."""
    days = {*WEEKDAYS, *MONTHS, *SHORT_MONTHS, *_SHORT} - _WORDS_TOO
    days |= {f"{day}s" for day in WEEKDAYS}
    feasts = {name.strip() for name in re.split(r"[|\n]", SAFE)}
    return frozenset(days | {name for name in feasts if name.isalpha() and len(name) >= _LEAST})


def _has_telling_capital(text: str, start: int, written: str) -> bool:
    """Tell a day or month by its capital within a sentence: 'in May', but not 'May cause'."""
    if written.lower() not in _WITH_A_CAPITAL or not written.istitle():
        return False
    return _SENTENCE_BEGINS.search(text, max(0, start - _LONGEST_GAP), start) is None


def find_safe_words(
    text: str, flags: Mapping[str, int]
) -> tuple[list[list[int]], list[list[int | str]]]:
    """Tell the runs of letters and figures of a text apart.

    flags: of lower-case words, as ``Lexicon.flags`` holds them.
    RETURNS: characters [start, end] of the harmless ones: those that a safe dictionary has and no
        unsafe one (names, which count against common words with a capital alone, places, streets,
        jobs, months, weekdays), more than a letter long and without a figure; and
        [start, end, label, never] of the others, as ``SAFE_WORDS`` says.
    SOURCE: system 2, the rule side. Words for numbers are safe here: ages that they write are found
        by patterns, and durations stay.
    """
    safe: list[list[int]] = []
    unsafe: list[list[int | str]] = []
    never = _never()
    for match in _RUN.finditer(text):
        written = unicodedata.normalize("NFKC", _UNSEEN.sub("", match[0]))
        word = written.lower()
        known = flags.get(word, 0)
        if not written.isupper():
            known &= ~flag.STATE_CODE  # 'IN' and 'OR', but not 'in' and 'or'
        if written.islower() and known & (flag.COMMON | flag.FUNCTION):
            known &= ~flag.NAME  # any word is somebody's name
        if word.isalpha():
            is_never = word in never or _has_telling_capital(text, match.start(), written)
            safe_word = len(word) > 1 and not is_never
            if safe_word and known & _KNOWN and not known & _IDENTIFYING:
                safe.append([match.start(), match.end()])
                continue
            label = next((name for mask, name in _LABELS if known & mask), "PATIENT")
        else:
            is_never = False
            label = "DATE" if _YEAR.fullmatch(word) else "IDNUM"
        if is_never and label == "PATIENT":
            label = "DATE"
        unsafe.append([match.start(), match.end(), label, is_never])
    return safe, unsafe
