"""``spacy-deid gazetteers``: build the name and place lists."""

from __future__ import annotations

from pathlib import Path

import typer


def gazetteers(
    output_dir: Path = typer.Argument(..., help="Folder of lists to write into."),  # noqa: B008
    seed: int = typer.Option(0, help="Kept for one form of all builders; nothing is drawn."),
    least_share: float = typer.Option(0.0, help="Leave out census names rarer than this (0 to 1)."),
) -> None:
    """Build the gazetteer's name and place lists from open packages."""
    from spacy_deid.release.gazetteers import build

    for name, count in build(output_dir, seed=seed, least_share=least_share).items():
        typer.echo(f"{name}\t{count}")
