"""Months and years after a treatment, which look like ages: 'At 6 months FVC 74%.'."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy_deid.detect.words.reading import Cues, Reading

_CUES = Cues("month|months|mo|mths|year|years|yrs")
_SPAN = (
    r"\d{1,3}(?:\s?(?:-|–|to|and)\s?\d{1,3})?(?:\.\d)?[\s-](?:months?|mo|mths|years?|yrs)(?![^\W_])"
    r"(?!\s?-?(?:old|of\sage))"
)
_RESULT = (
    r"(?:\w+\s){0,2}?(?:fvc|fev1?|dlco|lvef|ef|egfr|gfr|alt|ast|alp|bilirubin|hb|hba1c|haemoglobin|hemoglobin|"
    r"creatinine|psa|tsh|crp|esr|ferritin|viral|titre|titer|igg|biopsy|mri|ct|pet|echo|ecg|ultrasound|scan|"
    r"x-?ray|bcva|acuity|lesions?|tumou?r|disease|alive|dead|asymptomatic|symptom-?free|remission|"
    r"recurrence|relapse|resolved|recovered|recovery|residual|normali[sz]ed|unchanged|stable|improved|"
    r"no\s(?:evidence|recurrence|further|residual|relapse)|still|fully|completely|patients?|mean|median|"
    r"all\s(?:patients|tests)|\d{1,3}(?:\.\d)?\s?%|the\s(?:rash|lesions?|patient|graft|scar|deficit|nerve))"
)
_LED = re.compile(
    # At 6 months FVC 74%, at 2 years: alive
    rf"(?:\A|(?<=[.;:\n]\s)|(?<=[.;:]\s\s)|(?<=\n))at\s(?P<x>{_SPAN})\s?[,:;–-]?\s?{_RESULT}"
)
_BEHIND = re.compile(
    # recovered at 3 months, relapse at 5 years, outcome at 2 years
    r"\b(?:recovered|recovery|relapsed?|recurred|recurrence|outcomes?|resolved|resolution|remission|review(?:ed)?|"
    r"followed|follow-?\s?up|visit|scan|mri|ct|biopsy|echo|repeat(?:ed)?|assess(?:ed|ment)|evaluated|"
    r"re-?evaluat\w+|survival|progression|pfs|os|efs|response|remained|persist\w+|discontinued|stopped|"
    r"seen(?:\sagain)?|improved|normali[sz]ed|persisting|ongoing|unchanged|free|fvc|fev1?|lvef|egfr|psa)"
    rf"\s(?:again\s|only\s|and\s|still\s)?at\s(?:about\s|approximately\s)?(?P<x>{_SPAN})(?=\s?(?:[.,;:)]|\Z|and\b|was|with|show))"
)
_CHILD = re.compile(
    r"\b(?:vaccinat\w+|immuni[sz]\w+|milestones?|walk\w*|crawl\w*|sat\b|babbl\w+|wean\w*|first\sdose|"
    r"well-?child|newborn|infant|baby|toddler)\b"
)
"""What makes such a time an age."""


def find_follow_ups(reading: Reading) -> Iterator[tuple[int, int]]:
    """Give the [start, end) characters of every such time; none in a text about a small child."""
    if not _CUES.among(reading) or _CHILD.search(reading.low):
        return
    for pattern in (_LED, _BEHIND):
        for match in pattern.finditer(reading.low):
            yield match.span("x")
