"""Brands that are first names, where what stands beside them tells: 'Ella (ulipristal)'."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy_deid.detect.words.lexicon import CALENDAR, PLACE, PROTECTED
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
_PILL = re.compile(
    r"\b(?:pills?|minipill|ocps?|cocs?|pops?|contracepti\w+|birth\scontrol|tablets?)\b",
    re.IGNORECASE,
)
_PERSON = re.compile(
    r"\b(?:nurses?|midwi(?:fe|ves)|workers?|carers?|doctors?|dr|gp|physicians?|consultants?|therapists?|"
    r"pharmacists?|counsellors?|counselors?|practitioners?|guardians?|teachers?|contacts?|named?|"
    r"sisters?|twins?|mistakes?|errors?|mix(?:ed)?|wrong)\b",
    re.IGNORECASE,
)
_HORMONE = re.compile(
    r"[^)\n]{0,80}?(?:estradiol|mestranol|estetrol|noreth|gest|ulipristal|drospirenone|cyproterone)",
    re.IGNORECASE,
)
"""What the brands are of, in the bracket behind them."""
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

    A substance alone in brackets behind it makes one of a known brand, and of those in its list,
    where it is taken; two are where one pill is switched to the other.
    """
    for index, word in enumerate(scan.words):
        if word != "(" or index + 2 >= len(scan) or not scan.flags[index + 1] & PROTECTED:
            continue
        if _closes(scan, index + 1):
            start = scan.starts[index]
            words = _LIST.search(scan.text, max(start - _REACH, 0), start)
            if words is not None and _is_taken(scan.text, words):
                of_hormones = _HORMONE.match(scan.text, start) is not None
                for one in _WORD.finditer(scan.text, *words.span()):
                    if one[0][0].isupper() and _is_brand(scan, one[0], of_hormones):
                        yield one.span()
    if " from " in scan.text:
        for match in _SWITCH.finditer(scan.text):
            around = max(match.start() - _REACH, 0), match.end() + _REACH
            if _PILL.search(scan.text, *around) and not _PERSON.search(scan.text, *around):
                yield match.span(1)
                yield match.span(2)


def _is_brand(scan: Scan, word: str, of_hormones: bool) -> bool:
    """Tell whether a word is a known brand, of hormones where it is also a first name."""
    known = scan.lookup_table.get(word.lower(), 0)
    if known & PROTECTED and not known & (CALENDAR | PLACE):
        return True
    return of_hormones and _NAMED.match(word) is not None


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
