"""What ``evaluate`` and ``compare`` share: reading both sides, and writing the results."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import srsly
import typer

from spacy_deid.annotations import Record
from spacy_deid.corpora.inputs import Member, kind_of, members
from spacy_deid.corpora.json_values import parsed_until
from spacy_deid.corpora.lines import read_lines, text_lines
from spacy_deid.errors import DeidError
from spacy_deid.intervals import PhiSpan
from spacy_deid.score.pairing import Paired, Prediction, known_of, of_record, paired

SPAN_LINES = (".jsonl", ".ndjson", ".json", "")
PREDICTION_META = ("sources", "scores", "verdicts", "masked")


def gold_records(path: str, from_format: str | None, **columns: Any) -> list[Record]:
    """Read the gold documents; the first that cannot be read ends the command.

    RAISES: DeidError of the reader; D507 where there are none.
    """
    from spacy_deid.cli.progress import tracked
    from spacy_deid.corpora.formats import read_records

    found = read_records(path, from_format, gold=True, **columns)
    records = list(tracked(found, "gold documents read"))
    if not records:
        raise DeidError("D507", path=path)
    return records


def predictions(path: str, from_format: str | None, **columns: Any) -> Iterator[Prediction]:
    """Read predictions: any corpus format, or spans alone as ``spacy-deid find`` writes them."""
    from spacy_deid.corpora.formats import read_records

    member = _spans_alone(path) if from_format in (None, "jsonl") else None
    if member is not None:
        yield from _span_lines(member)
        return
    for record in read_records(path, from_format, decided=True, **columns):
        yield of_record(record)


def _spans_alone(path: str) -> Member | None:
    """Give the file, gzipped or not, whose first line is a prediction without text."""
    if path == "-" or not Path(path).is_file() or kind_of(path) not in ("file", "gzip"):
        return None
    member = next(members(path, ()))
    if isinstance(member, DeidError) or Path(member.name).suffix.lower() not in SPAN_LINES:
        return None
    for _, raw in read_lines(member):
        if raw.strip():
            try:
                value = json.loads(raw)
            except (ValueError, RecursionError):
                return None
            alone = isinstance(value, dict) and "spans" in value and "text" not in value
            return member if alone else None
    return None


def _span_lines(member: Member) -> Iterator[Prediction]:
    for number, line in text_lines(member, "utf-8"):
        if isinstance(line, DeidError):
            raise line
        if line.strip():
            yield _prediction(line, member.place, number)


def _prediction(line: str, path: str, number: int) -> Prediction:
    try:
        value = json.loads(line)
        spans, scores = _spans(value["spans"])
        identifier, text = value["id"], value.get("text")
        if isinstance(identifier, bool) or not isinstance(identifier, (str, int)):
            raise TypeError
        if not isinstance(text, (str, type(None))):
            raise TypeError
    except json.JSONDecodeError as problem:
        reason = parsed_until(problem)
    except KeyError as problem:
        reason = f"{problem.args[0]!r} is missing"
    except (TypeError, ValueError, AttributeError, RecursionError):
        reason = "a value is of the wrong kind"
    else:
        meta = {key: value[key] for key in PREDICTION_META if value.get(key) is not None}
        if scores is not None:
            meta.setdefault("scores", scores)
        return Prediction(str(identifier), spans, text, meta)
    raise DeidError("D509", path=path, line=number, reason=reason) from None


def _spans(value: Any) -> tuple[list[PhiSpan], list[float] | None]:
    """Turn ``[[start, end, label(, score)], …]`` into spans and scores."""
    spans: list[PhiSpan] = []
    scores: list[float] = []
    for start, end, label, *rest in value:
        if type(start) is not int or type(end) is not int or not isinstance(label, str):
            raise TypeError
        spans.append(PhiSpan(start, end, label))
        scores.extend(float(score) for score in rest[:1])
    return spans, scores if spans and len(scores) == len(spans) else None


def pair_files(
    gold: list[Record],
    gold_path: str,
    path: str,
    from_format: str | None,
    scheme: str | None,
    **columns: Any,
) -> Paired:
    """Pair gold documents with the predictions of a file.

    RAISES: DeidError D501 to D510, with what does not fit.
    """
    guesses = predictions(path, from_format, **columns)
    return paired(gold, guesses, scheme=scheme, sides=(gold_path, path))


def annotated(path: str, records: Sequence[Record]) -> list[Record]:
    """Leave out the documents that hold no gold annotation, and say how many.

    RAISES: DeidError D507 where there are no documents, D510 where none of them holds any.
    """
    if not records:
        raise DeidError("D507", path=path)
    known = known_of(records)
    for line in say_unknown(len(records) - len(known), len(known)):
        typer.echo(f"{path}: {line}", err=True)
    return known


def say_unknown(unknown: int, known: int) -> Iterator[str]:
    """Say how many documents are left out since nobody annotated them."""
    if unknown:
        yield (
            f"Left out, for the gold says nothing of them: {unknown} of {unknown + known} "
            "documents. Documents in which nothing identifies need an empty list of spans."
        )


def say_dropped(found: Paired) -> Iterator[str]:
    """Say which spans the scheme has no label for and count only where labels do not.

    Also which labels are wider than what the scheme makes of them, and how many documents are left
    out, since their gold holds no annotation.
    """
    yield from say_unknown(found.unannotated, len(found.pairs))
    for side, labels in found.dropped.items():
        if labels:
            listed = ", ".join(f"{label} ({count})" for label, count in sorted(labels.items()))
            yield f"Scored without a label, for {found.scheme} has none for them: {side} {listed}"
    for side, labels in found.guessed.items():
        if labels:
            listed = ", ".join(f"{label} ({count})" for label, count in sorted(labels.items()))
            yield (
                f"Wider than the {found.scheme} label that each counts as, so that figures with "
                f"labels say little: {side} {listed}"
            )


def write_text(path: str, text: str) -> None:
    """Write a text file that takes its name when it is whole; '-' is standard output."""
    from spacy_deid.cli.inputs import new_text

    with new_text(path) as handle:
        handle.write(text)


def json_text(value: Any) -> str:
    """Give JSON as files hold it."""
    return f"{srsly.json_dumps(value, indent=2)}\n"


def write_json(path: str, value: Any) -> None:
    """Write JSON."""
    write_text(path, json_text(value))


def write_csv(path: str, columns: Iterable[str], rows: Iterable[Iterable[Any]]) -> None:
    """Write a table."""
    from spacy_deid.cli.inputs import new_text

    with new_text(path) as handle:
        writer = csv.writer(handle, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(rows)
