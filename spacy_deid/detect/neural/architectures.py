"""``spacy_deid.TokenTagger.v1``: scores of BIO tags on any layer from documents to vectors."""

from collections.abc import Callable
from typing import Any

import numpy
from spacy.tokens import Doc
from thinc.api import Linear, Model, chain, with_array, zero_init
from thinc.types import Floats2d

from spacy_deid.detect.neural.chain import (
    UNKNOWN,
    Floats,
    Numbers,
    bio_transitions,
    chain_loss,
    marginals,
    with_start,
)
from spacy_deid.detect.recognizers.lattice import decode
from spacy_deid.errors import DeidError

OUTPUTS = ("softmax", "crf")
Layer = Model[Any, Any]


def create_token_tagger(
    tok2vec: Model[list[Doc], list[Floats2d]], output: str = "softmax", nO: int | None = None
) -> Model[list[Doc], list[Floats2d]]:
    """Make ``spacy_deid.TokenTagger.v1``, a layer from documents to one score per token and tag.

    tok2vec: any such layer of spaCy, spacy-transformers (also a listener) or spacy_deid.
    output: 'softmax', every token by itself, or 'crf', a linear chain with learnt transitions.
    nO: number of tags, left open until the labels are known.
    RETURNS: a layer whose scores are logits; ``get_ref("chain")`` says how to read and train them.
    RAISES: DeidError D011 for another output.
    """
    if output not in OUTPUTS:
        raise DeidError(
            "D011", name="output", component="TokenTagger", value=output, expected=f"of {OUTPUTS}"
        )
    width = tok2vec.get_dim("nO") if tok2vec.has_dim("nO") else None
    linear = Linear(nO, width, init_W=zero_init)
    rows: Layer = with_array(linear)
    last = tag_chain(output)
    model: Layer = chain(tok2vec, rows, last)
    model.set_ref("tok2vec", tok2vec)
    model.set_ref("output_layer", linear)
    model.set_ref("chain", last)
    return model


def tag_chain(output: str) -> Model[list[Floats2d], list[Floats2d]]:
    """Make the last layer: it hands the scores on and holds the transitions of a 'crf'."""
    learnt: dict[str, Any] = {"transitions": None, "start": None} if output == "crf" else {}
    return Model("tag_chain", _forward, params=learnt, attrs={"output": output})


def _forward(
    model: Layer, scores: list[Floats2d], is_train: bool
) -> tuple[list[Floats2d], Callable[[list[Floats2d]], list[Floats2d]]]:
    return scores, lambda d_scores: d_scores


def prepare_chain(layer: Layer, classes: int) -> None:
    """Begin a 'crf' with transitions of 0."""
    if layer.attrs["output"] == "crf":
        layer.set_param("transitions", layer.ops.alloc2f(classes, classes))
        layer.set_param("start", layer.ops.alloc1f(classes))


def tag_loss(
    layer: Layer,
    scores: list[Floats],
    gold: list[Numbers],
    classes: list[str],
    weights: Floats,
) -> tuple[float, list[Floats]]:
    """Give the loss of a batch and the gradient of its scores.

    layer: ``get_ref("chain")``; the gradients of its transitions are added to it.
    scores: per document (tokens, classes); gold: per document (tokens,), ``UNKNOWN`` for no loss.
    weights: (classes,) how much a token of this gold class counts. With 'crf' a wrong tag there
        costs its logarithm.
    RETURNS: the loss summed over the tokens, and its gradients, divided by the number of known
        tokens so that the size of a batch doesn't matter.
    """
    known = max(sum(int((tags != UNKNOWN).sum()) for tags in gold), 1)
    if layer.attrs["output"] == "crf":
        transitions, start = _transitions(layer, classes)
        loss, d_scores, d_transitions, d_start = chain_loss(
            scores, gold, transitions, start, costs=numpy.log(weights)
        )
        ops = layer.ops
        for name, gradient in (("transitions", d_transitions), ("start", d_start)):
            layer.inc_grad(name, ops.xp.asarray(gradient / known, dtype="float32"))
        return loss, [table / known for table in d_scores]
    loss = 0.0
    gradients = []
    for table, tags in zip(scores, gold, strict=True):
        gradient = softmax(table)
        rows = numpy.flatnonzero(tags != UNKNOWN)
        wanted = tags[rows]
        weight = weights[wanted]
        loss -= float((weight * numpy.log(numpy.maximum(gradient[rows, wanted], 1e-30))).sum())
        gradient[rows, wanted] -= 1.0
        share = numpy.zeros(len(tags))
        share[rows] = weight / known
        gradients.append(gradient * share[:, None])
    return loss, gradients


def read_tags(
    layer: Layer, scores: list[Floats], classes: list[str], bias: float
) -> list[tuple[Numbers, Floats]]:
    """Find the best valid tags of documents and the probabilities of all.

    bias: added to the score of every tag but 'O' before the best tags are sought.
    RETURNS: per document the tags (tokens,) and their probabilities (tokens, classes): marginals of
        the chain for 'crf', else each token's softmax; the bias has no part in them.
    """
    transitions, start = _transitions(layer, classes)
    lean = numpy.full(len(classes), bias, dtype=numpy.float32)
    lean[0] = 0.0
    paths = decode(
        [table.astype(numpy.float32) for table in with_start([s + lean for s in scores], start)],
        transitions.astype(numpy.float32),
    )
    if layer.attrs["output"] == "crf":
        held, _, _ = marginals(with_start(scores, start), transitions)
    else:
        held = [softmax(table) for table in scores]
    return [(path, table) for (path, _), table in zip(paths, held, strict=True)]


def softmax(table: Floats) -> Floats:
    """Give each row's probabilities."""
    if not len(table):
        return numpy.asarray(table, dtype=numpy.float64)
    raised = numpy.exp(numpy.asarray(table, dtype=numpy.float64) - table.max(1, keepdims=True))
    result: Floats = raised / raised.sum(axis=1, keepdims=True)
    return result


def _transitions(layer: Layer, classes: list[str]) -> tuple[Floats, Floats]:
    steps, start = bio_transitions(classes)
    if layer.attrs["output"] == "crf":
        ops: Any = layer.ops
        steps = numpy.where(steps < 0, steps, ops.to_numpy(layer.get_param("transitions")))
        start = numpy.where(start < 0, start, ops.to_numpy(layer.get_param("start")))
    return steps, start
