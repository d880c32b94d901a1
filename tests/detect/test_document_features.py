"""Features that look further than a window: fields of a form, pairs of words, other mentions."""

from __future__ import annotations

import spacy

from spacy_deid.detect.features.context import view_of
from spacy_deid.detect.features.document import fields, mentions, pairs
from spacy_deid.detect.features.groups import hashed

TOKENIZER = {"nlp": {"tokenizer": {"@tokenizers": "spacy_deid.NarrativeTokenizer.v1"}}}


def rows_of(add, text):
    view = view_of(spacy.blank("en", config=TOKENIZER).make_doc(text))
    rows: list[list[str]] = [[] for _ in view.words]
    add(view, rows)
    return view.words, rows


def test_a_word_knows_its_field_its_line_and_the_field_above() -> None:
    words, rows = rows_of(fields, "Age: 16 years Sex: M\nshe is. Well")
    at = {word: set(row) for word, row in zip(words, rows, strict=True)}
    age, sex = hashed("field", "age"), hashed("field", "years sex")
    assert {age, hashed("field1", "age"), hashed("first", "age")} <= at["16"]
    assert hashed("field2", "age") in at["years"]
    assert hashed("field", "16 years sex") in at["M"] and age not in at["M"]
    assert sex not in at["M"], "up to three words are the cue"
    assert age not in at["Age"]
    above = hashed("above", "age")
    assert above in at["she"] and above in at["Well"] and above not in at["M"]
    assert hashed("opening", "well") in at["Well"] and hashed("first", "she") in at["Well"]
    assert not any(feature.startswith("field") for feature in at["she"])


def test_the_value_of_a_field_ends_after_eight_words() -> None:
    _, rows = rows_of(fields, "Name: a b c d e f g h i")
    mark = hashed("field", "name")
    assert [mark in row for row in rows[2:]] == [True] * 8 + [False]
    assert all(hashed("field4", "name") in row for row in rows[5:10])


def test_pairs_and_shapes_of_neighbours() -> None:
    _, rows = rows_of(pairs, "Dr Ann Lee came")
    assert hashed("b1", "dr ann") in rows[1] and hashed("b2", "ann lee") in rows[1]
    assert hashed("b0", " dr") in rows[1] and hashed("around", "dr lee") in rows[1]
    assert "SAa Aa Aa" in rows[1] and "W Aa Aa Aa a" in rows[1]


def test_a_word_sees_what_stands_around_its_other_mentions() -> None:
    words, rows = rows_of(mentions, "Patient: Lee came.\nDr Smith saw LEE today, not mr Lees")
    first, second = words.index("Lee"), words.index("LEE")
    assert set(rows[first]) == {
        "mentions=2",
        hashed("m-", "saw"),
        hashed("m+", "today"),
        hashed("m:", ""),
    }
    assert {hashed("m-", ":"), hashed("m+", "came"), hashed("m:", "patient")} < set(rows[second])
    others = [row for place, row in enumerate(rows) if place not in (first, second)]
    assert not any(others), "one mention, or a small word, tells nothing"


def test_a_document_without_words_has_no_features() -> None:
    for add in (fields, pairs, mentions):
        for text in ("", " \n"):
            assert rows_of(add, text) == ([], [])
