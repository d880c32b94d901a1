"""ICSR messages (ICH E2B) written again, with masked text and masked fields."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from math import ceil
from xml.etree.ElementTree import Element

from spacy_deid.annotations import Record
from spacy_deid.corpora.contract import FieldMask, Options, Writer
from spacy_deid.corpora.e2b_dates import latest_day, years_before
from spacy_deid.corpora.e2b_fields import (
    ATTACHMENT,
    DATE,
    FREE,
    OLDEST,
    PHI,
    Field,
    is_number,
    walk,
)
from spacy_deid.corpora.e2b_reports import Release, check, reports
from spacy_deid.corpora.inputs import Member, kind_of, members, read_bytes
from spacy_deid.corpora.markup import check_characters, elements, local, to_xml
from spacy_deid.corpora.targets import file_name, new_file, new_folder
from spacy_deid.errors import DeidError

_LARGEST = 512 << 20


_PERSONS = frozenset({"PATIENT", "DOCTOR"})
_PARTS = {"given": ("givename", "givenname", "given"), "family": ("familyname", "family")}
"""Ends of the names of elements that hold the parts of a person's name."""


class _MaskedMessages:
    """Holds masked texts until their messages are written.

    stays: what of a message is neither text nor identifying field.
    """

    stays = (
        "codes, names of products, countries, units, numbers of studies and authorisations, "
        "attributes that hold text, "
        "identifiers of sender and receiver"
    )

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
        its year, a date of birth not even that. Attachments are emptied, and dates that tell of
        an age above 89 where ``mask_field`` does not leave such ages.
    RAISES: DeidError D122 where ``read`` does not know the message either.
    """
    found = [
        node.element
        for node in walk(root)
        if node.name == release.report and release.report not in node.parents()
    ]
    check(release, local(root.tag), len(found), member.place)
    sent = latest_day(release.outside(root))
    for report in reports(release, member.stem, found):
        latest = latest_day(report.fields) or sent
        for identifier, place in report.ids.items():
            if identifier in texts:
                place.put(texts[identifier])
            else:
                release.empty(place)
        named = _whole_names(report.fields, report.case, mask_field)
        for place in report.fields:
            if id(place) in named:
                place.put(named[id(place)])
            else:
                _mask_field(place, release, report.case, latest, mask_field)
    for place in release.outside(root):
        _mask_field(place, release, "", sent, mask_field)
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


def _whole_names(
    fields: Sequence[Field], case: str, mask_field: FieldMask | None
) -> dict[int, str]:
    """Mask the given and the family name of a person together, as a narrative has them.

    RETURNS: identity of a field to its part of the name; fields of names of one part, and all where
        names have placeholders, are missing.
    """
    persons: dict[int, dict[str, Field]] = {}
    for place in fields:
        part = next((kind for kind, names in _PARTS.items() if place.node.name.endswith(names)), "")
        if part and place.label in _PERSONS and place.attribute is None and place.node.above:
            persons.setdefault(id(place.node.above[-1]), {}).setdefault(part, place)
    found: dict[int, str] = {}
    for parts in persons.values():
        if mask_field is None or len(parts) < len(_PARTS):
            continue
        given, family = parts["given"], parts["family"]
        words = given.value.split()
        whole = mask_field(given.label, " ".join([*words, *family.value.split()]), case) or ""
        new = whole.split()
        if words and family.value.strip() and len(new) > len(words) and whole[0].isalpha():
            found[id(given)] = " ".join(new[: len(words)])
            found[id(family)] = " ".join(new[len(words) :])
    return found


def _mask_field(
    place: Field, release: Release, case: str, latest: date | None, mask_field: FieldMask | None
) -> None:
    if place.kind == FREE or not place.value.strip() or place.young and mask_field is None:
        return
    asked = place.wording or place.value
    value = None
    if place.kind == ATTACHMENT or _tells_age(place, case, latest, mask_field):
        pass
    elif mask_field is not None:
        value = mask_field(place.label, asked, case)
    elif place.kind == DATE and place.value.strip()[:4].isdigit():
        value = place.value.strip()[:4]
    if value == asked:
        return
    if value is None or place.label == "AGE" and not is_number(value):
        release.empty(place)
    elif place.label == "DATE":
        release.put_date(place, value)
    else:
        place.put(value)


def _tells_age(place: Field, case: str, latest: date | None, mask_field: FieldMask | None) -> bool:
    """Tell whether a date gives away an age that is masked; of a birth, if in doubt.

    A birth does where ages are not left as they are. latest: day of the report.
    """
    if place.label != "DATE":
        return False
    if place.kind == PHI and mask_field is not None and mask_field("AGE", "50", case) != "50":
        return True
    doubt = OLDEST + 1 if place.kind == PHI else 0
    years = doubt if latest is None else ceil(years_before(place.value, latest))
    if years <= OLDEST:
        return False
    return mask_field is None or mask_field("AGE", str(years), case) != str(years)


@contextmanager
def open_masked(
    release: Release, source: str, path: str, options: Options, mask_field: FieldMask | None
) -> Iterator[Writer]:
    """Write the messages again with masked text and masked fields.

    Comments and processing instructions are left out, but for those that name a style sheet.

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
    stems: set[str] = set()
    with new_folder(path) as folder:
        yield writer
        for member in members(source, (".xml",)):
            if isinstance(member, DeidError) or member.stem in stems:
                continue
            stems.add(member.stem)
            try:
                data = _masked(member, release, options, writer.texts, mask_field)
            except DeidError as problem:
                if problem.code == "D112":
                    raise  # all else was reported when it was read
                continue
            folder.put(file_name(member.stem) + ".xml", data)


def _masked(
    member: Member,
    release: Release,
    options: Options,
    texts: dict[str, str],
    mask_field: FieldMask | None,
) -> bytes:
    stream = io.BytesIO(read_bytes(member, _LARGEST))
    prolog: list[str] = []
    (root,) = elements(
        stream, frozenset(), member.place, options.encoding, prolog=prolog, largest=_LARGEST
    )
    mask(root, release, member, texts, mask_field)
    return to_xml(root, prolog)
