"""Soft labels by a transformer that is made here: words, windows, and what it makes of a corpus."""

from __future__ import annotations

import json
from pathlib import Path

import numpy
import pytest
from typer.testing import CliRunner

from spacy_deid.annotations import Record
from spacy_deid.cli.app import app
from spacy_deid.cli.models import rule_pipeline
from spacy_deid.detect.recognizers.soft_labels import create_soft_labels
from spacy_deid.learn.teaching.words import PROPOSED, UNKNOWN, Words, form_of, read_words

NAMES = ("Zebulon", "Ysolde", "Thorvald", "Ermintrude", "Brannigan", "Quarnforth")
SOURCES = ("deid_patterns", "deid_gazetteer")


def read(*records: Record) -> Words:
    nlp = rule_pipeline()
    nlp.select_pipes(enable=list(SOURCES))
    return read_words(records, nlp, SOURCES, nlp.pipe(r.text for r in records))


def test_a_corpus_is_laid_out_in_words() -> None:
    text = "Mr Poe,\n\nseen on 3 May 2021"
    spans = [(3, 6, "PATIENT"), (17, 27, "DATE")]
    words = read(Record("a", text, spans), Record("b", "no rash", []))
    assert [words.vocabulary[n] for n in words.words[:4]] == ["Mr", "Poe", ",", "seen"]
    assert words.first[:4].tolist() == [0, 3, 6, 9]
    assert words.gaps[:5].tolist() == [0, 1, 0, 3, 1]
    assert words.bounds.tolist() == [0, 8, 10]
    assert words.texts == [text, "no rash"]
    assert [words.tags[n] for n in words.gold[:8]] == (
        ["O", "B-PATIENT", "O", "O", "O", "B-DATE", "I-DATE", "I-DATE"]
    )
    assert words.proposed.shape == (2, 10) and words.proposed.max() < PROPOSED
    assert words.proposed[0, 5] > 0 and words.proposed[0, 5] == words.proposed[0, 7]
    assert not words.proposed[0, 8:].any()


def test_words_whose_mark_is_missing_are_told() -> None:
    words = read(Record("a", "Poe-Marsh was ill", [(0, 3, "PATIENT"), (0, 7, "DOCTOR")]))
    assert UNKNOWN in words.gold.tolist() and "-" not in words.tags


def test_forms_tell_case_and_figures() -> None:
    words = ["ill", "ILL", "A", "Poe", "McX", "1", "123456", "B12", "1/2", "a-b", "--"]
    assert len({form_of(word) for word in words}) == len(words)
    assert form_of("1234567") == form_of("12345") != form_of("1234")


@pytest.fixture(scope="module")
def encoder(tmp_path_factory) -> Path:
    pytest.importorskip("torch")
    pytest.importorskip("transformers")
    from learn.encoder_support import tiny_encoder

    return tiny_encoder(tmp_path_factory.mktemp("encoder"), width=16)


@pytest.mark.parametrize("size", [3, 500, 1300])
def test_every_word_is_labelled_once_and_away_from_the_edges(encoder, size) -> None:
    from spacy_deid.learn.teaching.encoder import Course, Lesson, Pieces

    words = read(Record("a", "ab " * size, []), Record("b", "", []), Record("c", "rash", []))
    lesson = Lesson(words, Pieces(encoder, words.vocabulary), Course(), 0)
    for lap in (False, True):
        windows = lesson.windows([0, 1, 2], lap=lap)
        kept = [n for w in windows for n in range(w.kept, w.kept_end)]
        assert kept == list(range(size + 1))
        assert all(w.end - w.first <= 191 for w in windows), "two pieces a word, 382 at a time"
        inner = [w for w in windows if w.first > 0 and w.end < size]
        assert all(w.kept - w.first == w.end - w.kept_end == 25 * lap for w in inner)
    assert len(inner) == max(0, len(windows) - 3)
    together = list(lesson.batches(windows, shuffled=True))
    assert sorted(w.first for batch in together for w in batch) == [w.first for w in windows]


