"""Parts of a week, a day or a year in the shorthand of wards, and the dates that look like them."""

from __future__ import annotations

import pytest

from spacy_deid.detect.protection.times.ward_times import find_ward_times
from spacy_deid.detect.words.reading import Reading


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("BNO 3/7. IVF N/S 1L 8/24 running, r/v 4/24, obs 36/24.", "3/7|8/24|4/24|36/24"),
        ("amiodarone IV over 1/24, used within 6/24 of puncture", "1/24|6/24"),
        ("wheeze x 5/60, better over 10/60", "5/60|10/60"),
        ("c/o itch 4/7, on flucloxacillin QDS 10/7, cream TDS 21/7", "4/7|10/7|21/7"),
        ("Piriton 4/24 PRN", "4/24"),
        ("Next ECG in 3/12. Review bloods in 6/52", "3/12|6/52"),
        ("next seen 5/7, moved back in 2019 on 3/12", ""),
        ("Amoxicillin tds. Rash appeared 5/7, worse 6/7, resolved 8/7.", ""),
        ("Readmitted 4/12. Wife called again 6/12. TTOs given.", ""),
        ("Admission: 3/7. Rash: 5/7. Ibuprofen tds. Between 1/7 and 7/7 naproxen qds.", ""),
        ("DOB 5/60. Date of birth: 11/52. born 5/60, died 4/52, smear 3/60", ""),
        ("Flu shot 10/24, Shingrix 11/24; qds", ""),
        ("Last dose 6/24 prior to surgery. Fell 6/24 post discharge.", ""),
        ("tds, admitted 3/15, for 4/7, over 4/24", ""),
        ("o/e well, dx 4/24, exp 6/24, visit 4/24, rash 3/7", ""),
    ],
)
def test_parts_of_time(text: str, parts: str) -> None:
    found = [text[start:end] for start, end in find_ward_times(Reading(text))]
    assert "|".join(found) == parts
