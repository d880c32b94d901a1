"""CSV and TSV: a row is a document, with a text column, an id column and spans as JSON.

Spreadsheets run cells that begin with ``=``, ``+``, ``-``, ``@``, a tab or a line end, so the
writer puts an apostrophe before those (numbers excepted) and names the cells in the column
``escaped``, by which the reader takes it away again.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from typing import IO, Any, cast

from spacy_deid.annotations import Record
from spacy_deid.corpora.contract import FieldMask, Format, Item, Options, Writer, place_of
from spacy_deid.corpora.inputs import LARGEST, Member, Sample, is_utf8, members, reason
from spacy_deid.corpora.jsonl import spans_of
from spacy_deid.corpora.targets import new_file
from spacy_deid.errors import DeidError
from spacy_deid.intervals import PhiSpan

ESCAPED = "escaped"
_FORMULA = re.compile("[=+\\-@\t\r\n\uff1d\uff0b\uff0d\uff20]")
_NUMBER = re.compile(r"[+-]?[\d.,]+([eE][+-]?\d+)?%?")


def harmless(cell: str) -> str:
    """Give a cell that no spreadsheet runs: with an apostrophe before it where it could."""
    if _FORMULA.match(cell) and not _NUMBER.fullmatch(cell):
        return "'" + cell
    return cell


class _Dialect(csv.excel):
    strict = True


Row = tuple[int, list[str] | DeidError]
"""The line that a row ends on, and its cells or why they could not be read."""


def rows(stream: IO[bytes], place: str, delimiter: str, encoding: str) -> Iterator[Row]:
    """Give the rows of a table.

    Bytes that the encoding does not know come as lone surrogates, for the row's reader to report.
    RAISES: DeidError D113 where the table cannot be read any further.
    """
    csv.field_size_limit(LARGEST)
    try:
        text = io.TextIOWrapper(
            stream,
            "utf-8-sig" if is_utf8(encoding) else encoding,
            errors="surrogateescape",
            newline="",
        )
    except LookupError:
        raise DeidError("D006", path=place, encoding=encoding, byte=0) from None
    reader = csv.reader(text, dialect=_Dialect, delimiter=delimiter)
    try:
        while True:
            try:
                row = next(reader, None)
            except csv.Error as problem:
                line = reader.line_num
                yield line, DeidError("D113", path=place, line=line, reason=str(problem))
                continue
            if row is None:
                return
            yield reader.line_num, row
    except (OSError, EOFError, UnicodeError) as problem:
        failure = DeidError("D113", path=place, line=reader.line_num, reason=reason(problem))
    finally:
        with suppress(ValueError):  # the stream may be closed by now
            text.detach()
    raise failure


def header_of(lines: Iterator[Row]) -> list[str]:
    """Take the first row.

    RETURNS: [] for an empty table.
    RAISES: DeidError D113 where it cannot be read.
    """
    _, row = next(lines, (0, []))
    if isinstance(row, DeidError):
        raise row
    return row


def column(header: Sequence[str], name: str) -> int | None:
    """Find a column by name, failing that by its name in any case; None where it is not."""
    if name in header:
        return list(header).index(name)
    plain = [cell.strip().lower() for cell in header]
    return plain.index(name.lower()) if name.lower() in plain else None


class Columns:
    """Where a table keeps what a document is made of."""

    def __init__(self, header: Sequence[str], options: Options, place: str) -> None:
        text = column(header, options.text_column)
        if text is None:
            known = ", ".join(cell[:40] for cell in header[:20])
            raise DeidError("D012", path=place, column=options.text_column, columns=known)
        self.text = text
        self.id = column(header, options.id_column)
        if self.id is None and options.id_column != Options().id_column:
            known = ", ".join(cell[:40] for cell in header[:20])
            raise DeidError("D012", path=place, column=options.id_column, columns=known)
        self.spans = column(header, options.spans_column)
        self.escaped = column(header, ESCAPED)
        self.count = len(header)

    def identifier(self, row: Sequence[Any], number: int) -> str:
        """Give a row's id: its id cell, without an id column its number from 1."""
        return str(number) if self.id is None else self._cell(row, self.id, "id")

    def record(self, row: Sequence[Any], number: int) -> Record:
        """Turn a row into a document.

        RAISES: ValueError, saying why not.
        """
        record = Record(self.identifier(row, number), self._cell(row, self.text, "text"))
        spans = None if self.spans is None else row[self.spans]
        if spans is None or spans == "":
            record.meta["annotated"] = False
        elif isinstance(spans, str):
            try:
                record.spans = spans_of(json.loads(spans))
            except (json.JSONDecodeError, RecursionError):
                raise ValueError("its spans are not JSON") from None
        else:
            record.spans = [_span_of(item) for item in spans]
        return record

    def _cell(self, row: Sequence[Any], index: int, name: str) -> str:
        cell = row[index]
        cell = "" if cell is None else str(cell)
        if self.escaped is not None and name in str(row[self.escaped] or "").split():
            return cell.removeprefix("'")
        return cell


