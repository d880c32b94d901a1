"""No protected term may cover what identifies somebody: shapes alike, cues apart."""

from __future__ import annotations

import pytest

from spacy_deid.annotations import Proposal
from spacy_deid.decide.verdicts import Settings, decide
from spacy_deid.detect.contacts.finder import find_contacts
from spacy_deid.detect.protection.finder import find_protected
from spacy_deid.detect.words.lexicon import Lexicon
from spacy_deid.detect.words.lists import read_lists
from spacy_deid.detect.words.scan import Scan

STRONG = 0.75
"""Weaker terms give way to any name that a recognizer is sure of."""


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    return Lexicon(read_lists())


@pytest.mark.parametrize(
    ("text", "telling"),
    [
        ("Headache on 7/8 after the vaccine.", "7/8"),
        ("pain since 3/12, itch started 3/4, ratio of days since 4/5", "3/12|3/4|4/5"),
        (
            "Appointment for 10/12. Vaccinated for 5/12 booster, back for 4/7 appt.",
            "10/12|5/12|4/7",
        ),
        ("on 5/12 of the same year", "5/12"),
        ("Phone 555-123-4567 x 89, tel 555-1234 x567, HR: 555-123-4567", "555-123-4567|555-1234"),
        ("Dosed 12-03-2014 x 3 doses", "12-03-2014"),
        ("call HR at 555-1234, pulse now 1967", "555-1234|1967"),
        ("Kerkstraat 5, 1017 KM Amsterdam", "1017 KM"),
        ("Storgata 5 0155 Oslo", "0155"),
        ("Batch?\nMRN: 44712345; Lot? Phone: 555-123-4567", "44712345|555-123-4567"),
        ("Passport no 44712345 expires 03/2025", "44712345"),
        ("Subject 242/50, subject 102/96 | R. L., folder K-118/22", "242/50|102/96|118/22"),
        ("Tribunal file: 226/73; file 4 B 225/78; book under S-209/20", "226/73|225/78|209/20"),
        ("chest pain 06/07, right eye 28/07, level 07/20 was 9.1", "06/07|28/07|07/20"),
        ("stable to 1/99, given kenalog 2/98 with good result", "1/99|2/98"),
        ("video visit 11 October, on the day 22 of February; in October, day 17", "11|22|17"),
        ("seen by MD;10NOV97 exp severe pain; 1NOV92 exp pain", "10NOV97|1NOV92"),
        ("reviewed by MD Rao, ph. annex 4120", "Rao|4120"),
        ("nosebleed 2 h\n27/9 1.7 after vit K", "27/9"),
        ("Unknown lot\n555-123-4567", "555-123-4567"),
        ("Lot EW0150, 45yo male; Batch AB123, 07700900123 is her phone", "45yo|07700900123"),
        ("Lot FA4598, 20210312; lot EW0150, 12March2021", "20210312|12March2021"),
        ("Patient TP, 45 years. Mr Jak was seen. Initials BCR, SMN", "TP|Jak|BCR|SMN"),
        ("Hospital number N02BE01, Patient ID M01AE01", "N02BE01|M01AE01"),
        ("Wristband barcode 5551234567. Cas: 2019-123456", "5551234567|2019-123456"),
        ("Prior authorization number: PA 4471234", "4471234"),
        ("Patient Wilson developed fever. Turner reported reaction.", "Wilson|Turner"),
        ("Please sign: Whitfield. Drain: Okonkwo", "Whitfield|Okonkwo"),
        ("Seen by Whitfield's sign-off", "Whitfield"),
        ("PATIENT JENNY BARK DIED. PATIENT JOHN HERB CALLED.", "JENNY BARK|JOHN HERB"),
        ("Investigator of trial GARCIA reported, study Garcia-Lopez died", "GARCIA|Garcia-Lopez"),
        ("PATIENT SMITH-12 study, subject ANNA-12 data", "SMITH-12|ANNA-12"),
        ("Dr Hab examined. Ms Hab. Reporter, JD", "Hab|JD"),
        ("Dr. Mark With examined, Ms Hope To was seen", "Mark|Hope"),
        ("His son Will have a fever, spoke to Will that day", "Will"),
        ("Nurse May not available", "May"),
        ("Patient name: Foster. Signed, Foster. PATIENT FOSTER REPORTED RASH.", "Foster|FOSTER"),
        ("Reporter Skyla, 34; her daughter Mirena", "Skyla|Mirena"),
        ("dr foster reported. ms foster had a rash", "foster"),
        ("Vaccination schedule 12.03.21, next step 12.03.21", "12.03.21"),
        ("Cultures sent 5/11, wound swabs 11/3, eyes examined 3/11", "5/11|11/3|3/11"),
        ("Subject 12X345 had an event. Case 20X1181 was closed.", "12X345|20X1181"),
        ("Patient number 44A7712 exp 12/2022", "44A7712"),
        ("Bouctouche, NB E4V1M2", "E4V1M2"),
        ("LEEDS-04 subject had rash. Subject J45AA02 withdrew", "LEEDS|J45AA02"),
        ("Patient aged 6-7 years", "6-7 years"),
        ("Dr. Allegra Yasmin and Mr Symbicort", "Allegra|Symbicort"),
    ],
)
def test_no_term_covers_what_identifies(lexicon: Lexicon, text: str, telling: str) -> None:
    found = find_protected(Scan(text, lexicon.flags), lexicon)
    covered = {text[p.start : p.end] for p in found}
    for part in telling.split("|"):
        places = [at for at in range(len(text)) if text.startswith(part, at)]
        for at in places:
            near = [p for p in found if p.start < at + len(part) and at < p.end]
            assert not [p.source for p in near if p.score >= STRONG], (part, covered)


def test_a_device_is_no_person(lexicon: Lexicon) -> None:
    text = "Central line: Hickman, R, care taught"
    found = find_protected(Scan(text, lexicon.flags), lexicon)
    assert (14, 21) in {(p.start, p.end) for p in found}


def test_a_cued_number_outweighs_every_term() -> None:
    text = "MRN 4471234 (exp 2025)"
    term = [Proposal(4, 11, "PROTECT", 0.97)]
    settings = Settings(order=("a",), vetoable=frozenset({"MEDICALRECORD"}), veto_margin=-0.2)
    cued = Proposal(4, 11, "MEDICALRECORD", 0.95, "identifiers.mrn")
    guessed = Proposal(4, 11, "MEDICALRECORD", 0.95, "network")
    assert decide(text, {"a": [cued]}, term, settings)[0]
    assert not decide(text, {"a": [guessed]}, term, settings)[0]


def test_numbers_said_in_words_are_masked() -> None:
    text = "Please call five five five one two three four."
    decision, _ = decide(text, {"a": find_contacts(text)}, [], Settings(order=("a",)))
    assert [text[p.start : p.end] for p in decision] == ["five five five one two three four"]
