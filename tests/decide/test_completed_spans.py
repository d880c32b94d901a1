from __future__ import annotations

import time

import pytest
from pace_support import slowness

from spacy_deid.annotations import Proposal
from spacy_deid.decide.extents import in_columns, settled, trimmed
from spacy_deid.decide.placement import is_whole_name


def completed(text: str, *spans: tuple[str, str]) -> list[str]:
    proposals = []
    for words, label in spans:
        start = text.index(words)
        proposals.append(Proposal(start, start + len(words), label, 0.8, "deid_network"))
    return [text[p.start : p.end] for p in settled(text, proposals)]


@pytest.mark.parametrize(
    ("text", "number", "whole"),
    [
        ("call 222 55 01 88 poste 5 today", "222 55 01 88", "222 55 01 88 poste 5"),
        ("021 555 0148, int. 33", "021 555 0148", "021 555 0148, int. 33"),
        ("06543 88-0, Durchwahl 417.", "06543 88-0", "06543 88-0, Durchwahl 417"),
        ("call 222 55 01 88 post 5 weeks", "222 55 01 88", "222 55 01 88"),
    ],
)
def test_a_number_takes_its_extension(text: str, number: str, whole: str) -> None:
    assert completed(text, (number, "PHONE")) == [whole]
    assert completed(text, (number, "DATE")) == [number]


@pytest.mark.parametrize(
    ("text", "name", "whole"),
    [
        ("Dr Snežana Brzaković-Tot saw", "Snežana Brzaković", "Snežana Brzaković-Tot"),
        ("Dr Lee-CT done", "Lee", "Lee"),
        ("Dr Lee-led round", "Lee", "Lee"),
        ("Dr Lee-Follow-up", "Lee", "Lee"),
        ("seen by AB-Ward", "AB", "AB"),
    ],
)
def test_a_name_takes_its_second_half(text: str, name: str, whole: str) -> None:
    assert completed(text, (name, "DOCTOR")) == [whole]


@pytest.mark.parametrize(
    ("text", "name", "whole"),
    [
        ("Zeller, K PharmD 01:15 she", "Zeller", "Zeller, K"),
        ("by Nwosu, C. (MD)", "Nwosu", "Nwosu, C."),
        ("Att: Chiasson, Y     Fam:", "Chiasson", "Chiasson, Y"),
        ("with Zeller, K 5.8", "Zeller", "Zeller"),
        ("with Zeller, I told him", "Zeller", "Zeller"),
        ("Dr Amy Zeller, K", "Amy Zeller", "Amy Zeller"),
    ],
)
def test_a_surname_takes_the_initial_behind_it(text: str, name: str, whole: str) -> None:
    assert completed(text, (name, "DOCTOR")) == [whole]


def test_what_another_span_begins_with_stays_its_own() -> None:
    text = "222 55 01 88 ext 5 Rita-Paula"
    spans = (
        ("222 55 01 88", "PHONE"),
        ("ext 5", "PHONE"),
        ("Rita", "PATIENT"),
        ("Paula", "DOCTOR"),
    )
    assert completed(text, *spans) == [words for words, _ in spans]


@pytest.mark.parametrize(
    ("text", "name", "whole"),
    [
        ("Caller, Lotus Pond ED, by phone", "Lotus Pond", "Lotus Pond ED"),
        ("moved to Como Tower MICU.", "Como Tower", "Como Tower MICU"),
        ("Mercy Hospital ED, seen", "Mercy Hospital", "Mercy Hospital"),
        ("from Lotus Pond ED Smith came", "Lotus Pond", "Lotus Pond"),
        ("from Lotus Pond EDTA tube", "Lotus Pond", "Lotus Pond"),
    ],
)
def test_a_site_takes_what_it_is(text: str, name: str, whole: str) -> None:
    assert completed(text, (name, "HOSPITAL")) == [whole]
    assert completed(text, (name, "CITY")) == [name]


