"""Training by updates, as ``spacy train`` does it, with the best model kept in memory."""

from __future__ import annotations

from spacy.language import Language
from spacy.schemas import ConfigSchemaTraining
from spacy.training.initialize import init_nlp
from spacy.training.loop import (
    create_evaluation_callback,
    create_train_batches,
    train_while_improving,
)
from spacy.util import registry, resolve_dot_names
from thinc.api import Config, fix_random_seed


def updated(config: Config) -> Language:
    """Initialize and update a pipeline, and go back to its best step.

    config: its readers are those of held documents.
    RETURNS: the pipeline with the weights that scored best on the dev part. ``spacy train`` would
        write it to disk at every evaluation, with the strings of the training documents.
    """
    nlp = init_nlp(config)  # seeds the generators first
    plain = nlp.config.interpolate()
    training = registry.resolve(plain["training"], schema=ConfigSchemaTraining)
    if training["seed"] is not None:
        fix_random_seed(training["seed"])
    names = [training["train_corpus"], training["dev_corpus"]]
    train_corpus, dev_corpus = resolve_dot_names(plain, names)
    optimizer, frozen = training["optimizer"], training["frozen_components"]
    steps = train_while_improving(
        nlp,
        optimizer,
        create_train_batches(nlp, train_corpus, training["batcher"], training["max_epochs"]),
        create_evaluation_callback(nlp, dev_corpus, training["score_weights"]),
        dropout=training["dropout"],
        accumulate_gradient=training["accumulate_gradient"],
        patience=training["patience"],
        max_steps=training["max_steps"],
        eval_frequency=training["eval_frequency"],
        exclude=frozen,
        annotating_components=training["annotating_components"],
        before_update=training["before_update"],
    )
    best: dict[str, bytes] = {}
    for _, _, is_best in steps:
        if is_best:
            with nlp.use_params(optimizer.averages):
                best = _weights(nlp, frozen)
    for name, data in best.items():
        nlp.get_pipe(name).from_bytes(data, exclude=["vocab"])  # type: ignore[attr-defined]
    return nlp


def _weights(nlp: Language, frozen: list[str]) -> dict[str, bytes]:
    return {
        name: component.to_bytes(exclude=["vocab"])  # type: ignore[attr-defined]
        for name, component in nlp.pipeline
        if name not in frozen and getattr(component, "is_trainable", False)
    }
