"""Choices that hang on a secret key: HMAC-SHA256, the same on every machine and version."""

from __future__ import annotations

import hmac
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from spacy_deid.errors import DeidError, reason

LEAST_KEY_BYTES = 16
"""Shorter keys are refused."""

Item = TypeVar("Item")


class Keyed:
    """Draw numbers, choices and fingerprints from a key and some words."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def digest(self, *words: str) -> bytes:
        """Give 32 bytes for a sequence of words; ('ab', 'c') and ('a', 'bc') differ."""
        message = b"".join(
            len(encoded).to_bytes(4, "big") + encoded
            for encoded in (word.encode("utf-8", "surrogatepass") for word in words)
        )
        return hmac.digest(self._key, message, "sha256")

    def number(self, *words: str, below: int) -> int:
        """Give a number in [0, below), evenly spread; ``below`` is at least 1."""
        return int.from_bytes(self.digest(*words)[:16], "big") % below

    def fingerprint(self, *words: str, digits: int = 16) -> str:
        """Give lower-case hexadecimal digits, at most 64."""
        return self.digest(*words).hex()[:digits]

    def draws(self, items: Sequence[Item], *words: str, most: int = 64) -> Iterator[Item]:
        """Give items in a keyed order without repeats: the first, and what to take instead.

        items: in a fixed order; [] gives nothing.
        most: give up after so many.
        """
        seen: set[int] = set()
        count = len(items)
        for step in range(4 * most):
            if len(seen) >= min(count, most):
                return
            place = self.number(*words, str(step), below=count)
            if place not in seen:
                seen.add(place)
                yield items[place]


def check_key(key: bytes, place: str) -> bytes:
    """Refuse a key that is too short or no bytes.

    place: where it came from, for the message.
    RAISES: DeidError D010 for a short one, D011 for another type.
    """
    if not isinstance(key, (bytes, bytearray)):
        kind = type(key).__name__
        raise DeidError("D011", component=place, name="key", value=kind, expected="bytes")
    if len(key) < LEAST_KEY_BYTES:
        raise DeidError("D010", path=place, size=len(key), least=LEAST_KEY_BYTES)
    return bytes(key)


def find_key(key_env: str, key_file: str | None) -> bytes | None:
    """Read the key that the settings name.

    key_env: environment variable; '' for none. key_file: path; it goes first.
    RETURNS: the bytes without surrounding white space; None where neither is given, or only a
        variable of white space.
    RAISES: DeidError D003 or D004 for a file that is missing or unreadable, D010 for a short key.
    """
    if key_file:
        path = Path(key_file)
        if not path.exists():
            raise DeidError("D003", path=path)
        try:
            return check_key(path.read_bytes().strip(), str(path))
        except OSError as problem:
            raise DeidError("D004", path=path, reason=reason(problem)) from None
    value = os.environ.get(key_env, "").strip() if key_env else ""
    key = value.encode("utf-8", errors="surrogateescape")
    return check_key(key, f"the environment variable {key_env}") if key else None
