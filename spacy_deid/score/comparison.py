"""Several systems on the same gold: figures side by side, and which differences are real."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

import numpy

from spacy_deid.score.agreement import LABEL_AWARE, LABEL_BLIND, Agreement
from spacy_deid.score.arrays import Pair, SpanLike
from spacy_deid.score.expressions import ITEMS, KINDS
from spacy_deid.score.figures import Figures, divided, harmonic
from spacy_deid.score.masking import COLUMNS
from spacy_deid.score.report import Evaluation, evaluation
from spacy_deid.score.schemes import DEFAULT_SCHEME, is_outside
from spacy_deid.score.significance import (
    LEVEL,
    SAMPLES,
    Numbers,
    approximate_randomisation,
    mcnemar,
    two_proportions,
)

FIGURES = ("precision", "recall", "f1", "leak", "loss")
THRESHOLDS = 50
COMPARABLE = (*LABEL_AWARE, *LABEL_BLIND, "redaction")


class Point(NamedTuple):
    """Precision and recall when only predictions of at least this score count."""

    threshold: float
    precision: float
    recall: float


def comparison(
    systems: Mapping[str, Sequence[Pair]],
    *,
    scheme_name: str = DEFAULT_SCHEME,
    criterion: str = "strict",
    level: float = LEVEL,
    samples: int = SAMPLES,
    rounds: int = 9999,
    seed: int = 0,
) -> Figures:
    """Compare systems.

    systems: name → the same documents in the same order with that system's predictions.
    criterion: of ``COMPARABLE``, for precision, recall and F1; leak is the share of gold spans
        that show, loss that of useful expressions that are gone.
    RETURNS: systems (name → figure → value and interval, and the threshold curve where there are
        scores and the criterion is strict), differences (each pair of systems → figure →
        difference, p of approximate randomisation, p after Holm's correction over all of them,
        significant), tests (McNemar over gold spans and the z test of system 5 over recall),
        criterion and meta.
    """
    runs = {
        name: evaluation(pairs, scheme_name=scheme_name, level=level, samples=samples, seed=seed)
        for name, pairs in systems.items()
    }
    found: Figures = {
        "criterion": criterion,
        "systems": {
            name: {
                **_figures(run, criterion),
                "curve": curve(systems[name]) if criterion == "strict" else [],
            }
            for name, run in runs.items()
        },
        "differences": {},
        "tests": {},
        "meta": next(iter(runs.values())).report["meta"] if runs else {},
    }
    for a, b in combinations(runs, 2):
        name = f"{a} / {b}"
        found["differences"][name] = _differences(runs[a], runs[b], criterion, rounds, seed)
        found["tests"][name] = _tests(runs[a].agreement, runs[b].agreement, criterion)
    _holm(found["differences"], 1 - level)
    return found


def _figures(run: Evaluation, criterion: str) -> Figures:
    report = run.report
    micro = report[criterion]["all"]["micro"]
    bounds = report["intervals"].get(criterion, {}).get("all", {}).get("micro", {})
    found = {
        name: {"value": micro[name], "interval": bounds.get(name)}
        for name in ("precision", "recall", "f1")
    }
    for harm in ("leak", "loss"):
        stated = report["harms"][harm]
        found[harm] = {"value": stated["rate"], "interval": stated["interval"]}
    return found


def _precision(sums: Numbers) -> Numbers:
    return divided(sums[..., 0], sums[..., 0] + sums[..., 1])


def _recall(sums: Numbers) -> Numbers:
    return divided(sums[..., 0], sums[..., 0] + sums[..., 2])


def _f1(sums: Numbers) -> Numbers:
    return harmonic(_precision(sums), _recall(sums))


def _missing_share(sums: Numbers) -> Numbers:
    return divided(sums[..., 0] - sums[..., 1], sums[..., 0])


def _columns(run: Evaluation, figure: str, criterion: str) -> Numbers:
    if figure == "leak":
        table = run.agreement.masking()
        return table[:, [COLUMNS.index("spans"), COLUMNS.index("covered")]]
    if figure == "loss":
        table = run.utility.rows
        places = [2 * ITEMS.index(kind) for kind in KINDS]
        safe = table[:, [place + 1 for place in places]].sum(axis=1)
        return numpy.column_stack((table[:, places].sum(axis=1), safe))
    return run.agreement.counts(criterion)


_VALUE = {
    "precision": _precision,
    "recall": _recall,
    "f1": _f1,
    "leak": _missing_share,
    "loss": _missing_share,
}


def _differences(
    a: Evaluation, b: Evaluation, criterion: str, rounds: int, seed: int
) -> dict[str, Figures]:
    found: dict[str, Figures] = {}
    for figure in FIGURES:
        ours, theirs = (_columns(run, figure, criterion) for run in (a, b))
        value = _VALUE[figure]
        gap = float(value(ours.sum(axis=0)) - value(theirs.sum(axis=0)))
        p = approximate_randomisation(ours, theirs, value, rounds=rounds, seed=seed)
        found[figure] = {"difference": gap, "p": p}
    return found


def _holm(differences: dict[str, dict[str, Figures]], alpha: float) -> None:
    """Correct p values for how many pairs of systems are compared, figure by figure."""
    for figure in FIGURES:
        cells = sorted((pair[figure] for pair in differences.values()), key=lambda c: c["p"])
        reached = 0.0
        for place, cell in enumerate(cells):
            reached = max(reached, min(1.0, cell["p"] * (len(cells) - place)))
            cell["p_corrected"] = reached
            cell["significant"] = reached < alpha


def _tests(a: Agreement, b: Agreement, criterion: str) -> Figures:
    ours, theirs = a.covered, b.covered
    only_a, only_b = int((ours & ~theirs).sum()), int((theirs & ~ours).sum())
    counts = [run.counts(criterion).sum(axis=0) for run in (a, b)]
    (tp_a, _, fn_a), (tp_b, _, fn_b) = (c.tolist() for c in counts)
    z = two_proportions(tp_a, tp_a + fn_a, tp_b, tp_b + fn_b)
    return {
        "masked_spans": {"only_first": only_a, "only_second": only_b, "p": mcnemar(only_a, only_b)},
        "recall_z": {"z": z.z, "p": z.p, "significant": z.significant},
    }


def curve(pairs: Sequence[Pair], *, points: int = THRESHOLDS) -> list[Point]:
    """Give strict precision and recall over thresholds of the predictions' scores.

    pairs: those whose meta has 'scores', one for each predicted span.
    RETURNS: up to ``points`` points from the highest threshold on; [] where a document with
        predictions has no scores.
    """
    scored: list[tuple[float, bool]] = []
    total = 0
    for pair in pairs:
        gold = {tuple(span) for span in pair.gold if not is_outside(span[2])}
        total += len(gold)
        scores = pair.meta.get("scores")
        if pair.pred and (scores is None or len(scores) != len(pair.pred)):
            return []
        best: dict[SpanLike, float] = {}
        for (start, end, label), score in zip(pair.pred, scores or (), strict=False):
            if not is_outside(label):
                span = (start, end, label)
                best[span] = max(float(score), best.get(span, float(score)))
        scored.extend((score, span in gold) for span, score in best.items())
    if not scored or not total:
        return []
    scored.sort(reverse=True)
    hits = numpy.cumsum([hit for _, hit in scored])
    values = numpy.array([score for score, _ in scored])
    last = numpy.flatnonzero(numpy.append(values[1:] != values[:-1], True))
    if len(last) > points:
        last = last[numpy.linspace(0, len(last) - 1, points).round().astype(int)]
    return [Point(float(values[i]), float(hits[i] / (i + 1)), float(hits[i] / total)) for i in last]


def marks(found: Figures, name: str) -> dict[str, str]:
    """Give the letters of the systems that one differs from significantly, figure by figure.

    RETURNS: figure → such as 'a c', after the order of the systems; '' for none.
    """
    letters = dict(zip(found["systems"], _letters(len(found["systems"])), strict=True))
    out: dict[str, list[str]] = {figure: [] for figure in FIGURES}
    for a, b in combinations(found["systems"], 2):
        if name not in (a, b):
            continue
        other = b if name == a else a
        for figure, cell in found["differences"][f"{a} / {b}"].items():
            if cell["significant"]:
                out[figure].append(letters[other])
    return {figure: " ".join(sorted(which)) for figure, which in out.items()}


def _letters(count: int) -> list[str]:
    return [chr(ord("a") + n % 26) + (str(n // 26) if n >= 26 else "") for n in range(count)]


def text_table(found: Figures) -> str:
    """Give the comparison for a terminal."""
    from spacy_deid.score.tables import table

    letters = _letters(len(found["systems"]))
    rows = []
    for letter, (name, figures) in zip(letters, found["systems"].items(), strict=True):
        differs = marks(found, name)
        row = [f"{letter}  {name}"]
        for figure in FIGURES:
            value, interval = figures[figure]["value"], figures[figure]["interval"]
            sure = "" if interval is None else " [{:.3f}, {:.3f}]".format(*interval)
            star = f" ≠{differs[figure].replace(' ', '')}" if differs[figure] else ""
            row.append(f"{value:.4f}{sure}{star}")
        rows.append(row)
    meta: dict[str, Any] = found["meta"]
    note = (
        f"{found['criterion']}, micro; {meta['documents']:,} documents. Leak: share of identifying "
        "expressions that still show. Loss: share of useful expressions that are gone.\n"
        f"≠ names the systems that differ significantly (approximate randomisation with Holm's "
        f"correction, {100 * meta['level']:g} %)."
    )
    return table(("system", "P", "R", "F1", "leak", "loss"), rows) + "\n\n" + note + "\n"
