"""``spacy-deid self-train``: learn from unlabelled documents that the model is sure of."""

from __future__ import annotations

from typing import Annotated

import typer

from spacy_deid.cli import options, studies


def self_train(
    config: studies.Config,
    unlabelled: Annotated[str, typer.Argument(help="Documents to learn from, of any format")],
    dev: Annotated[str, typer.Argument(help="Annotated documents that decide when to stop")],
    out: studies.Out,
    train: Annotated[
        str | None, typer.Option(help="Annotated documents to begin with; needed without --first")
    ] = None,
    first: Annotated[
        str | None,
        typer.Option(help="Config of the first model in place of CONFIG, such as lists alone"),
    ] = None,
    least: Annotated[
        float, typer.Option(min=0, max=1, help="Confidence that a document needs")
    ] = 0.85,
    most: Annotated[int, typer.Option(min=1, help="Documents added in a round")] = 2000,
    batch: Annotated[int, typer.Option(min=1, help="Documents labelled in a round")] = 50_000,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds at most")] = 20,
    patience: Annotated[
        int, typer.Option(min=1, help="Rounds without a better F1 that end it")
    ] = 3,
    balanced: Annotated[
        bool, typer.Option(help="Keep the proportions of labels that the dev part has")
    ] = True,
    criterion: studies.Criterion = "strict",
    change: studies.Set = None,
    code: studies.Code = None,
    from_format: options.FromFormat = None,
    scheme: studies.Scheme = None,
    seed: studies.Seed = 0,
) -> None:
    """Train, label a batch, add the documents the model is surest of, train again.

    Writes runs.csv (a row per round), selected.jsonl (ids, spans and confidence of the documents
    added, no text), rounds.png and model-best, without training strings.
    """
    from spacy_deid.cli.progress import tracked
    from spacy_deid.corpora.formats import read_records
    from spacy_deid.learn.recipe import Recipe
    from spacy_deid.learn.selection import Settings
    from spacy_deid.learn.self_learning import self_train as trained

    recipe = studies.recipe_of(config, change, code)
    labelled = studies.documents(train, from_format, scheme) if train is not None else []
    judges = studies.documents(dev, from_format, scheme)
    studies.check_labels((train or "", labelled), (dev, judges))
    found = trained(
        recipe,
        labelled,
        list(tracked(read_records(unlabelled, from_format), "unlabelled documents read")),
        judges,
        out,
        settings=Settings(
            batch=batch,
            most=most,
            least=least,
            rounds=rounds,
            patience=patience,
            balanced=balanced,
            seed=seed,
            criterion=criterion,
        ),
        first=Recipe(first, code=code) if first is not None else None,
        progress=tracked,
    )
    scores = [r.figures[f"{criterion}_f"] for r in found]
    best = scores.index(max(scores))
    if len(found) <= rounds and found[-1].number - best < patience:
        fits = " and fits the proportions of labels of the dev part" if balanced else ""
        reason = f"no document of the next {batch} reached a confidence of {least}{fits}"
        if not found[-1].left:
            reason = "no unlabelled document is left"
        typer.echo(f"It ended because {reason}.", err=True)
    shown = []
    for r in found:
        figures = [f"{r.figures[f'{criterion}_{name}']:.4f}" for name in "prf"]
        shown.append((str(r.number), str(r.added_so_far), *figures))
    studies.table(("round", "added", "P", "R", "F1"), shown)
