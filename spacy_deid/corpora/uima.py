"""UIMA CAS in XMI with its type system, as UIMA's editor and INCEpTION write it.

A file is a document. Its spans are the annotations that are neither UIMA's own nor of a linguistic
layer; the label is the feature that names a category, failing that the type's short name. Offsets
in XMI count UTF-16 units and are turned into characters.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from spacy_deid.annotations import Record
from spacy_deid.corpora.contract import Format, Item, Options, Writer
from spacy_deid.corpora.inputs import Member, members, read_bytes
from spacy_deid.corpora.markup import check_characters, elements
from spacy_deid.corpora.samples import Sample
from spacy_deid.corpora.targets import file_name, new_folder
from spacy_deid.errors import DeidError, required
from spacy_deid.intervals import PhiSpan

NAMED_ENTITY = "de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity"
"""The layer that INCEpTION shows as named entities."""

TYPE_SYSTEM = "TypeSystem.xml"
_FEATURES = ("value", "label", "category", "kind", "TYPE", "type", "entityType")
_NOT_OURS = ("uima.", "org.apache.", "org.dkpro.", "de.tudarmstadt.", "org.cleartk.")
_LONGEST = 8 << 20


def _cassis() -> Any:
    """Import dkpro-cassis.

    RAISES: DeidError D014 where it is not installed.
    """
    return required("cassis", component="Format uima", package="dkpro-cassis", extra="corpora")


def _guarded(data: bytes, place: str) -> io.BytesIO:
    """Refuse XML that reaches out or blows up before another parser sees it.

    RAISES: DeidError D108, D109.
    """
    for _ in elements(io.BytesIO(data), frozenset({"\0"}), place, longest=_LONGEST):
        pass
    return io.BytesIO(data)


def _type_system(path: str) -> Any:
    """Load the type system that lies with the documents."""
    source = path
    if Path(path).is_file() and Path(path).suffix.lower() == ".xmi":
        source = str(Path(path).parent)
    for member in members(source, (".xml",)):
        if isinstance(member, Member) and "typesystem" in member.name.lower():
            data = read_bytes(member)
            try:
                return _cassis().load_typesystem(_guarded(data, member.place))
            except DeidError:
                raise
            except Exception as problem:  # cassis and lxml raise many kinds
                cause = type(problem).__name__
            raise DeidError("D122", path=member.place, format="uima", reason=cause)
    raise DeidError(
        "D122", path=path, format="uima", reason=f"there is no {TYPE_SYSTEM} beside the documents"
    )


def read(path: str, options: Options) -> Iterator[Item]:
    """Give each ``.xmi`` file as a document.

    RAISES: DeidError D122 without a type system; D014 without dkpro-cassis.
    """
    system = _type_system(path)
    for member in members(path, (".xmi",)):
        if isinstance(member, DeidError):
            yield member
            continue
        try:
            data = read_bytes(member)
            yield _record(_guarded(data, member.place), system, member.stem, member.place)
        except DeidError as problem:
            yield problem


def _record(stream: io.BytesIO, system: Any, doc: str, place: str) -> Record:
    cause = ""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # they quote offsets that the checks report
            cas = _cassis().load_cas_from_xmi(stream, typesystem=system, lenient=True)
            text = cas.sofa_string
            marked = [item for item in cas.select_all() if _is_ours(item)]
    except Exception as problem:  # cassis and lxml raise many kinds
        cause = type(problem).__name__
    if cause or not isinstance(text, str):
        raise DeidError("D122", path=place, format="uima", reason=cause or "it has no text")
    spans = [PhiSpan(item.begin, item.end, _label(item)) for item in marked]
    return Record(doc, text, spans, {"path": place})


def _is_ours(item: Any) -> bool:
    name = item.type.name
    if not hasattr(item, "begin") or item.begin is None:
        return False
    return ".ner." in name or not name.startswith(_NOT_OURS)


def _label(item: Any) -> str:
    for feature in _FEATURES:
        value = getattr(item, feature, None)
        if isinstance(value, str) and value:
            return value
    return str(item.type.name.rpartition(".")[2])


class _XmiWriter:
    def __init__(self, put: Callable[[str, bytes], object]) -> None:
        self._put = put
        cassis = _cassis()
        self._system = cassis.TypeSystem()
        self._type = self._system.create_type(NAMED_ENTITY, "uima.tcas.Annotation")
        for feature in ("value", "identifier"):
            self._system.create_feature(self._type, feature, "uima.cas.String")
        put(TYPE_SYSTEM, self._system.to_xml().encode("utf-8"))

    def write(self, record: Record) -> None:
        """Write one document.

        RAISES: DeidError D116 for characters that XML cannot hold.
        """
        check_characters(record.text, record.id, "uima output")
        cas = _cassis().Cas(self._system)
        cas.sofa_string = record.text
        cas.sofa_mime = "text/plain"
        for start, end, label in record.spans:
            cas.add(self._type(begin=start, end=end, value=label))
        self._put(file_name(record.id) + ".xmi", cas.to_xmi().encode("utf-8"))


@contextmanager
def open_writer(path: str, options: Options) -> Iterator[Writer]:
    """Write a directory of ``.xmi`` files with their type system."""
    with new_folder(path) as folder:
        yield _XmiWriter(folder.put)


def sniff(sample: Sample) -> bool:
    """Take XMI files, and directories that hold them."""
    if any(name.lower().endswith(".xmi") for name in (*sample.names, sample.name)):
        return True
    return sample.text.startswith("<") and "http://www.omg.org/XMI" in sample.text


FORMAT = Format(
    name="uima",
    about="UIMA CAS XMI, a directory or zip of .xmi files with their type system",
    read=read,
    sniff=sniff,
    suffixes=(".xmi",),
    beside=(".xml",),
    open_writer=open_writer,
    always_annotated=True,
    folder=True,
)
