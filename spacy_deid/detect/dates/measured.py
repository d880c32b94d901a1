"""Numbers behind months that are values of a test and no years: 'Plt: 1 Feb 88, 3 Feb 41'."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy_deid.detect.words.reading import Cues

MEASURES = Cues(
    "inr|crp|hb|hgb|haemoglobin|hemoglobin|wbc|wcc|plt|plts|platelet|platelets|creat|creatinine|crea|urea|"
    "bun|k|na|potassium|sodium|alt|ast|sgot|sgpt|alp|ggt|bili|bilirubin|ck|cpk|ldh|temp|temps|temperature|"
    "weight|wt|bmi|level|levels|trough|glucose|hba1c|a1c|bm|lactate|trop|troponin|troponins|anc|neut|neuts|"
    "neutrophils|eos|eosinophils|esr|psa|tsh|ft4|egfr|gfr|ferritin|albumin|alb|amylase|lipase|ammonia|calcium|"
    "ca|mg|phosphate|pulse|hr|bp|spo2|sats|peak flow|fev1|score|count|vanc|lithium|digoxin"
)
MEASURE = MEASURES.pattern
"""Names of tests and signs that are followed over days and months."""
_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?"
_DAY = r"\d{1,2}(?:st|nd|rd|th)?"
_HEAD = rf"(?:(?:in|on)\s)?(?:{_DAY}\s{_MONTH}|{_MONTH}\s{_DAY}|{_MONTH}):?\s"
_NEXT = r"(?:\s?[,;]\s?(?:(?:and|then)\s)?|\s(?:and|then|to|->|→)\s)"
_BEFORE = re.compile(rf"(?P<run>(?<!\w)(?:{_HEAD}\d{{1,3}}{_NEXT})*)(?<!\w){_HEAD}\Z")
_AHEAD = re.compile(rf"{_NEXT}{_HEAD}(?P<value>\d{{1,3}})(?![\w/:-]|[.,]\d)")
_VALUE = re.compile(rf"{_HEAD}(\d{{1,3}}){_NEXT}")
_LED = re.compile(rf"(?<![\w-]){MEASURE}\b[^.;\n\d]{{0,24}}\Z")
_DATED = re.compile(rf"(?<!\w)(?:{_HEAD}|{_MONTH},\s)(\d{{1,3}})(?![\w/:-]|[.,]\d)")
_ON_DATE = re.compile(rf"\s(?:on|in)\s(?:the\s)?(?:{_DAY}\s)?{_MONTH}(?![^\W_])")
_REACH = 90
_LEAST = 3


def is_value(low: str, start: int, end: int) -> bool:
    """Tell whether the number behind a month or a day and its month is a value.

    low: the text in lower case. start, end: the characters of the number.
    It is where its own date follows ('210 on 1 Feb, 88 on 3 Feb'), or in a row of such pairs whose
    numbers differ: behind the name of a test, or three of them that do not rise as years would.
    """
    if _ON_DATE.match(low, end):
        return True
    before = _BEFORE.search(low, max(0, start - _REACH), start)
    if before is None:
        return False
    values = [int(value) for value in _VALUE.findall(before["run"])] + [int(low[start:end])]
    ahead = _AHEAD.match(low, end)
    while ahead is not None:
        values.append(int(ahead["value"]))
        ahead = _AHEAD.match(low, ahead.end())
    if len(set(values)) < 2:
        return False
    if _LED.search(low, max(0, before.start() - _REACH), before.start()):
        return True
    return len(values) >= _LEAST and values != sorted(values)


def dated_values(low: str) -> Iterator[tuple[int, int]]:
    """Give the [start, end) characters of all such numbers behind months."""
    for dated in _DATED.finditer(low):
        if is_value(low, *dated.span(1)):
            yield dated.span(1)
