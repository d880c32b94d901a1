"""What the tests of commands share."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(scope="module")
def rules():
    """One rule pipeline for the whole module: building it is what takes the time."""
    from spacy_deid.cli import models

    built = models.rule_pipeline()
    original = models.rule_pipeline
    models.rule_pipeline = lambda: built
    yield built
    models.rule_pipeline = original


@pytest.fixture(autouse=True)
def own_masker(request):
    """Leave the shared pipeline without the key and policy that a test gave it."""
    built = request.getfixturevalue("rules")
    masker = built.get_pipe("deid_masker")
    before = dict(masker.__dict__)
    yield
    masker.__dict__.clear()
    masker.__dict__.update(before)


@pytest.fixture
def key_file(tmp_path: Path) -> Path:
    path = tmp_path / "secret.key"
    path.write_text("0123456789abcdef0123456789abcdef")
    return path
