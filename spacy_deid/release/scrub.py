"""Take the training strings out of a trained pipeline.

``vocab/strings.json`` of a trained pipeline keeps every string that training has seen, names
included. The scrubbed pipeline is built anew from the config; its components get their weights and
tables, and nothing of the old vocabulary comes along but the vectors (keyed by hash).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import spacy
from spacy.language import Language
from spacy.lookups import Lookups
from spacy.vectors import Vectors


def scrub(nlp: Language) -> Language:
    """Rebuild a pipeline without the strings that training left in it.

    nlp: a trained pipeline; it is not changed.
    RETURNS: a pipeline with the same components, weights and meta, whose string store holds only
        what its config and its components' own labels put there.
    SOURCE: spaCy saves a vocabulary with every string it ever saw.
    """
    config = nlp.config.copy()
    config["initialize"] = {"components": {}}
    fresh = spacy.util.load_model_from_config(config, meta=dict(nlp.meta), auto_fill=True)
    if nlp.vocab.vectors.size:
        strings = ["strings"]
        table = nlp.vocab.vectors.to_bytes(exclude=strings)
        fresh.vocab.vectors = Vectors(strings=fresh.vocab.strings).from_bytes(
            table, exclude=strings
        )
    fresh.vocab.lookups = Lookups()
    for name, component in nlp.components:
        if hasattr(component, "to_bytes"):
            target: Any = fresh.get_pipe(name)
            target.from_bytes(component.to_bytes(exclude=["vocab"]), exclude=["vocab"])
    fresh.config["initialize"] = Language.default_config["initialize"]
    return fresh


def create_scrub() -> Callable[[Language], Language]:
    """Give ``scrub`` as the callback ``spacy_deid.Scrub.v1``.

    For ``[training.before_to_disk]``: what ``spacy train`` saves holds no training string then.
    """
    return scrub
