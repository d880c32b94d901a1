"""ICSR messages (ICH E2B): free text as documents that know their element, and masked messages.

What is common to R2 and R3: a release says which elements of a report hold free text and which
identify (``Field``), and how a field is emptied; reading and writing go by that.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from typing import Any
from xml.etree.ElementTree import Element

from spacy_deid.annotations import Record
from spacy_deid.corpora.contract import FieldMask, Format, Item, Options, Writer
from spacy_deid.corpora.e2b_fields import (
    ATTACHMENT,
    DATE,
    FREE,
    PHI,
    Field,
    is_term,
    walk,
)
from spacy_deid.corpora.inputs import Member, Sample, kind_of, members, read_bytes
from spacy_deid.corpora.markup import check_characters, elements, local, to_xml
from spacy_deid.corpora.targets import file_name, new_file, new_folder
from spacy_deid.errors import DeidError

_LARGEST = 512 << 20


@dataclass(frozen=True, slots=True)
class Release:
    """What R2 and R3 differ in.

    message: local name of the outermost element of a message.
    report: local name of the element that is one report.
    fields: its places that matter, in the order of the message.
    case: its case id.
    empty: takes a field's value away, in the release's own way.
    keep_year: leaves of a date its year.
    outside: places outside of all reports to be masked, given the whole message.
    """

    name: str
    message: str
    report: str
    fields: Callable[[Element], Iterator[Field]]
    case: Callable[[Element], str]
    empty: Callable[[Field], None]
    keep_year: Callable[[Field], None]
    outside: Callable[[Element], Iterator[Field]]


@dataclass(slots=True)
class Report:
    """One report with its fields; free text is numbered in the order of the message."""

    stem: str
    number: int
    case: str
    fields: list[Field]
    ids: dict[str, Field] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for place in self.fields:
            if place.kind != FREE or not place.value.strip():
                continue
            name = f"{self.stem}/{self.number}/{place.element}"
            index = 1
            while (key := name if index == 1 else f"{name}({index})") in self.ids:
                index += 1
            self.ids[key] = place


def reports(release: Release, stem: str, found: Iterable[Element]) -> Iterator[Report]:
    """Give the reports of a message, from their elements in order."""
    for number, element in enumerate(found, 1):
        yield Report(stem, number, release.case(element), list(release.fields(element)))


def _check(release: Release, outermost: str, number: int, place: str) -> None:
    """Refuse what is no message of the release, or one that holds no report.

    outermost: local name of the outermost element; a report may also stand alone.
    RAISES: DeidError D122.
    """
    known = release.message, release.report
    reason = "it holds no report" if not number else ""
    if outermost not in known:
        reason = f"its outermost element is neither {known[0]} nor {known[1]}"
    if reason:
        raise DeidError("D122", path=place, format=release.name, reason=reason)


def read(release: Release, path: str, options: Options) -> Iterator[Item]:
    """Give each free-text element of each report as a document.

    A file that is no message of the release, or one without a report, is a failure.
    RETURNS: ids ``file/report/element``; ``meta`` with case, element (ICH number) and element_path,
        case_day, the middle one of the report's structured dates, and term where it is a reaction
        or an indication in a few words; ``known_phi`` of the whole report.
    """
    for member in members(path, (".xml",)):
        if isinstance(member, DeidError):
            yield member
            continue
        try:
            with member.open() as stream:
                outermost: list[str] = []
                found = elements(
                    stream,
                    frozenset({release.report}),
                    member.place,
                    options.encoding,
                    outermost=outermost,
                )
                number = 0
                for report in reports(release, member.stem, found):
                    number = report.number
                    _check(release, outermost[0], number, member.place)
                    yield from _records(report, member)
                _check(release, outermost[0], number, member.place)
        except DeidError as problem:
            yield problem


def _records(report: Report, member: Member) -> Iterator[Record]:
    known = [
        (place.label, place.value.strip())
        for place in report.fields
        if place.kind in (PHI, DATE) and place.known and place.value.strip()
    ]
    days = sorted(day for place in report.fields if (day := _day(place)))
    for identifier, place in report.ids.items():
        meta: dict[str, Any] = {
            "path": member.place,
            "case": report.case,
            "element": place.element,
            "element_path": place.node.path,
            "annotated": False,
        }
        if is_term(place):
            meta["term"] = True
        if days:
            meta["case_day"] = days[len(days) // 2]
        yield Record(identifier, place.value, meta=meta, known_phi=list(dict.fromkeys(known)))


def _day(place: Field) -> str:
    """Give the day of a date of the case as ``2021-01-08``; '' for other fields and forms."""
    value = place.value.strip()[:8] if place.kind == DATE else ""
    try:
        return date(int(value[:4]), int(value[4:6]), int(value[6:8])).isoformat()
    except ValueError:
        return ""


class _MaskedMessages:
    """Holds masked texts until their messages are written."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}

    def write(self, record: Record) -> None:
        """Take the masked text of one element."""
        check_characters(record.text, record.id, "e2b output")
        self.texts[record.id] = record.text


