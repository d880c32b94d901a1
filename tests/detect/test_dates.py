"""What a date proposal holds: every reading, absolute offsets of every piece."""

from __future__ import annotations

import datetime
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pace_support import LINEAR, growth, slowness

from spacy_deid.detect.calendar.months import MONTHS
from spacy_deid.detect.dates.finder import find_dates
from spacy_deid.detect.patterns import find_patterns


def only(text: str):
    proposals = find_dates(text)
    assert len(proposals) == 1, [text[p.start : p.end] for p in proposals]
    return proposals[0]


def readings(text: str) -> list[tuple[str, dict[str, int]]]:
    found = only(text).parse["readings"]
    return [(r["order"], {f["name"]: f["value"] for f in r["fields"]}) for r in found]


def fields(text: str) -> list[tuple[str, str, int, str, int]]:
    """Name, written text, value, style and point of the first reading's fields."""
    first = only(text).parse["readings"][0]
    return [
        (f["name"], text[f["start"] : f["end"]], f["value"], f["style"], f["point"])
        for f in first["fields"]
    ]


def test_a_plain_date_has_one_reading_with_absolute_offsets() -> None:
    assert fields("started on 12Jan2014 at home") == [
        ("day", "12", 12, "02", 0),
        ("month", "Jan", 1, "Jan", 0),
        ("year", "2014", 2014, "2004", 0),
    ]
    assert readings("started on 12Jan2014") == [("", {"day": 12, "month": 1, "year": 2014})]


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("seen 03/04/2014.", ["MDY", "DMY"]),
        ("seen 03.04.2014.", ["DMY", "MDY"]),
        ("seen 03-04-2014.", ["DMY", "MDY"]),
        ("seen 4-3-14.", ["MDY", "DMY"]),
        ("seen 16/04/2014.", ["DMY"]),
        ("seen 04/16/2014.", ["MDY"]),
        ("seen 2014-04-03.", ["YMD", "YDM"]),
        ("seen 2014-13-03.", ["YDM"]),
        ("seen 01/02/03.", ["MDY", "DMY", "YMD"]),
        ("on 3/4 she", ["MD", "DM"]),
        ("on 24/12 she", ["DM"]),
        ("since 03/2014 she", ["MY"]),
        ("seen 98/12/25 there", ["YMD"]),
        ("onset 20140403 ok", ["YMD"]),
    ],
)
def test_numeric_orders_the_likelier_first(text: str, orders: list[str]) -> None:
    found = [order for order, _ in readings(text)]
    assert [order for order in found if "Y" not in order or len(order) > 1][: len(orders)] == orders
    if len(orders[0]) == 3:
        assert found == orders


def test_two_numbers_beside_a_month_name_have_both_readings() -> None:
    assert readings("seen 12-Jan-14 there") == [
        ("DMY", {"day": 12, "month": 1, "year": 14}),
        ("YMD", {"year": 12, "month": 1, "day": 14}),
    ]
    assert readings("seen Jan 14 there") == [
        ("MD", {"month": 1, "day": 14}),
        ("MY", {"month": 1, "year": 14}),
    ]


def test_impossible_readings_are_left_out() -> None:
    assert [order for order, _ in readings("seen 02/29/2016.")] == ["MDY"]
    assert find_dates("seen 02/30/2016 there") == []
    assert find_dates("on 29 Feb 2015 there")[0].source != "dates.day_month_year"


def test_styles_of_fields() -> None:
    assert [f[3] for f in fields("on 3rd of May '09")] == ["2nd", "January", "'04"]
    assert [f[3] for f in fields("on 3/4/2014")] == ["2", "2", "2004"]
    assert [f[3] for f in fields("on 03/4/14")] == ["02", "02", "04"]
    assert [f[3] for f in fields("on third of May twenty nineteen")] == [
        "words",
        "January",
        "words",
    ]
    assert fields("on third of May twenty nineteen")[2][2] == 2019


def test_ranges_share_what_is_written_once() -> None:
    assert fields("from 16-18APR she") == [
        ("day", "16", 16, "02", 0),
        ("day", "18", 18, "02", 1),
        ("month", "APR", 4, "Jan", -1),
    ]
    assert [(f[0], f[1], f[4]) for f in fields("on 1/9-1/11/21 she")] == [
        ("month", "1", 0),
        ("day", "9", 0),
        ("month", "1", 1),
        ("day", "11", 1),
        ("year", "21", -1),
    ]
    assert [(f[0], f[1], f[4]) for f in fields("in October-November 2013 she")] == [
        ("month", "October", 0),
        ("month", "November", 1),
        ("year", "2013", -1),
    ]


def test_weekday_season_quarter_decade_holiday() -> None:
    assert fields("on Monday afternoon, 3/22/2021 she")[0] == ("weekday", "Monday", 0, "January", 0)
    assert fields("on Sat 5/22 she")[0] == ("weekday", "Sat", 5, "Jan", 0)
    assert fields("in spring 2020 she") == [
        ("season", "spring", 0, "name", 0),
        ("year", "2020", 2020, "2004", 0),
    ]
    assert fields("in Q3 2021 she")[0][:3] == ("quarter", "3", 3)
    assert fields("in the 1980s she")[0][:3] == ("decade", "1980", 1980)
    assert fields("at Christmas Eve she") == [("holiday", "Christmas Eve", 0, "name", 0)]


def test_scores_and_sources() -> None:
    for proposal in find_dates("On Monday she fell; 12Jan2014, 3/4, in May, spring 2020, 1989."):
        assert 0 < proposal.score <= 1
        assert proposal.source.startswith("dates.")
        assert proposal.label == "DATE"


