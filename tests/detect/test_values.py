from __future__ import annotations

import time

import pytest
from pace_support import slowness

from spacy_deid.detect.protection.results.dated_values import find_dated_values
from spacy_deid.detect.protection.results.values import find_values
from spacy_deid.detect.words.reading import Reading


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("Her ferritin was 2020 ng/mL, BNP 1999pg/mL", "2020|1999"),
        ("ALT of 1995 IU/L, platelets 1998 x10^9/L", "1995|1998"),
        ("LDH 2004, CK 1996", "2004|1996"),
        ("heparin 1998 units once", "1998"),
        ("CK peaked at about 2010, ferritin rose to 2020", "2010|2020"),
        ("ALT: 1987, AST = 2015; BNP rose to 1987", "1987|2015|1987"),
        ("CK 2010-2050 U/L, given 2000 mg", "2010-2050|2000"),
    ],
)
def test_values_that_look_like_years(text: str, values: str) -> None:
    assert [text[slice(*span)] for span in find_values(Reading(text))] == values.split("|")


@pytest.mark.parametrize(
    "text",
    [
        "born 1987\nunit # S80, in 2019 units closed",
        "Ferritin in 2019 was low, MRI 2014, CT 2015, PSA 2014: 4.5",
        "her last ALT of 2019, ALT 2015, normal, previous CK 2014",
        "in 2019 MG was diagnosed, in 2019 mg of it, since 2015 IU",
        "Platelets up to 2019 were normal. B12 about 2018 was started.",
        "AST of 2018 was normal, ALT: 2018, normal, platelets over 2019 fell",
        "CK measured about 2018",
        "ferritin 2019, colonoscopy 2020; ALT 2015, MRI 2016, CK 2014; b12: 2018",
        "ALT on 12/03/2020, AST: 12.03.2020, CK: 2020-03-12",
    ],
)
def test_years_are_no_values(text: str) -> None:
    assert list(find_values(Reading(text))) == []


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("15/12/22: 98, 16/12/22: 95, 17/12/22: 91.", "98|95|91"),
        ("CRP: 01.03.2023 45; 03.03.2023 91.5; 05.03.2023 95", "45|91.5|95"),
        ("born 3/4/1950 74, male; seen 1/2/2020 93 years, 2/2/2020: 94 F", ""),
        ("seen 3/4/2020 74, then 5/4/2020, 12, 6/4/2020", ""),
        ("Case list\n12/05/22 4471\n13/05/22 4472\n", ""),
    ],
)
def test_values_behind_their_dates(text: str, values: str) -> None:
    found = [text[slice(*span)] for span in find_dated_values(Reading(text))]
    assert "|".join(found) == values


def test_a_megabyte_is_quick() -> None:
    start = time.process_time()
    for part in ("2020 ", "alt is 1999 ", "ck 2004, ", "2019 x10^9 "):
        list(find_values(Reading(part * (1_000_000 // len(part)))))
    for part in ("1/2/2020 3, ", "1/2/20 "):
        list(find_dated_values(Reading(part * (1_000_000 // len(part)))))
    assert time.process_time() - start < 30 * slowness()
