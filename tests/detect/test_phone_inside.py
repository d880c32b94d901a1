from __future__ import annotations

import time

import pytest
from pace_support import slowness

from spacy_deid.detect.contacts.finder import find_contacts


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("Call Ann, ext 9, or ext212; extn. is 15", "9|212|15"),
        ("pharmacist Priya, x208; back at x12", "208|12"),
        ("rang line 217, our inside number 999, ward desk 2255", "217|999|2255"),
        ("Winni, dir. 22 22 29 25: block", "22 22 29 25"),
        ("Dr Ask, line 14, noted; bip 512; leader p#1105", "14|512|1105"),
        ("mobile oh seven seven double oh nine one two", "oh seven seven double oh nine one two"),
        ("to Angharad, extension two two one six please", "two two one six"),
        ("room 0242 555 0166 ext 31", "0242 555 0166 ext 31"),
    ],
)
def test_numbers_within_a_house_and_said_numbers(text: str, numbers: str) -> None:
    found = [text[p.start : p.end] for p in find_contacts(text) if p.label == "PHONE"]
    assert found == numbers.split("|")


@pytest.mark.parametrize(
    "text",
    [
        "strength ext 5/5, ext 2+",
        "Knee extension 30 degrees",
        "adrenaline x3, 2 x 250 mg, t.i.d. x 10 days",
        "post 3 days, line 2 of the form",
        "one or two, three at most",
    ],
)
def test_figures_that_nobody_can_ring(text: str) -> None:
    assert find_contacts(text) == []


def test_a_megabyte_is_quick() -> None:
    start = time.process_time()
    for part in ("ext ", "ext 9, ", "rang line ", "rang line 217, ", "two double ", "x12 "):
        find_contacts(part * (1_000_000 // len(part)))
    assert time.process_time() - start < 60 * slowness()
