"""The candidates of a release: which recognizers are tried, and how each is trained."""

from __future__ import annotations

import hashlib
import importlib.util
import multiprocessing
import os
import time
import traceback
from collections.abc import Mapping, Sequence
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import srsly
from spacy.util import load_config

from spacy_deid.annotations import Record
from spacy_deid.corpora.formats import read_records
from spacy_deid.detect.recognizers.processes import process_pool
from spacy_deid.errors import DeidError
from spacy_deid.learn.recipe import Recipe, trained
from spacy_deid.learn.workers import one_thread_each
from spacy_deid.release.scrub import scrub
from spacy_deid.score.pairing import known_of

SUMMARY = "candidates.json"
"""File beside the trained candidates that says how each fared."""
TRAINED, LEFT_OUT, FAILED = "trained", "left out", "failed"
_DECIDING = ("deid_coherence", "deid_resolver", "deid_masker")
_DEV = 60
"""Documents that choose the best step of a candidate that is trained by updates."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One recognizer.

    config: path of its spaCy config. detector: the span group it writes, or 'ents'.
    packages: modules that have to be installed.
    sample, full: overrides ('section.key' to value) for the bounded run and for the final one.
    reports: most documents of the bounded run, where it is too slow for more; 0 for no such bound.
    """

    name: str
    config: str
    detector: str
    packages: Sequence[str] = ()
    sample: Mapping[str, Any] = field(default_factory=dict)
    full: Mapping[str, Any] = field(default_factory=dict)
    reports: int = 0


@dataclass(frozen=True, slots=True)
class Plan:
    """What a release is made of.

    base: path of the released config, which gives the rules, the decision and the masker.
    rules: components of it that need no training and stand in every combination.
    """

    path: str
    base: str
    rules: tuple[str, ...]
    candidates: tuple[Candidate, ...]

    def only(self, names: Sequence[str]) -> Plan:
        """Keep some candidates, in the order of the plan.

        RAISES: DeidError D803 for a name that is not there.
        """
        known = [candidate.name for candidate in self.candidates]
        for name in names:
            if name not in known:
                raise DeidError("D803", path=self.path, reason=f"it has no candidate {name!r}")
        kept = tuple(c for c in self.candidates if c.name in names)
        return replace(self, candidates=kept)

    def own_components(self, pipeline: Sequence[str], factories: Mapping[str, str]) -> list[str]:
        """Give the components that a candidate's pipeline adds to the rules.

        factories: component to its factory.
        """
        return [
            name
            for name in pipeline
            if name not in self.rules and factories.get(name) not in _DECIDING
        ]


def read_plan(path: str | Path) -> Plan:
    """Read the candidates' file, such as ``configs/candidates.cfg``.

    Paths in it are relative to it: [release] has base and rules, each [candidates.NAME] has config,
    detector and, where needed, packages, sample, full and reports.
    RAISES: DeidError D003 where it is missing, D803 where it is not as it has to be.
    """
    place = Path(path)
    if not place.is_file():
        raise DeidError("D003", path=path)
    try:
        config = load_config(place, interpolate=True)
        release, blocks = config["release"], config["candidates"]
        candidates = []
        for name, block in blocks.items():
            settings = {**block, "config": str(place.parent / block["config"])}
            candidates.append(Candidate(name, **settings))
        base = str(place.parent / release["base"])
        rules = tuple(release["rules"])
    except KeyError as problem:
        raise DeidError("D803", path=path, reason=f"{problem.args[0]} is missing") from None
    except TypeError as problem:
        reason = str(problem).partition(") ")[2] or str(problem)
        raise DeidError("D803", path=path, reason=reason) from None
    except ValueError as problem:
        lines = [line for line in str(problem).splitlines() if line.strip()]
        raise DeidError("D803", path=path, reason=lines[0] if lines else "not a config") from None
    return Plan(str(path), base, rules, tuple(candidates))


def sampled(records: Sequence[Record], most: int, *, seed: int = 0) -> list[Record]:
    """Draw documents by the hash of their ids, in their order.

    most: 0 for all. RETURNS: the same documents for the same seed, whatever else is in the corpus
        changes little.
    """
    if not most or most >= len(records):
        return list(records)

    def lot(place: int) -> bytes:
        return hashlib.sha256(f"{seed}/{records[place].id}".encode()).digest()

    chosen = sorted(sorted(range(len(records)), key=lot)[:most])
    return [records[place] for place in chosen]


