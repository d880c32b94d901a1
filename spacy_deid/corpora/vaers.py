"""VAERS: standoff annotations joined with the narratives that users download.

``annotations-*.jsonl`` hold id, sha1 of the text (UTF-8) and spans; the text comes from VAERS CSV
files (columns VAERS_ID and SYMPTOM_TEXT, ISO-8859-1, stripped) or from JSON lines, any number of
them in the same directory. Without annotations every report comes without spans.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from hashlib import sha1
from pathlib import Path

from spacy_deid.annotations import Record
from spacy_deid.corpora import jsonl
from spacy_deid.corpora.contract import FieldMask, Format, Item, Options, Writer
from spacy_deid.corpora.encodings import decode, is_utf8
from spacy_deid.corpora.inputs import Member, existing, kind_of, members
from spacy_deid.corpora.json_values import load
from spacy_deid.corpora.lines import read_lines
from spacy_deid.corpora.samples import Sample
from spacy_deid.corpora.table_rows import Columns, column, documents, header_of, table
from spacy_deid.corpora.tables import MaskedTable, masked_table
from spacy_deid.errors import DeidError
from spacy_deid.intervals import PhiSpan

_NAMES = ("VAERS_ID", "SYMPTOM_TEXT")
_COLUMNS = Options(_NAMES[1], _NAMES[0], "\0", "latin-1")


@dataclass(slots=True)
class Standoff:
    """The annotation of one report.

    sha1: of the text in UTF-8, hexadecimal.
    found: how often a text came that is another.
    """

    id: str
    sha1: str
    spans: list[PhiSpan]
    place: str
    other_texts: int = 0


def _encoding(options: Options) -> str:
    return "latin-1" if is_utf8(options.encoding) else options.encoding


def _files(path: str) -> tuple[list[Path], list[Path]]:
    """Give the annotation files and the text files that belong to an input."""
    if path == "-":
        return [], [Path(path)]
    found = existing(path)
    folder = found if found.is_dir() else found.parent
    if found.is_dir():
        notes = sorted(folder.glob("annotations-*.jsonl"))
    elif found.name.startswith("annotations-"):
        notes = [found]
    else:
        return [], [found]
    texts = [
        file
        for file in sorted(folder.iterdir())
        if file.suffix.lower() in (".csv", ".jsonl") and not file.name.startswith("annotations-")
    ]
    return notes, texts


def read_standoff(path: Path) -> Iterator[Standoff | DeidError]:
    """Give the lines of an annotation file."""
    member = Member(path.name, str(path), lambda: path.open("rb"))
    for number, raw in read_lines(member):
        if not raw.strip():
            continue
        try:
            value = load(decode(raw, "utf-8", str(path)), str(path), number)
            yield Standoff(
                str(value["id"]), str(value["sha1"]), jsonl.spans_of(value["spans"]), str(path)
            )
        except DeidError as problem:
            yield problem
        except (KeyError, TypeError, ValueError):
            yield DeidError(
                "D122",
                path=f"{path}, line {number}",
                format="vaers",
                reason="it has no id, sha1 and spans",
            )


def _is_lines(path: Path) -> bool:
    return path.name.lower().removesuffix(".gz").endswith(".jsonl")


def _reports(path: Path, options: Options, several: bool) -> Iterator[Item]:
    """Give the reports of one text file, ids as the annotations have them.

    several: it is one of many, as VAERS ships them: those of vaccines and symptoms hold none.
    """
    if _is_lines(path):
        for item in jsonl.read(str(path), options):
            if isinstance(item, Record):
                item.spans, item.meta["annotated"] = [], False
                item.text = item.text.strip()
                if item.id.isdigit():
                    item.id = f"vaers-{item.id}"
            yield item
        return
    several = several or kind_of(path) in ("zip", "tar")
    for member in members(path, (".csv",)):
        if isinstance(member, DeidError):
            yield member
            continue
        with member.open() as stream:
            encoding = _encoding(options)
            _, lines = table(member, stream, ",", encoding)
            header = header_of(lines)
            known = [column(header, name) for name in _NAMES]
            if None in known:
                if known[0] is None or not several:
                    yield _no_report(member)
                continue
            columns = Columns(header, _COLUMNS, member.place)
            for item in documents(lines, columns, member.place, encoding):
                if isinstance(item, Record):
                    item.id = f"vaers-{item.id.strip()}"
                    item.text = item.text.strip()
                yield item


def _no_report(member: Member) -> DeidError:
    cause = f"it has no columns {' and '.join(_NAMES)}"
    return DeidError("D122", path=member.place, format="vaers", reason=cause)


def _texts(text: str) -> Iterator[str]:
    """Give the text, and it again as if its bytes had been Windows-1252 or UTF-8."""
    yield text
    try:
        data = text.encode("latin-1")
    except UnicodeEncodeError:
        return
    for encoding in ("cp1252", "utf-8"):
        try:
            yield data.decode(encoding).strip()
        except UnicodeDecodeError:
            continue


def _joined(record: Record, note: Standoff) -> Record | None:
    for text in _texts(record.text):
        if sha1(text.encode("utf-8", errors="surrogatepass")).hexdigest() == note.sha1:
            return Record(record.id, text, list(note.spans), {**record.meta, "annotated": True})
    return None


def read(path: str, options: Options) -> Iterator[Item]:
    """Join annotations and texts, in the order of the texts.

    path: a directory with both, an annotation file with the texts beside it, or one text file,
        whose reports then have no annotation.
    RETURNS: a document for every annotation whose text was found; after them a failure for every
        one whose text is missing (D114) or another (D115).
    """
    notes, texts = _files(path)
    wanted: dict[str, Standoff] = {}
    for file in notes:
        for note in read_standoff(file):
            if isinstance(note, DeidError):
                yield note
            elif note.id in wanted:
                yield DeidError("D104", path=note.place, doc=note.id)
            else:
                wanted[note.id] = note
    for file in texts:
        for item in _reports(file, options, len(texts) > 1):
            if isinstance(item, DeidError) or not notes:
                yield item
                continue
            found = wanted.get(item.id)
            if found is None:
                continue
            joined = _joined(item, found)
            if joined is None:
                found.other_texts += 1
            else:
                del wanted[item.id]
                yield joined
    for note in wanted.values():
        code = "D115" if note.other_texts else "D114"
        yield DeidError(code, path=note.place, doc=note.id)


class _MaskedReports(MaskedTable):
    def identifier(self, row: Sequence[str], number: int) -> str:
        """Give the id with the prefix that it has in the annotations."""
        return f"vaers-{super().identifier(row, number).strip()}"


@contextmanager
def open_masked(
    source: str, path: str, options: Options, mask_field: FieldMask | None
) -> Iterator[Writer]:
    """Write a VAERS CSV with masked narratives; for other inputs JSON lines of id and text.

    RAISES: DeidError D118 for a CSV from standard input, which cannot be read twice.
    """
    if kind_of(source) in ("stdin", "file", "gzip") and not _is_lines(Path(source)):
        settings = replace(_COLUMNS, encoding=_encoding(options))
        with masked_table(",", source, path, settings, _MaskedReports) as writer:
            yield writer
    else:
        with jsonl.open_masked(source, path, options, mask_field) as lines:
            yield lines


def sniff(sample: Sample) -> bool:
    """Take a VAERS CSV, an annotation file, or a directory that holds one."""
    if any(name.startswith("annotations-") for name in sample.names):
        return True
    first = sample.text.split("\n", 1)[0]
    if "VAERS_ID" in first and "SYMPTOM_TEXT" in first:
        return True
    try:
        return "sha1" in json.loads(first)
    except (json.JSONDecodeError, TypeError, RecursionError):
        return False


FORMAT = Format(
    name="vaers",
    about="VAERS CSV or JSON lines with standoff annotations",
    read=read,
    sniff=sniff,
    suffixes=(".csv", ".jsonl"),
    open_masked=open_masked,
)
