"""Times after a treatment, which look like ages."""

from __future__ import annotations

import pytest

from spacy_deid.detect.protection.times.follow_ups import find_follow_ups
from spacy_deid.detect.words.reading import Reading


@pytest.mark.parametrize(
    ("text", "times"),
    [
        ("At 6 months FVC 74%. Relapse at 5 years.", "6 months|5 years"),
        ("Recovered at 3 months. At 2 years: alive, no recurrence.", "3 months|2 years"),
        ("MRI at 12 months: unchanged. He was seen at 9 months and was well", "12 months|9 months"),
        ("Follow-up at 18 mo. PFS at 24 months was 60 %", "18 mo|24 months"),
        ("Diagnosed with asthma at 12 years. He died at 71 years.", ""),
        ("Seen at 6 years old. At 6 months of age he walked.", ""),
        ("The infant recovered at 3 months.", ""),
        ("Vaccinated and resolved at 4 months.", ""),
        ("At 14 years she moved to the coast.", ""),
        ("at the visit, months later", ""),
    ],
)
def test_follow_ups(text: str, times: str) -> None:
    found = sorted(find_follow_ups(Reading(text)))
    assert "|".join(text[start:end] for start, end in found) == times
