"""Proposals in a document's span groups, with scores, sources and exact places."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from spacy.attrs import IDX, LENGTH
from spacy.tokens import Doc, Span, SpanGroup

from spacy_deid.annotations import GOLD, Proposal, whole_text
from spacy_deid.errors import DeidError
from spacy_deid.intervals import INVISIBLE, MARKS

_SIGNS = frozenset(MARKS + INVISIBLE)


def write_proposals(
    doc: Doc,
    key: str,
    proposals: Iterable[Proposal],
    *,
    heard: Iterable[str] = (),
    whole_words: bool = False,
) -> None:
    """Put proposals into ``doc.spans[key]``, widened to whole tokens, replacing the group.

    Scores, sources, parses and exact places go into the group's attributes ('scores', 'sources',
    'parses', 'places'), lists parallel to the spans, so that they survive DocBin and copies.
    Proposals without a character are left out.
    heard: the span groups that were weighed for these, noted in the attribute 'heard'.
    whole_words: a place that begins or ends among letters and figures of one token takes all of
        them.
    """
    length = doc[-1].idx + len(doc[-1].text_with_ws) if len(doc) else 0
    kept = [p for p in proposals if 0 <= p.start < p.end <= length]
    spans: list[Span] = []
    places: list[list[int]] = []
    placed = _placed(doc, kept, whole_words=whole_words)
    for proposal, (first, last, *place) in zip(kept, placed, strict=True):
        spans.append(Span(doc, first, last, label=proposal.label))
        places.append(place)
    attrs = {
        "places": places,
        "scores": [float(p.score) for p in kept],
        "sources": [p.source for p in kept],
        "parses": [p.parse for p in kept],
        **({"heard": list(heard)} if heard else {}),
    }
    doc.spans[key] = SpanGroup(doc, name=key, spans=spans, attrs=attrs)


def _placed(
    doc: Doc, proposals: Sequence[Proposal], *, whole_words: bool
) -> list[tuple[int, int, int, int]]:
    """Give the tokens [first, last) that proposals touch, and the exact place of each."""
    if not proposals:
        return []
    borders, lengths = doc.to_array(IDX).tolist(), doc.to_array(LENGTH).tolist()
    found = []
    for proposal in proposals:
        first = bisect_right(borders, proposal.start) - 1
        last = bisect_left(borders, proposal.end)
        start, end = borders[first], borders[last - 1] + lengths[last - 1]
        if proposal.start != start or proposal.end != end:
            if whole_words:
                start, end = _place(whole_text(doc), proposal, start, end)
            else:
                start, end = proposal.start, min(proposal.end, end)
        found.append((first, last, start, end))
    return found


def _is_inside(character: str) -> bool:
    """Tell a letter or figure, and a sign that cuts no word: an accent, a soft hyphen."""
    return character.isalnum() or character in _SIGNS


def _place(text: str, proposal: Proposal, first: int, last: int) -> tuple[int, int]:
    """Widen a proposal to the letters and figures about its ends, within its tokens [first, last).

    A tokenizer that leaves '12Jan2014,aspirin' whole takes nothing along that stands behind a mark.
    """
    start, end = proposal.start, min(proposal.end, last)
    if start <= first:
        start = first
    else:
        while start > first and _is_inside(text[start]) and _is_inside(text[start - 1]):
            start -= 1
    while end < last and _is_inside(text[end - 1]) and _is_inside(text[end]):
        end += 1
    return start, max(end, start)


def widened(doc: Doc, proposals: Sequence[Proposal]) -> list[Proposal]:
    """Put proposals where ``write_proposals`` notes that they stand as whole words."""
    places = _placed(doc, proposals, whole_words=True)
    return [
        replace(proposal, start=start, end=end)
        for proposal, (_, _, start, end) in zip(proposals, places, strict=True)
    ]


def is_proposed(doc: Doc, key: str) -> bool:
    """Tell whether a component of ours wrote ``doc.spans[key]``, and no reader or other library."""
    return key != GOLD and "sources" in doc.spans[key].attrs


def read_proposals(doc: Doc, key: str) -> list[Proposal]:
    """Read ``doc.spans[key]`` back.

    RETURNS: one Proposal per span in the order of the group, at its exact place; [] where the group
        is missing. A group that another library wrote, and a span that was put behind ours, has
        score 1.0 and the key as source. A span that somebody put in the place of ours has neither
        our parse nor our place.
    RAISES: DeidError D208 where the tokens were merged or split, or spans taken out, after the
        group was written.
    """
    if key not in doc.spans:
        return []
    group = doc.spans[key]
    attrs = group.attrs
    count = len(group)
    columns: list[list[Any]] = []
    for name, missing in (("scores", 1.0), ("sources", key), ("parses", None), ("places", None)):
        held = list(attrs.get(name) or ())
        if len(held) > count:
            raise DeidError("D208", group=key, doc=doc._.deid_id or "?")
        columns.append(held + [missing] * (count - len(held)))
    found = []
    try:
        for span, score, source, parse, place in zip(group, *columns, strict=True):
            start, end = span.start_char, span.end_char
            if place is not None and (place[0] != start or place[1] != end):
                start, end, is_own = _read_place(span, start, end, place)
                parse = parse if is_own else None
            found.append(Proposal(start, end, span.label_, score, source, parse))
    except IndexError:
        raise DeidError("D208", group=key, doc=doc._.deid_id or "?") from None
    return found


def _read_place(span: Span, start: int, end: int, place: Sequence[int]) -> tuple[int, int, bool]:
    """Give the exact place of a span, and whether it is its own.

    It is another's where somebody exchanged or widened spans: the whole span counts then.
    """
    if place[0] >= place[1]:
        return start, end, True
    in_first = start <= place[0] < (span[1].idx if len(span) > 1 else end)
    is_own = in_first and span[-1].idx < place[1] <= end
    return (place[0], place[1], True) if is_own else (start, end, False)
