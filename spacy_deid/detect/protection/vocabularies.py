"""Loaders for the licensed vocabularies that people own: terms for the protect lists.

Each loader gives lower-case terms. ``save_terms`` writes them as a list that the gazetteer reads
when it is given the folder (``lists``): ``drugs_more`` for drug names, ``reactions_more`` for
everything clinical. None of the vocabularies is part of this package.
"""

from __future__ import annotations

import csv
import gzip
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from xml.etree import ElementTree

from spacy_deid.detect.words.letters import fold
from spacy_deid.errors import DeidError

WHODRUG_NAMES: dict[str, tuple[int, int, int]] = {"DD": (36, 1536, 12), "MP": (77, 1577, 7)}
"""Where WHODrug's drug names stand: first and last character of the fixed-width file (DD of format
B3, MP of format C3), and the column of the CSV file. Compare with the manual of your release."""

RXNORM_TYPES = frozenset({"IN", "PIN", "MIN", "BN", "TMSY"})
"""Term types of RxNorm that are names of substances and brands."""

SNOMED_TAGS = frozenset(
    {
        "disorder",
        "finding",
        "procedure",
        "substance",
        "product",
        "medicinal product",
        "body structure",
        "physical object",
        "observable entity",
        "organism",
        "morphologic abnormality",
    }
)
"""Semantic tags of SNOMED CT concepts that are clinical terms (not occupations, not persons)."""

_FULLY_SPECIFIED = "900000000000003001"
_TAG = re.compile(r" \(([^()]+)\)$")
_SPACE = re.compile(r"\s+")


def _lines(path: Path, *, least: int, separator: str) -> Iterator[list[str]]:
    """Give the fields of each line of a delimited file.

    RAISES: DeidError D223 for a line of too few fields, D224 for a file that cannot be read.
    """
    try:
        with path.open(encoding="utf-8-sig", newline="") as stream:
            for number, line in enumerate(stream, 1):
                line = line.rstrip("\r\n")
                if not line:
                    continue
                fields = line.split(separator)
                if len(fields) < least:
                    raise DeidError("D223", path=path, line=number, found=len(fields), least=least)
                yield fields
    except OSError as problem:
        raise DeidError("D224", path=path, reason=problem.strerror or "error") from None
    except UnicodeDecodeError as problem:
        reason = f"not UTF-8, byte {problem.start}"
        raise DeidError("D224", path=path, reason=reason) from None


def _find(folder: str | Path, *patterns: str) -> list[Path]:
    """Find the files of a vocabulary in a folder, or take the file itself.

    RAISES: DeidError D224 where there is none.
    """
    base = Path(folder)
    if base.is_file():
        return [base]
    wanted = [re.compile(pattern, re.IGNORECASE) for pattern in patterns]
    found = [
        path
        for path in (sorted(base.rglob("*")) if base.is_dir() else [])
        if path.is_file() and any(pattern.fullmatch(path.name) for pattern in wanted)
    ]
    if not found:
        raise DeidError("D224", path=base, reason="no file of this vocabulary is in it")
    return found


def _clean(terms: Iterable[str]) -> set[str]:
    """Fold case and marks, leave out the empty, the very short and mere numbers."""
    kept = set()
    for term in terms:
        plain = _SPACE.sub(" ", fold(term)).strip()
        if len(plain) > 2 and any(letter.isalpha() for letter in plain):
            kept.add(plain)
    return kept


def read_meddra(folder: str | Path) -> set[str]:
    """Read MedDRA's preferred and lowest level terms.

    folder: with ``llt.asc`` and ``pt.asc`` (or one of them), fields divided by ``$``, the term in
        the second.
    RAISES: DeidError D223, D224.
    """
    paths = _find(folder, r"llt\.asc", r"pt\.asc")
    return _clean(fields[1] for path in paths for fields in _lines(path, least=3, separator="$"))


def read_whodrug(
    folder: str | Path, names: dict[str, tuple[int, int, int]] | None = None
) -> set[str]:
    """Read WHODrug's drug names, format B3 (``DD``) or C3 (``MP``), as text or CSV.

    names: where they stand, ``WHODRUG_NAMES`` for None.
    RAISES: DeidError D223, D224.
    """
    layout = names or WHODRUG_NAMES
    found: set[str] = set()
    for path in _find(folder, r"(dd|mp)\.(txt|csv)"):
        if path.stem.upper() not in layout:
            raise DeidError("D224", path=path, reason="neither DD nor MP of WHODrug")
        first, last, column = layout[path.stem.upper()]
        if path.suffix.lower() == ".csv":
            found |= _clean(_column(path, column))
        else:
            rows = _lines(path, least=1, separator="\x00")
            found |= _clean(row[0][first:last] for row in rows)
    return found


