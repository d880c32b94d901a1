"""Tables, plain text, where inputs lie, and masked output in the input's own form."""

from __future__ import annotations

import csv
import gzip
import io
import sys
import zipfile
from contextlib import suppress

import pytest
from corpora_helpers import characters, codes, lines, note, plain, read_with_problems, texts
from hypothesis import given, settings

from spacy_deid.annotations import Record
from spacy_deid.corpora.formats import (
    FORMATS,
    guess_format,
    open_masked_writer,
    open_writer,
    read_records,
)
from spacy_deid.corpora.table_rows import harmless
from spacy_deid.errors import DeidError
from spacy_deid.intervals import PhiSpan

RISKY = ["=1+1", "+cmd", "-x", "@SUM(A1)", "\t=1", "\r=1", "＝1"]


@pytest.mark.parametrize("cell", RISKY)
def test_cells_that_spreadsheets_would_run_get_an_apostrophe(cell):
    assert harmless(cell) == "'" + cell


@pytest.mark.parametrize("cell", ["-5", "+5.2", "-1,000", "1=2", "'=1", "a@b", "", "-3e5"])
def test_other_cells_and_numbers_stay(cell):
    assert harmless(cell) == cell


@pytest.mark.parametrize("format", ["csv", "tsv"])
@settings(max_examples=40, deadline=None)
@given(text=texts(characters))
def test_no_cell_that_is_written_can_run(tmp_path_factory, format, text):
    path = tmp_path_factory.mktemp("t") / f"a.{format}"
    with open_writer(path, format) as writer:
        writer.write(Record("=id", text))
        writer.write(Record("b", "=" + text))
    with path.open(newline="", encoding="utf-8") as handle:
        rows = list(csv.reader(handle, delimiter="," if format == "csv" else "\t"))
    for row in rows[1:]:
        for cell in row:
            assert not cell.startswith(("=", "+", "-", "@", "\t", "\r")) or harmless(cell) == cell
    assert [item.text for item in read_records(path)] == [text, "=" + text]


def test_a_foreign_table_keeps_its_apostrophes(tmp_path):
    (tmp_path / "a.csv").write_text("id,text\n1,'=x\n")
    assert [item.text for item in read_records(tmp_path / "a.csv")] == ["'=x"]


def test_columns_by_name_and_other_delimiters(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text('\ufeffCase;Narrative;ann\n7;"a;b\nc";"[[0,1,""DATE""]]"\n8;d;\n', "utf-8")
    names = {"text_column": "Narrative", "id_column": "case", "spans_column": "ann"}
    found = list(read_records(path, **names))
    assert plain(found) == [("7", "a;b\nc", [PhiSpan(0, 1, "DATE")]), ("8", "d", [])]
    assert [item.meta.get("annotated", True) for item in found] == [True, False]


def test_rows_are_numbered_where_there_is_no_id_column(tmp_path):
    (tmp_path / "a.csv").write_text("text\na\nb\n")
    assert [item.id for item in read_records(tmp_path / "a.csv")] == ["1", "2"]


@pytest.mark.parametrize("options", [{}, {"text_column": "text2"}, {"id_column": "nr"}])
def test_a_table_without_the_column(tmp_path, options):
    header = "id,text\n" if options else "id,body\n"
    (tmp_path / "a.csv").write_text(header + "1,x\n")
    with pytest.raises(DeidError, match="D012") as caught:
        list(read_records(tmp_path / "a.csv", on_error=pytest.fail, **options))
    assert "id" in str(caught.value)


def test_bad_rows(tmp_path):
    body = b'id,text,spans\n1,a\n2,\xe9,\n3,c,"[[0,1]]"\n4,d,nonsense\n5,e,\n6,"f"x,\n'
    (tmp_path / "a.csv").write_bytes(body)
    found, problems = read_with_problems(tmp_path / "a.csv")
    assert [item.id for item in found] == ["5"]
    assert codes(problems) == ["D113"] * 5
    assert all("line" in str(problem) and "\xe9" not in str(problem) for problem in problems)


def test_a_table_that_stops_inside_a_quote(tmp_path):
    (tmp_path / "a.csv").write_text('id,text\n1,a\n2,"b\n')
    found, problems = read_with_problems(tmp_path / "a.csv")
    assert ([item.id for item in found], codes(problems)) == (["1"], ["D113"])
    assert "line 3" in str(problems[0]) and "does not close" in str(problems[0])


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "latin-1"])
def test_a_table_in_another_encoding_says_so(encoding, tmp_path):
    (tmp_path / "a.csv").write_bytes("id,text,größe\n1,a,b\n".encode(encoding))
    with pytest.raises(DeidError, match="D006"):
        list(read_records(tmp_path / "a.csv", strict=True))
    (record,) = read_records(tmp_path / "a.csv", strict=True, encoding=encoding)
    assert record.text == "a"


