"""``spacy-deid mask``: documents in, masked documents out."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from spacy_deid.cli import options


def mask(
    source: options.Input,
    output: options.Output = "-",
    model: options.ModelName = None,
    key_file: Annotated[
        Path | None,
        typer.Option(help="File with the secret key that dates and surrogates hang on"),
    ] = None,
    inverse: options.Inverse = False,
    policy: Annotated[
        str | None,
        typer.Option(help="Masking policy; default 'vigibase' with a key, else 'placeholder'"),
    ] = None,
    from_format: options.FromFormat = None,
    column: options.Column = "text",
    id_column: options.IdColumn = "id",
    case_column: options.CaseColumn = "",
    encoding: options.Encoding = "utf-8",
    audit_file: Annotated[
        Path | None, typer.Option(help="Write one audit record per document (JSONL, no text)")
    ] = None,
    vault_file: Annotated[
        Path | None, typer.Option(help="Write an encrypted vault for 'spacy-deid restore'")
    ] = None,
    review: Annotated[
        Path | None, typer.Option(help="Write a page with original beside masked (shows text)")
    ] = None,
    workers: options.Workers = 1,
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
            inverse=inverse,
            from_format=from_format,
            column=column,
            id_column=id_column,
            case_column=case_column,
            encoding=encoding,
            audit_file=audit_file,
            vault_file=vault_file,
            review=review,
            workers=workers,
        )
    )
