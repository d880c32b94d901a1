"""Relative dates, years and quarters: the timeline without the calendar."""

from __future__ import annotations

import re
from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st
from mask_support import FULL, cases, mask, ways

from spacy_deid.annotations import Proposal
from spacy_deid.detect.dates.finder import find_dates

DAYS = st.dates(date(1990, 1, 1), date(2029, 12, 31))


def relative(text: str, **options: object) -> str:
    return mask(text, find_dates(text), ways(DATE={"method": "relative", **options}), key=None)


@cases
@given(st.lists(st.tuples(DAYS, st.sampled_from(sorted(FULL))), min_size=2, max_size=6))
def test_distances_are_exact_in_every_form(dates: list[tuple[date, str]]) -> None:
    text = "".join(f"Noted on {FULL[form](day)}; then " for day, form in dates)
    masked = relative(text, default_order="MDY")
    distances = [int(found) for found in re.findall(r"\[Day ([+-]?\d+)\]", masked)]
    assert distances == [(day - dates[0][0]).days for day, _ in dates]
    assert re.sub(r"\[[^]]*\]", "", masked).count("Noted on ; then ") == len(dates)


def test_the_timeline_of_a_report() -> None:
    text = (
        "Vaccinated on 28 Dec 2020. Fever on 1/3, worse the week of January 11th. "
        "Seen in March 2021. History: asthma since 1998, flu in spring 2019."
    )
    assert relative(text) == (
        "Vaccinated on [Day 0]. Fever on [Day +6], worse the week of [Day +14]. "
        "Seen in [Month +3]. History: asthma since [Year -22], flu in [Season -7]."
    )


def test_the_reference_can_be_chosen() -> None:
    text = (
        "Report of 5 May 2021. Allergic since 3 May 2019. She received the dose on 1 March 2021 "
        "and developed fever on 4 March 2021."
    )
    assert "Report of [Day 0]" in relative(text)
    assert "since [Day 0]" in relative(text, reference="earliest")
    assert "dose on [Day 0] and developed fever on [Day +3]" in relative(
        text, reference="drug_start"
    )
    assert "dose on [Day -3] and developed fever on [Day 0]" in relative(
        text, reference="event_onset"
    )
    assert "Report of [Day +4]" in relative(text, reference="2021-05-01")


def test_without_a_year_the_first_day_is_the_reference() -> None:
    assert relative("Shot on 1/20, rash on 1/22.") == "Shot on [Day 0], rash on [Day +2]."
    assert (
        relative("Shot in March 2021, ill in May 2021.") == "Shot in [Month 0], ill in [Month +2]."
    )


def test_days_without_a_year_keep_no_distance_to_years() -> None:
    assert relative("Asthma since 2019. Shot on 5 March, rash on 9 March.") == (
        "Asthma since [DATE]. Shot on [Day 0], rash on [Day +4]."
    )
    assert relative("Born in 1950. Shot on 3 June.") == "Born in [DATE]. Shot on [Day 0]."
    text = "Asthma since 2019. Shot on 5 March."
    assert relative(text, reference="2021-03-01") == "Asthma since [Year -2]. Shot on [DATE]."


def test_months_with_a_year_place_the_days_without() -> None:
    assert relative("In March 2021 she had flu. Shot on 3 June, rash on 5 June.") == (
        "In [Month -3] she had flu. Shot on [Day 0], rash on [Day +2]."
    )


def test_what_cannot_be_placed_becomes_a_placeholder() -> None:
    assert relative("On Monday she fell.") == "On [DATE] she fell."
    assert relative("In October she fell.") == "In [DATE] she fell."


def test_a_great_age_cannot_be_worked_out() -> None:
    text = "DOB 3/14/1925. Seen 3/20/2021."
    assert relative(text) == "DOB [DATE]. Seen [Day 0]."
    assert mask(text, find_dates(text), ways(DATE="year"), key=None) == "DOB [DATE]. Seen 2021."
    assert mask(text, find_dates(text), ways(DATE="shift"), offset=-400).startswith("DOB [DATE].")
    for late in ("March 2021", "the spring of 2021", "2021"):
        text = f"DOB 3/14/1925. Seen in {late}."
        assert mask(text, find_dates(text), ways(DATE="year"), key=None).startswith("DOB [DATE].")
        masked = mask(text, find_dates(text), ways(DATE="shift"), offset=-400)
        assert masked.startswith("DOB [DATE].")


def test_a_birth_date_is_no_reference() -> None:
    assert relative("DOB 3/14/1990. Seen 3/20/2021.").endswith("Seen [Day 0].")


def test_year_and_quarter() -> None:
    text = "Seen 3/20/2021, April 2021, 1/5 and 2019."
    spans = find_dates(text)
    assert mask(text, spans, ways(DATE="year")) == "Seen 2021, 2021, [DATE] and 2019."
    assert mask(text, spans, ways(DATE="quarter")) == "Seen Q1 2021, Q2 2021, [DATE] and 2019."


@cases
@given(DAYS, st.integers(1, 4000))
def test_spans_without_a_parse_are_read_as_well(day: date, later: int) -> None:
    other = day + timedelta(later)
    text = f"Dose {day.isoformat()}. Rash {FULL['March 9, 2021'](other)}."
    spans = [Proposal(p.start, p.end, "DATE", source="ner") for p in find_dates(text)]
    assert mask(text, spans, ways(), key=None) == f"Dose [Day 0]. Rash [Day +{later}]."


def test_a_stop_that_ends_the_sentence_too_stays() -> None:
    text = "Seen on 5 Jan. He left on 9 Jan. and came on 3 May 2021."
    assert relative(text).startswith("Seen on [Day -118]. He left on [Day -114] and")
