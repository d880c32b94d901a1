"""The XML of i2b2 2014 and 2016 (``deIdi2b2``) and its Spanish variant (``MEDDOCAN``).

A document is a file: TEXT holds the text, TAGS one element per span, named for its category, with
TYPE, start, end and the text again. Offsets count characters of TEXT after XML parsing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from xml.etree.ElementTree import Element

from spacy_deid.annotations import Record
from spacy_deid.corpora.checks import repaired
from spacy_deid.corpora.contract import FieldMask, Format, Item, Options, Writer
from spacy_deid.corpora.inputs import kind_of, members, read_bytes
from spacy_deid.corpora.markup import cdata, check_characters, document, escape_attribute
from spacy_deid.corpora.samples import Sample
from spacy_deid.corpora.targets import file_name, new_file, new_folder, suffix_of
from spacy_deid.errors import DeidError
from spacy_deid.intervals import PhiSpan
from spacy_deid.phi import ALIASES, CATEGORY_OF, MEDDOCAN_CATEGORY_OF, SCHEMES, shown

_ROOTS = {"i2b2-2014": "deIdi2b2", "meddocan": "MEDDOCAN"}
_LABELS = {name: frozenset(SCHEMES[name]) for name in _ROOTS}
_WRITTEN = {"LOCATION_OTHER": "LOCATION-OTHER"}


def read(scheme: str, path: str, options: Options) -> Iterator[Item]:
    """Give each XML file as a document; its id is its name without suffix."""
    for member in members(path, (".xml",)):
        if isinstance(member, DeidError):
            yield member
            continue
        try:
            root = document(read_bytes(member), member.place, options.encoding)
            yield _record(root, scheme, member.stem, member.place, member.name, options.gold)
        except DeidError as problem:
            yield problem


def _record(root: Element, scheme: str, doc: str, place: str, file: str, gold: bool) -> Record:
    found = root.find("TEXT")
    tags = root.find("TAGS")
    if found is None:
        raise DeidError("D122", path=place, format=scheme, reason="it has no TEXT element")
    text = "".join(found.itertext())
    if gold and not text:
        raise DeidError("D107", path=place, doc=doc)
    if gold and tags is None:
        raise DeidError("D106", path=place, doc=doc)
    record = Record(doc, text, meta={"path": place, "file": file})
    if tags is None:
        record.meta["annotated"] = False
        return record
    for number, tag in enumerate(tags, 1):
        record.spans.append(_span(tag, scheme, text, doc=doc, place=place, number=number))
    return record


def _span(tag: Element, scheme: str, text: str, *, doc: str, place: str, number: int) -> PhiSpan:
    label = tag.get("TYPE", "").strip()
    if label not in _LABELS[scheme]:
        label = ALIASES.get(label.upper(), label.upper())
        if label not in _LABELS[scheme]:
            raise DeidError("D105", path=place, doc=doc, label=shown(label), scheme=scheme)
    try:
        start, end = int(tag.get("start", "")), int(tag.get("end", ""))
    except ValueError:
        raise DeidError("D129", path=place, doc=doc, number=number) from None
    if not 0 <= start < end:
        raise DeidError(
            "D101", path=place, doc=doc, number=number, start=start, end=end, length=len(text)
        )
    written = tag.get("text")
    if text[start:end] != written:
        start, end = repaired(text, start, end, written, doc=doc, place=place, number=number)
    return PhiSpan(start, end, label)


def to_xml(record: Record, scheme: str) -> bytes:
    """Write a document as the official scripts read it.

    RAISES: DeidError D105 for a label that the scheme does not have; D116 for characters that XML
        cannot hold.
    """
    check_characters(record.text, record.id, scheme)
    category_of = CATEGORY_OF if scheme == "i2b2-2014" else MEDDOCAN_CATEGORY_OF
    lines = ['<?xml version="1.0" encoding="UTF-8" ?>', f"<{_ROOTS[scheme]}>"]
    lines.append(f"<TEXT>{cdata(record.text)}</TEXT>")
    if record.meta.get("annotated") is False:
        return "\n".join([*lines, f"</{_ROOTS[scheme]}>", ""]).encode("utf-8")
    lines.append("<TAGS>")
    for number, (start, end, label) in enumerate(record.spans):
        if label not in category_of:
            raise DeidError(
                "D105", path=f"{scheme} output", doc=record.id, label=shown(label), scheme=scheme
            )
        written = escape_attribute(record.text[start:end])
        lines.append(
            f'<{category_of[label]} id="P{number}" start="{start}" end="{end}" text="{written}"'
            f' TYPE="{_WRITTEN.get(label, label)}" comment="" />'
        )
    lines += ["</TAGS>", f"</{_ROOTS[scheme]}>", ""]
    return "\n".join(lines).encode("utf-8")


class _XmlWriter:
    def __init__(self, put: Callable[[str, bytes], object], scheme: str) -> None:
        self._put, self._scheme = put, scheme

    def write(self, record: Record) -> None:
        """Write one file."""
        self._put(file_name(record.id) + ".xml", to_xml(record, self._scheme))


class _Once:
    """Writes one document into one file and refuses a second."""

    def __init__(self, write: Callable[[bytes], object], scheme: str) -> None:
        self._write, self._scheme, self._full = write, scheme, False

    def __call__(self, name: str, data: bytes) -> None:
        if self._full:
            raise DeidError("D119", format=self._scheme, doc=name.removesuffix(".xml"))
        self._full = True
        self._write(data)


@contextmanager
def open_writer(scheme: str, path: str, options: Options) -> Iterator[Writer]:
    """Write a directory of files, or the one document into a file named ``*.xml``."""
    if path == "-" or (suffix_of(path) == ".xml" and not Path(path).is_dir()):
        with new_file(path) as stream:
            yield _XmlWriter(_Once(stream.write, scheme), scheme)
    else:
        with new_folder(path) as folder:
            yield _XmlWriter(folder.put, scheme)


@contextmanager
def open_masked(
    scheme: str, source: str, path: str, options: Options, mask_field: FieldMask | None
) -> Iterator[Writer]:
    """Write masked documents: one file for one file, a directory for a directory or archive."""
    if kind_of(source) in ("stdin", "file", "gzip"):
        with new_file(path) as stream:
            yield _XmlWriter(_Once(stream.write, scheme), scheme)
    else:
        with new_folder(path) as folder:
            yield _XmlWriter(folder.put, scheme)


def sniff(root: str, sample: Sample) -> bool:
    """Take XML with the format's root element."""
    return sample.text.startswith("<") and f"<{root}" in sample.text


def _format(name: str, about: str) -> Format:
    return Format(
        name=name,
        about=about,
        read=partial(read, name),
        sniff=partial(sniff, _ROOTS[name]),
        suffixes=(".xml",),
        scheme=name,
        open_writer=partial(open_writer, name),
        open_masked=partial(open_masked, name),
        folder=True,
    )


FORMAT = _format("i2b2-2014", "i2b2 2014 and 2016 XML, a file or a directory of them")
MEDDOCAN = _format("meddocan", "MEDDOCAN XML, a file or a directory of them")
