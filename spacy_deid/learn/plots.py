"""The studies' pictures. Only figures, labels and names of settings stand in them."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from spacy_deid.corpora.targets import new_file
from spacy_deid.errors import required
from spacy_deid.learn.grids import Axis

if TYPE_CHECKING:
    from spacy_deid.learn.cross_validation import Tried
    from spacy_deid.learn.ranking import Ranked
    from spacy_deid.learn.self_learning import Round
    from spacy_deid.learn.shares import Point

LINES = {
    "f": ("F1", "#1f6feb", "o"),
    "p": ("precision", "#9a5b00", "^"),
    "r": ("recall", "#1a7f37", "s"),
}
_POSITIVE, _NEGATIVE, _GREY = "#1f6feb", "#b42318", "#57606a"
_LOGARITHMIC = 20
"""From this ratio of the largest to the smallest value on, a setting is drawn on a log scale."""
_MOST_TICKS = 12


class _Picture:
    """A figure of some panels, written whole or not at all."""

    def __init__(self, path: Path, *, rows: int = 1, columns: int = 1, size: tuple[float, float]):
        required("matplotlib", component="the plot", package="matplotlib", extra="train")
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure

        self.path = path
        self.figure = Figure(figsize=size, layout="constrained")
        FigureCanvasAgg(self.figure)
        panels = self.figure.subplots(rows, columns, squeeze=False)
        self.panels = [panel for row in panels for panel in row]
        for panel in self.panels:
            panel.set_axisbelow(True)
            panel.grid(color="#d9dee3", linewidth=0.7)
            for side in ("top", "right"):
                panel.spines[side].set_visible(False)

    def write(self) -> None:
        data = io.BytesIO()
        self.figure.savefig(data, format="png", dpi=150, metadata={"Software": None})
        with new_file(str(self.path)) as stream:
            stream.write(data.getvalue())


def _draw_lines(
    panel: Any, places: Sequence[float], found: Sequence[Mapping[str, float]], criterion: str
) -> None:
    """Draw mean F1, precision and recall with one standard deviation to each side."""
    lowest, highest = 1.0, 0.0
    for figure, (name, colour, marker) in LINES.items():
        means = [f[f"{criterion}_{figure}_mean"] for f in found]
        sds = [f[f"{criterion}_{figure}_sd"] for f in found]
        low = [m - s for m, s in zip(means, sds, strict=True)]
        high = [m + s for m, s in zip(means, sds, strict=True)]
        panel.fill_between(places, low, high, color=colour, alpha=0.13, linewidth=0)
        panel.plot(
            *(places, means),
            **{"color": colour, "marker": marker, "label": name, "linewidth": 1.6},
            markersize=5.5,
            markeredgecolor="white",
        )
        lowest, highest = min(lowest, *low), max(highest, *high)
    room = max((highest - lowest) * 0.08, 0.005)
    panel.set_ylim(max(lowest - room, -0.01), min(highest + room, 1.01))
    panel.set_ylabel(f"{criterion.replace('_', ' ')}, micro")


def draw_settings(tried: Sequence[Tried], axes: Sequence[Axis], criterion: str, path: Path) -> None:
    """Draw the figures of every setting of a stage, the choice marked."""
    values = _numbers(tried, axes)
    picture = _Picture(path, size=(7.5, 4.8))
    panel = picture.panels[0]
    if values is None:
        places = [float(place) for place in range(len(tried))]
        names = ["\n".join(f"{_short(k)} {v}" for k, v in t.overrides.items()) for t in tried]
        panel.set_xticks(places, names, fontsize=8, rotation=45 if len(tried) > 6 else 0)
        panel.set_xlabel("setting")
    else:
        places = values
        panel.set_xlabel(axes[0].name)
        positive = [v for v in values if v > 0]
        if len(positive) == len(values) and max(values) >= _LOGARITHMIC * min(values):
            panel.set_xscale("log")
            panel.minorticks_off()
            if len(set(values)) <= _MOST_TICKS:
                panel.set_xticks(sorted(set(values)), [f"{v:g}" for v in sorted(set(values))])
    order = sorted(range(len(tried)), key=lambda n: places[n])
    _draw_lines(panel, [places[n] for n in order], [tried[n].figures for n in order], criterion)
    chosen = next(place for place, t in enumerate(tried) if t.chosen)
    panel.axvline(places[chosen], color=_GREY, linewidth=1.1, linestyle="--", label="chosen")
    panel.legend(frameon=False, ncols=4, loc="lower center", bbox_to_anchor=(0.5, 1.0))
    picture.write()


def _short(path: str) -> str:
    return path.rpartition(".")[2]


def _numbers(tried: Sequence[Tried], axes: Sequence[Axis]) -> list[float] | None:
    """Give the values of the only setting that was varied; None where it is not one number."""
    if len(axes) != 1:
        return None
    axis = axes[0]
    values: list[float] = []
    for t in tried:
        value = t.overrides[axis.path]
        if axis.other:
            total = value + t.overrides[axis.other]
            value = value / total if total else 0.0
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            return None
        values.append(float(value))
    return values


def draw_curve(points: Sequence[Point], criterion: str, path: Path) -> None:
    """Draw the learning curve over the number of training documents."""
    picture = _Picture(path, size=(7.5, 4.8))
    panel = picture.panels[0]
    points = sorted(points, key=lambda point: point.share)
    _draw_lines(panel, [p.trained_on for p in points], [p.figures for p in points], criterion)
    panel.set_xlim(left=0)
    panel.set_xlabel("training documents")
    panel.legend(frameon=False, loc="lower right")
    draws = max((p.draws for p in points), default=0)
    panel.set_title(f"mean and standard deviation of {draws} draws", fontsize=10, color=_GREY)
    picture.write()


def draw_mixture(points: Sequence[Point], criterion: str, path: Path) -> None:
    """Draw one panel for each test part over the share of the second corpus."""
    picture = _Picture(path, columns=2, size=(10, 4.6))
    for panel, test in zip(picture.panels, ("first", "second"), strict=True):
        mine = sorted((p for p in points if p.test == test), key=lambda point: point.share)
        _draw_lines(panel, [100 * p.share for p in mine], [p.figures for p in mine], criterion)
        panel.set_title(f"tested on the {test} corpus", fontsize=10)
        panel.set_xlabel("documents of the second corpus in training, %")
    picture.panels[1].set_ylabel("")
    handles, names = picture.panels[0].get_legend_handles_labels()
    picture.figure.legend(handles, names, loc="outside upper center", frameon=False, ncols=3)
    picture.write()


def draw_rounds(rounds: Sequence[Round], criterion: str, path: Path) -> None:
    """Draw the figures on the dev part and the documents added, round by round."""
    picture = _Picture(path, size=(7.5, 4.8))
    panel = picture.panels[0]
    places = [float(r.number) for r in rounds]
    found = [
        {
            f"{criterion}_{f}_{part}": r.figures[f"{criterion}_{f}"] * (part == "mean")
            for f in LINES
            for part in ("mean", "sd")
        }
        for r in rounds
    ]
    _draw_lines(panel, places, found, criterion)
    panel.set_xlabel("round (documents added so far)")
    panel.set_xticks(places, [f"{r.number}\n({r.added_so_far})" for r in rounds])
    panel.legend(frameon=False, ncols=3, loc="lower center", bbox_to_anchor=(0.5, 1.0))
    picture.write()


def draw_ranking(ranked: Sequence[Ranked], path: Path, *, top: int) -> None:
    """Draw the heaviest features of every label as bars, one panel for each label."""
    labels = list(dict.fromkeys(entry.label for entry in ranked))
    columns = min(len(labels), 3)
    rows = -(-len(labels) // columns) if labels else 1
    size = (max(5.2 * columns, 5.2), max(rows * (0.24 * top + 0.9), 2.5))
    picture = _Picture(path, rows=rows, columns=max(columns, 1), size=size)
    for panel in picture.panels[len(labels) :]:
        panel.set_axis_off()
    for panel, label in zip(picture.panels, labels, strict=False):
        mine = [entry for entry in ranked if entry.label == label][:top][::-1]
        colours = [_POSITIVE if entry.weight > 0 else _NEGATIVE for entry in mine]
        panel.barh(range(len(mine)), [entry.weight for entry in mine], color=colours, height=0.7)
        panel.set_yticks(range(len(mine)), [_cut(entry.feature) for entry in mine], fontsize=8)
        panel.axvline(0, color=_GREY, linewidth=0.8)
        panel.tick_params(axis="x", labelsize=8)
        panel.set_title(label, fontsize=10)
        panel.set_ylim(-0.6, top - 0.4)
    picture.write()


def _cut(name: str) -> str:
    return name if len(name) <= 34 else f"{name[:33]}…"
