"""Brands that are first names, where what stands beside them tells: 'Ella (ulipristal)'."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy_deid.detect.words.lexicon import PROTECTED
from spacy_deid.detect.words.scan import Scan

_BRANDS = (
    "Alesse|Altavera|Amelia|Apri|Aubra|Aviane|Belara|Camila|Cyclessa|Diane|Ella|Eloine|Errin|Estelle|"
    "Hailey|Heather|Isibloom|Jencycla|Jolessa|Jolivette|Junel|Katya|Larissia|Leena|Lessina|Levora|"
    "Loryna|Lucette|Lutera|Marlissa|Marzia|Natazia|Nikki|Nora-Be|Portia|Sharobel|Sprintec|Sronyx|"
    "Syeda|Tilia|Valette|Velivet|Vienva|Viorele|Yasmin|Yasminelle|Yaz|Zarah|Zoely|Zovia"
)
_SWITCH = re.compile(
    rf"\b(?i:switch(?:ed|ing)?|chang(?:ed|ing)|mov(?:ed|ing))\sfrom\s({_BRANDS})(?:[-\s]35)?\s"
    rf"to\s({_BRANDS})(?![\w'’]|\s[A-Z])"
)
_LIST = re.compile(
    r"[A-Z][^\W\d_]{2,14}(?:(?:,\s|\s(?:and|or)\s|,\s(?:and|or)\s|/)[A-Z][^\W\d_]{2,14})*\s\Z"
)
_WORD = re.compile(r"[^\W\d_]+")
_TAKEN = re.compile(
    r"\b(?:took|taking|takes|take|taken|using|used|uses|use|started|starting|start|stopped|stopping|"
    r"stop|on|prescribed|received|given|tried|contraceptives?|pills?|brands?|drug|medication|"
    r"switched(?:\sfrom\s\w+)?\sto|changed\sto)[\s:]\Z",
    re.IGNORECASE,
)
"""What brands stand behind; a word of persons ('by', 'with', 'told') is none of it."""
_NAMED = re.compile(rf"(?:{_BRANDS})\Z")
_START = re.compile(r"(?:\A|[.;:]\s|\n)\Z")
_DOSE = re.compile(
    r"[\d.,/+%-]+|m[cg]g?|µg|ug|ml|iu|tablets?|acetate|and|ethinyl|hydrochloride|oral|pill"
)
_REACH = 60
_LONGEST = 12


def find_brands(scan: Scan) -> Iterator[tuple[int, int]]:
    """Give the [start, end) characters of every such word.

    A substance alone in brackets behind it makes one of a word, and of those in its list, where it
    is taken; two known brands are where one is switched to the other.
    """
    for index, word in enumerate(scan.words):
        if word != "(" or index + 2 >= len(scan) or not scan.flags[index + 1] & PROTECTED:
            continue
        if _closes(scan, index + 1):
            start = scan.starts[index]
            words = _LIST.search(scan.text, max(start - _REACH, 0), start)
            if words is not None and _is_taken(scan.text, words):
                for one in _WORD.finditer(scan.text, *words.span()):
                    if one[0][0].isupper():
                        yield one.span()
    if " from " in scan.text:
        for match in _SWITCH.finditer(scan.text):
            yield match.span(1)
            yield match.span(2)


def _closes(scan: Scan, index: int) -> bool:
    """Tell whether nothing but substances and doses stands up to the closing bracket."""
    for place in range(index, min(index + _LONGEST, len(scan))):
        if scan.words[place] == ")":
            return True
        if not (scan.flags[place] & PROTECTED or _DOSE.fullmatch(scan.low[place])):
            return False
    return False


def _is_taken(text: str, words: re.Match[str]) -> bool:
    """Tell whether a verb of taking leads a list, or it begins a sentence with known brands."""
    start = words.start()
    around = max(start - _REACH, 0), start
    if _TAKEN.search(text, *around):
        return True
    known = all(_NAMED.match(one[0]) for one in _WORD.finditer(words[0]) if one[0][0].isupper())
    return known and _START.search(text, *around) is not None
