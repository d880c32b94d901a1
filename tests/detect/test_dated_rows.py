from __future__ import annotations

import pytest
from pace_support import LINEAR, growth

from spacy_deid.cli.models import load_pipeline
from spacy_deid.detect.dates.finder import find_dates
from spacy_deid.detect.dates.rows import row_order


@pytest.fixture(scope="module")
def rules():
    return load_pipeline("rules")


@pytest.mark.parametrize(
    ("text", "dates"),
    [
        ("Lab |2/3|9/3|16/3\nTnT |9|140|31", "2/3|9/3|16/3"),
        ("| | 1/2 | 1/3 | 29/3 |\n| trough | 310 | 220 | 90 |", "1/2|1/3|29/3"),
        ("pH | 18.08 6.98 | 19.08 7.21 | 22.08 7.40", "18.08|19.08|22.08"),
        ("CRP | 29.11 8 | 30.11 5\nC4 | 29.11 0.22 | 30.11 0.3", "29.11|30.11|29.11|30.11"),
        ("\t12/28\t12/30\t12/31\nHb\t9\t8\t8", "12/28|12/30|12/31"),
        ("      3 mai   6 mai   10 mai\nCRP   74   31   6", "3 mai|6 mai|10 mai"),
    ],
)
def test_days_in_a_row(rules, text: str, dates: str) -> None:
    found = [ent.text for ent in rules(text).ents if ent.label_ == "DATE"]
    assert found == dates.split("|")


@pytest.mark.parametrize(
    "text",
    [
        "GCS | 8/15 | 10/15 | 12/15",
        "pain | 4/10 | 7/10 | 9/10",
        "VA | 6/9 | 6/12 | 6/18",
        "Hb | 8.02 | 9.10 | 10.11",
        "ratio | 18.7 | 19.8 | 22.9",
        "BP | 20/12 | 18/11 | 16/10",
        "done | 1/3 | 2/4 | 3/5",
    ],
)
def test_scores_and_values_are_none(text: str) -> None:
    mark = "/" if "/" in text else "."
    for start in (m for m, sign in enumerate(text) if sign.isdigit()):
        assert row_order(text, start, mark) == ""


def test_a_long_row_is_quick() -> None:
    assert growth(lambda n: find_dates("| 1/2 | 1/3 | 29/3 " * n), 400) < LINEAR
