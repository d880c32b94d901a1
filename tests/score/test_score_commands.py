"""Pairing of files, the two commands, and what they refuse."""

from __future__ import annotations

import csv
import gzip
import json
from pathlib import Path

import pytest
import spacy
from spacy.tokens import DocBin

from spacy_deid.annotations import Record
from spacy_deid.cli.compare import compare
from spacy_deid.cli.evaluate import evaluate
from spacy_deid.cli.scoring import predictions
from spacy_deid.corpora.docs import record_to_doc
from spacy_deid.corpora.formats import read_records
from spacy_deid.errors import DeidError
from spacy_deid.intervals import PhiSpan
from spacy_deid.score.arrays import Pair
from spacy_deid.score.comparison import curve
from spacy_deid.score.pairing import Prediction, paired
from spacy_deid.score.report import evaluation
from spacy_deid.score.tables import label_rows

TOKENIZER = {"@tokenizers": "spacy_deid.NarrativeTokenizer.v1"}
TEXTS = {
    "a": "Ann Lee took 40 mg on 3 May 2014.",
    "b": "Bob had a rash two days later in Rome.",
    "c": "Nothing to hide here.",
}
GOLD = {"a": [[0, 7, "PATIENT"], [22, 32, "DATE"]], "b": [[0, 3, "PATIENT"], [33, 37, "CITY"]]}


