from __future__ import annotations

import json
import pickle
import time
from pathlib import Path

import pytest
import spacy
from pace_support import slowness
from spacy.tokens import Doc, DocBin, Span, SpanGroup

from spacy_deid.annotations import DECISION, Proposal
from spacy_deid.decide.verdicts import _WIDE
from spacy_deid.errors import DeidError
from spacy_deid.proposals import read_proposals, write_proposals

TOKENIZER = {"nlp": {"tokenizer": {"@tokenizers": "spacy_deid.NarrativeTokenizer.v1"}}}
TEXT = "Mr. John Smith saw Dr. Ahmed Khan on 3/4. Smith went home; J.S. was well. Khan agreed."


@pytest.fixture
def nlp():
    nlp = spacy.blank("en", config=TOKENIZER)
    nlp.add_pipe("deid_coherence")
    nlp.add_pipe("deid_resolver")
    return nlp


def proposed(nlp) -> Doc:
    doc = nlp.make_doc(TEXT)
    names = [Proposal(4, 14, "PATIENT", 0.9, "t"), Proposal(23, 33, "DOCTOR", 0.9, "t")]
    write_proposals(doc, "deid_gazetteer", names)
    parse = {"readings": [{"order": "MD", "fields": []}]}
    write_proposals(doc, "deid_patterns", [Proposal(37, 40, "DATE", 1.0, "t", parse)])
    return doc


def test_in_a_term_only_patterns_titles_and_fields_speak(nlp) -> None:
    text = "Hautausschlag nach Dr. Khan am 3/4 bei Lea"
    sources = ("deid_network", "gazetteer.name.title", "dates.month_day", "gazetteer.known.name")
    places = ((0, 13, "CITY"), (23, 27, "DOCTOR"), (31, 34, "DATE"), (39, 42, "PATIENT"))
    for term, first in ((False, 0), (True, 1)):
        doc = nlp.make_doc(text)
        doc._.deid_term = term
        found = [Proposal(*p, 0.97, s) for p, s in zip(places, sources, strict=True)]
        write_proposals(doc, "deid_gazetteer", found)
        assert [(e.start_char, e.end_char, e.label_) for e in nlp(doc).ents] == list(places)[first:]


def test_a_name_seen_once_is_a_name_everywhere(nlp) -> None:
    doc = nlp(proposed(nlp))
    found = [(e.text, e.label_) for e in doc.ents]
    assert found == [
        ("John Smith", "PATIENT"),
        ("Ahmed Khan", "DOCTOR"),
        ("3/4", "DATE"),
        ("Smith", "PATIENT"),
        ("J.S.", "PATIENT"),
        ("Khan", "DOCTOR"),
    ]
    assert [s.text for s in doc.spans["deid"]] == [e.text for e in doc.ents]


def test_a_name_with_a_soft_hyphen_is_a_name_everywhere(nlp) -> None:
    doc = nlp.make_doc("Dr. Oka\u00adfor came. Okafor left.")
    write_proposals(doc, "deid_gazetteer", [Proposal(4, 11, "DOCTOR", 0.9, "t")])
    assert [e.text for e in nlp(doc).ents] == ["Oka\u00adfor", "Okafor"]


def test_the_parse_reaches_the_decision_and_survives_a_docbin(nlp) -> None:
    doc = nlp(proposed(nlp))
    data = DocBin(docs=[doc], store_user_data=True).to_bytes()
    again = next(DocBin().from_bytes(data).get_docs(spacy.blank("en").vocab))
    assert again.text == TEXT
    dates = [p for p in read_proposals(again, "deid") if p.label == "DATE"]
    assert dates[0].parse == {"readings": [{"order": "MD", "fields": []}]}


def test_explain_tells_each_proposal_and_its_fate(nlp) -> None:
    doc = nlp.get_pipe("deid_coherence")(proposed(nlp))
    verdicts = nlp.get_pipe("deid_resolver").explain(doc)
    assert len(verdicts) == 6
    assert {v.detector for v in verdicts} == {"deid_gazetteer", "deid_patterns", "deid_coherence"}
    assert {v.outcome for v in verdicts} == {"kept"}


