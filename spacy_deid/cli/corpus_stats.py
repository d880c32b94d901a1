"""``spacy-deid corpus-stats``: what a corpus holds, as a table and a plot."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from spacy_deid.cli import options
from spacy_deid.phi import shown

if TYPE_CHECKING:
    from spacy_deid.corpora.statistics import Statistics


def corpus_stats(
    source: options.Archive,
    from_format: options.FromFormat = None,
    scheme: Annotated[
        str | None, typer.Option(help="Label scheme to turn the labels into; else they stay")
    ] = None,
    column: options.Column = "text",
    id_column: options.IdColumn = "id",
    spans_column: options.SpansColumn = "spans",
    encoding: options.Encoding = "utf-8",
    json_output: Annotated[
        bool, typer.Option("--json", help="JSON instead of the table on standard output")
    ] = False,
    plot_file: Annotated[
        Path | None, typer.Option("--plot", help="Write a plot (.png, .svg or .pdf)")
    ] = None,
    strict: options.Strict = False,
) -> None:
    """Count documents, tokens, spans per label, misaligned spans and text lengths."""
    import srsly

    from spacy_deid.cli.convert import listed
    from spacy_deid.cli.documents import Problems, source_name
    from spacy_deid.cli.progress import tracked
    from spacy_deid.corpora.formats import read_records
    from spacy_deid.corpora.statistics import Statistics, plot
    from spacy_deid.corpora.targets import new_file
    from spacy_deid.errors import DeidError

    kind = "" if plot_file is None else plot_file.suffix.lower().removeprefix(".")
    if plot_file is not None and kind not in ("png", "svg", "pdf"):
        raise DeidError(
            "D011",
            name="--plot",
            component="corpus-stats",
            value=str(plot_file),
            expected="a file named .png, .svg or .pdf",
        )
    problems = Problems()
    dropped: Counter[str] = Counter()
    records = read_records(
        source,
        from_format,
        strict=strict,
        on_error=problems.add,
        text_column=column,
        id_column=id_column,
        spans_column=spans_column,
        encoding=encoding,
        scheme=scheme,
        dropped=dropped,
    )
    statistics = Statistics()
    for record in tracked(records, "documents counted"):
        statistics.add(record)
    if json_output:
        typer.echo(srsly.json_dumps(statistics.as_dict(), indent=2))
    else:
        typer.echo(table(statistics))
    if plot_file is not None:
        with new_file(str(plot_file)) as stream:
            plot(statistics, stream, kind, Path(source_name(source)).name)
    if dropped:
        typer.echo(f"Not counted, without a label in {scheme}: {listed(dropped)}.", err=True)
    problems.finish(statistics.documents)


def table(statistics: Statistics) -> str:
    """Write the counts as aligned text."""
    lines = [
        ("documents", f"{statistics.documents:,}"),
        ("  annotated", f"{statistics.annotated:,}"),
        ("  with spans", f"{statistics.with_spans:,}"),
        ("characters", f"{statistics.characters:,}"),
        ("tokens", f"{statistics.tokens:,}"),
    ]
    lines += [(f"  {name} of a document", f"{n:,}") for name, n in statistics.quantiles().items()]
    width = max(len(name) for name, _ in lines)
    text = [f"{name:<{width}}  {value:>12}" for name, value in lines]
    total = statistics.spans.total()
    off = statistics.misaligned.total()
    counted = statistics.spans.most_common()
    rows = [(shown(label), n, statistics.misaligned[label]) for label, n in counted]
    rows.append(("all labels", total, off))
    width = max(len(label) for label, _, _ in rows)
    text += ["", f"{'label':<{width}}  {'spans':>9}  {'share':>7}  {'misaligned':>10}"]
    for label, count, missed in rows:
        share = count / total if total else 0.0
        text.append(f"{label:<{width}}  {count:>9,}  {share:>7.1%}  {missed:>10,}")
    if total:
        text += ["", f"{off / total:.2%} of the spans do not meet token borders."]
    return "\n".join(text)
