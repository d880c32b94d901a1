"""``spacy-deid mask``: documents in, masked documents out."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def mask(
    source: Annotated[
        str,
        typer.Argument(metavar="INPUT", help="File, directory of texts, or '-' for standard input"),
    ],
    output: Annotated[
        str, typer.Option("-o", "--output", help="Where to write; '-' is standard output")
    ] = "-",
    model: Annotated[
        str | None,
        typer.Option("-m", "--model", help="Installed model, path, or 'rules'"),
    ] = None,
    key_file: Annotated[
        Path | None,
        typer.Option(help="File with the secret key that dates and surrogates hang on"),
    ] = None,
    policy: Annotated[
        str | None,
        typer.Option(help="Masking policy; default 'vigibase' with a key, else 'placeholder'"),
    ] = None,
    from_format: Annotated[
        str | None, typer.Option("--from", help="Format of the input; guessed where missing")
    ] = None,
    column: Annotated[str, typer.Option(help="Text column of a table")] = "text",
    id_column: Annotated[str, typer.Option(help="Id column of a table")] = "id",
    encoding: Annotated[str, typer.Option(help="Encoding of text files")] = "utf-8",
    audit_file: Annotated[
        Path | None, typer.Option(help="Write one audit record per document (JSONL, no text)")
    ] = None,
    vault_file: Annotated[
        Path | None, typer.Option(help="Write an encrypted vault for 'spacy-deid restore'")
    ] = None,
    review: Annotated[
        Path | None, typer.Option(help="Write a page with original beside masked (shows text)")
    ] = None,
    workers: Annotated[int, typer.Option(min=1, help="Processes")] = 1,
) -> None:
    """Mask identifying expressions and write the documents in their own form."""
    from spacy_deid.cli.masking import Job, run

    run(
        Job(
            source=source,
            output=output,
            model=model,
            key_file=key_file,
            policy=policy,
            from_format=from_format,
            column=column,
            id_column=id_column,
            encoding=encoding,
            audit_file=audit_file,
            vault_file=vault_file,
            review=review,
            workers=workers,
        )
    )
