"""Value, unit and number of ages."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spacy_deid.detect.ages.contexts import MIMIC_AFTER, MIMIC_BEFORE
from spacy_deid.detect.ages.finder import find_ages
from spacy_deid.detect.words.numbers import read_cardinal, read_ordinal, read_year


@pytest.mark.parametrize(
    ("text", "value", "unit", "number"),
    [
        ("a 41-year-old woman", 41, "year", "41"),
        ("eleven months old boy", 11, "month", "eleven"),
        ("an 1O2-year-old woman", 102, "year", "1O2"),
        ("a man, l8 y/o", 18, "year", "l8"),
        ("an 8/52 baby", 8, "week", "8"),
        ("a 3/12 old girl", 3, "month", "3"),
        ("a forty-one-year-old man", 41, "year", "forty-one"),
        ("my 3 1/2 year old son", 3.5, "year", "3 1/2"),
        ("one and a half year old", 1.5, "year", "one and a half"),
        ("in his 40s", 40, "decade", "40"),
        ("in her thirties", 30, "decade", "thirties"),
        ("an octogenarian with falls", 80, "decade", "octogenarian"),
        ("une sexagénaire de Lyon", 60, "decade", "sexagénaire"),
        ("un octogenario con fiebre", 80, "decade", "octogenario"),
        ("una quarantaduenne", 42, "year", "quarantaduenne"),
        ("uno trentottenne", 38, "year", "trentottenne"),
        ("die Fünfundsechzigjährige", 65, "year", "Fünfundsechzigjährige"),
        ("eine siebzigjährige Patientin", 70, "year", "siebzigjährige"),
        ("ein Mittdreissiger", 30, "decade", "Mittdreissiger"),
        ("een zeventiger", 70, "decade", "zeventiger"),
        ("sześćdziesięciolatka", 60, "decade", "sześćdziesięciolatka"),
        ("en sjuttioåring", 70, "decade", "sjuttioåring"),
        ("on DOL 3 he", 3, "day", "3"),
        ("a 6 week old girl", 6, "week", "6"),
        ("aged 32, she", 32, "year", "32"),
        ("age: 19, male", 19, "year", "19"),
        ("at the age of 18 months", 18, "month", "18"),
        ("47/F with rash", 47, "year", "47"),
        ("a 2.5 years old", 2.5, "year", "2.5"),
    ],
)
def test_value_unit_and_number(text: str, value: float, unit: str, number: str) -> None:
    (proposal,) = find_ages(text)
    assert proposal.parse["value"] == value
    assert proposal.parse["unit"] == unit
    start, end = proposal.parse["number"]
    assert text[start:end] == number
    assert proposal.start <= start < end <= proposal.end
    assert proposal.source.startswith("ages.")


@pytest.mark.parametrize(
    "text",
    [
        "eine dreijährige Therapie mit Methotrexat",
        "nach zehnjähriger Raucheranamnese",
        "Zweijährige Therapie mit Methotrexat",
        "ZWEIJÄHRIGE THERAPIE MIT MTX",
        "eine Zehnjährige Remission",
        "nach dreijähriger Kinderwunschbehandlung",
        "nach zweijähriger Patientenschulung",
        "med tjugoårig diabetes",
        "muziek uit de zestiger jaren",
        "Hospital Centenario",
        "an antenne, the persistenne",
    ],
)
def test_words_of_durations_and_decades_of_a_century_are_no_ages(text: str) -> None:
    assert find_ages(text) == []


@pytest.mark.parametrize("age", [90, 101, 125])
def test_ages_over_89_in_the_contexts_of_mimic(age: int) -> None:
    for words in MIMIC_BEFORE:
        (proposal,) = find_ages(f"{words} {age}, retired")
        assert (proposal.parse["value"], proposal.parse["unit"]) == (age, "year"), words
    for words in MIMIC_AFTER:
        (proposal,) = find_ages(f"a {age} {words} resident")
        assert proposal.parse["value"] == age, words


@pytest.mark.parametrize("age", [126, 200, 999])
def test_nobody_is_that_old(age: int) -> None:
    assert find_ages(f"a {age}-year-old tree") == []


@settings(max_examples=200, deadline=None)
@given(
    st.integers(1, 125),
    st.sampled_from(["{}-year-old", "{} y/o", "{}yo", "{} years old", "{} yr old", "{} y.o."]),
)
def test_every_age_in_every_form(age: int, form: str) -> None:
    written = form.format(age)
    text = f"This {written} patient was seen."
    (proposal,) = find_ages(text)
    assert text[proposal.start : proposal.end] in (written, written.rstrip("."))
    assert proposal.parse["value"] == age


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="0123456789 -/.,'yearsoldmfMFagDLin", max_size=50))
def test_offsets_hold_in_any_text(text: str) -> None:
    last = 0
    for proposal in find_ages(text):
        assert last <= proposal.start < proposal.end <= len(text)
        last = proposal.end
        assert proposal.parse["value"] > 0


def test_number_words() -> None:
    assert read_cardinal("forty-one") == 41
    assert read_cardinal("one hundred and two") == 102
    assert read_cardinal("and") is None
    assert read_cardinal("forty apples") is None
    assert read_ordinal("twenty-first") == 21
    assert read_ordinal("thirty first") == 31
    assert read_ordinal("apple first") is None
    assert read_year("nineteen ninety-nine") == 1999
    assert read_year("twenty oh four") == 2004
    assert read_year("two thousand and three") == 2003
    assert read_year("nineteen hundred and five") == 1905
    assert read_year("nineteen") is None
    assert read_year("five") is None


@pytest.mark.parametrize(
    ("text", "ages"),
    [
        ("Three adolescents (14, 15 and 17 years, two boys) were ill.", "14|15|17 years"),
        ("I'm a mum of three (6, 4 and 11 months).", "6|4|11 months"),
        ("They are 3, 5 and 7 years old.", "3|5|7 years old"),
        ("A female patient between 60 and 65 years of age fell.", "60|65 years of age"),
        ("The man was aged between 30 and 35 years.", "30|35 years"),
        ("Patients between 60 and 65 years were enrolled.", ""),
        ("Doses (14, 15 and 17 months) were late.", ""),
        ("Patient âgé de 45 ans, sous metformine.", "45 ans"),
        ("Enfant de 2 ans et demi.", "2 ans et demi"),
        ("Bébé de 3 mois, vacciné.", "3 mois"),
        ("Paciente de 45 años de edad.", "45 años de edad"),
        ("Vrouw van 45 jaar met koorts.", "45 jaar"),
        ("Kvinna 45 år med feber.", "45 år"),
        ("Mężczyzna, 45 lat.", "45 lat"),
        ("<tr><td>Age</td><td>19</td></tr>, how old 4\nWho", "19|4"),
        ("How old are you? 62. How old is the rash? 3 days; bone age: 5", "62"),
        ("Il prend du fer depuis 3 ans.", ""),
        ("Traitement de 3 mois.", ""),
    ],
)
def test_lists_ranges_and_other_languages(text: str, ages: str) -> None:
    assert "|".join(text[one.start : one.end] for one in find_ages(text)) == ages


def test_months_of_other_languages_are_months() -> None:
    (proposal,) = find_ages("Enfant âgé de 3 mois.")
    assert (proposal.parse["value"], proposal.parse["unit"]) == (3, "month")
