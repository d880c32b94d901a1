"""Agreement of predictions with gold under every criterion, gathered batch by batch."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy

from spacy_deid.phi import CATEGORIES
from spacy_deid.score import criteria
from spacy_deid.score.arrays import Batch, Flags, Ints, LabelCodes, Pair, Spans, batches, tidy
from spacy_deid.score.figures import Figures
from spacy_deid.score.masking import COLUMNS, Masking, masking
from spacy_deid.score.results import CRITERIA, LABEL_AWARE, LABEL_BLIND, results
from spacy_deid.score.schemes import Scheme, is_outside, scheme
from spacy_deid.score.significance import LEVEL, SAMPLES

__all__ = ["CRITERIA", "LABEL_AWARE", "LABEL_BLIND", "Agreement", "agreement"]


def sentences_of(batch: Batch) -> Ints:
    """Count the sentences of each document.

    RETURNS: what its meta says under 'sentences' (a number or a list), otherwise the estimate of
        ``Batch.sentences``.
    """
    counts = batch.sentences()
    for place, pair in enumerate(batch.pairs):
        given = pair.meta.get("sentences")
        if given is not None:
            counts[place] = given if isinstance(given, int) else len(given)
    return counts


class Agreement:
    """Counts of every criterion per document.

    scheme: the labels that may occur and their subsets.
    """

    def __init__(self, scheme: Scheme) -> None:
        self.scheme = scheme
        self.codes = LabelCodes(scheme.labels)
        self.categories = LabelCodes()
        self.documents = 0
        self._sentences: list[Ints] = []
        self._labels: dict[str, list[Ints]] = {name: [] for name in LABEL_AWARE}
        self._categories: dict[str, list[Ints]] = {name: [] for name in LABEL_AWARE}
        self._blind: dict[tuple[str, str], list[Ints]] = {}
        self._masking: dict[str, list[Ints]] = {"all": [], "hipaa": [], "labels": []}
        self._covered: list[Flags] = []

    def add(self, batch: Batch) -> Masking:
        """Count a batch, whose labels were coded with ``self.codes``.

        RETURNS: what the mask did, for the scorers of leaks.
        """
        shape = (len(batch), max(len(self.codes), 1))
        hipaa = self._flags()
        self.documents += len(batch)
        self._sentences.append(sentences_of(batch))
        inside = numpy.array([not is_outside(name) for name in self.codes.names], dtype=bool)
        gold, pred = (_only(spans, inside) for spans in (batch.gold, batch.pred))
        self._aware(batch, gold, pred, shape, self._labels)
        kinds = numpy.array(
            [self.categories.code(self.scheme.category(n)) for n in self.codes.names]
        )
        if len(kinds):
            wide = (len(batch), len(self.categories))
            self._aware(batch, _relabel(gold, kinds), _relabel(pred, kinds), wide, self._categories)
        gold, pred = batch.gold, batch.pred
        for subset in ("all", "hipaa"):
            if subset == "hipaa":
                gold, pred = (_only(spans, hipaa) for spans in (gold, pred))
            strict = criteria.spans_strict(gold, pred, shape)
            merged = criteria.spans_merged(batch, gold, pred, shape)
            self._blind.setdefault(("spans_strict", subset), []).append(strict[:, 0])
            self._blind.setdefault(("spans_merged", subset), []).append(merged[:, 0])
        hidden = masking(batch, hipaa, shape[1])
        self._masking["all"].append(hidden.counts)
        self._masking["hipaa"].append(hidden.hipaa)
        self._masking["labels"].append(hidden.labels)
        self._covered.append(hidden.covered)
        return hidden

    def _flags(self) -> Flags:
        return numpy.array([self.scheme.identifies(n) for n in self.codes.names], dtype=bool)

    def _aware(
        self,
        batch: Batch,
        gold: Spans,
        pred: Spans,
        shape: tuple[int, int],
        into: dict[str, list[Ints]],
    ) -> None:
        covering, overlapping = criteria.covering_and_overlapping(gold, pred, shape)
        found = {
            "strict": criteria.strict(gold, pred, shape),
            "relaxed": criteria.relaxed(gold, pred, shape),
            "token": criteria.token(batch, gold, pred, shape),
            "covering": covering,
            "overlapping": overlapping,
        }
        for name, counts in found.items():
            into[name].append(counts.astype(numpy.int32))

    @property
    def covered(self) -> Flags:
        """Flag of each gold span, in the order of documents, start, end and label: masked."""
        return numpy.concatenate(self._covered) if self._covered else numpy.zeros(0, dtype=bool)

    def counts(self, criterion: str, subset: str = "all") -> Ints:
        """Give true positives, false positives and false negatives of every document.

        criterion: of ``LABEL_AWARE`` or ``LABEL_BLIND``, or 'redaction' (letters and digits).
        subset: 'all' or 'hipaa'.
        RETURNS: shape (documents, 3).
        """
        if criterion == "redaction":
            return self.masking(subset)[:, :3]
        if criterion in LABEL_BLIND:
            return _joined(self._blind.get((criterion, subset), []), 3)
        table = _stacked(self._labels[criterion], len(self.codes))
        if subset == "hipaa":
            table = table[:, self._flags()]
        total: Ints = table.sum(axis=1, dtype=numpy.int64)
        return total

    def masking(self, subset: str = "all") -> Ints:
        """Give the columns ``masking.COLUMNS`` of every document."""
        return _joined(self._masking[subset], len(COLUMNS))

    def split(self, criterion: str, by: str) -> dict[str, Ints]:
        """Give the counts of a label-aware criterion by 'label' or 'category'.

        RETURNS: name → shape (documents, 3), without names that neither gold nor prediction has.
        """
        parts = (self._labels if by == "label" else self._categories)[criterion]
        codes = self.codes if by == "label" else self.categories
        table = _stacked(parts, len(codes))
        order = [*(self.scheme.labels or ()), *CATEGORIES]
        names = sorted(codes.names, key=lambda n: (order.index(n) if n in order else 999, n))
        return {n: table[:, codes.code(n)] for n in names if table[:, codes.code(n)].any()}

    def covered_by_label(self) -> dict[str, Ints]:
        """Give gold spans and covered ones of every label, shape (documents, 2) each."""
        table = _stacked(self._masking["labels"], len(self.codes))
        return {n: table[:, self.codes.code(n)] for n in sorted(self.codes.names)}

    @property
    def sentences(self) -> Ints:
        """Sentences of every document."""
        return _joined(self._sentences, 0)

    def result(
        self, *, level: float = LEVEL, samples: int = SAMPLES, seed: int = 0
    ) -> tuple[Figures, Figures]:
        """Give the figures and their bootstrap intervals; see ``results.results``."""
        return results(self, level=level, samples=samples, seed=seed)


def _only(spans: Spans, labels: Flags) -> Spans:
    return spans.only(labels[spans.label]) if len(spans.doc) else spans


def _relabel(spans: Spans, kinds: Ints) -> Spans:
    return tidy(spans.doc, spans.start, spans.end, kinds[spans.label])


def _joined(parts: Sequence[Ints], columns: int) -> Ints:
    shape = (0, columns) if columns else (0,)
    return numpy.concatenate(parts) if parts else numpy.zeros(shape, dtype=numpy.int64)


def _stacked(parts: Sequence[Ints], labels: int) -> Ints:
    """Join batches; labels that a batch did not know yet count 0 in it."""
    labels = max(labels, 1)
    if not parts:
        return numpy.zeros((0, labels, 3), dtype=numpy.int64)
    rest = parts[0].shape[2]
    out = numpy.zeros((sum(len(p) for p in parts), labels, rest), dtype=parts[0].dtype)
    place = 0
    for part in parts:
        width = min(part.shape[1], labels)
        out[place : place + len(part), :width] = part[:, :width]
        place += len(part)
    return out


def agreement(
    pairs: Iterable[Pair],
    *,
    scheme_name: str = "i2b2-2014",
    level: float = LEVEL,
    samples: int = SAMPLES,
    seed: int = 0,
) -> tuple[Figures, Figures]:
    """Score documents under every criterion.

    pairs: documents as ``Pair`` or (text, gold, pred) tuples, in any number; they are streamed.
    scheme_name: of ``phi.SCHEMES``, or 'any'.
    samples: bootstrap samples; 0 leaves the intervals out.
    RETURNS: figures and intervals as ``Agreement.result`` gives them; all figures 0 for no
        documents.
    RAISES: DeidError D503 (unknown label), D504 (span outside its text), D505 (unknown scheme).
    """
    found = Agreement(scheme(scheme_name))
    for batch in batches(pairs, found.codes):
        found.add(batch)
    return found.result(level=level, samples=samples, seed=seed)