def test_entities_of_other_kinds_stay_beside_the_decision_and_are_no_part_of_it(nlp) -> None:
    doc = nlp.make_doc("Ann took 5 mg of Lasix on 3/4")
    others = [(0, 1, "PERSON"), (2, 4, "QUANTITY"), (5, 6, "DRUG"), (6, 8, "EVENT")]
    doc.set_ents([Span(doc, *other) for other in others])
    write_proposals(doc, "deid_patterns", [Proposal(26, 29, "DATE")])
    resolver = nlp.get_pipe("deid_resolver")
    for _ in range(2):
        found = [(ent.text, ent.label_) for ent in resolver(doc).ents]
        kept = [("Ann", "PERSON"), ("5 mg", "QUANTITY"), ("Lasix", "DRUG")]
        assert found == [*kept, ("3/4", "DATE")]
        assert [span.text for span in doc.spans[DECISION]] == ["3/4"]


def test_tokens_wider_than_spans_never_overlap() -> None:
    nlp = spacy.blank("en")
    resolver = nlp.add_pipe("deid_resolver")
    doc = Doc(nlp.vocab, words=["Ann/3-4-14x", "left"])
    write_proposals(doc, "ents", [])
    write_proposals(doc, "deid_patterns", [Proposal(4, 10, "DATE"), Proposal(0, 3, "PATIENT")])
    assert [e.text for e in resolver(doc).ents] == ["Ann/3-4-14x"]


def test_whole_mentions_of_any_shape_and_thousands_of_them(nlp) -> None:
    coherence = nlp.get_pipe("deid_coherence")
    text = "ring +49 30 1234 or (02) 99-77; again +49 30 1234, (02) 99-77, x99-77; no +49 30 12345"
    doc = nlp.make_doc(text)
    phones = [Proposal(5, 16, "PHONE", 0.9), Proposal(20, 30, "PHONE", 0.9)]
    write_proposals(doc, "deid_patterns", phones)
    found = read_proposals(coherence(doc), "deid_coherence")
    assert [text[p.start : p.end] for p in found] == ["+49 30 1234", "(02) 99-77"]
    numbers = [f"020-{number:05}" for number in range(20_000)]
    doc = nlp.make_doc(" ".join(numbers))
    many = [Proposal(10 * at, 10 * at + 9, "PHONE", 0.9) for at in range(len(numbers))]
    write_proposals(doc, "deid_patterns", many)
    start = time.process_time()
    assert read_proposals(coherence(doc), "deid_coherence") == []
    assert time.process_time() - start < 30 * slowness()


def test_by_default_a_network_is_heard_on_user_names_and_not_on_mails() -> None:
    nlp = spacy.blank("en", config=TOKENIZER)
    resolver = nlp.add_pipe("deid_resolver")
    doc = nlp.make_doc("she posts as mossgarden7 from moss7@mail.example")
    users = [Proposal(13, 24, "USERNAME", 0.9), Proposal(30, 48, "EMAIL", 0.9)]
    write_proposals(doc, "deid_network", users)
    write_proposals(doc, "deid_patterns", [])
    assert [(e.text, e.label_) for e in resolver(doc).ents] == [("mossgarden7", "USERNAME")]


def test_components_survive_disk_bytes_and_pickle(nlp, tmp_path) -> None:
    nlp.to_disk(tmp_path / "model")
    loaded = spacy.load(tmp_path / "model")
    assert [e.text for e in loaded(proposed(loaded)).ents] == [
        e.text for e in nlp(proposed(nlp)).ents
    ]
    for name in nlp.pipe_names:
        pickle.loads(pickle.dumps(nlp.get_pipe(name)))
    spacy.blank("en", config=TOKENIZER).from_bytes(nlp.to_bytes())


