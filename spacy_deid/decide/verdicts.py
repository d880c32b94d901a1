"""The arithmetic of the decision: which proposals stand, which give way, and why."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right, insort
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from spacy_deid.annotations import Proposal
from spacy_deid.intervals import covers, has_alphanumeric, merge, overlaps, subtract, trim
from spacy_deid.phi import CATEGORY_OF

_EDGES = ".,;:!?)(]['\"“”‘’*|<>{}=_~"
_DIGIT = re.compile(r"\d")
_NAME_GAP = re.compile(r"[ \t]?[-.,]?[ \t]?|[ \t]?,[ \t]")
_STREET_GAP = re.compile(r"[ \t]?,?[ \t]?")
_ABBREVIATION = re.compile(r"(?:^|[^\w])[^\W\d_]\.$|\b[JS]r\.$")
_SMALL_WORDS = frozenset(
    "a an and at by for from he her him his i in is it my of on or our she that the their they "
    "this to us was we were who with you your mr mrs ms miss dr prof".split()
)
_WORD = re.compile(r"[^\W_]+")
_NUMERIC = frozenset(
    "AGE DATE PHONE FAX ZIP IPADDR SSN MEDICALRECORD HEALTHPLAN ACCOUNT IDNUM".split()
)
"""Labels of spans that hold a digit, unless a detector parsed their words or is sure of them."""
_WORDED = frozenset({"AGE", "DATE"})
"""Those of them that words alone can say: 'spring', 'Fri', 'seventy'."""
_SURE = 0.5
_MEASURED = 0.97
"""Strength of terms that are figures read as such: a clock time, a pressure."""
_PATTERNED = frozenset({"DATE", "AGE"})
"""Labels whose losing remainders are kept only with a digit: the rest is wording around them."""
_CODES = frozenset("MEDICALRECORD HEALTHPLAN ACCOUNT LICENSE VEHICLE DEVICE SSN IDNUM".split())
_CODE_BEFORE = re.compile(r"(?<!\w)(?:[A-Z0-9]{1,10}[-/._])+\Z")
_CODE_BEHIND = re.compile(r"(?:[-/._][A-Z0-9]{1,10})+(?!\w)")
_LONGEST_CODE = 40


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
    """Trim the edges, but leave a bracket whose partner is inside and the marks that belong.

    Those are the stop of an initial, of 'Jr.', of such as 'y.o.' and of a date that was read with
    it, and the apostrophe of a short year.
    """
    start, end = trim(text, (proposal.start, proposal.end), _EDGES)
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
    return _DIGIT.search(text, proposal.start, proposal.end) is None


def _is_weak(settings: Settings, proposal: Proposal) -> bool:
    least = settings.thresholds.get(proposal.label, settings.thresholds.get("*", 0.0))
    return proposal.score < least


def _is_vetoed(
    text: str, settings: Settings, proposal: Proposal, protected: Sequence[Proposal]
) -> bool:
    """Tell whether protected terms explain every word of a proposal but single letters.

    'Hepatitis A' goes with 'Hepatitis'; 'Parkinson' in 'Mr Parkinson' stays, since no term that is
    protected there covers it.
    """
    if proposal.label not in settings.vetoable:
        return False
    span = (proposal.start, proposal.end)
    strong = merge(
        (p.start, p.end)
        for p in protected
        if p.score >= proposal.score + settings.veto_margin and overlaps((p.start, p.end), span)
    )
    if not strong:
        return False
    words = [m.span() for m in _WORD.finditer(text, *span)]
    long = [word for word in words if word[1] - word[0] > 1] or words
    return all(any(covers(s, word) for s in strong) for word in long)


def _before_measures(
    text: str, span: tuple[int, int], protected: Sequence[Proposal]
) -> tuple[int, int]:
    """End a date before the clock times and values behind it: 'Feb 20, 2014 - 4pm'."""
    sure = [(p.start, p.end) for p in protected if p.score >= _MEASURED]
    words = [m.span() for m in _WORD.finditer(text, *span)]
    last = len(words)
    while last and any(covers(s, words[last - 1]) for s in sure):
        last -= 1
    return (span[0], words[last - 1][1]) if 0 < last < len(words) else span


def _same_kind(a: str, b: str) -> bool:
    """Tell whether two labels hide the same thing, so that their union is one span."""
    return a not in _PATTERNED and (a == b or CATEGORY_OF.get(a) == CATEGORY_OF.get(b) == "NAME")


def _joins(rival: Proposal, proposal: Proposal) -> bool:
    """Tell whether a proposal widens one that is kept, rather than leaving a remainder.

    Of dates and ages only what was parsed does, and takes the kept one in whole: 'Labor Day
    weekend'.
    """
    if _same_kind(rival.label, proposal.label):
        return True
    whole = covers((proposal.start, proposal.end), (rival.start, rival.end))
    return rival.label == proposal.label and whole and proposal.parse is not None


def _worth_keeping(text: str, part: tuple[int, int], label: str) -> bool:
    """Tell whether what is left of a losing span can still identify."""
    if not has_alphanumeric(text, part):
        return False
    if label in _PATTERNED:
        return _DIGIT.search(text, part[0], part[1]) is not None
    return True


def _without_small_words(text: str, part: tuple[int, int]) -> tuple[int, int]:
    """Move the borders of a remainder inwards over articles, prepositions and the like."""
    words = [(m.start(), m.end()) for m in _WORD.finditer(text, part[0], part[1])]
    while words and text[slice(*words[0])].lower() in _SMALL_WORDS:
        words.pop(0)
    while words and text[slice(*words[-1])].lower() in _SMALL_WORDS:
        words.pop()
    return (words[0][0], words[-1][1]) if words else (part[0], part[0])


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
    RETURNS: the decision, disjoint and in order of start; one verdict per proposal.
    SOURCE: overlaps go to the most trusted recognizer per category, as in system 1 (VigiBase).
    """
    verdicts: list[Verdict] = []
    queue: list[tuple[tuple[int, float, int, int], Verdict, Proposal]] = []
    for detector, group in proposals.items():
        for proposal in group:
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
            elif _is_vetoed(text, settings, proposal, protected):
                verdict.outcome = "vetoed"
            else:
                if proposal.label == "DATE" and proposal.parse is None:
                    start, end = _before_measures(text, (start, end), protected)
                trimmed = replace(proposal, start=start, end=end)
                queue.append(((rank, -proposal.score, start - end, start), verdict, trimmed))
    queue.sort(key=lambda item: item[0])
    kept: list[Proposal] = []
    starts: list[int] = []
    for _, verdict, proposal in queue:
        _place(text, settings, kept, starts, verdict, proposal, protected)
    return _close_gaps(text, _whole_codes(text, kept)), verdicts


