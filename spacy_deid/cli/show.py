"""``spacy-deid show``: a page with the spans highlighted, original beside masked."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from spacy_deid.cli import options


def show(
    source: options.Input,
    output: Annotated[Path, typer.Option("-o", "--output", help="HTML page to write")],
    model: options.ModelName = None,
    inverse: options.Inverse = False,
    key_file: Annotated[Path | None, typer.Option(help="File with the secret key")] = None,
    policy: Annotated[str | None, typer.Option(help="Masking policy")] = None,
    from_format: options.FromFormat = None,
    column: options.Column = "text",
    id_column: options.IdColumn = "id",
    encoding: options.Encoding = "utf-8",
    case_column: options.CaseColumn = "",
    limit: Annotated[int, typer.Option(min=1, help="Documents on the page")] = 50,
) -> None:
    """Write one self-contained HTML page for a human check. The page shows the original text."""
    from itertools import islice

    from spacy_deid.annotations import DECISION
    from spacy_deid.cli.documents import Problems, process, source_name
    from spacy_deid.cli.inputs import check_targets, columns_of, new_text, records_of
    from spacy_deid.cli.masking import prepared_pipeline
    from spacy_deid.cli.page import page
    from spacy_deid.proposals import read_proposals

    check_targets({"input": source, "key file": key_file}, [output], from_format)
    problems = Problems()
    records = records_of(
        source,
        from_format,
        on_error=problems.add,
        unmarked=True,
        case_column=case_column,
        **columns_of(column, id_column, encoding),
    )
    nlp = prepared_pipeline(model, key_file, policy, inverse=inverse)
    rows = []
    shown = islice(records, limit)
    pairs = process(nlp, shown, source=source_name(source), on_error=problems.add)
    for record, doc in pairs:
        found = [(p.start, p.end, p.label) for p in read_proposals(doc, DECISION)]
        masked = [(start, end, label) for start, end, label, *_ in doc._.deid_spans or []]
        rows.append((record.id, record.text, found, doc._.deid_text or "", masked))
    rest = sum(1 for _ in records)
    if rest:
        typer.echo(
            f"{output} shows the first {limit}; {rest:,} more (--limit) are not on it.", err=True
        )
    with new_text(output, private=True) as handle:
        handle.write(page(rows))
    problems.finish(len(rows))
