from __future__ import annotations

from pathlib import Path

import pytest
import spacy

from spacy_deid.errors import DeidError
from spacy_deid.release.package import package


@pytest.fixture(scope="module")
def model(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("model")
    nlp = spacy.blank("en")
    nlp.add_pipe("deid_patterns")
    nlp.to_disk(folder)
    return folder


@pytest.mark.filterwarnings("ignore::ResourceWarning")  # spaCy leaves files to the collector
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_wheels_of_other_versions_stay_unless_they_are_to_be_replaced(model, tmp_path) -> None:
    for version, replace, left in (("1.0.0", False, 1), ("1.1.0", False, 2), ("1.2.0", True, 1)):
        wheel = package(model, tmp_path, name="own", version=version, card={}, replace=replace)
        assert wheel.name == f"en_own-{version}-py3-none-any.whl"
        assert len(list(tmp_path.glob("*.whl"))) == left
    with pytest.raises(DeidError, match="D802"):
        package(model, tmp_path, name="own", version="1.3.0", card={}, most=100, replace=True)
    assert [path.name for path in tmp_path.iterdir()] == [wheel.name]


@pytest.mark.parametrize(("name", "version"), [("my deid", "1.0"), ("deid", "abc"), ("", "1.0")])
def test_names_and_versions_that_no_package_has_are_coded_errors(
    name, version, model, tmp_path
) -> None:
    with pytest.raises(DeidError, match="D011"):
        package(model, tmp_path, name=name, version=version, card={})