def _column(path: Path, column: int) -> Iterator[str]:
    try:
        with path.open(encoding="utf-8-sig", newline="") as stream:
            for number, row in enumerate(csv.reader(stream), 1):
                if not row:
                    continue
                if len(row) <= column:
                    raise DeidError(
                        "D223", path=path, line=number, found=len(row), least=column + 1
                    )
                yield row[column]
    except OSError as problem:
        raise DeidError("D224", path=path, reason=problem.strerror or "error") from None
    except (UnicodeDecodeError, csv.Error):
        raise DeidError("D224", path=path, reason="not CSV in UTF-8") from None


def read_rxnorm(folder: str | Path, types: Iterable[str] = RXNORM_TYPES) -> set[str]:
    """Read RxNorm's names of substances and brands from ``RXNCONSO.RRF``.

    types: term types to keep. Suppressed and non-English rows are left out.
    RAISES: DeidError D223, D224.
    """
    wanted = frozenset(types)
    return _clean(
        fields[14]
        for path in _find(folder, r"rxnconso\.rrf")
        for fields in _lines(path, least=17, separator="|")
        if fields[1] == "ENG" and fields[12] in wanted and fields[16] not in {"Y", "O", "E"}
    )


def read_snomed(folder: str | Path, tags: Iterable[str] = SNOMED_TAGS) -> set[str]:
    """Read SNOMED CT's active descriptions (RF2, ``sct2_Description_…txt``) of clinical concepts.

    tags: semantic tags of the concepts to keep; a concept without a fully specified name is kept.
    RAISES: DeidError D223, D224.
    """
    wanted = frozenset(tags)
    concepts: dict[str, str] = {}
    terms: list[tuple[str, str]] = []
    for path in _find(folder, r"x?sct2_description_.*\.txt"):
        for fields in _lines(path, least=9, separator="\t"):
            if fields[2] != "1":
                continue
            term = fields[7]
            tag = _TAG.search(term)
            if fields[6] == _FULLY_SPECIFIED and tag:
                concepts[fields[4]] = tag.group(1)
                term = term[: tag.start()]
            terms.append((fields[4], term))
    return _clean(term for concept, term in terms if concepts.get(concept, "finding") in wanted)


def read_mesh(folder: str | Path) -> set[str]:
    """Read MeSH's headings and entry terms, as ASCII (``d2024.bin``) or XML (``desc2024.xml``).

    RAISES: DeidError D224.
    """
    terms: list[str] = []
    for path in _find(folder, r"[dc]\d{4}\.bin", r"(desc|supp)\d{4}\.xml"):
        if path.suffix.lower() == ".xml":
            terms.extend(_mesh_xml(path))
            continue
        for (line,) in _lines(path, least=1, separator="\x00"):
            name, equals, value = line.partition(" = ")
            if equals and name in {"MH", "ENTRY", "PRINT ENTRY", "NM", "SY"}:
                term = value.split("|")[0]
                terms.append(_uninvert(term))
    return _clean(terms)


def _mesh_xml(path: Path) -> Iterator[str]:
    try:
        for _, element in ElementTree.iterparse(path):
            if element.tag in {"DescriptorName", "SupplementalRecordName", "Term"}:
                written = element.find("String")
                if written is not None and written.text:
                    yield _uninvert(written.text)
                if element.tag == "Term":
                    element.clear()
    except ElementTree.ParseError as problem:
        line, _ = problem.position
        raise DeidError("D224", path=path, reason=f"not well-formed XML, line {line}") from None
    except OSError as problem:
        raise DeidError("D224", path=path, reason=problem.strerror or "error") from None


def _uninvert(term: str) -> str:
    """Turn 'Abnormalities, Drug-Induced' round; longer lists of commas stay."""
    parts = term.split(", ")
    return f"{parts[1]} {parts[0]}" if len(parts) == 2 else term


def save_terms(
    terms: Iterable[str], folder: str | Path, name: str, *, licence: str = "Not for distribution."
) -> int:
    """Write terms as a list that the gazetteer reads when it is given ``folder``.

    name: ``drugs_more`` or ``reactions_more`` (or another list's name, to take its place).
    RETURNS: how many terms were written.
    RAISES: DeidError D008 where the folder cannot be written.
    """
    target = Path(folder) / name
    lines: Sequence[str] = sorted(set(terms))
    body = gzip.compress(("\n".join(lines) + "\n").encode("utf-8"), 9, mtime=0)
    try:
        target.mkdir(parents=True, exist_ok=True)
        for file, content in (
            ("items.txt.gz", body),
            ("exceptions.txt", b""),
            ("licence.txt", (licence + "\n").encode("utf-8")),
        ):
            beside = target / f"{file}.new"
            beside.write_bytes(content)
            beside.replace(target / file)
    except OSError as problem:
        raise DeidError("D008", path=target, reason=problem.strerror or "error") from None
    return len(lines)
