"""Protected terms of a document, found by the place that they protect."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from spacy_deid.annotations import Proposal
from spacy_deid.intervals import Interval, covers, merge


class Shields:
    """Protected terms, in any order; each question costs the terms around its span."""

    def __init__(self, protected: Sequence[Proposal]) -> None:
        self._terms = sorted(protected, key=lambda term: term.start)
        self._starts = [term.start for term in self._terms]
        self._longest = max((term.end - term.start for term in self._terms), default=0)

    def over(self, span: Interval, least: float) -> list[Interval]:
        """Give what terms of at least some strength cover of a span's surroundings, merged."""
        return merge((p.start, p.end) for p in self._near(span) if p.score >= least)

    def is_term(self, span: Interval, least: float) -> bool:
        """Tell whether a term of at least some strength is just a span."""
        return any((p.start, p.end) == span and p.score >= least for p in self._near(span))

    def hold(self, span: Interval, least: float) -> bool:
        """Tell whether one term of at least some strength covers all of a span."""
        near = self._near(span)
        return any(covers((p.start, p.end), span) and p.score >= least for p in near)

    def _near(self, span: Interval) -> list[Proposal]:
        low = bisect_right(self._starts, span[0] - self._longest)
        high = bisect_left(self._starts, span[1])
        return [p for p in self._terms[low:high] if p.end > span[0]]
