"""Inputs and plain outputs of the commands."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

import srsly
import typer

from spacy_deid.annotations import Record
from spacy_deid.errors import DeidError


def columns_of(column: str, id_column: str, encoding: str) -> dict[str, str]:
    """Give the options of a table as readers and writers of documents take them."""
    return {"text_column": column, "id_column": id_column, "encoding": encoding}


def records_of(
    source: str,
    from_format: str | None,
    *,
    on_error: Callable[[DeidError], None] | None = None,
    **columns: Any,
) -> Iterator[Record]:
    """Read documents of any format; see ``corpora.formats.read_records``.

    A source that cannot be opened at all fails here, before anything is loaded or written. How many
    files of a directory or an archive the format passes over is said on standard error.
    """
    from spacy_deid.corpora.formats import format_named, guess_format, left_out, read_records

    if source != "-" and not Path(source).exists():
        raise DeidError("D003", path=source)
    if from_format is None:
        from_format = guess_format(source)
    missing, total = left_out(source, from_format)
    if missing:
        taken = ", ".join(format_named(from_format).suffixes)
        typer.echo(
            f"{source}: {missing} of {total} files are left out, for format {from_format} takes "
            f"files named {taken}. Give the others one by one, or rename them.",
            err=True,
        )
    return read_records(source, from_format, on_error=on_error, **columns)


@contextmanager
def new_text(path: str | Path) -> Iterator[TextIO]:
    """Open a UTF-8 text for writing that takes its name only when everything is written.

    path: a file, or '-' for standard output.
    RAISES: DeidError D008 where it cannot be written.
    """
    from spacy_deid.corpora.targets import new_file

    with new_file(str(path)) as stream:
        text = io.TextIOWrapper(stream, encoding="utf-8", newline="\n")
        try:
            yield text
            text.flush()
        finally:
            text.detach()


@contextmanager
def line_writer(path: str | Path) -> Iterator[Callable[[dict[str, Any]], None]]:
    """Open a JSONL file for writing; what it yields writes one object as one line."""
    with new_text(path) as handle:

        def write(value: dict[str, Any]) -> None:
            handle.write(srsly.json_dumps(value) + "\n")

        yield write
