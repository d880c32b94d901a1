"""Parts of a week, a day or a year in the shorthand of wards, and the dates that look like them."""

from __future__ import annotations

import pytest

from spacy_deid.detect.protection.ward_times import find_ward_times
from spacy_deid.detect.words.reading import Reading


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Nausea since yesterday, BNO 3/7. IVF N/S 1L 8/24 running, r/v 4/24.", "3/7|8/24|4/24"),
        ("Salbutamol 2/24, amiodarone IV over 1/24, observations for 36/24", "2/24|1/24|36/24"),
        ("wheeze + LOC 5/60, better 10/60 later", "5/60|10/60"),
        ("itch 4/7, on flucloxacillin QDS, cream TDS 21/7", "4/7|21/7"),
        ("used within 6/24 of puncture; Piriton 4/24 PRN", "6/24|4/24"),
        ("seen on 2/7, itch 4/7, cream tds", ""),
        ("tds; started 2/7, well 4/7", ""),
        ("tds\n2/7 rash\n3/7 well", ""),
        ("itch 4/7, cream tds, seen on 12/5", ""),
        ("tds, admitted 3/15, rash 4/7, 4/24", ""),
        ("o/e well, dx 4/24, exp 6/24", ""),
        ("visit 4/24, rash 3/7", ""),
    ],
)
def test_parts_of_time(text: str, parts: str) -> None:
    found = [text[start:end] for start, end in find_ward_times(Reading(text))]
    assert "|".join(found) == parts
