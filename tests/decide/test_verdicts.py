from __future__ import annotations

import re
import time
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pace_support import slowness

from spacy_deid.annotations import Parse, Proposal
from spacy_deid.decide.company import _RANKS
from spacy_deid.decide.verdicts import Settings, decide
from spacy_deid.detect.words.letters import fold
from spacy_deid.detect.words.lexicon import FREQUENT, Lexicon
from spacy_deid.detect.words.lists import read_lists
from spacy_deid.intervals import covers, merge, overlaps

SETTINGS = Settings(
    order=("deid_patterns", "ents", "deid_gazetteer"),
    vetoable=frozenset({"PATIENT", "CITY"}),
)


def spans(text: str, groups: dict[str, list[Proposal]], protected: list[Proposal] = []):  # noqa: B006
    decision, verdicts = decide(text, groups, protected, SETTINGS)
    return [(text[p.start : p.end], p.label) for p in decision], [v.outcome for v in verdicts]


def kept(text: str, *parts: tuple[str, str], shields: list[Proposal] = []) -> list[str]:  # noqa: B006
    """Decide on the first places of (wording, label) in a text; RETURNS the wordings kept."""
    places = [(text.index(part), len(part), label) for part, label in parts]
    found = [Proposal(start, start + size, label) for start, size, label in places]
    return [wording for wording, _ in spans(text, {"ents": found}, shields)[0]]


def test_the_trusted_detector_wins_and_the_rest_of_the_loser_stays_masked() -> None:
    text = "seen 12 Jan 2014 by Ann"
    groups = {
        "ents": [Proposal(5, 23, "PATIENT")],
        "deid_patterns": [Proposal(5, 16, "DATE")],
    }
    found, outcomes = spans(text, groups)
    assert found == [("12 Jan 2014", "DATE"), ("Ann", "PATIENT")]
    assert outcomes == ["remainder", "kept"]


def test_wording_around_a_date_is_given_back() -> None:
    text = "on the morning of 3/4 she"
    groups = {
        "ents": [Proposal(3, 21, "DATE")],
        "deid_patterns": [Proposal(18, 21, "DATE")],
    }
    assert spans(text, groups)[0] == [("3/4", "DATE")]


def test_names_join_to_the_longer_span() -> None:
    text = "Dr. John Smith said"
    groups = {
        "ents": [Proposal(9, 14, "DOCTOR")],
        "deid_gazetteer": [Proposal(4, 14, "PATIENT")],
    }
    assert spans(text, groups)[0] == [("John Smith", "DOCTOR")]


def test_neighbouring_pieces_of_one_name_close_up_but_two_persons_stay_two() -> None:
    text = "Smith, John and Ann Lee, Bo Li"
    pieces = [Proposal(0, 5, "PATIENT"), Proposal(7, 11, "PATIENT")]
    assert spans(text, {"ents": pieces})[0] == [("Smith, John", "PATIENT")]
    people = [Proposal(16, 23, "PATIENT"), Proposal(25, 30, "PATIENT")]
    assert spans(text, {"ents": people})[0] == [("Ann Lee", "PATIENT"), ("Bo Li", "PATIENT")]


def test_a_protected_term_vetoes_a_weaker_name_only() -> None:
    text = "Parkinson's disease of Mr Parkinson"
    groups = {"ents": [Proposal(0, 9, "PATIENT", 0.9), Proposal(26, 35, "PATIENT", 0.9)]}
    found, outcomes = spans(text, groups, [Proposal(0, 19, "PROTECT", 0.95)])
    assert found == [("Parkinson", "PATIENT")]
    assert outcomes == ["vetoed", "kept"]
    found, _ = spans(text, groups, [Proposal(0, 19, "PROTECT", 0.5)])
    assert len(found) == 2


def test_single_letters_behind_a_protected_term_go_with_it() -> None:
    text = "Hepatitis A serology, Ann A"
    groups = {"ents": [Proposal(0, 11, "PATIENT", 0.9), Proposal(22, 27, "PATIENT", 0.9)]}
    found, _ = spans(text, groups, [Proposal(0, 9, "PROTECT", 0.95)])
    assert found == [("Ann A", "PATIENT")]


@pytest.mark.parametrize(
    ("text", "found", "name"),
    [
        ("D. Wojcik e-mailed", "D. Wojcik e-", "D. Wojcik"),
        ("Paul Miller t-boned a car", "Paul Miller t", "Paul Miller"),
        ("Dr Hill X-ray", "Hill X-ray", "Hill"),
        ("Ann Kent, c-section", "Ann Kent, c", "Ann Kent"),
        ("Hsu I-wen left", "Hsu I-wen", "Hsu I-wen"),
        ("Ann S. left", "Ann S.", "Ann S."),
    ],
)
def test_a_name_ends_before_a_compound(text: str, found: str, name: str) -> None:
    start = text.index(found)
    groups = {"ents": [Proposal(start, start + len(found), "DOCTOR")]}
    assert spans(text, groups)[0] == [(name, "DOCTOR")]


def test_edges_are_trimmed_and_initials_keep_their_stop() -> None:
    text = "(J.K.), seen on 3/4/14."
    groups = {"ents": [Proposal(0, 7, "PATIENT"), Proposal(16, 23, "DATE")]}
    assert spans(text, groups)[0] == [("J.K.", "PATIENT"), ("3/4/14", "DATE")]


def test_the_unit_that_ends_a_sentence_is_no_initial() -> None:
    for text, start in (("Na 128 mEq/L. Lopez left", 11), ("Temp 39.2 C. Garcia left", 10)):
        proposal = Proposal(start, text.index(" left"), "PATIENT", 0.9)
        decision, _ = decide(text, {"a": [proposal]}, [], Settings(order=("a",)))
        assert [text[p.start : p.end] for p in decision] == [text.split()[-2]]


