"""Pipelines on disk: written whole, and never over a folder that holds something else."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from spacy.language import Language

from spacy_deid.errors import DeidError

_MARK = "config.cfg"
"""The file that makes a pipeline of a folder."""


@contextmanager
def new_pipeline(output: Path) -> Iterator[Path]:
    """Give a place for a pipeline that takes its name only when it was written whole.

    output: a folder; one that holds a pipeline, or nothing, is replaced.
    RAISES: DeidError D008 where it cannot be written or holds anything but a pipeline. After any
        exception it is as it was.
    """
    target = output.resolve()
    try:
        if target.is_dir() and not (target / _MARK).is_file() and any(target.iterdir()):
            raise DeidError("D008", path=output, reason="the folder holds no pipeline to replace")
        if target.exists() and not target.is_dir():
            raise DeidError("D008", path=output, reason="a directory is needed here")
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f".{target.name}.", dir=target.parent) as beside:
            whole = Path(beside) / "pipeline"
            yield whole
            before = Path(beside) / "before"
            if target.exists():
                target.rename(before)
            try:
                whole.rename(target)
            except OSError:
                if before.exists():
                    before.rename(target)
                raise
    except OSError as problem:
        raise DeidError("D008", path=output, reason=problem.strerror or "error") from None


def save(nlp: Language, output: Path) -> None:
    """Write a pipeline to a folder.

    RAISES: DeidError D008, as ``new_pipeline`` says.
    """
    with new_pipeline(output) as place:
        nlp.to_disk(place)
