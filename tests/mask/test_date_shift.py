"""Shifting: intervals, order, validity, reversal, and every other character as it was."""

from __future__ import annotations

import re
import time
from datetime import date, timedelta

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from mask_support import FULL, KEY, cases, decided, mask, pipeline, ways
from pace_support import LINEAR, growth, slowness

from spacy_deid.annotations import DateField, DateReading, Proposal
from spacy_deid.detect.dates.finder import find_dates
from spacy_deid.errors import DeidError
from spacy_deid.mask.dates.holidays import holiday_date
from spacy_deid.mask.dates.names import MONTHS
from spacy_deid.mask.dates.offsets import candidates, season_offset, shift_offset
from spacy_deid.mask.keys import Keyed
from spacy_deid.mask.policies import OPTIONS

DAYS = st.dates(date(1946, 1, 1), date(2029, 12, 31))
OFFSETS = st.integers(-1460, 1460).filter(bool)
FORMS = st.sampled_from(sorted(FULL))
FILLER = st.text(
    alphabet=st.characters(codec="utf-8", categories=("Lu", "Ll", "Zs", "Po", "So")), max_size=12
)


def shift(text: str, days: int, **options: object) -> str:
    table = ways(DATE={"method": "shift", "default_order": "MDY", **options})
    return mask(text, find_dates(text), table, key=None, offset=days)


def without_zeros(text: str) -> str:
    """10/12/2021 does not tell whether small numbers have a zero before them."""
    return re.sub(r"\b0(?=\d)", "", text)


@cases
@given(st.lists(st.tuples(DAYS, FORMS), min_size=2, max_size=6), OFFSETS)
def test_every_full_form_is_written_as_the_day_that_many_days_later(
    dates: list[tuple[date, str]], days: int
) -> None:
    assume(all(1936 <= (day + timedelta(days)).year <= 2035 for day, _ in dates))
    assume(not any(" Mar" in f" {form}" and 5 == day.month for day, form in dates))
    text = "".join(f"Noted on {FULL[form](day)}; then " for day, form in dates)
    expected = "".join(
        f"Noted on {FULL[form](day + timedelta(days))}; then " for day, form in dates
    )
    assert without_zeros(shift(text, days)) == without_zeros(expected)


@cases
@given(st.lists(st.tuples(DAYS, FORMS), min_size=1, max_size=5), OFFSETS)
def test_a_shift_is_undone_by_its_negative(dates: list[tuple[date, str]], days: int) -> None:
    assume(all(1936 <= (day + timedelta(days)).year <= 2035 for day, _ in dates))
    # 'May' does not tell whether months are written in short, where nothing beside it does.
    assume(
        not any(
            " Mar" in f" {form}" and 5 in (day.month, (day + timedelta(days)).month)
            for day, form in dates
        )
    )
    text = "".join(f"Seen {FULL[form](day)}. " for day, form in dates)
    assert without_zeros(shift(shift(text, days), -days)) == without_zeros(text)


@cases
@given(st.lists(st.tuples(FILLER, DAYS, FORMS), min_size=1, max_size=5), FILLER, OFFSETS)
def test_text_outside_the_spans_stays_byte_for_byte(
    parts: list[tuple[str, date, str]], tail: str, days: int
) -> None:
    text, spans = "", []
    for filler, day, form in parts:
        text += filler
        spans.append(Proposal(len(text), len(text) + len(FULL[form](day)), "DATE"))
        text += FULL[form](day)
    text += tail
    masked = mask(text, spans, ways(DATE="shift"), offset=days)
    place = 0
    for filler, _, _ in parts:
        place = masked.index(filler, place) + len(filler)
    outside = [text[a.end : b.start] for a, b in zip(spans, spans[1:], strict=False)]
    rest = masked
    assert rest.startswith(text[: spans[0].start])
    for filler in outside:
        assert filler in rest
        rest = rest[rest.index(filler) + len(filler) :]
    assert rest.endswith(tail)


PARTIAL = {
    "month": lambda d: d.strftime("%m/%Y"),
    "named month": lambda d: f"{MONTHS[d.month - 1].capitalize()} {d.year}",
    "year": lambda d: f"in {d.year}",
    "quarter": lambda d: f"Q{(d.month + 2) // 3} {d.year}",
    "day": lambda d: d.isoformat(),
    "season": lambda d: (
        f"{['spring', 'summer', 'autumn', 'winter'][(d.month - 3) % 12 // 3]} "
        f"{d.year if d.month > 2 else d.year - 1}"
    ),
}


