"""``spacy-deid scrub``: a trained pipeline without the strings of its training corpus."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def scrub(
    model: Annotated[Path, typer.Argument(help="Directory of the trained pipeline")],
    output: Annotated[Path, typer.Argument(help="Directory to write the scrubbed pipeline to")],
) -> None:
    """Rebuild a pipeline so that its vocabulary holds no training string."""
    from spacy_deid.cli.models import load_pipeline
    from spacy_deid.release.scrub import scrub as scrubbed

    scrubbed(load_pipeline(str(model))).to_disk(output)
