"""Augmenters change the text and keep the gold on its characters."""

from __future__ import annotations

from pathlib import Path

import pytest
import spacy
from hypothesis import given, settings
from hypothesis import strategies as st
from spacy.language import Language
from spacy.tokens import DocBin, SpanGroup
from spacy.training import Example
from spacy.util import registry

from spacy_deid.annotations import Record
from spacy_deid.corpora.docs import record_to_doc
from spacy_deid.errors import DeidError
from spacy_deid.intervals import PhiSpan
from spacy_deid.proposals import read_proposals
from spacy_deid.synthesize.augmenter_docs import edited
from spacy_deid.synthesize.lists import country

TOKENIZER = {"nlp": {"tokenizer": {"@tokenizers": "spacy_deid.NarrativeTokenizer.v1"}}}
NAMES = ("Surrogates", "Case", "GlueBreak", "Typos", "HeaderRemoval", "Combined")
LETTER = (
    "Name: [PATIENT:Zebulon Quarnforth]\nDOB: [DATE:03/04/1971]  MRN: [MEDICALRECORD:QX-104-77]\n"
    "Mr [PATIENT:QUARNFORTH], [AGE:41]-year-old, saw Dr. [DOCTOR:Y. Brannigan] at "
    "[HOSPITAL:Ermintrude General Hospital] in [CITY:Ludlowshire] on [DATE:5 May 2014]. "
    "Call [PHONE:(555) 010-4477] or [EMAIL:zquarnforth@ermintrude.org]. "
    "[DOCTOR:Ysolde Brannigan] signed; [PATIENT:zebulon] thanks. MRN [MEDICALRECORD:QX-104-77]"
)  # fmt: skip
SECRETS = ("zebulon", "quarnforth", "ysolde", "brannigan", "ermintrude", "ludlowshire", "104-77")


@pytest.fixture(scope="module")
def nlp() -> Language:
    return spacy.blank("en", config=TOKENIZER)


def example(nlp: Language, marked: str = LETTER, **meta: object) -> Example:
    text, spans = "", []
    for piece in marked.replace("[", "\0").replace("]", "\0").split("\0"):
        label, colon, value = piece.partition(":")
        if colon and label.isupper() and label.isalpha():
            spans.append(PhiSpan(len(text), len(text) + len(value), label))
            piece = value
        text += piece
    record = Record("r1", text, spans, {"case": "c1"})
    record.known_phi = [("PATIENT", "Quarnforth")]
    return Example(nlp.make_doc(text), record_to_doc(record, nlp))


def made(name: str, *args: object, **kwargs: object):
    return registry.augmenters.get(f"spacy_deid.{name}.v1")(*args, **kwargs)


def texts(example: Example) -> list[tuple[str, str]]:
    return [(ent.label_, ent.text) for ent in example.reference.ents]


def test_surrogates_leave_nothing_and_keep_labels_and_words(nlp) -> None:
    old = example(nlp)
    augment = made("Surrogates", seed=5)
    for _ in range(20):
        (new,) = augment(nlp, old)
        text = new.reference.text
        assert not [s for s in SECRETS if s in text.lower()]
        assert [label for label, _ in texts(new)] == [label for label, _ in texts(old)]
        assert new.predicted.text == text and not new.predicted.ents
        assert text.startswith("Name: ") and "General Hospital" in text and "-year-old" in text
        gold = new.reference._.deid_gold
        assert [text[s:e] for s, e, _ in gold] == [value for _, value in texts(new)]
        assert [p.label for p in read_proposals(new.reference, "gold")] == [g[2] for g in gold]
        assert (new.reference._.deid_id, new.reference._.deid_case) == ("r1", "c1")
        last = texts(new)[0][1].split()[1]
        assert new.reference._.known_phi == [["PATIENT", last]]


