"""``spacy-deid convert``: documents from one format to another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated

import typer

from spacy_deid.cli import options


def convert(
    source: options.Archive,
    target: Annotated[str, typer.Argument(metavar="OUT", help="File or directory to write")],
    from_format: options.FromFormat = None,
    to_format: Annotated[
        str | None, typer.Option("--to", help="Format of the output; by its suffix where missing")
    ] = None,
    scheme: Annotated[
        str | None,
        typer.Option(
            help="Label scheme to turn the labels into; where missing the output format's own, "
            "else labels stay"
        ),
    ] = None,
    column: options.Column = "text",
    id_column: options.IdColumn = "id",
    spans_column: options.SpansColumn = "spans",
    encoding: options.Encoding = "utf-8",
    max_misaligned: Annotated[
        float,
        typer.Option(
            min=0.0, max=1.0, help="Share of spans that may miss token borders (docbin, conll)"
        ),
    ] = 0.005,
    strict: options.Strict = False,
) -> None:
    """Convert documents with their gold spans from one format to another.

    Documents that fail are named on standard error and left out; the exit status is then 2. The
    output appears only when the whole input was read.
    """
    from spacy_deid.cli.documents import Problems
    from spacy_deid.cli.inputs import check_targets, files_in, say_left_out, untouched
    from spacy_deid.cli.progress import tracked
    from spacy_deid.corpora.alignment import Alignment
    from spacy_deid.corpora.checks import map_spans
    from spacy_deid.corpora.formats import (
        FORMATS,
        format_named,
        guess_format,
        guess_format_of_output,
        open_writer,
        read_records,
    )
    from spacy_deid.corpora.targets import make_folder_of
    from spacy_deid.errors import DeidError
    from spacy_deid.phi import SCHEMES

    form = format_named(from_format or guess_format(source))
    into = to_format or guess_format_of_output(target)
    if into is None:
        raise DeidError("D126", path=target, known=", ".join(FORMATS))
    own = format_named(into).scheme
    wanted = scheme or own
    if wanted is not None and wanted not in SCHEMES:
        raise DeidError("D123", kind="label scheme", name=wanted, known=", ".join(SCHEMES))
    if wanted == form.scheme:
        wanted = None
    if wanted and form.scheme:
        for line in losses(form.scheme, wanted):
            typer.echo(line, err=True)

    same = Path(target) / Path(source).name if into == form.name else None
    check_targets({"input": source}, [target, same], form.name)
    say_left_out(source, form.name)
    problems = Problems()
    columns = {"text_column": column, "id_column": id_column, "spans_column": spans_column}
    records = read_records(
        source,
        form.name,
        strict=strict,
        on_error=problems.add,
        encoding=encoding,
        gold=True,
        decided=False,
        whole=False,
        unmarked=False,
        dropped=None,
        **columns,
    )
    if target != "-":
        make_folder_of(target)
    before = files_in(target)
    alignment = Alignment()
    done = spans = blank = cases = known = 0
    dropped: Counter[str] = Counter()
    misaligned: Counter[str] = Counter()
    places: list[str] = []
    with open_writer(target, into, **columns) as writer:
        for record in tracked(records, "documents converted"):
            try:
                if wanted:
                    left_out = map_spans(record, form.scheme, wanted, str(record.meta.get("path")))
                    dropped.update(span.label for span in left_out)
                writer.write(record)
            except DeidError as problem:
                if strict:
                    raise
                problems.add(problem)
                continue
            for span in alignment.misaligned(record):
                misaligned[span.label] += 1
                if len(places) < _SHOWN:
                    places.append(f"{record.id} {span.start}-{span.end}")
            spans += len(record.spans)
            blank += record.meta.get("annotated") is False and not record.spans
            cases += record.meta.get("case") not in (None, "", record.id)
            known += bool(record.known_phi)
            done += 1
        if not done:
            problems.finish(done)  # inside the block: nothing is left where nothing was converted
        count = misaligned.total()
        if format_named(into).in_tokens and spans and count / spans > max_misaligned:
            raise DeidError(
                "D117",
                misaligned=count,
                spans=spans,
                share=count / spans,
                most=max_misaligned,
                places=listed_places(places, count),
            )
    if dropped:
        typer.echo(f"Left out, without a label in {wanted}: {listed(dropped)}.", err=True)
    if spans and format_named(into).bare:
        typer.echo(f"{into} holds no spans: {spans:,} are not in the output.", err=True)
    if blank and format_named(into).always_annotated:
        typer.echo(
            f"{blank:,} documents have no annotation; "
            f"in {into} they read as if nothing identified.",
            err=True,
        )
    for lost, what in ((cases, "case"), (known, "known values")):
        if lost and not format_named(into).keeps_case:
            typer.echo(f"{into} holds no {what}: {lost:,} documents lose theirs.", err=True)
    note = f" ({listed(misaligned)}: {listed_places(places, count)})" if misaligned else ""
    typer.echo(
        f"{done:,} documents, {spans:,} spans; {count:,} not on token borders{note}.", err=True
    )
    if old := untouched(target, before):
        typer.echo(f"{old} Whoever reads the folder reads them, too.", err=True)
    problems.finish(done)


_SHOWN = 5


def listed_places(places: Sequence[str], count: int) -> str:
    """Write the first places as 'a 3-7, b 0-4 …'."""
    return ", ".join(places) + (" …" if count > len(places) else "")


def listed(counts: Counter[str]) -> str:
    """Write counts as 'DATE 3, AGE 1'."""
    return ", ".join(f"{label} {count:,}" for label, count in counts.most_common())


def losses(source: str, target: str) -> Iterable[str]:
    """Say in words what the map from one label scheme to another loses.

    RETURNS: no line where it loses nothing.
    """
    from spacy_deid.phi import map_losses

    lost = map_losses(source, target)
    if lost.dropped:
        yield f"{source} to {target}: no label there for {', '.join(lost.dropped)}."
    for label, group in lost.merged.items():
        yield f"{source} to {target}: {', '.join(group)} become {label}."
    if lost.guessed:
        yield f"{source} to {target}: {', '.join(lost.guessed)} are wider than what they become."
