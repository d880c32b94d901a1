"""Inputs that could cost somebody a leak or a loss without a word."""

from __future__ import annotations

import json
import re
import stat
from pathlib import Path

import pytest
from cli_support import jsonl, run

from spacy_deid.corpora.formats import read_records

NAMES = ("John Smith", "Carl Jones", "Bob Stone")


def said(name: str) -> str:
    return f"Mr. {name} came."


@pytest.mark.parametrize("name", ["in.csv", "in.tsv"])
def test_rows_without_ids_get_their_own_originals_back(tmp_path: Path, key_file, name) -> None:
    pytest.importorskip("cryptography")
    mark = "," if name.endswith("csv") else "\t"
    rows = [f"{said(one)}{mark}{number}\n" for number, one in enumerate(NAMES)]
    source, masked, back = (tmp_path / f"{step}{name}" for step in ("", "masked.", "back."))
    broken = mark.join("xyz") + "\n"
    source.write_text(f"text{mark}n\n\n{rows[0]}{rows[1]}{broken}{rows[2]}")
    secret = ("--vault-file", tmp_path / "vault", "--key-file", key_file)
    run("mask", source, "-m", "rules", "-o", masked, *secret, status=2)
    assert len(set(re.findall("Mr. .* came", masked.read_text()))) == 1
    run("restore", masked, "-o", back, *secret)
    assert back.read_text() == f"text{mark}n\n{''.join(rows)}"
    assert stat.S_IMODE(back.stat().st_mode) == 0o600
    # where some of those that are masked alike are missing nobody can tell which are left
    masked.write_text("".join(masked.read_text().splitlines(keepends=True)[:2]))
    assert "D410" in run("restore", masked, *secret, status=2).stderr


def test_a_row_that_was_changed_is_not_restored(tmp_path: Path, key_file) -> None:
    pytest.importorskip("cryptography")
    source, masked = tmp_path / "in.csv", tmp_path / "masked.csv"
    source.write_text(f"text\n{said(NAMES[0])}\nSeen by Dr. {NAMES[1]} today.\n")
    secret = ("--vault-file", tmp_path / "vault", "--key-file", key_file)
    run("mask", source, "-m", "rules", "-o", masked, *secret)
    masked.write_text(masked.read_text().replace("today", "again"))
    result = run("restore", masked, *secret, status=2)
    assert said(NAMES[0]) in result.stdout and "D407" in result.stderr


def test_a_document_that_is_restored_under_another_name_is_named(tmp_path, key_file) -> None:
    pytest.importorskip("cryptography")
    for name, one in (("a", NAMES[0]), ("b", NAMES[1])):
        (tmp_path / f"{name}.txt").write_text(said(one))
    secret = ("--vault-file", tmp_path / "vault", "--key-file", key_file)
    run("mask", tmp_path / "a.txt", "-m", "rules", "-o", tmp_path / "a.m.txt", *secret)
    run("mask", tmp_path / "b.txt", "-m", "rules", "-o", tmp_path / "b.m.txt", *secret[2:])
    result = run("restore", tmp_path / "b.m.txt", *secret)
    assert "what was restored is 'a'" in result.stderr


@pytest.mark.parametrize("command", ["mask", "show"])
def test_a_key_among_the_documents_does_not_come_out_with_them(tmp_path, command) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.txt").write_text(said(NAMES[0]))
    (folder / "key.txt").write_text("0123456789abcdef0123456789abcdef")
    target = tmp_path / ("out" if command == "mask" else "out.html")
    arguments = (folder, "-m", "rules", "--key-file", folder / "key.txt", "-o", target)
    assert "D018" in run(command, *arguments, status=2).stderr and not target.exists()


def test_nothing_new_is_written_among_the_documents_that_would_be_one(tmp_path, key_file) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.txt").write_text(said(NAMES[0]))
    options = ("-m", "rules", "--key-file", key_file, "-o", tmp_path / "out")
    for option in ("--vault-file", "--audit-file", "--review"):
        result = run("mask", folder, *options, option, folder / "new.txt", status=2)
        assert "D008" in result.stderr and "read as input" in result.stderr
    assert [path.name for path in folder.iterdir()] == ["a.txt"]


@pytest.mark.parametrize("command", ["mask", "show"])
def test_a_case_column_is_refused_where_there_are_no_columns(tmp_path, command) -> None:
    source = jsonl(tmp_path / "in.jsonl", {"id": "a", "text": said(NAMES[0])})
    arguments = (source, "-m", "rules", "-o", tmp_path / "out.x", "--case-column", "case")
    assert "D130" in run(command, *arguments, status=2).stderr
    assert not (tmp_path / "out.x").exists()


