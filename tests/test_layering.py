"""Who may import whom: the rooms meet on the Doc, never in one another's modules."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "spacy_deid"
GROUND_FLOOR = {"phi", "errors", "intervals", "annotations", "proposals", "probabilities", "tokens"}
WITHOUT_SPACY = {"phi", "errors", "intervals"}
ROOMS = {"corpora", "detect", "decide", "mask", "score", "synthesize"}
UPPER_FLOOR = {"learn", "release", "cli"}
MODULES = sorted(PACKAGE.rglob("*.py"))


def imported(path: Path) -> set[str]:
    """Give the dotted names of everything that a module imports, at any depth."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            names.add(node.module or "")
            if node.module == "spacy_deid":
                names.update(f"spacy_deid.{alias.name}" for alias in node.names)
    return names


def part_of(path: Path) -> str:
    relative = path.relative_to(PACKAGE)
    return relative.parts[0].removesuffix(".py")


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_imports_follow_the_floors(path: Path) -> None:
    own = part_of(path)
    names = imported(path)
    if own in WITHOUT_SPACY:
        assert not {n for n in names if n.split(".")[0] in {"spacy", "thinc"}}
    for name in names:
        parts = name.split(".")
        if parts[0] != "spacy_deid" or len(parts) < 2:
            continue
        target = parts[1]
        if own in GROUND_FLOOR or own == "__init__":
            assert target in GROUND_FLOOR | {"__version__"}, f"{own} imports {name}"
        elif own in ROOMS:
            assert target in GROUND_FLOOR | {own, "__version__"}, f"{own} imports {name}"
        elif own in UPPER_FLOOR - {"cli"}:
            assert target != "cli", f"{own} imports {name}"


def test_every_folder_is_a_known_room() -> None:
    folders = {p.name for p in PACKAGE.iterdir() if p.is_dir() and not p.name.startswith("__")}
    assert folders <= ROOMS | UPPER_FLOOR


def test_every_error_code_is_known_and_used() -> None:
    from spacy_deid.errors import MESSAGES

    used: set[str] = set()
    for path in MODULES:
        if path.name == "errors.py":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                if len(node.value) == 4 and node.value[0] == "D" and node.value[1:].isdigit():
                    used.add(node.value)
    assert used - set(MESSAGES) == set(), "codes without a message"
    assert set(MESSAGES) - used == set(), "messages that nothing raises"
