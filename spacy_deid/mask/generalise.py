"""Wider classes for narrow facts: part of a ZIP code, the state of a city, a kind of job."""

from __future__ import annotations

import re

from spacy_deid.annotations import Proposal
from spacy_deid.mask.lists import city_places, countries, profession_group, us_states

SMALL_ZIP_AREAS = frozenset(
    "036 059 063 102 203 556 692 790 821 823 830 831 878 879 884 890 893".split()
)
"""First three digits of ZIP codes whose areas have 20,000 inhabitants or fewer.

SOURCE: guidance of the Department of Health and Human Services on 45 CFR 164.514(b), census of
2000.
"""


def generalised(label: str, text: str) -> str:
    """Give the wider class of a value.

    label: ZIP to its first three digits ('000' for small areas), CITY to its state or country,
        STATE to its country, PROFESSION to its group.
    RETURNS: '' where no class is known; the caller then writes a placeholder.
    """
    if label == "ZIP":
        digits = "".join(sign for sign in text if sign in "0123456789")
        if len(digits) not in (5, 9):
            return ""
        return "000" if digits[:3] in SMALL_ZIP_AREAS else digits[:3]
    plain = " ".join(re.findall(r"[^\W_]+", text.casefold()))
    if label == "CITY":
        state, country = city_places().get(plain, ("", ""))
        return us_states().get(state) or countries().get(country, "")
    if label == "STATE":
        known = {name.casefold() for name in us_states().values()} | set(us_states())
        return "United States" if plain in known or text.strip(". ").upper() in us_states() else ""
    if label == "PROFESSION":
        return profession_group(plain)
    return ""


def is_placed(text: str, span: Proposal, behind: Proposal | None) -> bool:
    """Tell whether a state or a country behind a city says where it is: 'Paris, Texas'."""
    if span.label != "CITY" or behind is None or behind.label not in ("STATE", "COUNTRY"):
        return False
    return text[span.end : behind.start].strip() in ("", ",", "(")
