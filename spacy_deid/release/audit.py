"""Prove that no identifying string of a training corpus stands in any file of a model.

A string counts as public when the library's own files hold it (name lists, place lists): those were
made from open sources, never from a corpus.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from pathlib import Path

import spacy_deid
from spacy_deid.annotations import Record
from spacy_deid.errors import DeidError
from spacy_deid.phi import CATEGORY_OF, kind_of, scheme_of
from spacy_deid.release.contents import texts_in

_WORD = re.compile(r"[^\W_]+")
_LEAST = 4
"""Shorter strings are found in any binary file by chance."""
_ESCAPE = re.compile(
    r"""\\+(?:u([0-9a-fA-F]{4})|U(000[0-9a-fA-F]{5}|0010[0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|[bfnrt])"""
)
"""As JSON, YAML and Python write what is no plain character, also escaped once more."""
_CHANCE = 0.01
"""Expected hits by chance that an audit may have."""
_IDENTIFYING = frozenset({"NAME", "CONTACT", "ID"})
_PLACES = frozenset({"HOSPITAL", "ORGANIZATION", "STREET", "ZIP"})


@dataclass(slots=True)
class Finding:
    """A training string in a model.

    file: path inside the model; label: PHI label; doc: id of the document it came from;
    form: 'whole', 'word' or 'glued' (its words without what stood between them).
    """

    file: str
    label: str
    doc: str
    form: str


@dataclass(slots=True)
class Report:
    """What an audit saw.

    files: read. terms: strings searched for. public: those of them that the library itself holds.
    short: identifying spans of the corpus that are too short to be told from chance. findings.
    """

    files: int
    terms: int
    public: int
    short: int
    findings: list[Finding]

    def to_dict(self) -> dict[str, int]:
        """Give its counts, as JSON types."""
        counts = {name: getattr(self, name) for name in ("files", "terms", "public", "short")}
        return {**counts, "findings": len(self.findings)}


def terms_of(records: Iterable[Record]) -> dict[str, tuple[str, str, str]]:
    """Collect the identifying strings of a corpus.

    records: with gold spans, in the labels of any scheme; a label of none counts as a name's.
    RETURNS: lower-case string to (label, document id, form): whole spans of names, contacts,
        identifiers and named sites, the single words of names, and spans of several words without
        what stands between them; what has fewer than four letters and figures ('J. K.'), or figures
        alone in shorter pieces, is left out.
    """
    return _collected(records)[0]


def _collected(records: Iterable[Record]) -> tuple[dict[str, tuple[str, str, str]], int]:
    """Give the terms and how many spans have none."""
    terms: dict[str, tuple[str, str, str]] = {}
    short = 0
    for record in records:
        for start, end, label in record.spans:
            kind = kind_of(label) if scheme_of([label]) else "PATIENT"
            category = CATEGORY_OF.get(kind, "")
            if category not in _IDENTIFYING and kind not in _PLACES:
                continue
            words = _WORD.findall(record.text[start:end].lower())
            glued = "".join(words)
            long = any(len(word) >= _LEAST for word in words)
            if len(glued) < _LEAST or (glued.isdigit() and not long):  # '0.940' is any figure
                short += 1
                continue
            terms.setdefault(" ".join(words), (label, record.id, "whole"))
            if len(words) > 1:
                terms.setdefault(glued, (label, record.id, "glued"))
            if category == "NAME":
                for word in words:
                    if len(word) >= _LEAST:
                        terms.setdefault(word, (label, record.id, "word"))
    return terms, short


def audit(model: Path, records: Iterable[Record]) -> Report:
    """Search every file of a model for every identifying string of a corpus.

    model: a model directory or a wheel; compressed, JSON and msgpack contents are opened, names of
        files read, and text of one, two or four bytes a character, of other scripts than the
        Western one up to a quarter of a megabyte. What is hashed, encrypted or
        written in figures for bytes (base64, hexadecimal) is not found.
    records: the training corpus with gold spans.
    RETURNS: the report; no findings means that nothing leaked.
    RAISES: DeidError D003 where the model does not exist, D801 where the corpus has no gold spans,
        D809 where the directory holds no file.
    """
    if not model.exists():
        raise DeidError("D003", path=model)
    terms, short = _collected(records)
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
    for name, data in _files(library):
        if not name.endswith(".pyc"):  # of sources that are read as well
            public |= _matches(data, terms.keys(), phrases)
    findings: list[Finding] = []
    count = 0
    for name, data in _files(model):
        count += 1
        held = _matches(data, terms.keys(), phrases)
        held |= _matches(name.encode("utf-8", "replace"), terms.keys(), phrases)
        for term in sorted(held - public):
            label, doc, form = terms[term]
            findings.append(Finding(name, label, doc, form))
    return Report(count, len(terms), len(public), short, findings)


def _files(root: Path) -> Iterator[tuple[str, bytes]]:
    if root.is_file():
        yield root.name, root.read_bytes()
        return
    for path in sorted(root.rglob("*")):
        if path.is_file():
            yield str(path.relative_to(root)), path.read_bytes()


def _matches(data: bytes, terms: Set[str], phrases: Mapping[str, list[list[str]]]) -> set[str]:
    """Give the terms that stand in the data, as words of their own, whatever their case.

    phrases: first word to the terms of several words that begin with it.
    """
    found: set[str] = set()
    for text, numbers in texts_in(data):
        for written in dict.fromkeys((text, _unescaped(text))):
            words = _WORD.findall(written.lower())
            present = set(words)
            if numbers:
                least = _least_beyond_chance(len(text), len(terms), numbers)
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


def _least_beyond_chance(size: int, terms: int, values: int) -> int:
    """Give the length from which a word in numbers cannot be chance.

    Megabytes of weights hold any word of four letters somewhere. The expected number of chance
    hits, size times terms over the values that a place can have (256 for a byte, 10 for a figure)
    to the power of the length, has to be under one in a hundred.
    """
    least = _LEAST
    while size * terms > _CHANCE * values**least:
        least += 1
    return least
