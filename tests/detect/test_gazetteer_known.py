"""Values known from a case's structured fields seed a matcher for that document alone."""

from __future__ import annotations

import pytest
import spacy
from hypothesis import given, settings
from hypothesis import strategies as st
from spacy.language import Language

from spacy_deid.detect.words.edits import one_edit_apart
from spacy_deid.errors import DeidError
from spacy_deid.tokens import NarrativeTokenizer

PAIRS = [
    ["PATIENT", "Margaret Anne Fairweather"],
    ["DATE", "1958-07-03"],
    ["MEDICALRECORD", "AB-123 456"],
    ["STREET", "14 Elm Close"],
    ["PHONE", "+44 20 7946 0958"],
]


@pytest.fixture(scope="module")
def nlp() -> Language:
    nlp = spacy.blank("en")
    nlp.tokenizer = NarrativeTokenizer(nlp.vocab)
    nlp.add_pipe("deid_gazetteer")
    nlp.initialize()
    return nlp


def known(nlp: Language, text: str, pairs: object = PAIRS) -> list[tuple[str, str, str]]:
    doc = nlp.make_doc(text)
    doc._.known_phi = pairs
    doc = nlp.get_pipe("deid_gazetteer")(doc)
    group = doc.spans["deid_gazetteer"]
    return [
        (span.text, span.label_, source.removeprefix("gazetteer.known."))
        for span, source in zip(group, group.attrs["sources"], strict=True)
        if source.startswith("gazetteer.known.")
    ]


@pytest.mark.parametrize(
    "birth", ["1958-07-03T00:00:00Z", "195807030000", "19580703101500+0100", "1958-07-03 10:15"]
)
def test_a_known_day_may_have_a_time(nlp: Language, birth: str) -> None:
    found = known(nlp, "born 3 July 1958 in town", [["DATE", birth]])
    assert found == [("3 July 1958", "DATE", "value")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("margaret fairweather fainted", ("margaret fairweather", "PATIENT", "name")),
        ("FAIRWEATHER MARGARET FAINTED", ("FAIRWEATHER MARGARET", "PATIENT", "name")),
        ("fairweather, margaret a. fainted", ("fairweather, margaret", "PATIENT", "name")),
        ("then Fairweather's arm swelled", ("Fairweather", "PATIENT", "name")),
        ("then Peggy vomited", ("Peggy", "PATIENT", "name")),
        ("then Fairwether vomited", ("Fairwether", "PATIENT", "typo")),
        ("then Fariweather vomited", ("Fariweather", "PATIENT", "typo")),
        ("M.F. was well", ("M.F.", "PATIENT", "initials")),
        ("M.A.F. was well", ("M.A.F.", "PATIENT", "initials")),
        ("born 3 July 1958 in town", ("3 July 1958", "DATE", "value")),
        ("born 07/03/1958 in town", ("07/03/1958", "DATE", "value")),
        ("born 03.07.58 in town", ("03.07.58", "DATE", "value")),
        ("record ab123456 was closed", ("ab123456", "MEDICALRECORD", "value")),
        ("record AB 123-456 was closed", ("AB 123-456", "MEDICALRECORD", "value")),
        ("lives at 14, elm close now", ("14, elm close", "STREET", "value")),
        ("rang 442079460958 twice", ("442079460958", "PHONE", "value")),
    ],
)
def test_variants(nlp: Language, text: str, expected: tuple[str, str, str]) -> None:
    assert expected in known(nlp, text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The clinic rang. fallow was well today", ["fallow"]),
        ("The nurse spoke to rose, and she agreed", ["rose"]),
        ("It was late when mrs fallow rang", ["fallow"]),
        ("The fields lie fallow and a rose was seen", []),
        ("The pain rose to eight. It may recur", []),
    ],
)
def test_a_plain_word_that_is_a_known_name_counts_where_a_person_is_meant(
    nlp: Language, text: str, expected: list[str]
) -> None:
    pairs = [["PATIENT", "May Rose Fallow"]]
    assert [found for found, _, _ in known(nlp, text, pairs)] == expected


