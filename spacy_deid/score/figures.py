"""Precision, recall and F1 from counts: micro, macro over documents, and their intervals."""

from __future__ import annotations

from typing import Any

import numpy

from spacy_deid.score.arrays import Ints
from spacy_deid.score.significance import Numbers, grouped, percentiles, share_interval, spread

Figures = dict[str, Any]


def divided(above: Numbers, below: Numbers) -> Numbers:
    """Divide; 0 where there is nothing to divide by."""
    above, below = numpy.asarray(above, dtype=float), numpy.asarray(below, dtype=float)
    out = numpy.zeros(numpy.broadcast(above, below).shape)
    numpy.divide(above, below, out=out, where=below != 0)
    return out


def harmonic(precision: Numbers | float, recall: Numbers | float) -> Numbers:
    """F1 as the official scripts compute it; 0 where both are 0."""
    return 2 * divided(numpy.multiply(precision, recall), numpy.add(precision, recall))


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
    found = {}
    for name, parts in _parts(sums).items():
        p, r = (divided(*part) for part in parts)
        found[name] = {"precision": p, "recall": r, "f1": harmonic(p, r)}
    return found


def _parts(sums: Numbers) -> dict[str, tuple[tuple[Numbers, Numbers], tuple[Numbers, Numbers]]]:
    """Give what is divided by what, for precision and recall of every average."""
    tp, fp, fn, precision, recall, ones, precision_with, recall_with, present = (
        sums[..., i] for i in range(9)
    )
    return {
        "micro": ((tp, tp + fp), (tp, tp + fn)),
        "macro": ((precision, ones), (recall, ones)),
        "macro_with_phi": ((precision_with, present), (recall_with, present)),
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
    """Give the intervals of one subset: average → figure → [low, high].

    table: ``rows`` of its counts.
    weights: as ``significance.resampled`` draws them for the grouped documents.
    RETURNS: as ``share_interval`` has them, without samples that hold nothing; where no sample of
        F1 can differ, the F1 of the lower and that of the upper bounds of precision and recall.
    """
    sums, samples = table.sum(axis=0), weights @ grouped(table)
    whole, drawn = averages(sums), averages(samples)
    parts, whole_parts = _parts(samples), _parts(sums)
    found: Figures = {}
    for average in parts:
        precision, recall = (
            share_interval(*shares, float(hits), float(trials), level)
            for shares, (hits, trials) in zip(parts[average], whole_parts[average], strict=True)
        )
        # a sample that holds nothing to find and nothing found says nothing, as with the shares
        f1 = drawn[average]["f1"][sum(trials for _, trials in parts[average]) > 0]
        if 0 < whole[average]["f1"] < 1 and spread(f1):
            limits = list(percentiles(f1, level))
        else:
            limits = [float(harmonic(p, r)) for p, r in zip(precision, recall, strict=True)]
        found[average] = {"precision": list(precision), "recall": list(recall), "f1": limits}
    return found
