"""Every writer and its reader: random texts and spans come back as they were."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import pytest
from corpora_helpers import characters, documents, plain, write_all, xml_characters
from hypothesis import HealthCheck, given, settings

from spacy_deid.annotations import Record
from spacy_deid.corpora.formats import FORMATS, read_records
from spacy_deid.intervals import PhiSpan, trim
from spacy_deid.phi import SCHEMES

QUICK = settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
ANY_TEXT = ["jsonl", "csv", "tsv", "parquet", "docbin", "brat", "prodigy", "doccano"]
XML = ["i2b2-2014", "meddocan", "i2b2-2006", "uima"]
NAMES = {
    "jsonl": "o.jsonl", "csv": "o.csv", "tsv": "o.tsv", "parquet": "o.parquet",
    "docbin": "o.spacy", "prodigy": "o.jsonl", "doccano": "o.jsonl", "label-studio": "o.json",
    "i2b2-2006": "o.xml", "conll": "o.conll",
}  # fmt: skip


def there_and_back(format: str, records: list[Record]) -> list[Record]:
    folder = Path(tempfile.mkdtemp())
    try:
        target = folder / NAMES.get(format, "o")
        write_all(target, format, records)
        assert [path.name for path in folder.iterdir()] == [target.name]
        return list(read_records(target, format))
    finally:
        shutil.rmtree(folder)


def test_every_writer_is_tested_here():
    writers = {name for name, form in FORMATS.items() if form.open_writer is not None}
    assert writers == {*ANY_TEXT, *XML, "label-studio", "conll", "text"}


@pytest.mark.parametrize("format", [*ANY_TEXT, "label-studio"])
@QUICK
@given(records=documents(characters))
def test_any_text(format, records):
    assert plain(there_and_back(format, records)) == plain(records)


@pytest.mark.parametrize("format", XML)
@QUICK
@given(data=documents(xml_characters, labels=("X",)))
def test_xml(format, data):
    labels = SCHEMES.get(format, SCHEMES["i2b2-2014"])
    for item in data:
        item.spans = [
            PhiSpan(s.start, s.end, labels[(s.start * 7 + i) % len(labels)])
            for i, s in enumerate(item.spans)
        ]
    assert plain(there_and_back(format, data)) == plain(data)


@QUICK
@given(records=documents(characters))
def test_conll_keeps_all_but_white_space_at_the_edges_of_spans(records):
    for item in records:
        trimmed = [(*trim(item.text, (s.start, s.end)), s.label) for s in item.spans]
        item.spans = [PhiSpan(*span) for span in trimmed if span[0] < span[1]]
    assert plain(there_and_back("conll", records)) == plain(records)


@QUICK
@given(records=documents(characters))
def test_text_keeps_texts(records):
    back = there_and_back("text", records)
    assert sorted(item.text for item in back) == sorted(item.text for item in records)
    assert all(item.meta["annotated"] is False for item in back)


@pytest.mark.parametrize("format", [*ANY_TEXT, "label-studio"])
def test_documents_without_annotation_stay_so(format):
    (back,) = there_and_back(format, [Record("a", "some text", meta={"annotated": False})])
    assert back.meta["annotated"] is False
    (back,) = there_and_back(format, [Record("a", "some text")])
    assert back.meta.get("annotated", True) is True


@pytest.mark.parametrize("format", ["i2b2-2014", "brat", "uima", "text"])
@pytest.mark.parametrize("id", ["110-01", "a/b", "50%", "CON", "a.b", ".hidden", "x ", "ü:*?"])
def test_ids_become_file_names_and_come_back(format, id):
    assert [item.id for item in there_and_back(format, [Record(id, "text")])] == [id]


@pytest.mark.parametrize("format", [*ANY_TEXT, "label-studio", "conll", "i2b2-2006"])
def test_no_documents(format):
    assert there_and_back(format, []) == []
