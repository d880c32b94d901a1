from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from learn_support import NAMES, config, records
from typer.testing import CliRunner

from spacy_deid.cli.app import app
from spacy_deid.cli.studies import documents
from spacy_deid.errors import DeidError
from spacy_deid.learn import workers
from spacy_deid.learn.cross_validation import Plan, chosen_of, cross_validate
from spacy_deid.learn.folds import patients
from spacy_deid.learn.grids import axis_of
from spacy_deid.learn.recipe import Recipe
from spacy_deid.learn.shares import learning_curve, mixture

pytest.importorskip("pycrfsuite")
pytest.importorskip("matplotlib")
PNG = b"\x89PNG"


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as handle:
        return list(csv.DictReader(handle))


def timeless(path: Path) -> list[dict[str, str]]:
    changing = ("seconds", "words_per_second")
    return [{k: v for k, v in row.items() if k not in changing} for row in rows_of(path)]


def code_of(call) -> str:
    with pytest.raises(DeidError) as caught:
        call()
    return caught.value.code


def write(path: Path, docs) -> str:
    lines = ({"id": r.id, "text": r.text, "spans": [list(s) for s in r.spans]} for r in docs)
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return str(path)


@pytest.fixture
def trainings(monkeypatch):
    """Count what is really trained."""
    done = []
    original = workers.trained

    def counting(*args, **kwargs):
        done.append(kwargs["overrides"])
        return original(*args, **kwargs)

    monkeypatch.setattr(workers, "trained", counting)
    return done


def test_cross_validation_chooses_strength_then_ratio_and_goes_on(tmp_path, trainings) -> None:
    docs = records(12, patients=6)
    groups = patients(docs, field="case")
    recipe = Recipe(config(tmp_path), {"components.deid_crf.max_iterations": 40})

    def study(values: str = "1000,0.1", **more):
        return cross_validate(
            recipe,
            docs,
            groups,
            tmp_path / "out",
            grid=[axis_of(f"components.deid_crf.c2={values}")],
            then=[axis_of("components.deid_crf.c1:components.deid_crf.c2=0,0.5")],
            plan=Plan(count=2, **more),
            jobs=1,
        )

    tried = study()
    assert [t.stage for t in tried] == ["strength"] * 2 + ["ratio"] * 2
    assert [t.chosen for t in tried[:2]] == [False, True]
    assert tried[3].overrides == {"components.deid_crf.c1": 0.05, "components.deid_crf.c2": 0.05}
    assert all(t.runs == 2 for t in tried)
    assert len(trainings) == len(rows_of(tmp_path / "out/runs.csv")) == 8
    summary = rows_of(tmp_path / "out/summary.csv")
    assert [row["chosen"] for row in summary[:2]] == ["0", "1"]
    choice = json.loads((tmp_path / "out/choice.json").read_text())
    kept = {"components.deid_crf.max_iterations": 40}
    assert choice["overrides"] == kept | next(t.overrides for t in tried[2:] if t.chosen)
    assert {"--components.deid_crf.max_iterations", "40"} <= set(choice["arguments"])
    for picture in ("strength.png", "ratio.png"):
        assert (tmp_path / "out" / picture).read_bytes().startswith(PNG)

    assert study()[1].figures == tried[1].figures
    assert len(trainings) == 8
    study("1000,0.1,10")
    assert len(trainings) == 10
    assert code_of(lambda: study(seed=1)) == "D604"
    assert code_of(lambda: study(criterion="f1")) == "D508"


def test_two_processes_find_what_one_finds(tmp_path) -> None:
    docs = records(9)
    recipe = Recipe(config(tmp_path))
    for jobs in (1, 2):
        out = tmp_path / str(jobs)
        cross_validate(recipe, docs, patients(docs), out, plan=Plan(count=3), jobs=jobs)
    alone, together = (timeless(tmp_path / str(jobs) / "runs.csv") for jobs in (1, 2))
    order = sorted(together, key=lambda row: row["fold"])
    assert order == alone
    assert len(alone) == 3


