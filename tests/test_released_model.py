"""The released wheel, as other people's code uses it."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import spacy
from spacy.tokens import DocBin

from spacy_deid.annotations import DECISION
from spacy_deid.phi import LABELS
from spacy_deid.proposals import read_proposals

MODEL = "en_deid_vigibase"
ROOT = Path(__file__).parent.parent
REPORT = (ROOT / "assets/reports/icsr.txt").read_text(encoding="utf-8")
FOLLOW_UPS = [
    json.loads(line)["text"]
    for line in (ROOT / "assets/reports/follow_up.jsonl").read_text(encoding="utf-8").splitlines()
]
TEXTS = [REPORT, *FOLLOW_UPS, "", " \n", "No identifiers: 5 mg daily for two weeks."]

pytestmark = pytest.mark.skipif(
    not spacy.util.is_package(MODEL), reason="pip install models/*.whl first"
)


@pytest.fixture(scope="module")
def nlp():
    return spacy.load(MODEL)


def results(docs):
    return [
        (doc.text, [(e.start_char, e.end_char, e.label_) for e in doc.ents], doc._.deid_text)
        for doc in docs
    ]


@pytest.fixture(scope="module")
def expected(nlp):
    return results(nlp(text) for text in TEXTS)


def test_the_text_stays_and_decision_and_masked_text_are_there(nlp, expected) -> None:
    for text, (kept, ents, masked) in zip(TEXTS, expected, strict=True):
        assert kept == text
        assert masked is not None
        assert all(label in LABELS for *_, label in ents)
    doc = nlp(REPORT)
    decision = [(p.start, p.end, p.label) for p in read_proposals(doc, DECISION)]
    assert decision == [(e.start_char, e.end_char, e.label_) for e in doc.ents]


def test_identifiers_go_and_the_clinical_story_stays(expected) -> None:
    masked = expected[0][2]
    for secret in ("Lindqvist", "Öberg", "Haddad", "Uppsala", "8841-20773", "eva.oberg", "2023"):
        assert secret not in masked, secret
    for kept in (
        "Parkinson's disease",
        "Bell's palsy",
        "candesartan 16 mg once daily",
        "levodopa/carbidopa 100/25 mg",
        "Nine days later",
        "1124 U/L",
        "130/80 mmHg",
        "lot FX2209B",
        "within 6 days",
    ):
        assert kept in masked, kept
    assert expected[-1][2] == TEXTS[-1]


def test_processes_bytes_disk_and_docbin_keep_every_result(nlp, expected, tmp_path) -> None:
    assert results(nlp.pipe(TEXTS, n_process=2)) == expected
    nlp.to_disk(tmp_path / "model")
    assert results(spacy.load(tmp_path / "model").pipe(TEXTS)) == expected
    fresh = spacy.load(MODEL).from_bytes(nlp.to_bytes())
    assert results(fresh.pipe(TEXTS)) == expected
    data = DocBin(docs=nlp.pipe(TEXTS), store_user_data=True).to_bytes()
    assert results(DocBin().from_bytes(data).get_docs(spacy.blank("en").vocab)) == expected


def test_no_name_of_the_lists_is_in_the_vocabulary(nlp) -> None:
    fresh = spacy.load(MODEL)
    strings = {string.lower() for string in fresh.vocab.strings}
    assert not strings & {"lindqvist", "okafor", "kowalski", "fairweather", "toledo", "uppsala"}
    assert len(strings) < 20_000


def test_the_wheel_is_small_and_needs_only_the_library() -> None:
    (wheel,) = (ROOT / "models").glob(f"{MODEL}-*.whl")
    assert wheel.stat().st_size <= 15_000_000
    requirements = spacy.util.get_package_path(MODEL)
    meta = json.loads((requirements / "meta.json").read_text(encoding="utf-8"))
    assert [r for r in meta["requirements"] if not r.startswith("spacy_deid")] == []


def test_the_inverse_mode_of_the_readme_hides_more_and_is_saved(tmp_path) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (code,) = [part for part in readme.split("```python")[1:] if "deid_inverse" in part]
    nlp = spacy.load(MODEL)
    plain = results(nlp(text) for text in TEXTS)
    exec(code.split("```")[0], {"nlp": nlp})
    inverse = results(nlp(text) for text in TEXTS)
    for (_, before, _), (text, after, _) in zip(plain, inverse, strict=True):
        hidden = {place for start, end, _ in after for place in range(start, end)}
        letters = {place for start, end, _ in before for place in range(start, end)}
        assert {place for place in letters if text[place].isalnum()} <= hidden
    assert "Nine days later" in inverse[0][2]
    nlp.to_disk(tmp_path / "model")
    again = spacy.load(tmp_path / "model")
    assert results(again.pipe(TEXTS, n_process=2)) == inverse


def test_threads_find_what_one_finds():
    fresh = spacy.load(MODEL)
    expected = results(map(spacy.load(MODEL), TEXTS * 6))
    with ThreadPoolExecutor(6) as pool:
        assert results(pool.map(fresh, TEXTS * 6)) == expected
    assert results(map(fresh, TEXTS)) == expected[: len(TEXTS)]
