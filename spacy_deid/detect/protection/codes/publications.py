"""Addresses of publications: DOI and PubMed Central."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy_deid.detect.words.reading import Reading

_DOI = re.compile(r"10\.(?<![\w.-]10\.)\d{4,5}/[^\s\"<>,;|]{3,60}")
_BEFORE = re.compile(r"(?<!\w)(?:(?:https?://)?(?:dx\.)?doi\.org/|doi:?\s?)\Z", re.IGNORECASE)
_REACH = 24
_CLOSING = ".)]'’”:"
_CENTRAL = re.compile(r"PMC(?<![\w-]PMC)\d{7,8}(?![\w-])")


def find_publications(reading: Reading) -> Iterator[tuple[int, int]]:
    """Give the [start, end) characters of every such address."""
    text = reading.text
    if "10." in text:
        for match in _DOI.finditer(text):
            address = match[0].rstrip(_CLOSING)
            if address.count("(") > address.count(")"):
                address += ")"
            start = match.start()
            lead = _BEFORE.search(text, max(start - _REACH, 0), start)
            yield lead.start() if lead else start, start + len(address)
    if "PMC" in text:
        for match in _CENTRAL.finditer(text):
            yield match.span()
