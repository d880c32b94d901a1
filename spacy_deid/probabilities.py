"""Class probabilities of every token: what the ensemble and the inverse mode weigh."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy
from spacy.tokens import Doc

FloatArray: TypeAlias = numpy.ndarray[Any, numpy.dtype[Any]]

PROBABILITIES = "deid_probabilities"
"""Key of ``doc.user_data`` under which detectors leave the class probabilities of every token.

The value maps the name of a detector to {'classes': names, 'shape': [tokens, classes], 'values':
bytes}; write it with ``write_probabilities`` and read it with ``read_probabilities``. Plain types,
so that it survives ``Doc.to_bytes``, worker processes and a DocBin with ``store_user_data``.
"""


SAFE = "O"
"""Name of the class of a token that belongs to no identifying span."""


def write_probabilities(doc: Doc, key: str, classes: Sequence[str], values: FloatArray) -> None:
    """Leave the class probabilities of every token in ``doc.user_data[PROBABILITIES][key]``.

    key: name of the detector.
    classes: ``SAFE`` and labels, one per column.
    values: tokens x classes (white space tokens too), each row sums to 1.
    """
    table = numpy.ascontiguousarray(values, dtype="<f4")
    held = dict(doc.user_data.get(PROBABILITIES) or {})
    held[key] = {
        "classes": list(classes),
        "shape": list(table.shape),
        "values": table.tobytes(),
    }
    doc.user_data[PROBABILITIES] = held


def read_probabilities(doc: Doc, key: str) -> tuple[list[str], FloatArray] | None:
    """Read what ``write_probabilities`` left.

    RETURNS: the classes and an array of 32-bit floats, tokens x classes; None where the detector
        left none, or where it does not fit the tokens (of a Doc cut out of another one).
    """
    found = (doc.user_data.get(PROBABILITIES) or {}).get(key)
    if found is None or found["shape"][0] != len(doc):
        return None
    table = numpy.frombuffer(found["values"], dtype="<f4").reshape(tuple(found["shape"]))
    return list(found["classes"]), table
