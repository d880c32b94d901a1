from __future__ import annotations

import pytest
from pace_support import LINEAR, growth

from spacy_deid.detect.protection.results.time_series import find_time_series
from spacy_deid.detect.words.reading import Reading


def found(text: str) -> list[str]:
    return [text[slice(*span)] for span in find_time_series(Reading(text))]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("0900 72 118\n0915 131 72\n0930 110 98", "0900 72 118|0915 131 72|0930 110 98"),
        ("Obs: 0415 118 88; 0430 110 85;", "0415 118 88|0430 110 85"),
        ("0410 120/80 96\n0421 118/76 97", "0410 120/80 96|0421 118/76 97"),
        ("0900 72 118 64 99\n0915 131 72 66 98", "0900 72 118 64 99|0915 131 72 66 98"),
        ("UO 0800 40 0900 35 ml", "0800 40|0900 35"),
        ("2330 88 96\n0030 90 95\n0130 91 94", "2330 88 96|0030 90 95|0130 91 94"),
        ("INR Mon 2.1 Wed 4.8 Fri 9.1", "2.1|4.8|9.1"),
        ("INR Mon 3, Tue 4", "3|4"),
        ("Warfarin mg: Mon 3 Tue 3 Wed 5", "3|3|5"),
        ("levels Tue 8.4 Wed 0.61. Creatinine Monday 88.", "8.4|0.61|88"),
        ("Plan Mo 1/2, Di 1/2, Mi 3/4", "1/2|1/2|3/4"),
    ],
)
def test_values_beside_hours_and_weekdays(text: str, values: str) -> None:
    assert found(text) == values.split("|")


@pytest.mark.parametrize(
    "text",
    [
        "Tel 0900 72 118 64 99",
        "0900 72 118\n0830 131 72",
        "0900 72 118\n0915 131 72",
        "On call\n0412 345 678\n0423 456 789\n0434 555 210",
        "Mobiles: 0410 345 678\n0420 456 789\n0430 555 210",
        "Clinics\n0221 47 11 08 15\n0228 16 34 11 20",
        "Numbers:\n0220 47 11\n0225 16 34\n0230 61 20",
        "seen Mon 3, Tue 4 and Wed 5 March",
        "clinic Mon 3.4., Tue 4.4., born Fri 12 May",
        "INR on Fri 12, Fri 12th, Mon 8/24",
        "open Mon 9 am, Tue 10 am",
        "visits Fri 12, Mon 15 and Mon 22",
        "INR checked Fri 3 and Mon 6; bloods taken Mon 14, Tue 15",
    ],
)
def test_telephone_numbers_and_days_are_no_values(text: str) -> None:
    assert found(text) == []


def test_a_long_grid_takes_time_in_proportion() -> None:
    assert growth(lambda count: found("0900 72 118\n0915 131 72\n" * count), 200) < LINEAR
    assert growth(lambda count: found("Mon 3 Tue 9 " * count), 200) < LINEAR
