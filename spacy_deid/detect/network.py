"""``deid_network``: a small convolutional network over feature strings with a linear-chain output.

It reads what ``deid_crf`` reads (hashed word features, word lists, layout, what the rules found)
but learns a vector for each feature and combines them over a window, so that words that were never
seen are judged by what they have in common with others. Training needs torch; tagging is numpy.
"""

# No postponed annotations here: spaCy reads those of ``initialize`` to check the config.

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import srsly
from spacy.language import Language
from spacy.pipeline import Pipe
from spacy.tokens import Doc
from spacy.training import Example
from spacy.util import minibatch

from spacy_deid.annotations import write_proposals
from spacy_deid.detect.features.extractor import GROUPS, FeatureExtractor
from spacy_deid.detect.lattice import decode
from spacy_deid.detect.network_weights import NetworkWeights
from spacy_deid.detect.tagging import OUTSIDE, gold_tags, proposals_of
from spacy_deid.errors import DeidError

Examples = Callable[[Language], Iterable[Example]]


@Language.factory(
    "deid_network",
    assigns=["doc.spans"],
    default_config={
        "groups": ["forms", "lexicon", "layout", "fields", "rules"],
        "rule_sources": ["deid_patterns", "deid_gazetteer", "deid_protect"],
        "width": 64,
        "depth": 2,
        "members": 1,
        "passes": 8,
        "batch_words": 2000,
        "learn_rate": 0.002,
        "dropout": 0.3,
        "feature_dropout": 0.2,
        "min_frequency": 3,
        "recall_bias": 0.0,
        "seed": 0,
        "annotating": [],
    },
    default_score_weights={"ents_f": 0.5, "ents_r": 0.5, "ents_p": 0.0},
)
def create_network(
    nlp: Language,
    name: str,
    groups: Sequence[str],
    rule_sources: Sequence[str],
    width: int,
    depth: int,
    members: int,
    passes: int,
    batch_words: int,
    learn_rate: float,
    dropout: float,
    feature_dropout: float,
    min_frequency: int,
    recall_bias: float,
    seed: int,
    annotating: Sequence[str],
) -> "FeatureNetwork":
    """Make the component ``deid_network``.

    groups, rule_sources: see ``FeatureExtractor``; word features count for their own word only, the
        network looks at the neighbours (2 words, and one more per layer of depth, to each side).
    width: numbers per word and layer. depth: layers after the first, 0 or more.
    members: networks trained from different beginnings whose scores are averaged.
    passes: over the corpus. batch_words: words per step. learn_rate: at the first step; it falls to
        0 along a line.
    dropout, feature_dropout: share of inner numbers and of features left out at random in training.
    min_frequency: features seen less often are left out.
    recall_bias: taken off the score of 'nothing to hide' at every word; above 0 finds more.
    seed: of all that is random. annotating: components that run on every training document first.
    RAISES: DeidError D011 for a setting out of range.
    """
    for setting, value, least, most in (
        ("width", width, 1, 1024),
        ("depth", depth, 0, 16),
        ("members", members, 1, 32),
        ("passes", passes, 1, 10_000),
        ("batch_words", batch_words, 1, 1_000_000),
        ("learn_rate", learn_rate, 1e-8, 1),
        ("dropout", dropout, 0, 0.95),
        ("feature_dropout", feature_dropout, 0, 0.95),
        ("min_frequency", min_frequency, 0, 1_000_000),
    ):
        if not least <= value <= most:
            raise DeidError(
                "D011",
                name=setting,
                component=name,
                value=value,
                expected=f"between {least} and {most}",
            )
    extractor = FeatureExtractor(
        groups, windows=dict.fromkeys(GROUPS, 0), rule_sources=rule_sources
    )
    return FeatureNetwork(
        name,
        extractor=extractor,
        training={
            "width": width,
            "depth": depth,
            "members": members,
            "passes": passes,
            "batch_words": batch_words,
            "learn_rate": learn_rate,
            "dropout": dropout,
            "feature_dropout": feature_dropout,
            "min_frequency": min_frequency,
            "seed": seed,
        },
        recall_bias=recall_bias,
        annotating=annotating,
    )


