from __future__ import annotations

import json
from pathlib import Path

import pytest
import spacy
from release_support import NAMES, reports, write_jsonl
from typer.testing import CliRunner

from spacy_deid import __version__
from spacy_deid.annotations import Record
from spacy_deid.cli.app import app
from spacy_deid.errors import DeidError
from spacy_deid.intervals import PhiSpan
from spacy_deid.release.card import card, document
from spacy_deid.release.card_files import read_about
from spacy_deid.release.figures import data_of, figures_of
from spacy_deid.score.pairing import Prediction, paired
from spacy_deid.score.report import evaluation


@pytest.fixture(scope="module")
def gold():
    return reports(12)


@pytest.fixture(scope="module")
def predictions(gold):
    """Dates only in nurse notes, everything in phone notes, and one trap masked."""
    found = []
    for record in gold:
        spans = list(record.spans)
        if record.meta["genre"] == "nurse_note":
            spans = spans[1:]
        found.append(Prediction(record.id, spans))
    trap = gold[0].meta["traps"][0]
    found[0].spans.append(PhiSpan(*trap, "DOCTOR"))
    return found


@pytest.fixture(scope="module")
def figures(gold, predictions):
    return figures_of(gold, predictions, samples=200)


def test_figures_by_genre_and_label_have_intervals(figures) -> None:
    assert figures["by_genre"]["phone_note"]["spans_covered"] == 1.0
    nurse = figures["by_genre"]["nurse_note"]
    assert (nurse["spans_covered"], nurse["documents_without_leak"]) == (0.5, 0.0)
    low, high = figures["all"]["intervals"]["spans_covered"]
    assert low < figures["all"]["spans_covered"] < high
    assert figures["by_label"]["PATIENT"]["spans_covered"] == 0.5
    low, high = figures["by_label"]["PATIENT"]["interval"]
    assert low < 0.5 < high
    assert figures["by_label"]["DATE"]["strict"]["recall"] == 1.0


def test_documents_without_annotation_have_no_part_in_figures(figures, gold, predictions) -> None:
    blank = Record("blank", "Ann came.", meta={"annotated": False, "genre": "phone_note"})
    more = [*predictions, Prediction("blank", [PhiSpan(0, 3, "PATIENT")])]
    assert figures_of([blank, *gold], more, samples=200) == figures


def test_intervals_are_those_of_an_evaluation(figures, gold, predictions) -> None:
    pairs = paired(gold, predictions, scheme="i2b2-2014").pairs
    bounds = evaluation(pairs, samples=200).report["intervals"]["redaction"]["all"]["micro"]
    for name, limits in figures["all"]["intervals"].items():
        assert limits == pytest.approx(bounds[name], abs=1e-6)


def test_a_trap_is_counted_as_an_evaluation_counts_it() -> None:
    text = "Hodgkin's of Ann Lee"
    meta = {"traps": [[0, 9], [13, 20]]}
    gold = [Record("a", text, [PhiSpan(13, 16, "PATIENT")], meta)]
    found = figures_of(gold, [Prediction("a", [PhiSpan(7, 8, "DATE"), PhiSpan(13, 16, "DOCTOR")])])
    assert found["traps"] == {"total": 2, "untouched": 2}


def test_the_wheel_is_told_both_harms(gold, predictions, tmp_path) -> None:
    report = evaluation(paired(gold, predictions).pairs, samples=0).report
    (tmp_path / "scores.json").write_text(json.dumps(report))
    performance = card(tmp_path / "scores.json")["performance"]
    assert set(performance["harms"]) == {"leak", "loss"}
    assert performance["utility"]["traps"]["total"] == 12


def test_misses_are_counts_of_kinds_and_labels(figures) -> None:
    assert figures["misses"]["by_kind"] == {"whole_name": 6}
    assert figures["misses"]["by_label"] == {"PATIENT": 6}
    assert (figures["misses"]["spans"], figures["misses"]["of"]) == (6, 24)
    assert figures["alarms"] == {"DOCTOR": 1}
    assert figures["traps"] == {"total": 12, "untouched": 11}


def test_the_card_tells_figures_and_no_text(figures, gold) -> None:
    content = {"figures": figures, "data": data_of(gold), "pipeline": ["deid_patterns"]}
    text = document(content, name="en_test", version="1.2.3")
    for heading in ("Intended use", "Data", "Figures", "Known misses"):
        assert f"## {heading}" in text
    assert "| nurse_note | 6 | 12 | 0.500 [" in text
    assert "| whole name | 6 |" in text
    assert "| all | 12 | 24 |" in text
    assert "11 of 12 (0.917)" in text
    assert not any(word in text for word in (*NAMES, "Aspirin", "March"))


def test_nothing_to_score_is_an_error() -> None:
    with pytest.raises(DeidError) as caught:
        figures_of([], [])
    assert caught.value.code == "D507"


