from __future__ import annotations

import pytest

from spacy_deid.detect.addresses.finder import find_addresses
from spacy_deid.detect.ages.finder import find_ages
from spacy_deid.detect.protection.figures.body import find_body_figures
from spacy_deid.detect.protection.terms.remedies import find_remedies
from spacy_deid.detect.protection.times.latencies import find_latencies
from spacy_deid.detect.words.reading import Reading


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("weight|68|age|61|height|158", "68|158"),
        ("<patientweight>81</patientweight>", "81"),
        ('"weight":"71","height":"160"', "71|160"),
        ("patient_weight_kg: 58", "58"),
        ("Weight\n68\nAge\n44", "68"),
        ("AGE;SEX;WT;HT|44;M;72;158", ""),
        ("Obs T38 P120 R28 BP 98/51", "T38|P120|R28|BP 98/51"),
        ("R22 BP88/40", "R22|BP88/40"),
        ("pulse 88, resp 22, temp 37.8", "pulse 88|resp 22|temp 37.8"),
        ("lives at T38 P120", ""),
        ("lives at R14 XY22", ""),
        ("TA 12/8, then TA: 13/8", "12/8|13/8"),
        ("seen by PA 10/4, RR 12/5", ""),
        ("CXR PA 12/8 clear", ""),
        ("TA 4/12", ""),
        ("Time | BP\n10/6 2200", ""),
    ],
)
def test_figures_of_the_body(text: str, found: str) -> None:
    assert "|".join(text[slice(*span)] for span in find_body_figures(Reading(text))) == found


@pytest.mark.parametrize(
    ("text", "age"),
    [
        ("Age: 95.2. Sex F.", "95.2"),
        ("Age 67.4, male", "Age 67.4"),
        ("weight|68|age|61|height|158", "61"),
        ("Wt (kg) | 47 || Age (y) | 12", "12"),
        ('"patientonsetage": "47"', "47"),
        ("<patientonsetage>47</patientonsetage>", "47"),
        ("Poids : 54 / Âge : 33", "33"),
        ("dosage: 12; stage|3; page: 12.5", ""),
        ("Age 67.4 mg", ""),
        ("Age/sex/wt: 35/M/58kg", "35"),
    ],
)
def test_ages_in_fields(text: str, age: str) -> None:
    assert "|".join(text[a.start : a.end] for a in find_ages(text)) == age


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("<occurcountry>PT</occurcountry>", "PT"),
        ('"country":"NZ"', "NZ"),
        ("Country of occurrence: DE", "DE"),
        ("Reporter country US, serious", "US"),
        ("a country IN which", ""),
        ("COUNTRY: NO DATA", ""),
        ("Drug withdrawn in country: NO; serious: NO", ""),
        ("Reporter country: NO", "NO"),
        ("COUNTRY: GB\nREPORTER: NURSE", "GB"),
        ('"countryCode": "DE"', "DE"),
        ("Other country: IS the product sold?", ""),
        ("Country: QQ", ""),
        ("Reporter country: CAN", "CAN"),
    ],
)
def test_codes_of_countries(text: str, code: str) -> None:
    found = [text[a.start : a.end] for a in find_addresses(text) if a.label == "COUNTRY"]
    assert "|".join(found) == code


@pytest.mark.parametrize(
    ("text", "street"),
    [
        ("lives in Zone C, Block 14, House 5, Kakuma", "Zone C, Block 14, House 5"),
        ("Sub-block D4, Camp 1W.", "Sub-block D4, Camp 1W"),
        ("house 14 flat 8", "house 14 flat 8"),
        ("biopsy block 3, section 4", ""),
        ("lot 12, unit 3", ""),
        ("house 14", ""),
        ("plot 3, row 5 showed growth", ""),
        ("lives in sector 2, row 4", "sector 2, row 4"),
        ("T flat V1 - section 2", ""),
        ("Phase 3, camp 5 mg", ""),
    ],
)
def test_addresses_of_numbered_units(text: str, street: str) -> None:
    found = [text[a.start : a.end] for a in find_addresses(text) if a.source.endswith("units")]
    assert "|".join(found) == street


@pytest.mark.parametrize(
    ("text", "remedy"),
    [
        ("given Xue Bi Jing 50 ml IV", "Xue Bi Jing"),
        ("Shuang Huang Lian injection", "Shuang Huang Lian"),
        ("on Xiao Yao San", "Xiao Yao San"),
        ("gave Chen Li Na 50 mg", ""),
        ("told Wang Wei Tang", ""),
        ("Patient Mei Ling Tang presented", ""),
        ("Hong Kai Wan, 56 M", ""),
        ("took Wu Ji Bai Feng Wan", "Wu Ji Bai Feng Wan"),
        ("told Mary Ann Lee tablets", ""),
    ],
)
def test_chinese_remedies(text: str, remedy: str) -> None:
    found = find_remedies(Reading(text))
    assert "|".join(text[slice(*span)] for span in found) == remedy


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("(latency: 8 years 9 months 29 days)", "8 years 9 months 29 days"),
        ("TTO 1 yr 2 mo; Time to onset: 4 mo", "1 yr 2 mo|4 mo"),
        ("exposure at 5 years old", ""),
        ("Duration: 45 years old", ""),
    ],
)
def test_latencies(text: str, time: str) -> None:
    assert "|".join(text[slice(*span)] for span in find_latencies(Reading(text))) == time


@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("<reporterstate>TX</reporterstate>", "TX"),
        ("Reporter state: ON.", "ON"),
        ("Mental state: OK", ""),
    ],
)
def test_codes_of_states(text: str, state: str) -> None:
    found = [text[a.start : a.end] for a in find_addresses(text) if a.label == "STATE"]
    assert "|".join(found) == state
