"""Phone numbers by the library phonenumbers, for those who want its numbering plans too."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from spacy_deid.annotations import Proposal
from spacy_deid.errors import DeidError, required

SCORE = 0.6
"""A valid number of a country is often something else: what the patterns see goes first."""


def check_regions(regions: Sequence[str], component: str) -> None:
    """Check the names of regions.

    RAISES: DeidError D014 where the library is missing, D011 for a region that it does not know.
    """
    if not regions:
        return
    known = _library(component).SUPPORTED_REGIONS
    unknown = sorted(set(regions) - set(known))
    if unknown:
        raise DeidError(
            "D011",
            name="phone_regions",
            component=component,
            value=unknown,
            expected="country codes such as US, GB or SE",
        )


def find_by_library(text: str, regions: Sequence[str]) -> list[Proposal]:
    """Find the numbers that are valid in a region, as dialled there or with the country's code.

    text: any text. regions: ISO 3166 alpha-2 codes that ``check_regions`` has accepted.
    RETURNS: proposals labelled PHONE with source 'contacts.phonenumbers', one per place.
    """
    if not regions:
        return []
    phonenumbers = _library("deid_patterns")
    found: dict[tuple[int, int], Proposal] = {}
    for region in regions:
        matcher = phonenumbers.PhoneNumberMatcher(
            text, region, leniency=phonenumbers.Leniency.VALID
        )
        for match in matcher:
            place = (match.start, match.end)
            found.setdefault(place, Proposal(*place, "PHONE", SCORE, "contacts.phonenumbers"))
    return [found[place] for place in sorted(found)]


def _library(component: str) -> Any:
    return required("phonenumbers", component=component, package="phonenumbers", extra="train")
