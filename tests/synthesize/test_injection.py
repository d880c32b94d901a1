"""Injected narratives keep their own gold and gain exact spans."""

from __future__ import annotations

import pytest

from spacy_deid.annotations import Record
from spacy_deid.errors import DeidError
from spacy_deid.intervals import PhiSpan
from spacy_deid.synthesize.injection import inject

TEXTS = [
    "Patient felt faint on 1/9/2021 after the shot. She went home. The patient is a 34 yo woman "
    "who recovered by Monday.",
    "I had a fever of 101 on Tuesday. My arm hurt. I took my tablets and went to bed.",
    "no border here at all",
    "",
]


def gold(text: str) -> list[PhiSpan]:
    found = []
    for value, label in (
        ("1/9/2021", "DATE"),
        ("34 yo", "AGE"),
        ("Monday", "DATE"),
        ("Tuesday", "DATE"),
    ):
        if value in text:
            found.append(PhiSpan(text.index(value), text.index(value) + len(value), label))
    return sorted(found)


RECORDS = [Record(f"n{i}", text, gold(text)) for i, text in enumerate(TEXTS)]


@pytest.mark.parametrize("noise", ["none", "light", "caps"])
def test_own_gold_moves_along_and_new_spans_are_exact(noise: str) -> None:
    for seed in range(25):
        for source, made in zip(RECORDS, inject(RECORDS, seed=seed, noise=noise), strict=True):
            shown = [(made.text[s.start : s.end].lower(), s.label) for s in made.spans]
            own = [(source.text[s.start : s.end].lower(), s.label) for s in source.spans]
            if noise != "light":
                places = iter(shown)
                assert all(item in places for item in own)
            assert len(shown) >= len(own)
            end = 0
            for span in made.spans:
                assert end <= span.start < span.end <= len(made.text)
                end = span.end
            assert made.meta["narrative"] == source.id
            assert made.meta["genre"] == "injected"


def test_most_of_the_narrative_stays() -> None:
    made = next(inject([RECORDS[1]], seed=1))
    for sentence in TEXTS[1].split(". "):
        assert sentence.rstrip(".") in made.text
    assert made.spans


def test_a_record_gets_the_same_wherever_it_stands() -> None:
    alone = next(inject([RECORDS[1]], seed=4))
    assert alone == list(inject(RECORDS, seed=4))[1]
    assert alone.text != next(inject([RECORDS[1]], seed=5)).text


def test_overlapping_spans_are_refused_without_text() -> None:
    record = Record("n9", "Ann Lee left", [PhiSpan(0, 7, "PATIENT"), PhiSpan(4, 7, "PATIENT")])
    with pytest.raises(DeidError) as caught:
        list(inject([record], seed=0))
    assert caught.value.code == "D707"
    assert "Lee" not in str(caught.value)


def test_unknown_settings_are_refused() -> None:
    with pytest.raises(DeidError):
        inject([], seed=0, split="none")
    with pytest.raises(DeidError):
        inject([], seed=0, origins=["ZZ"])
