from __future__ import annotations

import pytest
from pace_support import LINEAR, growth

from spacy_deid.detect.protection.results.moving_values import find_moving_values
from spacy_deid.detect.words.reading import Reading


def found(text: str) -> list[str]:
    return [text[slice(*span)] for span in find_moving_values(Reading(text))]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("My weight went up to 235 but", "235"),
        ("fibrinogen 618 (down from 782 on 1/18)", "782"),
        ("troponin and NT pro BNP were elevated at 0.888 and 979. An EKG", "0.888|979"),
        ("protein/creatinine ratio improved to 0. 352", "0. 352"),
        ("not rapidly increasing (147, 229, 243, 267), he", "147|229|243|267"),
        ("(reference level: 60-70)", "60-70"),
        ("BPs found to be 134-179/87-102. Chest", "134-179/87-102"),
    ],
)
def test_values_that_rise_and_fall(text: str, values: str) -> None:
    assert found(text) == values.split("|")


@pytest.mark.parametrize(
    "text",
    [
        "patients aged up to 93, older ones up to 97",
        "went up to 235 Main Street, moved up from 12 Oak Lane",
        "it peaked at 2019 and fell to 2020",
        "reduced from 12 May to 14 May, up to 10 am, down to 9 years",
        "Improved from 24.03, fell from 3 to 9 March, MIN was 418 772",
        "taken down to room 12, room up to 235",
        "on day (3, 5, 8), in (2019, 2020, 2021), tel (555, 0123, 4567)",
        "call 134-1798, up to 555-0123",
    ],
)
def test_ages_days_and_numbers_of_persons_are_none(text: str) -> None:
    assert found(text) == []


def test_many_values_take_time_in_proportion() -> None:
    assert growth(lambda count: found("went up to 235 (147, 229, 243) " * count), 200) < LINEAR
