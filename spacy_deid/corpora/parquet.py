"""Parquet: a row is a document, with a text column, an id column and spans (JSON or lists)."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any

from spacy_deid.annotations import Record
from spacy_deid.corpora.contract import FieldMask, Format, Item, Options, Writer
from spacy_deid.corpora.inputs import LARGEST, Member, members, read_bytes, reason
from spacy_deid.corpora.samples import Sample
from spacy_deid.corpora.table_rows import Columns, single_member
from spacy_deid.corpora.targets import new_file
from spacy_deid.errors import DeidError, required

_ROWS = 256
_GROUP = 8 << 20
_PANDAS = ("index_columns", "column_indexes", "columns", "creator", "pandas_version")
"""Of what pandas notes in a file; the attributes of a frame are anybody's text."""


def _arrow(name: str) -> Any:
    """Import a module of pyarrow.

    RAISES: DeidError D014 where it is not installed.
    """
    return required(name, component="Format parquet", package="pyarrow", extra="corpora")


def _open(member: Member, stream: IO[bytes]) -> Any:
    source = stream if stream.seekable() else io.BytesIO(read_bytes(member, 16 * LARGEST))
    arrow = _arrow("pyarrow")
    try:
        return _arrow("pyarrow.parquet").ParquetFile(source)
    except (OSError, ValueError, arrow.ArrowException) as problem:
        cause = type(problem).__name__
    raise DeidError("D122", path=member.place, format="parquet", reason=cause)


def _columns(file: Any, options: Options, place: str) -> Columns:
    """Find the columns of a document.

    RAISES: DeidError D012 where the text column is missing; D122 where a column of the same name
        stands beside one of them, for rows name their cells.
    """
    names = file.schema_arrow.names
    columns = Columns(names, options, place, typed=True)
    if any(names.count(name) > 1 for name in _needed(names, columns)):
        cause = "two columns have the name of its text, its id or its spans"
        raise DeidError("D122", path=place, format="parquet", reason=cause)
    return columns


def read(path: str, options: Options) -> Iterator[Item]:
    """Give each row as a document, a few hundred rows in memory at a time.

    RAISES: DeidError D012 where the text column is missing; D014 without pyarrow.
    """
    arrow = _arrow("pyarrow")
    for member in members(path, (".parquet", ".pq")):
        if isinstance(member, DeidError):
            yield member
            continue
        try:
            with member.open() as stream:
                file = _open(member, stream)
                columns = _columns(file, options, member.place)
                yield from _rows(file, columns, member.place)
        except DeidError as problem:
            if problem.code != "D122":
                raise
            yield problem
        except (OSError, ValueError, arrow.ArrowException) as problem:
            yield DeidError("D122", path=member.place, format="parquet", reason=reason(problem))


def _rows(file: Any, columns: Columns, place: str) -> Iterator[Item]:
    names = file.schema_arrow.names
    number = 0
    for batch in file.iter_batches(_ROWS, columns=_needed(names, columns)):
        for row in _values(batch, names):
            number += 1
            try:
                record = columns.record(row, number)
            except ValueError as problem:
                yield DeidError("D113", path=place, line=number, reason=str(problem))
                continue
            record.meta.update(path=place, line=number)
            yield record


def _needed(names: list[str], columns: Columns) -> list[str]:
    """Name the columns that a document is made of."""
    found = (columns.text, columns.id, columns.spans, columns.case)
    return [names[index] for index in found if index is not None]


def _values(batch: Any, names: list[str]) -> Iterator[list[Any]]:
    """Give the rows of a batch, None in place of columns that it leaves out."""
    for values in batch.to_pylist():
        yield [values.get(name) for name in names]


class _RowWriter:
    def __init__(self, stream: IO[bytes], options: Options) -> None:
        arrow = _arrow("pyarrow")
        names = (options.id_column, options.text_column, options.spans_column)
        self._schema = arrow.schema([(name, arrow.string()) for name in names])
        self._file = _arrow("pyarrow.parquet").ParquetWriter(stream, self._schema)
        self._rows: list[tuple[str, str, str | None]] = []
        self._size = 0

    def write(self, record: Record) -> None:
        """Write one row; rows are held back until a group of them is full."""
        spans = None
        if record.meta.get("annotated", True):
            spans = json.dumps([list(span) for span in record.spans], ensure_ascii=False)
        self._rows.append((record.id, record.text, spans))
        self._size += len(record.text)
        if self._size > _GROUP or len(self._rows) >= 4096:
            self._flush()

    def _flush(self) -> None:
        if self._rows:
            arrow = _arrow("pyarrow")
            columns = [arrow.array(column, arrow.string()) for column in zip(*self._rows)]  # noqa: B905
            self._file.write_table(arrow.table(columns, schema=self._schema))
        self._rows.clear()
        self._size = 0

    def close(self) -> None:
        """Write the rest and the footer."""
        self._flush()
        self._file.close()


