from __future__ import annotations

from collections.abc import Iterator

import pytest

from spacy_deid.detect.contacts.phone_inside import find_inside_numbers
from spacy_deid.detect.protection.codes.finder import find_codes
from spacy_deid.detect.protection.codes.studies import find_studies
from spacy_deid.detect.protection.figures.measures import find_measures
from spacy_deid.detect.protection.figures.quantities import find_quantities
from spacy_deid.detect.protection.terms.abbreviations import find_abbreviations
from spacy_deid.detect.protection.terms.generics import find_generics
from spacy_deid.detect.protection.terms.verbs import find_verbs
from spacy_deid.detect.words.reading import Cues, Reading
from spacy_deid.synthesize.generator import synthesize


def _find_studies(reading: Reading) -> Iterator[tuple[int, int]]:
    return find_studies(reading, {})


_SEARCHES = (
    find_abbreviations,
    find_codes,
    find_generics,
    find_inside_numbers,
    find_measures,
    find_quantities,
    _find_studies,
    find_verbs,
)
_CUED = (
    "ICD10 K71.6, icd-10-cm code K71, DSM-IV 296.3, SNOMED CT 123, ISO/IEC 27001, 21 CFR 11",
    "UDI-DI 04150123456, Product licence no. PL 00057/1234, cat. no. 12, ref no 4, Sect. 3, pp. 9",
    "AMPOULES 81X65294, Lot? 85M76166, 77A12;exp 2024, AB123 (Expiry 05/25), seen Thu p.m.",
    "SpO2 91, O2, PaCO2 40, left FV, R AC. D3 T3 q6h D5W PCV13 HPV9 CYP3A4 HER2 factor VIII",
    "Petrol station, bus stops; boarding school; Ann, Ph.D., LL.B., R.Ph. Café in Graz, a café",
    "rang desk 217, call no 2255, p # 1105, short code 512, x208, at x12, - Int. 133, kl.tel. 45",
    "nine nine nine nine nine nine, extension two two, one one two two one one",
    "Bill the insurance. Rob him? Will follow up; may it be. İSTANBUL: room 12B",
)


def _found(texts: list[str]) -> list[list[object]]:
    return [list(search(Reading(text))) for text in texts for search in _SEARCHES]


def test_cues_spare_searches_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [record.text for record in synthesize(n=60, seed=3)]
    texts += [*_CUED, *(text.lower() for text in _CUED), *(text.upper() for text in _CUED)]
    cued = _found(texts)
    monkeypatch.setattr(Cues, "among", lambda self, reading: True)
    assert cued == _found(texts)
    assert sum(map(len, cued)) > 200


def test_a_reading_keeps_places() -> None:
    reading = Reading("İ saw 12/05 in Köln, 7x")
    assert len(reading.low) == len(reading.text)
    assert reading.words >= {"saw", "in", "köln", "x"}
    assert reading.figures == [6, 9, 21]


def test_cues_are_a_pattern_and_their_first_letter_runs() -> None:
    cues = Cues("gas station|p/n|r.ph")
    assert cues.pattern == r"(?:gas\sstation|p/n|r\.ph)"
    assert cues.runs == {"gas", "p", "r"}
    assert cues.among(Reading("GAS works")) and not cues.among(Reading("station"))


def test_whole_cues_need_all_letter_runs_of_one_of_them():
    cues = Cues("i.m|health insurer|rash", whole=True)
    for text, there in (
        ("given i.m. today", True),
        ("a health\ninsurer", True),
        ("rash", True),
        ("health of an assurer", False),
        ("i saw", False),
    ):
        assert cues.among(Reading(text)) == there, text


def test_cues_joined_are_those_of_each():
    joined = Cues.of_all([Cues("pump"), Cues("an agent", whole=True)])
    for text, there in (("the pump", True), ("an agent", True), ("an offer", False)):
        assert joined.among(Reading(text)) == there, text
