"""``deid_svm``: a linear support vector machine, one class against the rest, as a component."""

# No postponed annotations here: spaCy reads those of ``initialize`` to check the config.

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy
import srsly
from spacy.language import Language
from spacy.pipeline import Pipe
from spacy.tokens import Doc
from spacy.training import Example

from spacy_deid.annotations import Proposal, write_proposals
from spacy_deid.detect.calibration import Calibration
from spacy_deid.detect.features.extractor import FeatureExtractor
from spacy_deid.detect.linear import LinearScorer, Reader, Weights
from spacy_deid.detect.stages import SecondLook
from spacy_deid.detect.svm_fitting import Fitting
from spacy_deid.detect.svm_settings import SVM_DEFAULTS, check_settings, solver_of
from spacy_deid.detect.tagging import OUTSIDE, TagTable
from spacy_deid.errors import DeidError

Examples = Callable[[Language], Iterable[Example]]


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


class SupportVectorMachine(Pipe):
    """Tag every word by itself and propose the spans, with calibrated probabilities as scores."""

    def __init__(
        self,
        name: str,
        *,
        reader: Reader,
        settings: Mapping[str, Any],
        annotating: Sequence[str],
    ) -> None:
        self.name = name
        self.extractor = reader
        self.settings = dict(settings)
        self.annotating = list(annotating)
        self._open([], Calibration(0), "")

    def initialize(  # type: ignore[override]
        self,
        get_examples: Callable[[], Iterable[Example]],
        *,
        nlp: Language,
        corpus: Examples | None = None,
        dictionaries: Mapping[str, Sequence[str]] | None = None,
        clusters: Mapping[str, str] | None = None,
    ) -> None:
        """Fit on a whole corpus.

        corpus: a reader, named in ``[initialize.components.<name>.corpus]``.
        dictionaries, clusters: tables for the feature groups of these names.
        RAISES: DeidError D204 where no corpus came, D205 where it holds no entity.
        """
        if corpus is None:
            raise DeidError("D204", component=self.name)
        if dictionaries is not None or clusters is not None:
            tables = {"dictionaries": dictionaries or {}, "clusters": clusters or {}}
            self.extractor.load_dict(tables)
        fitting = Fitting(self.name, self.extractor, self.settings, solver_of(self.settings))

        def documents() -> Iterator[tuple[Doc, Doc]]:
            assert corpus is not None
            for example in corpus(nlp):
                doc = example.predicted
                for needed in self.annotating:
                    doc = nlp.get_pipe(needed)(doc)
                yield doc, example.reference

        stages, calibration = fitting.run(documents)
        self._open(stages, calibration, self.settings["label"] or fitting.majority)

    def _open(self, stages: Sequence[Weights], calibration: Calibration, label: str) -> None:
        self._scorers = [LinearScorer(self.extractor, weights) for weights in stages]
        self._calibration = calibration
        self._label = label
        classes = stages[0].classes if stages else []
        self._table = TagTable(classes)
        self._second = SecondLook(classes)
        self._outside = classes.index(OUTSIDE) if OUTSIDE in classes else -1

    def __call__(self, doc: Doc) -> Doc:
        """Write ``doc.spans[name]``; the score of a span is its least word's probability.

        RAISES: DeidError D206 before training.
        """
        view, margins = self.margins(doc)
        proposals: list[Proposal] = []
        if len(margins):
            if self._outside >= 0:
                margins[:, self._outside] -= self.settings["recall_bias"]
            chances = self._calibration.probabilities(margins)
            codes = margins.argmax(axis=1)
            proposals = [
                Proposal(start, end, self._label if self._two else label, score, self.name)
                for start, end, label, score in self._table.spans(view, codes, chances)
            ]
        write_proposals(doc, self.name, proposals)
        return doc

    def margins(self, doc: Doc) -> tuple[Any, numpy.typing.NDArray[numpy.float32]]:
        """Score a document.

        RETURNS: its ``View`` and the margin of each class, shape (words of the view, classes), by
            the last stage and without the recall bias.
        RAISES: DeidError D206 before training.
        """
        if not self._scorers:
            raise DeidError("D206", component=self.name)
        view = self.extractor.view(doc)
        rows = self.extractor.context(view)
        margins = self._scorers[0].score(view, rows)
        for scorer in self._scorers[1:]:
            added = self._second.features(margins.argmax(axis=1).tolist(), view.lower)
            for row, more in zip(rows, added, strict=True):
                row += more
            margins = scorer.score(view, rows)
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

    def to_bytes(self, *, exclude: Sequence[str] = ()) -> bytes:
        """Serialize weights, calibration and tables."""
        state = {
            "stages": [scorer.weights.to_dict() for scorer in self._scorers],
            "slopes": self._calibration.slopes.tobytes(),
            "offsets": self._calibration.offsets.tobytes(),
            "label": self._label,
            "tables": self.extractor.to_dict(),
        }
        return bytes(srsly.msgpack_dumps(state))

    def from_bytes(self, data: bytes, *, exclude: Sequence[str] = ()) -> "SupportVectorMachine":
        """Take back what ``to_bytes`` gave."""
        state = srsly.msgpack_loads(data)
        stages = [Weights.from_dict(weights) for weights in state["stages"]]
        calibration = Calibration(0)
        calibration.slopes = numpy.frombuffer(state["slopes"], dtype=numpy.float32)
        calibration.offsets = numpy.frombuffer(state["offsets"], dtype=numpy.float32)
        self.extractor.load_dict(state["tables"])
        self._open(stages, calibration, state["label"])
        return self

    def to_disk(self, path: str | Path, *, exclude: Sequence[str] = ()) -> None:
        """Write the model and its tables into one file."""
        target = Path(path)
        target.mkdir(parents=True, exist_ok=True)
        (target / "model").write_bytes(self.to_bytes())

    def from_disk(self, path: str | Path, *, exclude: Sequence[str] = ()) -> "SupportVectorMachine":
        """Read what ``to_disk`` wrote."""
        return self.from_bytes((Path(path) / "model").read_bytes())
