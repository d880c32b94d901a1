"""Codes of products, publications and studies, and what a field or context explains."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import pytest

from spacy_deid.detect.protection.codes.protocols import find_protocols
from spacy_deid.detect.protection.codes.publications import find_publications
from spacy_deid.detect.protection.codes.registrations import find_registrations
from spacy_deid.detect.protection.figures.settings import find_settings
from spacy_deid.detect.protection.terms.classifications import find_classifications
from spacy_deid.detect.protection.terms.makers import find_makers
from spacy_deid.detect.protection.terms.peoples import find_peoples
from spacy_deid.detect.protection.times.event_times import find_event_times
from spacy_deid.detect.words.lexicon import FIRST
from spacy_deid.detect.words.reading import Reading
from spacy_deid.detect.words.scan import Scan

Finder = Callable[[Reading], Iterator[tuple[int, int]]]
FINDERS: dict[str, Finder] = {
    "registration": find_registrations,
    "publication": find_publications,
    "protocol": find_protocols,
    "people": find_peoples,
    "classification": find_classifications,
    "setting": find_settings,
    "event": find_event_times,
}
FOUND = (
    ("registration", "510(k) no. K092747", ["510(k) no. K092747"]),
    ("registration", "PMA P980035/S012; IDE G120034", ["PMA P980035/S012", "IDE G120034"]),
    ("registration", "DIN 02248808, NPN 80001234", ["DIN 02248808", "NPN 80001234"]),
    ("registration", "NAFDAC Reg No 04-3331", ["NAFDAC Reg No 04-3331"]),
    ("registration", "Approval no. Z13020836, batch", ["Approval no. Z13020836"]),
    ("registration", "AIC n. 034567012.", ["AIC n. 034567012"]),
    ("registration", "UPC 3-0067-8152-03-9", ["UPC 3-0067-8152-03-9"]),
    ("registration", "Product Licence No. 04569/0341.", ["Product Licence No. 04569/0341"]),
    ("registration", "Drug reg. DR-XY12345, box", ["Drug reg. DR-XY12345"]),
    ("registration", "Reg no of the drug: A4-0771,", ["Reg no of the drug: A4-0771"]),
    ("registration", "Reg. No. AB-4412 of the tablets", ["Reg. No. AB-4412"]),
    ("registration", "(DKL1234567890A1)", ["DKL1234567890A1"]),
    ("registration", "VN-12345-16; LS-000123", ["VN-12345-16", "LS-000123"]),
    ("registration", "P N012345/01, MA 4321/01", ["P N012345/01", "MA 4321/01"]),
    ("registration", "MA 12/05, P 012/01", []),
    ("publication", "(doi: 10.1136/bcr-2018-224433).", ["doi: 10.1136/bcr-2018-224433"]),
    ("publication", "see PMC4411230", ["PMC4411230"]),
    ("protocol", "on ACTG A5257, RTOG 0617", ["ACTG A5257", "RTOG 0617"]),
    ("protocol", "study CAIN457A2302: she", ["CAIN457A2302"]),
    ("protocol", "Protocol MK-3475-048.", ["MK-3475-048"]),
    ("protocol", "protocol TP-16/3, study RVX-3302-B", ["TP-16/3", "RVX-3302-B"]),
    ("protocol", "protocol BB-0417-FR, protocol LB-ET/02", ["BB-0417-FR", "LB-ET/02"]),
    ("setting", "First the left: 6/9, then 20/40", ["6/9", "20/40"]),
    ("protocol", "card TP-16/3, patient RVX-3302-B", []),
    ("protocol", "study LTS11717 (LTS11717)", ["LTS11717", "LTS11717"]),
    ("people", "Ethnic group: Han.", ["Han"]),
    ("people", "a woman of Cree descent", ["Cree"]),
    ("classification", "stage Ann Arbor IIIB", ["Ann Arbor IIIB"]),
    ("classification", "UC (Montreal E3)", ["Montreal E3"]),
    ("setting", "restarted @ 83/hr", ["@ 83/hr"]),
    ("setting", "VA RE 6/9 LE 6/18", ["6/9", "6/18"]),
    ("setting", "BPD 47, HC 175, FL 33.", ["BPD 47, HC 175, FL 33"]),
    ("event", "start 1830, rxn 1915, stop 1917", ["1915", "1917"]),
    ("event", "CPR 0821-0826", ["0821-0826"]),
)
LEFT = (
    (
        "registration",
        "Approval number PA8812345; Reg. No. 112233; CIP 34-2211; DIN W0421 19",
    ),
    ("registration", "Licence no. 55231 of Dr Hill, registration number 20341 of the patient"),
    ("registration", "UDI (01)00643169007222(21)SN887123"),
    ("publication", "phone 10.4471/22, room PMC 4411"),
    ("protocol", "Protocol no: E6802819. His protocol K-882104. Study number CQ2-0071"),
    ("protocol", "Policy of the trial KGFB-442-70, study subject E4402007, COG patient 771234"),
    ("protocol", "hospital protocol A1234567"),
    ("people", "Mr Han, 58 years old; Female, Han Wei; race day, wife Karen"),
    ("classification", "lives in Ann Arbor, seen in Montreal on E ward, Los Angeles by Dr B"),
    ("setting", "room AC 151, user @83marta, RE: 6/9, your letter"),
    ("event", "given 0830; reaction 2005. Started 1430 on metformin, onset 2010"),
    ("event", "CPR 0821-2226, CPR 010180-1234"),
)


@pytest.mark.parametrize(("sort", "text", "wanted"), FOUND)
def test_what_identifies_no_one_is_found(sort: str, text: str, wanted: list[str]) -> None:
    found = sorted(set(FINDERS[sort](Reading(text))))
    assert [text[slice(*span)] for span in found] == wanted


@pytest.mark.parametrize(("sort", "text"), LEFT)
def test_numbers_names_and_years_are_left(sort: str, text: str) -> None:
    assert [text[slice(*span)] for span in FINDERS[sort](Reading(text))] == []


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Manufacturer: Shenwei Pharm, batch 170411D", ["Shenwei Pharm"]),
        ("manufactured by Sintez; lot 4", ["Sintez"]),
        ("Manufacturer: Maria Lopez, tel 5", []),
        ("Manufacturer report: Lopez, seen", []),
        ("Manufacturer Lopez called", []),
    ],
)
def test_makers_stand_in_their_field(text: str, wanted: list[str]) -> None:
    scan = Scan(text, {"maria": FIRST})
    found = find_makers(scan, Reading(text).words)
    assert [text[slice(*span)] for span in found] == wanted


@pytest.mark.parametrize(
    "part",
    [
        "study A", "10.1234/", "NPN no ", "BPD 47, ", "start 1915 ", "Ann Arbor I", "@ 8",
        "UPC 1 1 ", "Ethnic group: ", "CPR 0821-",
    ],
)  # fmt: skip
def test_long_texts_take_little_time(part: str) -> None:
    reading = Reading(part * (200_000 // len(part)))
    start = time.perf_counter()
    for finder in FINDERS.values():
        list(finder(reading))
    assert time.perf_counter() - start < 8
