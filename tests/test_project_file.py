"""The workflow in project.yml, by spaCy's own project runner: what it runs, and what runs anew."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("weasel")
from weasel.cli.run import check_rerun, update_lockfile
from weasel.util import load_project_config
from weasel.util.commands import split_command

ROOT = Path(__file__).parent.parent


@pytest.fixture
def project(tmp_path) -> Path:
    """A folder with the project file, its configs and its annotations, nothing built yet."""
    shutil.copy(ROOT / "project.yml", tmp_path)
    shutil.copytree(ROOT / "configs", tmp_path / "configs")
    (tmp_path / "assets/vaers").mkdir(parents=True)
    for path in (ROOT / "assets/vaers").glob("annotations-*.jsonl"):
        shutil.copy(path, tmp_path / "assets/vaers")
    return tmp_path


def step(project: Path, name: str, /, **variables: str) -> dict[str, Any]:
    """Give one command of the project, its variables filled in."""
    overrides = {f"vars.{key}": value for key, value in variables.items()}
    found = load_project_config(project, overrides=overrides)["commands"]
    return next(command for command in found if command["name"] == name)


@pytest.mark.parametrize("name", ["candidates", "select", "train-chosen", "assemble-chosen"])
def test_a_changed_config_lets_the_steps_that_read_it_run_anew(name, project) -> None:
    command = step(project, name)
    update_lockfile(project, command)
    assert not check_rerun(project, command)
    with (project / "configs/network.cfg").open("a") as handle:
        handle.write("# another bias\n")
    assert check_rerun(project, command)


def test_the_released_config_may_have_any_name(project) -> None:
    for name in ("select", "assemble-chosen"):
        assert not any("mine" in dep for dep in step(project, name, name="mine")["deps"])


def test_new_vaers_data_let_the_corpus_be_written_anew(project) -> None:
    command = step(project, "corpus")
    assert all((ROOT / dep).exists() for dep in command["deps"]), "no data are needed"
    update_lockfile(project, command)
    assert not check_rerun(project, command)
    (project / "assets/vaers/2020VAERSDATA.csv").write_text("VAERS_ID,SYMPTOM_TEXT\n1,Rash.\n")
    assert check_rerun(project, command)


def test_meddocan_is_converted_anew_where_its_data_change(project) -> None:
    command = step(project, "meddocan-corpus", meddocan="my meddocan")
    update_lockfile(project, command)
    (project / "my meddocan/train").mkdir(parents=True)
    assert check_rerun(project, command)


def test_values_with_blanks_stay_one_argument(project) -> None:
    given = load_project_config(project)["vars"]
    texts = {key: f"it's my {key}" for key, value in given.items() if isinstance(value, str)}
    steps = load_project_config(project)["commands"]
    for name in (command["name"] for command in steps):
        plain, blank = step(project, name), step(project, name, **texts)
        for one, other in zip(plain["script"], blank["script"], strict=True):
            assert len(split_command(one)) == len(split_command(other)), other


def test_training_at_once_goes_by_the_command_that_refuses_what_learns_in_steps(project) -> None:
    (line,) = step(project, "train-at-once", config="cnn")["script"]
    assert line.startswith('python -m spacy deid train-at-once "configs/cnn.cfg" "training/cnn" ')
