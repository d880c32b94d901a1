"""The arithmetic of the decision: which proposals stand, which give way, and why."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from spacy_deid.annotations import Proposal
from spacy_deid.decide.clearance import Clearance, can_be_share
from spacy_deid.decide.extents import in_columns, settled, trimmed, without_terms
from spacy_deid.decide.placement import WORD, Placement
from spacy_deid.decide.plausibility import is_implausible
from spacy_deid.decide.readings import understood
from spacy_deid.decide.shields import Shields
from spacy_deid.decide.unproved import UNPROVED, filled
from spacy_deid.intervals import covers, has_alphanumeric
from spacy_deid.phi import CATEGORY_OF

_TITLED = ("gazetteer.name.header", "gazetteer.name.title")
_CUED = ("ages.cue", "identifiers.", "contacts.", *_TITLED)
_KNOWN = "gazetteer.known."
"""Rules of what structured fields of the case say: heard whatever the order of a label."""
_TOLD = frozenset({"NAME", "ID"})
_IN_TERMS = ("ages.", "contacts.", "dates.", "identifiers.", UNPROVED, _KNOWN, *_TITLED)
_CUED_SCORE = 0.95
"""Score of rules that a cue leads to: no term in general outweighs 'MRN', 'Phone' or 'Dr.'."""
_WIDE = (
    "ages.",
    "addresses.without_number",
    "addresses.type_first",
    "addresses.compound_unnumbered",
    "addresses.german_preposition",
    "contacts.username_speaker",
    "gazetteer.name.pair",
    "gazetteer.name.particle",
    "gazetteer.name.single",
    "gazetteer.name.verb",
    "gazetteer.organization.bank",
    "gazetteer.organization.insurer",
    "gazetteer.organization.law",
    "gazetteer.organization.legal",
    "gazetteer.organization.school",
    "gazetteer.place.",
    "gazetteer.profession",
    "gazetteer.site.",
)
"""Rules that are wide nets. What a cue, a title, a header, structured fields or the rest of the
document speak for is not among them."""
_PAIRS = ("dates.month_day", "dates.month_year")
_UNCUED = 0.75
"""Rules of two numbers around a slash, and the score up to which no cue makes a date of them: most
of those that no recognizer believes in are scores, shares and courses ('ICE 2/10')."""
_WHOLE = frozenset({"STREET", "USERNAME", "ZIP"})
"""Labels of which a part is worth as much as the whole."""
_LAST = 1_000_000
"""Rank of what is heard for its title alone."""
_PERSONS = frozenset({"PATIENT", "DOCTOR"})


@dataclass(slots=True)
class Settings:
    """How to decide.

    order: detectors, the most trusted first.
    label_order: label to its own order of detectors, where it differs. Of a detector that is
        missing there, what structured fields say is heard nevertheless, and names of persons behind
        a title or header, as far as they stand before what others found.
    thresholds: label to the least score that a proposal needs; '*' for all others.
    vetoable: labels that a protected clinical term can veto.
    veto_margin: a veto holds where the term's strength is at least the proposal's score plus this.
    clearable: labels of which words that recognizers are sure of are left out, where only a wide
        rule proposes them.
    """

    order: Sequence[str]
    label_order: Mapping[str, Sequence[str]] = field(default_factory=dict)
    thresholds: Mapping[str, float] = field(default_factory=dict)
    vetoable: frozenset[str] = frozenset()
    veto_margin: float = 0.0
    clearable: frozenset[str] = frozenset()


@dataclass(slots=True)
class Verdict:
    """What became of one proposal.

    detector: the group that proposed it.
    outcome: kept, joined (made a kept span longer), remainder (partly kept beside a winner),
        covered (inside a winner), vetoed, cleared (recognizers are sure that nothing is there),
        weak (under its threshold), empty (only punctuation), unheard (its detector has no say on
        this label and no title speaks for it), implausible (a number without a digit).
    cut: recognizers were sure of some of its words, so that those were left out before.
    winner: the [start, end] of the span that it gave way to or joined, where there is one.
    """

    detector: str
    proposal: Proposal
    outcome: str
    winner: tuple[int, int] | None = None
    cut: bool = False

    @property
    def fate(self) -> str:
        """The outcome, and whether it was cut."""
        return f"{self.outcome}, cut" if self.cut else self.outcome


def speaks_in_a_term(proposal: Proposal) -> bool:
    """Tell whether a pattern, a title or a structured field proposes, not the look of a word."""
    return proposal.source.startswith(_IN_TERMS)


def _is_cued(proposal: Proposal) -> bool:
    return proposal.source.startswith(_CUED) and proposal.score >= _CUED_SCORE


def _rank(settings: Settings, detector: str, proposal: Proposal) -> int | None:
    order = settings.label_order.get(proposal.label) or settings.order
    if detector in order:
        return list(order).index(detector)
    if proposal.source.startswith(_KNOWN) and detector in settings.order:
        return _LAST - 1
    titled = proposal.label in _PERSONS and proposal.source.startswith(_TITLED)
    heard = titled and proposal.score >= _CUED_SCORE and detector in settings.order
    return _LAST if heard else None


def _is_weak(settings: Settings, proposal: Proposal) -> bool:
    least = settings.thresholds.get(proposal.label, settings.thresholds.get("*", 0.0))
    return proposal.score < least


def _is_vetoed(text: str, settings: Settings, proposal: Proposal, shields: Shields) -> bool:
    """Tell whether protected terms explain every word of a proposal but single letters.

    'Hepatitis A' goes with 'Hepatitis'; 'Parkinson' in 'Mr Parkinson' stays, since no term that is
    protected there covers it.
    """
    if _is_cued(proposal) or proposal.label not in settings.vetoable:
        return False
    span = (proposal.start, proposal.end)
    strong = shields.over(span, proposal.score + settings.veto_margin)
    if not strong:
        return False
    words = [m.span() for m in WORD.finditer(text, *span)]
    long = [word for word in words if word[1] - word[0] > 1] or words
    return all(any(covers(s, word) for s in strong) for word in long)


def _uncleared(
    text: str, settings: Settings, proposal: Proposal, clearance: Clearance, shields: Shields
) -> Proposal | None:
    """Leave out what recognizers are sure hides nothing; None where nothing worth it is left.

    Only wide rules are cut. What was read keeps its number, and a site more than its kind.
    """
    pair = proposal.source in _PAIRS and proposal.score <= _UNCUED
    pair = pair and can_be_share(text, proposal.start, proposal.end)
    if proposal.label not in settings.clearable or not (pair or proposal.source.startswith(_WIDE)):
        return proposal
    span = (proposal.start, proposal.end)
    rest = clearance.rest(text, span, proposal.label)
    if rest is None:
        return proposal if proposal.parse is not None and not pair else None
    if rest == span or proposal.label in _WHOLE:
        return proposal
    number = proposal.parse.get("number") if proposal.parse is not None else rest
    if number is None or not covers(rest, (number[0], number[1])):
        return proposal
    cut = _at(proposal, *rest)
    if is_implausible(text, cut):
        return proposal
    return None if _is_vetoed(text, settings, cut, shields) else cut


def _at(proposal: Proposal, start: int, end: int) -> Proposal:
    """Put a proposal elsewhere; the same one where it stands there already."""
    if (proposal.start, proposal.end) == (start, end):
        return proposal
    return replace(proposal, start=start, end=end)


def _as_known(decision: Sequence[Proposal], proposals: Iterable[Proposal]) -> list[Proposal]:
    """Give the spans that a field with a name or a number explains the label of that field.

    A title goes before it: 'Dr Lee' is no patient who is called Lee. A field with a place or a date
    relabels nothing: a policy may leave those in.
    """
    known = {
        p.start: p
        for p in proposals
        if p.source.startswith(_KNOWN) and CATEGORY_OF.get(p.label) in _TOLD
    }
    found = []
    for span in decision:
        told = known.get(span.start)
        if told is not None and told.label != span.label and span.end <= told.end:
            if span.parse is None and not span.source.startswith(_TITLED):
                span = replace(span, label=told.label, source=told.source)
        found.append(span)
    return found


def decide(
    text: str,
    proposals: Mapping[str, Sequence[Proposal]],
    protected: Sequence[Proposal],
    settings: Settings,
    clear: Sequence[Mapping[str, Any]] = (),
    believed: Collection[str] = (),
) -> tuple[list[Proposal], list[Verdict]]:
    """Resolve overlapping proposals; what a losing span covers alone stays masked.

    text: the document's text.
    proposals: detector to its proposals, in any order.
    protected: clinical terms that must stay, with their strength as score.
    clear: the clear words of each recognizer that tells them, see ``Clearance``.
    believed: detectors whose proposals nothing vetoes or cuts: somebody's own rules.
    RETURNS: the decision, disjoint and in order of start; one verdict per proposal, or per column
        that it stands in and date between values that it holds.
    SOURCE: overlaps go to the most trusted recognizer per category, as in system 1 (VigiBase).
    """
    shields, clearance = Shields(protected), Clearance(clear)
    verdicts: list[Verdict] = []
    queue: list[tuple[tuple[int, float, int, int], Verdict, Proposal]] = []
    hidden: list[Verdict] = []
    for detector, group in proposals.items():
        unsafe = [p for p in group if p.source.startswith(UNPROVED)]
        hidden.extend(Verdict(detector, proposal, "kept") for proposal in unsafe)
        if unsafe:
            group = [p for p in group if not p.source.startswith(UNPROVED)]
        for proposal in in_columns(text, group):
            verdict = Verdict(detector, proposal, "kept")
            verdicts.append(verdict)
            start, end = trimmed(text, proposal)
            placed = _at(proposal, start, end)
            rank = _rank(settings, detector, proposal)
            if rank is None:
                verdict.outcome = "unheard"
            elif not has_alphanumeric(text, (start, end)):
                verdict.outcome = "empty"
            elif _is_weak(settings, proposal):
                verdict.outcome = "weak"
            elif detector in believed:
                queue.append(((rank, -proposal.score, start - end, start), verdict, placed))
            elif is_implausible(text, placed):
                verdict.outcome = "implausible"
            elif _is_vetoed(text, settings, placed, shields):
                verdict.outcome = "vetoed"
            elif (left := _uncleared(text, settings, placed, clearance, shields)) is None:
                verdict.outcome = "cleared"
            else:
                verdict.cut = left != placed
                for number, part in enumerate(without_terms(text, left, shields)):
                    if number:
                        verdict = Verdict(detector, proposal, "kept", cut=True)
                        verdicts.append(verdict)
                    start, end = part.start, part.end
                    queue.append(((rank, -proposal.score, start - end, start), verdict, part))
    queue.sort(key=lambda item: item[0])
    placement = Placement(text, lambda rest: _is_vetoed(text, settings, rest, shields))
    for (rank, *_), verdict, proposal in queue:
        verdict.outcome, verdict.winner = placement.place(proposal, before=rank == _LAST)
    everything = [proposal for group in proposals.values() for proposal in group]
    decision = _as_known(settled(text, placement.decision()), everything)
    if hidden:
        decision, outcomes = filled(text, decision, [verdict.proposal for verdict in hidden])
        for verdict, outcome in zip(hidden, outcomes, strict=True):
            verdict.outcome = outcome
    return list(understood(text, decision, everything)), verdicts + hidden
