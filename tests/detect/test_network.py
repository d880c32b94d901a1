from __future__ import annotations

import sys

import numpy
import pytest
import spacy
from spacy.tokens import DocBin
from spacy.training import Example

from spacy_deid.annotations import Proposal
from spacy_deid.detect.recognizers import network_weights
from spacy_deid.detect.recognizers.lattice import chances
from spacy_deid.detect.recognizers.linear import feature_key
from spacy_deid.detect.recognizers.network_weights import Vectors, quantised
from spacy_deid.errors import DeidError
from spacy_deid.proposals import read_proposals, write_proposals

TOKENIZER = {"nlp": {"tokenizer": {"@tokenizers": "spacy_deid.NarrativeTokenizer.v1"}}}
NAMES = ["Zebulon", "Quarnforth", "Ysolde", "Brannigan", "Thorvald", "Ermintrude"]
TEXT = "Mr Hildegard took aspirin"


def corpus(nlp):
    for name in NAMES:
        for text, start in ((f"Mr {name} took aspirin", 3), (f"seen by Mr {name} today", 11)):
            spans = [(start, start + len(name), "PATIENT")]
            yield Example.from_dict(nlp.make_doc(text), {"entities": spans})
    yield Example.from_dict(nlp.make_doc("aspirin was stopped today"), {"entities": []})


def trained(examples=corpus, **settings):
    pytest.importorskip("torch")
    nlp = spacy.blank("en", config=TOKENIZER)
    config = {
        "groups": ["forms", "layout"],
        "width": 16,
        "passes": 30,
        "batch_words": 20,
        "learn_rate": 0.01,
        "dropout": 0.0,
        "min_frequency": 1,
        **settings,
    }
    component = nlp.add_pipe("deid_network", config=config)
    component.initialize(lambda: [], nlp=nlp, corpus=examples)
    return nlp


@pytest.fixture(scope="module")
def nlp():
    return trained(members=2)


def found(nlp, text):
    proposals = read_proposals(nlp(text), "deid_network")
    return [(text[p.start : p.end], p.label) for p in proposals]


def test_another_seed_gives_other_bytes_and_members_add_up(nlp) -> None:
    assert found(nlp, TEXT) == [("Hildegard", "PATIENT")]
    data = trained().get_pipe("deid_network").to_bytes()
    assert data != trained(seed=3).get_pipe("deid_network").to_bytes()


def undecided(nlp):
    """Give the same text with and without anything to hide."""
    for spans in ([(4, 11, "PATIENT")], []) * 4:
        yield Example.from_dict(nlp.make_doc("ask Zebulon today"), {"entities": [*spans]})


def test_a_cost_of_misses_makes_scores_lean_to_something_to_hide() -> None:
    def chance(**settings) -> float:
        nlp = trained(examples=undecided, passes=60, batch_words=100, **settings)
        network = nlp.get_pipe("deid_network")
        [(_, scores)] = network.scores_of([nlp("ask Zebulon today")])
        return float(1 - chances([scores], network.transitions)[0][1, 0])

    assert 0.4 < chance() < 0.6
    # where half of the words hide something, half of the cost is what their odds gain
    assert 0.8 < chance(miss_cost=4.0) < 0.93


def test_members_trained_side_by_side_are_the_same(monkeypatch) -> None:
    alone = trained(members=2)
    monkeypatch.setattr("spacy_deid.detect.recognizers.network_training._WORTH_PROCESSES", 0)
    together = trained(members=2)
    data = together.get_pipe("deid_network").to_bytes()
    assert data == alone.get_pipe("deid_network").to_bytes()


