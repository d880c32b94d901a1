"""Lists of works, brands, makers and scales hide nobody who bears such a name."""

from __future__ import annotations

from typing import Any

import pytest

from spacy_deid.cli.models import rule_pipeline


@pytest.fixture(scope="module")
def nlp() -> Any:
    return rule_pipeline()


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Patient name: Laura Ingalls.", "Laura Ingalls"),
        ("Reporter: Harper Lee", "Harper Lee"),
        ("HCP: Tim Peake, MD", "Tim Peake"),
        ("Robert E Lee, 45 M, fell.", "Robert E Lee"),
        ("Reporter: Mary Jane Kelly, RN", "Mary Jane Kelly"),
        ("David Lloyd Davies came.", "David Lloyd Davies"),
        ("Joseph and Mary reported nausea.", "Joseph|Mary"),
        ("Dr. Kade stopped the drug. The physician is Dr. Bearse.", "Kade|Bearse"),
        ("Miss Emma reported nausea. Storm Callum reported a rash.", "Emma|Storm Callum"),
        ("State: Utah\nDiabetes: yes", "Utah"),
        ("She was taken to St Jude Medical Center.", "St Jude Medical Center"),
        ("He worked for Levi Strauss.", "Levi Strauss"),
        ("On Sun grade 2 rash appeared. Fri score low.", "Sun|Fri"),
    ],
)
def test_no_list_hides_who_bears_the_name(nlp: Any, text: str, names: str) -> None:
    doc = nlp(text)
    assert "|".join(span.text for span in doc.spans["deid"]) == names
