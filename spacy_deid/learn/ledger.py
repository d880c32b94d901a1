"""The table of finished runs, from which a study goes on where it was stopped."""

from __future__ import annotations

import csv
import hashlib
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from spacy_deid.annotations import Record
from spacy_deid.corpora.targets import new_file
from spacy_deid.errors import DeidError

STUDY = "study"
"""Column that tells one study from another: a hash of config, documents and settings."""


def study_of(*parts: object) -> str:
    """Give a short hash of all that makes runs comparable.

    parts: anything with a repr that is the same in every process; documents as lists of records.
    """
    found = hashlib.sha256()
    for part in parts:
        if isinstance(part, list) and part and isinstance(part[0], Record):
            for record in part:
                found.update(repr((record.id, record.text, record.spans)).encode())
        else:
            found.update(repr(part).encode())
        found.update(b"\0")
    return found.hexdigest()[:12]


class Ledger:
    """A CSV file of runs: one row each, written as soon as a run is finished.

    path: read where it exists.
    keys: the columns that name a run; columns: what was found of it.
    study: as ``study_of`` gives it.
    RAISES: DeidError D604 where the file holds another study's runs or is no such table; D008
        where its directory cannot be made.
    """

    def __init__(
        self, path: Path, *, keys: Sequence[str], columns: Sequence[str], study: str
    ) -> None:
        self.path = path
        self.keys = tuple(keys)
        self.columns = (*keys, *columns, STUDY)
        self.study = study
        self._rows: dict[tuple[str, ...], dict[str, str]] = {}
        make_folder(path.parent)
        if path.exists():
            self._read()

    def _read(self) -> None:
        try:
            text = self.path.read_text(encoding="utf-8")
            reader = csv.DictReader(io.StringIO(text, newline=""))
            header, rows = tuple(reader.fieldnames or ()), list(reader)
        except (OSError, UnicodeDecodeError, csv.Error):
            header, rows = (), []
        known = header == self.columns and all(
            row[STUDY] == self.study and None not in row and None not in row.values()
            for row in rows
        )
        if not known:
            raise DeidError("D604", path=self.path)
        for row in rows:
            self._rows[self._key(row)] = row

    def _key(self, row: Mapping[str, object]) -> tuple[str, ...]:
        return tuple(str(row[name]) for name in self.keys)

    def __contains__(self, key: Mapping[str, object]) -> bool:
        return self._key(key) in self._rows

    def __iter__(self) -> Iterator[dict[str, str]]:
        return iter(self._rows.values())

    def __len__(self) -> int:
        return len(self._rows)

    def find(self, **wanted: object) -> list[dict[str, str]]:
        """Give the runs whose columns have these values."""
        return [
            row for row in self if all(row[name] == str(value) for name, value in wanted.items())
        ]

    def add(self, rows: Iterable[Mapping[str, Any]]) -> None:
        """Add finished runs and write the file anew; it is whole at every moment."""
        for row in rows:
            full = {**row, STUDY: self.study}
            self._rows[self._key(row)] = {name: str(full[name]) for name in self.columns}
        write_table(self.path, self.columns, (row.values() for row in self))


def make_folder(path: Path) -> None:
    """Make a directory and those above it.

    RAISES: DeidError D008.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise DeidError("D008", path=path, reason=problem.strerror or "not a directory") from None


def write_table(path: Path, columns: Sequence[str], rows: Iterable[Iterable[object]]) -> None:
    """Write a CSV file that takes its name when it is whole.

    RAISES: DeidError D008.
    """
    with new_file(str(path)) as stream:
        text = io.TextIOWrapper(stream, encoding="utf-8", newline="")
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(rows)
        text.flush()
        text.detach()
