"""``spacy-deid package``: a scrubbed pipeline as an installable wheel with its card."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from spacy_deid import __version__


def package(
    model: Annotated[Path, typer.Argument(help="Directory of the scrubbed pipeline")],
    output: Annotated[Path, typer.Argument(help="Directory for the wheel")],
    name: Annotated[str, typer.Option(help="Name behind the language code")] = "deid_vigibase",
    version: Annotated[str, typer.Option(help="Version of the model")] = __version__,
    scores: Annotated[
        Path | None, typer.Option(help="JSON of 'spacy-deid evaluate' to put into the card")
    ] = None,
    figures: Annotated[
        Path | None, typer.Option("--card", help="JSON of 'spacy-deid card': figures, README.md")
    ] = None,
    most: Annotated[
        int, typer.Option("--most-bytes", min=0, help="Bytes the wheel may have; 0 for any size")
    ] = 15_000_000,
    replace: Annotated[
        bool, typer.Option("--replace", help="Remove wheels of the same name, other versions")
    ] = False,
) -> None:
    """Build the wheel of a model; one above the size limit is refused."""
    from spacy_deid.release.card import card, document
    from spacy_deid.release.card_files import read_card, read_content
    from spacy_deid.release.package import package as build

    own = read_content(model / "meta.json")
    meta = card(scores, figures, own["pipeline"])
    readme = None
    if figures is not None:
        readme = document(read_card(figures), name=f"{own['lang']}_{name}", version=version)
    wheel = build(
        model,
        output,
        name=name,
        version=version,
        card=meta,
        readme=readme,
        most=most,
        replace=replace,
    )
    typer.echo(f"{wheel}: {wheel.stat().st_size / 1e6:.1f} MB")
