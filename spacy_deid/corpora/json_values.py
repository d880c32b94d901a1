"""The values of JSON lines and of a JSON array, one at a time."""

from __future__ import annotations

import codecs
import json
from collections.abc import Iterator
from contextlib import nullcontext
from typing import IO, Any

from spacy_deid.corpora.inputs import LARGEST, Member, peeked
from spacy_deid.corpora.lines import text_lines
from spacy_deid.errors import DeidError

_CHUNK = 1 << 16
_BLANK = " \t\r\n\ufeff"


def parsed_until(problem: json.JSONDecodeError) -> str:
    """Say what is wrong with a line of JSON and where, without its text."""
    return f"{problem.msg.removesuffix(' at')} at column {problem.colno}"


def load(line: str, place: str, number: int) -> Any:
    """Parse one JSON line.

    RAISES: DeidError D007, without the line.
    """
    try:
        return json.loads(line.removeprefix("\ufeff"))
    except json.JSONDecodeError as problem:
        cause = parsed_until(problem)
    except (RecursionError, ValueError):
        cause = "it cannot be parsed"
    raise DeidError("D007", path=place, line=number, reason=cause)


def values(member: Member, encoding: str, name: str) -> Iterator[tuple[int, Any]]:
    """Give the values of a file with their numbers, from 1.

    member: JSON lines (the number is the line), or an array (the number is the element).
    RETURNS: a DeidError in place of a line that is not JSON; an array ends at such a place.
    """
    with member.open() as opened:
        stream = peeked(opened)
        start = stream.peek(_CHUNK).lstrip(b"\xef\xbb\xbf \t\r\n")
        if start[:1] == b"[" and not member.name.lower().endswith((".jsonl", ".ndjson")):
            yield from _array(stream.read(_CHUNK), stream, member.place, name)
        else:
            same = Member(member.name, member.place, lambda: nullcontext(stream))
            yield from _lines(same, encoding)


def _lines(member: Member, encoding: str) -> Iterator[tuple[int, Any]]:
    for number, line in text_lines(member, encoding):
        if isinstance(line, DeidError):
            yield number, line
        elif line.strip():
            try:
                yield number, load(line, member.place, number)
            except DeidError as problem:
                yield number, problem


def _array(head: bytes, stream: IO[bytes], place: str, name: str) -> Iterator[tuple[int, Any]]:
    """Take an array apart without holding more than one element of it."""
    decoder = json.JSONDecoder()
    decode_more = codecs.getincrementaldecoder("utf-8")().decode
    number = 1
    cause = "the array is cut short"
    try:
        rest = decode_more(head).lstrip(_BLANK)[1:]
        while True:
            rest = rest.lstrip(_BLANK + ",")
            if rest.startswith("]"):
                return
            value, end = _next(decoder, rest) if rest else (None, 0)
            if end and (end < len(rest) or isinstance(value, (dict, list))):
                yield number, value
                number += 1
                rest = rest[end:]
                continue
            more = stream.read(max(_CHUNK, len(rest)))
            if not more or len(rest) > LARGEST:
                break
            rest += decode_more(more)
    except UnicodeDecodeError:
        cause = "it is not UTF-8 text"
    yield (
        number,
        DeidError("D122", path=f"{place}, element {number}", format=name, reason=cause),
    )


def _next(decoder: json.JSONDecoder, text: str) -> tuple[Any, int]:
    try:
        return decoder.raw_decode(text)
    except (json.JSONDecodeError, RecursionError):
        return None, 0