def test_bytes_that_no_such_encoding_has_are_no_crash(tmp_path):
    (tmp_path / "a.csv").write_bytes("id,text\n1,a\n".encode("utf-16-le"))
    with pytest.raises(DeidError, match="D113"):
        list(read_records(tmp_path / "a.csv", strict=True, encoding="utf-16"))


def test_long_cells(tmp_path):
    item = Record("a", "x" * 1_000_000)
    with open_writer(tmp_path / "a.csv", "csv") as writer:
        writer.write(item)
    assert plain(read_records(tmp_path / "a.csv")) == plain([item])


def test_parquet_with_spans_as_lists_and_columns_of_other_types(tmp_path):
    arrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    table = arrow.table(
        {
            "id": [1, 2, 3],
            "weight": [1.5, None, 3.0],
            "text": ["on 3/4", None, "c"],
            "spans": [[{"start": 3, "end": 6, "label": "DATE"}], None, []],
        }
    )
    path = tmp_path / "a.parquet"
    parquet.write_table(table, path)
    assert guess_format(path) == "parquet"
    found = list(read_records(path))
    assert plain(found) == [("1", "on 3/4", [PhiSpan(3, 6, "DATE")]), ("2", "", []), ("3", "c", [])]
    with open_masked_writer(path, None, tmp_path / "b.parquet") as writer:
        writer.write(Record("1", "on [DATE]", [PhiSpan(3, 9, "DATE")]))
        writer.write(Record("3", "c"))
    masked = parquet.read_table(tmp_path / "b.parquet").to_pydict()
    assert masked == {"id": [1, 3], "weight": [1.5, 3.0], "text": ["on [DATE]", "c"]}


def test_parquet_that_is_none(tmp_path):
    (tmp_path / "a.parquet").write_bytes(b"PAR1 not really")
    _, problems = read_with_problems(tmp_path / "a.parquet")
    assert codes(problems) == ["D122"]


# plain text and where inputs lie


def test_texts_are_read_to_the_byte(tmp_path):
    (tmp_path / "sub").mkdir()
    (tmp_path / "b.txt").write_bytes(b"\xef\xbb\xbfa\r\nb\x00\n")
    (tmp_path / "sub" / "a b.txt").write_bytes(b"")
    (tmp_path / ".hidden.txt").write_bytes(b"x")
    (tmp_path / "notes.md").write_bytes(b"x")
    assert guess_format(tmp_path) == "text"
    found = [(item.id, item.text) for item in read_records(tmp_path)]
    assert found == [("b", "a\r\nb\x00\n"), ("sub/a b", "")]


def test_an_encoding_that_is_named(tmp_path):
    (tmp_path / "a.txt").write_bytes("José".encode("latin-1"))
    assert [r.text for r in read_records(tmp_path / "a.txt", encoding="latin-1")] == ["José"]
    _, problems = read_with_problems(tmp_path / "a.txt")
    assert codes(problems) == ["D006"] and "byte 3" in str(problems[0])
    with pytest.raises(DeidError, match="D123"):
        read_with_problems(tmp_path / "a.txt", encoding="nonsense")


