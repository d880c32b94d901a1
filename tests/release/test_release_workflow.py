from __future__ import annotations

import csv
import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
import spacy
from release_support import NAMES, reports, write_jsonl, write_plan
from spacy.util import load_config
from typer.testing import CliRunner

from spacy_deid.annotations import DECISION, Proposal, Record
from spacy_deid.cli.app import app
from spacy_deid.decide.verdicts import Settings
from spacy_deid.errors import DeidError
from spacy_deid.intervals import PhiSpan
from spacy_deid.proposals import read_proposals
from spacy_deid.release.candidates import read_plan, sampled
from spacy_deid.release.composition import compose, with_settings
from spacy_deid.release.detections import bench
from spacy_deid.release.pipelines import new_pipeline, save
from spacy_deid.release.search import Change
from spacy_deid.release.selection import choose, select
from spacy_deid.release.selection_files import read_choice
from spacy_deid.release.tally import Tally, bounds, table_of
from spacy_deid.release.trials import Row, covering_precision
from spacy_deid.release.tuning import Tuned, halves

runner = CliRunner()


def run(*arguments: object) -> str:
    result = runner.invoke(app, [str(argument) for argument in arguments])
    assert result.exit_code == 0, result.output
    return result.output


@pytest.fixture(scope="module")
def work(tmp_path_factory) -> Path:
    """Everything from candidates to the tuned pipeline, made once."""
    folder = tmp_path_factory.mktemp("release")
    plan = write_plan(folder)
    train = write_jsonl(folder / "train.jsonl", reports(40))
    dev = write_jsonl(folder / "dev.jsonl", reports(16, first=100))
    made, chosen = folder / "made", folder / "chosen"
    said = run("train-candidates", plan, train, dev, made, "--reports", 20, "--jobs", 1)
    (folder / "said.txt").write_text(said)
    selection = folder / "selection.json"
    table = run("select", plan, made, dev, "-o", selection, "--precision", 0.9)
    (folder / "table.txt").write_text(table)
    run("train-candidates", plan, train, dev, chosen, "--chosen", selection, "--jobs", 1)
    run("assemble", plan, selection, chosen, folder / "assembled")
    options = ("--json", folder / "tuning.json", "--precision", 0.9, "--rounds", 1)
    run("tune", folder / "assembled", dev, folder / "tuned", *options)
    return folder


def test_candidates_that_cannot_be_trained_are_told_and_not_fatal(work) -> None:
    rows = {r["name"]: r for r in json.loads((work / "made/candidates.json").read_text())}
    assert {name: row["status"] for name, row in rows.items()} == {
        "good": "trained",
        "blunt": "trained",
        "foreign": "left out",
        "broken": "failed",
    }
    assert "a_package_that_nobody_has" in rows["foreign"]["reason"]
    assert rows["good"]["documents"] == 20
    said = (work / "said.txt").read_text()
    assert "foreign: left out" in said and "broken: failed" in said


def test_a_trained_candidate_is_scrubbed(work) -> None:
    data = (work / "made/good/vocab/strings.json").read_text()
    assert not any(name in data for name in NAMES)


def test_the_choice_is_the_best_combination_that_reaches_the_precision(work) -> None:
    found = json.loads((work / "selection.json").read_text())
    rows = {row["name"]: row for row in found["rows"]}
    assert {"rules", "good alone", "rules + good", "rules + good + blunt"} <= set(rows)
    assert rows["rules"]["spans_covered"] == 0.5, "the rules find dates and no names"
    assert rows["rules + good"]["spans_covered"] == 1.0
    assert found["chosen"]["name"] == "rules + good", "more detectors need more spans"
    assert set(found["left_out"]) == {"foreign", "broken"}
    assert found["chosen"]["order"][-1] == "deid_coherence"
    assert set(found["chosen"]["by_genre"]) == {"phone_note", "nurse_note"}


def test_no_file_of_the_selection_quotes_a_document(work) -> None:
    for name in ("selection.json", "selection.csv", "table.txt", "tuning.json"):
        data = (work / name).read_text()
        assert not any(word in data for word in (*NAMES, "March", "Aspirin")), name
    assert (work / "selection.png").read_bytes().startswith(b"\x89PNG")
    with (work / "selection.csv").open() as handle:
        rows = list(csv.DictReader(handle))
    assert [row["combination"] for row in rows if row["chosen"] == "yes"] == ["rules + good"]


