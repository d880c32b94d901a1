"""Intervals and tests against published or hand-computed values."""

from __future__ import annotations

import math

import numpy
import pytest

from spacy_deid.errors import DeidError
from spacy_deid.score.agreement import agreement
from spacy_deid.score.figures import intervals, rows
from spacy_deid.score.significance import (
    approximate_randomisation,
    grouped,
    mcnemar,
    percentiles,
    resampled,
    sample_size,
    two_proportions,
    wilson,
)


def recall(sums):
    return sums[..., 0] / numpy.maximum(sums[..., 0] + sums[..., 1], 1)


def test_wilson_of_no_leak_in_71_documents_is_not_zero():
    low, high = wilson(0, 71)
    z2 = 1.959963984540054**2
    assert low == 0
    assert high == pytest.approx(z2 / (71 + z2))
    assert high == pytest.approx(0.0513, abs=1e-4)


def test_wilson_of_a_known_case_and_its_mirror():
    # 81 of 263: 0.2553 to 0.3662 (Newcombe 1998, method 3).
    low, high = wilson(81, 263)
    assert (round(low, 4), round(high, 4)) == (0.2553, 0.3662)
    mirrored = wilson(263 - 81, 263)
    assert mirrored.low == pytest.approx(1 - high) and mirrored.high == pytest.approx(1 - low)
    assert wilson(5, 5).high == 1 and wilson(0, 0) == (0, 1)
    assert wilson(81, 263, 0.99).high > high


def test_z_test_of_system_5():
    # p = (90 + 80) / 200 = 0.85; z = 0.1 / sqrt(0.85 * 0.15 * 0.02).
    found = two_proportions(90, 100, 80, 100)
    assert found.z == pytest.approx(0.1 / math.sqrt(0.85 * 0.15 * 0.02))
    assert found.z == pytest.approx(1.9803, abs=1e-4)
    assert found.significant
    assert found.p == pytest.approx(0.0477, abs=1e-4)
    assert not two_proportions(89, 100, 80, 100).significant
    assert two_proportions(5, 5, 7, 7) == (0.0, 1.0, False)
    assert two_proportions(0, 0, 7, 9) == (0.0, 1.0, False)


def test_mcnemar_is_the_exact_binomial_test():
    assert mcnemar(0, 0) == 1
    assert mcnemar(5, 5) == 1
    assert mcnemar(0, 5) == pytest.approx(2 / 32)
    assert mcnemar(1, 9) == pytest.approx(2 * (1 + 10) / 1024)
    assert mcnemar(9, 1) == mcnemar(1, 9)
    assert 0 <= mcnemar(40_000, 41_000) < 0.001


def test_sample_size_is_the_least_that_is_enough():
    cases = sample_size(0.05)
    assert wilson(0, cases).high <= 0.05 < wilson(0, cases - 1).high
    assert cases == 73  # z² (1 − 0.05) / 0.05 = 72.99
    assert sample_size(0.01) == 381
    assert sample_size(0.05, expected=0.02) > cases


def test_randomisation_tells_equal_from_different():
    draw = numpy.random.default_rng(3)
    total = numpy.full(200, 5)
    one = draw.binomial(total, 0.9)
    a = numpy.stack((one, total - one), axis=1)
    assert approximate_randomisation(a, a, recall, rounds=200) == 1
    worse = draw.binomial(total, 0.7)
    b = numpy.stack((worse, total - worse), axis=1)
    assert approximate_randomisation(a, b, recall, rounds=999) == pytest.approx(0.001)
    other = draw.binomial(total, 0.9)
    c = numpy.stack((other, total - other), axis=1)
    assert approximate_randomisation(a, c, recall, rounds=999) > 0.05
    assert approximate_randomisation(a, c, recall, rounds=99, seed=1) == (
        approximate_randomisation(a, c, recall, rounds=99, seed=1)
    )


def test_randomisation_of_few_documents_is_that_of_all_swaps():
    # Three documents, each 2 against 0 hits: only the two extreme of eight swaps reach it.
    a, b = numpy.array([[2, 0]] * 3), numpy.array([[0, 2]] * 3)
    found = approximate_randomisation(a, b, recall, rounds=20_000)
    assert found == pytest.approx(2 / 8, abs=0.01)