def test_a_gzipped_file(tmp_path):
    with gzip.open(tmp_path / "a.jsonl.gz", "wb") as handle:
        handle.write(b'{"id": "a", "text": "x"}\n')
    assert plain(read_records(tmp_path / "a.jsonl.gz")) == [("a", "x", [])]


def test_standard_input(monkeypatch):
    class Stdin:
        buffer = io.BufferedReader(io.BytesIO(b'{"id": "a", "text": "x"}\n'))

    monkeypatch.setattr(sys, "stdin", Stdin)
    assert guess_format("-") == "jsonl"
    assert plain(read_records("-")) == [("a", "x", [])]
    assert not Stdin.buffer.closed


def test_what_is_not_there_or_not_known(tmp_path):
    with pytest.raises(DeidError, match="D003"):
        guess_format(tmp_path / "none")
    with pytest.raises(DeidError, match="D003"):
        list(read_records(tmp_path / "none", "jsonl"))
    (tmp_path / "a.bin").write_bytes(b"\x00\x01\x02")
    with pytest.raises(DeidError, match="D005"):
        guess_format(tmp_path / "a.bin")
    with pytest.raises(DeidError, match="D123"):
        list(read_records(tmp_path / "a.bin", "nonsense"))
    with pytest.raises(DeidError, match="D123"):
        list(read_records(tmp_path / "a.bin", "text", scheme="nonsense"))


@pytest.mark.parametrize(
    "name",
    sorted(set(FORMATS) - {"e2b-r2", "e2b-r3", "vaers"}),
)
def test_what_is_written_is_recognised(tmp_path, name):
    endings = {"docbin": ".spacy", "i2b2-2006": ".xml"}
    form = FORMATS[name]
    target = tmp_path / ("out" if form.folder else "out" + endings.get(name, form.suffixes[0]))
    item = note()
    if name == "meddocan":
        item.spans = [PhiSpan(0, 7, "NOMBRE_SUJETO_ASISTENCIA")]
    if name == "i2b2-2006":
        item.spans = item.spans[:2]
    with open_writer(target, name) as writer:
        writer.write(item)
    assert guess_format(target) == name


def test_a_licence_and_a_read_me_do_not_decide(tmp_path):
    with open_writer(tmp_path, "i2b2-2014") as writer:
        writer.write(note())
    (tmp_path / "LICENSE").write_text("{}")
    (tmp_path / "A.txt").write_text("read me")
    assert guess_format(tmp_path) == "i2b2-2014"


# nothing half written


@pytest.mark.parametrize("name", sorted(n for n, f in FORMATS.items() if f.open_writer))
def test_nothing_is_left_after_a_failure(tmp_path, name):
    with pytest.raises(RuntimeError):
        with open_writer(tmp_path / "out", name) as writer:
            writer.write(Record("a", "text"))
            raise RuntimeError
    assert list(tmp_path.iterdir()) == []


def test_an_existing_output_stays_until_the_new_one_is_whole(tmp_path):
    target = tmp_path / "out.jsonl"
    target.write_text("old")
    with open_writer(target, "jsonl") as writer:
        writer.write(Record("a", "text"))
        assert target.read_text() == "old"
    assert target.read_text() == '{"id": "a", "text": "text", "spans": []}\n'


def test_an_existing_folder_takes_files_of_its_own_file_system(tmp_path):
    real, link = tmp_path / "volume" / "real", tmp_path / "out"
    real.mkdir(parents=True)
    link.symlink_to(real)
    (real / "old.txt").write_text("old")
    for broken in (True, False):
        with suppress(RuntimeError), open_writer(link, "text") as writer:
            writer.write(Record("sub/a", "text"))
            assert len(list(real.iterdir())) == 2 and len(list(tmp_path.iterdir())) == 2
            if broken:
                raise RuntimeError
        found = sorted(path.relative_to(real).as_posix() for path in real.rglob("*"))
        assert found == ["old.txt", *["sub", "sub/a.txt"] * (not broken)]


