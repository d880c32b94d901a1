"""Peoples that are surnames, first names or towns, too: 'of Han ethnicity', 'Race: Cree'."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy_deid.detect.words.reading import Cues, Reading

_PEOPLES = Cues(
    "Han|Hui|Zhuang|Miao|Dai|Manchu|Uyghur|Tatar|Cham|Luo|Shona|Fula|Ewe|Cree|Sioux|"
    "Cherokee|Apache|Basque|Sami|Roma|Berber|Jewish|Jew|Hakka|Sindhi|Chuvash|Chechen|Ingush|Kalmyk".lower()
)
_NAMED = "(?:" + "|".join(word.capitalize() for word in sorted(_PEOPLES.runs)) + ")"
_SEARCHES = tuple(
    re.compile(source)
    for source in (
        # ethnicity: Han; Race - Hui; nationality Tatar
        r"\b(?i:ethnicity|ethnic\s(?:group|origin|background)|race|nationality)\s?[:=-]?\s{0,3}"
        rf"({_NAMED})(?=\s?(?:[,;.)/|\n]|Chinese\b|\Z))",
        # of Han ethnicity, Cree descent, Roma origin, Han nationality, Ashkenazi Jewish
        rf"(?<![\w-])((?:Ashkenazi\s|Sephardic\s|Mizrahi\s)?{_NAMED})(?=\s(?:Chinese\s)?"
        r"(?:ethnic\w*|descent|origin|ancestry|heritage|nationality|people|First\sNations?|minority)\b)",
        r"(?<![\w-])((?:Ashkenazi|Sephardic|Mizrahi)\s(?:Jewish|Jews?))(?![\w-])",
        r"(?<![\w-])(Han\sChinese)(?![\w-])",
        # 58 years old, Han, inpatient number
        r"\b(?i:male|female|years\sold),\s(Han)(?=,\s(?:\d|[a-z]|[A-Z]{2}))",
    )
)


def find_peoples(reading: Reading) -> Iterator[tuple[int, int]]:
    """Give the [start, end) characters of every such word that its context makes a people."""
    if _PEOPLES.among(reading):
        for search in _SEARCHES:
            for match in search.finditer(reading.text):
                yield match.span(1)
