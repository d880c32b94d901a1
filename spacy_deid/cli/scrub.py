"""``spacy-deid scrub``: a trained pipeline without the strings of its training corpus."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def scrub(
    model: Annotated[Path, typer.Argument(help="Directory of the trained pipeline")],
    output: Annotated[Path, typer.Argument(help="Directory to write the scrubbed pipeline to")],
) -> None:
    """Rebuild a pipeline so that its vocabulary holds no training string.

    OUTPUT may be MODEL itself; a folder that holds anything but a pipeline is refused.
    """
    from spacy_deid.cli.models import load_pipeline
    from spacy_deid.release.pipelines import save
    from spacy_deid.release.scrub import scrub as scrubbed

    save(scrubbed(load_pipeline(str(model))), output)
