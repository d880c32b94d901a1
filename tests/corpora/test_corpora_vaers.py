from __future__ import annotations

import csv
import gzip
import io
import json
import zipfile
from hashlib import sha1
from pathlib import Path

import pytest
from corpora_helpers import codes, lines, plain, read_with_problems, shared

from spacy_deid.annotations import Record
from spacy_deid.corpora.formats import guess_format, open_masked_writer, read_records
from spacy_deid.errors import DeidError
from spacy_deid.intervals import PhiSpan

ASSETS = Path(__file__).parents[2] / "assets" / "vaers"
TEXTS = {
    "101": "Vaccinated 3/4/21, “fever” on 5 Mar; café.",
    "102": "Seen 29OCT97.",
    "103": "No date here.",
}


def digest(text: str) -> str:
    return sha1(text.encode("utf-8")).hexdigest()


def notes(path: Path, **spans: list[list[object]]) -> None:
    with path.open("w") as handle:
        for number, found in spans.items():
            number = number.removeprefix("n")
            value = {"id": f"vaers-{number}", "sha1": digest(TEXTS[number]), "spans": found}
            handle.write(json.dumps(value) + "\n")


def table(path: Path, encoding: str, numbers=TEXTS, **changed: str) -> None:
    with path.open("w", encoding=encoding, newline="") as handle:
        writer = csv.writer(handle)
        writer.writerow(["VAERS_ID", "RECVDATE", "SYMPTOM_TEXT", "STATE"])
        for number in numbers:
            text = changed.get(f"n{number}", TEXTS[number])
            writer.writerow([f"0{number}"[-3:], "01/02/2021", f"  {text}\n", "-CA"])


@pytest.fixture
def folder(tmp_path):
    notes(tmp_path / "annotations-train.jsonl", n101=[[11, 17, "DATE"]], n103=[])
    notes(tmp_path / "annotations-dev.jsonl", n102=[[5, 12, "DATE"]])
    return tmp_path


EXPECTED = [
    ("vaers-101", TEXTS["101"], [PhiSpan(11, 17, "DATE")]),
    ("vaers-102", TEXTS["102"], [PhiSpan(5, 12, "DATE")]),
    ("vaers-103", TEXTS["103"], []),
]


@pytest.mark.parametrize("encoding", ["cp1252", "utf-8"])
def test_joins_by_id_whatever_of_the_usual_encodings_the_file_has(folder, encoding):
    table(folder / "2021VAERSDATA.csv", encoding)
    assert guess_format(folder) == "vaers"
    assert plain(read_records(folder, strict=True)) == EXPECTED


def test_texts_from_several_files_and_one_split(folder):
    table(folder / "2021VAERSDATA.csv", "cp1252", ["101"])
    line = json.dumps({"id": "vaers-103", "text": TEXTS["103"], "spans": [[0, 2, "AGE"]]})
    (folder / "more.jsonl").write_text(line + "\n" + json.dumps({"id": 102, "text": TEXTS["102"]}))
    assert plain(read_records(folder)) == EXPECTED
    split = folder / "annotations-dev.jsonl"
    assert guess_format(split) == "vaers"
    assert plain(read_records(split, strict=True)) == EXPECTED[1:2]


def test_missing_and_changed_texts_are_reported_one_by_one(folder):
    table(folder / "2021VAERSDATA.csv", "cp1252", ["101", "102"], n102="Seen [withheld].")
    found, problems = read_with_problems(folder)
    assert [item.id for item in found] == ["vaers-101"]
    assert codes(problems) == ["D115", "D114"]
    assert "vaers-102" in str(problems[0]) and "vaers-103" in str(problems[1])
    assert "withheld" not in str(problems[0])


def test_a_changed_text_beside_the_right_one(folder):
    table(folder / "a.csv", "cp1252", n102="Seen [withheld].")
    table(folder / "b.csv", "cp1252", ["102"])
    assert plain(read_records(folder, strict=True)) == EXPECTED


def test_annotations_twice_and_bad_lines(folder):
    table(folder / "a.csv", "cp1252")
    with (folder / "annotations-train.jsonl").open("a") as handle:
        handle.write('{"id": "vaers-101", "sha1": "0", "spans": []}\n{"id": 5}\n{\n')
    found, problems = read_with_problems(folder)
    assert len(found) == 3
    assert sorted(codes(problems)) == ["D007", "D104", "D122"]