def test_the_chosen_take_the_place_of_what_the_released_config_had(work) -> None:
    nlp = spacy.load(work / "assembled")
    assert nlp.pipe_names == ["deid_patterns", "crf_good", "deid_coherence", "deid_resolver"]
    resolver = nlp.get_pipe_config("deid_resolver")
    assert resolver["order"] == json.loads((work / "selection.json").read_text())["chosen"]["order"]
    assert resolver["label_order"]["EMAIL"] == ["deid_patterns"]
    assert "PATIENT" not in resolver["label_order"], "it was made for the old recognizer"
    assert nlp.get_pipe_config("deid_coherence")["sources"] == ["deid_patterns", "crf_good"]
    doc = nlp("Patient Oswin came on 3 March 2021 with rash.")
    assert [(e.text, e.label_) for e in doc.ents] == [
        ("Oswin", "PATIENT"),
        ("3 March 2021", "DATE"),
    ]


def test_biases_can_be_changed_after_training(work, tmp_path) -> None:
    for path in work.glob("*.cfg"):
        shutil.copy(path, tmp_path)
    config = load_config(tmp_path / "good.cfg")
    config["components"]["crf_good"].update({"recall_bias": 0.75, "label_bias": {"DATE": -0.5}})
    config.to_disk(tmp_path / "good.cfg")
    plan = tmp_path / "candidates.cfg"
    shutil.copytree(work / "chosen", tmp_path / "chosen")
    candidate = spacy.load(tmp_path / "chosen/good")
    candidate.get_pipe("crf_good").label_bias = {"DATE": 5.0}
    candidate.to_disk(tmp_path / "chosen/good")
    run("assemble", plan, work / "selection.json", tmp_path / "chosen", tmp_path / "out")
    nlp = spacy.load(tmp_path / "out")
    assert nlp.get_pipe("crf_good").recall_bias == 0.75
    assert nlp.get_pipe("crf_good").label_bias == {"DATE": -0.5}
    assert nlp("Patient Oswin came on 3 March 2021 with rash.").ents


def test_a_chosen_candidate_is_trained_on_everything(work) -> None:
    (row,) = json.loads((work / "chosen/candidates.json").read_text())
    assert (row["name"], row["documents"], row["full"]) == ("good", 40, True)


def test_a_tuned_pipeline_does_what_the_report_says(work) -> None:
    found = json.loads((work / "tuning.json").read_text())
    nlp = spacy.load(work / "tuned")
    records = reports(16, first=100)
    predicted = [
        [(p.start, p.end, p.label) for p in read_proposals(nlp(r.text), DECISION)] for r in records
    ]
    tally = Tally.of(table_of(records, predicted))
    side = "after" if found["kept"] else "before"
    told = [found[side][half]["covered"] for half in ("tuned", "other")]
    assert tally.covered == sum(told)
    assert tally.spans == 32


def test_documents_in_another_label_scheme_can_be_chosen_and_tuned_on(work, tmp_path) -> None:
    """As of i2b2 2006, which has LOCATION and ID for what the pipeline knows by finer labels."""
    records = reports(16, first=100)
    for record in records:
        start = record.text.index("Aspirin")
        record.spans.append(PhiSpan(start, start + 7, "LOCATION"))
    dev = write_jsonl(tmp_path / "dev.jsonl", records)
    options = ("-o", tmp_path / "selection.json", "--precision", 0.9)
    run("select", work / "candidates.cfg", work / "made", dev, *options)
    run("tune", work / "assembled", dev, tmp_path / "tuned", "--rounds", 1)
    found = json.loads((tmp_path / "selection.json").read_text())
    assert found["chosen"]["covering_precision"] == {"deid_patterns": 1.0, "crf_good": 1.0}


def test_proposals_are_compared_in_the_scheme_of_the_gold() -> None:
    gold = [Record("a", "Bergen 77421", [PhiSpan(0, 6, "LOCATION"), PhiSpan(7, 12, "ID")])]
    right, wrong = Proposal(0, 6, "CITY", 0.9, "x"), Proposal(7, 12, "DATE", 0.9, "x")
    by_label = {"LOCATION": 1.0, "DATE": 0.0}
    assert covering_precision(gold, [[right, wrong]]) == (0.5, by_label | {"ID": 0.0})
    gold[0].spans[1] = PhiSpan(7, 12, "OUR_NUMBER")
    with pytest.raises(DeidError, match="D503.*OUR_NUMBER") as caught:
        covering_precision(gold, [[right, wrong]])
    assert "where a command takes --scheme" in str(caught.value)


