from __future__ import annotations

import pytest

from spacy_deid.detect.protection.terms.medical_abbreviations import find_medical_abbreviations
from spacy_deid.detect.words.reading import Reading
from spacy_deid.detect.words.scan import Scan


def found(text: str) -> list[str]:
    return [
        text[slice(*span)] for span in find_medical_abbreviations(Scan(text, {}), Reading(text))
    ]


@pytest.mark.parametrize(
    ("text", "abbreviations"),
    [
        ("a PMH of GERD, HLD, CAD with MI", "PMH|GERD|HLD|CAD"),
        ("diagnosed with HSP (nonthrombocytopenic purpura)", "HSP"),
        ("congestive heart failure (HCC) and notes of DMDD; ADHD.", "HCC|DMDD"),
        ("found by LC-MS/MS and XRF; GC/MS clean", "LC-MS/MS|XRF|GC/MS"),
        ("placed EVD at bedside, s/p ASD repair", "EVD|ASD"),
    ],
)
def test_abbreviations_within_a_sentence(text: str, abbreviations: str) -> None:
    assert found(text) == abbreviations.split("|")


@pytest.mark.parametrize(
    "text",
    [
        "patient RCA was seen by HSP, initials: ASD, and MVP called",
        "narrative checked BUD, sent to OCB by Rainbow HLD",
        "coded by us HSP\nreviewed – CAD",
        "A PMH OF GERD, HLD, CAD",
        "ref RVP 37-097, case AKI/KT/23",
    ],
)
def test_initials_and_sites_are_left(text: str) -> None:
    assert found(text) == []