def test_invisible_marks_cut_no_word_and_are_no_edge() -> None:
    text = "Pa\u00adtel and Oka\u200bfo\u2060r, \u200eLee\u200e, 12\ufeff345 and BMI\u200b31"
    parts = [("Pa", "DOCTOR"), ("fo", "DOCTOR"), ("\u200eLee\u200e", "DOCTOR"), ("345", "IDNUM")]
    found = kept(text, *parts, ("31", "AGE"))
    assert found == ["Pa\u00adtel", "Oka\u200bfo\u2060r", "Lee", "12\ufeff345", "31"]


def test_a_parsed_date_widens_the_one_within_it_and_no_other() -> None:
    text = "since Labor Day weekend, seen 3/4"
    settings = Settings(order=("deid_network", "deid_patterns"))
    inner, parsed = Proposal(6, 15, "DATE", 0.9), {"date": "2021-09-06"}

    def decided(outer: Proposal) -> list[str]:
        groups = {"deid_network": [inner], "deid_patterns": [outer]}
        return [text[p.start : p.end] for p in decide(text, groups, [], settings)[0]]

    assert decided(Proposal(6, 23, "DATE", 0.9, parse=parsed)) == ["Labor Day weekend"]
    assert decided(Proposal(6, 23, "DATE", 0.9)) == ["Labor Day"]
    assert decided(Proposal(12, 23, "DATE", 0.9, parse=parsed)) == ["Labor Day"]


def test_a_figure_vetoes_dates_and_what_is_left_of_a_losing_one() -> None:
    text = "BP 110/70, on 11/01/24 0712"
    order, vetoable = ("deid_patterns", "ents"), frozenset({"DATE"})
    settings = Settings(order=order, vetoable=vetoable, veto_margin=-0.2)
    figures = [Proposal(3, 9, "PROTECT", 0.97), Proposal(23, 27, "PROTECT", 0.97)]
    groups = {
        "deid_patterns": [Proposal(14, 22, "DATE", 0.9)],
        "ents": [Proposal(3, 9, "DATE", 1.0), Proposal(14, 27, "DATE", 1.0)],
    }
    decision, verdicts = decide(text, groups, figures, settings)
    assert [text[p.start : p.end] for p in decision] == ["11/01/24"]
    assert [v.outcome for v in verdicts] == ["kept", "vetoed", "covered"]


@pytest.mark.parametrize(
    ("strength", "left"), [(0.97, "Feb 20, 2014"), (0.9, "Feb 20, 2014 - 4pm")]
)
def test_a_date_ends_before_a_clock_time(strength: float, left: str) -> None:
    text = "Feb 20, 2014 - 4pm: rash"
    groups = {"ents": [Proposal(0, 18, "DATE", 1.0)]}
    found, _ = spans(text, groups, [Proposal(15, 18, "PROTECT", strength)])
    assert found == [(left, "DATE")]


def test_thresholds_and_empty_spans() -> None:
    settings = Settings(order=("ents",), thresholds={"CITY": 0.5, "*": 0.2})
    text = "Oslo -- Rome"
    proposals = [Proposal(0, 4, "CITY", 0.4), Proposal(5, 7, "CITY"), Proposal(8, 12, "CITY", 0.6)]
    decision, verdicts = decide(text, {"ents": proposals}, [], settings)
    assert [v.outcome for v in verdicts] == ["weak", "empty", "kept"]
    assert [(p.start, p.end) for p in decision] == [(8, 12)]


def test_a_detector_that_is_sure_of_a_date_in_words_is_believed() -> None:
    groups = {"a": [Proposal(10, 13, "DATE", 0.9), Proposal(17, 23, "PHONE", 0.9)]}
    decision, verdicts = decide("Next dose Fri at twelve", groups, [], Settings(order=("a",)))
    assert [v.outcome for v in verdicts] == ["kept", "implausible"]
    assert [(p.start, p.end) for p in decision] == [(10, 13)]


def test_words_of_sites_name_none() -> None:
    text = "Seen at Medical Center, the Public Health Clinic and Riverside Medical Center"
    spans = [(8, 22), (28, 48), (53, 77)]
    group = [Proposal(start, end, "HOSPITAL", 0.9) for start, end in spans]
    decision, verdicts = decide(text, {"a": group}, [], Settings(order=("a",)))
    assert [v.outcome for v in verdicts] == ["implausible", "implausible", "kept"]
    assert [text[p.start : p.end] for p in decision] == ["Riverside Medical Center"]


@pytest.mark.parametrize(
    ("site", "outcome"),
    [
        ("university hospital", "implausible"),
        ("small country hospital", "implausible"),
        ("children's hospital", "implausible"),
        ("Children's Hospital", "kept"),
        ("University Hospital", "kept"),
        ("st mary's hospital", "kept"),
    ],
)
def test_kinds_of_sites_name_none_in_small_letters(site: str, outcome: str) -> None:
    group = [Proposal(12, 12 + len(site), "HOSPITAL", 0.9)]
    _, verdicts = decide(f"She went to {site} then", {"a": group}, [], Settings(order=("a",)))
    assert [v.outcome for v in verdicts] == [outcome]


def test_a_label_order_silences_the_others_and_numbers_need_digits() -> None:
    settings = Settings(order=("a", "b"), label_order={"EMAIL": ("b",)})
    text = "x@y.org phone 5551234 today"
    groups = {
        "a": [Proposal(0, 7, "EMAIL"), Proposal(8, 13, "PHONE"), Proposal(22, 27, "DATE", 0.4)],
        "b": [Proposal(14, 21, "PHONE"), Proposal(22, 27, "DATE", parse={"readings": []})],
    }
    decision, verdicts = decide(text, groups, [], settings)
    outcomes = [v.outcome for v in verdicts]
    assert outcomes == ["unheard", "implausible", "implausible", "kept", "kept"]
    assert [(p.start, p.end) for p in decision] == [(14, 21), (22, 27)]


