"""Parts of a corpus: folds, random shares, a part held back; patients stay together."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Sequence

from spacy_deid.annotations import Record
from spacy_deid.errors import DeidError

DEV_SHARE = 0.1
"""Share of the training documents that choose the best step where a model is made by updates."""


def patients(
    records: Sequence[Record], *, field: str | None = None, pattern: str | None = None
) -> list[str]:
    """Name the patient of every document.

    field: of the documents' meta, such as 'case'.
    pattern: regular expression for the document id; its first group, or all it matches, names the
        patient, such as '^[^-]+' for the ids '110-01' and '110-02' of i2b2 2014.
    RETURNS: one name per document; a document that tells no patient, and every one where neither
        field nor pattern is given, is a patient of its own.
    RAISES: DeidError D607 where no document tells its patient, or the pattern is not valid.
    """
    names: list[str | None] = [None] * len(records)
    asked = field or pattern
    if field is not None:
        names = [str(r.meta[field]) if r.meta.get(field) else None for r in records]
    elif pattern is not None:
        try:
            search = re.compile(pattern).search
        except re.error:
            raise DeidError("D607", asked=asked, documents=len(records)) from None
        for place, record in enumerate(records):
            match = search(record.id)
            if match is not None:
                names[place] = match[1 if match.re.groups else 0] or None
    if asked and records and not any(names):
        raise DeidError("D607", asked=asked, documents=len(records))
    return [
        f"document {place}" if name is None else f"patient {name}"
        for place, name in enumerate(names)
    ]


def _by_patient(indices: Sequence[int], groups: Sequence[str]) -> list[list[int]]:
    found: dict[str, list[int]] = defaultdict(list)
    for index in indices:
        found[groups[index]].append(index)
    return list(found.values())


def folds(groups: Sequence[str], count: int, *, seed: str) -> list[list[int]]:
    """Deal the documents out into folds of about one size.

    groups: the patient of every document; count: at least 2.
    RETURNS: ``count`` lists of document indices in order; every document stands in one of them, and
        all of a patient in the same.
    RAISES: DeidError D606 for fewer patients than folds.
    """
    together = _by_patient(range(len(groups)), groups)
    if count < 2 or len(together) < count:
        raise DeidError("D606", folds=count, patients=len(together), documents=len(groups))
    random.Random(seed).shuffle(together)
    # the largest first, each into the smallest fold: the sizes come out even
    together.sort(key=len, reverse=True)
    dealt: list[list[int]] = [[] for _ in range(count)]
    for indices in together:
        min(dealt, key=len).extend(indices)
    return [sorted(fold) for fold in dealt]


def drawn(groups: Sequence[str], share: float, *, seed: str) -> list[int]:
    """Draw a share of the documents, patient by patient.

    share: in [0, 1].
    RETURNS: indices in order: as many documents as the share asks for, and those that belong to the
        last patient drawn; none for a share of 0.
    """
    wanted = round(share * len(groups))
    if share > 0:
        wanted = max(wanted, 1)
    together = _by_patient(range(len(groups)), groups)
    random.Random(seed).shuffle(together)
    taken: list[int] = []
    for indices in together:
        if len(taken) >= wanted:
            break
        taken.extend(indices)
    return sorted(taken)


def held_back(
    indices: Sequence[int], groups: Sequence[str], *, seed: str, share: float = DEV_SHARE
) -> tuple[list[int], list[int]]:
    """Part documents into those to learn from and those that choose the best step.

    RETURNS: both in order; where there is but one patient, all to learn from and none held back.
    """
    together = _by_patient(indices, groups)
    if len(together) < 2:
        return sorted(indices), []
    random.Random(seed).shuffle(together)
    wanted = max(round(share * len(indices)), 1)
    back: list[int] = []
    while len(back) < wanted and len(together) > 1:
        back.extend(together.pop())
    return sorted(index for part in together for index in part), sorted(back)
