"""``deid_ensemble``: detectors vote on exact spans; the set with the most votes is proposed."""

# No postponed annotations here: spaCy reads those of the factory to check the config.

from bisect import bisect_right
from collections.abc import Mapping, Sequence

from spacy.language import Language
from spacy.pipeline import Pipe
from spacy.tokens import Doc

from spacy_deid.annotations import Proposal
from spacy_deid.errors import DeidError
from spacy_deid.phi import scheme_of
from spacy_deid.proposals import is_proposed, read_proposals, write_proposals

ENTS = "ents"


@Language.factory(
    "deid_ensemble",
    assigns=["doc.spans"],
    default_config={"weights": {}, "least": 0.5},
)
def create_ensemble(
    nlp: Language, name: str, weights: Mapping[str, float], least: float
) -> "VotingEnsemble":
    """Make the component ``deid_ensemble``.

    weights: required; span group (or 'ents' for ``doc.ents``) to what its vote counts, above 0. A
        vote is that weight times the score of the proposal.
    least: share of all weights that a span needs at least, in (0, 1]; of two detectors of one
        weight each is half, so that with 0.5 one of them is enough where its score is 1.
    RAISES: DeidError D011 for a setting out of range.
    """
    if not weights or min(weights.values()) <= 0:
        raise DeidError(
            "D011",
            name="weights",
            component=name,
            value=dict(weights),
            expected="at least one detector, with a weight above 0",
        )
    if not 0 < least <= 1:
        raise DeidError(
            "D011", name="least", component=name, value=least, expected="above 0, at most 1"
        )
    return VotingEnsemble(name, weights=weights, least=least)


class VotingEnsemble(Pipe):
    """Propose the disjoint spans that have the most votes together."""

    def __init__(self, name: str, *, weights: Mapping[str, float], least: float) -> None:
        self.name = name
        self.weights = dict(weights)
        self.least = least

    def __call__(self, doc: Doc) -> Doc:
        """Write ``doc.spans[name]``; the score of a span is its share of the votes.

        doc: without any proposal gives an empty group. Spans that overlap compete; so do labels.
        RAISES: DeidError D303 where a detector that votes has not written its group.
        """
        silent = [one for one in self.weights if one != ENTS and one not in doc.spans]
        if silent and len(doc):
            document, names = doc._.deid_id or "?", ", ".join(silent)
            raise DeidError("D303", doc=document, component=self.name, groups=names)
        votes: dict[tuple[int, int, str], float] = {}
        for source, weight in self.weights.items():
            ballots: dict[tuple[int, int, str], float] = {}
            for start, end, label, score in _ballots(doc, source):
                place = (start, end, label)
                ballots[place] = max(ballots.get(place, 0.0), weight * score)
            for place, vote in ballots.items():
                votes[place] = votes.get(place, 0.0) + vote
        total = sum(self.weights.values())
        enough = [
            Proposal(start, end, label, min(count / total, 1.0), self.name)
            for (start, end, label), count in votes.items()
            if count >= self.least * total
        ]
        write_proposals(doc, self.name, _best_disjoint(enough), heard=self.weights)
        return doc


def _ballots(doc: Doc, source: str) -> list[tuple[int, int, str, float]]:
    """Give the votes of one source; drugs and reactions of other libraries have none."""
    if source == ENTS:
        found = [(ent.start_char, ent.end_char, ent.label_, 1.0) for ent in doc.ents]
    else:
        found = [(p.start, p.end, p.label, p.score) for p in read_proposals(doc, source)]
        if source in doc.spans and is_proposed(doc, source):
            return found
    return [ballot for ballot in found if scheme_of([ballot[2]])]


def _best_disjoint(spans: Sequence[Proposal]) -> list[Proposal]:
    """Choose disjoint spans whose scores add up to the most (weighted interval scheduling)."""
    spans = sorted(spans, key=lambda p: (p.end, p.start, p.label))
    ends = [p.end for p in spans]
    best = [0.0]
    before = []
    for place, span in enumerate(spans):
        before.append(bisect_right(ends, span.start, 0, place))
        best.append(max(best[-1], best[before[-1]] + span.score))
    chosen = []
    place = len(spans)
    while place:
        if best[place] > best[place - 1]:
            chosen.append(spans[place - 1])
            place = before[place - 1]
        else:
            place -= 1
    return chosen[::-1]
