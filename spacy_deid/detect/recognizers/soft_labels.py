"""Soft labels: how another model shares out the words of a corpus between the tags.

A model that is too slow to ship can teach a small one: where it doubts the annotation of a word,
its probabilities are a better lesson than the annotation alone. A file of them holds no text:
documents are told by a hash of their text, words by where they begin. They stand in
``[initialize.components.<name>.soft_labels]`` of a ``deid_network``.

SOURCE: Hinton, Vinyals, Dean (2015), distillation.
"""

# No postponed annotations here: spaCy reads those of registered functions.

import zipfile
import zlib
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy

from spacy_deid.errors import DeidError

Array = numpy.ndarray[Any, Any]
WHOLE = 255
"""A share of 1, as it stands in a file."""
FIELDS = ("tags", "texts", "words", "starts", "choices", "shares")

_DAMAGED = (
    OSError,
    ValueError,
    EOFError,
    TypeError,
    AttributeError,
    NotImplementedError,
    zipfile.BadZipFile,
    zlib.error,
)


@dataclass(frozen=True, slots=True)
class Softened:
    """The soft labels of one document.

    starts: first characters of the words that have some, rising, shape (words,).
    choices: numbers of the likeliest tags of each, shape (words, choices).
    shares: their probabilities, which sum to 1, same shape; 0 where there is no such choice.
    """

    starts: Array
    choices: Array
    shares: Array


class SoftLabels:
    """The soft labels of a corpus.

    path: of the file, for messages. tags: BIO tags by number. documents: by the hash of their text.
    """

    # no dataclass: spaCy would copy one field by field when it checks a config

    def __init__(self, path: str, tags: list[str], documents: dict[int, Softened]) -> None:
        self.path = path
        self.tags = tags
        self.documents = documents

    def of(self, text: str) -> Softened | None:
        """Give what there is on a document, None for one that the teacher has not read."""
        return self.documents.get(key_of(text))


def create_soft_labels(path: str | Path | None = None) -> SoftLabels | None:
    """Give ``spacy_deid.SoftLabels.v1``: what ``spacy_deid.learn.soft_labels`` wrote.

    path: of the file; None or '' for no soft labels.
    RAISES: DeidError D003 where it is missing, D211 where it is no such file.
    """
    if not path:
        return None
    if not Path(path).is_file():
        raise DeidError("D003", path=path)
    try:
        with Path(path).open("rb") as stream, numpy.load(stream, allow_pickle=False) as held:
            missing = [name for name in FIELDS if name not in held.files]
            if missing:
                raise ValueError(f"it has no {missing[0]}")
            tags, texts, words, starts, choices, shares = (held[name] for name in FIELDS)
        ends = numpy.cumsum(words.astype(numpy.int64))
        firsts = ends - words
        if tags.ndim != 1 or texts.ndim != 1:
            raise ValueError("its tags or texts are no list")
        if choices.ndim != 2 or choices.shape != shares.shape:
            raise ValueError("choices and shares differ")
        if len(texts) != len(words) or not len(starts) == len(choices) == int(words.sum()):
            raise ValueError("some of it is missing")
        if choices.size and int(choices.max()) >= len(tags):
            raise ValueError("a tag is missing")
    except _DAMAGED as problem:
        raise DeidError("D211", path=path, reason=str(problem)) from None
    parts = shares.astype(numpy.float32)
    parts /= numpy.maximum(parts.sum(axis=1, keepdims=True), 1)
    found: dict[int, Softened] = {}
    for text, first, end in zip(texts.tolist(), firsts.tolist(), ends.tolist(), strict=True):
        found[text] = Softened(
            starts[first:end].astype(numpy.int64), choices[first:end], parts[first:end]
        )
    return SoftLabels(str(path), [str(tag) for tag in tags], found)


def key_of(text: str) -> int:
    """Give the number that stands for a text in a file of soft labels."""
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little")
