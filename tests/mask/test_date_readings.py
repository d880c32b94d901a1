"""Which day an ambiguous date is: the document decides."""

from __future__ import annotations

from datetime import date

import pytest

from spacy_deid.annotations import Proposal
from spacy_deid.detect.dates.finder import find_dates
from spacy_deid.mask.dates.rewrite import expressions_of
from spacy_deid.mask.policies import OPTIONS

OPTION = OPTIONS["DATE"]["shift"]


def days(text: str, *, with_parse: bool = True, **options: object) -> list[date | None]:
    spans = find_dates(text)
    if not with_parse:
        for span in spans:
            span.parse = None
    found = expressions_of(text, list(enumerate(spans)), {**OPTION, **options})
    return [moment.day for expression in found for moment in expression.moments]


@pytest.mark.parametrize("with_parse", [True, False])
def test_the_commonest_order_of_the_document_wins(with_parse: bool) -> None:
    text = "Ill 03-04-2014, seen 16-05-2014."
    assert days(text, with_parse=with_parse) == [date(2014, 4, 3), date(2014, 5, 16)]
    text = "Ill 03/04/2014, seen 05/16/2014 and 05/17/2014, not 18/06/2014."
    assert days(text, with_parse=with_parse)[0] == date(2014, 3, 4)
    text = "Ill 04.03.2019, seen 25.03.2019."
    assert days(text, with_parse=with_parse) == [date(2019, 3, 4), date(2019, 3, 25)]


def test_dates_with_the_same_separators_count_first() -> None:
    text = "Ill 03-04-2014. Seen 16-05-2014; lab 05/16/2014, 05/17/2014, 05/18/2014."
    assert days(text)[0] == date(2014, 4, 3)


def test_a_weekday_decides_for_its_own_date() -> None:
    assert days("Lab 12/25/2020. On Saturday, 4/3/2021 well.")[1] == date(2021, 4, 3)
    assert days("Lab 12/25/2020. On Thursday, 4/3/2021 well.")[1] == date(2021, 3, 4)


def test_a_weekday_that_fits_one_order_decides_for_the_document() -> None:
    text = "Admitted Monday 9/1/2023, discharged Wed 11/1/2023, seen 12/1/2023."
    assert days(text) == [date(2023, 1, 9), date(2023, 1, 11), date(2023, 1, 12)]


def test_iso_dates_say_nothing_about_day_and_month() -> None:
    text = "Lab 25/12/2020 and 26/12/2020. Seen 2021-01-08."
    assert days(text)[2] == date(2021, 1, 8)


def test_chronology_decides_where_nothing_is_counted() -> None:
    text = "Dose on 8 October 2020. Rash 10/12/2020, well 11/12/2020."
    assert days(text)[1:] == [date(2020, 10, 12), date(2020, 11, 12)]
    text = "Vaccinated 8 December 2020. Rash 10/12/2020, fever 11/12/2020, well 12/12/2020."
    assert days(text, default_order="DMY")[1] == date(2020, 12, 10)


def test_magnitude_decides_where_one_order_is_far_off() -> None:
    text = "Dose 8 November 2020. Rash 10/11/2020. Scar 11/02/2021."
    assert days(text, default_order="likelier")[1] is not None
    text = "Dose 2 February 2021. Rash 03/02/2021, well 04/02/2021, scar 11/02/2021."
    assert days(text)[1:] == [date(2021, 2, 3), date(2021, 2, 4), date(2021, 2, 11)]


def test_the_default_order_is_a_setting() -> None:
    text = "Seen 04/03/2019."
    assert days(text, default_order="MDY") == [date(2019, 4, 3)]
    assert days(text, default_order="DMY") == [date(2019, 3, 4)]
    assert days("Seen 04.03.2019.") == [date(2019, 3, 4)]


def test_the_pivot_is_a_setting() -> None:
    assert days("Seen 1/30/45.") == [date(1945, 1, 30)]
    assert days("Seen 1/30/45.", pivot=50) == [date(2045, 1, 30)]


def test_days_without_a_year_go_beside_their_neighbour() -> None:
    text = "Vaccinated 12/28/2020. Fever on 1/3, well on 12/30."
    assert days(text) == [date(2020, 12, 28), date(2021, 1, 3), date(2020, 12, 30)]


