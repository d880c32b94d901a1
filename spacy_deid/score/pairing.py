"""Bring gold and predicted documents together, by id, in one label scheme, over one text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from spacy_deid.annotations import Record
from spacy_deid.errors import DeidError
from spacy_deid.intervals import PhiSpan
from spacy_deid.phi import SCHEMES, map_label, map_losses, scheme_of, shown
from spacy_deid.score.arrays import Pair
from spacy_deid.score.schemes import DEFAULT_SCHEME, outside

FROM_GOLD = ("patient", "case", "sentences", "utility", "traps")
FROM_PREDICTION = ("masked", "verdicts")
PARALLEL = ("sources", "scores")
SHOWN_IDS = 3
SIDES = ("the gold documents", "the predictions")
"""How errors name the two sides where no file is known."""


@dataclass(slots=True)
class Prediction:
    """What a system said about one document.

    text: None where only spans were written; the gold text then counts.
    meta: 'sources' and 'scores' (one for each span), 'verdicts' ([start, end, label, detector,
        outcome]) and 'masked' ({'text', 'spans'}) are used where they are present.
    """

    id: str
    spans: list[PhiSpan]
    text: str | None = None
    meta: dict[str, Any] = field(default_factory=dict)


def of_record(record: Record) -> Prediction:
    """Take a document of a corpus as a prediction."""
    return Prediction(record.id, list(record.spans), record.text, record.meta)


@dataclass(slots=True)
class Paired:
    """Documents ready to score.

    scheme: what their labels are in; 'any' where labels are taken as they come.
    dropped: labels that the scheme has nothing for, with how often they stood in gold and
        predictions; those spans count where labels do not, and nowhere else.
    unannotated: documents of the gold without any annotation, which are left out.
    guessed: labels wider than the one they count as, such as a LOCATION that becomes a STREET,
        with how often they stood in gold and predictions.
    """

    pairs: list[Pair]
    scheme: str
    dropped: dict[str, dict[str, int]]
    unannotated: int = 0
    guessed: dict[str, dict[str, int]] = field(default_factory=dict)


def known_of(records: Sequence[Record]) -> list[Record]:
    """Give the documents that hold gold annotation, if only that nothing identifies.

    RAISES: DeidError D510 where there are documents and none of them does.
    """
    known = [record for record in records if record.meta.get("annotated") is not False]
    if records and not known:
        raise DeidError("D510", documents=len(records))
    return known


def paired(
    gold: Iterable[Record],
    predictions: Iterable[Prediction],
    *,
    scheme: str | None = None,
    sides: tuple[str, str] = SIDES,
) -> Paired:
    """Pair documents.

    gold: with their spans; predictions: in any order, with the same ids.
    scheme: of ``phi.SCHEMES`` to map both to, 'any' to take labels as they are; None finds the one
        that knows all labels of both.
    sides: how errors name gold and predictions, such as their files.
    RAISES: DeidError D501 (ids do not pair up), D502 (texts differ), D503 (a label that the scheme
        does not know), D504 (a span outside the text), D505 (unknown scheme), D506 (an id twice),
        D510 (no gold annotation).
    """
    if scheme not in (None, "any", *SCHEMES):
        raise DeidError("D505", scheme=scheme, known=", ".join([*SCHEMES, "any"]))
    ours = _by_id(gold, sides[0])
    theirs = _by_id(predictions, sides[1])
    if ours.keys() != theirs.keys():
        missing, extra = ours.keys() - theirs.keys(), theirs.keys() - ours.keys()
        raise DeidError(
            "D501",
            gold=sides[0],
            pred=sides[1],
            missing=len(missing),
            missing_ids=_some(missing),
            extra=len(extra),
            extra_ids=_some(extra),
        )
    known = {record.id: record for record in known_of(list(ours.values()))}
    unannotated = len(ours) - len(known)
    ours, theirs = known, {one: theirs[one] for one in known}
    labels = _label_counts(r.spans for r in ours.values())
    guesses = _label_counts(p.spans for p in theirs.values())
    target = scheme or common_scheme(ours.values(), [theirs.values()])
    gold_map = Mapping(labels, target, sides[0])
    pred_map = Mapping(guesses, target, sides[1])
    pairs = [
        _pair(record, theirs[identifier], gold_map, pred_map) for identifier, record in ours.items()
    ]
    maps = {"gold": gold_map, "pred": pred_map}
    return Paired(
        pairs,
        target,
        {side: one.dropped for side, one in maps.items()},
        unannotated,
        {side: one.guessed() for side, one in maps.items()},
    )


def _by_id(documents: Iterable[Any], side: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for document in documents:
        if document.id in found:
            raise DeidError("D506", doc=document.id, side=side)
        found[document.id] = document
    return found


def _some(ids: Iterable[str]) -> str:
    shown = sorted(ids)
    rest = ", …" if len(shown) > SHOWN_IDS else ""
    return ", ".join(shown[:SHOWN_IDS]) + rest if shown else "none"


def _label_counts(groups: Iterable[Sequence[PhiSpan]]) -> Counter[str]:
    return Counter(span[2] for spans in groups for span in spans)


def common_scheme(gold: Iterable[Record], systems: Iterable[Iterable[Prediction]]) -> str:
    """Find the scheme that knows the labels of the gold and of all systems, in whatever order.

    RETURNS: where there is none, the scheme of the gold, so that errors name it.
    """
    labels = _label_counts(record.spans for record in gold)
    guesses = _label_counts(found.spans for system in systems for found in system)
    together = scheme_of([*labels, *guesses])
    other = scheme_of(labels) if labels else scheme_of(guesses)
    return together or other or DEFAULT_SCHEME


class Mapping:
    """Turns the labels of one side into those of the target scheme.

    present: the labels that occur, with how often; target: a scheme or 'any'; side: its name.
    """

    def __init__(self, present: Counter[str], target: str, side: str) -> None:
        self.target = target
        self.side = side
        self.source = scheme_of(present)
        self.dropped: dict[str, int] = {}
        self._present = present
        self._known: dict[str, str] = {}

    def guessed(self) -> dict[str, int]:
        """Count the labels that are wider than what the target makes of them."""
        if self.source is None or self.target == "any":
            return {}
        wide = map_losses(self.source, self.target).guessed
        return {label: self._present[label] for label in wide if label in self._present}

    def __call__(self, label: str, document: str) -> str:
        """Map one label; what the target has nothing for is named by ``schemes.outside``.

        RAISES: DeidError D503 for a label that no scheme at hand knows.
        """
        if self.target == "any":
            return label
        if label not in self._known:
            try:
                # Without a scheme of both, an unknown label is the error to report, not to guess.
                mapped = map_label(label, self.source, self.target)
            except KeyError:
                known = ", ".join(SCHEMES[self.target])
                raise DeidError(
                    "D503", side=self.side, label=shown(label), doc=document, known=known
                ) from None
            if mapped is None:
                self.dropped[label] = self._present[label]
                mapped = outside(map_label(label, self.source, DEFAULT_SCHEME) or label)
            self._known[label] = mapped
        return self._known[label]


def _pair(record: Record, found: Prediction, gold_map: Mapping, pred_map: Mapping) -> Pair:
    if found.text is not None and found.text != record.text:
        raise DeidError(
            "D502",
            side=pred_map.side,
            doc=record.id,
            place=_first_difference(record.text, found.text),
            gold_length=len(record.text),
            pred_length=len(found.text),
        )
    gold, pred = (
        [_mapped(span, to, record) for span in spans]
        for spans, to in ((record.spans, gold_map), (found.spans, pred_map))
    )
    meta = {key: record.meta[key] for key in FROM_GOLD if record.meta.get(key) is not None}
    if "case" in meta:
        meta.setdefault("patient", meta["case"])
    for key in FROM_PREDICTION:
        if found.meta.get(key) is not None:
            meta[key] = found.meta[key]
    for key in PARALLEL:
        values = found.meta.get(key)
        if isinstance(values, list) and len(values) == len(found.spans):
            meta[key] = values
    return Pair(record.text, gold, pred, record.id, meta)


def _mapped(span: PhiSpan, mapping: Mapping, record: Record) -> PhiSpan:
    start, end, label = span
    length = len(record.text)
    if not 0 <= start < end <= length:
        raise DeidError(
            "D504", side=mapping.side, doc=record.id, start=start, end=end, length=length
        )
    return PhiSpan(start, end, mapping(label, record.id))


def _first_difference(one: str, other: str) -> int:
    for place, (a, b) in enumerate(zip(one, other, strict=False)):
        if a != b:
            return place
    return min(len(one), len(other))
