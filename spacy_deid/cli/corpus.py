"""``spacy-deid corpus``: the training corpus of the released model."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def corpus(
    output: Annotated[Path, typer.Argument(help="Directory for train/, dev/ and gold/")],
    vaers: Annotated[
        Path | None,
        typer.Option(help="Directory with annotations-*.jsonl and the VAERS text files"),
    ] = None,
    written: Annotated[
        Path | None,
        typer.Option(help="Directory with train.jsonl and dev.jsonl, marked by hand"),
    ] = None,
    reports: Annotated[int, typer.Option(min=1, help="Synthetic training reports")] = 5000,
    narratives: Annotated[
        int, typer.Option(min=0, help="Unannotated narratives to inject names into")
    ] = 1500,
    seed: Annotated[int, typer.Option(help="Seed of everything drawn by lot")] = 1,
) -> None:
    """Write synthetic reports and VAERS narratives as DocBin for training and JSONL for scoring."""
    from spacy_deid.release.corpus import build

    counts = build(
        output,
        vaers=vaers,
        written=written,
        reports=reports,
        narratives=narratives,
        seed=seed,
        note=lambda message: typer.echo(message, err=True),
    )
    for part, count in counts.items():
        typer.echo(f"{part}: {count} documents")
