"""The report as text for a terminal and as rows for a spreadsheet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from spacy_deid.score.agreement import CRITERIA, LABEL_AWARE, LABEL_BLIND
from spacy_deid.score.errors import Errors, excerpt
from spacy_deid.score.figures import Figures
from spacy_deid.score.schemes import is_outside

CSV_COLUMNS = ("criterion", "subset", "label", "average", "figure", "value", "low", "high")
NAMES = {
    "strict": "strict",
    "relaxed": "relaxed (end ±2)",
    "token": "token",
    "covering": "covering",
    "overlapping": "overlapping",
    "spans_strict": "spans, any label",
    "spans_merged": "spans merged",
    "redaction": "characters masked",
}


def percent(value: float, digits: int = 1) -> str:
    """Write a share as a percentage; never '0.0 %' or '100.0 %' for what is neither."""
    shown = f"{100 * value:.{digits}f}"
    if value > 0 and float(shown) == 0:
        return f"<{10**-digits:.{digits}f} %"
    if value < 1 and float(shown) == 100:
        return f">{100 - 10**-digits:.{digits}f} %"
    return f"{shown} %"


def between(interval: Sequence[float] | None, digits: int = 1) -> str:
    """Write an interval of shares; '' for none."""
    if interval is None:
        return ""
    return f"{percent(interval[0], digits)} to {percent(interval[1], digits)}"


def statements(report: Figures) -> tuple[str, str]:
    """State the two harms in a sentence each."""
    leak, loss, meta = report["harms"]["leak"], report["harms"]["loss"], report["meta"]
    sure = f"{100 * meta['level']:g} % interval"
    leaked = (
        f"Leak: {leak['spans']:,} of {leak['of']:,} identifying expressions still show "
        f"({percent(leak['rate'])}; {sure} {between(leak['interval'])}), in "
        f"{leak['documents']:,} of {leak['of_documents']:,} documents "
        f"({sure} {between(leak['documents_interval'])})."
    )
    if not loss["of"]:
        return leaked, "Loss: no useful expression was found to lose."
    span = f"; {sure} {between(loss['interval'])}" if loss["interval"] else ""
    lost = (
        f"Loss: {loss['expressions']:,} of {loss['of']:,} useful expressions (drugs, reactions, "
        f"doses, lab values, routes, times) are gone ({percent(loss['rate'])}{span}), in "
        f"{loss['documents']:,} of {loss['of_documents']:,} documents."
    )
    return leaked, lost


_NOTHING = "–"
"""Where there is nothing to measure: a figure would say that all is well, or that nothing is."""


def table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Align rows in columns; the first to the left, the others to the right."""
    lines = [list(headings), *([str(cell) for cell in row] for row in rows)]
    widths = [max(len(line[place]) for line in lines) for place in range(len(headings))]
    out = []
    for line in lines:
        first = line[0].ljust(widths[0])
        rest = (cell.rjust(width) for cell, width in zip(line[1:], widths[1:], strict=True))
        out.append("  ".join([first, *rest]).rstrip())
    out.insert(1, "  ".join("-" * width for width in widths))
    return "\n".join(out)


def text_report(report: Figures) -> str:
    """Give the report for a terminal: both harms, agreement, leaks, losses, errors."""
    meta = report["meta"]
    parts = [
        f"{meta['documents']:,} documents, {meta['gold_spans']:,} gold spans, "
        f"{meta['pred_spans']:,} predicted spans, scheme {meta['scheme']}",
        "\n".join(statements(report)),
        table(
            (
                "agreement",
                "subset",
                "P",
                "R",
                "F1",
                "F1 interval",
                "macro P",
                "macro R",
                "macro F1",
            ),
            agreement_rows(report),
        ),
        table(
            ("label (strict)", "gold", "predicted", "P", "R", "F1", "leaked"), label_rows(report)
        ),
        table(("masking", "all", "HIPAA"), masking_rows(report)),
        table(("leaked", "spans", "of them short", "rate", "interval"), grade_rows(report)),
        table(("kept", "of", "survive", "share", "interval"), utility_rows(report)),
    ]
    if report["errors"]["total"]:
        parts.append(table(("error", "count", "share"), error_rows(report)))
    parts.append("\n".join(notes(report)))
    return "\n\n".join(parts) + "\n"


