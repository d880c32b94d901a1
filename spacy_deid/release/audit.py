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
from collections.abc import Iterable, Iterator, Mapping, Set
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
_NO_TEXT = re.compile("[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f]")
_ESCAPE = re.compile(
    r"""\\+(?:u([0-9a-fA-F]{4})|U(000[0-9a-fA-F]{5}|0010[0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|[bfnrt])"""
)
"""As JSON, YAML and Python write what is no plain character, also escaped once more."""
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
_SUMS = ".dist-info/RECORD"
"""A wheel's list of checksums and sizes, which are numbers."""


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

    def to_dict(self) -> dict[str, int]:
        """Give its counts, as JSON types."""
        counts = {"files": self.files, "terms": self.terms, "public": self.public}
        return {**counts, "findings": len(self.findings)}


def terms_of(records: Iterable[Record]) -> dict[str, tuple[str, str, str]]:
    """Collect the identifying strings of a corpus.

    records: with gold spans, in the labels of any scheme; a label of none counts as a name's.
    RETURNS: lower-case string to (label, document id, form): whole spans of names, contacts,
        identifiers and named sites, and the single words of names; strings without a word of four
        characters ('J. K.', 'Yi Lo') are left out.
    """
    terms: dict[str, tuple[str, str, str]] = {}
    for record in records:
        for start, end, label in record.spans:
            kind = kind_of(label) if scheme_of([label]) else "PATIENT"
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
    RAISES: DeidError D003 where the model does not exist, D801 where the corpus has no gold spans,
        D809 where the directory holds no file.
    """
    if not model.exists():
        raise DeidError("D003", path=model)
    terms = terms_of(records)
    if not terms:
        raise DeidError("D801")
    if model.is_dir() and not any(path.is_file() for path in model.rglob("*")):
        raise DeidError("D809", path=model)
    phrases: dict[str, list[list[str]]] = {}
    for term in terms:
        first, *rest = term.split()
        if rest:
            phrases.setdefault(first, []).append([first, *rest])
    library = Path(spacy_deid.__file__).parent
    public: set[str] = set()
    for _, data in _files(library):
        public |= _matches(data, terms.keys(), phrases)
    findings: list[Finding] = []
    count = 0
    for name, data in _files(model):
        count += 1
        for term in sorted(_matches(data, terms.keys(), phrases) - public):
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


def _matches(data: bytes, terms: Set[str], phrases: Mapping[str, list[list[str]]]) -> set[str]:
    """Give the terms that stand in the data, as words of their own, whatever their case.

    phrases: first word to the terms of several words that begin with it.
    """
    found: set[str] = set()
    for text, numbers in _texts(data):
        for written in dict.fromkeys((text, _unescaped(text))):
            words = _WORD.findall(written.lower())
            present = set(words)
            if numbers:
                least = _least_beyond_chance(len(text), len(terms))
                present = {word for word in present if len(word) >= least}
            found |= present & terms
            if any(
                present.issuperset(parts)
                for first in present & phrases.keys()
                for parts in phrases[first]
            ):
                found |= _phrases(words, present, phrases)
    return found


def _unescaped(text: str) -> str:
    """Write what is escaped as the character it stands for."""
    if "\\" not in text:
        return text
    plain = _ESCAPE.sub(_character, text)
    return plain.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _character(escape: re.Match[str]) -> str:
    code = next(filter(None, escape.groups()), None)
    return chr(int(code, 16)) if code else " "


def _phrases(
    words: list[str], present: set[str], phrases: Mapping[str, list[list[str]]]
) -> set[str]:
    """Give the terms of several words that stand among the words one after the other."""
    return {
        " ".join(parts)
        for place, word in enumerate(words)
        if word in phrases
        for parts in phrases[word]
        if words[place : place + len(parts)] == parts and present.issuperset(parts)
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


def _texts(data: bytes, depth: int = 0) -> Iterator[tuple[str, bool]]:
    """Open compressed, zipped, JSON and msgpack contents and give everything readable in them.

    RETURNS: texts, each with whether it is numbers (bytes that are no text) read as text.
    """
    if depth > _DEPTH or not data:
        return
    if data[:4] == b"PK\x03\x04":
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for name in archive.namelist():
                yield name, False
                sums = name.endswith(_SUMS)
                for text, numbers in _texts(archive.read(name), depth + 1):
                    yield text, numbers or sums
        return
    for magic, decompress in _DECODERS:
        if data.startswith(magic):
            try:
                inner = decompress(data)
            except (OSError, EOFError, zlib.error, lzma.LZMAError):
                continue
            yield from _texts(inner, depth + 1)
            return
    if data[:64].lstrip(b"\xef\xbb\xbf \t\r\n")[:1] in b"{[":
        try:
            value = json.loads(data)
        except (ValueError, RecursionError):
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
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        yield data.decode("utf-8", errors="replace"), True
    else:
        yield text, _NO_TEXT.search(text) is not None


def _values(value: Any, depth: int) -> Iterator[tuple[str, bool]]:
    """Walk a decoded value; one text per container of strings, so that phrases can be found."""
    if isinstance(value, str):
        yield value, False
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
        yield "\n".join(item for item in value if isinstance(item, str)), False
        for item in value:
            if not isinstance(item, (str, int, float, bool, type(None))):
                yield from _values(item, depth)
