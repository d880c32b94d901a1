"""``spacy-deid card``: the figures of a model card, and the card for a reader."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from spacy_deid import __version__


def card(
    gold: Annotated[str, typer.Argument(help="Annotated development documents")],
    pred: Annotated[str, typer.Argument(help="Predictions of the model on them")],
    output: Annotated[
        Path, typer.Option("-o", "--output", help="JSON to write; the card stands beside it as .md")
    ] = Path("metrics/card.json"),
    model: Annotated[
        Path | None, typer.Option("-m", "--model", help="Directory of the pipeline")
    ] = None,
    train: Annotated[str | None, typer.Option(help="The training corpus, to count")] = None,
    training: Annotated[
        Path | None,
        typer.Option(
            help="Directory that may hold selection.json and tuning.json; the card tells of those "
            "that --model was made with"
        ),
    ] = None,
    about: Annotated[
        Path | None,
        typer.Option(
            help="JSON with what only its makers know: description, intended_use, data, "
            "evaluation, author, license, sources"
        ),
    ] = None,
    audit: Annotated[
        Path | None, typer.Option(help="JSON of 'spacy-deid audit --json' of this model")
    ] = None,
    name: Annotated[str, typer.Option(help="Name behind the language code")] = "deid_vigibase",
    version: Annotated[str, typer.Option(help="Version of the model")] = __version__,
    samples: Annotated[int, typer.Option(min=0, help="Bootstrap samples; 0 for none")] = 1000,
) -> None:
    """Write figures by genre and label with intervals, misses as counts, data and intended use."""
    from spacy_deid.cli.inputs import check_targets, records_of
    from spacy_deid.cli.scoring import gold_records, predictions, write_json, write_text
    from spacy_deid.release.card import DEFAULT_LANG, document
    from spacy_deid.release.card_files import read_about, read_audit, read_content, read_made
    from spacy_deid.release.figures import data_of, figures_of

    inputs = {"input": gold, "file of predictions": pred, "training corpus": train}
    told = {"file of --about": about, "file of --audit": audit}
    check_targets({**inputs, **told}, [output, output.with_suffix(".md")])
    said = read_about(about) if about is not None else {}
    proof = read_audit(audit) if audit is not None else None
    found = figures_of(gold_records(gold, None), predictions(pred, None), samples=samples)
    content: dict[str, Any] = {"figures": found, "about": said}
    if train is not None:
        content["data"] = data_of(records_of(train, None))
    lang = DEFAULT_LANG
    if model is not None:
        meta = read_content(model / "meta.json")
        content["pipeline"], lang = meta["pipeline"], meta["lang"]
    if proof is not None:
        content["audit"] = proof
    if training is not None:
        told_of_it, foreign = read_made(training, model)
        content.update(told_of_it)
        for path in foreign:
            whose = (
                "of another model" if model is not None else "of a model, and --model names none"
            )
            typer.echo(f"{path} tells {whose}: the card says nothing of it.", err=True)
    output.parent.mkdir(parents=True, exist_ok=True)
    write_json(str(output), content)
    text = document(content, name=f"{lang}_{name}", version=version)
    write_text(str(output.with_suffix(".md")), text)
    typer.echo(f"Written: {output}, {output.with_suffix('.md')}")
