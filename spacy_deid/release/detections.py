"""What rules and candidates propose on the development documents, found once and kept in memory."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import spacy
from spacy.language import Language
from spacy.tokens import Doc, Span
from spacy.util import load_config, load_model_from_config
from thinc.api import Config

from spacy_deid.annotations import DECISION, Proposal, Record
from spacy_deid.decide.entities import ENTS
from spacy_deid.errors import DeidError
from spacy_deid.phi import CATEGORY_OF
from spacy_deid.proposals import read_proposals, write_proposals
from spacy_deid.release.candidates import Candidate, Plan

COHERENCE, RESOLVER = "deid_coherence", "deid_resolver"
"""Factories of the components that decide."""
_BATCH = 128
_WARM_UP = "Seen on 3 May 2020."
"""What is loaded at the first document must not count as slowness."""


@dataclass(slots=True)
class Detected:
    """What one candidate found.

    proposals: of each document. seconds: processor time of its own components, in one thread.
    components: these components, by name.
    """

    candidate: Candidate
    proposals: list[list[Proposal]]
    seconds: float
    components: tuple[str, ...]


@dataclass(slots=True)
class Bench:
    """Documents with what the rules proposed, and the settings of the decision.

    decision: factory to (component's name, settings), of the released config.
    trained: recognizers that the released config has now.
    seconds: processor time of tokens and rules, which other programs don't lengthen.
    words: of all documents, between white space.
    """

    nlp: Language
    records: list[Record]
    docs: list[Doc]
    rules: tuple[str, ...]
    words: int
    seconds: float
    decision: dict[str, tuple[str, dict[str, Any]]] = field(default_factory=dict)
    trained: tuple[str, ...] = ()

    def decider(self, detectors: Sequence[str], order: Sequence[str]) -> Decider:
        """Make the components that decide between the rules and some detectors.

        order: the most trusted first.
        """
        parts = []
        by_label = self.decision.get(RESOLVER, ("", {}))[1].get("label_order")
        orders: dict[str, Any] = {"order": list(order)}
        if by_label is not None:
            orders["label_order"] = fitting_orders(by_label, order, self.trained)
        for factory, changes in (
            (COHERENCE, {"sources": [*self.rules, *detectors]}),
            (RESOLVER, orders),
        ):
            if factory in self.decision:
                name, settings = self.decision[factory]
                parts.append(
                    self.nlp.create_pipe(factory, name=name, config={**settings, **changes})
                )
        return Decider(parts)


class Decider:
    """Coherence and resolver over proposals that stand on the documents already."""

    def __init__(self, parts: Sequence[Callable[[Doc], Doc]]) -> None:
        self.parts = parts

    def __call__(
        self, doc: Doc, groups: Mapping[str, Sequence[Proposal]], silent: Iterable[str] = ()
    ) -> list[tuple[int, int, str]]:
        """Decide on one document.

        groups: detector to its proposals, which take the place of what stood there.
        silent: detectors that are not heard this time.
        """
        doc.spans.pop(DECISION, None)
        doc.set_ents([])
        kept = {name: doc.spans.pop(name) for name in silent if name in doc.spans}
        for name, proposals in groups.items():
            if name == ENTS:
                spans = (doc.char_span(p.start, p.end, label=p.label) for p in proposals)
                doc.set_ents([span for span in spans if isinstance(span, Span)])
            else:
                write_proposals(doc, name, proposals)
        for part in self.parts:
            doc = part(doc)
        for name in groups:
            doc.spans.pop(name, None)
        doc.spans.update(kept)
        return [(p.start, p.end, p.label) for p in read_proposals(doc, DECISION)]


def fitting_orders(
    by_label: Mapping[str, Sequence[str]], order: Sequence[str], trained: Sequence[str]
) -> dict[str, list[str]]:
    """Take away orders by label that were made for other recognizers.

    trained: the recognizers of the config that the orders come from.
    RETURNS: those that name none but detectors of ``order`` and rules.
    """
    gone = {ENTS, *trained} - set(order)
    return {label: list(names) for label, names in by_label.items() if not gone & set(names)}


def decision_settings(config: Config) -> dict[str, tuple[str, dict[str, Any]]]:
    """Read coherence and resolver off a config: factory to (name, settings)."""
    found = {}
    for name, block in config.get("components", {}).items():
        factory = block.get("factory")
        if factory in (COHERENCE, RESOLVER):
            found[factory] = (name, {k: v for k, v in block.items() if k != "factory"})
    return found


def bench(plan: Plan, records: Sequence[Record], *, lists: str | None = None) -> Bench:
    """Run the rules of the released config over documents.

    lists: folder for the gazetteer, in place of the lists of the package.
    RAISES: DeidError D803 where the released config lacks a rule or a resolver.
    """
    config = load_config(plan.base, interpolate=False)
    components = config["components"]
    decision = decision_settings(config)
    for name in (*plan.rules, *(() if RESOLVER in decision else (RESOLVER,))):
        if name not in components:
            raise DeidError("D803", path=plan.path, reason=f"{plan.base} has no component {name}")
    factories = {name: str(block.get("factory")) for name, block in components.items()}
    trained = tuple(plan.own_components(config["nlp"]["pipeline"], factories))
    config["components"] = {name: components[name] for name in plan.rules}
    config["nlp"]["pipeline"] = list(plan.rules)
    blocks = config.get("initialize", {}).get("components", {})
    config["initialize"] = {"components": {n: b for n, b in blocks.items() if n in plan.rules}}
    if lists is not None:
        config.setdefault("paths", {})["lists"] = lists
    nlp = load_model_from_config(config, auto_fill=True)
    nlp.initialize()
    nlp(_WARM_UP)
    start = time.thread_time()
    docs = list(map(nlp.make_doc, (record.text for record in records)))
    _identify(docs, records)
    seconds = time.thread_time() - start
    docs, spent = _timed(nlp, plan.rules, docs)
    words = sum(len(record.text.split()) for record in records)
    total = seconds + sum(spent.values())
    return Bench(nlp, list(records), docs, plan.rules, words, total, decision, trained)


def detected(plan: Plan, candidate: Candidate, folder: Path, records: Sequence[Record]) -> Detected:
    """Run one trained candidate over documents.

    folder: holds the trained candidates, one directory each.
    RAISES: DeidError D805 where it is not there or cannot be loaded.
    """
    path = folder / candidate.name
    if not path.is_dir():
        raise DeidError("D805", path=path, reason="it was not trained")
    try:
        nlp = spacy.load(path)
    except (OSError, ValueError, ImportError, KeyError, TypeError) as problem:
        raise DeidError("D805", path=path, reason=type(problem).__name__) from None
    factories = {name: nlp.get_pipe_meta(name).factory for name in nlp.pipe_names}
    own = plan.own_components(nlp.pipe_names, factories)
    needed = [name for name in nlp.pipe_names if name in plan.rules or name in own]
    with nlp.select_pipes(enable=needed):
        nlp(_WARM_UP)
    docs = list(map(nlp.make_doc, (record.text for record in records)))
    _identify(docs, records)
    docs, spent = _timed(nlp, needed, docs)
    found = [_proposals(doc, candidate.detector) for doc in docs]
    return Detected(candidate, found, sum(spent[name] for name in own), tuple(own))


def _identify(docs: Sequence[Doc], records: Sequence[Record]) -> None:
    for doc, record in zip(docs, records, strict=True):
        doc._.deid_id = record.id
        doc._.known_phi = [list(pair) for pair in record.known_phi]


def _timed(
    nlp: Language, names: Sequence[str], docs: list[Doc]
) -> tuple[list[Doc], dict[str, float]]:
    """Run components one after the other and say how long each took."""
    spent: dict[str, float] = {}
    for name in names:
        component: Any = nlp.get_pipe(name)
        start = time.thread_time()
        if hasattr(component, "pipe"):
            docs = list(component.pipe(iter(docs), batch_size=_BATCH))
        else:
            docs = [component(doc) for doc in docs]
        spent[name] = time.thread_time() - start
    return docs, spent


def _proposals(doc: Doc, detector: str) -> list[Proposal]:
    if detector != ENTS:
        return read_proposals(doc, detector)
    return [
        Proposal(ent.start_char, ent.end_char, ent.label_, 0.9, ENTS)
        for ent in doc.ents
        if ent.label_ in CATEGORY_OF
    ]
