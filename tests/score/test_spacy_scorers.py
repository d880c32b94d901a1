"""The scorers as spaCy sees them."""

from __future__ import annotations

import pytest
import spacy
from spacy.tokens import Span, SpanGroup
from spacy.training import Example

import spacy_deid.annotations  # noqa: F401
from spacy_deid.errors import DeidError

NAMES = ("AgreementScorer", "MeddocanScorer", "RedactionScorer", "HarmScorer")
TEXT = "Ann Lee took 40 mg on Monday"


@pytest.fixture(scope="module")
def nlp():
    return spacy.blank("en")


def example(nlp, *, exact=None):
    reference, predicted = nlp.make_doc(TEXT), nlp.make_doc(TEXT)
    reference.ents = [Span(reference, 0, 2, "PATIENT"), Span(reference, 6, 7, "DATE")]
    if exact is not None:
        reference._.deid_gold = exact
    spans = [Span(predicted, 0, 1, "PATIENT"), Span(predicted, 6, 7, "DATE")]
    predicted.spans["deid"] = SpanGroup(predicted, name="deid", spans=spans)
    predicted.ents = [Span(predicted, 0, 2, "PATIENT")]
    return Example(predicted, reference)


@pytest.mark.parametrize("name", NAMES)
def test_scorers_are_registered(nlp, name):
    scorer = spacy.registry.scorers.get(f"spacy_deid.{name}.v1")()
    scores = scorer([example(nlp)])
    assert all(isinstance(v, float) for k, v in scores.items() if not k.endswith("per_type")), (
        scores
    )


def test_agreement_scorer_reads_the_decision_or_the_entities(nlp):
    make = spacy.registry.scorers.get("spacy_deid.AgreementScorer.v1")
    scores = make()([example(nlp)])
    assert (scores["deid_strict_p"], scores["deid_strict_r"]) == (0.5, 0.5)
    assert scores["deid_overlapping_f"] == 1
    assert scores["deid_token_r"] == pytest.approx(2 / 3)
    assert scores["deid_strict_per_type"]["DATE"] == {"p": 1, "r": 1, "f": 1}
    assert make(spans_key=None)([example(nlp)])["deid_strict_p"] == 1
    assert make(spans_key="other", prefix="x")([example(nlp)])["x_strict_r"] == 0.5


def test_exact_gold_that_meets_no_token_border_counts(nlp):
    scorer = spacy.registry.scorers.get("spacy_deid.RedactionScorer.v1")()
    scores = scorer([example(nlp, exact=[[0, 3, "PATIENT"], [23, 28, "DATE"]])])
    assert scores["deid_spans_covered"] == 1
    assert scores["deid_redaction_r"] == 1
    empty = scorer([example(nlp, exact=[])])
    assert empty["deid_redaction_p"] == 0


def test_harms_and_meddocan(nlp):
    harm = spacy.registry.scorers.get("spacy_deid.HarmScorer.v1")()([example(nlp)])
    assert harm["deid_leak"] == 0.5 and harm["deid_loss"] == 0
    meddocan = spacy.registry.scorers.get("spacy_deid.MeddocanScorer.v1")()([example(nlp)])
    assert meddocan["meddocan_leak_score"] == 1
    assert meddocan["meddocan_spans_strict_f"] == 0.5


def test_settings_are_checked(nlp):
    make = spacy.registry.scorers.get("spacy_deid.AgreementScorer.v1")
    for settings in ({"criteria": ["taste"]}, {"subset": "some"}):
        with pytest.raises(DeidError) as caught:
            make(**settings)
        assert caught.value.code == "D508"
    with pytest.raises(DeidError) as caught:
        make(scheme="shoes")
    assert caught.value.code == "D505"
