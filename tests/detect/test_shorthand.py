from __future__ import annotations

import time

import pytest
from pace_support import slowness

from spacy_deid.detect.protection.terms.shorthand import find_shorthand
from spacy_deid.detect.words.reading import Reading


def found(text: str) -> str:
    return "|".join(text[slice(*span)] for span in sorted(set(find_shorthand(Reading(text)))))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Parent called; child well per parent.", "Parent|parent"),
        ("seen by MD, then referred to MD; ok per MD.", "MD|MD|MD"),
        ("EMT arrived, paramedics took over; told Waneta (LPN).", "EMT|paramedics|LPN"),
        ("ambulance and paramedics; then a paramedic gave oxygen", "paramedics|paramedic"),
        ("from a contactable other health care professional.", "health care professional"),
        ("from a contactable nurse (patient's mother).", "nurse"),
        ("linked to MOD-2021-080668 (Patient Link).", "Patient Link"),
        ("taken to the E.R. in the U.S. by ambulance", "E.R.|U.S."),
        ("the E.D. and E.R. doctors said, i.e. nothing", "E.D.|E.R.|i.e."),
        ("s/p fall, c/o pain, V/S stable, to f/u.", "s/p|c/o|V/S|f/u."),
        ("ALT 1,020 (H) 967 (H) 723 [L]", "1,020|967|723"),
        ("known allergies: Peanuts, Cashews and elm pollen.", "Peanuts, Cashews and elm pollen"),
        ("allergic to Hexane.", "Hexane"),
        ("Sex: M, gender: F; heparin 5000 U s/c BD", "M|F|BD"),
        ("34 y/o F teacher, 60 year old M, ill", "y/o|F|M"),
        ("insulin 10/8/12 U, NovoRapid 6-8-6 IE", "10/8/12 U|6-8-6 IE"),
        ("switched to ABC/3TC/DTG", "ABC/3TC/DTG"),
        ("HEENT: normal. CV: RRR", "HEENT|CV"),
        ("chest X-Ray, x ray, call 9-1-1", "X-Ray|x ray|9-1-1"),
        ("received JNJ78436735 and mRNA-1273", "JNJ78436735|mRNA-1273"),
        ("Gullian Barre, Lipshutz ulcers", "Gullian Barre|Lipshutz"),
        ("went to the hopsital, not a hospital", "hopsital"),
    ],
)
def test_shorthand_of_reports(text: str, expected: str) -> None:
    assert found(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Seen by Dr Parent. Parent agreed.",
        "Parent, Denise, 51; Parent lives in Ohio",
        "spoke to Amy Parent today, M. Parent signed",
        "She is an EMT. My husband, a paramedic, is a firefighter.",
        "46, a paramedic, was stung; 52/F, once a caregiver; his wife (lpn) came",
        "| Ann | 98 | lpn | ranitidine |; reviewed by MD Rao",
        "the patient's job: caregiver; a 57-year-old caregiver",
        "from a contactable pharmacist (patient himself)",
        "Bethesda, MD 20814; John Lee, MD, of Maryland (MD)",
        "E.R. is 54, initials V.S., signed P.A.",
        "room 723, 45 (hours), case 967-H",
        "allergic to penicillin said Dr Anna Lee",
        "seen 12/03/21 E wing, 10/8/12 units, insulin since 3/4/20",
        "call 9-1-1234, lives in L'Hospitalet",
        "J/S signed, a/b tested",
    ],
)
def test_persons_and_places_are_no_shorthand(text: str) -> None:
    assert found(text) == ""


def test_long_texts_are_quick() -> None:
    start = time.process_time()
    for part in ("Parent ", "per MD ", "c/o ", "1 (H) ", "allergies: A, ", "emt, ", "hhhhhhh"):
        list(find_shorthand(Reading(part * (400_000 // len(part)))))
    assert time.process_time() - start < 60 * slowness()