def test_the_rule_of_choice() -> None:
    figures = [
        {"strict_f": f, "strict_r": r}
        for f, r in ((0.90, 0.80), (0.91, 0.85), (0.905, 0.88), (0.89, 0.99))
    ]
    assert chosen_of(figures, "strict", None) == 1
    assert chosen_of(figures, "strict", 0.01) == 2
    assert chosen_of(figures, "strict", 0.02) == 3
    assert chosen_of(figures[:1] * 2, "strict", 0.01) == 0


def test_a_learning_curve_draws_shares_and_is_resumed(tmp_path, trainings) -> None:
    docs, test = records(12), records(6, start=30)
    recipe = Recipe(config(tmp_path))

    def study(draws: int):
        return learning_curve(
            *(recipe, docs, test, patients(docs), tmp_path / "out"),
            **{"shares": [0.1, 1.0], "draws": draws, "jobs": 1},
        )

    points = study(2)
    assert [(p.share, p.draws, p.trained_on) for p in points] == [(0.1, 2, 1), (1.0, 1, 12)]
    assert points[1].figures["strict_f_mean"] == 1.0
    assert points[0].figures["strict_f_mean"] < 1.0
    before = len(trainings)
    assert study(2)[0].figures == points[0].figures
    assert len(trainings) == before
    assert study(3)[0].draws == 3
    assert len(rows_of(tmp_path / "out/runs.csv")) == 4
    assert (tmp_path / "out/learning-curve.png").read_bytes().startswith(PNG)


def test_a_draw_without_anything_to_find_counts_as_a_model_that_finds_nothing(tmp_path) -> None:
    docs = records(12)
    for record in docs[1:]:
        record.spans = []
    points = learning_curve(
        *(Recipe(config(tmp_path)), docs, records(6), patients(docs), tmp_path / "out"),
        **{"shares": [0.1], "draws": 4, "jobs": 1},
    )
    assert points[0].draws == 4
    assert {row["strict_fn"] for row in rows_of(tmp_path / "out/runs.csv")} >= {"4"}
    for record in docs:
        record.spans = []
    assert "D205" == code_of(
        lambda: learning_curve(
            *(Recipe(config(tmp_path)), docs, docs, patients(docs), tmp_path / "none"),
            **{"shares": [1.0], "jobs": 1},
        )
    )


def test_a_mixture_is_measured_on_both_corpora(tmp_path) -> None:
    ours, theirs = records(6), records(9, start=100)
    for record in theirs:  # the second corpus calls everybody a patient
        record.spans = [span._replace(label="PATIENT") for span in record.spans]
    points = mixture(
        Recipe(config(tmp_path)),
        (ours, theirs),
        (ours, theirs),
        (patients(ours), patients(theirs)),
        tmp_path / "out",
        shares=[0.0, 1.0],
        jobs=1,
    )
    assert [(p.test, p.share, p.trained_on) for p in points] == [
        ("first", 0.0, 6),
        ("first", 1.0, 15),
        ("second", 0.0, 6),
        ("second", 1.0, 15),
    ]
    f1 = [p.figures["strict_f_mean"] for p in points]
    assert f1[0] > f1[1]
    assert f1[2] < f1[3]
    assert (tmp_path / "out/mixture.png").read_bytes().startswith(PNG)


def test_a_failing_run_is_coded_and_quotes_nothing(tmp_path, monkeypatch) -> None:
    docs = records(4)

    def broken(*args, **kwargs):
        raise RuntimeError(f"cannot read {docs[0].text}")

    monkeypatch.delenv("SPACY_DEID_TRACEBACK", raising=False)
    monkeypatch.setattr(workers, "trained", broken)
    with pytest.raises(DeidError) as caught:
        cross_validate(
            *(Recipe(config(tmp_path)), docs, patients(docs), tmp_path / "out"),
            **{"plan": Plan(count=2), "jobs": 1},
        )
    assert caught.value.code == "D603"
    assert docs[0].text not in str(caught.value)
    assert caught.value.__suppress_context__


