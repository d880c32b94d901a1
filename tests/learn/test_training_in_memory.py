from __future__ import annotations

import json

import pytest
import spacy
from learn_support import CONFIG, STEPS, config, records
from typer.testing import CliRunner

from spacy_deid.cli.app import app
from spacy_deid.errors import DeidError
from spacy_deid.intervals import PhiSpan
from spacy_deid.learn.documents import held
from spacy_deid.learn.measures import measured, pooled, spread
from spacy_deid.learn.recipe import Recipe, trained

pytest.importorskip("pycrfsuite")


def code_of(call) -> str:
    with pytest.raises(DeidError) as caught:
        call()
    return caught.value.code


def test_it_learns_what_spacy_assemble_learns_from_the_same_documents(tmp_path) -> None:
    from spacy.training.initialize import load_model_from_config

    docs = records(12)
    lines = [{"id": r.id, "text": r.text, "spans": [list(s) for s in r.spans]} for r in docs]
    path = tmp_path / "train.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    recipe = Recipe(config(tmp_path), {"paths.train": str(path)})
    assembled = load_model_from_config(recipe.config(), auto_fill=True)
    assembled.initialize()
    ours = trained(recipe, docs)
    assert ours.get_pipe("deid_crf").to_bytes() == assembled.get_pipe("deid_crf").to_bytes()
    # what the config names on disk was not read
    elsewhere = trained(Recipe(config(tmp_path), {"paths.train": "nowhere"}), docs)
    assert elsewhere.get_pipe("deid_crf").to_bytes() == ours.get_pipe("deid_crf").to_bytes()


def test_the_figures_are_those_of_the_held_out_documents(tmp_path) -> None:
    nlp = trained(Recipe(config(tmp_path)), records(12))
    row = measured(nlp, records(9, start=30))
    assert (row["strict_tp"], row["strict_fp"], row["strict_fn"]) == (6, 0, 0)
    assert row["strict_f"] == row["covering_r"] == row["spans_merged_p"] == 1.0
    assert row["documents"] == 9
    assert row["words_per_second"] > 0
    assert measured(nlp, [])["strict_f"] == 0


def test_overrides_reach_the_component_and_wrong_ones_are_told(tmp_path) -> None:
    recipe = Recipe(config(tmp_path))
    weak = trained(recipe, records(12), overrides={"components.deid_crf.c2": 1000.0})
    assert measured(weak, records(9))["strict_tp"] < 6
    bad = {"components.deid_crf.c3": 1}
    assert code_of(lambda: trained(recipe, records(3), overrides=bad)) == "D602"
    assert code_of(lambda: recipe.config({"components.deid_svm.c": 1})) == "D602"
    assert code_of(lambda: Recipe(str(tmp_path / "none.cfg")).config()) == "D003"
    mute = config(tmp_path, CONFIG.split("[initialize")[0])
    assert code_of(Recipe(mute).checked) == "D601"


def test_a_config_that_learns_in_steps_is_not_made_at_once(tmp_path) -> None:
    docs = records(12)
    lines = [{"id": r.id, "text": r.text, "spans": [list(s) for s in r.spans]} for r in docs]
    path = tmp_path / "train.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    output = tmp_path / "out"

    def run(settings: str):
        options = ["--set", f"paths.train={path}"]
        return CliRunner().invoke(app, ["train-at-once", settings, str(output), *options])

    refused = run(config(tmp_path, STEPS))
    assert refused.exit_code == 2 and "[D612]" in refused.output, refused.output
    assert not output.exists()
    made = run(config(tmp_path))
    assert made.exit_code == 0, made.output
    assert spacy.load(output).get_pipe("deid_crf").labels == ("DOCTOR", "PATIENT")
    (tmp_path / "out/config.cfg").unlink()
    assert "[D008]" in run(config(tmp_path)).output, "what 'spacy train' wrote there stays"


