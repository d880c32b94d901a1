"""Streets, post office boxes, postcodes, positions and codes of countries."""

from __future__ import annotations

from spacy_deid.annotations import Proposal
from spacy_deid.detect.addresses.bare_streets import find_bare_streets
from spacy_deid.detect.addresses.country_codes import find_country_codes
from spacy_deid.detect.addresses.foreign_streets import find_foreign_streets
from spacy_deid.detect.addresses.lines import find_lines
from spacy_deid.detect.addresses.positions import find_positions
from spacy_deid.detect.addresses.postcodes import find_postcodes
from spacy_deid.detect.addresses.streets import find_streets
from spacy_deid.detect.addresses.units import find_units
from spacy_deid.detect.words.anchors import disjoint
from spacy_deid.detect.words.reading import Reading


def find_addresses(text: str, reading: Reading | None = None) -> list[Proposal]:
    """Find streets, post office boxes, postcodes, positions on the globe, codes of countries.

    text: any text, also empty. reading: what ``Reading`` makes of it, where that is there already.
    RETURNS: proposals labelled STREET (with house number and flat), ZIP, LOCATION_OTHER or COUNTRY,
        in order of their start, without overlaps; [] where there is nothing. Bare numbers are
        postcodes only beside a street, a place, a state or a cue. ``source`` is
        'addresses.<pattern>'.
    """
    reading = reading or Reading(text)
    low, words = reading.low, reading.words
    streets = disjoint(
        [
            *find_streets(text, low, words),
            *find_foreign_streets(text, low, words),
            *find_lines(text, low, words),
            *find_bare_streets(text, low, words),
            *find_units(reading),
        ]
    )
    codes = find_postcodes(text, low, words, streets)
    return disjoint([*streets, *codes, *find_positions(reading), *find_country_codes(reading)])
