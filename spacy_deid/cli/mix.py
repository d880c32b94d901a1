"""``spacy-deid mix``: what a second corpus brings to the training on a first one."""

from __future__ import annotations

from typing import Annotated

import typer

from spacy_deid.cli import options, studies


def mix(
    config: studies.Config,
    first: Annotated[str, typer.Argument(help="Training documents that are always there")],
    second: Annotated[str, typer.Argument(help="Training documents to mix in")],
    first_test: Annotated[str, typer.Argument(help="Documents of the first corpus to score on")],
    second_test: Annotated[str, typer.Argument(help="Documents of the second to score on")],
    out: studies.Out,
    shares: Annotated[
        str, typer.Option(help="Shares of the second corpus, 0 to 1")
    ] = "0,0.1,0.25,0.5,0.75,1",
    draws: Annotated[int, typer.Option(min=1, help="Random draws per share")] = 5,
    patient_field: studies.Field = None,
    patient_pattern: studies.Pattern = None,
    criterion: studies.Criterion = "strict",
    change: studies.Set = None,
    code: studies.Code = None,
    from_format: options.FromFormat = None,
    scheme: studies.Scheme = None,
    seed: studies.Seed = 0,
    jobs: studies.Jobs = 0,
) -> None:
    """Train on one corpus and growing shares of another; scores on both.

    Corpora with different labels need --scheme. Writes runs.csv, summary.csv and mixture.png.
    """
    from spacy_deid.cli.progress import tracked
    from spacy_deid.learn.folds import patients
    from spacy_deid.learn.shares import mixture

    recipe = studies.recipe_of(config, change, code)
    wanted = studies.numbers_of(shares)
    paths = (first, second, first_test, second_test)
    parts = [studies.documents(path, from_format, scheme) for path in paths]
    studies.check_labels(*zip(paths, parts, strict=True))
    ours, theirs, ours_test, theirs_test = parts
    named = [
        patients(records, field=patient_field, pattern=patient_pattern)
        for records in (ours, theirs)
    ]
    points = mixture(
        recipe,
        (ours, theirs),
        (ours_test, theirs_test),
        (named[0], named[1]),
        out,
        shares=wanted,
        draws=draws,
        seed=seed,
        criterion=criterion,
        jobs=jobs,
        progress=tracked,
    )
    studies.point_table(points, criterion)
