from __future__ import annotations

import json
from pathlib import Path

from spacy_deid.release.corpus import build

REPORT = {"id": "w1", "text": "Ann Lee fell on 3 May 2020.", "spans": [[0, 7, "PATIENT"]]}
REPORT["spans"].append([16, 26, "DATE"])


def read(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_written_reports_are_learnt_from_with_surrogates_and_are_a_genre(tmp_path: Path) -> None:
    written = tmp_path / "written"
    written.mkdir()
    for part in ("train", "dev"):
        (written / f"{part}.jsonl").write_text(json.dumps(REPORT) + "\n", encoding="utf-8")
    made = build(
        tmp_path / "out",
        vaers=None,
        written=written,
        reports=3,
        narratives=0,
        seed=1,
        note=lambda said: None,
    )
    learnt = read(tmp_path / "out" / "gold" / "written-train.jsonl")
    held = read(tmp_path / "out" / "gold" / "written-dev.jsonl")
    assert made["written-train"] == len(learnt) == 3
    assert [record["text"] for record in held] == [REPORT["text"]]
    assert {record["meta"]["genre"] for record in learnt + held} == {"written"}
    assert learnt[0]["text"] == REPORT["text"] != learnt[1]["text"]
    for record in learnt:
        assert {label for _, _, label in record["spans"]} == {"PATIENT", "DATE"}
