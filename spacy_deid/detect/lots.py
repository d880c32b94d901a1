"""Lot, batch and NDC numbers: codes of a product, which identify no one and must survive."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy_deid.detect.scan import Scan

CUES = frozenset(("lot", "lots", "batch", "batches", "ndc"))
_CODE = r"(?=[a-z0-9-]{0,17}\d)[a-z0-9][a-z0-9-]{2,17}(?![a-z0-9/])"
_CODES = re.compile(
    rf"\w+(?:[ /]?(?:batch|no|nos|nr|number|numbers|num|code|id)\b|\(s\)|['’]s)*"
    rf"[ .:#=(]{{0,4}}(?:(?:is|was|were|are|of)\b ?)?[#: ]{{0,2}}"
    rf"({_CODE}(?:(?: ?[,/&;] ?|,? (?:and|or) ){_CODE})*)",
    re.IGNORECASE,
)
_ONE = re.compile(r"[a-z0-9-]*\d[a-z0-9-]*", re.IGNORECASE)


def find_lots(scan: Scan) -> Iterator[tuple[int, int]]:
    """Give the [start, end) characters of every code behind a lot, batch or NDC cue."""
    done = 0
    for index, word in enumerate(scan.low):
        if word in CUES and scan.starts[index] >= done:
            match = _CODES.match(scan.text, scan.starts[index])
            if match:
                done = match.end()
                for code in _ONE.finditer(scan.text, match.start(1), match.end(1)):
                    yield code.span()