def test_a_file_alone_has_no_annotation_and_is_masked_as_it_is(tmp_path):
    source = tmp_path / "2021VAERSDATA.csv"
    table(source, "cp1252")
    assert guess_format(source) == "vaers"
    found = list(read_records(source, encoding="cp1252"))
    assert [item.id for item in found] == ["vaers-101", "vaers-102", "vaers-103"]
    assert all(item.meta["annotated"] is False for item in found)
    target = tmp_path / "out.csv"
    with open_masked_writer(source, None, target) as writer:
        for item in read_records(source):
            if item.id != "vaers-102":
                writer.write(Record(item.id, f"[{item.id}]"))
    rows = list(csv.reader(target.read_text(encoding="latin-1").splitlines()))
    assert rows == [
        ["VAERS_ID", "RECVDATE", "SYMPTOM_TEXT", "STATE"],
        ["101", "01/02/2021", "[vaers-101]", "-CA"],
        ["103", "01/02/2021", "[vaers-103]", "-CA"],
    ]


def test_files_beside_the_reports_as_vaers_ships_them(tmp_path):
    table(tmp_path / "2021VAERSDATA.csv", "cp1252")
    (tmp_path / "2021VAERSVAX.csv").write_text("VAERS_ID,VAX_TYPE\n101,COVID19\n")
    with zipfile.ZipFile(tmp_path.parent / "2021VAERSData.zip", "w") as archive:
        for path in tmp_path.iterdir():
            archive.write(path, path.name)
    for source in (tmp_path, tmp_path.parent / "2021VAERSData.zip"):
        assert guess_format(source) == "vaers"
        assert len(list(read_records(source, strict=True))) == 3
    (tmp_path / "other.csv").write_text("id,text\n1,x\n")
    found, problems = read_with_problems(tmp_path)
    assert (len(found), codes(problems)) == (3, ["D122"])
    _, problems = read_with_problems(tmp_path / "2021VAERSVAX.csv", "vaers")
    assert codes(problems) == ["D122"]


def test_standard_input(tmp_path, monkeypatch):
    table(tmp_path / "a.csv", "cp1252")
    stdin = io.TextIOWrapper(io.BufferedReader(io.BytesIO((tmp_path / "a.csv").read_bytes())))
    monkeypatch.setattr("sys.stdin", stdin)
    assert guess_format("-") == "vaers"
    assert len(list(read_records("-", strict=True))) == 3
    with pytest.raises(DeidError, match="D118"):
        with open_masked_writer("-", "vaers", tmp_path / "b.csv"):
            pytest.fail("opened")


def test_a_gzipped_table_is_masked_as_a_table(tmp_path):
    table(tmp_path / "a.csv", "latin-1", ["102"])
    (tmp_path / "a.csv.gz").write_bytes(gzip.compress((tmp_path / "a.csv").read_bytes()))
    with open_masked_writer(tmp_path / "a.csv.gz", None, tmp_path / "b.csv") as writer:
        for item in read_records(tmp_path / "a.csv.gz"):
            writer.write(Record(item.id, "[X]", [], item.meta))
    assert list(lines(tmp_path / "b.csv"))[1] == "102,01/02/2021,[X],-CA"


def test_what_is_shipped_is_standoff_alone():
    for name, count in (("train", 220), ("dev", 76)):
        found = [json.loads(line) for line in lines(ASSETS / f"annotations-{name}.jsonl")]
        assert len(found) == count
        assert all(set(value) == {"id", "sha1", "spans"} for value in found)


def test_shipped_annotations_join_with_the_reports():
    folder = shared("vaers")
    expected = [*read_records(folder / "train.jsonl"), *read_records(folder / "dev.jsonl")]
    assert plain(read_records(folder, "vaers", strict=True)) == plain(expected)
    assert len(expected) == 296


def test_shipped_annotations_join_with_a_csv(tmp_path):
    reports = list(read_records(shared("vaers/dev.jsonl")))
    (tmp_path / "annotations-dev.jsonl").write_bytes(
        (ASSETS / "annotations-dev.jsonl").read_bytes()
    )
    with (tmp_path / "VAERSDATA.csv").open("w", encoding="cp1252", newline="") as handle:
        writer = csv.writer(handle)
        writer.writerow(["VAERS_ID", "SYMPTOM_TEXT"])
        writer.writerows([item.id.removeprefix("vaers-"), item.text + " "] for item in reports)
    assert plain(read_records(tmp_path, strict=True)) == plain(reports)
