"""spaCy's DocBin: tokenized documents with their gold annotation, for training.

A DocBin lies in memory whole, so large corpora are written as a directory of them, which spaCy's
own reader takes as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from spacy.attrs import ENT_TYPE, ORTH, SPACY
from spacy.tokens import Doc, DocBin
from spacy.vocab import Vocab
from srsly.msgpack import Packer

from spacy_deid.annotations import DECISION, GOLD, Record
from spacy_deid.corpora.contract import FieldMask, Format, Item, Options, Writer
from spacy_deid.corpora.docs import doc_to_record, holds_gold, record_on
from spacy_deid.corpora.inputs import LARGEST, members, read_bytes
from spacy_deid.corpora.samples import Sample
from spacy_deid.corpora.targets import new_file, new_folder, suffix_of
from spacy_deid.errors import DeidError
from spacy_deid.tokens import NarrativeTokenizer

_ATTRS = ["ORTH", "SPACY", "ENT_IOB", "ENT_TYPE"]
_SHARD = 2000


def read(path: str, options: Options) -> Iterator[Item]:
    """Give each Doc as a document: its exact gold spans, without gold its decision or entities.

    With ``options.decided`` the gold is left aside where the Doc holds a decision, or entities that
    are not those of the gold.
    """
    for member in members(path, (".spacy",)):
        if isinstance(member, DeidError):
            yield member
            continue
        vocab = Vocab()
        try:
            docs = DocBin().from_bytes(read_bytes(member, 16 * LARGEST)).get_docs(vocab)
            yield from _records(docs, member.stem, member.place, options.decided)
        except DeidError as problem:
            yield problem
        except Exception as problem:  # whatever zlib, msgpack and spaCy find wrong with the bytes
            cause = type(problem).__name__
            yield DeidError("D122", path=member.place, format="docbin", reason=cause)


def _records(docs: Iterator[Doc], stem: str, place: str, decided: bool) -> Iterator[Record]:
    for number, doc in enumerate(docs, 1):
        key = DECISION if doc._.deid_gold is None else GOLD
        if decided and key == GOLD and (DECISION in doc.spans or not holds_gold(doc)):
            key = DECISION
        record = doc_to_record(doc, key)
        record.id = record.id or f"{stem}-{number}"
        record.meta.update(path=place, line=number)
        yield record


class Shelf:
    """A DocBin that is filled with Docs of tokens, entities and ``Doc._``.

    ``DocBin.add`` asks every token for nine strings and looks for plug-ins of its serializer at
    every document, which takes several times as long as tokenizing. Span groups are not kept: the
    exact gold spans are in ``deid_gold``.
    """

    def __init__(self) -> None:
        self.docbin = DocBin(attrs=list(_ATTRS), store_user_data=True)
        self._columns: list[int | str] = [*self.docbin.attrs, SPACY]
        self._packer = Packer(use_bin_type=True)
        self._known: set[int] = set()

    def add(self, doc: Doc) -> None:
        """Add one Doc."""
        into = self.docbin
        array = doc.to_array(self._columns)
        into.tokens.append(array[:, :-1])
        into.spaces.append(array[:, -1:].astype(bool))
        into.flags.append({"has_unknown_spaces": doc.has_unknown_spaces})
        named = [i for i, name in enumerate(self._columns) if name in (ORTH, ENT_TYPE)]
        keys = set(array[:, named].ravel().tolist()) - self._known
        self._known |= keys
        strings = doc.vocab.strings
        into.strings.update([strings[key] for key in keys])
        into.cats.append(doc.cats)
        into.user_data.append(self._packer.pack(doc.user_data))
        into.span_groups.append(doc.spans.to_bytes())


class _DocWriter:
    def __init__(self, put: Any, shard: int) -> None:
        self._put, self._shard = put, shard
        self._tokenize = NarrativeTokenizer(Vocab())
        self._shelf = Shelf()
        self._number = 0

    def write(self, record: Record) -> None:
        """Tokenize one document and add it."""
        doc = record_on(self._tokenize(record.text), record, group=False)
        self._shelf.add(doc)
        if self._shard and len(self._shelf.docbin) >= self._shard:
            self.flush()
            self._tokenize = NarrativeTokenizer(Vocab())

    def flush(self) -> None:
        """Write what was added since the last file."""
        self._put(f"{self._number:05d}.spacy", self._shelf.docbin.to_bytes())
        self._number += 1
        self._shelf = Shelf()

    def close(self) -> None:
        """Write the last file."""
        if len(self._shelf.docbin) or not self._number:
            self.flush()


@contextmanager
def open_writer(path: str, options: Options) -> Iterator[Writer]:
    """Write one file named ``*.spacy``, or into a directory a file for every 2,000 documents."""
    if suffix_of(path) == ".spacy" or path == "-":
        with new_file(path) as stream:
            writer = _DocWriter(lambda _, data: stream.write(data), 0)
            yield writer
            writer.close()
    else:
        with new_folder(path) as folder:
            writer = _DocWriter(folder.put, _SHARD)
            yield writer
            writer.close()


class _MaskedWriter:
    """Leaves out what a record knows beside its masked text, such as the case id."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer

    def write(self, record: Record) -> None:
        """Write one document."""
        meta = {"annotated": record.meta.get("annotated", True)}
        self._writer.write(Record(record.id, record.text, record.spans, meta))


@contextmanager
def open_masked(
    source: str, path: str, options: Options, mask_field: FieldMask | None
) -> Iterator[Writer]:
    """Write as ``open_writer`` does, of each document its id, its masked text and their spans."""
    with open_writer(path, options) as writer:
        yield _MaskedWriter(writer)


def sniff(sample: Sample) -> bool:
    """Take files by their suffix."""
    return sample.name.endswith(".spacy")


FORMAT = Format(
    name="docbin",
    about="spaCy DocBin, a .spacy file or a directory of them",
    read=read,
    sniff=sniff,
    suffixes=(".spacy",),
    open_writer=open_writer,
    open_masked=open_masked,
    in_tokens=True,
    keeps_case=True,
)