def test_birth_dates_are_nobodys_neighbours() -> None:
    text = "DOB 3/14/1950. Fever on 1/3. Seen 1/20/2021."
    assert days(text)[1] == date(2021, 1, 3)


def test_a_leap_day_without_a_year_goes_to_a_leap_year() -> None:
    assert days("Seen 3/30/2021, ill since February 29.")[1] == date(2020, 2, 29)


@pytest.mark.parametrize("dash", ["-", " -"])
def test_a_year_behind_a_dash_is_one_where_a_date_of_that_form_has_to_be(dash: str) -> None:
    text = f"Seen 3/5{dash}21 and 27/5{dash}21, well 30/5{dash}21."
    assert days(text) == [date(2021, 5, 3), date(2021, 5, 27), date(2021, 5, 30)]
    assert find_dates(f"Seen 25/5{dash}21 by the GP.")[0].end == len(f"Seen 25/5{dash}21")


def test_days_from_to_stay_a_range() -> None:
    found = days("Surgery 11 May 2021. Admitted 5/12 - 14, seen 5/20-22.")
    assert found[1:] == [date(2021, 5, day) for day in (12, 14, 20, 22)]


def test_a_day_told_elsewhere_in_one_order_decides() -> None:
    text = "DOB 12/03/1951, born 12 March 1951. Onset 03/02/2023, i.e. 3 February 2023."
    assert days(text) == [
        date(1951, 3, 12),
        date(1951, 3, 12),
        date(2023, 2, 3),
        date(2023, 2, 3),
    ]


@pytest.mark.parametrize("form", ["%d/%m/%y", "%d-%m-%y", "%d.%m.%y"])
def test_two_digit_years_leave_the_order_of_day_and_month_to_the_document(form: str) -> None:
    told = [date(2022, 5, 1), date(2022, 5, 17), date(2022, 6, 1)]
    text = "; ".join(f"seen {day.strftime(form)}" for day in told)
    assert days(text, default_order="likelier") == told
    assert days(text, default_order="MDY") == told


def test_a_document_that_writes_two_digit_years_first_keeps_them() -> None:
    text = "Seen 21-03-15, well 21-03-17."
    assert days(text, default_order="likelier") == [date(2021, 3, 15), date(2021, 3, 17)]
    yearly = "Shot 01/10/20, again 01/10/21."
    assert [day and day.year for day in days(yearly, default_order="likelier")] == [2020, 2021]


@pytest.mark.parametrize(
    "text, born",
    [
        ("DOB 02/03/31. Seen on 15/03/2023.", date(1931, 3, 2)),
        ("Born 5 May 28, seen on 15/03/2023.", date(1928, 5, 5)),
        ("DOB 2/13/35.", date(1935, 2, 13)),
        ("Mother seen 17/02/2022. DOB 15/04/22 (baby).", date(2022, 4, 15)),
        ("DOB 02/03/2031. Seen on 15/03/2023.", date(2031, 3, 2)),
    ],
)
def test_a_two_digit_birth_year_lies_before_what_the_document_tells(text: str, born: date) -> None:
    assert born in days(text, default_order="DMY")


@pytest.mark.parametrize("with_parse", [True, False])
@pytest.mark.parametrize(
    "written", ["12 - 14 March 2023", "12 \u2013 14 March 2023", "12 -14 March 2023"]
)
def test_a_range_with_blanks_around_its_dash_has_two_days(written: str, with_parse: bool) -> None:
    found = days(f"Hospitalised from {written}.", with_parse=with_parse)
    assert found == [date(2023, 3, 12), date(2023, 3, 14)]


@pytest.mark.parametrize(
    "written, expected",
    [
        ("28 Dec - 3 Jan 2023", [date(2022, 12, 28), date(2023, 1, 3)]),
        ("12/29-1/3/2023", [date(2022, 12, 29), date(2023, 1, 3)]),
        ("Dec 28-Jan 4, 2023", [date(2022, 12, 28), date(2023, 1, 4)]),
        ("28 Nov - 3 Dec 2023", [date(2023, 11, 28), date(2023, 12, 3)]),
    ],
)
def test_a_range_over_new_year_begins_in_the_year_before(written: str, expected: list) -> None:
    assert days(f"Ill {written}.") == expected


