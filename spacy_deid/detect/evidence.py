"""The default model: every rule in its order, each leaving alone what an earlier one explained."""

from __future__ import annotations

from spacy_deid.annotations import Proposal
from spacy_deid.detect.caresites import find_care_sites
from spacy_deid.detect.lexicon import Lexicon
from spacy_deid.detect.names import find_names
from spacy_deid.detect.places import find_places
from spacy_deid.detect.professions import find_professions
from spacy_deid.detect.protect import find_protected
from spacy_deid.detect.scan import Scan


def find_by_evidence(scan: Scan, lexicon: Lexicon) -> tuple[list[Proposal], list[Proposal]]:
    """Propose from lists and context.

    RETURNS: identifying proposals, and clinical terms with the label PROTECT.
    """
    protected = find_protected(scan, lexicon)
    proposals = find_professions(scan, lexicon)
    proposals += find_care_sites(scan, lexicon)
    proposals += find_places(scan, lexicon)
    proposals += find_names(scan)
    return proposals, protected
