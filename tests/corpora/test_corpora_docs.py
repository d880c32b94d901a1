"""Records on Docs, the reader of training configurations, alignment with tokens."""

from __future__ import annotations

import json

import pytest
import spacy
from corpora_helpers import characters, documents, note, plain, record, write_all
from hypothesis import given, settings
from spacy.tokens import DocBin
from spacy.util import registry
from spacy.vocab import Vocab
from thinc.api import Config

from spacy_deid.annotations import Record
from spacy_deid.corpora.alignment import Alignment
from spacy_deid.corpora.docs import doc_to_record, misaligned, record_to_doc
from spacy_deid.corpora.formats import open_masked_writer, read_records
from spacy_deid.corpora.statistics import Statistics
from spacy_deid.errors import DeidError
from spacy_deid.intervals import PhiSpan
from spacy_deid.proposals import read_proposals
from spacy_deid.tokens import NarrativeTokenizer


@pytest.fixture(scope="module")
def nlp():
    nlp = spacy.blank("en")
    nlp.tokenizer = NarrativeTokenizer(nlp.vocab)
    return nlp


def test_gold_becomes_entities_and_a_span_group(nlp):
    item = note()
    item.known_phi = [("PATIENT", "Ann Lee")]
    item.meta["case"] = "case 5"
    doc = record_to_doc(item, nlp)
    assert [(e.start_char, e.end_char, e.label_) for e in doc.ents] == [
        tuple(s) for s in item.spans
    ]
    assert [PhiSpan(p.start, p.end, p.label) for p in read_proposals(doc, "gold")] == item.spans
    assert all(token.ent_iob_ == "O" for token in doc if not token.ent_type_)
    assert (doc._.deid_id, doc._.deid_case) == ("110-01", "case 5")
    assert doc._.known_phi == [["PATIENT", "Ann Lee"]]
    back = doc_to_record(doc, "gold")
    assert plain([back]) == plain([item])
    assert back.meta["case"] == "case 5"


def test_what_is_known_of_a_case_stands_on_its_docs(nlp):
    known = {"case": "5", "case_day": "2021-01-08", "case_order": "DMY", "term": True}
    item = Record("a", "rash", meta={**known, "annotated": False})
    assert doc_to_record(record_to_doc(item, nlp)).meta == item.meta
    item.meta = {"case": None, "case_day": None, "case_order": None, "term": None}
    doc = record_to_doc(item, nlp)
    assert (doc._.deid_case, doc._.deid_day, doc._.deid_order) == ("", "", "")


def test_what_does_not_align_is_missing_and_stays_exact(nlp):
    item = record("DRAlberto came on 3/4", ("Alberto", "DOCTOR"), ("3/4", "DATE"))
    doc = record_to_doc(item, nlp)
    assert [token.ent_iob_ for token in doc][:2] == ["", "O"]
    assert [entity.text for entity in doc.ents] == ["3/4"]
    assert doc._.deid_gold == [[2, 9, "DOCTOR"], [18, 21, "DATE"]]
    assert misaligned(doc) == Alignment().misaligned(item) == [PhiSpan(2, 9, "DOCTOR")]
    assert doc_to_record(doc, "gold").spans == item.spans


def test_white_space_at_the_edges_aligns(nlp):
    item = Record("a", "on 3/4 by", [PhiSpan(2, 7, "DATE")])
    doc = record_to_doc(item, nlp)
    assert [entity.text for entity in doc.ents] == ["3/4"]
    assert misaligned(doc) == []
    assert doc_to_record(doc, "gold").spans == item.spans


def test_overlapping_gold_keeps_the_longest_as_entity(nlp):
    item = Record("a", "Mercy Hospital", [PhiSpan(0, 5, "CITY"), PhiSpan(0, 14, "HOSPITAL")])
    doc = record_to_doc(item, nlp)
    assert [entity.label_ for entity in doc.ents] == ["HOSPITAL"]
    assert len(doc.spans["gold"]) == 2


def test_without_annotation_nothing_is_said_to_be_outside(nlp):
    doc = record_to_doc(Record("a", "on 3/4", meta={"annotated": False}), nlp)
    assert doc._.deid_gold is None
    assert all(token.ent_iob_ == "" for token in doc)
    assert doc_to_record(doc).meta["annotated"] is False