def test_the_commands_write_figures_and_no_text(tmp_path) -> None:
    corpus = write(tmp_path / "train.jsonl", records(8, patients=4))
    settings = config(tmp_path)
    runner = CliRunner()

    def run(*arguments: str, status: int = 0):
        result = runner.invoke(app, [str(a) for a in arguments])
        assert result.exit_code == status, result.output
        return result

    out = str(tmp_path / "out")
    shown = run(
        *("cross-validate", settings, corpus, f"{out}/cv", "--folds", "2", "--jobs", "1"),
        *("--grid", "components.deid_crf.c2=0.1,1", "--patient-pattern", r"^(\d+)-"),
    )
    assert "--components.deid_crf.c2" in shown.stdout
    run(
        *("learning-curve", settings, corpus, corpus, f"{out}/lc"),
        *("--shares", "1", "--jobs", "1"),
    )
    run(
        *("mix", settings, corpus, corpus, corpus, corpus, f"{out}/mix"),
        *("--shares", "0", "--jobs", "1", "--set", "components.deid_crf.max_iterations=5"),
    )
    written = [path for path in Path(out).rglob("*") if path.is_file()]
    assert len(written) == 4 + 3 + 3
    for path in written:
        data = path.read_bytes()
        assert not [name for name in NAMES if name.encode() in data]
        assert b"aspirin" not in data.lower()
    wrong = run("cross-validate", settings, corpus, f"{out}/cv", "--grid", "c2", status=2)
    assert "D605" in wrong.output
    assert "D003" in run("learning-curve", settings, "no.jsonl", corpus, out, status=2).output


def test_documents_that_nobody_annotated_are_left_out(tmp_path, capsys) -> None:
    path = tmp_path / "a.jsonl"
    rows = [{"id": "a", "text": "Ann", "spans": [[0, 3, "PATIENT"]]}, {"id": "b", "text": "Bo"}]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert [record.id for record in documents(str(path), None)] == ["a"]
    assert "1 of 2 documents" in capsys.readouterr().err
    path.write_text(json.dumps(rows[1]))
    with pytest.raises(DeidError, match="D510"):
        documents(str(path), None)


@pytest.mark.parametrize("shares", ["0,0.01,2", "a", "", "0"])
def test_what_are_no_shares_is_told_how_to_write_them(shares, tmp_path) -> None:
    corpus = write(tmp_path / "a.jsonl", records(3))
    arguments = ["learning-curve", config(tmp_path), corpus, corpus, str(tmp_path / "out")]
    result = CliRunner().invoke(app, [*arguments, "--shares", shares])
    assert result.exit_code == 2
    assert f"[D613] {shares!r}" in result.output and "such as 0.1,0.5,1" in result.output


def test_documents_in_different_label_schemes_are_mapped_to_one_or_refused(tmp_path) -> None:
    settings, docs = config(tmp_path), records(6)
    paths = {}
    for name, label in (("fine", "ZIP"), ("wide", "LOCATION"), ("own", "PLACE")):
        paths[name] = write(tmp_path / f"{name}.jsonl", docs)
        text = Path(paths[name]).read_text().replace("DOCTOR", label)
        Path(paths[name]).write_text(text)
    fine, wide, own = paths.values()

    def run(*arguments: str):
        return CliRunner().invoke(app, [str(argument) for argument in arguments])

    out = tmp_path / "out"
    for command in (
        ("learning-curve", settings, fine, wide, out),
        ("mix", settings, fine, fine, fine, wide, out),
        ("self-train", settings, fine, wide, out, "--train", fine),
    ):
        refused = run(*command)
        assert refused.exit_code == 2 and "[D611]" in refused.output, refused.output
        assert f"{wide} those of i2b2-2006" in refused.output and "--scheme" in refused.output
    few = ("--shares", "1", "--jobs", "1")
    mapped = run("learning-curve", settings, fine, wide, out, *few, "--scheme", "i2b2-2006")
    assert mapped.exit_code == 0, mapped.output
    as_they_are = run("learning-curve", settings, fine, own, tmp_path / "own", *few)
    assert as_they_are.exit_code == 0, as_they_are.output
