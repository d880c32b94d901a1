"""The rows and cells of tables, read with their faults and written so that no cell runs.

Spreadsheets run cells that begin with ``=``, ``+``, ``-``, ``@``, a tab or a line end, so the
writer of new tables puts an apostrophe before those (numbers excepted) and names the cells in the
column ``escaped``, by which the reader takes it away again. A table that is masked keeps the cells
and the columns that it has.
"""

from __future__ import annotations

import codecs
import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from math import isnan
from typing import IO, Any

from spacy_deid.annotations import Record
from spacy_deid.corpora.checks import case_id
from spacy_deid.corpora.contract import Item, Options, place_of
from spacy_deid.corpora.encodings import is_utf8
from spacy_deid.corpora.inputs import LARGEST, Member, kind_of, members, peeked, reason
from spacy_deid.corpora.jsonl import spans_of
from spacy_deid.corpora.table_forms import TableForm, form_of
from spacy_deid.errors import DeidError
from spacy_deid.intervals import PhiSpan

ESCAPED = "escaped"
_FORMULA = re.compile("[=+\\-@\t\r\n\uff1d\uff0b\uff0d\uff20]")
_BREAK = re.compile(r"[\t\r\n]")
_NUMBER = re.compile(r"[+-]?[\d.,]+([eE][+-]?\d+)?%?")
_UNCLOSED = "unexpected end of data"
"""What csv says where a file ends within quotes."""
_NAME = re.compile(r"(?!\d)[\w.-]{0,40}")
_TITLE = re.compile(r"(?!\d+(?:\W|\Z))[^\n@]{0,60}")


def harmless(cell: str) -> str:
    """Give a cell that no spreadsheet runs: with an apostrophe before it where it could."""
    if _FORMULA.match(cell) and not _NUMBER.fullmatch(cell):
        return "'" + cell
    return cell


def marks(cells: Mapping[str, str]) -> str:
    """Name the cells that ``harmless`` changes, as the column ``escaped`` holds it."""
    return " ".join(name for name, cell in cells.items() if harmless(cell) != cell)


class _Dialect(csv.excel):
    strict = True


def _quoting(*, every: bool = False, bare: bool = False) -> Any:
    return csv.QUOTE_NONE if bare else csv.QUOTE_ALL if every else csv.QUOTE_MINIMAL


Row = tuple[int, list[str] | DeidError]
"""The line that a row ends on, and its cells or why they could not be read."""


def rows(
    stream: IO[bytes], place: str, delimiter: str, encoding: str, *, bare: bool = False
) -> Iterator[Row]:
    """Give the rows of a table.

    bare: see ``TableForm``.
    Bytes that the encoding does not know come as lone surrogates, for the row's reader to report.
    RAISES: DeidError D113 where the table cannot be read any further.
    """
    csv.field_size_limit(LARGEST)
    text = io.TextIOWrapper(
        stream,
        "utf-8-sig" if is_utf8(encoding) else encoding,
        errors="surrogateescape",
        newline="",
    )
    reader = csv.reader(text, dialect=_Dialect, delimiter=delimiter, quoting=_quoting(bare=bare))
    try:
        while True:
            begins = reader.line_num + 1
            try:
                row = next(reader, None)
            except csv.Error as problem:
                line, cause = reader.line_num, str(problem)
                if cause == _UNCLOSED:
                    cause = f"a quotation mark opens in line {begins} and does not close; nothing"
                    cause += " behind it can be read"
                yield line, DeidError("D113", path=place, line=begins, reason=cause)
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


def _check_encoding(header: Sequence[str], encoding: str, place: str) -> None:
    """Refuse names of columns that were read in another encoding than they were written in.

    RAISES: DeidError D006.
    """
    for number, character in enumerate("\t".join(header)):
        if character == "\0" or "\udc80" <= character <= "\udcff":
            raise DeidError("D006", path=place, encoding=encoding, byte=number)


