"""Every criterion against figures computed by hand, from the papers' own examples first."""

from __future__ import annotations

import math

import pytest

from spacy_deid.errors import DeidError
from spacy_deid.score.agreement import CRITERIA, agreement
from spacy_deid.score.arrays import Pair
from spacy_deid.score.report import vigibase_table


def micro(pairs, criterion, subset="all", **settings):
    found, _ = agreement(pairs, samples=0, **settings)
    return found[criterion][subset]["micro"]


def prf(figures):
    return tuple(round(figures[name], 6) for name in ("precision", "recall", "f1"))


AGE = "Patient has been sore since the age of 91 years, when she tripped and fell."
START = AGE.index("91")
GOLD = [(START, START + 8, "AGE")]


@pytest.mark.parametrize(
    ("start", "end", "strict", "covering", "overlapping"),
    [
        (0, 8, 1, 1, 1),  # [91 years]
        (0, 9, 0, 1, 1),  # [91 years,]
        (-7, 9, 0, 1, 1),  # [age of 91 years,]
        (0, 2, 0, 0, 1),  # [91]
        (-7, 2, 0, 0, 1),  # [age of 91]
        (-7, -1, 0, 0, 0),  # [age of]
    ],
)
def test_example_5_2_of_system_1(start, end, strict, covering, overlapping):
    pairs = [(AGE, GOLD, [(START + start, START + end, "AGE")])]
    found = [micro(pairs, name)["recall"] for name in ("strict", "covering", "overlapping")]
    assert found == [strict, covering, overlapping]


def test_the_category_has_to_match_where_labels_count():
    pairs = [(AGE, GOLD, [(START, START + 8, "DATE")])]
    for name in ("strict", "relaxed", "token", "covering", "overlapping"):
        assert micro(pairs, name)["tp"] == 0
    for name in ("spans_strict", "spans_merged", "redaction"):
        assert micro(pairs, name)["f1"] == 1


def test_newton_hospital_of_system_3():
    text = "Seen at Newton Hospital today."
    gold = [(8, 23, "HOSPITAL")]
    pairs = [(text, gold, [(8, 14, "HOSPITAL"), (15, 23, "HOSPITAL")])]
    assert prf(micro(pairs, "token")) == (1, 1, 1)
    assert prf(micro(pairs, "strict")) == (0, 0, 0)
    assert prf(micro(pairs, "spans_strict")) == (0, 0, 0)
    assert prf(micro(pairs, "spans_merged")) == (1, 1, 1)
    wrong_type = [(text, gold, [(8, 14, "HOSPITAL"), (15, 23, "PATIENT")])]
    assert prf(micro(wrong_type, "token")) == (0.5, 0.5, 0.5)


@pytest.mark.parametrize(
    ("start", "end", "hit"),
    [(3, 8, 1), (3, 10, 1), (3, 11, 0), (3, 6, 1), (3, 5, 0), (4, 8, 0), (2, 8, 0)],
)
def test_relaxed_lets_the_end_alone_be_off_by_two(start, end, hit):
    pairs = [("Mr Smith's son and more", [(3, 8, "PATIENT")], [(start, end, "PATIENT")])]
    assert micro(pairs, "relaxed")["tp"] == hit


def test_relaxed_matches_one_to_one_where_starts_are_shared():
    gold = [(0, 6, "DATE"), (0, 9, "DATE")]
    pred = [(0, 8, "DATE"), (0, 4, "DATE"), (0, 20, "DATE")]
    figures = micro([("x" * 30, gold, pred)], "relaxed")
    assert (figures["tp"], figures["fp"], figures["fn"]) == (2, 1, 0)


def test_tokens_are_ascii_runs_of_the_tag_itself():
    text = "José12 María, MRN:55-A"
    gold = [(0, 12, "PATIENT"), (18, 22, "MEDICALRECORD")]
    pred = [(0, 3, "PATIENT"), (7, 12, "PATIENT"), (18, 20, "MEDICALRECORD")]
    # Gold tokens: Jos, 12, Mar, a; 55, A. Predicted: Jos, Mar, a; 55.
    figures = micro([(text, gold, pred)], "token")
    assert (figures["tp"], figures["fp"], figures["fn"]) == (4, 0, 2)


