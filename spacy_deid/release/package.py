"""Make the installable wheel of a scrubbed pipeline, with its card."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import srsly
from spacy.cli.package import package as build_package

import spacy_deid
from spacy_deid.errors import DeidError, required

MOST_BYTES = 15_000_000
"""The released wheel may have this size at most."""


def package(
    model: Path,
    output: Path,
    *,
    name: str,
    version: str,
    card: dict[str, Any],
    readme: str | None = None,
    most: int = MOST_BYTES,
    replace: bool = False,
) -> Path:
    """Build ``<output>/<lang>_<name>-<version>-py3-none-any.whl``.

    model: directory of a scrubbed pipeline.
    output: directory for the wheel; one of the same name and version is replaced.
    most: bytes that the wheel may have; 0 for any size.
    replace: whether wheels of the same name and other versions go at the end.
    card: keys of meta.json to set (description, license, sources, performance …).
    readme: Markdown that goes into the wheel as its README.md; None lets spaCy write one.
    RETURNS: the wheel's path.
    RAISES: DeidError D003 where there is no model, D011 for a name or version that no package can
        have, D014 without the packages that build it, D810 where that fails, D802 where the wheel
        is too large.
    """
    if not name.isidentifier() or not name.isascii():
        expected = "letters, figures and '_'"
        raise DeidError("D011", name="name", component="package", value=name, expected=expected)
    if not is_pep440(version):
        expected = "a version such as 1.0.2"
        raise DeidError(
            "D011", name="version", component="package", value=version, expected=expected
        )
    for needed in ("build", "setuptools"):
        required(needed, component="spacy-deid package", package=needed, extra="train")
    meta_path = model / "meta.json"
    if not meta_path.exists():
        raise DeidError("D003", path=meta_path)
    meta = {**srsly.read_json(meta_path), **card}
    minor = ".".join(spacy_deid.__version__.split(".")[:2])
    meta["requirements"] = [f"spacy_deid>={minor}.0,<{_next_minor(minor)}"]
    output.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        staged = Path(folder) / "meta.json"
        srsly.write_json(staged, meta)
        source = model
        if readme is not None:
            source = Path(folder) / "pipeline"
            shutil.copytree(model, source)
            (source / "README.md").write_text(readme, encoding="utf-8")
        build_package(
            source,
            Path(folder),
            meta_path=staged,
            name=name,
            version=version,
            create_sdist=False,
            create_wheel=False,
            force=True,
            silent=True,
        )
        (setup,) = Path(folder).glob("*/setup.py")
        built = _wheel(setup.parent)
        size = built.stat().st_size
        if most and size > most:
            raise DeidError("D802", path=built.name, size=size, most=most)
        target = output / built.name
        shutil.move(built, target)
        for older in output.glob(f"{built.name.split('-')[0]}-*.whl") if replace else ():
            if older != target:
                older.unlink()
    return target


def _wheel(project: Path) -> Path:
    """Build the wheel of a package folder with what is installed, without a network.

    RAISES: DeidError D810.
    """
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", str(project)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    found = list((project / "dist").glob("*.whl"))
    if done.returncode or not found:
        raise DeidError("D810", status=done.returncode)
    return found[0]


def is_pep440(version: str) -> bool:
    """Tell whether pip takes a version."""
    from packaging.version import InvalidVersion, Version

    try:
        Version(version)
    except InvalidVersion:
        return False
    return True


def _next_minor(minor: str) -> str:
    major, number = minor.split(".")
    return f"{major}.{int(number) + 1}.0"
