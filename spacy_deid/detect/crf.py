"""``deid_crf``: a linear-chain conditional random field (CRFsuite) as a component."""

# No postponed annotations here: spaCy reads those of ``initialize`` to check the config.

import ctypes
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy
import numpy.typing
from spacy.language import Language
from spacy.tokens import Doc

from spacy_deid.annotations import write_proposals
from spacy_deid.detect.features.extractor import FeatureExtractor
from spacy_deid.detect.lattice import decode
from spacy_deid.detect.linear import LinearScorer, Weights, feature_key
from spacy_deid.detect.recognizer import Pairs, Recognizer, check_choice, check_range
from spacy_deid.detect.tagging import OUTSIDE, SCHEMES, gold_tags, proposals_of, unbroken
from spacy_deid.errors import DeidError

ALGORITHMS = ("lbfgs", "ap")
Floats = numpy.typing.NDArray[numpy.float32]


@Language.factory(
    "deid_crf",
    assigns=["doc.spans"],
    default_config={
        "groups": ["sahlstrom"],
        "windows": {},
        "rule_sources": ["deid_patterns", "deid_gazetteer"],
        "scheme": "BIO",
        "algorithm": "lbfgs",
        "c1": 0.0,
        "c2": 1.0,
        "max_iterations": 150,
        "min_frequency": 0,
        "recall_bias": 0.0,
        "annotating": [],
    },
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
    recall_bias: float,
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
    recall_bias: taken off the score of 'nothing to hide' at every word; above 0 finds more.
    annotating: components whose proposals training needs; they run on every training document.
    RAISES: DeidError D011 for a setting out of range.
    """
    check_range(name, "c1", c1, 0)
    check_range(name, "c2", c2, 0)
    check_range(name, "max_iterations", max_iterations, 1)
    check_range(name, "min_frequency", min_frequency, 0)
    check_choice(name, "scheme", scheme, SCHEMES)
    check_choice(name, "algorithm", algorithm, ALGORITHMS)
    penalties = {"c1": c1, "c2": c2} if algorithm == "lbfgs" else {}
    extractor = FeatureExtractor(groups, windows=windows, rule_sources=rule_sources)
    return ConditionalRandomField(
        name,
        extractor=extractor,
        scheme=scheme,
        algorithm=algorithm,
        training={
            **penalties,
            "max_iterations": max_iterations,
            "feature.minfreq": min_frequency,
            "feature.possible_transitions": True,
        },
        recall_bias=recall_bias,
        annotating=annotating,
    )


class ConditionalRandomField(Recognizer):
    """Tag words by CRFsuite's weights; the score of a span is its least token marginal.

    The span group's attribute 'confidence' is the least marginal of all words, found or left alone.
    """

    extractor: FeatureExtractor

    def __init__(
        self,
        name: str,
        *,
        extractor: FeatureExtractor,
        scheme: str,
        algorithm: str,
        training: Mapping[str, Any],
        recall_bias: float,
        annotating: Sequence[str],
    ) -> None:
        super().__init__(name, extractor=extractor, annotating=annotating)
        self.scheme = scheme
        self.algorithm = algorithm
        self.training = dict(training)
        self.recall_bias = recall_bias
        self.transitions: Floats = numpy.zeros((0, 0), dtype=numpy.float32)
        self._scorer = LinearScorer(extractor, Weights.of([], []))

    def fit(self, pairs: Pairs) -> None:
        """Learn from documents and their gold by CRFsuite."""
        pycrfsuite = _pycrfsuite(self.name)
        trainer = pycrfsuite.Trainer(algorithm=self.algorithm, verbose=False)
        trainer.set_params(self.training)
        for doc, gold in pairs():
            view, rows = self.extractor(doc)
            tags = gold_tags(gold, view, self.scheme)
            for start, end in unbroken(tags):
                trainer.append(rows[start:end], tags[start:end])
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "model.crfsuite"
            _seed_shuffling()
            trainer.train(str(path))
            tagger = pycrfsuite.Tagger()
            tagger.open(str(path))
            self._keep(tagger.labels(), tagger.info())

    def _keep(self, classes: Sequence[str], trained: Any) -> None:
        """Keep what CRFsuite learnt as weights by hashed feature: its own file spells them out."""
        number = {name: place for place, name in enumerate(classes)}
        entries = (
            (feature_key(feature), number[tag], weight)
            for (feature, tag), weight in trained.state_features.items()
        )
        transitions = numpy.zeros((len(classes), len(classes)), dtype=numpy.float32)
        for (before, after), weight in trained.transitions.items():
            transitions[number[before], number[after]] = weight
        self._open(Weights.of(classes, entries), transitions)

    def _open(self, weights: Weights, transitions: Floats) -> None:
        self.transitions = transitions
        self._scorer = LinearScorer(self.extractor, weights)

    def classes(self) -> Sequence[str]:
        """Give the tags learnt, none before training."""
        return self._scorer.weights.classes

    def annotate(self, docs: Sequence[Doc]) -> None:
        """Write ``doc.spans[name]`` of documents, decoded side by side."""
        classes = self.classes()
        views, scores = [], []
        for doc in docs:
            view, found = self._scorer(doc)
            if self.recall_bias and OUTSIDE in classes:
                found[:, classes.index(OUTSIDE)] -= self.recall_bias
            views.append(view)
            scores.append(found)
        paths = decode(scores, self.transitions)
        for doc, view, (path, marginals) in zip(docs, views, paths, strict=True):
            tags = [classes[number] for number in path.tolist()]
            proposals = proposals_of(view, tags, marginals.tolist(), self.name)
            write_proposals(doc, self.name, proposals)
            sure = float(marginals.min()) if len(marginals) else 1.0
            doc.spans[self.name].attrs["confidence"] = sure

    def feature_weights(self) -> dict[str, dict[int, float]]:
        """Give the learnt weights: tag to feature hash (``linear.feature_key``) to weight."""
        return self._scorer.weights.by_class()

    def state(self) -> dict[str, Any]:
        """Give the weights."""
        weights = self._scorer.weights.to_dict()
        return {"weights": weights, "transitions": self.transitions.tobytes()}

    def take(self, state: Mapping[str, Any]) -> None:
        """Take back what ``state`` gave."""
        weights = Weights.from_dict(state["weights"])
        shape = (len(weights.classes), len(weights.classes))
        flat = numpy.frombuffer(state["transitions"], numpy.float32)
        self._open(weights, flat.reshape(shape))


def _seed_shuffling() -> None:
    """Start the C library's ``rand`` anew: the averaged perceptron shuffles its corpus with it."""
    library = ctypes.CDLL("msvcrt" if sys.platform == "win32" else None)
    library.srand(1)


def _pycrfsuite(component: str) -> Any:
    try:
        import pycrfsuite
    except ImportError:
        raise DeidError(
            "D014", component=component, package="python-crfsuite", extra="crf"
        ) from None
    return pycrfsuite
