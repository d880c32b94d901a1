from __future__ import annotations

import random

import numpy
import pytest
import spacy
from spacy.training import Example

from spacy_deid.detect.features.context import view_of
from spacy_deid.detect.features.extractor import FeatureExtractor
from spacy_deid.detect.machines.calibration import Calibration, fit_sigmoid
from spacy_deid.detect.machines.matrix import Layout, Vocabulary
from spacy_deid.detect.machines.stages import SecondLook
from spacy_deid.detect.recognizers.linear import Weights, feature_key
from spacy_deid.detect.recognizers.tagging import TagTable
from spacy_deid.errors import DeidError
from spacy_deid.proposals import read_proposals

pytest.importorskip("sklearn")

TOKENIZER = {"nlp": {"tokenizer": {"@tokenizers": "spacy_deid.NarrativeTokenizer.v1"}}}
NAMES = ["Zebulon", "Quarnforth", "Ysolde", "Brannigan", "Thorvald", "Ermintrude"]
TEXT = "Mr Hildegard took aspirin on 3 May"


def corpus(nlp):
    for number, name in enumerate(NAMES * 2):
        first = f"Mr {name} took aspirin on {number + 1} May"
        yield Example.from_dict(
            nlp.make_doc(first),
            {
                "entities": [
                    (3, 3 + len(name), "PATIENT"),
                    (len(first) - len(f"{number + 1} May"), len(first), "DATE"),
                ]
            },
        )
        second = f"seen today with aspirin by Mr {name}, visit {number} of many"
        yield Example.from_dict(
            nlp.make_doc(second), {"entities": [(30, 30 + len(name), "PATIENT")]}
        )


def trained(*, reader=corpus, **settings):
    nlp = spacy.blank("en", config=TOKENIZER)
    config = {"groups": ["forms", "layout"], "workers": 1, **settings}
    component = nlp.add_pipe("deid_svm", config=config)
    component.initialize(lambda: [], nlp=nlp, corpus=reader)
    return nlp


@pytest.fixture(scope="module")
def nlp():
    return trained()


def found(nlp, text=TEXT):
    proposals = read_proposals(nlp(text), "deid_svm")
    return [(text[p.start : p.end], p.label) for p in proposals]


EXPECTED = [("Hildegard", "PATIENT"), ("3 May", "DATE")]


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"penalty": "l1", "c": 1.0},
        {"scheme": "BILOU"},
        {"stages": 2},
        {"algorithm": "sgd", "passes": 20},
        {"algorithm": "sgd", "penalty": "elasticnet", "stages": 2, "passes": 20, "folds": 2},
        {"min_frequency": 2},
        {"folds": 0},
    ],
    ids=str,
)
def test_it_learns_a_context_the_same_way_twice_and_keeps_no_name(settings) -> None:
    nlp = trained(**settings)
    assert found(nlp) == EXPECTED
    assert found(nlp, "aspirin took today") == []
    assert found(nlp, "") == found(nlp, " \n") == []
    assert all(0.3 < p.score <= 1 for p in read_proposals(nlp(TEXT), "deid_svm"))
    component = nlp.get_pipe("deid_svm")
    assert component.labels == ("DATE", "PATIENT")
    data = component.to_bytes()
    assert data == trained(**settings).get_pipe("deid_svm").to_bytes()
    assert not [name for name in NAMES if name.lower().encode() in data.lower()]


def test_the_order_of_a_corpus_matters_little(nlp) -> None:
    def shuffled(nlp):
        examples = list(corpus(nlp))
        random.Random(3).shuffle(examples)
        yield from examples

    ours, theirs = nlp.get_pipe("deid_svm"), trained(reader=shuffled).get_pipe("deid_svm")
    _, left = ours.margins(nlp.make_doc(TEXT))
    _, right = theirs.margins(nlp.make_doc(TEXT))
    assert numpy.abs(left - right).max() < 0.1
    assert found(nlp) == EXPECTED


def test_two_ways_give_one_label() -> None:
    nlp = trained(task="two")
    assert found(nlp) == [("Hildegard", "PATIENT"), ("3 May", "PATIENT")]
    assert nlp.get_pipe("deid_svm").labels == ("PATIENT",)
    nlp = trained(task="two", label="LOCATION_OTHER")
    assert {label for _, label in found(nlp)} == {"LOCATION_OTHER"}


def test_a_recall_bias_and_weights_of_labels_find_more() -> None:
    text = "Hildegard and 7 others"
    nlp = trained()
    assert not found(nlp, text)
    assert found(trained(recall_bias=5.0), text)
    nlp.get_pipe("deid_svm").recall_bias = 5.0
    assert found(nlp, text)

    def margin(**settings):
        nlp = trained(**settings)
        component = nlp.get_pipe("deid_svm")
        _, margins = component.margins(nlp.make_doc(text))
        return margins[0, component._scorers[0].weights.classes.index("B-PATIENT")]

    assert margin(label_weights={"PATIENT": 20.0}, c=0.001) > margin(c=0.001) + 0.02
    assert margin(label_weights={"*": 20.0, "O": 1.0}, c=0.001) > margin(c=0.001) + 0.02
    with pytest.raises(DeidError, match=r"D011.*label_weights.*'patient'"):
        trained(label_weights={"patient": 20.0})