@pytest.mark.parametrize("shape", [{"dilations": [1]}, {"dilations": [2, 4]}, {"feature_width": 6}])
def test_tagging_in_numpy_is_what_was_trained_in_torch(shape) -> None:
    torch = pytest.importorskip("torch")
    from spacy_deid.detect.recognizers import network_training

    kept = []
    fit = network_training._fit

    def watched(network, *args):
        fit(network, *args)
        kept.append(network)

    network_training._fit = watched
    try:
        nlp = trained(depth=3, **shape)
    finally:
        network_training._fit = fit
    component = nlp.get_pipe("deid_network")
    doc = nlp.make_doc("seen by Mr Ysolde today, then home")
    view = component.extractor.view(doc)
    weights = component._weights
    keys = weights._scorer.weights.keys.tolist()
    rows = [
        [*component.extractor.word(word)[0], *around]
        for word, around in zip(view.words, component.extractor.context(view), strict=True)
    ]
    known = [
        [keys.index(k) for k in map(network_training.feature_key, row) if k in keys] for row in rows
    ]
    numbers = torch.tensor([n for row in known for n in row])
    sizes = numpy.cumsum([0, *map(len, known)])[:-1]
    network = kept[0].eval()
    # the rounding of the vectors has a test of its own
    rounded = torch.from_numpy(weights._scorer.weights.table)
    with torch.no_grad():
        theirs = network(
            rounded,
            numbers,
            torch.from_numpy(sizes),
            torch.arange(len(rows)),
            torch.ones(len(rows), 1),
        )
    [(_, ours)] = weights.score([doc])
    assert ours == pytest.approx(theirs.numpy(), rel=0.01, abs=0.05)


def test_a_layer_sees_as_far_as_its_dilation() -> None:
    nlp = trained(depth=1, dilations=[5])
    weights = nlp.get_pipe("deid_network")._weights

    def score(text):
        return weights.score([nlp.make_doc(text)])[0][1][0]

    rest = ["then"] * 9
    plain = score(" ".join(["Quarnforth", *rest]))
    for far in range(1, 9):
        other = [*rest[: far - 1], "Mr", *rest[far:]]
        changed = not numpy.allclose(score(" ".join(["Quarnforth", *other])), plain)
        # the first layer joins words up to two apart, the second those five apart with them
        assert changed == (far in {1, 2, 3, 4, 5, 6, 7})


def test_documents_of_a_batch_do_not_see_one_another() -> None:
    torch = pytest.importorskip("torch")
    from spacy_deid.detect.recognizers.network_module import Chance, Network

    torch.manual_seed(3)
    network = Network(9, 3, 8, 8, 3, [1, 6], 0.0, Chance(0)).eval()
    assert network.gap == 6
    starts = torch.arange(4)

    def scores(numbers, rows):
        mask = torch.zeros(int(rows[-1]) + 1, 1)
        mask[rows] = 1
        table = network.features
        return network(table, torch.tensor(numbers), starts[: len(numbers)], rows, mask)

    together = scores([1, 2, 3, 4], torch.tensor([0, 1, 2 + network.gap, 3 + network.gap]))
    assert torch.allclose(together[:2], scores([1, 2], torch.arange(2)), atol=1e-6)
    assert torch.allclose(together[2:], scores([3, 4], torch.arange(2)), atol=1e-6)


@pytest.mark.parametrize("dilations", [[], [0], [1, 65]])
def test_dilations_out_of_range_are_refused(dilations) -> None:
    with pytest.raises(DeidError, match=r"D011.*dilations"):
        spacy.blank("en").add_pipe("deid_network", config={"dilations": dilations})


@pytest.mark.parametrize("setting", [{"feature_width": -1}, {"miss_cost": -0.5}, {"miss_cost": 51}])
def test_widths_and_costs_out_of_range_are_refused(setting) -> None:
    with pytest.raises(DeidError, match=f"D011.*{next(iter(setting))}"):
        spacy.blank("en").add_pipe("deid_network", config=setting)


@pytest.mark.parametrize("setting", ["dilations", "feature_width"])
def test_a_model_from_before_a_setting_goes_on_as_it_was(nlp, setting) -> None:
    component = nlp.get_pipe("deid_network")
    before = component.state()
    scores = component._weights.score([nlp.make_doc(TEXT)])[0][1]
    component.take({name: value for name, value in before.items() if name != setting})
    assert numpy.array_equal(component._weights.score([nlp.make_doc(TEXT)])[0][1], scores)
    component.take(before)


@pytest.mark.parametrize("dilations", [[1], [1, 4, 2]])
def test_a_long_document_in_pieces_has_the_scores_of_the_whole(dilations, monkeypatch) -> None:
    nlp = trained(dilations=dilations, depth=3, members=2, passes=2)
    weights = nlp.get_pipe("deid_network")._weights
    doc = nlp.make_doc(" ".join(f"{TEXT} {name} day {n}." for n, name in enumerate(NAMES)))
    [(_, whole)] = weights.score([doc])
    monkeypatch.setattr(network_weights, "_WORDS_AT_ONCE", 5)
    assert len(whole) > 40
    assert weights.score([doc])[0][1] == pytest.approx(whole, abs=1e-4)
    monkeypatch.setattr(weights, "_sight", 0)
    assert weights.score([doc])[0][1] != pytest.approx(whole, abs=1e-4)


