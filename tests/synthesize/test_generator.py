"""Reports are exact, reproducible, split by skeleton, and as noisy as asked."""

from __future__ import annotations

import hashlib
import re
from collections import Counter

import pytest

from spacy_deid.annotations import Record
from spacy_deid.errors import DeidError
from spacy_deid.phi import LABELS
from spacy_deid.synthesize import synthesize
from spacy_deid.synthesize.lists import codes, country
from spacy_deid.synthesize.presets import PRESETS
from spacy_deid.synthesize.skeletons import GENRES, load_skeletons, split_of
from spacy_deid.tokens import NarrativeTokenizer


def check(record: Record) -> None:
    marks = [(s.start, s.end) for s in record.spans]
    marks += [(s, e) for s, e, _ in record.meta["utility"]]
    marks += [(s, e) for s, e, _ in record.meta["traps"]]
    end = 0
    for start, stop in sorted(marks):
        assert end <= start < stop <= len(record.text)
        piece = record.text[start:stop]
        assert piece == piece.strip()
        end = stop
    assert {s.label for s in record.spans} <= set(LABELS)
    assert record.spans == sorted(record.spans)


@pytest.mark.parametrize("noise", [*PRESETS, "mixed"])
def test_spans_are_exact_under_every_noise(noise: str) -> None:
    for record in synthesize(n=60, seed=3, noise=noise):
        check(record)


def test_same_seed_gives_the_same_reports_and_a_prefix_of_longer_runs() -> None:
    short = list(synthesize(n=20, seed=5))
    assert short == list(synthesize(n=30, seed=5))[:20]
    assert [r.text for r in short] != [r.text for r in synthesize(n=20, seed=6)]


def test_random_numbers_are_those_of_every_machine() -> None:
    """The very draws are fixed: a change of Python or of a hash seed must not move them."""
    from spacy_deid.synthesize.dice import Dice

    dice = Dice("fixed")
    drawn = [dice.number(0, 999) for _ in range(6)]
    assert drawn == [616, 902, 480, 480, 340, 31]
    assert split_of("phone_note/voicemail") == split_of("phone_note/voicemail")
    digest = hashlib.sha256(b"phone_note/voicemail").digest()
    bucket = int.from_bytes(digest[:4], "big") % 10
    wanted = "train" if bucket < 8 else ("dev", "test")[bucket - 8]
    assert split_of("phone_note/voicemail") == wanted


def test_splits_share_no_skeleton_and_train_shows_no_reserved_name() -> None:
    parts = {
        split: list(synthesize(n=150, seed=2, split=split)) for split in ("train", "dev", "test")
    }
    used = {split: {r.meta["skeleton"] for r in records} for split, records in parts.items()}
    assert not used["train"] & (used["dev"] | used["test"])
    assert not used["dev"] & used["test"]
    reserved = set(country("US").pools["first.f"].reserved)
    reserved -= set(country("US").pools["first.f"].shown)
    train = synthesize(n=80, seed=2, split="train", origins=["US"], noise="none")
    shown = {r.text[s.start : s.end] for r in train for s in r.spans if s.label == "PATIENT"}
    everywhere = set().union(
        *(set(p.names) - set(p.reserved) for c in codes() for p in country(c).pools.values())
    )
    assert not (shown & reserved) - everywhere


def test_genres_and_origins_are_those_asked_for() -> None:
    records = list(
        synthesize(n=40, seed=1, genres=["nurse_note", "trial_sae"], origins=["SE", "JP"])
    )
    assert {r.meta["genre"] for r in records} == {"nurse_note", "trial_sae"}
    assert {r.meta["origin"] for r in records} <= {"SE", "JP"}


def test_all_genres_and_origins_appear() -> None:
    records = list(synthesize(n=900, seed=4, noise="none"))
    assert {r.meta["genre"] for r in records} == set(GENRES)
    assert len({r.meta["origin"] for r in records}) >= 40
    labels = Counter(s.label for r in records for s in r.spans)
    assert set(labels) >= set(LABELS) - {"BIOID"}


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ({"origins": ["XX"]}, "D704"),
        ({"origins": ["../US"]}, "D704"),
        ({"genres": ["sonnet"]}, "D705"),
        ({"split": "half"}, "D705"),
        ({"noise": "loud"}, "D705"),
    ],
)
def test_unknown_settings_are_refused_at_once(settings: dict, code: str) -> None:
    with pytest.raises(DeidError) as caught:
        synthesize(n=1, seed=0, **settings)
    assert caught.value.code == code


def test_persons_keep_their_names_and_dates_keep_their_distance() -> None:
    """The parts of one name come back, and a date of birth fits the age at day 0."""
    from spacy_deid.synthesize.dice import Dice
    from spacy_deid.synthesize.rendering import render
    from spacy_deid.synthesize.scene import Scene
    from spacy_deid.synthesize.skeletons import parse_text

    text = "{patient.full}|{patient.last}|{patient.dob}|{date+0|iso}|{mrn}|{mrn}|{mrn2}"
    for seed in range(60):
        scene = Scene(Dice(f"{seed}"), country("GB"), "nurse_note")
        full, last, _, _, first_mrn, again, other = render(parse_text(text, "x"), scene).text.split(
            "|"
        )
        assert last in full
        assert first_mrn == again != other
        born, zero = scene.patient.born, scene.day
        years = zero.year - born.year - ((zero.month, zero.day) < (born.month, born.day))
        assert years == scene.patient.age


def test_gold_borders_are_mostly_token_borders() -> None:
    """Noise must not hide names inside tokens: training could not learn them."""
    from spacy.vocab import Vocab

    tokenizer = NarrativeTokenizer(Vocab())
    off = total = 0
    for record in synthesize(n=300, seed=8):
        doc = tokenizer(record.text)
        for span in record.spans:
            total += 1
            off += doc.char_span(span.start, span.end) is None
    assert total > 2000
    assert off / total < 0.003


def test_names_come_in_thousands() -> None:
    first = {n for c in codes() for k in ("first.f", "first.m") for n in country(c).pools[k].names}
    last = {n for c in codes() for n in country(c).pools["last"].names}
    assert len(codes()) >= 20
    assert len(first) > 10_000
    assert len(last) > 20_000


def test_bound_skeletons_stay_in_their_countries() -> None:
    bound = {s.name: set(s.origins) for s in load_skeletons() if s.origins}
    assert bound
    for record in synthesize(n=400, seed=12):
        if record.meta["skeleton"] in bound:
            assert record.meta["origin"] in bound[record.meta["skeleton"]]


def test_capital_and_small_letters_are_whole() -> None:
    for record in synthesize(n=10, seed=1, noise="caps"):
        assert not re.search(r"[a-z]{3}", record.text)
    for record in synthesize(n=10, seed=1, noise="lower"):
        assert not re.search(r"[A-Z]", record.text)
