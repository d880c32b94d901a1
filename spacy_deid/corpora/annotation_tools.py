"""What annotation tools export as JSON: Prodigy, doccano and Label Studio."""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import accumulate
from typing import IO, Any

from spacy_deid.annotations import Record
from spacy_deid.corpora.checks import repaired
from spacy_deid.corpora.contract import Format, Item, Options, Writer
from spacy_deid.corpora.inputs import Sample, members
from spacy_deid.corpora.json_values import values
from spacy_deid.corpora.jsonl import spans_of
from spacy_deid.corpora.targets import new_file
from spacy_deid.errors import DeidError
from spacy_deid.intervals import PhiSpan

ToRecord = Callable[[dict[str, Any], int, str], Record]
FromRecord = Callable[[Record], dict[str, Any]]


def _text(value: dict[str, Any]) -> str:
    text = value.get("text")
    if not isinstance(text, str):
        raise ValueError("'text' is missing or not a string")
    return text


def _span(start: Any, end: Any, label: Any) -> PhiSpan:
    if type(start) is not int or type(end) is not int or not isinstance(label, str):
        raise ValueError("a span without start, end and label")
    return PhiSpan(start, end, label)


def from_prodigy(value: dict[str, Any], number: int, place: str) -> Record:
    """Turn one example into a document; one that was rejected or ignored has no annotation.

    RAISES: ValueError, saying what is missing.
    """
    meta = value.get("meta")
    inner = meta.get("id") if isinstance(meta, dict) else None
    known = (inner, value.get("id"), value.get("_task_hash"), number)
    record = Record(str(next(item for item in known if item is not None)), _text(value))
    spans = value.get("spans")
    if spans is None or value.get("answer", "accept") != "accept":
        record.meta["annotated"] = False
    else:
        record.spans = [_span(s.get("start"), s.get("end"), s.get("label")) for s in spans]
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
    record = Record(str(value.get("id", number)), _text(value))
    if "entities" in value:
        record.spans = [
            _span(s.get("start_offset"), s.get("end_offset"), s.get("label"))
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


def from_label_studio(value: dict[str, Any], number: int, place: str) -> Record:
    """Turn one task into a document, of the full or the short JSON export.

    Older versions count UTF-16 units; the text that each region repeats tells which it is. Regions
    of a task without a finished annotation are not taken from predictions.
    RAISES: ValueError, saying what is missing; DeidError D103.
    """
    data = value.get("data")
    source = data if isinstance(data, dict) else value
    identifier = source.get("id", value.get("id", number))
    record = Record(str(identifier), _text(source))
    if "annotations" in value or "completions" in value:
        done = [
            item
            for item in value.get("annotations") or value.get("completions") or []
            if not item.get("was_cancelled")
        ]
        done = [item for item in done if item.get("ground_truth")] or done
        versions = [_regions(item["result"]) for item in done]
        if any(_marks(version) != _marks(versions[0]) for version in versions):
            raise ValueError(
                f"{len(versions)} annotations that differ; mark the right one as ground truth, or "
                "export one of them"
            )
        regions = versions[0] if versions else []
        record.meta["annotated"] = bool(done)
    else:
        if "spans" in value:
            raise ValueError("it has 'spans', which Label Studio does not write")
        regions = value.get("label") or []
        record.meta["annotated"] = "label" in value
    units = _units(record.text, regions)
    for index, region in enumerate(regions, 1):
        labels = region.get("labels") or []
        if len(labels) > 1:
            raise ValueError(f"region {index} has {len(labels)} labels; a span has one")
        span = _span(region.get("start"), region.get("end"), labels[0] if labels else None)
        if units and 0 <= span.start < span.end:
            start, end = bisect_left(units, span.start), bisect_left(units, span.end)
            span = PhiSpan(start, end, span.label)
        record.spans.append(_placed(record, span, region.get("text"), place, index))
    return record


def _regions(result: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Give the regions of text with labels that one annotation holds."""
    return [
        {**item["value"], "labels": item["value"].get(item.get("type", "labels"))}
        for item in result
        if "start" in item.get("value", {}) and item.get("type", "").endswith("labels")
    ]


def _marks(regions: list[dict[str, Any]]) -> set[tuple[Any, Any, tuple[str, ...]]]:
    """Give what the regions mark, in whatever order they were drawn."""
    return {(one["start"], one.get("end"), tuple(one.get("labels") or ())) for one in regions}


def _written(text: str, region: dict[str, Any]) -> str | None:
    """Give the text that a region repeats, None where it repeats none."""
    written = region.get("text")
    if not isinstance(written, str):
        return None
    return written.replace("\\n", "\n") if "\\n" not in text else written


def _units(text: str, regions: Sequence[dict[str, Any]]) -> list[int]:
    """Give the UTF-16 unit at which each character begins, where all offsets of a task count those.

    RETURNS: [] where they count characters: no text that a region repeats says otherwise.
    """
    if all(character <= "\uffff" for character in text):
        return []
    units = list(accumulate((1 + (c > "\uffff") for c in text), initial=0))
    plain, wide = True, False
    for region in regions:
        written, start, end = _written(text, region), region.get("start"), region.get("end")
        if written is None or type(start) is not int or type(end) is not int:
            continue
        plain = plain and text[start:end] == written
        low, high = bisect_left(units, start), bisect_left(units, end)
        wide = wide or text[low:high] == written
    return units if wide and not plain else []


def _placed(record: Record, span: PhiSpan, written: Any, place: str, number: int) -> PhiSpan:
    """Move a span by up to three characters to the text that it repeats."""
    start, end, label = span
    written = _written(record.text, {"text": written})
    if written is None or not 0 <= start < end or record.text[start:end] == written:
        return span
    if start >= len(record.text):
        return span
    start, end = repaired(
        record.text, start, end, written, doc=record.id, place=place, number=number
    )
    return PhiSpan(start, end, label)


def to_label_studio(record: Record) -> dict[str, Any]:
    """Turn a document into a task with a finished annotation."""
    value: dict[str, Any] = {"data": {"id": record.id, "text": record.text}}
    if record.meta.get("annotated", True):
        result = [
            {
                "id": f"r{number}",
                "from_name": "label",
                "to_name": "text",
                "type": "labels",
                "value": {
                    "start": start,
                    "end": end,
                    "text": record.text[start:end],
                    "labels": [label],
                },
            }
            for number, (start, end, label) in enumerate(record.spans, 1)
        ]
        value["annotations"] = [{"result": result}]
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
