"""Between spans and token tags, for the recognizers that tag words."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

import numpy
import numpy.typing
from spacy.tokens import Doc

from spacy_deid.annotations import Proposal
from spacy_deid.detect.features.context import View

Floats = numpy.typing.NDArray[numpy.float32]

SCHEMES = ("BIO", "BILOU")
OUTSIDE = "O"
"""Tag of a word with nothing to hide."""
MISSING = "-"
"""Tag of a word that a gold span touches without meeting its borders: not to be learnt from."""


def gold_tags(doc: Doc, view: View, scheme: str) -> list[str]:
    """Give one tag per word of a view from ``doc.ents``.

    doc: over the text of the view, its tokens may be others.
    scheme: 'BIO' or 'BILOU' (B, I, L for the last, U for a span of one word, O).
    RETURNS: tags such as 'B-DATE'; ``MISSING`` where the annotation of a word is missing, and for
        the words of an entity that begins or ends inside of one.
    """
    starts = view.starts
    ends = [start + len(word) for start, word in zip(starts, view.words, strict=True)]
    tags = [OUTSIDE] * len(starts)
    for index in numpy.flatnonzero(doc.to_array("ENT_IOB") == 0).tolist():
        low, high = doc[index].idx, doc[index].idx + len(doc[index])
        for place in range(bisect_right(ends, low), bisect_left(starts, high)):
            tags[place] = MISSING
    for ent in doc.ents:
        places = range(bisect_right(ends, ent.start_char), bisect_left(starts, ent.end_char))
        fits = places and ent.start_char <= starts[places[0]] and ends[places[-1]] <= ent.end_char
        for number, place in enumerate(places):
            letter = _letter(number, len(places), scheme)
            tags[place] = f"{letter}-{ent.label_}" if fits else MISSING
    return tags


def _letter(number: int, count: int, scheme: str) -> str:
    if scheme == "BILOU":
        if count == 1:
            return "U"
        if number == count - 1:
            return "L"
    return "B" if number == 0 else "I"


def proposals_of(
    view: View, tags: Sequence[str], scores: Sequence[float], source: str
) -> list[Proposal]:
    """Read spans off tags; a span begins wherever a tag does not go on with the span before.

    scores: confidence per word; a span has the least of its words.
    """
    found: list[Proposal] = []
    first: int | None = None
    label = ""
    for place, tag in enumerate([*tags, "O"]):
        letter, _, kind = tag.partition("-")
        goes_on = first is not None and kind == label and letter in ("I", "L")
        if first is not None and not goes_on:
            last = place - 1
            found.append(
                Proposal(
                    view.starts[first],
                    view.starts[last] + len(view.words[last]),
                    label,
                    min(scores[first:place]),
                    source,
                )
            )
            first = None
        if first is None and kind:
            first, label = place, kind
    return found


def unbroken(tags: Sequence[str]) -> list[tuple[int, int]]:
    """Give the [start, end) runs of words whose tags are known."""
    runs: list[tuple[int, int]] = []
    start = None
    for place, tag in enumerate([*tags, MISSING]):
        if tag != MISSING and start is None:
            start = place
        elif tag == MISSING and start is not None:
            runs.append((start, place))
            start = None
    return runs


class TagTable:
    """The tags of a recognizer as arrays, to read spans off the best tag of each word by itself."""

    def __init__(self, classes: Sequence[str]) -> None:
        labels = sorted({tag.partition("-")[2] for tag in classes if tag != OUTSIDE})
        self.labels = labels
        self._begins = numpy.array([tag[0] in "BU" for tag in classes], dtype=bool)
        self._ends = numpy.array([tag[0] in "LU" for tag in classes], dtype=bool)
        self._outside = numpy.array([tag == OUTSIDE for tag in classes], dtype=bool)
        self._label_of = numpy.array(
            [labels.index(tag[2:]) if tag != OUTSIDE else 0 for tag in classes], dtype=numpy.int64
        )
        self._of_label = numpy.zeros((len(classes), len(labels)), dtype=numpy.float32)
        for number, tag in enumerate(classes):
            if tag != OUTSIDE:
                self._of_label[number, self._label_of[number]] = 1.0

    def codes(
        self, chances: Floats, biases: Floats, drop: float = 0.0
    ) -> tuple[numpy.typing.NDArray[numpy.int64], Floats]:
        """Choose the class of each word by itself.

        chances: probability of each class, shape (words, classes).
        biases: logarithm of the factor on each of them, shape (classes,); drop: what is added to
            that of ``OUTSIDE``.
        RETURNS: the likeliest tag where something to hide is as likely as not or likelier, else
            ``OUTSIDE``, shape (words,); and the probabilities with the factors in them, as chances.
        """
        if drop:
            biases = biases + numpy.where(self._outside, numpy.float32(drop), numpy.float32(0))
        tilted = chances * numpy.exp(biases - biases.max(initial=0), dtype=numpy.float32)
        tilted /= numpy.maximum(tilted.sum(axis=1, keepdims=True), 1e-30)
        inside = numpy.where(self._outside, numpy.float32(-1.0), tilted)
        codes = inside.argmax(axis=1)
        if self._outside.any():
            outside = int(self._outside.argmax())
            codes = numpy.where(tilted[:, outside] > 0.5, outside, codes)
        return codes, tilted

    def free(self, chances: Floats) -> Floats:
        """Give the probability that each word hides nothing, shape (words,)."""
        found: Floats = chances @ self._outside.astype(numpy.float32)
        return found

    def by_label(self, chances: Floats) -> Floats:
        """Give the probability that each word hides something of each label, (words, labels)."""
        found: Floats = chances @ self._of_label
        return found

    def least_sure(self, codes: numpy.typing.NDArray[numpy.int64], chances: Floats) -> float:
        """Give the least probability of a word to hide what was chosen; 1 without words."""
        free = self.free(chances)
        return float(numpy.where(self._outside[codes], free, 1.0 - free).min(initial=1.0))

    def clear(
        self, view: View, codes: numpy.typing.NDArray[numpy.int64], chances: Floats, limit: float
    ) -> list[list[int]]:
        """Give the runs of words that hide nothing, as far as the chain knows.

        codes: what was chosen: no word of a span is clear.
        chances: probability of each class, shape (words, classes), without any bias.
        limit: the probability of something to hide is below it at each word of a run.
        RETURNS: characters [start, end) of each run, in order, as JSON types.
        """
        sure = self._outside[codes] & (1.0 - self.free(chances) < limit)
        edges = numpy.flatnonzero(numpy.diff(sure, prepend=False, append=False))
        return [
            [view.starts[first], view.starts[last - 1] + len(view.words[last - 1])]
            for first, last in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True)
        ]

    def spans(
        self,
        view: View,
        codes: numpy.typing.NDArray[numpy.int64],
        chances: Floats,
        *,
        any_label: bool = False,
    ) -> list[tuple[int, int, str, float]]:
        """Mend the tags of a document and read its spans off.

        A run of tagged words parts where a tag begins or the one before ends a span; each piece is
        one span with the label that its words together give most. A tag that goes on with nothing
        begins a span.
        codes: class of each word. chances: probability of each class, shape (words, classes).
        any_label: whether the score of a span is the least probability over its words of any label,
            or else of its own.
        RETURNS: characters [start, end), label, score.
        """
        places = numpy.flatnonzero(~self._outside[codes])
        if not len(places):
            return []
        taken = codes[places]
        apart = numpy.ones(len(places), dtype=bool)
        apart[1:] = (numpy.diff(places) > 1) | self._begins[taken[1:]] | self._ends[taken[:-1]]
        firsts = numpy.flatnonzero(apart)
        by_label = chances[places] @ self._of_label
        best = numpy.add.reduceat(by_label, firsts, axis=0).argmax(axis=1)
        lasts = numpy.append(firsts[1:], len(places)) - 1
        owner = numpy.cumsum(apart) - 1
        likely = by_label.sum(axis=1) if any_label else by_label[range(len(places)), best[owner]]
        sure = numpy.minimum.reduceat(likely, firsts)
        return [
            (
                view.starts[first],
                view.starts[last] + len(view.words[last]),
                self.labels[label],
                score,
            )
            for first, last, label, score in zip(
                places[firsts].tolist(),
                places[lasts].tolist(),
                best.tolist(),
                sure.tolist(),
                strict=True,
            )
        ]
