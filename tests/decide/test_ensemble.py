from __future__ import annotations

import itertools

import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st

from spacy_deid.annotations import Proposal
from spacy_deid.decide.ensemble import _best_disjoint
from spacy_deid.errors import DeidError
from spacy_deid.proposals import read_proposals, write_proposals


def voted(groups, **settings):
    nlp = spacy.blank("en")
    component = nlp.add_pipe("deid_ensemble", config=settings)
    doc = nlp.make_doc("one two three four five six")
    for name, spans in groups.items():
        write_proposals(doc, name, [Proposal(*span) for span in spans])
    return [(p.start, p.end, p.label) for p in read_proposals(component(doc), "deid_ensemble")]


def test_a_majority_decides_borders_and_labels() -> None:
    groups = {
        "a": [(0, 3, "PATIENT"), (14, 18, "CITY")],
        "b": [(0, 7, "PATIENT"), (14, 18, "STATE")],
        "c": [(0, 7, "PATIENT"), (19, 23, "DATE")],
    }
    weights = {"a": 1.0, "b": 1.0, "c": 1.0}
    assert voted(groups, weights=weights) == [(0, 7, "PATIENT")]
    everything = voted(groups, weights=weights, least=0.3)
    assert everything == [(0, 7, "PATIENT"), (14, 18, "CITY"), (19, 23, "DATE")]
    assert voted(groups, weights={"a": 5.0, "b": 1.0, "c": 1.0}) == [
        (0, 3, "PATIENT"),
        (14, 18, "CITY"),
    ]


def test_an_unsure_vote_counts_less_and_no_proposal_gives_none() -> None:
    weights = {"a": 1.0, "b": 1.0}
    assert voted({"a": [(0, 3, "CITY", 0.4)], "b": []}, weights=weights, least=0.25) == []
    assert voted({"a": [(0, 3, "CITY", 0.6)], "b": []}, weights=weights, least=0.25) != []
    assert voted({"a": [], "b": []}, weights=weights) == []


def test_an_ensemble_of_detectors_that_never_ran_is_a_coded_error() -> None:
    with pytest.raises(DeidError, match=r"D303.*deid_netwrok"):
        voted({"deid_network": [(0, 3, "CITY")]}, weights={"deid_netwrok": 1.0})


spans = st.lists(
    st.tuples(st.integers(0, 8), st.integers(1, 4), st.integers(1, 8)).map(
        lambda t: Proposal(t[0], t[0] + t[1], "CITY", t[2] / 8)
    ),
    max_size=7,
)


@given(spans)
def test_no_other_choice_of_disjoint_spans_has_more_votes(proposals) -> None:
    def disjoint(chosen):
        ordered = sorted(chosen, key=lambda p: p.start)
        return all(a.end <= b.start for a, b in itertools.pairwise(ordered))

    chosen = _best_disjoint(proposals)
    assert disjoint(chosen)
    most = max(
        sum(p.score for p in some)
        for size in range(len(proposals) + 1)
        for some in itertools.combinations(proposals, size)
        if disjoint(some)
    )
    assert sum(p.score for p in chosen) == pytest.approx(most)


@pytest.mark.parametrize(
    "settings", [{"weights": {}}, {"weights": {"a": 0.0}}, {"weights": {"a": 1.0}, "least": 0.0}]
)
def test_settings_out_of_range_are_refused(settings) -> None:
    with pytest.raises(DeidError) as caught:
        spacy.blank("en").add_pipe("deid_ensemble", config=settings)
    assert caught.value.code == "D011"


def test_a_detector_votes_once_for_a_span() -> None:
    groups = {"a": [(0, 3, "CITY", 0.6), (0, 3, "CITY", 0.6)], "b": []}
    assert voted(groups, weights={"a": 1.0, "b": 1.0}) == []
