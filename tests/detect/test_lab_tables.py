from __future__ import annotations

import pytest
from pace_support import LINEAR, growth

from spacy_deid.detect.protection.results.lab_tables import find_lab_tables
from spacy_deid.detect.protection.results.lab_values import find_lab_values
from spacy_deid.detect.words.reading import Reading


def found(text: str) -> list[str]:
    reading = Reading(text)
    spans = [*find_lab_tables(reading), *find_lab_values(reading)]
    return [text[slice(*span)] for span in spans]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("Na     136   133   127", "na|136|133|127"),
        ("LDH\t4,870\t690 H\t(135-225)", "ldh|4,870|690 h|(135-225)"),
        ("BP | 120/80 | 96/60\nUO | 40 | 35", "bp|120/80|96/60|uo|40|35"),
        ("bed | name | Hb | Plt\n3 | J. Smith | 121 | 240", "hb|plt|121|240"),
        ("Hb  121  118\nKreatinin  88  140\nXyz  4.1  4.4", "hb|121|118|kreatinin|88|140|4.1|4.4"),
        ("Gluc 27.3  19.9\nBE   -22.4 -15.1 -7.2", "gluc|27.3|19.9|be|-22.4 -15.1 -7.2"),
        ("2023-02-11,Creatinine,212,umol/L,H,62,106", "212|h|62|106"),
        ("Leuko;6,8;5,9;1,2-;4,0-10,0", "6,8|5,9|1,2-"),
        ("R AC   15   20   25    35\nL AC   15   15   25    40", "15|20|25|35|15|15|25|40"),
        (
            "          Hb    Plt    Crea\nJune 15   8.8   41   288\nJune 18   7.1   40   300",
            "hb|plt|crea|8.8|41|288|7.1|40|300",
        ),
        ("Patient    Hb   Plt\nJ. Smith   121  240", "hb|plt|121|240"),
        (
            "Hb  12.1  118\nALT  88  140\nSpec. gravity  1.01  1.02",
            "hb|12.1|118|alt|88|140|1.01|1.02",
        ),
        ("Patient: Lee | MRN 447190\nHb | 121\nPlt | 240", "hb|121|plt|240"),
        ("urate 612 umol/l (88-246), B12 110 (180 - 900)", "(88-246)|(180 - 900)"),
        (
            "free T4 41 pmol/l (12-22); 4.6 (2-15), bilirubin 214 µmol/l (5-21)",
            "(12-22)|(5-21)|214",
        ),
        ("Day  0  7  14\nALT  21  88  412", "day  0  7  14|alt|21|88|412"),
        ("CO2→24→22→20 L", "co2|24|22|20 l"),
        ("WBC 12, plt: 45; AEC 3900, SGPT of 480", "12|45|3900|480"),
        ("ALP 77 90 121 160, AST 40 -> 980 -> 310", "77|90|121|160|40|980|310"),
    ],
)
def test_values_of_a_row_a_column_or_a_list(text: str, values: str) -> None:
    assert sorted(map(str.lower, found(text))) == sorted(values.split("|"))


@pytest.mark.parametrize(
    "text",
    [
        "MRN     136   133   127",
        "ALT     12/3   13/3",
        "bed | name | age\n3 | J. Smith | 78",
        "ALT 12 March, AST 12/3, CK 2014, LDH 12th, ALT on 12 May",
        "plate CK 0058, card no. AST 3007, BUN 643 2199 45",
        "INR at 25 Main Street",
        "He is Tom Brito,45,and he weighs,well,80",
        "ext 45 (0161-4960), Ward 5 (20-46), bleeps: SHO 45 (22-45), sibs 3 (12-45); ck 34 F",
        "Pulse dept\t4471\t4472\nBP clinic\t4473\t4474",
        "Pain team | 2291\nTemp staff | 4431\nWeight clinic    4471    5512",
        "CK\t45\tF\trash\nBP\t52\tF\tdeath",
        "CREAT 1.0 (12-07) ; 4.6 (2-15), on 3/4 (10-12), day 9 (12-3)",
        "48;HR MANAGER;NIVO;27.08",
        "Plt:\n11.07  243 / 14.07  210",
        "he is in room 12 (555-1234)",
        "name | MRN | age\nSmith | 447190 | 93\nBrown | 551203 | 91",
        "Smith   447   78   121   240\nBrown   551   91   118   233",
        "JS   447   78   121   240\nAB   551   91   118   233",
    ],
)
def test_what_is_no_value(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Name | MRN | Age | Hb | Plt\nJ Smith | 447190 | 93 | 121 | 240", "447190|93"),
        ("Name | MRN | Age | Hb | Plt\nK | 447190 | 93 | 121 | 240", "447190|93"),
        (
            "Patient       Hosp no   Age   Hb   Plt\nSmith John    447190    93    121  240\n"
            "Brown Anna    551203    91    118  233",
            "447190|93|551203|91",
        ),
        ("Patient  Hosp no  Age  Hb\nK        447190   93   121", "K|447190|93"),
        ("Ward list | of 3 May\nName | Age | Hb | Plt\nLee | 93 | 9.1 | 240", "93"),
        (
            "Hb  121  118\nPlt  240  233\nNurse Adams  7734  4415\nAdams  734  415",
            "7734|4415|734|415",
        ),
        ("x;Hb;121;118;MRN;447190", "447190"),
    ],
)
def test_numbers_of_persons_beside_values_are_left(text: str, kept: str) -> None:
    values = found(text)
    assert {"121"} & set(values) or "9.1" in values
    assert set(kept.split("|")).isdisjoint(values)


def test_long_tables_take_time_in_proportion() -> None:
    text = "Na  136  133  127\nXyz  1  2  3\n\n"
    assert growth(lambda count: found(text * count), 200) < LINEAR
