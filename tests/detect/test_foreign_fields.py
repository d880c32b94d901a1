from __future__ import annotations

import pytest

from spacy_deid.detect.protection.terms.foreign_fields import find_foreign_fields
from spacy_deid.detect.words.reading import Reading


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("Evolución: recuperada", "Evolución"),
        ("Nombre | Ana Ruiz\nGravedad | grave", "Nombre|Gravedad"),
        ("DESENLACE: recuperada\n- VÝSLEDOK: uzdravený", "DESENLACE|VÝSLEDOK"),
        ("1) Sexo/Edad: F, 62   Fecha de nacimiento: 1959", "Sexo/Edad|Fecha de nacimiento"),
        ("UAW: Husten\nWoreda: Adama", "UAW|Husten|Woreda"),
        ("Reacción: tos, fiebre leve\nReakce: Jan Novák", "Reacción|tos, fiebre leve|Reakce"),
        ("Kimenetel : javult | Gyógyszer : aszpirin", "Kimenetel|Gyógyszer"),
    ],
)
def test_names_of_fields(text: str, fields: str) -> None:
    found = [text[start:end] for start, end in find_foreign_fields(Reading(text))]
    assert found == fields.split("|")


@pytest.mark.parametrize(
    "text",
    [
        "Ravi: ok, Markus: no",
        "she said Evolución was her shop",
        "Evolución Herrera: 34 y",
        "Ernst: home visit",
        "Nombre Ana Ruiz",
    ],
)
def test_names_and_plain_text_are_none(text: str) -> None:
    assert list(find_foreign_fields(Reading(text))) == []
