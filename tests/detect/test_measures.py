from __future__ import annotations

import time

import pytest
from pace_support import slowness

from spacy_deid.detect.protection.figures.measures import find_measures
from spacy_deid.detect.protection.finder import find_protected
from spacy_deid.detect.words.lexicon import SCALE, Lexicon
from spacy_deid.detect.words.lists import read_lists
from spacy_deid.detect.words.reading import Reading
from spacy_deid.detect.words.scan import Scan


@pytest.mark.parametrize(
    ("text", "figures"),
    [
        ("seen at 12.35 h and again @ 9 p.m.", "12.35 h|9 p.m."),
        ("Kl. 03.10, vakt; ore 14.05 dott.; 06h50 call", "Kl. 03.10|ore 14.05|06h50"),
        ("back 515PM, at 1030 a.m., given @ 1637, seen at 1717.", "515PM|1030 a.m.|@ 1637|at 1717"),
        ("best Tuesday a.m. or Thu p.m.", "a.m.|p.m."),
        ("resumed week 16 w/o recurrence", "week 16 w/o"),
        ("on 12FEB 1705, Feb 20, 2014 0240 and 11/01/24 - 0712", "1705|0240|0712"),
        (
            "13.09.15  1935, at 1955 hrs, adjourned 1445; more",
            "1935|1955 hrs|adjourned 1445",
        ),
        ("Apgar 9/10/10; at 38/40, in 1/3 of the cases", "Apgar 9/10/10|38/40|1/3"),
        ("HA 4/10; ratio clozapine to metabolite 4/5; Mayo 7/12", "4/10|4/5|7/12"),
        ("BP 82/58, then 194/91 after fluids", "82/58|194/91"),
        ("insulin lispro 25/75, fee 30/70, PEP done 28/28", "25/75|30/70|28/28"),
        ("NRS 4/10 at rest, power 4/5 in the left leg", "4/10|4/5"),
        ("PC: jaundice 2/52. Cough 6/52, worse", "2/52|6/52"),
        ("VA 6/9 right, 6/24 left", "6/9|6/24"),
        ("cultures 4/4 E. coli; 2 nodes, 1/12 cores", "4/4|1/12"),
        ("amoxicillin x 5/7 and cream for 2/7", "x 5/7|cream for 2/7"),
        ("ALT rose on Day 15; Cycle 2; a 3-day course", "Day 15|Cycle 2|3-day"),
        ("Weber: 647294, exp 02/12", "647294"),
        ("BP-120/80, patient 140/90, chest pain 6/10, insulin 70/30", "120/80|140/90|6/10|70/30"),
        ("rash on day 3 of treatment, day 12; Visit 4, day 2 of May", "day 3|day 12|Visit 4"),
        ("woke at 22.30, seen 14.45; Kanavel signs 2/4", "22.30|14.45|2/4"),
        ("pupils 7/7, Tinetti 6/28, 24/28 tablets, 1/6 swabs", "7/7|6/28|24/28|1/6"),
        ("Ampoule 81X65294. Batch? - 85M76166.", "Ampoule 81X65294|Batch? - 85M76166"),
    ],
)
def test_figures_that_identify_no_one(text: str, figures: str) -> None:
    assert [text[start:end] for start, end, _ in find_measures(Reading(text))] == figures.split("|")


@pytest.mark.parametrize(
    "text",
    [
        "born 2/52, DOB: 06/52, since 3/52, a 6/52 old baby",
        "seen on 12/21 and 31/08, follow-up 4/8, closed 3.10.",
        "in week 32 of 2021 and wk 5, dose due 7/19, visit 13/4",
        "(APR & MAY91) exp blurred",
        "visit 12/03/2021 or 12.03.2021",
        "file no. 92/71, ref: 94/33",
        "born 1971/72 in Graz",
        "on 3/4 of the year, 13.09.15 12/14, room at 1445",
        "at 2021-01-08T10:00",
        "called on day 12/05/2020",
        "nights of 14/15 March, Sept 14/15",
        "since winter 98/99, season 20/21, class of 71/72, 18/19 abroad",
        "admitted on 14/16, twins aged 13/15, between 21/23",
        "subject no. 651/48, file no. 13/77 of the office",
        "seen on 12.10 and 14.05, MRI 2/11 full rupture",
    ],
)
def test_dates_and_numbers_of_files_are_no_figures(text: str) -> None:
    assert list(find_measures(Reading(text))) == []


@pytest.mark.parametrize(
    ("text", "shielded"),
    [
        ("deep ulcers, Mayo 3, Robarts 21 on biopsy", ["Mayo 3", "Robarts 21"]),
        ("a Michaelis-like half-life", ["Michaelis-like"]),
        ("told Emma Mayo 3 times", []),
        ("Dr. Mayo 3", []),
        ("Ages 3 and 5. Female 34, ill. Child 7", []),
        ("from Forrest 12/03", []),
        ("Mayo ², Mayo " + "3" * 5000, []),
    ],
)
def test_scales_are_shielded_with_their_grade(text: str, shielded: list[str]) -> None:
    lexicon = Lexicon(read_lists())
    found = find_protected(Scan(text, lexicon.flags), lexicon)
    rules = {"gazetteer.protect.grade", "gazetteer.protect.eponym"}
    assert [text[p.start : p.end] for p in found if p.source in rules] == shielded


def test_a_megabyte_is_quick() -> None:
    start = time.process_time()
    for part in ("power ", "12/", "kl 12.", "1A", "va 6/", "batch? "):
        list(find_measures(Reading(part * (1_000_000 // len(part)))))
    assert time.process_time() - start < 30 * slowness()


def test_a_score_over_more_than_twelve_is_told_from_the_number_of_a_file() -> None:
    assert list(find_measures(Reading("scored 24/28 then"))) == [(7, 12, 0.97)]
    assert list(find_measures(Reading("kept in file 24/28"))) == []
    assert list(find_measures(Reading("MMSE fell, 40/41 then"))) == [(11, 16, 0.97)]


def test_a_grade_is_known_by_the_name_of_its_scale_alone() -> None:
    lists = {"scales": "hughes grade\nvan herick grade\nsun classification\ne score\nhowarth test"}
    flags = Lexicon(lists).flags
    names = ("hughes", "van", "sun", "e", "howarth")
    assert [name for name in names if flags.get(name, 0) & SCALE] == ["hughes"]
