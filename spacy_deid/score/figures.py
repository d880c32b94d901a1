"""Precision, recall and F1 from counts: micro, macro over documents, and their intervals."""

from __future__ import annotations

from typing import Any

import numpy

from spacy_deid.score.arrays import Ints
from spacy_deid.score.significance import Numbers, grouped

Figures = dict[str, Any]


def divided(above: Numbers, below: Numbers) -> Numbers:
    """Divide; 0 where there is nothing to divide by."""
    above, below = numpy.asarray(above, dtype=float), numpy.asarray(below, dtype=float)
    out = numpy.zeros(numpy.broadcast(above, below).shape)
    numpy.divide(above, below, out=out, where=below != 0)
    return out


def harmonic(precision: Numbers, recall: Numbers) -> Numbers:
    """F1 as the official scripts compute it; 0 where both are 0."""
    return 2 * divided(precision * recall, precision + recall)


def rows(counts: Ints) -> Numbers:
    """Turn counts of documents into the columns that all averages add up.

    counts: shape (documents, 3): true positives, false positives, false negatives.
    RETURNS: shape (documents, 9): the counts, the document's precision and recall, one, and these
        three again where its gold has a span (0 elsewhere).
    """
    tp, fp, fn = counts[:, 0], counts[:, 1], counts[:, 2]
    precision, recall = divided(tp, tp + fp), divided(tp, tp + fn)
    present = (tp + fn > 0).astype(float)
    ones = numpy.ones(len(counts))
    columns = (tp, fp, fn, precision, recall, ones, precision * present, recall * present, present)
    table: Numbers = numpy.stack(columns).T
    return table


def averages(sums: Numbers) -> dict[str, dict[str, Numbers]]:
    """Turn sums of ``rows`` into the figures of every average.

    sums: shape (…, 9).
    RETURNS: micro; macro (mean over all documents, as the 2014 script: a document without PHI, or
        without a prediction, counts 0); macro_with_phi (mean over the documents whose gold has a
        span); F1 of a macro average is that of the mean precision and recall.
    """
    tp, fp, fn, precision, recall, ones, precision_with, recall_with, present = (
        sums[..., i] for i in range(9)
    )
    means = {
        "micro": (divided(tp, tp + fp), divided(tp, tp + fn)),
        "macro": (divided(precision, ones), divided(recall, ones)),
        "macro_with_phi": (divided(precision_with, present), divided(recall_with, present)),
    }
    return {
        name: {"precision": p, "recall": r, "f1": harmonic(p, r)} for name, (p, r) in means.items()
    }


def figures(table: Numbers) -> Figures:
    """Give the figures of one subset.

    table: ``rows`` of its counts.
    RETURNS: average → figure; micro also has tp, fp, fn, and the macro averages the number of
        documents and, for all documents, the standard deviations that the 2014 script prints.
    """
    sums = table.sum(axis=0)
    found: Figures = {
        average: {name: float(value) for name, value in values.items()}
        for average, values in averages(sums).items()
    }
    found["micro"].update(zip(("tp", "fp", "fn"), map(int, sums[:3]), strict=True))
    if len(table):
        found["macro"]["precision"] = float(table[:, 3].mean())
        found["macro"]["recall"] = float(table[:, 4].mean())
        found["macro"]["f1"] = float(
            harmonic(found["macro"]["precision"], found["macro"]["recall"])
        )
        found["macro"]["precision_sd"] = float(table[:, 3].std())
        found["macro"]["recall_sd"] = float(table[:, 4].std())
    found["macro"]["documents"] = len(table)
    found["macro_with_phi"]["documents"] = int(table[:, 8].sum())
    return found


def intervals(table: Numbers, weights: Numbers, level: float) -> Figures:
    """Give the bootstrap intervals of one subset: average → figure → [low, high].

    table: ``rows`` of its counts.
    weights: as ``significance.resampled`` draws them for the grouped documents.
    """
    samples = averages(weights @ grouped(table))
    names = [(average, name) for average, values in samples.items() for name in values]
    drawn = numpy.stack([samples[average][name] for average, name in names])
    limits = numpy.quantile(drawn, [0.5 - level / 2, 0.5 + level / 2], axis=1)
    found: Figures = {}
    for (average, name), low, high in zip(names, *limits.tolist(), strict=True):
        found.setdefault(average, {})[name] = [low, high]
    return found
