"""Rates, settings of ventilators, biometry of the unborn, sight of an eye: letters and a figure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy_deid.detect.words.reading import Cues, Reading

_RATE = re.compile(
    # @ 83/hr, @65 cc/h
    r"@\s?\d{1,4}(?:\.\d{1,2})?\s?(?:m[lL]|cc|units?|mcg|mg)?/(?:hr?|hour|min)\b"
)
_VENTILATION = Cues("pplat|ppeak|pip|peep|fio|paw|etco|pinsp|vte")
_VENTILATOR = re.compile(
    r"(?<![\w-])(?:P(?:plat|peak|aw|insp)|PIP|DP|Vte?|MV|EtCO2|ETCO2)\s?[:=]?\s?\d{1,3}(?:\.\d)?(?![\w/]|[.-]\d)"
)
_UNBORN = Cues("bpd|efw|afi|dvp")
_BIOMETRY = re.compile(
    # BPD 47, HC 175, AC 151, FL 33: two of them stand together
    r"(?<![\w-])(?:(?:BPD|HC|AC|FL|EFW|AFI|CRL|NT|DVP)\s?[:=]?\s?\d{1,4}(?:\.\d)?(?:\s?(?:mm|cm|g))?"
    r"(?![\w/]|[.-]\d)(?:,?\s|\Z)?){2,8}"
)
_EYES = Cues("va|vision|visual|acuity|iop|oct|eye|eyes|cataract|uveitis|retina|le|re|od|os")
_SIGHT = re.compile(
    r"(?<![\w-])(?:VA\s)?(?:RE|LE|OD|OS|VAR|VAL)[ :]{1,2}"
    r"(6/(?:4|5|6|7\.5|9|12|15|18|24|36|60))(?![\d/])"
)
_CHARTED = re.compile(
    # 6/9 and 20/40
    r"(?<![\w/.-])(?:6/(?:6|7\.5|9|12|18|24|36|60)|20/(?:15|20|25|30|40|50|60|70|80|100|200|400))(?![\d/])"
)
_SIGHTED = re.compile(
    r"(?<![\w-])(?:VA|BCVA|IOP|OCT|PPV|acuity|vision|eyes?|LE|OS|HM|CF|PH)(?![\w-])|6/(?:18|24|36|60)"
)
_LETTER = re.compile(r"\b(?:dear|your\sletter|ref)\b", re.IGNORECASE)
_REACH = 160
_NEAR = 40


def find_settings(reading: Reading) -> Iterator[tuple[int, int]]:
    """Give the [start, end) characters of every such figure with the letters before it."""
    text = reading.text
    if "@" in text:
        for match in _RATE.finditer(text):
            yield match.span()
    if _VENTILATION.among(reading):
        for match in _VENTILATOR.finditer(text):
            yield match.span()
    if _UNBORN.among(reading):
        for match in _BIOMETRY.finditer(text):
            yield match.start(), match.start() + len(match[0].rstrip(" ,\n"))
    if _EYES.among(reading):
        for match in _SIGHT.finditer(text):
            around = (
                text[max(match.start() - _REACH, 0) : match.start()]
                + text[match.end() : match.end() + _REACH]
            )
            if _SIGHTED.search(around) and not _LETTER.search(around):
                yield match.span(1)
    charted = list(_CHARTED.finditer(text)) if "6/" in text and "20/" in text else []
    for match in charted:
        # of one eye in feet and of the other in metres: both only where sight is spoken of
        near = [m for m in charted if 0 < abs(m.start() - match.start()) < _NEAR]
        if any(m[0][:2] != match[0][:2] and _same_line(text, m, match) for m in near):
            yield match.span()


def _same_line(text: str, one: re.Match[str], other: re.Match[str]) -> bool:
    return "\n" not in text[min(one.end(), other.end()) : max(one.start(), other.start())]
