"""``spacy-deid audit``: search a model for training strings."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def audit(
    model: Annotated[Path, typer.Argument(help="Model directory or wheel")],
    corpus: Annotated[list[str], typer.Argument(help="Training corpora with gold spans")],
    from_format: Annotated[
        str | None, typer.Option("--from", help="Format of the corpora; guessed where missing")
    ] = None,
    json_path: Annotated[
        str | None, typer.Option("--json", help="JSON to write: the counts, for 'spacy-deid card'")
    ] = None,
) -> None:
    """Search every file of MODEL for identifying gold strings of CORPUS; exit status 1 if found."""
    from itertools import chain

    from spacy_deid.cli.inputs import check_targets, records_of
    from spacy_deid.cli.progress import tracked
    from spacy_deid.cli.scoring import write_json
    from spacy_deid.release.audit import audit as search

    for path in corpus:
        check_targets({"input": path, "model": model}, [json_path], from_format)
    records = chain.from_iterable(records_of(path, from_format) for path in corpus)
    report = search(model, tracked(records, "documents read"))
    for finding in report.findings:
        typer.echo(f"{finding.file}: {finding.label} {finding.form} of document {finding.doc}")
    typer.echo(
        f"{report.files} files searched for {report.terms} identifying strings of the corpus "
        f"({report.public} of them public): {len(report.findings)} found."
    )
    if report.short:
        typer.echo(f"{report.short} identifying spans are too short to search for.", err=True)
    if json_path is not None:
        write_json(json_path, report.to_dict())
    if report.findings:
        raise typer.Exit(1)