def test_show_masks_the_cases_of_a_table_as_mask_does(tmp_path, key_file) -> None:
    source = tmp_path / "in.csv"
    rows = [f"{number},{said(one)[:-1]} on 3 May 2014.,7" for number, one in enumerate(NAMES)]
    source.write_text("id,text,case\n" + "\n".join(rows) + "\n")
    keyed = ("-m", "rules", "--key-file", key_file, "--case-column", "case")
    masked = run("mask", source, *keyed).stdout
    (day,) = set(re.findall(r"\d+ [A-Z][a-z]+ \d{4}", masked))
    run("show", source, *keyed, "-o", tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text().count(day) == 3


def test_show_says_what_is_not_on_the_page(tmp_path) -> None:
    rows = [{"id": str(n), "text": said(NAMES[0])} for n in range(5)]
    source = jsonl(tmp_path / "in.jsonl", *rows)
    arguments = (source, "-m", "rules", "-o", tmp_path / "page.html")
    assert "3 more (--limit) are not on it" in run("show", *arguments, "--limit", 2).stderr
    assert "more (" not in run("show", *arguments, "--limit", 5).stderr


@pytest.mark.parametrize("cell", ["3", "", "[[0, 999, 'PATIENT']]"])
def test_marks_in_a_table_have_no_part_in_the_masking(tmp_path, cell) -> None:
    source = tmp_path / "in.csv"
    source.write_text(f'id,text,spans,n\n1,{said(NAMES[0])},"{cell}",5\n')
    result = run("mask", source, "-m", "rules")
    assert "Mr. [PATIENT] came.,5" in result.stdout
    assert "column 'spans' is left out" in result.stderr


def test_faulty_marks_do_not_keep_a_document_from_being_masked(tmp_path) -> None:
    line = {"id": "a", "text": said(NAMES[0]), "spans": [[0, 999, "PATIENT"]], "meta": {"x": 1}}
    result = run("mask", jsonl(tmp_path / "in.jsonl", line), "-m", "rules")
    assert json.loads(result.stdout)["text"] == "Mr. [PATIENT] came."
    assert "come out with 'id' and 'text' alone" in result.stderr


def test_missing_cases_of_a_parquet_file_are_no_case(tmp_path, key_file) -> None:
    arrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    cases = [float("nan"), float("nan"), 17.0, 17.0, None]
    text = "Mr. John Smith came on 3 May 2014."
    columns = {"id": list("abcde"), "text": [text] * 5, "case": cases}
    source, target = tmp_path / "in.parquet", tmp_path / "out.parquet"
    parquet.write_table(arrow.table(columns), source)
    keyed = ("-m", "rules", "--key-file", key_file, "--case-column", "case")
    run("mask", source, "-o", target, *keyed)
    one, two, *same, last = parquet.read_table(target).column("text").to_pylist()
    assert same[0] == same[1] and len({one, two, same[0], last}) == 4
    table = tmp_path / "in.csv"
    table.write_text(f"id,text,case\nz,{text},17\n")
    assert same[0] in run("mask", table, *keyed).stdout


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_quotation_marks_of_a_table_that_knows_no_quotes_cost_no_row(tmp_path, end) -> None:
    lines = ["id\ttext", '1\t"Mr. John Smith" was here.', '2\t"Mr. Carl Jones', '3\tMr. Bob "S"']
    source, target = tmp_path / "in.tsv", tmp_path / "out.tsv"
    source.write_bytes((end.join(lines) + end).encode())
    run("mask", source, "-m", "rules", "-o", target)
    masked = target.read_bytes().decode()
    kept = ["id\ttext", '1\t"Mr. [PATIENT]" was here.', '2\t"Mr. [PATIENT]']
    assert masked.split(end)[:3] == kept and masked.count(end) == 4
    # where cells in quotes are whole, quotes are none of the text, and hold tabs and line ends
    source.write_text('id\ttext\n1\t"Mr. John\tSmith\nwas ""here""."\n2\t"so"\n')
    run("mask", source, "-m", "rules", "-o", target)
    assert '""here""' in target.read_text() and target.read_text().endswith("2\tso\n")


@pytest.mark.parametrize("count", [0, 1, 3])
def test_an_array_comes_out_as_one(tmp_path, count) -> None:
    rows = [{"id": str(number), "text": said(name)} for number, name in enumerate(NAMES[:count])]
    source, target = tmp_path / "in.json", tmp_path / "out.json"
    source.write_text(json.dumps(rows, indent=1))
    run("mask", source, "-m", "rules", "-o", target, "--from", "jsonl")
    masked = json.loads(target.read_text())
    assert [row["id"] for row in masked] == [row["id"] for row in rows]
    assert {row["text"] for row in masked} <= {"Mr. [PATIENT] came."}


@pytest.mark.parametrize("command", ["find", "show", "mask"])
@pytest.mark.parametrize("spans", [[[0, 999, "PATIENT"]], 3, "none", [["x"]]])
@pytest.mark.parametrize("form", ["jsonl", "csv"])
def test_faulty_marks_keep_no_document_from_being_read(tmp_path, command, spans, form) -> None:
    source = tmp_path / f"in.{form}"
    if form == "csv":
        source.write_text(f"id,text,spans\na,{said(NAMES[0])},'{spans}'\n".replace(", ", ";"))
    else:
        jsonl(source, {"id": "a", "text": said(NAMES[0]), "spans": spans})
    run(command, source, "-m", "rules", "-o", tmp_path / "out.html")
    assert "PATIENT" in (tmp_path / "out.html").read_text()


@pytest.mark.parametrize("form", ["jsonl", "conll", "i2b2-2014"])
def test_what_is_worked_into_a_narrative_is_marked_in_every_format(tmp_path, form) -> None:
    rows = [{"id": str(n), "text": f"Rash on day {n}. It went away."} for n in range(4)]
    source, target = jsonl(tmp_path / "in.jsonl", *rows), tmp_path / "out"
    run("synthesize", target, "--narratives", source, "--seed", "1", "--to", form)
    assert sum(bool(record.spans) for record in read_records(target, form)) > 1