@pytest.mark.parametrize(
    "text",
    [
        "the weather was fair",
        "AF was noted",
        "dose 1958 mg",
        "14 days later",
        "MF",
        "3 July was hot",
    ],
)
def test_near_misses(nlp: Language, text: str) -> None:
    assert known(nlp, text) == []


def test_it_is_for_one_document_alone(nlp: Language) -> None:
    assert known(nlp, "Ms Fairweather fainted")
    assert known(nlp, "Ms Fairweather fainted", None) == []
    assert known(nlp, "Ms Fairweather fainted", []) == []


@pytest.mark.parametrize(
    "pairs", [[["PATIENT"]], [["NOBODY", "x"]], [["PATIENT", 5]], [["Zoe Quill", "PATIENT"]]]
)
def test_pairs_are_checked_and_never_quoted(nlp: Language, pairs: object) -> None:
    with pytest.raises(DeidError) as caught:
        known(nlp, "text", pairs)
    assert caught.value.code == "D222"
    assert not any(str(value) in str(caught.value) for value in ("NOBODY", "Zoe Quill"))


def distance(a: str, b: str) -> int:
    """Optimal string alignment, the plain way."""
    rows = [[i + j if i * j == 0 else 0 for j in range(len(b) + 1)] for i in range(len(a) + 1)]
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            cost = a[i - 1] != b[j - 1]
            rows[i][j] = min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + cost)
            if i > 1 and j > 1 and a[i - 1] == b[j - 2] and a[i - 2] == b[j - 1]:
                rows[i][j] = min(rows[i][j], rows[i - 2][j - 2] + 1)
    return rows[-1][-1]


@settings(max_examples=300, deadline=None)
@given(st.text("abc", max_size=6), st.text("abc", max_size=6))
def test_one_edit_is_one_edit(a: str, b: str) -> None:
    assert one_edit_apart(a, b) == (distance(a, b) == 1)


def test_a_known_name_in_small_letters_may_be_a_plain_word(nlp: Language) -> None:
    text = "ALT rose to 800, grant approved. Rose came, Ms grant and Hope Grant too."
    doc = nlp.make_doc(text)
    doc._.known_phi = [["PATIENT", "Rose Hart"], ["DOCTOR", "Hope Grant"]]
    starts = [span.start_char for span in nlp(doc).spans["deid_gazetteer"]]
    assert text.index("rose") not in starts
    assert text.index("grant approved") not in starts
    assert text.index("Rose came") in starts
    assert text.index("Hope Grant") in starts


@pytest.mark.parametrize(
    ("label", "value", "texts"),
    [
        (
            "ZIP",
            "1000",
            "paracetamol 1000 mg|saline 1000 mL|1000 to 2000 mg|500/1000 mg|CRP 1000|1,000 mg|"
            "ferritin was 1000|CK rose to 1000 U/L|WBC 1000/uL|dose of 1000|at 10:00 h|1000 copies",
        ),
        ("ZIP", "10016", "heparin 10016 units|WBC 10016/uL|platelets 10016"),
        ("MEDICALRECORD", "0500", "heparin 0500 units|0500 h"),
        (
            "AGE",
            "91",
            "Docetaxel 91 mg|glucose 91 mg/dL|91 days after the first dose|SpO2 91|"
            "pulse 91|BP 120/91|"
            "91 years ago|creatinine 91|temp 91 F|Day 91|sodium, 91, was low|91 patients|"
            "readings of 88, 91, later 95",
        ),
        (
            "PATIENT",
            "PT",
            "PT was 14.2 s|PT 14.2 s|PT: 12|APTT and PT were|referred to PT|"
            "Pt was well|PT was started",
        ),
        (
            "PATIENT",
            "MI",
            "with MI in 2000|acute MI|MI was diagnosed|MI developed after|Rule out MI.",
        ),
        ("PATIENT", "AST", "AST 250 U/L|AST and ALT|AST was raised"),
        (
            "DOCTOR",
            "Rash",
            "Rash on trunk|Rash appeared on day 3|had Rash again|Rash resolved|"
            "Rash was red. rash was "
            "noted.|Rash, itch|Rash was treated|RASH ON TRUNK AND ARMS TODAY",
        ),
        ("DOCTOR", "Iron", "Iron 200 mg given|Iron 40 umol/L|Iron was given"),
        ("DOCTOR", "May", "On 2 May 2023|May be increased"),
        ("DOCTOR", "Ng", "Her NG tube was placed"),
        ("CITY", "Bath", "She took a bath"),
        ("PATIENT", "LD", "LD 240 U/L"),
        ("PATIENT", "MS", "She has MS|MS was diagnosed|Ms Hale came|relapse of MS"),
        ("PATIENT", "MG", "MG 500 given|5 MG daily|She had MG since 2000|MG was confirmed"),
    ],
)
def test_a_short_known_value_is_no_dose_result_or_clinical_word(
    nlp: Language, label: str, value: str, texts: str
) -> None:
    for text in texts.split("|"):
        assert known(nlp, text, [[label, value]]) == [], text


