"""What other detectors decided, as features: the input of a recognizer over recognizers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from spacy.tokens import Doc

from spacy_deid.annotations import Proposal
from spacy_deid.detect.features.context import View, span_places, view_of
from spacy_deid.detect.features.shapes import capital_type, merged_shape, numeric_type
from spacy_deid.proposals import read_proposals

ENTS = "ents"
"""Source name that stands for ``doc.ents``."""
_SCORE_BINS = 5


class DecisionReader:
    """Turns what stands in the span groups of a Doc into features of its words.

    sources: span groups, and 'ents' for ``doc.ents``; one that is missing decided nothing.
    window: words on each side whose decisions count.
    shapes: words on each side whose form (capitals, digits, shape) counts; -1 for none.
    """

    def __init__(self, sources: Sequence[str], *, window: int, shapes: int) -> None:
        self.sources = list(sources)
        self.window = window
        self.shapes = shapes
        self.reach = max(shapes, 0)

    @property
    def rule_sources(self) -> list[str]:
        """Name the span groups that are read, as a ``FeatureExtractor`` does."""
        return self.sources

    def view(self, doc: Doc) -> View:
        """Lay a document out in the words that get features."""
        return view_of(doc)

    def word(self, word: str) -> list[tuple[str, ...]]:
        """Give the form of a word, which its neighbours see too."""
        if self.shapes < 0:
            return [()]
        plain = (
            f"sh={merged_shape(word)[:12]}",
            f"ty={capital_type(word)}{numeric_type(word)}",
            f"n={min(len(word), 12)}",
        )
        return [
            tuple(f"{offset}|{feature}" for feature in plain)
            for offset in range(-self.reach, self.reach + 1)
        ]

    def context(self, view: View) -> list[list[str]]:
        """Give each word every source's label and place in its span, here and around.

        Also how many sources agree on a label, all decisions together, and score bins.
        """
        count = len(view.words)
        rows = [["bias"] for _ in range(count)]
        marks: list[dict[str, str]] = [{} for _ in range(count)]
        for source in self.sources:
            for proposal in _proposals(view.doc, source):
                part = f"{source}~{proposal.label}~{_bin(proposal.score)}"
                places = list(span_places(view.starts, proposal.start, proposal.end))
                for place in places:
                    # of spans of one source on a word the first counts
                    if source in marks[place]:
                        continue
                    letter = "B" if place == places[0] else "I"
                    marks[place][source] = f"{letter}-{proposal.label}"
                    rows[place].append(part)
                    if place == places[-1]:
                        rows[place].append(f"{source}.")
        for place, held in enumerate(marks):
            if not held:
                continue
            rows[place].append("all=" + "|".join(held.get(s, "O") for s in self.sources))
            votes = Counter(mark[2:] for mark in held.values())
            rows[place].extend(f"{label}*{number}" for label, number in votes.items())
            first, end = max(place - self.window, 0), min(place + self.window + 1, count)
            for other in range(first, end):
                offset = place - other
                rows[other].extend(f"{offset}|{s}={mark}" for s, mark in held.items())
        return rows

    def to_dict(self) -> dict[str, Any]:
        """Give nothing: the settings stand in the config."""
        return {}

    def load_dict(self, tables: Mapping[str, Any]) -> None:
        """Take nothing."""


def _proposals(doc: Doc, source: str) -> list[Proposal]:
    if source != ENTS:
        return read_proposals(doc, source)
    return [Proposal(e.start_char, e.end_char, e.label_, 1.0, ENTS) for e in doc.ents]


def _bin(score: float) -> int:
    return min(int(score * _SCORE_BINS), _SCORE_BINS - 1)
