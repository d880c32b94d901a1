"""The component ``deid_patterns``: dates, ages, contacts, identifiers and addresses by rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from spacy.language import Language
from spacy.pipeline import Pipe
from spacy.tokens import Doc

from spacy_deid.annotations import Proposal, whole_text
from spacy_deid.detect.contacts.phone_library import check_regions, find_by_library
from spacy_deid.detect.words.plain import Plain
from spacy_deid.detect.words.reading import Reading
from spacy_deid.errors import DeidError
from spacy_deid.proposals import write_proposals

KINDS = ("dates", "ages", "contacts", "identifiers", "addresses")
"""What the component can look for."""

DATE_MODELS = ("full", "sahlstrom")
"""How dates and ages are found: this library's patterns, or those of system 1 as a baseline."""


@Language.factory(
    "deid_patterns",
    assigns=["doc.spans"],
    default_config={"kinds": list(KINDS), "dates": "full", "phone_regions": []},
)
def create_patterns(
    nlp: Language, name: str, kinds: Sequence[str], dates: str, phone_regions: Sequence[str]
) -> Patterns:
    """Make the component ``deid_patterns``.

    kinds: what to look for, from ``KINDS``; at least one, none twice.
    dates: 'full', or 'sahlstrom' for the published baseline of dates and ages.
    phone_regions: countries (ISO 3166 alpha-2) whose numbers the library phonenumbers looks for
        too; slower, and finds numbers that nothing announces.
    RAISES: DeidError D011 for another kind, model or region, D014 where phonenumbers is missing.
    """
    if not kinds or len(set(kinds)) != len(kinds) or not set(kinds) <= set(KINDS):
        raise DeidError(
            "D011", name="kinds", component=name, value=list(kinds), expected=f"some of {KINDS}"
        )
    if dates not in DATE_MODELS:
        raise DeidError(
            "D011", name="dates", component=name, value=dates, expected=f"one of {DATE_MODELS}"
        )
    check_regions(phone_regions, name)
    return Patterns(name, kinds=kinds, dates=dates, phone_regions=phone_regions)


class Patterns(Pipe):
    """Write the proposals of all chosen kinds into ``doc.spans[<name of the component>]``."""

    def __init__(
        self, name: str, *, kinds: Sequence[str], dates: str, phone_regions: Sequence[str] = ()
    ) -> None:
        self.name = name
        self.phone_regions = tuple(phone_regions)
        self.kinds = tuple(kind for kind in KINDS if kind in kinds)
        self.dates = dates

    def __call__(self, doc: Doc) -> Doc:
        """Find proposals.

        doc: any; an empty one gets an empty group.
        RETURNS: the same Doc; proposals of one kind are disjoint, those of different kinds can
            overlap and are left to the resolver.
        """
        text = whole_text(doc)
        found = find_patterns(text, self.kinds, self.dates)
        if self.phone_regions and "contacts" in self.kinds:
            found += find_by_library(text, self.phone_regions)
        write_proposals(doc, self.name, found)
        return doc

    def score(self, examples: Any, **kwargs: Any) -> dict[str, Any]:
        """Give no scores: proposals are judged after the resolver decided."""
        return {}


def find_patterns(text: str, kinds: Sequence[str] = KINDS, dates: str = "full") -> list[Proposal]:
    """Find proposals of several kinds in a text.

    text: a narrative; '' gives none.
    kinds, dates: as for ``create_patterns``, unchecked.
    RETURNS: proposals in order of their start, longer ones first.
    """
    plain = Plain(text)
    reading = Reading(plain.text)
    found: list[Proposal] = []
    if "dates" in kinds or "ages" in kinds:
        found += _dates_and_ages(plain.text, kinds, dates)
    if "contacts" in kinds:
        from spacy_deid.detect.contacts.finder import find_contacts

        found += find_contacts(plain.text, reading)
    if "identifiers" in kinds:
        from spacy_deid.detect.identifiers.finder import find_identifiers

        found += find_identifiers(plain.text, reading)
    if "addresses" in kinds:
        from spacy_deid.detect.addresses.finder import find_addresses

        found += find_addresses(plain.text, reading)
    return sorted(plain.home(found), key=lambda p: (p.start, -p.end, p.label))


def _dates_and_ages(text: str, kinds: Sequence[str], dates: str) -> list[Proposal]:
    found: list[Proposal] = []
    if dates == "sahlstrom":
        from spacy_deid.detect.dates import sahlstrom as baseline

        if "dates" in kinds:
            found += baseline.find_dates(text)
        if "ages" in kinds:
            found += baseline.find_ages(text)
        return found
    from spacy_deid.detect.ages.finder import ages_in
    from spacy_deid.detect.calendar.anchors import scan_text
    from spacy_deid.detect.dates.finder import dates_in

    scan = scan_text(text)
    if "dates" in kinds:
        found = dates_in(scan)
    if "ages" in kinds:
        found = found + ages_in(scan, found)
    return found
