"""Which documents self-learning takes: those a model is sure of, in the proportions of a corpus.

SOURCE: system 4, section 3.2.1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from spacy.language import Language
from spacy.tokens import Doc

from spacy_deid.annotations import Record
from spacy_deid.corpora.docs import record_to_doc
from spacy_deid.intervals import PhiSpan
from spacy_deid.learn.documents import without_gold
from spacy_deid.learn.measures import answer_of, spans_of
from spacy_deid.proposals import read_proposals


@dataclass(frozen=True, slots=True)
class Settings:
    """Of the loop.

    batch: documents that are labelled in a round; most: those that are taken of them.
    least: confidence that a document needs.
    rounds: at most; patience: rounds without a better F1 on the dev part that end the loop.
    balanced: keep the share of documents without spans, and the spans of each label per document,
        as they are in the dev part.
    """

    batch: int = 50_000
    most: int = 2_000
    least: float = 0.85
    rounds: int = 20
    patience: int = 3
    balanced: bool = True
    seed: int = 0
    criterion: str = "strict"


@dataclass(frozen=True, slots=True)
class Choice:
    """A document that was labelled by a model, and how sure the model was of it."""

    record: Record
    confidence: float


def confidence_of(nlp: Language, doc: Doc) -> float | None:
    """Tell how sure a pipeline is of all it said of a document.

    RETURNS: the 'confidence' that the component wrote to its span group's attributes; else the
        least score of its spans; None where there is neither, which says nothing of what was
        overlooked.
    """
    key = answer_of(nlp, doc)
    if key is None:
        return None
    for name in (key, *reversed(nlp.pipe_names)):
        if name in doc.spans and "confidence" in doc.spans[name].attrs:
            return float(doc.spans[name].attrs["confidence"])
    return min((p.score for p in read_proposals(doc, key)), default=None)


def labelled(nlp: Language, records: Iterable[Record]) -> list[Choice]:
    """Label documents by a model; those it has no confidence for are left out."""
    found = []
    waiting = [(record_to_doc(without_gold(record), nlp), record) for record in records]
    for doc, record in nlp.pipe(waiting, as_tuples=True):
        confidence = confidence_of(nlp, doc)
        if confidence is not None:
            spans = sorted(PhiSpan(*span) for span in spans_of(nlp, doc))
            found.append(Choice(with_spans(record, spans), confidence))
    return found


def with_spans(record: Record, spans: list[PhiSpan]) -> Record:
    """Give the same document with other spans."""
    return replace(record, spans=spans, meta={**record.meta, "annotated": True})


def select(
    choices: Iterable[Choice], settings: Settings, like: Sequence[Record] | None
) -> list[Choice]:
    """Take the documents a model is surest of.

    like: documents whose proportions the selection keeps: of documents without spans, and of the
        spans of each label per document; None keeps none.
    RETURNS: at most ``settings.most``, the surest first; none below ``settings.least``.
    """
    sure = [c for c in choices if c.confidence >= settings.least]
    sure.sort(key=lambda c: (-c.confidence, c.record.id))
    if not like:
        return sure[: settings.most]
    count = min(settings.most, len(sure))
    wanted = Counter(span[2] for record in like for span in record.spans)
    wanted[""] = sum(not record.spans for record in like)
    room = {label: -(-number * count // len(like)) for label, number in wanted.items()}
    taken: list[Choice] = []
    for choice in sure:
        needs = Counter([span[2] for span in choice.record.spans] or [""])
        if all(room.get(label, 0) >= number for label, number in needs.items()):
            for label, number in needs.items():
                room[label] -= number
            taken.append(choice)
    return taken[: settings.most]