def test_a_tag_without_a_plain_letter_is_one_empty_token_at_its_end():
    text = "name: Żść —"
    gold = [(6, 9, "PATIENT")]
    same = micro([(text, gold, [(6, 9, "PATIENT")])], "token")
    assert (same["tp"], same["fp"], same["fn"]) == (1, 0, 0)
    other = micro([(text, gold, [(7, 9, "PATIENT"), (10, 11, "PATIENT")])], "token")
    assert (other["tp"], other["fp"], other["fn"]) == (1, 1, 0)


def test_hipaa_subset_is_that_of_the_2014_script():
    text = "Ann saw Dr Bob on 1/2/14, id 77, MRN 88"
    gold = [
        (0, 3, "PATIENT"),
        (11, 14, "DOCTOR"),
        (18, 24, "DATE"),
        (29, 31, "IDNUM"),
        (37, 39, "MEDICALRECORD"),
    ]
    pred = [gold[0], gold[1], gold[3]]
    assert prf(micro([(text, gold, pred)], "strict")) == (1, 0.6, 0.75)
    assert prf(micro([(text, gold, pred)], "strict", "hipaa")) == (1, 0.333333, 0.5)


def test_macro_counts_a_document_without_phi_as_zero_and_offers_the_other_mean():
    pairs = [
        ("Ann came on Monday", [(0, 3, "PATIENT"), (12, 18, "DATE")], [(0, 3, "PATIENT")]),
        ("nothing to hide", [], []),
        ("nothing to hide", [], [(0, 7, "PATIENT")]),
        ("Bob", [(0, 3, "PATIENT")], [(0, 3, "PATIENT")]),
    ]
    found, _ = agreement(pairs, samples=0)
    strict = found["strict"]["all"]
    assert prf(strict["micro"]) == (0.666667, 0.666667, 0.666667)
    # Precision of the documents 1, 0, 0, 1; recall 0.5, 0, 0, 1.
    assert prf(strict["macro"]) == (0.5, 0.375, 0.428571)
    assert strict["macro"]["precision_sd"] == 0.5
    assert strict["macro"]["recall_sd"] == pytest.approx(math.sqrt((0.25 + 1) / 4 - 0.375**2))
    assert strict["macro"]["documents"] == 4
    assert prf(strict["macro_with_phi"]) == (1, 0.75, 0.857143)
    assert strict["macro_with_phi"]["documents"] == 2


def test_category_level_counts_types_of_one_category_as_the_same():
    text = "Ann saw Bob"
    pairs = [(text, [(0, 3, "PATIENT"), (8, 11, "DOCTOR")], [(0, 3, "DOCTOR"), (8, 11, "DOCTOR")])]
    found, _ = agreement(pairs, samples=0)
    assert found["strict"]["by_category"]["NAME"]["micro"]["tp"] == 2
    by_label = found["strict"]["by_label"]
    assert prf(by_label["DOCTOR"]["micro"]) == (0.5, 1, 0.666667)
    assert prf(by_label["PATIENT"]["micro"]) == (0, 0, 0)
    assert found["strict"]["all"]["micro"]["tp"] == 1


def test_meddocan_merges_over_gaps_without_a_letter_or_digit():
    text = "Calle Mayor, 5 - Madrid y Ana"
    gold = [(0, 14, "STREET"), (17, 23, "CITY"), (26, 29, "PATIENT")]
    # The first two merge into 0-23 in gold; the prediction is that span, and half of the last.
    pred = [(0, 23, "STREET"), (26, 28, "PATIENT")]
    pairs = [(text, gold, pred)]
    assert prf(micro(pairs, "spans_strict")) == (0, 0, 0)
    merged = micro(pairs, "spans_merged")
    assert (merged["tp"], merged["fp"], merged["fn"]) == (1, 1, 1)


def test_meddocan_merged_counts_equal_spans_beside_the_merged_one():
    text = "Ana Ruiz 5"
    gold = [(0, 3, "PATIENT"), (4, 8, "PATIENT")]
    pairs = [(text, gold, gold)]
    # Both spans and their merged form are true positives, as the script's union has them.
    merged = micro(pairs, "spans_merged")
    assert (merged["tp"], merged["fp"], merged["fn"]) == (3, 0, 0)


