"""Every pattern of names, places, care sites, jobs and protected terms: hits and near misses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from spacy_deid.detect.evidence import find_names_and_places

CASES = Path(__file__).parent.parent / "regression_cases"
KINDS = ("names", "places", "caresites", "professions", "protect")
ALL = [
    (case["pattern"], case["text"], [tuple(span) for span in case["spans"]])
    for kind in KINDS
    for case in json.loads((CASES / f"{kind}.json").read_text(encoding="utf-8"))
]


@pytest.mark.parametrize("pattern", sorted({pattern for pattern, _, _ in ALL}))
def test_pattern(pattern: str) -> None:
    wrong = []
    for name, text, expected in ALL:
        if name != pattern:
            continue
        found = [(s.start, s.end, s.label) for s in find_names_and_places(text)]
        if found != sorted(expected):
            wrong.append((text, "expected", sorted(expected), "found", found))
    assert not wrong, f"pattern {pattern}: {wrong}"


def test_there_are_hits_and_near_misses_enough() -> None:
    assert len(ALL) >= 500
    assert sum(1 for _, _, spans in ALL if not spans) >= 150
    assert len({(text, tuple(spans)) for _, text, spans in ALL}) > 0.98 * len(ALL)
    for _, text, spans in ALL:
        assert all(text[start:end].strip() == text[start:end] != "" for start, end, _ in spans)


CONTEXTS = ("{}", "Report: {}", "Received on 12 Jan. {}", "Follow-up.\n{}", "Event was serious; {}")


@pytest.mark.parametrize("context", CONTEXTS)
def test_a_titled_name_is_found_wherever_it_stands(context: str) -> None:
    text = context.format("Dr. Okonkwo examined him.")
    start = text.index("Okonkwo")
    assert (start, start + 7, "DOCTOR") in find_names_and_places(text)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Dr To was covering three floors.", "To"),
        ("The psychiatrist, Dr Wrong, called.", "Wrong"),
        ("I told Dr See about it.", "See"),
        ("Mrs. In fell.", "In"),
        ("Ms An was tired.", "An"),
        ("Dr Wrong Long wrote.", "Wrong Long"),
    ],
)
def test_a_word_of_the_language_with_a_capital_behind_a_title_is_a_name(text, name) -> None:
    start = text.index(name)
    found = [(s.start, s.end) for s in find_names_and_places(text)]
    assert found == [(start, start + len(name))]


@pytest.mark.parametrize(
    "text",
    [
        "I asked my Dr. To be sure I went again.",
        "Nobody at the Dr. No answer came.",
        "Mr And Mrs are titles",
        "DR SAYS NO TO THE DRUG",
        "Mr Patient said so",
        "the dr wrong as ever",
    ],
)
def test_a_word_of_the_language_is_no_name_behind_what_may_be_none(text: str) -> None:
    assert not [s for s in find_names_and_places(text) if s.label in ("PATIENT", "DOCTOR")]
