"""brat standoff: a ``.txt`` with the text and an ``.ann`` with its spans, side by side.

Offsets count every character of the text file, a byte-order mark too, as brat itself does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from spacy_deid.annotations import Record
from spacy_deid.corpora.checks import repaired
from spacy_deid.corpora.contract import Format, Item, Options, Writer
from spacy_deid.corpora.encodings import decode
from spacy_deid.corpora.inputs import kind_of, members, read_bytes
from spacy_deid.corpora.samples import Sample
from spacy_deid.corpora.targets import Folder, file_name, new_folder
from spacy_deid.errors import DeidError
from spacy_deid.intervals import PhiSpan
from spacy_deid.phi import shown

_TEXT_BOUND = re.compile(r"T\S*\t(\S+) (\d+ \d+(?:;\d+ \d+)*)(?:\t(.*))?", re.DOTALL)
_SPACE = re.compile(r"\s")


def read(path: str, options: Options) -> Iterator[Item]:
    """Give each pair of files as a document; a discontinuous span becomes one span per piece."""
    waiting: dict[str, tuple[str, str, bytes]] = {}
    in_order = kind_of(path) == "directory"
    for member in members(path, (".txt", ".ann")):
        if isinstance(member, DeidError):
            yield member
            continue
        suffix = member.name[-4:].lower()
        key = member.name[:-4]
        try:
            data = read_bytes(member)
        except DeidError as problem:
            yield problem
            continue
        mate = waiting.pop(key, None)
        # '.TXT' comes before '.ann' in the order of names, '.txt' behind it
        if mate is None and not (in_order and member.name.endswith(".txt")):
            waiting[key] = (suffix, member.place, data)
            continue
        pair = {suffix: (member.place, data)}
        if mate is not None:
            pair[mate[0]] = mate[1:]
        yield _item(member.stem, pair, options)
    for key, (suffix, place, data) in waiting.items():
        yield _item(key, {suffix: (place, data)}, options)


def _item(doc: str, pair: dict[str, tuple[str, bytes]], options: Options) -> Item:
    try:
        return _record(doc, pair, options)
    except DeidError as problem:
        return problem


def _record(doc: str, pair: dict[str, tuple[str, bytes]], options: Options) -> Record:
    if ".txt" not in pair:
        raise DeidError("D122", path=pair[".ann"][0], format="brat", reason="it has no .txt file")
    place, data = pair[".txt"]
    record = Record(doc, decode(data, options.encoding, place, marked=False), meta={"path": place})
    if ".ann" not in pair:
        if options.gold:
            raise DeidError("D122", path=place, format="brat", reason="it has no .ann file")
        record.meta["annotated"] = False
        return record
    place, data = pair[".ann"]
    for number, line in enumerate(decode(data, options.encoding, place).split("\n"), 1):
        if line.startswith("T"):
            record.spans.extend(_spans(line.removesuffix("\r"), record, place, number))
    return record


def _spans(line: str, record: Record, place: str, number: int) -> list[PhiSpan]:
    match = _TEXT_BOUND.fullmatch(line)
    if match is None:
        raise DeidError(
            "D122", path=f"{place}, line {number}", format="brat", reason="not a text-bound line"
        )
    pieces = [tuple(map(int, piece.split(" "))) for piece in match[2].split(";")]
    written = match[3]
    if len(pieces) > 1:
        _check_pieces(record, pieces, written, place, number)
        return [PhiSpan(start, end, match[1]) for start, end in pieces]
    ((start, end),) = pieces
    if start < end:
        start, end = repaired(
            record.text, start, end, written, doc=record.id, place=place, number=number
        )
    return [PhiSpan(start, end, match[1])]


def _check_pieces(
    record: Record, pieces: list[tuple[int, ...]], written: str | None, place: str, number: int
) -> None:
    joined = " ".join(record.text[start:end] for start, end in pieces)
    if written and _SPACE.sub(" ", joined) != _SPACE.sub(" ", written):
        raise DeidError(
            "D103",
            path=place,
            doc=record.id,
            number=number,
            start=pieces[0][0],
            end=pieces[-1][1],
        )


class _PairWriter:
    def __init__(self, folder: Folder) -> None:
        self._folder = folder

    def write(self, record: Record) -> None:
        """Write the pair of files of one document."""
        lines = []
        for number, (start, end, label) in enumerate(record.spans, 1):
            if not label or _SPACE.search(label):
                raise DeidError(
                    "D105", path="brat output", doc=record.id, label=shown(label), scheme="brat"
                )
            written = _SPACE.sub(" ", record.text[start:end])
            lines.append(f"T{number}\t{label} {start} {end}\t{written}\n")
        name = file_name(record.id)
        self._folder.put(f"{name}.txt", record.text.encode("utf-8"))
        if record.meta.get("annotated", True):
            self._folder.put(f"{name}.ann", "".join(lines).encode("utf-8"))


@contextmanager
def open_writer(path: str, options: Options) -> Iterator[Writer]:
    """Write a directory of pairs."""
    with new_folder(path) as folder:
        yield _PairWriter(folder)


def sniff(sample: Sample) -> bool:
    """Take directories and archives that hold ``.ann`` files."""
    return any(name.lower().endswith(".ann") for name in (*sample.names, sample.name))


FORMAT = Format(
    name="brat",
    about="brat standoff, a directory of .txt and .ann files",
    read=read,
    sniff=sniff,
    suffixes=(".ann",),
    beside=(".txt",),
    open_writer=open_writer,
    folder=True,
)
