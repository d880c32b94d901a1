"""What annotation tools export as JSON: Prodigy and doccano here, Label Studio beside it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import IO, Any

from spacy_deid.annotations import Record
from spacy_deid.corpora.contract import Format, Item, Options, Writer
from spacy_deid.corpora.inputs import members
from spacy_deid.corpora.json_values import values
from spacy_deid.corpora.jsonl import spans_of
from spacy_deid.corpora.label_studio import from_label_studio, span_of, text_of, to_label_studio
from spacy_deid.corpora.samples import Sample
from spacy_deid.corpora.targets import new_file
from spacy_deid.errors import DeidError

ToRecord = Callable[[dict[str, Any], int, str], Record]
FromRecord = Callable[[Record], dict[str, Any]]


def from_prodigy(value: dict[str, Any], number: int, place: str) -> Record:
    """Turn one example into a document; one that was rejected or ignored has no annotation.

    RAISES: ValueError, saying what is missing.
    """
    meta = value.get("meta")
    inner = meta.get("id") if isinstance(meta, dict) else None
    known = (inner, value.get("id"), value.get("_task_hash"), number)
    record = Record(str(next(item for item in known if item is not None)), text_of(value))
    spans = value.get("spans")
    if spans is None or value.get("answer", "accept") != "accept":
        record.meta["annotated"] = False
    else:
        record.spans = [span_of(s.get("start"), s.get("end"), s.get("label")) for s in spans]
    return record


def to_prodigy(record: Record) -> dict[str, Any]:
    """Turn a document into an accepted example."""
    value: dict[str, Any] = {"text": record.text, "meta": {"id": record.id}}
    if record.meta.get("annotated", True):
        value["spans"] = [{"start": s, "end": e, "label": label} for s, e, label in record.spans]
        value["answer"] = "accept"
    return value


def from_doccano(value: dict[str, Any], number: int, place: str) -> Record:
    """Turn one exported line into a document, of either of doccano's forms.

    RAISES: ValueError, saying what is missing.
    """
    record = Record(str(value.get("id", number)), text_of(value))
    if "entities" in value:
        record.spans = [
            span_of(s.get("start_offset"), s.get("end_offset"), s.get("label"))
            for s in value["entities"]
        ]
        return record
    spans = value.get("label", value.get("labels"))
    if spans is None:
        record.meta["annotated"] = False
    else:
        record.spans = spans_of(spans)
    return record


def to_doccano(record: Record) -> dict[str, Any]:
    """Turn a document into a line that doccano imports."""
    value: dict[str, Any] = {"id": record.id, "text": record.text}
    if record.meta.get("annotated", True):
        value["label"] = [list(span) for span in record.spans]
    return value


def read(name: str, to_record: ToRecord, path: str, options: Options) -> Iterator[Item]:
    """Give each exported item as a document."""
    for member in members(path, (".jsonl", ".json", ".ndjson")):
        if isinstance(member, DeidError):
            yield member
            continue
        for number, value in values(member, options.encoding, name):
            if isinstance(value, DeidError):
                yield value
                continue
            try:
                if not isinstance(value, dict):
                    raise ValueError("it is not an object")
                record = to_record(value, number, f"{member.place}, item {number}")
            except DeidError as problem:
                yield problem
                continue
            except (ValueError, TypeError, AttributeError, KeyError) as problem:
                cause = str(problem) if type(problem) is ValueError else "a field has a wrong form"
                place = f"{member.place}, item {number}"
                yield DeidError("D122", path=place, format=name, reason=cause)
                continue
            record.meta.update(path=member.place, line=number)
            yield record


class _ItemWriter:
    def __init__(self, stream: IO[bytes], convert: FromRecord, array: bool) -> None:
        self._stream, self._convert, self._array = stream, convert, array
        self._lead = b"[\n" if array else b""

    def write(self, record: Record) -> None:
        """Write one item."""
        line = json.dumps(self._convert(record), ensure_ascii=False).encode("utf-8")
        self._stream.write(self._lead + line + (b"" if self._array else b"\n"))
        self._lead = b",\n" if self._array else b""

    def close(self) -> None:
        """End the array."""
        if self._array:
            self._stream.write(b"[\n]\n" if self._lead == b"[\n" else b"\n]\n")


@contextmanager
def open_writer(convert: FromRecord, array: bool, path: str, options: Options) -> Iterator[Writer]:
    """Write JSON lines, or the array that Label Studio imports."""
    with new_file(path) as stream:
        writer = _ItemWriter(stream, convert, array)
        yield writer
        writer.close()


def _first(sample: Sample) -> dict[str, Any]:
    text = sample.text.lstrip("[ \t\r\n")
    try:
        value, _ = json.JSONDecoder().raw_decode(text)
    except (json.JSONDecodeError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _is_prodigy(sample: Sample) -> bool:
    value = _first(sample)
    spans = value.get("spans")
    listed = isinstance(spans, list) and bool(spans) and isinstance(spans[0], dict)
    return isinstance(value.get("text"), str) and (listed or "_task_hash" in value)


def _is_doccano(sample: Sample) -> bool:
    value = _first(sample)
    spans = value.get("label", value.get("labels"))
    pairs = isinstance(spans, list) and all(isinstance(span, list) for span in spans)
    return isinstance(value.get("text"), str) and (pairs or "entities" in value)


def _is_label_studio(sample: Sample) -> bool:
    value = _first(sample)
    regions = value.get("label")
    short = isinstance(regions, list) and bool(regions) and isinstance(regions[0], dict)
    return short or (
        isinstance(value.get("data"), dict)
        and ("annotations" in value or "completions" in value or "predictions" in value)
    )


def _format(
    name: str,
    about: str,
    sniff: Callable[[Sample], bool],
    to_record: ToRecord,
    convert: FromRecord,
) -> Format:
    return Format(
        name=name,
        about=about,
        read=partial(read, name, to_record),
        sniff=sniff,
        suffixes=(".jsonl", ".json"),
        open_writer=partial(open_writer, convert, name == "label-studio"),
    )


PRODIGY = _format("prodigy", "Prodigy JSON lines", _is_prodigy, from_prodigy, to_prodigy)
DOCCANO = _format("doccano", "doccano JSON lines", _is_doccano, from_doccano, to_doccano)
LABEL_STUDIO = _format(
    "label-studio", "Label Studio JSON", _is_label_studio, from_label_studio, to_label_studio
)
