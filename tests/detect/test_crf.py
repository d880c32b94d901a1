from __future__ import annotations

import pytest
import spacy
from spacy.tokens import Doc, Span
from spacy.training import Example

from spacy_deid.detect.features.extractor import FeatureExtractor
from spacy_deid.detect.recognizers.crf_training import train
from spacy_deid.detect.recognizers.lattice import decode
from spacy_deid.detect.recognizers.tagging import MISSING, gold_tags, proposals_of, unbroken
from spacy_deid.errors import DeidError
from spacy_deid.proposals import read_proposals

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


def test_gold_of_other_tokens_is_found_by_its_characters(nlp) -> None:
    words, spaces = ["Mr", "Ann-Lee", "x", "3"], [True, True, True, False]
    whole = Doc(nlp.vocab, words=words, spaces=spaces)
    whole.ents = [whole.char_span(3, 10, label="PATIENT")]
    view, _ = FeatureExtractor(["forms"])(nlp.make_doc(whole.text))
    assert view.words == ["Mr", "Ann", "-", "Lee", "x", "3"]
    assert gold_tags(whole, view, "BILOU") == ["O", "B-PATIENT", "I-PATIENT", "L-PATIENT", "O", "O"]
    whole.set_ents([Span(whole, 3, 4, label="AGE")], missing=[whole[1:2]], default="outside")
    assert gold_tags(whole, view, "BIO") == ["O", MISSING, MISSING, MISSING, "O", "B-AGE"]
    # an entity that ends inside of a word says nothing of it
    parts = nlp.make_doc(whole.text)
    parts.ents = [parts.char_span(0, 6, label="PATIENT")]
    view, _ = FeatureExtractor(["forms"])(whole)
    assert gold_tags(parts, view, "BIO") == [MISSING, MISSING, "O", "O"]


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


@pytest.mark.parametrize("scheme", ["BIO", "BILOU"])
def test_words_are_chosen_by_themselves_in_both_schemes(scheme) -> None:
    nlp = trained(scheme=scheme, decoding="words", clear_below=0.3)
    assert found(nlp, "Mr Hildegard took aspirin") == [("Hildegard", "PATIENT")]
    assert nlp("aspirin was stopped today").spans["deid_crf"].attrs["clear"]["runs"]


def test_scores_of_the_perceptron_are_no_odds() -> None:
    with pytest.raises(DeidError, match=r"D011.*decoding.*'path'"):
        spacy.blank("en").add_pipe("deid_crf", config={"algorithm": "ap", "decoding": "words"})


def test_experts_see_parts_and_their_pool_is_the_mean_of_their_weights() -> None:
    pytest.importorskip("pycrfsuite")
    nlp = spacy.blank("en", config=TOKENIZER)
    extractor = FeatureExtractor(["forms", "layout"])

    def documents():
        for example in corpus(nlp):
            view, rows = extractor(example.predicted)
            yield rows, gold_tags(example.reference, view, "BIO")

    def pool(experts, share):
        weights, transitions = train(
            "x", documents, algorithm="lbfgs", settings={}, experts=experts, expert_share=share
        )
        return weights.by_class()["B-PATIENT"], transitions

    whole, _ = pool(1, 1.0)
    first, steps = pool(1, 0.6)
    both, both_steps = pool(2, 0.6)
    assert 0.4 * len(whole) < len(first) < 0.8 * len(whole)
    assert first.keys() < both.keys() <= whole.keys()
    alone = {key: weight for key, weight in both.items() if key not in first}
    assert alone
    assert both_steps.shape == steps.shape
    same, _ = pool(2, 1.0)
    assert same == pytest.approx(whole, abs=2e-3)