def test_one_name_has_one_surrogate_in_every_form(nlp) -> None:
    augment = made("Surrogates", seed=2)
    for _ in range(20):
        (new,) = augment(nlp, example(nlp))
        found = [value for _, value in texts(new)]
        first, last = found[0].split()
        assert found[3] == last.upper() and found[-2] == first.lower()
        initial, doctor = found[5].split()
        assert found[-3].split()[-1] == doctor and found[-3][0] == initial[0]
        assert initial.endswith(".") and len(initial) == 2
        assert found[2] == found[-1]


@pytest.mark.parametrize(
    ("label", "value", "pattern"),
    [
        ("DATE", "03/04/1971", r"\d\d/\d\d/(19|20)\d\d"),
        ("DATE", "22MAR97", r"\d{1,2}[A-Z]{3}\d\d"),
        ("DATE", "March 21st, 2014", r"[A-Z][a-z]+ \d{1,2}(st|nd|rd|th), \d{4}"),
        ("DATE", "2014-03-09T10:30", r"\d{4}-\d\d-\d\dT10:30"),
        ("DATE", "the 1990s", r"the \d{3}0s"),
        ("DATE", "Christmas", r"[A-Z].*"),
        ("PATIENT", "J.S.", r"[A-Z]\.[A-Z]\."),
        ("PATIENT", "BXT", r"[A-Z]{3}"),
        ("PATIENT", "O'Hara, Kim", r"[^,]+, [^,]+"),
        ("DOCTOR", "Dr. van der Berg", r"Dr\. van der [A-Z].*"),
        ("AGE", "8 months", r"[1-9] months"),
        ("AGE", "72", r"\d\d"),
        ("AGE", "cuarenta y tres años", r"(?!cuarenta)[a-z]+ta y (?!tres)[a-z]+ años"),
        ("DATE", "Saturday", r"(?!Saturday)[A-Z][a-z]+day"),
        ("ZIP", "02139-4307", r"0\d{4}-\d{4}"),
        ("PHONE", "+34 91 555 01 02 ext 4", r"\+34 \d\d \d{3} \d\d \d\d ext \d"),
        ("IPADDR", "10.20.30.40", r"\d+\.\d+\.\d+\.\d+"),
        ("URL", "https://www.quarn.org/p/4471", r"https://www\.[a-z]+\.org/[a-z]/\d{4}"),
        ("EMAIL", "quarn71@gmail.com", r"[a-z]+\d\d@gmail\.com"),
        ("STREET", "12 Quarn Street, Apt 4b", r"\d\d [A-Z]\w+ Street, Apt \d[a-z]"),
        ("STATE", "MA", r"[A-Z]{2}"),
        ("HOSPITAL", "MGH", r"[A-Z]{3}"),
        ("USERNAME", "quarn77", r"[a-z]+\d\d"),
        ("PROFESSION", "potter", r"[a-zA-Z].*"),
        ("COUNTRY", "FRANCE", r"[A-Z ]+"),
    ],
)  # fmt: skip
def test_the_form_of_a_value_stays(nlp, label, value, pattern) -> None:
    import re

    augment = made("Surrogates", seed=1)
    old = example(nlp, f"Seen: [{label}:{value}], and more")
    others = set()
    for _ in range(8):
        (new,) = augment(nlp, old)
        inner = new.reference.text.removeprefix("Seen: ").removesuffix(", and more")
        assert re.fullmatch(pattern, inner), inner
        others.add(inner)
    assert len(others - {value}) > 2


def test_every_epoch_is_fresh_and_every_run_the_same(nlp) -> None:
    def run(seed: int) -> list[str]:
        augment = made("Surrogates", seed=seed)
        return [new.reference.text for _ in range(4) for new in augment(nlp, example(nlp))]

    assert run(1) == run(1) != run(2)
    assert len(set(run(1))) == 4