@pytest.mark.parametrize(
    ("label", "value", "texts"),
    [
        (
            "ZIP",
            "1000",
            "postcode 1000 Brussels|She lives in 1000 Brussels|Brussels 1000.|"
            "B-1000 Brussels|ZIP: 1000|"
            "moved to 1000, then home",
        ),
        ("ZIP", "10016", "New York 10016|10016-5558"),
        ("MEDICALRECORD", "0500", "MRN 0500|record 0500 of"),
        ("ACCOUNT", "1234567", "1234567 mg"),
        (
            "AGE",
            "91",
            "A 91-year-old woman|91 y/o male|91yo F|aged 91|Age: 91|F/91|91F with|"
            "The patient, 91, fell|"
            "Mrs Miller, 91, fell|she is 91.|Seen again. 91, retired nurse|"
            "Abdul 91 took it|M, 91, driver|"
            "patient (91) was|91-jährige",
        ),
        (
            "PATIENT",
            "PT",
            "Patient PT was|patient initials: PT|Patient (PT) was|"
            "PT, a 54-year-old woman|PT told the "
            "nurse|PT was admitted|Mr PT",
        ),
        ("PATIENT", "LD", "LD was well|LD developed rash"),
        ("PATIENT", "MS", "The nurse phoned MS.|MS had taken it|Pt MS was well"),
        ("PATIENT", "MG", "The doctor saw MG on Monday|MG had a rash|met with MG|MG had taken it"),
        ("PATIENT", "LEE", "LEE was seen|Lee was seen"),
        (
            "DOCTOR",
            "Rash",
            "Dr Rash reviewed|reported by Rash|Rash told the patient|Signed: Rash|Regards,\nRash",
        ),
        ("DOCTOR", "May Rash", "May Rash said|Rash, May"),
        ("DOCTOR", "Ng", "Ng was here|Dr NG saw"),
        ("CITY", "Bath", "lives in Bath"),
    ],
)
def test_a_short_known_value_is_found_where_it_is_meant(
    nlp: Language, label: str, value: str, texts: str
) -> None:
    for text in texts.split("|"):
        assert known(nlp, text, [[label, value]]), text


@pytest.mark.parametrize(
    ("text", "value", "found"),
    [
        ("CRP reported dizziness and left", "CRP", True),
        ("CRP, 67, fell at home", "CRP", True),
        ("CRP reported as 45, CRP reported to be high", "CRP", False),
        ("CRP, 67, was high", "CRP", False),
        ("Rash: Pain saw her twice", "Pain", True),
    ],
)
def test_what_a_person_does_tells_initials_from_tests(nlp, text, value, found) -> None:
    assert bool(known(nlp, text, [["PATIENT", value]])) is found


def test_initials_at_the_end_of_a_sentence_do_not_reach_into_the_next(nlp: Language) -> None:
    text = "The nurse phoned AB. AB had taken it."
    found = known(nlp, text, [["PATIENT", "AB"]])
    assert len(found) == 2, found
