"""Ready policies and the table of methods: which label is masked how."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from spacy_deid.errors import DeidError
from spacy_deid.mask.ages import OLDEST
from spacy_deid.phi import CATEGORIES, CATEGORY_OF, LABELS

COMMON = ("placeholder", "numbered", "hash", "scramble", "characters", "suppress", "keep")
DATE_METHODS = (*COMMON, "shift", "season", "relative", "year", "quarter")
AGE_METHODS = (*COMMON, "limit", "bands", "decade", "shift")
OTHER_METHODS = (*COMMON, "surrogate", "shuffle", "generalise")
KEYED_DATE = frozenset({"shift", "season", "hash", "scramble"})
KEYED_AGE = frozenset({"shift", "hash", "scramble"})
KEYED_OTHER = frozenset({"surrogate", "shuffle", "hash", "scramble"})
SCOPES = ("document", "case", "corpus")

_DATE_READING = {
    "default_order": "likelier",
    "pivot": 35,
    "oldest": OLDEST,
    "languages": ["en", "es", "de", "fr", "it", "pt", "nl"],
}
OPTIONS: dict[str, dict[str, dict[str, Any]]] = {
    "DATE": {
        "shift": {
            "interval": [-1460, -366],
            "days": None,
            "keep_weekdays": False,
            "written": "original",
            "scope": "case",
            **_DATE_READING,
        },
        "season": {
            "most_days": 10,
            "most_months": 1,
            "most_years": 3,
            "written": "original",
            "scope": "case",
            **_DATE_READING,
        },
        "relative": {"reference": "first", **_DATE_READING},
        "year": dict(_DATE_READING),
        "quarter": dict(_DATE_READING),
    },
    "AGE": {
        "limit": {"oldest": OLDEST},
        "bands": {"oldest": OLDEST, "width": 5},
        "decade": {"oldest": OLDEST},
        "shift": {"oldest": OLDEST, "most_years": 3, "scope": "case"},
    },
    "*": {
        "placeholder": {},
        "numbered": {},
        "hash": {"scope": "case", "digits": 8},
        "scramble": {"scope": "case"},
        "characters": {"shown": 1, "sign": "*"},
        "suppress": {},
        "keep": {},
        "surrogate": {"scope": "case", "check_digits": "invalid"},
        "shuffle": {"scope": "case"},
        "generalise": {},
    },
}
"""Options and their defaults: label, or '*' for every label, to method to options.

Dates. interval: least and greatest offset in days, both ends drawn. days: the offset itself, given
from outside. keep_weekdays: only multiples of seven. written: 'original' or 'unambiguous'
(``[13 AUGUST 2005]``). default_order: of numeric dates that nothing else decides: MDY, DMY, YMD,
or likelier: day first with dots and dashes, month first with slashes. pivot: two-digit
years up to it belong to the 2000s. oldest: birth dates and relative dates of more years than this
become ``[DATE]``. languages: those that dateparser tries. reference: 'first', 'earliest',
'drug_start', 'event_onset' or an ISO date.
Ages. oldest: ages above it become ``[AGE > n]``. width: years of a band. most_years: of a shift.
Others. scope: what one surrogate holds for. digits: of a hash. shown: characters left by
``characters``, at most 3. check_digits: 'invalid', or 'keep' for numbers whose check digit is right
exactly where the original's is.
"""


@dataclass(frozen=True, slots=True)
class Way:
    """How one label is masked."""

    method: str
    options: dict[str, Any] = field(default_factory=dict)

    def needs_key(self, label: str) -> bool:
        """Tell whether this way draws from a key."""
        if label == "DATE":
            given = self.method == "shift" and self.options.get("days") is not None
            return self.method in KEYED_DATE and not given
        return self.method in (KEYED_AGE if label == "AGE" else KEYED_OTHER)


POLICIES: dict[str, dict[str, Any]] = {
    "placeholder": {"*": "placeholder", "AGE": "limit", "DATE": "relative"},
    "vigibase": {"*": "placeholder", "AGE": "limit", "DATE": "shift"},
    "hipaa-safe-harbor": {
        "*": "placeholder",
        "AGE": "limit",
        "DATE": "year",
        "ZIP": "generalise",
        "STATE": "keep",
        "COUNTRY": "keep",
        "PROFESSION": "generalise",
    },
    "research-surrogate": {"*": "surrogate", "AGE": "limit", "DATE": "shift"},
    "limited-data-set": {
        "*": "placeholder",
        "AGE": "keep",
        "DATE": "keep",
        "CITY": "keep",
        "STATE": "keep",
        "COUNTRY": "keep",
        "ZIP": "keep",
        "PROFESSION": "keep",
    },
}
"""Name to label, category or '*', to method; the more particular entry wins.

