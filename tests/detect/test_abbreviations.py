from __future__ import annotations

import time

import pytest
from pace_support import slowness

from spacy_deid.annotations import Proposal
from spacy_deid.detect.protection.finder import find_protected
from spacy_deid.detect.protection.terms.abbreviations import find_abbreviations
from spacy_deid.detect.words.lexicon import Lexicon
from spacy_deid.detect.words.lists import read_lists
from spacy_deid.detect.words.reading import Reading
from spacy_deid.detect.words.scan import Scan


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("Yours, Ann Lee, JD", "JD"),
        ("Kip Simor, Pharm.D. and Ann Lee (B.Pharm)", "Pharm.D.|B.Pharm"),
        ("head of ward: dr hab. n. med. Patryk Kot", "hab. n. med."),
        ("25 mg daily t.i.d.; 1 tablet q.d.s. from you", "t.i.d.|q.d.s."),
        ("1 strip (B. No. 67521E)", "B. No."),
        ("flare, Mayo 7/12, and MAYO SCORE 9/12", "Mayo 7/12|MAYO SCORE 9/12"),
        ("other agent; Gd is OK", "Gd"),
        ("BOT: Hi, I'm Ada, your virtual assistant", "Ada"),
        ("E4V5M6, G2P1, P1+0, at V24 of the study, T Roth (ST5)", "E4V5M6|G2P1|P1+0|V24|ST5"),
    ],
)
def test_abbreviations_of_the_trade(text: str, terms: str) -> None:
    found = [text[start:end] for start, end in find_abbreviations(Reading(text))]
    assert sorted(found) == sorted(terms.split("|"))


@pytest.mark.parametrize(
    "text",
    ["JD and Ann Lee", "patient M.D. came", "T.I. Dunn, B. Nolan", "LV12 3AB, file V24-11"]
    + [
        "Co. Clare, V15 XK72, svc no. V77 410 226",
        "I am Ada, the digital marketer",
        "born 7 Mayo 2012, Mayo 7/12/2012",
        "Gd. Brown, Gd Brown",
        "I'm Ada, your new nurse",
        "I am Ada, your medical assistant",
    ],
)
def test_initials_and_codes_are_none(text: str) -> None:
    assert [text[start:end] for start, end in find_abbreviations(Reading(text))] == []


def test_a_megabyte_is_quick() -> None:
    start = time.process_time()
    for part in ("t.i.d", "V1-", "Lee, ", "b. pharm."):
        list(find_abbreviations(Reading(part * (1_000_000 // len(part)))))
    assert time.process_time() - start < 30 * slowness()


@pytest.mark.parametrize("text", ["Severe cyclochromatopsia", "No xanthoarthralgias since"])
def test_words_of_medicine_that_no_list_knows_are_protected(text: str) -> None:
    assert any(p.source.endswith("stem") and p.score == 0.7 for p in protected(text))


@pytest.mark.parametrize(
    "text",
    ["Seen by Dr. Ganapathy", "Patient: Lakshmipathy Rao", "Patient: Annastasia", "Mr Petraitis"]
    + ["seen by petraitis", "Mrs kastanitis came", "Nurse KASTANITIS"],
)
def test_names_of_the_same_ending_are_not(text: str) -> None:
    assert not [p.source for p in protected(text) if p.source.endswith("stem")]


def protected(text: str) -> list[Proposal]:
    lexicon = Lexicon(read_lists())
    return find_protected(Scan(text, lexicon.flags), lexicon)