@pytest.mark.parametrize(
    ("gold", "pred", "hits"),
    [
        ([(0, 6)], [(0, 11), (3, 6)], 0),
        ([(0, 9), (10, 16)], [(0, 16), (5, 9)], 1),
        ([(0, 16), (5, 9), (10, 13)], [(0, 16)], 1),
    ],
)
def test_merged_spans_reach_to_the_furthest_end(gold, pred, hits):
    sides = [[(*span, "PATIENT") for span in side] for side in (gold, pred)]
    assert micro([("Mary Jane Watson", *sides)], "spans_merged")["tp"] == hits


def test_leak_score_is_missed_spans_per_sentence():
    text = "Ann came. She left on Monday!\nIt was late."
    gold = [(0, 3, "PATIENT"), (22, 28, "DATE")]
    pairs = [Pair(text, gold, [(0, 3, "PATIENT")]), Pair("No one.", [], [])]
    found, _ = agreement(pairs, samples=0)
    score = found["leak_score"]["all"]
    assert score["micro"] == {"leak": 0.25, "fn": 1, "sentences": 4}
    assert score["macro"]["leak"] == pytest.approx((1 / 3 + 0) / 2)
    given = [Pair(text, gold, [], meta={"sentences": 5})]
    assert agreement(given, samples=0)[0]["leak_score"]["all"]["micro"]["leak"] == 0.4
    listed = [Pair(text, gold, [], meta={"sentences": [[0, 9], [10, 20]]})]
    assert agreement(listed, samples=0)[0]["leak_score"]["all"]["micro"]["leak"] == 1.0


def test_covering_tokens_of_system_2_count_found_and_once_false():
    # The gold date begins inside a token: 'admitted12' is masked, '12' is gold.
    text = "admitted12 Mar for Ann"
    gold = [(8, 14, "DATE"), (19, 22, "PATIENT")]
    pred = [(0, 10, "DATE"), (11, 14, "DATE"), (15, 18, "DATE")]
    redaction = micro([(text, gold, pred)], "redaction")
    # Gold tokens 12, Mar, Ann: two found. False: admitted12 (larger) and for.
    assert (redaction["tokens"], redaction["tokens_found"], redaction["tokens_false"]) == (3, 2, 2)
    assert redaction["token_recall"] == pytest.approx(2 / 3)
    assert redaction["token_precision"] == pytest.approx(2 / 4)


def test_corrected_token_recall_forgives_harmless_tokens():
    text = "aged 4 years of age, 1st of March"
    gold = [(5, 19, "AGE"), (21, 33, "DATE")]
    pred = [(5, 6, "AGE"), (21, 24, "DATE")]
    redaction = micro([(text, gold, pred)], "redaction")
    # Left: years, of, age, of (harmless) and March.
    assert redaction["tokens"] == 7
    assert redaction["token_recall"] == pytest.approx(2 / 7)
    assert redaction["token_recall_corrected"] == pytest.approx(6 / 7)


def test_hipaa_token_recall_goes_with_precision_over_all_types():
    text = "Ann Bob Cem dog"
    gold = [(0, 3, "PATIENT"), (4, 7, "DOCTOR"), (8, 11, "PATIENT")]
    pred = [(0, 3, "DATE"), (4, 7, "DATE"), (12, 15, "DATE")]
    hipaa = micro([(text, gold, pred)], "redaction", "hipaa")
    assert hipaa["token_recall"] == 0.5
    assert hipaa["token_precision"] == pytest.approx(2 / 3)


def test_redaction_ignores_labels_and_gaps():
    text = "Lives in New York, 10 Elm St"
    gold = [(9, 17, "CITY"), (19, 28, "STREET")]
    pred = [(9, 12, "PATIENT"), (13, 17, "DATE"), (19, 25, "STREET"), (0, 5, "CITY")]
    redaction = micro([(text, gold, pred)], "redaction")
    # Letters and digits: New York 7 of 7, '10 Elm' 5 of 7, 'Lives' 5 false.
    assert (redaction["tp"], redaction["fp"], redaction["fn"]) == (12, 5, 2)
    assert (redaction["spans"], redaction["covered"]) == (2, 1)
    assert redaction["documents_without_leak"] == 0


