"""``spacy-deid train-candidates``: every recognizer that a release could take, trained."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def train_candidates(
    plan: Annotated[Path, typer.Argument(help="The candidates, such as configs/candidates.cfg")],
    train: Annotated[str, typer.Argument(help="Annotated documents to learn from")],
    dev: Annotated[str, typer.Argument(help="Annotated documents that choose the best step")],
    output: Annotated[Path, typer.Argument(help="Directory for one pipeline per candidate")],
    only: Annotated[str | None, typer.Option(help="Names of candidates, with commas")] = None,
    chosen: Annotated[
        Path | None, typer.Option(help="Train the choice of 'spacy-deid select', as for release")
    ] = None,
    reports: Annotated[int, typer.Option(min=0, help="Most training documents; 0 for all")] = 0,
    steps: Annotated[int, typer.Option(min=0, help="Most updates; 0 as configured")] = 0,
    seed: Annotated[int, typer.Option(help="Seed of the sample and the training")] = 1,
    jobs: Annotated[int, typer.Option(min=0, help="Processes; 0 for one per core")] = 0,
) -> None:
    """Train candidates on a sample, or the chosen ones on everything; scrubbed, one directory each.

    A candidate whose packages are not installed is left out. candidates.json beside them tells how
    each fared.
    """
    from spacy_deid.corpora.inputs import existing
    from spacy_deid.learn.workers import cores
    from spacy_deid.release.candidates import TRAINED, Task, read_plan, train_all
    from spacy_deid.release.selection_files import read_choice

    found = read_plan(plan)
    if chosen is not None:
        found = found.only(read_choice(chosen)["candidates"])
    elif only:
        found = found.only([name.strip() for name in only.split(",")])
    for path in (train, dev):
        existing(path)
    tasks = [
        Task(each, train, dev, str(output), reports, steps, chosen is not None, seed)
        for each in found.candidates
    ]
    if not tasks:
        typer.echo("The choice is the rules alone: nothing to train.")
        return
    for row in train_all(tasks, jobs=jobs or cores()):
        told = f"{row['name']}: {row['status']}"
        if row["status"] == TRAINED:
            told += f" on {row['documents']} documents in {row['seconds']:.0f} s"
        typer.echo(told if not row["reason"] else f"{told} ({row['reason']})")
