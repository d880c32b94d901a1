"""Tasks of Label Studio, whose offsets may count other units than characters."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate
from typing import Any

from spacy_deid.annotations import Record
from spacy_deid.corpora.checks import repaired
from spacy_deid.intervals import PhiSpan


def text_of(value: dict[str, Any]) -> str:
    """Give the text of an exported item.

    RAISES: ValueError where there is none.
    """
    text = value.get("text")
    if not isinstance(text, str):
        raise ValueError("'text' is missing or not a string")
    return text


def span_of(start: Any, end: Any, label: Any) -> PhiSpan:
    """Give a span of an exported item.

    RAISES: ValueError where a part of it is missing.
    """
    if type(start) is not int or type(end) is not int or not isinstance(label, str):
        raise ValueError("a span without start, end and label")
    return PhiSpan(start, end, label)


def from_label_studio(value: dict[str, Any], number: int, place: str) -> Record:
    """Turn one task into a document, of the full or the short JSON export.

    Older versions count UTF-16 units; the text that each region repeats tells which it is. Regions
    of a task without a finished annotation are not taken from predictions.
    RAISES: ValueError, saying what is missing; DeidError D103.
    """
    data = value.get("data")
    source = data if isinstance(data, dict) else value
    identifier = source.get("id", value.get("id", number))
    record = Record(str(identifier), text_of(source))
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
        span = span_of(region.get("start"), region.get("end"), labels[0] if labels else None)
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
