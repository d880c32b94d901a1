"""What a detector understood of a date or an age holds for the span that another one decided on."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from spacy_deid.annotations import Proposal
from spacy_deid.intervals import covers

_JOINTS = re.compile(
    r"(?:[\s,;&()/–—-]|\b(?:and|or|to|the|of|then|until|till|on|from|du|des|del|dal|vom|van|von|od|"
    r"am|ab|seit|le|el|il|den|dem|der|de|di|do|das|dos|au|al|bis|tot|zum|et|y|und|en|e|i)\b)*",
    re.IGNORECASE,
)
"""What may stand between the dates of one span, and around them."""


def understood(
    text: str, decision: Sequence[Proposal], proposals: Iterable[Proposal]
) -> Iterator[Proposal]:
    """Give the spans of the decision that nobody read the parse of a proposal of the same kind.

    decision: disjoint, in order of start. proposals: of all detectors, whatever became of them.
    RETURNS: the decision. A date that was read as several in a row is several: 'March 28, 30'.
    """
    read: dict[str, list[Proposal]] = {}
    for proposal in proposals:
        if proposal.parse is not None:
            read.setdefault(proposal.label, []).append(proposal)
    for known in read.values():
        known.sort(key=lambda p: (p.start, -p.end))
    for span in decision:
        known = read.get(span.label, [])
        if span.parse is not None or not known:
            yield span
            continue
        inner = _within(known, span)
        equal = [p for p in inner if (p.start, p.end) == (span.start, span.end)]
        if equal:
            yield replace(span, parse=equal[0].parse)
        elif span.label == "DATE" and inner and _explains(text, span, inner):
            yield from _parts(span, inner)
        else:
            yield span


def _within(known: Sequence[Proposal], span: Proposal) -> list[Proposal]:
    """Give the readings inside a span, disjoint, the longest where some begin alike."""
    found: list[Proposal] = []
    for place in range(bisect_left(known, span.start, key=lambda p: p.start), len(known)):
        proposal = known[place]
        if proposal.start >= span.end:
            break
        inside = covers((span.start, span.end), (proposal.start, proposal.end))
        if inside and (not found or found[-1].end <= proposal.start):
            found.append(proposal)
    return found


def _explains(text: str, span: Proposal, inner: Sequence[Proposal]) -> bool:
    """Tell whether readings leave nothing of a span but what joins them."""
    edges = [span.start, *(edge for p in inner for edge in (p.start, p.end)), span.end]
    gaps = zip(edges[::2], edges[1::2], strict=True)
    return all(_JOINTS.fullmatch(text, start, end) is not None for start, end in gaps)


def _parts(span: Proposal, inner: Sequence[Proposal]) -> Iterator[Proposal]:
    if len(inner) == 1:
        yield replace(span, parse=inner[0].parse)
        return
    for part in inner:
        yield replace(span, start=part.start, end=part.end, parse=part.parse)
