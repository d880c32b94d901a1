"""PHI labels, their categories, and the subsets that scorers use. No other module lists labels."""

from __future__ import annotations

CATEGORIES: dict[str, tuple[str, ...]] = {
    "NAME": ("PATIENT", "DOCTOR", "USERNAME"),
    "PROFESSION": ("PROFESSION",),
    "LOCATION": (
        "HOSPITAL",
        "ORGANIZATION",
        "STREET",
        "CITY",
        "STATE",
        "COUNTRY",
        "ZIP",
        "LOCATION_OTHER",
    ),
    "AGE": ("AGE",),
    "DATE": ("DATE",),
    "CONTACT": ("PHONE", "FAX", "EMAIL", "URL", "IPADDR"),
    "ID": (
        "SSN",
        "MEDICALRECORD",
        "HEALTHPLAN",
        "ACCOUNT",
        "LICENSE",
        "VEHICLE",
        "DEVICE",
        "BIOID",
        "IDNUM",
    ),
}
"""The seven categories of i2b2 2014 and their types.

SOURCE: Stubbs & Uzuner 2015, as used in systems 3 (WI-deId) of the README.
"""

CATEGORY_OF: dict[str, str] = {
    label: category for category, labels in CATEGORIES.items() for label in labels
}
"""Label to category."""

LABELS: tuple[str, ...] = tuple(CATEGORY_OF)
"""All labels, in the order of their categories."""
