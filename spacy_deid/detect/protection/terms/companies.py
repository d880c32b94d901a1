"""Makers that are surnames, too, where what stands beside them tells: 'received by Bayer'."""

from __future__ import annotations

from collections.abc import Iterator

from spacy_deid.detect.protection.terms.titles import is_titled
from spacy_deid.detect.words.lexicon import COMPANY, CREDENTIAL, NAME, PATIENT_WORD, PROTECTED, ROLE
from spacy_deid.detect.words.scan import Scan

_MAKES = frozenset("manufacturer maker mah sponsor company licensee applicant".split())
_DONE_BY = frozenset(
    "manufactured made marketed supplied sold distributed produced sponsored owned".split()
)
_TAKEN_BY = frozenset("received obtained forwarded".split())
_DOES = frozenset("acknowledged considers considered comment commented assessed".split())
_JOINTS = frozenset("/-–&")
_SIGNS = frozenset("signed signature regards".split())
_OPEN, _CLOSED = "([", frozenset(")],;")


def find_companies(scan: Scan) -> Iterator[tuple[int, int]]:
    """Give the [start, end) characters of every such word.

    One alone in brackets behind a product is its maker, and one tied to another company is one.
    Behind a title or beside another name it is a person.
    """
    for index, known in enumerate(scan.flags):
        if not known & COMPANY or not known & NAME or not scan.words[index][0].isupper():
            continue
        if is_titled(scan, index) or _has_name_beside(scan, index):
            continue
        if _is_maker(scan, index):
            yield scan.starts[index], scan.ends[index]


def _has_name_beside(scan: Scan, index: int) -> bool:
    """Tell whether a name, an initial, a role or a degree stands on either side."""
    words, flags = scan.words, scan.flags
    if index > 1 and words[index - 1] == "." and len(words[index - 2]) == 1:
        return True
    for other in (index - 1, index + 1):
        if not 0 <= other < len(scan):
            continue
        word = words[other]
        if word[0].isupper() and (len(word) == 1 or flags[other] & NAME):
            return True
    if index and (flags[index - 1] & (ROLE | PATIENT_WORD) or scan.low[index - 1] in _SIGNS):
        return True
    behind = index + 1
    if behind < len(scan) and words[behind] == ",":
        behind += 1
    if behind == len(scan):
        return False
    degree = flags[behind] & CREDENTIAL and words[behind].isupper()
    return bool(degree or (behind > index + 1 and flags[behind] & ROLE))


def _is_maker(scan: Scan, index: int) -> bool:
    words, low = scan.words, scan.low
    before = low[index - 1] if index else ""
    far = low[index - 2] if index > 1 else ""
    after = low[index + 1] if index + 1 < len(scan) else ""
    if before in _MAKES or (before in {":", "-"} and far in _MAKES):
        return True
    if before in {"by", "from"} and far in _DONE_BY | _TAKEN_BY:
        return before == "by" or far in _DONE_BY
    if after in _DOES:
        return True
    if before and before in _OPEN and after in _CLOSED:
        return index > 1 and bool(scan.flags[index - 2] & PROTECTED)
    tied = before in _JOINTS and bool(scan.flags[index - 2] & COMPANY) if index > 1 else False
    if index + 2 < len(scan) and words[index + 1] in _JOINTS:
        tied = tied or bool(scan.flags[index + 2] & COMPANY)
    return tied