def test_a_name_behind_a_title_is_heard_whatever_the_order_of_its_label() -> None:
    settings = Settings(order=("a", "b"), label_order={"DOCTOR": ("a",)})
    named = Proposal(3, 5, "DOCTOR", 0.95, source="gazetteer.name.title")
    for proposal, outcome in (
        (named, "kept"),
        (replace(named, source="gazetteer.name.verb"), "unheard"),
        (replace(named, score=0.85), "unheard"),
    ):
        _, verdicts = decide("Dr To came", {"b": [proposal]}, [], settings)
        assert [v.outcome for v in verdicts] == [outcome]
    _, verdicts = decide("Dr To came", {"c": [named]}, [], settings)
    assert [v.outcome for v in verdicts] == ["unheard"], "of no order at all"
    found = {"a": [Proposal(3, 5, "DOCTOR", 0.6)], "b": [replace(named, end=10)]}
    decision, verdicts = decide("Dr To came", found, [], settings)
    assert [(p.start, p.end) for p in decision] == [(3, 5)]
    assert [v.outcome for v in verdicts] == ["kept", "covered"]
    found = {"a": [Proposal(9, 13, "DOCTOR", 0.6)], "b": [replace(named, end=13)]}
    decision, _ = decide("Dr Wrong Long wrote", found, [], settings)
    assert "Wrong" in "Dr Wrong Long wrote"[decision[0].start : decision[-1].end]


def test_numbers_behind_a_cue_follow_the_order_of_their_label() -> None:
    settings = Settings(order=("a", "b"), label_order={"PHONE": ("b",)})
    number = Proposal(4, 11, "PHONE", 0.95, source="contacts.phones")
    _, verdicts = decide("Tel 5551234", {"a": [number]}, [], settings)
    assert [v.outcome for v in verdicts] == ["unheard"]


proposal = st.builds(
    lambda start, length, label, score: Proposal(start, start + length, label, score),
    st.integers(0, 50),
    st.integers(1, 15),
    st.sampled_from(["PATIENT", "DOCTOR", "CITY", "STREET"]),
    st.floats(0, 1),
)
groups = st.fixed_dictionaries({name: st.lists(proposal, max_size=6) for name in SETTINGS.order})


@given(groups)
def test_the_decision_is_disjoint_and_leaks_nothing_that_was_proposed(groups) -> None:
    text = "x1y2z3" * 20
    decision, _ = decide(text, groups, [], SETTINGS)
    for first, second in zip(decision, decision[1:], strict=False):
        assert first.end <= second.start
    masked = merge((p.start, p.end) for p in decision)
    for group in groups.values():
        for wanted in group:
            span = (wanted.start, wanted.end)
            assert any(covers(m, span) for m in masked), (span, masked)
    for p in decision:
        assert any(overlaps((p.start, p.end), (w.start, w.end)) for g in groups.values() for w in g)


def test_the_dot_that_a_detector_read_as_part_of_a_date_stays() -> None:
    text = "on 21.9. she came on 3 March."
    parsed = Proposal(3, 8, "DATE", 0.8, "dates", {"readings": []})
    guessed = Proposal(21, 29, "DATE", 0.8, "crf")
    kept, _ = decide(text, {"a": [parsed], "b": [guessed]}, [], Settings(["a", "b"]))
    assert [text[p.start : p.end] for p in kept] == ["21.9.", "3 March"]


@pytest.mark.parametrize(
    ("text", "span", "label", "left"),
    [
        ("call (505) 555-0139.", (5, 20), "PHONE", "(505) 555-0139"),
        ("in '71, ", (3, 7), "DATE", "'71"),
        ("in Essen (West).", (3, 16), "CITY", "Essen (West)"),
        ("(Smith)", (0, 7), "PATIENT", "Smith"),
        ("'Smith'", (0, 7), "PATIENT", "Smith"),
    ],
)
def test_a_bracket_stays_with_its_partner(text, span, label, left) -> None:
    proposal = Proposal(*span, label, 0.9, "a")
    kept, _ = decide(text, {"a": [proposal]}, [], Settings(["a"]))
    assert [text[p.start : p.end] for p in kept] == [left]


@pytest.mark.parametrize(
    ("text", "found", "whole"),
    [
        ("booklet no. MTX-40712 of", "40712", "MTX-40712"),
        ("card 114/2009.", "2009", "114/2009"),
        ("dossier 12/SVMH/0087-V seen", "SVMH/0087", "12/SVMH/0087-V"),
        ("case-4471 is", "4471", "4471"),
        ("weight/ID99-1 and", "ID99-1", "ID99-1"),
    ],
)
def test_an_identifier_takes_what_is_tied_to_it(text, found, whole) -> None:
    start = text.index(found)
    proposal = Proposal(start, start + len(found), "IDNUM", 0.9, "x")
    (kept,), _ = decide(text, {"x": [proposal]}, [], Settings(order=["x"]))
    assert text[kept.start : kept.end] == whole


def test_a_tied_identifier_stops_at_its_neighbours() -> None:
    text = "AB-12-CD"
    first, second = Proposal(0, 2, "PATIENT", 0.9, "x"), Proposal(3, 5, "IDNUM", 0.9, "x")
    kept, _ = decide(text, {"x": [first, second]}, [], Settings(order=["x"]))
    assert [text[p.start : p.end] for p in kept] == ["AB", "12-CD"]