def agreement_rows(report: Figures) -> Iterator[tuple[str, ...]]:
    """Give a row per criterion and subset."""
    for criterion in (*LABEL_AWARE, *LABEL_BLIND, "redaction"):
        for subset in ("all", "hipaa"):
            averages = report[criterion][subset]
            micro, macro = averages["micro"], averages["macro"]
            bounds = report["intervals"].get(criterion, {}).get(subset)
            sure = "" if bounds is None else "{:.4f}–{:.4f}".format(*bounds["micro"]["f1"])
            name = "HIPAA" if subset == "hipaa" else subset
            if not _is_measured(report, subset):
                yield NAMES[criterion], name, *(_NOTHING,) * 7
                continue
            yield (
                NAMES[criterion],
                name,
                *(f"{micro[name]:.4f}" for name in ("precision", "recall", "f1")),
                sure,
                *(f"{macro[name]:.4f}" for name in ("precision", "recall", "f1")),
            )


def _is_measured(report: Figures, subset: str) -> bool:
    """Tell whether the gold annotation or the answer has a span of the HIPAA subset."""
    micro = report["strict"]["hipaa"]["micro"]
    return subset == "all" or bool(micro["tp"] + micro["fn"] + micro["fp"])


def label_rows(report: Figures) -> Iterator[tuple[str, ...]]:
    """Give a row per label, per category where categories are something else, per label outside.

    Labels that the scheme has nothing for have gold and leaked spans alone.
    """
    labels = report["strict"]["by_label"]
    categories = {
        f"{name} (all)": averages
        for name, averages in report["strict"]["by_category"].items()
        if name not in labels
    }
    for name, averages in {**labels, **categories}.items():
        micro = averages["micro"]
        leaks = report["leaks"]["by_label"].get(name)
        yield (
            name,
            f"{micro['tp'] + micro['fn']:,}",
            f"{micro['tp'] + micro['fp']:,}",
            *(f"{micro[figure]:.4f}" for figure in ("precision", "recall", "f1")),
            "" if leaks is None else f"{leaks['leaked']:,}",
        )
    for name, leaks in report["leaks"]["by_label"].items():
        if is_outside(name):
            yield name, f"{leaks['total']:,}", "", "", "", "", f"{leaks['leaked']:,}"


def masking_rows(report: Figures) -> Iterator[tuple[str, ...]]:
    """Give a row per figure of the redaction criterion, and the leak score."""
    both = [
        report["redaction"][subset]["micro"] if _is_measured(report, subset) else None
        for subset in ("all", "hipaa")
    ]
    for name, title in (
        ("spans_covered", "gold spans wholly covered"),
        ("recall", "letters and digits: recall"),
        ("precision", "letters and digits: precision"),
        ("token_recall", "tokens: recall"),
        ("token_recall_corrected", "tokens: recall, harmless ones forgiven"),
        ("token_precision", "tokens: precision"),
        ("documents_without_leak", "documents without a leak"),
    ):
        yield title, *(_NOTHING if micro is None else f"{micro[name]:.4f}" for micro in both)
    scores = [
        f"{report['leak_score'][subset]['micro']['leak']:.4f}" if micro else _NOTHING
        for subset, micro in zip(("all", "hipaa"), both, strict=True)
    ]
    yield "leak score (missed per sentence)", *scores


def grade_rows(report: Figures) -> Iterator[tuple[str, ...]]:
    """Give a row per grade of leak."""
    for name, grade in report["leaks"]["by_grade"].items():
        yield (
            name.replace("_", " "),
            f"{grade['leaked']:,}",
            f"{grade['short']:,}",
            percent(grade["rate"]),
            between(grade["interval"]),
        )


