"""The reader ``spacy_deid.CorpusPart.v1``: a fixed share of the documents of another reader."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from murmurhash import mrmr
from spacy.language import Language
from spacy.training import Example

from spacy_deid.errors import DeidError

_STEPS = 10_000


def create_corpus_part(
    corpus: Callable[[Language], Iterable[Example]],
    share: float,
    rest: bool = False,
    seed: int = 0,
) -> Callable[[Language], Iterator[Example]]:
    """Give a function from a pipeline to some of a corpus's examples.

    corpus: the reader to take from.
    share: about which share of its documents to give, above 0 and below 1.
    rest: give the other documents instead; the two never have a text in common.
    seed: another seed draws another share; the draw depends on the text and nothing else.
    RAISES: DeidError D011 for a share out of range.
    """
    if not 0 < share < 1:
        raise DeidError(
            "D011",
            name="share",
            component="spacy_deid.CorpusPart.v1",
            value=share,
            expected="above 0 and below 1",
        )

    def read(nlp: Language) -> Iterator[Example]:
        for example in corpus(nlp):
            drawn = mrmr.hash_unicode(example.reference.text, seed + 1) % _STEPS
            if (drawn < share * _STEPS) != rest:
                yield example

    return read