def test_decision_comes_back(nlp):
    doc = record_to_doc(note(), nlp)
    doc.spans["deid"] = [doc.char_span(0, 7, label="PATIENT")]
    assert doc_to_record(doc).spans == [PhiSpan(0, 7, "PATIENT")]
    assert doc_to_record(doc, "other").spans == note().spans


@pytest.mark.parametrize("key", ["gold", "sc"])
def test_a_doc_without_entities_has_those_of_its_usual_span_groups(nlp, key, tmp_path):
    doc = nlp.make_doc("Alberto came on 3/4")
    doc.spans[key] = [doc.char_span(0, 7, label="DOCTOR"), doc.char_span(16, 19, label="DATE")]
    DocBin(docs=[doc]).to_disk(tmp_path / "a.spacy")
    (found,) = read_records(tmp_path / "a.spacy")
    assert found.spans == [PhiSpan(0, 7, "DOCTOR"), PhiSpan(16, 19, "DATE")]
    doc.set_ents([], default="outside")
    assert doc_to_record(doc).spans == []


@settings(max_examples=60, deadline=None)
@given(items=documents(characters))
def test_any_record_survives_a_doc_and_a_docbin(nlp, items):
    docs = [record_to_doc(item, nlp) for item in items]
    packed = DocBin(store_user_data=True, docs=docs).to_bytes()
    again = DocBin().from_bytes(packed).get_docs(Vocab())
    assert plain(doc_to_record(doc, "gold") for doc in again) == plain(items)
    alignment = Alignment()
    for doc, item in zip(docs, items, strict=True):
        assert misaligned(doc) == alignment.misaligned(item)


def test_docbin_marks_what_spacy_trains_on(tmp_path):
    item = record("DRAlberto came on 3/4", ("Alberto", "DOCTOR"), ("3/4", "DATE"))
    write_all(tmp_path / "a.spacy", "docbin", [item, Record("b", "x", meta={"annotated": False})])
    first, second = DocBin().from_disk(tmp_path / "a.spacy").get_docs(spacy.blank("en").vocab)
    assert [token.ent_iob_ for token in first][:2] == ["", "O"]
    assert [entity.text for entity in first.ents] == ["3/4"]
    assert not second.has_annotation("ENT_IOB")


def test_a_masked_docbin_holds_nothing_of_a_case_but_its_masked_text(tmp_path):
    item = Record("1", "Mr John Smith", [PhiSpan(3, 13, "PATIENT")], {"case": "XX-777"})
    item.known_phi = [("PATIENT", "John Smith")]
    write_all(tmp_path / "in.spacy", "docbin", [item])
    (found,) = read_records(tmp_path / "in.spacy")
    assert found.meta["case"] == "XX-777"
    with open_masked_writer(tmp_path / "in.spacy", None, tmp_path / "out.spacy") as writer:
        span = PhiSpan(3, 9, "PATIENT")
        writer.write(Record(found.id, "Mr [NAME]", [span], found.meta, found.known_phi))
    (masked,) = read_records(tmp_path / "out.spacy")
    assert (masked.text, masked.spans) == ("Mr [NAME]", [span])
    assert "case" not in masked.meta and not masked.known_phi


def test_docbin_directory_is_written_in_pieces(tmp_path, monkeypatch):
    monkeypatch.setattr("spacy_deid.corpora.docbin._SHARD", 2)
    items = [Record(str(number), f"text {number}") for number in range(5)]
    write_all(tmp_path / "out", "docbin", items)
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "00000.spacy",
        "00001.spacy",
        "00002.spacy",
    ]
    assert plain(read_records(tmp_path / "out")) == plain(items)
    from spacy.training import Corpus

    assert len(list(Corpus(tmp_path / "out")(spacy.blank("en")))) == 5


# the reader


@pytest.fixture
def corpus(tmp_path):
    write_all(tmp_path / "c.jsonl", "jsonl", [note(str(number)) for number in range(12)])
    return tmp_path / "c.jsonl"


def make(**settings):
    return registry.readers.get("spacy_deid.Corpus.v1")(**settings)


