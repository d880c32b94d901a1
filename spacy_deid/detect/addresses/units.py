"""Addresses of numbered units: 'Zone C, Block 14, House 5', 'Mz. F Lote 12, Sector 3'."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy_deid.annotations import Proposal
from spacy_deid.detect.words.reading import Cues, Reading

_HOMES = Cues(
    "house|hse|plot|camp|zone|sector|secteur|flat|sub-block|subblock|stand|shelter|tent|mz|manzana|"
    "cité|soi"
)
"""Units of which an address has one at least; blocks, lots and sections are other things, too."""
_UNITS = (
    rf"(?:{_HOMES.pattern}|block|blk|bloc|bloque|section|cell|cellule|lot|lote|ilot|unit|door|"
    r"apt|apartment|room|phase|quarter|villa|street|lane|road|row|extension|ext|bât|bat|bâtiment)"
)
_NUMBER = r"(?:[A-Z]{1,2}-?\d{1,3}|\d{1,4}-?[A-Z]?|[A-Z])(?![\w%]|\.\d|/\d)"
_UNIT = rf"(?i:{_UNITS})\.?\s(?:(?i:no|nr|number)\.?\s?|#\s?)?{_NUMBER}"
_ONE = re.compile(_UNIT)
_ADDRESS = re.compile(rf"(?<![\w-]){_UNIT}(?:(?:,\s?|\s|\s?[-–/]\s?){_UNIT}){{1,5}}")
_HOME = re.compile(
    r"(?<![\w-])(?:house|hse|camp|tent|shelter|mz|manzana|sub-?block|stand|flat\s(?=\d))\b",
    re.IGNORECASE,
)
_LIVES = re.compile(
    r"\b(?:liv(?:es?|ing)|resid(?:es?|ing|ent)|address|home|r/o|stay(?:s|ing)|village|estate)\b"
    r"[^.;\n]{0,24}\Z",
    re.IGNORECASE,
)
_MEASURED = re.compile(r"\s?(?:mg|mcg|g|ml|mm|cm|µ?mol|nmol|%|units?)\b")
_SURE = 3
_REACH = 40


def find_units(reading: Reading) -> Iterator[Proposal]:
    """Give every address of two such units or more, with the label STREET.

    Two are one where a house or a tent is among them, or where somebody lives there.
    """
    if reading.figures and _HOMES.among(reading):
        for match in _ADDRESS.finditer(reading.text):
            start, end = match.span()
            many = len(_ONE.findall(match.group())) >= _SURE
            lives = _LIVES.search(reading.text, max(0, start - _REACH), start)
            if (many or lives or _HOME.search(match.group())) and not _MEASURED.match(
                reading.text, end
            ):
                yield Proposal(start, end, "STREET", 0.9, "addresses.units")
