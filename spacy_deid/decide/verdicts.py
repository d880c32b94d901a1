"""The arithmetic of the decision: which proposals stand, which give way, and why."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from spacy_deid.annotations import Proposal
from spacy_deid.decide.clearance import Clearance
from spacy_deid.decide.extents import in_columns, trimmed, without_terms
from spacy_deid.decide.placement import WORD, Placement
from spacy_deid.decide.shields import Shields
from spacy_deid.intervals import covers, has_alphanumeric

_DIGIT = re.compile(r"\d")
_TITLED = ("gazetteer.name.header", "gazetteer.name.title")
_CUED = ("identifiers.", "contacts.", *_TITLED)
_CUED_SCORE = 0.95
"""Score of rules that a cue leads to: no term in general outweighs 'MRN', 'Phone' or 'Dr.'."""
_NUMERIC = frozenset(
    "AGE DATE PHONE FAX ZIP IPADDR SSN MEDICALRECORD HEALTHPLAN ACCOUNT IDNUM".split()
)
"""Labels of spans that hold a digit, unless a detector parsed their words or is sure of them."""
_WORDED = frozenset({"AGE", "DATE"})
"""Those of them that words alone can say: 'spring', 'Fri', 'seventy'."""
_SITE_WORDS = frozenset(
    "a the hospital hospitals clinic clinics ward pharmacy er ed icu emergency room "
    "department".split()
)
"""Words of care sites that name none."""
_CLOCK = re.compile(r"(?<![\w.])(?:[01]\d|2[0-3])[0-5]\d")
_SURE = 0.5
_LAST = 1_000_000
"""Rank of what is heard for its title alone."""
_PERSONS = frozenset({"PATIENT", "DOCTOR"})


@dataclass(slots=True)
class Settings:
    """How to decide.

    order: detectors, the most trusted first.
    label_order: label to its own order of detectors, where it differs; of a detector that is
        missing there only names of persons behind a title or header are heard for that label, as
        far as they stand before what others found.
    thresholds: label to the least score that a proposal needs; '*' for all others.
    vetoable: labels that a protected clinical term can veto.
    veto_margin: a veto holds where the term's strength is at least the proposal's score plus this.
    clearable: labels whose proposals end where words begin that recognizers are sure of, unless a
        cue leads to them.
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
    winner: the [start, end] of the span that it gave way to or joined, where there is one.
    """

    detector: str
    proposal: Proposal
    outcome: str
    winner: tuple[int, int] | None = None


def _is_cued(proposal: Proposal) -> bool:
    return proposal.source.startswith(_CUED) and proposal.score >= _CUED_SCORE


def _rank(settings: Settings, detector: str, proposal: Proposal) -> int | None:
    order = settings.label_order.get(proposal.label) or settings.order
    if detector in order:
        return list(order).index(detector)
    titled = proposal.label in _PERSONS and proposal.source.startswith(_TITLED)
    heard = titled and proposal.score >= _CUED_SCORE and detector in settings.order
    return _LAST if heard else None


def _is_implausible(text: str, proposal: Proposal) -> bool:
    """Tell whether something that has to hold a digit holds none, or a site is one in general.

    Nobody is 1035: that is a clock time.
    What was parsed is believed, and a detector that is sure of a date or an age in words.
    """
    if proposal.label == "HOSPITAL":
        words = WORD.findall(text, proposal.start, proposal.end)
        return all(word.lower() in _SITE_WORDS for word in words)
    if proposal.label == "AGE" and _CLOCK.fullmatch(text, proposal.start, proposal.end):
        return True
    if proposal.parse is not None or proposal.label not in _NUMERIC:
        return False
    if proposal.label in _WORDED and proposal.score >= _SURE:
        return False
    return _DIGIT.search(text, proposal.start, proposal.end) is None


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
    text: str, settings: Settings, proposal: Proposal, clearance: Clearance
) -> Proposal | None:
    """Leave out what recognizers are sure hides nothing; None where that is all of a proposal.

    A date that was read stays whole, if any of it stays.
    """
    if proposal.label not in settings.clearable or _is_cued(proposal):
        return proposal
    rest = clearance.rest(text, (proposal.start, proposal.end))
    if rest is None:
        return None
    if proposal.label == "DATE" and proposal.parse is not None:
        return proposal
    return replace(proposal, start=rest[0], end=rest[1])


def decide(
    text: str,
    proposals: Mapping[str, Sequence[Proposal]],
    protected: Sequence[Proposal],
    settings: Settings,
    clear: Sequence[Sequence[Sequence[int]]] = (),
) -> tuple[list[Proposal], list[Verdict]]:
    """Resolve overlapping proposals; what a losing span covers alone stays masked.

    text: the document's text.
    proposals: detector to its proposals, in any order.
    protected: clinical terms that must stay, with their strength as score.
    clear: of each recognizer that tells them, the characters [start, end) of the runs of words that
        it is sure hide nothing.
    RETURNS: the decision, disjoint and in order of start; one verdict per proposal, or per column
        that it stands in.
    SOURCE: overlaps go to the most trusted recognizer per category, as in system 1 (VigiBase).
    """
    shields, clearance = Shields(protected), Clearance(clear)
    verdicts: list[Verdict] = []
    queue: list[tuple[tuple[int, float, int, int], Verdict, Proposal]] = []
    for detector, group in proposals.items():
        for proposal in in_columns(text, group):
            verdict = Verdict(detector, proposal, "kept")
            verdicts.append(verdict)
            start, end = trimmed(text, proposal)
            placed = replace(proposal, start=start, end=end)
            rank = _rank(settings, detector, proposal)
            if rank is None:
                verdict.outcome = "unheard"
            elif not has_alphanumeric(text, (start, end)):
                verdict.outcome = "empty"
            elif _is_weak(settings, proposal):
                verdict.outcome = "weak"
            elif _is_implausible(text, placed):
                verdict.outcome = "implausible"
            elif _is_vetoed(text, settings, placed, shields):
                verdict.outcome = "vetoed"
            elif (left := _uncleared(text, settings, placed, clearance)) is None:
                verdict.outcome = "cleared"
            else:
                placed = left
                start, end = without_terms(text, placed, (placed.start, placed.end), shields)
                placed = replace(placed, start=start, end=end)
                queue.append(((rank, -proposal.score, start - end, start), verdict, placed))
    queue.sort(key=lambda item: item[0])
    placement = Placement(text, lambda rest: _is_vetoed(text, settings, rest, shields))
    for (rank, *_), verdict, proposal in queue:
        verdict.outcome, verdict.winner = placement.place(proposal, before=rank == _LAST)
    return placement.decision(), verdicts
