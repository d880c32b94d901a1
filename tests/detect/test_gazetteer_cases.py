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
