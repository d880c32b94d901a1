"""Why predictions differ from gold, and the page that shows it."""

from __future__ import annotations

import re

import pytest

from spacy_deid.intervals import PhiSpan
from spacy_deid.score.arrays import Pair
from spacy_deid.score.errors import MISSING, SPURIOUS, Errors, analyse, cases, confused, excerpt
from spacy_deid.score.page import page
from spacy_deid.score.report import evaluation
from spacy_deid.score.tables import example_lines, text_report

TEXT = "Seen by Dr Amy Hill at Newton Hospital on 3 May 2014."
AMY, NEWTON, DATE = (11, 19, "DOCTOR"), (23, 38, "HOSPITAL"), (42, 52, "DATE")


@pytest.mark.parametrize(
    ("gold", "pred", "expected"),
    [
        ([NEWTON], [(23, 38, "CITY")], [("type", "")]),
        ([NEWTON], [(23, 29, "HOSPITAL")], [("extent", "short")]),
        ([NEWTON], [(23, 29, "HOSPITAL"), (30, 38, "HOSPITAL")], [("extent", "short")]),
        ([NEWTON], [(20, 38, "HOSPITAL")], [("extent", "long")]),
        ([NEWTON], [(20, 29, "HOSPITAL")], [("extent", "both")]),
        ([NEWTON], [(20, 29, "CITY")], [("type", "both")]),
        ([NEWTON], [], [("missing", "")]),
        ([], [AMY], [("spurious", "")]),
        ([NEWTON, DATE], [NEWTON, DATE], []),
        ([NEWTON, DATE], [NEWTON, AMY], [("missing", ""), ("spurious", "")]),
        ([AMY], [AMY, (11, 14, "DOCTOR")], [("spurious", "")]),
        ([AMY], [AMY, (11, 19, "PATIENT")], [("spurious", "")]),
        ([AMY, NEWTON], [AMY, (11, 29, "HOSPITAL")], [("extent", "both")]),
        ([AMY, NEWTON], [(11, 38, "DOCTOR")], [("extent", "long"), ("type", "long")]),
    ],
)
def test_errors_are_told_apart(gold, pred, expected):
    assert [(c.kind, c.extent) for c in cases(Pair(TEXT, gold, pred))] == expected


def test_confusion_table_holds_every_gold_span_and_every_spurious_one():
    pairs = [
        Pair(TEXT, [AMY, NEWTON, DATE], [AMY, (23, 38, "CITY"), (0, 4, "PATIENT")]),
        Pair(TEXT, [DATE], [(42, 47, "DATE")]),
    ]
    found = analyse(pairs)
    assert found["confusion"] == {
        "(spurious)": {"PATIENT": 1},
        "DATE": {"(missing)": 1, "DATE": 1},
        "DOCTOR": {"DOCTOR": 1},
        "HOSPITAL": {"CITY": 1},
    }
    assert found["total"] == 4
    assert {k: v["count"] for k, v in found["by_kind"].items()} == {
        "type": 1,
        "extent": 1,
        "missing": 1,
        "spurious": 1,
    }
    assert found["by_extent"] == {"short": 1, "long": 0, "both": 0}


def test_sources_and_vetoes_are_named():
    meta = {
        "sources": ["ner", "dates.numeric"],
        "verdicts": [
            [23, 38, "HOSPITAL", "deid_gazetteer", "vetoed"],
            [11, 19, "DOCTOR", "ner", "kept"],
        ],
    }
    pair = Pair(TEXT, [AMY, NEWTON], [AMY, (42, 44, "DATE")], "d1", meta)
    missing, spurious = cases(pair)
    assert missing.source == "deid_gazetteer: vetoed"
    assert spurious.source == "dates.numeric"
    found = analyse([pair])
    assert found["by_source"] == {
        "deid_gazetteer: vetoed": {"missing": 1},
        "dates.numeric": {"spurious": 1},
    }


def test_cells_and_excerpts():
    (case,) = cases(Pair(TEXT, [NEWTON], []))
    assert confused(case) == ("HOSPITAL", MISSING)
    assert excerpt(case, TEXT, 5) == ("l at ", "Newton Hospital", " on 3")
    (case,) = cases(Pair(TEXT, [], [AMY]))
    assert confused(case) == (SPURIOUS, "DOCTOR") and case.pred == (PhiSpan(*AMY),)


def test_examples_are_capped_per_cell():
    errors = Errors(examples=2)
    for number in range(5):
        errors.add_pair(Pair(TEXT, [NEWTON], [], str(number)))
    assert [case.doc for case, _ in errors.examples["HOSPITAL", MISSING]] == ["0", "1"]
    assert errors.confusion["HOSPITAL", MISSING] == 5


HOSTILE = Pair(
    "Seen <script>alert(1)</script> Bob & co", [(31, 34, "PATIENT")], [(5, 13, "DATE")], "<i>d</i>"
)


def test_page_shows_text_only_on_request_and_escapes_it():
    result = evaluation([HOSTILE], samples=20, examples=10)
    plain = page(result.report)
    assert "Bob" not in plain and "alert" not in plain
    assert ">100.0 % leaked" in plain
    assert "% lost" in plain
    shown = page(result.report, cases=result.errors)
    assert "keep it inside" in shown and "<span class='hit'>Bob</span>" in shown
    assert "&lt;i&gt;d&lt;/i&gt;" in shown
    assert "<script>alert" not in shown and "&lt;script&gt;" in shown
    for link in re.findall(r"href='#([^']+)'", shown):
        assert f"id='{link}'" in shown
    assert not re.search(r"(src|href)=['\"](?!#)", shown), "the page loads something"


def test_page_and_table_of_nothing():
    result = evaluation([], samples=0)
    assert "no useful expression" in page(result.report)
    assert text_report(result.report).startswith("0 documents")


def test_text_report_states_both_harms_and_no_text():
    result = evaluation([HOSTILE, Pair("took 40 mg", [], [], "d2")], samples=20, examples=5)
    written = text_report(result.report)
    assert "Leak: 1 of 1 identifying" in written
    assert "Loss: 0 of 1 useful" in written
    assert "Bob" not in written
    assert any("[[Bob]]" in line for line in example_lines(result.errors))
