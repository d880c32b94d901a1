"""One report of everything: agreement, leaks, losses, errors, and how sure each figure is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from spacy_deid.score.agreement import Agreement
from spacy_deid.score.arrays import Pair, batches
from spacy_deid.score.errors import MOST_EXAMPLES, Errors
from spacy_deid.score.figures import Figures
from spacy_deid.score.leakage import Leaks
from spacy_deid.score.schemes import DEFAULT_SCHEME, scheme
from spacy_deid.score.significance import LEVEL, SAMPLES, check_level
from spacy_deid.score.utility import Utility

FORMAT = 1
"""Version of the report's layout; it grows when a key changes its meaning."""


@dataclass(slots=True)
class Evaluation:
    """The report and what was gathered for it.

    report: JSON types only; no text of any document.
    errors: with the examples behind each cell, for what is asked to show them.
    """

    report: Figures
    agreement: Agreement
    leaks: Leaks
    utility: Utility
    errors: Errors


def evaluation(
    pairs: Iterable[Pair],
    *,
    scheme_name: str = DEFAULT_SCHEME,
    level: float = LEVEL,
    samples: int = SAMPLES,
    seed: int = 0,
    examples: int = 0,
) -> Evaluation:
    """Score documents in one pass.

    pairs: ``Pair`` or (text, gold, pred) tuples; streamed.
    scheme_name: of ``phi.SCHEMES``, or 'any'.
    samples: bootstrap samples; 0 leaves bootstrap intervals out.
    examples: how many errors to keep per cell of the confusion table, for pages that show text.
    RETURNS: the report with the keys strict, relaxed, token, covering, overlapping, spans_strict,
        spans_merged, redaction, leak_score (each subset → average → figure), vigibase, harms,
        leaks, utility, errors, intervals and meta.
    RAISES: DeidError D503 (unknown label), D504 (span outside its text), D505 (unknown scheme),
        D508 (level outside (0, 1)).
    """
    check_level(level)
    labels = scheme(scheme_name)
    found = Agreement(labels)
    leaks, utility = Leaks(labels), Utility(labels)
    errors = Errors(examples=examples)
    gold_spans = pred_spans = 0
    for batch in batches(pairs, found.codes):
        hidden = found.add(batch)
        leaks.add(batch, found.codes, hidden)
        utility.add(batch)
        errors.add(batch)
        gold_spans += len(batch.gold.doc)
        pred_spans += len(batch.pred.doc)
    figures, intervals = found.result(level=level, samples=samples, seed=seed)
    leaked = leaks.result(level=level)
    lost = utility.result(level=level, samples=samples, seed=seed)
    report: Figures = {
        **figures,
        "vigibase": vigibase_table(figures),
        "harms": harms(leaked, lost),
        "leaks": leaked,
        "utility": lost,
        "errors": errors.result(),
        "intervals": intervals,
        "meta": {
            "format": FORMAT,
            "scheme": scheme_name,
            "documents": found.documents,
            "gold_spans": gold_spans,
            "pred_spans": pred_spans,
            "level": level,
            "samples": samples,
            "seed": seed,
        },
    }
    return Evaluation(report, found, leaks, utility, errors)


def harms(leaked: Figures, lost: Figures) -> Figures:
    """State the two harms: what identifies and still shows, what is useful and is gone."""
    spans, documents, useful = leaked["spans"], leaked["documents"], lost["expressions"]
    gone = useful["total"] - useful["kept"]
    whole = lost["documents_that_lost_nothing"]
    interval = useful.get("interval")
    return {
        "leak": {
            "spans": spans["leaked"],
            "of": spans["total"],
            "rate": spans["rate"],
            "interval": spans["interval"],
            "documents": documents["leaked"],
            "of_documents": documents["total"],
            "documents_interval": documents["interval"],
        },
        "loss": {
            "expressions": gone,
            "of": useful["total"],
            "rate": useful["loss"],
            "interval": None if interval is None else [1 - interval[1], 1 - interval[0]],
            "documents": whole["total"] - whole["kept"],
            "of_documents": whole["total"],
        },
    }


def vigibase_table(figures: Figures) -> dict[str, dict[str, Any]]:
    """Give the table of system 1: category → criterion → precision, recall, F1.

    Its convention differs from the official scripts: precision is 1 where nothing was predicted.

    SOURCE: system 1, tables 10 to 12.
    """
    table: dict[str, dict[str, Any]] = {}
    for criterion in ("strict", "covering", "overlapping"):
        rows = {"OVERALL": figures[criterion]["all"], **figures[criterion]["by_category"]}
        for name, averages in rows.items():
            micro = averages["micro"]
            tp, fp = micro["tp"], micro["fp"]
            precision = tp / (tp + fp) if tp + fp else 1.0
            recall = micro["recall"]
            both = precision + recall
            table.setdefault(name, {})[criterion] = {
                "precision": precision,
                "recall": recall,
                "f1": 2 * precision * recall / both if both else 0.0,
            }
    return table


__all__ = ["FORMAT", "MOST_EXAMPLES", "Evaluation", "evaluation", "harms", "vigibase_table"]
