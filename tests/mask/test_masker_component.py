"""The component: keys, processes, serialization, and the same result everywhere."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import spacy
from mask_support import KEY, decided, pipeline, spans_of
from spacy.tokens import DocBin, Span

from spacy_deid.annotations import DECISION, Proposal
from spacy_deid.errors import DeidError
from spacy_deid.proposals import write_proposals

TEXT = "John Smith, MRN 1234567, was seen on 03/17/2021 by Dr. Anna Berg of Boston."
MARKED = [
    ("John Smith", "PATIENT"),
    ("1234567", "MEDICALRECORD"),
    ("03/17/2021", "DATE"),
    ("Anna Berg", "DOCTOR"),
    ("Boston", "CITY"),
]


def masked(nlp: Any, case: str = "c1") -> Any:
    return nlp.get_pipe("deid_masker")(decided(nlp, TEXT, MARKED, case))


@pytest.fixture
def keyed() -> Any:
    nlp = pipeline(policy="research-surrogate")
    nlp.get_pipe("deid_masker").set_key(KEY)
    return nlp


def test_a_new_masker_needs_no_key() -> None:
    doc = masked(pipeline())
    assert doc._.deid_text == (
        "[PATIENT], MRN [MEDICALRECORD], was seen on [Day 0] by Dr. [DOCTOR] of [CITY]."
    )
    assert doc.text == TEXT
    for start, end, label, method in doc._.deid_spans:
        assert doc._.deid_text[start:end].startswith("[")
        assert method == ("relative" if label == "DATE" else "placeholder")
    assert doc._.deid_audit["spans"] == 5
    assert doc._.deid_audit["methods"]["DATE"] == {"relative": 1}
    assert doc._.deid_audit["fingerprint"] is None


def test_offsets_point_at_the_surrogates(keyed: Any) -> None:
    doc = masked(keyed)
    spans = doc._.deid_spans
    place, rest, old = 0, "", 0
    for (start, end, *_), (piece, _) in zip(spans, MARKED, strict=True):
        begin = TEXT.index(piece, old)
        assert doc._.deid_text[place:start] == TEXT[old:begin]
        assert doc._.deid_text[start:end] != piece
        place, old = end, begin + len(piece)
    assert doc._.deid_text[place:] == TEXT[old:] and not rest
    assert doc._.deid_audit["fingerprint"]
    flat = json.dumps(doc._.deid_audit)
    assert not any(piece in flat for piece, _ in MARKED)


def test_an_empty_decision_leaves_the_text(keyed: Any) -> None:
    for text in ("", "Nothing here."):
        doc = keyed.get_pipe("deid_masker")(decided(keyed, text, []))
        assert doc._.deid_text == text and doc._.deid_spans == []
        again = next(DocBin(docs=[decided(keyed, text, [])]).get_docs(keyed.vocab))
        assert keyed.get_pipe("deid_masker")(again)._.deid_text == text


def test_a_missing_decision_is_no_empty_one(keyed: Any) -> None:
    with pytest.raises(DeidError, match="D408.*deid_resolver"):
        keyed("John Smith came.")
    nlp = spacy.blank("en")
    for factory in ("deid_masker", "deid_patterns", "deid_resolver"):
        nlp.add_pipe(factory)
    with pytest.raises(DeidError, match="D408"):
        nlp("Seen on 12 March 2021.")


def test_a_missing_key_is_an_error_at_the_first_document_that_needs_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("SPACY_DEID_KEY", raising=False)
    nlp = pipeline(policy="vigibase")
    nothing = decided(nlp, "Nothing to do.", [])
    assert nlp.get_pipe("deid_masker")(nothing)._.deid_text == "Nothing to do."
    only_name = decided(nlp, "John came.", [("John", "PATIENT")])
    assert nlp.get_pipe("deid_masker")(only_name)._.deid_text == "[PATIENT] came."
    with pytest.raises(DeidError) as problem:
        masked(nlp)
    assert problem.value.code == "D401" and "Smith" not in str(problem.value)


def test_the_key_comes_from_the_environment_or_a_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, keyed: Any
) -> None:
    expected = masked(keyed)._.deid_text
    monkeypatch.setenv("OUR_KEY", KEY.decode())
    assert masked(pipeline(policy="research-surrogate", key_env="OUR_KEY"))._.deid_text == expected
    path = tmp_path / "key"
    path.write_bytes(KEY + b"\n")
    by_file = pipeline(policy="research-surrogate", key_file=str(path))
    assert masked(by_file)._.deid_text == expected
    with pytest.raises(DeidError) as problem:
        masked(pipeline(policy="vigibase", key_file=str(tmp_path / "none")))
    assert problem.value.code == "D003"
    path.write_bytes(b"short")
    with pytest.raises(DeidError) as problem:
        masked(pipeline(policy="vigibase", key_file=str(path)))
    assert problem.value.code == "D010"
    with pytest.raises(DeidError):
        keyed.get_pipe("deid_masker").set_key(b"short")
    with pytest.raises(DeidError) as problem:
        keyed.get_pipe("deid_masker").set_key("q" * 32)
    assert problem.value.code == "D011" and "qqq" not in str(problem.value)


def test_the_key_is_never_written(keyed: Any, tmp_path: Path) -> None:
    masker = keyed.get_pipe("deid_masker")
    masker.set_offsets({"c1": -77})
    keyed.to_disk(tmp_path / "model")
    for path in (tmp_path / "model").rglob("*"):
        if path.is_file():
            assert KEY not in path.read_bytes() and b"-77" not in path.read_bytes()
    assert KEY not in keyed.to_bytes()


def test_settings_survive_disk_and_bytes(keyed: Any, tmp_path: Path) -> None:
    masker = keyed.get_pipe("deid_masker")
    masker.set_policy("vigibase", {"CITY": "keep"})
    masker.set_key(KEY)
    expected = masked(keyed)._.deid_text
    keyed.to_disk(tmp_path / "model")
    loaded = spacy.load(tmp_path / "model")
    loaded.get_pipe("deid_masker").set_key(KEY)
    assert masked(loaded)._.deid_text == expected
    stricter = spacy.load(
        tmp_path / "model", config={"components.deid_masker.policy": "hipaa-safe-harbor"}
    )
    assert stricter.get_pipe("deid_masker").policy == "hipaa-safe-harbor"
    other = pipeline().from_bytes(keyed.to_bytes())
    other.get_pipe("deid_masker").set_key(KEY)
    assert masked(other)._.deid_text == expected


def test_a_setting_given_at_loading_holds(tmp_path: Path) -> None:
    pipeline(policy="vigibase").to_disk(tmp_path / "model")
    change = {"components": {"deid_masker": {"policy": "limited-data-set"}}}
    loaded = spacy.load(tmp_path / "model", config=change)
    assert "03/17/2021" in masked(loaded)._.deid_text


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_two_processes_give_what_one_gives(
    keyed: Any, method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    import multiprocessing

    from spacy import language

    monkeypatch.setattr(language, "mp", multiprocessing.get_context(method))
    docs = [decided(keyed, TEXT, MARKED, f"case {n}") for n in range(6)]
    alone = [doc._.deid_text for doc in keyed.pipe(doc.copy() for doc in docs)]
    both = list(keyed.pipe([doc.copy() for doc in docs], n_process=2, batch_size=2))
    assert [doc._.deid_text for doc in both] == alone
    assert len(set(alone)) == 6
    assert all(doc._.deid_audit["fingerprint"] for doc in both)


def test_the_order_of_documents_does_not_matter(keyed: Any) -> None:
    masker = keyed.get_pipe("deid_masker")
    docs = [decided(keyed, TEXT, MARKED, f"case {n}") for n in range(5)]
    forwards = [masker(doc.copy())._.deid_text for doc in docs]
    backwards = [masker(doc.copy())._.deid_text for doc in reversed(docs)]
    assert forwards == backwards[::-1]


def test_docbin_keeps_the_result(keyed: Any) -> None:
    doc = masked(keyed)
    data = DocBin(docs=[doc], store_user_data=True).to_bytes()
    back = next(DocBin().from_bytes(data).get_docs(keyed.vocab))
    assert back._.deid_text == doc._.deid_text
    assert [list(span) for span in back._.deid_spans] == doc._.deid_spans
    assert back._.deid_audit == doc._.deid_audit


SCRIPT = """
import sys
sys.path.insert(0, sys.argv[1])
from test_masker_component import KEY, masked, pipeline
nlp = pipeline(policy="research-surrogate")
nlp.get_pipe("deid_masker").set_key(KEY)
sys.stdout.write(masked(nlp)._.deid_text)
"""
EVERYWHERE = "Eddie Wood, MRN 9793691, was seen on 11/25/2017 by Dr. Maria Evans of Central Falls."


@pytest.mark.parametrize("seed", ["1"])
def test_another_process_gives_the_same(keyed: Any, seed: str) -> None:
    here = str(Path(__file__).parent)
    run = subprocess.run(
        [sys.executable, "-c", SCRIPT, here],
        env={**os.environ, "PYTHONHASHSEED": seed},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout == masked(keyed)._.deid_text


def test_every_machine_and_version_gives_the_same(keyed: Any) -> None:
    assert masked(keyed)._.deid_text == EVERYWHERE


def test_the_case_goes_before_the_id_and_the_text_stands_for_both(keyed: Any) -> None:
    masker = keyed.get_pipe("deid_masker")
    doc = decided(keyed, TEXT, MARKED, "c1")
    doc._.deid_id = "d9"
    assert masker(doc)._.deid_text == masked(keyed, "c1")._.deid_text
    one, other = decided(keyed, TEXT, MARKED), decided(keyed, TEXT + " ", MARKED)
    assert masker(one)._.deid_text == masked(keyed, "")._.deid_text
    assert masker(other)._.deid_text.rstrip() != one._.deid_text


def test_offsets_from_outside(keyed: Any) -> None:
    masker = keyed.get_pipe("deid_masker")
    masker.set_offsets({"c1": 14})
    assert "03/31/2021" in masked(keyed)._.deid_text
    assert masker.offset("c1") == 14
    with pytest.raises(DeidError):
        masker.set_offsets({"c1": 0})


def test_shuffle_draws_from_the_corpus(keyed: Any) -> None:
    masker = keyed.get_pipe("deid_masker")
    masker.set_policy("placeholder", {"CITY": "shuffle"})
    with pytest.raises(DeidError) as problem:
        masked(keyed)
    assert problem.value.code == "D402"
    cities = ["Denver", "Tampa", "Fresno"]
    masker.collect(decided(keyed, f"In {city}.", [(city, "CITY")]) for city in cities)
    assert any(f"of {city}." in masked(keyed)._.deid_text for city in cities)


def test_structured_fields_move_with_the_narrative(keyed: Any) -> None:
    masker = keyed.get_pipe("deid_masker")
    masker.set_policy("vigibase", {"DATE": {"method": "shift", "days": 14}})
    assert masker.mask_field("DATE", "20210317", "c1") == "20210331"
    assert masker.mask_field("DATE", "2021-03-17T10:15:00", "c1") == "2021-03-31T10:15:00"
    assert masker.mask_field("DATE", "202103171015", "c1") == "202103311015"
    assert masker.mask_field("DATE", "202103", "c1") == "202103"
    assert masker.mask_field("DATE", "last week", "c1") is None
    assert masker.mask_field("DATE", "", "c1") is None
    assert masker.mask_field("PATIENT", "JS", "c1") == "[PATIENT]"
    masker.set_policy("hipaa-safe-harbor", {})
    assert masker.mask_field("DATE", "20210317", "c1") == "2021"
    masker.set_policy("placeholder")
    assert masker.mask_field("DATE", "20210317", "c1") is None


def test_fields_and_narrative_name_one_person_alike(keyed: Any) -> None:
    masker = keyed.get_pipe("deid_masker")
    text = masked(keyed, "c7")._.deid_text
    assert text.startswith(
        str(masker.mask_field("PATIENT", "SMITH, JOHN", "c7")).split(",")[1].strip().capitalize()
    )


def test_a_field_is_masked_as_the_texts_beside_it_tell() -> None:
    masker = pipeline(policy="research-surrogate").get_pipe("deid_masker")
    masker.set_key(KEY)
    text = "Mr Robin Hale saw Mrs Rosa Evans of Cork, Ireland. Robin Hale agreed."
    marked = [("Robin Hale", "DOCTOR"), ("Rosa Evans", "PATIENT"), ("Cork", "CITY")]
    told = (text, spans_of(text, [*marked, ("Ireland", "COUNTRY")]))
    doctor, patient, city, land = masked_pieces(masker, *told)
    assert masker.mask_field("DOCTOR", "Robin Hale", "c1", [told]) == doctor
    initials = masker.mask_field("PATIENT", "RE", "c1", [told])
    assert initials == "".join(part[0] for part in patient.split())
    assert masker.mask_field("CITY", "Cork", "c1", [told]) == city
    assert masker.mask_field("COUNTRY", "Ireland", "c1", [told]) == land
    assert masker.mask_field("PHONE", "01 23 45 67 89", "c1", [told]) == masker.mask_field(
        "PHONE", "01 23 45 67 89", "c1"
    )


def masked_pieces(masker: Any, text: str, spans: list[Proposal]) -> list[str]:
    return [piece.new for piece in masker._pieces(text, spans, "", "c1")]


def test_an_unknown_label_is_refused(keyed: Any) -> None:
    doc = keyed.make_doc("John came.")
    write_proposals(doc, DECISION, [Proposal(0, 4, "PERSON")])
    with pytest.raises(DeidError) as problem:
        keyed.get_pipe("deid_masker")(doc)
    assert problem.value.code == "D403" and "John" not in str(problem.value)


def test_the_key_is_a_copy_without_the_white_space_around_it() -> None:
    masker = pipeline().get_pipe("deid_masker")
    key = bytearray(b"0123456789abcdef0123456789abcdef\n")
    masker.set_key(key)
    key[:] = bytes(len(key))
    assert masker.key == b"0123456789abcdef0123456789abcdef"
    with pytest.raises(DeidError, match="D010"):
        masker.set_key(b" " * 20)


@pytest.mark.parametrize("offsets", [{"c": 10**9}, {"": 5}, {"c": True}, {3: 5}, None, [("c", 5)]])
def test_offsets_that_make_no_sense_are_refused(offsets) -> None:
    with pytest.raises(DeidError, match="D011"):
        pipeline().get_pipe("deid_masker").set_offsets(offsets)


@pytest.mark.parametrize("group", ["ents", "deid_inverse"])
def test_what_is_found_after_the_decision_does_not_stay_in_clear(group) -> None:
    nlp = spacy.blank("en")
    masker = nlp.create_pipe("deid_masker")
    doc = nlp("Zorb in Boston had fever")
    write_proposals(doc, DECISION, [Proposal(8, 14, "CITY")])
    other = [Span(doc, 2, 3, label="CITY"), Span(doc, 4, 5, label="REACTION")]
    found = [Span(doc, 0, 1, label="PATIENT"), *other]
    if group == "ents":
        doc.ents = found
    else:
        doc.spans[group] = found
    with pytest.raises(DeidError, match="D411"):
        masker(doc)
    doc.ents = doc.spans["deid_inverse"] = other
    assert masker(doc)._.deid_text == "Zorb in [CITY] had fever"


def test_a_policy_set_as_an_attribute_holds_and_is_what_the_audit_says() -> None:
    nlp = pipeline(policy="limited-data-set")
    masker = nlp.get_pipe("deid_masker")
    masker.policy = "placeholder"
    doc = masked(nlp)
    assert "[CITY]" in doc._.deid_text and doc._.deid_audit["policy"] == "placeholder"
    masker.methods = {"CITY": "keep"}
    assert masked(nlp)._.deid_text.endswith("of Boston.")
    with pytest.raises(DeidError, match="D011"):
        masker.policy = "surrogate"


def test_loading_takes_back_a_policy_that_was_changed_before(tmp_path: Path) -> None:
    fresh, changed = pipeline(), pipeline()
    changed.get_pipe("deid_masker").set_policy("limited-data-set")
    changed.from_bytes(fresh.to_bytes())
    assert changed.get_pipe("deid_masker").policy == fresh.get_pipe("deid_masker").policy
    changed.get_pipe("deid_masker").set_policy("limited-data-set")
    fresh.to_disk(tmp_path / "model")
    changed.from_disk(tmp_path / "model")
    assert "[CITY]" in masked(changed)._.deid_text


def test_case_7_is_one_case_as_a_number_of_any_kind(keyed: Any) -> None:
    texts = {masked(keyed, case)._.deid_text for case in ("7", 7, 7.0)}  # type: ignore[arg-type]
    assert len(texts) == 1


def test_a_group_of_another_library_behind_the_resolver_is_no_leak() -> None:
    nlp = pipeline()
    doc = decided(nlp, TEXT, MARKED, "c1")
    doc.spans["ours"] = [Span(doc, 0, 1, label="HOSPITAL"), Span(doc, 3, 4, label="DRUG")]
    doc.spans[DECISION].attrs["seen"] = ["ours"]
    assert nlp.get_pipe("deid_masker")(doc)._.deid_text
    doc.spans[DECISION].attrs["seen"] = []
    assert nlp.get_pipe("deid_masker")(doc)._.deid_text  # the decision covers it
    doc.spans["ours"] = [Span(doc, len(doc) - 3, len(doc) - 2, label="HOSPITAL")]
    with pytest.raises(DeidError, match="D411"):
        nlp.get_pipe("deid_masker")(doc)
