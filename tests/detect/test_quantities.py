from __future__ import annotations

import time

import pytest
from pace_support import slowness

from spacy_deid.detect.protection.figures.quantities import find_quantities
from spacy_deid.detect.words.reading import Reading


@pytest.mark.parametrize(
    ("text", "figures"),
    [
        ("SpO2 96 on O2 4 L, pacing at 80 mA", "SpO2 96|O2 4|80 mA|SpO2|O2"),
        ("wound 3.6 x 2.5, was 3.1 x 2.2 x 0.3 cm", "3.6 x 2.5|3.1 x 2.2 x 0.3 cm"),
        ("Age 5 Wt 22 Sex F", "Wt 22"),
        ("Respirations were rapid, 30, pulse of 98", "Respirations were rapid, 30|pulse of 98"),
        ("K+ of 4.4, INR 7.3; creatinine today is 2.3", "4.4|7.3|2.3"),
        ("cord pH 7.26/7.31, INR row 0 / 1840 / 96 / 1.4", "7.26/7.31|0 / 1840 / 96 / 1.4"),
        (
            "10/12.5 mg, ROR 2.7 (1.9-3.8), 61 x10^9/l",
            "10/12.5 mg|2.7 (1.9-3.8)|61 x10^9/l",
        ),
        ("V/S 136/97 mm Hg-110-24-38.9", "136/97 mm Hg-110-24-38.9"),
        ("drug 1-0-0, other 0-0-1/2, third 1-0-0-1", "1-0-0|0-0-1/2|1-0-0-1"),
        ("drug\n10/12.5 MG", "10/12.5 MG"),
        ("rash on the seventh day. After the fourteenth jab", "seventh day|fourteenth"),
        ("pregnant, on it since week 17; born at 39+2 weeks", "39+2|week 17|39+2 weeks"),
        ("in the 26th week, G4P2", "26th week"),
        ("THIRD DOSE; the twelfth day after surgery", "THIRD|twelfth day"),
        ("born at 26+4 weeks, 37.2C", "26+4|37.2C|26+4 weeks"),
        ("for next 6-7 days; the 5th vaccine", "6-7 days|5th"),
        ("on 2nd asking, the 9th of 10 tries, the 9th of 10/2014", "2nd|9th"),
        ("1st dose, 4TH INJ, care 4 h/day, on 5 U/kg", "1st|4TH|4 h/day|5 U/kg"),
        (
            "3-cm scar, 500-g infant, 5-10 mm, 2500 g, 12 k, 10.4. cm",
            "3-cm|500-g|5-10 mm|2500 g|12 k|10.4",
        ),
        ("the 12th day after surgery; K 4.4. INR 7.3", "12th day|4.4|7.3"),
        ("PT: 35 s. reactivity 274 PRU", "35 s|274 PRU"),
        ("Hb 11 -> 5.8 overnight", "11 -> 5.8"),
        ("the 12th day of treatment, 3rd month of pregnancy", "12th day|3rd"),
        ("from the 2nd to the 6th day of care; 10th postoperative day", "2nd|6th day|10th"),
        ("on the fifth day of amoxicillin", "fifth day"),
        ("RR 20, HR 90, Ht 181 Wt 80", "20|90|Ht 181|Wt 80"),
        ("stopped on 4th day; rash. Onset: 8th day", "4th day|8th day"),
        ("weight 14.2 kg (25th), head 2nd-9th centile", "14.2 kg|25th|2nd|9th"),
        ("Hb at discharge 8.9. Bili from 9.8 to 7.2, ok", "8.9|9.8|7.2"),
        ("has taken it since 10 years, since about 3-4 months", "10 years|3-4 months"),
        ("depuis 3 ans, seit 5 Jahren, desde hace 2 años", "3 ans|5 Jahren|2 años"),
        ("smoker, 12 p/y; 30 pack-years", "12 p/y|30 pack-years"),
        ("1205 130/76, 88, 98%; gas 7.18/78/64", "130/76, 88, 98%|7.18/78/64"),
        ("eGFR 19 (was 48 in Aug), Hb 9.1 (prev. 12.4)", "19 (was 48|9.1 (prev. 12.4"),
        (
            "Tryptase returned 24.5, troponin on arrival 3.12; WBC until discharge 2.2. K 4.1",
            "24.5|3.12|2.2|4.1",
        ),
        ("Reply: (1) biopsy, (2) lot, (3) outcome", "1|2|3"),
    ],
)
def test_amounts_values_and_numbering(text: str, figures: str) -> None:
    assert [text[start:end] for start, end in find_quantities(Reading(text))] == figures.split("|")


@pytest.mark.parametrize(
    "text",
    [
        "claim 84-9134-K, file 57-3630-GR, 00-295 MV, 0171-g; SI-219-44 cc, ID ending 417G",
        "serial HZ 440 219 S, XAP 997 7022 G; Skardu 4399 G; pager 4295 cc: Dr Lee",
        "screening no. 6024\nS Hatton, pager 4295\ncc: Dr Lee, since 2015\ncm: none",
        "912 S. Crawford; Phosphate 04.01 0.44, Platelets: 14.03. – 240; ZSR K 5508.19",
        "12th day after Easter, 3rd day of March",
        "in the night to Twelfth Day, the fifth of May, in June, on the fifth day",
        "Second Floor, Lilunga House",
        "aged 48 (was 47 when it began), on 6.18/2021, seen 130/76, 88 Mill Lane",
        "back in week 43, till week 6, born 39 weeks ago",
        "pregnant in week 23 of 2020, week 12, 2021, calendar week 7",
        "blind since 5 years of age, since 5 years old, since 2019",
        "a 45 l. hip, aged 22",
        "hr 30-year-old, weight 45 years",
        "temp on 3.10.2021, glucose 3/10",
        "from 05.06., ibuprofen (05.08.–05.10.)",
        "Name: Ann 2. Age: 3.",
        "on 21.9. and 30 Fri",
        "birth centre sat 4am",
        "CRP returned on 12.3. and Hb arrived by 3.11 as told",
        "CRP on 12.3. and in 4.10, INR from 5.6. on, Hb from 12.03",
        "the 3rd day of March, 2nd week in 2021, 1st week of the month",
        "at Tihar, 2nd day, and on Eid 2nd day; clinic (5th-9th); Seventh Day Hospital",
        "Saturation\n02.04  06:00; on the 9th day surgery called",
        "in March, on the 12th day, he fell; on the 3rd day in April",
        "the 12th day of that month, 5th day of the same lunar year, 3rd day of Nisan",
        "on the 12th, the second, the 5th of May, 12th and 14th",
        "on the 1st, in her 30s, 12 / 03 / 2014, on the 3rd. Dose",
    ],
)
def test_dates_and_ages_are_no_quantities(text: str) -> None:
    assert list(find_quantities(Reading(text))) == []


def test_a_megabyte_is_quick() -> None:
    start = time.process_time()
    for part in ("wt ", "hr of is ", "1 x ", "(1) ", "1. ", "2.3", "creatinine is at 2.3 "):
        list(find_quantities(Reading(part * (1_000_000 // len(part)))))
    assert time.process_time() - start < 60 * slowness()
