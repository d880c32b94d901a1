"""Examples over edited text: every annotation moves along with its characters."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy
from spacy.language import Language
from spacy.tokens import Doc, Span, SpanGroup
from spacy.training import Example

from spacy_deid.intervals import Interval, PhiSpan
from spacy_deid.synthesize.edits import Edit
from spacy_deid.synthesize.rendering import Draft, Mark

Move = Callable[[int, int], Interval | None]
"""From characters of the old text to those of the new one; None where nothing is left of them."""

_STALE = frozenset({"deid_gold", "deid_text", "deid_spans", "deid_audit"})
"""Values on a Doc that count characters of the old text; the gold is moved, the others go."""


def edited(text: str, edits: Iterable[Edit]) -> tuple[str, Move]:
    """Make edits in a text.

    edits: in any order; those that overlap an earlier one are left out.
    RETURNS: the new text, and where its characters went: a border inside an edit goes to the outer
        border of what took the place; text inserted at a border stays outside.
    """
    befores: list[int] = []
    afters: list[int] = []
    shifts = [0]
    out: list[str] = []
    done = 0
    for start, end, new in sorted(edits):
        if start < done:
            continue
        out.extend((text[done:start], new))
        done = end
        befores.append(start)
        afters.append(end)
        shifts.append(shifts[-1] + len(new) - (end - start))
    out.append(text[done:])

    def move(start: int, end: int) -> Interval | None:
        first = bisect_right(afters, start)
        low = start + shifts[first]
        if first < len(befores) and befores[first] < start:
            low = befores[first] + shifts[first]
        last = bisect_right(afters, end)
        while last and befores[last - 1] == afters[last - 1] == end:
            last -= 1
        high = end + shifts[last]
        if last < len(befores) and befores[last] < end:
            high = afters[last] + shifts[last + 1]
        return (low, high) if low < high else None

    return "".join(out), move


def intervals_of(doc: Doc) -> set[Interval]:
    """Give the characters of every entity, span, missing stretch and exact gold span of a Doc."""
    found = {(ent.start_char, ent.end_char) for ent in doc.ents}
    found.update((s.start_char, s.end_char) for group in doc.spans.values() for s in group)
    found.update((start, end) for start, end, _ in doc._.deid_gold or ())
    found.update(missing_of(doc))
    return found


def draft_of(text: str, intervals: Iterable[Interval]) -> tuple[Draft, list[Interval]]:
    """Make a draft whose marks are the stretches between the borders of intervals.

    RETURNS: the draft, the kind of a mark being its number, and the old place of each mark.
    """
    borders: dict[int, int] = {}
    for start, end in intervals:
        borders[start] = borders.get(start, 0) + 1
        borders[end] = borders.get(end, 0) - 1
    edges = sorted(borders)
    pieces: list[Interval] = []
    depth = 0
    for start, end in zip(edges, edges[1:], strict=False):
        depth += borders[start]
        if depth:
            pieces.append((start, end))
    marks = [Mark(start, end, str(number)) for number, (start, end) in enumerate(pieces)]
    return Draft(text, marks), pieces


def moved_marks(draft: Draft, pieces: Sequence[Interval]) -> Move:
    """Give the move that a changed draft of ``draft_of`` stands for."""
    places = {int(mark.kind): (mark.start, mark.end) for mark in draft.marks}
    starts = [start for start, _ in pieces]

    def move(start: int, end: int) -> Interval | None:
        numbers = range(bisect_left(starts, start), bisect_left(starts, end))
        left = [places[number] for number in numbers if number in places]
        return (left[0][0], left[-1][1]) if left else None

    return move


def missing_of(doc: Doc) -> list[Interval]:
    """Give the characters of the runs of tokens whose entity is missing; [] where all are."""
    if not doc.has_annotation("ENT_IOB"):
        return []
    states = doc.to_array("ENT_IOB")
    if states.all():
        return []
    runs: list[Interval] = []
    for place in numpy.flatnonzero(states == 0).tolist():
        token = doc[place]
        end = token.idx + len(token)
        if runs and states[place - 1] == 0:
            runs[-1] = (runs[-1][0], end)
        else:
            runs.append((token.idx, end))
    return runs


def text_of(doc: Doc) -> str:
    """Give the text of a Doc: ``doc.text``, in a third of the time, without a token object each."""
    strings = doc.vocab.strings
    pairs = doc.to_array(["ORTH", "SPACY"]).tolist()
    return "".join([strings[orth] + " " if space else strings[orth] for orth, space in pairs])


def same_text(example: Example) -> bool:
    """Tell whether both documents of an example are the same tokens (quicker than their texts)."""
    first, second = example.predicted, example.reference
    if len(first) != len(second):
        return False
    pairs = (doc.to_array(["ORTH", "SPACY"]) for doc in (first, second))
    return bool((next(pairs) == next(pairs)).all())


def rebuilt(example: Example, nlp: Language, text: str, move: Move) -> Example:
    """Make an example over new text.

    move: from the old text to the new one.
    RETURNS: the example over the new text. Its documents come from the tokenizer of ``nlp`` and
        carry what the old ones did: entities, span groups with their attributes (but not parses,
        which count old characters), categories and values for the whole document. An entity that
        no token border meets any more, and what was missing, is missing. Annotation of single
        tokens (tags, heads) is left out.
    """
    reference = nlp.make_doc(text)
    predicted = reference.copy() if same_text(example) else None
    _carry(example.reference, reference, move)
    if predicted is None:
        predicted = nlp.make_doc(text)
    else:
        _carry(example.predicted, predicted, move)
    return Example(predicted, reference)


def _carry(old: Doc, new: Doc, move: Move) -> None:
    """Put all that an old document carries on the new one."""
    for key, value in old.user_data.items():
        extension = isinstance(key, tuple) and len(key) == 4 and key[0] == "._."
        if not extension or (key[2] is None and key[1] not in _STALE):
            new.user_data[key] = value
    gold = old._.deid_gold
    if gold is not None:
        new._.deid_gold = [list(span) for span in _moved(gold, move)]
    new.cats = dict(old.cats)
    for name, group in old.spans.items():
        new.spans[name] = _group(group, new, move)
    if old.has_annotation("ENT_IOB"):
        _entities(old, new, move)


def _moved(gold: Iterable[Sequence[Any]], move: Move) -> Iterator[PhiSpan]:
    for start, end, label in gold:
        place = move(start, end)
        if place is not None:
            yield PhiSpan(*place, label)


def _group(group: SpanGroup, new: Doc, move: Move) -> SpanGroup:
    spans: list[Span] = []
    kept: list[int] = []
    for number, span in enumerate(group):
        place = move(span.start_char, span.end_char)
        found = place and new.char_span(
            *place,
            label=span.label,
            kb_id=span.kb_id,
            span_id=span.id,
            alignment_mode="expand",
        )
        if found:
            spans.append(found)
            kept.append(number)
    attrs: dict[str, Any] = {}
    for key, value in group.attrs.items():
        if key == "parses":
            attrs[key] = [None] * len(kept)
        elif isinstance(value, list) and len(value) == len(group):
            attrs[key] = [value[number] for number in kept]
        else:
            attrs[key] = value
    return SpanGroup(new, name=group.name, spans=spans, attrs=attrs)


def _entities(old: Doc, new: Doc, move: Move) -> None:
    chosen: list[Span] = []
    loose: list[Interval] = []
    for ent in old.ents:
        place = move(ent.start_char, ent.end_char)
        if place is None:
            continue
        span = new.char_span(*place, label=ent.label, kb_id=ent.kb_id, span_id=ent.id)
        if span is None:
            loose.append(place)
        else:
            chosen.append(span)
    loose.extend(place for start, end in missing_of(old) if (place := move(start, end)))
    missing: list[Span] = []
    if loose:
        taken = {place for span in chosen for place in range(span.start, span.end)}
        left = {
            place
            for start, end in loose
            if (wide := new.char_span(start, end, alignment_mode="expand")) is not None
            for place in range(wide.start, wide.end)
        }
        missing = [new[place : place + 1] for place in sorted(left - taken)]
    new.set_ents(chosen, missing=missing, default="outside")
