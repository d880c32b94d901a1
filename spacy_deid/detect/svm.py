"""``deid_svm``: a linear support vector machine, one class against the rest, as a component."""

# No postponed annotations here: spaCy reads those of ``initialize`` to check the config.

from collections.abc import Mapping, Sequence
from typing import Any

import numpy
from spacy.language import Language
from spacy.tokens import Doc

from spacy_deid.annotations import Proposal
from spacy_deid.detect.features.extractor import FeatureExtractor
from spacy_deid.detect.machines.calibration import Calibration
from spacy_deid.detect.machines.fitting import Fitting
from spacy_deid.detect.machines.settings import SVM_DEFAULTS, check_settings, solver_of
from spacy_deid.detect.machines.stages import SecondLook
from spacy_deid.detect.recognizers.linear import LinearScorer, Reader, Weights
from spacy_deid.detect.recognizers.recognizer import Pairs, Recognizer, check_choice
from spacy_deid.detect.recognizers.tagging import OUTSIDE, TagTable
from spacy_deid.phi import LABELS
from spacy_deid.proposals import write_proposals


@Language.factory(
    "deid_svm",
    assigns=["doc.spans"],
    default_config={
        "groups": ["sahlstrom"],
        "windows": {},
        "rule_sources": ["deid_patterns", "deid_gazetteer"],
        "stages": 1,
        **SVM_DEFAULTS,
    },
    default_score_weights={"ents_f": 0.5, "ents_r": 0.5, "ents_p": 0.0},
)
def create_svm(
    nlp: Language,
    name: str,
    groups: Sequence[str],
    windows: Mapping[str, int],
    rule_sources: Sequence[str],
    stages: int,
    task: str,
    label: str,
    scheme: str,
    algorithm: str,
    penalty: str,
    c: float,
    l1_ratio: float,
    label_weights: Mapping[str, float],
    passes: int,
    folds: int,
    min_frequency: int,
    recall_bias: float,
    seed: int,
    workers: int,
    annotating: Sequence[str],
) -> "SupportVectorMachine":
    """Make the component ``deid_svm``.

    groups, windows, rule_sources: see ``FeatureExtractor``.
    stages: 1, or 2 for a second machine that also sees the first one's tags of the words around
        and of earlier mentions of the same word in the document.
    task: 'multi', every label apart, or 'two', identifying or not.
    label: the label of proposals of task 'two'; '' for the most frequent one of the corpus.
    scheme: 'BIO' or 'BILOU'.
    algorithm: 'liblinear', on a corpus in memory, or 'sgd', averaged stochastic gradient descent
        in passes over a corpus that streams.
    penalty: 'l2' or 'l1', or for 'sgd' also 'elasticnet' with ``l1_ratio`` in [0, 1].
    c: weight of errors against the penalty, above 0.
    label_weights: label, 'O' or '*' for all others to the weight of errors on its words.
    passes: over the corpus, for 'sgd', 1 or more.
    folds: parts of the corpus, by document, to calibrate on held-out words (and for the first
        stage's tags that the second learns from); 0 for none, else 2 or more.
    min_frequency: features seen less often are left out.
    recall_bias: taken off the margin of 'nothing to hide' at every word; above 0 finds more.
    seed: the same seed and corpus give the same model.
    workers: processes for training (threads for 'sgd'), 0 for one per core.
    annotating: components whose proposals training needs; they run on every training document.
    RAISES: DeidError D011 for a setting out of range.
    """
    settings = {
        "stages": stages,
        "task": task,
        "label": label,
        "scheme": scheme,
        "algorithm": algorithm,
        "penalty": penalty,
        "c": c,
        "l1_ratio": l1_ratio,
        "label_weights": dict(label_weights),
        "passes": passes,
        "folds": folds,
        "min_frequency": min_frequency,
        "recall_bias": recall_bias,
        "seed": seed,
        "workers": workers,
    }
    check_settings(name, settings)
    extractor = FeatureExtractor(groups, windows=windows, rule_sources=rule_sources)
    return SupportVectorMachine(name, reader=extractor, settings=settings, annotating=annotating)


