"""Writing soft labels for ``deid_network`` to learn from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy

from spacy_deid.corpora.targets import new_file
from spacy_deid.detect.recognizers.soft_labels import WHOLE, Array, Softened, key_of
from spacy_deid.errors import DeidError

_MOST_TAGS = 256


def write_soft_labels(
    path: str | Path, tags: Sequence[str], documents: Iterable[tuple[str, Softened]]
) -> None:
    """Write a file of soft labels.

    tags: BIO tags by number. documents: texts with what there is on them, also where
        that is nothing.
    RAISES: DeidError D008 where it cannot be written, D011 for more than 256 tags.
    """
    if len(tags) > _MOST_TAGS:
        expected = f"{_MOST_TAGS} at most"
        raise DeidError(
            "D011", name="tags", component="soft-labels", value=len(tags), expected=expected
        )
    texts, words, starts, choices, shares = [], [], [], [], []
    for text, own in documents:
        texts.append(key_of(text))
        words.append(len(own.starts))
        starts.append(own.starts.astype(numpy.uint32))
        choices.append(own.choices.astype(numpy.uint8))
        shares.append(numpy.round(own.shares * WHOLE).astype(numpy.uint8))
    with new_file(str(path)) as stream:
        numpy.savez_compressed(
            stream,
            tags=numpy.array(list(tags)),
            texts=numpy.array(texts, dtype=numpy.uint64),
            words=numpy.array(words, dtype=numpy.uint32),
            starts=numpy.concatenate([numpy.zeros(0, dtype=numpy.uint32), *starts]),
            choices=numpy.concatenate(choices) if choices else _nothing(),
            shares=numpy.concatenate(shares) if shares else _nothing(),
        )


def _nothing() -> Array:
    return numpy.zeros((0, 1), dtype=numpy.uint8)
