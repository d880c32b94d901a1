"""Why predictions differ from gold: wrong type, wrong extent, missing, spurious; and who did it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from spacy_deid.intervals import PhiSpan, overlaps
from spacy_deid.score.arrays import Batch, Pair, SpanLike
from spacy_deid.score.figures import Figures
from spacy_deid.score.schemes import is_outside

KINDS = ("type", "extent", "missing", "spurious")
EXTENTS = ("short", "long", "both")
MISSING, SPURIOUS = "(missing)", "(spurious)"
MOST_EXAMPLES = 200
"""Most examples that are kept per cell of the confusion table."""


class Case(NamedTuple):
    """One error.

    kind: of ``KINDS``. A wrong label counts as 'type' also where the borders differ.
    extent: 'short' (part of the gold span is left out), 'long' (more than it is taken), 'both', or
        '' where the borders are equal or there is nothing to compare.
    gold: None for a spurious prediction, which touches no gold span that is yet to be found;
        pred: what overlaps the gold span, the largest share first; source: what proposed it, or
        vetoed what would have been right.
    """

    doc: str
    kind: str
    extent: str
    gold: PhiSpan | None
    pred: tuple[PhiSpan, ...]
    source: str


def cases(pair: Pair) -> Iterator[Case]:
    """Find the errors of one document, in order.

    SOURCE: WI-deId (system 3), its error analysis: type, extent, missing, spurious.
    """
    yield from _cases(pair, _distinct(pair.gold), _distinct(pair.pred))


def _distinct(spans: Iterable[SpanLike]) -> set[SpanLike]:
    return {(start, end, label) for start, end, label in spans if not is_outside(label)}


def _cases(pair: Pair, gold: set[SpanLike], pred: set[SpanLike]) -> Iterator[Case]:
    if gold == pred:
        return
    sources = _sources(pair)
    ours = sorted(PhiSpan(*span) for span in gold - pred)
    theirs = sorted(PhiSpan(*span) for span in pred - gold)
    for span, touching in _touching(ours, sorted(pred)):
        yield _gold_case(pair, span, [PhiSpan(*other) for other in touching], sources)
    for span, touching in _touching(theirs, ours):
        if not touching:
            yield Case(pair.id, "spurious", "", None, (span,), sources.get(span, ""))


def _touching(
    ours: Sequence[PhiSpan], theirs: Sequence[SpanLike]
) -> Iterator[tuple[PhiSpan, list[SpanLike]]]:
    """Give each of our sorted spans with those of theirs that share a character with it."""
    longest = max((span[1] - span[0] for span in theirs), default=0)
    low = 0
    for span in ours:
        while low < len(theirs) and theirs[low][0] + longest <= span.start:
            low += 1
        found = []
        for place in range(low, len(theirs)):
            other = theirs[place]
            if other[0] >= span.end:
                break
            if other[1] > span.start:
                found.append(other)
        yield span, found


def _gold_case(
    pair: Pair, gold: PhiSpan, touching: list[PhiSpan], sources: dict[PhiSpan, str]
) -> Case:
    if not touching:
        return Case(pair.id, "missing", "", gold, (), _veto(pair, gold))

    def shared(span: PhiSpan) -> tuple[int, bool]:
        common = min(span.end, gold.end) - max(span.start, gold.start)
        return -common, span.label != gold.label

    ranked = tuple(sorted(touching, key=lambda span: (shared(span), span)))
    extent = _extent(gold, ranked)
    same_label = any(span.label == gold.label for span in ranked)
    kind = "extent" if same_label and extent else "type"
    if kind == "extent":
        first = next(span for span in ranked if span.label == gold.label)
        ranked = (first, *(span for span in ranked if span != first))
    return Case(pair.id, kind, extent, gold, ranked, sources.get(ranked[0], ""))


def _extent(gold: PhiSpan, pred: Sequence[PhiSpan]) -> str:
    if any(span[:2] == gold[:2] for span in pred):
        return ""
    beyond = any(span.start < gold.start or span.end > gold.end for span in pred)
    reach = gold.start
    for span in sorted(pred):
        if span.start > reach:
            break
        reach = max(reach, span.end)
    whole = reach >= gold.end
    if beyond:
        return "long" if whole else "both"
    return "short"


def _sources(pair: Pair) -> dict[PhiSpan, str]:
    given = pair.meta.get("sources")
    if not given or len(given) != len(pair.pred):
        return {}
    spans = (PhiSpan(*span[:3]) for span in pair.pred)
    return {span: str(source) for span, source in zip(spans, given, strict=True)}


def _veto(pair: Pair, gold: PhiSpan) -> str:
    """Name the detector and outcome of a proposal for this place that did not survive."""
    for start, end, _label, detector, outcome in pair.meta.get("verdicts") or ():
        if outcome not in ("kept", "joined") and overlaps((start, end), gold[:2]):
            return f"{detector}: {outcome}"
    return ""


class Errors:
    """Gathers errors batch by batch.

    examples: keep up to so many per cell of the confusion table; they hold offsets and ids, and
        their text is shown only by what is asked to show it.
    """

    def __init__(self, *, examples: int = MOST_EXAMPLES) -> None:
        self.most = examples
        self.kinds: Counter[str] = Counter()
        self.extents: Counter[str] = Counter()
        self.confusion: Counter[tuple[str, str]] = Counter()
        self.by_source: Counter[tuple[str, str]] = Counter()
        self.examples: dict[tuple[str, str], list[tuple[Case, str]]] = {}

    def add(self, batch: Batch) -> None:
        """Analyse a batch."""
        for pair in batch.pairs:
            self.add_pair(pair)

    def add_pair(self, pair: Pair) -> None:
        """Analyse one document; what agrees fills the diagonal of the confusion table."""
        gold, pred = _distinct(pair.gold), _distinct(pair.pred)
        for _, _, label in gold & pred:
            self.confusion[label, label] += 1
        for case in _cases(pair, gold, pred):
            self.kinds[case.kind] += 1
            if case.extent:
                self.extents[case.extent] += 1
            if case.source:
                self.by_source[case.source, case.kind] += 1
            cell = confused(case)
            self.confusion[cell] += 1
            kept = self.examples.setdefault(cell, [])
            if len(kept) < self.most:
                kept.append((case, pair.text))

    def result(self) -> Figures:
        """Give counts and shares, without any text.

        RETURNS: total, by_kind, by_extent (of 'extent' and 'type' errors whose borders differ),
            confusion (gold label → predicted label → count), by_source (source → kind → count).
        """
        total = sum(self.kinds.values())
        confusion: dict[str, dict[str, int]] = {}
        for (gold, pred), count in sorted(self.confusion.items()):
            confusion.setdefault(gold, {})[pred] = count
        sources: dict[str, dict[str, int]] = {}
        for (source, kind), count in sorted(self.by_source.items()):
            sources.setdefault(source, {})[kind] = count
        return {
            "total": total,
            "by_kind": {
                kind: {
                    "count": self.kinds[kind],
                    "share": self.kinds[kind] / total if total else 0.0,
                }
                for kind in KINDS
            },
            "by_extent": {extent: self.extents[extent] for extent in EXTENTS},
            "confusion": confusion,
            "by_source": sources,
        }


def confused(case: Case) -> tuple[str, str]:
    """Give the cell of the confusion table: gold label, then predicted label."""
    gold = case.gold.label if case.gold else SPURIOUS
    return gold, case.pred[0].label if case.pred else MISSING


def excerpt(case: Case, text: str, width: int = 60) -> tuple[str, str, str]:
    """Give the text around an error: before, the span itself, after. This shows the narrative."""
    span = case.gold or case.pred[0]
    return (
        text[max(span.start - width, 0) : span.start],
        text[span.start : span.end],
        text[span.end : span.end + width],
    )


def analyse(pairs: Iterable[Pair]) -> Figures:
    """Analyse the errors of documents; see ``Errors.result``."""
    found = Errors(examples=0)
    for pair in pairs:
        found.add_pair(pair)
    return found.result()
