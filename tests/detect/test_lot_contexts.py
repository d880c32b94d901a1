from __future__ import annotations

import pytest
from pace_support import LINEAR, growth

from spacy_deid.detect.protection.codes.lot_contexts import find_lot_contexts
from spacy_deid.detect.words.lexicon import LAST, PROTECTED
from spacy_deid.detect.words.reading import Reading
from spacy_deid.detect.words.scan import Scan

KNOWN = {
    "fluzone": PROTECTED,
    "stamaril": PROTECTED,
    "evera": PROTECTED,
    "abbott": PROTECTED | LAST,
    "datix": PROTECTED,
    "tizanidine": PROTECTED,
    "clozapine": PROTECTED,
}


def found(text: str) -> list[str]:
    spans = find_lot_contexts(Scan(text, KNOWN), Reading(text))
    return [text[slice(*span)] for span in spans]


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("The batch quoted, U9365, was never distributed", "U9365"),
        ("Same lot, JO1411-35. The lot number in the paper, 95P30721,", "JO1411-35|95P30721"),
        ("Batch, since you underlined it: 66W57074.", "66W57074"),
        ("nirja read the lot number as 15217v", "15217v"),
        ("LOT/EXP ....: 22339X / 2017-07", "22339X"),
        ("10 | lot / expiry | D6273 / 10/2024", "D6273"),
        ("Q9. Lot?  A.  KE1081-06. Wife", "KE1081-06"),
        ("lots C45P21W (1, 2, 4) and A35H71Q (3)", "A35H71Q"),
        ("lots TUM861CV / 580678", "580678"),
        ("last 27 Mar 2013; vial BR6372.", "BR6372"),
        ("AMPOULE TRAY NO. R7110, reservoir TMO926HA", "R7110|TMO926HA"),
        ("Pack photographed: 34050B, 05/26", "34050B"),
        ("VACCINE; Lot number: EP 7534) via", "EP 7534"),
        ("(Pfizer-BioNTech Fc3182 IM left deltoid)", "Fc3182"),
        ("Stamaril SH441, tizanidine 5 mg – EIN9304", "SH441|EIN9304"),
        ("dose 2 Fluzone (V87T69O). (Stamaril, U307804, first ever)", "V87T69O|U307804"),
    ],
)
def test_codes_that_a_sentence_or_a_thing_explains(text: str, codes: str) -> None:
    assert sorted(found(text)) == sorted(codes.split("|"))


@pytest.mark.parametrize(
    "text",
    [
        "the lot of the patient, A12345",
        "a whole lot, phone: 5550123",
        "the batch of records, file: 447190",
        "ring a lot: 0326 282 401",
        "Dictated by JUNE OKAFOR\nBatch: 20918  Index No. XUAB",
        "P.O. Box B2044, Post Box K12345",
        "ICD (Evera, PZX621887S), serial of the Evera (PZX621887S)",
        "PV form filed for Fluzone (GH-0898)",
        "dispensed in error for Fluzone (Rx7085978)",
        "tizanidine KX20441, Robert Hale; Stamaril – 12DEZ2023; clozapine CP20441 registered",
        "MRN of tizanidine KX20441, Evera PZX621887S",
        "Stamaril 500MG, Fluzone 10ml, Stamaril 06APR2024, Datix W61188",
        "Dr Abbott (AB12345)",
        "Fluzone (JD1944), Fluzone (K1234567), Fluzone (AB448812C), Fluzone (GB-2021-44812)",
        "Fluzone (BC44881), birth certificate; Fluzone, MN44718, left the ward",
        "specimen vial K44712, safe deposit box K4471B, mail to box B2044, box no. B2044",
        "vial K44712 drawn at noon, the pack PH33487 with her name on it",
        "the batch was given by her, RN4488; the lot number as A44711 is my passport",
        "Lot?  A.  44711X23 is my ID number",
        "vial of 250 mg, box 12, pack 20",
    ],
)
def test_what_is_no_lot(text: str) -> None:
    assert found(text) == []


def test_many_cues_take_time_in_proportion() -> None:
    assert (
        growth(lambda count: found("the batch we were given, and vial no. " * count), 200) < LINEAR
    )