def test_settings_changed_at_run_time_are_saved_and_give_way_to_another_config(tmp_path) -> None:
    own = spacy.blank("en", config=TOKENIZER)
    own.add_pipe("deid_coherence").evidence = 0.5
    own.add_pipe("deid_inverse").low = 0.5
    resolver = own.add_pipe("deid_resolver", config={"thresholds": {"AGE": 0.3}})
    resolver.settings.thresholds = {"PATIENT": 0.9}
    resolver.settings.clearable = frozenset({"DATE"})
    own.to_disk(tmp_path / "model")
    again = spacy.load(tmp_path / "model")
    fresh = own.create_pipe("deid_resolver", config={"thresholds": {"AGE": 0.3}})
    assert fresh.from_bytes(resolver.to_bytes()).settings == resolver.settings
    assert again.get_pipe("deid_resolver").settings == resolver.settings
    assert again.get_pipe("deid_coherence").evidence == again.get_pipe("deid_inverse").low == 0.5
    config = {"components": {"deid_resolver": {"thresholds": {"AGE": 0.4}}}}
    settings = spacy.load(tmp_path / "model", config=config).get_pipe("deid_resolver").settings
    assert (settings.thresholds, settings.clearable) == ({"AGE": 0.4}, frozenset({"DATE"}))


@pytest.mark.parametrize(
    ("factory", "config"),
    [
        ("deid_resolver", {"vetoable": ["NOBODY"]}),
        ("deid_resolver", {"thresholds": {"DATE": 2}}),
        ("deid_resolver", {"thresholds": {"DATE": "0.5"}}),
        ("deid_resolver", {"label_order": {"EMAIL": ["deid_pattern"]}}),
        ("deid_resolver", {"order": []}),
        ("deid_resolver", {"order": [""]}),
        ("deid_resolver", {"veto_margin": 5}),
        ("deid_coherence", {"evidence": -1}),
        ("deid_coherence", {"labels": ["NOBODY"]}),
    ],
)
def test_wrong_settings_are_coded_errors(factory, config) -> None:
    with pytest.raises(DeidError) as caught:
        spacy.blank("en").add_pipe(factory, config=config)
    assert caught.value.code == "D011"


@pytest.mark.parametrize("order", [["deid_pattern"], ["ents"], None])
def test_a_resolver_that_hears_no_detector_is_a_coded_error(order) -> None:
    nlp = spacy.blank("en", config=TOKENIZER)
    nlp.add_pipe("deid_patterns")
    nlp.add_pipe("deid_coherence")
    config = {} if order is None else {"order": order}
    nlp.add_pipe("deid_resolver", config=config)
    with nlp.select_pipes(disable=[] if order is not None else ["deid_patterns"]):
        with pytest.raises(DeidError, match="D301"):
            nlp("Seen on 12 March 2021.")


def test_a_general_model_is_no_detector() -> None:
    nlp = spacy.blank("en", config=TOKENIZER)
    nlp.add_pipe("entity_ruler").add_patterns([{"label": "GPE", "pattern": "Bergen"}])
    nlp.add_pipe("deid_resolver")
    with pytest.raises(DeidError, match="D301"):
        nlp("From Bergen, seen on 12 March 2021.")


def test_coherence_that_hears_no_detector_is_a_coded_error() -> None:
    nlp = spacy.blank("en", config=TOKENIZER)
    nlp.add_pipe("deid_patterns")
    nlp.add_pipe("deid_coherence", config={"sources": ["deid_pattern", "ents"]})
    with pytest.raises(DeidError, match=r"D301.*deid_pattern, ents.*'sources'"):
        nlp("Seen on 12 March 2021.")
    assert not nlp("").spans["deid_coherence"]


@pytest.mark.parametrize("ran", [[], ["deid_gazetteer"], ["deid_patterns"]])
def test_a_label_order_whose_first_detector_did_not_run_silences_nobody(ran) -> None:
    nlp = spacy.blank("en", config=TOKENIZER)
    resolver = nlp.add_pipe("deid_resolver", config={"order": ["deid_crf"]})
    doc = nlp.make_doc("Mail to ann@example.org today.")
    write_proposals(doc, "deid_crf", [Proposal(8, 23, "EMAIL", 0.9, "deid_crf")])
    for name in ran:
        write_proposals(doc, name, [])
    silent = "deid_patterns" in ran
    assert [ent.label_ for ent in resolver(doc).ents] == ([] if silent else ["EMAIL"])


