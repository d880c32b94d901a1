"""ICSR messages (ICH E2B): free text as documents that know their element, and masked messages.

What is common to R2 and R3: a release says which elements of a report hold free text and which
identify (``Field``), and how a field is emptied; reading and writing go by that.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import Any

from spacy_deid.annotations import Record
from spacy_deid.corpora.contract import Format, Item, Options
from spacy_deid.corpora.e2b_dates import days_of, order_of
from spacy_deid.corpora.e2b_fields import DATE, PHI, is_term
from spacy_deid.corpora.e2b_masked import open_masked
from spacy_deid.corpora.e2b_reports import Release, Report, check, reports
from spacy_deid.corpora.inputs import Member, kind_of, members
from spacy_deid.corpora.markup import elements
from spacy_deid.corpora.samples import Sample
from spacy_deid.errors import DeidError


def read(release: Release, path: str, options: Options) -> Iterator[Item]:
    """Give each free-text element of each report as a document.

    A file that is no message of the release, or one without a report, is a failure; so is a second
    one of the same name but for the suffix ('a.xml' and 'a.XML'), whose ids would be the same.
    RETURNS: ids ``file/report/element``; ``meta`` with case, element (ICH number) and element_path,
        case_day, the middle one of the report's structured dates, case_order, that of day and month
        in its free text where they prove one, and term where it is a reaction, an indication or
        the like in a few words; ``known_phi`` of the whole report.
    """
    stems: set[str] = set()
    whole = options.whole and kind_of(path) in ("directory", "zip", "tar")
    for member in members(path, (".xml",)):
        if isinstance(member, DeidError):
            yield member
            continue
        if member.stem in stems:
            yield DeidError("D104", path=member.place, doc=member.stem)
            continue
        stems.add(member.stem)
        held: list[Record] = []
        try:
            for record in _member(release, member, options):
                if whole:
                    held.append(record)
                else:
                    yield record
        except DeidError as problem:
            yield problem
            if held:
                yield DeidError("D127", path=member.place, unwritten=len(held))
        else:
            yield from held


def _member(release: Release, member: Member, options: Options) -> Iterator[Record]:
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
            check(release, outermost[0], number, member.place)
            yield from _records(report, member)
        check(release, outermost[0], number, member.place)


def _records(report: Report, member: Member) -> Iterator[Record]:
    known = [
        (place.label, place.value.strip())
        for place in report.fields
        if place.kind in (PHI, DATE) and place.known and place.value.strip()
    ]
    days = days_of(report.fields)
    order = order_of((place.value for place in report.ids.values()), report.fields)
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
            meta["case_day"] = days[len(days) // 2].isoformat()
        if order:
            meta["case_order"] = order
        yield Record(identifier, place.value, meta=meta, known_phi=list(dict.fromkeys(known)))


def _sniff(outermost: re.Pattern[str], sample: Sample) -> bool:
    return sample.text.startswith("<") and outermost.search(sample.text) is not None


def make_format(release: Release, about: str) -> Format:
    """Describe a release; its messages hold their outermost element within the first characters."""
    outermost = re.compile(rf"<(?:[\w.-]+:)?{release.message}\b")
    return Format(
        name=release.name,
        about=about,
        read=partial(read, release),
        sniff=partial(_sniff, outermost),
        suffixes=(".xml",),
        open_masked=partial(open_masked, release),
        keeps_case=True,
    )
