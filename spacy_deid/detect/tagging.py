"""Between spans and token tags, for the recognizers that tag words."""

from __future__ import annotations

from collections.abc import Sequence

from spacy.tokens import Doc

from spacy_deid.annotations import Proposal
from spacy_deid.detect.features.context import View

SCHEMES = ("BIO", "BILOU")
OUTSIDE = "O"
"""Tag of a word with nothing to hide."""
MISSING = "-"
"""Tag of a word that a gold span touches without meeting its borders: not to be learnt from."""


def gold_tags(doc: Doc, view: View, scheme: str) -> list[str]:
    """Give one tag per word of a view from ``doc.ents``.

    scheme: 'BIO' or 'BILOU' (B, I, L for the last, U for a span of one word, O).
    RETURNS: tags such as 'B-DATE'; ``MISSING`` where the entity annotation of a word is missing.
    """
    place_of = {token: place for place, token in enumerate(view.tokens)}
    tags = ["O"] * len(view.words)
    if any(token.ent_iob == 0 for token in doc):
        for place, index in enumerate(view.tokens):
            if doc[index].ent_iob == 0:
                tags[place] = MISSING
    for ent in doc.ents:
        places = [place_of[i] for i in range(ent.start, ent.end) if i in place_of]
        for number, place in enumerate(places):
            tags[place] = f"{_letter(number, len(places), scheme)}-{ent.label_}"
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