def test_reader_gives_examples_every_time_it_is_called(nlp, corpus):
    read = make(path=corpus)
    for _ in range(2):
        examples = list(read(nlp))
        assert [e.reference._.deid_id for e in examples] == [str(n) for n in range(12)]
    example = examples[0]
    assert example.predicted.text == example.reference.text
    assert len(example.reference.ents) == 5 and not example.predicted.ents
    assert example.predicted._.deid_gold is None
    assert example.predicted._.deid_id == "0"


def test_reader_limits_maps_and_mixes(nlp, corpus):
    assert len(list(make(path=corpus, limit=3)(nlp))) == 3
    (example,) = make(path=corpus, limit=1, scheme="vigibase")(nlp)
    assert {e.label_ for e in example.reference.ents} == {"Person", "Age", "Organization", "Date"}

    def order(read):
        return [example.reference._.deid_id for example in read(nlp)]

    first, again = make(path=corpus, shuffle=True, seed=1), make(path=corpus, shuffle=True, seed=1)
    one, two = order(first), order(first)
    assert one != two and sorted(one) == sorted(two) and len(set(one)) == 12
    assert (order(again), order(again)) == (one, two)
    assert order(make(path=corpus, shuffle=True, seed=2)) != one


def test_reader_augments(nlp, corpus):
    augmenter = registry.augmenters.get("spacy.lower_case.v1")(level=1.0)
    examples = list(make(path=corpus, augmenter=augmenter, limit=1)(nlp))
    assert len(examples) == 1
    assert examples[0].text == note().text.lower()


def test_reader_streams(nlp, tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_text('{"id": "a", "text": "x", "spans": []}\n{"broken\n')
    examples = make(path=path)(nlp)
    assert next(examples).text == "x"
    with pytest.raises(DeidError, match="D007"):
        next(examples)


CONFIG = """
[nlp]
lang = "en"
pipeline = ["ner"]
tokenizer = {"@tokenizers": "spacy_deid.NarrativeTokenizer.v1"}
[components]
[components.ner]
factory = "ner"
[corpora]
[corpora.train]
@readers = "spacy_deid.Corpus.v1"
path = "%s"
format = "jsonl"
[corpora.dev]
@readers = "spacy_deid.Corpus.v1"
path = "%s"
limit = 2
[training]
train_corpus = "corpora.train"
dev_corpus = "corpora.dev"
max_steps = 2
eval_frequency = 1
[training.batcher]
@batchers = "spacy.batch_by_words.v1"
size = 100
"""


def test_reader_in_a_training_config(corpus, tmp_path):
    from spacy.training.initialize import init_nlp
    from spacy.training.loop import train

    config = Config().from_str(CONFIG % (corpus, corpus))
    nlp = spacy.util.load_model_from_config(config, auto_fill=True)
    nlp = init_nlp(nlp.config)
    trained, _ = train(nlp, tmp_path)
    assert "PATIENT" in trained.get_pipe("ner").labels


# statistics


def test_statistics_count_what_a_corpus_holds():
    statistics = Statistics()
    item = record("DRAlberto came on 3/4", ("Alberto", "DOCTOR"), ("3/4", "DATE"))
    for found in (item, note(), Record("c", "", meta={"annotated": False})):
        statistics.add(found)
    counts = statistics.as_dict()
    assert (counts["documents"], counts["annotated"], counts["with_spans"]) == (3, 2, 2)
    assert counts["spans"] == {
        "DOCTOR": 1,
        "DATE": 2,
        "PATIENT": 1,
        "AGE": 1,
        "HOSPITAL": 1,
        "PHONE": 1,
    }
    assert counts["misaligned"] == {"DOCTOR": 1}
    assert counts["tokens_per_document"]["least"] == 0
    assert counts["tokens"] == 6 + 23


@pytest.mark.parametrize(
    "known", [{"PATIENT": "quokka"}, [["PATIENT", None]], [["PATIENT"]], ["PATIENT", "quokka"], "x"]
)
def test_known_values_of_a_wrong_form_are_an_error_and_not_left_out(known, tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps({"id": "1", "text": "the quokka", "known_phi": known}) + "\n")
    with pytest.raises(DeidError, match="D007.*known_phi"):
        list(read_records(path))
