"""Animals and storms are no persons; who stands beside an animal is one."""

from __future__ import annotations

import pytest

from spacy_deid.cli.models import rule_pipeline
from spacy_deid.detect.protection.terms.creatures import find_creatures
from spacy_deid.detect.words.reading import Reading


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("My dog Rosie ate the rest.", "Rosie"),
        ("clinic in Providencia, Cruz Verde Providencia. Grew Providencia.", "Providencia"),
        ("Candida (mother) rang, Candida is her aunt", ""),
        ("the old cat called Oliver, and a horse (Charlie)", "Oliver|Charlie"),
        ("We fed Max the dog.", "Max"),
        ("Since Hurricane Ida, and during Tropical Storm Fay", "Hurricane Ida|Tropical Storm Fay"),
        ("SINCE HURRICANE IDA HIT", "HURRICANE IDA"),
        ("Bitten by the dog, Anna went home.", ""),
        ("the dog Dr Smith saw, the dog Anna Miller owns", ""),
        ("After the dog She was unwell. Patient Storm Miller", ""),
        ("dog bite Rosie came", ""),
        ("Bitten by a dog Peter owns, kicked by a horse Maria was riding.", ""),
        ("Tom the horse trainer fell. Susan the cat lady called.", ""),
        ("During the storm Peter slipped. Seen by Storm Larsen.", ""),
    ],
)
def test_names_of_animals_and_storms(text: str, names: str) -> None:
    found = [text[start:end] for start, end in find_creatures(Reading(text))]
    assert "|".join(found) == names


def test_a_person_of_the_same_name_is_hidden() -> None:
    text = "Nurse Rosie Miller called. My dog Rosie ate it. Rosie told me to wait."
    doc = rule_pipeline()(text)
    starts = [span.start_char for span in doc.spans["deid"]]
    assert starts == [text.index("Rosie Miller"), text.index("Rosie told")]