def utility_rows(report: Figures) -> Iterator[tuple[str, ...]]:
    """Give a row per kind of useful expression, and per figure of whole documents."""
    useful = report["utility"]
    for name, kind in (*useful["by_kind"].items(), ("all kinds", useful["expressions"])):
        yield (
            name,
            f"{kind['total']:,}",
            f"{kind['kept']:,}",
            *_share(kind["total"], kind["survival"], kind.get("interval")),
        )
    shares = [
        ("documents that lost nothing", useful["documents_that_lost_nothing"]),
        ("documents still useful", useful["causality"]["documents_still_useful"]),
    ]
    if useful["traps"]["total"]:
        shares.append(("traps (no identifiers)", useful["traps"]))
        shares.extend((f"  {kind}", found) for kind, found in useful["traps"]["by_kind"].items())
    for title, found in shares:
        yield (
            title,
            f"{found['total']:,}",
            f"{found['kept']:,}",
            *_share(found["total"], found["share"], found["interval"]),
        )


def _share(total: int, share: float, interval: Sequence[float] | None) -> tuple[str, str]:
    return (percent(share), between(interval)) if total else (_NOTHING, "")


def error_rows(report: Figures) -> Iterator[tuple[str, ...]]:
    """Give a row per kind of error and per kind of wrong extent."""
    for name, kind in report["errors"]["by_kind"].items():
        yield name, f"{kind['count']:,}", percent(kind["share"])
    for name, count in report["errors"]["by_extent"].items():
        yield f"  extent {name}", f"{count:,}", ""


def notes(report: Figures) -> Iterator[str]:
    """Say what the figures cannot say themselves."""
    risk, alike = report["leaks"]["risk"], report["leaks"]["k_anonymity"]
    yield (
        f"Risk: a direct identifier leaks from {risk['direct']['leaking']:,} of "
        f"{risk['direct']['documents']:,} documents that have one "
        f"(interval {between(risk['direct']['interval'])}); two or more quasi-identifiers leak "
        f"from {risk['quasi']['enough_leaked']:,} of {risk['quasi']['documents']:,}."
    )
    exposed = alike["exposed"]
    yield (
        f"Alike: {exposed['documents']:,} documents show a quasi-identifier; "
        f"{exposed['unique']:,} of them are alone with theirs in this batch (k = 1)."
    )
    pairs = report["utility"]["onset_pairs"]
    if pairs["kept"] is None:
        yield "Time to onset: not measured (no masked text was given)."
    else:
        yield f"Time to onset: {pairs['kept']:,} of {pairs['pairs']:,} intervals are exact."
    if not _is_measured(report, "hipaa"):
        yield "HIPAA: no span has one of its labels, so nothing is said of that subset."
    yield (
        "HIPAA: the types that the 2014 script counts; IDNUM is not among them. Macro: mean over "
        "documents, one without PHI counts 0; the JSON also has the mean over those with PHI."
    )
    if report["utility"]["documents"] < report["meta"]["documents"]:
        yield f"Losses were searched in an even sample of {report['utility']['documents']:,}."


def csv_rows(report: Figures) -> Iterator[tuple[Any, ...]]:
    """Flatten the criteria: one row per figure, in the order of ``CSV_COLUMNS``."""
    for criterion in CRITERIA:
        for subset, inner in report[criterion].items():
            bounds = report["intervals"].get(criterion, {}).get(subset, {})
            groups = inner.items() if subset.startswith("by_") else [("", inner)]
            for label, averages in groups:
                limits = bounds.get(label, {}) if label else bounds
                for average, figures in averages.items():
                    for figure, value in figures.items():
                        low, high = limits.get(average, {}).get(figure, ("", ""))
                        yield criterion, subset, label, average, figure, value, low, high
    for harm, stated in report["harms"].items():
        interval = stated["interval"] or ("", "")
        yield "harms", "all", "", "micro", harm, stated["rate"], *interval


def example_lines(errors: Errors) -> Iterator[str]:
    """Give a line per error with the text around it. This shows the narratives."""
    yield ""
    for (gold, pred), found in sorted(errors.examples.items()):
        yield f"{gold} → {pred}: {errors.confusion[gold, pred]:,}"
        for case, text in found:
            before, span, after = (" ".join(piece.split()) for piece in excerpt(case, text, 30))
            facts = " ".join(fact for fact in (case.kind, case.extent, case.source) if fact)
            yield f"  {case.doc} ({facts}): …{before} [[{span}]] {after}…"