@pytest.mark.parametrize("unit", ["week", "half"])
def test_the_number_of_a_week_is_no_day(unit: str) -> None:
    text = f"3rd {unit} of March 2023"
    (expression,) = expressions_of(
        text, [(0, Proposal(0, len(text), "DATE", 1.0, "own"))], dict(OPTION)
    )
    (moment,) = expression.moments
    assert moment.resolution == "month" and moment.values == {"month": 3, "year": 2023}


def test_a_birth_says_nothing_about_the_sequence_of_the_others() -> None:
    text = "DOB 03/06/1977. Shot 05/07/2020. Rash 08/07/2020, well 10/07/2020."
    found = days(text, default_order="likelier")
    assert found == [date(1977, 6, 3), *(date(2020, 7, day) for day in (5, 8, 10))]


@pytest.mark.parametrize("written", ["03/19", "Mar 23"])
def test_what_stands_behind_in_is_a_month(written: str) -> None:
    text = f"Asthma in {written}"
    (span,) = find_dates(text)
    (expression,) = expressions_of(text, [(0, span)], dict(OPTION))
    assert [moment.resolution for moment in expression.moments] == ["month"]


def test_days_of_a_month_in_figures_are_a_range() -> None:
    for written in ("12/26-29/2018", "12/26 - 29/18"):
        span = Proposal(0, len(written), "DATE", 1.0, "own")
        (expression,) = expressions_of(written, [(0, span)], dict(OPTION))
        found = [moment.day for moment in expression.moments]
        assert found == [date(2018, 12, 26), date(2018, 12, 29)]


@pytest.mark.parametrize(
    "written",
    ["2018-12-26/2018-12-29", "Wed 26 - Sat 29 December 2018", "26/12/2018 to 29/12/2018"],
)
def test_two_dates_in_one_span_are_a_range(written: str) -> None:
    span = Proposal(0, len(written), "DATE", 1.0, "own")
    (expression,) = expressions_of(written, [(0, span)], dict(OPTION))
    assert [moment.day for moment in expression.moments] == [date(2018, 12, 26), date(2018, 12, 29)]


@pytest.mark.parametrize(
    "text, years",
    [
        ("the 2010/11 season", [2010, 2011]),
        ("FY 2010/11", [2010, 2011]),
        ("of 2021/22", [2021, 2022]),
        ("from 2019-21", [2019, 2021]),
        ("by 2010/11", None),
        ("by 2021/09", None),
    ],
)
def test_a_year_and_two_digits_are_two_years_or_a_month(text: str, years: list | None) -> None:
    start = text.index("2")
    span = Proposal(start, start + 7, "DATE", 1.0, "own")
    (expression,) = expressions_of(text, [(0, span)], dict(OPTION))
    found = [moment.values["year"] for moment in expression.moments]
    assert found == years if years else expression.moments[0].resolution == "month"


@pytest.mark.parametrize("written", ["UNK-MAR-2023", "UN-MAR-2023", "XX/03/2023", "??-Mar-2023"])
def test_of_a_day_that_is_said_to_be_unknown_the_month_is_told(written: str) -> None:
    (span,) = find_dates(f"stop {written}.")
    (expression,) = expressions_of(f"stop {written}.", [(0, span)], dict(OPTION))
    (moment,) = expression.moments
    assert moment.resolution == "month" and moment.values == {"month": 3, "year": 2023}


def test_weekdays_tell_the_order_of_days_without_a_year() -> None:
    text = "Started Wed 03/04. Rash on Fri 05/04, seen again 08/04."
    first, second, third = days(text)
    assert first and second and third
    assert (second - first).days == 2 and (third - first).days == 5
    assert days("Vaccinated 2016-05-02. Rash on Wed 05/04, better.")[1] == date(2016, 5, 4)
    # a weekday alone fits some year in both orders
    alone = days("Rash on Fri 03/04, better on Monday.", default_order="MDY")
    assert alone[0] and alone[0].month == 3