def test_two_tied_identifiers_do_not_both_take_what_stands_between_them() -> None:
    text = "MRN 123-ABC-456"
    first, second = Proposal(4, 7, "MEDICALRECORD", 0.9, "x"), Proposal(12, 15, "IDNUM", 0.9, "x")
    kept, _ = decide(text, {"x": [first, second]}, [], Settings(order=["x"]))
    assert [text[p.start : p.end] for p in kept] == ["123-ABC", "456"]


def test_many_dates_and_shields_are_quick() -> None:
    line = "seen 3/4 at 14:05 by Ann; "
    lines = [number * len(line) for number in range(20_000)]
    dates = [Proposal(at + 5, at + 17, "DATE") for at in lines]
    shields = [Proposal(at + 12, at + 17, "PROTECT", 0.97) for at in lines]
    start = time.process_time()
    found, _ = decide(line * len(lines), {"ents": dates}, shields, SETTINGS)
    assert time.process_time() - start < 30 * slowness()
    assert {p.end - p.start for p in found} == {3} and len(found) == len(lines)


def test_a_span_ends_where_its_column_does() -> None:
    text = "11 November     7.1    30\nAnn Frick      Ben Seiler\nCounty Court    No. 7"
    groups = {
        "ents": [
            Proposal(0, 25, "DATE"),
            Proposal(26, 51, "DOCTOR"),
            Proposal(52, 70, "ORGANIZATION"),
        ]
    }
    assert spans(text, groups)[0] == [
        ("11 November", "DATE"),
        ("Ann Frick", "DOCTOR"),
        ("Ben Seiler", "DOCTOR"),
        ("County Court", "ORGANIZATION"),
        ("No", "ORGANIZATION"),
    ]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("12   03   1958", "12   03   1958"),
        ("8th November     7.1", "8th November"),
        ("03/04/2020\t88", "03/04/2020"),
        ("3 May\r\n\r\n12", "3 May"),
    ],
)
def test_a_date_set_in_columns_stays_whole(text: str, kept: str) -> None:
    assert spans(text, {"ents": [Proposal(0, len(text), "DATE")]})[0] == [(kept, "DATE")]


@pytest.mark.parametrize(
    ("text", "label", "kept"),
    [
        ("2020-03-01T09:15. 29/02/20", "DATE", ["2020-03-01T09:15", "29/02/20"]),
        ("20200229. 29.II.2020", "DATE", ["20200229", "29.II.2020"]),
        ("05.04. Agranulozytose", "DATE", ["05.04"]),
        ("3 au", "DATE", ["3"]),
        ("3. bis", "DATE", ["3."]),
        ("12. 03. 2020", "DATE", ["12. 03. 2020"]),
        ("12.3. 2020", "DATE", ["12.3. 2020"]),
        ("Jan. 5, 2020", "DATE", ["Jan. 5, 2020"]),
        ("Laura Meyer. Karl Stone", "DOCTOR", ["Laura Meyer", "Karl Stone"]),
        ("Mary St. John", "DOCTOR", ["Mary St. John"]),
        ("Thos. Brown", "DOCTOR", ["Thos. Brown"]),
        ("A. B. Smith", "DOCTOR", ["A. B. Smith"]),
    ],
)
def test_a_sentence_ends_behind_a_whole_name_or_date(text, label, kept) -> None:
    proposal = Proposal(0, len(text), label, 0.9, "x")
    found, _ = decide(text, {"x": [proposal]}, [], Settings(order=["x"]))
    assert [text[p.start : p.end] for p in found] == kept


def test_two_persons_beside_a_full_stop_are_two() -> None:
    text = "Signed: Laura Meyer. Karl Stone"
    parts = [Proposal(8, 19, "DOCTOR", 0.9, "x"), Proposal(21, 31, "DOCTOR", 0.9, "x")]
    found, _ = decide(text, {"x": parts}, [], Settings(order=["x"]))
    assert [text[p.start : p.end] for p in found] == ["Laura Meyer", "Karl Stone"]


@pytest.mark.parametrize(
    ("text", "place", "kept"),
    [
        ("Wi1liam Har1ey was", (3, 11), "Wi1liam Har1ey"),
        ("Mr J0hnson left", (5, 10), "J0hnson"),
        ("Ann Smith5mg", (0, 9), "Ann Smith"),
        ("Ann Smith1d", (0, 9), "Ann Smith"),
        ("AnnSmith2020x", (0, 8), "AnnSmith"),
    ],
)
def test_a_name_takes_the_figures_that_stand_for_its_letters(text, place, kept) -> None:
    proposal = Proposal(*place, "PATIENT", 0.9, "x")
    found, _ = decide(text, {"x": [proposal]}, [], Settings(order=["x"]))
    assert [text[p.start : p.end] for p in found] == [kept]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("APR & MAY91", ["APR", "MAY91"]),
        ("12 to 14 March", ["12", "14 March"]),
        ("Monday and the 13th", ["Monday", "13th"]),
        ("Sun x 1, Mon", ["Sun", "Mon"]),
        ("March 7, 10 or 14", ["March 7, 10", "14"]),
        ("spring and summer", ["spring and summer"]),
        ("4 April-5 May", ["4 April-5 May"]),
    ],
)
def test_two_dates_in_one_proposal_are_parted_unless_they_were_read(text, parts) -> None:
    proposal = Proposal(0, len(text), "DATE", 0.9)
    assert [span for span, _ in spans(text, {"ents": [proposal]})[0]] == parts
    read = replace(proposal, parse={"readings": []})
    assert spans(text, {"ents": [read]})[0] == [(text, "DATE")]


def test_ranks_are_no_part_of_a_name_and_letters_glued_to_a_number_are() -> None:
    text = "Sgt Nobrega and Nurse Lek, badge ID833555"
    parts = ("Sgt Nobrega", "DOCTOR"), ("Nurse Lek", "DOCTOR"), ("833555", "IDNUM")
    assert kept(text, *parts) == ["Nobrega", "Lek", "ID833555"]


