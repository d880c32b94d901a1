from __future__ import annotations

import time

import pytest
from pace_support import slowness

from spacy_deid.detect.protection.codes.lots import find_lots
from spacy_deid.detect.words.reading import Reading
from spacy_deid.detect.words.scan import Scan


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("lot number: EL9261 given", "EL9261"),
        ("lot no. AP 336, Ch.-B. 77GK", "AP 336|77GK"),
        ("LOT # 0123A and EK9231, left arm", "0123A|EK9231"),
        ("(batch no. FX2209B) was stopped", "FX2209B"),
        ("Lot/batch number(s) EL0140 and EK9231", "EL0140|EK9231"),
        ("NDC 0069-1234-01 dispensed", "0069-1234-01"),
        ("a lot of pain on 3/4", ""),
        ("lot 12/03/2021", ""),
        ("batch: unknown", ""),
        ("lot#ew0150 exp (Batch no- 036A21A)", "ew0150|036A21A"),
        ("tablets (series O2989); lot\n64H21083", "O2989|64H21083"),
        ("case series 2019, series 300, lot 2021-03-04, batch 12-Mar-2021", ""),
        ("cholestatic, MedDRA 10019754).", "10019754"),
        ("MedDRA PT code: 10019754, LLT 10037844", "10019754|10037844"),
        ("MedDRA version 23.1, patient 4410019754", ""),
        ("Lot of the human one is IM2135-39, same cap", "IM2135-39"),
        ("And the pen's batch?\n0:48 Caller: ZZ8978-77. I think", "ZZ8978-77"),
        ("59 / L delt / VY8139-24 -- ok", "VY8139-24"),
        ("right deltoid, 043b21a; left arm 12-Mar-2021", "043b21a"),
        ("left deltoid, 2021-Oct-19, lot U0114AA", "U0114AA"),
        ("Lot from IIS: 74633J. VAERS started", "74633J"),
        ("lot of tmp-smx: SK-22019", "SK-22019"),
        ("batch sticker (1098443B)", "1098443B"),
        ("Charge VA2144.", "VA2144"),
        ("Charge 442832, usable to APR 2017", "442832"),
        ("(lotto 041789, scad. 09/18)", "041789"),
        ("lotto 15, nurse in charge K8673", ""),
        ("it says CAA0417 exp 9/13", "CAA0417"),
        ("passport CAA0417 exp 9/13, licence no. D12345, exp 2024", ""),
        ("her card CAA0417, expires 9/13", ""),
        ("411111 exp 9/13, use 2 tablets", ""),
        ("lot EL-8331. EL-8331 had been shipped, XEL-8331 not", "EL-8331|EL-8331"),
        ("may ring a lot: 0326 282 401; Lot 221, Jalan Pantai", ""),
        ("M.D. LE70\nBatch: 12847  Index No. ELME", ""),
        ("the pump concerned is series INF-0055-1920", ""),
        ("sick leave series WC8713451", ""),
        ("lot 094803, 3-JAN, lot 0449A, exp05.13, batch EL-2207 / 11-2023", "094803|0449A|EL-2207"),
        ("lot 0821K. Sample KZ-0821K-01", "0821K"),
        ("(APR & MAY91) & SEP91 exp blurred vision", ""),
        ("lot number: 69-years-old, batch EN6199, 71-year-old. A 69-years-old man", "EN6199"),
        ("Solution for injection, lot number; EL9264), via", "EL9264"),
        ("charge of 250 mg, charge 3", ""),
        ("lot of the patient was A123-44", ""),
        ("it says CAA0417, expiry date: Jan '26, AB7712 expires Sept.", "CAA0417|AB7712"),
        ("pt JD4412 exp nausea; JB194A exp. sepsis 2 days later; AB44X exp tags", ""),
        ("Medicaid AB1234C expires 12/24, Prescriber Rao (AD4471120, exp 2025)", ""),
        ("Room 12B4, exp 12/3; RN K448812, exp 6/24; her plate 7ABC12, exp 2021", ""),
        ("lots AB1234 and 448812 (her MRN)", "AB1234"),
        ("charge RN4471A, Batch of claims: CLM448812, batch US-2021-44812, batch Hartley-1944", ""),
        ("parking lot B44-2, court charge CR19-44, Lot 44B2, Sunset Trailer Park", ""),
        ("a lot of cases of the file is A123-44", ""),
        ("which batch?\nMRN: no. 4711", ""),
        ("pain L arm / 555-0199, left thigh, 42yo", ""),
    ],
)
def test_codes_behind_a_cue(text: str, codes: str) -> None:
    found = [text[start:end] for start, end in find_lots(Scan(text, {}), Reading(text))]
    assert found == [code for code in codes.split("|") if code]


def test_a_megabyte_of_cues_is_quick() -> None:
    start = time.process_time()
    for text, codes in (
        ("lot A1, " * 125_000, 0),
        ("lot A123, " * 100_000, 100_000),
        ("lot_" * 250_000, 0),
        ("lot no no no no " * 60_000, 0),
        ("meddra x " * 110_000, 0),
    ):
        assert len(list(find_lots(Scan(text, {}), Reading(text)))) == codes
    assert time.process_time() - start < 60 * slowness()


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("Pots labelled BN 2103881, 5 mg", ["2103881"]),
        ("tablets B.No. 3142870", ["3142870"]),
        ("syrup, B/N: TG-55-014", ["TG-55-014"]),
        ("BN 19560412, female", []),
        ("Nurse BN 555-0142 gave 5 mg", []),
        ("B/N 1234567 of her bank", []),
        ("patient initials BN 2103881, 5 mg", []),
    ],
)
def test_batch_numbers_behind_their_initials(text: str, codes: list[str]) -> None:
    assert [text[slice(*span)] for span in find_lots(Scan(text, {}), Reading(text))] == codes