def test_groups_of_other_libraries_in_the_order_are_heard_on_all_labels_of_ours() -> None:
    nlp = spacy.blank("en", config=TOKENIZER)
    words = [("DATE", "Blue Feast"), ("PATIENT", "purple"), ("DRUG", "aspirin"), ("URL", "snail")]
    ruler = nlp.add_pipe("span_ruler", config={"spans_key": "house"})
    ruler.add_patterns([{"label": label, "pattern": text} for label, text in words])
    nlp.add_pipe("deid_patterns")
    nlp.add_pipe("deid_resolver", config={"order": ["house", "deid_patterns"]})
    nlp.add_pipe("deid_masker")
    doc = nlp("purple took aspirin on Blue Feast by snail.")
    assert doc._.deid_text == "[PATIENT] took aspirin on [DATE] by [URL]."


def test_own_rules_that_come_first_are_believed() -> None:
    nlp = spacy.blank("en", config=TOKENIZER)
    nlp.add_pipe("deid_gazetteer")
    ruler = nlp.add_pipe("span_ruler", config={"spans_key": "house"})
    pairs = (("HOSPITAL", "Hodgkin"), ("HOSPITAL", "the ward"), ("USERNAME", "salt and sugar"))
    ruler.add_patterns([{"label": label, "pattern": words} for label, words in pairs])
    resolver = nlp.add_pipe("deid_resolver")
    text = "Hodgkin lymphoma was treated on the ward. It was salt and sugar who wrote."
    usual = resolver.settings.order
    for order, count in (([*usual, "house"], 1), (["house", *usual], 3)):
        resolver.settings.order = order
        found = [(e.label_, e.text) for e in nlp(text).ents]
        assert found == list(pairs[-count:]), order
    doc = nlp.make_doc(text)
    doc._.deid_term = True
    assert len(nlp(doc).ents) == 3


def test_a_document_that_is_read_again_keeps_what_entities_told() -> None:
    nlp = spacy.blank("en", config=TOKENIZER)
    nlp.add_pipe("entity_ruler").add_patterns([{"label": "PATIENT", "pattern": "purple"}])
    for name in ("deid_patterns", "deid_resolver", "deid_masker"):
        nlp.add_pipe(name)
    text = "On 12 March 2014 purple fell."
    doc = nlp(text)
    masked = doc._.deid_text
    assert "purple" not in masked and "2014" not in masked
    assert nlp(doc)._.deid_text == masked
    packed = DocBin(docs=[doc], store_user_data=True).to_bytes()
    (again,) = DocBin().from_bytes(packed).get_docs(nlp.vocab)
    assert nlp(again)._.deid_text == masked
    assert nlp.get_pipe("deid_resolver").explain(doc)[-1].outcome == "kept"


def test_entities_of_our_labels_that_nobody_hears_are_a_coded_error() -> None:
    nlp = spacy.blank("en", config=TOKENIZER)
    ruler = nlp.add_pipe("entity_ruler")
    ruler.add_patterns([{"label": "DATE", "pattern": "daily"}, {"label": "DRUG", "pattern": "gin"}])
    nlp.add_pipe("deid_patterns")
    nlp.add_pipe("deid_resolver", config={"order": ["deid_patterns"]})
    assert [ent.label_ for ent in nlp("gin daily").ents] == ["DRUG"]
    ruler.add_patterns([{"label": "PATIENT", "pattern": "purple"}])
    with pytest.raises(DeidError, match=r"D302.* ents found"):
        nlp("purple fell")


