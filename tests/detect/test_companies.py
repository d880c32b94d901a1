"""Makers that are surnames, too, and signs with their outcome."""

from __future__ import annotations

import pytest

from spacy_deid.detect.protection.finder import find_protected
from spacy_deid.detect.protection.terms.companies import find_companies
from spacy_deid.detect.protection.terms.makers import find_makers
from spacy_deid.detect.words.lexicon import Lexicon
from spacy_deid.detect.words.lists import read_lists
from spacy_deid.detect.words.reading import Reading
from spacy_deid.detect.words.scan import Scan


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    return Lexicon(read_lists())


@pytest.mark.parametrize(
    ("text", "makers"),
    [
        ("This case, received by Bayer from a consumer, is serious.", "Bayer"),
        ("Roche acknowledged it. Lilly considers it related.", "Roche|Lilly"),
        ("Manufacturer: Baxter. Pump made by Baxter in 2020.", "Baxter|Baxter"),
        ("Received by Bayer, nurse. Patient Roche considers it. Signed Bayer considers it", ""),
        ("He took Euthyrox (Merck), then seen by Baxter.", "Merck"),
        ("Seen by Roche. Dr Roche considers it related.", ""),
        ("Ann Lilly considers it, J. Baxter acknowledged it, Merck, MD, considers it", ""),
        ("She spoke to Lilly (Roche) and told Bayer", ""),
    ],
)
def test_makers_that_are_surnames(lexicon: Lexicon, text: str, makers: str) -> None:
    scan = Scan(text, lexicon.flags)
    find_protected(scan, lexicon)
    assert "|".join(text[start:end] for start, end in find_companies(scan)) == makers


@pytest.mark.parametrize(
    ("text", "makers"),
    [
        (
            "Received by Haldene Pharma from a nurse. Sponsor Kestonia Bio, 2020",
            "Haldene Pharma|Kestonia Bio",
        ),
        (
            "the maker, Otterburn Labs. To: Vantoray Drug Safety, fax",
            "Otterburn Labs|Vantoray Drug Safety",
        ),
        ("He works as a packer at Haldene Pharma in Leeds", ""),
        ("The patient is Kadiatu Bio. Regards, Elena Petrova Drug Safety", ""),
        ("CEO of Haldene Pharma; her company is Miller Laboratories", ""),
        ("bloods went to Otterburn Labs; Dr Pharma; Dr Haldene Pharma", ""),
        ("Manufactured by: Shenwei Pharm. (lot", "Shenwei Pharm"),
    ],
)
def test_makers_that_no_list_has(lexicon: Lexicon, text: str, makers: str) -> None:
    scan = Scan(text, lexicon.flags)
    spans = find_makers(scan, Reading(text).words)
    assert "|".join(text[start:end] for start, end in spans) == makers


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("Clavien II after surgery", "Clavien II"),
        ("Kernig neg, Babinski absent", "Kernig neg|Babinski absent"),
        ("Dr Kernig negative. Smith positive for COVID. Emma Clavien II. Patient Kernig neg", ""),
    ],
)
def test_a_sign_before_its_outcome(lexicon: Lexicon, text: str, terms: str) -> None:
    found = find_protected(Scan(text, lexicon.flags), lexicon)
    grades = [text[one.start : one.end] for one in found if one.source.endswith(".grade")]
    assert "|".join(grades) == terms