def test_output_that_cannot_be_written(tmp_path):
    (tmp_path / "file").write_text("")
    for target, name in [
        (tmp_path / "file" / "x.jsonl", "jsonl"),
        (tmp_path / "none" / "x.jsonl", "jsonl"),
        (tmp_path, "jsonl"),
        (tmp_path / "file", "brat"),
        ("-", "brat"),
    ]:
        with pytest.raises(DeidError, match="D008"), open_writer(target, name):
            pytest.fail("opened")
    with pytest.raises(DeidError, match="D124"), open_writer(tmp_path / "o", "e2b-r3"):
        pytest.fail("opened")


# masked output


def masked(source, target, skip=(), **options):
    with open_masked_writer(source, None, target, **options) as writer:
        for item in read_records(source, **options):
            if item.id not in skip:
                text = "[X]" + item.text[1:]
                writer.write(Record(item.id, text, [PhiSpan(0, 3, "DATE")], item.meta))


def test_masked_csv_is_the_same_table(tmp_path):
    source = tmp_path / "a.csv"
    source.write_text('nr,text,spans,o\n1,"a\nb",,=1+1\n2,secret,,z\n3,"c,","[]",-5\n')
    masked(source, tmp_path / "b.csv", skip={"2"}, id_column="nr")
    with (tmp_path / "b.csv").open(newline="") as handle:
        rows = list(csv.reader(handle))
    assert rows == [["nr", "text", "o"], ["1", "[X]\nb", "=1+1"], ["3", "[X],", "-5"]]
    assert "secret" not in (tmp_path / "b.csv").read_text()


def test_masked_csv_keeps_its_delimiter(tmp_path):
    (tmp_path / "a.csv").write_text("id;text;x,y\n1;a,b;c\n")
    masked(tmp_path / "a.csv", tmp_path / "b.csv")
    assert list(lines(tmp_path / "b.csv")) == ["id;text;x,y", "1;[X],b;c"]


def test_masked_csv_needs_the_order_of_the_input(tmp_path):
    (tmp_path / "a.csv").write_text("id,text\n1,a\n2,b\n")
    with pytest.raises(DeidError, match="D121"):
        with open_masked_writer(tmp_path / "a.csv", None, tmp_path / "b.csv") as writer:
            writer.write(Record("2", "x"))
            writer.write(Record("1", "x"))
    assert not (tmp_path / "b.csv").exists()
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.write(tmp_path / "a.csv", "a.csv")
    for source in ("-", tmp_path / "a.zip"):
        with pytest.raises(DeidError, match="D118"):
            with open_masked_writer(source, "csv", tmp_path / "b"):
                pytest.fail("opened")


def test_masked_jsonl_holds_id_and_text_alone(tmp_path):
    line = '{"id": "a", "text": "abc", "spans": [], "known_phi": [["PATIENT", "Lee"]], "o": 1}\n'
    (tmp_path / "a.jsonl").write_text(line)
    masked(tmp_path / "a.jsonl", tmp_path / "b.jsonl")
    assert list(lines(tmp_path / "b.jsonl")) == ['{"id": "a", "text": "[X]bc"}']


def test_masked_texts(tmp_path):
    (tmp_path / "in" / "s").mkdir(parents=True)
    (tmp_path / "in" / "s" / "a.txt").write_bytes(b"ab\r\n")
    (tmp_path / "in" / "b.txt").write_bytes(b"secret")
    masked(tmp_path / "in", tmp_path / "out", skip={"b"})
    assert {p.name for p in (tmp_path / "out").rglob("*")} == {"s", "a.txt"}
    assert (tmp_path / "out" / "s" / "a.txt").read_bytes() == b"[X]b\r\n"
    (tmp_path / "c.txt").write_bytes(b"\xef\xbb\xbfab")
    masked(tmp_path / "c.txt", tmp_path / "d.txt")
    assert (tmp_path / "d.txt").read_bytes() == b"\xef\xbb\xbf[X]b"


