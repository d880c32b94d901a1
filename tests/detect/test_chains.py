from __future__ import annotations

import time

import pytest
from pace_support import slowness

from spacy_deid.detect.addresses.finder import find_addresses
from spacy_deid.detect.protection.explained import find_explained
from spacy_deid.detect.protection.figures.chains import find_chains
from spacy_deid.detect.protection.figures.fractions import find_fractions
from spacy_deid.detect.words.lexicon import NAME, PROTECTED
from spacy_deid.detect.words.reading import Reading
from spacy_deid.detect.words.scan import Scan

KNOWN = {
    **dict.fromkeys(("carbamazepine", "lipitor", "levodopa"), PROTECTED),
    "allegra": PROTECTED | NAME,
}


@pytest.mark.parametrize(
    ("text", "chains"),
    [
        ("Humalog 12-8-10, then", "12-8-10"),
        ("Carbamazepine 200-200-400 and 500-500-1000 daily", "200-200-400|500-500-1000"),
        ("Levodopa: 100-100-50 mg", "100-100-50"),
        ("Lipitor 12-8-10 started", ""),
        ("Lipitor 12-08-2019 started", ""),
        ("Allegra 200-200-400", ""),
        ("call 200-200-4000", ""),
        ("HR 88-92-110-134, SpO2 98-95-91-86", "88-92-110-134|98-95-91-86"),
        ("WCC 12-18-22 at the lab", ""),
        ("Creatinine was 88-140-210", "88-140-210"),
    ],
)
def test_chains_behind_drugs_and_tests(text, chains):
    found = find_chains(Scan(text, KNOWN), Reading(text))
    assert "|".join(text[slice(*span)] for span in found) == chains


def test_chains_take_no_longer_for_longer_ones():
    text = "HR " + "88-" * 20_000
    start = time.perf_counter()
    list(find_chains(Scan(text, {}), Reading(text)))
    assert time.perf_counter() - start < 2 * slowness()


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("Tingling was 6/10 on day 2 and 3/10 on day 3", "6/10|3/10"),
        ("Itching was 7/10, seen on 4/10", "7/10"),
        ("Rash 7/10", ""),
        ("off work 3/12", "3/12"),
    ],
)
def test_scores_that_follow_and_leaves(text, pairs):
    assert "|".join(text[slice(*span)] for span in find_fractions(Reading(text))) == pairs


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Phenytoin trough 28.4.", "28.4"),
        ("Married 33 years, well", "33 years"),
        ("Married, 33 years old", ""),
        ("Relapse resolved by wk 22.", "wk 22"),
        ("Next visit week 14, in clinic", "visit week 14"),
        ("20 week scan normal", "20 week scan"),
        ("2 axillary LN on film", "2 axillary LN"),
        ("treated per OLIVIA protocol", "OLIVIA"),
        ("seen by OLIVIA", ""),
    ],
)
def test_what_only_looks_like_a_date_an_age_or_a_name(text, kept):
    found = find_explained(Scan(text, {}))
    spans = {text[p.start : p.end] for p in found}
    assert any(kept in span for span in spans) if kept else not spans


@pytest.mark.parametrize(
    ("text", "streets"),
    [
        ("2 axillary LN on film", ""),
        ("3 hilar LN, reactive", ""),
        ("O2 4 L. Dr aware", ""),
        ("12 Willow Ln, York", "12 Willow Ln"),
        ("at 14 oak ln, hull", "14 oak ln"),
    ],
)
def test_lymph_nodes_and_litres_are_no_streets(text, streets):
    found = find_addresses(text)
    assert "|".join(text[p.start : p.end] for p in found if p.label == "STREET") == streets
