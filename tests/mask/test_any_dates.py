"""Pieces of dates in any order: nothing fails, and masking leaves what the Doc knows as it is."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from mask_support import KEY, cases

from spacy_deid.annotations import DECISION
from spacy_deid.cli.models import rule_pipeline
from spacy_deid.proposals import read_proposals

PIECES = (
    "Monday Tue. ven. lunes 12 3 31 1 02 2014 2021 '19 99 XII IV 12.XI.2014 3/XI/2020 March mars "
    "März mai Sept. Oct-2020 10/2020 10/12 3/4/19 2020-03-04 20200304 04MAR2020 UN-MAR-2020 UNK "
    "??-??-2020 __/__/2019 令和3年3月8日 2021年3月8日 2021년 Q3 Christmas Easter day eve early mid "
    "the of and to until or at on 14:30 1st 3rd 31st 202031st third 1990s week W12 for since mg "
    "[DATE] (Mon) 7, 14 March 28, April 2 Jan-Mar 21-23 5-Jan-21 5.1.21 1.2. 24-26/12/2020 "
    "l2/03/2020 O3/12/2O19 １２/０３/２０２０ \N{MINUS SIGN} &nbsp; May T00:00:00Z"
).split()
GAPS = ("", " ", ", ", "-", "/", ".", "\n")


@pytest.fixture(scope="module")
def nlp() -> Any:
    nlp = rule_pipeline()
    masker: Any = nlp.get_pipe("deid_masker")
    masker.set_key(KEY)
    masker.set_policy("vigibase")
    return nlp


@cases
@example([("Monday ", ""), ("12.XI.2014", ", "), ("4", "")])
@example([("Tuesday, 3 IV 2021", " "), ("and 4", "")])
@example([("UN-MAR-", ""), ("202031st", "")])
@example([("12 March", " and "), ("3 mai 2020", ", "), ("lundi 7 mai 2020", "")])
@example([("1/2/2020", ", "), ("11/12/2020", "")])
@given(st.lists(st.tuples(st.sampled_from(PIECES), st.sampled_from(GAPS)), max_size=9))
def test_a_document_may_be_masked_again(nlp: Any, pieces: list[tuple[str, str]]) -> None:
    doc = nlp("".join(map("".join, pieces)))
    once = doc._.deid_text
    known = [deepcopy(one.parse) for one in read_proposals(doc, DECISION)]
    again = nlp.get_pipe("deid_masker")(doc)
    assert again._.deid_text == once
    assert [one.parse for one in read_proposals(again, DECISION)] == known
