"""Every skeleton of the package: its slots are known and its gold is exact."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from spacy_deid.errors import DeidError
from spacy_deid.phi import LABELS
from spacy_deid.synthesize.dice import Dice
from spacy_deid.synthesize.injection import load_inserts
from spacy_deid.synthesize.lists import FOLDER, codes, country
from spacy_deid.synthesize.pieces import UTILITY, Piece, Slot, mark_of
from spacy_deid.synthesize.rendering import render
from spacy_deid.synthesize.scene import Scene
from spacy_deid.synthesize.skeletons import GENRES, parse_skeleton, parse_text, split_of

PATHS = sorted((FOLDER / "skeletons").glob("*/*.txt"))


def name_of(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


class Watched(Scene):
    """A scene that remembers what it rendered."""

    rendered: list[Piece]

    def render(self, slot: Slot) -> list[Piece]:
        pieces = super().render(slot)
        self.rendered.extend(piece for piece in pieces if piece[1] and piece[0].strip())
        return pieces


def scene_for(skeleton, seed: int) -> Watched:
    dice = Dice(f"test/{skeleton.name}/{seed}")
    origin = dice.pick(skeleton.origins or codes())
    scene = Watched(
        dice,
        country(origin),
        skeleton.genre,
        sex=skeleton.sex,
        ages=skeleton.ages,
        relations=skeleton.relations,
    )
    scene.rendered = []
    return scene


@pytest.mark.parametrize("path", PATHS, ids=name_of)
def test_skeleton_renders_exactly(path: Path) -> None:
    skeleton = parse_skeleton(path.read_text(encoding="utf-8"), name_of(path), str(path))
    for seed in range(4):
        scene = scene_for(skeleton, seed)
        draft = render(skeleton.nodes, scene)
        shown = [(draft.text[m.start : m.end], m.kind) for m in draft.marks]
        for (text, kind), (wanted, wanted_kind) in zip(shown, scene.rendered, strict=True):
            assert kind == wanted_kind
            assert text.startswith(wanted.strip()), skeleton.name
            assert text == wanted.strip() or kind == "AGE"
        end = 0
        for mark in draft.marks:
            assert end <= mark.start < mark.end <= len(draft.text)
            end = mark.end
            assert mark_of(mark.kind)
        assert not set("{}") & set(draft.text)
        assert "[[" not in draft.text and "]]" not in draft.text
        assert "a(n)" not in draft.text
        assert {span.label for span in draft.spans()} <= set(LABELS)
        assert {kind for _, _, kind in draft.utility()} <= set(UTILITY)


@pytest.mark.parametrize("path", PATHS, ids=name_of)
def test_skeleton_holds_something_to_hide_and_no_number_of_its_own(path: Path) -> None:
    skeleton = parse_skeleton(path.read_text(encoding="utf-8"), name_of(path), str(path))
    spans = render(skeleton.nodes, scene_for(skeleton, 0)).spans()
    assert not spans if "clean" in skeleton.tags else spans
    literal = "".join(node for node in skeleton.nodes if isinstance(node, str))
    assert "@" not in literal.replace("@ ", "").replace(" @", "")
    assert 15 <= len(literal.split()) <= 600


def test_every_genre_has_skeletons_in_every_part() -> None:
    count = Counter((path.parent.name, split_of(name_of(path))) for path in PATHS)
    assert {genre for genre, _ in count} == set(GENRES)
    for genre in GENRES:
        assert count[genre, "train"] >= 6


def test_no_two_skeletons_share_their_prose() -> None:
    """Six words in a row of one skeleton stand in hardly any other."""
    runs: dict[tuple[str, ...], set[str]] = {}
    for path in PATHS:
        skeleton = parse_skeleton(path.read_text(encoding="utf-8"), name_of(path), str(path))
        for node in skeleton.nodes:
            words = node.split() if isinstance(node, str) else []
            for place in range(len(words) - 6):
                runs.setdefault(tuple(words[place : place + 7]), set()).add(skeleton.name)
    shared = Counter(name for names in runs.values() if len(names) > 1 for name in names)
    assert not {name: n for name, n in shared.items() if n > 6}


def test_inserts_parse_and_stand_in_every_section() -> None:
    inserts = load_inserts()
    assert set(inserts) == {"first", "third", "header", "footer", "phrase", "name"}
    assert all(inserts.values())


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("genre: phone_note\nCall from x", "D701"),
        ("genre: nurse_note\n---\nx", "D701"),
        ("genre: phone_note\nage: old\n---\nx", "D701"),
        ("genre: phone_note\norigin: XX\n---\nx", "D701"),
        ("genre: phone_note\nvoice: low\n---\nx", "D701"),
        ("genre: phone_note\n---\n{patient.shoe}", "D702"),
        ("genre: phone_note\n---\n{date+0|funny}", "D702"),
        ("genre: phone_note\n---\n{lit:SHOE:x}", "D702"),
        ("genre: phone_note\n---\nopen {patient.full", "D703"),
        ("genre: phone_note\n---\n[[one|two", "D703"),
    ],
)
def test_wrong_skeletons_are_refused(text: str, code: str) -> None:
    with pytest.raises(DeidError) as caught:
        parse_skeleton(text, "phone_note/x", "x.txt")
    assert caught.value.code == code


def test_message_names_the_line_of_an_unknown_slot() -> None:
    with pytest.raises(DeidError) as caught:
        parse_text("one\ntwo\n{nobody}", "x.txt", 4)
    assert caught.value.facts["line"] == 6


def test_literal_words_that_identify_get_their_label() -> None:
    text = "genre: phone_note\n---\n{lit:PROFESSION:shop steward}, {lit:DOSE:5 mg}, {trap:Will}"
    skeleton = parse_skeleton(text, "phone_note/x", "x.txt")
    draft = render(skeleton.nodes, scene_for(skeleton, 1))
    shown = [(draft.text[m.start : m.end], m.kind) for m in draft.marks]
    assert shown == [("shop steward", "PROFESSION"), ("5 mg", "+DOSE"), ("Will", "!wording")]