@pytest.mark.parametrize("name", ["i2b2-2014", "meddocan", "brat"])
def test_masked_documents_of_a_directory(tmp_path, name):
    items = [Record("a", "ab"), Record("b", "secret")]
    with open_writer(tmp_path / "in", name) as writer:
        for item in items:
            writer.write(item)
    masked(tmp_path / "in", tmp_path / "out", skip={"b"})
    label = "FECHAS" if name == "meddocan" else "DATE"
    assert guess_format(tmp_path / "out") == name
    assert plain(read_records(tmp_path / "out")) == [("a", "[X]b", [PhiSpan(0, 3, label)])]


def test_masked_2006_file(tmp_path):
    with open_writer(tmp_path / "a.xml", "i2b2-2006") as writer:
        writer.write(Record("1", "ab"))
    masked(tmp_path / "a.xml", tmp_path / "b.xml")
    assert '<PHI TYPE="DATE">[X]</PHI>b' in (tmp_path / "b.xml").read_text()


def test_masked_form_without_one_of_its_own_is_written_as_its_format(tmp_path):
    with open_writer(tmp_path / "a.jsonl", "doccano") as writer:
        writer.write(Record("1", "ab"))
    masked(tmp_path / "a.jsonl", tmp_path / "b.jsonl")
    assert list(lines(tmp_path / "b.jsonl")) == [
        '{"id": "1", "text": "[X]b", "label": [[0, 3, "DATE"]]}'
    ]


@pytest.mark.parametrize("meta", [True, False])
def test_masked_csv_takes_the_row_that_was_read(tmp_path, meta):
    source, target = tmp_path / "a.csv", tmp_path / "b.csv"
    source.write_bytes(b"id,text,who\n1,\xff,ROW1\n1,Bob,ROW2\n2,x,ROW3\n")
    found, problems = read_with_problems(source)
    assert codes(problems) == ["D113"]
    with open_masked_writer(source, None, target) as writer:
        for item in found:
            writer.write(Record(item.id, "[X]", [], item.meta if meta else {}))
    assert list(lines(target)) == ["id,text,who", "1,[X],ROW2", "2,[X],ROW3"]


def test_masked_csv_takes_the_row_by_its_line(tmp_path):
    (tmp_path / "a.csv").write_text("id,text,who\n1,a,ROW1\n1,b,ROW2\n")
    with open_masked_writer(tmp_path / "a.csv", None, tmp_path / "b.csv") as writer:
        writer.write(Record("1", "[X]", [], {"line": 3}))
    assert list(lines(tmp_path / "b.csv")) == ["id,text,who", "1,[X],ROW2"]


@pytest.mark.parametrize("meta", [True, False])
def test_masked_parquet_takes_the_row_that_was_read(tmp_path, meta):
    arrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    rows = {"id": ["1", "1"], "text": [b"\xff", b"Bob\nx"], "who": [1, 2], "escaped": ["", "y"]}
    parquet.write_table(arrow.table(rows), tmp_path / "a.parquet")
    found, problems = read_with_problems(tmp_path / "a.parquet")
    assert (plain(found), codes(problems)) == ([("1", "Bob\nx", [])], ["D113"])
    with open_masked_writer(tmp_path / "a.parquet", None, tmp_path / "b.parquet") as writer:
        writer.write(Record("1", "[X]", [], found[0].meta if meta else {}))
    masked = parquet.read_table(tmp_path / "b.parquet").to_pydict()
    assert masked == {"id": ["1"], "text": ["[X]"], "who": [2], "escaped": ["y"]}


@pytest.mark.parametrize(
    ("column", "cells"),
    [
        ("text", [["Bob Jones"], ["x"]]),
        ("text", [{"a": "Bob Jones"}, {"a": "x"}]),
        ("id", [["Bob Jones"], ["x"]]),
        ("spans", [["Bob Jones", "5", "X"], ["1", "x", "X"]]),
        ("spans", [[{"start": "Bob Jones", "end": "5", "label": "X"}], None]),
    ],
)
def test_parquet_cells_of_the_wrong_kind_are_not_quoted(tmp_path, column, cells):
    arrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    rows = {"id": ["1", "2"], "text": ["a", "b"], "spans": [None, None], column: cells}
    parquet.write_table(arrow.table(rows), tmp_path / "a.parquet")
    _, problems = read_with_problems(tmp_path / "a.parquet")
    assert set(codes(problems)) == {"D113"}
    assert not any("Bob" in str(problem) for problem in problems)


