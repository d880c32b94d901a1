"""The resolver: the one component that writes the decision."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise, takewhile
from typing import Any

from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example

from spacy_deid.annotations import CLEAR, DECISION, GOLD, SAFE_WORDS, SEEN, Proposal, whole_text
from spacy_deid.decide.defaults import (
    COHERENCE,
    DEFAULT_BY_PATTERN,
    DEFAULT_CLEARABLE,
    DEFAULT_ORDER,
    DEFAULT_SILENT,
    DEFAULT_VETOABLE,
    INVERSE,
    OTHERS,
    TERMS,
)
from spacy_deid.decide.entities import (
    ENTS,
    are_told,
    entities_of,
    others_beside,
    parted,
    whole_tokens,
)
from spacy_deid.decide.saved_settings import SettledPipe
from spacy_deid.decide.verdicts import Settings, Verdict, decide, speaks_in_a_term
from spacy_deid.errors import DeidError, check_names
from spacy_deid.phi import CATEGORY_OF, LABELS
from spacy_deid.proposals import is_proposed, read_proposals, widened, write_proposals


@Language.factory(
    "deid_resolver",
    assigns=["doc.ents", "doc.spans"],
    default_config={
        "order": list(DEFAULT_ORDER),
        "label_order": {label: list(DEFAULT_BY_PATTERN) for label in DEFAULT_SILENT},
        "thresholds": {},
        "protect": TERMS,
        "vetoable": list(DEFAULT_VETOABLE),
        "veto_margin": -0.2,
        "clearable": list(DEFAULT_CLEARABLE),
    },
    default_score_weights={"ents_f": 0.5, "ents_r": 0.5, "ents_p": 0.0},
)
def create_resolver(
    nlp: Language,
    name: str,
    order: Sequence[str],
    label_order: Mapping[str, Sequence[str]],
    thresholds: Mapping[str, float],
    protect: str,
    vetoable: Sequence[str],
    veto_margin: float,
    clearable: Sequence[str],
) -> Resolver:
    """Make the component ``deid_resolver``.

    order: span groups to read, the most trusted first; 'ents' stands for ``doc.ents``. What groups
        of other libraries say that stand before all of ours is believed: no term vetoes it.
    label_order: label to an order of its own. On a document for which its first detector did not
        run the usual one holds for the label; groups of other libraries in ``order`` are heard
        behind it.
    thresholds: label to the least score in [0, 1]; '*' for all others.
    protect: span group of clinical terms that veto; '' for none.
    vetoable: labels that can be vetoed.
    veto_margin: how much stronger than the proposal the term has to be, in [-1, 1].
    clearable: labels of which those words are left out, where only a wide rule proposes them, that
        every recognizer is sure of which knows the label and tells clear words (``clear_below``).
    RAISES: DeidError D011 for a setting out of range or an unknown label.
    """
    for setting, labels in (
        ("label_order", label_order),
        ("vetoable", vetoable),
        ("clearable", clearable),
    ):
        for label in labels:
            if label not in CATEGORY_OF:
                raise DeidError(
                    "D011", name=setting, component=name, value=label, expected=f"one of {LABELS}"
                )
    for setting, names in (("order", order), *label_order.items()):
        check_names(name, setting, names, least=setting == "order")
    known = {*order, *DEFAULT_ORDER, *OTHERS}
    for label, names in label_order.items():
        for one in names:
            if one not in known:
                expected = f"span groups of 'order' or {(*DEFAULT_ORDER, *OTHERS)}"
                where = f"label_order.{label}"
                raise DeidError("D011", name=where, component=name, value=one, expected=expected)
    settings = Settings(
        order, label_order, thresholds, frozenset(vetoable), veto_margin, frozenset(clearable)
    )
    _check_weights(name, settings)
    return Resolver(name, settings=settings, protect=protect)


def _check_weights(component: str, settings: Settings) -> None:
    """Refuse what may be set at run time, too, and would leave things in clear: quick.

    RAISES: DeidError D011 for an order without a detector, a margin or a threshold out of range.
    """
    if not settings.order:
        expected = "at least one span group"
        raise DeidError("D011", name="order", component=component, value=[], expected=expected)
    margin = settings.veto_margin
    if not isinstance(margin, (int, float)) or not -1 <= margin <= 1:
        expected = "in [-1, 1]"
        raise DeidError(
            "D011", name="veto_margin", component=component, value=margin, expected=expected
        )
    for label, least in settings.thresholds.items():
        number = isinstance(least, (int, float)) and 0 <= least <= 1
        if (label != "*" and label not in CATEGORY_OF) or not number:
            raise DeidError(
                "D011",
                name="thresholds",
                component=component,
                value={label: least},
                expected="a label or '*' with a score in [0, 1]",
            )


_ANNOTATED = frozenset({GOLD, "sc"})
"""Span groups of annotations, the second of which spaCy's spancat reads and writes."""


