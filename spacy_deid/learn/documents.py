"""Documents in memory as the corpus of a config: what a study trains on never touches the disk."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from spacy.language import Language
from spacy.training import Example
from spacy.util import registry
from thinc.api import Config

from spacy_deid.annotations import Record
from spacy_deid.corpora.docs import record_to_doc
from spacy_deid.errors import DeidError

READER = "spacy_deid.HeldDocuments.v1"
TRAIN, DEV = "train", "dev"
_held: dict[str, Sequence[Record]] = {}

Augmenter = Callable[[Language, Example], Iterator[Example]]
Reader = Callable[[Language], Iterator[Example]]


def without_gold(record: Record) -> Record:
    """Give the same document as a pipeline meets it: no annotation, all else."""
    return replace(record, spans=[], meta={**record.meta, "annotated": False})


@registry.readers(READER)  # type: ignore[untyped-decorator]
def create_held_documents(part: str, augmenter: Augmenter | None = None) -> Reader:
    """Read the documents that ``held`` keeps under a name.

    part: 'train' or 'dev'; augmenter: as other readers take it.
    RETURNS: a reader that, when called, raises DeidError D601 where nothing is kept: the config of
        a model that a study made names it, and outside of the study there are no documents.
    """

    def read(nlp: Language) -> Iterator[Example]:
        if part not in _held:
            raise DeidError("D601", path=READER)
        for record in _held[part]:
            plain = record_to_doc(without_gold(record), nlp)
            example = Example(plain, record_to_doc(record, nlp))
            if augmenter is None:
                yield example
            else:
                yield from augmenter(nlp, example)

    return read


@contextmanager
def held(train: Sequence[Record], dev: Sequence[Record]) -> Iterator[None]:
    """Keep documents for the readers of a config while it is trained."""
    _held[TRAIN], _held[DEV] = train, dev
    try:
        yield
    finally:
        _held.clear()


def has_training_corpus(config: Mapping[str, Any]) -> bool:
    """Tell whether a config is one for ``spacy train``: it names a training corpus of its own."""
    return TRAIN in _named_corpora(config)


def _named_corpora(config: Mapping[str, Any]) -> dict[str, str]:
    """Give what [training] takes for 'train' and 'dev' among the entries of [corpora]."""
    training, corpora = config.get("training") or {}, config.get("corpora") or {}
    found = {}
    for part in (TRAIN, DEV):
        name = str(training.get(f"{part}_corpus", f"corpora.{part}")).removeprefix("corpora.")
        if name in corpora:
            found[part] = name
    return found


def reads_documents(config: Mapping[str, Any]) -> bool:
    """Tell whether a config has any corpus that held documents can take the place of."""
    return has_training_corpus(config) or any(True for _ in _component_blocks(config))


def _component_blocks(config: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Give the blocks of [initialize.components] that hold a corpus reader."""
    components = (config.get("initialize") or {}).get("components") or {}
    for block in components.values():
        if isinstance(block, dict) and "@readers" in (block.get("corpus") or {}):
            yield block


def with_held_documents(config: Config) -> Config:
    """Let every corpus of a config read the held documents.

    config: not interpolated; ``[corpora]`` as [training] names them and every
        ``[initialize.components.<name>.corpus]``; their augmenters stay.
    RETURNS: a changed copy.
    """
    changed = config.copy()
    for block in _component_blocks(changed):
        block["corpus"] = _reader(TRAIN, block["corpus"])
    for part, name in _named_corpora(changed).items():
        changed["corpora"][name] = _reader(part, changed["corpora"][name])
    return changed


def _reader(part: str, before: Mapping[str, Any]) -> dict[str, Any]:
    inner = before.get("corpus")
    if isinstance(inner, dict) and "@readers" in inner:  # a reader of a share of another one
        return {**before, "corpus": _reader(part, inner)}
    block: dict[str, Any] = {"@readers": READER, "part": part}
    if isinstance(before.get("augmenter"), dict):
        block["augmenter"] = before["augmenter"]
    return block
