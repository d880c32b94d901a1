"""Runs of a study on all cores: train, measure, write the row, go on."""

from __future__ import annotations

import multiprocessing
import os
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import spacy

from spacy_deid.annotations import Record
from spacy_deid.detect.recognizers.processes import process_pool
from spacy_deid.errors import DeidError
from spacy_deid.learn.ledger import Ledger
from spacy_deid.learn.measures import measured
from spacy_deid.learn.recipe import Recipe, trained

Progress = Callable[..., Iterator[Any]]
"""Takes items, a plural noun and ``total=``; gives the items back and shows how many went by."""

TEST = "test"
"""Column that names the part a row was measured on."""
SECONDS = "seconds"
"""Column of the time that training took."""
_NO_THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


def silent(items: Iterable[Any], what: str, *, total: int | None = None) -> Iterator[Any]:
    """Show no progress."""
    yield from items


@dataclass(frozen=True, slots=True)
class Run:
    """One training and what it is measured on.

    key: the columns that name it, without ``TEST``.
    train, dev: indices of documents; tests: name of a test part to the indices of its documents.
    overrides: on top of the recipe's.
    """

    key: Mapping[str, Any]
    train: Sequence[int]
    tests: Mapping[str, Sequence[int]]
    dev: Sequence[int] = ()
    overrides: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 0


Rows = list[dict[str, Any]]
_work: tuple[Recipe, list[Record]] | None = None


def _start(recipe: Recipe, records: list[Record]) -> None:
    """Keep in a worker what all its runs need."""
    global _work
    _work = recipe, records


def _run(run: Run) -> Rows:
    assert _work is not None
    recipe, records = _work
    try:
        start = time.perf_counter()
        train = [records[place] for place in run.train]
        if any(record.spans for record in train) or not any(record.spans for record in records):
            dev = [records[place] for place in run.dev]
            nlp = trained(recipe, train, dev=dev, overrides=run.overrides, seed=run.seed)
        else:  # nothing to find was drawn, so nothing would be found
            nlp = spacy.blank(recipe.config(run.overrides).interpolate()["nlp"]["lang"])
        seconds = round(time.perf_counter() - start, 2)
        return [
            {
                **run.key,
                TEST: name,
                "trained_on": len(run.train),
                SECONDS: seconds,
                **measured(nlp, [records[place] for place in places]),
            }
            for name, places in run.tests.items()
        ]
    except DeidError:
        raise
    except Exception as problem:
        if os.environ.get("SPACY_DEID_TRACEBACK"):
            raise
        frame = traceback.extract_tb(problem.__traceback__)[-1]
        place = f"{Path(frame.filename).name}:{frame.lineno}"
        named = ", ".join(f"{name} {value}" for name, value in run.key.items())
        raise DeidError("D603", run=named, kind=type(problem).__name__, place=place) from None


def cores() -> int:
    """Give how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def one_thread_each() -> Iterator[None]:
    """Keep workers from starting a thread per core each; what the user set stays."""
    fresh = [name for name in _NO_THREADS if name not in os.environ]
    os.environ.update(dict.fromkeys(fresh, "1"))
    try:
        yield
    finally:
        for name in fresh:
            del os.environ[name]


def _context() -> Any:
    """Choose how workers start: not by a fork of this process, which has threads and their locks.

    A server that has imported what all workers need and forks them is quicker than importing it in
    each; where a system has none, they are started anew.
    """
    if "forkserver" in multiprocessing.get_all_start_methods():
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(["spacy_deid.learn.preload"])
        return context
    return multiprocessing.get_context("spawn")


def finish(
    runs: Sequence[Run],
    recipe: Recipe,
    records: list[Record],
    ledger: Ledger,
    *,
    jobs: int = 0,
    progress: Progress = silent,
) -> None:
    """Do the runs that the ledger does not hold yet, and write each down as it ends.

    jobs: processes; 0 for one per core, 1 to run in this process.
    RAISES: DeidError of the first run that fails (D603 where its own error is not a coded one);
        D608 where a worker was killed. The runs that had ended are kept.
    """
    missing = [run for run in runs if any({**run.key, TEST: t} not in ledger for t in run.tests)]
    jobs = min(jobs or cores(), len(missing))
    if jobs <= 1:
        _start(recipe, records)
        for run in progress(missing, "runs", total=len(missing)):
            ledger.add(_run(run))
        return
    with one_thread_each():
        context = _context()
        pool = process_pool(jobs, context, _start, (recipe, records))
        try:
            waiting = [pool.submit(_run, run) for run in missing]
            for done in progress(as_completed(waiting), "runs", total=len(waiting)):
                ledger.add(done.result())
        except BrokenProcessPool:
            raise DeidError("D608", jobs=jobs) from None
        finally:
            pool.shutdown(cancel_futures=True)
