"""What a document has to satisfy before it is handed on, whatever its format."""

from __future__ import annotations

import re
from collections.abc import Iterator
from hashlib import blake2b
from typing import Any

import numpy

from spacy_deid.annotations import Record
from spacy_deid.errors import DeidError
from spacy_deid.intervals import PhiSpan
from spacy_deid.phi import map_label, shown
from spacy_deid.tokens import lone_surrogate

REACH = 3
"""Characters by which an annotation may be off and is still put right."""


_WHOLE = re.compile(r"([+-]?\d+)\.0+")
"""What a table puts behind whole numbers where some are missing."""
_BESIDE = ("scores", "sources")
"""Lists of the meta that hold one value for each span."""


class SeenIds:
    """Remembers ids in eight bytes each, so that a long corpus stays small in memory."""

    _BATCH = 1 << 14

    def __init__(self) -> None:
        self._old = numpy.empty(0, dtype=numpy.uint64)
        self._new: set[int] = set()

    def add(self, identifier: str) -> bool:
        """Tell whether the id is new, and remember it."""
        digest = blake2b(identifier.encode("utf-8", errors="surrogatepass"), digest_size=8)
        key = int.from_bytes(digest.digest(), "little")
        if key in self._new:
            return False
        place = int(numpy.searchsorted(self._old, numpy.uint64(key)))
        if place < len(self._old) and int(self._old[place]) == key:
            return False
        self._new.add(key)
        if len(self._new) >= self._BATCH:
            fresh = numpy.fromiter(self._new, dtype=numpy.uint64, count=len(self._new))
            fresh.sort()
            self._old = numpy.insert(self._old, numpy.searchsorted(self._old, fresh), fresh)
            self._new.clear()
        return True


def _put_in_order(record: Record) -> None:
    """Sort the spans, and what stands for each of them beside; one that stands twice is one."""
    order = sorted(dict(zip(record.spans, range(len(record.spans)), strict=True)).items())
    for name in _BESIDE:
        held = record.meta.get(name)
        if isinstance(held, list) and len(held) == len(record.spans):
            record.meta[name] = [held[place] for _, place in order]
    record.spans = [span for span, _ in order]


def check_spans(record: Record, place: str) -> None:
    """Put the spans in order and refuse what cannot be a span of the text.

    place: file, and line where there is one, for messages.
    RAISES: DeidError D101 for start >= end or out of range; D102 for an overlap.
    """
    length = len(record.text)
    for number, span in enumerate(record.spans, 1):
        if not 0 <= span.start < span.end <= length:
            raise DeidError(
                "D101",
                path=place,
                doc=record.id,
                number=number,
                start=span.start,
                end=span.end,
                length=length,
            )
    _put_in_order(record)
    for before, after in zip(record.spans, record.spans[1:], strict=False):
        if after.start < before.end:
            raise DeidError(
                "D102", path=place, doc=record.id, first=before.start, second=after.start
            )


def check_text(record: Record, place: str) -> None:
    """Refuse a document of which anything is not valid Unicode; it could not be written.

    RAISES: DeidError D116.
    """
    meta = {key: value for key, value in record.meta.items() if key not in ("path", "file")}
    for value in _strings([record.text, record.id, record.spans, record.known_phi, meta]):
        character = lone_surrogate(value)
        if character is not None:
            raise DeidError("D116", path=place, doc=printable(record.id), character=character)


def _strings(value: Any) -> Iterator[str]:
    """Give the strings of a value of JSON types, those of its parts too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from _strings(list(value.items()))
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _strings(item)


def printable(identifier: str) -> str:
    r"""Give an id that every stream takes, lone surrogates as ``\udcff``."""
    return identifier.encode("utf-8", errors="backslashreplace").decode("utf-8")


def map_spans(record: Record, source: str | None, target: str, place: str) -> list[PhiSpan]:
    """Turn the labels into those of another scheme; a span without one there is left out.

    source: the scheme of the labels, None to find it label by label.
    RETURNS: the spans that were left out.
    RAISES: DeidError D105 for a label that no scheme knows.
    """
    spans: list[PhiSpan] = []
    dropped: list[PhiSpan] = []
    for span in record.spans:
        try:
            label = map_label(span.label, source, target)
        except KeyError:
            raise DeidError(
                "D105", path=place, doc=record.id, label=shown(span.label), scheme=source or target
            ) from None
        if label is None:
            dropped.append(span)
        else:
            spans.append(PhiSpan(span.start, span.end, label))
    record.spans = spans
    return dropped


def repaired(
    text: str, start: int, end: int, written: str | None, *, doc: str, place: str, number: int
) -> tuple[int, int]:
    """Put an annotation where its own text stands.

    written: the annotation's text as the file repeats it; None or '' where it does not. White space
        counts as equal, because attributes and standoff lines cannot hold line ends.
    RETURNS: the offsets, moved by at most three characters, the nearest first.
    RAISES: DeidError D103 where the text does not stand there.
    """
    if not written or text[start:end] == written:
        return start, end
    wanted = _plain(written)
    if 0 <= start < end and _plain(text[start:end]) == wanted:
        return start, end
    for distance in range(1, REACH + 1):
        for low in (start - distance, start + distance):
            if low >= 0 and _plain(text[low : low + len(written)]) == wanted:
                return low, low + len(written)
    if 0 <= start and _plain(text[start : start + len(written)]) == wanted:
        if abs(start + len(written) - end) <= REACH:
            return start, start + len(written)
    raise DeidError("D103", path=place, doc=doc, number=number, start=start, end=end)


def _plain(text: str) -> str:
    return "".join(" " if character.isspace() else character for character in text)


def case_id(value: object) -> str:
    """Give the id of a case as all formats write it: 7, 7.0, '7.0' and ' 7' are one.

    RAISES: ValueError for what is no text or number.
    """
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        raise ValueError("'case' is not a string or a number")
    case = str(value).strip()
    whole = _WHOLE.fullmatch(case)
    return whole[1] if whole else case
