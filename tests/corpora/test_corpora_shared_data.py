"""The corpora beside the project: read, written and read again; aligned with tokens; in time."""

from __future__ import annotations

import zipfile
from collections import Counter

import pytest
from corpora_helpers import plain, shared, write_all
from spacy.vocab import Vocab

from spacy_deid.corpora.alignment import LIMIT, Alignment
from spacy_deid.corpora.docs import doc_to_record, misaligned, record_on
from spacy_deid.corpora.formats import guess_format, read_records
from spacy_deid.corpora.reader import create_corpus
from spacy_deid.phi import SCHEMES, map_losses
from spacy_deid.tokens import NarrativeTokenizer


@pytest.fixture(scope="module")
def meddocan():
    folder = shared("meddocan")
    found = [
        *read_records(folder / "train", "meddocan", strict=True, gold=True),
        *read_records(folder / "dev", "meddocan", strict=True, gold=True),
    ]
    assert (len(found), sum(len(item.spans) for item in found)) == (750, 17_134)
    return found


@pytest.fixture(scope="module")
def handoff():
    found = list(read_records(shared("i2b2_2014_sample"), "i2b2-2014", strict=True, gold=True))
    assert (len(found), sum(len(item.spans) for item in found)) == (25, 111)
    return found


@pytest.fixture(scope="module")
def older():
    path = shared("i2b2_2006_handoff_sample.xml")
    assert guess_format(path) == "i2b2-2006"
    found = list(read_records(path, strict=True, gold=True))
    assert (len(found), sum(len(item.spans) for item in found)) == (25, 110)
    return found


TARGETS = {
    "meddocan": "out",
    "brat": "out",
    "docbin": "o.spacy",
    "jsonl": "o.jsonl",
    "csv": "o.csv",
    "tsv": "o.tsv",
    "parquet": "o.parquet",
    "uima": "out",
    "conll": "o.conll",
    "prodigy": "o.jsonl",
    "doccano": "o.jsonl",
    "label-studio": "o.json",
}


SLOW = {"docbin", "uima", "conll"}
"""Formats that tokenize or build object trees: every third document is enough for their test."""


@pytest.mark.parametrize("format", TARGETS)
def test_750_meddocan_documents_there_and_back(meddocan, tmp_path, format):
    found = meddocan[::3] if format in SLOW else meddocan
    target = tmp_path / TARGETS[format]
    write_all(target, format, found)
    assert guess_format(target) == format
    assert plain(read_records(target, strict=True)) == plain(found)


@pytest.mark.parametrize("format", ["i2b2-2014", "brat", "docbin", "jsonl", "uima"])
def test_25_i2b2_2014_samples_there_and_back(handoff, tmp_path, format):
    target = tmp_path / TARGETS.get(format, "out")
    write_all(target, format, handoff)
    assert plain(read_records(target, strict=True)) == plain(handoff)


@pytest.mark.parametrize("format", ["i2b2-2006", "jsonl", "docbin"])
def test_the_2006_sample_there_and_back(older, tmp_path, format):
    target = tmp_path / TARGETS.get(format, "o.xml")
    write_all(target, format, older)
    assert plain(read_records(target, strict=True)) == plain(older)


def test_meddocan_from_a_zip(meddocan, tmp_path):
    folder = shared("meddocan/dev")
    with zipfile.ZipFile(tmp_path / "dev.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(folder.glob("*.xml")):
            archive.write(path, f"dev/{path.name}")
    assert guess_format(tmp_path / "dev.zip") == "meddocan"
    found = list(read_records(tmp_path / "dev.zip", strict=True))
    expected = {item.id: (item.text, item.spans) for item in meddocan}
    assert len(found) == 250
    for item in found:
        assert expected[item.id.removeprefix("dev/")] == (item.text, item.spans)


def test_meddocan_on_docs(meddocan):
    tokenize = NarrativeTokenizer(Vocab())
    alignment = Alignment()
    off = spans = 0
    for item in meddocan:
        doc = record_on(tokenize(item.text), item)
        assert doc.text == item.text
        assert doc_to_record(doc, "gold").spans == item.spans
        found = misaligned(doc)
        assert found == alignment.misaligned(item)
        assert len(doc.ents) == len(item.spans) - len(found)
        assert not found or not all(token.ent_iob for token in doc)
        off += len(found)
        spans += len(item.spans)
    assert off / spans < LIMIT / 5, f"{off} of {spans}"


def test_meddocan_in_our_labels(meddocan):
    counts = Counter(span.label for item in meddocan for span in item.spans)
    dropped = map_losses("meddocan", "i2b2-2014").dropped
    folder = shared("meddocan")
    mapped = Counter(
        span.label
        for part in ("train", "dev")
        for item in read_records(folder / part, scheme="i2b2-2014")
        for span in item.spans
    )
    assert set(mapped) <= set(SCHEMES["i2b2-2014"])
    assert mapped.total() == counts.total() - sum(counts[label] for label in dropped)


def test_meddocan_as_a_training_corpus():
    class Tokens:
        tokenizer = NarrativeTokenizer(Vocab())

    read = create_corpus(shared("meddocan/dev"), scheme="i2b2-2014", limit=20)
    assert sum(len(example.reference.ents) for example in read(Tokens())) > 300