class FeatureNetwork(Pipe):
    """Tag words by a network over their features and propose spans with their least marginal."""

    def __init__(
        self,
        name: str,
        *,
        extractor: FeatureExtractor,
        training: Mapping[str, Any],
        recall_bias: float,
        annotating: Sequence[str],
    ) -> None:
        self.name = name
        self.extractor = extractor
        self.training = dict(training)
        self.recall_bias = recall_bias
        self.annotating = list(annotating)
        self._weights: NetworkWeights | None = None

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

        corpus: a reader, named in ``[initialize.components.deid_network.corpus]``.
        dictionaries, clusters: tables for the feature groups of these names.
        RAISES: DeidError D204 where no corpus came, D205 where it holds no entity, D014 without
            torch.
        """
        if corpus is None:
            raise DeidError("D204", component=self.name)
        try:
            from spacy_deid.detect.network_training import Sample, train
        except ImportError:
            raise DeidError("D014", component=self.name, package="torch", extra="neural") from None
        if dictionaries is not None or clusters is not None:
            tables = {"dictionaries": dictionaries or {}, "clusters": clusters or {}}
            self.extractor.load_dict(tables)
        sample = Sample()
        entities = 0
        for example in corpus(nlp):
            doc = example.predicted
            for needed in self.annotating:
                doc = nlp.get_pipe(needed)(doc)
            view = self.extractor.view(doc)
            words = [self.extractor.word(word)[0] for word in view.words]
            sample.add(
                words, self.extractor.context(view), gold_tags(example.reference, view, "BIO")
            )
            entities += len(example.reference.ents)
        if not entities:
            raise DeidError("D205", component=self.name)
        self._open(train(sample, **self.training))

    def __call__(self, doc: Doc) -> Doc:
        """Write ``doc.spans[name]``; the score of a span is its least token marginal.

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
        weights = self._weights
        if weights is None:
            raise DeidError("D206", component=self.name)
        views, scores = [], []
        for doc in docs:
            view, found = weights.score(doc)
            found[:, weights.classes.index(OUTSIDE)] -= self.recall_bias
            views.append(view)
            scores.append(found)
        paths = decode(scores, weights.transitions)
        for doc, view, (path, marginals) in zip(docs, views, paths, strict=True):
            tags = [weights.classes[number] for number in path.tolist()]
            write_proposals(doc, self.name, proposals_of(view, tags, marginals.tolist(), self.name))

    @property
    def labels(self) -> tuple[str, ...]:
        """Give the labels that the model knows, in alphabetical order; none before training."""
        classes = self._weights.classes if self._weights else []
        return tuple(sorted({tag[2:] for tag in classes if tag != OUTSIDE}))

    def _open(self, state: Mapping[str, Any]) -> None:
        self._weights = NetworkWeights(self.extractor, state)

    def to_bytes(self, *, exclude: Sequence[str] = ()) -> bytes:
        """Serialize weights and tables."""
        state = self._weights.state if self._weights else None
        return bytes(srsly.msgpack_dumps({"network": state, "tables": self.extractor.to_dict()}))

    def from_bytes(self, data: bytes, *, exclude: Sequence[str] = ()) -> "FeatureNetwork":
        """Take back what ``to_bytes`` gave.

        RAISES: DeidError D207 for other bytes.
        """
        try:
            state = srsly.msgpack_loads(data)
            self.extractor.load_dict(state["tables"])
            if state["network"]:
                self._open(state["network"])
        except (KeyError, TypeError, ValueError):
            raise DeidError("D207", component=self.name, size=len(data)) from None
        return self

    def to_disk(self, path: str | Path, *, exclude: Sequence[str] = ()) -> None:
        """Write weights and tables into one file."""
        target = Path(path)
        target.mkdir(parents=True, exist_ok=True)
        (target / "model").write_bytes(self.to_bytes())

    def from_disk(self, path: str | Path, *, exclude: Sequence[str] = ()) -> "FeatureNetwork":
        """Read what ``to_disk`` wrote."""
        return self.from_bytes((Path(path) / "model").read_bytes())
