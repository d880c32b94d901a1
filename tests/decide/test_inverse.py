"""The inverse mode: what dictionaries and a recognizer do not prove safe is hidden."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import numpy
import pytest
import spacy
from hypothesis import given, settings
from hypothesis import strategies as st
from pace_support import slowness
from spacy.tokens import DocBin

from spacy_deid.annotations import DECISION, SAFE_WORDS, Proposal
from spacy_deid.errors import DeidError
from spacy_deid.probabilities import read_probabilities, write_probabilities
from spacy_deid.proposals import read_proposals, write_proposals

CONFIGS = Path(__file__).parents[2] / "configs"
TOKENIZER = {"nlp": {"tokenizer": {"@tokenizers": "spacy_deid.NarrativeTokenizer.v1"}}}
TEXT = "Quixi took aspirin 100 mg in March and slept."


@pytest.fixture(scope="module")
def nlp():
    nlp = spacy.blank("en", config=TOKENIZER)
    nlp.add_pipe("deid_gazetteer", config={"safe_words": True})
    nlp.initialize()
    return nlp


def inverted(nlp, text, sure, **settings):
    """Give what is proposed where every token hides nothing with the probability sure(token)."""
    doc = nlp(text)
    safe = numpy.array([sure(token.text) for token in doc], dtype=numpy.float32)
    values = numpy.stack([safe, (1 - safe) * 0.3, (1 - safe) * 0.7], axis=1)
    write_probabilities(doc, "p", ["O", "CITY", "DOCTOR"], values)
    component = nlp.create_pipe("deid_inverse", config={"probabilities": "p", **settings})
    found = read_proposals(component(doc), "deid_inverse")
    return [(text[p.start : p.end], p.label, p.source) for p in found]


def test_dictionaries_alone_let_back_what_they_know_as_harmless(nlp) -> None:
    doc = nlp.create_pipe("deid_inverse")(nlp(TEXT))
    found = [(TEXT[p.start : p.end], p.label) for p in read_proposals(doc, "deid_inverse")]
    assert found == [("Quixi", "PATIENT"), ("100", "IDNUM"), ("March", "DATE")]
    assert not nlp.create_pipe("deid_inverse")(nlp("")).spans["deid_inverse"]


def test_a_word_is_let_back_above_the_low_threshold_if_known_else_above_the_high_one(nlp) -> None:
    pair = {"low": 0.8, "high": 0.9}
    unknown = ("Quixi", "DOCTOR", "inverse.unknown.DOCTOR")
    figure = ("100", "DOCTOR", "inverse.unknown.DOCTOR")
    month = ("March", "DATE", "inverse.calendar.DOCTOR")
    assert inverted(nlp, TEXT, lambda _: 0.95, **pair) == [month]
    assert inverted(nlp, TEXT, lambda _: 0.85, **pair) == [unknown, figure, month]
    everything = inverted(nlp, TEXT, lambda _: 0.75, **pair)
    assert "".join(word for word, _, _ in everything).replace(" ", "") == TEXT[:-1].replace(" ", "")
    doubt = inverted(nlp, TEXT, lambda word: 0.7 if word == "slept" else 0.95, **pair)
    assert doubt == [month, ("slept", "DOCTOR", "inverse.doubt.DOCTOR")]


@pytest.mark.parametrize(
    "word", ["October", "Tuesday", "christmas", "Thurs", "Mondays", "Eid", "losar", "Ｍｏｎｄａｙ"]
)
def test_nothing_lets_back_what_is_part_of_a_date_everywhere(word, nlp) -> None:
    text = f"It began in {word} again."
    found = inverted(nlp, text, lambda _: 1.0, low=0.0, high=0.5)
    assert [(text, why.split(".")[1]) for text, _, why in found] == [(word, "calendar")]


@settings(deadline=None, max_examples=40)
@given(text=st.text(max_size=60), seed=st.integers(0, 99), low=st.floats(0, 1), up=st.floats(0, 1))
def test_higher_thresholds_never_hide_less(nlp, text, seed, low, up) -> None:
    def hidden(low, high):
        dice = numpy.random.default_rng(seed)
        sure = dict.fromkeys(token.text for token in nlp.make_doc(text))
        sure = {word: float(dice.random()) for word in sure}
        return {
            place
            for start, end in places(inverted(nlp, text, sure.get, low=low, high=high), text)
            for place in range(start, end)
        }

    def places(found, text):
        at = 0
        for piece, _, _ in found:
            at = text.index(piece, at)
            yield at, at + len(piece)
            at += len(piece)

    high = max(low, up)
    assert hidden(low, high) <= hidden(min(1.0, low + 0.1), min(1.0, high + 0.1))


def test_neither_terms_nor_thresholds_let_back_what_the_mode_hides(nlp) -> None:
    doc = nlp(TEXT)
    terms = read_proposals(doc, "deid_protect")
    assert any(TEXT[p.start : p.end] == "aspirin" for p in terms)
    write_proposals(doc, "deid_inverse", [Proposal(11, 18, "PATIENT", 0.06, "inverse.doubt")])
    write_proposals(doc, "deid_gazetteer", [Proposal(0, 5, "DOCTOR", 0.9, "gazetteer.name.title")])
    resolver = nlp.create_pipe("deid_resolver", config={"thresholds": {"*": 0.5}})
    decided = [(ent.text, ent.label_) for ent in resolver(doc).ents]
    assert decided == [("Quixi", "DOCTOR"), ("aspirin", "PATIENT")]


@pytest.mark.parametrize("order", [None, ["deid_gazetteer", "deid_inverse"]])
@settings(deadline=None, max_examples=60)
@given(text=st.text(alphabet="Aaé1 9.,-/\n\u00ad\u0301", max_size=40), seed=st.integers(0, 999))
def test_every_letter_and_figure_that_is_hidden_stands_in_the_decision(
    nlp, order, text, seed
) -> None:
    dice = numpy.random.default_rng(seed)
    doc = nlp(text)
    labels = ["AGE", "DATE", "ZIP", "EMAIL", "PATIENT", "IDNUM"]
    values = dice.dirichlet(numpy.ones(7) / 3, size=len(doc)).astype(numpy.float32)
    write_probabilities(doc, "p", ["O", *labels], values)
    nlp.create_pipe("deid_inverse", config={"probabilities": "p"})(doc)
    hidden = read_proposals(doc, "deid_inverse")
    config = {"thresholds": {"*": 0.9}, **({"order": order} if order else {})}
    resolver = nlp.create_pipe("deid_resolver", config=config)
    verdicts = [v for v in resolver.explain(doc) if v.detector == "deid_inverse"]
    assert {v.outcome for v in verdicts} <= {"kept", "remainder", "covered"}
    decided = read_proposals(resolver(doc), DECISION)
    places = [place for span in decided for place in range(span.start, span.end)]
    assert len(places) == len(set(places))
    for span in hidden:
        letters = {p for p in range(span.start, span.end) if text[p].isalnum()}
        assert letters <= set(places)


def test_long_texts_of_short_sentences_take_no_longer_than_they_are(nlp) -> None:
    pipeline = spacy.blank("en", config=TOKENIZER)
    for name in ("deid_gazetteer", "deid_inverse", "deid_resolver"):
        pipeline.add_pipe(name)
    pipeline.get_pipe("deid_gazetteer").safe_words = True
    start = time.process_time()
    pipeline("Qx. Принял да. " * 1500)
    assert time.process_time() - start < 5 * slowness()


@pytest.mark.parametrize("mark", ["", "\u00ad", "\u200b", "\u0301"])
def test_signs_that_nobody_sees_make_no_safe_words_of_a_name(mark, nlp) -> None:
    text = f"told by Break{mark}spear again"
    doc = nlp.create_pipe("deid_inverse")(nlp(text))
    hidden = doc.spans["deid_inverse"]
    assert text.index("Break") == hidden[0].start_char
    assert hidden[-1].end_char == text.index(" again")


def test_a_doubtful_word_is_never_labelled_as_what_policies_leave_in(nlp) -> None:
    text = "Quixi took 4711"
    doc = nlp(text)
    values = numpy.zeros((len(doc), 4), dtype=numpy.float32)
    values[:, 2] = 1.0
    write_probabilities(doc, "p", ["O", "AGE", "CITY", "HOSPITAL"], values)
    found = nlp.create_pipe("deid_inverse", config={"probabilities": "p"})(doc)
    labels = [span.label_ for span in found.spans["deid_inverse"]]
    assert labels == ["PATIENT", "PATIENT", "IDNUM"]


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("Age 45 Mary years", "[PATIENT]"),
        ("Age 45 years", "Age 45 years"),
        ("Age 45 yrs", "Age 45 yrs"),
    ],
)
def test_a_hidden_word_does_not_stay_as_part_of_an_age(text, masked, nlp) -> None:
    doc = nlp(text)
    sure = {"Mary": 0.3, "45": 0.0, "years": 0.0, "yrs": 0.0, "Age": 0.5}
    safe = numpy.array([sure[token.text] for token in doc], dtype=numpy.float32)
    values = numpy.stack([safe, 1 - safe], axis=1)
    write_probabilities(doc, "p", ["O", "AGE"], values)
    nlp.create_pipe("deid_inverse", config={"probabilities": "p"})(doc)
    write_proposals(doc, "deid_patterns", [Proposal(0, len(text), "AGE", 1.0, "ages.cued")])
    methods = {"methods": {"AGE": "limit"}}
    masker = nlp.create_pipe("deid_masker", config=methods)
    assert masker(nlp.create_pipe("deid_resolver")(doc))._.deid_text == masked


def test_where_two_decisions_meet_in_one_run_each_has_its_part() -> None:
    nlp = spacy.blank("en")
    doc = nlp.make_doc("Kowalski45yo came")
    write_proposals(doc, "deid_patterns", [Proposal(8, 12, "AGE", 1.0, "ages.cued")])
    write_proposals(doc, "deid_crf", [Proposal(0, 8, "PATIENT", 0.9, "deid_crf")])
    decided = nlp.create_pipe("deid_resolver")(doc)
    found = [(p.start, p.end, p.label) for p in read_proposals(decided, DECISION)]
    assert found == [(0, 8, "PATIENT"), (8, 12, "AGE")]


def test_probabilities_that_are_no_numbers_let_nothing_back(nlp) -> None:
    doc = nlp("Quixi came")
    component = nlp.create_pipe("deid_inverse", config={"probabilities": "p"})
    write_probabilities(doc, "p", ["O", "CITY"], numpy.full((2, 2), numpy.nan))
    assert component(doc).spans["deid_inverse"]
    write_probabilities(doc, "p", ["O"], numpy.full((2, 1), 0.5))
    assert component(doc).spans["deid_inverse"]


def test_a_mode_that_stands_behind_the_resolver_is_refused_and_a_disabled_one_enabled() -> None:
    from spacy_deid.cli.models import invert, rule_pipeline

    own = rule_pipeline()
    own.add_pipe("deid_inverse", last=True)
    with pytest.raises(DeidError, match="D011"):
        invert(own, "rules")
    own.remove_pipe("deid_inverse")
    own.add_pipe("deid_inverse", before="deid_resolver")
    own.disable_pipe("deid_inverse")
    invert(own, "rules")
    assert "deid_inverse" in own.pipe_names


def test_in_terms_as_well_nothing_stays_that_is_not_safe(nlp) -> None:
    doc = nlp("Quixi disease")
    doc._.deid_term = True
    nlp.create_pipe("deid_inverse")(doc)
    assert [ent.text for ent in nlp.create_pipe("deid_resolver")(doc).ents] == ["Quixi"]


@pytest.mark.parametrize("config", [{"low": 0.9, "high": 0.8}, {"low": -0.1}, {"high": 1.1}])
def test_thresholds_out_of_range_are_refused(config) -> None:
    with pytest.raises(DeidError, match="D011"):
        spacy.blank("en").add_pipe("deid_inverse", config=config)


def test_without_dictionaries_or_probabilities_nothing_is_let_back_in_silence(nlp) -> None:
    with pytest.raises(DeidError, match=r"D304.*dictionaries"):
        nlp.create_pipe("deid_inverse")(nlp.make_doc(TEXT))
    with pytest.raises(DeidError, match=r"D304.*deid_network"):
        nlp.create_pipe("deid_inverse", config={"probabilities": "deid_network"})(nlp(TEXT))


def test_the_mode_survives_disk_and_docbin(nlp, tmp_path) -> None:
    own = spacy.blank("en", config=TOKENIZER)
    own.add_pipe("deid_gazetteer")
    own.get_pipe("deid_gazetteer").safe_words = True
    for name in ("deid_inverse", "deid_resolver", "deid_masker"):
        own.add_pipe(name)
    own.initialize()
    masked = own(TEXT)._.deid_text
    assert "Quixi" not in masked and "aspirin" in masked
    own.to_disk(tmp_path / "model")
    again = spacy.load(tmp_path / "model")
    assert again(TEXT)._.deid_text == masked
    own.get_pipe("deid_inverse").low = 0.2
    own.to_disk(tmp_path / "model")
    own.get_pipe("deid_inverse").low = 0.95
    own.to_disk(tmp_path / "model")
    assert spacy.load(tmp_path / "model").get_pipe("deid_inverse").low == 0.95
    (doc,) = DocBin().from_bytes(DocBin(docs=[again(TEXT)]).to_bytes()).get_docs(again.vocab)
    assert len(doc.spans[DECISION]) == len(doc.ents) > 0
    assert doc.spans[SAFE_WORDS].attrs["safe"]


@pytest.mark.parametrize("decoding", ["path", "words"])
def test_fields_leave_probabilities_of_every_token(decoding) -> None:
    pytest.importorskip("pycrfsuite")
    from spacy.training import Example

    own = spacy.blank("en", config=TOKENIZER)
    settings = {"decoding": decoding, "groups": ["forms"], "recall_bias": 5.0}
    field = own.add_pipe("deid_crf", config=settings)

    def corpus(reading):
        for name in ("Zebulon", "Ysolde", "Ermintrude"):
            entities = {"entities": [(3, 3 + len(name), "PATIENT")]}
            yield Example.from_dict(reading.make_doc(f"Mr {name} took aspirin"), entities)

    field.initialize(lambda: [], nlp=own, corpus=corpus)
    assert read_probabilities(own("Mr Zebulon"), "deid_crf") is None
    field.probabilities = True
    doc = own("Mr  Zebulon\ntook aspirin")
    classes, table = read_probabilities(doc, "deid_crf")
    assert classes == ["O", "PATIENT"]
    assert table.sum(axis=1) == pytest.approx(numpy.ones(len(doc)), abs=1e-4)
    by_word = dict(zip([token.text for token in doc], table[:, 0].tolist(), strict=True))
    assert by_word["Zebulon"] < 0.5 < by_word["aspirin"]
    assert by_word["\n"] == 1.0


def test_the_config_of_system_2_assembles_and_hides(tmp_path) -> None:
    from spacy.training import Example

    deep = spacy.blank("en", config=TOKENIZER)
    deep.add_pipe("deid_tagger", config={"probabilities": True})
    gold = {"entities": [(3, 10, "PATIENT")]}
    deep.initialize(lambda: [Example.from_dict(deep.make_doc("Mr Zebulon came"), gold)])
    deep.to_disk(tmp_path / "deep")
    command = [sys.executable, "-m", "spacy", "assemble", str(CONFIGS / "inverse_hybrid.cfg")]
    source = ["--components.deid_tagger.source", str(tmp_path / "deep")]
    subprocess.run([*command, str(tmp_path / "hybrid"), *source], check=True, capture_output=True)
    hybrid = spacy.load(tmp_path / "hybrid")
    doc = hybrid("Quixi took aspirin.")
    assert "Quixi" not in doc._.deid_text
    assert doc.spans["deid_inverse"]


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("fell ill in May and again in March", ["May", "March"]),
        ("seen by May, then on Sun or Sat", ["May", "Sun", "Sat"]),
        ("It may be, sat up in the sun. May be given. March fracture\n- Sun cream", []),
        ("MAR checked, DEC reviewed", []),
    ],
)
def test_no_probability_lets_back_days_that_a_capital_tells(text, days, nlp) -> None:
    doc = nlp(text)
    values = numpy.zeros((len(doc), 2), dtype=numpy.float32)
    values[:, 0] = 1.0
    write_probabilities(doc, "p", ["O", "DATE"], values)
    found = nlp.create_pipe("deid_inverse", config={"probabilities": "p"})(doc)
    hidden = [(span.text, span.label_) for span in found.spans["deid_inverse"]]
    assert hidden == [(day, "DATE") for day in days]
