"""Lot, batch, NDC and MedDRA numbers: codes of products and terms, which identify no one."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy_deid.detect.words.scan import Scan

CUES = frozenset(("lot", "lots", "batch", "batches", "ndc"))
_CODE = r"(?=[a-z0-9-]{0,17}\d)[a-z0-9][a-z0-9-]{2,17}(?![a-z0-9/])"
_CODES = re.compile(
    rf"\w+(?:[ /]?(?:batch|no|nos|nr|number|numbers|num|code|id)\b|\(s\)|['’]s)*"
    rf"[ .:#=(]{{0,4}}(?:(?:is|was|were|are|of)\b ?)?[#: ]{{0,2}}"
    rf"({_CODE}(?:(?: ?[,/&;] ?|,? (?:and|or) ){_CODE})*)",
    re.IGNORECASE,
)
_TERM = re.compile(r"\bmeddra\b[^\n\d]{0,24}(10\d{6})(?!\d)", re.IGNORECASE)
"""A MedDRA code has eight digits and begins with 10."""
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
                    yield code.span()
    for term in _TERM.finditer(scan.text):
        yield term.span(1)
