"""What a masker refuses before it writes: offsets that make no sense, what nobody decided on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from spacy.tokens import Doc

from spacy_deid.annotations import DECISION, Proposal
from spacy_deid.errors import DeidError
from spacy_deid.mask.policies import FARTHEST
from spacy_deid.phi import CATEGORY_OF

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

    RAISES: DeidError D411 for an entity of a label of ours, or a word of the inverse mode, that the
        decision does not touch.
    """
    decided = {(span.start, span.end) for span in doc.spans[DECISION]}
    later = doc.spans[_INVERSE] if _INVERSE in doc.spans else ()
    for span in (*doc.ents, *later):
        if span.label_ not in CATEGORY_OF or (span.start, span.end) in decided:
            continue
        start, end = span.start_char, span.end_char
        if not any(one.start < end and start < one.end for one in decision):
            name = doc._.deid_id or "?"
            raise DeidError("D411", doc=name, label=span.label_, start=start, end=end)