def lines(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return str(path)


@pytest.fixture
def gold(tmp_path):
    rows = ({"id": i, "text": t, "spans": GOLD.get(i, [])} for i, t in TEXTS.items())
    return lines(tmp_path / "gold.jsonl", rows)


def found(tmp_path, name="pred", **spans):
    rows = [{"id": i, "spans": spans.get(i, [])} for i in ("c", "b", "a")]
    return lines(tmp_path / f"{name}.jsonl", rows)


@pytest.mark.parametrize("taken", ["gold", "pred"])
def test_no_report_takes_the_place_of_what_is_scored(taken, gold, tmp_path):
    pred = found(tmp_path)
    target = {"gold": gold, "pred": pred}[taken]
    before = Path(target).read_text()
    with pytest.raises(DeidError, match="D008"):
        evaluate(gold, pred, csv_file=target, samples=0)
    with pytest.raises(DeidError, match="D008"):
        compare(gold, [f"one={pred}"], json_file=target, samples=0)
    assert Path(target).read_text() == before


def test_evaluate_reads_what_find_writes(gold, tmp_path, capsys):
    pred = found(tmp_path, a=[[0, 7, "PATIENT"]], b=[[0, 3, "DOCTOR"], [10, 14, "DATE"]])
    target = tmp_path / "out.json"
    evaluate(gold, pred, json_file=str(target), csv_file=str(tmp_path / "out.csv"), samples=50)
    report = json.loads(target.read_text())
    assert report["strict"]["all"]["micro"]["tp"] == 1
    assert report["strict"]["all"]["micro"]["precision"] == pytest.approx(1 / 3)
    assert report["redaction"]["all"]["micro"]["covered"] == 2
    assert report["harms"]["leak"]["spans"] == 2 and report["harms"]["loss"]["expressions"] == 1
    assert report["meta"]["documents"] == 3 and report["meta"]["scheme"] == "i2b2-2014"
    assert list(report)[:9] == [
        "strict",
        "relaxed",
        "token",
        "covering",
        "overlapping",
        "spans_strict",
        "spans_merged",
        "redaction",
        "leak_score",
    ]
    printed = capsys.readouterr().out
    assert "Leak: 2 of 4" in printed and "Loss: 1 of" in printed
    assert "Ann" not in printed and "Rome" not in printed
    with (tmp_path / "out.csv").open() as handle:
        rows = list(csv.DictReader(handle))
    cell = next(
        r
        for r in rows
        if (r["criterion"], r["subset"], r["average"], r["figure"])
        == ("strict", "all", "micro", "precision")
    )
    assert float(cell["value"]) == pytest.approx(1 / 3)
    assert float(cell["low"]) <= 1 / 3 <= float(cell["high"])


def test_evaluate_shows_text_only_with_errors(gold, tmp_path, capsys):
    pred = found(tmp_path)
    plain, shown = tmp_path / "plain.html", tmp_path / "shown.html"
    evaluate(gold, pred, html_file=str(plain), samples=0)
    evaluate(gold, pred, html_file=str(shown), errors=True, samples=0)
    assert "Rome" not in plain.read_text() and "Rome" in shown.read_text()
    capsys.readouterr()
    evaluate(gold, pred, errors=True, samples=0)
    assert "[[Rome]]" in capsys.readouterr().out
    evaluate(gold, pred, json_file="-", samples=0)
    assert json.loads(capsys.readouterr().out)["meta"]["pred_spans"] == 0


def test_evaluate_maps_both_sides_to_a_scheme(gold, tmp_path, capsys):
    pred = found(
        tmp_path, a=[[0, 7, "Person"], [22, 32, "Date"]], b=[[0, 3, "Person"], [33, 37, "Location"]]
    )
    target = tmp_path / "out.json"
    evaluate(gold, pred, scheme="vigibase", json_file=str(target), samples=0)
    report = json.loads(target.read_text())
    assert report["strict"]["all"]["micro"]["f1"] == 1
    assert set(report["strict"]["by_label"]) == {"Date", "Location", "Person"}
    capsys.readouterr()
    evaluate(gold, gold, scheme="i2b2-2014-hipaa", json_file=str(target), samples=0)
    assert json.loads(target.read_text())["meta"]["dropped"] == {"gold": {}, "pred": {}}
    lines(tmp_path / "gold2.jsonl", [{"id": "x", "text": "Dr Who", "spans": [[3, 6, "DOCTOR"]]}])
    both = str(tmp_path / "gold2.jsonl")
    evaluate(both, both, scheme="i2b2-2014-hipaa", samples=0)
    assert "DOCTOR (1)" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("rows", "code", "named"),
    [
        ([{"id": "a", "spans": []}, {"id": "b", "spans": []}], "D501", "c"),
        ([{"id": i, "spans": []} for i in "abcd"], "D501", "d"),
        ([{"id": i, "spans": [[0, 2, "SHOE"]]} for i in "abc"], "D503", "SHOE"),
        ([{"id": i, "spans": [[0, 200, "DATE"]]} for i in "abc"], "D504", "200"),
        ([{"id": i, "spans": [[5, 5, "DATE"]]} for i in "abc"], "D504", "5"),
        ([{"id": i, "spans": []} for i in "abca"], "D506", "a"),
        ([{"id": "a", "spans": [[0, "x", "DATE"]]}], "D509", "line 1"),
        ([{"spans": []}], "D509", "'id'"),
        ([{"id": "a", "spans": 7}], "D509", "line 1"),
        ([{"id": i, "text": t.upper(), "spans": []} for i, t in TEXTS.items()], "D502", "a"),
    ],
)
def test_what_does_not_fit_is_a_coded_error(gold, tmp_path, rows, code, named):
    pred = lines(tmp_path / "bad.jsonl", rows)
    with pytest.raises(DeidError) as caught:
        evaluate(gold, pred, samples=0)
    assert caught.value.code == code
    assert named in str(caught.value)
    assert "bad.jsonl" in str(caught.value)
    for text in TEXTS.values():
        assert text not in str(caught.value)


def test_predictions_may_be_gzipped_and_a_bad_line_is_named(gold, tmp_path, capsys):
    data = Path(found(tmp_path, a=[[5, 11, "PATIENT"]])).read_bytes()
    pred = tmp_path / "pred.jsonl.gz"
    pred.write_bytes(gzip.compress(data))
    evaluate(gold, str(pred), samples=0)
    bad = tmp_path / "bad.jsonl"
    bad.write_bytes(data.splitlines()[0] + b'\n{"id": "\xff", "spans": []}\n')
    with pytest.raises(DeidError, match="D006.*line 2"):
        evaluate(gold, str(bad), samples=0)