def test_labels_that_the_masker_of_the_pipeline_does_not_know_are_told_of_at_once(tmp_path) -> None:
    parts = CONFIG.replace('["deid_crf"]', '["deid_crf","deid_resolver","deid_masker"]')
    others = '[components.deid_resolver]\nfactory = "deid_resolver"\norder = ["deid_crf"]\n'
    others += '[components.deid_masker]\nfactory = "deid_masker"\n\n[initialize]\n'
    recipe = Recipe(config(tmp_path, parts.replace("[initialize]\n", others, 1)))
    docs = records(6)
    trained(recipe, docs)  # a warning would be an error here
    for record in docs:
        record.spans = [PhiSpan(s.start, s.end, "LOCATION") for s in record.spans]
    with pytest.warns(UserWarning, match=r"D412.*deid_crf.*LOCATION.*--scheme i2b2-2014"):
        nlp = trained(recipe, docs)
    with pytest.raises(DeidError, match="D403.*convert --scheme i2b2-2014"):
        nlp(docs[0].text)
    trained(Recipe(config(tmp_path)), docs)  # where nothing is masked any label will do


def test_a_config_of_spacy_train_goes_back_to_its_best_step(tmp_path) -> None:
    recipe = Recipe(config(tmp_path, STEPS)).checked()
    assert recipe.trains_in_steps()
    made = [trained(recipe, records(18), dev=records(6), seed=seed) for seed in (1, 1, 2)]
    data = [nlp.get_pipe("ner").to_bytes(exclude=["vocab"]) for nlp in made]
    assert data[0] == data[1] != data[2]
    untrained = trained(recipe, records(18), overrides={"training.max_steps": 1})
    ours, bare = (measured(nlp, records(9))["strict_tp"] for nlp in (made[0], untrained))
    assert ours > bare


def test_a_config_of_spacy_train_that_updates_nothing_is_made_in_one_go(tmp_path) -> None:
    corpora = STEPS[STEPS.index("[corpora]") : STEPS.index("[training.optimizer]")]
    text = CONFIG.replace("[system]", 'dev = "nowhere"\n\n[system]') + "\n" + corpora
    recipe = Recipe(config(tmp_path, text))
    assert not recipe.trains_in_steps()
    (tmp_path / "plain").mkdir()
    plain = Recipe(config(tmp_path / "plain"))
    one, other = (trained(r, records(12)).get_pipe("deid_crf").to_bytes() for r in (recipe, plain))
    assert one == other


def test_sums_and_spreads_of_runs() -> None:
    rows = []
    for tp, fp, fn, f in ((1, 1, 0, 0.5), (3, 0, 2, 0.7)):
        row = {
            f"{criterion}_{name}": str(value)
            for criterion in ("strict", "covering", "spans_merged")
            for name, value in zip(
                ("tp", "fp", "fn", "p", "r", "f"), (tp, fp, fn, 0, 0, f), strict=True
            )
        }
        rows.append(row)
    together = pooled(rows)
    assert together["strict_p"] == 0.8
    assert together["strict_r"] == pytest.approx(4 / 6, abs=1e-5)
    assert together["strict_f"] == pytest.approx(8 / 11, abs=1e-5)
    assert spread(rows)["strict_f_mean"] == 0.6
    assert spread(rows)["strict_f_sd"] == pytest.approx(0.14142, abs=1e-5)
    assert spread(rows[:1])["strict_f_sd"] == 0
    assert pooled([])["strict_f"] == spread([])["strict_f_mean"] == 0


def test_held_documents_are_gone_after_training(tmp_path) -> None:
    reader = spacy.util.registry.get("readers", "spacy_deid.HeldDocuments.v1")("train")
    nlp = trained(Recipe(config(tmp_path)), records(12))
    assert code_of(lambda: next(reader(nlp))) == "D601"
    with held(records(3), []):
        assert [example.text for example in reader(nlp)] == [record.text for record in records(3)]