def test_a_card_tells_of_no_selection_or_tuning_of_another_model(work, tmp_path) -> None:
    dev, predictions = work / "dev.jsonl", tmp_path / "found.jsonl"
    run("find", dev, "-m", work / "tuned", "-o", predictions)
    run("scrub", work / "tuned", tmp_path / "scrubbed")
    spacy.blank("en").to_disk(tmp_path / "other")

    def content(model: str | None) -> tuple[dict, str]:
        options = ["--model", tmp_path / model] if model else []
        output = tmp_path / f"{model}.json"
        arguments = ("card", dev, predictions, "-o", output, "--training", work, "--samples", 0)
        said = run(*arguments, *options)
        return json.loads(output.read_text()), said

    own, said = content("scrubbed")
    assert own["selection"]["name"] == "rules + good"
    assert own["tuning"] == json.loads((work / "tuning.json").read_text())
    assert "says nothing" not in said
    for model in ("other", None):
        foreign, said = content(model)
        assert not {"selection", "tuning"} & foreign.keys()
        assert said.count("the card says nothing of it") == 2 and str(work / "tuning.json") in said


def test_more_false_tokens_are_told_as_more(work, tmp_path, monkeypatch) -> None:
    tally = dict.fromkeys(("tuned", "other"), Tally(1, 1, 1, 1, 1, 0))
    change = Change("veto_margin", 0.0, 0.1, spans=2, false_tokens=5)
    found = Tuned(Settings([]), {}, [change], tally, tally, False, 0.9)
    monkeypatch.setattr("spacy_deid.release.tuning.tune", lambda *args, **kwargs: found)
    said = run("tune", work / "assembled", work / "dev.jsonl", tmp_path / "out")
    assert "veto_margin: 0.0 -> 0.1 (+2 spans, +5 false tokens)" in said


def test_a_pipeline_can_be_tuned_in_its_own_place(work, tmp_path) -> None:
    place = tmp_path / "models" / "pipeline"
    shutil.copytree(work / "assembled", place)
    changes = {"deid_resolver": {"veto_margin": 0.25}}
    with_settings(place, place, changes)
    assert spacy.load(place).get_pipe_config("deid_resolver")["veto_margin"] == 0.25
    assert [path.name for path in place.parent.iterdir()] == ["pipeline"]
    with pytest.raises(DeidError) as caught:
        with_settings(place, place.parent, changes)
    assert caught.value.code == "D008"
    with pytest.raises(DeidError) as caught:
        with_settings(place, place, {"deid_network": {"recall_bias": 1.0}})
    assert caught.value.code == "D602"
    assert (place / "config.cfg").is_file()


def test_a_folder_that_holds_no_pipeline_is_never_replaced(work, tmp_path) -> None:
    own = tmp_path / "papers"
    own.mkdir()
    (own / "thesis.txt").write_text("years of work")
    for attempt in (
        lambda: with_settings(work / "assembled", own, {}),
        lambda: save(spacy.blank("en"), own),
        lambda: save(spacy.blank("en"), own / "thesis.txt"),
    ):
        with pytest.raises(DeidError) as caught:
            attempt()
        assert caught.value.code == "D008"
    assert (own / "thesis.txt").read_text() == "years of work"
    assert [path.name for path in tmp_path.iterdir()] == ["papers"]


def test_a_pipeline_that_fails_half_way_leaves_the_old_one(tmp_path) -> None:
    place = tmp_path / "pipeline"
    save(spacy.blank("en"), place)
    with pytest.raises(RuntimeError), new_pipeline(place) as whole:
        spacy.blank("de").to_disk(whole)
        raise RuntimeError
    assert spacy.load(place).lang == "en"
    save(spacy.blank("de"), place)
    assert spacy.load(place).lang == "de"
    assert [path.name for path in tmp_path.iterdir()] == ["pipeline"]


def test_what_is_wrong_is_said_with_a_code(work, tmp_path) -> None:
    plan, dev = work / "candidates.cfg", work / "dev.jsonl"
    wrong = tmp_path / "wrong.cfg"
    wrong.write_text('[release]\nbase = "base.cfg"\n')
    (tmp_path / "no.json").write_text("{}")
    blank = spacy.blank("en")
    blank.to_disk(tmp_path / "blank")
    for code, arguments in (
        ("D003", ("select", tmp_path / "none.cfg", work, dev)),
        ("D803", ("select", wrong, work, dev)),
        ("D803", ("train-candidates", plan, dev, dev, tmp_path / "x", "--only", "nobody")),
        ("D804", ("train-candidates", plan, dev, dev, tmp_path / "x", "--only", "foreign")),
        ("D805", ("assemble", plan, work / "selection.json", tmp_path, tmp_path / "y")),
        ("D806", ("assemble", plan, tmp_path / "no.json", work / "made", tmp_path / "y")),
        ("D807", ("tune", tmp_path / "blank", dev, tmp_path / "z")),
        ("D508", ("tune", work / "assembled", dev, tmp_path / "z", "--precision", 0)),
    ):
        result = runner.invoke(app, [str(argument) for argument in arguments])
        assert result.exit_code == 2, arguments
        assert f"[{code}]" in result.output
        assert "Traceback" not in result.output


