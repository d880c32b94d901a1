from __future__ import annotations

import pickle

import pytest
import spacy
from hypothesis import example, given
from hypothesis import strategies as st
from spacy.tokens import Doc

from spacy_deid.errors import DeidError

CONFIG = {"nlp": {"tokenizer": {"@tokenizers": "spacy_deid.NarrativeTokenizer.v1"}}}
NLP = spacy.blank("en", config=CONFIG)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("PEND01/26/2098", "PEND 01 / 26 / 2098"),
        ("45-year-old", "45 - year - old"),
        ("CABG6/95", "CABG 6 / 95"),
        ("x76221", "x 76221"),
        ("X1-1335", "X 1 - 1335"),
        ("34712RadiologyExam", "34712 Radiology Exam"),
        ("JaffreyMarital", "Jaffrey Marital"),
        ("12Jan2014", "12 Jan 2014"),
        ("41yo MRN:1234567", "41 yo MRN : 1234567"),
        ("37F", "37 F"),
        ("MD_Smith's", "MD _ Smith ' s"),
        ("José O\u2019Neil", "José O \u2019 Neil"),
        ("Jose\u0301", "Jose\u0301"),
    ],
)
def test_borders_stand_where_identifiers_begin_and_end(text: str, words: str) -> None:
    assert [token.text for token in NLP.make_doc(text) if not token.is_space] == words.split()


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=60))
@example("  a  b\t\n\r\nc \u00a0d")
@example("\x00\ufeff\u200f👩‍⚕️")
@example("")
def test_the_text_comes_back_unchanged(text: str) -> None:
    doc = NLP.make_doc(text)
    assert doc.text == text
    assert all(len(token) for token in doc)


def test_a_lone_surrogate_is_a_coded_error_without_text() -> None:
    with pytest.raises(DeidError) as caught:
        NLP.make_doc("Mrs Whitfield \udc80")
    assert caught.value.code == "D201"
    assert "14" in str(caught.value)
    assert "Whitfield" not in str(caught.value)
    assert caught.value.__context__ is None


def test_the_tokenizer_survives_disk_bytes_and_pickle(tmp_path) -> None:
    NLP.to_disk(tmp_path)
    loaded = spacy.load(tmp_path)
    words = [token.text for token in loaded.make_doc("12Jan2014")]
    assert words == ["12", "Jan", "2014"]
    assert [t.text for t in pickle.loads(pickle.dumps(NLP.tokenizer))("41yo")] == ["41", "yo"]
    assert isinstance(spacy.blank("sv", config=CONFIG).make_doc("4/5"), Doc)
