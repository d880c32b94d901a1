"""CSV and TSV: a row is a document, with a text column, an id column and spans as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import IO

from spacy_deid.annotations import Record
from spacy_deid.corpora.contract import FieldMask, Format, Item, Options, Writer
from spacy_deid.corpora.inputs import members
from spacy_deid.corpora.samples import Sample
from spacy_deid.corpora.table_forms import TableForm
from spacy_deid.corpora.table_rows import (
    ESCAPED,
    Columns,
    Lines,
    Row,
    documents,
    harmless,
    header_of,
    marks,
    record_of,
    single_member,
    table,
)
from spacy_deid.corpora.targets import new_file
from spacy_deid.errors import DeidError


def read(usual: str, suffix: str, path: str, options: Options) -> Iterator[Item]:
    """Give each row as a document.

    RAISES: DeidError D012 where the text column is missing.
    """
    for member in members(path, (suffix,)):
        if isinstance(member, DeidError):
            yield member
            continue
        with member.open() as stream:
            _, lines = table(member, stream, usual, options.encoding)
            columns = Columns(header_of(lines), options, member.place)
            yield from documents(lines, columns, member.place, options.encoding)


_HEADER = "(header)"
"""What messages call the first row."""


class _RowWriter:
    """Writes id, text, spans and the names of the cells that carry an apostrophe."""

    def __init__(self, stream: IO[bytes], delimiter: str, options: Options) -> None:
        self._lines = Lines(stream, TableForm(delimiter), options.encoding)
        names = [options.id_column, options.text_column, options.spans_column, ESCAPED]
        self._lines.put(names, _HEADER)

    def write(self, record: Record) -> None:
        """Write one row."""
        spans = ""
        if record.meta.get("annotated", True):
            spans = json.dumps([list(span) for span in record.spans], ensure_ascii=False)
        cells = {"id": record.id, "text": record.text}
        self._lines.put([*map(harmless, cells.values()), spans, marks(cells)], record.id)


@contextmanager
def open_writer(delimiter: str, path: str, options: Options) -> Iterator[Writer]:
    """Write a table of id, text and spans."""
    with new_file(path) as stream:
        yield _RowWriter(stream, delimiter, options)


class MaskedTable:
    """Writes the input's own table with the text replaced and the spans dropped.

    Rows whose document does not come are left out; the columns ``left`` and the ids stay as they
    are, and no column is added. Where the input has the column ``escaped``, ids and texts are
    written as this library writes such tables, and the column is kept up.
    """

    def __init__(self, rows: Iterator[Row], columns: Columns, lines: Lines, encoding: str) -> None:
        self._rows, self._columns, self._lines = enumerate(rows, 1), columns, lines
        self._encoding = encoding
        self.left, self.dropped = columns.others, columns.dropped

    def header(self, cells: Sequence[str]) -> None:
        """Write the first row."""
        self._lines.put(self._kept(cells), _HEADER)

    def _kept(self, row: Sequence[str]) -> list[str]:
        return [cell for index, cell in enumerate(row) if index != self._columns.spans]

    def identifier(self, row: Sequence[str], number: int) -> str:
        """Give the id of the document that was read from a row."""
        return self._columns.identifier(row, number)

    def write(self, record: Record) -> None:
        """Write the row of a document; documents come in the order of the input.

        record: its ``meta["line"]``, where it has one, tells rows with the same id apart.
        RAISES: DeidError D121 where no row of the rest is its.
        """
        wanted = record.meta.get("line")
        for number, (line, row) in self._rows:
            if isinstance(row, DeidError) or not row or wanted not in (None, line):
                continue
            try:
                record_of(row, number, self._columns, self._encoding)
            except ValueError:
                continue
            if self.identifier(row, number) == record.id:
                self._lines.put(self._masked(row, record.text), record.id)
                return
        raise DeidError("D121", doc=record.id)

    def _masked(self, row: list[str], text: str) -> list[str]:
        columns = self._columns
        if columns.escaped is None:
            row[columns.text] = text
            return self._kept(row)
        cells = {**columns.cells(row), "text": text}
        row[columns.text] = harmless(text)
        if columns.id is not None:
            row[columns.id] = harmless(cells["id"])
        others = [word for word in row[columns.escaped].split() if word not in cells]
        row[columns.escaped] = " ".join([*others, *marks(cells).split()])
        return self._kept(row)


@contextmanager
def open_masked(
    usual: str, source: str, path: str, options: Options, mask_field: FieldMask | None
) -> Iterator[Writer]:
    """Read the input a second time, beside the documents, and write its rows masked."""
    with masked_table(usual, source, path, options, MaskedTable) as writer:
        yield writer


@contextmanager
def masked_table(
    usual: str, source: str, path: str, options: Options, kind: type[MaskedTable]
) -> Iterator[MaskedTable]:
    """Open the input's table and the output's.

    RAISES: DeidError D118 for standard input, archives and more than one file.
    """
    member = single_member(source)
    with member.open() as stream, new_file(path) as target:
        form, lines = table(member, stream, usual, options.encoding)
        header = header_of(lines)
        columns = Columns(header, options, member.place)
        encoding = options.encoding
        put = Lines(target, form, encoding)
        writer = kind(lines, columns, put, encoding)
        writer.header(header)
        yield writer


def sniff(delimiter: str, suffix: str, sample: Sample) -> bool:
    """Take tables by their suffix, and a header line with a text column without one."""
    if sample.name.lower().endswith(suffix):
        return True
    header = sample.text.split("\n", 1)[0].lower().strip().split(delimiter)
    return "." not in sample.name and len(header) > 1 and "text" in header


def _format(name: str, delimiter: str) -> Format:
    suffix = f".{name}"
    return Format(
        name=name,
        about=f"{name.upper()} with a text column, an id column and spans as JSON",
        read=partial(read, delimiter, suffix),
        sniff=partial(sniff, delimiter, suffix),
        suffixes=(suffix,),
        open_writer=partial(open_writer, delimiter),
        open_masked=partial(open_masked, delimiter),
    )


CSV = _format("csv", ",")
TSV = _format("tsv", "\t")
