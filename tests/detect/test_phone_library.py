from __future__ import annotations

import pytest
import spacy

from spacy_deid.errors import DeidError
from spacy_deid.proposals import read_proposals

pytest.importorskip("phonenumbers")


def found(text, regions):
    nlp = spacy.blank("en")
    nlp.add_pipe("deid_patterns", config={"kinds": ["contacts"], "phone_regions": regions})
    return {
        text[p.start : p.end]
        for p in read_proposals(nlp(text), "deid_patterns")
        if p.source == "contacts.phonenumbers"
    }


def test_the_library_finds_numbers_of_the_regions_that_were_named() -> None:
    text = "reached on 08-465 004 22 after ALT 245 U/L"
    assert found(text, ["SE"]) == {"08-465 004 22"}
    assert found(text, []) == set()
    assert found("+46 8 465 004 22", ["US", "SE"]) == {"+46 8 465 004 22"}
    assert found("", ["SE"]) == set()


def test_a_region_that_is_none_is_refused() -> None:
    with pytest.raises(DeidError) as caught:
        spacy.blank("en").add_pipe("deid_patterns", config={"phone_regions": ["XX"]})
    assert caught.value.code == "D011"
