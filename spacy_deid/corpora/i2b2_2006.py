"""The XML of i2b2 2006: one file of RECORDs with spans marked inline as ``<PHI TYPE="…">``."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO
from xml.etree.ElementTree import Element

from spacy_deid.annotations import Record
from spacy_deid.corpora.contract import Format, Item, Options, Writer
from spacy_deid.corpora.inputs import members
from spacy_deid.corpora.markup import check_characters, elements, escape, escape_attribute
from spacy_deid.corpora.samples import Sample
from spacy_deid.corpora.targets import new_file
from spacy_deid.errors import DeidError
from spacy_deid.intervals import PhiSpan
from spacy_deid.phi import SCHEMES, shown

NAME = "i2b2-2006"
_RECORD = frozenset({"RECORD"})


def read(path: str, options: Options) -> Iterator[Item]:
    """Give each RECORD as a document, one at a time; what comes before a broken place is kept."""
    for member in members(path, (".xml",)):
        if isinstance(member, DeidError):
            yield member
            continue
        with member.open() as stream:
            try:
                for element in elements(stream, _RECORD, member.place, options.encoding):
                    try:
                        yield _record(element, member.place, options.gold)
                    except DeidError as problem:
                        yield problem
            except DeidError as problem:
                yield problem


def _record(element: Element, place: str, gold: bool) -> Record:
    identifier = element.get("ID")
    found = element.find("TEXT")
    if identifier is None or found is None:
        raise DeidError(
            "D122", path=place, format=NAME, reason="a RECORD without ID attribute or TEXT element"
        )
    pieces: list[str] = []
    spans: list[PhiSpan] = []
    _walk(found, pieces, spans, 0, identifier, place)
    text = "".join(pieces)
    if gold and not text:
        raise DeidError("D107", path=place, doc=identifier)
    return Record(identifier, text, spans, {"path": place})


def _walk(
    element: Element, pieces: list[str], spans: list[PhiSpan], at: int, doc: str, place: str
) -> int:
    """Collect the text of an element and its spans; give the character that follows it."""
    start = at
    if element.text:
        pieces.append(element.text)
        at += len(element.text)
    for child in element:
        at = _walk(child, pieces, spans, at, doc, place)
        if child.tail:
            pieces.append(child.tail)
            at += len(child.tail)
    if element.tag == "PHI":
        label = element.get("TYPE", "").strip().upper()
        if label not in SCHEMES[NAME]:
            raise DeidError("D105", path=place, doc=doc, label=shown(label), scheme=NAME)
        spans.append(PhiSpan(start, at, label))
    return at


class _RecordWriter:
    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream

    def write(self, record: Record) -> None:
        """Write one RECORD."""
        check_characters(record.text, record.id, NAME)
        check_characters(record.id, record.id, NAME)
        pieces = [f'<RECORD ID="{escape_attribute(record.id)}">\n<TEXT>']
        at = 0
        for start, end, label in record.spans:
            if label not in SCHEMES[NAME]:
                raise DeidError(
                    "D105", path=f"{NAME} output", doc=record.id, label=shown(label), scheme=NAME
                )
            pieces.append(escape(record.text[at:start]))
            pieces.append(f'<PHI TYPE="{label}">{escape(record.text[start:end])}</PHI>')
            at = end
        pieces.append(escape(record.text[at:]) + "</TEXT>\n</RECORD>\n")
        self._stream.write("".join(pieces).encode("utf-8"))


@contextmanager
def open_writer(path: str, options: Options) -> Iterator[Writer]:
    """Write one file of RECORDs."""
    with new_file(path) as stream:
        stream.write(b'<?xml version="1.0" encoding="UTF-8"?>\n<ROOT>\n')
        yield _RecordWriter(stream)
        stream.write(b"</ROOT>\n")


def sniff(sample: Sample) -> bool:
    """Take XML with RECORD elements under ROOT."""
    return sample.text.startswith("<") and "<ROOT" in sample.text and "<RECORD" in sample.text


FORMAT = Format(
    name=NAME,
    about="i2b2 2006 XML, one file of RECORDs",
    read=read,
    sniff=sniff,
    suffixes=(".xml",),
    scheme=NAME,
    open_writer=open_writer,
    always_annotated=True,
)
