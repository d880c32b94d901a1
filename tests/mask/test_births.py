"""Births: what tells them, and when they give a great age away."""

from __future__ import annotations

import pytest
from mask_support import mask, spans_of, ways
from pace_support import LINEAR, growth

from spacy_deid.mask.dates.births import is_birth

SHIFT = {"method": "shift", "days": -1000}


@pytest.mark.parametrize(
    "before",
    [
        "DOB: ", "DOB (mm/dd/yyyy): ", "D.O.B. ", "YOB: ", "born on ", "Patient (b. ", "Smith (*",
        "Born to a farming family in Kansas on ", "born on the family farm in ",
        "Fecha de nacimiento: ", "Geburtsdatum: ", "geb. ", "geb. am ", "née le ", "Née le ",
        "nato il ", "Data de nascimento: ", "født ", "Urodzony ", "Date of birth of the patient: ",
        "Name | DOB | Sex\nJohn Smith | ", "DOB\n",
        "Name\tDate of birth\tVisit\nAnn\t3.4.1950\t5.6.2020\nJo\t",
    ],
)  # fmt: skip
def test_births(before: str) -> None:
    assert is_birth(f"{before}14.03.1925", len(before), len(before) + 10)


@pytest.mark.parametrize(
    ("before", "behind", "birth"),
    [
        ("(F, ", ", 26 yo)", True), ("(M, ", ")", False), ("male/", "/26y", True),
        ("(b ", ")", True), ("F, ", " seen", False), ("Hep B ", ", 26 y", False),
        ("seen, ", ", 26 years", False), ("the woman, ", ", 12 years after", False),
    ],
)  # fmt: skip
def test_births_between_sex_and_age(before: str, behind: str, birth: bool) -> None:
    text = f"{before}14.03.1925{behind}"
    assert is_birth(text, len(before), len(text) - len(behind)) is birth


@pytest.mark.parametrize(
    "before",
    [
        "seen on ", "born in Kansas. Vaccinated ", "Hep B. ", "Name | Visit | DOB\nJohn Smith | ",
        "DOB\nSmith ", "*** ", "died on ", "a b. ", "Geber ", "stubborn on ",
    ],
)  # fmt: skip
def test_no_births(before: str) -> None:
    assert not is_birth(f"{before}14.03.1925", len(before), len(before) + 10)


@pytest.mark.parametrize("way", [SHIFT, {"method": "year"}, {"method": "relative"}])
def test_what_lies_before_the_age_limit_goes_with_every_method(way: dict[str, object]) -> None:
    text = "John Smith, 03/14/1925, male, was seen on 05/03/2024, ill since 2020."
    spans = spans_of(text, [("03/14/1925", "DATE"), ("05/03/2024", "DATE"), ("2020", "DATE")])
    masked = mask(text, spans, ways(DATE=way))
    assert masked.startswith("John Smith, [DATE], male") and masked.count("[DATE]") == 1


@pytest.mark.parametrize("way", [SHIFT, {"method": "year"}, {"method": "relative"}])
def test_a_birth_beside_a_great_age_goes_also_where_the_dates_are_old(
    way: dict[str, object],
) -> None:
    text = "A 93-year-old man born in 1931 has had asthma since 1990."
    spans = spans_of(text, [("93-year-old", "AGE"), ("1931", "DATE"), ("1990", "DATE")])
    masked = mask(text, spans, ways(DATE=way))
    assert masked.startswith("A [AGE > 89] man born in [DATE] has") and masked.count("[DATE]") == 1
    young = text.replace("93-year-old", "59-year-old")
    spans = spans_of(young, [("59-year-old", "AGE"), ("1931", "DATE"), ("1990", "DATE")])
    assert "[DATE]" not in mask(young, spans, ways(DATE=way))


def test_two_digits_beside_a_great_age_are_no_childs_birth() -> None:
    text = "A 99-year-old man (DOB 03/04/24) was seen on 05/06/2024."
    spans = spans_of(text, [("99-year-old", "AGE"), ("03/04/24", "DATE"), ("05/06/2024", "DATE")])
    assert "(DOB [DATE])" in mask(text, spans, ways(DATE=SHIFT))


@pytest.mark.parametrize("piece", ["seen | 3.4.2020 | by ", "1 | 3.4.2020 | x\n"])
def test_many_dates_of_long_rows_and_tables_take_linear_time(piece: str) -> None:
    def look(times: int) -> None:
        text = "Name | Visit\n" + piece * times
        for number in range(times):
            start = text.index("|", 13) + 2 + number * len(piece)
            is_birth(text, start, start + 8)

    assert growth(look, 2000, least=0.02) < LINEAR