def test_what_a_config_lacks_is_named(work) -> None:
    plan = replace(read_plan(work / "candidates.cfg"), rules=("deid_gazetteer",))
    with pytest.raises(DeidError) as caught:
        bench(plan, reports(1))
    assert caught.value.code == "D803"
    with pytest.raises(DeidError) as caught:
        compose(plan, read_choice(work / "selection.json"), work / "nowhere")
    assert caught.value.code == "D805"


def test_rules_are_chosen_where_there_is_no_candidate(work) -> None:
    found = select(bench(read_plan(work / "candidates.cfg"), reports(4)), [], target=0.9)
    assert (found.chosen.name, found.chosen.met) == ("rules", True)
    assert found.order == ["deid_patterns", "deid_coherence"]


def row(name: str, covered: int, precise: bool, speed: float, safe: int = 5) -> Row:
    tally = Tally(10, safe, 100, covered, 95, 5 if precise else 50)
    names = tuple(name.split("+"))
    return Row(name, names, names, names, False, {}, tally, precise, speed)


def test_speed_and_precision_come_before_recall_and_one_span_is_chance() -> None:
    slow, loose = row("slow", 99, True, 10), row("loose", 100, False, 900)
    pair, single = row("a+b", 91, True, 500), row("a", 90, True, 800)
    assert choose([slow, loose, pair, single], 100) is single
    assert choose([slow, loose, pair, single], 0) is slow
    assert choose([row("a+b", 92, True, 500), single], 100).name == "a+b"
    assert choose([loose, row("better", 50, False, 950)], 100) is loose
    assert choose([slow, pair], 5000) is pair, "the fastest where none is fast enough"


def test_halves_share_no_skeleton_and_lose_no_document() -> None:
    records = reports(20)
    first, second = halves(records, seed=3)
    assert sorted([*first, *second]) == list(range(20))
    sources = [{records[p].meta["skeleton"] for p in half} for half in (first, second)]
    assert sources[0] and sources[1] and not sources[0] & sources[1]
    assert halves(records, seed=3) == (first, second)


def test_a_sample_is_the_same_every_time_and_in_order() -> None:
    records = reports(30)
    drawn = sampled(records, 10, seed=1)
    assert drawn == sampled(records, 10, seed=1) != sampled(records, 10, seed=2)
    assert len(drawn) == 10 and [r for r in records if r in drawn] == drawn
    assert sampled(records, 0) == records


def test_tally_counts_leaks_whatever_the_label() -> None:
    records = reports(2)
    (name, date), _ = records[0].spans, records[1].spans
    wrong_label = [(name.start, name.end, "DOCTOR"), (date.start, date.end, "DATE")]
    trap = records[1].meta["traps"][0]
    table = table_of(records, [wrong_label, [(*trap, "DRUG")]])
    tally = Tally.of(table)
    assert (tally.documents, tally.safe, tally.spans, tally.covered) == (2, 1, 4, 2)
    assert (tally.tokens_found, tally.tokens_false) == (4, 1)
    assert tally.precision == 0.8 and tally.recall == 0.5
    low, high = bounds(table, samples=200)["spans_covered"]
    assert low == 0.0 and high == 1.0
    assert bounds(table[:0]) == {}


def test_the_plan_of_the_release_fits_the_configs_beside_it() -> None:
    plan = read_plan(Path(__file__).parents[2] / "configs" / "candidates.cfg")
    base = load_config(plan.base, interpolate=False)
    assert set(plan.rules) <= set(base["nlp"]["pipeline"])
    assert len(plan.candidates) >= 7
    for candidate in plan.candidates:
        config = load_config(candidate.config, interpolate=False)
        pipeline = config["nlp"]["pipeline"]
        assert candidate.detector in (*pipeline, "ents"), candidate.name
        assert "ner" in pipeline or candidate.detector != "ents", candidate.name
        for override in (*candidate.sample, *candidate.full):
            section, _, _ = override.partition(".")
            assert section in config, override
        factories = {name: str(b.get("factory")) for name, b in config["components"].items()}
        assert plan.own_components(pipeline, factories), candidate.name
