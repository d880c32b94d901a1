"""CoNLL / IOB2: a token and its tag per line, an empty line between sentences.

Columns alone lose the text, so the writer adds it: ``# newdoc id = …`` and ``# text = "…"`` (JSON)
before each document, and the columns TOKEN, START, END, TAG. Files of other makers are read too:
the first column is the token, the last its tag, and tokens are joined by spaces.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import IO

from spacy.vocab import Vocab

from spacy_deid.annotations import Record
from spacy_deid.corpora.contract import Format, Item, Options, Writer
from spacy_deid.corpora.inputs import Member, members
from spacy_deid.corpora.lines import text_lines
from spacy_deid.corpora.samples import Sample
from spacy_deid.corpora.targets import new_file
from spacy_deid.errors import DeidError
from spacy_deid.intervals import PhiSpan, trim
from spacy_deid.tokens import NarrativeTokenizer

SUFFIXES = (".conll", ".iob", ".iob2", ".bio", ".conllu")
_ENOUGH = 5
_TAG = re.compile(r"O|[BILUESM]-\S+")
_NAMES = frozenset({"newdoc id", "id", "text", "sent_id", "newdoc", "newpar", "newpar id"})
"""Of comments, which may stand without a blank behind the sign."""
_COMMENT = re.compile(r"# ?([\w .-]*\w) ?= ?(.*)")


@dataclass(slots=True)
class _Document:
    """The lines of one document."""

    place: str
    line: int
    id: str | None = None
    text: str | None = None
    rows: list[tuple[str, str, str, str]] = field(default_factory=list)
    breaks: set[int] = field(default_factory=set)

    def record(self, default: str) -> Record:
        """Put text and spans together.

        RAISES: DeidError D122 where the tokens are not those of the text.
        """
        text, places = self._placed()
        record = Record(self.id or default, text, meta={"path": self.place, "line": self.line})
        kind, start, end = "", 0, 0
        for number, ((_, _, _, tag), (low, high)) in enumerate(zip(self.rows, places, strict=True)):
            prefix, _, label = tag.partition("-")
            if kind and number in self.breaks:  # no entity reaches over the end of a sentence
                record.spans.append(PhiSpan(start, end, kind))
                kind = ""
            if kind and (label != kind or prefix in "BUSO" or not label):
                record.spans.append(PhiSpan(start, end, kind))
                kind = ""
            if label:
                start = start if kind else low
                kind, end = label, high
                if prefix in "LEUS":
                    record.spans.append(PhiSpan(start, end, kind))
                    kind = ""
        if kind:
            record.spans.append(PhiSpan(start, end, kind))
        return record

    def _placed(self) -> tuple[str, list[tuple[int, int]]]:
        if self.text is None:
            return self._joined()
        places = []
        at = 0
        for token, low, high, _ in self.rows:
            if low.isdigit() and high.isdigit():
                start, end = int(low), int(high)
            else:
                start = self.text.find(token, at)
                end = start + len(token)
            if start < at or self.text[start:end] != token:
                raise DeidError(
                    "D122",
                    path=f"{self.place}, line {self.line}",
                    format="conll",
                    reason="a token does not stand where its document's text has it",
                )
            places.append((start, end))
            at = end
        return self.text, places

    def _joined(self) -> tuple[str, list[tuple[int, int]]]:
        pieces: list[str] = []
        places = []
        at = 0
        for number, (token, _, _, _) in enumerate(self.rows):
            if number:
                pieces.append("\n" if number in self.breaks else " ")
                at += 1
            pieces.append(token)
            places.append((at, at + len(token)))
            at += len(token)
        return "".join(pieces), places


def read(path: str, options: Options) -> Iterator[Item]:
    """Give each document of each file; a file that marks none is one, named for itself."""
    for member in members(path, SUFFIXES):
        if isinstance(member, DeidError):
            yield member
            continue
        number = 0
        try:
            for document in _documents(member, options.encoding):
                number += 1
                default = member.stem if number == 1 else f"{member.stem}-{number}"
                try:
                    yield document.record(default)
                except DeidError as problem:
                    yield problem
        except DeidError as problem:
            yield problem


def _is_token(line: str, fields: Sequence[str], name: str) -> bool:
    """Tell a token such as '#ID=4711' with its tag from a comment."""
    tagged = len(fields) > 1 and _TAG.fullmatch(fields[-1]) is not None
    return tagged and line[1] != " " and name not in _NAMES


def _documents(member: Member, encoding: str) -> Iterator[_Document]:
    current = _Document(member.place, 1)
    for number, read in text_lines(member, encoding):
        if isinstance(read, DeidError):
            raise read
        line = read.removesuffix("\r")
        fields = line.split("\t") if "\t" in line else line.split()
        comment = _COMMENT.fullmatch(line) if line.startswith("#") else None
        if comment is not None and not _is_token(line, fields, comment[1]):
            name, value = comment[1], comment[2]
            if name in ("newdoc id", "id"):
                if current.rows or current.text is not None:
                    yield current
                current = _Document(member.place, number, id=_unquoted(value))
            elif name == "text" and value.startswith('"'):
                current.text = _unquoted(value)
        elif fields and fields[0] == "-DOCSTART-":
            if current.rows or current.text is not None:
                yield current
            current = _Document(member.place, number)
        elif not line.strip():
            current.breaks.add(len(current.rows))
        elif len(fields) < 2 or not _TAG.fullmatch(fields[-1]):
            raise DeidError(
                "D122",
                path=f"{member.place}, line {number}",
                format="conll",
                reason="not a token with an IOB tag",
            )
        else:
            low, high = (fields[1], fields[2]) if len(fields) == 4 else ("", "")
            current.rows.append((fields[0], low, high, fields[-1]))
    if current.rows or current.text is not None:
        yield current


def _unquoted(value: str) -> str:
    try:
        read = json.loads(value)
    except (json.JSONDecodeError, RecursionError):
        return value
    return read if isinstance(read, str) else value


class _TokenWriter:
    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._tokenizer = NarrativeTokenizer(Vocab())

    def write(self, record: Record) -> None:
        """Write one document; tokens are cut where a span begins or ends inside one.

        RAISES: DeidError D125 for a span of white space alone, which no token can carry.
        """
        tags: dict[int, str] = {}
        borders = set()
        for number, (start, end, label) in enumerate(record.spans, 1):
            low, high = trim(record.text, (start, end))
            if low >= high or not label or re.search(r"\s", label):
                raise DeidError("D125", doc=record.id, number=number)
            borders |= {low, high}
            tags.update(dict.fromkeys(range(low, high), f"I-{label}"))
            tags[low] = f"B-{label}"
        lines = [f"# newdoc id = {json.dumps(record.id, ensure_ascii=True)}"]
        lines.append(f"# text = {json.dumps(record.text, ensure_ascii=True)}")
        for start, end in self._tokens(record.text, sorted(borders)):
            token = record.text[start:end]
            lines.append(f"{token}\t{start}\t{end}\t{tags.get(start, 'O')}")
        self._stream.write(("\n".join(lines) + "\n\n").encode("utf-8"))

    def _tokens(self, text: str, borders: list[int]) -> Iterator[tuple[int, int]]:
        place = 0
        for token in self._tokenizer(text):
            if token.text.isspace():  # an empty vocabulary knows no flags
                continue
            start, last = token.idx, token.idx + len(token)
            while place < len(borders) and borders[place] <= start:
                place += 1
            while place < len(borders) and borders[place] < last:
                yield start, borders[place]
                start = borders[place]
                place += 1
            yield start, last


@contextmanager
def open_writer(path: str, options: Options) -> Iterator[Writer]:
    """Write one file of documents."""
    with new_file(path) as stream:
        yield _TokenWriter(stream)


def sniff(sample: Sample) -> bool:
    """Take files of token lines.

    Text may end in what looks like a tag ('blood group O'), and read as token lines it would be
    lost. Where neither the suffix nor a line that begins a document speaks for tokens, a file is
    taken only for many lines of equally many columns with some entity, and ``.txt`` never.
    """
    lines = [line for line in sample.text.splitlines()[:50] if line.strip()]
    rows = [line.split() for line in lines if not line.startswith(("# ", "-DOCSTART-"))][:20]
    if not rows or not all(len(row) > 1 and _TAG.fullmatch(row[-1]) for row in rows):
        return False
    name = sample.name.lower()
    if name.endswith(SUFFIXES) or lines[0].startswith(("-DOCSTART-", "# newdoc id")):
        return True
    equal = len({len(row) for row in rows}) == 1 and any(row[-1] != "O" for row in rows)
    return equal and len(rows) >= _ENOUGH and not name.endswith((".txt", ".text"))


FORMAT = Format(
    name="conll",
    about="CoNLL / IOB2, a token and its tag per line",
    read=read,
    sniff=sniff,
    suffixes=SUFFIXES,
    open_writer=open_writer,
    always_annotated=True,
    in_tokens=True,
)
