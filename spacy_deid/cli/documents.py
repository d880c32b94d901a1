"""Run a pipeline over documents so that one bad document never takes the others with it."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice

import typer
from spacy.language import Language
from spacy.tokens import Doc

from spacy_deid.annotations import Record
from spacy_deid.corpora.docs import put_case
from spacy_deid.errors import DeidError
from spacy_deid.tokens import check_text

BATCH = 128
"""Documents a memory zone lives for."""


class Problems:
    """Collects what went wrong, says each on standard error, and sets the exit status."""

    def __init__(self) -> None:
        self.codes: Counter[str] = Counter()
        self._said: set[str] = set()

    def add(self, problem: DeidError) -> None:
        """Note one failed document, or as many as the error tells of, and go on."""
        count = problem.facts.get("unwritten", 1)
        self.codes[problem.code] += count if isinstance(count, int) else 1
        self._said.add(str(problem))
        typer.echo(str(problem), err=True)

    @contextmanager
    def said_once(self) -> Iterator[None]:
        """End the command without a word where what ends it was said before.

        A message that is cut short fails when it is read, and as a whole when it is written.
        """
        try:
            yield
        except DeidError as problem:
            if str(problem) not in self._said:
                raise
            typer.echo(str(DeidError("D016")), err=True)
            raise typer.Exit(2) from None

    def finish(self, done: int) -> None:
        """End the command: exit status 2 and a summary where anything failed.

        done: documents that were written.
        """
        failed = sum(self.codes.values())
        if not failed:
            return
        codes = ", ".join(f"{code} ({count})" for code, count in sorted(self.codes.items()))
        summary = DeidError("D013", failed=failed, total=done + failed, written=done, codes=codes)
        typer.echo(str(summary), err=True)
        raise typer.Exit(2)


def process(
    nlp: Language,
    records: Iterable[Record],
    *,
    source: str,
    on_error: Callable[[DeidError], None],
    workers: int = 1,
) -> Iterator[tuple[Record, Doc]]:
    """Run the pipeline over records, in their order.

    source: what to call the input in error messages.
    on_error: gets one coded error per document that failed; that document is left out.
    workers: processes; 1 runs in this one.
    RETURNS: pairs of record and finished Doc. A Doc is valid only until the next pair is asked for:
        it lives in a memory zone, so that a long run does not grow the string store.
    """
    waiting = iter(records)
    while batch := list(islice(waiting, BATCH * max(1, workers))):
        with nlp.memory_zone():
            good: list[Record] = []
            docs: list[Doc] = []
            for record in batch:
                doc = _made(nlp, record, source, on_error)
                if doc is not None:
                    good.append(record)
                    docs.append(doc)
            yield from _finished(nlp, good, docs, source, on_error, workers)


def _made(
    nlp: Language, record: Record, source: str, on_error: Callable[[DeidError], None]
) -> Doc | None:
    try:
        check_text(record.text)
        doc = nlp.make_doc(record.text)
    except Exception as problem:
        on_error(_coded(problem, record, source))
        return None
    put_case(doc, record)
    return doc


def _finished(
    nlp: Language,
    records: list[Record],
    docs: list[Doc],
    source: str,
    on_error: Callable[[DeidError], None],
    workers: int,
) -> Iterator[tuple[Record, Doc]]:
    """Run the batch at once; where that fails, run its documents one by one to find the culprit."""
    try:
        finished = list(nlp.pipe(docs, n_process=workers))
    except Exception:
        finished = []
    if len(finished) == len(records):
        yield from zip(records, finished, strict=True)
        return
    for record in records:
        doc = _made(nlp, record, source, on_error)
        if doc is None:
            continue
        try:
            for _, component in nlp.pipeline:
                doc = component(doc)
        except Exception as problem:
            on_error(_coded(problem, record, source))
            continue
        yield record, doc


def _coded(problem: Exception, record: Record, source: str) -> DeidError:
    """Name the kind of an exception, never its message, which could quote the document."""
    reason = str(problem) if isinstance(problem, DeidError) else type(problem).__name__
    return DeidError("D009", path=source, doc=record.id, reason=reason)


def source_name(path: str) -> str:
    """Name an input in messages."""
    return "standard input" if path == "-" else path


def stdout_is_terminal() -> bool:
    """Tell whether a person reads standard output."""
    return sys.stdout.isatty()
