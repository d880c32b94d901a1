"""``spacy-deid learning-curve``: what more training documents would bring."""

from __future__ import annotations

from typing import Annotated

import typer

from spacy_deid.cli import options, studies


def learning_curve(
    config: studies.Config,
    train: Annotated[str, typer.Argument(help="Annotated documents to draw from")],
    test: Annotated[str, typer.Argument(help="Annotated documents to score on")],
    out: studies.Out,
    shares: Annotated[
        str, typer.Option(help="Shares of the training documents, 0 to 1")
    ] = "0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9,1",
    draws: Annotated[int, typer.Option(min=1, help="Random draws per share")] = 10,
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
    """Train on random shares of a corpus; mean and spread of the scores on other documents.

    Writes runs.csv, summary.csv and learning-curve.png. Run it again to go on where it was stopped,
    or with more draws.
    """
    from spacy_deid.cli.progress import tracked
    from spacy_deid.errors import DeidError
    from spacy_deid.learn.folds import patients
    from spacy_deid.learn.shares import learning_curve as curve

    recipe = studies.recipe_of(config, change, code)
    parts = [share for share in studies.numbers_of(shares) if share > 0]
    if not parts:
        raise DeidError("D613", shares=shares, expected="numbers above 0, up to 1,")
    records = studies.documents(train, from_format, scheme)
    judges = studies.documents(test, from_format, scheme)
    studies.check_labels((train, records), (test, judges))
    points = curve(
        recipe,
        records,
        judges,
        patients(records, field=patient_field, pattern=patient_pattern),
        out,
        shares=parts,
        draws=draws,
        seed=seed,
        criterion=criterion,
        jobs=jobs,
        progress=tracked,
    )
    studies.point_table(points, criterion)
