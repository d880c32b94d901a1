"""The component ``deid_patterns``: settings, state, the group it writes, the baseline."""

from __future__ import annotations

import re

import pytest
import spacy
from spacy.tokens import Doc, DocBin

from spacy_deid.detect.patterns import find_patterns
from spacy_deid.errors import DeidError
from spacy_deid.proposals import read_proposals

TEXT = "A 41-year-old woman got it on 12Jan2014; seen on 3/4, case no: 050368."


def pipeline(**config):
    tokenizer = {"tokenizer": {"@tokenizers": "spacy_deid.NarrativeTokenizer.v1"}}
    nlp = spacy.blank("en", config={"nlp": tokenizer})
    nlp.add_pipe("deid_patterns", config={"kinds": ["dates", "ages"], **config})
    return nlp


def spans(doc: Doc) -> list[tuple[str, str]]:
    return [(span.text, span.label_) for span in doc.spans["deid_patterns"]]


def test_writes_proposals_with_parse() -> None:
    doc = pipeline()(TEXT)
    assert spans(doc) == [("41-year-old", "AGE"), ("12Jan2014", "DATE"), ("3/4", "DATE")]
    proposals = read_proposals(doc, "deid_patterns")
    assert proposals[0].parse["value"] == 41
    assert proposals[1].source == "dates.day_month_year"
    assert [r["order"] for r in proposals[2].parse["readings"]][:2] == ["MD", "DM"]


def test_kinds_are_chosen() -> None:
    assert {label for _, label in spans(pipeline(kinds=["ages"])(TEXT))} == {"AGE"}
    assert {label for _, label in spans(pipeline(kinds=["dates"])(TEXT))} == {"DATE"}


def test_all_kinds_together() -> None:
    text = TEXT + " Call (555) 013-4477, MRN: 1234567, 123 Main Street."
    labels = {p.label for p in find_patterns(text)}
    assert {"AGE", "DATE", "PHONE", "MEDICALRECORD", "STREET"} <= labels


@pytest.mark.parametrize(
    "text",
    [
        "SSN [231\u221245\u22126789]",
        "Phone [212\u2212555\u22120134] today",
        "MRN: [0045\u2212678] noted",
        "Subject [1002\u22120034] had a rash",
        "DOB [12\u221203\u22121956], male",
        "Case [US\u2212AMGEN\u2212265432] came",
        "Base excess \u221212, T-score \u22122.5, Hb fell 11.2\u22129.8 and CRP to 4\u22125",
        "Email: [maria.lo\u200bpez@clinic.org] or [tom.re\u00adyes@gmail.com]",
        "URL: [www\u200b.clinic-a.org/p/456] now",
        "SSN \ufeff[123-45-6789]\u200e, tel \u202a[0161\u202f496\u00a00123]\u202c",
        "Tel: [0161&nbsp;496&#160;0123] or [0113%20496%200000]",
        "Mail [jane%40example.org], dose 30%40 mg",
        "see [https://x.org/a?m=jane%40x.org&n=2%2030] now",
    ],
)
def test_odd_hyphens_marks_and_escapes_hide_nothing(text: str) -> None:
    parts = re.split(r"[\[\]]", text)
    plain = "".join(parts)
    assert [plain[p.start : p.end] for p in find_patterns(plain)] == parts[1::2]


def test_fields_of_dates_and_ages_keep_their_places() -> None:
    text = "Born 12&nbsp;March 19\u00ad56, aged&nbsp;63 years"
    date, age = find_patterns(text, ("dates", "ages"))
    fields = date.parse["readings"][0]["fields"]
    assert [text[f["start"] : f["end"]] for f in fields] == ["12", "March", "19\u00ad56"]
    assert text[slice(*age.parse["number"])] == "63"


def test_empty_doc() -> None:
    assert spans(pipeline()("")) == []


@pytest.mark.parametrize(
    "config", [{"kinds": []}, {"kinds": ["dates", "dates"]}, {"kinds": ["x"]}, {"dates": "other"}]
)
def test_settings_are_checked(config) -> None:
    with pytest.raises(DeidError) as caught:
        pipeline(**config)
    assert caught.value.code == "D011"


def test_survives_bytes_disk_pipe_and_docbin(tmp_path) -> None:
    nlp = pipeline(dates="sahlstrom")
    expected = spans(nlp(TEXT))
    nlp.to_disk(tmp_path / "model")
    again = spacy.load(tmp_path / "model")
    assert again.get_pipe("deid_patterns").dates == "sahlstrom"
    assert spans(again(TEXT)) == expected
    copied = pipeline().from_bytes(pipeline().to_bytes())
    docs = list(copied.pipe([TEXT] * 3))
    stored = DocBin(store_user_data=True, docs=docs).to_bytes()
    loaded = list(DocBin().from_bytes(stored).get_docs(copied.vocab))
    assert [read_proposals(d, "deid_patterns") for d in loaded] == [
        read_proposals(d, "deid_patterns") for d in docs
    ]


def test_two_processes_give_the_same() -> None:
    nlp = pipeline()
    assert [spans(doc) for doc in nlp.pipe([TEXT] * 4, n_process=2, batch_size=2)] == [
        spans(nlp(TEXT))
    ] * 4


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("on 12 Jan 2014", ["12 Jan 2014"]),
        ("on 03/04/2014", ["03/04/2014"]),
        ("aged 45 years", ["aged 45"]),
        ("a 45 y.o. man", ["45 y.o."]),
        ("Jan 12, 2014", ["Jan 12, 2014"]),
        ("19-Jul- 2011 began", ["2011"]),
        ("case no: 050368", ["050368"]),
    ],
)
def test_the_baseline_finds_and_fails_as_published(text: str, found: list[str]) -> None:
    proposals = find_patterns(text, ("dates", "ages"), "sahlstrom")
    assert [text[p.start : p.end] for p in proposals] == found
    assert all(p.source.startswith("sahlstrom.") for p in proposals)


def test_the_full_model_does_better_there() -> None:
    text = "19-Jul- 2011 began, case no: 050368"
    assert [text[p.start : p.end] for p in find_patterns(text, ("dates",))] == ["19-Jul- 2011"]