@pytest.mark.parametrize("level", [2, 1, 0, -1])
def test_a_level_that_is_none(gold, tmp_path, level):
    with pytest.raises(DeidError, match="D508.*level"):
        evaluate(gold, found(tmp_path), level=level)


def test_files_without_documents_or_annotation(gold, tmp_path):
    pred = found(tmp_path)
    for rows, code in (([], "D507"), ([{"id": "a", "text": "Ann"}], None)):
        with pytest.raises(DeidError) as caught:
            evaluate(lines(tmp_path / "g.jsonl", rows), pred, samples=0)
        if code:
            assert caught.value.code == code
    with pytest.raises(DeidError) as caught:
        evaluate(str(tmp_path / "none.jsonl"), pred)
    assert caught.value.code == "D003"
    with pytest.raises(DeidError) as caught:
        evaluate(gold, pred, scheme="shoes")
    assert caught.value.code == "D505"


def test_gold_without_any_annotation_is_refused():
    record = Record("a", "Ann", [], {"annotated": False})
    with pytest.raises(DeidError) as caught:
        paired([record], [Prediction("a", [PhiSpan(0, 3, "PATIENT")])])
    assert caught.value.code == "D510"


def test_documents_without_annotation_are_not_scored(tmp_path, capsys):
    rows = [
        {"id": "a", "text": TEXTS["a"], "spans": GOLD["a"]},
        {"id": "b", "text": TEXTS["b"]},
        {"id": "c", "text": TEXTS["c"], "spans": []},
    ]
    gold = lines(tmp_path / "some.jsonl", rows)
    report = tmp_path / "report.json"
    pred = found(tmp_path, a=GOLD["a"], b=GOLD["b"])
    evaluate(gold, pred, json_file=str(report), samples=0)
    assert "1 of 3 documents" in capsys.readouterr().err
    written = json.loads(report.read_text())
    assert written["meta"]["unannotated"] == 1
    assert written["strict"]["all"]["micro"]["precision"] == 1.0


def test_the_predictions_of_a_docbin_are_what_a_pipeline_found(tmp_path):
    nlp = spacy.blank("en", config={"nlp": {"tokenizer": TOKENIZER}})
    nlp.add_pipe("deid_patterns")
    nlp.add_pipe("deid_resolver", config={"order": ["deid_patterns"]})
    record = Record("a", TEXTS["a"], [PhiSpan(*span) for span in GOLD["a"]])
    path = tmp_path / "p.spacy"
    DocBin(docs=[nlp(record_to_doc(record, nlp))], store_user_data=True).to_disk(path)
    (gold,), (guess,) = read_records(path), predictions(str(path), None)
    assert gold.spans == record.spans
    assert [span.label for span in guess.spans] == ["DATE"]
    DocBin(docs=[record_to_doc(record, nlp)], store_user_data=True).to_disk(path)
    (guess,) = predictions(str(path), None)
    assert guess.spans == record.spans


def test_pairing_keeps_what_runs_beside_the_spans():
    gold = Record("a", "Ann in Rome", [PhiSpan(0, 3, "PATIENT")], {"case": "p7", "sentences": 1})
    spans = [PhiSpan(0, 3, "PATIENT"), PhiSpan(4, 6, "URL"), PhiSpan(7, 11, "CITY")]
    meta = {"scores": [0.9, 0.5, 0.7], "sources": ["x", "y", "z"]}
    found = paired([gold], [Prediction("a", spans, None, meta)], scheme="vigibase")
    (pair,) = found.pairs
    assert pair.pred == [(0, 3, "Person"), (4, 6, "(URL)"), (7, 11, "Location")]
    assert pair.meta["scores"] == [0.9, 0.5, 0.7] and pair.meta["sources"] == ["x", "y", "z"]
    assert pair.meta["patient"] == "p7" and pair.meta["sentences"] == 1
    assert found.dropped == {"gold": {}, "pred": {"URL": 1}}