@pytest.mark.parametrize(
    ("text", "words", "label", "left"),
    [
        ("case PV-2013-0441.The patient", "PV-2013-0441.The", "IDNUM", "PV-2013-0441"),
        ("MRN 88123.In May", "88123.In", "MEDICALRECORD", "88123"),
        ("on 12.3.2020.She died", "12.3.2020.She", "DATE", "12.3.2020"),
        ("DNI 12.345.678.A, she", "12.345.678.A", "SSN", "12.345.678.A"),
        ("no. 4471.Smith wrote", "4471.Smith", "IDNUM", "4471.Smith"),
        ("no. A.The", "A.The", "PATIENT", "A.The"),
    ],
)
def test_a_sentence_glued_behind_a_number_is_not_its_end(
    text: str, words: str, label: str, left: str
) -> None:
    start = text.index(words)
    found = trimmed(text, Proposal(start, start + len(words), label, 0.8, "deid_network"))
    assert text[slice(*found)] == left


def test_long_runs_of_initials_take_no_longer_than_they_are() -> None:
    text = "Anna Berg" + " J." * 60_000
    start = time.process_time()
    for end in range(len(text) - 3 * 3_000, len(text), 3):
        assert not is_whole_name(text, 0, end)
    assert time.process_time() - start < 2 * slowness()
    assert is_whole_name("Dr. Anna Berg", 4, 13) and not is_whole_name("Anna B", 0, 6)


@pytest.mark.parametrize(
    ("text", "found", "name"),
    [
        ("Mrs Silva FBS 200 mg/dl", "Silva FBS", "Silva"),
        ("Dr Suresh Adv IV fluids", "Suresh Adv IV", "Suresh"),
        ("Dr Lim Wei Jie - AGEP", "Lim Wei Jie - AGEP", "Lim Wei Jie"),
        ("Dr Emma Mayo - SHO", "Emma Mayo - SHO", "Emma Mayo"),
        ("Mrs JONES - PE on CT", "JONES - PE", "JONES"),
        ("Dr Smith SAH called", "Smith SAH", "Smith SAH"),
        ("Patient: Maria - LOPEZ", "Maria - LOPEZ", "Maria - LOPEZ"),
        ("Mrs JONES - LEE came", "JONES - LEE", "JONES - LEE"),
        ("by Smith JA and", "Smith JA", "Smith JA"),
        ("Maria Garcia - Lopez", "Maria Garcia - Lopez", "Maria Garcia - Lopez"),
    ],
)
def test_a_name_ends_before_what_was_found(text: str, found: str, name: str) -> None:
    start = text.index(found)
    proposal = Proposal(start, start + len(found), "DOCTOR", 0.9, "deid_network")
    assert text[slice(*trimmed(text, proposal))] == name


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Raigmore Hospital. Raigmore", "Raigmore Hospital|Raigmore"),
        ("St. Mary's Hospital", "St. Mary's Hospital"),
        ("Hosp. Clinico Leon", "Hosp. Clinico Leon"),
    ],
)
def test_a_site_ends_with_its_sentence(text: str, parts: str) -> None:
    found = in_columns(text, [Proposal(0, len(text), "HOSPITAL", 0.9, "deid_network")])
    assert "|".join(text[p.start : p.end] for p in found) == parts


def test_two_sites_are_two_spans() -> None:
    text = "Kamuzu Central Hospital and Bwaila Hospital"
    found = in_columns(text, [Proposal(0, len(text), "HOSPITAL", 0.9, "deid_network")])
    assert [text[p.start : p.end] for p in found] == text.split(" and ")


@pytest.mark.parametrize(
    ("text", "found", "left"),
    [
        ("City: Lusaka Drug: TDF", "Lusaka Drug", "Lusaka"),
        ("Job: dinner lady Social: lives", "dinner lady Social", "dinner lady"),
        ("John Smith: I took it", "John Smith", "John Smith"),
        ("Drug: TDF", "Drug", "Drug"),
    ],
)
def test_a_span_ends_before_the_next_field(text: str, found: str, left: str) -> None:
    start = text.index(found)
    proposal = Proposal(start, start + len(found), "HOSPITAL", 0.9, "deid_network")
    assert text[slice(*trimmed(text, proposal))] == left
