"""Written dates, pipelines and settings that the tests of the masker share.

``SPACY_DEID_EXAMPLES=5000 pytest tests/mask`` runs the properties over thousands of cases.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any

import spacy
from hypothesis import HealthCheck, settings

from spacy_deid.annotations import DECISION, Proposal
from spacy_deid.mask.dates.names import MONTHS, WEEKDAYS, ordinal_suffix
from spacy_deid.mask.keys import Keyed
from spacy_deid.mask.policies import resolve
from spacy_deid.mask.rewrite import Scope, masked_text, pieces_of
from spacy_deid.proposals import write_proposals

KEY = b"a key for tests only, 32 bytes.."
EXAMPLES = int(os.environ.get("SPACY_DEID_EXAMPLES", "50"))
cases = settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def _month(day: date) -> str:
    return MONTHS[day.month - 1].capitalize()


def _weekday(day: date) -> str:
    return WEEKDAYS[day.weekday()].capitalize()


FULL: dict[str, Callable[[date], str]] = {
    "03/09/2021": lambda d: f"{d.month:02d}/{d.day:02d}/{d.year}",
    "3/9/2021": lambda d: f"{d.month}/{d.day}/{d.year}",
    "03/09/21": lambda d: f"{d.month:02d}/{d.day:02d}/{d.year % 100:02d}",
    "2021-03-09": lambda d: d.isoformat(),
    "2021/03/09": lambda d: d.strftime("%Y/%m/%d"),
    "20210309": lambda d: d.strftime("%Y%m%d"),
    "09MAR2021": lambda d: f"{d.day:02d}{_month(d)[:3].upper()}{d.year}",
    "09MAR21": lambda d: f"{d.day:02d}{_month(d)[:3].upper()}{d.year % 100:02d}",
    "09-Mar-2021": lambda d: f"{d.day:02d}-{_month(d)[:3]}-{d.year}",
    "9 March 2021": lambda d: f"{d.day} {_month(d)} {d.year}",
    "March 9, 2021": lambda d: f"{_month(d)} {d.day}, {d.year}",
    "Mar 9 2021": lambda d: f"{_month(d)[:3]} {d.day} {d.year}",
    "March 9th, 2021": lambda d: f"{_month(d)} {d.day}{ordinal_suffix(d.day)}, {d.year}",
    "9th of March 2021": lambda d: f"{d.day}{ordinal_suffix(d.day)} of {_month(d)} {d.year}",
    "Tuesday, March 9, 2021": lambda d: f"{_weekday(d)}, {_month(d)} {d.day}, {d.year}",
    "Tue 9 Mar 2021": lambda d: f"{_weekday(d)[:3]} {d.day} {_month(d)[:3]} {d.year}",
    "2021-03-09T10:15": lambda d: f"{d.isoformat()}T10:15",
}
"""Name of a form to a writer of it."""


def ways(policy: str = "placeholder", **methods: Any) -> Mapping[str, Any]:
    return resolve("deid_masker", policy, methods)


def mask(
    text: str,
    spans: Sequence[Proposal],
    table: Mapping[str, Any],
    *,
    case: str = "case 1",
    key: bytes | None = KEY,
    offset: int | None = None,
) -> str:
    scope = Scope(case=case, keyed=Keyed(key) if key else None, offset=offset)
    return masked_text(text, pieces_of(text, spans, table, scope))[0]


def spans_of(text: str, marked: Sequence[tuple[str, str]]) -> list[Proposal]:
    """Find (expression, label) pairs in the order of the text."""
    found, place = [], 0
    for piece, label in marked:
        start = text.index(piece, place)
        found.append(Proposal(start, start + len(piece), label))
        place = start + len(piece)
    return found


def pipeline(**config: Any) -> Any:
    tokenizer = {"@tokenizers": "spacy_deid.NarrativeTokenizer.v1"}
    nlp = spacy.blank("en", config={"nlp": {"tokenizer": tokenizer}})
    nlp.add_pipe("deid_masker", config=config)
    return nlp


def decided(nlp: Any, text: str, marked: Sequence[tuple[str, str]], case: str = "") -> Any:
    doc = nlp.make_doc(text)
    write_proposals(doc, DECISION, spans_of(text, marked))
    doc._.deid_case = case
    return doc
