"""``spacy-deid assemble``: the released pipeline with the chosen recognizers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def assemble(
    plan: Annotated[Path, typer.Argument(help="The candidates, such as configs/candidates.cfg")],
    selection: Annotated[Path, typer.Argument(help="JSON of 'spacy-deid select'")],
    trained: Annotated[Path, typer.Argument(help="Directory of the trained recognizers")],
    output: Annotated[Path, typer.Argument(help="Directory for the pipeline")],
    lists: Annotated[str | None, typer.Option(help="Folder of lists for the gazetteer")] = None,
) -> None:
    """Put the recognizers that were chosen into the released config, in place of its own.

    Their biases and their decoding are those of the candidates' configs as they stand now.
    """
    from spacy_deid.release.candidates import read_plan
    from spacy_deid.release.card_files import MADE, digest
    from spacy_deid.release.composition import assembled, compose, decoding_settings, with_settings
    from spacy_deid.release.pipelines import save
    from spacy_deid.release.selection_files import read_choice

    candidates, chosen = read_plan(plan), read_choice(selection)
    config = compose(candidates, chosen, trained, lists=lists)
    settings = decoding_settings(candidates, chosen)
    nlp = assembled(config, settings)
    nlp.meta[MADE] = {"selection": digest(selection.read_bytes())}
    save(nlp, output)
    with_settings(output, output, settings)
    typer.echo(f"{output}: {', '.join(nlp.pipe_names)}")
