"""Settings that the linear machines share, and their ranges."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from spacy_deid.detect.machines.solver import Solver
from spacy_deid.detect.recognizers.recognizer import check_choice, check_range
from spacy_deid.detect.recognizers.tagging import SCHEMES
from spacy_deid.errors import DeidError

SVM_DEFAULTS: dict[str, Any] = {
    "task": "multi",
    "label": "",
    "scheme": "BIO",
    "algorithm": "liblinear",
    "penalty": "l2",
    "c": 0.1,
    "l1_ratio": 0.15,
    "label_weights": {},
    "passes": 5,
    "folds": 3,
    "min_frequency": 0,
    "recall_bias": 0.0,
    "seed": 0,
    "workers": 0,
    "annotating": [],
}
_PENALTIES = {"liblinear": ("l1", "l2"), "sgd": ("l1", "l2", "elasticnet")}
_LEAST = {"passes": 1, "min_frequency": 0, "seed": 0, "workers": 0}


def check_settings(component: str, settings: Mapping[str, Any]) -> None:
    """Refuse settings out of range.

    RAISES: DeidError D011.
    """
    choices: dict[str, tuple[Any, ...]] = {
        "stages": (1, 2),
        "task": ("multi", "two"),
        "scheme": SCHEMES,
        "algorithm": tuple(_PENALTIES),
        "penalty": _PENALTIES.get(settings["algorithm"], ()),
    }
    for name, known in choices.items():
        check_choice(component, name, settings[name], known)
    for name, least in _LEAST.items():
        check_range(component, name, settings[name], least)
    if not settings["c"] > 0:
        _refuse(component, "c", settings["c"], "above 0")
    check_range(component, "l1_ratio", settings["l1_ratio"], 0, 1)
    if any(weight <= 0 for weight in settings["label_weights"].values()):
        _refuse(component, "label_weights", settings["label_weights"], "weights above 0")
    folds = settings["folds"]
    if folds < 0 or folds == 1 or (settings["stages"] == 2 and folds < 2):
        _refuse(component, "folds", folds, "2 or more, or 0 with one stage")


def _refuse(component: str, name: str, value: Any, expected: str) -> None:
    raise DeidError("D011", name=name, component=component, value=value, expected=expected)


def solver_of(settings: Mapping[str, Any]) -> Solver:
    """Give the part of the settings that the solvers take."""
    return Solver(
        algorithm=settings["algorithm"],
        penalty=settings["penalty"],
        c=settings["c"],
        l1_ratio=settings["l1_ratio"],
        label_weights=settings["label_weights"],
        passes=settings["passes"],
        folds=settings["folds"],
        seed=settings["seed"],
        workers=settings["workers"],
    )
