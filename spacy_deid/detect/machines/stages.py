"""The second look of a two-stage recognizer: what the first stage said of the words around.

SOURCE: system 5, Illinois LBJ, whose second stage sees the first stage's decisions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy

from spacy_deid.detect.machines.matrix import Part
from spacy_deid.detect.machines.training import Fitted
from spacy_deid.detect.recognizers.linear import Keys, feature_key

_REACH = 2


class SecondLook:
    """Turns the tags of the first stage into features of the second.

    classes: tags of the first stage.
    """

    def __init__(self, classes: Sequence[str]) -> None:
        self._around = [
            [f"{offset}|tag={name}" for name in classes] for offset in range(-_REACH, _REACH + 1)
        ]
        self._before = [f"seen={name}" for name in classes]
        names = [*(name for row in self._around for name in row), *self._before]
        self._columns = {name: number for number, name in enumerate(names)}

    def keys(self) -> Keys:
        """Give the hash of each feature, in the order of their columns."""
        return numpy.fromiter(map(feature_key, self._columns), numpy.uint64, len(self._columns))

    def features(self, codes: Sequence[int], lower: Sequence[str]) -> list[list[str]]:
        """Give each word of a document the tags around it and those of earlier like words.

        codes: class of each word by the first stage. lower: the words in lower case.
        """
        count = len(codes)
        rows: list[list[str]] = []
        seen: dict[str, dict[int, None]] = {}
        for place, word in enumerate(lower):
            first, end = max(place - _REACH, 0), min(place + _REACH + 1, count)
            row = [
                self._around[other - place + _REACH][codes[other]] for other in range(first, end)
            ]
            if len(word) > 1:
                known = seen.setdefault(word, {})
                row += [self._before[code] for code in known]
                known[codes[place]] = None
            rows.append(row)
        return rows

    def widen(self, part: Part, first: Fitted) -> Part:
        """Add the features to a part of the corpus, by first stages that did not learn from it."""
        from scipy.sparse import csr_matrix, hstack

        codes = first.margins(part).argmax(axis=1).tolist()
        columns: list[int] = []
        borders = [0]
        for words, (start, end) in zip(part.documents, part.rows(), strict=True):
            for row in self.features(codes[start:end], words):
                columns.extend(self._columns[feature] for feature in row)
                borders.append(len(columns))
        added = csr_matrix(
            (numpy.ones(len(columns)), columns, borders), shape=(len(codes), len(self._columns))
        )
        return replace(part, matrix=hstack([part.matrix, added], format="csr"))
