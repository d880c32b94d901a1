"""``spacy-deid find``: the spans of every document as JSON lines."""

from __future__ import annotations

from spacy_deid.cli import options


def find(
    source: options.Input,
    output: options.Output = "-",
    model: options.ModelName = None,
    inverse: options.Inverse = False,
    from_format: options.FromFormat = None,
    column: options.Column = "text",
    id_column: options.IdColumn = "id",
    encoding: options.Encoding = "utf-8",
    workers: options.Workers = 1,
) -> None:
    """Find identifying expressions: one line {"id", "spans": [[start, end, label], …]} a document.

    Offsets are half-open characters of the input text; labels are those of i2b2 2014.
    """
    from spacy_deid.annotations import DECISION
    from spacy_deid.cli.documents import Problems, process, source_name
    from spacy_deid.cli.inputs import check_targets, columns_of, line_writer, records_of
    from spacy_deid.cli.models import check_parts, load_pipeline
    from spacy_deid.cli.progress import tracked
    from spacy_deid.proposals import read_proposals

    check_targets({"input": source}, [output], from_format)
    problems = Problems()
    records = records_of(
        source,
        from_format,
        on_error=problems.add,
        unmarked=True,
        **columns_of(column, id_column, encoding),
    )
    nlp = load_pipeline(model, inverse=inverse)
    check_parts(nlp, model, "deid_resolver")
    masker = [name for name in nlp.pipe_names if name == "deid_masker"]
    done = 0
    with nlp.select_pipes(disable=masker), line_writer(output) as write:
        pairs = process(
            nlp, records, source=source_name(source), on_error=problems.add, workers=workers
        )
        for record, doc in tracked(pairs, "documents searched"):
            spans = [[p.start, p.end, p.label] for p in read_proposals(doc, DECISION)]
            write({"id": record.id, "spans": spans})
            done += 1
        if not done:
            problems.finish(done)  # inside the block: nothing is left where nothing was found
    problems.finish(done)