@pytest.mark.parametrize("dilations", [[1], [1, 4, 2]])
def test_documents_side_by_side_have_the_scores_of_each_alone(dilations, monkeypatch) -> None:
    nlp = trained(dilations=dilations, depth=3, members=2, passes=2)
    weights = nlp.get_pipe("deid_network")._weights
    long = " ".join(f"{TEXT} {name}" for name in NAMES)
    docs = [*nlp.pipe(["", TEXT, "x", f"{TEXT}\nask Jo", "", "a b", long, TEXT, "", "Mr Jo", ""])]
    alone = [weights.score([doc])[0][1] for doc in docs]
    assert [len(scores) for scores in alone[:3]] == [0, len(docs[1]), 1]
    for together in (1, 12, 512):
        monkeypatch.setattr(network_weights, "_WORDS_TOGETHER", together)
        for own, (view, scores), doc in zip(alone, weights.score(docs), docs, strict=True):
            assert view.doc is doc
            assert scores == pytest.approx(own, abs=1e-4)


def test_what_dropout_leaves_adds_up_to_the_same() -> None:
    torch = pytest.importorskip("torch")
    from spacy_deid.detect.recognizers.network_module import Chance

    values = torch.full((500, 80), 3.0)
    left = Chance(1).dropout(values, 0.35)
    assert float((left == 0).float().mean()) == pytest.approx(0.35, abs=0.01)
    assert float(left.mean()) == pytest.approx(3.0, rel=0.02)
    assert torch.equal(Chance(1).dropout(values, 0.35), left)
    assert torch.equal(Chance(1).dropout(values, 0.0), values)


def test_a_small_corpus_is_gone_through_until_there_are_enough_steps() -> None:
    few = {"passes": 1, "batch_words": 1000, "learn_rate": 0.01}
    assert found(trained(**few), TEXT) == []
    assert found(trained(**few, least_steps=60), TEXT) == [("Hildegard", "PATIENT")]


def test_a_recall_bias_finds_more() -> None:
    nlp = trained()
    assert found(nlp, "aspirin") == []
    nlp.get_pipe("deid_network").recall_bias = 50.0
    assert found(nlp, "aspirin") == [("aspirin", "PATIENT")]


def test_rounding_keeps_the_largest_number_of_a_vector_and_the_others_within_half_a_step() -> None:
    table = numpy.array([[1.2, -0.3, 0.0], [0.0, 0.0, 0.0], [-0.05, 0.01, 0.02]], numpy.float32)
    numbers, scales = quantised(table)
    assert numbers.dtype == numpy.int8
    back = numbers * scales.astype(numpy.float32)[:, None]
    assert back[0, 0] == pytest.approx(1.2, rel=1e-3)
    assert numpy.abs(back - table).max() <= 1.2 / 6 / 2 + 1e-3
    assert numpy.abs(back[2] - table[2]).max() <= 0.05 / 6 / 2 + 1e-4


def test_vectors_of_known_features_add_up_and_unknown_ones_add_nothing() -> None:
    keys = numpy.sort(numpy.array([feature_key("x"), feature_key("y")], dtype=numpy.uint64))
    vectors = Vectors(keys, numpy.ones((2, 3), numpy.float32))
    totals = vectors.totals(["x", "none", "none", "y", "x"], numpy.array([0, 0, 1, 2, 2]), 4)
    assert totals.tolist() == [[1] * 3, [0] * 3, [2] * 3, [0] * 3]
    assert vectors.totals(["none"], numpy.array([0]), 1).tolist() == [[0] * 3]


WIDE = {"groups": ["forms"], "c2": 0.1, "max_iterations": 30}


def test_a_field_beside_the_network_has_its_share_in_scores_and_transitions() -> None:
    nlp = trained(linear=WIDE, linear_share=0.7)
    component = nlp.get_pipe("deid_network")
    doc = nlp.make_doc(TEXT)
    [(_, deep)] = component._weights.score([doc])
    [(_, wide)] = component.linear.scores_of([doc])
    [(_, mixed)] = component.scores_of([doc])
    for number, tag in enumerate(component.classes()):
        own = component.linear.classes().index(tag)
        assert mixed[:, number] == pytest.approx(0.3 * deep[:, number] + 0.7 * wide[:, own])
    assert found(nlp, TEXT) == [("Hildegard", "PATIENT")]


