"""Identifiers of persons, cases and things: by cue words, and by form with check digits."""

from __future__ import annotations

from spacy_deid.annotations import Proposal
from spacy_deid.detect.identifiers.case_numbers import find_worldwide
from spacy_deid.detect.identifiers.cued import find_cued
from spacy_deid.detect.identifiers.number_scan import find_numbers
from spacy_deid.detect.identifiers.plates import find_plates
from spacy_deid.detect.words.anchors import disjoint
from spacy_deid.detect.words.reading import Reading


def find_identifiers(text: str, reading: Reading | None = None) -> list[Proposal]:
    """Find numbers that stand for a person, a report, an account or a thing of a person.

    text: any text, also empty. reading: what ``Reading`` makes of it, where that is there already.
    RETURNS: proposals labelled SSN, MEDICALRECORD, HEALTHPLAN, ACCOUNT, LICENSE, VEHICLE, DEVICE,
        BIOID or IDNUM, in order of their start, without overlaps; [] where there is nothing.
        National personal numbers are SSN, whatever the country; the British NHS number is a
        MEDICALRECORD. Lot, batch and product numbers, codes of dictionaries and of literature and
        trial registries are left alone. ``source`` is 'identifiers.<pattern>'.
    """
    reading = reading or Reading(text)
    low, words = reading.low, reading.words
    found = find_numbers(text, low, words)
    hyphened, low_hyphened = text.replace("\u2013", "-"), low.replace("\u2013", "-")
    if "-" in hyphened:
        found.extend(find_worldwide(hyphened))
    found.extend(find_cued(hyphened, low_hyphened))
    found.extend(find_plates(text, low, words))
    return disjoint(found)