def mask(
    root: Element,
    release: Release,
    member: Member,
    texts: dict[str, str],
    mask_field: FieldMask | None,
) -> None:
    """Put masked texts into a message and mask what identifies in it.

    texts: id to masked text; free text that has none is emptied.
    mask_field: gives the value of PHI and DATE fields; without it PHI is emptied and a date keeps
        its year, a date of birth not even that. Attachments are emptied.
    RAISES: DeidError D122 where ``read`` does not know the message either.
    """
    found = [node.element for node in walk(root) if node.name == release.report]
    _check(release, local(root.tag), len(found), member.place)
    for report in reports(release, member.stem, found):
        for identifier, place in report.ids.items():
            if identifier in texts:
                place.put(texts[identifier])
            else:
                release.empty(place)
        for place in report.fields:
            _mask_field(place, release, report.case, mask_field)
    for place in release.outside(root):
        _mask_field(place, release, "", mask_field)
    _clear_between(root)


def _clear_between(root: Element) -> None:
    """Take away text beside elements, which belongs to no field and to no message."""
    for node in walk(root):
        element = node.element
        if len(element) and (element.text or "").strip():
            element.text = None
        for below in element:
            if (below.tail or "").strip():
                below.tail = None


def _mask_field(place: Field, release: Release, case: str, mask_field: FieldMask | None) -> None:
    if place.kind == FREE or not place.value.strip():
        return
    if place.kind == ATTACHMENT:
        release.empty(place)
        return
    if mask_field is None and place.kind == DATE and place.value[:4].isdigit():
        release.keep_year(place)
        return
    asked = place.wording or place.value
    value = None if mask_field is None else mask_field(place.label, asked, case)
    if value is None:
        release.empty(place)
    else:
        place.put(place.value if value == asked else value)


@contextmanager
def open_masked(
    release: Release, source: str, path: str, options: Options, mask_field: FieldMask | None
) -> Iterator[Writer]:
    """Write the messages again with masked text and masked fields, comments left out.

    A file for a file, a directory for a directory or an archive.
    """
    writer = _MaskedMessages()
    kind = kind_of(source)
    if kind == "stdin":
        raise DeidError("D118", path="standard input")
    if kind in ("file", "gzip"):
        with new_file(path) as stream:
            yield writer
            for member in members(source, ()):
                if isinstance(member, Member):
                    stream.write(_masked(member, release, options, writer.texts, mask_field))
        return
    with new_folder(path) as folder:
        yield writer
        for member in members(source, (".xml",)):
            if isinstance(member, DeidError):
                continue
            try:
                data = _masked(member, release, options, writer.texts, mask_field)
            except DeidError:
                continue  # it was reported when it was read
            folder.put(file_name(member.stem) + ".xml", data)


def _masked(
    member: Member,
    release: Release,
    options: Options,
    texts: dict[str, str],
    mask_field: FieldMask | None,
) -> bytes:
    stream = io.BytesIO(read_bytes(member, _LARGEST))
    doctypes: list[str] = []
    (root,) = elements(
        stream, frozenset(), member.place, options.encoding, doctypes=doctypes, largest=_LARGEST
    )
    mask(root, release, member, texts, mask_field)
    return to_xml(root, doctypes[0] if doctypes else "")


def _sniff(mark: str, sample: Sample) -> bool:
    return sample.text.startswith("<") and mark in sample.text


def make_format(release: Release, about: str, mark: str) -> Format:
    """Describe a release.

    mark: what its messages begin with, within the first characters.
    """
    return Format(
        name=release.name,
        about=about,
        read=partial(read, release),
        sniff=partial(_sniff, mark),
        suffixes=(".xml",),
        open_masked=partial(open_masked, release),
    )
