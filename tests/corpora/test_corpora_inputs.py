"""Inputs that would lose documents without a word: pipes, damaged archives, mixed folders."""

from __future__ import annotations

import io
import os
import tarfile
from pathlib import Path

import pytest

from spacy_deid.corpora.checks import case_id
from spacy_deid.corpora.contract import Options
from spacy_deid.corpora.formats import guess_format, read_records
from spacy_deid.corpora.table_rows import _is_header
from spacy_deid.errors import DeidError

TEXT = b"Seen by Dr Hill. " * 50


def archive(path, members=5):
    with tarfile.open(path, "w") as tar:
        for number in range(members):
            info = tarfile.TarInfo(f"r{number}.txt")
            info.size = len(TEXT)
            tar.addfile(info, io.BytesIO(TEXT))
    return bytearray(path.read_bytes())


def documents(path, **options):
    failed = []
    found = [record.id for record in read_records(path, on_error=failed.append, **options)]
    return found, [problem.code for problem in failed]


def test_a_damaged_header_of_an_archive_is_no_end(tmp_path):
    path = tmp_path / "a.tar"
    data = archive(path)
    assert documents(path) == ([f"r{n}" for n in range(5)], [])
    size = 512 + 1024
    data[2 * size + 150] ^= 0xFF
    path.write_bytes(data)
    assert documents(path) == (["r0", "r1"], ["D004"])
    path.write_bytes(data[: 2 * size])
    assert documents(path) == (["r0", "r1"], ["D004"])
    path.write_bytes(data[: 2 * size + 10])
    assert documents(path, format="text") == (["r0", "r1"], ["D004"])


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_a_pipe_is_refused(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for form in (None, "jsonl"):
        with pytest.raises(DeidError, match="D004.*'-'"):
            list(read_records(pipe, form))


def test_one_table_does_not_decide_about_a_folder_of_texts(tmp_path):
    for number in range(3):
        (tmp_path / f"r{number}.txt").write_bytes(TEXT)
    assert guess_format(tmp_path) == "text"
    (tmp_path / "index.csv").write_text("id,text\n1,note\n")
    with pytest.raises(DeidError, match="D005.*3 texts beside 1"):
        guess_format(tmp_path)
    assert len(list(read_records(tmp_path, "text"))) == 3
    for number in range(3):
        (tmp_path / f"t{number}.csv").write_text("id,text\n1,note\n")
    assert guess_format(tmp_path) == "csv"


@pytest.mark.parametrize("closed", ["a.txt", "a.csv"])
def test_one_closed_file_keeps_no_other_out(closed, tmp_path, monkeypatch):
    # root may read all files, so the file is closed here
    real = Path.open

    def opened(path, *arguments, **options):
        if path.name == closed:
            raise PermissionError(13, "Permission denied")
        return real(path, *arguments, **options)

    for name in (closed, "b.txt"):
        (tmp_path / name).write_bytes(TEXT)
    monkeypatch.setattr(Path, "open", opened)
    found, codes = documents(tmp_path)
    assert found == ["b"] and codes == ["D004"] * (closed == "a.txt")


@pytest.mark.parametrize("case", [7, 7.0, "7", " 7", "7 ", "7.0"])
def test_a_case_is_one_however_a_table_writes_it(case):
    assert case_id(case) == "7"
    assert case_id(f"A-{case}") == f"A-{case}".strip()


@pytest.mark.parametrize("case", [[7], {"a": 7}, True])
def test_a_case_is_a_text_or_a_number(case):
    with pytest.raises(ValueError, match="case"):
        case_id(case)


def test_names_of_columns_are_told_from_data():
    assert _is_header(["ID", "Text", "Patient Name", "2nd phone"], Options())
    assert not _is_header(["1", "Seen by Dr Hill", "Rosa", "1954-03-17"], Options())
    assert not _is_header(["text", "Rosa Marsh", "1954-03-17"], Options())
