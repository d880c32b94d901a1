"""What leaked, what it is good for, and what was lost."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_deid.score.arrays import Pair
from spacy_deid.score.expressions import ITEMS, expressions
from spacy_deid.score.leakage import GRADES, grade
from spacy_deid.score.onset import onsets, read_date
from spacy_deid.score.report import evaluation
from spacy_deid.score.tables import text_report
from spacy_deid.score.utility import Utility, survivors, useful


def report(pairs, **settings):
    return evaluation(pairs, samples=settings.pop("samples", 0), **settings).report


TEXT = "John K. Smith, born 12 March 1980, lives in Rome, tel 555-1234."
NAME, DATE, CITY, PHONE = (0, 13), (20, 33), (44, 48), (54, 62)


@pytest.mark.parametrize(
    ("span", "masked", "category", "expected", "short"),
    [
        (NAME, [], "NAME", "whole_name", False),
        (NAME, [(0, 4)], "NAME", "part_of_name", False),
        (NAME, [(0, 5), (8, 13)], "NAME", "initial", True),
        (NAME, [(0, 13)], "NAME", None, None),
        (NAME, [(0, 4), (5, 6), (8, 13)], "NAME", None, None),
        (DATE, [], "DATE", "date", False),
        (DATE, [(23, 33)], "DATE", "part_of_date", True),
        (CITY, [], "LOCATION", "quasi_identifier", False),
        (PHONE, [], "CONTACT", "identifier", False),
        (PHONE, [(58, 62)], "CONTACT", "part_of_identifier", True),
    ],
)
def test_leaks_are_graded(span, masked, category, expected, short):
    leak = grade(TEXT, (*span, "X"), masked, category)
    if expected is None:
        assert leak is None
    else:
        assert (leak.grade, leak.short) == (expected, short)
        assert expected in GRADES


def test_leaks_per_grade_label_document_and_patient():
    pairs = [
        Pair(TEXT, [(*NAME, "PATIENT"), (*DATE, "DATE")], [], "d1", {"patient": "p1"}),
        Pair(TEXT, [(*CITY, "CITY")], [(44, 46, "CITY")], "d2", {"patient": "p1"}),
        Pair(TEXT, [(*NAME, "PATIENT")], [(*NAME, "DATE")], "d3", {"patient": "p2"}),
        Pair("nothing", [], [], "d4", {"patient": "p3"}),
    ]
    leaks = report(pairs)["leaks"]
    assert (leaks["spans"]["leaked"], leaks["spans"]["total"]) == (3, 4)
    assert leaks["by_grade"]["whole_name"]["leaked"] == 1
    assert leaks["by_grade"]["quasi_identifier"]["short"] == 1
    assert leaks["by_label"]["PATIENT"]["rate"] == 0.5
    assert leaks["per_document"] == {
        "d1": {"whole_name": 1, "date": 1},
        "d2": {"quasi_identifier": 1},
    }
    assert (leaks["documents"]["leaked"], leaks["documents"]["total"]) == (2, 4)
    assert (leaks["patients"]["leaked"], leaks["patients"]["total"]) == (1, 3)
    assert leaks["patients"]["most"] == 3
    assert leaks["spans"]["interval"][1] < 1


def test_documents_without_an_id_leak_each_by_itself():
    pairs = [(TEXT, [(*NAME, "PATIENT"), (*CITY, "CITY")], [])] * 3
    leaks = report(pairs)["leaks"]
    assert (leaks["documents"]["leaked"], leaks["documents"]["most"]) == (3, 2)
    assert list(leaks["per_document"]) == ["1", "2", "3"]
    same = report([Pair(*pair, "d") for pair in pairs])["leaks"]
    assert same["documents"]["leaked"] == 3
    assert same["per_document"] == {"d": {"whole_name": 3, "quasi_identifier": 3}}


def test_no_text_of_a_document_reaches_the_report():
    import json

    pairs = [Pair(TEXT, [(*NAME, "PATIENT"), (*CITY, "CITY")], [(0, 4, "PATIENT")], "d1")]
    written = json.dumps(report(pairs))
    for word in ("John", "Smith", "Rome", "555"):
        assert word not in written


def test_k_anonymity_puts_alike_documents_together():
    def made(text, span, label):
        return Pair(text, [(*span, label)], [])

    pairs = [
        made("She is 45 years old", (7, 9), "AGE"),
        made("The woman was 45", (14, 16), "AGE"),
        made("He is 45 years old", (6, 8), "AGE"),
        Pair("She is 46 years old", [(7, 9, "AGE")], [(7, 9, "AGE")]),
    ]
    found = report(pairs)["leaks"]["k_anonymity"]
    # Classes: female 45 (2), male 45 (1), female without age (1).
    assert found["classes"] == 3 and found["smallest"] == 1
    assert found["mean_risk"] == pytest.approx(3 / 4)
    assert found["exposed"]["documents"] == 3 and found["exposed"]["unique"] == 1
    assert found["exposed"]["mean_risk"] == pytest.approx((0.5 + 0.5 + 1) / 3)


def test_risk_needs_one_direct_or_two_quasi_identifiers():
    two = Pair("On Monday in Rome", [(3, 9, "DATE"), (13, 17, "CITY")], [])
    one = Pair("On Monday in Rome", [(3, 9, "DATE"), (13, 17, "CITY")], [(3, 9, "DATE")])
    name = Pair("Ann came", [(0, 3, "PATIENT")], [])
    safe = Pair("Ann came", [(0, 3, "PATIENT")], [(0, 3, "PATIENT")])
    risk = report([two, one, name, safe])["leaks"]["risk"]
    assert risk["direct"]["probability"] == 0.5
    assert (risk["quasi"]["documents"], risk["quasi"]["enough_leaked"]) == (2, 1)
    assert risk["quasi"]["probability"] == 0.5
    # Three of four quasi-identifiers leak: both of a document with (3/4)².
    assert risk["quasi"]["expected"] == pytest.approx(0.75**2)
    assert risk["document"] == pytest.approx((1 + 0 + 1 + 0) / 4)


@pytest.mark.parametrize(
    ("text", "kind", "written"),
    [
        ("took 40 mg of it", "DOSE", "40 mg"),
        ("500mg/day then less", "DOSE", "500mg/day"),
        ("one tablet twice daily", "DOSE", "twice daily"),
        ("after the second dose she", "DOSE", "second dose"),
        ("hemoglobin 9.2 g/dL today", "LAB", "hemoglobin 9.2 g/dL"),
        ("BP 158/90 on arrival", "LAB", "BP 158/90"),
        ("fever of 102 degrees", "LAB", "fever of 102 degrees"),
        ("given IV at once", "ROUTE", "IV"),
        ("taken by mouth", "ROUTE", "by mouth"),
        ("three days later he", "RELTIME", "three days later"),
        ("felt ill the next morning", "RELTIME", "the next morning"),
        ("within 24 hours of", "RELTIME", "within 24 hours"),
        ("developed urticaria", "REACTION", "urticaria"),
        ("on amoxicillin since", "DRUG", "amoxicillin"),
        ("has recovered fully", "OUTCOME", "recovered"),
        ("drug was discontinued", "CHALLENGE", "discontinued"),
    ],
)
def test_protect_lists_find(text, kind, written):
    assert (kind, written) in [(s.label, text[s.start : s.end]) for s in expressions(text)]


@pytest.mark.parametrize(
    "text",
    ["on 12/03/2019 he", "aged 45 years old", "lot 4012AB", "room 12", "in Ivy House", "MD said"],
)
def test_protect_lists_leave_alone(text):
    kinds = {s.label for s in expressions(text)}
    assert not kinds & {"DOSE", "LAB", "ROUTE", "RELTIME"}


@given(st.text(alphabet="a1 mg.dyIVxft/", max_size=40))
def test_expressions_are_disjoint_and_in_order(text):
    found = expressions(text)
    assert all(a.end <= b.start for a, b in zip(found, found[1:], strict=False))
    assert all(0 <= s.start < s.end <= len(text) and s.label in ITEMS for s in found)


def test_an_expression_is_lost_where_a_mask_takes_what_no_gold_span_holds():
    text = "on 3 May took 40 mg, rash 2 days later"
    found = [(14, 19, "DOSE"), (21, 25, "REACTION"), (26, 38, "RELTIME")]
    gold = [(3, 8)]
    assert survivors(text, found, gold, [(3, 8)]) == [True, True, True]
    assert survivors(text, found, gold, [(3, 16)]) == [False, True, True]
    assert survivors(text, found, gold, [(19, 21), (25, 26)]) == [True, True, True]
    assert survivors(text, found, gold, [(26, 27), (21, 22)]) == [True, False, False]


def test_utility_by_gold_where_the_corpus_has_it():
    text = "took Zyxomine 40 mg, recovered"
    meta = {"utility": [[5, 13, "DRUG"]]}
    pair = Pair(text, [], [(5, 13, "PATIENT")], meta=meta)
    # Gold replaces the lists for the six kinds; the other items still come from the lists.
    assert [(s.label, text[s.start : s.end]) for s in useful(pair)] == [
        ("DRUG", "Zyxomine"),
        ("OUTCOME", "recovered"),
    ]
    found = report([pair])["utility"]
    assert found["by_kind"]["DRUG"]["survival"] == 0
    assert found["documents_with_gold"] == 1
    assert found["documents_that_lost_nothing"]["kept"] == 0
    assert found["causality"]["items"]["DRUG"]["share"] == 0
    assert found["causality"]["documents_still_useful"]["share"] == 1


def test_traps_are_counted_where_the_corpus_has_them():
    text = "Dr Will will give 3/4 tablet"
    gold = [(3, 7, "DOCTOR")]
    pairs = [
        Pair(text, gold, [(3, 12, "DOCTOR")], "d1", {"traps": [[8, 12], [18, 21]]}),
        Pair(text, gold, gold, "d2", {}),
    ]
    figures = report(pairs)
    assert {k: figures["utility"]["traps"][k] for k in ("total", "kept")} == {"total": 2, "kept": 1}
    assert "traps (no identifiers)" in text_report(figures)
    kinds = {"traps": [[18, 21, "ratio"], [8, 12, "wording"]]}
    by_kind = report([Pair(text, gold, [(3, 12, "DOCTOR")], "d1", kinds)])["utility"]["traps"][
        "by_kind"
    ]
    assert {kind: found["kept"] for kind, found in by_kind.items()} == {"ratio": 1, "wording": 0}
    assert "traps" not in text_report(report(pairs[1:]))


def test_both_harms_are_stated_with_intervals():
    text = "Ann took 40 mg on Monday"
    pair = Pair(text, [(0, 3, "PATIENT"), (18, 24, "DATE")], [(0, 3, "PATIENT"), (9, 14, "DATE")])
    harms = report([pair, pair], samples=50)["harms"]
    assert (harms["leak"]["spans"], harms["leak"]["of"], harms["leak"]["rate"]) == (2, 4, 0.5)
    assert (harms["loss"]["expressions"], harms["loss"]["of"]) == (2, 2)
    assert harms["leak"]["interval"][0] < 0.5 < harms["leak"]["interval"][1]
    low, high = harms["loss"]["interval"]
    assert 0 < low < high == 1


def test_many_documents_are_searched_in_an_even_sample():
    from spacy_deid.score.arrays import Batch, LabelCodes
    from spacy_deid.score.schemes import scheme

    utility = Utility(scheme(), most=10)
    pairs = [Pair("x " * n + "rash", [], []) for n in range(100)]
    utility.add(Batch(pairs, LabelCodes()))
    assert utility.documents == 100
    assert len(utility.rows) == 7  # every sixteenth: 0, 16 … 96
    assert utility.result(samples=0)["expressions"]["total"] == 7


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2014-03-05", date(2014, 3, 5)),
        ("20140305", date(2014, 3, 5)),
        ("5 March 2014", date(2014, 3, 5)),
        ("March 5th, 2014", date(2014, 3, 5)),
        ("05MAR14", date(2014, 3, 5)),
        ("9DEC93", date(1993, 12, 9)),
        ("03/05/2014", date(2014, 3, 5)),
        ("25/12/2014", date(2014, 12, 25)),
        ("31 February 2014", None),
        ("March 2014", None),
        ("[DATE]", None),
        ("2014", None),
    ],
)
def test_dates_are_read(text, expected):
    assert read_date(text) == expected


def test_onset_pairs_are_exact_when_both_dates_move_alike():
    text = "dose 1 Jan 2014, rash 4 Jan 2014, died 9 Jan 2014"
    dates = [(5, 15), (22, 32), (39, 49)]
    masked = "dose 11 Feb 2015, rash 14 Feb 2015, died 20 Feb 2015"
    places = [(5, 16), (23, 34), (41, 52)]
    assert onsets(text, dates, dates) == (2, None)
    assert onsets(text, dates, dates, masked, places) == (2, 1)
    tags = "dose [DATE], rash [DATE], died [DATE]"
    assert onsets(text, dates, dates, tags, [(5, 11), (18, 24), (31, 37)]) == (2, 0)
    assert onsets(text, dates, [], text, []) == (2, 2)
    meta = {"masked": {"text": masked, "spans": [[*p, "DATE"] for p in places]}}
    spans = [(*d, "DATE") for d in dates]
    pairs = [Pair(text, spans, spans, meta=meta)]
    assert report(pairs)["utility"]["onset_pairs"] == {"pairs": 2, "kept": 1}
    assert report([Pair(text, spans, spans)])["utility"]["onset_pairs"]["kept"] is None