def test_a_span_without_letters_has_to_be_masked_whole():
    text = "tel --/-- end"
    gold = [(4, 9, "PHONE")]
    assert micro([(text, gold, [(4, 8, "PHONE")])], "redaction")["covered"] == 0
    assert micro([(text, gold, [(3, 9, "PHONE")])], "redaction")["covered"] == 1


def test_vigibase_table_calls_precision_one_where_nothing_was_predicted():
    pairs = [("in Rome on Monday", [(3, 7, "CITY"), (11, 17, "DATE")], [(11, 17, "DATE")])]
    found, _ = agreement(pairs, samples=0)
    table = vigibase_table(found)
    assert table["LOCATION"]["covering"] == {"precision": 1.0, "recall": 0.0, "f1": 0.0}
    assert table["DATE"]["strict"]["f1"] == 1
    assert table["OVERALL"]["overlapping"]["recall"] == 0.5


def test_covering_matches_one_to_one():
    text = "2011 2012 2013"
    gold = [(0, 4, "DATE"), (5, 9, "DATE"), (10, 14, "DATE")]
    figures = micro([(text, gold, [(0, 9, "DATE"), (3, 14, "DATE")])], "covering")
    assert (figures["tp"], figures["fp"], figures["fn"]) == (2, 0, 1)


def test_figures_nest_and_stay():
    found, bounds = agreement([(AGE, GOLD, GOLD)], samples=20)
    assert tuple(found) == CRITERIA == tuple(bounds)
    for name in CRITERIA:
        assert {"all", "hipaa"} <= set(found[name])
        if name != "leak_score":
            assert {"precision", "recall", "f1", "tp", "fp", "fn"} <= set(
                found[name]["all"]["micro"]
            )
            assert {"precision", "recall", "f1"} <= set(found[name]["all"]["macro"])
    assert set(found["strict"]["by_label"]) == {"AGE"}
    low, high = bounds["strict"]["all"]["micro"]["f1"]
    assert 0 < low < high == 1


def test_duplicates_and_order_do_not_count():
    pred = [*GOLD, *GOLD]
    text = AGE + " Ann"
    gold = [(len(AGE) + 1, len(AGE) + 4, "PATIENT"), *GOLD]
    assert prf(micro([(text, gold, [*reversed(gold), *pred])], "strict")) == (1, 1, 1)


def test_no_documents_and_no_spans_give_zeros():
    for pairs in ([], [("", [], [])], [("text", [], [])]):
        found, _ = agreement(pairs)
        assert found["strict"]["all"]["micro"]["f1"] == 0
        assert found["redaction"]["all"]["micro"]["tokens"] == 0


def test_unknown_labels_and_stray_spans_are_coded_errors():
    with pytest.raises(DeidError) as caught:
        agreement([Pair("some text", [(0, 4, "SECRET")], [], "d7")])
    assert caught.value.code == "D503" and "d7" in str(caught.value)
    for span in ((0, 99, "DATE"), (-1, 3, "DATE"), (4, 4, "DATE")):
        with pytest.raises(DeidError) as caught:
            agreement([Pair("text", [], []), Pair("some text", [], [span], "d8")])
        assert caught.value.code == "D504" and "d8" in str(caught.value)
    with pytest.raises(DeidError) as caught:
        agreement([], scheme_name="nope")
    assert caught.value.code == "D505"


def test_schemes_bring_their_labels_and_hipaa_subset():
    pairs = [("Ann in Rome", [(0, 3, "Person"), (7, 11, "Location")], [(0, 3, "Person")])]
    found, _ = agreement(pairs, scheme_name="vigibase", samples=0)
    assert found["strict"]["hipaa"]["micro"]["fn"] == 1  # a location can be a city
    assert found["strict"]["hipaa"]["micro"]["tp"] == 1
    free = [("Ann in Rome", [(0, 3, "X")], [(0, 3, "X")])]
    assert agreement(free, scheme_name="any", samples=0)[0]["strict"]["all"]["micro"]["tp"] == 1


def test_a_city_counts_for_hipaa_whatever_its_label_is_called():
    gold = [(0, 3, "NAMES"), (7, 11, "GEOGRAPHIC")]
    found, _ = agreement([("Ann in Rome", gold, gold[:1])], scheme_name="hipaa", samples=0)
    assert found["strict"]["hipaa"]["micro"]["recall"] == 0.5
