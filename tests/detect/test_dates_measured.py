from __future__ import annotations

import pytest

from spacy_deid.detect.dates.finder import find_dates
from spacy_deid.detect.protection.results.dated_values import find_dated_values
from spacy_deid.detect.words.reading import Reading


@pytest.mark.parametrize(
    ("text", "dates", "values"),
    [
        ("Plt: 1 Feb 88, 3 Feb 41, 5 Feb 12", "1 Feb|3 Feb|5 Feb", "88|41|12"),
        ("Creatinine Jan 88, Feb 92, Mar 140", "Jan|Feb", "88|92|140"),
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
