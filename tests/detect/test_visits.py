from __future__ import annotations

import pytest

from spacy_deid.detect.protection.codes.visits import find_visits
from spacy_deid.detect.words.reading import Reading


@pytest.mark.parametrize(
    ("text", "visits"),
    [
        ("Trial: PERGOLA-2. Visit: W24.", "W24"),
        ("visit code C2D15, then Visit EOT", "C2D15|EOT"),
        ("Awareness 12NOV2022   Cycle 3, Week 9\n6. Event", "Week 9"),
        ("Follow-up 1 - 05.12.2022\n  report 2 – 9 May", "1|2"),
        ("visit | D-7 | Cycle 2 day 15", "D-7|day 15"),
    ],
)
def test_visits(text: str, visits: str) -> None:
    assert [text[start:end] for start, end in find_visits(Reading(text))] == visits.split("|")


@pytest.mark.parametrize(
    "text",
    [
        "visit 24 May",
        "stayed 1 - 5.12.2022",
        "a call 12 - 14 May",
        "Visit: W24-113",
        "her visit was on the 3rd",
    ],
)
def test_dates_and_numbers_are_none(text: str) -> None:
    assert list(find_visits(Reading(text))) == []
