"""Shared pieces of the corpus tests: where foreign data lies, small fixtures, random documents."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from hypothesis import strategies as st

from spacy_deid.annotations import Record
from spacy_deid.corpora.formats import open_writer, read_records
from spacy_deid.errors import DeidError
from spacy_deid.intervals import PhiSpan
from spacy_deid.phi import LABELS

SHARED = Path(__file__).parents[3] / "shared" / "data"
TEXT = "Ann Lee (41yo) was seen at Mercy Hospital on 03/04/2014.\nCall 555-1234."


def shared(name: str) -> Path:
    """Give a path of the data outside of the project, or skip the test."""
    path = SHARED / name
    if not path.exists():
        pytest.skip(f"{path} is not here")
    return path


def record(text: str = TEXT, *marks: tuple[str, str], id: str = "110-01") -> Record:
    """Make a document whose spans are given as (text of the span, label), in order."""
    spans, at = [], 0
    for piece, label in marks:
        at = text.index(piece, at)
        spans.append(PhiSpan(at, at + len(piece), label))
        at += len(piece)
    return Record(id, text, spans)


def note(id: str = "110-01") -> Record:
    marks = [
        ("Ann Lee", "PATIENT"),
        ("41yo", "AGE"),
        ("Mercy Hospital", "HOSPITAL"),
        ("03/04/2014", "DATE"),
        ("555-1234", "PHONE"),
    ]
    return record(TEXT, *marks, id=id)


def write_all(path: Path, format: str, records: Iterable[Record]) -> None:
    with open_writer(path, format) as writer:
        for item in records:
            writer.write(item)


def plain(records: Iterable[Record]) -> list[tuple[str, str, list[PhiSpan]]]:
    return sorted((item.id, item.text, item.spans) for item in records)


def read_with_problems(
    path: Path, format: str | None = None, **options: object
) -> tuple[list[Record], list[DeidError]]:
    problems: list[DeidError] = []
    found = list(read_records(path, format, on_error=problems.append, **options))
    return found, problems


def codes(problems: Iterable[DeidError]) -> list[str]:
    return [problem.code for problem in problems]


NASTY = (
    "\r\n", "\r", "\n\n", "]]>", "<b>&amp;", "&#13;", '"', "'", "'=1+1", "=cmd|' /C calc'!A0",
    "-", "@x", "\t", "\ufeff", "\U0001f600", "\U0001d11e", "e\u0301", "\u2028", "\u0085", "שלום",
    "12Jan2014", "DrSmith", "\\n", "#", "{", "[", ";", ",", "\u200b", "ﬁ",
)  # fmt: skip

characters = st.characters(exclude_categories=("Cs",))
xml_characters = st.characters(
    exclude_categories=("Cs", "Cc"),
    exclude_characters="\ufffe\uffff",
    include_characters="\t\n\r",
)


def texts(letters: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    pieces = st.one_of(st.text(letters, max_size=12), st.sampled_from(NASTY))
    return st.lists(pieces, max_size=12).map("".join)


@st.composite
def documents(
    draw: st.DrawFn, letters: st.SearchStrategy[str], labels: tuple[str, ...] = LABELS
) -> list[Record]:
    """Draw a few documents with disjoint spans, some of which touch."""
    records = []
    for number in range(draw(st.integers(1, 3))):
        text = draw(texts(letters))
        cuts = sorted(draw(st.sets(st.integers(0, len(text)), max_size=8)))
        pairs = zip(cuts, cuts[1:], strict=False)
        spans = [
            PhiSpan(start, end, draw(st.sampled_from(labels)))
            for start, end in pairs
            if draw(st.booleans())
        ]
        records.append(Record(f"r{number}", text, spans))
    return records


def lines(path: Path) -> Iterator[str]:
    yield from path.read_text(encoding="utf-8").splitlines()
