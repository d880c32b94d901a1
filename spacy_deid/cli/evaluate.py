"""``spacy-deid evaluate``: what leaked, what was lost, and how sure that is."""

from __future__ import annotations

from typing import Annotated

import typer

from spacy_deid.cli import options


def evaluate(
    gold: options.Gold,
    pred: Annotated[
        str,
        typer.Argument(help="Predictions: any format, or JSONL as 'spacy-deid find' writes it"),
    ],
    from_format: Annotated[
        str | None, typer.Option("--from", help="Format of the gold; guessed where missing")
    ] = None,
    pred_from: Annotated[
        str | None, typer.Option(help="Format of the predictions; guessed where missing")
    ] = None,
    scheme: Annotated[
        str | None,
        typer.Option(help="Label scheme to score in; both sides are mapped to it. 'any' maps none"),
    ] = None,
    json_file: Annotated[
        str | None, typer.Option("--json", help="Write every figure as JSON; '-' prints it")
    ] = None,
    csv_file: Annotated[
        str | None, typer.Option("--csv", help="Write the criteria as a table")
    ] = None,
    html_file: Annotated[
        str | None, typer.Option("--html", help="Write one self-contained page")
    ] = None,
    errors: Annotated[
        bool, typer.Option("--errors", help="Show the text around every error (shows narratives)")
    ] = False,
    samples: Annotated[int, typer.Option(min=0, help="Bootstrap samples; 0 for none")] = 1000,
    seed: Annotated[int, typer.Option(help="Seed of the bootstrap")] = 0,
    level: Annotated[float, typer.Option(help="Confidence level of the intervals")] = 0.95,
    column: options.Column = "text",
    id_column: options.IdColumn = "id",
    spans_column: options.SpansColumn = "spans",
    encoding: options.Encoding = "utf-8",
) -> None:
    """Score predictions against gold under every published criterion.

    Both files need the same documents under the same ids. Where predictions carry no text, that of
    the gold counts.
    """
    from spacy_deid.cli.inputs import check_targets
    from spacy_deid.cli.progress import tracked
    from spacy_deid.cli.scoring import (
        gold_records,
        pair_files,
        say_dropped,
        write_csv,
        write_json,
        write_text,
    )
    from spacy_deid.score.page import page
    from spacy_deid.score.report import MOST_EXAMPLES, evaluation
    from spacy_deid.score.tables import CSV_COLUMNS, csv_rows, text_report

    inputs = {"input": gold, "file of predictions": pred}
    check_targets(inputs, [json_file, csv_file, html_file], from_format)
    columns = {
        "text_column": column,
        "id_column": id_column,
        "spans_column": spans_column,
        "encoding": encoding,
    }
    records = gold_records(gold, from_format, **columns)
    found = pair_files(records, gold, pred, pred_from, scheme, **columns)
    for line in say_dropped(found):
        typer.echo(line, err=True)
    result = evaluation(
        tracked(found.pairs, "documents scored", total=len(found.pairs)),
        scheme_name=found.scheme,
        level=level,
        samples=samples,
        seed=seed,
        examples=MOST_EXAMPLES if errors else 0,
    )
    result.report["meta"]["dropped"] = found.dropped
    result.report["meta"]["guessed"] = found.guessed
    result.report["meta"]["unannotated"] = found.unannotated
    if json_file is not None:
        write_json(json_file, result.report)
    if csv_file is not None:
        write_csv(csv_file, CSV_COLUMNS, csv_rows(result.report))
    if html_file is not None:
        write_text(html_file, page(result.report, cases=result.errors if errors else None))
    if "-" not in (json_file, csv_file, html_file):
        typer.echo(text_report(result.report), nl=False)
        if errors and html_file is None:
            from spacy_deid.score.tables import example_lines

            for line in example_lines(result.errors):
                typer.echo(line)
