"""What wards write before a word that is also a street type: '40 OD. Dr Rao', '500 BD Ramipril'."""

from __future__ import annotations

import re

_ENDED = re.compile(r"(?<!\S)(?P<word>[^\s,;:]+)\.(?=\s)")
_ORDINAL = re.compile(r"[0-9]{1,3}(?:st|nd|rd|th)")
_INITIAL = re.compile(r"[A-Z\u00c0-\u00de]")
_ABBREVIATED = frozenset(
    "st ste sta sto ss mt mts mtn ft pt gt lt upr lwr nth sth est so no co jr sr dr mr mrs ms rev "
    "gen col maj capt cpt sgt cmdr adm gov pres sen hon prof fr msgr bro brig wm geo chas thos jas "
    "jos robt alex benj fred chr joh ma pk pte ne nw se sw twp rt rte hwy cty ph brgy blk sn engr "
    "atty int'l nat'l univ apt bldg ave rd blvd fl rm".split()
)
"""Abbreviations that stand in the names of streets and before them."""
_FREQUENCIES = frozenset(
    "od bd om on sc sl sq im iv pr pv inh neb hs ac pc mane tds qds tid qid bid nocte stat prn "
    "subcut".split()
)
_TITLES = frozenset("dr mr mrs ms prof sr sister nurse".split())
_CLINICAL_TYPES = frozenset(("BD", "BLD", "OS"))
"""Types that in capitals are a frequency or the left eye, too."""
_AT_HOME = re.compile(
    r"\b(?:at|to|address|adresse|home|liv(?:es?|ed|ing)|resid(?:es?|ed|ing|ence)|habite|au|chez|sis|"
    r"demeurant|domicili\w+|domicile|ul|mieszka)\b[\s:,.]{0,3}\Z",
    re.IGNORECASE,
)
_CLOSED = re.compile(
    r"(?<!\.)(?:,?\s{1,2}(?:[A-Z]{1,3}-)?[0-9]{2}-?[0-9]{2,3}\b|,\s[A-Z]|\s*\n|\Z)"
)


def sentence_start(text: str, floor: int, end: int) -> int:
    """Give where the sentence that reaches a place begins, at or behind floor.

    A stop ends a sentence behind every word that is no abbreviation or initial of a street's name:
    not in '12 St. Mary's' and '10 W.E.B. Du Bois', but in '40 OD. Dr' and '12 steps. Rd'.
    """
    start = floor
    for match in _ENDED.finditer(text, floor, end):
        word = match["word"]
        plain = word.lower().replace(".", "")
        if "." in word or len(plain) == 1:
            ends = plain in _FREQUENCIES or plain == "u" or _INITIAL.match(word) is None
        else:
            ends = plain not in _ABBREVIATED and _ORDINAL.fullmatch(plain) is None
        if ends:
            start = match.end()
    return start


def is_dosed(words: list[str], short: bool) -> bool:
    """Tell whether the words between a number and a street type begin with a dose's frequency.

    words: as they stand. short: whether the type is also a title or a clinical abbreviation.
    """
    first = words[0].strip(".")
    if first.lower() not in _FREQUENCIES or first == first.capitalize():
        return False
    return short or words[1:2] != [] and words[1].lower().strip(".") in _TITLES


def is_frequency(text: str, span: tuple[int, int], begin: int, stop: int) -> bool:
    """Tell whether a street type that stands first is a frequency: '500 BD. Review', '18 OS. Disc'.

    span: the type. begin, stop: the whole street, from its number. Where an address is spoken of or
        ends behind it, as in '12 BD Voltaire, 75011 Paris', it is none.
    """
    if text[slice(*span)].strip(".") not in _CLINICAL_TYPES or begin == span[0]:
        return False
    if "\n" in text[begin:stop]:
        return "\n" in text[span[1] : span[1] + 2]
    led = _AT_HOME.search(text, max(0, begin - 24), begin)
    return led is None and _CLOSED.match(text, stop) is None
