"""Identifiers by cue and by form; check digits against a reference."""

from __future__ import annotations

import importlib
import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pace_support import fastest

from spacy_deid.detect.identifiers import check_digits, check_digits_europe
from spacy_deid.detect.identifiers.finder import find_identifiers
from spacy_deid.detect.identifiers.number_forms import FORMS_BY_HEAD, NUMBER_FORMS
from spacy_deid.phi import CATEGORIES

LABELS = set(CATEGORIES["ID"])
FLOODS = (
    "1", "0", "/", "A", "a", " ", "\n", ".", "@", ":", "-", "1 ", "1-", "1:", "US-", "A1", "ab12",
    "MRN: ", "patient ", "808-738-6379 ", "lot ", "US-PFIZER INC-", "license plate ",
)  # fmt: skip
MIXED = st.text(alphabet="0123456789-./ #:ABCUSPFmrnlotcase\n\u00ba\u0130", max_size=120)


def found(text: str) -> list[tuple[str, str]]:
    return [(text[p.start : p.end], p.label) for p in find_identifiers(text)]


@settings(max_examples=200, deadline=None)
@given(st.one_of(st.text(max_size=80), MIXED))
def test_any_text_gives_ordered_disjoint_identifiers(text: str) -> None:
    last = 0
    for proposal in find_identifiers(text):
        assert last <= proposal.start < proposal.end <= len(text)
        assert proposal.label in LABELS
        assert 0.0 <= proposal.score <= 1.0
        assert proposal.source.startswith("identifiers.")
        last = proposal.end


