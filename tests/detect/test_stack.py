from __future__ import annotations

import pickle

import pytest
import spacy
from spacy.tokens import Span
from spacy.training import Example

from spacy_deid.annotations import Proposal
from spacy_deid.corpora.part import create_corpus_part
from spacy_deid.detect.features.decisions import DecisionReader
from spacy_deid.errors import DeidError
from spacy_deid.proposals import read_proposals, write_proposals

pytest.importorskip("sklearn")

TOKENIZER = {"nlp": {"tokenizer": {"@tokenizers": "spacy_deid.NarrativeTokenizer.v1"}}}
NAMES = ["Zebulon", "Quarnforth", "Ysolde", "Brannigan", "Thorvald", "Ermintrude"]


@spacy.Language.component("test_good")
def good(doc):
    """Propose every word behind 'Mr'."""
    found = [
        Proposal(doc[t.i + 1].idx, doc[t.i + 1].idx + len(doc[t.i + 1]), "PATIENT", 0.9)
        for t in doc[:-1]
        if t.text == "Mr"
    ]
    write_proposals(doc, "test_good", found)
    return doc


@spacy.Language.component("test_bad")
def bad(doc):
    """Propose every second word."""
    found = [Proposal(t.idx, t.idx + len(t), "DOCTOR", 0.9) for t in doc if t.i % 2]
    write_proposals(doc, "test_bad", found)
    return doc


def corpus(nlp):
    for number, name in enumerate(NAMES * 2):
        text = f"{'then ' * (number % 3)}Mr {name} took two tablets of aspirin at home"
        start = text.index(name)
        yield Example.from_dict(
            nlp.make_doc(text), {"entities": [(start, start + len(name), "PATIENT")]}
        )


def trained(**settings):
    nlp = spacy.blank("en", config=TOKENIZER)
    nlp.add_pipe("test_good")
    nlp.add_pipe("test_bad")
    config = {
        "sources": ["test_good", "test_bad"],
        "annotating": ["test_good", "test_bad"],
        **settings,
    }
    stack = nlp.add_pipe("deid_stack", config=config)
    stack.initialize(lambda: [], nlp=nlp, corpus=corpus)
    return nlp


def found(doc):
    return [(doc.text[p.start : p.end], p.label) for p in read_proposals(doc, "deid_stack")]


TEXT = "She says Mr Hildegard fell at noon"


@pytest.mark.parametrize(
    "settings", [{}, {"shapes": -1}, {"algorithm": "sgd", "passes": 20}], ids=str
)
def test_it_learns_whom_to_trust_the_same_way_twice(settings) -> None:
    nlp = trained(**settings)
    doc = nlp(TEXT)
    assert ("fell", "DOCTOR") not in found(doc)
    assert found(doc) == [("Hildegard", "PATIENT")]
    assert found(nlp("")) == []
    data = nlp.get_pipe("deid_stack").to_bytes()
    assert data == trained(**settings).get_pipe("deid_stack").to_bytes()
    assert not [name for name in NAMES if name.lower().encode() in data.lower()]


def test_it_survives_disk_bytes_pickle_and_processes(tmp_path) -> None:
    nlp = trained()
    nlp.to_disk(tmp_path)
    assert found(spacy.load(tmp_path)(TEXT)) == [("Hildegard", "PATIENT")]
    fresh = spacy.blank("en", config=nlp.config)
    fresh.from_bytes(nlp.to_bytes())
    assert found(fresh(TEXT)) == [("Hildegard", "PATIENT")]
    component = pickle.loads(pickle.dumps(nlp.get_pipe("deid_stack")))
    assert found(component(bad(good(nlp.make_doc(TEXT))))) == [("Hildegard", "PATIENT")]
    docs = list(nlp.pipe([TEXT] * 2, n_process=2))
    assert [found(doc) for doc in docs] == [[("Hildegard", "PATIENT")]] * 2


def test_decisions_as_features() -> None:
    nlp = spacy.blank("en", config=TOKENIZER)
    doc = nlp.make_doc("saw Ann Lee today")
    write_proposals(doc, "a", [Proposal(4, 11, "PATIENT", 0.95)])
    write_proposals(doc, "b", [Proposal(8, 11, "PATIENT", 0.1), Proposal(8, 17, "DATE", 0.5)])
    doc.set_ents([Span(doc, 3, 4, label="DATE")])
    reader = DecisionReader(["a", "b", "ents", "missing"], window=1, shapes=-1)
    view = reader.view(doc)
    rows = [set(row) for row in reader.context(view)]
    assert rows[0] == {"bias", "1|a=B-PATIENT"}
    assert {"0|a=I-PATIENT", "0|b=B-PATIENT", "all=I-PATIENT|B-PATIENT|O|O"} < rows[2]
    assert {"PATIENT*2", "a~PATIENT~4", "b~PATIENT~0", "a.", "b.", "-1|a=B-PATIENT"} < rows[2]
    assert {"0|ents=B-DATE", "0|b=I-DATE", "DATE*2"} < rows[3]
    assert "PATIENT*1" in rows[1] and "PATIENT*2" not in rows[1]
    assert all(row.count("bias") == 1 for row in reader.context(view))
    assert reader.word("Ann") == [()]
    assert len(DecisionReader(["a"], window=1, shapes=2).word("Ann")) == 5


def test_the_two_parts_of_a_corpus_have_no_text_in_common() -> None:
    nlp = spacy.blank("en", config=TOKENIZER)

    def many(nlp):
        for number in range(300):
            yield Example.from_dict(nlp.make_doc(f"text {number}"), {})

    def texts(**settings):
        return [e.text for e in create_corpus_part(many, **settings)(nlp)]

    part, rest = texts(share=0.7), texts(share=0.7, rest=True)
    assert 190 < len(part) < 230
    assert sorted([*part, *rest]) == sorted(e.text for e in many(nlp))
    assert texts(share=0.7, seed=1) != part == texts(share=0.7)
    with pytest.raises(DeidError) as caught:
        create_corpus_part(many, 1.0)
    assert caught.value.code == "D011"