def test_forms_of_address_and_hours_are_no_part_of_names_and_sites() -> None:
    text = "Tante Irena, the sig.ra Bo, RMO Karthik to A&E Belper, then Herlev Clinic at 02; Ed Ra"
    parts = (
        ("Tante Irena", "PATIENT"),
        ("ra Bo", "PATIENT"),
        ("RMO Karthik", "DOCTOR"),
        ("A&E Belper", "HOSPITAL"),
        ("Herlev Clinic at 02", "HOSPITAL"),
        ("Ed Ra", "PATIENT"),
    )
    assert kept(text, *parts) == ["Irena", "Bo", "Karthik", "Belper", "Herlev Clinic", "Ed Ra"]


def test_what_goes_along_with_names_and_jobs_is_given_back() -> None:
    text = "at Fair Life no. 7, Bury et al. and an Irish farm worker, AT MERCY"
    parts = (
        ("at Fair Life no.", "ORGANIZATION"),
        ("Bury et al.", "DOCTOR"),
        ("Irish farm worker", "PROFESSION"),
        ("AT MERCY", "HOSPITAL"),
    )
    people = [Proposal(39, 44, "PROTECT", 0.95)]
    assert kept(text, *parts, shields=people) == ["Fair Life", "Bury", "farm worker", "MERCY"]


def test_small_words_stay_where_a_site_goes_on() -> None:
    text = "at University Hospital of Wales by Peng of Fort Clinic, lek. Osman or Lee"
    parts = (
        ("University Hospital of", "HOSPITAL"),
        ("Wales", "COUNTRY"),
        ("Peng of", "DOCTOR"),
        ("Fort Clinic", "HOSPITAL"),
        ("lek", "DOCTOR"),
        ("Osman or", "DOCTOR"),
        ("Lee", "DOCTOR"),
    )
    whole = ["University Hospital of", "Wales", "Peng", "Fort Clinic", "Osman", "Lee"]
    assert kept(text, *parts) == whole


def test_no_rank_that_is_cut_off_is_a_frequent_name() -> None:
    known = Lexicon(read_lists()).flags
    ranks = re.findall(r"[^\W\d_]{4,}", _RANKS.pattern)
    assert len(ranks) > 50
    assert [rank for rank in ranks if known.get(fold(rank), 0) & FREQUENT] == []


def test_a_wider_parsed_date_keeps_what_was_read() -> None:
    text = "Labor Day weekend"
    parse = {"holiday": "labor day"}
    groups = {"a": [Proposal(0, 9, "DATE", 0.9)], "b": [Proposal(0, 17, "DATE", 0.9, "", parse)]}
    decision, _ = decide(text, groups, [], Settings(order=("a", "b")))
    assert [(p.start, p.end, p.parse) for p in decision] == [(0, 17, parse)]


@pytest.mark.parametrize(
    ("text", "label", "kept"),
    [
        ("the latter's a fish fryer", "PROFESSION", "fish fryer"),
        ("he's a teacher", "PROFESSION", "teacher"),
        ("CT, 24 DEC 2014", "DATE", "24 DEC 2014"),
        ("PI Mazurek", "DOCTOR", "Mazurek"),
        ("Sat x 3", "DATE", "Sat"),
        ("28AUG91 eve", "DATE", "28AUG91"),
        ("Christmas Eve", "DATE", "Christmas Eve"),
        ("APR &", "DATE", "APR"),
        ("the 16th-", "DATE", "the 16th"),
        ("Nov 5 and", "DATE", "Nov 5"),
        ("Troy Eisert Age", "PATIENT", "Troy Eisert"),
        ("Sgt. Ann Lee R.N.", "DOCTOR", "Ann Lee"),
        ("Hajji Clara Gunarto", "PATIENT", "Clara Gunarto"),
        ("ADV. OKAFOR", "PATIENT", "OKAFOR"),
        ("Constable J", "PATIENT", "Constable J"),
        ("Luis Peng, PharmD", "DOCTOR", "Luis Peng"),
        ("Luis Peng PharmD, Ph.D.", "DOCTOR", "Luis Peng"),
        ("Luis Peng, FRNZCGP", "DOCTOR", "Luis Peng"),
        ("Luis Peng FRCPath, FPCP", "DOCTOR", "Luis Peng"),
        ("LUIS MCCOY", "DOCTOR", "LUIS MCCOY"),
        ("MO Wee Jun Hao", "DOCTOR", "Wee Jun Hao"),
        ("MO FARAH", "PATIENT", "MO FARAH"),
        ("TOM FRACK", "PATIENT", "TOM FRACK"),
        ("Ann Do", "DOCTOR", "Ann Do"),
        ("Ann Lim, DO", "DOCTOR", "Ann Lim"),
        ("Gözem Hoca", "DOCTOR", "Gözem"),
        ("J.R is", "DOCTOR", "J.R"),
        ("Geelong before", "HOSPITAL", "Geelong"),
        ("LEJEUNE WITH", "HOSPITAL", "LEJEUNE"),
        ("WING TO", "PATIENT", "WING TO"),
        ("MOHAMED SAID", "PATIENT", "MOHAMED SAID"),
        ("mohamed said", "PATIENT", "mohamed said"),
        ("wing to", "PATIENT", "wing to"),
        ("HAIM OR", "DOCTOR", "HAIM OR"),
        ("PROVIDENCE PORTLAND OR", "HOSPITAL", "PROVIDENCE PORTLAND OR"),
        ("Mercy Hospital and the", "HOSPITAL", "Mercy Hospital"),
        ("Smith, JD", "PATIENT", "Smith, JD"),
        ("Smith, PA", "DOCTOR", "Smith, PA"),
        ("RAHMAN MD", "PATIENT", "RAHMAN MD"),
        ("Shaikh Imran", "PATIENT", "Shaikh Imran"),
        ("Kyrie Johnson", "PATIENT", "Kyrie Johnson"),
        ("Deacon Jones", "PATIENT", "Deacon Jones"),
        ("Dona Smith", "PATIENT", "Dona Smith"),
        ("In der Au 5", "STREET", "In der Au 5"),
        ("Haim Or", "DOCTOR", "Haim Or"),
        ("resident of Moi Lane", "STREET", "Moi Lane"),
    ],
)
def test_a_span_is_no_more_than_what_identifies(text: str, label: str, kept: str) -> None:
    assert spans(text, {"ents": [Proposal(0, len(text), label)]})[0] == [(kept, label)]