def test_a_table_without_a_header_is_not_quoted(tmp_path):
    (tmp_path / "a.csv").write_text('Anna Bell,9,"Mrs Anna Bell, born 1950"\n')
    with pytest.raises(DeidError, match="D012.*3 cells") as caught:
        list(read_records(tmp_path / "a.csv"))
    assert "Anna" not in str(caught.value)


@pytest.mark.parametrize("order", [("patient", "id", "text"), ("text", "id", "patient")])
def test_a_row_that_cannot_be_written_is_named_by_its_id(tmp_path, order):
    row = {"patient": "John Smith", "id": "7", "text": "John fell"}
    body = ",".join([*order, "site"]) + "\n" + ",".join(row[name] for name in order)
    (tmp_path / "a.csv").write_bytes(body.encode() + b",M\xfcnchen\n")
    (found,) = read_records(tmp_path / "a.csv")
    with open_masked_writer(tmp_path / "a.csv", None, tmp_path / "b.csv") as writer:
        with pytest.raises(DeidError, match="D116.*document 7") as caught:
            writer.write(found)
    assert "John" not in str(caught.value)


@pytest.mark.parametrize("body", ["1,- Bob fell", "=3,Bob fell", "2,a\n@4,+ Bob"])
def test_masked_csv_is_read_back_with_the_same_ids_and_texts(tmp_path, body):
    (tmp_path / "a.csv").write_text(f"id,text\n{body}\n")
    found = list(read_records(tmp_path / "a.csv"))
    for source, target in (("a.csv", "b.csv"), ("b.csv", "c.csv")):
        with open_masked_writer(tmp_path / source, None, tmp_path / target) as writer:
            for item in found:
                writer.write(Record(item.id, item.text.replace("Bob", "[X]"), [], item.meta))
        assert next(iter(lines(tmp_path / target))) == "id,text"
        again = [(item.id, item.text) for item in read_records(tmp_path / target)]
        assert again == [(item.id, item.text.replace("Bob", "[X]")) for item in found]


def test_masked_csv_keeps_cells_that_a_spreadsheet_runs(tmp_path):
    (tmp_path / "a.csv").write_text("=x,id,text,+y\n@a,=1,- Bob,+47 22\n-,2,Bob,-2.5 b\n")
    with open_masked_writer(tmp_path / "a.csv", None, tmp_path / "b.csv") as writer:
        for item in read_records(tmp_path / "a.csv"):
            writer.write(Record(item.id, item.text.replace("Bob", ""), [], item.meta))
    expected = ["=x,id,text,+y", "@a,=1,- ,+47 22", "-,2,,-2.5 b"]
    assert list(lines(tmp_path / "b.csv")) == expected


def test_masked_csv_keeps_a_column_of_the_user_named_escaped(tmp_path):
    (tmp_path / "a.csv").write_text("id,text,Escaped\n1,a,yes\n")
    masked(tmp_path / "a.csv", tmp_path / "b.csv")
    assert list(lines(tmp_path / "b.csv")) == ["id,text,Escaped", "1,[X],yes"]
    (tmp_path / "a.csv").write_text("id,text,escaped\n=1,a,yes\n2,a,no\n")
    masked(tmp_path / "a.csv", tmp_path / "b.csv")
    assert list(lines(tmp_path / "b.csv")) == ["id,text,escaped", "'=1,[X],yes id", "2,[X],no"]
    assert [item.id for item in read_records(tmp_path / "b.csv")] == ["=1", "2"]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig", "utf-16-le", "latin-1"])
