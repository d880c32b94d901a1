"""Phone and fax numbers, e-mail, web and network addresses, user names."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pace_support import LINEAR, fastest, growth

from spacy_deid.detect.contacts.dialling import CALLING_CODES, calling_code
from spacy_deid.detect.contacts.finder import find_contacts
from spacy_deid.detect.words.anchors import disjoint, lowered, places, vocabulary, whole_words
from spacy_deid.phi import CATEGORIES

REGIONS = (
    "US CA GB IE AU NZ IN ZA DE FR SE NO DK FI NL BE CH AT ES IT PT PL CZ HU GR TR RU JP CN KR BR "
    "MX AR CL IL AE SG HK MY TH PH ID VN UA RO BG HR RS SK SI LT LV EE LU EG NG KE SA PK BD LK "
    "CO PE"
).split()
FLOODS = (
    "1", "0", "/", "A", "a", " ", "\n", ".", "@", ":", "(", "+", "-", "1 ", "1-", "1.", "a@b.",
    "808-738-6379 ", "+46 8 123 456 78 ", "www.", "://", "call ", "tel 1", " at ", " dot ", "::",
)  # fmt: skip
"""Pieces of long texts that invite a pattern to try again and again."""


def found(text: str) -> list[tuple[str, str]]:
    return [(text[p.start : p.end], p.label) for p in find_contacts(text)]


def check_shape(text: str, proposals: list, family: str, labels: set[str]) -> None:
    """Whatever a finder gives must be in order, disjoint, inside the text and named."""
    last = 0
    for proposal in proposals:
        assert last <= proposal.start < proposal.end <= len(text)
        assert proposal.label in labels
        assert 0.0 <= proposal.score <= 1.0
        assert proposal.source.startswith(f"{family}.")
        last = proposal.end


LABELS = {*CATEGORIES["CONTACT"], "USERNAME"}
MIXED = st.text(
    alphabet="0123456789+-./() @:#,\n\u00a0abcCALTELwww.comdotat\u00e9\u0130\u00df", max_size=120
)


@settings(max_examples=200, deadline=None)
@given(st.one_of(st.text(max_size=80), MIXED))
def test_any_text_gives_ordered_disjoint_spans(text: str) -> None:
    check_shape(text, find_contacts(text), "contacts", LABELS)


@pytest.mark.parametrize(
    "piece", ["1", "/", "A", " ", ".", "@", "808-738-6379 ", "+46 8 123 456 78 "]
)
def test_a_megabyte_of_one_piece_takes_two_seconds_at_most(piece: str) -> None:
    text = piece * (1_000_000 // len(piece))
    assert fastest(lambda: find_contacts(text)) < 2.0


@pytest.mark.parametrize("piece", FLOODS)
def test_what_invites_a_pattern_again_and_again_costs_no_more(piece: str) -> None:
    text = piece * (200_000 // len(piece))
    assert fastest(lambda: find_contacts(text)) < 2.0


def test_time_grows_with_length_not_with_its_square() -> None:
    text = "call 808-738-6379 or +46 8 123 456 78; a@b.org, 1.2.3.4 "
    find_contacts(text * 100)
    assert growth(lambda times: find_contacts(text * times), 1000, least=0.02) < LINEAR


@pytest.mark.parametrize("region", REGIONS)
@pytest.mark.parametrize("kind", ["FIXED_LINE", "MOBILE"])
def test_numbers_of_the_reference_library_are_found(region: str, kind: str) -> None:
    reference = pytest.importorskip("phonenumbers")
    number = reference.example_number_for_type(region, getattr(reference.PhoneNumberType, kind))
    if number is None:
        pytest.skip("no example of this kind")
    shape = reference.PhoneNumberFormat
    for written, form in (
        (reference.format_number(number, shape.INTERNATIONAL), "The reporter said {} is right."),
        (reference.format_number(number, shape.E164), "The reporter said {} is right."),
        (reference.format_number(number, shape.NATIONAL), "Tel: {}, no fever since."),
    ):
        assert found(form.format(written)) == [(written, "PHONE")]


def test_calling_codes_are_prefix_free() -> None:
    for code in CALLING_CODES:
        assert calling_code(code) == code
        assert not any(other != code and other.startswith(code) for other in CALLING_CODES)
    assert calling_code("0123") == ""


def test_a_cue_raises_the_score() -> None:
    alone = find_contacts("the number 808-738-6379 was there")[0].score
    cued = find_contacts("telephone 808-738-6379 was there")[0].score
    assert alone < cued


def test_fax_needs_its_own_cue() -> None:
    text = "Tel. 808-738-6379, fax 808-738-6380"
    assert found(text) == [("808-738-6379", "PHONE"), ("808-738-6380", "FAX")]


@pytest.mark.parametrize(
    "text",
    ["", " ", "911", "call 911", "On 03/23/2021 at 14:30", "10 @ 20", "Dr.Smith", "1.2.3", "::"],
)
def test_nothing_to_find(text: str) -> None:
    assert find_contacts(text) == []


@pytest.mark.parametrize("tail", [" x2", " ext 2", " ext. 2", ", dw 12"])
def test_an_extension_before_a_comma_or_another_number(tail: str) -> None:
    first, second = f"617-555-0132{tail}", f"617-555-0148{tail}"
    assert found(f"Call {first}, thanks.") == [(first, "PHONE")]
    assert found(f"Call {first} or {second}.") == [(first, "PHONE"), (second, "PHONE")]


def test_addresses_of_networks_must_be_valid() -> None:
    assert found("from 10.0.0.256 and 10.0.0.25") == [("10.0.0.25", "IPADDR")]
    assert found("from fe80::12345 and fe80::1234") == [("fe80::1234", "IPADDR")]


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("pills at thuocnam-hue.example; each", ("thuocnam-hue.example", "URL")),
        ("(forum.pill-talk.example/t/88172), copied", ("forum.pill-talk.example/t/88172", "URL")),
        ("intranet.kuh.local/wiki/12 says", ("intranet.kuh.local/wiki/12", "URL")),
        ("PEC ustioni@pec.cut-torino.example", ("ustioni@pec.cut-torino.example", "EMAIL")),
        ("z@mail.house.internal.", ("z@mail.house.internal", "EMAIL")),
        ("x@host.com.The event was on", ("x@host.com", "EMAIL")),
        ("x@host.com.the event was on", ("x@host.com", "EMAIL")),
        ("a.lin@moh.gov.bt.the patient", ("a.lin@moh.gov.bt", "EMAIL")),
        ("lodged at tmda.go.tz/adr today", ("tmda.go.tz/adr", "URL")),
    ],
)
def test_addresses_of_a_house_and_reserved_ones(text: str, address: tuple[str, str]) -> None:
    assert found(text) == [address]


@pytest.mark.parametrize(
    "text",
    [
        "seen on ward.local reaction; kept at home.store it. For example.Next day",
        "suspected DVT.PE was ruled out, 15 mg.kg/day, sr.cr 1.2, diclofenac.ec",
        "stable.md/rn aware, discharged.home/self care, merge_cases.py",
        "infusion started @ 10.md notified, oxygen @ 2l.support",
    ],
)
def test_words_glued_behind_a_stop_are_no_address(text: str) -> None:
    assert found(text) == []


def test_an_address_ends_before_the_mark_that_closes_the_sentence() -> None:
    assert found("(see www.example.org/a_(b)).") == [("www.example.org/a_(b)", "URL")]
    assert found("write a.b@example.org.") == [("a.b@example.org", "EMAIL")]


def test_literature_is_no_personal_address() -> None:
    assert found("https://doi.org/10.1000/182 and https://example.org") == [
        ("https://example.org", "URL")
    ]


def test_lowered_keeps_every_character_in_its_place() -> None:
    assert lowered("A\u0130B") == "a\u0130b"
    assert len(lowered("\u0130" * 5)) == 5
    assert vocabulary("abc 12 d\u00e9f") == {"abc", "d\u00e9f"}
    assert list(places("acall call1 call", "call")) == [6, 12]
    assert list(whole_words("acall call1 call", "call")) == [12]


def test_disjoint_keeps_the_better_of_two() -> None:
    one, two = find_contacts("808-738-6379 a@b.org")
    wide = type(one)(0, two.end, "PHONE", 0.1, "contacts.wide")
    assert disjoint([wide, two, one]) == [one, two]
    wide.score = 1.0
    assert disjoint([two, one, wide]) == [wide]
    assert disjoint([]) == []


def test_links_and_numbers_beside_words_that_look_like_units() -> None:
    text = (
        "www.pmcclinic.org/john.smith; Phone: 5551234 Minnie Smith; tel 2345678 Mlinaric; "
        "call 555-1234, 555-9876 and 555-4444; 0800 BADGER1"
    )
    found = {text[p.start : p.end] for p in find_contacts(text)}
    wanted = {"www.pmcclinic.org/john.smith", "5551234", "2345678", "555-4444", "0800 BADGER1"}
    assert wanted <= found
    assert find_contacts("see www.ncbi.nlm.nih.gov/pmc/articles/PMC123") == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("mail anna.rossi{at}libero.it today", "anna.rossi{at}libero.it"),
        ("bob.lee@gmail,com is mine", "bob.lee@gmail,com"),
        ("escribir a maria arroba correo.es", "maria arroba correo.es"),
        ("jan_k (małpa) poczta kropka pl", "jan_k (małpa) poczta kropka pl"),
        ("x.y [at] klinik [punkt] de", "x.y [at] klinik [punkt] de"),
        ("l.verdi chiocciola ospedale punto it", "l.verdi chiocciola ospedale punto it"),
    ],
)
def test_mail_addresses_told_in_other_ways(text: str, found: str) -> None:
    (proposal,) = find_contacts(text)
    assert (proposal.label, text[proposal.start : proposal.end]) == ("EMAIL", found)


@pytest.mark.parametrize(
    "text",
    [
        "given (at) lunch, 5 mg. No reaction",
        "twice a day @ home,com later",
        "one kukac later",
        "BP 150/95 (at) rest.In hospital",
        "Pain 7/10 (at) night.It resolved",
        "HR 120 [at] rest.No chest pain",
        "vacina às 10h@posto,com reacção",
        "Insulina 10U@jantar,com hipoglicemia",
        "Intake 1800@midnight,net +900",
        "Oído interno 15 días; Ver anexo 12; oddz. wewn. 14 dni; доб 20 мл; toestel 12 uur",
        "seen at home, net gain 2 kg",
    ],
)
def test_words_for_at_alone_are_no_address(text: str) -> None:
    assert find_contacts(text) == []


@pytest.mark.parametrize(
    "text", ["Piepser 221", "Nebenst. 4471", "cercapersone 4471", "mellék 34", "доб. 214"]
)
def test_pagers_and_extensions_abroad(text: str) -> None:
    (proposal,) = find_contacts(text)
    assert proposal.label == "PHONE"
    assert text[proposal.start : proposal.end].isdecimal()
