"""Prove that no identifying string of a training corpus stands in any file of a model.

A string counts as public when the library's own files hold it (name lists, place lists): those were
made from open sources, never from a corpus.
"""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy
import srsly

import spacy_deid
from spacy_deid.annotations import Record
from spacy_deid.errors import DeidError
from spacy_deid.phi import CATEGORY_OF, kind_of, scheme_of

_WORD = re.compile(r"[^\W_]+")
_LEAST = 4
"""Shorter strings are found in any binary file by chance."""
_NO_TEXT = re.compile("[\\ufffd\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f]")
_CHANCE = 0.01
"""Expected hits by chance that an audit may have."""
_IDENTIFYING = frozenset({"NAME", "CONTACT", "ID"})
_PLACES = frozenset({"HOSPITAL", "ORGANIZATION", "STREET", "ZIP"})
_DECODERS = (
    (b"\x1f\x8b", gzip.decompress),
    (b"BZh", bz2.decompress),
    (b"\xfd7zXZ", lzma.decompress),
    (b"\x78", zlib.decompress),
)
_DEPTH = 6


@dataclass(slots=True)
class Finding:
    """A training string in a model.

    file: path inside the model; label: PHI label; doc: id of the document it came from;
    form: 'whole' or 'word'.
    """

    file: str
    label: str
    doc: str
    form: str


@dataclass(slots=True)
class Report:
    """What an audit saw: files read, strings searched, those that are public, and the findings."""

    files: int
    terms: int
    public: int
    findings: list[Finding]


def terms_of(records: Iterable[Record]) -> dict[str, tuple[str, str, str]]:
    """Collect the identifying strings of a corpus.

    records: with gold spans, in the labels of any scheme; a label of none counts as a number's.
    RETURNS: lower-case string to (label, document id, form): whole spans of names, contacts,
        identifiers and named sites, and the single words of names; strings without a word of four
        characters ('J. K.', 'Yi Lo') are left out.
    """
    terms: dict[str, tuple[str, str, str]] = {}
    for record in records:
        for start, end, label in record.spans:
            kind = kind_of(label) if scheme_of([label]) else "IDNUM"
            category = CATEGORY_OF.get(kind, "")
            if category not in _IDENTIFYING and kind not in _PLACES:
                continue
            written = " ".join(_WORD.findall(record.text[start:end].lower()))
            if any(len(word) >= _LEAST for word in written.split()):
                terms.setdefault(written, (label, record.id, "whole"))
            if category == "NAME":
                for word in written.split():
                    if len(word) >= _LEAST:
                        terms.setdefault(word, (label, record.id, "word"))
    return terms


def audit(model: Path, records: Iterable[Record]) -> Report:
    """Search every file of a model for every identifying string of a corpus.

    model: a model directory or a wheel; compressed and msgpack contents are opened.
    records: the training corpus with gold spans.
    RETURNS: the report; no findings means that nothing leaked.
    RAISES: DeidError D003 where the model does not exist, D801 where the corpus has no gold spans.
    """
    if not model.exists():
        raise DeidError("D003", path=model)
    terms = terms_of(records)
    if not terms:
        raise DeidError("D801")
    library = Path(spacy_deid.__file__).parent
    public: set[str] = set()
    for _, data in _files(library):
        public |= _matches(data, terms)
    findings: list[Finding] = []
    count = 0
    for name, data in _files(model):
        count += 1
        for term in sorted(_matches(data, terms) - public):
            label, doc, form = terms[term]
            findings.append(Finding(name, label, doc, form))
    return Report(count, len(terms), len(public), findings)


def _files(root: Path) -> Iterator[tuple[str, bytes]]:
    if root.is_file():
        yield root.name, root.read_bytes()
        return
    for path in sorted(root.rglob("*")):
        if path.is_file() and path.suffix not in {".pyc"}:
            yield str(path.relative_to(root)), path.read_bytes()


def _matches(data: bytes, terms: dict[str, tuple[str, str, str]]) -> set[str]:
    """Give the terms that stand in the data, as words of their own, whatever their case."""
    found: set[str] = set()
    for text in _texts(data):
        words = _WORD.findall(text.lower())
        present = set(words)
        if _NO_TEXT.search(text):
            least = _least_beyond_chance(len(text), len(terms))
            present = {word for word in present if len(word) >= least}
        single = present & terms.keys()
        found |= single
        if not present:
            continue
        if possible := [
            term
            for term in terms
            if " " in term and term not in found and present.issuperset(term.split())
        ]:
            found |= _phrases(words, possible)
    return found


def _phrases(words: list[str], terms: Iterable[str]) -> set[str]:
    """Give the terms of several words that stand among the words one after the other."""
    by_first: dict[str, list[list[str]]] = {}
    for term in terms:
        parts = term.split()
        by_first.setdefault(parts[0], []).append(parts)
    return {
        " ".join(parts)
        for place, word in enumerate(words)
        if word in by_first
        for parts in by_first[word]
        if words[place : place + len(parts)] == parts
    }


def _least_beyond_chance(size: int, terms: int) -> int:
    """Give the length from which a word in numbers (bytes that are no text) cannot be chance.

    Megabytes of weights hold any word of four letters somewhere. The expected number of chance
    hits, size times terms over 256 to the power of the length, has to be under one in a hundred.
    """
    least = _LEAST
    while size * terms > _CHANCE * 256**least:
        least += 1
    return least


def _texts(data: bytes, depth: int = 0) -> Iterator[str]:
    """Open compressed, zipped and msgpack contents and give everything readable in them."""
    if depth > _DEPTH or not data:
        return
    if data[:4] == b"PK\x03\x04":
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for name in archive.namelist():
                yield name
                yield from _texts(archive.read(name), depth + 1)
        return
    for magic, decompress in _DECODERS:
        if data.startswith(magic):
            try:
                inner = decompress(data)
            except (OSError, EOFError, zlib.error, lzma.LZMAError):
                continue
            yield from _texts(inner, depth + 1)
            return
    if data[:1] in b"{[":
        try:
            value = json.loads(data)
        except ValueError:
            pass
        else:
            yield from _values(value, depth + 1)
            return
    if data[0] >= 0x80:
        try:
            value = srsly.msgpack_loads(data)
        except (ValueError, TypeError, KeyError, UnicodeDecodeError, OverflowError):
            pass
        else:
            if isinstance(value, (dict, list)):
                yield from _values(value, depth + 1)
                return
    yield data.decode("utf-8", errors="replace")


def _values(value: Any, depth: int) -> Iterator[str]:
    """Walk a decoded value; one text per container of strings, so that phrases can be found."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, bytes):
        yield from _texts(value, depth)
    elif isinstance(value, numpy.ndarray):
        if value.dtype.kind not in "fc":  # weights are numbers; text can hide in the others
            yield from _texts(value.tobytes(), depth)
    elif isinstance(value, dict):
        yield from _values(list(value), depth)
        yield from _values(list(value.values()), depth)
    elif isinstance(value, (list, tuple)):
        # in one piece: a text for each of 60,000 strings would be searched 60,000 times
        yield "\n".join(item for item in value if isinstance(item, str))
        for item in value:
            if not isinstance(item, (str, int, float, bool, type(None))):
                yield from _values(item, depth)