def test_the_field_decides_alone_where_it_has_the_whole_share() -> None:
    nlp = trained(linear=WIDE, linear_share=1.0, passes=1, learn_rate=1e-8)
    field = spacy.blank("en", config=TOKENIZER)
    field.add_pipe("deid_crf", config=WIDE).initialize(lambda: [], nlp=field, corpus=corpus)
    for text in (TEXT, "seen by Mr Zebulon today"):
        spans = read_proposals(field(text), "deid_crf")
        assert found(nlp, text) == [(text[p.start : p.end], p.label) for p in spans]
        assert spans


def test_a_network_with_a_field_is_the_same_from_bytes_and_from_the_same_seed() -> None:
    nlp = trained(linear=WIDE, linear_share=0.5)
    data = nlp.get_pipe("deid_network").to_bytes()
    assert data == trained(linear=WIDE, linear_share=0.5).get_pipe("deid_network").to_bytes()
    settings = {"groups": ["forms", "layout"], "linear": WIDE, "linear_share": 0.5}
    other = spacy.blank("en", config=TOKENIZER)
    other.add_pipe("deid_network", config=settings).from_bytes(data)
    assert found(other, TEXT) == found(nlp, TEXT)
    assert other.get_pipe("deid_network").to_bytes() == data


def test_the_field_knows_the_word_lists_of_the_network() -> None:
    pytest.importorskip("torch")
    nlp = spacy.blank("en", config=TOKENIZER)
    groups = ["forms", "dictionaries"]
    settings = {"groups": groups, "linear": {**WIDE, "groups": groups}, "linear_share": 0.5}
    component = nlp.add_pipe("deid_network", config={**settings, "passes": 1, "min_frequency": 1})
    component.initialize(
        lambda: [], nlp=nlp, corpus=corpus, dictionaries={"names": ["hildegard", "zebulon"]}
    )
    other = spacy.blank("en", config=TOKENIZER).add_pipe("deid_network", config=settings)
    other.from_bytes(component.to_bytes())
    for own in (component, other):
        _, rows = own.linear.extractor(nlp.make_doc(TEXT))
        assert "0|in_names" in rows[1]


def test_without_crfsuite_the_network_is_not_trained_first(monkeypatch) -> None:
    pytest.importorskip("torch")
    monkeypatch.setitem(sys.modules, "pycrfsuite", None)
    module = "spacy_deid.detect.recognizers.network_training.train"
    monkeypatch.setattr(module, lambda *args, **settings: pytest.fail("trained"))
    with pytest.raises(DeidError) as caught:
        trained(linear=WIDE, linear_share=0.5)
    assert caught.value.code == "D014"


@pytest.mark.parametrize(
    "linear",
    [{"scheme": "BILOU"}, {"width": 3}, {"c1": -1.0}, {"c1": "0.1"}, {"experts": 2.5}],
)
def test_a_setting_that_the_field_does_not_have_is_named(linear) -> None:
    nlp = spacy.blank("en", config=TOKENIZER)
    with pytest.raises(DeidError) as caught:
        nlp.add_pipe("deid_network", config={"linear": linear, "linear_share": 0.5})
    assert caught.value.code == "D011"
    assert next(iter(linear)) in str(caught.value)


def test_decoding_by_words_finds_the_same_and_more_with_a_bias() -> None:
    nlp = trained(decoding="words")
    assert found(nlp, TEXT) == [("Hildegard", "PATIENT")]
    assert found(nlp, "aspirin") == []
    network = nlp.get_pipe("deid_network")
    network.recall_bias = 50.0
    assert found(nlp, "aspirin") == [("aspirin", "PATIENT")]


def test_a_document_with_few_identifiers_loses_the_bias_and_a_dense_one_keeps_it() -> None:
    settings = {"recall_bias": 12.0, "sparse_share": 0.15, "sparse_drop": 12.0}
    nlp = trained(decoding="words", passes=8, **settings)
    assert ("aspirin", "PATIENT") in found(nlp, TEXT)  # a quarter of its words is a name
    assert found(nlp, "aspirin was stopped today") == []
    assert found(nlp, "") == []
    sparse = TEXT + " aspirin was stopped today" * 20
    assert found(nlp, sparse) == [("Hildegard", "PATIENT")]
    nlp.get_pipe("deid_network").sparse_share = 0.0
    assert len(found(nlp, sparse)) > 1