def test_labels_wider_than_what_they_count_as_are_named(gold, tmp_path, capsys):
    pred = found(tmp_path, a=[[0, 7, "Person"], [22, 32, "Date"]], b=[[33, 37, "Location"]])
    evaluate(gold, pred, scheme="i2b2-2014", samples=0, json_file=str(tmp_path / "r.json"))
    said = capsys.readouterr().err
    assert "Wider than the i2b2-2014 label" in said and "pred Location (1), Person (1)" in said
    meta = json.loads((tmp_path / "r.json").read_text())["meta"]
    assert meta["guessed"] == {"gold": {}, "pred": {"Person": 1, "Location": 1}}
    evaluate(gold, pred, scheme="vigibase", samples=0)
    assert "Wider" not in capsys.readouterr().err


def test_what_is_masked_is_the_same_in_every_scheme():
    text = "Mary came. Mail m@x.org on 3 May to Jo, BSc."
    sides = (
        [(0, 4, "PATIENT"), (16, 23, "EMAIL"), (27, 32, "DATE"), (40, 43, "PROFESSION")],
        [(0, 4, "USERNAME"), (16, 23, "EMAIL"), (5, 9, "PROFESSION"), (27, 32, "DATE")],
    )
    gold, pred = ([PhiSpan(*span) for span in side] for side in sides)
    meta = {"traps": [[5, 9]], "utility": [[5, 9, "REACTION"]]}

    def scored(scheme):
        found = paired([Record("a", text, gold, meta)], [Prediction("a", pred)], scheme=scheme)
        return evaluation(found.pairs, scheme_name=scheme, samples=0).report

    wide, narrow = scored("i2b2-2014"), scored("i2b2-2006")
    for key in ("redaction", "spans_strict", "spans_merged"):
        for subset in ("all", "hipaa"):
            assert narrow[key][subset] == wide[key][subset]
    for key in ("harms", "utility"):
        assert narrow[key] == wide[key]
    assert narrow["leaks"]["by_grade"] == wide["leaks"]["by_grade"]
    assert narrow["leaks"]["risk"] == wide["leaks"]["risk"]
    assert narrow["utility"]["traps"]["kept"] == 0
    assert narrow["redaction"]["by_label"]["(EMAIL)"]["micro"]["covered"] == 1
    assert set(narrow["strict"]["by_label"]) == {"PATIENT", "DATE"}
    assert ("(PROFESSION)", "1", "", "", "", "", "1") in label_rows(narrow)
    assert narrow["strict"]["all"]["micro"]["fp"] == 0 and narrow["errors"]["total"] == 1


def test_meddocan_gold_takes_predictions_in_our_labels():
    gold = Record("a", "Ana en Roma", [PhiSpan(0, 3, "NOMBRE_SUJETO_ASISTENCIA")])
    found = paired([gold], [Prediction("a", [PhiSpan(0, 3, "PATIENT")])])
    assert found.scheme == "meddocan"
    assert found.pairs[0].pred == found.pairs[0].gold


def test_compare_marks_differences_and_draws(gold, tmp_path, capsys):
    rows, good, bad = [], [], []
    for number in range(30):
        text = f"Ann took 40 mg on Monday, case {number}."
        spans = [[0, 3, "PATIENT"], [18, 24, "DATE"]]
        rows.append({"id": number, "text": text, "spans": spans})
        scored = [[*span, 0.9 - number / 100] for span in spans]
        good.append({"id": number, "spans": [*scored, [9, 14, "AGE", 0.1]]})
        bad.append({"id": number, "spans": spans[:1] if number % 2 else []})
    many = lines(tmp_path / "many.jsonl", rows)
    one, two = lines(tmp_path / "1.jsonl", good), lines(tmp_path / "2.jsonl", bad)
    target, picture = tmp_path / "c.json", tmp_path / "c.png"
    compare(
        many,
        [f"one={one}", f"two={two}"],
        json_file=str(target),
        csv_file=str(tmp_path / "c.csv"),
        plot_file=str(picture),
        samples=100,
        rounds=499,
    )
    printed = capsys.readouterr().out
    assert "≠b" in printed and "≠a" in printed and "loss" in printed and "leak" in printed
    assert picture.read_bytes().startswith(b"\x89PNG")
    result = json.loads(target.read_text())
    systems = result["systems"]
    assert systems["one"]["recall"]["value"] == 1 and systems["two"]["recall"]["value"] == 0.25
    assert systems["one"]["leak"]["value"] == 0 and systems["two"]["leak"]["value"] == 0.75
    assert systems["one"]["loss"]["value"] == 1 and systems["two"]["loss"]["value"] == 0
    cell = result["differences"]["one / two"]["recall"]
    assert cell["difference"] == 0.75 and cell["significant"] and cell["p"] <= 0.01
    spans = result["tests"]["one / two"]["masked_spans"]
    assert (spans["only_first"], spans["only_second"]) == (45, 0) and spans["p"] < 1e-6
    assert systems["two"]["curve"] == [] and systems["one"]["curve"][-1][0] == 0.1
    assert systems["one"]["curve"][0] == [0.9, 1.0, pytest.approx(2 / 60)]
    assert systems["one"]["curve"][-1][1] == pytest.approx(60 / 90)


