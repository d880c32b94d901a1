"""The chain under the recognizers: probabilities over all paths, and choosing word by word."""

from __future__ import annotations

from itertools import product

import numpy
import pytest
import spacy

from spacy_deid.detect.features.context import view_of
from spacy_deid.detect.recognizers.lattice import chances, decode
from spacy_deid.detect.recognizers.tagging import TagTable

CLASSES = ["O", "B-DATE", "I-DATE", "B-PATIENT"]
RANDOM = numpy.random.default_rng(7)
STEPS = RANDOM.normal(size=(4, 4)).astype(numpy.float32)


def tables(*lengths):
    return [RANDOM.normal(size=(length, 4)).astype(numpy.float32) for length in lengths]


def counted(scores, steps):
    """Add up every path by itself."""
    total = numpy.zeros(scores.shape)
    for path in product(range(4), repeat=len(scores)):
        weight = sum(scores[place, tag] for place, tag in enumerate(path))
        weight += sum(steps[a, b] for a, b in zip(path, path[1:], strict=False))
        for place, tag in enumerate(path):
            total[place, tag] += numpy.exp(weight)
    return total / total.sum(axis=1, keepdims=True)


def test_chances_are_those_of_all_paths_whatever_stands_beside_a_document() -> None:
    documents = tables(3, 0, 5, 1)
    for scores, likely in zip(documents, chances(documents, STEPS), strict=True):
        assert likely.shape == scores.shape
        if len(scores):
            assert likely == pytest.approx(counted(scores, STEPS), abs=1e-5)


def test_chances_hold_the_marginals_of_the_best_path() -> None:
    documents = tables(40, 7)
    for likely, (path, marginals) in zip(
        chances(documents, STEPS), decode(documents, STEPS), strict=True
    ):
        assert likely[numpy.arange(len(path)), path] == pytest.approx(marginals, abs=1e-6)


@pytest.mark.parametrize("bias", [0.0, 0.7, 2.4])
def test_a_bias_multiplies_the_odds_of_every_word_by_its_exponent(bias) -> None:
    likely = chances(tables(30), STEPS)[0]
    codes, tilted = TagTable(CLASSES).codes(likely, numpy.array([-bias, 0, 0, 0]))
    odds = (1 - likely[:, 0]) / likely[:, 0] * numpy.exp(bias)
    assert (1 - tilted[:, 0]) / tilted[:, 0] == pytest.approx(odds, rel=1e-3)
    assert ((codes != 0) == (odds >= 1)).all()
    chosen = codes[codes != 0]
    assert (chosen == likely[codes != 0, 1:].argmax(axis=1) + 1).all()


def test_a_bias_of_a_label_turns_words_to_it_and_none_to_another() -> None:
    likely = numpy.array([[0.6, 0.3, 0.0, 0.1], [0.8, 0.0, 0.1, 0.1]], dtype=numpy.float32)
    codes, _ = TagTable(CLASSES).codes(likely, numpy.array([0, 0, 0, 1.5]))
    assert codes.tolist() == [3, 0]
    codes, _ = TagTable(CLASSES).codes(likely, numpy.array([0, 2.0, 2.0, 0]))
    assert codes.tolist() == [1, 2]


def test_a_bias_on_words_does_not_add_up_over_words_that_go_together() -> None:
    # each of four words is rather not a date, and they are all dates or none of them is
    scores = numpy.zeros((4, 2), dtype=numpy.float32)
    scores[:, 0] = 1.5
    steps = 3 * numpy.eye(2, dtype=numpy.float32)
    path, _ = decode([scores - numpy.array([2.0, 0.0], dtype=numpy.float32)], steps)[0]
    codes, _ = TagTable(["O", "B-DATE"]).codes(chances([scores], steps)[0], numpy.array([-2.0, 0]))
    assert path.tolist() == [1, 1, 1, 1]
    assert codes.tolist() == [0, 0, 0, 0]


def test_what_is_least_sure_counts_words_found_and_words_left_alone() -> None:
    table = TagTable(CLASSES)
    likely = numpy.array([[0.9, 0.1, 0, 0], [0.2, 0.5, 0.2, 0.1]], dtype=numpy.float32)
    codes, tilted = table.codes(likely, numpy.zeros(4))
    assert codes.tolist() == [0, 1]
    assert table.least_sure(codes, tilted) == pytest.approx(0.8)
    assert table.least_sure(codes[:0], tilted[:0]) == 1.0


def test_a_span_is_as_sure_as_its_least_sure_word_of_any_label_or_of_its_own() -> None:
    likely = numpy.array([[0.1, 0.6, 0.1, 0.2], [0.3, 0.0, 0.4, 0.3]], dtype=numpy.float32)
    view = view_of(spacy.blank("en")("May June"))
    codes = numpy.array([1, 2])
    table = TagTable(CLASSES)
    assert table.spans(view, codes, likely) == [(0, 8, "DATE", pytest.approx(0.4))]
    assert table.spans(view, codes, likely, any_label=True)[0][3] == pytest.approx(0.7)


def test_words_of_a_recognizer_without_an_outside_tag_take_the_likeliest() -> None:
    likely = numpy.array([[0.4, 0.6]], dtype=numpy.float32)
    codes, tilted = TagTable(["B-DATE", "B-AGE"]).codes(likely, numpy.zeros(2))
    assert codes.tolist() == [1]
    assert tilted == pytest.approx(likely)
