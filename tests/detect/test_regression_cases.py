"""Every pattern's hits and near misses, as data; a failing case names its pattern."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from spacy_deid.annotations import Proposal
from spacy_deid.detect.addresses.finder import find_addresses
from spacy_deid.detect.ages.finder import find_ages
from spacy_deid.detect.contacts.finder import find_contacts
from spacy_deid.detect.dates.finder import find_dates
from spacy_deid.detect.identifiers.finder import find_identifiers
from spacy_deid.proposals import read_proposals

FOLDER = Path(__file__).parent.parent / "regression_cases"
FINDERS: dict[str, Callable[[str], list[Proposal]]] = {
    "dates": find_dates,
    "ages": find_ages,
    "contacts": find_contacts,
    "identifiers": find_identifiers,
    "addresses": find_addresses,
}
FILES = sorted(FOLDER.glob("*.json"))


@cache
def gazetteer():
    import spacy

    tokenizer = {"tokenizer": {"@tokenizers": "spacy_deid.NarrativeTokenizer.v1"}}
    nlp = spacy.blank("en", config={"nlp": tokenizer})
    nlp.add_pipe("deid_gazetteer")
    nlp.add_pipe("deid_resolver")
    nlp.initialize()
    return nlp


def find_by_gazetteer(text: str) -> list[Proposal]:
    return read_proposals(gazetteer()(text), "deid")


def finder_of(path: Path) -> Callable[[str], list[Proposal]]:
    return FINDERS.get(path.stem.split("_")[0], find_by_gazetteer)


def without_stop(text: str, start: int, end: int, label: str) -> tuple[int, int, str]:
    """The stop of an abbreviation may be in or out (annotation guidelines, convention 7)."""
    return start, end - (text[end - 1] == "."), label


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_cases(path: Path) -> None:
    find = finder_of(path)
    failed = []
    for case in json.loads(path.read_text(encoding="utf-8")):
        text = case["text"]
        found = sorted(without_stop(text, p.start, p.end, p.label) for p in find(text))
        if found != sorted(without_stop(text, *span) for span in case["spans"]):
            shown = [f"{label}:{text[start:end]!r}" for start, end, label in found]
            failed.append(f"{case['pattern']}: {text!r} gave {shown}")
    assert not failed, "\n".join([f"{len(failed)} cases failed", *failed])


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_cases_are_well_formed(path: Path) -> None:
    from spacy_deid.phi import LABELS

    seen = set()
    for case in json.loads(path.read_text(encoding="utf-8")):
        assert set(case) == {"pattern", "text", "spans"}
        assert case["pattern"]
        last = 0
        for start, end, label in case["spans"]:
            assert last <= start < end <= len(case["text"]), case
            assert label in LABELS
            assert case["text"][start:end].strip() == case["text"][start:end]
            last = end
        assert case["text"] not in seen, f"twice: {case['text']!r}"
        seen.add(case["text"])


def test_every_kind_has_hits_and_near_misses() -> None:
    total = 0
    for path in FILES:
        cases = json.loads(path.read_text(encoding="utf-8"))
        total += len(cases)
        assert any(case["spans"] for case in cases) or path.stem == "protect", path.stem
        assert any(not case["spans"] for case in cases), path.stem
    assert total >= 1200
