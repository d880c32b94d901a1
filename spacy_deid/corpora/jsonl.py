"""Our own JSON lines: ``{"id", "text"[, "spans": [[start, end, "LABEL"], …]]}``."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any

from spacy_deid.annotations import Record
from spacy_deid.corpora.checks import case_id, printable
from spacy_deid.corpora.contract import MARK, FieldMask, Format, Item, Options, Writer
from spacy_deid.corpora.inputs import Member, kind_of, members
from spacy_deid.corpora.json_values import values
from spacy_deid.corpora.samples import Sample, samples_of
from spacy_deid.corpora.targets import new_file
from spacy_deid.errors import DeidError
from spacy_deid.intervals import PhiSpan
from spacy_deid.tokens import lone_surrogate

SUFFIXES = (".jsonl", ".ndjson")
_ARRAYS = (".json",)
_KEYS = frozenset({"id", "text", "spans", "meta", "known_phi"})
OWN_META = frozenset({"path", "line", "file", "annotated", "row", MARK})
"""Keys of ``Record.meta`` that readers keep for themselves and writers leave out."""


def spans_of(value: Any) -> list[PhiSpan]:
    """Turn ``[[start, end, label], …]`` into spans.

    RAISES: ValueError for any other form.
    """
    if not isinstance(value, list):
        raise ValueError("'spans' is not a list")
    spans = []
    for item in value:
        if not isinstance(item, list) or len(item) < 3:
            raise ValueError("a span is not [start, end, label]")
        start, end, label = item[:3]
        if type(start) is not int or type(end) is not int or not isinstance(label, str):
            raise ValueError("a span is not [start, end, label]")
        spans.append(PhiSpan(start, end, label))
    return spans


def to_record(value: Any) -> Record:
    """Turn a parsed line into a document.

    RAISES: ValueError, saying what is missing, for any other form.
    """
    if not isinstance(value, dict):
        raise ValueError("it is not an object")
    identifier, text = value.get("id"), value.get("text")
    if isinstance(identifier, bool) or not isinstance(identifier, (str, int)):
        raise ValueError("'id' is missing or not a string")
    if not isinstance(text, str):
        raise ValueError("'text' is missing or not a string")
    meta = value.get("meta")
    record = Record(str(identifier), text, meta=dict(meta) if isinstance(meta, dict) else {})
    if record.meta.get("case") is not None:
        record.meta["case"] = case_id(record.meta["case"])
    if value.get("spans") is None:
        record.meta["annotated"] = False
    else:
        record.spans = spans_of(value["spans"])
    known = value.get("known_phi")
    if known is not None:
        record.known_phi = _known(known)
    return record


def _known(value: Any) -> list[tuple[str, str]]:
    """Read what structured fields say: [[label, value], …], all of them texts."""
    if not isinstance(value, list):
        raise ValueError("'known_phi' is not a list of [label, value]")
    found = []
    for pair in value:
        if not isinstance(pair, list) or len(pair) != 2 or any(type(p) is not str for p in pair):
            raise ValueError("'known_phi' is not a list of [label, value], both of them texts")
        found.append((pair[0], pair[1]))
    return found


def _members(path: str) -> Iterator[Member | DeidError]:
    """Give the files of JSON lines; of a directory or archive without one, those of arrays."""
    found = False
    for suffixes in (SUFFIXES, _ARRAYS):
        for member in members(path, suffixes):
            found = True
            yield member
        if found:
            return


def read(path: str, options: Options) -> Iterator[Item]:
    """Give each line, or each element of an array, as a document; empty lines are passed over."""
    for member in _members(path):
        if isinstance(member, DeidError):
            yield member
            continue
        for number, value in values(member, options.encoding, "jsonl"):
            if isinstance(value, DeidError):
                yield value
                continue
            if options.unmarked and isinstance(value, dict):
                value = {**value, "spans": None}
            try:
                record = to_record(value)
            except (ValueError, TypeError) as problem:
                cause = str(problem) if type(problem) is ValueError else "a field has a wrong type"
                yield DeidError("D007", path=member.place, line=number, reason=cause)
                continue
            record.meta.update(path=member.place, line=number)
            yield record


def line_of(record: Record) -> dict[str, Any]:
    """Give the object that stands for a document."""
    value: dict[str, Any] = {"id": record.id, "text": record.text}
    if record.meta.get("annotated", True):
        value["spans"] = [list(span) for span in record.spans]
    meta = {key: item for key, item in record.meta.items() if key not in OWN_META}
    if meta:
        value["meta"] = meta
    if record.known_phi:
        value["known_phi"] = [list(pair) for pair in record.known_phi]
    return value


class _LineWriter:
    dropped = ""

    def __init__(self, stream: IO[bytes], masked: bool, *, array: bool = False) -> None:
        if masked:
            self.dropped = "documents come out with 'id' and 'text' alone"
        self._stream, self._masked = stream, masked
        self._array, self._before = array, b""

    def write(self, record: Record) -> None:
        """Write one line, without spans and the rest where it is masked text.

        RAISES: DeidError D116 for a lone surrogate.
        """
        value = {"id": record.id, "text": record.text} if self._masked else line_of(record)
        line = json.dumps(value, ensure_ascii=False)
        place = lone_surrogate(line)
        if place is not None:
            doc = printable(record.id)
            raise DeidError("D116", path="jsonl output", doc=doc, character=place)
        data = line.encode("utf-8")
        self._stream.write(self._before + data if self._array else data + b"\n")
        self._before = b",\n"


@contextmanager
def open_writer(path: str, options: Options) -> Iterator[Writer]:
    """Write lines with spans."""
    with new_file(path) as stream:
        yield _LineWriter(stream, masked=False)


@contextmanager
def open_masked(
    source: str, path: str, options: Options, mask_field: FieldMask | None
) -> Iterator[Writer]:
    """Write lines of id and masked text, an array for a file that holds one."""
    array = _is_array(source)
    with new_file(path) as stream:
        stream.write(b"[\n" if array else b"")
        yield _LineWriter(stream, masked=True, array=array)
        stream.write(b"\n]\n" if array else b"")


def _is_array(source: str) -> bool:
    """Tell whether an input is one file with an array, not one of lines."""
    if kind_of(source) not in ("file", "gzip"):
        return False
    (sample,) = samples_of(source, (*SUFFIXES, *_ARRAYS))
    return sample.text.startswith("[") and not sample.name.lower().endswith(SUFFIXES)


def sniff(sample: Sample) -> bool:
    """Take JSON lines whose first object has id and text, spans as lists where it has any.

    An array may be another tool's too, so its first object has to have spans or no other keys.
    """
    array = sample.text.startswith("[")
    first = sample.text.lstrip("[ \t\r\n") if array else sample.text.split("\n", 1)[0]
    if not first.startswith("{"):
        return False
    try:
        value = json.JSONDecoder().raw_decode(first)[0] if array else json.loads(first)
        to_record(value)
    except json.JSONDecodeError:
        return not array and len(first) > 1000 and '"text"' in first
    except (ValueError, RecursionError):
        return False
    return not array or "spans" in value or _KEYS.issuperset(value)


FORMAT = Format(
    name="jsonl",
    about='JSON lines {"id", "text", "spans"}',
    read=read,
    sniff=sniff,
    suffixes=SUFFIXES,
    otherwise=_ARRAYS,
    open_writer=open_writer,
    open_masked=open_masked,
    keeps_case=True,
)