def _place(
    text: str,
    settings: Settings,
    kept: list[Proposal],
    starts: list[int],
    verdict: Verdict,
    proposal: Proposal,
    protected: Sequence[Proposal],
) -> None:
    """Put one proposal beside those already kept (disjoint, ordered by start).

    What it covers beyond them stays, unless protected terms explain that rest.
    """
    span = (proposal.start, proposal.end)
    low = max(bisect_right(starts, span[0]) - 1, 0)
    high = bisect_left(starts, span[1])
    rivals = [k for k in kept[low:high] if overlaps((k.start, k.end), span)]
    if not rivals:
        _insert(kept, starts, proposal)
        return
    verdict.winner = (rivals[0].start, rivals[0].end)
    if len(rivals) == 1 and covers((rivals[0].start, rivals[0].end), span):
        verdict.outcome = "covered"
        return
    joinable = [rival for rival in rivals if _joins(rival, proposal)]
    if joinable and len(rivals) == len(joinable):
        first = joinable[0]
        for rival in joinable:
            index = starts.index(rival.start)
            del kept[index], starts[index]
        first = replace(
            first,
            start=min(span[0], *(r.start for r in rivals)),
            end=max(span[1], *(r.end for r in rivals)),
        )
        _insert(kept, starts, first)
        verdict.outcome, verdict.winner = "joined", (first.start, first.end)
        return
    verdict.outcome = "covered"
    for part in subtract(span, merge((r.start, r.end) for r in rivals)):
        part = _without_small_words(text, trim(text, part, _EDGES + "-/"))
        if part[0] < part[1] and _worth_keeping(text, part, proposal.label):
            source = f"{proposal.source}+remainder"
            rest = replace(proposal, start=part[0], end=part[1], source=source, parse=None)
            if not _is_vetoed(text, settings, rest, protected):
                verdict.outcome = "remainder"
                _insert(kept, starts, rest)


def _insert(kept: list[Proposal], starts: list[int], proposal: Proposal) -> None:
    index = bisect_right(starts, proposal.start)
    kept.insert(index, proposal)
    insort(starts, proposal.start)


def _whole_codes(text: str, kept: Sequence[Proposal]) -> list[Proposal]:
    """Widen identifiers over the capitals and digits that hyphens, slashes or stops tie to them."""
    whole: list[Proposal] = []
    for place, proposal in enumerate(kept):
        if proposal.label in _CODES:
            first = whole[-1].end if whole else 0
            last = kept[place + 1].start if place + 1 < len(kept) else len(text)
            first = max(first, proposal.start - _LONGEST_CODE)
            before = _CODE_BEFORE.search(text, first, proposal.start)
            start = before.start() if before else proposal.start
            behind = _CODE_BEHIND.match(text, proposal.end, last)
            end = behind.end() if behind else proposal.end
            if (start, end) != (proposal.start, proposal.end):
                proposal = replace(proposal, start=start, end=end, parse=None)
        whole.append(proposal)
    return whole


def _close_gaps(text: str, kept: list[Proposal]) -> list[Proposal]:
    """Join neighbours of one name or one street with nothing but a separator between them."""
    closed: list[Proposal] = []
    for proposal in kept:
        if closed:
            last = closed[-1]
            gap = text[last.end : proposal.start]
            if (
                len(gap) <= 3
                and "\n" not in gap
                and last.label == proposal.label
                and (
                    (CATEGORY_OF.get(last.label) == "NAME" and _NAME_GAP.fullmatch(gap))
                    or (last.label == "STREET" and _STREET_GAP.fullmatch(gap))
                )
                and not (gap.strip() == "," and _counts_as_list(text, last, proposal))
            ):
                closed[-1] = replace(
                    last,
                    end=proposal.end,
                    score=max(last.score, proposal.score),
                    parse=None,
                )
                continue
        closed.append(proposal)
    return closed


def _counts_as_list(text: str, first: Proposal, second: Proposal) -> bool:
    """Tell whether two names around a comma are two persons: both have more than one word."""
    return any(" " in text[p.start : p.end] for p in (first, second))
