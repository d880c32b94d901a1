from __future__ import annotations

import pytest

from spacy_deid.detect.protection.terms.brands import find_brands
from spacy_deid.detect.words.lexicon import Lexicon
from spacy_deid.detect.words.lists import read_lists
from spacy_deid.detect.words.scan import Scan


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    return Lexicon(read_lists())


@pytest.mark.parametrize(
    ("text", "brands"),
    [
        ("She took Camila and Errin (norethindrone).", "Camila|Errin"),
        ("Switched from Diane to Yasmin, her pill.", "Diane|Yasmin"),
        ("Ella (ulipristal 30 mg) was taken.", "Ella"),
        ("tablets of two sisters were moved from Nikki to Portia", ""),
        ("seen by Camila (norethindrone stopped)", ""),
        ("seen by Camila (norethindrone), told Ella (ulipristal)", ""),
        ("Maria (paracetamol) died. Care switched from Anna to Maria", ""),
        ("The drug was given on Tuesday (amoxicillin). Stopped March (metformin).", ""),
        ("Stopped on Easter (warfarin), started Sunday and Monday (ibuprofen 400 mg).", ""),
        ("Given Anna and Maria (ibuprofen). Dr. Smith started Ella (lithium).", ""),
        ("Her nurse changed from Heather to Diane while on the pill.", ""),
        ("She switched from Heather to Nikki as her midwife.", ""),
        ("She switched from Heather to Nikki.", ""),
        ("switched from Diane to Yasmin Khan, on Camila's ward (norethindrone)", ""),
    ],
)
def test_brands_that_are_first_names(lexicon: Lexicon, text: str, brands: str) -> None:
    found = [text[slice(*span)] for span in find_brands(Scan(text, lexicon.flags))]
    assert "|".join(found) == brands