def test_names_come_from_the_origins_or_are_put_together(nlp) -> None:
    pools = country("ES").pools
    known = {name for pool in ("first.f", "first.m", "last") for name in pools[pool].names}
    for invented, inside in ((0.0, True), (1.0, False)):
        augment = made("Surrogates", origins=["ES"], invented=invented)
        old = example(nlp, "Mr [PATIENT:Zebulon Quarnforth] é")
        names = [w for _ in range(9) for new in augment(nlp, old) for w in texts(new)[0][1].split()]
        shared = [name for name in names if name in known]
        assert (shared == names) is inside and (inside or len(shared) < len(names) / 2)


def test_labels_of_other_schemes(nlp) -> None:
    marked = "[FECHAS:05/06/2014] [CALLE:Calle Quarn 5] [PERSON:Zebulon] [KIN:wife of Zebulon]"
    old = example(nlp, marked)
    (new,) = made("Surrogates", labels={"PERSON": "PATIENT"})(nlp, old)
    found = dict(texts(new))
    assert found["FECHAS"] != "05/06/2014" and found["CALLE"].startswith("Calle ")
    assert "Quarn" not in found["CALLE"] and found["PERSON"] != "Zebulon"
    assert found["KIN"] == f"wife of {found['PERSON']}"


def test_missing_tokens_and_misaligned_gold(nlp) -> None:
    record = Record("m", "Seen by Quarnforthx today", [PhiSpan(8, 18, "DOCTOR")])
    old = Example(nlp.make_doc(record.text), record_to_doc(record, nlp))
    (new,) = made("Surrogates")(nlp, old)
    assert "Quarnforth" not in new.reference.text
    states = [t.ent_iob for t in new.reference]
    assert states == [2, 2, 0, 2] and not new.reference.ents


def test_span_groups_move_with_their_attributes(nlp) -> None:
    old = example(nlp)
    doc = old.reference
    group = SpanGroup(doc, name="mine", spans=[doc[2:4], doc[2:3]], attrs={"scores": [0.5, 0.25]})
    doc.spans["mine"] = group
    (new,) = made("Combined", surrogates=1, glue_break=1, typos=1, case=1)(nlp, old)
    (plain,) = made("Surrogates", seed=0)(nlp, old)
    spans = plain.reference.spans["mine"]
    assert [span.text for span in spans] == [texts(plain)[0][1], texts(plain)[0][1].split()[0]]
    assert new.reference.spans["mine"].attrs["scores"] == [0.5, 0.25]


def test_a_document_without_gold_or_text_stays(nlp) -> None:
    for text in ("Nothing here", ""):
        bare = Example(nlp.make_doc(text), nlp.make_doc(text))
        for name in NAMES:
            (new,) = made(name)(nlp, bare)
            assert new.reference.text.lower().split() == text.lower().split() or name == "Typos"


@pytest.mark.parametrize("name", NAMES[1:])
def test_level_zero_changes_nothing(nlp, name) -> None:
    level = {"surrogates": 0.0} if name == "Combined" else {"level": 0.0}
    old = example(nlp)
    assert [list(made(name, **level)(nlp, old))[0] is old for _ in range(3)] == [True] * 3


@pytest.mark.parametrize("way", ["lower", "upper", "title"])
def test_case(nlp, way) -> None:
    weights = {"lower": 0.0, "upper": 0.0, "title": 0.0, way: 1.0}
    old = example(nlp, "Don't see [PATIENT:Ann McGee] of weißdorn on [DATE:3 May 2014]")
    (new,) = made("Case", level=1, **weights)(nlp, old)
    assert (
        new.reference.text
        == {
            "lower": "don't see ann mcgee of weißdorn on 3 may 2014",
            "upper": "DON'T SEE ANN MCGEE OF WEIßDORN ON 3 MAY 2014",
            "title": "Don't See Ann Mcgee Of Weißdorn On 3 May 2014",
        }[way]
    )
    assert [label for label, _ in texts(new)] == ["PATIENT", "DATE"]


