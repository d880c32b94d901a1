"""The command writes what the generator makes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from spacy_deid.cli.synthesize import synthesize as command
from spacy_deid.corpora.formats import read_records
from spacy_deid.synthesize import synthesize

APP = typer.Typer()
APP.command()(command)


def run(*arguments: str) -> None:
    result = CliRunner().invoke(APP, list(arguments))
    assert result.exit_code == 0, result.output


def test_jsonl_holds_the_same_records(tmp_path: Path) -> None:
    path = tmp_path / "made.jsonl"
    run(str(path), "--n", "12", "--seed", "3", "--genre", "phone_note", "--origin", "DE")
    wanted = list(synthesize(n=12, seed=3, genres=["phone_note"], origins=["DE"]))
    read = list(read_records(path))
    assert [r.text for r in read] == [r.text for r in wanted]
    assert [list(r.spans) for r in read] == [list(r.spans) for r in wanted]
    meta = json.loads(path.read_text(encoding="utf-8").splitlines()[0])["meta"]
    assert meta["genre"] == "phone_note"
    assert "utility" in meta and "traps" in meta


@pytest.mark.parametrize("form", ["i2b2-2014", "docbin", "brat", "csv"])
def test_other_formats_are_written(tmp_path: Path, form: str) -> None:
    path = tmp_path / "made"
    run(str(path), "--n", "5", "--seed", "1", "--noise", "none", "--to", form)
    assert len(list(read_records(path, form))) == 5


def test_narratives_are_injected(tmp_path: Path) -> None:
    source = tmp_path / "own.jsonl"
    line = {"id": "a1", "text": "Felt ill on 1/9/2021. Went home.", "spans": [[12, 20, "DATE"]]}
    source.write_text(json.dumps(line) + "\n", encoding="utf-8")
    path = tmp_path / "made.jsonl"
    run(str(path), "--narratives", str(source), "--seed", "2")
    (record,) = read_records(path)
    assert "1/9/2021" in [record.text[s.start : s.end] for s in record.spans]
    assert len(record.spans) > 1