def extent(expression: Proposal) -> tuple[date, date]:
    """Give the first and the last day that an expression can mean."""
    fields = expression.parse["readings"][0]["fields"]  # type: ignore[index]
    values = {one["name"]: one["value"] for one in fields}
    year = values["year"]
    if "day" in values:
        day = date(year, values["month"], values["day"])
        return day, day
    first, months = 1, 12
    if "month" in values:
        first, months = values["month"], 1
    elif "quarter" in values:
        first, months = 3 * values["quarter"] - 2, 3
    elif "season" in values:
        first, months = 3 * values["season"] + 3, 3
    end = year * 12 + first - 1 + months
    return date(year, first, 1), date(end // 12, end % 12 + 1, 1) - timedelta(1)


def ways_of_two(a: tuple[date, date], b: tuple[date, date]) -> int:
    """Give -1 where a lies before b, 1 where it lies after, 0 where they share a day."""
    return -1 if a[1] < b[0] else 1 if b[1] < a[0] else 0


@cases
@given(st.lists(st.tuples(DAYS, st.sampled_from(sorted(PARTIAL))), min_size=2, max_size=6), OFFSETS)
def test_order_is_never_turned_among_partial_and_full_dates(
    dates: list[tuple[date, str]], days: int
) -> None:
    text = "".join(f"Noted {PARTIAL[kind](day)}; then " for day, kind in dates)
    before = [extent(found) for found in find_dates(text)]
    after = [extent(found) for found in find_dates(shift(text, days))]
    assert len(before) == len(after) == len(dates)
    for i, a in enumerate(before):
        for j, b in enumerate(before):
            assert ways_of_two(a, b) * ways_of_two(after[i], after[j]) >= 0
            same_length = (a[1] - a[0]).days // 20 == (b[1] - b[0]).days // 20
            if same_length:
                assert ways_of_two(after[i], after[j]) == ways_of_two(a, b)


@cases
@given(st.lists(st.tuples(DAYS, st.sampled_from(sorted(PARTIAL))), min_size=1, max_size=6), OFFSETS)
def test_partial_dates_keep_their_resolution(dates: list[tuple[date, str]], days: int) -> None:
    text = "".join(f"Noted {PARTIAL[kind](day)}; then " for day, kind in dates)
    before, after = find_dates(text), find_dates(shift(text, days))
    kinds = [[f["name"] for f in p.parse["readings"][0]["fields"]] for p in before]  # type: ignore[index]
    assert kinds == [[f["name"] for f in p.parse["readings"][0]["fields"]] for p in after]  # type: ignore[index]


@cases
@given(DAYS, st.lists(st.integers(-150, 150), min_size=1, max_size=4), OFFSETS)
def test_days_without_a_year_move_by_the_same_number(
    start: date, steps: list[int], days: int
) -> None:
    others = [start + timedelta(step) for step in steps]
    text = f"Given on {start.isoformat()}. "
    expected = f"Given on {(start + timedelta(days)).isoformat()}. "
    for day in others[:1]:
        text += f"Fever on {PARTIAL['named month'](day).split()[0]} {day.day}. "
        day += timedelta(days)
        expected += f"Fever on {PARTIAL['named month'](day).split()[0]} {day.day}. "
    assert shift(text, days) == expected


@pytest.mark.parametrize(
    ("text", "days", "expected"),
    [
        ("Seen March 2017.", -400, "Seen February 2016."),
        ("In 2019 and the 1990s.", -400, "In 2018 and the 1980s."),
        ("From March 4-6, 2021 on.", -400, "From January 29-31, 2020 on."),
        ("From March 4-6, 2021 on.", 26, "From March 30, 2021-April 1, 2021 on."),
        ("From 12/30-1/2/21 on.", -1, "From 12/29-1/1/21 on."),
        ("Ill 9DEC93.", 30, "Ill 8JAN94."),
        ("Ill on the 2nd of May 2020.", 1, "Ill on the 3rd of May 2020."),
        ("Ill on 8 de enero de 2021.", 31, "Ill on 8 de febrero de 2021."),
        ("Sept. 2020", 31, "Oct. 2020"),
        ("Christmas Eve 2020 was bad.", 8, "January 1 2021 was bad."),
        ("On Monday, 8 March 2021.", 1, "On Tuesday, 9 March 2021."),
        ("On Monday she fell.", 15, "On Tuesday she fell."),
        ("spring 2020", 92, "summer 2020"),
        ("Q4 2020", 92, "Q1 2021"),
        ("February 29", 365, "February 28"),
    ],
)
def test_written_forms(text: str, days: int, expected: str) -> None:
    assert shift(text, days) == expected


def test_a_range_that_no_longer_shares_its_month_is_written_out() -> None:
    assert shift("March 30-31, 2021", 1) == "March 31, 2021-April 1, 2021"
    assert shift("1/9-1/11/21", -10) == "12/30/20-1/1/21"


def test_a_range_over_new_year_keeps_its_form_while_it_is_one() -> None:
    assert shift("28 Dec - 3 Jan 2023", 1) == "29 Dec - 4 Jan 2023"
    assert shift("28 Dec - 3 Jan 2023", 10) == "7 Jan - 13 Jan 2023"
    assert shift("28 Dec - 3 Jan 2023", -40) == "18 Nov - 24 Nov 2022"


def test_the_number_of_a_week_stays() -> None:
    text = "3rd week of March 2023"
    span = Proposal(0, len(text), "DATE", 1.0, "own")
    table = ways(DATE={"method": "shift"})
    assert mask(text, [span], table, key=None, offset=214) == "3rd week of October 2023"


def test_two_digit_years_that_would_be_misread_get_four() -> None:
    assert shift("1/8/36", -400) == "12/4/1934"
    assert shift("1/8/35", 400) == "2/12/2036"


def test_what_nobody_can_read_becomes_a_placeholder() -> None:
    text = "Seen round about then Smith."
    span = Proposal(5, 27, "DATE")
    assert mask(text, [span], ways(DATE="shift")) == "Seen [DATE]."
    assert mask(text, [span], ways()) == "Seen [DATE]."


def test_dateparser_reads_what_the_rules_do_not() -> None:
    text = "Seen on 10 févr. de l'an 2020."
    assert mask("4 maart anno 2020", [Proposal(0, 17, "DATE")], ways(DATE="year")) in (
        "2020",
        "[DATE]",
    )
    span = Proposal(8, 29, "DATE")
    assert "févr" not in mask(text, [span], ways(DATE="shift"), offset=-400)


def test_a_page_of_figures_that_is_taken_for_a_date_is_replaced_at_once() -> None:
    text = "12 " * 20_000
    start = time.process_time()
    assert mask(text, [Proposal(0, len(text) - 1, "DATE")], ways(DATE="shift")) == "[DATE] "
    assert time.process_time() - start < 2 * slowness()


def test_a_span_wider_than_its_date_is_not_half_masked() -> None:
    text = "08 Jan 2021 Smithson came."
    parse = find_dates(text)[0].parse
    wide = Proposal(0, 20, "DATE", parse=parse)
    assert "Smithson" not in mask(text, [wide], ways(DATE="shift"))


def test_unambiguous_form_of_system_1() -> None:
    assert shift("1/8/2021 and Feb 2021", 31, written="unambiguous") == (
        "[8 FEBRUARY 2021] and [MARCH 2021]"
    )


@given(st.integers(-3000, 3000), st.integers(-3000, 3000), st.booleans())
def test_offsets_lie_in_the_interval_and_are_never_zero(a: int, b: int, weekdays: bool) -> None:
    low, high = sorted((a, b))
    assume(high - low >= 14)
    found = candidates(low, high, keep_weekdays=weekdays)
    assert found and 0 not in found
    assert all(low <= days <= high for days in found)
    assert not weekdays or all(days % 7 == 0 for days in found)


def test_offsets_hang_on_key_and_case_alone() -> None:
    options = OPTIONS["DATE"]["shift"]
    one, other = Keyed(b"k" * 16), Keyed(b"l" * 16)
    drawn = {shift_offset(one, f"case:{n}", options) for n in range(400)}
    assert len(drawn) > 150
    assert shift_offset(one, "case:1", options) == shift_offset(one, "case:1", options)
    assert [shift_offset(one, f"case:{n}", options) for n in range(20)] != [
        shift_offset(other, f"case:{n}", options) for n in range(20)
    ]


def test_no_season_offset_leaves_day_and_month_as_they_were() -> None:
    options = OPTIONS["DATE"]["season"]
    years = [round(365.2425 * n) for n in range(-9, 10)]
    for case in range(2000):
        days = season_offset(Keyed(KEY), f"case:{case}", options)
        assert min(abs(days - whole) for whole in years) >= 2


def test_the_season_survives_and_the_interval_stays() -> None:
    options = OPTIONS["DATE"]["season"]
    for number in range(200):
        days = season_offset(Keyed(b"k" * 16), f"case:{number}", options)
        moved = date(2021, 4, 15) + timedelta(days)
        assert days and 2 <= moved.month <= 6


def _read_list(written: str, month_first: bool, year: int) -> list[date]:
    """Read a list of days as a person does: a bare day has the month and the year beside it."""
    pieces = re.findall(r"[A-Z][a-z]+|\d+", written)
    found: list[date] = []
    month = 0
    for piece in pieces if month_first else pieces[::-1]:
        if piece.isalpha():
            month = MONTHS.index(piece.lower()) + 1
        elif int(piece) <= 31:
            found.append(date(year, month, int(piece)))
        elif month_first:
            found[-1] = found[-1].replace(year=int(piece))
        else:
            year = int(piece)
    return found if month_first else found[::-1]


@cases
@given(
    st.dates(date(1950, 1, 1), date(2025, 1, 1)),
    st.lists(st.integers(1, 28), min_size=3, max_size=5, unique=True),
    st.booleans(),
    OFFSETS,
)
def test_days_in_a_row_move_with_their_month(
    first: date, days: list[int], month_first: bool, offset: int
) -> None:
    days.sort()
    month = MONTHS[first.month - 1].capitalize()
    row = f"{', '.join(map(str, days[:-1]))} and {days[-1]}"
    text = f"{month} {row}, {first.year}" if month_first else f"{row} {month} {first.year}"
    wanted = [first.replace(day=day) + timedelta(offset) for day in days]
    assume(all(1936 <= day.year <= 2035 for day in wanted))
    written = shift(f"Infusions on {text}; none since.", offset)
    written = written.removeprefix("Infusions on ").removesuffix("; none since.")
    assert _read_list(written, month_first, wanted[-1].year) == wanted


@pytest.mark.parametrize(
    ("text", "days", "expected"),
    [
        ("on March 7, 10 and 14 he", 20, "on March 27, 30 and April 3 he"),
        ("on March 7 and 14, 2023, he", 300, "on January 1 and 8, 2024, he"),
        ("on December 26, 29 and 31, 2022 he", 4, "on December 30, 2022, January 2 and 4, 2023 he"),
        ("on 28 and 30 December 2022 he", 2, "on 30 December 2022 and 1 January 2023 he"),
        ("on the 3rd, 10th and 17th of May he", -5, "on the 28th April, 5th and 12th of May he"),
        ("on Tuesday March 7 and 14, 2023 he", 7, "on Tuesday March 14 and 21, 2023 he"),
        ("on March 7, 2022 and 14 times", 7, "on March 14, 2022 and 14 times"),
        ("on March 28, 30 and April 2, 2023 he", 7, "on April 4, 6 and April 9, 2023 he"),
        ("on Jan 5, 21 and Feb 3, 21 he", 365, "on Jan 5, 22 and Feb 3, 22 he"),
        (
            "on January 3, 4, and 5 of 2021 he",
            -4,
            "on December 30, 2020, 31, 2020, and January 1 of 2021 he",
        ),
        ("from the 3rd to the 9th of March", 25, "from the 28th March to the 3rd of April"),
        ("du 3 au 8 janvier 2021 il", 11, "du 14 au 19 janvier 2021 il"),
        ("du 3 au 8/01/2021 il", 11, "du 14 au 19/01/2021 il"),
        ("del 3 al 28 gennaio 2021 il", 5, "del 8 gennaio al 2 febbraio 2021 il"),
        ("vom 3. bis 28. Januar 2021 war", 5, "vom 8. Januar bis 2. Februar 2021 war"),
        ("vom 3. bis 28.1.2021 war", 5, "vom 8.1. bis 2.2.2021 war"),
        ("du 1er au 28 janvier 2021 il", 4, "du 5er janvier au 1 février 2021 il"),
        ("on Feb 28 and 29, 2021.", 366, "on Feb 28 and Mar 1, 2022."),
        ("on March 7, 2020 and 2021.", 366, "on March 8, 2021 and 2022."),
    ],
)
def test_a_day_that_leaves_the_month_of_its_list_says_so(text, days, expected) -> None:
    assert shift(text, days) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Twins born on May 3 and 4, 1921; seen May 6, 2021.",
        "Twins born on 3 and 4 May 1921; seen May 6, 2021.",
        "Triplets born on May 3, 4 and 5, 1921; seen May 6, 2021.",
        "Triplets born on 3 May, 4 June and 5 July 1921; seen May 6, 2021.",
    ],
)
def test_births_in_a_list_give_no_age_above_the_limit_away(text: str) -> None:
    written = shift(text, 400)
    assert not re.search(r"19\d\d", written)
    assert written.endswith("; seen June 10, 2022.")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "on 12 February 2021, he on 6 Oct, 9 Oct and 27 Oct 2022.",
            "on [Day 0], he on [Day +601], [Day +604] and [Day +622].",
        ),
        (
            "on 2 May 2019, he on 28 Dec and 3 Jan 2022.",
            "on [Day 0], he on [Day +971] and [Day +977].",
        ),
        (
            "on 2 May 2019 to Oct 3, 5 and Nov 2, 2022",
            "on [Day 0] to [Day +1250], [Day +1252] and [Day +1280]",
        ),
    ],
)
def test_the_last_year_of_a_list_is_that_of_all_its_days(text: str, expected: str) -> None:
    table = ways(DATE={"method": "relative"})
    assert mask(text, find_dates(text), table, key=None) == expected