@pytest.fixture(scope="module")
def corpus(tmp_path_factory) -> Path:
    """Reports with a name that is marked, but for one."""
    path = tmp_path_factory.mktemp("corpus") / "train.jsonl"
    lines = []
    for number in range(40):
        name = NAMES[number % 6] if number != 17 else "Hildegard"
        spans = [[5, 5 + len(name), "PATIENT"]] if number != 17 else []
        text = f"then {name} took aspirin and was well"
        lines.append(json.dumps({"id": f"r{number}", "text": text, "spans": spans}))
    path.write_text("\n".join(lines))
    return path


def made(corpus: Path, output: Path, encoder: Path, *options: str):
    basic = ["soft-labels", str(corpus), str(output), "--encoder", str(encoder), "--jobs", "1"]
    return CliRunner().invoke(app, [*basic, *options])


def test_a_teacher_finds_the_mark_that_is_missing(encoder, corpus, tmp_path) -> None:
    pytest.importorskip("torch")
    options = ("--folds", "2", "--rounds", "2", "--passes", "12", "--learn-rate", "0.02")
    outputs = tmp_path / "a.npz", tmp_path / "b.npz"
    for output in outputs:
        result = made(corpus, output, encoder, *options, "--pieces", "512", "--least", "0.6")
        assert result.exit_code == 0, result.output
    assert outputs[0].read_bytes() == outputs[1].read_bytes(), "the same seed gives the same file"
    soft = create_soft_labels(outputs[0])
    assert soft is not None
    found = soft.of(json.loads(corpus.read_text().splitlines()[17])["text"])
    assert found is not None and found.starts.tolist() == [5]
    assert soft.tags[found.choices[0, 0]] == "B-PATIENT" and found.shares[0, 0] > 0.7
    assert len(soft.documents) == 7, "one entry for each text"
    assert "leaked" in result.output and "lost" in result.output
    assert not any(name in result.output for name in NAMES)
    doubted = sum(len(own.starts) for own in soft.documents.values())
    with numpy.load(outputs[0]) as held:
        assert held["words"].sum() == doubted < 5


def test_batches_are_bounded_by_what_they_are_filled_up_to(encoder) -> None:
    pytest.importorskip("torch")
    from spacy_deid.learn.teaching.encoder import Course, Lesson, Pieces

    words = read(*(Record(f"r{n}", "ab " * (n % 9 + 1), []) for n in range(200)))
    lesson = Lesson(words, Pieces(encoder, words.vocabulary), Course(pieces=512), 0)
    shapes = [rows.shape for _, rows, _ in lesson.laid_out(range(200), training=False)]
    assert all(shape[0] == 7 and shape[1] * shape[2] <= 512 for shape in shapes)
    assert sum(shape[1] for shape in shapes) == 200


def test_a_part_without_words_is_labelled_with_nothing(encoder) -> None:
    pytest.importorskip("torch")
    from spacy_deid.learn.teaching.cross_fit import soft_labels
    from spacy_deid.learn.teaching.encoder import Course

    words = read(*(Record(f"r{n}", "" if n < 2 else "no rash", []) for n in range(4)))
    told = []
    settings = {"rounds": 1, "least": 0.9, "course": Course(1), "seed": 0}
    found = list(soft_labels(words, [[0, 1], [2, 3]], encoder, tell=told.append, **settings))
    assert [text for text, _ in found] == ["", "no rash"]
    assert [(m.identifying, m.clear, m.lost) for m in told] == [(0, 0, 0), (0, 4, 0)]


def test_what_is_no_encoder_and_no_part_is_refused(encoder, corpus, tmp_path) -> None:
    for place in (tmp_path, tmp_path / "none"):
        result = made(corpus, tmp_path / "a.npz", place)
        assert result.exit_code and "D614" in result.output
    result = made(corpus, tmp_path / "a.npz", encoder, "--folds", "41")
    assert result.exit_code and "D606" in result.output
    for options, code in (
        (("--gpu-id", "99"), "D011"),
        (("--sources", "deid_none"), "D011"),
        (("--patient-pattern", "x(.+)"), "D607"),
    ):
        result = made(corpus, tmp_path / "a.npz", encoder, *options)
        assert result.exit_code and code in result.output
    assert not (tmp_path / "a.npz").exists()
    held = corpus.read_bytes()
    for output in (corpus, tmp_path / "a.gz"):
        result = made(corpus, output, encoder)
        assert result.exit_code and "D008" in result.output
    assert corpus.read_bytes() == held
