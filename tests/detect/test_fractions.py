from __future__ import annotations

import time

import pytest
from pace_support import slowness

from spacy_deid.detect.protection.figures.fractions import find_fractions
from spacy_deid.detect.protection.figures.measures import find_measures
from spacy_deid.detect.words.reading import Reading


@pytest.mark.parametrize(
    ("text", "fractions"),
    [
        ("Prednisolone was given for 3/12. Headache for 4/7", "3/12|4/7"),
        ("cough for 3/7 and vomiting 2/7, over 5-7/7", "3/7|2/7|5-7/7"),
        ("Review in 6/52, seen again in 3/12; settled after 4/7", "6/52|3/12|4/7"),
        ("6/10 patients, 3/12 of the subjects, 11/12 cranial nerves", "6/10|3/12|11/12"),
        ("then 1/4 of a tablet; a 25G 5/8 needle", "1/4|5/8"),
        ("Apgar scores were 8/9, tension 14/8, later 13/7", "8/9|14/8|13/7"),
        ("ANA 1/80, ASMA 1/40; rates 8-10/10", "1/80|1/40|8-10/10"),
        ("Epworth before 4/24, now 17/24; PHQ 3/27, then 15/27", "4/24|17/24|3/27|15/27"),
        ("clarithro 500 mg bd PO 10/7, vancomycin 1 g IV 7/7", "10/7|7/7"),
        ("drawing improved from 1/5 to 4/5", "1/5|4/5"),
    ],
)
def test_courses_counts_scores_and_titres(text: str, fractions: str) -> None:
    assert [text[slice(*span)] for span in find_fractions(Reading(text))] == fractions.split("|")


def test_dates_beside_scores_of_the_same_whole() -> None:
    text = "on 4/24 it was 17/24, exp 3/27, score 15/27. Was 1/27 in May. Seen 3/15, GCS 14/15"
    assert [text[slice(*s)] for s in find_fractions(Reading(text))] == ["17/24", "15/27", "14/15"]


@pytest.mark.parametrize(
    "text",
    [
        "on 3/12, since 3/12, until 4/7, seen 3/7, after 3/12 she was well",
        "appointment for 4/7, scheduled for 3/12, back for 4/7 appt",
        "born in 6/52, started in 3/12, given for 03/12",
        "rash for 3/12, seen 05/23/2021",
        "cough for 3/8 and seen on 2/7",
        "on 6/10 patients were moved, by 9/11 cases rose",
        "4/12 doses held\n5/12 doses held",
        "improved from 1/5 to 4/6, fell from 5/1 to 5/4, went from 1/5 to 3/5",
        "surgery date changed from 2/10 to 9/10; symptoms improved from 4/10 to 8/10",
        "seen by po 10/7, dose of 5 mg on 10/7, iv 3/12, IV 10/7",
        "10/6 patients, ANA 1/20, tension 8/14",
    ],
)
def test_dates_are_no_fractions(text: str) -> None:
    assert list(find_fractions(Reading(text))) == []


@pytest.mark.parametrize(
    ("text", "fractions"),
    [
        ("Cough for 3/7, died 5/7.", "3/7"),
        ("Fever for 3/7, hospitalised 5/7.", "3/7"),
        ("Vomiting for 2/7 and presented 5/7.", "2/7"),
        ("Rash for 3/7, tested 6/7 in clinic.", "3/7"),
        ("Cough for 3/7, on antibiotics from 5/7, bloods 6/7", "3/7"),
        ("Cough for 3/7, 5/7 seen by GP, fever for 2/7 and 5/7 admitted", "3/7|2/7"),
        ("fever for 3/7, sore throat 4/7 and headaches 2/7", "3/7|4/7|2/7"),
        (
            "for 3/7 or 4/7; itching for 2/7, with dry cough and runny nose for 5/7",
            "3/7|4/7|2/7|5/7",
        ),
    ],
)
def test_only_symptoms_lead_from_a_course_to_the_next(text: str, fractions: str) -> None:
    assert [text[slice(*span)] for span in find_fractions(Reading(text))] == fractions.split("|")


def test_a_cue_carries_over_to_the_next_pair_of_the_same_form() -> None:
    text = "BP 12/8, later 10/6. Ratings 3/4, 4/10 and 2/5"
    found = [text[start:end] for start, end, _ in find_measures(Reading(text))]
    assert set(found) >= {"12/8", "10/6", "3/4", "4/10", "2/5"}


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("BP 120/80, 10/6 BP 118/70", "10/6"),
        ("BP 12/8, then seen on 10/6", "10/6"),
        ("pain 3/10, 4/11 improved", "4/11"),
        ("BP 12/8, 14/5 discharged home.", "14/5"),
        ("BP 12/8 and 14/5 discharged home.", "14/5"),
    ],
)
def test_no_cue_carries_over_to_a_date(text: str, date: str) -> None:
    place = text.index(date)
    assert not [one for one in find_measures(Reading(text)) if one[0] <= place < one[1]]


def test_a_megabyte_is_quick() -> None:
    start = time.process_time()
    for part in ("for 3/12 ", "BP 12/8, ", "1/80 ", "3/7 and ", "8-10/10 ", "apgar 8/9 "):
        list(find_fractions(Reading(part * (1_000_000 // len(part)))))
    assert (time.process_time() - start) / slowness() < 30
