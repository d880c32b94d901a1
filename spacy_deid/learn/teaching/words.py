"""A corpus in words, as a teacher reads it: forms, gaps, what the rules propose, gold."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy
from spacy.language import Language
from spacy.tokens import Doc

from spacy_deid.annotations import Record
from spacy_deid.corpora.docs import record_to_doc
from spacy_deid.detect.features.context import View, view_of
from spacy_deid.detect.recognizers.tagging import MISSING, OUTSIDE, gold_tags
from spacy_deid.phi import LABELS

Array = numpy.ndarray[Any, Any]
COMMAND = "soft-labels"
LENGTH = 384
"""Pieces that a teacher reads at a time, with the two that frame them."""
FORMS = 16
GAPS = 4
UNKNOWN = -1
"""Number of the tag of a word whose annotation is missing."""
_NUMBER = {label: place for place, label in enumerate(LABELS, start=1)}
PROPOSED = len(_NUMBER) + 1
"""Numbers that a word has by what a rule source proposes: 0 for nothing."""


@dataclass(slots=True)
class Words:
    """The words of a corpus, document by document, one behind another.

    texts: of the documents. vocabulary: the different words. tags: BIO tags by number, the first
        that of words with nothing to hide.
    words: numbers in the vocabulary. first: first characters in their document. gaps: what stands
        before (0 nothing, 1 blank, 2 line end, 3 blank line). proposed: by rule source, shape
        (sources, words). gold: tags. All but that have the shape (words,).
    bounds: first word of each document and the end of the last, shape (documents + 1,).
    """

    texts: list[str]
    vocabulary: list[str]
    tags: list[str]
    words: Array
    first: Array
    gaps: Array
    proposed: Array
    gold: Array
    bounds: Array


def read_words(
    records: Sequence[Record], nlp: Language, sources: Sequence[str], docs: Iterable[Doc]
) -> Words:
    """Lay annotated documents out in words.

    nlp: gives the tokenizer of ``docs``. sources: span groups of rules. docs: the documents of the
        records behind those rules, in order.
    RAISES: DeidError D201 for a text that is no Unicode.
    """
    vocabulary: dict[str, int] = {}
    tags: dict[str, int] = {OUTSIDE: 0, MISSING: UNKNOWN}
    columns: list[list[int]] = [[] for _ in range(4 + len(sources))]
    bounds = [0]
    for record, doc in zip(records, docs, strict=True):
        view = view_of(doc)
        words, first, gaps, gold, *proposed = columns
        words.extend(vocabulary.setdefault(word, len(vocabulary)) for word in view.words)
        first.extend(view.starts)
        gaps.extend(_gaps(view))
        for tag in gold_tags(record_to_doc(record, nlp), view, "BIO"):
            gold.append(tags.setdefault(tag, len(tags) - 1))
        for column, source in zip(proposed, sources, strict=True):
            labels = [0] * len(doc)
            for span in doc.spans.get(source, []):
                labels[span.start : span.end] = [_NUMBER.get(span.label_, 0)] * len(span)
            column.extend(labels[token] for token in view.tokens)
        bounds.append(len(words))
    words, first, gaps, gold, *proposed = columns
    del tags[MISSING]
    return Words(
        [record.text for record in records],
        list(vocabulary),
        list(tags),
        numpy.array(words, dtype=numpy.int32),
        numpy.array(first, dtype=numpy.int32),
        numpy.array(gaps, dtype=numpy.uint8),
        numpy.array(proposed, dtype=numpy.uint8).reshape(len(sources), len(words)),
        numpy.array(gold, dtype=numpy.int16),
        numpy.array(bounds, dtype=numpy.int64),
    )


def _gaps(view: View) -> list[int]:
    text, end, found = view.doc.text, 0, []
    for word, start in zip(view.words, view.starts, strict=True):
        between = text[end:start]
        found.append(min(between.count("\n") + 1, GAPS - 1) if between else 0)
        end = start + len(word)
    return found


def form_of(word: str) -> int:
    """Give the number of a word's form: letters and their case, figures and their count, signs."""
    letters, figures = any(map(str.isalpha, word)), any(map(str.isdigit, word))
    if word.isalpha():
        if word.islower():
            return 1
        if word.isupper():
            return 2 if len(word) > 1 else 3
        return 4 if word[1:].islower() else 5
    if word.isdigit():
        return 6 + min(len(word), 5)
    if letters and figures:
        return 12
    return 13 if figures else 14 if letters else 15
