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
    rf"\w+(?:[ /]?(?:batch|no|nos|nr|number|numbers|num|code|id)\b|\(s\)|['’]s)*"
    rf"(?:[ .:#=(]{{0,4}}|\n)(?:(?:is|was|were|are|of)\b ?)?[#: ]{{0,2}}"
    rf"({_CODE}(?:(?: ?[,/&;] ?|,? (?:and|or) ){_CODE})*)",
    re.IGNORECASE,
)
_TERM = re.compile(r"\bmeddra\b[^\n\d]{0,24}(10\d{6})(?!\d)", re.IGNORECASE)
"""A MedDRA code has eight digits and begins with 10."""
_LETTER = re.compile(r"[a-z]", re.IGNORECASE)
_DATE = re.compile(
    r"(?:19|20)\d\d-\d{1,2}-\d{1,2}|\d{1,2}-\d{1,2}-(?:\d\d){1,2}|\d{1,2}-?[a-z]{3}-?(?:\d\d){1,2}",
    re.IGNORECASE,
)
_ONE = re.compile(r"[a-z0-9-]*\d[a-z0-9-]*", re.IGNORECASE)


def find_lots(scan: Scan) -> Iterator[tuple[int, int]]:
    """Give the [start, end) characters of every code behind a lot, batch, NDC or MedDRA cue."""
    done = 0
    for index, word in enumerate(scan.low):
        if word in CUES and scan.starts[index] >= done:
            match = _CODES.match(scan.text, scan.starts[index])
            if match:
                done = match.end()
                for code in _ONE.finditer(scan.text, match.start(1), match.end(1)):
                    figures = word in _SERIES and not _LETTER.search(code[0])
                    if not figures and not _DATE.fullmatch(code[0]):
                        yield code.span()
    for term in _TERM.finditer(scan.text):
        yield term.span(1)
