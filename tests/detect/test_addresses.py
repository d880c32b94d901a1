"""Streets, post office boxes and postcodes."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pace_support import fastest

from spacy_deid.detect.addresses.finder import find_addresses

FLOODS = (
    "1", "/", "A", "a", " ", "\n", ".", "@", "-", "1 ", "Abc ", "Street ", "12 Oak Street, ",
    "rue ", "Address: ", "PO Box ", "Calle A ", " s/n", "straße ", "A1",
    "SW1A 1AA ", "zip ",
    "Rue De ",
    "808-738-6379 ", "road ",
)  # fmt: skip
WORDS = st.lists(
    st.sampled_from(
        "12 5 Oak Street St Dr Road rue de la Calle Via Hauptstraße straße PO Box 10115 Berlin MA "
        "02139 SW1A 1AA , . ; \n Address: s/n ul. Am Markt the on flat 3 No".split(" ")
    ),
    max_size=25,
).map(" ".join)


def found(text: str) -> list[tuple[str, str]]:
    return [(text[p.start : p.end], p.label) for p in find_addresses(text)]


@settings(max_examples=250, deadline=None)
@given(st.one_of(st.text(max_size=60), WORDS))
def test_any_text_gives_ordered_disjoint_addresses(text: str) -> None:
    last = 0
    for proposal in find_addresses(text):
        assert last <= proposal.start < proposal.end <= len(text)
        assert proposal.label in {"STREET", "ZIP"}
        assert 0.0 <= proposal.score <= 1.0
        assert proposal.source.startswith("addresses.")
        assert not text[proposal.start].isspace() and not text[proposal.end - 1].isspace()
        last = proposal.end


@pytest.mark.parametrize(
    "piece", ["1", "/", "A", " ", ".", "@", "808-738-6379 ", "+46 8 123 456 78 "]
)
def test_a_megabyte_of_one_piece_takes_two_seconds_at_most(piece: str) -> None:
    text = piece * (1_000_000 // len(piece))
    assert fastest(lambda: find_addresses(text)) < 2.0


@pytest.mark.parametrize("piece", FLOODS)
def test_what_invites_a_pattern_again_and_again_costs_no_more(piece: str) -> None:
    text = piece * (200_000 // len(piece))
    assert fastest(lambda: find_addresses(text)) < 2.0


def test_a_state_must_fit_its_zip() -> None:
    assert found("Houston TX 77002") == [("77002", "ZIP")]
    assert found("Houston TX 17002") == []
    assert found("Houston, TX 17002") == [("17002", "ZIP")]


def test_a_bare_number_is_a_postcode_only_beside_an_address() -> None:
    assert found("Hauptstraße 5, 12345 Kleinort") == [("Hauptstraße 5", "STREET"), ("12345", "ZIP")]
    assert found("Troponin 12345 Kleinort") == []


def test_a_house_number_raises_the_score() -> None:
    numbered = find_addresses("at 12 Elm Street today")[0]
    bare = find_addresses("at Elm Street today")[0]
    assert numbered.score > bare.score


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Dr. Smith",
        "CT of head",
        "walked down the street",
        "2 blocks down the road",
        "St. Mary",
        "1500 MG Daily",
        "Lot EW0182",
        "oral route 2 times",
        "T4N1M0",
    ],
)
def test_nothing_to_find(text: str) -> None:
    assert find_addresses(text) == []


def test_form_lines_end_at_the_town() -> None:
    assert (
        found("Domicilio: Calle Losada 23, 5 B.\nLocalidad: Madrid.")[0][0]
        == "Calle Losada 23, 5 B"
    )
    assert found("Address: 7 Nowhere, Smalltown") == [("7 Nowhere", "STREET")]
    assert found("E-mail address: 7 x") == []
    assert found("IP address: 7 Nowhere") == []
