from __future__ import annotations

import pickle

import pytest
import spacy
from spacy.training import Example

from spacy_deid.annotations import read_proposals
from spacy_deid.detect.features.extractor import FeatureExtractor
from spacy_deid.detect.lattice import decode
from spacy_deid.detect.tagging import MISSING, gold_tags, proposals_of, unbroken
from spacy_deid.errors import DeidError

TOKENIZER = {"nlp": {"tokenizer": {"@tokenizers": "spacy_deid.NarrativeTokenizer.v1"}}}
NAMES = ["Zebulon", "Quarnforth", "Ysolde", "Brannigan", "Thorvald", "Ermintrude"]


def corpus(nlp):
    for name in NAMES:
        for text, start in (
            (f"Mr {name} took aspirin", 3),
            (f"seen by Mr {name} today\nPatient: {name}", 11),
        ):
            spans = [(start, start + len(name), "PATIENT")]
            if "Patient:" in text:
                spans.append((len(text) - len(name), len(text), "PATIENT"))
            yield Example.from_dict(nlp.make_doc(text), {"entities": spans})


def trained(**settings):
    pytest.importorskip("pycrfsuite")
    nlp = spacy.blank("en", config=TOKENIZER)
    config = {"groups": ["forms", "layout"], "c2": 0.1, **settings}
    component = nlp.add_pipe("deid_crf", config=config)
    component.initialize(lambda: [], nlp=nlp, corpus=corpus)
    return nlp


@pytest.fixture(scope="module")
def nlp():
    return trained()


def found(nlp, text):
    proposals = read_proposals(nlp(text), "deid_crf")
    return [(text[p.start : p.end], p.label) for p in proposals]


def test_it_learns_a_context_and_says_how_sure_it_is(nlp) -> None:
    assert found(nlp, "Mr Hildegard took aspirin") == [("Hildegard", "PATIENT")]
    assert found(nlp, "aspirin took today") == []
    assert found(nlp, "") == []
    assert all(0 < p.score <= 1 for p in read_proposals(nlp("Mr Hildegard took"), "deid_crf"))


@pytest.mark.parametrize("algorithm", ["lbfgs", "ap"])
def test_the_same_corpus_gives_the_same_bytes_and_no_training_name(algorithm) -> None:
    first, again = trained(algorithm=algorithm), trained(algorithm=algorithm)
    data = first.get_pipe("deid_crf").to_bytes()
    assert data == again.get_pipe("deid_crf").to_bytes()
    assert found(first, "Mr Hildegard took aspirin") == [("Hildegard", "PATIENT")]
    assert not [name for name in NAMES if name.lower().encode() in data.lower()]


def test_it_survives_disk_bytes_pickle_and_processes(nlp, tmp_path) -> None:
    text = "Mr Hildegard took aspirin"
    nlp.to_disk(tmp_path)
    assert found(spacy.load(tmp_path), text) == found(nlp, text)
    fresh = spacy.blank("en", config=nlp.config)
    fresh.from_bytes(nlp.to_bytes())
    assert found(fresh, text) == found(nlp, text)
    component = pickle.loads(pickle.dumps(nlp.get_pipe("deid_crf")))
    assert len(component(nlp.make_doc(text)).spans["deid_crf"]) == 1
    docs = list(nlp.pipe([text] * 3, n_process=2))
    assert [len(doc.spans["deid_crf"]) for doc in docs] == [1, 1, 1]


@pytest.mark.parametrize("scheme", ["BIO", "BILOU"])
def test_tags_and_back(scheme, nlp) -> None:
    text = "Mr Ann Lee\nsaw Bo on 3/4"
    example = Example.from_dict(
        nlp.make_doc(text),
        {"entities": [(3, 10, "PATIENT"), (15, 17, "DOCTOR"), (21, 24, "DATE")]},
    )
    view, _ = FeatureExtractor(["forms"])(example.predicted)
    tags = gold_tags(example.reference, view, scheme)
    spans = proposals_of(view, tags, [1.0] * len(tags), "t")
    assert [(text[p.start : p.end], p.label) for p in spans] == [
        ("Ann Lee", "PATIENT"),
        ("Bo", "DOCTOR"),
        ("3/4", "DATE"),
    ]


def test_words_with_missing_gold_are_not_learnt_from(nlp) -> None:
    doc = nlp.make_doc("a b c d")
    doc.set_ents([], missing=[doc[1:2]], default="outside")
    view, _ = FeatureExtractor(["forms"])(doc)
    tags = gold_tags(doc, view, "BIO")
    assert tags == ["O", MISSING, "O", "O"]
    assert unbroken(tags) == [(0, 1), (2, 4)]


def test_errors_are_coded() -> None:
    nlp = spacy.blank("en", config=TOKENIZER)
    component = nlp.add_pipe("deid_crf")
    for code, call in (
        ("D206", lambda: nlp("text")),
        ("D204", lambda: component.initialize(lambda: [], nlp=nlp)),
        ("D205", lambda: component.initialize(lambda: [], nlp=nlp, corpus=lambda nlp: [])),
        ("D207", lambda: component.from_bytes(b"\x81\xa5model\x01")),
    ):
        with pytest.raises(DeidError) as caught:
            call()
        assert caught.value.code == code
    for config in ({"groups": ["none"]}, {"c2": -1}, {"scheme": "IO"}, {"algorithm": "x"}):
        with pytest.raises(DeidError) as caught:
            spacy.blank("en").add_pipe("deid_crf", config=config)
        assert caught.value.code == "D011"


def test_decoding_agrees_with_crfsuite(tmp_path) -> None:
    pycrfsuite = pytest.importorskip("pycrfsuite")
    nlp = spacy.blank("en", config=TOKENIZER)
    extractor = FeatureExtractor(["forms", "layout"])
    trainer = pycrfsuite.Trainer(verbose=False)
    trainer.set_params({"c2": 0.1, "feature.possible_transitions": True})
    for example in corpus(nlp):
        view, rows = extractor(example.predicted)
        trainer.append(rows, gold_tags(example.reference, view, "BIO"))
    trainer.train(str(tmp_path / "model"))
    theirs = pycrfsuite.Tagger()
    theirs.open(str(tmp_path / "model"))
    ours = trained().get_pipe("deid_crf")
    texts = [
        "Mr Hildegard took aspirin",
        "x",
        "",
        "Patient: Ysolde Brannigan\nseen today by Mr Lee",
    ]
    views, scores = zip(*(ours._scorer(nlp.make_doc(text)) for text in texts), strict=True)
    classes = ours._scorer.weights.classes
    for view, (path, marginals) in zip(views, decode(scores, ours.transitions), strict=True):
        _, rows = extractor(view.doc)
        tags = theirs.tag(rows)
        assert [classes[number] for number in path] == tags
        expected = [theirs.marginal(tag, place) for place, tag in enumerate(tags)]
        assert marginals.tolist() == pytest.approx(expected, abs=2e-3)


def test_a_recall_bias_finds_more() -> None:
    text = "Hildegard"
    assert not found(trained(), text)
    assert found(trained(recall_bias=20.0), text) == [(text, "PATIENT")]
