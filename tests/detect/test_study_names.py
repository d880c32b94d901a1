from __future__ import annotations

import time

import pytest
from pace_support import slowness

from spacy_deid.detect.protection.codes.studies import find_studies
from spacy_deid.detect.words.lexicon import (
    BIG_CITY,
    CITY,
    FIRST,
    FREQUENT_FIRST,
    FREQUENT_LAST,
    LAST,
)
from spacy_deid.detect.words.reading import Reading

KNOWN = {
    "alice": CITY | FIRST | FREQUENT_FIRST,
    "leeds": CITY | BIG_CITY,
    "davies": LAST | FREQUENT_LAST,
    "ashworth": LAST,
}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Phone report, study MONALEESA-2", "MONALEESA-2"),
        ("in the umoja-3 study and trial pegasus-timi", "umoja-3|pegasus-timi"),
        ("Protocol: OSCAR, page 2 of the parent study KATHERINE", "OSCAR|KATHERINE"),
        ("the imbalance seen in DIANA-1, PALOMA-3 / subject", "DIANA-1|PALOMA-3"),
        (
            "In KATHERINE, 2 of 133 died, GALILEO-2 (n = 133) and ALICE (NCT0123",
            "KATHERINE|GALILEO-2|ALICE",
        ),
        ("See also FOURIER (cf. ALICE). Compare EVEREST II.", "FOURIER|ALICE|EVEREST II"),
        ("entered Arm B of GALILEO; discussed in CAROLINA.", "GALILEO|CAROLINA"),
        ("Protocol HX-204 (OLYMPIA), Study  ANCHOR  | Subject", "OLYMPIA|ANCHOR"),
        ("CLEOPATRA / subject S-135; ODYSSEY excluded such patients", "CLEOPATRA|ODYSSEY"),
        ("cites the MAGELLAN-3 sub-analysis", "MAGELLAN-3"),
    ],
)
def test_names_of_studies(text: str, names: str) -> None:
    found = [text[start:end] for start, end in find_studies(Reading(text), KNOWN)]
    assert sorted(set(found)) == sorted(names.split("|"))


@pytest.mark.parametrize(
    "text",
    [
        "study ABC-123, trial no. 12, study 0411-IN-009",
        "subject LAGOS-07 was seen, the trial Oscar joined",
        "IN LONDON, 2 OF 133 DIED",
        "in Alice, 2 of 133, in ALICE, 2 of 5 mg",
        "discussed in LEEDS (cf. DAVIES), randomised at home in LEEDS.",
        "see FOURIER for the dressing, compare SMITH John",
        "DAVIES / subject 12, study: DAVIES, J.",
        "cf. ASHWORTH, Study ASHWORTH, visit 2; ASHWORTH / subject 12, DAVIES (n = 3)",
        "seen in LEEDS-2, DAVIES-2 subject, study davies-leeds",
        "TRIAL OSCAR JOINED WITH HIS WIFE",
    ],
)
def test_subjects_and_persons_are_no_studies(text: str) -> None:
    assert [text[start:end] for start, end in find_studies(Reading(text), KNOWN)] == []


def test_a_megabyte_is_quick() -> None:
    start = time.process_time()
    for part in ("study aaa-", "STUDY AAAA ", "AAAA-1 ", "seen in AAAA-"):
        list(find_studies(Reading(part * (1_000_000 // len(part))), KNOWN))
    assert time.process_time() - start < 30 * slowness()
