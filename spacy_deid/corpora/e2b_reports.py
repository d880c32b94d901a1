"""What the releases of ICSR messages (ICH E2B) differ in, and the reports of a message."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element

from spacy_deid.corpora.e2b_fields import FREE, Field
from spacy_deid.errors import DeidError


@dataclass(frozen=True, slots=True)
class Release:
    """What R2 and R3 differ in.

    message: local name of the outermost element of a message.
    report: local name of the element that is one report.
    fields: its places that matter, in the order of the message.
    case: its case id, '' where it has none.
    empty: takes a field's value away, with its unit, in the release's own way.
    put_date: replaces a date, by a less exact one too.
    outside: places outside of all reports to be masked, given the whole message.
    """

    name: str
    message: str
    report: str
    fields: Callable[[Element], Iterator[Field]]
    case: Callable[[Element], str]
    empty: Callable[[Field], None]
    put_date: Callable[[Field, str], None]
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
        counts: Counter[str] = Counter()
        for place in self.fields:
            if place.kind != FREE or not place.value.strip():
                continue
            counts[place.element] += 1
            name = f"{self.stem}/{self.number}/{place.element}"
            count = counts[place.element]
            self.ids[name if count == 1 else f"{name}({count})"] = place


def reports(release: Release, stem: str, found: Iterable[Element]) -> Iterator[Report]:
    """Give the reports of a message, from their elements in order.

    The case of one without a case id is its place: ``file/report``.
    """
    for number, element in enumerate(found, 1):
        case = release.case(element) or f"{stem}/{number}"
        yield Report(stem, number, case, list(release.fields(element)))


def check(release: Release, outermost: str, number: int, place: str) -> None:
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
