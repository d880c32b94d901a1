"""Words and figures that their form or what stands beside them explains, sort by sort."""

from __future__ import annotations

from collections.abc import Iterator

from spacy_deid.annotations import Proposal
from spacy_deid.detect.protection.abbreviations import find_abbreviations
from spacy_deid.detect.protection.brands import find_brands
from spacy_deid.detect.protection.classifications import find_classifications
from spacy_deid.detect.protection.clinical_pairs import find_clinical_pairs
from spacy_deid.detect.protection.clock_times import find_clock_times
from spacy_deid.detect.protection.codes import find_codes
from spacy_deid.detect.protection.companies import find_companies
from spacy_deid.detect.protection.creatures import find_creatures
from spacy_deid.detect.protection.dated_values import find_dated_values
from spacy_deid.detect.protection.definitions import find_definitions
from spacy_deid.detect.protection.doses import find_doses
from spacy_deid.detect.protection.event_times import find_event_times
from spacy_deid.detect.protection.fractions import find_fractions
from spacy_deid.detect.protection.generics import find_generics
from spacy_deid.detect.protection.lab_tables import find_lab_tables
from spacy_deid.detect.protection.lab_values import find_lab_values
from spacy_deid.detect.protection.lot_contexts import find_lot_contexts
from spacy_deid.detect.protection.lots import find_lots
from spacy_deid.detect.protection.makers import find_makers
from spacy_deid.detect.protection.measures import find_measures
from spacy_deid.detect.protection.medical_abbreviations import find_medical_abbreviations
from spacy_deid.detect.protection.moving_values import find_moving_values
from spacy_deid.detect.protection.peoples import find_peoples
from spacy_deid.detect.protection.plain_words import find_plain_words
from spacy_deid.detect.protection.procedures import find_procedures
from spacy_deid.detect.protection.protocols import find_protocols
from spacy_deid.detect.protection.publications import find_publications
from spacy_deid.detect.protection.quantities import find_quantities
from spacy_deid.detect.protection.registrations import find_registrations
from spacy_deid.detect.protection.settings import find_settings
from spacy_deid.detect.protection.shorthand import find_shorthand
from spacy_deid.detect.protection.studies import find_studies
from spacy_deid.detect.protection.time_series import find_time_series
from spacy_deid.detect.protection.values import find_values
from spacy_deid.detect.protection.variants import find_variants
from spacy_deid.detect.protection.verbs import find_verbs
from spacy_deid.detect.protection.ward_times import find_ward_times
from spacy_deid.detect.words.reading import Reading
from spacy_deid.detect.words.scan import Scan


def find_explained(scan: Scan) -> Iterator[Proposal]:
    """Give them all, with the label PROTECT and their strength as score."""
    reading = Reading(scan.text)
    for sort, strength, spans in (
        ("lot", 0.95, find_lots(scan)),
        ("lot", 0.95, find_lot_contexts(scan, reading.words)),
        ("brand", 0.9, find_brands(scan)),
        ("company", 0.95, find_companies(scan)),
        ("company", 0.95, find_makers(scan, reading.words)),
        ("definition", 0.9, find_definitions(scan)),
        ("plain", 0.9, find_plain_words(scan)),
        ("verb", 0.95, find_verbs(reading)),
        ("generic", 0.9, find_generics(reading)),
        ("creature", 0.9, find_creatures(reading)),
        ("study", 0.9, find_studies(reading, scan.lookup_table)),
        ("abbreviation", 0.9, find_abbreviations(reading)),
        ("abbreviation", 0.9, find_medical_abbreviations(scan)),
        ("shorthand", 0.9, find_shorthand(reading)),
        ("quantity", 0.9, find_quantities(reading)),
        ("value", 0.9, find_values(reading)),
        ("value", 0.97, find_dated_values(reading)),
        ("value", 0.9, find_moving_values(reading)),
        ("fraction", 0.9, find_fractions(reading)),
        ("fraction", 0.9, find_clinical_pairs(reading)),
        ("code", 0.9, find_codes(reading)),
        ("registration", 0.97, find_registrations(reading)),
        ("publication", 0.97, find_publications(reading)),
        ("protocol", 0.95, find_protocols(reading)),
        ("people", 0.95, find_peoples(reading)),
        ("classification", 0.95, find_classifications(reading)),
        ("setting", 0.95, find_settings(reading)),
        ("clock_time", 0.97, find_event_times(reading)),
        ("variant", 0.9, find_variants(reading)),
        ("procedure", 0.9, find_procedures(reading)),
        ("ward_time", 0.95, find_ward_times(reading)),
        ("clock_time", 0.97, find_clock_times(reading)),
        ("dose", 0.95, find_doses(reading)),
        ("result", 0.9, find_lab_tables(reading)),
        ("result", 0.9, find_lab_values(reading)),
        ("series", 0.97, find_time_series(reading)),
    ):
        for start, stop in spans:
            yield Proposal(start, stop, "PROTECT", strength, f"gazetteer.protect.{sort}")
    for start, stop, surety in find_measures(reading):
        yield Proposal(start, stop, "PROTECT", surety, "gazetteer.protect.measure")
