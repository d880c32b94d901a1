"""Ages: the limit of system 1, bands, decades and shifts, in their own unit."""

from __future__ import annotations

from datetime import date

import pytest
from mask_support import KEY, mask, spans_of, ways

from spacy_deid.annotations import Proposal
from spacy_deid.detect.dates.finder import find_dates
from spacy_deid.mask.ages import age_shift
from spacy_deid.mask.dates.rewrite import expressions_of
from spacy_deid.mask.keys import Keyed
from spacy_deid.mask.policies import OPTIONS


def age(text: str, **options: object) -> str:
    way = {"method": "limit", **options}
    return mask(text, [Proposal(0, len(text), "AGE")], ways(AGE=way))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("89-year-old", "89-year-old"),
        ("90-year-old", "[AGE > 89]"),
        ("103 y/o", "[AGE > 89]"),
        ("5-week-old", "5-week-old"),
        ("91-day-old", "91-day-old"),
        ("100 months", "100 months"),
        ("1100 months old", "[AGE > 89]"),
        ("ninety-two years old", "[AGE > 89]"),
        ("seventy years old", "seventy years old"),
        ("90s", "[AGE > 89]"),
        ("80s", "80s"),
        ("nineties", "[AGE > 89]"),
        ("centenarian", "[AGE > 89]"),
        ("65-95 years", "[AGE > 89]"),
        ("a hundred years old", "[AGE > 89]"),
        ("aged", "[AGE]"),
        ("92 years and 3 months old", "[AGE > 89]"),
        ("94 years 2 months", "[AGE > 89]"),
        ("95 yrs 10 days", "[AGE > 89]"),
        ("3 months short of 92 years", "[AGE > 89]"),
        ("6-year, 4-month-old", "6-year, 4-month-old"),
        ("months: 1100", "[AGE > 89]"),
        ("1,140 months", "[AGE > 89]"),
        ("34,000 days old", "[AGE > 89]"),
        ("90th birthday", "[AGE > 89]"),
        ("1,5 years", "1,5 years"),
        ("9O year old", "[AGE]"),
        ("1O2-year-old", "[AGE]"),
        ("9l yo", "[AGE]"),
        ("10 to 11 months old", "10 to 11 months old"),
        ("ninety-one years and six months", "[AGE > 89]"),
        ("ninety-three-year-and-two-month-old", "[AGE > 89]"),
        ("aged ninety‑one years, two weeks", "[AGE > 89]"),
        ("a hundred and two years and one month", "[AGE > 89]"),
        ("one nonagenarian", "[AGE > 89]"),
        ("91y3m", "[AGE > 89]"),
        ("91 y 3 m", "[AGE > 89]"),
        ("92M", "[AGE > 89]"),
        ("92 w", "[AGE > 89]"),
        ("70-90s", "[AGE > 89]"),
        ("91 3/12 years", "[AGE > 89]"),
        ("eleven months and two weeks", "eleven months and two weeks"),
        ("ninety-one days", "ninety-one days"),
        ("91 to 95 days old", "91 to 95 days old"),
    ],
)
def test_the_limit(text: str, expected: str) -> None:
    assert age(text) == expected


def test_ages_are_numbered_in_order() -> None:
    text = "A 45-year-old man, his 70-year-old mother and another 45-year-old man."
    marked = [("45-year-old", "AGE"), ("70-year-old", "AGE"), ("45-year-old", "AGE")]
    masked = mask(text, spans_of(text, marked), ways(AGE="numbered"), key=None)
    assert masked == "A [AGE 1] man, his [AGE 2] mother and another [AGE 1] man."


def test_the_limit_is_a_setting() -> None:
    assert age("70-year-old", oldest=65) == "[AGE > 65]"


def test_a_parse_goes_before_the_text() -> None:
    text = "age LXXXXI"
    span = Proposal(0, 10, "AGE", parse={"value": 91.0, "unit": "year"})
    assert mask(text, [span], ways()) == "[AGE > 89]"


