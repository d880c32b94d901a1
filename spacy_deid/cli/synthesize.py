"""``spacy-deid synthesize``: make a corpus of synthetic reports in any format."""

from __future__ import annotations

from typing import Annotated

import typer


def synthesize(
    out: Annotated[
        str, typer.Argument(metavar="OUT", help="File or directory to write; '-' standard output")
    ],
    n: Annotated[int, typer.Option("--n", min=1, help="How many reports")] = 1000,
    seed: Annotated[int, typer.Option(help="The same seed gives the same reports")] = 0,
    genre: Annotated[
        list[str] | None, typer.Option(help="Kind of report, may be repeated; all where missing")
    ] = None,
    split: Annotated[
        str | None, typer.Option(help="train, dev or test: parts with different skeletons")
    ] = None,
    noise: Annotated[str, typer.Option(help="Preset of noise, or 'mixed'")] = "mixed",
    origin: Annotated[
        list[str] | None, typer.Option(help="Country code, may be repeated; all where missing")
    ] = None,
    to_format: Annotated[
        str | None, typer.Option("--to", help="Format to write; by suffix where missing")
    ] = None,
    narratives: Annotated[
        str | None,
        typer.Option(
            help="Documents (with their spans, where known) to work identifying sentences into; "
            "instead of --n and --genre"
        ),
    ] = None,
) -> None:
    """Write synthetic reports with exact gold spans.

    Every record's meta names its skeleton, genre, origin and noise, and holds the clinical
    stretches that must survive ('utility') and what only looks like an identifier ('traps').
    """
    from spacy_deid.cli.progress import tracked
    from spacy_deid.corpora.formats import guess_format_of_output, open_writer, read_records
    from spacy_deid.synthesize.generator import synthesize as make
    from spacy_deid.synthesize.injection import inject

    if narratives is None:
        records = make(
            n=n, seed=seed, genres=genre, split=split, noise=noise, origins=origin or None
        )
        total: int | None = n
    else:
        known = read_records(narratives)
        records = inject(known, seed=seed, split=split, noise=noise, origins=origin or None)
        total = None
    written = 0
    with open_writer(out, to_format or guess_format_of_output(out) or "jsonl") as writer:
        for record in tracked(records, "reports written", total=total):
            writer.write(record)
            written += 1
    typer.echo(f"{written} reports written to {out}", err=True)
