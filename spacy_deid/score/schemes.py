"""What the scorers need to know of a label scheme: its labels, HIPAA subset and categories."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from spacy_deid.errors import DeidError
from spacy_deid.phi import (
    CATEGORY_OF,
    HIPAA_SUBSET,
    LABELS,
    MEDDOCAN_CATEGORY_OF,
    SCHEMES,
    TO_I2B2_2014,
)

DEFAULT_SCHEME = "i2b2-2014"
OTHER = "OTHER"
"""Category of a label that i2b2 2014 has nothing for."""


class Scheme(NamedTuple):
    """A label scheme as the scorers use it.

    name: of ``phi.SCHEMES``, or 'any' where labels are taken as they come.
    labels: what may occur; None admits any label.
    hipaa: the labels of the HIPAA subset of the 2014 script, by way of the map to i2b2 2014.
    category_of: label to the category that 'by_category' and the grades of leaks go by.
    """

    name: str
    labels: tuple[str, ...] | None
    hipaa: frozenset[str]
    category_of: Mapping[str, str]

    def category(self, label: str) -> str:
        """Give the category of a label; 'OTHER' for one that has none."""
        return self.category_of.get(label, OTHER)


def scheme(name: str = DEFAULT_SCHEME) -> Scheme:
    """Look a scheme up.

    name: of ``phi.SCHEMES``, or 'any' for labels that no scheme holds together: they count in no
        HIPAA subset unless i2b2 2014 knows them.
    RAISES: DeidError D505 for a name that is not known.
    """
    if name == "any":
        return Scheme(name, None, HIPAA_SUBSET, CATEGORY_OF)
    if name not in SCHEMES:
        raise DeidError("D505", scheme=name, known=", ".join([*SCHEMES, "any"]))
    if name == DEFAULT_SCHEME:
        return Scheme(name, LABELS, HIPAA_SUBSET, CATEGORY_OF)
    hub = TO_I2B2_2014[name]
    categories = {label: CATEGORY_OF[to] for label, to in hub.items() if to is not None}
    if name == "meddocan":
        categories = {**MEDDOCAN_CATEGORY_OF, **categories}
    hipaa = frozenset(label for label, to in hub.items() if to in HIPAA_SUBSET)
    return Scheme(name, SCHEMES[name], hipaa, categories)