def test_the_sex_before_an_age_is_no_initial() -> None:
    text = "Patient label: ANN LEE F 84; John M Park; initials K M 45; Tom No."
    parts = ["ANN LEE F", "John M Park", "K M", "Tom No."]
    found = kept(text, *((part, "PATIENT") for part in parts))
    assert found == ["ANN LEE", "John M Park", "K M", "Tom No"]


def test_a_date_is_cut_from_measures_inside_it_only() -> None:
    text = "3-day Thursday; visit 5 May"
    shields = [Proposal(0, 5, "PROTECT", 0.97), Proposal(16, 23, "PROTECT", 0.97)]
    parts = ("3-day Thursday", "DATE"), ("5 May", "DATE")
    assert kept(text, *parts, shields=shields) == ["Thursday", "5 May"]


def test_a_site_in_general_is_none() -> None:
    text = "went to Hospital, then the Emergency Room of Hospital Clinic Barcelona"
    parts = ["Hospital", "the Emergency Room", "Hospital Clinic Barcelona"]
    assert kept(text, *((part, "HOSPITAL") for part in parts)) == ["Hospital Clinic Barcelona"]


def test_halves_of_a_job_are_one() -> None:
    text = "a retired bus driver, tailor"
    parts = ["retired", "bus driver", "tailor"]
    found = kept(text, *((part, "PROFESSION") for part in parts))
    assert found == ["retired bus driver", "tailor"]


def test_a_job_is_vetoed_by_what_is_left_of_it() -> None:
    text = "the latter's a fish shop"
    groups = {"ents": [Proposal(0, 24, "PROFESSION")]}
    settings = Settings(("ents",), vetoable=frozenset({"PROFESSION"}), veto_margin=-0.1)
    assert decide(text, groups, [Proposal(15, 24, "PROTECT", 0.9)], settings)[0] == []


def test_a_clock_time_is_no_age_and_a_wrong_label_still_masks() -> None:
    text = "1035 Pt reported; 104 years; 4842 / maki1931"
    parts = ["1035", "104 years", "4842", "1931"]
    assert kept(text, *((part, "AGE") for part in parts)) == ["104 years", "4842", "1931"]


LABELS = ["PATIENT", "HOSPITAL", "USERNAME", "STREET", "AGE", "CITY", "DATE"]
CLEARING = replace(SETTINGS, clearable=frozenset(LABELS) - {"CITY"})


def cleared(text: str, proposal: Proposal, *runs: str, second: str = "", **kwargs):
    """Decide on one proposal of the gazetteer beside the clear runs of one or two recognizers."""

    def told(wordings):
        places = [[text.index(run), text.index(run) + len(run)] for run in wordings]
        return {"labels": kwargs.get("labels", LABELS), "runs": places}

    clear = [told(runs), *([told([second])] if second else [])]
    shields = kwargs.get("shields", [])
    decision, verdicts = decide(text, {"deid_gazetteer": [proposal]}, shields, CLEARING, clear)
    return [text[p.start : p.end] for p in decision], [v.outcome for v in verdicts]


def wide(text: str, label: str = "PATIENT", source: str = "gazetteer.name.pair", **parsed):
    return Proposal(0, len(text), label, 0.8, source, **parsed)


def test_words_that_a_recognizer_is_sure_of_are_left_out_at_both_ends() -> None:
    text = "Lives Bethany Lodge quietly"
    assert cleared(text, wide(text), "Lives", "quietly") == (["Bethany Lodge"], ["kept"])
    assert cleared(text, wide(text), text) == ([], ["cleared"])
    parts = cleared(text, wide(text), "Lives Beth", "Lodge")
    assert parts == (["Bethany Lodge quietly"], ["kept"])


def test_the_verdict_tells_that_words_were_left_out() -> None:
    text = "Lives Bethany Lodge"
    clear = [{"labels": LABELS, "runs": [[0, 5]]}]
    for runs, fate in ((clear, "kept, cut"), ([], "kept")):
        _, verdicts = decide(text, {"deid_gazetteer": [wide(text)]}, [], CLEARING, runs)
        assert [v.fate for v in verdicts] == [fate]


def test_two_numbers_without_a_cue_are_left_out_where_recognizers_are_sure() -> None:
    pair = Proposal(0, 4, "DATE", 0.75, "dates.month_day", parse={"orders": []})
    assert cleared("2/10", pair, "2/10") == ([], ["cleared"])
    assert cleared("2/10", pair) == (["2/10"], ["kept"])
    assert cleared("2/10", replace(pair, score=0.95), "2/10") == (["2/10"], ["kept"])
    for text in ("7/3 x", "7/3 of", "4/6 45; 6/9", "5/7 rash", "5/7 and she fell"):
        told = replace(pair, end=3)
        assert cleared(text, told, text[:3]) == ([text[:3]], ["kept"]), text
    for text in ("4/6 or 45", "4/6 quadrants", "4/6, 45"):
        assert cleared(text, replace(pair, end=3), "4/6") == ([], ["cleared"]), text


