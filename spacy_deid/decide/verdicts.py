"""The arithmetic of the decision: which proposals stand, which give way, and why."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from spacy_deid.annotations import Proposal
from spacy_deid.decide.placement import EDGES, WORD, Placement, without_small_words
from spacy_deid.decide.shields import Shields
from spacy_deid.intervals import Interval, covers, has_alphanumeric, trim

_DIGIT = re.compile(r"\d")
_COLUMNS = re.compile(r"(?<=[^\s-])(?: {3,}|[ ]*\t\s*|[ ]*\r?\n[ \t]*\r?\n\s*)(?=\S)")
_WHOLE_DATE = re.compile(r"\d ?[./-] ?\d|\d.{0,4}[^\W\d_]{3}|[^\W\d_]{3}.{0,12}\d")
_CUED = ("identifiers.", "contacts.")
_CUED_SCORE = 0.95
"""Score of rules that a cue leads to: no term in general outweighs 'MRN' or 'Phone'."""
_PERSONS = frozenset({"PATIENT", "DOCTOR"})
_RANKS = re.compile(
    r"(?:mr|mrs|ms|miss|dr|prof|sir|madam|sgt|cpl|pte|lt|capt|lek(?=\.)|mudr|sub-i|nurse|sister|"
    r"midwife|pharmacist|physician|doctor|padre|confr[eè]re)\b\.?[ \t]+(?=[^\W\d_])",
    re.IGNORECASE,
)
_NAMED = _PERSONS | {"HOSPITAL", "ORGANIZATION"}
_LED = re.compile(r"(?:at|from|to|by|in|before)\s+(?=[^\W\d_])", re.IGNORECASE)
_FOLLOWED = re.compile(r"[\s,]{1,3}(?:et\.?\s?al\b\.?|p\.\s?\d{1,3}|R\.?N\.?|[Nn]o\.?)\Z")
_TAIL = 12
_ABBREVIATION = re.compile(r"(?:^|[^\w])[^\W\d_]\.$|\b[JS]r\.$")
_NUMERIC = frozenset(
    "AGE DATE PHONE FAX ZIP IPADDR SSN MEDICALRECORD HEALTHPLAN ACCOUNT IDNUM".split()
)
"""Labels of spans that hold a digit, unless a detector parsed their words or is sure of them."""
_SINGLE = frozenset({"AGE", "DATE", "ZIP"})
_WORDED = frozenset({"AGE", "DATE"})
"""Those of them that words alone can say: 'spring', 'Fri', 'seventy'."""
_SPOKEN = re.compile(
    r"(?:\b(?:zero|nought|oh|one|two|three|four|five|six|seven|eight|nine|double|triple)\b[\s-]*){3}",
    re.IGNORECASE,
)
"""Digits in words, as phone numbers are said."""
_SURE = 0.5
_MEASURED = 0.97
"""Strength of terms that are figures read as such: a clock time, a pressure."""
_PEOPLE = 0.95
"""Strength of words that are peoples or makers."""


@dataclass(slots=True)
class Settings:
    """How to decide.

    order: detectors, the most trusted first.
    label_order: label to its own order of detectors, where it differs; a detector that is missing
        there is not heard for that label.
    thresholds: label to the least score that a proposal needs; '*' for all others.
    vetoable: labels that a protected clinical term can veto.
    veto_margin: a veto holds where the term's strength is at least the proposal's score plus this.
    """

    order: Sequence[str]
    label_order: Mapping[str, Sequence[str]] = field(default_factory=dict)
    thresholds: Mapping[str, float] = field(default_factory=dict)
    vetoable: frozenset[str] = frozenset()
    veto_margin: float = 0.0


@dataclass(slots=True)
class Verdict:
    """What became of one proposal.

    detector: the group that proposed it.
    outcome: kept, joined (made a kept span longer), remainder (partly kept beside a winner),
        covered (inside a winner), vetoed, weak (under its threshold), empty (only punctuation),
        unheard (its detector has no say on this label), implausible (a number without a digit).
    winner: the [start, end] of the span that it gave way to or joined, where there is one.
    """

    detector: str
    proposal: Proposal
    outcome: str
    winner: tuple[int, int] | None = None


def _trim(text: str, proposal: Proposal) -> tuple[int, int]:
    """Trim the edges and the ranks of persons, but leave brackets in pairs and marks that belong.

    Those are the stop of an initial, of 'Jr.', of such as 'y.o.' and of a date that was read with
    it, and the apostrophe of a short year.
    """
    start, end = trim(text, (proposal.start, proposal.end), EDGES)
    if proposal.label in _NAMED:
        start, end = _without_company(text, start, end, proposal.label in _PERSONS)
    dotted = proposal.parse is not None and text[end : proposal.end] == "."
    if end < proposal.end and (dotted or _ABBREVIATION.search(text[start : end + 1])):
        end += 1
    before, after = text[proposal.start : start][-1:], text[end : proposal.end][:1]
    inside = text[start:end]
    if before == "(" and inside.count(")") > inside.count("("):
        start -= 1
    elif before in ("'", "’") and proposal.label == "DATE" and inside[:2].isdigit():
        start -= 1
    elif after == ")" and inside.count("(") > inside.count(")"):
        end += 1
    return start, end


def _without_company(text: str, start: int, end: int, is_person: bool) -> Interval:
    """Leave out ranks before a person and prepositions before a place, 'et al' and the like."""
    before = _RANKS if is_person else _LED
    while led := before.match(text, start, end):
        start = led.end()
    if followed := _FOLLOWED.search(text, max(start + 1, end - _TAIL), end):
        end = followed.start()
    return start, end


def _in_columns(text: str, group: Iterable[Proposal]) -> Iterator[Proposal]:
    """Part proposals at the gaps between columns and paragraphs, but what was parsed.

    A date or an age ends at the first, where the next column's value follows, unless it is a day
    alone: '12   03   1958'.
    """
    for proposal in group:
        start = proposal.start
        if proposal.parse is None:
            for gap in _COLUMNS.finditer(text, start, proposal.end):
                part = replace(proposal, start=start, end=gap.start())
                if part.label == "DATE" and not _WHOLE_DATE.search(text, part.start, part.end):
                    continue
                yield part
                start = gap.end()
                if part.label in _SINGLE:
                    break
        if start == proposal.start:
            yield proposal
        elif proposal.label not in _SINGLE:
            yield replace(proposal, start=start)


def _rank(settings: Settings, detector: str, label: str) -> int | None:
    order = list(settings.label_order.get(label) or settings.order)
    return order.index(detector) if detector in order else None


def _is_implausible(text: str, proposal: Proposal) -> bool:
    """Tell whether something that has to hold a digit holds none.

    What was parsed is believed, and a detector that is sure of a date or an age in words.
    """
    if proposal.parse is not None or proposal.label not in _NUMERIC:
        return False
    if proposal.label in _WORDED and proposal.score >= _SURE:
        return False
    span = proposal.start, proposal.end
    return _DIGIT.search(text, *span) is None and _SPOKEN.search(text, *span) is None


def _is_weak(settings: Settings, proposal: Proposal) -> bool:
    least = settings.thresholds.get(proposal.label, settings.thresholds.get("*", 0.0))
    return proposal.score < least


def _is_vetoed(text: str, settings: Settings, proposal: Proposal, shields: Shields) -> bool:
    """Tell whether protected terms explain every word of a proposal but single letters.

    'Hepatitis A' goes with 'Hepatitis'; 'Parkinson' in 'Mr Parkinson' stays, since no term that is
    protected there covers it.
    """
    cued = proposal.source.startswith(_CUED) and proposal.score >= _CUED_SCORE
    if cued or proposal.label not in settings.vetoable:
        return False
    span = (proposal.start, proposal.end)
    strong = shields.over(span, proposal.score + settings.veto_margin)
    if not strong:
        return False
    words = [m.span() for m in WORD.finditer(text, *span)]
    long = [word for word in words if word[1] - word[0] > 1] or words
    return all(any(covers(s, word) for s in strong) for word in long)


def _behind_peoples(text: str, span: Interval, shields: Shields) -> Interval:
    """Begin a job behind the people before it: 'an Irish warehouse worker'."""
    words = [m.span() for m in WORD.finditer(text, *span)]
    if len(words) > 1 and shields.is_term(words[0], _PEOPLE):
        return words[1][0], span[1]
    return span


def _before_measures(text: str, span: Interval, shields: Shields) -> Interval:
    """End a date before the clock times and values behind it: 'Feb 20, 2014 at 4pm'."""
    sure = shields.over(span, _MEASURED)
    if not sure:
        return span
    words = [m.span() for m in WORD.finditer(text, *span)]
    last = len(words)
    while last and any(covers(s, words[last - 1]) for s in sure):
        last -= 1
    if not 0 < last < len(words):
        return span
    start, end = without_small_words(text, (span[0], words[last - 1][1]))
    return (start, end) if start < end else span


def decide(
    text: str,
    proposals: Mapping[str, Sequence[Proposal]],
    protected: Sequence[Proposal],
    settings: Settings,
) -> tuple[list[Proposal], list[Verdict]]:
    """Resolve overlapping proposals; what a losing span covers alone stays masked.

    text: the document's text.
    proposals: detector to its proposals, in any order.
    protected: clinical terms that must stay, with their strength as score.
    RETURNS: the decision, disjoint and in order of start; one verdict per proposal, or per column
        that it stands in.
    SOURCE: overlaps go to the most trusted recognizer per category, as in system 1 (VigiBase).
    """
    shields = Shields(protected)
    verdicts: list[Verdict] = []
    queue: list[tuple[tuple[int, float, int, int], Verdict, Proposal]] = []
    for detector, group in proposals.items():
        for proposal in _in_columns(text, group):
            verdict = Verdict(detector, proposal, "kept")
            verdicts.append(verdict)
            start, end = _trim(text, proposal)
            rank = _rank(settings, detector, proposal.label)
            if rank is None:
                verdict.outcome = "unheard"
            elif not has_alphanumeric(text, (start, end)):
                verdict.outcome = "empty"
            elif _is_weak(settings, proposal):
                verdict.outcome = "weak"
            elif _is_implausible(text, proposal):
                verdict.outcome = "implausible"
            elif _is_vetoed(text, settings, proposal, shields):
                verdict.outcome = "vetoed"
            else:
                if proposal.label == "DATE" and proposal.parse is None:
                    start, end = _before_measures(text, (start, end), shields)
                elif proposal.label == "PROFESSION":
                    start, end = _behind_peoples(text, (start, end), shields)
                trimmed = replace(proposal, start=start, end=end)
                queue.append(((rank, -proposal.score, start - end, start), verdict, trimmed))
    queue.sort(key=lambda item: item[0])
    placement = Placement(text, lambda rest: _is_vetoed(text, settings, rest, shields))
    for _, verdict, proposal in queue:
        verdict.outcome, verdict.winner = placement.place(proposal)
    return placement.decision(), verdicts