def test_glue_break_and_typos_keep_gold_on_its_characters(nlp) -> None:
    for name, options in (("GlueBreak", {"glued": 0.6, "broken": 0.3}), ("Typos", {"typed": 0.9})):
        augment = made(name, level=1, **options)
        changed = 0
        for _ in range(10):
            (new,) = augment(nlp, example(nlp))
            text = new.reference.text
            changed += text != example(nlp).reference.text
            gold = [text[s:e] for s, e, _ in new.reference._.deid_gold]
            assert len(gold) == 14 and gold[1] == "03/04/1971"
            ends = {ent.text for ent in new.reference.ents}
            missing = "".join(t.text_with_ws for t in new.reference if t.ent_iob == 0)
            assert all(g in ends or any(w in missing for w in g.split()) for g in gold)
        assert changed == 10


def test_header_removal(nlp) -> None:
    (cues,) = made("HeaderRemoval", level=1, cues=1, lines=0)(nlp, example(nlp))
    assert cues.reference.text.startswith("Zebulon Quarnforth\n03/04/1971  MRN: QX")
    assert len(cues.reference.ents) == len(example(nlp).reference.ents)
    (lines,) = made("HeaderRemoval", level=1, cues=0, lines=1)(nlp, example(nlp))
    assert lines.reference.text.startswith("Mr QUARNFORTH")
    assert texts(lines)[0] == ("PATIENT", "QUARNFORTH")
    only = example(nlp, "Name: [PATIENT:Zebulon]")
    assert list(made("HeaderRemoval", level=1, lines=1)(nlp, only)) == [only]


@pytest.mark.parametrize(
    ("name", "options", "code"),
    [
        ("Surrogates", {"level": 1.5}, "D011"),
        ("Surrogates", {"invented": -1.0}, "D011"),
        ("Surrogates", {"origins": ["XX"]}, "D704"),
        ("Case", {"lower": 0.0, "upper": 0.0, "title": 0.0}, "D011"),
        ("Typos", {"typed": 2.0}, "D011"),
        ("HeaderRemoval", {"cues": 2.0}, "D011"),
        ("Combined", {"case": 2.0}, "D011"),
    ],
)
def test_wrong_settings(name, options, code) -> None:
    with pytest.raises(DeidError) as caught:
        made(name, **options)
    assert caught.value.code == code


def test_the_augmented_configuration_reads_spacys_own_corpus(nlp, tmp_path: Path) -> None:
    path = tmp_path / "train.spacy"
    DocBin(docs=[example(nlp).reference], store_user_data=True).to_disk(path)
    config = spacy.util.load_config(Path("configs/cnn_augmented.cfg"))
    config["paths"]["train"] = str(path)
    filled = Language.default_config.merge(config).interpolate()
    blocks = registry.resolve({"corpora": filled["corpora"]})
    (first,) = blocks["corpora"]["train"](nlp)
    (second,) = blocks["corpora"]["train"](nlp)
    assert first.reference.text != second.reference.text
    assert len(first.reference.ents) + (first.reference.to_array("ENT_IOB") == 0).sum() >= 12


@settings(max_examples=60, deadline=None)
@given(
    st.text(alphabet="ab ", min_size=12, max_size=12),
    st.lists(st.tuples(st.integers(0, 12), st.integers(0, 4), st.sampled_from(["", "x", "long"]))),
    st.tuples(st.integers(0, 11), st.integers(1, 6)),
)
def test_a_span_that_no_edit_touches_keeps_its_text(text, drawn, place) -> None:
    start, end = place[0], min(sum(place), 12)
    edits = [(s, min(s + n, 12), new) for s, n, new in drawn]
    outside = [e for e in edits if e[1] <= start or e[0] >= end]
    new, move = edited(text, outside)
    moved = move(start, end)
    assert moved is not None and new[slice(*moved)] == text[start:end]
    new, move = edited(text, edits)
    moved = move(start, end)
    assert moved is None or 0 <= moved[0] < moved[1] <= len(new)
