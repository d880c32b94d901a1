"""``spacy-deid restore``: masked documents and their vault in, original documents out."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from spacy_deid.cli import options
from spacy_deid.errors import DeidError


def restore(
    source: Annotated[
        str,
        typer.Argument(metavar="MASKED", help="Masked file or directory that 'mask' wrote"),
    ],
    vault_file: Annotated[Path, typer.Option(help="Vault that 'mask --vault-file' wrote")],
    key_file: Annotated[
        Path | None,
        typer.Option(help="File with the secret key; default: the variable SPACY_DEID_KEY"),
    ] = None,
    output: options.Output = "-",
    from_format: options.FromFormat = None,
    column: options.Column = "text",
    id_column: options.IdColumn = "id",
    encoding: options.Encoding = "utf-8",
) -> None:
    """Put the original expressions back. Structured fields stay as they were masked."""
    from spacy_deid.annotations import Record
    from spacy_deid.cli.documents import Problems
    from spacy_deid.cli.inputs import check_targets, columns_of, records_of
    from spacy_deid.cli.models import read_key
    from spacy_deid.cli.progress import tracked
    from spacy_deid.corpora.formats import TABLES, guess_format, open_masked_writer
    from spacy_deid.mask.keys import find_key
    from spacy_deid.mask.masker import DEFAULT_KEY_ENV
    from spacy_deid.mask.vault import Vault

    inputs = {"input": source, "vault": vault_file, "key file": key_file}
    check_targets(inputs, [output], from_format)
    key = find_key(DEFAULT_KEY_ENV, None) if key_file is None else read_key(key_file)
    if key is None:
        raise DeidError("D404", path=vault_file)
    vault = Vault(vault_file, key)
    problems = Problems()
    form = from_format
    if form is None and Path(source).exists():
        form = guess_format(source)
    columns = columns_of(column, id_column, encoding)
    numbered = []
    if form in TABLES:
        again = records_of(source, form, on_error=_pass_over, unmarked=True, **columns)
        numbered = [record.text for record in again if record.meta.get("unnamed")]
    found = iter(vault.in_order(numbered))
    records = records_of(source, form, on_error=problems.add, whole=True, unmarked=True, **columns)
    done = 0
    anew = ""
    file = _file(source)
    with (
        _for_the_owner(),
        open_masked_writer(source, form, output, mask_field=_kept, **columns) as writer,
    ):
        for record in tracked(records, "documents restored"):
            try:
                unnamed = form in TABLES and record.meta.get("unnamed")
                held = next(found, "") or record.id if unnamed else vault.held_as(record.id, file)
                text = vault.restore(held, record.text)
                if held != record.id and not unnamed:
                    anew = held.partition("/")[0]
                writer.write(Record(record.id, text, [], record.meta))
            except DeidError as problem:
                problems.add(problem)
                continue
            done += 1
        if not done:
            problems.finish(done)  # inside the block: nothing is left where nothing was restored
    if anew:
        typer.echo(
            f"{source}: the vault holds no document of this name; what was restored is {anew!r}.",
            err=True,
        )
    problems.finish(done)


@contextmanager
def _for_the_owner() -> Iterator[None]:
    """Make new files for their owner alone: what comes out identifies, as the vault does."""
    before = os.umask(0o077)
    try:
        yield
    finally:
        os.umask(before)


def _pass_over(problem: DeidError) -> None:
    """Say nothing of a row that cannot be read: it is said when it is restored."""


def _kept(label: str, value: str, case: str) -> str:
    """Leave a structured field as it was masked."""
    return value


def _file(source: str) -> str:
    """Give the name that ids of an input of one file may begin with; '' for other inputs."""
    from spacy_deid.corpora.inputs import Member, kind_of, members

    if kind_of(source) not in ("stdin", "file", "gzip"):
        return ""
    (member,) = members(source, ())
    return member.stem if isinstance(member, Member) else ""
