"""What a corpus holds: documents, tokens, spans per label, misaligned spans, text lengths."""

from __future__ import annotations

from array import array
from collections import Counter
from dataclasses import dataclass, field
from typing import IO, Any

from spacy.vocab import Vocab

from spacy_deid.annotations import Record
from spacy_deid.corpora.alignment import Alignment
from spacy_deid.errors import required
from spacy_deid.phi import CATEGORIES, CATEGORY_OF, MEDDOCAN_CATEGORY_OF, map_label
from spacy_deid.tokens import NarrativeTokenizer

_FRESH = 1000


@dataclass(slots=True)
class Statistics:
    """Counts over documents that are added one by one.

    annotated: documents that hold annotation, if only that nothing is to be marked.
    lengths: tokens of each document.
    """

    documents: int = 0
    annotated: int = 0
    with_spans: int = 0
    characters: int = 0
    tokens: int = 0
    spans: Counter[str] = field(default_factory=Counter)
    misaligned: Counter[str] = field(default_factory=Counter)
    lengths: array[int] = field(default_factory=lambda: array("L"))
    _alignment: Alignment = field(default_factory=Alignment)
    _tokenize: NarrativeTokenizer = field(default_factory=lambda: NarrativeTokenizer(Vocab()))

    def add(self, record: Record) -> None:
        """Count one document."""
        if self.documents % _FRESH == 0:
            self._tokenize = NarrativeTokenizer(Vocab())  # or its string store would grow
        tokens = sum(not token.text.isspace() for token in self._tokenize(record.text))
        self.documents += 1
        self.annotated += bool(record.spans) or bool(record.meta.get("annotated", True))
        self.with_spans += bool(record.spans)
        self.characters += len(record.text)
        self.tokens += tokens
        self.lengths.append(tokens)
        self.spans.update(span.label for span in record.spans)
        self.misaligned.update(span.label for span in self._alignment.misaligned(record))

    def quantiles(self) -> dict[str, int]:
        """Give the least, the quartiles and the most tokens of a document; {} without documents."""
        if not self.lengths:
            return {}
        ordered = sorted(self.lengths)
        last = len(ordered) - 1
        names = ("least", "lower quartile", "median", "upper quartile", "most")
        return {name: ordered[round(last * i / 4)] for i, name in enumerate(names)}

    def as_dict(self) -> dict[str, Any]:
        """Give all counts as JSON types."""
        return {
            "documents": self.documents,
            "annotated": self.annotated,
            "with_spans": self.with_spans,
            "characters": self.characters,
            "tokens": self.tokens,
            "spans": dict(self.spans.most_common()),
            "misaligned": dict(self.misaligned.most_common()),
            "tokens_per_document": self.quantiles(),
        }


_COLOURS = dict(
    zip(
        (*CATEGORIES, "other"),
        ("#4477aa", "#aa3377", "#228833", "#ccbb44", "#66ccee", "#ee6677", "#bb5566", "#999999"),
        strict=True,
    )
)


def plot(statistics: Statistics, stream: IO[bytes], kind: str, title: str) -> None:
    """Draw spans per label and document lengths side by side.

    stream: takes the picture.
    kind: 'png', 'svg' or 'pdf'.
    """
    required("matplotlib", component="the plot", package="matplotlib", extra="train")
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    labels = statistics.spans.most_common()[::-1]
    layout = ConstrainedLayoutEngine(w_pad=0.12, h_pad=0.08)
    figure = Figure(figsize=(11, max(4.0, 1.4 + 0.26 * len(labels))), layout=layout)
    FigureCanvasAgg(figure)
    figure.suptitle(
        f"{title}: {statistics.documents:,} documents, {statistics.tokens:,} tokens, "
        f"{statistics.spans.total():,} spans"
    )
    left, right = figure.subplots(1, 2, width_ratios=(3, 2))
    _bars(left, statistics, labels)
    _histogram(right, statistics)
    figure.savefig(stream, format=kind, dpi=120)


def _category(label: str) -> str:
    """Give the category of a label of any scheme; 'other' where it has none."""
    if label in MEDDOCAN_CATEGORY_OF:
        return MEDDOCAN_CATEGORY_OF[label].replace("OTHER", "other")
    try:
        known = map_label(label, None, "i2b2-2014")
    except KeyError:
        return "other"
    return CATEGORY_OF[known] if known else "other"


def _bars(axes: Any, statistics: Statistics, labels: list[tuple[str, int]]) -> None:
    counts = [count for _, count in labels]
    categories = [_category(label) for label, _ in labels]
    bars = axes.barh(range(len(labels)), counts, color=[_COLOURS[c] for c in categories])
    axes.set_yticks(range(len(labels)), [label for label, _ in labels], fontsize=8)
    notes = []
    for label, count in labels:
        off = statistics.misaligned[label]
        notes.append(f" {count:,}" + (f" ({off:,} misaligned)" if off else ""))
    axes.bar_label(bars, notes, fontsize=8)
    axes.margins(x=0.22, y=0.01)
    shown = {c: bar for c, bar in zip(categories, bars, strict=True)}
    named = [category for category in _COLOURS if category in shown]
    axes.legend(
        [shown[category] for category in named], named, loc="lower right", fontsize=8, frameon=False
    )
    axes.set_xlabel("gold spans")
    axes.set_title("Spans per label" if labels else "No spans", fontsize=10)
    axes.spines[["top", "right"]].set_visible(False)


def _histogram(axes: Any, statistics: Statistics) -> None:
    lengths = list(statistics.lengths)
    axes.hist(lengths, bins=min(40, max(1, len(set(lengths)))), color="#4477aa")
    if lengths:
        median = statistics.quantiles()["median"]
        axes.axvline(median, color="#ee6677", linewidth=1.2)
        axes.text(
            median,
            1.0,
            f" median {median:,}",
            color="#c03040",
            fontsize=8,
            va="top",
            transform=axes.get_xaxis_transform(),
        )
    axes.yaxis.get_major_locator().set_params(integer=True)
    axes.set_xlabel("tokens of a document")
    axes.set_ylabel("documents")
    axes.set_title("Text lengths", fontsize=10)
    axes.spines[["top", "right"]].set_visible(False)
