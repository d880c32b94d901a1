"""``spacy-deid select``: which recognizers a release takes."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

_SHOWN = 20


def select(
    plan: Annotated[Path, typer.Argument(help="The candidates, such as configs/candidates.cfg")],
    candidates: Annotated[Path, typer.Argument(help="Directory of 'spacy-deid train-candidates'")],
    dev: Annotated[str, typer.Argument(help="Annotated documents to choose on")],
    output: Annotated[
        Path, typer.Option("-o", "--output", help="JSON to write; .csv and .png stand beside it")
    ] = Path("training/selection.json"),
    precision: Annotated[float, typer.Option(help="Token precision that has to be reached")] = 0.95,
    speed: Annotated[float, typer.Option(min=0, help="Least words/s, without the masker")] = 0,
    most: Annotated[int, typer.Option(min=1, max=3, help="Most candidates together")] = 3,
    documents: Annotated[int, typer.Option(min=0, help="Most documents; 0 for all")] = 0,
    lists: Annotated[str | None, typer.Option(help="Folder of lists for the gazetteer")] = None,
    seed: Annotated[int, typer.Option(help="Seed of the sample of documents")] = 1,
) -> None:
    """Score every candidate and every combination with the rules; choose by recall.

    The choice masks most spans among the combinations that reach the precision and the speed.
    """
    from rich.console import Console
    from rich.table import Table

    from spacy_deid.cli.progress import tracked
    from spacy_deid.cli.scoring import annotated
    from spacy_deid.corpora.formats import read_records
    from spacy_deid.errors import DeidError
    from spacy_deid.release.candidates import read_plan, sampled
    from spacy_deid.release.detections import bench, detected
    from spacy_deid.release.selection import select as selected
    from spacy_deid.release.selection_files import COLUMNS, table_rows, write

    found = read_plan(plan)
    if not candidates.is_dir():
        raise DeidError("D003", path=candidates)
    known = annotated(str(dev), list(read_records(dev, gold=True)))
    records = sampled(known, documents, seed=seed)
    base = bench(found, records, lists=lists)
    trained, left_out = [], {}
    for candidate in tracked(found.candidates, "candidates run", total=len(found.candidates)):
        try:
            trained.append(detected(found, candidate, candidates, records))
        except DeidError as problem:
            if problem.code != "D805":
                raise
            left_out[candidate.name] = str(problem.facts["reason"])
    if not trained:
        raise DeidError("D805", path=candidates, reason="none of the plan lies there")
    choice = selected(
        base,
        trained,
        target=precision,
        floor=speed,
        most=most,
        left_out=left_out,
        progress=tracked,
    )
    paths = write(choice, output)
    table = Table(*COLUMNS, box=None)
    rows = table_rows(choice)
    for place, row in enumerate(rows):
        if place < _SHOWN or row[-1]:
            table.add_row(*map(str, row), style="bold" if row[-1] else None)
    Console(width=140).print(table)
    if len(rows) > _SHOWN:
        typer.echo(f"The best {_SHOWN} of {len(rows)} rows; {paths[1]} has all.")
    for name, reason in left_out.items():
        typer.echo(f"Left out: {name} ({reason})")
    if not choice.chosen.met or choice.chosen.speed < speed:
        typer.echo(f"No combination reaches precision {precision:g} at {speed:g} words/s.")
    typer.echo(f"Chosen: {choice.chosen.name}; written: {', '.join(map(str, paths))}")
