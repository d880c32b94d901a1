"""Options that several commands share."""

from __future__ import annotations

from typing import Annotated

import typer

Input = Annotated[
    str,
    typer.Argument(metavar="INPUT", help="File, directory of texts, or '-' for standard input"),
]
Archive = Annotated[
    str, typer.Argument(metavar="IN", help="File, directory, zip or tar archive, or '-'")
]
Gold = Annotated[str, typer.Argument(help="Annotated documents, of any format")]
Output = Annotated[
    str, typer.Option("-o", "--output", help="Where to write; '-' is standard output")
]
ModelName = Annotated[
    str | None, typer.Option("-m", "--model", help="Installed model, path, or 'rules'")
]
Inverse = Annotated[
    bool, typer.Option("--inverse", help="Hide every word that nothing proves safe, too")
]
FromFormat = Annotated[
    str | None, typer.Option("--from", help="Format of the input; guessed where missing")
]
Column = Annotated[str, typer.Option(help="Text column of a table")]
IdColumn = Annotated[str, typer.Option(help="Id column of a table")]
SpansColumn = Annotated[str, typer.Option(help="Spans column of a table")]
CaseColumn = Annotated[
    str,
    typer.Option(
        help="Table column with the patient or case: its rows share surrogates and date offsets"
    ),
]
Encoding = Annotated[str, typer.Option(help="Encoding of files that do not name it")]
Workers = Annotated[int, typer.Option(min=1, help="Processes")]
Strict = Annotated[bool, typer.Option(help="Stop at the first document that fails")]
