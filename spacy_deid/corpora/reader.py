"""The reader ``spacy_deid.Corpus.v1``: any format as the corpus of a training configuration."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

from spacy.language import Language
from spacy.training import Example

from spacy_deid.annotations import Record
from spacy_deid.corpora.docs import record_to_doc

Augmenter = Callable[[Language, Example], Iterator[Example]]
_BUFFER = 1000


def create_corpus(
    path: str | Path,
    format: str | None = None,
    scheme: str | None = None,
    shuffle: bool = False,
    seed: int = 0,
    limit: int = 0,
    augmenter: Augmenter | None = None,
) -> Callable[[Language], Iterator[Example]]:
    """Give a function from a pipeline to examples, ``spacy_deid.Corpus.v1``.

    path, format, scheme: as ``formats.read_records`` takes them.
    shuffle: mix the documents within a window of 1,000, in another order at every pass.
    seed: of the mixing.
    limit: at most so many documents; 0 for all.
    augmenter: a spaCy augmenter.
    RETURNS: a function that reads the corpus anew at every call, streaming. The reference of an
        example carries the gold annotation, the predicted document only text, id, case and what is
        known from structured fields.
    RAISES: DeidError, when called, at the first document that cannot be read.
    """
    passes = 0

    def read(nlp: Language) -> Iterator[Example]:
        from spacy_deid.corpora.formats import read_records  # not at every start of spaCy

        nonlocal passes
        records = read_records(path, format, strict=True, scheme=scheme, gold=True)
        if shuffle:
            records = _mixed(records, random.Random(f"{seed} {passes}"))
            passes += 1
        for record in islice(records, limit or None):
            example = _example(record, nlp)
            if augmenter is None:
                yield example
            else:
                yield from augmenter(nlp, example)

    return read


def _example(record: Record, nlp: Language) -> Example:
    plain = Record(record.id, record.text, meta={**record.meta, "annotated": False})
    plain.known_phi = record.known_phi
    return Example(record_to_doc(plain, nlp), record_to_doc(record, nlp))


def _mixed(records: Iterator[Record], chance: random.Random) -> Iterator[Record]:
    window = list(islice(records, _BUFFER))
    for record in records:
        place = chance.randrange(len(window))
        window[place], record = record, window[place]
        yield record
    chance.shuffle(window)
    yield from window
