"""Settings to try: 'components.deid_crf.c2=0.01,0.1,1', and shares of two penalties."""

from __future__ import annotations

import itertools
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from spacy_deid.errors import DeidError

Overrides = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Axis:
    """Values of one setting.

    path: 'section.key' of a config.
    other: a second setting, or ''. Then a value is the share of both settings' sum that ``path``
        gets, and ``other`` gets the rest: with c1 and c2 of the CRF that is the L1 ratio.
    values: JSON types, or text where a value is no JSON.
    """

    path: str
    other: str
    values: tuple[Any, ...]

    @property
    def name(self) -> str:
        """What plots call it: the last part of the path."""
        short = self.path.rpartition(".")[2]
        if not self.other:
            return short
        return f"share of {short} in {short} + {self.other.rpartition('.')[2]}"

    def overrides(self, value: Any, known: Mapping[str, Any]) -> Overrides:
        """Give the overrides that a value stands for.

        known: the settings' values without it; read for a share.
        """
        if not self.other:
            return {self.path: value}
        total = float(known[self.path]) + float(known[self.other])
        first = round(total * value, 12)
        return {self.path: first, self.other: round(total - first, 12)}


def axis_of(text: str) -> Axis:
    """Read 'PATH=VALUE,VALUE…' or 'PATH:PATH=SHARE,SHARE…'.

    RAISES: DeidError D605 where it is neither, or a share is not in [0, 1].
    """
    paths, equals, listed = text.partition("=")
    path, colon, other = (part.strip() for part in paths.partition(":"))
    values = _values(listed)
    shares = all(
        isinstance(v, (int, float)) and not isinstance(v, bool) and 0 <= v <= 1 for v in values
    )
    dotted = "." in path and ("." in other if colon else not other)
    if not (equals and values and dotted and (shares or not colon)):
        raise DeidError("D605", grid=text)
    return Axis(path, other, tuple(values))


def _values(listed: str) -> list[Any]:
    try:
        found = json.loads(f"[{listed}]")
    except ValueError:
        return [_value(part.strip()) for part in listed.split(",") if part.strip()]
    return list(found)


def _value(text: str) -> Any:
    for read in (json.loads, float):
        try:
            return read(text)
        except ValueError:
            continue
    return text


def overrides_of(texts: Sequence[str]) -> Overrides:
    """Read overrides of one value each, 'PATH=VALUE'.

    RAISES: DeidError D605.
    """
    found: Overrides = {}
    for text in texts:
        path, equals, value = text.partition("=")
        if not equals or "." not in path:
            raise DeidError("D605", grid=text)
        found[path.strip()] = _value(value.strip())
    return found


def settings_of(axes: Sequence[Axis], known: Mapping[str, Any]) -> list[Overrides]:
    """Give every combination of the values of some axes.

    known: values without them, for shares.
    RETURNS: overrides in the order of the values, each combination once; [{}] for no axis.
    """
    found: list[Overrides] = []
    for values in itertools.product(*(axis.values for axis in axes)):
        overrides: Overrides = {}
        for axis, value in zip(axes, values, strict=True):
            overrides.update(axis.overrides(value, {**known, **overrides}))
        if overrides not in found:
            found.append(overrides)
    return found


def written(overrides: Mapping[str, Any]) -> str:
    """Write overrides in one form, for tables: JSON with sorted keys."""
    return json.dumps(dict(sorted(overrides.items())), ensure_ascii=False)


def arguments(overrides: Mapping[str, Any]) -> list[str]:
    """Write overrides as spaCy's command line takes them."""
    found: list[str] = []
    for path, value in overrides.items():
        found += [f"--{path}", value if isinstance(value, str) else json.dumps(value)]
    return found
