from __future__ import annotations

import pytest
from pace_support import LINEAR, growth

from spacy_deid.detect.protection.results.dated_tables import find_dated_tables
from spacy_deid.detect.words.reading import Reading


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("| 10/02 | 15/02 | 18/02\n| 61 | 64 | 62\n| 171 | 190 | 140", "61 64 62 171 190 140"),
        ("DATE | STOOLS | CRP\n04.06. | 3 | 11\n11.06. | 9 | 88", "3 11 9 88"),
        ("          3 Sep   7 Sep   12 Sep\nMystin    44      118     139", "44 118 139"),
        ("\t2021-02-03\t2021-02-09\nSweat\t12\t13.5\n\nRoom\t12", "12 13.5"),
    ],
)
def test_values_below_and_behind_days(text: str, values: str) -> None:
    found = [text[start:end] for start, end in find_dated_tables(Reading(text))]
    assert found == values.split()


@pytest.mark.parametrize(
    "text",
    [
        "name | 10/02 | 15/02\nAnn | 61 | 64",
        "| 10/02 | 15/02\nage | 61 | 64",
        "shift | 10/02 | room | nurse\nday | 61 | 64 | 66",
        "10/02 | Lee | 0207 946 0018\n11/02 | Kim | 0207 946 0019",
        "one | 61 | 64\ntwo | 66 | 67",
        "| 10/02 | 15/02 |",
    ],
)
def test_tables_of_persons_and_without_days(text: str) -> None:
    assert list(find_dated_tables(Reading(text))) == []


def test_a_long_table_takes_linear_time() -> None:
    text = "| 10/02 | 15/02 |\n" + "| 61 | 64 |\n" * 5
    assert growth(lambda n: list(find_dated_tables(Reading(text * n))), 200) < LINEAR