def test_a_clear_word_between_two_others_stays_masked() -> None:
    text = "Ann of Cleves"
    assert cleared(text, wide(text), "of")[0] == [text]


def test_every_recognizer_that_tells_clear_words_has_to_be_sure() -> None:
    text = "meets Lake Louise criteria"
    name = Proposal(6, 17, "PATIENT", 0.8, "gazetteer.name.pair")
    assert cleared(text, name, text, second=text) == ([], ["cleared"])
    assert cleared(text, name, text, second="meets Lake") == (["Louise"], ["kept"])


def test_a_recognizer_that_does_not_know_a_label_clears_none_of_it() -> None:
    text = "Anna Lee"
    assert cleared(text, wide(text), text, labels=["AGE"]) == ([text], ["kept"])


@pytest.mark.parametrize(
    "source",
    [
        "gazetteer.name.title",
        "gazetteer.name.header",
        "gazetteer.name.maiden",
        "gazetteer.name.initials",
        "gazetteer.known.name",
        "coherence.part",
        "contacts.username_forum",
        "contacts.username",
        "deid_network",
        "ents",
    ],
)
def test_what_a_cue_the_document_or_a_recognizer_speaks_for_is_never_cleared(source) -> None:
    text = "Young"
    assert cleared(text, wide(text, source=source), text) == ([text], ["kept"])
    assert cleared(text, wide(text, "USERNAME", source), text) == ([text], ["kept"])


def test_labels_that_are_not_clearable_stay() -> None:
    assert cleared("Hope", wide("Hope", "CITY", "gazetteer.place.list"), "Hope")[0] == ["Hope"]


def test_what_stands_without_a_space_is_cleared_as_a_whole() -> None:
    for text, clear in (("O'Neil", "O"), ("Anna-Lee", "Lee"), ("maria_1985", "maria")):
        assert cleared(text, wide(text), clear)[0] == [text]


def test_streets_and_user_names_are_cleared_in_whole_or_not_at_all() -> None:
    street = wide("12 Oak Lane", "STREET", "addresses.without_number")
    assert cleared("12 Oak Lane", street, "12")[0] == ["12 Oak Lane"]
    assert cleared("12 Oak Lane", street, "12 Oak Lane") == ([], ["cleared"])
    user = wide("q7 region", "USERNAME", "contacts.username_speaker")
    assert cleared("q7 region", user, "q7")[0] == ["q7 region"]
    assert cleared("q7 region", user, "q7 region") == ([], ["cleared"])


def test_an_age_that_was_read_keeps_its_number() -> None:
    text = "age 54 years"
    read = wide(text, "AGE", "ages.cue", parse={"value": 54, "unit": "year", "number": [4, 6]})
    assert cleared(text, read, "age") == (["54 years"], ["kept"])
    assert cleared(text, read, "age 54") == ([text], ["kept"])
    assert cleared(text, read, text) == ([text], ["kept"])


def test_a_site_keeps_more_than_its_kind_and_a_protected_rest_goes_too() -> None:
    text = "Lake Louise Hospital"
    site = wide(text, "HOSPITAL", "gazetteer.site.headed")
    assert cleared(text, site, "Lake Louise") == ([text], ["kept"])
    text = "Lady Parkinson"
    shields = [Proposal(5, 14, "PROTECT", 1.0)]
    assert cleared(text, wide(text), "Lady", shields=shields) == ([], ["cleared"])


def test_what_a_structured_field_explains_has_its_label_unless_a_title_tells() -> None:
    text = "thornbury rang; Dr Lee rang; no 4471-2239"
    spots = {"CITY": (0, 9), "DOCTOR": (19, 22), "IDNUM": (32, 41)}
    sources = {"CITY": "x", "DOCTOR": "gazetteer.name.title", "IDNUM": "identifiers.long_number"}
    groups = {
        "x": [Proposal(*spot, label, 0.9, sources[label]) for label, spot in spots.items()],
        "deid_gazetteer": [
            Proposal(0, 9, "PATIENT", 0.98, "gazetteer.known.name"),
            Proposal(19, 22, "PATIENT", 0.98, "gazetteer.known.name"),
            Proposal(32, 41, "MEDICALRECORD", 0.98, "gazetteer.known.value"),
        ],
    }
    found, _ = decide(text, groups, [], Settings(order=["x", "deid_gazetteer"]))
    assert [p.label for p in found] == ["PATIENT", "DOCTOR", "MEDICALRECORD"]
    groups = {
        "x": [Proposal(0, 9, "PATIENT", 0.9, "x")],
        "deid_gazetteer": [Proposal(0, 9, "COUNTRY", 0.98, "gazetteer.known.value")],
    }
    found, _ = decide(text, groups, [], Settings(order=["x", "deid_gazetteer"]))
    assert [p.label for p in found] == ["PATIENT"]


def test_what_structured_fields_say_is_heard_whatever_the_order_of_its_label() -> None:
    settings = replace(SETTINGS, label_order={"DOCTOR": ["ents"]})
    text = "seen by anna law"
    for source, outcome in (("gazetteer.known.name", "kept"), ("gazetteer.name.pair", "unheard")):
        proposal = Proposal(8, 16, "DOCTOR", 0.98, source)
        _, verdicts = decide(text, {"deid_gazetteer": [proposal]}, [], settings)
        assert [v.outcome for v in verdicts] == [outcome]


@pytest.mark.parametrize(
    ("text", "age"),
    [("at 215PM", "215"), ("at 215 pm", "215"), ("at 2PM", "2"), ("at 2p.m.", "2")],
)
def test_a_clock_time_is_no_age(text, age) -> None:
    assert kept(text, (age, "AGE")) == []


