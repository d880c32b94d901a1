from __future__ import annotations

import time

import pytest
from pace_support import slowness

from spacy_deid.detect.protection.codes.finder import find_codes
from spacy_deid.detect.words.reading import Reading


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("ICD-10 code K71.6; MedDRA version 26.1, CTCAE v5.0", "K71.6|26.1|5.0"),
        ("under 21 CFR 312.32(c) and Regulation (EU) 536/2014", "312.32(c)|536/2014"),
        ("see section 4.8 and art. 9(2), protocol version 4.2", "4.8|9(2)|4.2"),
        ("NDC 0069-4200-30, EU/1/04/276/001", "0069-4200-30|EU/1/04/276/001"),
        ("EudraCT 2019-002345-17, NCT01234567", "2019-002345-17|NCT01234567"),
        ("PMID 31234567; CAS 50-78-2; barcode 04150123456782", "31234567|50-78-2|04150123456782"),
        ("HLA-B*57:01, CYP2C19*2/*17, rs4149056", "HLA-B*57:01|CYP2C19*2/*17|rs4149056"),
        ("A10BA02; PL 00057/1234; c.521T>C", "A10BA02|PL 00057/1234|c.521T>C"),
        ("BRCA2-negative, JAK2 V617F, EGFR exon 19", "BRCA2|JAK2 V617F|EGFR exon 19"),
        ("pp. 88-91, band 5; q12_consent, p = 0.08", "88-91|5|12_consent|p = 0.08"),
        ("Codes J45.9, E11.9, I10; I21.9 acute infarction", "J45.9, E11.9, I10; I21.9"),
        ("J Med 2019;45(3):112-8", "45(3):112-8"),
        ("Coded as T45.515A", "T45.515A"),
        (
            "flu: A/Victoria/2570/2019 (H1N1)pdm09, B/Hong Kong/330/2001, A/swine/Iowa/A01/12",
            "A/Victoria/2570/2019 (H1N1)pdm09|B/Hong Kong/330/2001|A/swine/Iowa/A01/12",
        ),
    ],
)  # fmt: skip
def test_codes_of_products_rules_studies_genes_and_papers(text: str, codes: str) -> None:
    found = {text[start:end] for start, end in find_codes(Reading(text))}
    assert found == set(codes.split("|"))


@pytest.mark.parametrize(
    "text",
    [
        "case PL-2019-002345, MRN 00057/1234, passport 31234567",
        "her ICD 5510 was checked, direct line 2290, page 1717",
        "p. 69, M.P. 7743, c.smith@mail.example",
        "flu shot; complaint file: A/Kumar/12/2021",
        "seen in room, file A/Kumar/12/2021 attached, A/Smith-Jones/12/2021",
        "on H27.12 she, subject K21.9, R12.4 then",
        "section 12/05/2020, version of 3 May",
    ],
)
def test_numbers_of_persons_are_no_codes(text: str) -> None:
    assert list(find_codes(Reading(text))) == []


def test_a_megabyte_is_quick() -> None:
    start = time.process_time()
    for part in ("icd code ", "section 1.", "2019;1(", "EU/1", "c.1_", "p/n "):
        list(find_codes(Reading(part * (1_000_000 // len(part)))))
    assert time.process_time() - start < 30 * slowness()
