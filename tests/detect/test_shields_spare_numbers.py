"""No shield lies over a number, a day, an age or a name that only looks like something clinical."""

from __future__ import annotations

import re

import pytest

from spacy_deid.detect.protection.finder import find_protected
from spacy_deid.detect.words.lexicon import Lexicon
from spacy_deid.detect.words.lists import read_lists
from spacy_deid.detect.words.scan import Scan

_MARKED = re.compile(r"\[\[(.*?)\]\]")


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    return Lexicon(read_lists())


@pytest.mark.parametrize(
    "marked",
    [
        "A [[6-7 years]] male patient, girl, [[10-12 years]]",
        "Reports that [[Tanner]] 4 months had a fever",
        "In [[Glasgow]] 3 days after vaccination",
        "Started BiPAP [[12/6]], intubated 12/8, died 12/10",
        "[[3/7]] patients mother called",
        "temp 39.2 at [[5/7]], seen at home",
        "Tel. [[0211 55 1234 12]]",
        "Please page me at [[1422]]",
        "Phone [[5551234]] (H) and 5559876 (W)",
        "The linked cases ([[4411]], [[4412]], [[4413]])",
        "34 yo female [[EMT]] with rash",
        "[[Grant]] the pharmacist called",
        "Completed by: [[TIA]]",
        "Patient initials [[V.S.]] 34, M",
        "He works within [[Milan]], from [[Los Angeles]] C section",
        "levels Mon [[12]], Thu [[15]] pending",
        "Moved up from [[3312]], Toowoomba",
        "C section [[2004]], then RECIST [[12.03.2021]]: PD",
        "Advance directive [[03/12/2021]]",
        "Patient code: [[B12.14]], volunteer [[S01.14]]",
        "Subject [[TP104]] withdrew. Plate [[M12AB34]], user [[rs44712]]",
        "Marcapasos, n.º de serie [[RNB448812H]]",
        "IM left deltoid, [[RN44812]]",
        "Court: DUI charge: [[DU44812]]; lot [[1123]], Mukim Ulu Langat",
        "Compared with prior study [[CT-20931]]; patient's study code: [[JM-0142]]",
        "Patient wristband barcode [[441230098812]]; name band [[4471]]",
        "CIP [[0412345678]], hospital band [[5224]]",
        "Her claim [[C4471D]] was lost; Dr Khan, [[PMC44812]]",
    ],
)
def test_nothing_that_identifies_is_shielded(lexicon: Lexicon, marked: str) -> None:
    text = marked.replace("[[", "").replace("]]", "")
    shields = find_protected(Scan(text, lexicon.flags), lexicon)
    for number, found in enumerate(_MARKED.finditer(marked)):
        start = found.start() - 4 * number
        end = start + len(found[1])
        assert not [s for s in shields if s.start <= start and end <= s.end], found[1]
