"""Make the installable wheel of a scrubbed pipeline, with its card."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Any

import srsly
from spacy.cli.package import package as build_package

import spacy_deid
from spacy_deid.errors import DeidError

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
) -> Path:
    """Build ``<output>/<lang>_<name>-<version>-py3-none-any.whl``.

    model: directory of a scrubbed pipeline.
    output: directory for the wheel; an older wheel of the same name is replaced at the end.
    card: keys of meta.json to set (description, license, sources, performance …).
    readme: Markdown that goes into the wheel as its README.md; None lets spaCy write one.
    RETURNS: the wheel's path.
    RAISES: DeidError D003 where there is no model, D802 where the wheel is too large.
    """
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
            create_wheel=True,
            force=True,
            silent=True,
        )
        built = next(Path(folder).glob("*/dist/*.whl"))
        size = built.stat().st_size
        if size > MOST_BYTES:
            raise DeidError("D802", path=built.name, size=size, most=MOST_BYTES)
        for older in output.glob(f"{built.name.split('-')[0]}-*.whl"):
            older.unlink()
        target = output / built.name
        shutil.move(built, target)
    return target


def _next_minor(minor: str) -> str:
    major, number = minor.split(".")
    return f"{major}.{int(number) + 1}.0"