def test_empty_and_strange_texts() -> None:
    assert find_dates("") == []
    assert find_dates("İ" * 10 + " on 12Jan2014")[0].start == 14
    assert find_dates("\x00\ufeff\u200b١٢/٠٣/٢٠١٩ 𝟙𝟚") is not None


def test_characters_whose_small_form_is_longer_move_nothing() -> None:
    text = "İstanbul İİİ admitted 03/04/2014 and 5 May 2015"
    assert [text[p.start : p.end] for p in find_dates(text)] == ["03/04/2014", "5 May 2015"]


DATES = st.dates(datetime.date(1900, 1, 1), datetime.date(2099, 12, 31))
FORMS = (
    lambda d: f"{d.day:02d}{MONTHS[d.month - 1][:3].title()}{d.year}",
    lambda d: f"{d.day} {MONTHS[d.month - 1].title()} {d.year}",
    lambda d: f"{MONTHS[d.month - 1].title()} {d.day}, {d.year}",
    lambda d: f"{d.month}/{d.day}/{d.year}",
    lambda d: f"{d.day:02d}.{d.month:02d}.{d.year}",
    lambda d: d.isoformat(),
    lambda d: f"{d.year}/{d.month:02d}/{d.day:02d}",
    lambda d: f"{d.day:02d}-{MONTHS[d.month - 1][:3].upper()}-{d.year}",
)


@settings(max_examples=300, deadline=None)
@given(DATES, st.sampled_from(FORMS), st.sampled_from(["On ", "(", "onset: ", "seen ", ""]))
def test_every_calendar_date_is_found_with_its_own_reading(date, form, lead) -> None:
    written = form(date)
    text = f"{lead}{written} she felt ill."
    proposals = find_dates(text)
    assert [text[p.start : p.end] for p in proposals] == [written]
    known = [
        {f["name"]: f["value"] for f in reading["fields"]}
        for reading in proposals[0].parse["readings"]
    ]
    assert {"day": date.day, "month": date.month, "year": date.year} in known


@settings(max_examples=400, deadline=None)
@given(st.text(alphabet="0123456789/-.: ,'JanMaypril2otheadysfSOI\n", max_size=60))
def test_offsets_hold_in_any_text(text) -> None:
    last = 0
    for proposal in find_dates(text):
        assert last <= proposal.start < proposal.end <= len(text)
        last = proposal.end
        assert proposal.parse["readings"]
        for reading in proposal.parse["readings"]:
            for one in reading["fields"]:
                assert proposal.start <= one["start"] < one["end"] <= proposal.end


@pytest.mark.parametrize("unit", ["1", "/", "A", " ", "12Jan2014 ", "03/04/2014 "])
def test_a_megabyte_of_one_thing_takes_seconds(unit) -> None:
    find_patterns("12Jan2014", ("dates", "ages"))
    text = unit * (1_000_000 // len(unit))
    start = time.process_time()
    find_patterns(text, ("dates", "ages"))
    assert time.process_time() - start < 5 * slowness()


@pytest.mark.parametrize(
    "unit",
    ["1/", "1 ", "1-", "Mon, ", "the 80s ", "may ", "3rd ", "1 year ", "2014-", "12-12-12-", "one "]
    + ["twenty-", "jan-", "eid ", "12 and ", "age 5 "],
)
def test_time_grows_with_length_alone(unit) -> None:
    find_patterns("12Jan2014", ("dates", "ages"))
    times = 20_000 // len(unit)
    assert growth(lambda n: find_patterns(unit * n, ("dates", "ages")), times, least=0.02) < LINEAR


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("Hon kom den 3:e.", ["3:e"]),
        ("sedan den 21:a, igen", ["21:a"]),
        ("den 2:a dosen", []),
        ("efter den 3:e infusionen av infliximab", []),
        ("den 5:e metatarsalen och den 7:e kranialnerven", []),
        ("Den 1:a tabletten gav inga besvär, den 2:a gav klåda.", []),
        ("den 3:e och den 4:e", ["3:e", "4:e"]),
        ("klockan 3:e", []),
        ("den 45:e", []),
    ],
)
def test_swedish_days_alone(text: str, days: list[str]) -> None:
    assert [text[one.start : one.end] for one in find_dates(text)] == days


@pytest.mark.parametrize(
    "text",
    [
        "scanned (p. 4/11)",
        "fax, p. 2/3",
    ],
)
def test_pages_are_no_dates(text: str) -> None:
    assert find_dates(text) == []


def test_a_range_may_have_blanks_around_its_dash() -> None:
    for text in ("ill 12 - 14 March 2023", "ill 3 \u2013 9 June", "ill from 12 -14 march"):
        (found,) = find_dates(text)
        assert found.source == "dates.range" and text[found.start].isdigit()
    for text in ("Follow-up 1 - 12 Apr 2022", "Call-back 3 \u2013 7 June", "\n2 - 5 May: ill"):
        (found,) = find_dates(text)
        assert found.source != "dates.range" and " - " not in text[found.start : found.end]


def test_a_score_at_the_end_of_a_sentence_takes_no_part_of_the_next_date() -> None:
    for text in ("score 7/10. 2024-03-02: ER", "Rash grade 3/4. March 4 well"):
        found = find_dates(text)
        assert text[found[-1].start : found[-1].end] in ("2024-03-02", "March 4")
        assert all(one.end <= text.index(". ") or one.start > text.index(". ") for one in found)


def test_the_last_day_of_a_range_may_have_a_month_of_its_own() -> None:
    text = "26th of March to 1st of April 2019"
    assert [text[one.start : one.end] for one in find_dates(text)] == [
        "26th of March",
        "1st of April 2019",
    ]


def test_years_at_the_end_of_a_sentence_are_a_range() -> None:
    (found,) = find_dates("Metformin in 2013-2015. Well.")
    assert found.parse is not None and found.parse["readings"]
