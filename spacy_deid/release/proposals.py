"""What a pipeline's detectors propose on gold documents, to decide on again and again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from spacy.language import Language
from spacy.tokens import Doc, Span

from spacy_deid.annotations import DECISION, Proposal, Record
from spacy_deid.decide.entities import ENTS
from spacy_deid.decide.resolver import Resolver
from spacy_deid.decide.verdicts import Settings
from spacy_deid.errors import DeidError
from spacy_deid.phi import CATEGORY_OF
from spacy_deid.proposals import read_proposals
from spacy_deid.release.trials import covering_precision

RECALL_BIAS = "recall_bias"
_BATCH = 128
_MOST_KEPT = 3


@dataclass(slots=True)
class Proposed:
    """The proposals of one document.

    doc: with the detectors' groups on it. ents: what stood in ``doc.ents``.
    groups: detector to its proposals. labels: label to the detectors that propose it.
    scores: label to all scores.
    """

    doc: Doc
    ents: list[Span]
    groups: dict[str, list[Proposal]]
    labels: dict[str, set[str]] = field(default_factory=dict)
    scores: dict[str, list[float]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for detector, group in self.groups.items():
            for proposal in group:
                self.labels.setdefault(proposal.label, set()).add(detector)
                self.scores.setdefault(proposal.label, []).append(proposal.score)

    def decided(self, resolver: Resolver, settings: Settings) -> list[tuple[int, int, str]]:
        """Decide on it under some settings, which stay with the resolver."""
        resolver.settings = settings
        for written in (DECISION, ENTS):
            self.doc.spans.pop(written, None)
        self.doc.set_ents(self.ents)
        resolver(self.doc)
        return [(p.start, p.end, p.label) for p in read_proposals(self.doc, DECISION)]


class Searched:
    """Documents with the proposals of a pipeline, for every setting of its recognizers' bias."""

    def __init__(self, nlp: Language, records: Sequence[Record]) -> None:
        self.nlp = nlp
        self.records = list(records)
        self.resolver_name, self.resolver = _resolver(nlp)
        self.settings = self.resolver.settings
        self.before = nlp.pipe_names[: nlp.pipe_names.index(self.resolver_name)]
        self.biases: dict[str, float] = {
            name: float(getattr(nlp.get_pipe(name), RECALL_BIAS))
            for name in self.before
            if hasattr(nlp.get_pipe(name), RECALL_BIAS)
        }
        self._known: dict[tuple[tuple[str, float], ...], list[Proposed]] = {}

    def proposed(self, biases: Mapping[str, float]) -> list[Proposed]:
        """Give the proposals under some biases; those of the last few are kept."""
        key = tuple(sorted(biases.items()))
        if key not in self._known:
            if len(self._known) >= _MOST_KEPT:
                del self._known[next(iter(self._known))]
            self._known[key] = self._search(biases)
        return self._known[key]

    def _search(self, biases: Mapping[str, float]) -> list[Proposed]:
        components: list[Any] = [self.nlp.get_pipe(name) for name in self.before]
        for name, value in biases.items():
            setattr(self.nlp.get_pipe(name), RECALL_BIAS, value)
        try:
            docs = []
            for record in self.records:
                doc = self.nlp.make_doc(record.text)
                doc._.deid_id = record.id
                doc._.known_phi = [list(pair) for pair in record.known_phi]
                docs.append(doc)
            for component in components:
                if hasattr(component, "pipe"):
                    docs = list(component.pipe(iter(docs), batch_size=_BATCH))
                else:
                    docs = [component(doc) for doc in docs]
        finally:
            for name, value in self.biases.items():
                setattr(self.nlp.get_pipe(name), RECALL_BIAS, value)
        return [Proposed(doc, list(doc.ents), self._groups(doc)) for doc in docs]

    def _groups(self, doc: Doc) -> dict[str, list[Proposal]]:
        """Give the proposals of every detector that the resolver hears on some label."""
        orders = [self.settings.order, *self.settings.label_order.values()]
        groups = {}
        for detector in dict.fromkeys(name for order in orders for name in order):
            if detector == ENTS:
                groups[ENTS] = [
                    Proposal(ent.start_char, ent.end_char, ent.label_, 0.9, ENTS)
                    for ent in doc.ents
                    if ent.label_ in CATEGORY_OF
                ]
            else:
                groups[detector] = read_proposals(doc, detector)
        return groups

    def order_by_precision(
        self, label: str, order: Sequence[str], places: Sequence[int], biases: Mapping[str, float]
    ) -> list[str]:
        """Give the detectors of a label by their covering precision, as system 1 chose its order.

        places: documents to measure on. Detectors that never propose the label keep their rank.
        """
        known = self.proposed(biases)
        records = [self.records[place] for place in places]
        precision = {}
        for detector in order:
            groups = [
                [p for p in known[place].groups.get(detector, ()) if p.label == label]
                for place in places
            ]
            if any(groups):
                precision[detector] = covering_precision(records, groups)[0]
        ranked = iter(sorted(precision, key=lambda name: -precision[name]))
        return [next(ranked) if detector in precision else detector for detector in order]


def _resolver(nlp: Language) -> tuple[str, Resolver]:
    for name, component in nlp.pipeline:
        if isinstance(component, Resolver):
            return name, component
    raise DeidError("D807")