def test_training_in_processes_gives_the_same_model(monkeypatch) -> None:
    alone = trained(folds=0)
    monkeypatch.setattr("spacy_deid.detect.machines.training._WORTH_PROCESSES", 0)
    together = trained(folds=0, workers=2)
    assert together.get_pipe("deid_svm").to_bytes() == alone.get_pipe("deid_svm").to_bytes()


def test_the_matrix_holds_what_the_extractor_gives() -> None:
    nlp = spacy.blank("en", config=TOKENIZER)
    extractor = FeatureExtractor(["sahlstrom", "stanford"])
    docs = [nlp.make_doc(t) for t in ("Mr Ann Lee saw Mr Bo", "", "x", "on 3/4\nby Ann Lee")]
    vocabulary = Vocabulary()
    layout = Layout(extractor, vocabulary)
    expected = []
    for number, doc in enumerate(docs):
        view, rows = extractor(doc)
        expected += [sorted(map(feature_key, row)) for row in rows]
        layout.add(view, ["O"] * len(view.words), number)
    part = layout.take()
    keys = vocabulary.keys()
    for place, row in enumerate(expected):
        entries = part.matrix[place]
        repeated = numpy.repeat(keys[entries.indices], entries.data.astype(int))
        assert sorted(repeated.tolist()) == row
    assert part.folds.tolist() == [0] * 6 + [2] + [3] * 7
    assert [end - start for start, end in part.rows()] == [6, 0, 1, 7]


def test_tags_are_mended() -> None:
    classes = ["B-DATE", "B-PATIENT", "I-DATE", "I-PATIENT", "O"]
    nlp = spacy.blank("en", config=TOKENIZER)
    view = view_of(nlp.make_doc("on 3 May Ann Lee Bo"))
    chances = numpy.full((6, 5), 0.1, dtype=numpy.float32)

    def spans(*tags, sure=0.6):
        codes = numpy.array([classes.index(tag) for tag in tags])
        given = chances.copy()
        given[numpy.arange(6), codes] = sure
        return [
            (view.doc.text[start:end], label)
            for start, end, label, _ in TagTable(classes).spans(view, codes, given)
        ]

    assert spans("O", "B-DATE", "I-DATE", "B-PATIENT", "I-PATIENT", "B-PATIENT") == [
        ("3 May", "DATE"),
        ("Ann Lee", "PATIENT"),
        ("Bo", "PATIENT"),
    ]
    assert spans("O", "I-DATE", "O", "O", "O", "O") == [("3", "DATE")]
    # a word of another label that goes on with a span belongs to it
    assert spans("O", "O", "O", "B-PATIENT", "I-PATIENT", "I-DATE") == [("Ann Lee Bo", "PATIENT")]
    assert spans("O", "O", "O", "O", "O", "O") == []


def test_the_second_look_sees_tags_around_and_before() -> None:
    look = SecondLook(["B-PATIENT", "O"])
    rows = look.features([0, 1, 1, 0], ["lee", ",", "mr", "lee"])
    assert rows[3] == ["-2|tag=O", "-1|tag=O", "0|tag=B-PATIENT", "seen=B-PATIENT"]
    assert rows[0] == ["0|tag=B-PATIENT", "1|tag=O", "2|tag=O"]
    assert look.features([], []) == []


def test_a_sigmoid_is_found_again() -> None:
    chance = numpy.random.default_rng(5)
    values = numpy.linspace(-4, 4, 200)
    truth = 1 / (1 + numpy.exp(-(1.5 * values + 0.7)))
    hits = chance.binomial(500, truth).astype(float)
    slope, offset = fit_sigmoid(values, hits, 500 - hits)
    assert slope == pytest.approx(1.5, abs=0.1)
    assert offset == pytest.approx(0.7, abs=0.1)
    # margins that are the wrong way round tell nothing, and apart for good is not for certain
    assert fit_sigmoid(values, 500 - hits, hits)[0] == 0
    slope, _ = fit_sigmoid([-1.0, 1.0], [0.0, 20.0], [20.0, 0.0])
    assert 0 < slope < 10


def test_calibrated_chances_are_of_the_share_of_hits() -> None:
    chance = numpy.random.default_rng(5)
    margins = chance.normal(0, 1, (20_000, 2)).astype(numpy.float32)
    margins[:, 1] = -margins[:, 0]
    truth = 1 / (1 + numpy.exp(-3 * margins[:, 0]))
    codes = (chance.random(20_000) > truth).astype(numpy.int64)
    calibration = Calibration(2)
    calibration.count(margins, codes)
    calibration.fit()
    given = calibration.probabilities(margins)
    assert given.sum(axis=1) == pytest.approx(1)
    assert numpy.abs(given[:, 0] - truth).mean() < 0.02


def test_more_classes_than_a_byte_counts_keep_their_weights() -> None:
    classes = [f"B-{number}" for number in range(400)]
    weights = Weights.of(classes, [(7, 3, 1.0), (7, 399, 2.0)])
    again = Weights.from_dict(weights.to_dict())
    assert again.by_class()["B-399"] == {7: 2.0}
    assert again.by_class()["B-3"] == {7: 1.0}
