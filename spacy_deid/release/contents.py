"""What can be read in the files of a model: text, packed and nested as it may be."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import re
import zipfile
import zlib
from collections.abc import Iterator
from typing import Any

import numpy
import srsly

BYTES = 256
FIGURES = 10
TEXT = 0
_NO_TEXT = re.compile("[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f]")
_DECODERS = (
    (b"\x1f\x8b", gzip.decompress),
    (b"BZh", bz2.decompress),
    (b"\xfd7zXZ", lzma.decompress),
    (b"\x78", zlib.decompress),
)
_DEPTH = 6
_SUMS = ".dist-info/RECORD"
"""A wheel's list of checksums and sizes, which are numbers."""
_WIDE = (
    ("utf-16-le", re.compile(rb"(?:[\x20-\x7e\xa0-\xff]\x00){4,}")),
    ("utf-16-be", re.compile(rb"(?:\x00[\x20-\x7e\xa0-\xff]){4,}")),
    ("utf-32-le", re.compile(rb"(?:[\x20-\x7e\xa0-\xff]\x00{3}){4,}")),
    ("utf-32-be", re.compile(rb"(?:\x00{3}[\x20-\x7e\xa0-\xff]){4,}")),
)
"""Western text in two or four bytes a character, anywhere among others."""
_SMALL = 1 << 18
"""Bytes of a file in which text of every script is looked for in this way."""
_MARKED = (
    (b"\xff\xfe\x00\x00", "utf-32"),
    (b"\x00\x00\xfe\xff", "utf-32"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)


def texts_in(data: bytes, depth: int = 0) -> Iterator[tuple[str, int]]:
    """Open compressed, zipped, JSON and msgpack contents and give everything readable in them.

    RETURNS: texts, each with ``TEXT``, or for what may be numbers the values that one of its places
        can have: ``BYTES`` where bytes that are no text were read as such, ``FIGURES`` for numbers
        written out.
    """
    if depth > _DEPTH or not data:
        return
    if data[:4] == b"PK\x03\x04":
        try:
            members = _members(data)
        # as zipfile says: damaged, packed in a way it does not know, encrypted
        except (zipfile.BadZipFile, NotImplementedError, RuntimeError, zlib.error):
            members = {}
        for name, content in members.items():
            yield name, TEXT
            sums = BYTES if name.endswith(_SUMS) else TEXT
            for text, numbers in texts_in(content, depth + 1):
                yield text, numbers or sums
        if members:
            return
    for magic, decompress in _DECODERS:
        if data.startswith(magic):
            try:
                inner = decompress(data)
            except (OSError, EOFError, zlib.error, lzma.LZMAError):
                continue
            yield from texts_in(inner, depth + 1)
            return
    if data[:64].lstrip(b"\xef\xbb\xbf \t\r\n")[:1] in b"{[":
        try:
            value = json.loads(data)
        except (ValueError, RecursionError):
            pass
        else:
            yield from _values(value, depth + 1)
            return
    if data[0] >= 0x80:
        try:
            value = srsly.msgpack_loads(data)
        except (ValueError, TypeError, KeyError, UnicodeDecodeError, OverflowError):
            pass
        else:
            if isinstance(value, (dict, list)):
                yield from _values(value, depth + 1)
                return
    yield from _wide_texts(data)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        yield data.decode("utf-8", errors="replace"), BYTES
        if b"\0" not in data:  # one byte a letter, as of Windows
            yield data.decode("cp1252", errors="replace"), BYTES
    else:
        yield text, BYTES if _NO_TEXT.search(text) else TEXT


def _members(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def _wide_texts(data: bytes) -> Iterator[tuple[str, int]]:
    """Give what two or four bytes a character say."""
    for mark, encoding in _MARKED:
        if data.startswith(mark):
            yield data.decode(encoding, errors="replace"), TEXT
            return
    for encoding, runs in _WIDE:
        if b"\0" in data:
            found = [run.decode(encoding) for run in runs.findall(data)]
            if found:
                yield "\n".join(found), BYTES
        if len(data) <= _SMALL and not data.isascii():
            for offset in range(2 if "16" in encoding else 4):
                yield data[offset:].decode(encoding, errors="replace"), BYTES


def _values(value: Any, depth: int) -> Iterator[tuple[str, int]]:
    """Walk a decoded value; one text per container of strings, so that phrases can be found."""
    if isinstance(value, str):
        yield value, TEXT
    elif isinstance(value, int) and not isinstance(value, bool):
        yield str(value), FIGURES
    elif isinstance(value, bytes):
        yield from texts_in(value, depth)
    elif isinstance(value, numpy.ndarray):
        if value.dtype.kind == "U":
            yield "\n".join(value.ravel().tolist()), TEXT
        elif value.dtype.kind not in "fc":  # weights are numbers; text can hide in the others
            yield from texts_in(value.tobytes(), depth)
    elif isinstance(value, dict):
        yield from _values(list(value), depth)
        yield from _values(list(value.values()), depth)
    elif isinstance(value, (list, tuple)):
        # in one piece: a text for each of 60,000 strings would be searched 60,000 times
        yield "\n".join(item for item in value if isinstance(item, str)), TEXT
        whole = [str(item) for item in value if type(item) is int]
        if whole:
            yield "\n".join(whole), FIGURES
        for item in value:
            if not isinstance(item, (str, int, float, bool, type(None))):
                yield from _values(item, depth)
