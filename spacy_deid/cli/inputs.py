"""Inputs and plain outputs of the commands."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

import srsly
import typer

from spacy_deid.annotations import Record
from spacy_deid.corpora.inputs import wanted
from spacy_deid.errors import DeidError

Files = dict[str, tuple[int, int]]
"""Relative name of each file of a folder to its number on the disk and time of last change."""

_MOST_NAMED = 10


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

    A source that cannot be opened at all fails here, before anything is loaded or written. What is
    left out of a directory or an archive is said on standard error.
    """
    from spacy_deid.corpora.formats import guess_format, read_records

    if source != "-" and not Path(source).exists():
        raise DeidError("D003", path=source)
    if from_format is None:
        from_format = guess_format(source)
    say_left_out(source, from_format)
    return read_records(source, from_format, on_error=on_error, **columns)


def say_left_out(source: str, form: str) -> None:
    """Say on standard error how many files a format passes over, and which links lead nowhere."""
    from spacy_deid.corpora.formats import format_named, left_out
    from spacy_deid.corpora.inputs import unfollowed

    said = []
    missing, total = left_out(source, form)
    if missing:
        taken = ", ".join(format_named(form).suffixes)
        said.append(
            f"{missing} of {total} files are left out, for format {form} takes files named "
            f"{taken}. Give the others one by one, or rename them."
        )
    links = unfollowed(source)
    if links:
        listed = ", ".join(links[:_MOST_NAMED]) + ", …" * (len(links) > _MOST_NAMED)
        said.append(
            f"{len(links)} links to folders or to nothing are left out ({listed}). Give the "
            "folders themselves."
        )
    if said:
        typer.echo(f"{source}: {' '.join(said)}", err=True)


def check_targets(
    inputs: Mapping[str, object], outputs: Iterable[object], form: str | None = None
) -> None:
    """Refuse to write over what is read, and two things to one place.

    What a killed run left of an output is said on standard error.
    inputs: what each is, such as 'key file', to its path; the documents are the 'input'.
    outputs: paths. None, '-' as an input, devices and pipes hold nothing that could be lost.
    form: of the documents, which tells which files of a directory are read; None guesses.
    RAISES: DeidError D008, and D018 for a key or a vault among the documents.
    """
    from spacy_deid.corpora.formats import format_named, guess_format
    from spacy_deid.corpora.targets import leftovers

    taken: dict[object, str] = {}
    source = Path(str(inputs["input"]))
    suffixes: tuple[str, ...] = ()
    if source.is_dir():
        suffixes = format_named(form or guess_format(source)).suffixes
    for name, path in inputs.items():
        if path is not None and str(path) != "-":
            taken.setdefault(_place(path), f"it is the {name}")
            if name != "input" and _is_read(source, Path(str(path)), suffixes):
                raise DeidError("D018", path=path, name=name)
    left: list[Path] = []
    for path in outputs:
        place = None if path is None else _place(path)
        if place is None:
            continue
        if place in taken:
            raise DeidError("D008", path=path, reason=taken[place])
        target = Path(os.path.realpath(str(path)))
        within = source.is_dir() and source.resolve() in target.parents
        if within and (target.is_dir() or not (target.suffix or target.exists())):
            raise DeidError("D008", path=path, reason="it lies in the input's folder")
        if _is_read(source, target, suffixes):
            is_file = target.is_file()
            cause = "it is one of the input's files" if is_file else "it would be read as input"
            raise DeidError("D008", path=path, reason=cause)
        taken[place] = "another output goes there"
        left += leftovers(str(path))
    if left:
        typer.echo(
            f"A run that was killed, or one at work, left {', '.join(map(str, left))}. It may hold "
            "original text: remove it when no run is at work.",
            err=True,
        )


def _is_read(source: Path, path: Path, suffixes: tuple[str, ...]) -> bool:
    """Tell whether a file lies in a folder of documents under a name that makes it one of them."""
    if not suffixes:
        return False
    folder, place = source.resolve(), Path(os.path.realpath(path))
    return folder in place.parents and wanted(place.relative_to(folder).as_posix(), suffixes)


def _place(path: object) -> object | None:
    """Give what two paths of one file or folder share; None for devices and pipes."""
    found = Path(str(path))
    if str(path) == "-":
        return "-"
    if not found.exists():
        return os.path.realpath(found)
    if not (found.is_file() or found.is_dir()):
        return None
    known = found.stat()
    return known.st_dev, known.st_ino


@contextmanager
def new_text(path: str | Path, *, private: bool = False) -> Iterator[TextIO]:
    """Open a UTF-8 text for writing that takes its name only when everything is written.

    path: a file, or '-' for standard output. private: nobody else may read a file that is new.
    RAISES: DeidError D008 where it cannot be written.
    """
    from spacy_deid.corpora.targets import new_file

    with new_file(str(path), private=private) as stream:
        text = io.TextIOWrapper(stream, encoding="utf-8", newline="\n")
        try:
            yield text
            text.flush()
        finally:
            text.detach()


def files_in(folder: str) -> Files:
    """Give the files of an output folder that is there.

    RETURNS: {} for a file, for standard output and where nothing is.
    """
    place = Path(folder)
    if folder == "-" or not place.is_dir():
        return {}
    found = {}
    for path in place.rglob("*"):
        if path.is_file():
            state = path.stat()
            found[path.relative_to(place).as_posix()] = (state.st_ino, state.st_mtime_ns)
    return found


def untouched(folder: str, before: Files) -> str:
    """Say which files stood in an output folder before and were not written since; '' for none."""
    after = files_in(folder) if before else {}
    old = sorted(name for name, state in before.items() if after.get(name) == state)
    if not old:
        return ""
    names = ", ".join(name[:60] for name in old[:3]) + (" …" if len(old) > 3 else "")
    count = len(old)
    return (
        f"{folder}: {count:,} files stood there before and were not written by this run ({names})."
    )


@contextmanager
def line_writer(path: str | Path) -> Iterator[Callable[[dict[str, Any]], None]]:
    """Open a JSONL file for writing; what it yields writes one object as one line."""
    with new_text(path) as handle:

        def write(value: dict[str, Any]) -> None:
            handle.write(srsly.json_dumps(value) + "\n")

        yield write
