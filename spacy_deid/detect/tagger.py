"""``deid_tagger``: a neural network that gives every token a tag, as a component."""

# No postponed annotations here: spaCy reads those of ``initialize`` to check the config.

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any

import numpy
from spacy.language import Language
from spacy.pipeline import TrainablePipe
from spacy.tokens import Doc, Span
from spacy.training import Example
from spacy.vocab import Vocab
from thinc.api import Config, Model, set_dropout_rate
from thinc.types import Floats2d

from spacy_deid.detect.features.context import view_of
from spacy_deid.detect.neural.architectures import prepare_chain, read_tags, tag_loss
from spacy_deid.detect.neural.chain import Floats, Numbers
from spacy_deid.detect.neural.gold import gold_classes, score_proposals
from spacy_deid.detect.recognizers.recognizer import check_choice
from spacy_deid.detect.recognizers.tagging import proposals_of
from spacy_deid.errors import DeidError
from spacy_deid.phi import LABELS
from spacy_deid.probabilities import SAFE, write_probabilities
from spacy_deid.proposals import write_proposals

DEFAULT_MODEL = Config().from_str(
    """
[model]
@architectures = "spacy_deid.TokenTagger.v1"
output = "softmax"

[model.tok2vec]
@architectures = "spacy.HashEmbedCNN.v2"
pretrained_vectors = null
width = 96
depth = 4
embed_size = 2000
window_size = 1
maxout_pieces = 3
subword_features = true
"""
)["model"]

_SAMPLE = 10
"""Documents that show the model its sizes."""


@Language.factory(
    "deid_tagger",
    assigns=["doc.spans"],
    default_config={
        "model": DEFAULT_MODEL,
        "class_weights": {},
        "recall_bias": 0.0,
        "probabilities": True,
        "set_ents": False,
    },
    default_score_weights={"ents_f": 0.5, "ents_r": 0.5, "ents_p": 0.0},
)
def create_tagger(
    nlp: Language,
    name: str,
    model: Model[list[Doc], list[Floats2d]],
    class_weights: Mapping[str, float],
    recall_bias: float,
    probabilities: bool,
    set_ents: bool,
) -> "TokenTagger":
    """Make the component ``deid_tagger``.

    model: ``spacy_deid.TokenTagger.v1``.
    class_weights: label to how much its tokens count in training; '*' for the labels not named, 'O'
        for the others; 1 where nothing is said.
    recall_bias: added to the score of every tag but 'O' when tags are chosen: above 0 finds more,
        below 0 less. It may be set on a trained component too.
    probabilities: leave the class probabilities of every token in the document
        (``probabilities.read_probabilities``).
    set_ents: write what it finds to ``doc.ents`` too.
    RAISES: DeidError D011 for a weight of 0 or less.
    """
    for label, weight in class_weights.items():
        if weight <= 0:
            raise DeidError(
                "D011",
                name=f"class_weights.{label}",
                component=name,
                value=weight,
                expected="above 0",
            )
    return TokenTagger(
        nlp.vocab,
        model,
        name,
        class_weights=class_weights,
        recall_bias=recall_bias,
        probabilities=probabilities,
        set_ents=set_ents,
    )


