from __future__ import annotations

import gc
import pickle

import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st
from spacy.tokens import Doc, DocBin

from spacy_deid.annotations import _TEXTS, Proposal, whole_text
from spacy_deid.errors import DeidError
from spacy_deid.intervals import (
    alphanumeric_runs,
    covers,
    has_alphanumeric,
    merge,
    overlaps,
    subtract,
    trim,
)
from spacy_deid.proposals import read_proposals, write_proposals

CONFIG = {"nlp": {"tokenizer": {"@tokenizers": "spacy_deid.NarrativeTokenizer.v1"}}}
NLP = spacy.blank("en", config=CONFIG)
interval = st.tuples(st.integers(0, 40), st.integers(0, 40))


@given(st.lists(interval))
def test_merged_intervals_are_disjoint_and_hold_the_same_characters(intervals) -> None:
    merged = merge(intervals)
    assert all(a[1] < b[0] for a, b in zip(merged, merged[1:], strict=False))
    held = {place for start, end in intervals for place in range(start, end)}
    assert {place for start, end in merged for place in range(start, end)} == held


@given(interval, st.lists(interval))
def test_what_is_subtracted_and_what_is_left_make_the_whole(whole, intervals) -> None:
    taken = merge(intervals)
    rest = subtract(whole, taken)
    inside = set(range(*whole))
    gone = {place for start, end in taken for place in range(start, end)}
    assert {place for start, end in rest for place in range(start, end)} == inside - gone


def test_borders_are_half_open() -> None:
    assert not overlaps((0, 3), (3, 5))
    assert overlaps((0, 4), (3, 5))
    assert covers((0, 5), (0, 5))
    assert not covers((1, 5), (0, 5))


def test_trim_and_alphanumerics() -> None:
    assert trim("  (Ann), ", (0, 9), "(),") == (3, 6)
    assert trim("   ", (0, 3)) == (3, 3)
    assert trim("\u202a\ufeffAnn\u200e \u200b", (0, 8)) == (2, 5)
    assert not has_alphanumeric(" -_/ ", (0, 5))
    assert alphanumeric_runs("a-b_c é1") == [(0, 1), (2, 3), (4, 5), (6, 8)]


@pytest.mark.parametrize(("whole_words", "end"), [(False, 17), (True, 19)])
def test_proposals_keep_their_place_in_wide_tokens_and_survive_docbin(whole_words, end) -> None:
    doc = NLP.make_doc("seen 12Jan2014 here")
    parse = {"readings": [{"order": "", "fields": []}]}
    wanted = [Proposal(5, 14, "DATE", 0.9, "t", parse), Proposal(15, 17, "CITY", 0.5, "u")]
    write_proposals(doc, "x", wanted, whole_words=whole_words)
    assert [span.text for span in doc.spans["x"]] == ["12Jan2014", "here"]
    data = DocBin(docs=[doc], store_user_data=True).to_bytes()
    (again,) = DocBin().from_bytes(data).get_docs(spacy.blank("en").vocab)
    for read in (read_proposals(doc, "x"), read_proposals(again, "x")):
        assert read == [
            Proposal(5, 14, "DATE", 0.9, "t", parse),
            Proposal(15, end, "CITY", 0.5, "u"),
        ]


def test_empty_and_outside_proposals_are_left_out() -> None:
    doc = NLP.make_doc("abc")
    write_proposals(
        doc, "x", [Proposal(1, 1, "CITY"), Proposal(2, 9, "CITY"), Proposal(0, 3, "ZIP")]
    )
    assert [p.label for p in read_proposals(doc, "x")] == ["ZIP"]
    assert read_proposals(doc, "missing") == []
    empty = Doc(NLP.vocab)
    write_proposals(empty, "x", [Proposal(0, 1, "CITY")])
    assert read_proposals(empty, "x") == []


def test_spans_whose_tokens_were_merged_away_are_a_coded_error() -> None:
    doc = spacy.blank("en")("Ann Lee of Leeds rang about Bob Ray")
    doc._.deid_id = "case 1"
    write_proposals(doc, "x", [Proposal(28, 35, "PATIENT", 1.0, "x")])
    with doc.retokenize() as retokenizer:
        retokenizer.merge(doc[0:2])
        retokenizer.merge(doc[3:6])
    with pytest.raises(DeidError, match="D208.*case 1.*deid_masker"):
        read_proposals(doc, "x")


def test_errors_keep_code_and_facts_on_the_way_between_processes() -> None:
    error = pickle.loads(pickle.dumps(DeidError("D201", code="D800", place=3)))
    assert error.code == "D201"
    assert "U+D800" in str(error) and "character 3" in str(error)


def test_the_text_of_a_document_is_kept_as_long_as_the_document() -> None:
    doc = spacy.blank("en").make_doc("Ann Lee  came\n")
    assert whole_text(doc) == doc.text and whole_text(doc) is whole_text(doc)
    filled = Doc(doc.vocab).from_bytes(doc.to_bytes())
    empty = Doc(doc.vocab)
    assert whole_text(empty) == ""
    assert whole_text(empty.from_bytes(doc.to_bytes())) == whole_text(filled) == doc.text
    held = len(_TEXTS)
    del filled
    gc.collect()
    assert len(_TEXTS) == held - 1