class SupportVectorMachine(Recognizer):
    """Tag every word by itself and propose the spans, with calibrated probabilities as scores."""

    def __init__(
        self,
        name: str,
        *,
        reader: Reader,
        settings: Mapping[str, Any],
        annotating: Sequence[str],
    ) -> None:
        self.settings = dict(settings)
        self.recall_bias = float(settings["recall_bias"])
        knobs = {"recall_bias": self.recall_bias}
        super().__init__(name, extractor=reader, annotating=annotating, knobs=knobs)
        self._open([], Calibration(0), "")

    def fit(self, pairs: Pairs) -> None:
        """Learn from documents and their gold by scikit-learn."""
        fitting = Fitting(self.name, self.extractor, self.settings, solver_of(self.settings))
        stages, calibration = fitting.run(pairs)
        self._open(stages, calibration, self.settings["label"] or fitting.majority)

    def _open(self, stages: Sequence[Weights], calibration: Calibration, label: str) -> None:
        self._scorers = [LinearScorer(self.extractor, weights) for weights in stages]
        self._calibration = calibration
        self._label = label
        classes = stages[0].classes if stages else []
        self._table = TagTable(classes)
        self._second = SecondLook(classes)
        self._outside = classes.index(OUTSIDE) if OUTSIDE in classes else -1

    def check_labels(self) -> None:
        """Refuse weights of a label that is neither PHI nor learnt: its name may be mistyped.

        RAISES: DeidError D011.
        """
        known = sorted({*LABELS, *self.labels, OUTSIDE, "*"})
        for label in self.settings["label_weights"]:
            check_choice(self.name, "label_weights", label, known)

    def classes(self) -> Sequence[str]:
        """Give the tags learnt, none before training."""
        return self._scorers[0].weights.classes if self._scorers else []

    def annotate(self, docs: Sequence[Doc]) -> None:
        """Write ``doc.spans[name]`` of documents, one after the other."""
        for doc in docs:
            view, margins = self.margins(doc)
            proposals: list[Proposal] = []
            if len(margins):
                if self._outside >= 0:
                    margins[:, self._outside] -= self.recall_bias
                chances = self._calibration.probabilities(margins)
                codes = margins.argmax(axis=1)
                proposals = [
                    Proposal(start, end, self._label if self._two else label, score, self.name)
                    for start, end, label, score in self._table.spans(view, codes, chances)
                ]
            write_proposals(doc, self.name, proposals, heard=self.extractor.rule_sources)

    def margins(self, doc: Doc) -> tuple[Any, numpy.typing.NDArray[numpy.float32]]:
        """Score a document.

        RETURNS: its ``View`` and the margin of each class, shape (words of the view, classes), by
            the last stage and without the recall bias.
        """
        view = self.extractor.view(doc)
        rows = self.extractor.context(view)
        margins = self._scorers[0].score(view.words, rows)
        for scorer in self._scorers[1:]:
            added = self._second.features(margins.argmax(axis=1).tolist(), view.lower)
            for row, more in zip(rows, added, strict=True):
                row += more
            margins = scorer.score(view.words, rows)
        return view, margins

    @property
    def _two(self) -> bool:
        return bool(self.settings["task"] == "two")

    @property
    def labels(self) -> tuple[str, ...]:
        """Give the labels that it proposes, in alphabetical order; none before training."""
        if self._two:
            return (self._label,) if self._label else ()
        return tuple(self._table.labels)

    def feature_weights(self) -> dict[str, dict[int, float]]:
        """Give the last stage's weights: tag to feature hash (``linear.feature_key``) to weight."""
        return self._scorers[-1].weights.by_class() if self._scorers else {}

    def state(self) -> dict[str, Any]:
        """Give weights and calibration."""
        return {
            "stages": [scorer.weights.to_dict() for scorer in self._scorers],
            "slopes": self._calibration.slopes.tobytes(),
            "offsets": self._calibration.offsets.tobytes(),
            "label": self._label,
        }

    def take(self, state: Mapping[str, Any]) -> None:
        """Take back what ``state`` gave."""
        stages = [Weights.from_dict(weights) for weights in state["stages"]]
        calibration = Calibration(0)
        calibration.slopes = numpy.frombuffer(state["slopes"], dtype=numpy.float32)
        calibration.offsets = numpy.frombuffer(state["offsets"], dtype=numpy.float32)
        self._open(stages, calibration, state["label"])
