from __future__ import annotations

import time

import pytest
from pace_support import slowness

from spacy_deid.detect.protection.terms.generics import find_generics
from spacy_deid.detect.words.reading import Reading


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("the latter's a fish shop", "fish shop"),
        ("THE LATTER'S A FISH SHOP", "FISH SHOP"),
        ("fell from a roof at work, hotel in Graz", "roof|hotel"),
        ("the boarding school rang", "boarding school"),
        (
            "rm 2-114; bed 4, Lister Ward; Bed 11 Junior, rm 11 2nd floor",
            "rm 2-114|bed 4|Bed 11|rm 11",
        ),
        ("advised by the company doctor, a virtual assistant", "company doctor|virtual assistant"),
        ("To the High Directorate of Health, Sisli", "High Directorate of Health"),
        ("positive Myerson's sign", "Myerson's sign"),
        ("an infusion of Santa Maria herb", "Santa Maria herb"),
        ("INFUSION OF SANTA MARIA HERB", "SANTA MARIA HERB"),
        ("in bed 307-2, room 12B, location 6N-614", "bed 307-2|room 12B|location 6N-614"),
    ],
)
def test_terms_that_identify_no_one(text: str, terms: str) -> None:
    assert sorted(text[start:end] for start, end in find_generics(Reading(text))) == sorted(
        terms.split("|")
    )


@pytest.mark.parametrize(
    "text",
    [
        "Hotel Sacher, the Fish Shop, Eton High School",
        "she runs a nail bar",
        "gave Maria herbal tea",
        "Rm 1804, Great Eagle Mansion, Unit 2, Room 601, room 9, The Hoad; Titahi Bay 7295",
        "licence RM 73-1190, file RM 88 2713, room 09 555 0160, signed RM\n0905 start",
        "in Quiet Room 2 Nov, ask dr pool and mrs market",
        "put to bed 12/05/2020, Bay Street, Room Service",
        "Line: Ann Foley, Foley's brother, head office",
        "lives in Room 12, 45 Hill Road; Rm 5, 16 Barrera St.",
    ],
)
def test_names_are_not_generic(text: str) -> None:
    assert list(find_generics(Reading(text))) == []


def test_a_megabyte_is_quick() -> None:
    start = time.process_time()
    for part in ("a fish ", "study aaa-", "shop ", "Santa "):
        list(find_generics(Reading(part * (1_000_000 // len(part)))))
    assert time.process_time() - start < 30 * slowness()
