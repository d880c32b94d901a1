"""What every format module provides to ``formats``, and what it is given."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from spacy_deid.annotations import Record
from spacy_deid.corpora.samples import Sample
from spacy_deid.errors import DeidError

MARK = "byte-order mark"
"""Key of ``Record.meta``, which no user's meta has: whether the file of a text began with one."""
Item = Record | DeidError
"""A document, or why it could not be read; a reader goes on after the second."""


@dataclass(frozen=True, slots=True)
class Options:
    """Settings of a reader or writer.

    text_column, id_column, spans_column: of tables.
    case_column: of tables, whose patient or case a row is of; '' for none.
    encoding: of text that does not name its own.
    gold: annotation is wanted: a document that ought to hold some and does not is an error.
    decided: of a document that holds both gold and a decision, the decision is wanted.
    whole: a file of several documents that is written again as a whole, or not at all, gives none
        of them where one cannot be read.
    unmarked: spans are not wanted, so that faulty ones are no error.
    """

    text_column: str = "text"
    id_column: str = "id"
    spans_column: str = "spans"
    encoding: str = "utf-8"
    gold: bool = False
    decided: bool = False
    whole: bool = False
    case_column: str = ""
    unmarked: bool = False


class Writer(Protocol):
    """Takes documents one by one."""

    def write(self, record: Record) -> None:
        """Write one document."""


FieldMask = Callable[[str, str, str], str | None]
"""(label, value, case) to the masked value of a structured field, None to leave the field empty."""

Read = Callable[[str, Options], Iterator[Item]]
OpenWriter = Callable[[str, Options], AbstractContextManager[Writer]]
OpenMasked = Callable[[str, str, Options, FieldMask | None], AbstractContextManager[Writer]]


@dataclass(frozen=True, slots=True)
class Format:
    """One format.

    name: as ``--from`` and ``--to`` take it.
    about: one line for people.
    read: path and options to documents and failures, streaming.
    sniff: tells from the first characters whether a file is of this format.
    suffixes: of its files, lower case.
    scheme: label scheme that its files are bound to; None where any labels may stand.
    open_writer: None where the format can only be read.
    open_masked: None where masked text is written with ``open_writer``.
    beside: suffixes of files that are read with those.
    otherwise: suffixes of files that are read where there are none of those.
    folder: a writer makes a directory of files.
    always_annotated: its files cannot say that nobody has annotated a document: it is read again
        as one in which nothing identifies.
    bare: its files hold text and no spans.
    in_tokens: its spans begin and end with tokens.
    keeps_case: its files say whose case a document is of, and what values are known of it.
    """

    name: str
    about: str
    read: Read
    sniff: Callable[[Sample], bool]
    suffixes: tuple[str, ...]
    scheme: str | None = None
    open_writer: OpenWriter | None = None
    open_masked: OpenMasked | None = None
    beside: tuple[str, ...] = ()
    otherwise: tuple[str, ...] = ()
    folder: bool = False
    always_annotated: bool = False
    bare: bool = False
    in_tokens: bool = False
    keeps_case: bool = False


def place_of(path: str | Path) -> str:
    """Name an input for messages."""
    return "standard input" if str(path) == "-" else str(path)