def test_what_a_general_model_calls_a_date_is_none_where_it_is_a_length_of_time() -> None:
    nlp = spacy.blank("en", config=TOKENIZER)
    lengths = ["daily", "two weeks", "nine days later", "the past 3 months", "a day"]
    dates = ["Monday", "May of that year", "12 March"]
    patterns = [{"label": "DATE", "pattern": text} for text in (*lengths, *dates)]
    nlp.add_pipe("entity_ruler").add_patterns(patterns)
    nlp.add_pipe("deid_resolver")
    doc = nlp(" and ".join((*lengths, *dates)) + ".")
    assert [ent.text for ent in doc.ents] == dates


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("Rash on 12/03/2014,aspirin stopped.", "Rash on [DATE],aspirin stopped."),
        ("aspirin(12Jan2014)", "aspirin([DATE])"),
        ("By Dr. Haddad;aspirin, born12Jan2014x", "By Dr. [DOCTOR];aspirin, [DATE]"),
    ],
)
def test_wide_tokens_take_nothing_along_that_stands_behind_a_mark(text, masked) -> None:
    nlp = spacy.blank("en")
    doc = nlp.make_doc(text)
    found = {"12/03/2014": "DATE", "12Jan2014": "DATE", "Haddad": "DOCTOR"}
    places = [(text.index(word), word, label) for word, label in found.items() if word in text]
    proposals = [Proposal(at, at + len(word), label) for at, word, label in places]
    write_proposals(doc, "deid_patterns", proposals)
    at = text.index("aspirin")
    write_proposals(doc, "deid_protect", [Proposal(at, at + 7, "DRUG", 1.0)])
    nlp.add_pipe("deid_resolver")
    methods = {"methods": {"DATE": "placeholder"}}
    masker = nlp.add_pipe("deid_masker", config=methods)
    assert masker(nlp.get_pipe("deid_resolver")(doc))._.deid_text == masked
    assert [s.label_ for s in doc.spans[DECISION]] == [label for _, _, label in sorted(places)]


@pytest.mark.parametrize(
    ("text", "piece", "whole"),
    [
        ("write to mari\u0301a@x.es", "a@x.es", "mari\u0301a@x.es"),
        ("On 1\u034f4-May", "4-May", "1\u034f4-May"),
        ("Break\u00adspear;gin", "Break", "Break\u00adspear"),
    ],
)
def test_no_place_begins_or_ends_within_a_word(text, piece, whole) -> None:
    doc = spacy.blank("en").make_doc(text)
    at = text.index(piece)
    found = [Proposal(at, at + len(piece), "PATIENT")]
    write_proposals(doc, "t", found, whole_words=True)
    assert [text[p.start : p.end] for p in read_proposals(doc, "t")] == [whole]


def test_spans_exchanged_or_widened_by_somebody_are_read_as_they_stand() -> None:
    nlp = spacy.blank("en")
    doc = nlp.make_doc("Ann;Bob was three;hm yesterday.")
    parse = {"value": 3.0, "unit": "year", "number": [12, 17]}
    names = [Proposal(0, 3, "PATIENT", 0.9, "t"), Proposal(12, 17, "AGE", 0.9, "t", parse)]
    write_proposals(doc, "t", names)
    assert [span.text for span in doc.spans["t"]] == ["Ann;Bob", "three;hm"]
    assert [(p.start, p.end) for p in read_proposals(doc, "t")] == [(0, 3), (12, 17)]
    group = doc.spans["t"]
    group[0], group[1] = group[1], group[0]
    first, second = read_proposals(doc, "t")
    assert (first.start, first.end, first.parse) == (12, 20, None)
    assert (second.start, second.end, second.parse) == (0, 7, None)
    group[1] = Span(doc, 0, 2, label="PATIENT")
    assert [(p.start, p.end) for p in read_proposals(doc, "t")][1] == (0, 11)


def test_the_usual_order_passes_no_detector_of_another_name_over() -> None:
    nlp = spacy.blank("en", config=TOKENIZER)
    nlp.add_pipe("deid_patterns", name="phi_patterns")
    nlp.add_pipe("deid_gazetteer")
    nlp.add_pipe("deid_resolver")
    text = "From Bergen, seen on 12 March 2021."
    with pytest.raises(DeidError, match=r"D302.*phi_patterns"):
        nlp(text)
    nlp.remove_pipe("deid_resolver")
    order = ["phi_patterns", "deid_gazetteer"]
    nlp.add_pipe("deid_resolver", config={"order": order})
    assert "DATE" in [ent.label_ for ent in nlp(text).ents]


