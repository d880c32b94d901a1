from __future__ import annotations

import pytest
from pace_support import LINEAR, growth

from spacy_deid.detect.protection.codes.compounds import find_compounds
from spacy_deid.detect.words.reading import Reading


def found(text: str) -> str:
    return "|".join(text[slice(*span)] for span in find_compounds(Reading(text)))


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("SY-119 200 mg, then none", "SY-119"),
        ("the first dose of compound HLD-4402 in May", "HLD-4402"),
        ("He took BX-2041 or placebo. BX-2041 was stopped.", "BX-2041|BX-2041"),
        ("RWT-19 (olgrastane) as an infusion", "RWT-19"),
        ("sponsor code KR-77105; country Argentina, 5 mg", "KR-77105"),
        ("an RIX24098 infusion, IMP: NVL-118", "RIX24098|NVL-118"),
    ],
)
def test_codes_beside_doses_and_placebos(text: str, codes: str) -> None:
    assert found(text) == codes


@pytest.mark.parametrize(
    "text",
    [
        "patient KL-204 300 mg daily",
        "her number AB-2041, 300 mg later",
        "MRN AB-20417 50 mg",
        "COVID-19 infusion, room RM-204 5 mg",
        "case BX-2041 or placebo",
        "ABC-1123 50 mg\nABC-1124 100 mg\nJKL-0124 or placebo",
        "Hosp: KH20441 40 mg, Twin A NB-2041 5 mg, JKL-1024 dose reduced",
    ],
)
def test_codes_of_persons_and_cases(text: str) -> None:
    assert found(text) == ""


def test_time_grows_with_the_text() -> None:
    text = "AB-1234 5 mg, compound CD-{} and EF{} 10 mg; "
    assert (
        growth(lambda n: found("".join(text.format(k, k) for k in range(1000, 1000 + n))), 200)
        < LINEAR
    )
