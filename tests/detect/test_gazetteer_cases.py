"""Every pattern of names, places, care sites, jobs and protected terms: hits and near misses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import spacy

from spacy_deid.detect.evidence import find_names_and_places

TOKENIZER = {"nlp": {"tokenizer": {"@tokenizers": "spacy_deid.NarrativeTokenizer.v1"}}}
PERSONS = ("PATIENT", "DOCTOR")
CASES = Path(__file__).parent.parent / "regression_cases"
KINDS = ("names", "places", "caresites", "professions", "protect")
ALL = [
    (case["pattern"], case["text"], [tuple(span) for span in case["spans"]])
    for kind in KINDS
    for case in json.loads((CASES / f"{kind}.json").read_text(encoding="utf-8"))
]


@pytest.mark.parametrize("pattern", sorted({pattern for pattern, _, _ in ALL}))
def test_pattern(pattern: str) -> None:
    wrong = []
    for name, text, expected in ALL:
        if name != pattern:
            continue
        found = [(s.start, s.end, s.label) for s in find_names_and_places(text)]
        if found != sorted(expected):
            wrong.append((text, "expected", sorted(expected), "found", found))
    assert not wrong, f"pattern {pattern}: {wrong}"


def test_there_are_hits_and_near_misses_enough() -> None:
    assert len(ALL) >= 500
    assert sum(1 for _, _, spans in ALL if not spans) >= 150
    assert len({(text, tuple(spans)) for _, text, spans in ALL}) > 0.98 * len(ALL)
    for _, text, spans in ALL:
        assert all(text[start:end].strip() == text[start:end] != "" for start, end, _ in spans)


CONTEXTS = ("{}", "Report: {}", "Received on 12 Jan. {}", "Follow-up.\n{}", "Event was serious; {}")


@pytest.mark.parametrize("context", CONTEXTS)
def test_a_titled_name_is_found_wherever_it_stands(context: str) -> None:
    text = context.format("Dr. Okonkwo examined him.")
    start = text.index("Okonkwo")
    assert (start, start + 7, "DOCTOR") in find_names_and_places(text)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Dr To was covering three floors.", "To"),
        ("Asked by Dr No, then by Dr. Cole", "No"),
        ("I told Dr See about it.", "See"),
        ("Mrs. In fell.", "In"),
        ("Ms An was tired.", "An"),
        ("The psychiatrist, Dr Wrong, called.", "Wrong"),
        ("Kind regards,\nDr Wrong\nConsultant", "Wrong"),
        ("Reporter: Dr Wrong\nCountry: UK", "Wrong"),
        ("Mrs Wrong (61) fell", "Wrong"),
        ("Dr Wrong Long wrote.", "Wrong Long"),
        ("Mrs Purity Wanjiku fell.", "Purity Wanjiku"),
    ],
)
def test_a_word_of_the_language_with_a_capital_behind_a_title_is_a_name(text, name) -> None:
    start = text.index(name)
    found = [(s.start, s.end) for s in find_names_and_places(text) if s.label in PERSONS]
    assert (start, start + len(name)) in found


@pytest.mark.parametrize(
    "text",
    [
        "I asked my Dr. To be sure I went again.",
        "Nobody at the Dr. No answer came.",
        "Saw my Dr. No COVID since.",
        "Saw my Dr. On Eliquis since.",
        "I went to see my Dr. Can Tylenol cause this?",
        "Spoke to Dr. He/She agreed.",
        "my Dr No help at all",
        "Mr And Mrs are titles",
        "DR SAYS NO TO THE DRUG",
        "DR To was here",
        "Dr WRONG, said the sheet",
        "Sir Wrong, said the sheet",
        "Mr Patient, said so",
        "the dr wrong as ever",
        "Dr Advised rest. Advised to stop aspirin.",
        "Dr Says Vaccine Safe",
        "Dr No The",
        "Dr No Response",
        "Dr On Call",
        "Dr To Follow Up",
        "Dr Visit 3/4",
        "Dr Office called",
        "Dr Letter received",
        "12 Oak Dr Apartment, 5",
        "QTc 590 to 440 ms. Smith criteria were not met.",
    ],
)
def test_a_word_of_the_language_is_no_name_behind_what_may_be_none(text: str) -> None:
    assert not [s for s in find_names_and_places(text) if s.label in PERSONS]


def test_a_word_of_the_language_that_is_a_name_once_is_not_a_name_elsewhere() -> None:
    nlp = spacy.blank("en", config=TOKENIZER)
    for name in ("deid_patterns", "deid_gazetteer", "deid_coherence", "deid_resolver"):
        nlp.add_pipe(name)
    nlp.initialize()
    text = "Dr Wrong, 61. Wrong dose was given. Dr In came. In the morning Dr To went. To rest."
    assert [(ent.text, ent.start_char) for ent in nlp(text).ents if ent.label_ in PERSONS] == [
        ("Wrong", 3),
        ("In", text.index("In came")),
        ("To", text.index("To went")),
    ]


@pytest.mark.parametrize("name", ["Anna", "David", "Mary", "Fatima", "George"])
def test_a_usual_first_name_that_a_small_town_bears_is_a_name(name: str) -> None:
    text = f"Yesterday {name} went to hospital."
    found = find_names_and_places(text)
    assert [text[s.start : s.end] for s in found if s.label in PERSONS] == [name]