def test_masked_csv_has_at_most_one_byte_order_mark(tmp_path, encoding):
    (tmp_path / "a.csv").write_bytes("id,text\r\n1,aé\r\n2,b\r\n".encode(encoding))
    masked(tmp_path / "a.csv", tmp_path / "b.csv", encoding=encoding)
    expected = "id,text\r\n1,[X]é\r\n2,[X]\r\n".encode(encoding)
    assert (tmp_path / "b.csv").read_bytes() == expected


@pytest.mark.parametrize(
    "body",
    [
        b"id,text\n1,aa\n",
        b"id,text\r\n1,aa\r\n",
        b"id,text\r1,aa\r",
        b"\xef\xbb\xbfid,text\n1,aa\n",
        b'"id","text"\n"1","aa"\n"2",""\n',
        b'id;text;"a;b,c,d,e"\n1;aa;x\n',
        b'id,text\n1,"a\nb"\n',
    ],
)
def test_masked_csv_keeps_its_form(tmp_path, body):
    (tmp_path / "a.csv").write_bytes(body)
    with open_masked_writer(tmp_path / "a.csv", None, tmp_path / "b.csv") as writer:
        for item in read_records(tmp_path / "a.csv"):
            writer.write(item)
    assert (tmp_path / "b.csv").read_bytes() == body


def test_a_cell_with_a_line_end_of_another_kind_stays_one_cell(tmp_path):
    (tmp_path / "a.csv").write_bytes(b'id,text\n1,"a\rb"\n2,c\n')
    masked(tmp_path / "a.csv", tmp_path / "b.csv")
    assert [item.text for item in read_records(tmp_path / "b.csv")] == ["[X]\rb", "[X]"]


def test_columns_of_several_words_are_named(tmp_path):
    (tmp_path / "a.csv").write_text("Case ID,Narrative,Reporter comment\n1,a,Ada Finch called\n")
    names = {"text_column": "Narrative", "id_column": "Case ID"}
    with open_masked_writer(tmp_path / "a.csv", None, tmp_path / "b.csv", **names) as writer:
        assert writer.left == ["Reporter comment"]


def test_masked_parquet_keeps_missing_texts_and_drops_notes_beside_the_columns(tmp_path):
    arrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    note = {"by": "Ada Finch"}
    schema = arrow.schema(
        [arrow.field("id", arrow.string(), metadata=note), arrow.field("text", arrow.string())],
        metadata={**note, "pandas": '{"columns": [], "attributes": {"by": "Ada Finch"}}'},
    )
    table = arrow.table({"id": ["1", "2", "3"], "text": ["a", None, ""]}, schema=schema)
    parquet.write_table(table, tmp_path / "a.parquet")
    with open_masked_writer(tmp_path / "a.parquet", None, tmp_path / "b.parquet") as writer:
        for item in read_records(tmp_path / "a.parquet"):
            writer.write(item)
    found = parquet.read_table(tmp_path / "b.parquet")
    assert found["text"].to_pylist() == ["a", None, ""]
    assert b"Finch" not in (tmp_path / "b.parquet").read_bytes()
    assert found.schema.metadata == {b"pandas": b'{"columns": []}'}


@pytest.mark.parametrize("encoding", ["UTF_8", "u8", "utf8"])
def test_every_name_of_utf_8_allows_for_a_byte_order_mark(tmp_path, encoding):
    path = tmp_path / "a.csv"
    path.write_text("id,text\n7,x\n", encoding="utf-8-sig")
    assert [item.id for item in read_records(path, encoding=encoding)] == ["7"]


def test_parquet_with_two_text_columns_is_refused(tmp_path):
    arrow = pytest.importorskip("pyarrow")
    table = arrow.table([["1"], ["Ann"], ["Bob"]], names=["id", "text", "text"])
    pytest.importorskip("pyarrow.parquet").write_table(table, tmp_path / "a.parquet")
    found, problems = read_with_problems(tmp_path / "a.parquet")
    assert not found and codes(problems) == ["D122"]
