"""``spacy-deid train-at-once``: a pipeline whose recognizers learn their corpus in one go."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from spacy_deid.cli import studies


def train_at_once(
    config: studies.Config,
    output: Annotated[Path, typer.Argument(help="Directory for the pipeline")],
    change: studies.Set = None,
    code: studies.Code = None,
) -> None:
    """Make a pipeline as 'spacy assemble' does; a config that learns in steps is refused.

    Of such a config 'spacy assemble' makes a pipeline that has learnt nothing. OUTPUT is replaced
    where it holds a pipeline; a folder that holds anything else is refused.
    """
    from spacy_deid.learn.recipe import made_at_once
    from spacy_deid.release.pipelines import save

    nlp = made_at_once(studies.recipe_of(config, change, code))
    save(nlp, output)
    typer.echo(f"{output}: {', '.join(nlp.pipe_names)}")
