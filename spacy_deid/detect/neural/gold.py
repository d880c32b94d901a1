"""The gold side of the tagger: classes to learn from, and what its proposals score against them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy
from spacy.scorer import PRFScore
from spacy.training import Example

from spacy_deid.detect.neural.chain import UNKNOWN, Numbers
from spacy_deid.probabilities import SAFE
from spacy_deid.proposals import read_proposals


def gold_classes(example: Example, number: Mapping[str, int]) -> Numbers:
    """Give the gold tag of every predicted token.

    number: BIO tag to its class; the I- tag of a label follows its B- tag, 'O' is 0.
    RETURNS: (tokens,) classes; ``UNKNOWN`` where the annotation is missing or misaligned.
    """
    reference, predicted = example.reference, example.predicted
    if numpy.array_equal(reference.to_array("ORTH"), predicted.to_array("ORTH")):
        marks = reference.to_array("ENT_IOB")
        found = numpy.where(marks == 2, 0, UNKNOWN)
        for ent in reference.ents:
            first = number.get(f"B-{ent.label_}", UNKNOWN)
            found[ent.start] = first
            found[ent.start + 1 : ent.end] = UNKNOWN if first == UNKNOWN else first + 1
        return found.astype(numpy.int64)
    tags = [tag or "-" for tag in example.get_aligned_ner()]
    found = numpy.full(len(tags), UNKNOWN, dtype=numpy.int64)
    before = SAFE
    for place, tag in enumerate(tags):
        letter, _, label = tag.partition("-")
        goes_on = letter in ("I", "L") and before == label
        if tag == SAFE:
            found[place] = 0
        elif label:
            found[place] = number.get(f"{'I' if goes_on else 'B'}-{label}", UNKNOWN)
        before = label or SAFE
    return found


def score_proposals(examples: Iterable[Example], key: str) -> dict[str, Any]:
    """Score a span group as spaCy scores entities: strict, per label.

    Proposals on tokens without gold annotation don't count.
    RETURNS: 'ents_p', 'ents_r', 'ents_f' and 'ents_per_type'; None without any gold annotation.
    """
    per_type: dict[str, PRFScore] = {}
    total = PRFScore()
    annotated = False
    for example in examples:
        gold_doc = example.reference
        known = gold_doc.to_array("ENT_IOB") != 0
        annotated = annotated or bool(known.any())
        borders = gold_doc.to_array("IDX")
        gold = {(e.start_char, e.end_char, e.label_) for e in gold_doc.ents}
        found = set()
        for proposal in read_proposals(example.predicted, key):
            inside = (borders >= proposal.start) & (borders < proposal.end)
            if known[inside].all():
                found.add((proposal.start, proposal.end, proposal.label))
        total.score_set(found, gold)
        for label in {span[2] for span in found | gold}:
            per_type.setdefault(label, PRFScore()).score_set(
                {s for s in found if s[2] == label}, {s for s in gold if s[2] == label}
            )
    if not annotated:
        return {"ents_p": None, "ents_r": None, "ents_f": None, "ents_per_type": None}
    return {
        "ents_p": total.precision,
        "ents_r": total.recall,
        "ents_f": total.fscore,
        "ents_per_type": {label: score.to_dict() for label, score in per_type.items()},
    }
