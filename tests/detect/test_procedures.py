from __future__ import annotations

import time

import pytest
from pace_support import slowness

from spacy_deid.detect.contacts.finder import find_contacts
from spacy_deid.detect.protection.figures.doses import find_doses
from spacy_deid.detect.protection.figures.procedures import find_procedures
from spacy_deid.detect.protection.terms.creatures import find_creatures
from spacy_deid.detect.words.reading import Reading


def found(text: str, find=find_procedures) -> list[str]:
    return [text[slice(*span)] for span in sorted(find(Reading(text)))]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("with GE Logiq P9, on a Voluson E8", "GE Logiq P9|Voluson E8"),
        ("EBER, TIA-1; SMMHC, E-cadherin, GATA3", "EBER|TIA-1|SMMHC|E-cadherin|GATA3"),
        ("CABG (LIMA-LAD, SVG-OM1)", "LIMA-LAD|SVG-OM1"),
        ("propofol TCI (Schnider) Ce 4.0, BSA 1.84 m2 (DuBois)", "Schnider|DuBois"),
        (
            "QTc 440 ms (Bazett), EF 55% (Teichholz), CK20",
            "Bazett|Teichholz|CK20",
        ),
        ("4.9 kPa MAC 0.9 sevo, grade 1 view with Mac 4", "MAC|Mac 4"),
        ("-0.3\nOCT CMT 412; IOL SN60WF", "OCT|SN60WF"),
        ("RV lead: Medtronic 6935M-62, LV lead 2088TC-52", "6935M-62|2088TC-52"),
        ("EVAR Endurant 28-16-166; SNRT 1820 cSNRT 710", "28-16-166|SNRT 1820|cSNRT 710"),
        (
            "P-P 620 R-R 1580; CCT 552/561, ASR 85/90/95",
            "P-P 620|R-R 1580|CCT 552/561|ASR 85/90/95",
        ),
        ("I/O 24h: 2350/1875, net +475.", "I/O 24h: 2350/1875, net +475"),
        ("26 MOD amalgam, 36 RCT, 46 PFM crown", "26 MOD amalgam|36 RCT|46 PFM crown"),
        ("Lu-177 7.4 GBq x4, Tc-99m MDP", "Lu-177 7.4 GBq|Tc-99m"),
    ],
)
def test_figures_and_capitals_of_procedures(text: str, shown: str) -> None:
    assert found(text) == shown.split("|")


@pytest.mark.parametrize(
    "text",
    [
        "OCT 12 seen, 3 OCT 2020; (Schnider, the nurse), reviewed (Minto)",
        "Mac Donald, Mac 4 Smith Street; lead s/n 6935M-62",
        "QTc checked (Hodges), echo EF 55 (Marsh), Corrected by lab (Schwartz), EFW scan (Hadlock)",
        "Medtronic rep mobile 6935M-62; lead nurse 5512-33; Durata lead, call rep on 7122-65",
        "Zenith graft, DOB 12-05-61, EVAR, call 20-79-46, EVAR done 12-05-61",
        "lady 26 crown broken, Pt 34 crown fracture, 18 RCT participant, aged 28 MO",
        "Initials: CK12, subject CD3, Pat. CK7, patient CK20; TR: CK69, CD44 0NH",
        "locker F-18, apt F-18, ward F-18, room I-124, intubated by Mac 2 attempts",
        "lives at SN6 0WF; ref 28-16-166, call 2088-52",
    ],
)
def test_persons_and_dates_are_none(text: str) -> None:
    assert found(text) == []


def test_germs() -> None:
    text = "Candida auris, C. krusei, Leclercia; Salmonella Montevideo"
    assert set(found(text, find_creatures)) >= set(text.replace(";", ",").split(", "))
    assert found("Dr C. Krusei from Montevideo, Candida Smith", find_creatures) == []
    for text in (
        "nurse Candida called",
        "patient Candida Lopez",
        "Candida called. Providencia, Chile.",
    ):
        assert found(text, find_creatures) == []
    assert found("Candida in urine, grew Providencia, Candida and Serratia", find_creatures) == [
        "Candida",
        "Providencia",
        "Candida",
        "Serratia",
    ]


def test_cells_behind_a_dose() -> None:
    assert found("| Apixaban | 2.5 mg | PO | BD | | BD |", find_doses) == ["PO", "BD"]
    assert found("| 0800 given | KL | BD |", find_doses) == []


def test_rates_and_minutes_are_no_contacts() -> None:
    assert find_contacts("Vaso 0.04 u/min, 24 u/day; nadir 71, TST 312 min") == []
    assert [p.label for p in find_contacts("u/min_lover wrote")] == ["USERNAME"]


def test_half_a_megabyte_is_quick() -> None:
    start = time.process_time()
    for part in ("LIMA-LAD, ", "lead 1234", "grade view ", "26 MOD ", "TCI (Minto", "Lu-177 "):
        list(find_procedures(Reading(part * (500_000 // len(part)))))
    assert (time.process_time() - start) / slowness() < 30
