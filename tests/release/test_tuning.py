from __future__ import annotations

from types import SimpleNamespace

import pytest
import spacy
from spacy.language import Language

from spacy_deid.annotations import Proposal, Record
from spacy_deid.decide.verdicts import Settings
from spacy_deid.proposals import write_proposals
from spacy_deid.release import tuning
from spacy_deid.release.proposals import Searched
from spacy_deid.release.tally import Tally

START, FOUND = Settings(("deid_patterns",)), Settings(("deid_network",))


def tally(covered: int, false: int) -> Tally:
    """Of ten documents with 1,000 spans; 900 tokens rightly masked."""
    return Tally(10, 5, 1000, covered, 900, false)


@pytest.mark.parametrize(
    ("other", "kept"),
    [
        (tally(960, 98), True),  # as precise as it was, more is covered
        (tally(940, 98), False),
        (tally(960, 130), False),  # less precise than the target less what it was harder
    ],
)
def test_a_half_that_was_harder_from_the_start_is_asked_for_less(
    monkeypatch: pytest.MonkeyPatch, other: Tally, kept: bool
) -> None:
    class Search:
        def __init__(self, *args: object) -> None:
            self.settings, self.biases, self.changes = START, {"deid_network": 1.0}, []
            self.half = SimpleNamespace(tally=tally(950, 45))

        def round(self, biases: object) -> bool:
            self.settings, self.half = FOUND, SimpleNamespace(tally=tally(965, 47))
            return False

    def half_of(searched: object, places: object, settings: Settings, biases: object) -> object:
        return SimpleNamespace(tally=other if settings is FOUND else tally(950, 98))

    monkeypatch.setattr(tuning, "Search", Search)
    monkeypatch.setattr(tuning, "half_of", half_of)
    records = [Record(str(n), "", []) for n in range(4)]
    found = tuning.tune(SimpleNamespace(records=records), target=0.95)
    assert found.kept is kept
    assert found.settings is (FOUND if kept else START)


@Language.component("net_that_errs")
def net_that_errs(doc):
    """Propose the first word for a patient, which only another detector's last word is."""
    write_proposals(doc, "deid_gazetteer", [Proposal(0, 4, "PATIENT", 0.9, "wide")])
    write_proposals(doc, "deid_patterns", [Proposal(5, 9, "PATIENT", 0.9, "sure")])
    return doc


@pytest.mark.parametrize(("documents", "heard"), [(60, True), (160, False)])
def test_a_detector_is_left_out_only_where_that_saves_much(documents: int, heard: bool) -> None:
    nlp = spacy.blank("en")
    nlp.add_pipe("net_that_errs")
    nlp.add_pipe("deid_resolver", config={"order": ["deid_patterns", "deid_gazetteer"]})
    records = [
        Record(str(n), "Rash Anna", [(5, 9, "PATIENT")], {"skeleton": str(n)})
        for n in range(documents)
    ]
    found = tuning.tune(Searched(nlp, records), target=0.4)
    orders = found.settings.label_order.get("PATIENT", ["deid_patterns", "deid_gazetteer"])
    assert ("deid_gazetteer" in orders) is heard
