"""What the commands around training share: their options, reading documents, printing figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from spacy_deid.annotations import Record
from spacy_deid.errors import DeidError

if TYPE_CHECKING:
    from spacy_deid.learn.recipe import Recipe
    from spacy_deid.learn.shares import Point

Config = Annotated[str, typer.Argument(help="Config as 'spacy assemble' or 'spacy train' takes it")]
Out = Annotated[
    Path, typer.Argument(help="Directory for tables and pictures; resumed if it holds runs")
]
Set = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="PATH=VALUE", help="Change a setting of the config; repeatable"),
]
Code = Annotated[str | None, typer.Option(help="Python file with registered functions")]
Scheme = Annotated[
    str | None, typer.Option(help="Label scheme to turn all labels into; as they are where missing")
]
Field = Annotated[
    str | None, typer.Option(help="Field of the documents' meta that names the patient, e.g. case")
]
Pattern = Annotated[
    str | None,
    typer.Option(help="Regular expression whose first group, in the document id, is the patient"),
]
Criterion = Annotated[str, typer.Option(help="Criterion: strict, covering or spans_merged")]
Seed = Annotated[int, typer.Option(help="The same seed gives the same parts and models")]
Jobs = Annotated[int, typer.Option(min=0, help="Processes; 0 for one per core")]


def recipe_of(config: str, changes: Sequence[str] | None, code: str | None) -> Recipe:
    """Make a recipe of the options.

    RAISES: DeidError D003, D601, D602, D605.
    """
    from spacy_deid.learn.grids import overrides_of
    from spacy_deid.learn.recipe import Recipe

    return Recipe(config, overrides_of(changes or []), code).checked()


def documents(path: str, from_format: str | None, scheme: str | None = None) -> list[Record]:
    """Read documents with their gold spans; those without annotation are left out.

    RAISES: DeidError of the reader; D507 where there are none, D510 where none is annotated.
    """
    from spacy_deid.cli.convert import listed
    from spacy_deid.cli.progress import tracked
    from spacy_deid.cli.scoring import annotated
    from spacy_deid.corpora.formats import read_records

    dropped: Counter[str] = Counter()
    found = read_records(path, from_format, strict=True, scheme=scheme, gold=True, dropped=dropped)
    records = list(tracked(found, "documents read"))
    if dropped:
        typer.echo(f"{path}: left out, without a label in {scheme}: {listed(dropped)}.", err=True)
    return annotated(path, records)


def check_labels(*parts: tuple[str, Sequence[Record]]) -> None:
    """Refuse documents whose labels are those of different schemes: none would match another's.

    parts: path of each part and its documents. Labels that are of no scheme are taken as they are.
    RAISES: DeidError D611.
    """
    from spacy_deid.phi import scheme_of

    found = [(path, {span[2] for r in records for span in r.spans}) for path, records in parts]
    for (path, labels), (other, theirs) in combinations(found, 2):
        one, another = scheme_of(labels), scheme_of(theirs)
        if one and another and scheme_of(labels | theirs) is None:
            raise DeidError("D611", path=path, scheme=one, other=other, another=another)


def numbers_of(listed: str) -> list[float]:
    """Read shares from 0 to 1, '0.1,0.5,1'.

    RAISES: DeidError D613.
    """
    try:
        found = [float(part) for part in listed.split(",") if part.strip()]
    except ValueError:
        found = []
    if not found or not all(0 <= share <= 1 for share in found):
        raise DeidError("D613", shares=listed, expected="numbers from 0 to 1")
    return list(dict.fromkeys(found))


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print a plain table on standard output, the first column to the left."""
    lines = [header, *rows]
    widths = [max(len(line[place]) for line in lines) for place in range(len(header))]
    for line in lines:
        cells = [
            cell.rjust(width) if place else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(line, widths, strict=True))
        ]
        typer.echo("  ".join(cells).rstrip())


def point_table(points: Sequence[Point], criterion: str) -> None:
    """Print mean and deviation of precision, recall and F1 of every share."""
    rows = []
    for point in points:
        figures = point.figures
        cells = [
            f"{figures[f'{criterion}_{name}_mean']:.4f} ±{figures[f'{criterion}_{name}_sd']:.4f}"
            for name in "prf"
        ]
        rows.append((point.test, f"{point.share:g}", f"{point.trained_on:.0f}", *cells))
    table((criterion, "share", "documents", "P", "R", "F1"), rows)
