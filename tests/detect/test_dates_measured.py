from __future__ import annotations

import pytest
from pace_support import LINEAR, growth

from spacy_deid.detect.dates.finder import find_dates
from spacy_deid.detect.protection.results.dated_values import find_dated_values
from spacy_deid.detect.words.reading import Reading


@pytest.mark.parametrize(
    ("text", "dates", "values"),
    [
        ("Plt: 1 Feb 88, 3 Feb 41, 5 Feb 12", "1 Feb|3 Feb|5 Feb", "88|41|12"),
        ("Creatinine Jan 88, Feb 92, Mar 140", "Jan|Feb|Mar", "88|92|140"),
        ("Platelets 210 on 1 Feb, 88 on 3 Feb", "1 Feb|3 Feb", "88"),
        ("Hb Jan 1 88, Jan 8 92", "Jan 1|Jan 8", "88|92"),
        ("Surgery in Jan 88, Feb 92 and again", "Jan 88|Feb 92", ""),
        ("Seen 1 Feb 88, 3 Feb 88, 5 Feb 88", "1 Feb 88|3 Feb 88|5 Feb 88", ""),
        ("INR done 1 Feb 88", "1 Feb 88", ""),
    ],
)
def test_numbers_behind_months_are_years_or_values(text, dates, values):
    assert "|".join(text[d.start : d.end] for d in find_dates(text) if d.score > 0.7) == dates
    found = find_dated_values(Reading(text))
    assert "|".join(text[slice(*span)] for span in found) == values


@pytest.mark.parametrize(
    ("text", "dates"),
    [
        ("ALT 3/10/19 45; 3/17/19 98; 3/24/19 22", "3/10/19|3/17/19|3/24/19"),
        ("HR 3/10/20 88, 13/17/20 96", "3/10/20"),
        ("seen on 12/03/20 19 by us", "12/03/20 19"),
    ],
)
def test_no_date_is_lost_before_a_number_of_two_figures(text, dates):
    found = "|".join(text[d.start : d.end] for d in find_dates(text))
    assert found.startswith(dates)


@pytest.mark.parametrize(
    ("text", "dates", "values"),
    [
        ("eGFR Jan 62 Feb 58 Mar 31 then", "Jan|Feb|Mar", "62|58|31"),
        ("TSH Apr 4.1, Jul 9.8, Oct 22 on", "Apr|Jul|Oct", "4.1|9.8|22"),
        ("Hb 2 Jan 12 9 Jan 10 after", "2 Jan|9 Jan", "12|10"),
        ("Jan 3 ALT 40 Jan 10 ALT 98 Jan 17", "Jan 3|Jan 10|Jan 17", "40|98"),
        ("Bili 04.03. 12 11.03. 48", "04.03.|11.03.", "12|48"),
        ("INR 1/3 1.8 1/4 2.2 1/5 4.9", "1/3|1/4|1/5", "1.8|2.2|4.9"),
        ("BP 5/2: 120/80, 5/3: 90/50", "5/2|5/3", "120/80|90/50"),
        ("Digoxin level 12/1 - 1.2, 12/8 - 2.9", "12/1|12/8", "1.2|2.9"),
        ("K 2 May 2019 5.1, 9 May 2019 4.0", "2 May 2019|9 May 2019", ""),
        ("INR Jan 3 Feb 12 Mar 2", "Jan 3|Feb 12|Mar 2", ""),
        ("score 3/10 2, 4/10 1", "", ""),
        ("INR: Jan 2019, Mar 2020, Jun 2021", "Jan 2019|Mar 2020|Jun 2021", ""),
        ("HbA1c March 2019 and June 2020", "March 2019|June 2020", ""),
        ("wt 2 Jan 12 3 Feb 13", "2 Jan 12|3 Feb 13", ""),
    ],
)
def test_tests_are_followed_over_days(text, dates, values):
    assert "|".join(text[d.start : d.end] for d in find_dates(text) if d.score > 0.74) == dates
    found = find_dated_values(Reading(text))
    assert "|".join(text[slice(*span)] for span in found) == values


@pytest.mark.parametrize(
    ("text", "dates"),
    [
        ("7.1 on 08-Mar and 9.4 on 11-Mar-2021", "08-Mar|11-Mar-2021"),
        ("2.5 mg on 8 May and 7.5 mg on 9 May", "8 May|9 May"),
        ("on 8 May and 9, then", "8 May|9"),
    ],
)
def test_no_decimal_is_a_further_day(text, dates):
    assert "|".join(text[d.start : d.end] for d in find_dates(text)) == dates


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("BIRTH Day 07 Month SEP Year 1958", "07 Month SEP Year 1958"),
        ("DD 14 MM 02 YYYY 1983", "14 MM 02 YYYY 1983"),
        ("day=09 month=05 year=1949", "09 month=05 year=1949"),
        ("Day 40 Month 02 Year 1983", ""),
    ],
)
def test_dates_in_boxes(text, date):
    found = [text[d.start : d.end] for d in find_dates(text) if d.source == "dates.boxes"]
    assert "|".join(found) == date


def test_rows_of_tests_take_linear_time():
    def read(count):
        text = "inr 1/2 5" + " mg 1/2 5" * count
        list(find_dated_values(Reading(text)))
        find_dates(text)

    assert growth(read, 100) < LINEAR