def test_equal_systems_differ_in_nothing(gold, tmp_path, capsys):
    pred = found(tmp_path, a=[[0, 7, "PATIENT"]])
    compare(gold, [f"x={pred}", f"y={pred}"], samples=20, rounds=99)
    assert "≠a" not in capsys.readouterr().out


def test_the_order_of_systems_changes_no_figure(tmp_path):
    text = "Mary came. Mail m@x.org on 3 May."
    spans = [[0, 4, "PATIENT"], [16, 23, "PHONE"], [27, 32, "DATE"]]
    gold = lines(tmp_path / "g.jsonl", [{"id": "a", "text": text, "spans": spans}])
    one, two = (
        lines(tmp_path / f"{name}.jsonl", [{"id": "a", "spans": [[0, 4, a], [16, 23, b]]}])
        for name, a, b in (("one", "USERNAME", "EMAIL"), ("two", "PATIENT", "ID"))
    )
    told = []
    for systems in ([f"x={one}", f"y={two}"], [f"y={two}", f"x={one}"]):
        target = tmp_path / "c.json"
        compare(gold, systems, json_file=str(target), samples=20, rounds=9)
        told.append(json.loads(target.read_text()))
    assert told[0]["systems"] == told[1]["systems"] and told[0]["meta"] == told[1]["meta"]
    assert told[0]["systems"]["x"]["leak"]["value"] == pytest.approx(1 / 3)


def test_the_curve_counts_a_span_once_by_its_best_score():
    spans = [(0, 3, "PATIENT"), (0, 3, "PATIENT"), (4, 7, "DATE")]
    pair = Pair("Ann saw", spans[:1], spans, meta={"scores": [0.4, 0.9, 0.5]})
    assert curve([pair]) == [(0.9, 1.0, 1.0), (0.5, 0.5, 1.0)]


@pytest.mark.parametrize("argument", ["nameless", "=file", "name="])
def test_compare_wants_named_systems(gold, argument):
    with pytest.raises(DeidError) as caught:
        compare(gold, [argument])
    assert caught.value.code == "D511"


def test_compare_refuses_what_it_cannot_do(gold, tmp_path):
    pred = found(tmp_path)
    for settings in ({"criterion": "taste"}, {"plot_file": str(tmp_path / "c.xyz"), "rounds": 9}):
        with pytest.raises(DeidError) as caught:
            compare(gold, [f"x={pred}"], samples=0, **settings)
        assert caught.value.code == "D508"


def test_what_has_nothing_to_measure_has_no_figure(tmp_path, capsys):
    path = lines(tmp_path / "g.jsonl", [{"id": "1", "text": "Jo.", "spans": [[0, 2, "Person"]]}])
    evaluate(path, path, scheme="any", samples=0)
    said = capsys.readouterr().out
    last = {line.split("  ")[0].strip(): line.split()[-1] for line in said.splitlines() if line}
    assert last["documents without a leak"] == last["DRUG"] == "–"
    assert "HIPAA: no span has one of its labels, so nothing is said of that subset." in said