@dataclass(frozen=True, slots=True)
class Task:
    """One training, for a worker process.

    reports: at most so many training documents, 0 for all; steps: most updates, 0 as configured.
    full: train with the overrides of the final run.
    """

    candidate: Candidate
    train: str
    dev: str
    output: str
    reports: int
    steps: int
    full: bool
    seed: int


def train(task: Task) -> dict[str, Any]:
    """Train one candidate, scrub it and write it to its directory.

    RETURNS: name, status ('trained', 'left out', 'failed'), reason, documents, seconds and settings
        of the candidate; a candidate that cannot be trained is never an exception.
    """
    candidate = task.candidate
    row: dict[str, Any] = {**asdict(candidate), "status": TRAINED, "reason": "", "full": task.full}
    missing = [name for name in candidate.packages if importlib.util.find_spec(name) is None]
    if missing:
        return {**row, "status": LEFT_OUT, "reason": f"not installed: {', '.join(missing)}"}
    if not Path(candidate.config).is_file():
        return {**row, "status": LEFT_OUT, "reason": f"{candidate.config} does not exist"}
    start = time.perf_counter()
    try:
        row["documents"] = _train(task)
    except DeidError as problem:
        code = LEFT_OUT if problem.code == "D014" else FAILED
        row.update(status=code, reason=str(problem))
    except Exception as problem:
        if os.environ.get("SPACY_DEID_TRACEBACK"):
            raise
        # the message could quote a document
        frame = traceback.extract_tb(problem.__traceback__)[-1]
        place = f"{Path(frame.filename).name}:{frame.lineno}"
        row.update(status=FAILED, reason=f"{type(problem).__name__} at {place}")
    return {**row, "seconds": round(time.perf_counter() - start, 1)}


def _known(path: str | Path) -> list[Record]:
    return known_of(list(read_records(path, gold=True)))


def _train(task: Task) -> int:
    candidate = task.candidate
    overrides = dict(candidate.full if task.full else candidate.sample)
    recipe = Recipe(candidate.config, overrides)
    if task.steps and recipe.trains_in_steps():
        most = recipe.config()["training"].get("max_steps", task.steps)
        steps = min(task.steps, int(most) or task.steps)
        overrides.update({"training.max_steps": steps, "training.eval_frequency": steps})
        recipe = Recipe(candidate.config, overrides)
    bounds = [most for most in (task.reports, 0 if task.full else candidate.reports) if most]
    most = min(bounds, default=0)
    documents = sampled(_known(task.train), most, seed=task.seed)
    judges = sampled(_known(task.dev), _DEV, seed=task.seed)
    nlp = trained(recipe, documents, dev=judges, seed=task.seed)
    scrub(nlp).to_disk(Path(task.output) / candidate.name)
    return len(documents)


def train_all(tasks: Sequence[Task], *, jobs: int = 1) -> list[dict[str, Any]]:
    """Train candidates side by side and write ``SUMMARY`` into their directory.

    jobs: processes. RETURNS: what ``train`` gives, in the order of the tasks.
    RAISES: DeidError D804 where none could be trained, D608 where a worker was killed.
    """
    output = Path(tasks[0].output)
    output.mkdir(parents=True, exist_ok=True)
    rows = [train(task) for task in tasks] if min(jobs, len(tasks)) <= 1 else _spread(tasks, jobs)
    srsly.write_json(output / SUMMARY, rows)
    if not any(row["status"] == TRAINED for row in rows):
        raise DeidError("D804", candidates=len(rows), path=output / SUMMARY)
    return rows


def _spread(tasks: Sequence[Task], jobs: int) -> list[dict[str, Any]]:
    """Train in processes that are started anew, each with one thread."""
    context = multiprocessing.get_context("spawn")
    try:
        with (
            one_thread_each(),
            process_pool(min(jobs, len(tasks)), context) as pool,
        ):
            return list(pool.map(train, tasks))
    except BrokenProcessPool:
        raise DeidError("D608", jobs=jobs) from None
