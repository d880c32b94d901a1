"""What the scorers need to know of a label scheme: its labels, HIPAA subset and categories."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from spacy_deid.errors import DeidError
from spacy_deid.phi import (
    CATEGORY_OF,
    FROM_I2B2_2014,
    HIPAA_SUBSET,
    LABELS,
    MEDDOCAN_CATEGORY_OF,
    SCHEMES,
    TO_I2B2_2014,
)

DEFAULT_SCHEME = "i2b2-2014"
OTHER = "OTHER"
"""Category of a label that i2b2 2014 has nothing for."""


def outside(label: str) -> str:
    """Name a label that the scheme at hand has nothing for, such as '(EMAIL)'.

    label: as i2b2 2014 has it, otherwise of its own scheme.
    Spans of such a label hide and show text as others do; where labels count they are left out.
    """
    return f"({label})"


def is_outside(label: str) -> bool:
    """Tell whether a label is one that ``outside`` names."""
    return label.startswith("(") and label.endswith(")")


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
        if is_outside(label):
            return CATEGORY_OF.get(label[1:-1], OTHER)
        return self.category_of.get(label, OTHER)

    def identifies(self, label: str) -> bool:
        """Tell whether a label is of the HIPAA subset."""
        return label[1:-1] in HIPAA_SUBSET if is_outside(label) else label in self.hipaa


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
    # a label counts where it is one of the subset, or holds one: LOCATION holds cities
    hipaa = frozenset(label for label, to in hub.items() if to in HIPAA_SUBSET) | {
        to for label, to in FROM_I2B2_2014[name].items() if label in HIPAA_SUBSET and to is not None
    }
    return Scheme(name, SCHEMES[name], hipaa, categories)
