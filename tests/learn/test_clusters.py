"""Clusters of words: three sources, one form, and no word in a saved model."""

from __future__ import annotations

import json
from pathlib import Path

import numpy
import pytest
import spacy
from spacy.training import Example
from spacy.util import registry

from spacy_deid.detect.features.extractor import FeatureExtractor
from spacy_deid.errors import DeidError
from spacy_deid.learn.clusters import (
    create_brown_clusters,
    create_corpus_clusters,
    create_vector_clusters,
    words_of,
)

TOKENIZER = {"nlp": {"tokenizer": {"@tokenizers": "spacy_deid.NarrativeTokenizer.v1"}}}
NAMES = ("zebulon", "ysolde", "thorvald", "ermintrude")
DRUGS = ("fooamide", "bartinib", "quxolol", "zipumab")


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("corpus") / "texts.jsonl"
    lines = []
    for number in range(120):
        name, drug = NAMES[number % 4], DRUGS[number // 4 % 4]
        text = f"Mr {name.title()} was admitted.\nHe took {drug} 50 mg daily for weeks."
        if number == 7:
            text += " Quarnforth Quarnforth Quarnforth Quarnforth Quarnforth Quarnforth"
        lines.append(json.dumps({"id": str(number), "text": text}))
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def clusters(corpus: Path) -> dict[str, str]:
    return create_corpus_clusters([corpus], sizes=(6, 8), width=10, seed=3)


def test_a_corpus_puts_words_of_one_use_into_one_cluster(clusters, corpus) -> None:
    assert len({clusters[name][:4] for name in NAMES}) == 1
    assert len({clusters[drug][:4] for drug in DRUGS}) == 1
    assert clusters[NAMES[0]][:4] != clusters[DRUGS[0]][:4]
    assert all(len(value) == 8 and value.isdigit() for value in clusters.values())
    again = create_corpus_clusters([corpus], sizes=(6, 8), width=10, seed=3)
    assert again == clusters


def test_a_word_of_few_documents_is_left_out_however_often_it_stands_there(
    clusters, corpus
) -> None:
    assert "quarnforth" not in clusters and "50" not in clusters and "." not in clusters
    assert create_corpus_clusters([corpus], least=121) == {}


def test_words_of_a_text() -> None:
    assert words_of("Dr.Núñez, 12Jan\n2014") == [
        "dr", ".", "núñez", ",", "00", "jan", "\n", "0000"
    ]  # fmt: skip
    assert words_of("") == []


def test_brown_clusters_are_paths_from_coarse_to_fine() -> None:
    pytest.importorskip("spacy_lookups_data")
    table = create_brown_clusters("en", most=20_000)
    assert 10_000 < len(table) <= 20_000
    assert all(len(bits) == 20 and set(bits) <= {"0", "1"} for bits in table.values())
    assert table["john"] == table["david"] != table["hospital"]
    assert all(word == word.lower() for word in table)
    with pytest.raises(DeidError) as caught:
        create_brown_clusters("xx")
    assert caught.value.code == "D011" and "'es'" in str(caught.value)


def test_clusters_of_vectors(tmp_path: Path) -> None:
    nlp = spacy.blank("en")
    chance = numpy.random.default_rng(1)
    for group in range(4):
        centre = numpy.eye(4)[group] * 10
        for number in range(10):
            vector = (centre + chance.normal(0, 0.1, 4)).astype("float32")
            nlp.vocab.set_vector(f"Word{group}x{number}", vector)
    nlp.to_disk(tmp_path)
    for normalisation in ("none", "unit", "standard"):
        table = create_vector_clusters(tmp_path, (4, 40), normalisation)
        assert len(table) == 40
        for group in range(4):
            inside = {table[f"word{group}x{n}"][:4] for n in range(10)}
            assert len(inside) == 1
        assert len({value[:4] for value in table.values()}) == 4
    assert len(create_vector_clusters(tmp_path, (4,), most=7)) == 7
    spacy.blank("en").to_disk(tmp_path / "bare")
    for path, code in ((tmp_path / "none", "D001"), (tmp_path / "bare", "D011")):
        with pytest.raises(DeidError) as caught:
            create_vector_clusters(path)
        assert caught.value.code == code


def test_settings_out_of_range(corpus) -> None:
    for options in (
        {"least": 1}, {"window": 0}, {"width": 1}, {"sizes": []}, {"sizes": [1]},
        {"sizes": [2, 3, 4, 5]}, {"sizes": [10_000]},
    ):  # fmt: skip
        with pytest.raises(DeidError) as caught:
            create_corpus_clusters([corpus], **options)
        assert caught.value.code == "D011"


def test_the_features_take_clusters_and_dictionaries_and_keep_no_word(clusters) -> None:
    nlp = spacy.blank("en", config=TOKENIZER)
    extractor = FeatureExtractor(
        ["clusters", "dictionaries"],
        windows={"clusters": 0, "dictionaries": 0},
        clusters=clusters,
        dictionaries={"names": frozenset({"thorvald"})},
    )
    _, rows = extractor(nlp.make_doc("Thorvald fooamide unknown"))
    assert f"0|k4={clusters['thorvald'][:4]}" in rows[0] and "0|in_names" in rows[0]
    assert f"0|k8={clusters['fooamide']}" in rows[1] and "0|in_names" not in rows[1]
    assert rows[2] == [feature for feature in rows[2] if "k4" not in feature]
    tables = extractor.to_dict()
    assert not [word for word in (*NAMES, *DRUGS) if word in json.dumps(tables)]
    fresh = FeatureExtractor(["clusters", "dictionaries"], windows={"clusters": 0})
    fresh.load_dict(tables)
    assert fresh.to_dict() == tables
    assert "0|in_names" in fresh(nlp.make_doc("THORVALD"))[1][0]


def test_a_component_takes_them_from_its_configuration(corpus, tmp_path: Path) -> None:
    pytest.importorskip("pycrfsuite")
    folder = tmp_path / "lists" / "givennames"
    folder.mkdir(parents=True)
    (folder / "items.txt").write_text("Ysolde\nThorvald\n", encoding="utf-8")
    blocks = registry.resolve(
        {
            "clusters": {
                "@readers": "spacy_deid.CorpusClusters.v1",
                "paths": [str(corpus)],
                "sizes": [4],
            },
            "dictionaries": {
                "@readers": "spacy_deid.Dictionaries.v1",
                "path": str(tmp_path / "lists"),
            },
        }
    )

    def examples(nlp):
        for name in NAMES[:3]:
            doc = nlp.make_doc(f"Mr {name} took it")
            yield Example.from_dict(doc, {"entities": [(3, 3 + len(name), "PATIENT")]})

    nlp = spacy.blank("en", config=TOKENIZER)
    component = nlp.add_pipe("deid_crf", config={"groups": ["clusters", "dictionaries", "lbj"]})
    component.initialize(lambda: [], nlp=nlp, corpus=examples, **blocks)
    component.to_disk(tmp_path / "crf")
    for path in (tmp_path / "crf").rglob("*"):
        data = path.read_bytes().lower() if path.is_file() else b""
        assert not [name for name in (*NAMES, *DRUGS) if name.encode() in data]