def test_an_invisible_mark_in_a_year_makes_it_no_longer() -> None:
    def field(name: str, start: int, end: int, value: int, style: str) -> DateField:
        return DateField(name=name, start=start, end=end, value=value, style=style, point=0)

    fields = [
        field("day", 5, 7, 12, "2"),
        field("month", 8, 11, 5, "January"),
        field("year", 12, 17, 2020, "2004"),
    ]
    parse = {"readings": [DateReading(order="", fields=fields)]}
    table = ways(DATE={"method": "shift"})
    text = "Seen 12 May 20\u200b20 again"
    masked = mask(text, [Proposal(5, 17, "DATE", parse=parse)], table, key=None, offset=7)
    assert masked == "Seen 19 May 2020 again"


def test_a_date_at_the_beginning_is_read_whatever_the_end() -> None:
    text = "21 May, then arm b-"
    table = ways(DATE={"method": "shift"})
    assert mask(text, [Proposal(0, 6, "DATE")], table, key=None, offset=3) == "24 May, then arm b-"


def test_many_dates_cost_time_in_proportion_to_their_number() -> None:
    table = ways(DATE="shift")

    def mask_dates(count: int) -> None:
        spans = [Proposal(at, at + 10, "DATE") for at in range(0, 12 * count, 12)]
        mask("5 May 2020, " * count, spans, table, key=None, offset=3)

    assert growth(mask_dates, 1200) < LINEAR