def test_bootstrap_is_repeatable_and_about_right():
    weights = resampled(400, samples=2000, seed=5)
    assert (weights.sum(axis=1) == 400).all()
    assert (resampled(400, samples=2000, seed=5) == weights).all()
    hits = (numpy.arange(400) % 4 > 0).astype(float)[:, None]
    low, high = percentiles((weights @ hits)[:, 0] / 400)
    spread = 1.96 * math.sqrt(0.75 * 0.25 / 400)
    assert low == pytest.approx(0.75 - spread, abs=0.01)
    assert high == pytest.approx(0.75 + spread, abs=0.01)


def test_groups_of_documents_keep_the_sums_and_the_spread():
    draw = numpy.random.default_rng(0)
    rows = draw.binomial(1, 0.3, size=(9001, 1))
    units = grouped(rows, 500)
    assert units.shape == (500, 1) and units.sum() == rows.sum()
    few = (resampled(500, samples=3000, seed=1) @ units)[:, 0].std()
    many = (resampled(9001, samples=300, seed=1) @ rows)[:, 0].std()
    assert few == pytest.approx(many, rel=0.12)


def test_every_figure_has_an_interval_around_it():
    pairs = [
        ("Ann saw Bob", [(0, 3, "PATIENT"), (8, 11, "DOCTOR")], [(0, 3, "PATIENT")]),
        ("Cem saw Dee", [(0, 3, "PATIENT")], [(0, 3, "PATIENT"), (8, 11, "DATE")]),
        ("none here at all", [], []),
    ] * 5
    found, bounds = agreement(pairs, samples=300, seed=2)

    def walk(values, limits):
        for name, inner in limits.items():
            if isinstance(inner, dict):
                walk(values[name], inner)
            else:
                assert inner[0] <= values[name] <= inner[1], name

    assert set(bounds) == set(found)
    for name in found:
        walk(found[name], bounds[name])
        for average in ("micro", "macro"):
            for figure in ("precision", "recall", "f1"):
                if figure in found[name]["all"][average]:
                    assert figure in bounds[name]["all"][average]
    assert bounds["strict"]["by_label"]["PATIENT"]["micro"]["recall"] == list(wilson(10, 10))
    assert bounds["leak_score"]["all"]["micro"]["leak"][1] > 0


@pytest.mark.parametrize("hidden", ["all", "nothing", "half"])
@pytest.mark.parametrize("documents", [1, 3])
def test_no_interval_is_certain(hidden, documents):
    gold = [(0, 3, "PATIENT"), (8, 11, "DOCTOR")]
    pred = {"all": gold, "nothing": [(4, 7, "DATE")], "half": [gold[0], (4, 7, "DATE")]}[hidden]
    pairs = [("Ann saw Bob", gold, pred)] * documents
    _, bounds = agreement(pairs, samples=50)

    def walk(limits, *path):
        for name, inner in limits.items():
            if isinstance(inner, dict):
                walk(inner, *path, name)
            else:
                assert inner[1] - inner[0] > 0.01, (*path, name)

    walk(bounds)
    share = bounds["redaction"]["all"]["micro"]["spans_covered"]
    hits = {"all": 2, "nothing": 0, "half": 1}[hidden] * documents
    assert share == list(wilson(hits, 2 * documents))


def test_impossible_settings_are_coded_errors():
    for call in (
        lambda: wilson(3, 2),
        lambda: wilson(1, 2, 1.0),
        lambda: sample_size(0.01, expected=0.02),
        lambda: sample_size(0),
        lambda: two_proportions(3, 2, 1, 2),
        lambda: mcnemar(-1, 2),
        lambda: resampled(3, samples=0),
        lambda: approximate_randomisation(numpy.ones((2, 2)), numpy.ones((3, 2)), recall),
    ):
        with pytest.raises(DeidError) as caught:
            call()
        assert caught.value.code == "D508"


def test_samples_that_hold_nothing_are_no_f1_of_zero():
    # one document of 30 has the label: 9 of 10 found, nothing false
    counts = numpy.array([[9, 0, 1], *[[0, 0, 0]] * 29])
    found = intervals(rows(counts), resampled(30), 0.95)
    low, high = found["micro"]["f1"]
    assert 0.6 < low < 18 / 19 < high
    low, high = found["macro_with_phi"]["f1"]
    assert 0.1 < low < high
    counts = numpy.array([[9, 0, 1], [2, 1, 3], *[[0, 0, 0]] * 28])
    assert intervals(rows(counts), resampled(30), 0.95)["micro"]["f1"][0] > 0.4
