"""``spacy-deid cross-validate``: choose settings of a detector on folds of its training corpus."""

from __future__ import annotations

from typing import Annotated

import typer

from spacy_deid.cli import options, studies


def cross_validate(
    config: studies.Config,
    corpus: options.Gold,
    out: studies.Out,
    grid: Annotated[
        list[str] | None,
        typer.Option(metavar="PATH=VALUES", help="Settings to try for the best F1; repeatable"),
    ] = None,
    then: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PATH[:PATH]=VALUES",
            help="Settings to try after that for recall. With two paths the values are the share "
            "of the first in the sum of both: the L1 ratio for c1 and c2",
        ),
    ] = None,
    folds: Annotated[int, typer.Option(min=2, help="Parts of the corpus")] = 5,
    repeats: Annotated[int, typer.Option(min=1, help="Deal the documents out so often")] = 1,
    tolerance: Annotated[
        float, typer.Option(min=0, help="F1 that --then may give away for recall")
    ] = 0.01,
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
    """Train on all folds but one, score on that one, and choose.

    Writes runs.csv, summary.csv, choice.json and a picture of each stage. Documents of one patient
    stay in one fold. Run it again to go on where it was stopped, or with more values.
    """
    from spacy_deid.cli.progress import tracked
    from spacy_deid.learn.cross_validation import Plan, choice_of
    from spacy_deid.learn.cross_validation import cross_validate as validated
    from spacy_deid.learn.folds import patients
    from spacy_deid.learn.grids import arguments, axis_of, written

    recipe = studies.recipe_of(config, change, code)
    axes = [axis_of(text) for text in grid or []]
    ratios = [axis_of(text) for text in then or []]
    records = studies.documents(corpus, from_format, scheme)
    tried = validated(
        recipe,
        records,
        patients(records, field=patient_field, pattern=patient_pattern),
        out,
        grid=axes,
        then=ratios,
        plan=Plan(folds, repeats, seed, criterion, tolerance),
        jobs=jobs,
        progress=tracked,
    )
    rows = []
    for t in tried:
        figures = [f"{t.figures[f'{criterion}_{name}']:.4f}" for name in "prf"]
        spread = f"±{t.figures[f'{criterion}_f_sd']:.4f}"
        setting = written(t.overrides) if t.overrides else "as it is"
        rows.append((setting, *figures, spread, "chosen" if t.chosen else ""))
    studies.table((criterion, "P", "R", "F1", "over folds", ""), rows)
    overrides = choice_of(tried, recipe)
    if overrides:
        typer.echo(" ".join(arguments(overrides)))