def test_bands_and_decades_know_the_unit() -> None:
    assert age("37-year-old", method="bands", width=5) == "[AGE 35-39]"
    assert age("87 yo", method="bands", width=5) == "[AGE 85-89]"
    assert age("37-year-old", method="decade") == "[AGE 30s]"
    assert age("5-week-old", method="bands") == "[AGE < 1]"
    assert age("5-week-old", method="decade") == "[AGE < 1]"
    assert age("7-year-old", method="decade") == "[AGE < 10]"
    assert age("91 yo", method="decade") == "[AGE > 89]"
    assert age("42 years and 6 months old", method="bands") == "[AGE 40-44]"
    assert age("6-year, 4-month-old", method="bands") == "[AGE 5-9]"
    assert age("6y11m", method="bands") == "[AGE 5-9]"
    assert age("6 yrs 11m", method="bands") == "[AGE 5-9]"
    assert age("11m2w", method="bands") == "[AGE < 1]"
    assert age("11m old", method="bands") == "[AGE < 1]"
    assert age("41M", method="bands") == "[AGE 40-44]"
    assert age("5 7/12 years", method="bands") == "[AGE 5-9]"
    assert age("aged 7/12", method="bands") == "[AGE < 1]"
    assert age("six years and eleven months", method="bands") == "[AGE 5-9]"
    assert age("early 80s", method="decade") == "[AGE 80s]"


def test_a_spelled_age_beside_the_one_that_was_understood_does_not_stay() -> None:
    text = "ninety-three-year-and-two-month-old"
    span = Proposal(0, len(text), "AGE", parse={"value": 2.0, "unit": "month"})
    assert mask(text, [span], ways()) == "[AGE > 89]"


def test_a_shift_is_one_for_the_case_and_never_zero() -> None:
    text = "A 37-year-old, later 38 years of age, with a 5-week-old son."
    marked = [("37-year-old", "AGE"), ("38 years of age", "AGE"), ("5-week-old", "AGE")]
    table = ways(AGE={"method": "shift", "most_years": 3})
    years = age_shift(Keyed(KEY), "case:case 1", 3)
    assert years and abs(years) <= 3
    assert mask(text, spans_of(text, marked), table) == (
        f"A {37 + years}-year-old, later {38 + years} years of age, with a 5-week-old son."
    )


def test_a_birth_date_moves_with_a_shifted_age() -> None:
    text = "Born 15 June 1980, seen 15 June 2020, 40 years old."
    marked = [("15 June 1980", "DATE"), ("15 June 2020", "DATE"), ("40 years old", "AGE")]
    table = ways(DATE="shift", AGE={"method": "shift", "most_years": 3})
    masked = mask(text, spans_of(text, marked), table, offset=-366)
    years = 40 + age_shift(Keyed(KEY), "case:case 1", 3)
    assert f", {years} years old." in masked
    born, seen = masked.split(",")[0].split()[-1], masked.split(",")[1].split()[-1]
    assert abs(int(seen) - int(born) - years) <= 1
    assert "15 June 2020" not in masked


def test_a_shifted_age_in_months_moves_by_years() -> None:
    text = "an 18 months old boy"
    table = ways(AGE={"method": "shift", "most_years": 3})
    years = max(1 + age_shift(Keyed(KEY), "case:case 1", 3), 1) - 1 or 1
    masked = mask(text, spans_of(text, [("18 months old", "AGE")]), table)
    assert masked == f"an {18 + 12 * years} months old boy"


@pytest.mark.parametrize("number", range(8))
@pytest.mark.parametrize(
    ("born", "age"), [("2 March 2023", "3 days"), ("4 September 2021", "18 months")]
)
def test_no_child_is_born_behind_the_visit_where_ages_are_shifted(born, age, number) -> None:
    text = f"Born {born}, aged {age}, seen 5 March 2023."
    table = ways(DATE="shift", AGE={"method": "shift", "most_years": 3})
    marked = [(born, "DATE"), (age, "AGE"), ("5 March 2023", "DATE")]
    masked = mask(text, spans_of(text, marked), table, key=bytes([number]) * 16, offset=-400)
    days = [moment.day for one in read_all(masked) for moment in one.moments]
    months = int(masked.split("aged ")[1].split()[0])
    assert days[0] < days[1] == date(2022, 1, 29)
    if "months" in masked:
        assert abs((days[1] - days[0]).days - months * 30.44) < 31
    else:
        assert (days[1] - days[0]).days == months == 3


def read_all(text: str) -> list:
    options = {**OPTIONS["DATE"]["shift"]}
    return expressions_of(text, list(enumerate(find_dates(text))), options)
