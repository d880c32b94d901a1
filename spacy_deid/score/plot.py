"""Recall against precision of several systems, as a picture."""

from __future__ import annotations

from pathlib import Path

from spacy_deid.errors import DeidError, required
from spacy_deid.score.figures import Figures

COLOURS = ("#1f6feb", "#b42318", "#1a7f37", "#9a5b00", "#6639ba", "#0e7490", "#57606a", "#bf3989")
MARKERS = "osD^vPX*"


def plot(found: Figures, path: str | Path) -> None:
    """Draw a comparison: one marker per system with its intervals, a line over thresholds.

    found: as ``comparison.comparison`` gives it.
    path: picture to write; its suffix says the format (png, svg, pdf).
    RAISES: DeidError D014 where matplotlib is missing; D508 for a suffix that it does not know.
    """
    required("matplotlib", component="the plot", package="matplotlib", extra="train")
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7.5, 5.5), layout="constrained")
    canvas = FigureCanvasAgg(figure)
    kind = Path(path).suffix.lstrip(".").lower()
    known = canvas.get_supported_filetypes()
    if kind not in known:
        raise DeidError("D508", name="plot", value=kind, expected=f"one of {', '.join(known)}")
    axes = figure.add_subplot()
    for place, (name, figures) in enumerate(found["systems"].items()):
        colour, marker = COLOURS[place % len(COLOURS)], MARKERS[place % len(MARKERS)]
        points = figures["curve"]
        if points:
            recalls, precisions = [p[2] for p in points], [p[1] for p in points]
            axes.plot(recalls, precisions, color=colour, linewidth=1.3, alpha=0.7)
        x, y = figures["recall"], figures["precision"]
        axes.errorbar(
            [x["value"]],
            [y["value"]],
            xerr=_reach(x),
            yerr=_reach(y),
            fmt=marker,
            color=colour,
            markersize=8,
            elinewidth=1,
            capsize=3,
            label=name,
            markeredgecolor="white",
        )
    axes.set_xlabel("recall")
    axes.set_ylabel("precision")
    axes.set_title(f"{found['criterion']}, micro", fontsize=11)
    axes.grid(color="#d9dee3", linewidth=0.7)
    axes.set_axisbelow(True)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    axes.margins(0.08)
    low_x, high_x = axes.get_xlim()
    low_y, high_y = axes.get_ylim()
    axes.set_xlim(max(low_x, -0.02), min(high_x, 1.02))
    axes.set_ylim(max(low_y, -0.02), min(high_y, 1.02))
    axes.legend(frameon=False, loc="best")
    figure.savefig(str(path), dpi=150)


def _reach(part: Figures) -> list[list[float]] | None:
    """Give how far the interval reaches below and above the value."""
    if part["interval"] is None:
        return None
    low, high = part["interval"]
    return [[max(part["value"] - low, 0.0)], [max(high - part["value"], 0.0)]]
