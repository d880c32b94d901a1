"""Build the training corpus of the released model: synthetic reports and VAERS narratives."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack
from itertools import islice
from pathlib import Path

import spacy
from spacy.training import Example

from spacy_deid.annotations import Record
from spacy_deid.corpora.docs import record_to_doc
from spacy_deid.corpora.formats import open_writer, read_records
from spacy_deid.errors import DeidError
from spacy_deid.intervals import PhiSpan
from spacy_deid.proposals import read_proposals
from spacy_deid.synthesize.augmenters import create_combined
from spacy_deid.synthesize.generator import synthesize
from spacy_deid.synthesize.injection import inject

_TOKENIZER = {"nlp": {"tokenizer": {"@tokenizers": "spacy_deid.NarrativeTokenizer.v1"}}}
_DEV_SHARE = 12
"""One development report for so many training reports."""
_LEAST_DEV = 60
_COPIES = 3
"""How often a written report is learnt from: as it is, and with fresh surrogates and some noise."""
_ROUNDS = 3
"""How often each annotated narrative is injected, each time with other names."""


def build(
    output: Path,
    *,
    vaers: Path | None,
    written: Path | None = None,
    reports: int,
    narratives: int,
    seed: int,
    note: Callable[[str], None],
) -> dict[str, int]:
    """Write ``train/*.spacy``, ``dev/*.spacy`` and the same as JSON lines in ``gold/``.

    vaers: directory with ``annotations-*.jsonl`` and the narratives' text; without the text the
        corpus is synthetic alone, which ``note`` is told.
    written: directory with ``train.jsonl`` and ``dev.jsonl``, reports written and marked by hand.
    reports: synthetic training reports. narratives: of those without annotation, how many get
        identifying sentences worked in; their dates and ages are labelled by ``deid_patterns``.
    seed: of everything drawn by lot.
    RETURNS: part to number of documents. Files: gold/train.jsonl and gold/dev.jsonl hold all
        parts, gold/<part>.jsonl each by itself.
    """
    parts: dict[str, Iterable[Record]] = {
        "synthetic-train": synthesize(n=reports, seed=seed, split="train"),
        "synthetic-dev": synthesize(
            n=max(reports // _DEV_SHARE, _LEAST_DEV), seed=seed + 1, split="dev"
        ),
    }
    if vaers is not None:
        parts.update(_vaers_parts(vaers, narratives, seed, note))
    if written is not None:
        parts["written-train"] = _with_surrogates(_written(written / "train.jsonl"), seed)
        parts["written-dev"] = _written(written / "dev.jsonl")
    for folder in ("train", "dev", "gold"):
        (output / folder).mkdir(parents=True, exist_ok=True)
        for stale in (output / folder).iterdir():
            stale.unlink()
    return _write(output, parts)


def _vaers_parts(
    vaers: Path, narratives: int, seed: int, note: Callable[[str], None]
) -> Mapping[str, Iterable[Record]]:
    parts: dict[str, Iterable[Record]] = {}
    for split in ("train", "dev"):
        problems: list[DeidError] = []
        path = vaers / f"annotations-{split}.jsonl"
        if not path.exists():
            note(f"{path} is missing: no VAERS {split} part.")
            continue
        found = list(read_records(path, "vaers", on_error=problems.append))
        if problems:
            note(
                f"{len(problems)} of {len(found) + len(problems)} VAERS {split} narratives have no "
                f"text in {vaers} (put the VAERS data files there), first: {problems[0]}"
            )
        if not found:
            continue
        for record in found:
            record.meta["genre"] = "vaers"
        parts[f"vaers-{split}"] = found
        if split == "train":
            parts["injected-train"] = _injected(found, seed)
    if "vaers-train" in parts and narratives:
        known = {record.id for part in parts.values() for record in part}
        parts["injected-train"] = [
            *parts["injected-train"],
            *inject(_silver(vaers, known, narratives), seed=seed, split="train"),
        ]
    return parts


def _written(path: Path) -> Iterator[Record]:
    for record in read_records(path, "jsonl", strict=True, gold=True):
        record.meta["genre"] = "written"
        yield record


def _with_surrogates(records: Iterable[Record], seed: int) -> Iterator[Record]:
    """Give each record as it is and, several times, with other names, places, dates and numbers.

    Some of the copies are noisy: other letter case, typing errors, glued and broken words.
    """
    nlp = spacy.blank("en", config=_TOKENIZER)
    surrogates = create_combined(seed, glue_break=0.15, typos=0.2, case=0.25)
    for record in records:
        example = Example(nlp.make_doc(record.text), record_to_doc(record, nlp))
        for number in range(_COPIES):
            docs = [e.reference for e in surrogates(nlp, example)] if number else []
            for doc in docs or [example.reference]:
                spans = [PhiSpan(*span) for span in doc._.deid_gold]
                yield Record(f"{record.id}-{number}", doc.text, spans, dict(record.meta))


def _injected(records: list[Record], seed: int) -> list[Record]:
    found = []
    for number in range(_ROUNDS):
        for record in inject(records, seed=seed + number, split="train"):
            record.id = f"{record.id}-{number}"
            found.append(record)
    return found


def _silver(vaers: Path, known: set[str], most: int) -> Iterator[Record]:
    """Give narratives without annotation, their dates and ages labelled by the patterns."""
    nlp = spacy.blank("en", config=_TOKENIZER)
    nlp.add_pipe("deid_patterns", config={"kinds": ["dates", "ages"]})
    files = [p for p in sorted(vaers.glob("*.jsonl")) if not p.name.startswith("annotations-")]
    files += sorted(vaers.glob("*.csv"))
    unknown = (
        record
        for path in files
        for record in read_records(path, "vaers", on_error=lambda problem: None)
        if record.id not in known
    )
    for record in islice(unknown, most):
        spans: list[PhiSpan] = []
        proposals = read_proposals(nlp(record.text), "deid_patterns")
        for p in sorted(proposals, key=lambda p: p.start):
            if not spans or p.start >= spans[-1].end:
                spans.append(PhiSpan(p.start, p.end, p.label))
        record.spans = spans
        record.meta.update(annotated=True, genre="vaers")
        yield record


def _write(output: Path, parts: Mapping[str, Iterable[Record]]) -> dict[str, int]:
    counts: dict[str, int] = {}
    with ExitStack() as stack:

        def writer(path: Path, form: str):  # type: ignore[no-untyped-def]
            return stack.enter_context(open_writer(path, form))

        whole = {
            split: writer(output / "gold" / f"{split}.jsonl", "jsonl") for split in ("train", "dev")
        }
        for part, records in parts.items():
            name, _, split = part.rpartition("-")
            own = writer(output / "gold" / f"{part}.jsonl", "jsonl")
            binary = writer(output / split / f"{name}.spacy", "docbin")
            counts[part] = 0
            for record in records:
                for target in (own, binary, whole[split]):
                    target.write(record)
                counts[part] += 1
    return counts