@pytest.mark.parametrize(
    "piece", ["1", "/", "A", " ", ".", "@", "808-738-6379 ", "+46 8 123 456 78 "]
)
def test_a_megabyte_of_one_piece_takes_two_seconds_at_most(piece: str) -> None:
    text = piece * (1_000_000 // len(piece))
    assert fastest(lambda: find_identifiers(text)) < 2.0


@pytest.mark.parametrize("piece", FLOODS)
def test_what_invites_a_pattern_again_and_again_costs_no_more(piece: str) -> None:
    text = piece * (200_000 // len(piece))
    assert fastest(lambda: find_identifiers(text)) < 2.0


def _digits(rng: random.Random, count: int) -> str:
    return "".join(rng.choices("0123456789", k=count))


def _day(rng: random.Random) -> str:
    return f"{rng.randint(1, 28):02d}{rng.randint(1, 12):02d}{rng.randint(0, 99):02d}"


def _made(shape: str, rng: random.Random) -> str:
    """Fill a shape: 9 a digit, D a day DDMMYY, Y a day YYMMDD, A a letter, others themselves."""
    out = ""
    for sign in shape:
        if sign == "9":
            out += _digits(rng, 1)
        elif sign == "D":
            out += _day(rng)
        elif sign == "Y":
            day = _day(rng)
            out += day[4:] + day[2:4] + day[:2]
        elif sign == "A":
            out += rng.choice("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        else:
            out += sign
    return out


REFERENCE = (
    ("luhn", "luhn", "9999999999"),
    ("verhoeff", "verhoeff", "999999999999"),
    ("ean13", "ean", "9999999999999"),
    ("canadian_sin", "ca.sin", "999999999"),
    ("cpf", "br.cpf", "99999999999"),
    ("chilean", "cl.rut", "99999999" + "9"),
    ("chinese", "cn.ric", "11010519Y9999"),
    ("south_african", "za.idnr", "Y9999099"),
    ("nhs", "gb.nhs", "9999999999"),
    ("personnummer", "se.personnummer", "Y9999"),
    ("kennitala", "is_.kennitala", "D9999"),
    ("bsn", "nl.bsn", "999999999"),
    ("insee", "fr.nir", "185059999999999"),
    ("dni", "es.dni", "99999999A"),
    ("portuguese_nif", "pt.nif", "199999999"),
    ("pesel", "pl.pesel", "Y99999"),
    ("turkish", "tr.tckimlik", "99999999999"),
    ("austrian", "at.vnr", "9999D"),
    ("irish", "ie.pps", "9999999A"),
    ("german_tax", "de.idnr", "99999999999"),
)


@pytest.mark.parametrize(("name", "module", "shape"), REFERENCE)
def test_check_digits_agree_with_the_reference(name: str, module: str, shape: str) -> None:
    reference = pytest.importorskip(f"stdnum.{module}")
    check = getattr(check_digits, name, None) or getattr(check_digits_europe, name)
    rng = random.Random(name)
    right = 0
    for _ in range(1500):
        number = _made(shape, rng)
        verdict = check(number)
        assert verdict == bool(reference.is_valid(number)), number
        right += verdict
    assert right or name in ("german_tax", "insee", "cpf", "turkish")


def test_reference_numbers_pass() -> None:
    assert check_digits.vin("1M8GDM9AXKP042788")
    assert check_digits.iban("DE89370400440532013000")
    assert check_digits.dea("BJ6125341")
    assert check_digits.npi("1234567893")
    assert check_digits.nric("S1234567D") and not check_digits.nric("S1234567E")
    assert check_digits.hong_kong("G123456A")
    assert check_digits.australian_medicare("2123456701")
    assert check_digits_europe.codice_fiscale("RSSMRA85T10A562S")
    assert check_digits_europe.hetu("131052-308T")
    assert check_digits_europe.german_health("A123456780")
    assert check_digits.us_ssn("219099999") and not check_digits.us_ssn("666099999")
    assert check_digits.us_itin("912703456") and not check_digits.us_itin("912453456")


def test_iban_agrees_with_the_reference() -> None:
    reference = pytest.importorskip("stdnum.iso7064.mod_97_10")
    rng = random.Random(3)
    for _ in range(300):
        code = _made("GB99AAAA99999999999999", rng)
        assert check_digits.iban(code) == reference.is_valid(code[4:] + code[:4])


def test_every_form_compiles_and_is_reachable() -> None:
    names = [form.name for form in NUMBER_FORMS]
    assert len(names) == len(set(names))
    reachable = {form.name for rows in FORMS_BY_HEAD.values() for _, form in rows}
    assert reachable == set(names)
    for form in NUMBER_FORMS:
        re.compile(form.pattern)
        assert form.label in LABELS
        assert 0.0 <= form.wrong <= form.right <= 1.0


def test_check_digits_tell_a_good_number_from_a_bad_one() -> None:
    good = find_identifiers("beside 529.982.247-25 stood")[0]
    bad = find_identifiers("beside 529.982.247-26 stood")[0]
    assert good.score > bad.score
    assert found("number 130-692-544 and 130-692-545") == [("130-692-544", "SSN")]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "lot number: EL9261",
        "Lot # 0123A",
        "batch no. 3001657 and 3001658",
        "NDC 59267-1000-01",
        "BNT162B2 and mRNA-1273",
        "This is report 2 of 3",
        "PMID: 33301246",
        "NCT04368728",
        "BP 120/80, HR 101",
        "on 20210315",
        "platelets 1500000",
        "Pyrexia (10016558)",
    ],
)
def test_what_stands_for_no_person_is_left(text: str) -> None:
    assert find_identifiers(text) == []


def test_a_cue_beats_the_form() -> None:
    assert found("NPI 1234567893")[0][1] == "LICENSE"
    assert found("MRN 943 476 5919")[0][1] == "MEDICALRECORD"
    assert found("passport no. 912803456")[0][1] == "IDNUM"


def test_long_unexplained_numbers_score_low() -> None:
    proposal = find_identifiers("the slip said 4433221100 only")[0]
    assert proposal.label == "IDNUM" and proposal.score < 0.7


@pytest.mark.parametrize("module", ["identifiers", "contacts", "addresses"])
def test_import_is_light(module: str) -> None:
    assert importlib.import_module(f"spacy_deid.detect.{module}.finder")