def test_a_changed_share_is_saved_with_the_model(tmp_path) -> None:
    nlp = trained(decoding="words", recall_bias=50.0)
    network = nlp.get_pipe("deid_network")
    network.sparse_share, network.sparse_drop = 0.2, 50.0
    nlp.to_disk(tmp_path)
    assert found(spacy.load(tmp_path), "aspirin was stopped today") == []


@pytest.mark.parametrize("decoding", ["path", "words"])
def test_a_bias_by_label_finds_more_of_it(decoding) -> None:
    nlp = trained(decoding=decoding, label_bias={"PATIENT": 50.0})
    assert found(nlp, "aspirin") == [("aspirin", "PATIENT")]


def test_a_bias_of_a_label_that_is_neither_phi_nor_learnt_is_refused() -> None:
    assert found(trained(label_bias={"ACCOUNT": 1.0}), TEXT) == [("Hildegard", "PATIENT")]
    with pytest.raises(DeidError, match=r"D011.*label_bias.*PATEINT.*'PATIENT'"):
        trained(label_bias={"PATEINT": 1.0})


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("recall_bias", float("nan")),
        ("recall_bias", "high"),
        ("recall_bias", 51.0),
        ("sparse_share", None),
        ("label_bias", {"PATEINT": 1.0}),
        ("label_bias", {"PATIENT": "high"}),
        ("decoding", "greedy"),
    ],
)
def test_settings_changed_at_run_time_are_checked_at_the_next_call(setting, value) -> None:
    nlp = trained(decoding="words")
    setattr(nlp.get_pipe("deid_network"), setting, value)
    for call in (lambda: nlp(TEXT), lambda: list(nlp.pipe([TEXT]))):
        with pytest.raises(DeidError, match="D011"):
            call()


def test_an_unknown_decoding_is_refused_with_the_two_there_are() -> None:
    with pytest.raises(DeidError, match=r"D011.*decoding.*'path', 'words'"):
        spacy.blank("en").add_pipe("deid_network", config={"decoding": "greedy"})


@pytest.mark.parametrize(
    "settings",
    [
        {"clear_below": 0.6, "decoding": "words"},
        {"clear_below": 0.1, "decoding": "path"},
        {"sparse_share": 0.1, "decoding": "path"},
        {"sparse_share": 1.1, "decoding": "words"},
        {"sparse_share": 0.1, "sparse_drop": -1.0, "decoding": "words"},
        {"recall_bias": 51.0},
        {"label_bias": {"PATIENT": -51.0}},
        {"linear": {"decoding": "words"}, "linear_share": 0.5},
    ],
)
def test_settings_out_of_range_are_refused(settings) -> None:
    with pytest.raises(DeidError, match="D011"):
        spacy.blank("en").add_pipe("deid_network", config=settings)


def test_the_greatest_biases_give_numbers() -> None:
    nlp = trained(decoding="words", recall_bias=-50.0, label_bias={"PATIENT": 50.0})
    with numpy.errstate(all="raise"):
        assert found(nlp, TEXT) == [("Hildegard", "PATIENT")]


def test_words_that_the_network_is_sure_of_are_told_and_others_are_not() -> None:
    nlp = trained(decoding="words", clear_below=0.2)
    told = nlp(TEXT).spans["deid_network"].attrs["clear"]
    assert [TEXT[start:end] for start, end in told["runs"]] == ["Mr", "took aspirin"]
    assert told["labels"] == ["PATIENT"]
    again = DocBin(docs=[nlp(TEXT)], store_user_data=True).to_bytes()
    doc = next(DocBin().from_bytes(again).get_docs(nlp.vocab))
    assert doc.spans["deid_network"].attrs["clear"] == told
    nlp.get_pipe("deid_network").clear_below = 0.0
    assert "clear" not in nlp(TEXT).spans["deid_network"].attrs


def test_the_resolver_leaves_out_what_only_a_rule_proposes_where_the_network_is_sure() -> None:
    nlp = trained(decoding="words", clear_below=0.2)
    nlp.add_pipe("deid_resolver")
    doc = nlp.make_doc(TEXT)
    rule = "gazetteer.name.pair"
    names = [Proposal(0, 12, "PATIENT", 0.8, rule), Proposal(18, 25, "PATIENT", 0.8, rule)]
    write_proposals(doc, "deid_gazetteer", names)
    assert [ent.text for ent in nlp(doc).ents] == ["Hildegard"]
