"""What a masker refuses or warns of: offsets that make no sense, what nobody decided on, labels."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence

from spacy.language import Language
from spacy.tokens import Doc

from spacy_deid.annotations import DECISION, GOLD, SEEN, Proposal
from spacy_deid.errors import DeidError
from spacy_deid.mask.policies import FARTHEST
from spacy_deid.phi import CATEGORY_OF, shown
from spacy_deid.proposals import is_proposed

_OURS = "deid_"
"""How the names of our factories begin."""
_ANNOTATED = frozenset({GOLD, "sc"})
_INVERSE = "deid_inverse"
"""Span group of words that nothing proved safe."""


def check_offsets(component: str, offsets: Mapping[str, int]) -> None:
    """Refuse days that dates cannot move by, and ids that are none.

    RAISES: DeidError D011.
    """
    if not isinstance(offsets, Mapping):
        raise _wrong(component, type(offsets).__name__, "a mapping of ids to days")
    for case, days in offsets.items():
        if type(days) is not int or not 0 < abs(days) <= FARTHEST:
            raise _wrong(component, days, f"days, not 0, up to {FARTHEST:,} either way")
        if not isinstance(case, str) or not case:
            raise _wrong(component, case, "keyed by ids of cases or documents")


def _wrong(component: str, value: object, expected: str) -> DeidError:
    return DeidError("D011", component=component, name="offsets", value=value, expected=expected)


def check_decided(doc: Doc, decision: Sequence[Proposal]) -> None:
    """Refuse a Doc on which something was found after the decision, which would show.

    RAISES: DeidError D411 for an entity of a label of ours, a span of such a label in a group that
        the resolver did not see, or a word of the inverse mode, that the decision does not touch.
    """
    decided = {(span.start, span.end) for span in doc.spans[DECISION]}
    later = list(doc.spans[_INVERSE]) if _INVERSE in doc.spans else []
    seen = doc.spans[DECISION].attrs.get(SEEN)
    for name, group in doc.spans.items():
        # what another library found behind the resolver, by labels that it would have decided on
        if seen is not None and name not in seen and name not in _ANNOTATED:
            later += [] if name == DECISION or is_proposed(doc, name) else list(group)
    for span in (*doc.ents, *later):
        if span.label_ not in CATEGORY_OF or (span.start, span.end) in decided:
            continue
        start, end = span.start_char, span.end_char
        if not any(one.start < end and start < one.end for one in decision):
            name = doc._.deid_id or "?"
            raise DeidError("D411", doc=name, label=span.label_, start=start, end=end)


def warn_of_labels(component: str, nlp: Language) -> None:
    """Warn of recognizers that have learnt labels that nobody can mask, before any document fails.

    component: the masker's name; nlp: its pipeline, those before it trained.
    """
    for name, other in nlp.components:
        if not nlp.get_pipe_meta(name).factory.startswith(_OURS):
            continue
        foreign = [label for label in getattr(other, "labels", ()) if label not in CATEGORY_OF]
        if foreign:
            told = ", ".join(map(shown, foreign))
            problem = DeidError("D412", component=name, labels=told, masker=component)
            warnings.warn(str(problem), stacklevel=2)
