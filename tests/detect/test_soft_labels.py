from __future__ import annotations

import io
from pathlib import Path

import numpy
import pytest
import spacy
from spacy.training import Example
from spacy.util import registry

from spacy_deid.detect.recognizers.lattice import chances
from spacy_deid.detect.recognizers.soft_labels import (
    Softened,
    create_soft_labels,
)
from spacy_deid.detect.recognizers.soft_targets import Targets, in_classes, soften, targets_of
from spacy_deid.errors import DeidError
from spacy_deid.learn.soft_labels import write_soft_labels
from spacy_deid.phi import LABELS

TAGS = ["O", "B-PATIENT", "I-PATIENT"]
TEXT = "ask Zebulon today"
OTHER = "ask Ysolde today"
NOTHING = Softened(numpy.zeros(0), numpy.zeros((0, 2)), numpy.zeros((0, 2)))


def softened(starts, choices, shares) -> Softened:
    return Softened(numpy.array(starts), numpy.array(choices), numpy.array(shares))


@pytest.fixture
def path(tmp_path):
    doubt = softened([4, 12], [[0, 1], [0, 2]], [[0.8, 0.2], [1.0, 0.0]])
    write_soft_labels(tmp_path / "s.npz", TAGS, [(TEXT, doubt), (OTHER, NOTHING)])
    return tmp_path / "s.npz"


def test_a_file_gives_back_what_was_written_by_text(path) -> None:
    held = create_soft_labels(path)
    assert held is not None and held.tags == TAGS and len(held.documents) == 2
    found = held.of(TEXT)
    assert found is not None
    assert found.starts.tolist() == [4, 12]
    assert found.choices.tolist() == [[0, 1], [0, 2]]
    assert found.shares.tolist() == [pytest.approx([0.8, 0.2], abs=0.003), [1.0, 0.0]]
    other = held.of(OTHER)
    assert other is not None and len(other.starts) == 0
    assert held.of(TEXT + " ") is None
    assert create_soft_labels(None) is None and create_soft_labels("") is None


def test_a_file_holds_no_text_and_leaves_nothing_beside_it(path) -> None:
    with numpy.load(path) as arrays:
        data = b"".join(arrays[name].tobytes() for name in arrays.files)
    assert b"Zebulon" not in data and "Zebulon".encode("utf-32-le") not in data
    assert [p.name for p in path.parent.iterdir()] == ["s.npz"]


def test_files_that_are_none_are_refused(path, tmp_path) -> None:
    with pytest.raises(DeidError, match="D003"):
        create_soft_labels(tmp_path / "none.npz")
    wrong = tmp_path / "w.npz"
    wrong.write_bytes(b"no archive")
    with pytest.raises(DeidError, match="D211"):
        create_soft_labels(wrong)
    data = path.read_bytes()
    middle = data[:120] + bytes(255 - byte for byte in data[120:160]) + data[160:]
    listed = io.BytesIO()
    numpy.save(listed, numpy.zeros(3))
    for damaged in (data[:-60], middle, listed.getvalue()):
        wrong.write_bytes(damaged)
        with pytest.raises(DeidError, match="D211"):
            create_soft_labels(wrong)
    with numpy.load(path) as arrays:
        held = dict(arrays)
    for name, value, told in (
        ("starts", held["starts"][:1], "some of it is missing"),
        ("tags", held["tags"][:1], "a tag is missing"),
        ("tags", numpy.array("O"), "no list"),
        ("shares", held["shares"][:, :1], "choices and shares differ"),
    ):
        numpy.savez(wrong, **{**held, name: value})
        with pytest.raises(DeidError, match=f"D211.*{told}"):
            create_soft_labels(wrong)
    del held["words"]
    numpy.savez(wrong, **held)
    with pytest.raises(DeidError, match="D211.*it has no words"):
        create_soft_labels(wrong)


def test_words_are_told_by_their_beginning() -> None:
    own = softened([4, 7, 30], [[1], [0], [0]], [[1.0], [1.0], [1.0]])
    targets = targets_of(own, [0, 4, 12])
    assert targets.rows.tolist() == [1] and targets.classes.tolist() == [[1]]


