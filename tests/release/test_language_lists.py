"""Word lists of a language, and the dictionaries that features take from them."""

from __future__ import annotations

from pathlib import Path

import pytest
import typer
from spacy.util import registry
from typer.testing import CliRunner

from spacy_deid.cli.app import app as deid
from spacy_deid.cli.gazetteers import gazetteers as command
from spacy_deid.detect.features.dictionaries import create_dictionaries
from spacy_deid.errors import DeidError
from spacy_deid.release import gazetteers, language_lists


def quick(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(language_lists, "_SMALLEST_TOWN", 15_000)
    patch.setattr(language_lists, "common_words", lambda zipf, language: {"señal": 2, "de": 2})


@pytest.fixture(scope="module")
def spanish(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("es")
    with pytest.MonkeyPatch.context() as patch:
        quick(patch)
        language_lists.build_language(folder, "es", countries=["ES"])
    return folder


def test_the_lists_hold_what_the_language_calls_things(spanish: Path) -> None:
    held = {name: set(words) for name, words in create_dictionaries(spanish).items()}
    assert {"josé", "montserrat", "jose"} <= held["given_names"]
    assert {"garcía", "fernández", "garcia"} <= held["surnames"]
    assert {"sevilla", "bilbao"} <= held["cities"] and "bogotá" not in held["cities"]
    assert "tenerife" in held["cities_part"] and "de" not in held["cities_part"]
    assert {"alemania", "españa", "espana"} <= held["countries"] and "germany" not in held[
        "countries"
    ]
    assert {"enero", "sept", "dic"} <= held["months"]
    assert {"miércoles", "domingo"} <= held["weekdays"] and "mi" not in held["weekdays"]
    assert {"asturias", "gerona", "girona"} <= held["provinces"]
    assert {"calle", "avenida"} <= held["street_words"]
    assert "abogado" in held["professions"] and "señal" in held["common_words"]
    assert {"constitución", "constitucion"} <= held["holidays_part"]
    for name in held:
        licence = spanish / name.removesuffix("_part") / "licence.txt"
        assert licence.read_text(encoding="utf-8").strip()


def test_building_again_gives_the_same_bytes(
    spanish: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick(monkeypatch)
    language_lists.build_language(tmp_path, "es", countries=["ES"])
    files = sorted(path.relative_to(spanish) for path in spanish.rglob("*.gz"))
    assert len(files) > 8
    for path in files:
        assert (tmp_path / path).read_bytes() == (spanish / path).read_bytes(), path


def test_dictionaries_by_configuration(spanish: Path) -> None:
    block = {
        "@readers": "spacy_deid.Dictionaries.v1",
        "path": str(spanish),
        "lists": ["cities", "months"],
        "parts": False,
        "folded": False,
    }
    held = registry.resolve({"dictionaries": block})["dictionaries"]
    assert set(held) == {"cities", "months"}
    assert "agüimes" in held["cities"] and "aguimes" not in held["cities"]
    assert "surnames" in create_dictionaries(lists=["surnames"])
    for options, code in (({"path": spanish / "x"}, "D220"), ({"lists": ["nothing"]}, "D011")):
        with pytest.raises(DeidError) as caught:
            create_dictionaries(**options)
        assert caught.value.code == code


def test_a_list_that_a_folder_lacks_is_that_of_the_package(spanish: Path) -> None:
    held = create_dictionaries(spanish, lists=["countries", "drugs"])
    assert held["drugs"] == create_dictionaries(lists=["drugs"])["drugs"]
    assert "alemania" in held["countries"] and "germany" not in held["countries"]
    assert not any(name.startswith("drugs") for name in create_dictionaries(spanish))


def test_a_language_that_nobody_speaks_and_a_missing_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(DeidError) as caught:
        language_lists.build_language(tmp_path, "xx")
    assert caught.value.code == "D011" and "'xx'" in str(caught.value)
    import importlib

    real = importlib.import_module

    def without(name: str, package: str | None = None) -> object:
        if name == "pycountry":
            raise ImportError(name)
        return real(name, package)

    monkeypatch.setattr(importlib, "import_module", without)
    with pytest.raises(DeidError) as caught:
        language_lists.build_language(tmp_path, "es")
    assert caught.value.code == "D014"


def test_the_command_takes_a_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    def build(folder: Path, language: str, *, countries: list[str]) -> dict[str, int]:
        seen.append((folder, language, countries))
        return {"cities": 3}

    monkeypatch.setattr(language_lists, "build_language", build)
    monkeypatch.setattr(gazetteers, "build", lambda folder, **kwargs: {"counties": 4})
    app = typer.Typer()
    app.command()(command)
    result = CliRunner().invoke(app, [str(tmp_path), "--lang", "es", "--country", "ES"])
    assert (result.exit_code, result.output) == (0, "cities\t3\n")
    assert seen == [(tmp_path, "es", ["ES"])]
    assert CliRunner().invoke(app, [str(tmp_path)]).output == "counties\t4\n"


def test_countries_that_are_none_or_that_no_language_goes_with_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(DeidError, match=r"D011.*country.*\['QQ'\]"):
        language_lists.build_language(tmp_path, "es", countries=["es", "QQ"])
    monkeypatch.setattr(gazetteers, "build", lambda folder, **kwargs: {"counties": 4})
    result = CliRunner().invoke(deid, ["gazetteers", str(tmp_path), "--country", "ES"])
    assert result.exit_code == 2
    assert "[D011]" in result.output and "beside --lang" in result.output
    assert not list(tmp_path.iterdir())
