"""What holds for every recognizer over features."""

from __future__ import annotations

import pickle

import pytest
import spacy
import srsly
from spacy.training import Example

from spacy_deid.annotations import Proposal, Record
from spacy_deid.errors import DeidError
from spacy_deid.intervals import PhiSpan
from spacy_deid.proposals import read_proposals, write_proposals
from spacy_deid.release.audit import audit

TOKENIZER = {"nlp": {"tokenizer": {"@tokenizers": "spacy_deid.NarrativeTokenizer.v1"}}}
NAMES = ["Zebulon", "Quarnforth", "Ysolde", "Brannigan", "Thorvald", "Ermintrude"]
TEXT = "Mr Hildegard took aspirin"
EXPECTED = [("Hildegard", "PATIENT")]
NETWORK = {
    "width": 16,
    "passes": 30,
    "batch_words": 20,
    "learn_rate": 0.01,
    "dropout": 0.0,
    "min_frequency": 1,
}
KINDS = [
    ("deid_crf", "pycrfsuite", {"c2": 0.1}),
    ("deid_crf", "pycrfsuite", {"algorithm": "ap"}),
    ("deid_crf", "pycrfsuite", {"c2": 0.1, "experts": 3, "expert_share": 0.6}),
    ("deid_svm", "sklearn", {"workers": 1}),
    ("deid_network", "torch", NETWORK),
    ("deid_network", "torch", {**NETWORK, "linear": {"c2": 0.1}, "linear_share": 0.7}),
]
WRONG = {
    "deid_crf": [
        {"groups": ["none"]},
        {"windows": {"froms": 2}},
        {"windows": {"forms": -1}},
        {"c2": -1},
        {"scheme": "IO"},
        {"algorithm": "x"},
        {"experts": 0},
        {"rule_sources": "deid_patterns"},
        {"annotating": "deid_patterns"},
        {"annotating": [""]},
    ],
    "deid_network": [
        {"groups": ["none"]},
        {"width": 0},
        {"dropout": 1.5},
        {"members": 0},
        {"linear_share": 2},
        {"dilations": "1"},
        {"least_steps": -1},
        {"rule_sources": "deid_patterns"},
    ],
    "deid_svm": [
        {"groups": ["none"]},
        {"c": 0},
        {"scheme": "IO"},
        {"algorithm": "x"},
        {"penalty": "elasticnet"},
        {"folds": 1},
        {"stages": 2, "folds": 0},
        {"stages": 3},
        {"task": "eight"},
        {"l1_ratio": 2},
        {"passes": 0},
        {"label_weights": {"DATE": 0}},
    ],
    "deid_stack": [
        {"sources": []},
        {"sources": ["a", "a"]},
        {"sources": "ents"},
        {"sources": ["deid_stack"]},
        {"window": -1},
        {"shapes": -2},
        {"c": 0},
    ],
}


def corpus(nlp):
    for number, name in enumerate(NAMES * 2):
        for text, start in (
            (f"Mr {name} took aspirin {number}", 3),
            (f"seen by Mr {name} today {number}", 11),
        ):
            yield Example.from_dict(
                nlp.make_doc(text), {"entities": [(start, start + len(name), "PATIENT")]}
            )
    yield Example.from_dict(nlp.make_doc("aspirin was stopped today"), {"entities": []})


def trained(factory, package, settings):
    pytest.importorskip(package)
    nlp = spacy.blank("en", config=TOKENIZER)
    component = nlp.add_pipe(factory, config={"groups": ["forms", "layout"], **settings})
    component.initialize(lambda: [], nlp=nlp, corpus=corpus)
    return nlp


@pytest.fixture(scope="module", params=KINDS, ids=lambda kind: f"{kind[0]} {kind[2]}")
def learnt(request):
    return request.param, trained(*request.param)


def found(doc):
    (group,) = doc.spans
    return [(doc.text[p.start : p.end], p.label) for p in read_proposals(doc, group)]


def test_it_learns_a_context_and_says_how_sure_it_is(learnt) -> None:
    (factory, *_), nlp = learnt
    assert found(nlp(TEXT)) == EXPECTED
    assert found(nlp("aspirin took today")) == []
    assert found(nlp("")) == []
    assert all(0 < p.score <= 1 for p in read_proposals(nlp(TEXT), factory))
    assert nlp.get_pipe(factory).labels == ("PATIENT",)


def test_a_chain_says_how_sure_it_is_of_all_words(learnt) -> None:
    (factory, *_), nlp = learnt
    if factory == "deid_svm":
        pytest.skip("it tags every word by itself")
    attrs = nlp(TEXT).spans[factory].attrs
    assert 0 < attrs["confidence"] <= min(attrs["scores"])
    assert 0 < nlp("aspirin took today").spans[factory].attrs["confidence"] <= 1
    assert nlp("").spans[factory].attrs["confidence"] == 1


