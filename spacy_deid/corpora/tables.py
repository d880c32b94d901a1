"""CSV and TSV: a row is a document, with a text column, an id column and spans as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import IO

from spacy_deid.annotations import Record
from spacy_deid.corpora.contract import FieldMask, Format, Item, Options, Writer, place_of
from spacy_deid.corpora.inputs import Sample, members
from spacy_deid.corpora.table_rows import (
    ESCAPED,
    Columns,
    Row,
    documents,
    harmless,
    header_of,
    line_of,
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


class _RowWriter:
    """Writes id, text, spans and the names of the cells that carry an apostrophe."""

    def __init__(self, stream: IO[bytes], delimiter: str, options: Options) -> None:
        self._stream, self._encoding = stream, options.encoding
        self._delimiter = delimiter
        self._put([options.id_column, options.text_column, options.spans_column, ESCAPED])

    def _put(self, row: Sequence[str]) -> None:
        self._stream.write(line_of(row, self._delimiter, self._encoding))

    def write(self, record: Record) -> None:
        """Write one row."""
        spans = ""
        if record.meta.get("annotated", True):
            spans = json.dumps([list(span) for span in record.spans], ensure_ascii=False)
        cells = {"id": record.id, "text": record.text}
        escaped = [name for name, cell in cells.items() if harmless(cell) != cell]
        self._put([*map(harmless, cells.values()), spans, " ".join(escaped)])


@contextmanager
def open_writer(delimiter: str, path: str, options: Options) -> Iterator[Writer]:
    """Write a table of id, text and spans."""
    with new_file(path) as stream:
        yield _RowWriter(stream, delimiter, options)


class MaskedTable:
    """Writes the input's own table with the text replaced and the spans dropped.

    Rows whose document does not come are left out.
    """

    def __init__(
        self,
        lines: Iterator[Row],
        columns: Columns,
        put: IO[bytes],
        delimiter: str,
        encoding: str,
    ) -> None:
        self._rows = enumerate((row for _, row in lines), 1)
        self._columns, self._stream = columns, put
        self._delimiter, self._encoding = delimiter, encoding

    def header(self, cells: Sequence[str]) -> None:
        """Write the first row."""
        self._put([harmless(cell) for cell in self._kept(cells)])

    def _kept(self, row: Sequence[str]) -> list[str]:
        dropped = {self._columns.spans, self._columns.escaped}
        return [cell for index, cell in enumerate(row) if index not in dropped]

    def _put(self, row: Sequence[str]) -> None:
        self._stream.write(line_of(row, self._delimiter, self._encoding))

    def identifier(self, row: Sequence[str], number: int) -> str:
        """Give the id of the document that was read from a row."""
        return self._columns.identifier(row, number)

    def write(self, record: Record) -> None:
        """Write the row of a document; documents come in the order of the input.

        RAISES: DeidError D121 where no row of the rest is its.
        """
        for number, row in self._rows:
            if isinstance(row, DeidError) or len(row) != self._columns.count:
                continue
            if self.identifier(row, number) == record.id:
                row[self._columns.text] = record.text
                self._put([harmless(cell) for cell in self._kept(row)])
                return
        raise DeidError("D121", doc=record.id)


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

    RAISES: DeidError D118 for standard input and for more than one file.
    """
    found = list(members(source, ())) if source != "-" else []
    if len(found) != 1 or isinstance(found[0], DeidError):
        raise DeidError("D118", path=place_of(source))
    member = found[0]
    with member.open() as stream, new_file(path) as target:
        delimiter, lines = table(member, stream, usual, options.encoding)
        header = header_of(lines)
        columns = Columns(header, options, member.place)
        writer = kind(lines, columns, target, delimiter, options.encoding)
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
