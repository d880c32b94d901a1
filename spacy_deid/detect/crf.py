"""``deid_crf``: a linear-chain conditional random field (CRFsuite) as a component."""

# No postponed annotations here: spaCy reads those of ``initialize`` to check the config.

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy
from spacy.language import Language
from spacy.tokens import Doc

from spacy_deid.detect.features.context import View
from spacy_deid.detect.features.extractor import FeatureExtractor
from spacy_deid.detect.recognizers.chained import DECODING_SETTINGS, ChainRecognizer
from spacy_deid.detect.recognizers.crf_training import train
from spacy_deid.detect.recognizers.linear import LinearScorer, Weights
from spacy_deid.detect.recognizers.recognizer import Pairs, check_choice, check_range
from spacy_deid.detect.recognizers.tagging import SCHEMES, Floats, gold_tags

ALGORITHMS = ("lbfgs", "ap")
SETTINGS: dict[str, Any] = {
    "groups": ["sahlstrom"],
    "windows": {},
    "rule_sources": ["deid_patterns", "deid_gazetteer"],
    "scheme": "BIO",
    "algorithm": "lbfgs",
    "c1": 0.0,
    "c2": 1.0,
    "max_iterations": 150,
    "min_frequency": 0,
    "experts": 1,
    "expert_share": 1.0,
    **DECODING_SETTINGS,
    "annotating": [],
}


@Language.factory(
    "deid_crf",
    assigns=["doc.spans"],
    default_config=SETTINGS,
    default_score_weights={"ents_f": 0.5, "ents_r": 0.5, "ents_p": 0.0},
)
def create_crf(
    nlp: Language,
    name: str,
    groups: Sequence[str],
    windows: Mapping[str, int],
    rule_sources: Sequence[str],
    scheme: str,
    algorithm: str,
    c1: float,
    c2: float,
    max_iterations: int,
    min_frequency: int,
    experts: int,
    expert_share: float,
    recall_bias: float,
    label_bias: Mapping[str, float],
    decoding: str,
    clear_below: float,
    sparse_share: float,
    sparse_drop: float,
    probabilities: bool,
    annotating: Sequence[str],
) -> "ConditionalRandomField":
    """Make the component ``deid_crf``.

    groups, windows, rule_sources: see ``FeatureExtractor``.
    scheme: 'BIO' or 'BILOU'.
    algorithm: 'lbfgs', or 'ap', the averaged perceptron: many times faster to train, its marginals
        are not calibrated.
    c1, c2: weights of the L1 and L2 penalties (elastic net) of L-BFGS, 0 or more.
    max_iterations: at least 1.
    min_frequency: features seen less often are left out.
    experts: fields that are trained, each on the share ``expert_share`` (0.01 to 1) of all;
        their weights are averaged into one field. Several experts that see a part err less than one
        that sees all.
    recall_bias: taken off the score of 'nothing to hide' at every word; above 0 finds more.
    label_bias: the same by label, on top: added to the scores of the tags of a label.
    decoding: 'path' or 'words', see ``chained.DECODINGS``.
    clear_below: with 'words', probability of something to hide, up to 0.5, below which a word
        counts as clear: the resolver leaves out what only wide rules propose there; 0 for no word.
    sparse_share, sparse_drop: with 'words', the share of words to hide (0 to 1) below which a
        document counts as sparse, 0 for none, and what ``recall_bias`` loses (up to 50) where
        nothing is to hide, less by less up to that share.
    probabilities: leave the class probabilities of every token in the document, as the inverse mode
        needs them.
    annotating: components whose proposals training needs; they run on every training document.
    RAISES: DeidError D011 for a setting out of range, and for 'ap' with 'words'.
    """
    check_range(name, "c1", c1, 0)
    check_range(name, "c2", c2, 0)
    check_range(name, "max_iterations", max_iterations, 1)
    check_range(name, "min_frequency", min_frequency, 0)
    check_range(name, "experts", experts, 1)
    check_range(name, "expert_share", expert_share, 0.01, 1)
    check_choice(name, "scheme", scheme, SCHEMES)
    check_choice(name, "algorithm", algorithm, ALGORITHMS)
    if algorithm == "ap":
        # its scores are no logarithms of probabilities
        check_choice(name, "decoding", decoding, ("path",))
    penalties = {"c1": c1, "c2": c2} if algorithm == "lbfgs" else {}
    extractor = FeatureExtractor(groups, windows=windows, rule_sources=rule_sources)
    return ConditionalRandomField(
        name,
        extractor=extractor,
        scheme=scheme,
        training={
            "algorithm": algorithm,
            "settings": {
                **penalties,
                "max_iterations": max_iterations,
                "feature.minfreq": min_frequency,
                "feature.possible_transitions": True,
            },
            "experts": experts,
            "expert_share": expert_share,
        },
        recall_bias=recall_bias,
        label_bias=label_bias,
        decoding=decoding,
        clear_below=clear_below,
        sparse_share=sparse_share,
        sparse_drop=sparse_drop,
        probabilities=probabilities,
        annotating=annotating,
    )


class ConditionalRandomField(ChainRecognizer):
    """Tag words by CRFsuite's weights; see ``ChainRecognizer.annotate`` for its scores."""

    extractor: FeatureExtractor

    def __init__(
        self,
        name: str,
        *,
        extractor: FeatureExtractor,
        scheme: str,
        training: Mapping[str, Any],
        annotating: Sequence[str],
        **decoding: Any,
    ) -> None:
        super().__init__(name, extractor=extractor, annotating=annotating, **decoding)
        self.scheme = scheme
        self.training = dict(training)
        self._open(Weights.of([], []), numpy.zeros((0, 0), dtype=numpy.float32))

    def fit(self, pairs: Pairs) -> None:
        """Learn from documents and their gold by CRFsuite."""

        def documents() -> Iterator[tuple[list[list[str]], list[str]]]:
            for doc, gold in pairs():
                view, rows = self.extractor(doc)
                yield rows, gold_tags(gold, view, self.scheme)

        self._open(*train(self.name, documents, **self.training))

    def _open(self, weights: Weights, transitions: Floats) -> None:
        self._transitions = transitions
        self._scorer = LinearScorer(self.extractor, weights)

    def classes(self) -> Sequence[str]:
        """Give the tags learnt, none before training."""
        return self._scorer.weights.classes

    @property
    def transitions(self) -> Floats:
        """Scores of going from row to column, shape (classes, classes)."""
        return self._transitions

    def scores_of(self, docs: Sequence[Doc]) -> list[tuple[View, Floats]]:
        """Give each document's view and the score of each class, shape (words, classes)."""
        return [self._scorer(doc) for doc in docs]

    def feature_weights(self) -> dict[str, dict[int, float]]:
        """Give the learnt weights: tag to feature hash (``linear.feature_key``) to weight."""
        return self._scorer.weights.by_class()

    def state(self) -> dict[str, Any]:
        """Give the weights."""
        weights = self._scorer.weights.to_dict()
        return {"weights": weights, "transitions": self._transitions.tobytes()}

    def take(self, state: Mapping[str, Any]) -> None:
        """Take back what ``state`` gave."""
        weights = Weights.from_dict(state["weights"])
        shape = (len(weights.classes), len(weights.classes))
        flat = numpy.frombuffer(state["transitions"], numpy.float32)
        self._open(weights, flat.reshape(shape))
