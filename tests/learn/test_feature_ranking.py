from __future__ import annotations

import csv

import pytest
import spacy
from learn_support import NAMES, SECRET, config, records
from spacy.language import Language
from typer.testing import CliRunner

from spacy_deid.cli.app import app
from spacy_deid.detect.features.groups import hashed
from spacy_deid.errors import DeidError
from spacy_deid.learn.documents import without_gold
from spacy_deid.learn.ranking import public_words, ranking, readable, weights_of, write_ranking
from spacy_deid.learn.recipe import Recipe, trained


class Linear:
    """Anything with weights."""

    def __call__(self, doc):
        return doc

    def feature_weights(self):
        return {"DATE": {"-1|" + hashed("l", "years"): -0.5, "digit": 2.0, "gone": 0.0}, "AGE": {}}


@Language.factory("test_linear")
def create_linear(nlp, name):
    return Linear()


def code_of(call) -> str:
    with pytest.raises(DeidError) as caught:
        call()
    return caught.value.code


def test_any_component_with_weights_is_ranked_with_sign() -> None:
    nlp = spacy.blank("en")
    nlp.add_pipe("test_linear")
    nlp.add_pipe("sentencizer")
    found = ranking(nlp, "test_linear")
    assert [(r.label, r.rank, r.feature, r.weight, r.of) for r in found] == [
        ("DATE", 1, "digit", 2.0, 2),
        ("DATE", 2, "-1|l=years", -0.5, 2),
    ]
    assert [r.feature for r in ranking(nlp, "test_linear", top=1)] == ["digit"]
    assert code_of(lambda: weights_of(nlp, "sentencizer")) == "D609"
    assert code_of(lambda: weights_of(nlp, "tagger")) == "D123"


def test_hidden_pieces_show_public_words_alone() -> None:
    plain = {
        hashed("l", "mr"): "l=mr",
        hashed("cue", "date"): "cue=date",
        hashed("w", "mr"): "w=mr",
    }
    assert readable(f"-1|{hashed('l', 'mr')}", plain) == "-1|l=mr"
    assert readable(f"R{hashed('w', 'mr')}", plain) == "Rw=mr"
    assert readable(f"{hashed('cue', 'date')}+2", plain) == "cue=date+2"
    secret = f"0|{hashed('l', SECRET.lower())}"
    assert readable(secret, plain) == secret
    shown = public_words(spacy.blank("es"), ["Clave"])
    assert {"years", "patient", "clave", "ella"} <= shown
    assert not {"smith", "garcia", "brown", "london"} & shown


def test_the_crf_is_ranked_with_readable_features(tmp_path) -> None:
    pytest.importorskip("pycrfsuite")
    pytest.importorskip("matplotlib")
    nlp = trained(Recipe(config(tmp_path)), records(12))
    docs = records(12)
    found = ranking(nlp, "deid_crf", top=8, documents=docs, public=["mr", "dr"])
    patient = [r for r in found if r.label == "B-PATIENT"]
    assert len(patient) == 8
    assert [abs(r.weight) for r in patient] == sorted(
        (abs(r.weight) for r in patient), reverse=True
    )
    assert "-1|l=mr" in {r.feature for r in patient if r.weight > 0}
    shown = " ".join(r.feature for r in found).lower()
    assert not [name for name in NAMES if name.lower() in shown]

    # A name that is an ordinary word too stands in gold spans, so it is not shown.
    asked_for = [name.lower() for name in NAMES]
    for given, may in ((records(12), False), (docs[2:3], False), ([without_gold(docs[0])], True)):
        found = ranking(nlp, "deid_crf", documents=given, public=asked_for)
        shown = " ".join(r.feature for r in found).lower()
        assert any(f"={name}" in shown for name in asked_for) is may

    table, picture = write_ranking(found, "deid_crf", tmp_path / "out", top=5)
    with table.open(encoding="utf-8", newline="") as handle:
        rows = list(csv.DictReader(handle))
    assert len(rows) == len(found)
    assert {row["sign"] for row in rows} == {"+", "-"}
    assert picture.read_bytes().startswith(b"\x89PNG")

    nlp.config["initialize"] = {"components": {}}
    nlp.to_disk(tmp_path / "model")
    corpus = tmp_path / "docs.txt"
    corpus.write_text("Mr Smith took aspirin")
    asked = ["rank-features", str(tmp_path / "model"), str(tmp_path / "shown")]
    result = CliRunner().invoke(app, [*asked, "--documents", str(corpus), "--top", "3"])
    assert result.exit_code == 0, result.output
    written = sorted(p.name for p in (tmp_path / "shown").iterdir())
    assert written == ["deid_crf-features.csv", "deid_crf-features.png"]
