"""``spacy-deid rank-features``: which features a linear detector decides by."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from spacy_deid.cli import options


def rank_features(
    model: Annotated[str, typer.Argument(help="Directory or package of a trained pipeline")],
    out: Annotated[Path, typer.Argument(help="Directory for the table and the picture")],
    component: Annotated[
        list[str] | None,
        typer.Option(help="Component to rank, repeatable; all with weights where missing"),
    ] = None,
    top: Annotated[int, typer.Option(min=1, help="Features per label in the picture")] = 10,
    rows: Annotated[
        int, typer.Option(min=0, help="Features per label in the table; 0 for all")
    ] = 100,
    documents: Annotated[
        str | None,
        typer.Option(
            help="Documents whose features get their names back; synthetic English ones where "
            "missing. No text of them is written"
        ),
    ] = None,
    words: Annotated[
        Path | None,
        typer.Option(help="File with more words that may be shown, one a line"),
    ] = None,
    from_format: options.FromFormat = None,
) -> None:
    """Write the heaviest features of every label, with sign, as a table and a picture.

    Features that stand for a word show it only if it is a common word and no name.
    """
    from spacy_deid.cli.models import load_pipeline
    from spacy_deid.cli.progress import tracked
    from spacy_deid.corpora.formats import read_records
    from spacy_deid.corpora.inputs import existing
    from spacy_deid.learn.ranking import ranking, write_ranking

    for given in (documents, words):
        if given is not None:
            existing(given)
    public = words.read_text(encoding="utf-8").split() if words is not None else []
    nlp = load_pipeline(model)
    known = [name for name in nlp.pipe_names if hasattr(nlp.get_pipe(name), "feature_weights")]
    for name in component or known or nlp.pipe_names[-1:]:
        records = None
        if documents is not None:
            records = tracked(read_records(documents, from_format), "documents read")
        most = max(rows, top) if rows else 0
        ranked = ranking(nlp, name, top=most, documents=records, public=public)
        for path in write_ranking(ranked, name, out, top=top):
            typer.echo(str(path))
