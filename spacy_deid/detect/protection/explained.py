"""Words and figures that their form or what stands beside them explains, sort by sort."""

from __future__ import annotations

from collections.abc import Iterator

from spacy_deid.annotations import Proposal
from spacy_deid.detect.protection.codes.compounds import find_compounds
from spacy_deid.detect.protection.codes.finder import find_codes
from spacy_deid.detect.protection.codes.lot_contexts import find_lot_contexts
from spacy_deid.detect.protection.codes.lots import find_lots
from spacy_deid.detect.protection.codes.packages import find_alike, find_packages
from spacy_deid.detect.protection.codes.protocols import find_protocols
from spacy_deid.detect.protection.codes.publications import find_publications
from spacy_deid.detect.protection.codes.registrations import find_registrations
from spacy_deid.detect.protection.codes.studies import find_studies
from spacy_deid.detect.protection.codes.variants import find_variants
from spacy_deid.detect.protection.codes.visits import find_visits
from spacy_deid.detect.protection.figures.body import find_body_figures
from spacy_deid.detect.protection.figures.chains import find_chains
from spacy_deid.detect.protection.figures.clinical_pairs import find_clinical_pairs
from spacy_deid.detect.protection.figures.doses import find_doses
from spacy_deid.detect.protection.figures.fractions import find_fractions
from spacy_deid.detect.protection.figures.measures import find_measures
from spacy_deid.detect.protection.figures.procedures import find_procedures
from spacy_deid.detect.protection.figures.quantities import find_quantities
from spacy_deid.detect.protection.figures.settings import find_settings
from spacy_deid.detect.protection.results.dated_tables import find_dated_tables
from spacy_deid.detect.protection.results.dated_values import find_dated_values
from spacy_deid.detect.protection.results.lab_tables import find_lab_tables
from spacy_deid.detect.protection.results.lab_values import find_lab_values
from spacy_deid.detect.protection.results.moving_values import find_moving_values
from spacy_deid.detect.protection.results.time_series import find_time_series
from spacy_deid.detect.protection.results.values import find_values
from spacy_deid.detect.protection.terms.abbreviations import find_abbreviations
from spacy_deid.detect.protection.terms.brands import find_brands
from spacy_deid.detect.protection.terms.classifications import find_classifications
from spacy_deid.detect.protection.terms.companies import find_companies
from spacy_deid.detect.protection.terms.courtesies import find_courtesies
from spacy_deid.detect.protection.terms.creatures import find_creatures
from spacy_deid.detect.protection.terms.definitions import find_definitions
from spacy_deid.detect.protection.terms.dotted import find_dotted
from spacy_deid.detect.protection.terms.exclamations import find_exclamations
from spacy_deid.detect.protection.terms.files import find_machine_words
from spacy_deid.detect.protection.terms.foreign_fields import find_foreign_fields
from spacy_deid.detect.protection.terms.generics import find_generics
from spacy_deid.detect.protection.terms.makers import find_makers
from spacy_deid.detect.protection.terms.medical_abbreviations import find_medical_abbreviations
from spacy_deid.detect.protection.terms.peoples import find_peoples
from spacy_deid.detect.protection.terms.plain_words import find_plain_words
from spacy_deid.detect.protection.terms.remedies import find_remedies
from spacy_deid.detect.protection.terms.shorthand import find_shorthand
from spacy_deid.detect.protection.terms.spelled import find_spelled_drugs
from spacy_deid.detect.protection.terms.verbs import find_verbs
from spacy_deid.detect.protection.times.clock_times import find_clock_times
from spacy_deid.detect.protection.times.event_times import find_event_times
from spacy_deid.detect.protection.times.follow_ups import find_follow_ups
from spacy_deid.detect.protection.times.latencies import find_latencies
from spacy_deid.detect.protection.times.ward_times import find_ward_times
from spacy_deid.detect.words.reading import Reading
from spacy_deid.detect.words.scan import Scan


def find_explained(scan: Scan) -> Iterator[Proposal]:
    """Give them all, with the label PROTECT and their strength as score."""
    reading = Reading(scan.text)
    lots = [*find_lots(scan, reading), *find_lot_contexts(scan, reading), *find_packages(reading)]
    for sort, strength, spans in (
        ("lot", 0.95, lots),
        ("lot", 0.95, find_alike(reading, lots)),
        ("compound", 0.95, find_compounds(reading)),
        ("brand", 0.9, find_brands(scan)),
        ("company", 0.95, find_companies(scan)),
        ("company", 0.95, find_makers(scan, reading.words)),
        ("definition", 0.9, find_definitions(scan)),
        ("plain", 0.9, find_plain_words(scan)),
        ("verb", 0.95, find_verbs(reading)),
        ("generic", 0.9, find_generics(reading)),
        ("field", 0.95, find_foreign_fields(reading)),
        ("courtesy", 0.95, find_courtesies(reading)),
        ("creature", 0.9, find_creatures(reading)),
        ("remedy", 0.97, find_remedies(reading)),
        ("spelled", 0.97, find_spelled_drugs(scan)),
        ("machine", 0.97, find_machine_words(scan, reading)),
        ("exclamation", 0.95, find_exclamations(reading)),
        ("study", 0.9, find_studies(reading, scan.lookup_table)),
        ("abbreviation", 0.9, find_abbreviations(reading)),
        ("abbreviation", 0.9, find_medical_abbreviations(scan, reading)),
        ("dotted", 0.95, find_dotted(scan)),
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
        ("visit", 0.97, find_visits(reading)),
        ("people", 0.95, find_peoples(reading)),
        ("classification", 0.95, find_classifications(reading)),
        ("setting", 0.95, find_settings(reading)),
        ("clock_time", 0.97, find_event_times(reading)),
        ("variant", 0.9, find_variants(reading)),
        ("procedure", 0.9, find_procedures(reading)),
        ("follow_up", 0.95, find_follow_ups(reading)),
        ("latency", 0.97, find_latencies(reading)),
        ("ward_time", 0.95, find_ward_times(reading)),
        ("clock_time", 0.97, find_clock_times(reading)),
        ("dose", 0.95, find_doses(reading)),
        ("chain", 0.97, find_chains(scan, reading)),
        ("body", 0.97, find_body_figures(reading)),
        ("result", 0.9, find_lab_tables(reading)),
        ("result", 0.9, find_lab_values(reading)),
        ("result", 0.9, find_dated_tables(reading)),
        ("series", 0.97, find_time_series(reading)),
    ):
        for start, stop in spans:
            yield Proposal(start, stop, "PROTECT", strength, f"gazetteer.protect.{sort}")
    for start, stop, surety in find_measures(reading):
        yield Proposal(start, stop, "PROTECT", surety, "gazetteer.protect.measure")