def test_the_year_behind_a_list_is_written_by_itself() -> None:
    assert shift("on March 7 and 9, 2021.", 366, written="unambiguous") == (
        "on [8 MARCH 2022] and [10 MARCH 2022], [2022]."
    )


def test_weekdays_of_a_document_without_a_year_keep_their_distance() -> None:
    assert shift("On Mon 3 May, Tue 4 May and Wed 5 May.", 7) == (
        "On Mon 10 May, Tue 11 May and Wed 12 May."
    )


def test_days_that_a_recognizer_found_without_reading_them_move_too() -> None:
    text = "On May 3, 10 and 17 the rash"
    spans = [Proposal(*text_span, "DATE", 1.0, "deid_network") for text_span in _places(text)]
    table = ways(DATE={"method": "shift", "default_order": "MDY"})
    assert mask(text, spans, table, key=None, offset=10) == "On May 13, 20 and 27 the rash"
    table = ways(DATE={"method": "relative"})
    assert mask(text, spans, table, key=None) == "On [Day 0], [Day +7] and [Day +14] the rash"


def _places(text: str) -> list[tuple[int, int]]:
    return [found.span() for found in re.finditer(r"May 3|\d\d", text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("on 3 mai 2021, 4 août 2021", "on 10 mai 2021, 11 août 2021"),
        ("lundi 3 mai 2021", "lundi 7 juin 2021"),
        ("lunedì 3 marzo 2021", "lunedì 7 aprile 2021"),
        ("Mittwoch, 6. Juli 2022", "Mittwoch, 10. August 2022"),
        ("11 augustus 2020, 6 mei 2020", "15 september 2020, 10 juni 2020"),
        ("15 sierpnia 2019", "19 września 2019"),
        ("2 Kasım 2020", "7 Aralık 2020"),
        ("in Juli 2021", "in August 2021"),
        ("on 10 Nov 2021, 5 Sept 2022", "on 15 Dec 2021, 10 Oct 2022"),
        ("on 29 Nov 2021, 5 sept 2022, 12 août 2022", "on 6 Déc 2021, 12 sept 2022, 19 août 2022"),
    ],
)
def test_months_keep_their_language(text: str, expected: str) -> None:
    assert shift(text, 7 if "août" in text else 35) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("DOB l2/O3/l951 seen", "DOB 12/10/1951 seen"),
        ("seen Mar 3rd 2021", "seen Mar 10th 2021"),
    ],
)
def test_letters_that_a_scanner_read_for_digits_do_not_stay(text: str, expected: str) -> None:
    assert shift(text, 7) == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Labor Day weekend", date(2020, 9, 7)),
        ("Easter week", date(2020, 4, 12)),
        ("New Year's Eve", date(2020, 12, 31)),
        ("ANZAC Day eve", date(2020, 4, 24)),
        ("NYE", date(2020, 12, 31)),
        ("Mothering Sunday", date(2020, 3, 22)),
        ("weekend", None),
        ("last week", None),
    ],
)
def test_holidays_and_the_days_around_them(name: str, expected: date | None) -> None:
    assert holiday_date(name, 2020) == expected


