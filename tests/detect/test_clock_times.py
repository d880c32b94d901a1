from __future__ import annotations

import pytest
from pace_support import LINEAR, growth

from spacy_deid.detect.protection.times.clock_times import find_clock_times
from spacy_deid.detect.words.reading import Reading


def found(text: str) -> list[str]:
    return [text[slice(*span)] for span in find_clock_times(Reading(text))]


@pytest.mark.parametrize(
    ("text", "times"),
    [
        ("Left ward 1/15/2014, 1720 in a wheelchair", "1720"),
        ("Date: 15-Feb-2017 @ 1355\nRe: case", "1355"),
        ("FEB 21, 2015 AT 0825", "0825"),
        ("2004-10-29,   1925. Pct", "1925"),
        ("seen 3rd May 2021 2010, then home", "2010"),
        ("Call 10-Nov 0830, no answer", "0830"),
        ("Time:  1110    Sunday", "1110"),
        ("a message, timed\n2025.", "2025"),
        ("At about 0750 a regular customer, died at 0530. Left 2355, steady", "0750|0530|2355"),
        ("died shortly before 1735.", "1735"),
        ("on 12/03/2021 1142, room 4; 12/03/2021, 1152 (ext. 512)", "1142|1152"),
    ],
)
def test_times_behind_dates_and_cues(text: str, times: str) -> None:
    assert found(text) == times.split("|")


@pytest.mark.parametrize(
    "text",
    [
        "DOB 12/03/1950, 1432",
        "born 3 May 1950 0412",
        "on 10 Nov 2015 she",
        "May 5, 1945",
        "12/03/2021 0412 345 678",
        "12/03/2021 0830 970-555-0116",
        "Nov 10 1942",
        "12/03/2021 2475",
        "timed 1020-1",
        "Goldschmiedgasse 5/2/14, 1010 Wien",
        "8 October 2009, 1712 Castle Gardens",
        "2015-02-12 | 2015. 2. 27",
        "contact me at 2210. Lives at 1420, stays at 1118 n galvez, she is reached at 0412",
        "at 1745 Oak Street, at 2015, at 0412 345 678, at 2210-2214",
        "bleep 2210, ext 0412",
        "12/03/2021, 1944 MRN; 12/03/2021 @ 2210 (extension); 10 Nov 2210 is her pager",
        "12/03/2021, 0412-A room, 12/03/2021, 1204 room, 12/03/2021, 2104, F",
        "12/03/2021 | 1432 | John Lee",
        "date,chart\n12/03/2021,1432",
        "pt\tno\n12/03/2021\t1432",
        "male, 3/3/2001, 1204",
        "Jane Roe 3/3/1961 1204; last four of SSN: 03/03/2001 2104",
        "shortly before 1955 she had measles",
        "case 1/15/2014-1720",
    ],
)
def test_what_is_no_time(text: str) -> None:
    assert found(text) == []


def test_many_dates_take_time_in_proportion() -> None:
    assert growth(lambda count: found("1/15/2014, 1720 10-Nov 0830 " * count), 200) < LINEAR
