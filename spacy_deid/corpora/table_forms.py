"""The form of a CSV table: its delimiter, its line ends, its quotes and its byte-order mark."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

from spacy_deid.corpora.encodings import is_utf8

_QUOTED = re.compile(r'"(?:[^"]|"")*(?:"|\Z)')
_WHOLE = re.compile(r'"(?:[^"]|"")*"')
_END = re.compile(r"\r\n|\n|\r")


@dataclass(frozen=True, slots=True)
class TableForm:
    """How a table is written.

    end: what rows end with. quoted: whether every cell stands in quotes.
    marked: whether the file begins with the byte-order mark of UTF-8.
    bare: whether a quotation mark is a sign like any other, as in what many databases write.
    """

    delimiter: str
    end: str = "\r\n"
    quoted: bool = False
    marked: bool = False
    bare: bool = False


def form_of(start: bytes, usual: str, encoding: str) -> TableForm:
    """Tell the form of a table by how it begins.

    usual: the delimiter in doubt. encoding: one that is not known, or that the bytes cannot be, is
        read as Latin-1.
    """
    marked = is_utf8(encoding) and start.startswith(codecs.BOM_UTF8)
    try:
        text = codecs.getincrementaldecoder(encoding)("ignore").decode(start)
    except (LookupError, UnicodeError):
        text = start.decode("latin-1")
    plain = _QUOTED.sub("q", text.removeprefix("\ufeff").replace("\0", ""))
    end = _END.search(plain)
    delimiter = _delimiter(plain[: end.start()] if end else plain, usual)
    rows = _END.split(plain)
    cells = [cell for row in (rows[:-1] or rows) if row for cell in row.split(delimiter)]
    return TableForm(
        delimiter,
        end=end[0] if end else "\r\n",
        quoted=bool(cells) and all(cell == "q" for cell in cells) and '"' in text,
        marked=marked,
        bare=delimiter == "\t" and _is_bare(text),
    )


def _is_bare(text: str) -> bool:
    """Tell whether lines are whole rows although quotes in them do not close, or close early."""
    lines = [line for line in _END.split(text) if line]
    rows = [line.split("\t") for line in (lines[:-1] or lines)]
    if len({len(row) for row in rows}) != 1:
        return False
    return any(cell.startswith('"') and not _WHOLE.fullmatch(cell) for row in rows for cell in row)


def _delimiter(header: str, usual: str) -> str:
    """Tell the delimiter by a first line without its quoted cells: the most frequent mark."""
    found = usual
    for mark in ",;\t|":
        if header.count(mark) > header.count(found):
            found = mark
    return found