class TokenTagger(TrainablePipe):  # type: ignore[misc]
    """Tag tokens in the BIO scheme and propose the spans with their probability as confidence."""

    def __init__(
        self,
        vocab: Vocab,
        model: Model[list[Doc], list[Floats2d]],
        name: str,
        *,
        class_weights: Mapping[str, float],
        recall_bias: float,
        probabilities: bool,
        set_ents: bool,
    ) -> None:
        self.vocab = vocab
        self.model = model
        self.name = name
        self.cfg: dict[str, Any] = {"labels": []}
        self.class_weights = dict(class_weights)
        self._configured_bias = recall_bias
        self.probabilities = probabilities
        self.set_ents = set_ents

    @property
    def recall_bias(self) -> float:
        """Give the recall bias; one that was set is saved until the config says another."""
        configured = self._configured_bias
        was, now = self.cfg.get("recall_bias", (configured, configured))
        return float(now if was == configured else configured)

    @recall_bias.setter
    def recall_bias(self, value: float) -> None:
        self.cfg["recall_bias"] = [self._configured_bias, value]

    @property
    def labels(self) -> tuple[str, ...]:
        """Give the labels in alphabetical order; none before training."""
        return tuple(self.cfg["labels"])

    @property
    def label_data(self) -> tuple[str, ...]:
        """Give what ``initialize`` takes as labels."""
        return self.labels

    @property
    def classes(self) -> list[str]:
        """Give 'O' and two tags per label, in the order of the model's scores."""
        return [SAFE] + [f"{letter}-{label}" for label in self.labels for letter in "BI"]

    def initialize(
        self,
        get_examples: Callable[[], Iterable[Example]],
        *,
        nlp: Language | None = None,
        labels: Sequence[str] | None = None,
    ) -> None:
        """Take the labels and begin with random weights.

        labels: all labels; read off the examples where missing.
        RAISES: DeidError D205 where neither gives a label, D011 for a class weight of none.
        """
        if labels is None:
            found = {ent.label_ for example in get_examples() for ent in example.reference.ents}
            labels = sorted(found)
        if not labels:
            raise DeidError("D205", component=self.name)
        known = sorted({*LABELS, *labels, SAFE, "*"})
        for label in self.class_weights:
            check_choice(self.name, "class_weights", label, known)
        self.cfg["labels"] = list(labels)
        ops: Any = self.model.ops
        docs = [example.predicted for example in islice(get_examples(), _SAMPLE)]
        docs = [doc for doc in docs if len(doc)] or [Doc(self.vocab, words=["x"])]
        count = len(self.classes)
        prepare_chain(self.model.get_ref("chain"), count)
        self.model.get_ref("output_layer").set_dim("nO", count)
        self.model.initialize(X=docs, Y=[ops.alloc2f(len(doc), count) for doc in docs])

    def predict(self, docs: Iterable[Doc]) -> list[tuple[Numbers, Floats]]:
        """Tag documents.

        RETURNS: per document the tags (tokens,), numbers of ``classes``, and the probabilities
            (tokens, classes).
        RAISES: DeidError D206 before training.
        """
        if not self.labels:
            raise DeidError("D206", component=self.name)
        docs = list(docs)
        ops: Any = self.model.ops
        classes = self.classes
        if not any(len(doc) for doc in docs):
            empty = numpy.zeros((0, len(classes)))
            return [(numpy.zeros(0, numpy.int64), empty) for _ in docs]
        scores = [ops.to_numpy(table) for table in self.model.predict(docs)]
        return read_tags(self.model.get_ref("chain"), scores, classes, self.recall_bias)

    def set_annotations(self, docs: Iterable[Doc], scores: list[tuple[Numbers, Floats]]) -> None:
        """Write ``doc.spans[name]``, and as set ``doc.ents`` and the class probabilities.

        The score of a span is the least probability of its tags.
        """
        classes = self.classes
        for doc, (tags, held) in zip(docs, scores, strict=True):
            view = view_of(doc)
            chosen = tags[view.tokens].tolist()
            sure = held[view.tokens, chosen].tolist() if chosen else []
            found = proposals_of(view, [classes[tag] for tag in chosen], sure, self.name)
            write_proposals(doc, self.name, found)
            if self.set_ents:
                spans = doc.spans[self.name]
                doc.set_ents([Span(doc, s.start, s.end, label=s.label) for s in spans])
            if self.probabilities:
                # the two tags of a label stand side by side
                table = numpy.concatenate((held[:, :1], held[:, 1::2] + held[:, 2::2]), axis=1)
                write_probabilities(doc, self.name, [SAFE, *self.labels], table)

    def update(
        self,
        examples: Iterable[Example],
        *,
        drop: float = 0.0,
        sgd: Any = None,
        losses: dict[str, float] | None = None,
    ) -> dict[str, float]:
        """Learn from a batch; ``losses[name]`` grows by the loss summed over its tokens.

        RAISES: DeidError D206 before ``initialize``.
        """
        losses = {} if losses is None else losses
        losses.setdefault(self.name, 0.0)
        if not self.labels:
            raise DeidError("D206", component=self.name)
        examples = [example for example in examples if len(example.predicted)]
        if not examples:
            return losses
        set_dropout_rate(self.model, drop)
        scores, backprop = self.model.begin_update([example.predicted for example in examples])
        loss, gradients = self.get_loss(examples, scores)
        backprop(gradients)
        if sgd not in (None, False):
            self.finish_update(sgd)
        losses[self.name] += loss
        return losses

    def get_loss(
        self, examples: Iterable[Example], scores: list[Floats2d]
    ) -> tuple[float, list[Floats2d]]:
        """Give the loss summed over the known tokens and the gradients of the scores."""
        ops: Any = self.model.ops
        classes = self.classes
        number = {tag: place for place, tag in enumerate(classes)}
        loss, gradients = tag_loss(
            self.model.get_ref("chain"),
            [ops.to_numpy(table) for table in scores],
            [gold_classes(example, number) for example in examples],
            classes,
            self._weights(classes),
        )
        return loss, [ops.asarray2f(table, dtype="float32") for table in gradients]

    def score(self, examples: Iterable[Example], **kwargs: Any) -> dict[str, Any]:
        """Score the proposals as spaCy scores entities: strict, per label.

        Proposals on tokens without gold annotation don't count.
        RETURNS: 'ents_p', 'ents_r', 'ents_f' and 'ents_per_type'; None without any gold annotation.
        """
        return score_proposals(examples, self.name)

    def _weights(self, classes: Sequence[str]) -> Floats:
        weights = []
        for tag in classes:
            if tag == SAFE:
                weights.append(self.class_weights.get(SAFE, 1.0))
            else:
                others = self.class_weights.get("*", 1.0)
                weights.append(self.class_weights.get(tag[2:], others))
        return numpy.array(weights)

    def __reduce__(self) -> tuple[Any, ...]:
        # the base class keeps these four outside of __dict__
        return _restore, (self.vocab, self.model, self.name, self.cfg, self.__dict__)


def _restore(
    vocab: Vocab, model: Any, name: str, cfg: dict[str, Any], settings: dict[str, Any]
) -> TokenTagger:
    component = TokenTagger.__new__(TokenTagger)
    component.vocab, component.model, component.name, component.cfg = vocab, model, name, cfg
    component.__dict__.update(settings)
    return component
