from __future__ import annotations

import time

import pytest
from pace_support import slowness

from spacy_deid.detect.protection.studies import find_studies
from spacy_deid.detect.words.reading import Reading


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Phone report, study MONALEESA-2", "MONALEESA-2"),
        ("in the umoja-3 study and trial pegasus-timi", "umoja-3|pegasus-timi"),
        ("Protocol: OSCAR, page 2 of the parent study KATHERINE", "OSCAR|KATHERINE"),
        ("the imbalance seen in DIANA-1, PALOMA-3 / subject", "DIANA-1|PALOMA-3"),
        ("cites the MAGELLAN-3 sub-analysis", "MAGELLAN-3"),
    ],
)
def test_names_of_studies(text: str, names: str) -> None:
    found = [text[start:end] for start, end in find_studies(Reading(text))]
    assert sorted(found) == sorted(names.split("|"))


@pytest.mark.parametrize(
    "text",
    [
        "study ABC-123, trial no. 12, study 0411-IN-009",
        "subject LAGOS-07 was seen, the trial Oscar joined",
        "TRIAL OSCAR JOINED WITH HIS WIFE",
    ],
)
def test_subjects_and_persons_are_no_studies(text: str) -> None:
    assert [text[start:end] for start, end in find_studies(Reading(text))] == []


def test_a_megabyte_is_quick() -> None:
    start = time.process_time()
    for part in ("study aaa-", "STUDY AAAA ", "AAAA-1 ", "seen in AAAA-"):
        list(find_studies(Reading(part * (1_000_000 // len(part)))))
    assert time.process_time() - start < 30 * slowness()
