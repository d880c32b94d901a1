"""The component ``deid_gazetteer``: state, vocab, speed, models, settings."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
import spacy
from pace_support import LINEAR, fastest, growth
from spacy.language import Language
from spacy.tokens import DocBin
from spacy.training import Example

from spacy_deid.detect.gazetteer import Gazetteer
from spacy_deid.detect.words.lexicon import PROTECT_LISTS
from spacy_deid.detect.words.lists import EMBEDDED, pack, read_lists, unpack, words
from spacy_deid.detect.words.scan import Scan
from spacy_deid.errors import DeidError
from spacy_deid.phi import CATEGORY_OF
from spacy_deid.proposals import read_proposals

TEXT = (
    "Patient John Smith from Tulsa, OK was seen by Dr. Okafor at Mercy Hospital. He works as a "
    "welder and has Parkinson's disease. Moderna was informed."
)
EXPECTED = [
    ("John Smith", "PATIENT"),
    ("Tulsa", "CITY"),
    ("OK", "STATE"),
    ("Okafor", "DOCTOR"),
    ("Mercy Hospital", "HOSPITAL"),
    ("welder", "PROFESSION"),
]


def make(**config: object) -> Language:
    tokenizer = {"@tokenizers": "spacy_deid.NarrativeTokenizer.v1"}
    nlp = spacy.blank("en", config={"nlp": {"tokenizer": tokenizer}})
    nlp.add_pipe("deid_gazetteer", config=config)
    nlp.initialize()
    return nlp


@pytest.fixture(scope="module")
def nlp() -> Language:
    return make()


def found(doc: spacy.tokens.Doc, key: str = "deid_gazetteer") -> list[tuple[str, str]]:
    return sorted(
        ((span.text, span.label_) for span in doc.spans[key]), key=lambda s: doc.text.index(s[0])
    )


def test_it_proposes_and_protects(nlp: Language) -> None:
    doc = nlp(TEXT)
    assert found(doc) == EXPECTED
    protected = {text for text, label in found(doc, "deid_protect")}
    assert "Moderna" in protected
    assert any("Parkinson" in text for text in protected)
    for proposal in read_proposals(doc, "deid_gazetteer"):
        assert proposal.label in CATEGORY_OF
        assert 0.5 <= proposal.score <= 1
        assert proposal.source.startswith("gazetteer.")


def test_odd_marks_hide_no_name(nlp: Language) -> None:
    doc = nlp("By Dr. Pa\u00adtel, then by Dr. Smith\u2212Jones and Dr. Andr&eacute;s M&uuml;ller.")
    found = [span.text for span in doc.spans["deid_gazetteer"]]
    assert found == ["Pa\u00adtel", "Smith\u2212Jones", "Andr&eacute;s M&uuml;ller"]


def test_it_works_without_initialize_and_on_other_tokens() -> None:
    nlp = spacy.blank("en")
    nlp.add_pipe("deid_gazetteer")
    assert found(nlp(TEXT)) == EXPECTED


@pytest.mark.parametrize("text", ["", " ", "\n\n", ".", "a", "Dr.", "Patient:", "O'", "Smith,"])
def test_short_texts(nlp: Language, text: str) -> None:
    doc = nlp(text)
    assert len(doc.spans["deid_gazetteer"]) <= 1
    assert doc.text == text


def test_no_list_entry_comes_into_the_vocab() -> None:
    nlp = make()
    before = len(nlp.vocab.strings)
    nlp(TEXT)
    assert len(nlp.vocab.strings) - before < 200, "the words of the text and their shapes alone"
    lists = read_lists()
    for name in ("first_names", "surnames", "cities", "drugs"):
        entries = words(lists[name])[:: max(len(words(lists[name])) // 200, 1)]
        there = [entry for entry in entries if entry in nlp.vocab.strings]
        assert len(there) < 5, name


def test_state_survives_bytes_disk_and_pickle(nlp: Language, tmp_path: Path) -> None:
    nlp.to_disk(tmp_path / "model")
    again = spacy.load(tmp_path / "model")
    assert found(again(TEXT)) == EXPECTED
    body = nlp.get_pipe("deid_gazetteer").to_bytes()
    assert body == Gazetteer().from_bytes(body).to_bytes()
    assert len(body) < 3_000_000
    restored = pickle.loads(pickle.dumps(nlp.get_pipe("deid_gazetteer")))
    assert found(restored(nlp.make_doc(TEXT))) == EXPECTED


def test_a_saved_model_needs_no_list_of_the_package(
    nlp: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = nlp.get_pipe("deid_gazetteer").to_bytes()
    monkeypatch.setattr("spacy_deid.detect.gazetteer.read_lists", lambda path: pytest.fail("read"))
    assert found(Gazetteer().from_bytes(body)(nlp.make_doc(TEXT))) == EXPECTED


def test_loading_takes_less_than_a_second(nlp: Language) -> None:
    body = nlp.get_pipe("deid_gazetteer").to_bytes()
    assert fastest(lambda: Gazetteer().from_bytes(body)) < 1


def test_pipe_processes_and_docbin(nlp: Language) -> None:
    docs = list(nlp.pipe([TEXT] * 4, n_process=2, batch_size=2))
    assert [found(doc) for doc in docs] == [EXPECTED] * 4
    kept = DocBin(docs=docs, store_user_data=True).to_bytes()
    again = list(DocBin().from_bytes(kept).get_docs(nlp.vocab))
    assert [found(doc) for doc in again] == [EXPECTED] * 4
    assert read_proposals(again[0], "deid_gazetteer") == read_proposals(docs[0], "deid_gazetteer")


HARD = {
    "capitals": "ABCDEFGH" * 125_000,
    "single capitals": "A " * 500_000,
    "spaces": " " * 1_000_000,
    "hyphened names": "Smith-Jones-" * 80_000,
    "one name": "John Smith " * 90_000,
    "titles": "Dr. " * 60_000,
    "names in a column": "Smith\n" * 40_000,
    "sites": "Mercy Hospital " * 16_000,
    "counties": "Kent County " * 20_000,
    "towns": "New York " * 27_000,
    "particles": "van der " * 30_000,
    "digits": "1" * 1_000_000,
    "slashes": "/" * 250_000,
    "saints": "St. " * 250_000,
    "apostrophes": "O'" * 500_000,
    "heads": "Hospital " * 110_000,
    "authors": "Yang S, " * 125_000,
    "greetings": "Dear John\n" * 100_000,
    "heads of lines": "Wells, Norma: x\n" * 60_000,
    "quotes": '"' * 500_000,
    "jobs": "retired driver " * 65_000,
}


@pytest.mark.parametrize("name", HARD)
def test_a_megabyte_of_one_thing_takes_linear_time(nlp: Language, name: str) -> None:
    gazetteer = nlp.get_pipe("deid_gazetteer")
    flags = gazetteer.lexicon.flags
    eighth = len(HARD[name]) // 8
    assert (
        growth(lambda n: gazetteer.propose(Scan(HARD[name][:n], flags)), eighth, least=0.3) < LINEAR
    )


def test_binary_dictionary_model() -> None:
    nlp = make(model="binary_dictionary")
    doc = nlp("Fever in Jennifer Kowalski from Chicago; Brown and Rash are words.")
    assert found(doc) == [("Jennifer Kowalski", "PATIENT"), ("Chicago", "CITY")]
    assert "deid_protect" in doc.spans


def test_mimic_model() -> None:
    nlp = make(model="mimic")
    text = "Mr. Kowalski and Jennifer Garcia live on Lake Austin near Chicago by Beth Hospital."
    pairs = found(nlp(text))
    assert ("Kowalski", "PATIENT") in pairs
    assert ("Chicago", "CITY") in pairs
    assert ("Beth Hospital", "HOSPITAL") in pairs
    assert ("Austin", "CITY") in pairs
    assert not any("Garcia" in text for text, _ in pairs)


def test_frequency_model_follows_the_corpus() -> None:
    nlp = make(model="frequency_divergence", threshold=0.0)
    gazetteer = nlp.get_pipe("deid_gazetteer")
    doc = nlp("Jennifer was well. Will was not.")
    scores = {p_text: s for p_text, s in zip([x[0] for x in found(doc)], doc.spans[
        "deid_gazetteer"].attrs["scores"], strict=True)}  # fmt: skip
    assert scores["Jennifer"] > 0.5
    assert scores.get("Will", 0.0) < scores["Jennifer"]
    texts = ["Jennifer " * 50 + "was here with Xiomara"] * 4 + ["Jennifer " * 50] * 4

    def corpus(nlp: Language) -> list[Example]:
        docs = [nlp.make_doc(text) for text in texts]
        return [Example(doc, doc) for doc in docs]

    gazetteer.initialize(nlp=nlp, corpus=corpus)
    counts = gazetteer.to_bytes()
    assert "Jennifer" not in [t for t, _ in found(nlp("Jennifer was well."))]
    kept = Gazetteer(model="frequency_divergence").from_bytes(counts)
    assert "jennifer" in kept._background.counts
    assert "xiomara" not in kept._background.counts, "rare words of a corpus stay out of the model"


@pytest.mark.parametrize(
    "setting",
    [{"model": "guess"}, {"threshold": 1.5}, {"divergence": 0.0}],
)
def test_settings_are_checked(setting: dict[str, object]) -> None:
    nlp = spacy.blank("en")
    with pytest.raises(DeidError) as caught:
        nlp.add_pipe("deid_gazetteer", config=setting)
    assert caught.value.code == "D011"


def test_a_list_of_ones_own_takes_the_place_of_the_packages(tmp_path: Path) -> None:
    own = tmp_path / "professions"
    own.mkdir()
    (own / "items.txt").write_text("glassblower\nsalter\n", encoding="utf-8")
    (own / "exceptions.txt").write_text("salter\n", encoding="utf-8")
    nlp = make(lists=str(tmp_path))
    assert found(nlp("He works as a glassblower.")) == [("glassblower", "PROFESSION")]
    assert found(nlp("He works as a salter.")) == []
    assert found(nlp("He works as a welder.")) == []


def test_lists_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(DeidError) as caught:
        make(lists=str(tmp_path / "nowhere"))
    assert caught.value.code == "D220"
    (tmp_path / "drugs").mkdir()
    (tmp_path / "drugs" / "items.txt.gz").write_bytes(b"no gzip")
    with pytest.raises(DeidError) as caught:
        make(lists=str(tmp_path))
    assert caught.value.code == "D220"
    with pytest.raises(DeidError) as caught:
        unpack(b"damaged")
    assert caught.value.code == "D221"


def test_lists_are_packed_the_same_way_every_time() -> None:
    lists = read_lists()
    assert unpack(pack(lists)) == lists
    assert pack(lists) == pack(dict(reversed(lists.items())))


def test_embedded_lists_are_complete_and_small() -> None:
    lists = read_lists()
    assert len(words(lists["drugs"])) + len(words(lists["brands"])) >= 1500
    assert len(words(lists["surnames"])) > 80_000
    assert len(words(lists["cities"])) > 25_000
    assert set(PROTECT_LISTS) - {"drugs_more", "reactions_more"} <= set(lists)
    size = 0
    for folder in EMBEDDED.iterdir():
        assert (folder / "licence.txt").read_text(encoding="utf-8").strip(), folder.name
        size += sum(path.stat().st_size for path in folder.iterdir())
    assert size < 3_000_000


def test_a_title_beats_the_protect_list(nlp: Language) -> None:
    doc = nlp("Dr. Graves treats Graves' disease.")
    assert found(doc) == [("Graves", "DOCTOR")]
    first = doc.text.index("Graves")
    assert all(span.start_char > first for span in doc.spans["deid_protect"])


def test_whether_safe_words_are_told_is_saved(tmp_path) -> None:
    for configured in (False, True):
        nlp = spacy.blank("en")
        gazetteer = nlp.add_pipe("deid_gazetteer", config={"safe_words": configured})
        for now in (not configured, configured):
            gazetteer.safe_words = now
            nlp.to_disk(tmp_path / "model")
            assert spacy.load(tmp_path / "model").get_pipe("deid_gazetteer").safe_words == now
