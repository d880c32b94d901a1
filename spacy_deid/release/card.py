"""The card of a model: what it is, where it comes from, how well it does, what it misses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from spacy_deid.release.card_files import read_card, read_scores

DEFAULT_LANG = "en"
"""Language in the title of a card whose model is not at hand."""
INTENDED = (
    "For sharing, reviewing and mining reports inside an organisation that is allowed to hold "
    "them, with a person who checks samples of the output. Not for publishing text without review "
    "and not as the only safeguard: what it misses is counted below. Score it on your own "
    "documents first (spacy-deid evaluate)."
)
FIGURES = (
    "{documents:,} annotated documents. Covered: no letter or digit of the span shows, whatever "
    "the label. In brackets: 95 % bootstrap intervals over documents."
)


def description_of(pipeline: Sequence[str]) -> str:
    """Say what a pipeline is by its components, where its makers said nothing."""
    parts = f" of {', '.join(pipeline)}" if pipeline else ""
    return (
        f"De-identification pipeline{parts}, made with spaCy-deid. It misses some identifiers, so "
        "that its output is not anonymous by itself."
    )


def card(
    scores: Path | None, figures: Path | None = None, pipeline: Sequence[str] = ()
) -> dict[str, Any]:
    """Give the keys of meta.json that describe the model.

    scores: JSON of ``spacy-deid evaluate``; None leaves its figures out.
    figures: JSON of ``spacy-deid card``; None leaves figures by genre and label out, and what the
        makers say of the model.
    pipeline: names of its components, for a model of which nobody says more.
    RETURNS: description, author, license, sources, performance.
    RAISES: DeidError D003 where a file is missing, D004 where it cannot be read, D811 where it is
        another.
    """
    performance: dict[str, Any] = {}
    about: Mapping[str, Any] = {}
    if scores is not None:
        found = read_scores(scores)
        keys = ("strict", "covering", "redaction", "harms", "utility")
        performance = {key: found[key] for key in keys}
    if figures is not None:
        content = read_card(figures)
        about, found = content.get("about") or {}, content["figures"]
        for key in ("all", "by_genre", "by_label"):
            performance[f"masking_{key}"] = found[key]
    return {
        "description": about.get("description") or description_of(pipeline),
        "author": about.get("author", ""),
        "license": about.get("license", ""),
        "sources": list(about.get("sources", ())),
        "performance": performance,
    }


def document(content: Mapping[str, Any], *, name: str, version: str) -> str:
    """Write the card for a reader.

    content: 'figures' of ``figures.figures_of`` and, where they are known, 'about' of
        ``card_files.read_about``, 'data' of ``figures.data_of``, 'audit' of
        ``audit.Report.to_dict``, 'pipeline', and 'selection' and 'tuning' of
        ``card_files.read_made``. What is not known is not claimed.
    RETURNS: Markdown; counts, labels and shares, no text of any document.
    """
    figures, about = content["figures"], content.get("about") or {}
    lead = FIGURES.format(documents=figures["documents"])
    parts = [
        f"# {name} {version}",
        about.get("description") or description_of(content.get("pipeline") or ()),
        "## Intended use",
        about.get("intended_use") or INTENDED,
        *_made(content),
        *_data(about.get("data", ""), content.get("data") or {}, content.get("audit")),
        "## Figures",
        f"{lead} {about.get('evaluation', '')}".strip(),
        _masking({"all": figures["all"], **figures["by_genre"]}, "Genre"),
        "By label, whatever label the mask gave (covered) and with the exact borders and label "
        "(strict):",
        _labels(figures["by_label"]),
        *_left_alone(figures),
        "## Known misses",
        *_misses(figures["misses"], figures["alarms"]),
        *_licence(about),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _made(content: Mapping[str, Any]) -> list[str]:
    lines = []
    if content.get("pipeline"):
        lines.append(f"Components: {', '.join(content['pipeline'])}.")
    selection = content.get("selection")
    if selection:
        lines.append(
            f"Chosen among {selection['tried']} combinations of recognizers: {selection['name']}, "
            f"by the share of spans wholly masked at a token precision of {selection['target']:g} "
            "or more on development documents."
        )
    tuning = content.get("tuning")
    if tuning and tuning["kept"] and tuning["changes"]:
        before, after = tuning["before"]["other"], tuning["after"]["other"]
        lines.append(
            f"{len(tuning['changes'])} settings were tuned on one half of the development "
            f"documents; on the other, spans covered went from {before['spans_covered']:.3f} to "
            f"{after['spans_covered']:.3f} and token precision from "
            f"{before['token_precision']:.3f} to {after['token_precision']:.3f}."
        )
    return ["## How it was made", " ".join(lines)] if lines else []


def _data(
    told: str, counts: Mapping[str, Mapping[str, int]], audit: Mapping[str, int] | None
) -> list[str]:
    parts = [told]
    if counts:
        total = {key: sum(row[key] for row in counts.values()) for key in ("documents", "spans")}
        rows = [(g, row["documents"], row["spans"]) for g, row in {**counts, "all": total}.items()]
        parts.append(_table(("Genre", "Training documents", "Spans"), rows))
    if audit:
        parts.append(
            f"Audit: {audit['files']} files of the model were searched for {audit['terms']:,} "
            f"identifying strings of the training corpus; {audit['findings']:,} were found."
        )
    return ["## Data", *parts] if any(parts) else []


def _licence(about: Mapping[str, Any]) -> list[str]:
    if not about.get("license"):
        return []
    parts = ["## Licence", f"{about['license']}."]
    if about.get("sources"):
        listed = (f"- {s['name']}: {s['license']} ({s['author']})" for s in about["sources"])
        parts += ["Sources and their licences:", "\n".join(listed)]
    return parts


def _masking(rows: Mapping[str, Mapping[str, Any]], title: str) -> str:
    names = ("spans_covered", "token_precision", "documents_without_leak")
    header = (title, "Documents", "Spans", *(n.replace("_", " ").capitalize() for n in names))
    return _table(
        header,
        [
            (
                group,
                row["documents"],
                row["spans"],
                *(_share(row[n], row["intervals"].get(n)) for n in names),
            )
            for group, row in rows.items()
        ],
    )


def _labels(rows: Mapping[str, Mapping[str, Any]]) -> str:
    cells = []
    for label, row in rows.items():
        strict = row.get("strict") or {}
        found = [f"{strict[n]:.3f}" if n in strict else "" for n in ("precision", "recall")]
        f1 = _share(strict["f1"], strict.get("f1_interval")) if "f1" in strict else ""
        covered = _share(row["spans_covered"], row.get("interval"))
        cells.append((label, row["spans"], covered, *found, f1))
    return _table(("Label", "Spans", "Covered", "Precision", "Recall", "F1"), cells)


def _left_alone(figures: Mapping[str, Any]) -> list[str]:
    lines = []
    traps, useful = figures.get("traps") or {}, figures.get("useful") or {}
    if traps.get("total"):
        share = traps["untouched"] / traps["total"]
        lines.append(
            f"Traps (eponyms, drugs named like people, ratios, codes) left alone: "
            f"{traps['untouched']:,} of {traps['total']:,} ({share:.3f})."
        )
    if useful.get("of"):
        lines.append(
            f"Clinical expressions (drugs, doses, reactions, lab values, relative times) lost to "
            f"the mask: {useful['expressions']:,} of {useful['of']:,}."
        )
    return [" ".join(lines)] if lines else []


def _misses(misses: Mapping[str, Any], alarms: Mapping[str, int]) -> list[str]:
    lead = (
        f"{misses['spans']:,} of {misses['of']:,} spans show a letter or digit; of "
        f"{misses['harmless']:,} of these only words show that identify nobody alone, such as 'of' "
        "or 'years'."
    )
    by_kind = sorted(misses["by_kind"].items(), key=lambda item: -item[1])
    by_label = sorted(misses["by_label"].items(), key=lambda item: -item[1])
    parts = [lead]
    if by_kind:
        parts.append(_table(("Kind", "Spans"), [(k.replace("_", " "), n) for k, n in by_kind]))
        parts.append(_table(("Label", "Spans that show"), by_label))
    if alarms:
        told = ", ".join(f"{k} {n:,}" for k, n in sorted(alarms.items(), key=lambda i: -i[1]))
        parts.append(f"Masked although nothing identifies there, by label: {told}.")
    return parts


def _share(value: float, interval: Sequence[float] | None) -> str:
    bounds = f" [{interval[0]:.3f}, {interval[1]:.3f}]" if interval else ""
    return f"{value:.3f}{bounds}"


def _table(header: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    lines = [header, ["---", *["---:"] * (len(header) - 1)], *rows]
    return "\n".join("| " + " | ".join(map(_cell, line)) + " |" for line in lines)


def _cell(value: object) -> str:
    return f"{value:,}" if isinstance(value, int) else str(value)
