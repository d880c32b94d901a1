"""Features from the whole document: forms of dates and times, initials and whose they may be."""

from __future__ import annotations

import pytest
import spacy
from pace_support import LINEAR, growth

from spacy_deid.detect.features.context import view_of
from spacy_deid.detect.features.figures import figures
from spacy_deid.detect.features.groups import hashed
from spacy_deid.detect.features.initials import initials

TOKENIZER = {"nlp": {"tokenizer": {"@tokenizers": "spacy_deid.NarrativeTokenizer.v1"}}}
NLP = spacy.blank("en", config=TOKENIZER)


def rows_of(add, text):
    view = view_of(NLP.make_doc(text))
    rows: list[list[str]] = [[] for _ in view.words]
    add(view, rows)
    return list(zip(view.words, map(set, rows), strict=True))


def of(add, text, word):
    return next(row for own, row in rows_of(add, text) if own == word)


def test_a_pair_knows_how_the_document_writes_whole_dates() -> None:
    row = of(figures, "Seen 24/03/2021 and 02/04/2021. Pain 8/10.", "8")
    assert {"whole/=2", "whole/=2,0", "custom=dm/", "order/=bothdm", "size/=-112"} <= row
    row = of(figures, "Seen 24.03.2021 and 02.04.2021. Pain 8/10.", "8")
    assert {"whole/=0", "whole/=0,2", "custom=dm/"} <= row


def test_dates_that_disagree_give_no_custom() -> None:
    row = of(figures, "Seen 24/03/2021 and 03/24/2021. Pain 8/10.", "8")
    assert "custom=/" in row and "order/=both" in row


def test_a_pair_counts_months_in_words_clock_times_and_its_like() -> None:
    row = of(figures, "On 4 April 2020 at 10:30; 3/5, 4/5 and 5/5", "4")
    assert not row, "a day before a month's name is no pair"
    found = [
        row for word, row in rows_of(figures, "On 4 April at 10:30; 3/5, 4/5, 5/5") if word == "/"
    ]
    assert len(found) == 3
    for row in found:
        assert {"months=1/", "clocks=1/", "pairs/=3", "under/=3"} <= row


@pytest.mark.parametrize("text", ["1.2.3", "12:30", "2021-03-04", "v1.2.3.4", "0.255 and 100/70"])
def test_other_numbers_are_no_pairs(text: str) -> None:
    assert not any(any(f.startswith("pairs") for f in row) for _, row in rows_of(figures, text))


def test_a_year_knows_of_other_years_and_of_four_digits_that_are_times() -> None:
    text = "In 2015 and 2019. At 2130 and 0640; 9999."
    assert {"four=True,1", "four=True,2t", "four=True,0c"} <= of(figures, text, "2015")
    assert {"four=False,2", "four=False,2t"} <= of(figures, text, "2130")
    assert not of(figures, text, "9999")


def test_capitals_know_a_name_that_begins_with_them() -> None:
    text = "Dr Carol J. King saw him. GS asked. CK signed, then CJK. XY"
    for word in ("CK", "CJK"):
        assert {"caps=1", hashed("caps", "dr")} <= of(initials, text, word)
    assert "caps=0" in of(initials, text, "GS") and "caps=0" in of(initials, text, "XY")


def test_letters_with_stops_and_a_letter_behind_a_first_name() -> None:
    text = "Ms Judit Fekete came. Judit F. fell. J.F. was seen, A-B too."
    rows = rows_of(initials, text)
    short, dotted = (row for word, row in rows if word == "F")
    assert {"short=1", hashed("short", "ms")} <= short
    assert {"dots=1", hashed("dots", "ms")} <= dotted
    assert "dots=0" in of(initials, text, "A")


def test_initials_of_another_line_are_no_run() -> None:
    assert "caps=0" in of(initials, "seen by Carol\nKing came. CK", "CK")


def test_capitals_that_come_again_see_their_other_mentions() -> None:
    rows = [row for word, row in rows_of(initials, "nurse HQ came, then HQ left") if word == "HQ"]
    assert {"again=2", hashed("a-", "then"), hashed("a+", "left")} <= rows[0]
    assert {"again=2", hashed("a-", "nurse"), hashed("a+", "came")} <= rows[1]


def test_every_mention_of_capitals_sees_up_to_three_others() -> None:
    rows = rows_of(initials, "nurse HQ came, HQ left, HQ slept, HQ ate, HQ ran")
    found = [row for word, row in rows if word == "HQ"]
    assert len(found) == 5 and all("again=3" in row for row in found)
    assert hashed("a+", "came") in found[4] and hashed("a+", "ran") not in found[0]


@pytest.mark.parametrize(
    "text",
    [
        "PATIENT CAROL KING WAS SEEN BY NURSE CK",
        "PT WAS SEEN BY DR KIM AND GP. HX OF MI.",
        "SEEN BY DR KIM, of course, WHO SPOKE WITH NURSE HOLLOWAY ABOUT IT, SIGNED CK",
    ],
)
def test_a_text_in_capitals_gets_nothing(text: str) -> None:
    assert not any(row for _, row in rows_of(initials, text))


@pytest.mark.parametrize(
    "text",
    ["in Vitamin B\nC. Smith", "grade A. I went", "Jane Fox\nsigned J.\nF. low", "Vitamin B"],
)
def test_letters_of_two_lines_or_sentences_are_no_initials(text: str) -> None:
    marks = {feature for _, row in rows_of(initials, text) for feature in row}
    assert not marks & {"dots=1", "short=1"}


def test_a_sentence_that_begins_with_a_number_is_no_pair() -> None:
    assert not any(row for _, row in rows_of(figures, "on day 5. 3 days later"))
    assert "apart/" in of(figures, "gave 1 / 4", "1")


@pytest.mark.parametrize("add", [figures, initials])
def test_an_empty_document_is_left_alone(add) -> None:
    assert rows_of(add, "") == []


@pytest.mark.parametrize(
    "text", ["Carol King 3/4 CK 2015 J. F. ", "A ", "A. ", "Y N ", "A-B-", "3/4 ", "CK "]
)
@pytest.mark.parametrize("add", [figures, initials])
def test_time_grows_with_length_alone(add, text: str) -> None:
    views = {n: view_of(NLP.make_doc("seen " + text * n)) for n in (200, 1000, 8000)}

    def write(times: int) -> None:
        add(views[times], [[] for _ in views[times].words])

    write(200)
    assert growth(write, 1000) < LINEAR
