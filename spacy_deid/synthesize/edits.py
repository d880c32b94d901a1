"""Change a draft's text and keep every mark on exactly its characters."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable

from spacy_deid.synthesize.rendering import Draft, Mark

Edit = tuple[int, int, str]
"""Start, end and what takes the place of these characters; start == end inserts."""


def apply(draft: Draft, edits: Iterable[Edit]) -> Draft:
    """Make all edits at once.

    edits: in any order; those that overlap an earlier one, or that cross a mark's border, are left
        out. Text inserted at a mark's border stays outside the mark.
    RETURNS: a new draft; marks of which nothing is left are gone.
    """
    marks = draft.marks
    starts = [mark.start for mark in marks]
    out: list[str] = []
    befores: list[int] = []
    afters: list[int] = []
    shifts: list[int] = []
    done = shift = 0
    for start, end, new in sorted(edits):
        if start < done or _crosses(marks, starts, start, end):
            continue
        out.append(draft.text[done:start])
        out.append(new)
        done = end
        shift += len(new) - (end - start)
        befores.append(start)
        afters.append(end)
        shifts.append(shift)
    if not befores:
        return draft
    out.append(draft.text[done:])
    text = "".join(out)
    moved: list[Mark] = []
    for mark in marks:
        first = bisect_right(afters, mark.start)
        # An edit at the very end of a mark moves the end only when it took characters of it.
        last = bisect_right(afters, mark.end)
        while last and befores[last - 1] == afters[last - 1] == mark.end:
            last -= 1
        start = mark.start + (shifts[first - 1] if first else 0)
        end = mark.end + (shifts[last - 1] if last else 0)
        while start < end and text[start].isspace():
            start += 1
        while end > start and text[end - 1].isspace():
            end -= 1
        if start < end:
            moved.append(Mark(start, end, mark.kind))
    return Draft(text, moved)


def _crosses(marks: list[Mark], starts: list[int], start: int, end: int) -> bool:
    """Tell whether an edit lies on both sides of a border."""
    place = bisect_left(starts, end) if end > start else bisect_left(starts, start)
    for mark in marks[max(place - 1, 0) : place + 1]:
        if start < mark.start < end or start < mark.end < end:
            return True
    first = bisect_right(starts, start)
    return first > 0 and start < marks[first - 1].end < end


def same_length(draft: Draft, text: str) -> Draft:
    """Give the draft with other characters in the same places."""
    return Draft(text, draft.marks)