def test_the_command_writes_what_the_wheel_takes(gold, predictions, tmp_path) -> None:
    path = write_jsonl(tmp_path / "gold.jsonl", gold)
    pred = tmp_path / "pred.jsonl"
    rows = ({"id": p.id, "spans": [list(s) for s in p.spans]} for p in predictions)
    pred.write_text("".join(json.dumps(row) + "\n" for row in rows))
    output = tmp_path / "metrics" / "card.json"
    arguments = ["card", str(path), str(pred), "-o", str(output), "--train", str(path)]
    result = CliRunner().invoke(app, [*arguments, "--samples", "50"])
    assert result.exit_code == 0, result.output
    assert f"# en_deid_vigibase {__version__}" in output.with_suffix(".md").read_text()
    meta = card(None, output)
    assert meta["performance"]["masking_by_genre"]["phone_note"]["spans_covered"] == 1.0
    assert meta["description"].startswith("De-identification pipeline")
    with pytest.raises(DeidError):
        card(None, tmp_path / "missing.json")


def test_the_title_has_the_language_of_the_model(gold, tmp_path, monkeypatch) -> None:
    path = write_jsonl(tmp_path / "gold.jsonl", gold)
    spacy.blank("es").to_disk(tmp_path / "model")
    output = tmp_path / "card.json"
    options = ["--model", str(tmp_path / "model"), "--name", "own", "--version", "1.0.0"]
    arguments = ["card", str(path), str(path), "-o", str(output), *options, "--samples", "0"]
    assert CliRunner().invoke(app, arguments).exit_code == 0
    assert output.with_suffix(".md").read_text().startswith("# es_own 1.0.0\n")
    written = {}

    def build(*_: object, readme: str, **__: object) -> Path:
        written["readme"] = readme
        return output

    monkeypatch.setattr("spacy_deid.release.package.package", build)
    arguments = ["package", str(tmp_path / "model"), str(tmp_path), "--card", str(output)]
    assert CliRunner().invoke(app, [*arguments, *options[2:]]).exit_code == 0
    assert written["readme"].startswith("# es_own 1.0.0\n")


def test_nothing_is_claimed_of_a_model_that_its_makers_do_not_say(figures) -> None:
    content = {"figures": figures, "pipeline": ["deid_crf", "deid_resolver"]}
    text = document(content, name="en_own", version="0.0.1")
    assert "De-identification pipeline of deid_crf, deid_resolver" in text
    for claim in ("VAERS", "skeleton", "licence", "Apache", "GeoNames", "udit", "invented"):
        assert claim not in text
    meta = card(None, None, ["deid_crf"])
    assert (meta["author"], meta["license"], meta["sources"]) == ("", "", [])


def test_what_the_makers_say_and_the_audit_stand_in_the_card(figures, tmp_path) -> None:
    about = {
        "description": "Ours.",
        "data": "Letters of our wards.",
        "license": "MIT",
        "sources": [{"name": "Wards", "url": "", "author": "Us", "license": "internal"}],
    }
    path = tmp_path / "about.json"
    path.write_text(json.dumps(about))
    audit = {"files": 3, "terms": 20, "public": 1, "findings": 0}
    content = {"figures": figures, "about": read_about(path), "audit": audit}
    text = document(content, name="en_own", version="0.0.1")
    assert "Letters of our wards." in text and "- Wards: internal (Us)" in text
    assert "3 files of the model were searched for 20 identifying strings" in text
    (tmp_path / "card.json").write_text(json.dumps(content))
    meta = card(None, tmp_path / "card.json")
    assert (meta["description"], meta["license"]) == ("Ours.", "MIT")


@pytest.mark.parametrize(
    "body", ["[1]", "{", '{"licence": "MIT"}', '{"data": 1}', '{"sources": [{"name": "x"}]}']
)
def test_what_is_said_in_another_form_is_refused(tmp_path, body) -> None:
    path = tmp_path / "about.json"
    path.write_text(body)
    with pytest.raises(DeidError, match=r"D808.*about\.json"):
        read_about(path)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ('{"id": "a", "text": "Ann"}\n{"id": "b"}\n', "no JSON"),
        ("[1]", "does not say"),
        ('{"figures": {"documents": 3}, "pipeline": []}', "does not say"),
        ('{"strict": 1}', "does not say"),
    ],
)
def test_files_that_another_command_wrote_are_refused(tmp_path, gold, body, said) -> None:
    """Each with its name, the command that writes what is wanted, and what is wrong with it."""
    documents = write_jsonl(tmp_path / "gold.jsonl", gold)
    spacy.blank("en").to_disk(tmp_path / "model")
    wrong, output = tmp_path / "wrong.json", tmp_path / "out" / "card.json"
    wrong.write_text(body)
    made, packed = ("card", documents, documents, "-o", output), ("package", tmp_path / "model")
    for command, arguments in (
        ("audit --json", (*made, "--audit", wrong)),
        ("evaluate --json", (*packed, output.parent, "--scores", wrong)),
        ("card", (*packed, output.parent, "--card", wrong)),
    ):
        result = CliRunner().invoke(app, [str(argument) for argument in arguments])
        assert result.exit_code == 2, result.output
        assert f"[D811] {wrong} is not what 'spacy-deid {command}' writes" in result.output
        assert said in result.output and not output.exists()
    for code, option, path in (
        ("D004", "--audit", tmp_path),
        ("D003", "--audit", tmp_path / "none.json"),
        ("D003", "--about", tmp_path / "none.json"),
    ):
        result = CliRunner().invoke(app, [*map(str, made), option, str(path)])
        assert f"[{code}] {path}" in result.output


def test_the_released_model_is_described() -> None:
    about = read_about(Path(__file__).parents[2] / "assets/model_card/en_deid_vigibase.json")
    assert about["license"] == "Apache-2.0" and len(about["sources"]) == 4
