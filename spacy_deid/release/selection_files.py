"""The selection as files: JSON, a table, a picture. Only names and figures stand in them."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import TYPE_CHECKING, Any

import srsly

from spacy_deid.corpora.targets import new_file
from spacy_deid.errors import DeidError, required

if TYPE_CHECKING:
    from spacy_deid.release.selection import Selection

COLUMNS = (
    "combination",
    "threshold",
    "spans covered",
    "low",
    "high",
    "token precision",
    "documents without leak",
    "words/s",
    "meets target",
    "chosen",
)
_COLOURS = ("#1f6feb", "#1a7f37", "#9a5b00", "#b42318", "#6f42c1", "#0e7490", "#57606a", "#bf3989")


def table_rows(found: Selection) -> list[tuple[Any, ...]]:
    """Give one row per combination, best recall first, those that miss the target last."""
    ranked = sorted(found.rows, key=lambda r: (r.alone, not r.met, -r.tally.covered, -r.speed))
    rows = []
    for row in ranked:
        low, high = row.intervals.get("spans_covered", (0.0, 1.0))
        least = ", ".join(f"{value:g}" for value in row.thresholds.values())
        rows.append(
            (
                row.name,
                least,
                f"{row.tally.recall:.4f}",
                f"{low:.4f}",
                f"{high:.4f}",
                f"{row.tally.precision:.4f}",
                f"{row.tally.safe_share:.3f}",
                f"{row.speed:.0f}",
                "yes" if row.met else "no",
                "yes" if row is found.chosen else "",
            )
        )
    return rows


def write(found: Selection, output: Path) -> list[Path]:
    """Write ``<output>.json``, ``.csv`` and ``.png``.

    output: a path; its suffix is replaced.
    RAISES: DeidError D008 where one cannot be written, D014 where matplotlib is missing.
    """
    output.parent.mkdir(parents=True, exist_ok=True)
    paths = [output.with_suffix(suffix) for suffix in (".json", ".csv", ".png")]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(table_rows(found))
    contents = (
        (srsly.json_dumps(found.to_dict(), indent=2) + "\n").encode(),
        text.getvalue().encode(),
        picture(found),
    )
    for path, data in zip(paths, contents, strict=True):
        with new_file(str(path)) as stream:
            stream.write(data)
    return paths


def picture(found: Selection) -> bytes:
    """Draw recall over precision: the thresholds of every candidate, and all combinations.

    RETURNS: a PNG file.
    RAISES: DeidError D014 where matplotlib is missing.
    """
    required("matplotlib", component="the plot", package="matplotlib", extra="train")
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 5.5), layout="constrained")
    FigureCanvasAgg(figure)
    panel = figure.subplots()
    panel.grid(color="#d9dee3", linewidth=0.7)
    panel.set_axisbelow(True)
    whole = [row for row in found.rows if not row.alone]
    singles = [row for row in whole if len(row.candidates) == 1]
    for colour, row in zip(_COLOURS, singles, strict=False):
        panel.plot(
            [point[1] for point in row.curve],
            [point[2] for point in row.curve],
            marker="o",
            markersize=4,
            linewidth=1.4,
            color=colour,
            label=row.name,
        )
    others = [row for row in whole if len(row.candidates) != 1]
    panel.scatter(
        [row.tally.precision for row in others],
        [row.tally.recall for row in others],
        s=14,
        color="#8c959f",
        label="rules; combinations",
        zorder=1,
    )
    best = found.chosen
    panel.scatter(
        [best.tally.precision],
        [best.tally.recall],
        s=110,
        marker="*",
        color="#b42318",
        label=f"chosen: {best.name}",
        zorder=4,
    )
    panel.axvline(found.target, color="#57606a", linestyle="--", linewidth=1)
    panel.set_xlabel("token precision")
    panel.set_ylabel("spans wholly masked")
    panel.legend(frameon=False, fontsize=8, loc="lower left")
    data = io.BytesIO()
    figure.savefig(data, format="png", dpi=150, metadata={"Software": None})
    return data.getvalue()


def read_choice(path: str | Path) -> dict[str, Any]:
    """Read what a selection chose: candidates, detectors, components, order.

    RAISES: DeidError D003 where the file is missing, D806 where it is no selection.
    """
    place = Path(path)
    if not place.is_file():
        raise DeidError("D003", path=path)
    try:
        chosen = srsly.read_json(place)["chosen"]
        wanted = {key: list(chosen[key]) for key in ("candidates", "detectors", "order")}
    except (ValueError, KeyError, TypeError):
        raise DeidError("D806", path=path) from None
    return {**chosen, **wanted}