class Columns:
    """Where a table keeps what a document is made of.

    typed: names and values come from a schema, so the names are no row of data, and no cell
        carries an apostrophe.
    others: the columns beside those.
    RAISES: DeidError D012 for a column that is missing; D006 where the names have bytes that the
        encoding does not know, or that only another has.
    """

    def __init__(
        self, header: Sequence[str], options: Options, place: str, *, typed: bool = False
    ) -> None:
        if not typed:
            _check_encoding(header, options.encoding, place)
        named = typed or _is_header(header, options)
        self._encoding, self._unmarked = options.encoding, options.unmarked
        text = column(header, options.text_column)
        if text is None:
            raise _no_column(header, options.text_column, "--column", place, named)
        self.text = text
        self.id = column(header, options.id_column)
        if self.id is None and options.id_column != Options().id_column:
            raise _no_column(header, options.id_column, "--id-column", place, named)
        self.case = column(header, options.case_column) if options.case_column else None
        if self.case is None and options.case_column:
            raise _no_column(header, options.case_column, "--case-column", place, named)
        self.spans = column(header, options.spans_column)
        self.dropped = ""
        if self.spans is not None:
            name = header[self.spans]
            self.dropped = f"column {name[:40]!r} is left out, as marks of the original text are"
        self.escaped = list(header).index(ESCAPED) if ESCAPED in header and not typed else None
        self.count = len(header)
        known = (self.text, self.id, self.spans, self.escaped)
        rest = [name for index, name in enumerate(header) if index not in known]
        self.others = rest if named else [f"{len(rest)} without a name"] if rest else []

    def cells(self, row: Sequence[Any]) -> dict[str, str]:
        """Give the cells 'id', where there is one, and 'text', without added apostrophes.

        RAISES: ValueError for a cell that holds no text.
        """
        places = {"id": self.id, "text": self.text}
        return {n: self._cell(row, index, n) for n, index in places.items() if index is not None}

    def identifier(self, row: Sequence[Any], number: int) -> str:
        """Give a row's id: its id cell, without an id column its number from 1."""
        return str(number) if self.id is None else self._cell(row, self.id, "id")

    def record(self, row: Sequence[Any], number: int) -> Record:
        """Turn a row into a document.

        RAISES: ValueError, saying why not without any of its cells.
        """
        record = Record(self.identifier(row, number), self._cell(row, self.text, "text"))
        if self.id is None:
            record.meta["unnamed"] = True
        if self.case is not None:
            record.meta["case"] = case_id(self._cell(row, self.case, "case"))
        spans = None if self.spans is None or self._unmarked else row[self.spans]
        if spans is None or spans == "":
            record.meta["annotated"] = False
        elif isinstance(spans, str):
            try:
                record.spans = spans_of(json.loads(spans))
            except (json.JSONDecodeError, RecursionError):
                raise ValueError("its spans are not JSON") from None
        else:
            try:
                record.spans = [_span_of(item) for item in spans]
            except (ValueError, TypeError, KeyError):
                raise ValueError("its spans have a wrong form") from None
        return record

    def _cell(self, row: Sequence[Any], index: int, name: str) -> str:
        cell = row[index]
        if isinstance(cell, bytes):
            try:
                return cell.decode(self._encoding)
            except (UnicodeDecodeError, LookupError):
                raise ValueError(f"its {name} is not {self._encoding} text") from None
        if isinstance(cell, (list, dict, tuple)):
            raise ValueError(f"its {name} is a list or an object, not text")
        if isinstance(cell, float):  # 17.0 of a column of whole numbers in which some are missing
            cell = None if isnan(cell) else int(cell) if cell.is_integer() else cell
        cell = "" if cell is None else str(cell)
        if self.escaped is not None and name in str(row[self.escaped]).split():
            bare = cell.removeprefix("'")
            return bare if harmless(bare) == cell else cell
        return cell


def _is_header(row: Sequence[str], options: Options) -> bool:
    """Tell whether a first row holds names for sure; in doubt it could be somebody's data.

    Beside the text column under its very name other names may be of several words.
    """
    if column(row, options.text_column) is not None:
        return all(_TITLE.fullmatch(cell) for cell in row)
    known = {"id", "text", "spans", ESCAPED, options.text_column, options.id_column}
    return not known.isdisjoint(row) and all(_NAME.fullmatch(cell) for cell in row)


