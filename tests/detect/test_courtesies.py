from __future__ import annotations

import pytest

from spacy_deid.detect.protection.terms.courtesies import find_courtesies
from spacy_deid.detect.words.reading import Reading


@pytest.mark.parametrize(
    ("text", "formulas"),
    [
        ("He is well.\nMit freundlichen Grüßen,\nT. Ziebarth", "Mit freundlichen Grüßen"),
        ("Atentamente,\nMayor Iridián Mere", "Atentamente"),
        ("Boker tov!!\nI teach at the school.", "Boker tov"),
        ("Thank you. Bonne journée\nFabienne", "Thank you|Bonne journée"),
        ("> Z poważaniem\n> dr A. Wilk", "Z poważaniem"),
        ("KIND REGARDS - Ola", "KIND REGARDS"),
    ],
)
def test_formulas_of_letters(text: str, formulas: str) -> None:
    found = [text[start:end] for start, end in find_courtesies(Reading(text))]
    assert found == formulas.split("|")


@pytest.mark.parametrize(
    "text",
    [
        "Atentamente Mere signed",
        "she wrote boker tov to us",
        "Tatenda,\nthe nurse",
        "Grazie Deledda rang",
    ],
)
def test_names_and_running_text_are_none(text: str) -> None:
    assert list(find_courtesies(Reading(text))) == []
