"""The default model: every rule in its order, each leaving alone what an earlier one explained."""

from __future__ import annotations

from bisect import bisect_right

from spacy_deid.annotations import Proposal
from spacy_deid.detect.names.finder import find_names
from spacy_deid.detect.names.misread import find_misread_names
from spacy_deid.detect.places.care_sites import find_care_sites
from spacy_deid.detect.places.finder import find_places
from spacy_deid.detect.places.organization_wordings import ORGANIZATION_WORDINGS
from spacy_deid.detect.places.organizations import SITE_TAKEN
from spacy_deid.detect.places.site_wordings import SITE_WORDINGS
from spacy_deid.detect.professions.finder import find_professions
from spacy_deid.detect.protection.finder import find_protected
from spacy_deid.detect.words.lexicon import Lexicon, embedded_lexicon
from spacy_deid.detect.words.scan import Scan
from spacy_deid.intervals import PhiSpan


def _lies_in(spans: list[tuple[int, int]], proposal: Proposal) -> bool:
    """Tell whether a span of an ordered, disjoint list covers a proposal."""
    place = bisect_right(spans, proposal.start, key=lambda span: span[0]) - 1
    return place >= 0 and spans[place][0] <= proposal.start and proposal.end <= spans[place][1]


def _with(proposals: list[Proposal], more: list[Proposal]) -> list[Proposal]:
    """Add proposals; one that another covers goes, and of two that cross the longer stays."""
    if not more:
        return proposals
    kept: list[Proposal] = []
    for proposal in sorted(proposals + more, key=lambda p: (p.start, -p.end)):
        if kept and proposal.start < kept[-1].end:
            if proposal.end <= kept[-1].end:
                continue
            if proposal.end - proposal.start > kept[-1].end - kept[-1].start:
                kept.pop()
            else:
                continue
        kept.append(proposal)
    return kept


def find_by_evidence(scan: Scan, lexicon: Lexicon) -> tuple[list[Proposal], list[Proposal]]:
    """Propose from lists and context.

    RETURNS: identifying proposals, and clinical terms with the label PROTECT.
    """
    protected = find_protected(scan, lexicon)
    proposals = find_professions(scan)
    proposals += find_care_sites(scan)
    proposals = _with(proposals, SITE_WORDINGS.find(scan, "gazetteer.site", SITE_TAKEN))
    more = ORGANIZATION_WORDINGS.find(scan, "gazetteer.organization", SITE_TAKEN)
    proposals = _with(proposals, more)
    proposals += find_places(scan)
    names = find_names(scan)
    misread = find_misread_names(scan)
    if misread:
        whole = [(p.start, p.end) for p in misread]
        names = [p for p in names if not _lies_in(whole, p)] + misread
    titled = sorted((n.start, n.end) for n in names if n.source.endswith(".title"))
    proposals = [p for p in proposals if not _lies_in(titled, p)] + names
    return proposals, protected


def find_names_and_places(text: str, *, threshold: float = 0.5) -> list[PhiSpan]:
    """Find what the default model finds in a text, with the lists of the package; no Doc needed.

    threshold: least score, 0 to 1.
    RETURNS: spans in the order of their start; [] for ''.
    """
    lexicon = embedded_lexicon()
    proposals, _ = find_by_evidence(Scan(text, lexicon.flags), lexicon)
    spans = [PhiSpan(p.start, p.end, p.label) for p in proposals if p.score >= threshold]
    return sorted(spans)
