"""The lines of a file, as bytes and as text of any encoding."""

from __future__ import annotations

import io
from collections.abc import Iterator

from spacy_deid.corpora.encodings import decode
from spacy_deid.corpora.inputs import BROKEN, LARGEST, Member, unread
from spacy_deid.errors import DeidError


def read_lines(member: Member) -> Iterator[tuple[int, bytes]]:
    r"""Give the lines of a file with their numbers, from 1, without their ``\n``.

    RAISES: DeidError D004; D112 for a line larger than ``LARGEST``.
    """
    number = 0
    try:
        with member.open() as stream:
            while line := stream.readline(LARGEST + 1):
                number += 1
                if len(line) > LARGEST:
                    raise DeidError("D112", path=f"{member.place}, line {number}", limit=64)
                yield number, line.removesuffix(b"\n")
    except BROKEN as problem:
        raise unread(member.place, problem) from None


def text_lines(member: Member, encoding: str) -> Iterator[tuple[int, str | DeidError]]:
    r"""Give the lines of a file as text with their numbers, from 1, without their ``\n``.

    RETURNS: a DeidError D006 in place of a line that is not text of the encoding.
    RAISES: DeidError D004 and D112 as ``read_lines``; D006 where an encoding whose line ends are
        not one byte, such as UTF-16, cannot be read any further.
    """
    if _ends_lines(encoding):
        for number, raw in read_lines(member):
            place = f"{member.place}, line {number}"
            try:
                yield number, decode(raw, encoding, place, marked=number == 1)
            except DeidError as problem:
                yield number, problem
        return
    number = 1
    try:
        with member.open() as stream:
            text = io.TextIOWrapper(stream, encoding, newline="\n")
            try:
                while line := text.readline(LARGEST + 1):
                    if len(line) > LARGEST:
                        raise DeidError("D112", path=f"{member.place}, line {number}", limit=64)
                    yield number, line.removesuffix("\n")
                    number += 1
            finally:
                text.detach()
        return
    except UnicodeDecodeError as problem:
        byte = problem.start
    except BROKEN as problem:
        raise unread(member.place, problem) from None
    raise DeidError("D006", path=f"{member.place}, line {number}", encoding=encoding, byte=byte)


def _ends_lines(encoding: str) -> bool:
    r"""Tell whether the byte ``\n`` ends the lines of an encoding."""
    try:
        return "a\n".encode(encoding).endswith(b"a\n")
    except LookupError:  # for ``decode`` to report
        return True
