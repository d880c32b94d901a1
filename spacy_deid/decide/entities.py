"""``doc.ents`` before a decision and after it: of other components, and ours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from spacy.tokens import Doc, Span

from spacy_deid.annotations import DECISION, Proposal
from spacy_deid.phi import CATEGORY_OF
from spacy_deid.proposals import read_proposals

ENTS = "ents"
"""Detector name that stands for ``doc.ents``, where spaCy's own recognizers write."""

_GENERAL = frozenset({"DATE"})
"""Labels that general models have as well."""


def entities_of(doc: Doc) -> list[Proposal]:
    """Give ``doc.ents`` as proposals; labels that are not PHI (a general model's) are left out.

    On a Doc that was decided before, the decision stands there: what was heard then is kept in the
    group of that name, and only what came since is new.
    """
    own = {(span.start, span.end, span.label) for span in _decided(doc)}
    held = read_proposals(doc, ENTS)
    return held + [
        Proposal(ent.start_char, ent.end_char, ent.label_, 0.9, ENTS)
        for ent in doc.ents
        if ent.label_ in CATEGORY_OF and (ent.start, ent.end, ent.label) not in own
    ]


def _decided(doc: Doc) -> list[Span]:
    return whole_tokens(doc) if DECISION in doc.spans else []


def are_told(doc: Doc) -> bool:
    """Tell whether another component's entities identify somebody by labels of ours alone.

    A general model knows dates, too, and means 'two weeks' and 'daily' by them.
    """
    own = {(span.start, span.end, span.label) for span in _decided(doc)}
    return any(
        ent.label_ in CATEGORY_OF
        and ent.label_ not in _GENERAL
        and (ent.start, ent.end, ent.label) not in own
        for ent in doc.ents
    )


def others_beside(doc: Doc, decided: Sequence[Span]) -> list[Span]:
    """Give the entities of other kinds that share no token with the decided ones."""
    taken = {place for span in decided for place in range(span.start, span.end)}
    return [
        ent
        for ent in doc.ents
        if ent.label_ not in CATEGORY_OF and taken.isdisjoint(range(ent.start, ent.end))
    ]


def parted(decision: Sequence[Proposal], wide: Sequence[Proposal]) -> list[Proposal]:
    """Part spans that meet in one run of letters and figures where the later of them began.

    decision: as decided, disjoint. wide: the same, as far as their runs go.
    """
    kept: list[Proposal] = []
    for own, widest in zip(decision, wide, strict=True):
        start = widest.start
        if kept and start < kept[-1].end:
            kept[-1] = replace(kept[-1], end=min(kept[-1].end, own.start))
            start = kept[-1].end
        kept.append(replace(widest, start=start))
    return kept


def whole_tokens(doc: Doc) -> list[Span]:
    """Give the decision in whole tokens, as entities are: the earlier span has a token of two."""
    kept: list[Span] = []
    taken = 0
    for span in doc.spans[DECISION]:
        if span.end > taken:
            kept.append(Span(doc, max(span.start, taken), span.end, label=span.label))
            taken = span.end
    return kept
