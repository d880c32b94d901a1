"""Bytes as text, exactly."""

from __future__ import annotations

import codecs

from spacy_deid.errors import DeidError


def is_utf8(encoding: str) -> bool:
    """Tell whether an encoding is UTF-8, under any of its usual names."""
    try:
        return codecs.lookup(encoding).name == "utf-8"
    except LookupError:
        return False


def check_encoding(encoding: str) -> None:
    """Refuse an encoding that does not exist or is none of text.

    RAISES: DeidError D123.
    """
    try:
        "a".encode(encoding)
    except LookupError:
        raise _unknown(encoding) from None


def _unknown(encoding: str) -> DeidError:
    known = "utf-8, utf-16, cp1252, latin-1 and the others of Python"
    return DeidError("D123", kind="encoding", name=encoding, known=known)


def decode(data: bytes, encoding: str, place: str, *, marked: bool = True) -> str:
    """Turn bytes into text exactly, line ends and all; only a byte-order mark is left out.

    marked: a byte-order mark may stand here; where not, U+FEFF is a character as any other.
    RAISES: DeidError D006; D123 for an encoding that does not exist.
    """
    try:
        text = data.decode("utf-8-sig" if marked and is_utf8(encoding) else encoding)
    except UnicodeDecodeError as problem:
        byte = problem.start
    except LookupError:
        raise _unknown(encoding) from None
    else:
        return text
    raise DeidError("D006", path=place, encoding=encoding, byte=byte)