def test_a_date_without_a_year_moves_as_from_most_years() -> None:
    for days in range(-1460, -365, 13):
        ends = [shift(f"Seen 8 Jan {year}.", days)[:-6] for year in range(2017, 2021)]
        assert ends.count(shift("Seen 8 Jan.", days)[:-1]) >= 2


def test_a_date_without_a_year_stands_beside_a_day_of_its_case() -> None:
    nlp = pipeline(policy="vigibase")
    masker = nlp.get_pipe("deid_masker")
    masker.set_key(KEY)
    for days in (-414, -852, -456):
        masker.set_offsets({"case": days})
        for year in (2020, 2021, 2022, 2023):
            doc = decided(nlp, "Seen 8 Jan.", [("8 Jan", "DATE")], "case")
            doc._.deid_day = f"{year}-01-20"
            moved = date(year, 1, 8) + timedelta(days)
            assert nlp(doc)._.deid_text == f"Seen {moved.day} {moved:%b}."
    doc._.deid_day = "20 January"
    with pytest.raises(DeidError, match="D011"):
        nlp(doc)


@pytest.mark.parametrize(
    ("text", "days", "expected"),
    [
        ("Mon 3, Tue 4 and Wed 5 March 2014", 7, "Mon 10, Tue 11 and Wed 12 March 2014"),
        ("Mon 3, Tue 4 and Wed 5 March 2014", 1, "Tue 4, Wed 5 and Thu 6 March 2014"),
        ("Mon 30, Tue 31 March 2020", 1, "Tue 31 March, Wed 1 April 2020"),
        ("Friday the 12 and Monday 15 May 2023", 3, "Monday the 15 and Thursday 18 May 2023"),
    ],
)
def test_days_of_a_list_keep_their_weekdays(text: str, days: int, expected: str) -> None:
    days_of_it = re.finditer(r"[MTWF].*?(?=,| and|\Z)", text)
    spans = [Proposal(m.start(), m.end(), "DATE", 0.9, "deid_network") for m in days_of_it]
    table = ways(DATE={"method": "shift", "default_order": "MDY"})
    assert mask(text, spans, table, key=None, offset=days) == expected


def test_the_order_of_the_case_holds_for_its_dates() -> None:
    nlp = pipeline(policy="vigibase")
    masker = nlp.get_pipe("deid_masker")
    masker.set_key(KEY)
    masker.set_offsets({"case": -366})
    for order, expected in (("DMY", "05/07/2021"), ("MDY", "06/06/2021")):
        doc = decided(nlp, "Seen 06/07/2022.", [("06/07/2022", "DATE")], "case")
        doc._.deid_order = order
        assert nlp(doc)._.deid_text == f"Seen {expected}."
    doc._.deid_order = "YDM"
    with pytest.raises(DeidError, match="D011"):
        nlp(doc)


@pytest.mark.parametrize("policy", ["vigibase", "hipaa-safe-harbor"])
def test_a_day_of_the_case_tells_that_a_birth_date_is_too_old(policy: str) -> None:
    nlp = pipeline(policy=policy)
    nlp.get_pipe("deid_masker").set_key(KEY)
    for day, old in (("2022-01-19", True), ("2012-01-19", False)):
        doc = decided(nlp, "Born 3 April 1928.", [("3 April 1928", "DATE")], "case")
        doc._.deid_day = day
        assert (nlp(doc)._.deid_text == "Born [DATE].") == old