class Resolver(SettledPipe):
    """Read every detector's proposals, decide, and write ``doc.spans["deid"]`` and ``doc.ents``."""

    def __init__(self, name: str, *, settings: Settings, protect: str) -> None:
        self.name = name
        self.settings = settings
        self.protect = protect
        self.settle()

    def values(self) -> dict[str, Any]:
        """Give the settings, as JSON types."""
        found = self.settings
        return {
            "order": list(found.order),
            "label_order": {label: list(order) for label, order in found.label_order.items()},
            "thresholds": dict(found.thresholds),
            "vetoable": sorted(found.vetoable),
            "veto_margin": found.veto_margin,
            "clearable": sorted(found.clearable),
            "protect": self.protect,
        }

    def take(self, values: Mapping[str, Any]) -> None:
        """Take settings as ``values`` gives them."""
        own = dict(values)
        self.protect = own.pop("protect")
        own.update({name: frozenset(own[name]) for name in ("vetoable", "clearable")})
        self.settings = Settings(**own)

    def __call__(self, doc: Doc) -> Doc:
        """Decide on one document.

        doc: with proposals in its span groups; groups without any give an empty decision.
        RETURNS: the same Doc; the decision is disjoint, whole tokens, in order. Entities of other
            kinds (drugs, reactions, what a general model found) stay in ``doc.ents`` beside it
            where they share no token with it.
        RAISES: DeidError D301 where no detector of ``order`` wrote its group, D302 where one did
            that neither ``order`` nor ``label_order`` names, nor any component between; D011 for a
            setting that was changed to a value out of range.
        """
        decision, _ = self._decide(doc)
        if self._hears_entities(doc):
            write_proposals(doc, ENTS, entities_of(doc))
        write_proposals(doc, DECISION, decision, whole_words=True)
        places = doc.spans[DECISION].attrs["places"]
        if any(before[1] > place[0] for before, place in pairwise(places)):
            write_proposals(doc, DECISION, parted(decision, widened(doc, decision)))
        doc.spans[DECISION].attrs[SEEN] = sorted(name for name in doc.spans if name != DECISION)
        decided = whole_tokens(doc)
        others = others_beside(doc, decided) if doc.ents else []
        doc.set_ents([*decided, *others])
        return doc

    def explain(self, doc: Doc) -> list[Verdict]:
        """Tell what becomes of every proposal that stands on the Doc, in order of its start.

        The Doc's own decision is not read and not changed.
        RAISES: DeidError D301 and D302 as for a decision.
        """
        _, verdicts = self._decide(doc)
        return sorted(verdicts, key=lambda v: (v.proposal.start, v.proposal.end))

    def score(self, examples: Any, **kwargs: Any) -> dict[str, Any]:
        """Score the decision as spaCy scores entities: strict, per label."""
        from spacy.scorer import get_ner_prf

        examples = list(examples)
        for example in examples:
            if not isinstance(example, Example):
                raise DeidError(
                    "D011", name="examples", component=self.name, value="?", expected="Examples"
                )
        return dict(get_ner_prf(examples, **kwargs))

    def _decide(self, doc: Doc) -> tuple[list[Proposal], list[Verdict]]:
        _check_weights(self.name, self.settings)
        self._check_heard(doc)
        proposals: dict[str, list[Proposal]] = {}
        settings = self._fitting(doc)
        wanted = list(settings.order)
        for order in settings.label_order.values():
            wanted.extend(detector for detector in order if detector not in wanted)
        for detector in wanted:
            if detector == ENTS:
                proposals[ENTS] = entities_of(doc)
            elif detector in doc.spans:
                found = read_proposals(doc, detector)
                if not is_proposed(doc, detector):  # another library's, beside drugs and reactions
                    found = [proposal for proposal in found if proposal.label in CATEGORY_OF]
                proposals[detector] = found
        believed = self._leading(doc)
        if doc._.deid_term:
            proposals = {
                detector: [one for one in group if detector in believed or speaks_in_a_term(one)]
                for detector, group in proposals.items()
            }
        protected = read_proposals(doc, self.protect) if self.protect else []
        groups = (doc.spans[name].attrs for name in proposals if name in doc.spans)
        clear = [attributes[CLEAR] for attributes in groups if CLEAR in attributes]
        return decide(whole_text(doc), proposals, protected, settings, clear, believed)

    def _leading(self, doc: Doc) -> list[str]:
        """Give the groups of other libraries that stand before all detectors of ours in ``order``.

        Entities, which any general model writes, end them.
        """
        return list(
            takewhile(
                lambda name: (
                    name not in (ENTS, *DEFAULT_ORDER)
                    and (name not in doc.spans or not is_proposed(doc, name))
                ),
                self.settings.order,
            )
        )

    def _fitting(self, doc: Doc) -> Settings:
        """Fit the label orders to what ran on a document.

        Where the first detector of one did not run, the usual order is heard; a group of another
        library that ``order`` names and no label order knows of is heard behind the others, or
        before them where ``order`` begins with it, and behind all of them what the inverse mode
        leaves.
        """
        lead = self._leading(doc)
        ours, foreign = self.settings.label_order, []
        for name in self.settings.order:
            if name in doc.spans and not is_proposed(doc, name):
                foreign.append(name)
        fitting = {}
        if INVERSE in doc.spans and INVERSE not in self.settings.order:
            foreign.append(INVERSE)
        for label, order in ours.items():
            first = next((name for name in order if name != COHERENCE), COHERENCE)
            if first == ENTS or first in doc.spans:
                first_of_all = [name for name in lead if name not in order]
                behind = [name for name in foreign if name not in (*order, *lead)]
                fitting[label] = [*first_of_all, *order, *behind]
        if not foreign and len(fitting) == len(ours):
            return self.settings
        order = [*self.settings.order, *(f for f in foreign if f not in self.settings.order)]
        return replace(self.settings, order=order, label_order=fitting)

    def _hears_entities(self, doc: Doc) -> bool:
        """Tell whether entities are heard and somebody, who found any or none, looked for them."""
        heard = ENTS in self.settings.order or any(
            ENTS in order for order in self.settings.label_order.values()
        )
        looked = DECISION not in doc.spans and doc.has_annotation("ENT_IOB")
        return heard and (looked or ENTS in doc.spans)

    def _tells(self, doc: Doc, name: str) -> bool:
        """Tell whether a group that ``order`` does not name holds what nobody would hear.

        A detector of ours does but for labels whose own order names it; of another library spans do
        that identify by labels of ours, other than dates, and are no annotation.
        """
        labels = {span.label_ for span in doc.spans[name]}
        own = self.settings.label_order
        if not is_proposed(doc, name):
            told = labels & CATEGORY_OF.keys() - {"DATE"}
            return name not in _ANNOTATED and any(name not in own.get(label, ()) for label in told)
        named = any(name in order for order in own.values())
        return not named or any(name not in own.get(label, ()) for label in labels)

    def _check_heard(self, doc: Doc) -> None:
        """Refuse a Doc on which every detector was silent, found nothing or not: none ran.

        Entities that are all of another kind come from a general model, which is no detector. No
        detector is passed over whose proposals nobody heard, such as one that was given a name of
        its own: what another one weighs, an ensemble or a recognizer, is heard.
        """
        by_label = self.settings.label_order.values()
        order = list(self.settings.order) or [name for names in by_label for name in names]
        document = doc._.deid_id or "?"
        known = {*order, self.protect, TERMS, DECISION, SAFE_WORDS, INVERSE}
        known.update(*(group.attrs.get("heard", ()) for group in doc.spans.values()))
        if unread := [name for name in doc.spans if name not in known and self._tells(doc, name)]:
            groups = ", ".join(unread)
            raise DeidError("D302", doc=document, component=self.name, groups=groups)
        if self._hears_entities(doc):
            if ENTS in doc.spans or not doc.ents or entities_of(doc):
                return
        elif doc._.deid_gold is None and are_told(doc):
            raise DeidError("D302", doc=document, component=self.name, groups=ENTS)
        if not any(name in doc.spans for name in order if name != COHERENCE) and len(doc):
            names = ", ".join(order)
            raise DeidError("D301", doc=document, component=self.name, setting="order", order=names)