def test_no_order_passes_a_detector_over_that_nobody_heard() -> None:
    nlp = spacy.blank("en", config=TOKENIZER)
    nlp.add_pipe("deid_patterns")
    nlp.add_pipe("deid_patterns", name="more")
    nlp.add_pipe("deid_ensemble", config={"weights": {"deid_patterns": 1.0}})
    nlp.add_pipe("deid_resolver", config={"order": ["deid_ensemble"]})
    with pytest.raises(DeidError, match=r"D302.* more "):
        nlp("Seen on 12 March 2021.")
    nlp.remove_pipe("more")
    assert [ent.text for ent in nlp("Seen on 12 March 2021.").ents] == ["12 March 2021"]


def test_spans_put_behind_a_decision_are_masked_and_taken_out_ones_are_a_coded_error() -> None:
    nlp = spacy.blank("en", config=TOKENIZER)
    for name in ("deid_patterns", "deid_resolver"):
        nlp.add_pipe(name)
    doc = nlp("Seen on 12 March 2021 and 4 May 2021 by the quokka.")
    doc.spans[DECISION].append(Span(doc, 11, 12, label="PATIENT"))
    masker = nlp.create_pipe("deid_masker")
    assert masker(doc)._.deid_text.endswith(" by the [PATIENT].")
    assert [p.score for p in read_proposals(doc, DECISION)][-1] == 1.0
    group = doc.spans[DECISION]
    doc.spans[DECISION] = SpanGroup(doc, spans=list(group)[2:], attrs=dict(group.attrs))
    with pytest.raises(DeidError, match="D208"):
        masker(doc)


def test_a_recognizer_that_finds_nothing_is_heard() -> None:
    nlp = spacy.blank("en", config=TOKENIZER)
    nlp.add_pipe("entity_ruler").add_patterns([{"label": "CITY", "pattern": "Bergen"}])
    nlp.add_pipe("deid_resolver")
    assert [len(nlp(text).ents) for text in ("", "Well.", "From Bergen.")] == [0, 0, 1]


def test_every_rule_that_can_be_cleared_is_one_that_proposes_something() -> None:
    nlp = spacy.blank("en", config=TOKENIZER)
    nlp.add_pipe("deid_patterns")
    nlp.add_pipe("deid_gazetteer")
    reports = Path(__file__).parents[2] / "assets" / "written" / "dev.jsonl"
    texts = [json.loads(line)["text"] for line in reports.read_text("utf-8").splitlines()]
    sources = {
        proposal.source
        for doc in nlp.pipe(texts)
        for detector in ("deid_patterns", "deid_gazetteer")
        for proposal in read_proposals(doc, detector)
    }
    assert [rule for rule in _WIDE if not any(s.startswith(rule) for s in sources)] == []


def test_groups_that_nobody_hears_are_refused() -> None:
    nlp = spacy.blank("en")
    ruler = nlp.add_pipe("span_ruler", config={"spans_key": "ours"})
    ruler.add_patterns([{"label": "HOSPITAL", "pattern": "green folder"}])
    for name in ("deid_patterns", "deid_gazetteer", "deid_resolver"):
        nlp.add_pipe(name)
    resolver = nlp.get_pipe("deid_resolver")
    order = list(resolver.settings.order)
    with pytest.raises(DeidError, match="D302.*ours"):
        nlp("Put into the green folder on 3 May 2019.")
    assert [e.text for e in nlp("Seen on 3 May 2019.").ents] == ["3 May 2019"]
    resolver.settings.order = ["ours"]
    resolver.settings.label_order = {"DATE": ["deid_gazetteer", "deid_patterns"]}
    with pytest.raises(DeidError, match="D302.*deid_patterns"):
        nlp("Put into the green folder, mail a.b@c.org.")
    resolver.settings.order = ["ours", *order]
    assert "green folder" in [e.text for e in nlp("Put into the green folder.").ents]


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("order", []),
        ("thresholds", {"*": 2}),
        ("thresholds", {"FOO": 1}),
        ("veto_margin", "x"),
    ],
)
def test_settings_out_of_range_are_refused_at_run_time_too(setting, value) -> None:
    nlp = spacy.blank("en")
    for name in ("deid_patterns", "deid_gazetteer", "deid_resolver"):
        nlp.add_pipe(name)
    setattr(nlp.get_pipe("deid_resolver").settings, setting, value)
    with pytest.raises(DeidError, match="D011"):
        nlp("Mail a.b@c.org on 3 May 2019.")