SOURCE: vigibase: the maskers of system 1; hipaa-safe-harbor: 45 CFR 164.514(b)(2);
limited-data-set: 45 CFR 164.514(e)(2).
"""


def methods_for(label: str) -> tuple[str, ...]:
    """Give the methods that a label can have."""
    return {"DATE": DATE_METHODS, "AGE": AGE_METHODS}.get(label, OTHER_METHODS)


def _refuse(component: str, name: str, value: object, expected: object) -> DeidError:
    return DeidError("D011", component=component, name=name, value=value, expected=expected)


def _way(component: str, label: str, entry: Any) -> Way:
    """Check one entry of the table and fill in the defaults."""
    if isinstance(entry, str):
        entry = {"method": entry}
    if not isinstance(entry, Mapping) or not isinstance(entry.get("method"), str):
        raise _refuse(component, f"methods.{label}", entry, "a method or a table with 'method'")
    method = entry["method"]
    if method not in methods_for(label):
        raise _refuse(component, f"methods.{label}", method, f"one of {methods_for(label)}")
    known = OPTIONS.get(label, {}).get(method)
    if known is None:
        known = OPTIONS["*"][method]
    given = {name: value for name, value in entry.items() if name != "method"}
    for name in given:
        if name not in known:
            raise _refuse(component, f"methods.{label}.{name}", given[name], f"one of {[*known]}")
    options = {**known, **given}
    for name, value in options.items():
        expected = _expected(name, value)
        if expected:
            raise _refuse(component, f"methods.{label}.{name}", value, expected)
    return Way(method, options)


_CHOICES: dict[str, tuple[Any, ...]] = {
    "scope": SCOPES,
    "written": ("original", "unambiguous"),
    "default_order": ("likelier", "MDY", "DMY", "YMD"),
    "check_digits": ("invalid", "keep"),
    "keep_weekdays": (True, False),
}
_RANGES = {
    "pivot": (-1, 99),
    "oldest": (1, 150),
    "width": (2, 50),
    "most_years": (1, 100),
    "most_months": (0, 3),
    "most_days": (0, 45),
    "digits": (4, 64),
    "shown": (0, 3),
}


FARTHEST = 36_525
"""Days that a date moves at most: a century."""


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _expected(name: str, value: Any) -> str:
    """Say what an option has to be; '' where it is that."""
    if name in _CHOICES:
        return "" if value in _CHOICES[name] else f"one of {_CHOICES[name]}"
    if name in _RANGES:
        low, high = _RANGES[name]
        good = _is_whole(value) and low <= value <= high
        return "" if good else f"a whole number from {low} to {high}"
    if name == "days":
        good = value is None or (_is_whole(value) and 0 < abs(value) <= FARTHEST)
        return "" if good else f"a whole number of days up to {FARTHEST:,} that is not 0"
    if name == "interval":
        good = (
            isinstance(value, (list, tuple))
            and len(value) == 2
            and all(_is_whole(end) and abs(end) <= FARTHEST for end in value)
            and value[0] <= value[1]
            and tuple(value) != (0, 0)
        )
        expected = f"the least and the greatest number of days, up to {FARTHEST:,}, not both 0"
        return "" if good else expected
    if name == "sign":
        good = isinstance(value, str) and len(value) == 1 and not value.isalnum()
        return "" if good else "one sign that is no letter or digit"
    if name == "reference":
        good = isinstance(value, str) and (
            value in ("first", "earliest", "drug_start", "event_onset") or _is_iso(value)
        )
        return "" if good else "first, earliest, drug_start, event_onset or a date YYYY-MM-DD"
    if name == "languages":
        good = isinstance(value, (list, tuple)) and all(map(_is_language, value))
        return "" if good else "a list of language codes that dateparser knows, such as 'en'"
    return ""


def _is_language(code: object) -> bool:
    from dateparser.data.languages_info import language_locale_dict

    return isinstance(code, str) and code in language_locale_dict


def _is_iso(value: str) -> bool:
    from datetime import date

    try:
        date.fromisoformat(value)
    except ValueError:
        return False
    return len(value) == 10


def _method(entry: Any) -> Any:
    return entry.get("method") if isinstance(entry, Mapping) else entry


def resolve(component: str, policy: str, methods: Mapping[str, Any]) -> dict[str, Way]:
    """Work out how every label is masked.

    policy: a name of ``POLICIES``.
    methods: label, category or '*' to a method or a table {method, option: value}; it goes before
        the policy. '*' and a category reach DATE and AGE only with a method that those know.
    RETURNS: label to Way, for all labels.
    RAISES: DeidError D011 for an unknown policy, label, method or option.
    """
    if not isinstance(policy, str) or policy not in POLICIES:
        raise _refuse(component, "policy", policy, f"one of {[*POLICIES]}")
    if not isinstance(methods, Mapping):
        raise _refuse(component, "methods", methods, "a table of labels and methods")
    for name in methods:
        if name not in CATEGORY_OF and name not in CATEGORIES and name != "*":
            raise _refuse(component, "methods", name, f"'*', one of {[*CATEGORIES]} or {LABELS}")
    if "*" in methods:
        method = _method(methods["*"])
        if not any(method in methods_for(label) for label in LABELS):
            every = sorted({*DATE_METHODS, *AGE_METHODS, *OTHER_METHODS})
            raise _refuse(component, "methods.*", methods["*"], f"one of {every}")
    ways: dict[str, Way] = {}
    for label in LABELS:
        table = POLICIES[policy]
        entry: Any = table.get(label, table["*"])
        for name in ("*", CATEGORY_OF[label], label):
            if name not in methods:
                continue
            given = methods[name]
            if name == "*" and _method(given) not in methods_for(label):
                continue
            entry = given
        ways[label] = _way(component, label, entry)
    return ways
