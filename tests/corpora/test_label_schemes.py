from __future__ import annotations

import pytest

from spacy_deid.phi import (
    CATEGORY_OF,
    FROM_I2B2_2014,
    HIPAA_SUBSET,
    LABELS,
    MEDDOCAN_CATEGORY_OF,
    SCHEMES,
    TO_I2B2_2014,
    map_label,
    map_losses,
    scheme_of,
)

PAIRS = [(a, b) for a in SCHEMES for b in SCHEMES]


def test_sizes_are_those_of_the_published_schemes():
    assert len(SCHEMES["meddocan"]) == 29
    assert len(SCHEMES["hipaa"]) == 18
    assert len(SCHEMES["i2b2-2006"]) == 8
    assert len(SCHEMES["i2b2-2014-categories"]) == 7
    assert len(SCHEMES["vigibase"]) == 5


@pytest.mark.parametrize("name", SCHEMES)
def test_maps_are_total_and_closed(name):
    assert set(TO_I2B2_2014[name]) == set(SCHEMES[name])
    assert set(FROM_I2B2_2014[name]) == set(LABELS)
    assert set(TO_I2B2_2014[name].values()) - {None} <= set(LABELS)
    assert set(FROM_I2B2_2014[name].values()) - {None} <= set(SCHEMES[name])


@pytest.mark.parametrize(("source", "target"), PAIRS)
def test_losses_are_all_that_does_not_come_back(source, target):
    losses, reverse = map_losses(source, target), map_losses(target, source)
    merged = {label for group in losses.merged.values() for label in group}
    lost_back = {
        *reverse.dropped,
        *reverse.guessed,
        *(x for g in reverse.merged.values() for x in g),
    }
    for label in SCHEMES[source]:
        new = map_label(label, source, target)
        if new is None:
            assert label in losses.dropped
        elif label not in merged and label not in losses.guessed and new not in lost_back:
            assert map_label(new, target, source) == label
    if source == target:
        assert not losses


def test_what_a_map_loses():
    losses = map_losses("meddocan", "i2b2-2014")
    assert set(losses.dropped) == {
        "SEXO_SUJETO_ASISTENCIA",
        "FAMILIARES_SUJETO_ASISTENCIA",
        "OTROS_SUJETO_ASISTENCIA",
    }
    assert losses.guessed == ("TERRITORIO",)
    assert map_losses("i2b2-2014", "vigibase").merged["Person"] == ("PATIENT", "DOCTOR", "USERNAME")
    assert "ID" in map_losses("i2b2-2006", "i2b2-2014").guessed


def test_map_label_without_a_source():
    assert map_label("NOMBRE_SUJETO_ASISTENCIA", None, "i2b2-2014") == "PATIENT"
    assert map_label("LOCATION-OTHER", None, "i2b2-2014") == "LOCATION_OTHER"
    assert map_label("Person", None, "i2b2-2014") == "PATIENT"
    assert map_label("ZIP", None, "meddocan") == "TERRITORIO"
    with pytest.raises(KeyError):
        map_label("NONSENSE", None, "i2b2-2014")


def test_scheme_of():
    assert scheme_of(["DATE", "ROOM"]) == "i2b2-2014"
    assert scheme_of(["Date", "Person"]) == "vigibase"
    assert scheme_of(["LOCATION", "ID"]) == "i2b2-2014-categories"
    assert scheme_of(["LOCATION", "ID", "DOCTOR"]) == "i2b2-2006"
    assert scheme_of([]) is None
    assert scheme_of(["DATE", "NONSENSE"]) is None


def test_the_scorers_hipaa_subset_leaves_idnum_out_as_its_pattern_does():
    assert "IDNUM" not in HIPAA_SUBSET
    assert HIPAA_SUBSET < set(LABELS)
    assert {"DOCTOR", "HOSPITAL", "PROFESSION", "STATE", "COUNTRY", "URL"}.isdisjoint(HIPAA_SUBSET)


def test_every_label_has_a_category_where_xml_needs_one():
    assert set(MEDDOCAN_CATEGORY_OF) == set(SCHEMES["meddocan"])
    assert set(CATEGORY_OF) == set(LABELS)
