"""What the resolver hears and what gives way to clinical terms where a config says nothing."""

from __future__ import annotations

from spacy_deid.decide.entities import ENTS
from spacy_deid.phi import CATEGORIES

COHERENCE = "deid_coherence"
"""The group that only repeats what detectors found."""

DEFAULT_ORDER = (
    "deid_patterns",
    "deid_crf",
    "deid_network",
    "deid_tagger",
    ENTS,
    "deid_svm",
    "deid_gazetteer",
    COHERENCE,
)
INVERSE = "deid_inverse"
"""Group of words that nothing proved safe, which is heard last wherever it is."""
OTHERS = ("deid_stack", "deid_ensemble", INVERSE)
"""Detectors that are only heard where an order names them."""
DEFAULT_VETOABLE = (
    "PATIENT",
    "DOCTOR",
    "HOSPITAL",
    "ORGANIZATION",
    "CITY",
    "STATE",
    "COUNTRY",
    "LOCATION_OTHER",
    "PHONE",
    "ZIP",
    "DEVICE",
    "MEDICALRECORD",
    "IDNUM",
    "VEHICLE",
    "LICENSE",
    "HEALTHPLAN",
    "ACCOUNT",
    "SSN",
    "USERNAME",
    "STREET",
    "PROFESSION",
    "DATE",
    "AGE",
)
DEFAULT_CLEARABLE = tuple(
    label
    for kind in ("NAME", "PROFESSION", "LOCATION", "AGE", "DATE")
    for label in CATEGORIES[kind]
)
"""Labels that have wide rules; those of numbers are narrow."""
DEFAULT_SILENT = ("EMAIL", "URL", "IPADDR")
"""Labels that the patterns find by themselves; a recognizer's guesses at them are noise."""
TERMS = "deid_protect"
"""Group of the gazetteer's terms, which need nobody to hear them."""
DEFAULT_BY_PATTERN = ("deid_patterns", "deid_gazetteer", COHERENCE)
