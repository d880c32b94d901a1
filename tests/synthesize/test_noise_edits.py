"""Edits and noise move marks with their characters."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spacy_deid.synthesize import noise
from spacy_deid.synthesize.dice import Dice
from spacy_deid.synthesize.edits import apply
from spacy_deid.synthesize.injection import put_in
from spacy_deid.synthesize.rendering import Draft, Mark, article, assemble

CHANGES = [
    noise.typing_errors, noise.glued, noise.broken, noise.scanned, noise.capitals,
    noise.small_letters, noise.capital_lines, noise.hard_breaks, noise.one_line,
    noise.missing_spaces, noise.double_spaces, noise.short_forms, noise.lost_encoding,
    noise.ascii_only,
]  # fmt: skip

drafts = st.lists(
    st.tuples(
        st.text(alphabet="abcXYZ éß.,- \n12", min_size=1, max_size=12),
        st.sampled_from(["", "PATIENT", "DATE", "+DRUG", "!"]),
    ),
    min_size=1,
    max_size=12,
).map(assemble)


def exact(draft: Draft) -> None:
    end = 0
    for mark in draft.marks:
        assert end <= mark.start < mark.end <= len(draft.text)
        assert draft.text[mark.start : mark.end].strip() == draft.text[mark.start : mark.end]
        end = mark.end


@pytest.mark.parametrize("change", CHANGES, ids=lambda c: c.__name__)
@settings(max_examples=40, deadline=None)
@given(draft=drafts, strength=st.floats(0, 1), key=st.text(max_size=3))
def test_changes_keep_marks_exact(change, draft: Draft, strength: float, key: str) -> None:
    changed = change(draft, Dice(key), strength)
    exact(changed)
    assert [m.kind for m in changed.marks] == [m.kind for m in draft.marks]


@settings(max_examples=150, deadline=None)
@given(
    draft=drafts,
    places=st.lists(
        st.tuples(st.integers(0, 60), st.integers(0, 4), st.sampled_from(["", "q", "qq"]))
    ),
)
def test_edits_outside_marks_leave_their_text(draft: Draft, places) -> None:
    taken = [(m.start, m.end) for m in draft.marks]
    edits = [
        (start, start + length, new)
        for start, length, new in places
        if start + length <= len(draft.text)
        and all(start + length <= low or high <= start for low, high in taken)
    ]
    changed = apply(draft, edits)
    before = [(draft.text[m.start : m.end], m.kind) for m in draft.marks]
    assert [(changed.text[m.start : m.end], m.kind) for m in changed.marks] == before


def test_edit_across_a_border_is_left_out() -> None:
    draft = Draft("call Ann now", [Mark(5, 8, "PATIENT")])
    assert apply(draft, [(4, 6, "")]) is draft
    assert apply(draft, [(7, 9, "x")]) is draft


def test_edit_inside_a_mark_moves_its_end_alone() -> None:
    changed = apply(Draft("call Ann now", [Mark(5, 8, "PATIENT")]), [(6, 6, "nn"), (0, 5, "")])
    assert changed.text == "Annnn now"
    assert (changed.marks[0].start, changed.marks[0].end) == (0, 5)


def test_text_inserted_at_a_border_stays_outside() -> None:
    changed = apply(Draft("Ann", [Mark(0, 3, "PATIENT")]), [(0, 0, "<"), (3, 3, ">")])
    assert changed.text == "<Ann>"
    assert (changed.marks[0].start, changed.marks[0].end) == (1, 4)


def test_drafts_are_put_in_with_their_marks() -> None:
    draft = Draft("He fell. He rose.", [Mark(0, 2, "PATIENT"), Mark(12, 16, "!")])
    new = Draft(" Ann saw.", [Mark(1, 4, "PATIENT")])
    merged = put_in(draft, [(8, new), (17, new)])
    assert merged.text == "He fell. Ann saw. He rose. Ann saw."
    shown = [merged.text[m.start : m.end] for m in merged.marks]
    assert shown == ["He", "Ann", "rose", "Ann"]


def test_glue_never_hides_a_name_in_a_word() -> None:
    draft = Draft("with ann and Bob on 12/03", [Mark(5, 8, "PATIENT"), Mark(13, 16, "PATIENT")])
    for key in range(30):
        glued = noise.glued(draft, Dice(str(key)), 1.0)
        assert " ann " in glued.text
    assert any(
        "andBob" in noise.glued(draft, Dice(str(key)), 1.0).text
        or "and Bob" in noise.glued(draft, Dice(str(key)), 1.0).text
        for key in range(5)
    )


@pytest.mark.parametrize(
    ("word", "wanted"),
    [
        ("84-year-old", "an"), ("18 y/o", "an"), ("11yo", "an"), ("34-year-old", "a"),
        ("electrician", "an"), ("university lecturer", "a"), ("undertaker", "an"),
        ("one-year-old", "a"), ("upholsterer", "an"), ("HR manager", "an"), ("TV producer", "a"),
        ("eighty-year-old", "an"), ("actuary", "an"),
    ],
)  # fmt: skip
def test_articles(word: str, wanted: str) -> None:
    assert article(word) == wanted


def test_stop_of_an_abbreviation_is_not_doubled() -> None:
    draft = assemble([("signed ", ""), ("K.O.", "DOCTOR"), (". Next", "")])
    assert draft.text == "signed K.O. Next"
    assert draft.text[draft.marks[0].start : draft.marks[0].end] == "K.O."
