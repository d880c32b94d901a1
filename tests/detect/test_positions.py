from __future__ import annotations

import pytest

from spacy_deid.detect.addresses.lines import find_lines
from spacy_deid.detect.addresses.positions import find_positions
from spacy_deid.detect.contacts.finder import find_contacts
from spacy_deid.detect.identifiers.finder import find_identifiers
from spacy_deid.detect.words.reading import Reading


@pytest.mark.parametrize(
    ("text", "positions"),
    [
        ("home 51°28'38.2\"N 0°00'05.1\"W, near", "51°28'38.2\"N 0°00'05.1\"W"),
        ("Lat -1.28638, long 36.81722.", "-1.28638|36.81722"),
        ("GPS: -33.8908, 151.2743", "-33.8908, 151.2743"),
        ("Plus code 8FVC9G8F+6X.", "8FVC9G8F+6X"),
        ("found at ///limit.broom.flip today", "///limit.broom.flip"),
        ("at 56-12N 003-24E by boat", "56-12N 003-24E"),
        ("temp 38.5° C, fever 39°, knee 0-120°, SpO2 92%", ""),
        ("CD34+CD38, lat 3.125 view, long 12.5 cm, ratio 24-12", ""),
    ],
)
def test_positions(text, positions):
    found = find_positions(Reading(text))
    assert "|".join(text[p.start : p.end] for p in found) == positions


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("Address: unknown. Blood pressure was 96/58 mmHg", ""),
        ("Address: Gaza, Rimal. Amoxicillin 500 mg", ""),
        ("Address:\nALT 245 and AST 88", ""),
        ("Address: not given, BP 120/80", ""),
        ("Address: | ALT 245", ""),
        ("address: 12 elm close, pt took furosemide 20 mg", "12 elm close"),
        ("Address: Flat 3, Oak Court 12. Leeds", "Flat 3"),
        ("Domicilio: Av. Reforma 222, Juárez", "Av. Reforma 222"),
    ],
)
def test_lines_of_forms_end_where_the_address_does(text, lines):
    reading = Reading(text)
    found = find_lines(text, reading.low, reading.words)
    assert "|".join(text[p.start : p.end] for p in found) == lines


@pytest.mark.parametrize(
    "mail", ["h.meyer(ät)gmx.de", "f.ahmed(a)yahoo.com", "p.okafor[@]lagoon[.]com"]
)
def test_mails_with_a_sign_for_the_at(mail):
    (found,) = find_contacts(f"write to {mail} please")
    assert (found.label, found.end - found.start) == ("EMAIL", len(mail))


@pytest.mark.parametrize("value", ["ALT 245", "CRP 144", "INR 7.9"])
def test_an_empty_field_takes_no_value_from_the_next_line(value):
    assert find_identifiers(f"Subject no.:\n{value}\n") == []
