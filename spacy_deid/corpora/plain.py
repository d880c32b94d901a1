"""Plain text: a file is a document, a directory or an archive is a corpus of them."""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from spacy_deid.annotations import Record
from spacy_deid.corpora.contract import MARK, FieldMask, Format, Item, Options, Writer
from spacy_deid.corpora.encodings import decode, is_utf8
from spacy_deid.corpora.inputs import kind_of, members, read_bytes
from spacy_deid.corpora.samples import Sample
from spacy_deid.corpora.targets import Folder, file_name, new_file, new_folder, suffix_of
from spacy_deid.errors import DeidError


def read(path: str, options: Options) -> Iterator[Item]:
    """Give each text file as a document; its id is its name without suffix."""
    for member in members(path, (".txt", ".text")):
        if isinstance(member, DeidError):
            yield member
            continue
        try:
            data = read_bytes(member)
            text = decode(data, options.encoding, member.place)
        except DeidError as problem:
            yield problem
            continue
        meta = {"path": member.place, "file": member.name, "annotated": False}
        if path == "-":
            meta["unnamed"] = True
        if is_utf8(options.encoding) and data.startswith(codecs.BOM_UTF8):
            meta[MARK] = True
        yield Record(member.stem, text, meta=meta)


class _FileWriter:
    def __init__(self, stream: object, encoding: str) -> None:
        self._stream, self._encoding = stream, encoding
        self._written = 0

    def write(self, record: Record) -> None:
        if self._written:
            raise DeidError("D119", format="text", doc=record.id)
        self._written += 1
        self._stream.write(encoded(record, self._encoding))  # type: ignore[attr-defined]


class _FolderWriter:
    def __init__(self, folder: Folder, encoding: str) -> None:
        self._folder, self._encoding = folder, encoding

    def write(self, record: Record) -> None:
        name = file_name(record.id) + ".txt"
        self._folder.put(name, encoded(record, self._encoding))


def encoded(record: Record, encoding: str) -> bytes:
    """Turn a document's text into bytes.

    RETURNS: with a byte-order mark where its file had one, and where the text begins with U+FEFF,
        as reading takes one away.
    RAISES: DeidError D116 where the encoding has no such character.
    """
    marked = record.meta.get(MARK) or record.text.startswith("\ufeff")
    mark = codecs.BOM_UTF8 if marked and is_utf8(encoding) else b""
    try:
        return mark + record.text.encode(encoding)
    except UnicodeEncodeError as problem:
        place = problem.start
    raise DeidError("D116", path=f"encoding {encoding}", doc=record.id, character=place)


@contextmanager
def open_writer(path: str, options: Options) -> Iterator[Writer]:
    """Write the texts alone: into a directory, or the one text into a file ``*.txt[.gz]``."""
    if path == "-" or (suffix_of(path) == ".txt" and not Path(path).is_dir()):
        with new_file(path) as stream:
            yield _FileWriter(stream, options.encoding)
    else:
        with new_folder(path) as folder:
            yield _FolderWriter(folder, options.encoding)


@contextmanager
def open_masked(
    source: str, path: str, options: Options, mask_field: FieldMask | None
) -> Iterator[Writer]:
    """Write masked texts: one file for one file, a directory for a directory or an archive."""
    kind = kind_of(source)
    if kind in ("stdin", "file", "gzip"):
        with new_file(path) as target:
            yield _FileWriter(target, options.encoding)
    else:
        with new_folder(path) as folder:
            yield _FolderWriter(folder, options.encoding)


def sniff(sample: Sample) -> bool:
    """Take text files by their suffix."""
    return sample.name.lower().endswith((".txt", ".text"))


FORMAT = Format(
    name="text",
    about="plain text, a file or a directory of .txt files",
    read=read,
    sniff=sniff,
    suffixes=(".txt", ".text"),
    open_writer=open_writer,
    bare=True,
    open_masked=open_masked,
    folder=True,
)
