"""The files that a card is made of: what makers say of a model, figures, how it was made."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import srsly

from spacy_deid.errors import DeidError, reason

MADE = "made"
"""Key of a pipeline's meta.json: 'selection' and 'tuning' to the digest of the file that tells of
it. What lies in a folder of trainings may tell of another pipeline."""
_SCORES = dict.fromkeys(("strict", "covering", "redaction", "harms", "utility"), dict)
_AUDIT = dict.fromkeys(("files", "terms", "findings"), int)
_FIGURES: dict[str, type] = {
    "documents": int,
    **dict.fromkeys(("all", "by_genre", "by_label", "misses", "alarms"), dict),
}
"""What the files of our commands hold, by key."""
_TEXTS = ("description", "intended_use", "data", "evaluation", "author", "license")
_SOURCE = ("name", "url", "author", "license")


def digest(content: bytes) -> str:
    """Give the digest of a file for ``MADE``."""
    return hashlib.sha256(content).hexdigest()


def read_content(path: Path) -> dict[str, Any]:
    """Read a JSON file of figures.

    RAISES: DeidError D003 where it is missing, D004 where it cannot be read; ValueError where it is
        no JSON.
    """
    if not path.exists():
        raise DeidError("D003", path=path)
    try:
        found: dict[str, Any] = srsly.json_loads(path.read_text(encoding="utf-8"))
    except OSError as problem:
        raise DeidError("D004", path=path, reason=reason(problem)) from None
    return found


def read_scores(path: Path) -> dict[str, Any]:
    """Read what ``spacy-deid evaluate --json`` wrote.

    RAISES: DeidError D811 where it holds something else, and those of ``read_content``.
    """
    return _written("spacy-deid evaluate --json", path, _SCORES)


def read_audit(path: Path) -> dict[str, Any]:
    """Read what ``spacy-deid audit --json`` wrote.

    RAISES: as ``read_scores``.
    """
    return _written("spacy-deid audit --json", path, _AUDIT)


def read_card(path: Path) -> dict[str, Any]:
    """Read what ``spacy-deid card`` wrote, for ``card.card`` and ``card.document``.

    RAISES: as ``read_scores``.
    """
    found = _written("spacy-deid card", path, {"figures": dict})
    _check("spacy-deid card", path, found["figures"], _FIGURES)
    return found


def _written(command: str, path: Path, expected: Mapping[str, type]) -> dict[str, Any]:
    """Read an object that has to hold values of some types."""
    try:
        found = read_content(path)
    except DeidError:
        raise
    except ValueError:
        raise DeidError("D811", path=path, command=command, reason="it is no JSON") from None
    _check(command, path, found, expected)
    return found


def _check(command: str, path: Path, found: Any, expected: Mapping[str, type]) -> None:
    held = found if isinstance(found, dict) else {}
    lacking = [key for key, kind in expected.items() if not isinstance(held.get(key), kind)]
    if lacking:
        lacks = f"it does not say {', '.join(lacking)}"
        raise DeidError("D811", path=path, command=command, reason=lacks)


def read_about(path: Path) -> dict[str, Any]:
    """Read what only its makers can say of a model.

    path: a JSON object with any of 'description', 'intended_use', 'data' (where the training
        documents come from), 'evaluation' (where those come from that were scored), 'author' and
        'license', all texts, and 'sources', a list of {'name', 'url', 'author', 'license'}.
    RAISES: DeidError D003 where it is missing, D808 where it holds something else.
    """
    try:
        found = read_content(path)
    except DeidError:
        raise
    except ValueError:
        raise DeidError("D808", path=path, expected="JSON") from None
    if not isinstance(found, dict):
        raise DeidError("D808", path=path, expected="an object")
    for key, value in found.items():
        if key == "sources":
            if not _are_sources(value):
                expected = f"a list of objects with the texts {', '.join(_SOURCE)} for 'sources'"
                raise DeidError("D808", path=path, expected=expected)
        elif key not in _TEXTS or not isinstance(value, str):
            known = ", ".join((*_TEXTS, "sources"))
            raise DeidError("D808", path=path, expected=f"texts under some of {known}")
    return found


def _are_sources(value: object) -> bool:
    return isinstance(value, list) and all(
        isinstance(one, dict)
        and one.keys() == set(_SOURCE)
        and all(isinstance(text, str) for text in one.values())
        for one in value
    )


def read_made(training: Path, model: Path | None) -> tuple[dict[str, Any], list[Path]]:
    """Gather how a model was made: what ``spacy-deid select`` and ``tune`` wrote, where they did.

    training: folder that may hold selection.json and tuning.json. model: folder of the pipeline,
        whose meta.json knows the digests of those it was made with; None for a model of which
        nothing is known.
    RETURNS: 'selection' and 'tuning' for ``card.document``, as far as they tell of this model, and
        the files that tell of another one.
    RAISES: DeidError D003 where the pipeline has no meta.json.
    """
    known = read_content(model / "meta.json").get(MADE, {}) if model is not None else {}
    found: dict[str, Any] = {}
    foreign = []
    for name in ("selection", "tuning"):
        path = training / f"{name}.json"
        if not path.is_file():
            continue
        if known.get(name) == digest(path.read_bytes()):
            found[name] = read_content(path)
        else:
            foreign.append(path)
    if "selection" in found:
        chosen = found["selection"]
        found["selection"] = {
            "name": chosen["chosen"]["name"],
            "target": chosen["target"],
            "tried": sum(not row["alone"] for row in chosen["rows"]),
        }
    return found, foreign
