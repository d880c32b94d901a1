"""The beginning of an input, by which its format is told."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from spacy_deid.corpora.inputs import BROKEN, Member, members, unread
from spacy_deid.errors import DeidError

SAMPLE = 1 << 16
_MOST_NAMES = 64
_MOST_HEADS = 8
"""Files whose names and whose beginnings tell the format of a directory."""
_TEXTS = (".txt", ".text")
_DATA = (".csv", ".tsv", ".jsonl", ".ndjson", ".json", ".parquet")


@dataclass(frozen=True, slots=True)
class Sample:
    """The beginning of an input, to tell its format by.

    name: of the file that the bytes come from.
    names: of the first files, where the input is a directory or an archive.
    head: at most 64 KiB.
    """

    name: str
    names: tuple[str, ...]
    head: bytes

    @property
    def text(self) -> str:
        """The head as text, without byte-order mark and leading white space."""
        for mark, encoding in ((b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be")):
            if self.head.startswith(mark):
                return self.head[2:].decode(encoding, errors="replace").lstrip()
        return self.head.decode("utf-8", errors="replace").lstrip("\ufeff \t\r\n")


def samples_of(path: str | Path, suffixes: tuple[str, ...]) -> list[Sample]:
    """Take the beginnings of an input, without using up standard input.

    path: as ``members`` takes it.
    suffixes: of data files; in directories and archives files of these are taken, and text files
        only where there are no others, so that a licence or a read-me does not decide.
    RETURNS: one sample; of directories and archives up to ``_MOST_HEADS`` of files of the best
        kind, in their order, empty ones last. Those that cannot be read are passed over.
    RAISES: DeidError D003; D004 where nothing can be read.
    """
    if str(path) == "-":
        peek = getattr(sys.stdin.buffer, "peek", None)
        return [Sample("", (), peek(SAMPLE)[:SAMPLE] if peek else b"")]
    names: list[str] = []
    heads: list[tuple[str, bytes]] = []
    best = 3
    closed: DeidError | None = None
    for member in members(path, ()):
        if isinstance(member, DeidError):
            continue
        names.append(member.name)
        known = member.name.lower().endswith(suffixes)
        rank = 2 if not known else 1 if member.name.lower().endswith((".txt", ".text")) else 0
        if rank < best or rank == best and len(heads) < _MOST_HEADS:
            try:
                head = _head(member)
            except DeidError as problem:
                closed = problem
            else:
                heads = [*(heads if rank == best else ()), (member.name, head)]
                best = rank
        if len(names) == _MOST_NAMES:
            break
    if closed is not None and not heads:
        raise closed
    heads.sort(key=lambda head: not head[1])
    return [Sample(name, tuple(names), head) for name, head in heads or [("", b"")]]


def _head(member: Member) -> bytes:
    try:
        with member.open() as stream:
            return stream.read(SAMPLE)
    except BROKEN as problem:
        raise unread(member.place, problem) from None


def mixed(names: Sequence[str]) -> str:
    """Say how many texts stand beside how many tables in a folder of texts; '' for any other.

    One table or the like would decide about all of them.
    names: of the files.
    """
    low = [name.lower() for name in names]
    texts = sum(name.endswith(_TEXTS) for name in low)
    data = sum(name.endswith(_DATA) for name in low)
    if not data or texts <= max(data, 1):
        return ""
    return f"{texts} texts beside {data} of tables or JSON"
