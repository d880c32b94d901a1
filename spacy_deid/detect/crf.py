"""``deid_crf``: a linear-chain conditional random field (CRFsuite) as a component."""

# No postponed annotations here: spaCy reads those of ``initialize`` to check the config.

import ctypes
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy
import numpy.typing
import srsly
from spacy.language import Language
from spacy.pipeline import Pipe
from spacy.tokens import Doc
from spacy.training import Example
from spacy.util import minibatch

from spacy_deid.annotations import write_proposals
from spacy_deid.detect.features.extractor import FeatureExtractor
from spacy_deid.detect.lattice import decode
from spacy_deid.detect.linear import LinearScorer, Weights, feature_key
from spacy_deid.detect.tagging import OUTSIDE, SCHEMES, gold_tags, proposals_of, unbroken
from spacy_deid.errors import DeidError

ALGORITHMS = ("lbfgs", "ap")
Floats = numpy.typing.NDArray[numpy.float32]
Examples = Callable[[Language], Iterable[Example]]


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
    for setting, value, least in (
        ("c1", c1, 0),
        ("c2", c2, 0),
        ("max_iterations", max_iterations, 1),
        ("min_frequency", min_frequency, 0),
    ):
        if value < least:
            raise DeidError(
                "D011", name=setting, component=name, value=value, expected=f"{least} or more"
            )
    for setting, choice, known in (
        ("scheme", scheme, SCHEMES),
        ("algorithm", algorithm, ALGORITHMS),
    ):
        if choice not in known:
            raise DeidError(
                "D011", name=setting, component=name, value=choice, expected=f"one of {known}"
            )
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


class ConditionalRandomField(Pipe):
    """Tag words by CRFsuite and propose the spans with their token marginals as confidence."""

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
        self.name = name
        self.extractor = extractor
        self.scheme = scheme
        self.algorithm = algorithm
        self.training = dict(training)
        self.recall_bias = recall_bias
        self.annotating = list(annotating)
        self.transitions: Floats = numpy.zeros((0, 0), dtype=numpy.float32)
        self._scorer = LinearScorer(extractor, Weights.of([], []))

    def initialize(  # type: ignore[override]
        self,
        get_examples: Callable[[], Iterable[Example]],
        *,
        nlp: Language,
        corpus: Examples | None = None,
        dictionaries: Mapping[str, Sequence[str]] | None = None,
        clusters: Mapping[str, str] | None = None,
    ) -> None:
        """Fit on a whole corpus, in one go.

        corpus: a reader, named in ``[initialize.components.deid_crf.corpus]``.
        dictionaries, clusters: tables for the feature groups of these names.
        RAISES: DeidError D204 where no corpus came, D205 where it holds no entity.
        """
        if corpus is None:
            raise DeidError("D204", component=self.name)
        pycrfsuite = _pycrfsuite(self.name)
        if dictionaries is not None or clusters is not None:
            tables = {"dictionaries": dictionaries or {}, "clusters": clusters or {}}
            self.extractor.load_dict(tables)
        trainer = pycrfsuite.Trainer(algorithm=self.algorithm, verbose=False)
        trainer.set_params(self.training)
        entities = 0
        for example in corpus(nlp):
            doc = example.predicted
            for needed in self.annotating:
                doc = nlp.get_pipe(needed)(doc)
            view, rows = self.extractor(doc)
            tags = gold_tags(example.reference, view, self.scheme)
            entities += len(example.reference.ents)
            for start, end in unbroken(tags):
                trainer.append(rows[start:end], tags[start:end])
        if not entities:
            raise DeidError("D205", component=self.name)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "model.crfsuite"
            _seed_shuffling()
            trainer.train(str(path))
            tagger = pycrfsuite.Tagger()
            tagger.open(str(path))
            self._take(tagger.labels(), tagger.info())

    def _take(self, classes: Sequence[str], trained: Any) -> None:
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

    def __call__(self, doc: Doc) -> Doc:
        """Write ``doc.spans[name]``; the score of a span is its least token marginal.

        The group's attribute 'confidence' is the least marginal of all words, found or left alone.

        RAISES: DeidError D206 before training.
        """
        self._annotate([doc])
        return doc

    def pipe(self, stream: Iterable[Doc], *, batch_size: int = 128) -> Iterator[Doc]:
        """Do the same for many documents, those of a batch together.

        RAISES: DeidError D206 before training.
        """
        for batch in minibatch(stream, batch_size):  # type: ignore[no-untyped-call]
            docs = list(batch)
            self._annotate(docs)
            yield from docs

    def _annotate(self, docs: Sequence[Doc]) -> None:
        classes = self._scorer.weights.classes
        if not classes:
            raise DeidError("D206", component=self.name)
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

    @property
    def labels(self) -> tuple[str, ...]:
        """Give the labels that the model knows, in alphabetical order; none before training."""
        return tuple(sorted({tag[2:] for tag in self._scorer.weights.classes if tag != OUTSIDE}))

    def feature_weights(self) -> dict[str, dict[int, float]]:
        """Give the learnt weights: tag to feature hash (``linear.feature_key``) to weight."""
        return self._scorer.weights.by_class()

    def to_bytes(self, *, exclude: Sequence[str] = ()) -> bytes:
        """Serialize weights and tables."""
        state = {
            "weights": self._scorer.weights.to_dict(),
            "transitions": self.transitions.tobytes(),
            "tables": self.extractor.to_dict(),
        }
        return bytes(srsly.msgpack_dumps(state))

    def from_bytes(self, data: bytes, *, exclude: Sequence[str] = ()) -> "ConditionalRandomField":
        """Take back what ``to_bytes`` gave.

        RAISES: DeidError D207 for other bytes.
        """
        try:
            state = srsly.msgpack_loads(data)
            weights = Weights.from_dict(state["weights"])
            shape = (len(weights.classes), len(weights.classes))
            transitions = numpy.frombuffer(state["transitions"], numpy.float32).reshape(shape)
            tables = state["tables"]
        except (KeyError, TypeError, ValueError):
            raise DeidError("D207", component=self.name, size=len(data)) from None
        self.extractor.load_dict(tables)
        self._open(weights, transitions)
        return self

    def to_disk(self, path: str | Path, *, exclude: Sequence[str] = ()) -> None:
        """Write the model and its tables into one file."""
        target = Path(path)
        target.mkdir(parents=True, exist_ok=True)
        (target / "model").write_bytes(self.to_bytes())

    def from_disk(
        self, path: str | Path, *, exclude: Sequence[str] = ()
    ) -> "ConditionalRandomField":
        """Read what ``to_disk`` wrote."""
        return self.from_bytes((Path(path) / "model").read_bytes())


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
