"""The work behind ``spacy-deid mask``."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import typer
from spacy.language import Language

from spacy_deid.annotations import DECISION, Proposal, Record, whole_text
from spacy_deid.cli.documents import Problems, process, source_name
from spacy_deid.cli.inputs import (
    Files,
    check_targets,
    columns_of,
    files_in,
    line_writer,
    new_text,
    records_of,
    untouched,
)
from spacy_deid.cli.models import check_parts, load_pipeline, read_key
from spacy_deid.cli.progress import tracked
from spacy_deid.errors import DeidError, reason
from spacy_deid.intervals import PhiSpan
from spacy_deid.mask.checks import check_decided
from spacy_deid.mask.keys import find_key
from spacy_deid.proposals import read_proposals

KEYED_POLICY = "vigibase"
"""What a key without a named policy means: dates shifted per case, placeholders for the rest."""


@dataclass(frozen=True, slots=True)
class Job:
    """What the command line asked for; the fields are its options."""

    source: str
    output: str
    model: str | None
    key_file: Path | None
    policy: str | None
    inverse: bool
    from_format: str | None
    column: str
    id_column: str
    case_column: str
    encoding: str
    audit_file: Path | None
    vault_file: Path | None
    review: Path | None
    workers: int


def prepared_pipeline(
    model: str | None, key_file: Path | None, policy: str | None, *, inverse: bool = False
) -> Language:
    """Load a pipeline, in the inverse mode or not, and give its masker the key and the policy.

    RAISES: DeidError D011 where the pipeline has no masker behind a resolver, D010 for a short key,
        D409 where the policy needs a key and there is none, and what ``read_key`` and
        ``load_pipeline`` raise.
    """
    key = None if key_file is None else read_key(key_file)
    nlp = load_pipeline(model, inverse=inverse)
    check_parts(nlp, model, "deid_resolver", "deid_masker")
    masker: Any = nlp.get_pipe("deid_masker")
    has_key = key is not None or find_key(masker.key_env, None) is not None
    if key is not None:
        masker.set_key(key)
    if policy is not None or has_key:
        masker.set_policy(policy or KEYED_POLICY)
    keyed = [(label, way) for label, way in masker.ways.items() if way.needs_key(label)]
    if policy is not None and keyed and masker.key is None:
        label, method = keyed[0][0], keyed[0][1].method
        variable = masker.key_env
        raise DeidError("D409", policy=policy, label=label, method=method, variable=variable)
    if not has_key and policy is None:
        typer.echo(
            "No key file: dates become days relative to the document's first day with a year. "
            "Give --key-file to shift dates instead.",
            err=True,
        )
    return nlp


def run(job: Job) -> None:
    """Mask every document of the input and write it in the input's own form.

    Documents that fail are named on standard error and left out; the exit status is then 2.
    """
    from spacy_deid.corpora.encodings import check_encoding
    from spacy_deid.corpora.formats import guess_format, open_masked_writer

    check_targets(
        {"input": job.source, "key file": job.key_file},
        (job.output, job.audit_file, job.vault_file, job.review),
        job.from_format,
    )
    problems = Problems()
    form = job.from_format
    if form is None and Path(job.source).exists():
        form = guess_format(job.source)
    columns = columns_of(job.column, job.id_column, job.encoding)
    reading = {"whole": True, "unmarked": True, "case_column": job.case_column, **columns}
    records = records_of(job.source, form, on_error=problems.add, **reading)
    nlp = prepared_pipeline(job.model, job.key_file, job.policy, inverse=job.inverse)
    done = 0
    before = files_in(job.output)
    with problems.said_once(), ExitStack() as stack:
        stack.callback(_say_untouched, job.output, before, problems)
        masker: Any = nlp.get_pipe("deid_masker")
        check_encoding(job.encoding)
        masker.set_encoding(job.encoding)
        fields = _Fields(masker)
        extras = _Extras(job, nlp, stack)  # before the writer: they appear only if it succeeds
        writer = stack.enter_context(
            open_masked_writer(job.source, form, job.output, mask_field=fields, **columns)
        )
        stays = getattr(writer, "stays", "")
        if stays:
            masked = "texts and identifying fields are masked"
            typer.echo(f"{job.source}: {masked}. Left as they are: {stays}.", err=True)
        dropped = getattr(writer, "dropped", "")
        if dropped:
            typer.echo(f"{job.source}: {dropped}.", err=True)
        left = getattr(writer, "left", ())
        if left:
            typer.echo(
                f"{job.source}: only the text column is masked. Left as they are: "
                f"{', '.join(name[:40] for name in left)}.",
                err=True,
            )
        more = nlp.pipe_names[-1] != masker.name  # which may find something
        pairs = process(
            nlp,
            _with_orders(records, job.source, form, reading),
            source=source_name(job.source),
            on_error=problems.add,
            workers=job.workers,
        )
        for record, doc in tracked(pairs, "documents masked"):
            spans = [PhiSpan(start, end, label) for start, end, label, *_ in doc._.deid_spans]
            try:
                if more:
                    check_decided(doc, read_proposals(doc, DECISION))
                writer.write(Record(record.id, doc._.deid_text, spans, record.meta))
            except DeidError as problem:
                problems.add(problem)
                continue
            extras.add(record, doc)
            if stays:
                fields.add(doc)
            done += 1
        if not done:
            problems.finish(done)  # inside the block: nothing is left where nothing was masked
    problems.finish(done)


def _with_orders(
    records: Iterator[Record], source: str, form: str | None, reading: dict[str, Any]
) -> Iterator[Record]:
    """Tell records how the other texts of their case write dates, where a file can say so."""
    from spacy_deid.corpora.formats import format_named, read_records
    from spacy_deid.corpora.orders import CaseOrders

    cases = reading["case_column"] or (form is not None and format_named(form).keeps_case)
    if not cases or not Path(source).exists() or Path(source).is_fifo():
        return records
    everything = read_records(source, form, on_error=lambda _: None, **reading)
    return CaseOrders(everything).told(records)


def _say_untouched(folder: str, before: Files, problems: Problems) -> None:
    """Say which files an earlier run may have left where documents failed in this one."""
    said = untouched(folder, before) if problems.codes else ""
    if said:
        typer.echo(
            f"{said} What they hold may be an older masking of documents that failed now.", err=True
        )


@contextmanager
def _blamed(path: Path | None) -> Iterator[None]:
    """Name the file that could not be written, not another output that is open as well."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as problem:
        raise DeidError("D008", path=path, reason=reason(problem)) from None


