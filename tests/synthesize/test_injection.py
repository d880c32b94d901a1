"""Injected narratives keep their own gold and gain exact spans."""

from __future__ import annotations

import pytest

from spacy_deid.annotations import Record
from spacy_deid.errors import DeidError
from spacy_deid.intervals import PhiSpan
from spacy_deid.synthesize.dice import Dice
from spacy_deid.synthesize.injection import Insert, _lines, inject, load_inserts
from spacy_deid.synthesize.lists import codes, country
from spacy_deid.synthesize.rendering import render
from spacy_deid.synthesize.scene import Scene

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


def test_line_ends_of_windows_are_not_torn() -> None:
    text = "I had a fever\r\nMy arm hurt\r\n\r\nI took my tablets\r\n"
    for seed in range(25):
        (made,) = inject([Record("n", text)], seed=seed)
        assert "\r" not in made.text.replace("\r\n", "")


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


@pytest.mark.parametrize("seed", range(3))
def test_every_line_fits_its_countries(seed: int) -> None:
    for section, lines in load_inserts().items():
        for number, line in enumerate(lines):
            origin = sorted(line.origins)[(number + seed * 7) % len(line.origins)]
            scene = Scene(Dice(f"{seed}/{number}", None), country(origin), "injected")
            scene.relations = {2: "sister", 3: "son"}
            draft = render(line.nodes, scene)
            assert draft.text.strip() and "{" not in draft.text and "a(n)" not in draft.text
            assert "  " not in draft.text or section == "header", draft.text
            assert all(draft.text[m.start : m.end].strip() for m in draft.marks)


def test_lines_are_many_and_some_hold_nothing() -> None:
    inserts = load_inserts()
    assert sum(map(len, inserts.values())) > 400
    scene = Scene(Dice("1", None), country("US"), "injected")
    third = [render(line.nodes, scene) for line in inserts["third"] if "US" in line.origins]
    assert 0.1 < sum(not draft.spans() for draft in third) / len(third) < 0.4


def test_lines_of_a_country_stay_there() -> None:
    third = load_inserts()["third"]
    abroad = frozenset(codes()) - {"US"}
    assert any(line.origins == abroad for line in third)
    assert any(line.origins == {"US"} for line in third)
    here = {origin: _literals("third", origin) for origin in ("US", "GB", "DE")}
    assert "Medicaid" in here["US"] and "Medicaid" not in here["GB"]
    assert "Yellow Card" in here["GB"] and "Yellow Card" not in here["US"] + here["DE"]


def _literals(section: str, origin: str) -> str:
    nodes = [node for line in _lines(section, None, origin) for node in line]
    return "\n".join(node for node in nodes if isinstance(node, str))


def test_a_text_gets_no_line_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    everywhere = frozenset(codes())
    few = {
        section: [Insert("train", everywhere, [f"{section} {number};"]) for number in range(8)]
        for section in load_inserts()
    }
    monkeypatch.setattr("spacy_deid.synthesize.injection.load_inserts", lambda: few)
    source = Record("long", "It hurt. " * 40, [])
    for seed in range(10):
        made = next(inject([source], seed=seed)).text
        counts = [made.count(f"third {number};") for number in range(8)]
        assert max(counts) == 1
