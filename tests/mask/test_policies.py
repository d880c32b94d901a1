"""The table of methods and the ready policies."""

from __future__ import annotations

from typing import Any

import pytest
from mask_support import mask, spans_of, ways

from spacy_deid.errors import DeidError
from spacy_deid.mask.policies import (
    AGE_METHODS,
    DATE_METHODS,
    OPTIONS,
    OTHER_METHODS,
    POLICIES,
    resolve,
)
from spacy_deid.phi import LABELS

TEXT = (
    "John Smith, 92 years, nurse at Mercy Hospital, Boston, MA 02139, US; seen 03/17/2021 and "
    "3/19/2021; MRN 1234567; call 617-253-1234."
)
MARKED = [
    ("John Smith", "PATIENT"),
    ("92 years", "AGE"),
    ("nurse", "PROFESSION"),
    ("Mercy Hospital", "HOSPITAL"),
    ("Boston", "CITY"),
    ("MA", "STATE"),
    ("02139", "ZIP"),
    ("US", "COUNTRY"),
    ("03/17/2021", "DATE"),
    ("3/19/2021", "DATE"),
    ("1234567", "MEDICALRECORD"),
    ("617-253-1234", "PHONE"),
]


def masked(policy: str, **methods: Any) -> str:
    keyless = policy not in ("vigibase", "research-surrogate")
    table = ways(policy, **methods)
    return mask(TEXT, spans_of(TEXT, MARKED), table, key=None if keyless else b"k" * 32)


def test_placeholder_needs_no_key() -> None:
    assert masked("placeholder") == (
        "[PATIENT], [AGE > 89], [PROFESSION] at [HOSPITAL], [CITY], [STATE] [ZIP], [COUNTRY]; "
        "seen [Day 0] and [Day +2]; MRN [MEDICALRECORD]; call [PHONE]."
    )


def test_hipaa_safe_harbor() -> None:
    assert masked("hipaa-safe-harbor") == (
        "[PATIENT], [AGE > 89], health care worker at [HOSPITAL], [CITY], MA 021, US; "
        "seen 2021 and 2021; MRN [MEDICALRECORD]; call [PHONE]."
    )


def test_limited_data_set() -> None:
    assert masked("limited-data-set") == (
        "[PATIENT], 92 years, nurse at [HOSPITAL], Boston, MA 02139, US; "
        "seen 03/17/2021 and 3/19/2021; MRN [MEDICALRECORD]; call [PHONE]."
    )


def test_vigibase_shifts_dates_only() -> None:
    made = masked("vigibase", DATE={"method": "shift", "days": 15})
    assert made == (
        "[PATIENT], [AGE > 89], [PROFESSION] at [HOSPITAL], [CITY], [STATE] [ZIP], [COUNTRY]; "
        "seen 04/01/2021 and 4/3/2021; MRN [MEDICALRECORD]; call [PHONE]."
    )


def test_research_surrogate_leaves_nothing() -> None:
    made = masked("research-surrogate")
    for piece, label in MARKED:
        if label not in ("STATE", "COUNTRY"):
            assert piece not in made
    assert "[AGE > 89]" in made and made.count("[") == 1


def test_the_particular_goes_before_the_general() -> None:
    table = ways("placeholder", **{"*": "suppress", "LOCATION": "keep", "CITY": "numbered"})
    assert table["PATIENT"].method == table["DATE"].method == "suppress"
    assert table["STATE"].method == "keep" and table["CITY"].method == "numbered"
    table = ways("placeholder", **{"*": "surrogate"})
    assert table["DATE"].method == "relative" and table["AGE"].method == "limit"


@pytest.mark.parametrize("policy", sorted(POLICIES))
def test_every_policy_covers_every_label(policy: str) -> None:
    assert set(resolve("m", policy, {})) == set(LABELS)


@pytest.mark.parametrize(
    ("label", "method"),
    [("DATE", m) for m in DATE_METHODS]
    + [("AGE", m) for m in AGE_METHODS]
    + [("CITY", m) for m in OTHER_METHODS if m != "shuffle"],
)
def test_every_method_runs(label: str, method: str) -> None:
    made = masked("research-surrogate", **{label: method})
    if method != "keep" and (label, method) != ("AGE", "shift"):
        assert made != masked("research-surrogate", **{label: "keep"})