@pytest.mark.parametrize(
    ("text", "age"), [("I, 37, am ill", "37"), ("she is 9 am I told", "9"), ("aged 8 pm", "8")]
)
def test_an_age_before_am_stays(text, age) -> None:
    assert kept(text, (age, "AGE")) == [age]


def _read(start: int, end: int, label: str = "DATE") -> Proposal:
    return Proposal(start, end, label, 0.9, "dates.test", Parse(readings=[], value=start, unit=""))


@pytest.mark.parametrize(
    ("text", "read", "expected"),
    [
        ("21-23 October 2022", [(0, 18)], ["21-23 October 2022"]),
        ("March 28, 30", [(0, 8), (10, 12)], ["March 28", "30"]),
        ("3rd to the 9th of May", [(0, 3), (11, 21)], ["3rd", "9th of May"]),
        ("the 4th", [(4, 7)], ["the 4th"]),
        ("7-8 May week 90", [(2, 7)], ["7-8 May week 90"]),
    ],
)
def test_what_one_detector_read_holds_for_the_span_of_another(text, read, expected) -> None:
    readings = [_read(*span) for span in read]
    groups = {"ents": [Proposal(0, len(text), "DATE", 1.0)], "deid_gazetteer": readings}
    decision, _ = decide(text, groups, [], SETTINGS)
    assert [text[p.start : p.end] for p in decision] == expected
    known = {(p.start, p.end): p.parse for p in readings}
    if len(decision) > 1 or (0, len(text)) in known:
        assert [p.parse for p in decision] == [known[p.start, p.end] for p in decision]
    elif expected == ["the 4th"]:
        assert decision[0].parse == readings[0].parse
    else:
        assert decision[0].parse is None


def test_an_age_takes_only_the_reading_of_the_whole_of_it() -> None:
    text = "92 years and 3 months old"
    whole = Proposal(0, len(text), "AGE", 1.0)
    for span, believed in (((13, 25), False), ((0, 25), True)):
        groups = {"ents": [whole], "deid_gazetteer": [_read(*span, "AGE")]}
        (found,) = decide(text, groups, [], SETTINGS)[0]
        assert (found.parse is not None) is believed


def test_readings_of_a_detector_without_a_say_count_too() -> None:
    text = "seen 21-23 October 2022"
    groups = {"ents": [Proposal(5, 23, "DATE", 1.0)], "deid_patterns": [_read(5, 23)]}
    settings = Settings(order=("ents",), label_order={"DATE": ("ents",)})
    (found,) = decide(text, groups, [], settings)[0]
    assert found.parse is not None


@pytest.mark.parametrize(
    ("span", "behind"), [("Hamish Lee  CHI", " 1204631234"), ("Lee Ht", " 181"), ("Lee Tel", ": 2")]
)
def test_the_name_of_the_next_field_is_not_part_of_a_name(span: str, behind: str) -> None:
    text = span + behind
    found = Proposal(0, len(span), "PATIENT", 0.9, "deid_network")
    decision, _ = decide(text, {"ents": [found]}, [], SETTINGS)
    assert text[decision[0].start : decision[0].end] in ("Hamish Lee", "Lee")


@pytest.mark.parametrize(
    ("text", "label", "kept"),
    [
        ("Tomasz Lang  Hb 8.8", "PATIENT", "Tomasz Lang"),
        ("Colm Brannigan Ht 181", "PATIENT", "Colm Brannigan"),
        ("Hamish Lee  CHI 1204631234", "PATIENT", "Hamish Lee  CHI 1204631234"),
        ("0151 496 0123 Fax 0151 496 0124", "PHONE", "0151 496 0123 Fax 0151 496 0124"),
        ("Ann Lee Ht 181 cm Wt: 80 kg", "PATIENT", "Ann Lee"),
        ("Ann Lee Hb 92 Maria Lopez", "PATIENT", "Ann Lee Hb 92 Maria Lopez"),
        ("Themba Nkosi  Ward: ICU", "PATIENT", "Themba Nkosi"),
        ("W229104 Hb 92", "MEDICALRECORD", "W229104"),
        ("1204631234  ASA III", "MEDICALRECORD", "1204631234"),
        ("Ashby Ward: Ann", "HOSPITAL", "Ashby Ward: Ann"),
        ("Ann Ward", "PATIENT", "Ann Ward"),
        ("Lee Ref", "PATIENT", "Lee Ref"),
        ("MRN 1204", "MEDICALRECORD", "MRN 1204"),
    ],
)
def test_the_next_field_of_a_line_is_not_part_of_a_name_or_number(text, label, kept) -> None:
    span = Proposal(0, len(text), label, 0.9, "deid_network")
    decision, _ = decide(text, {"ents": [span]}, [], SETTINGS)
    assert [text[p.start : p.end] for p in decision] == [kept]


@pytest.mark.parametrize(
    ("text", "found", "shields", "kept_wording"),
    [
        ("MRN: 441782 - ALT 245", "441782 - ALT 245", ("ALT", "245"), "441782"),
        ("Aetna, ALT 245, INR 7", "Aetna, ALT 245, INR 7", ("ALT 245", "INR 7"), "Aetna"),
        ("MRN: 441782 - B 245", "441782 - B 245", ("245",), "441782 - B 245"),
        ("MRN: 441782 - 245", "441782 - 245", ("245",), "441782 - 245"),
    ],
)
def test_a_field_ends_before_a_value(text, found, shields, kept_wording) -> None:
    terms = [
        Proposal(text.index(term), text.index(term) + len(term), "PROTECT", 0.9) for term in shields
    ]
    assert kept(text, (found, "IDNUM"), shields=terms) == [kept_wording]