def _span_of(item: Any) -> PhiSpan:
    if isinstance(item, dict):
        return PhiSpan(int(item["start"]), int(item["end"]), str(item["label"]))
    start, end, label = list(item)[:3]
    return PhiSpan(int(start), int(end), str(label))


def delimiter_of(header: str, usual: str) -> str:
    """Tell the delimiter of a table by its first line: the usual one wherever it stands there."""
    if usual in header:
        return usual
    return next((mark for mark in ";\t|" if mark in header), usual)


def table(member: Member, stream: IO[bytes], usual: str, encoding: str) -> Iterator[Row]:
    """Give the rows of a CSV, the header first, with the delimiter that the header shows."""
    buffered: Any = stream if hasattr(stream, "peek") else io.BufferedReader(cast(Any, stream))
    start = buffered.peek(1 << 14)[: 1 << 14]
    first = start.decode("latin-1").split("\n", 1)[0]
    return rows(buffered, member.place, delimiter_of(first, usual), encoding)


def _checked(row: list[str], columns: Columns, encoding: str) -> list[str]:
    if len(row) != columns.count:
        raise ValueError(f"it has {len(row)} cells and the header {columns.count}")
    for index in (columns.text, columns.id, columns.spans):
        if index is not None and not row[index].isascii():
            if any("\udc80" <= character <= "\udcff" for character in row[index]):
                raise ValueError(f"it is not {encoding} text")
    return row


def read(usual: str, suffix: str, path: str, options: Options) -> Iterator[Item]:
    """Give each row as a document.

    RAISES: DeidError D012 where the text column is missing.
    """
    for member in members(path, (suffix,)):
        if isinstance(member, DeidError):
            yield member
            continue
        with member.open() as stream:
            lines = table(member, stream, usual, options.encoding)
            columns = Columns(header_of(lines), options, member.place)
            yield from documents(lines, columns, member.place, options.encoding)


def documents(lines: Iterable[Row], columns: Columns, place: str, encoding: str) -> Iterator[Item]:
    """Turn the rows below a header into documents; empty rows are passed over."""
    for number, (line, row) in enumerate(lines, 1):
        if isinstance(row, DeidError):
            yield row
            continue
        if not row:
            continue
        try:
            record = columns.record(_checked(row, columns, encoding), number)
        except (ValueError, TypeError, KeyError) as problem:
            cause = str(problem) if type(problem) is ValueError else "its spans have a wrong form"
            yield DeidError("D113", path=place, line=line, reason=cause)
            continue
        record.meta.update(path=place, line=line)
        yield record


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


def line_of(row: Sequence[str], delimiter: str, encoding: str) -> bytes:
    """Give one row as bytes.

    RAISES: DeidError D116 where the encoding has no such character.
    """
    buffer = io.StringIO()
    csv.writer(buffer, delimiter=delimiter).writerow(row)
    try:
        return buffer.getvalue().encode(encoding)
    except UnicodeEncodeError as problem:
        place = problem.start
    raise DeidError("D116", path=f"encoding {encoding}", doc=row[0], character=place)


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
        lines = table(member, stream, usual, options.encoding)
        header = header_of(lines)
        columns = Columns(header, options, member.place)
        writer = kind(lines, columns, target, usual, options.encoding)
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
