"""Lot, batch, NDC and MedDRA numbers: codes of products and terms, which identify no one."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy_deid.detect.words.scan import Scan

_SERIES = frozenset("series serie série lote lotto".split())
"""Cues that only a code of letters and digits follows: 'a series of 300', 'lote 15'."""
CUES = _SERIES | frozenset("lot lots batch batches ndc".split())
_CODE = r"(?=[a-z0-9-]{0,17}\d)[a-z0-9][a-z0-9-]{2,17}(?![a-z0-9/])"
_CODES = re.compile(
    r"(?:[ /]?(?:batch|no|nos|nr|number|numbers|num|code|id)\b|\(s\)|['’]s){0,4}"
    r"(?:[ .:#=(-]{0,4}|(?P<below>\n|[ ]?\?[\"”]?[ \t]*\n[^\n?]{0,24}?[:>][ \t]))"
    # the lot of the blue one is
    r"(?:(?:of|on|for) (?:(?!patient|subject|record|case|chart|file)[a-z]+ ){1,4}(?=is|was))?"
    r"(?:(?:is|was|were|are|of)\b ?)?[#: ]{0,2}"
    rf"(?P<codes>{_CODE}(?:(?: ?[,/&;] ?|,? (?:and|or) ){_CODE})*)",
    re.IGNORECASE,
)
_SITES = frozenset({"delt", "deltoid", "arm", "thigh"})
_SIDES = frozenset({"l", "r", "left", "right"})
_AT_SITE = re.compile(rf" ?[/|,;] ?(?P<code>(?=[a-z0-9-]*[a-z]){_CODE})", re.IGNORECASE)
"""Behind the side that was injected: 'L delt / EGJ672YY'."""
_TERM = re.compile(r"\bmeddra\b[^\n\d]{0,24}(10\d{6})(?!\d)", re.IGNORECASE)
"""A MedDRA code has eight digits and begins with 10."""
_LETTER = re.compile(r"[a-z]", re.IGNORECASE)
_PERSONAL = re.compile(
    # a date, an age, a telephone number
    r"(?:19|20)\d\d-?(?:0?[1-9]|1[0-2])-?[0-3]?\d|\d{1,2}-\d{1,2}-(?:\d\d){1,2}|"
    r"\d{1,2}-?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}-?(?:\d\d){1,2}|"
    r"(?:19|20)\d\d-?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}-?\d{1,2}|"
    r"\d{1,3}-?(?:yo|y|yrs?|years?|mo|months?)|\d{3}-\d{3}-\d{4}|0\d{9,10}",
    re.IGNORECASE,
)
_ONE = re.compile(r"[a-z0-9-]*\d[a-z0-9-]*", re.IGNORECASE)


def find_lots(scan: Scan) -> Iterator[tuple[int, int]]:
    """Give the [start, end) characters of every code behind a lot, batch, NDC or MedDRA cue."""
    done = 0
    for index, word in enumerate(scan.low):
        if word in CUES and scan.starts[index] >= done:
            match = _CODES.match(scan.text, scan.ends[index])
            if match:
                done = match.end()
                loose = word in _SERIES or match["below"] is not None
                yield from _codes(scan.text, match.span("codes"), loose)
        elif word in _SITES and index and scan.low[index - 1] in _SIDES:
            match = _AT_SITE.match(scan.text, scan.ends[index])
            if match and not _PERSONAL.fullmatch(match["code"]):
                yield match.span("code")
    for term in _TERM.finditer(scan.text):
        yield term.span(1)


def _codes(text: str, span: tuple[int, int], loose: bool) -> Iterator[tuple[int, int]]:
    """Give the codes of a list; one that no cue stands at holds letters or is as long as the first.

    loose: the first one holds letters, too.
    """
    size = 0
    for code in _ONE.finditer(text, *span):
        written = code[0]
        cued = bool(size) and len(written) == size or not (size or loose)
        if (cued or _LETTER.search(written)) and not _PERSONAL.fullmatch(written):
            yield code.span()
        size = size or len(written)
