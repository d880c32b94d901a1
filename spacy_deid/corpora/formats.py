"""The formats by name, and the four ways in and out: guess, read, write, write masked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from spacy_deid.annotations import Record
from spacy_deid.corpora import (
    annotation_tools,
    brat,
    conll,
    docbin,
    e2b_r2,
    e2b_r3,
    i2b2_2006,
    i2b2_2014,
    jsonl,
    parquet,
    plain,
    tables,
    uima,
    vaers,
)
from spacy_deid.corpora.checks import SeenIds, check_spans, check_text, map_spans
from spacy_deid.corpora.contract import FieldMask, Format, Item, Options, Writer, place_of
from spacy_deid.corpora.encodings import check_encoding
from spacy_deid.corpora.inputs import Member, kind_of, members
from spacy_deid.corpora.samples import Sample, mixed, samples_of
from spacy_deid.corpora.targets import suffix_of
from spacy_deid.errors import DeidError
from spacy_deid.phi import SCHEMES

FORMATS: dict[str, Format] = {
    form.name: form
    for form in (
        i2b2_2014.FORMAT,
        i2b2_2006.FORMAT,
        i2b2_2014.MEDDOCAN,
        e2b_r2.FORMAT,
        e2b_r3.FORMAT,
        brat.FORMAT,
        uima.FORMAT,
        vaers.FORMAT,
        docbin.FORMAT,
        parquet.FORMAT,
        annotation_tools.LABEL_STUDIO,
        annotation_tools.PRODIGY,
        annotation_tools.DOCCANO,
        jsonl.FORMAT,
        tables.CSV,
        tables.TSV,
        conll.FORMAT,
        plain.FORMAT,
    )
}
"""Name to format; the order is that in which ``guess_format`` asks them."""

TABLES = ("csv", "tsv", "parquet")
"""Formats with columns; their documents may have no id but the number of their row."""
_USUAL = {".jsonl": "jsonl", ".ndjson": "jsonl", ".json": "label-studio"}
_LINES = 50


def format_named(name: str) -> Format:
    """Give a format by its name.

    RAISES: DeidError D123 for a name that is not known.
    """
    if name not in FORMATS:
        raise DeidError("D123", kind="format", name=name, known=", ".join(FORMATS))
    return FORMATS[name]


def guess_format(path: str | Path) -> str:
    """Tell the format of an input by its content, failing that by its suffix.

    path: a file, a directory, an archive, or '-'.
    RETURNS: a key of ``FORMATS``.
    RAISES: DeidError D003 and D004 where it cannot be read; D005 where no format is like it.
    """
    samples = samples_of(
        path, tuple({suffix for form in FORMATS.values() for suffix in form.suffixes})
    )
    if str(path) != "-" and Path(path).is_dir() and not samples[0].names:
        raise DeidError("D005", path=path, known=", ".join(FORMATS))
    if told := mixed(samples[0].names):
        raise DeidError("D005", path=f"{path} ({told})", known=", ".join(FORMATS))
    for sample in samples:
        for view in _views(sample):
            for form in FORMATS.values():
                if form.sniff(view):
                    return form.name
    guessed = _by_suffix(samples[0])
    if guessed is None:
        raise DeidError("D005", path=place_of(path), known=", ".join(FORMATS))
    return guessed


def _views(sample: Sample) -> Iterator[Sample]:
    """Give the sample, and JSON lines without their first ones too: a bad line does not decide."""
    yield sample
    if sample.name.lower().endswith((".jsonl", ".ndjson")):
        for _ in range(_LINES):
            sample = replace(sample, head=sample.head.partition(b"\n")[2])
            if not sample.head:
                return
            yield sample


def _by_suffix(sample: Sample) -> str | None:
    """Tell by suffix; standard input that looks like nothing else is text."""
    name = sample.name.lower()
    if not name:
        return "text"
    for suffix, usual in _USUAL.items():
        if name.endswith(suffix):
            return usual
    for form in FORMATS.values():
        if name.endswith(form.suffixes) and form.suffixes != (".xml",):
            return form.name
    return None


def guess_format_of_output(path: str | Path) -> str | None:
    """Tell the format of a file to be written by its suffix; None where that says nothing."""
    suffix = suffix_of(path)
    for name in ("jsonl", "csv", "tsv", "parquet", "docbin", "conll", "uima"):
        if name in FORMATS and suffix in FORMATS[name].suffixes:
            return name
    return None


def left_out(path: str | Path, format: str) -> tuple[int, int]:
    """Count the files of a directory or an archive that a format passes over for their names.

    format: a key of ``FORMATS``.
    RETURNS: how many of how many, hidden ones aside; 0 of 0 for an input that is one file.
    """
    if kind_of(path) not in ("directory", "zip", "tar"):
        return 0, 0
    names = [found.name.lower() for found in members(path, ()) if isinstance(found, Member)]
    form = format_named(format)
    taken = sum(name.endswith(form.suffixes + form.beside) for name in names)
    taken = taken or sum(name.endswith(form.otherwise) for name in names)
    return len(names) - taken, len(names)


def read_records(
    path: str | Path,
    format: str | None = None,
    *,
    strict: bool = False,
    on_error: Callable[[DeidError], None] | None = None,
    text_column: str = "text",
    id_column: str = "id",
    spans_column: str = "spans",
    encoding: str = "utf-8",
    scheme: str | None = None,
    gold: bool = False,
    decided: bool = False,
    whole: bool = False,
    case_column: str = "",
    unmarked: bool = False,
    dropped: Counter[str] | None = None,
) -> Iterator[Record]:
    """Read documents one at a time, whatever they lie in.

    path: a file, a directory, a zip or tar archive of files, or '-' for standard input.
    format: a key of ``FORMATS``; None guesses.
    strict: raise at the first document that fails.
    on_error: called with the reason of each document that fails and is left out; None raises.
    text_column, id_column, spans_column: of tables.
    case_column: of tables; rows of one case share surrogates and date offsets. '' for none.
    encoding: of files that do not name their own.
    scheme: label scheme to turn the labels into; spans without a label there are left out
        (``phi.map_losses`` tells which). None keeps the labels of the source.
    gold: documents that ought to hold annotation and do not (no TAGS, empty TEXT) fail.
    decided: of a Doc that holds gold and what a pipeline found, the latter is read.
    whole: in a directory or an archive, a message that cannot be read to its end gives no document
        (D127), since it cannot be written again.
    unmarked: spans are left out, and so do their faults, as far as the text can be read without.
    dropped: counts the labels of the spans that ``scheme`` has none for.
    RETURNS: records with spans in order, inside the text and without overlaps, ids unique; an
        empty input gives none.
    RAISES: DeidError for an input that cannot be read at all (D003, D004, D005, D012, D123), for a
        case column of what is no table (D130), and for a document's failure as above.
    """
    form = format_named(format or guess_format(path))
    if scheme is not None and scheme not in SCHEMES:
        raise DeidError("D123", kind="label scheme", name=scheme, known=", ".join(SCHEMES))
    check_encoding(encoding)
    if case_column and form.name not in TABLES:
        raise DeidError("D130", path=place_of(path), format=form.name)
    options = Options(
        text_column, id_column, spans_column, encoding, gold, decided, whole, case_column, unmarked
    )
    ids = SeenIds()
    for item in form.read(str(path), options):
        try:
            if unmarked and isinstance(item, Record):
                item.spans = []
            yield _checked(item, form, scheme, ids, dropped)
        except DeidError as problem:
            if strict or on_error is None:
                raise
            on_error(problem)


def _checked(
    item: Item, form: Format, scheme: str | None, ids: SeenIds, dropped: Counter[str] | None
) -> Record:
    if isinstance(item, DeidError):
        raise item
    place = str(item.meta.get("path", ""))
    if "line" in item.meta:
        place = f"{place}, line {item.meta['line']}"
    check_text(item, place)
    if not ids.add(item.id):
        raise DeidError("D104", path=place, doc=item.id)
    check_spans(item, place)
    if scheme is not None:
        left_out = map_spans(item, form.scheme, scheme, place)
        if dropped is not None:
            dropped.update(span.label for span in left_out)
    return item


@contextmanager
def open_writer(
    path: str | Path,
    format: str,
    *,
    text_column: str = "text",
    id_column: str = "id",
    spans_column: str = "spans",
    encoding: str = "utf-8",
) -> Iterator[Writer]:
    """Open an output for documents with spans.

    path: a file, for formats of many files a directory; '-' is standard output, for formats of one
        file.
    RETURNS: a context manager whose value has ``write(record)``. The output takes its name when the
        block ends well; after an exception nothing is left. A document that the format cannot hold
        raises in ``write`` and leaves the output as it was, so that the caller can go on.
    RAISES: DeidError D008 where it cannot be written; D124 where the format is only read.
    """
    form = format_named(format)
    if form.open_writer is None:
        raise DeidError("D124", format=format)
    options = Options(text_column, id_column, spans_column, encoding)
    with form.open_writer(str(path), options) as writer:
        yield writer


class _InScheme:
    """Writes masked documents with the labels that their format knows."""

    def __init__(self, writer: Writer, scheme: str) -> None:
        self._writer, self._scheme = writer, scheme

    def write(self, record: Record) -> None:
        """Write one document."""
        copy = Record(record.id, record.text, list(record.spans), record.meta)
        map_spans(copy, None, self._scheme, f"{self._scheme} output")
        self._writer.write(copy)


@contextmanager
def open_masked_writer(
    input_path: str | Path,
    format: str | None,
    output_path: str | Path,
    *,
    text_column: str = "text",
    id_column: str = "id",
    spans_column: str = "spans",
    encoding: str = "utf-8",
    mask_field: FieldMask | None = None,
) -> Iterator[Writer]:
    """Open an output for masked text in the input's own form.

    Tables keep their columns but for the spans; JSON lines keep id and text; XML keeps its layout
    with new TEXT and TAGS; messages keep their structure with free text replaced and identifying
    fields masked. Documents that are never written do not appear, or appear empty where the form
    needs them. Documents come in the order in which ``read_records`` gave them, with their ids.
    format: of the input; None guesses.
    mask_field: for structured fields of messages, see ``contract.FieldMask``; None empties them.
    RETURNS: a context manager whose value has ``write(record)``: the masked text, and the spans
        where they stand in it.
    RAISES: DeidError D008 where it cannot be written; D118 where the input would have to be read
        twice and cannot.
    """
    form = format_named(format or guess_format(input_path))
    options = Options(text_column, id_column, spans_column, encoding, unmarked=True)
    if form.open_masked is not None:
        opened = form.open_masked(str(input_path), str(output_path), options, mask_field)
    elif form.open_writer is not None:
        opened = form.open_writer(str(output_path), options)
    else:
        raise DeidError("D124", format=form.name)
    with opened as writer:
        yield _InScheme(writer, form.scheme) if form.scheme else writer
