"""``spacy-deid compare``: several systems on one gold, and which differences are real."""

from __future__ import annotations

from typing import Annotated

import typer

from spacy_deid.cli import options


def compare(
    gold: options.Gold,
    systems: Annotated[
        list[str], typer.Argument(metavar="NAME=PRED...", help="Predictions of each system")
    ],
    from_format: Annotated[
        str | None, typer.Option("--from", help="Format of the gold; guessed where missing")
    ] = None,
    scheme: Annotated[
        str | None,
        typer.Option(help="Label scheme to score in; all sides are mapped to it. 'any' maps none"),
    ] = None,
    criterion: Annotated[
        str, typer.Option(help="Criterion of precision, recall and F1")
    ] = "strict",
    json_file: Annotated[
        str | None, typer.Option("--json", help="Write everything as JSON; '-' prints it")
    ] = None,
    csv_file: Annotated[str | None, typer.Option("--csv", help="Write the table")] = None,
    plot_file: Annotated[
        str | None, typer.Option("--plot", help="Draw recall against precision (png, svg or pdf)")
    ] = None,
    samples: Annotated[int, typer.Option(min=0, help="Bootstrap samples; 0 for none")] = 1000,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds of approximate randomisation")] = 9999,
    seed: Annotated[int, typer.Option(help="Seed of both")] = 0,
    level: Annotated[float, typer.Option(help="Confidence level")] = 0.95,
    encoding: options.Encoding = "utf-8",
) -> None:
    """Print P, R, F1, leak and loss of each system with intervals; mark real differences.

    A system whose predictions carry scores gets its threshold curve in the plot.
    """
    from spacy_deid.cli.inputs import check_targets
    from spacy_deid.cli.scoring import gold_records, predictions, say_dropped, write_csv, write_json
    from spacy_deid.errors import DeidError
    from spacy_deid.score.comparison import COMPARABLE, FIGURES, comparison, marks, text_table
    from spacy_deid.score.pairing import common_scheme, paired

    if criterion not in COMPARABLE:
        known = f"one of {', '.join(COMPARABLE)}"
        raise DeidError("D508", name="criterion", value=criterion, expected=known)
    files: dict[str, str] = {}
    for argument in systems:
        name, equals, path = argument.partition("=")
        if not (name and equals and path) or name in files:
            raise DeidError("D511", argument=argument)
        files[name] = path
    inputs = {"input": gold, **{f"file of {name}": path for name, path in files.items()}}
    check_targets(inputs, [json_file, csv_file, plot_file], from_format)
    records = gold_records(gold, from_format, encoding=encoding)
    guesses = {
        name: list(predictions(path, None, encoding=encoding)) for name, path in files.items()
    }
    scheme = scheme or common_scheme(records, guesses.values())
    pairs = {}
    for name, guessed in guesses.items():
        found = paired(records, guessed, scheme=scheme, sides=(gold, f"{name}={files[name]}"))
        for line in say_dropped(found):
            typer.echo(f"{name}: {line}", err=True)
        pairs[name] = found.pairs
    result = comparison(
        pairs,
        scheme_name=scheme,
        criterion=criterion,
        level=level,
        samples=samples,
        rounds=rounds,
        seed=seed,
    )
    if json_file is not None:
        write_json(json_file, result)
    if csv_file is not None:
        write_csv(
            csv_file,
            ("system", "figure", "value", "low", "high", "differs_from"),
            (
                (name, figure, part["value"], *(part["interval"] or ("", "")), differs[figure])
                for name, figures in result["systems"].items()
                for differs in [marks(result, name)]
                for figure, part in figures.items()
                if figure in FIGURES
            ),
        )
    if plot_file is not None:
        from spacy_deid.score.plot import plot

        plot(result, plot_file)
    if "-" not in (json_file, csv_file):
        typer.echo(text_table(result), nl=False)
