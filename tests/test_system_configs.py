"""Every configuration of a published system learns and scores, by spaCy's own training command."""

from __future__ import annotations

from pathlib import Path

import pytest
import spacy
from spacy.training.initialize import init_nlp
from spacy.training.loop import train
from spacy.util import load_config

from spacy_deid.corpora.formats import open_writer, read_records
from spacy_deid.release.audit import audit
from spacy_deid.synthesize.generator import synthesize

CONFIGS = Path(__file__).parent.parent / "configs"
SYSTEMS = {
    "sahlstrom_regex": "",
    "sahlstrom_crf": "pycrfsuite",
    "sahlstrom_svm": "sklearn",
    "wi_deid": "pycrfsuite",
    "bootstrap_crf": "pycrfsuite",
    "mega_svm": "sklearn",
    "multi_svm": "sklearn",
}


@pytest.fixture(scope="module")
def corpora(tmp_path_factory):
    folder = tmp_path_factory.mktemp("corpora")
    paths = {}
    for part, count in (("train", 40), ("dev", 12)):
        path = folder / f"{part}.spacy"
        with open_writer(str(path), "docbin") as writer:
            for record in synthesize(n=count, seed=3, split=part):
                writer.write(record)
        paths[f"paths.{part}"] = str(path)
    return paths


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_configuration_learns_and_scores(name, corpora, tmp_path) -> None:
    for package in filter(None, {SYSTEMS[name], *(["pycrfsuite"] if "multi" in name else [])}):
        pytest.importorskip(package)
    # 'spacy project run train' sets the steps; a configuration without a network makes one anyway
    overrides = {**corpora, "training.max_steps": 1000}
    config = load_config(CONFIGS / f"{name}.cfg", overrides=overrides)
    for component in config["components"].values():
        if component["factory"] == "deid_crf" and component.get("algorithm") != "ap":
            component["max_iterations"] = 30
    nlp = init_nlp(config)
    with (tmp_path / "log").open("w") as log:
        train(nlp, tmp_path, stdout=log, stderr=log)
    gold = read_records(corpora["paths.train"], "docbin", gold=True)
    assert audit(tmp_path / "model-best", gold).findings == []
    model = spacy.load(tmp_path / "model-best")
    scores = model.meta["performance"]
    assert scores["ents_f"] > 0.15
    assert scores["ents_p"] > 0.3
    text = "Mr John Smith was seen on 12/03/2019."
    dates = [ent.text for ent in model(text).ents if ent.label_ == "DATE"]
    assert dates == ["12/03/2019"]


@pytest.mark.parametrize("path", sorted(CONFIGS.glob("*.cfg")), ids=lambda path: path.stem)
def test_what_spacy_train_saves_holds_no_training_string(path) -> None:
    training = load_config(path).get("training")
    if training:
        assert training["before_to_disk"] == {"@callbacks": "spacy_deid.Scrub.v1"}


def test_what_needs_a_package_of_its_own_says_how_to_install_it() -> None:
    """Where spacy-transformers is missing, spaCy's own error names no package."""
    extra = "pip install '.[transformers]'"
    asking = []
    for path in CONFIGS.glob("*.cfg"):
        if "transformer" in load_config(path).get("components", {}):
            asking.append(path.stem)
            header = path.read_text(encoding="utf-8").partition("\n[")[0].replace("\n# ", " ")
            assert extra in header, path.stem
    assert sorted(asking) == ["en_deid_vigibase_trf", "transformer", "transformer_tagger"]
    assert extra in (CONFIGS.parent / "README.md").read_text(encoding="utf-8")
