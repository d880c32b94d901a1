"""What the settings of ``deid_network`` have to be, and the field that may stand beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from spacy.language import Language

from spacy_deid.detect.crf import SETTINGS, ConditionalRandomField, create_crf
from spacy_deid.detect.recognizers.chained import DECODING_SETTINGS
from spacy_deid.detect.recognizers.recognizer import check_range
from spacy_deid.errors import DeidError

_FURTHEST = 64


def check_dilations(name: str, dilations: Sequence[int]) -> None:
    """Refuse distances that are no whole numbers or out of range.

    RAISES: DeidError D011.
    """
    if not isinstance(dilations, (list, tuple)) or not dilations:
        raise DeidError(
            "D011", name="dilations", component=name, value=dilations, expected="a list of numbers"
        )
    for reach in dilations:
        check_range(name, "dilations", reach, 1, _FURTHEST)


def field_beside(
    nlp: Language, name: str, rule_sources: Sequence[str], settings: Mapping[str, Any]
) -> ConditionalRandomField:
    """Make the field beside the network.

    RAISES: DeidError D011 for a setting that ``deid_crf`` does not have or that the network sets.
    """
    known = SETTINGS.keys() - {"rule_sources", "scheme", "annotating", *DECODING_SETTINGS}
    for setting in settings:
        if setting not in known:
            expected = f"some of {sorted(known)}"
            raise DeidError("D011", name="linear", component=name, value=setting, expected=expected)
        value, kind = settings[setting], type(SETTINGS[setting])
        if not isinstance(value, (int, float) if kind is float else kind):
            expected = f"{kind.__name__} for {setting}"
            raise DeidError("D011", name="linear", component=name, value=value, expected=expected)
    field: ConditionalRandomField = create_crf(
        nlp, name, **{**SETTINGS, **settings, "rule_sources": rule_sources}
    )
    return field