@contextmanager
def open_writer(path: str, options: Options) -> Iterator[Writer]:
    """Write a table of id, text and spans (JSON)."""
    with new_file(path) as stream:
        writer = _RowWriter(stream, options)
        try:
            yield writer
        finally:
            writer.close()  # pyarrow needs the stream for it, also after a failure


def _plain_schema(schema: Any) -> Any:
    """Give a schema without what was written beside it, but for how pandas reads the columns."""
    for index, column in enumerate(schema):
        schema = schema.set(index, column.remove_metadata())
    kept = {}
    try:
        told = json.loads((schema.metadata or {}).get(b"pandas", b"{}"))
        kept = {name: told[name] for name in _PANDAS if name in told}
    except (ValueError, TypeError):
        pass
    return schema.with_metadata({"pandas": json.dumps(kept)} if kept else None)


class _MaskedRows:
    """Writes the input's own table with the text replaced and the spans dropped."""

    def __init__(self, file: Any, columns: Columns, stream: IO[bytes]) -> None:
        self._columns, self._names = columns, file.schema_arrow.names
        self.left, self.dropped = columns.others, columns.dropped
        schema = _plain_schema(file.schema_arrow)
        text = _arrow("pyarrow").field(self._names[columns.text], _arrow("pyarrow").large_string())
        schema = schema.set(columns.text, text)
        if columns.spans is not None:
            schema = schema.remove(columns.spans)
        self._schema = schema
        self._file = _arrow("pyarrow.parquet").ParquetWriter(stream, schema)
        self._batches = file.iter_batches(_ROWS)
        self._batch: Any = None
        self._ids: list[str | None] = []
        self._empty: list[bool] = []
        self._place = 0
        self._number = 0
        self._kept: list[int] = []
        self._texts: list[str | None] = []

    def _next_batch(self) -> bool:
        self._flush()
        self._batch = next(self._batches, None)
        if self._batch is None:
            return False
        rows = self._batch.select(_needed(self._names, self._columns))
        self._ids = []
        self._empty = self._batch.column(self._columns.text).is_null().to_pylist()
        for number, row in enumerate(_values(rows, self._names), self._number + 1):
            try:
                self._ids.append(self._columns.record(row, number).id)
            except ValueError:
                self._ids.append(None)
        self._number += self._batch.num_rows
        self._place = 0
        return True

    def write(self, record: Record) -> None:
        """Take the row of a document; documents come in the order of the input.

        record: its ``meta["line"]``, where it has one, tells rows with the same id apart.
        RAISES: DeidError D121 where no row of the rest is its.
        """
        wanted = record.meta.get("line")
        while True:
            while self._place < len(self._ids):
                self._place += 1
                number = self._number - len(self._ids) + self._place
                if self._ids[self._place - 1] == record.id and wanted in (None, number):
                    self._kept.append(self._place - 1)
                    missing = self._empty[self._place - 1] and not record.text
                    self._texts.append(None if missing else record.text)
                    return
            if not self._next_batch():
                raise DeidError("D121", doc=record.id)

    def _flush(self) -> None:
        if self._batch is not None and self._kept:
            arrow = _arrow("pyarrow")
            rows = arrow.table(self._batch.take(arrow.array(self._kept)))
            text = arrow.array(self._texts, arrow.large_string())
            rows = rows.set_column(self._columns.text, self._names[self._columns.text], text)
            if self._columns.spans is not None:
                rows = rows.remove_column(self._columns.spans)
            self._file.write_table(rows.cast(self._schema))
        self._kept.clear()
        self._texts.clear()

    def close(self) -> None:
        """Write the rest and the footer."""
        self._flush()
        self._file.close()


@contextmanager
def open_masked(
    source: str, path: str, options: Options, mask_field: FieldMask | None
) -> Iterator[Writer]:
    """Read the input a second time, beside the documents, and write its rows masked.

    RAISES: DeidError D118 for standard input, archives and more than one file.
    """
    member = single_member(source)
    with member.open() as stream, new_file(path) as target:
        file = _open(member, stream)
        writer = _MaskedRows(file, _columns(file, options, member.place), target)
        try:
            yield writer
        finally:
            writer.close()


def sniff(sample: Sample) -> bool:
    """Take files that begin as Parquet does."""
    return sample.head.startswith(b"PAR1")


FORMAT = Format(
    name="parquet",
    about="Parquet with a text column, an id column and spans",
    read=read,
    sniff=sniff,
    suffixes=(".parquet", ".pq"),
    open_writer=open_writer,
    open_masked=open_masked,
)