@pytest.mark.parametrize(
    "methods",
    [
        {"NOBODY": "keep"},
        {"DATE": "surrogate"},
        {"CITY": "shift"},
        {"DATE": {"method": "shift", "colour": "red"}},
        {"DATE": {"method": "shift", "interval": [5, -5]}},
        {"DATE": {"method": "shift", "interval": [0, 0]}},
        {"DATE": {"method": "shift", "days": 0}},
        {"DATE": {"method": "relative", "reference": "tomorrow"}},
        {"DATE": {"method": "shift", "pivot": 100}},
        {"AGE": {"method": "bands", "width": 1}},
        {"PATIENT": {"method": "characters", "shown": 4}},
        {"PATIENT": {"method": "characters", "sign": "x"}},
        {"PATIENT": {"method": "hash", "scope": "world"}},
        {"PATIENT": {"methods": "hash"}},
        {"PATIENT": 3},
        {"*": "supress"},
        {"*": {"method": "supress"}},
        {"*": None},
        {"DATE": {"method": "shift", "interval": [-(10**7), 10**7]}},
        {"DATE": {"method": "shift", "days": True}},
        {"AGE": {"method": "limit", "oldest": True}},
        ["PATIENT"],
    ],
)
def test_settings_are_checked(methods: dict[str, Any]) -> None:
    with pytest.raises(DeidError) as problem:
        resolve("deid_masker", "placeholder", methods)
    assert problem.value.code == "D011"


def test_an_unknown_policy_is_refused() -> None:
    with pytest.raises(DeidError, match="hipaa-safe-harbor"):
        resolve("deid_masker", "hippa", {})


def test_defaults_are_within_their_own_rules() -> None:
    for label, methods in OPTIONS.items():
        for method in methods:
            name = "PATIENT" if label == "*" else label
            resolve("m", "placeholder", {name: {"method": method, **methods[method]}})


@pytest.mark.parametrize("number", ["555-1234 ٣٤٥٦٧", "４７１１９", "555-1234 ²³"])
def test_figures_of_other_scripts_do_not_stay(number: str) -> None:
    text = f"Tel {number}."
    for table in (ways("research-surrogate"), ways("placeholder", PHONE="scramble")):
        new = mask(text, spans_of(text, [(number, "PHONE")]), table, key=b"k" * 32)
        assert not set(number) - set("0123456789- ") & set(new)


def test_scrambled_signs_that_are_no_decimals_do_not_stay() -> None:
    text = "MRN ②③½."
    table = ways("placeholder", MEDICALRECORD="scramble")
    new = mask(text, spans_of(text, [("②③½", "MEDICALRECORD")]), table, key=b"k" * 32)
    assert new.startswith("MRN ") and not set("②③½") & set(new)


def test_a_number_dressed_as_a_placeholder_is_masked() -> None:
    text = "Pt [Day +2065551234] and [Day +14]."
    spans = spans_of(text, [("2065551234", "PHONE"), ("14", "IDNUM")])
    assert mask(text, spans, ways("placeholder")) == "Pt [Day +[PHONE]] and [Day +14]."


@pytest.mark.parametrize(
    ("method", "old", "young"),
    [("year", "[DATE]", "1990"), ("quarter", "[DATE]", "Q2 1990"), ("shift", "[DATE]", None)],
)
def test_a_birth_of_long_ago_goes_where_no_date_says_when_that_was(method, old, young) -> None:
    for text, born, wanted in (
        ("DOB: 05/05/1920. Rash.", "05/05/1920", old),
        ("DOB: 05/05/1990. Rash.", "05/05/1990", young),
    ):
        table = ways("placeholder", DATE=method)
        new = mask(text, spans_of(text, [(born, "DATE")]), table, key=b"k" * 32)
        assert born not in new and (wanted is None or new == f"DOB: {wanted}. Rash.")
    text = "DOB: 05/05/1920, seen on 3 May 1950."
    spans = spans_of(text, [("05/05/1920", "DATE"), ("3 May 1950", "DATE")])
    assert "[DATE]" not in mask(text, spans, ways("placeholder", DATE=method), key=b"k" * 32)


@pytest.mark.parametrize("policy", [["vigibase"], {}, None, 3])
def test_a_policy_that_is_no_name_is_refused(policy: Any) -> None:
    with pytest.raises(DeidError, match="D011"):
        resolve("deid_masker", policy, {})


@pytest.mark.parametrize("languages", [["xx"], ["en", 3], "en", [["en"]]])
def test_languages_that_nobody_reads_are_refused(languages: Any) -> None:
    methods = {"DATE": {"method": "shift", "languages": languages}}
    with pytest.raises(DeidError, match=r"D011.*languages"):
        resolve("deid_masker", "vigibase", methods)
