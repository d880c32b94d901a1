"""Rows of words that a scorer learns while it works: whole, whoever interrupts or shares it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy
import pytest

from spacy_deid.detect.recognizers.linear import LinearScorer


class Letters:
    """Features of a word are its letters; none from the context."""

    reach = 1

    def word(self, word):
        return [("-" + letter, *map(str.upper, word)) for letter in "abc"]


class Sums:
    """Every feature weighs its first and its last character."""

    classes = ["first", "last"]

    def totals(self, features, owners, count):
        found = numpy.zeros((count, 2), dtype=numpy.float32)
        for feature, owner in zip(features, owners, strict=True):
            found[owner] += (ord(feature[0]), ord(feature[-1]))
        return found


def texts(number):
    return [[f"w{n * 7 % number}x{n % 5}" for n in range(k, k + 30)] for k in range(number)]


def scores(scorer, words):
    return scorer.score(words, [[f"m{word}"] for word in words])


def test_an_interrupted_call_leaves_no_word_without_its_row(monkeypatch):
    words = ["alpha", "beta", "gamma"]
    expected = scores(LinearScorer(Letters(), Sums()), words)
    for name in ("_totals_of", "_context_scores"):
        scorer = LinearScorer(Letters(), Sums())
        scores(scorer, words[:1])

        def stop(*arguments):
            raise KeyboardInterrupt

        with monkeypatch.context() as patch:
            patch.setattr(scorer, name, stop)
            with pytest.raises(KeyboardInterrupt):
                scores(scorer, words)
        assert numpy.array_equal(scores(scorer, words), expected)


def test_threads_give_what_one_gives():
    expected = [scores(LinearScorer(Letters(), Sums()), words) for words in texts(200)]
    shared = LinearScorer(Letters(), Sums())
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda words: scores(shared, words), texts(200)))
    for ours, alone in zip(found, expected, strict=True):
        assert numpy.array_equal(ours, alone)
