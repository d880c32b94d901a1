from __future__ import annotations

import time

import pytest
from pace_support import slowness

from spacy_deid.detect.protection.figures.clinical_pairs import find_clinical_pairs
from spacy_deid.detect.words.reading import Reading


def found(text: str) -> list[str]:
    return [text[slice(*span)] for span in find_clinical_pairs(Reading(text))]


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("Targin 10/5 bd; | Oxycodone/naloxone | 10/5 | PO |", "10/5|10/5"),
        ("Glyxambi 10/5 mane, Humulin M3 18/12, started Caduet 5/10 od", "10/5|18/12|5/10"),
        ("cangrelor 30/4; BiPAP 12/6 with FiO2 0.4, reduced to 10/5", "30/4|12/6|10/5"),
        ("IPAP/EPAP 18/5, BPAP ST 16/8, IDDSI 4/2", "18/5|16/8|4/2"),
        ("Ondansetron 4 mg 8/24 IV, 1 L 8/24 then 12/24", "8/24|8/24|12/24"),
        ("Latency: 9/7. K 2.9 at 3/12; denosumab 6/12ly", "9/7|3/12|6/12ly"),
        ("TOF 4/4, GDS 9/15, Abbey 8/18, 4AT 4/12", "4/4|9/15|8/18|4/12"),
        ("Allred 8/8 ER, 6/8 PR. ER 8/8, PR 6/8", "8/8|6/8|8/8|6/8"),
        ("murmur 3/6; MRC 3/5, grip 3/5, BPE 4 / 4", "3/6|3/5|3/5|4 / 4"),
        ("ICE 2/10, Levine 2/6, contractions 3/10, ASPECTS 9/10", "2/10|2/6|3/10|9/10"),
        ("BCVA 6/9, 6/12. Nottingham 6/9 (3+2+1, 6/9)", "6/9|6/12|6/9|6/9"),
        (
            "Exforge 5/10, Percocet 5/325 began; MMUD 5/10; 3/5 palpable, 4/4 limbs",
            "5/10|5/325|5/10|3/5|4/4",
        ),
        (
            "TA 17/9, Glasgow 13; TA: 12/7 FC 80. tomou 7/9 comprimidos; nahm 2/3 Tabletten",
            "17/9|12/7|7/9|2/3",
        ),
        ("7/12 cores, ypT2 N1a (2/14), MUD 9/10", "7/12|2/14|9/10"),
        ("RT 12/25 fractions; dose 2/3 of HPV vaccine; straw 2/5", "12/25|2/3|2/5"),
        ("bottle 3/4 full, 3/6 left, 12/14 used.", "3/4|3/6|12/14"),
        ("epi 1/10 repeated. amox 1/10, 1/2, 1/1 tolerated", "1/10|1/10, 1/2, 1/1"),
        ("Apgars 2/5/7 (1/5/10), UO 15/10/5", "1/5/10|15/10/5"),
    ],
)
def test_words_beside_a_pair_explain_it(text: str, pairs: str) -> None:
    assert found(text) == pairs.split("|")


@pytest.mark.parametrize(
    "text",
    [
        "Targin stopped on 10/5, TOF on 4/4, GDS 9/3, GDS Mon 9/15",
        "Started Entresto 5/6, received Suboxone 8/2",
        "nausea/vomiting 10/5, fever/chills 3/4 bd",
        "seen by Dr. Katz 5/6, at Mayo 9/12, at the VA 6/9, in Nottingham 6/9",
        "BiPAP 4/20, ER 8/8, COVID test 7/12 positive",
        "Lisinopril 10 mg 8/24, metoprolol 25 mg 9/24",
        "given Zofran 4 mg 8/24; Zofran 4 mg 8/24, seen 8/28",
        "3/6 left hospital, 12/14 used inhaler, 2/5 fx of wrist, 3/12 lymph node swelling",
        "second dose 2/3, dose 2/3 with fever, epi given 1/10, gave epi 1/10",
        "murmur heard since 3/6, murmur 03/06, contractions began 3/10",
        "K 2.9 at 3/12 visit, 5/23/21: K 2.9 at 3/12",
        "Lisinopril/HCTZ 3/7 rash, Percocet, 5/6 ; Seretide 3/12, Sinemet 22/11, Truvada, 24/8",
        "Caduet 5/10 began to swell; Coveram 5/10, she fell",
        "BiPAP, 28/2 seen; NIV 12/11 rang; matched, 3/10 and admitted",
        "Tanner 3/5 vomited at school. Levine 4/6 reviewed echo. Rutherford: 4/6 review",
        "SLNB 4/9 done, CAGE 2/4 done; ALT 400 at 5/7 check",
        "4/6 limbs weak, 4/6 strength worse, 5/8 palpable rash",
        "Seen by Jane Miller PA 12/4, HR 110. Erie PA 11/8 HR dept called. PA 14/3, FC 120",
        "TA 14/3 150/90 FC 88, 16/3 140/80; Pouls et TA 12/4 : 140/90; TA 12/4 1 hr after dose",
        "Mesure de la TA 14/03, pouls 80; Biopsia TA 12/4, VSG 90; TA 14/8 150/90 FC 88",
        "Tog den 4/5 tabletter; Tomó el 4/5 pastillas; Elle a pris le 4/5 gouttes; Em 4/5 gotas",
        "Ab dem 4/5 Tropfen; Dosis 1: 3/4, comprimidos; dosis 2: 5/4 comprimidos",
        "amox 1/10, 1/12, 1/14; TOF 4/4/2021; TOF 4/4 2021",
    ],
)
def test_dates_beside_them_stay_dates(text: str) -> None:
    assert found(text) == []


def test_half_a_megabyte_is_quick() -> None:
    start = time.process_time()
    for part in ("GDS 9/15 ", "1/10, ", "4 mg 8/24 ", "BiPAP 12/6, ", "6/9, ", "fentanyl/abc 1/2 "):
        list(find_clinical_pairs(Reading(part * (500_000 // len(part)))))
    assert (time.process_time() - start) / slowness() < 90