def test_what_a_tag_that_is_no_class_has_goes_to_the_annotation() -> None:
    targets = Targets(
        numpy.array([0, 1, 2]),
        numpy.array([[1, 0], [1, 2], [0, 2]]),
        numpy.array([[0.9, 0.1], [0.6, 0.4], [0.25, 0.75]]),
    )
    gold = numpy.array([1, 0, -1])
    found = in_classes(targets, TAGS, {"O": 0, "I-PATIENT": 1}, gold)
    assert found.rows.tolist() == [0, 1], "the annotation of the third is missing"
    assert found.classes.tolist() == [[1, 0], [0, 1]]
    assert found.shares.tolist() == [[0.9, 0.1], [0.6, 0.4]]


def test_soft_labels_have_their_share_in_the_gradient() -> None:
    # expected 0.5 each at three words of two documents, less 1 at the annotation
    gold = [numpy.array([0]), numpy.array([1, 0])]
    gradient = numpy.array([[-0.5, 0.5], [0.5, -0.5], [-0.5, 0.5]])
    targets = [None, Targets(numpy.array([1]), numpy.array([[1, 0]]), numpy.array([[0.75, 0.25]]))]
    soften(gradient, targets, gold, 0.8)
    assert gradient[:2].tolist() == [[-0.5, 0.5], [0.5, -0.5]]
    # 0.5 less 0.2 of the annotation and 0.8 of the other model
    assert gradient[2].tolist() == pytest.approx([0.5 - 0.2 - 0.2, 0.5 - 0.6])


@registry.readers("tests.marked_names.v1")
def create_marked_names():
    """Read a name that is marked in every document."""

    def corpus(reading):
        for _ in range(4):
            spans = [(4, 11, "PATIENT")]
            yield Example.from_dict(reading.make_doc(TEXT), {"entities": spans})

    return corpus


def chance(path: object, **settings) -> float:
    """Train on a name that is always marked; give how sure the network is of it.

    path: of soft labels, or None.
    """
    pytest.importorskip("torch")
    tokenizer = {"nlp": {"tokenizer": {"@tokenizers": "spacy_deid.NarrativeTokenizer.v1"}}}
    nlp = spacy.blank("en", config=tokenizer)
    basic = {"groups": ["forms"], "width": 16, "passes": 60, "dropout": 0.0, "min_frequency": 1}
    network = nlp.add_pipe(
        "deid_network", config={**basic, "learn_rate": 0.01, "batch_words": 9, **settings}
    )
    readers = {
        "corpus": {"@readers": "tests.marked_names.v1"},
        "soft_labels": {"@readers": "spacy_deid.SoftLabels.v1", "path": path and str(path)},
    }
    nlp.config["initialize"]["components"] = {"deid_network": readers}
    nlp.initialize()
    _, scores = network.scores_of(nlp.make_doc(TEXT))
    return float(1 - chances([scores], network.transitions)[0][1, 0])


def test_a_network_learns_what_another_model_doubts(path) -> None:
    assert chance(None) > 0.95
    # 0.3 of the annotation and 0.7 of the other model's 0.2
    assert 0.34 < chance(path, soft_share=0.7) < 0.54
    assert chance(path, soft_share=0.0) > 0.95


def test_more_tags_than_a_byte_can_tell_are_refused(tmp_path) -> None:
    with pytest.raises(DeidError, match="D011.*tags"):
        write_soft_labels(tmp_path / "a.npz", [f"B-{n}" for n in range(257)], [])


def test_the_file_of_the_released_corpus_has_the_labels_of_the_masker() -> None:
    held = create_soft_labels(Path(__file__).parents[2] / "assets/soft_labels/train.npz")
    assert held is not None and len(held.documents) > 50_000
    assert {tag[2:] for tag in held.tags if tag != "O"} <= {*LABELS, ""}
    assert {tag[:2] for tag in held.tags} <= {"O", "B-", "I-", "-"}


def test_soft_labels_of_other_documents_are_told_of(tmp_path) -> None:
    write_soft_labels(tmp_path / "o.npz", TAGS, [(OTHER, softened([4], [[0]], [[1.0]]))])
    with pytest.warns(UserWarning, match=r"D210.* 4 of 4 documents .*o\.npz"):
        assert chance(tmp_path / "o.npz") > 0.95