def _no_column(header: Sequence[str], name: str, option: str, place: str, named: bool) -> DeidError:
    listed = f": {', '.join(cell[:40] for cell in header[:20])}" if named else ""
    count = len(header)
    return DeidError("D012", path=place, column=name, count=count, listed=listed, option=option)


def _span_of(item: Any) -> PhiSpan:
    if isinstance(item, dict):
        return PhiSpan(int(item["start"]), int(item["end"]), str(item["label"]))
    start, end, label = list(item)[:3]
    return PhiSpan(int(start), int(end), str(label))


def single_member(source: str) -> Member:
    """Give the one file of an input that can be read again.

    RAISES: DeidError D118 for standard input, archives and more than one file.
    """
    if kind_of(source) in ("file", "gzip", "directory"):
        found = list(members(source, ()))
        if len(found) == 1 and isinstance(found[0], Member):
            return found[0]
    raise DeidError("D118", path=place_of(source))


def table(
    member: Member, stream: IO[bytes], usual: str, encoding: str
) -> tuple[TableForm, Iterator[Row]]:
    """Give the form that the beginning shows, and the rows, the header first."""
    buffered = peeked(stream)
    form = form_of(buffered.peek(1 << 14)[: 1 << 14], usual, encoding)
    return form, rows(buffered, member.place, form.delimiter, encoding, bare=form.bare)


def record_of(row: list[str], number: int, columns: Columns, encoding: str) -> Record:
    """Turn a row of a text table into a document.

    RAISES: ValueError, saying why not without any of its cells.
    """
    if len(row) != columns.count:
        raise ValueError(f"it has {len(row)} cells and the header {columns.count}")
    for index in (columns.text, columns.id, columns.spans):
        if index is not None and not row[index].isascii():
            if any("\udc80" <= character <= "\udcff" for character in row[index]):
                raise ValueError(f"it is not {encoding} text")
    return columns.record(row, number)


def documents(lines: Iterable[Row], columns: Columns, place: str, encoding: str) -> Iterator[Item]:
    """Turn the rows below a header into documents; empty rows are passed over."""
    for number, (line, row) in enumerate(lines, 1):
        if isinstance(row, DeidError):
            yield row
            continue
        if not row:
            continue
        try:
            record = record_of(row, number, columns, encoding)
        except ValueError as problem:
            yield DeidError("D113", path=place, line=line, reason=str(problem))
            continue
        record.meta.update(path=place, line=line)
        yield record


class Lines:
    """Writes rows as lines of one encoding; a byte-order mark stands once, at the beginning."""

    def __init__(self, stream: IO[bytes], form: TableForm, encoding: str) -> None:
        self._stream, self._form, self._encoding = stream, form, encoding
        self._encoder = codecs.getincrementalencoder("utf-8-sig" if form.marked else encoding)()

    def put(self, row: Sequence[str], doc: str) -> None:
        """Write one row.

        doc: what messages call it.
        RAISES: DeidError D116 where the encoding has no such character; nothing is written then.
        """
        buffer = io.StringIO()
        writer = csv.writer(
            buffer,
            delimiter=self._form.delimiter,
            quoting=_quoting(every=self._form.quoted, bare=self._form.bare),
            quotechar=None if self._form.bare else '"',
        )
        try:
            writer.writerow(row)
        except csv.Error:  # a tab or a line end in a table that knows no quotes
            place = next(found.start() for cell in row if (found := _BREAK.search(str(cell))))
            raise DeidError("D116", path="tsv output", doc=doc, character=place) from None
        state = self._encoder.getstate()
        try:  # the writer's own line end is what makes it quote either character of one
            data = self._encoder.encode(buffer.getvalue().removesuffix("\r\n") + self._form.end)
        except UnicodeEncodeError as problem:
            place = problem.start
        else:
            self._stream.write(data)
            return
        self._encoder.setstate(state)
        raise DeidError("D116", path=f"encoding {self._encoding}", doc=doc, character=place)