def test_the_same_corpus_gives_the_same_bytes_and_no_training_name(learnt) -> None:
    kind, nlp = learnt
    data = nlp.get_pipe(kind[0]).to_bytes()
    assert data == trained(*kind).get_pipe(kind[0]).to_bytes()
    assert not [name for name in NAMES if name.lower().encode() in data.lower()]


def test_no_file_of_a_saved_pipeline_holds_a_training_name(learnt, tmp_path) -> None:
    _, nlp = learnt
    nlp.to_disk(tmp_path)
    records = [Record(name, name, [PhiSpan(0, len(name), "PATIENT")]) for name in NAMES]
    report = audit(tmp_path, records)
    assert report.terms == len(NAMES) and report.findings == []


def test_it_survives_disk_bytes_pickle_and_processes(learnt, tmp_path) -> None:
    (factory, *_), nlp = learnt
    nlp.to_disk(tmp_path)
    assert found(spacy.load(tmp_path)(TEXT)) == EXPECTED
    fresh = spacy.blank("en", config=nlp.config)
    fresh.from_bytes(nlp.to_bytes())
    (proposal,) = read_proposals(fresh(TEXT), factory)
    (before,) = read_proposals(nlp(TEXT), factory)
    assert proposal == before
    component = pickle.loads(pickle.dumps(nlp.get_pipe(factory)))
    assert found(component(nlp.make_doc(TEXT))) == EXPECTED
    docs = list(nlp.pipe([TEXT] * 3, n_process=2))
    assert [found(doc) for doc in docs] == [EXPECTED] * 3


def test_a_bias_set_at_run_time_is_saved_until_the_config_says_another(learnt, tmp_path) -> None:
    (factory, *_), nlp = learnt
    fresh = spacy.blank("en", config=nlp.config).from_bytes(nlp.to_bytes())
    component, before = fresh.get_pipe(factory), nlp.get_pipe(factory).to_bytes()
    component.recall_bias = 1.5
    if hasattr(component, "label_bias"):
        component.label_bias["PATIENT"] = 0.5
    fresh.to_disk(tmp_path)
    again = spacy.blank("en", config=nlp.config).from_bytes(fresh.to_bytes())
    for kept in (spacy.load(tmp_path).get_pipe(factory), again.get_pipe(factory)):
        assert kept.recall_bias == 1.5
        assert getattr(kept, "label_bias", {"PATIENT": 0.5}) == {"PATIENT": 0.5}
        assert kept.to_bytes() == component.to_bytes() != before
    other = spacy.load(tmp_path, config={f"components.{factory}.recall_bias": 0.25})
    assert other.get_pipe(factory).recall_bias == 0.25
    component.from_bytes(before)
    assert component.recall_bias == 0.0 and component.to_bytes() == before


@pytest.mark.parametrize("factory", sorted(WRONG))
def test_errors_are_coded(factory, tmp_path) -> None:
    nlp = spacy.blank("en", config=TOKENIZER)
    component = nlp.add_pipe(factory)
    other = {"tables": {"dictionaries": 1, "clusters": 1}, "learnt": 1}
    for code, call in (
        ("D206", lambda: nlp("text")),
        ("D204", lambda: component.initialize(lambda: [], nlp=nlp)),
        ("D205", lambda: component.initialize(lambda: [], nlp=nlp, corpus=lambda nlp: [])),
        ("D207", lambda: component.from_bytes(b"\x81\xa5model\x01")),
        ("D207", lambda: component.from_bytes(srsly.msgpack_dumps(other))),
        ("D207", lambda: component.from_disk(tmp_path)),
    ):
        with pytest.raises(DeidError) as caught:
            call()
        assert caught.value.code == code


@pytest.mark.parametrize(
    ("factory", "config"),
    [(factory, config) for factory, configs in WRONG.items() for config in configs],
    ids=str,
)
def test_settings_are_checked(factory, config) -> None:
    with pytest.raises(DeidError) as caught:
        spacy.blank("en").add_pipe(factory, config=config)
    assert caught.value.code == "D011"


def test_a_document_that_fails_goes_to_the_error_handler_and_the_others_go_on() -> None:
    pytest.importorskip("pycrfsuite")
    nlp = trained(
        "deid_crf", "pycrfsuite", {"c2": 0.1, "rule_sources": ["own"], "groups": ["forms", "rules"]}
    )
    failed: list[int] = []
    nlp.set_error_handler(lambda name, component, docs, error: failed.append(len(docs)))
    docs = [nlp.make_doc(f"Mr Hildegard took {n}") for n in range(4)]
    for doc in docs:
        write_proposals(doc, "own", [Proposal(3, 12, "PATIENT"), Proposal(13, 17, "DATE")])
    with docs[1].retokenize() as retokenizer:
        retokenizer.merge(docs[1][1:4])
    done = [doc.text[-1] for doc in nlp.pipe(docs)]
    assert (done, failed) == (["0", "2", "3"], [1])