class _Fields:
    """Masks the fields of messages as the texts of their case are masked."""

    def __init__(self, masker: Any) -> None:
        self._masker = masker
        self._texts: dict[str, list[tuple[str, list[Proposal]]]] = {}

    def add(self, doc: Any) -> None:
        """Note a text of a case."""
        told = self._texts.setdefault(doc._.deid_case, [])
        told.append((whole_text(doc), read_proposals(doc, DECISION)))

    def __call__(self, label: str, value: str, case: str) -> str | None:
        """Mask the value of a field; see ``Masker.mask_field``."""
        beside = self._texts.get(case, ()) if case else ()
        masked: str | None = self._masker.mask_field(label, value, case, beside)
        return masked


class _Extras:
    """What is written beside the masked documents on request."""

    def __init__(self, job: Job, nlp: Language, stack: ExitStack) -> None:
        self._job = job
        self._audit = None
        self._review = None
        self._vault = None
        if job.audit_file is not None:
            self._audit = stack.enter_context(line_writer(job.audit_file))
        if job.review is not None:
            from spacy_deid.mask.review import open_review

            handle = stack.enter_context(new_text(job.review, private=True))
            self._review = stack.enter_context(open_review(handle))
        if job.vault_file is not None:
            from spacy_deid.mask.vault import open_vault

            masker: Any = nlp.get_pipe("deid_masker")
            stack.enter_context(_blamed(job.vault_file))
            self._vault = stack.enter_context(open_vault(job.vault_file, masker.key))

    def add(self, record: Record, doc: Any) -> None:
        """Note one masked document."""
        if self._audit is not None:
            with _blamed(self._job.audit_file):
                self._audit({"id": record.id, **(doc._.deid_audit or {})})
        if self._review is not None:
            found = [(p.start, p.end, p.label) for p in read_proposals(doc, DECISION)]
            with _blamed(self._job.review):
                self._review(record.id, record.text, found, doc._.deid_text, doc._.deid_spans)
        if self._vault is not None:
            with _blamed(self._job.vault_file):
                self._vault(record.id, doc)
